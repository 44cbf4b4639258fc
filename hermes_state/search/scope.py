"""What a search looks at: roles, filters and the visibility rule, as one SQL predicate that every route shares."""

# Annotations are evaluated here: a named tuple compiles each one that is text, which a start would pay for.

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from hermes_state.kinds import ROLES, TextKind
from hermes_state.store.connection import Connection
from hermes_state.store.flags import (
    COMPACTED,
    HAS_DIALOG,
    HAS_SYSTEM,
    HAS_THINKING,
    HAS_TOOL,
    INACTIVE,
)
from hermes_state.store.sessions import IS_HIDDEN, IS_TRASHED, clean

SEARCH_ROLES = ("user", "assistant", "tool", "thinking", "system")
"""The roles that searching knows: where a text stands, not who sent the message."""

DEFAULT_ROLES = ("user", "assistant")
KIND_MASKS: dict[TextKind, int] = {"tool": HAS_TOOL, "thinking": HAS_THINKING, "system": HAS_SYSTEM}

VISIBLE = f"(m.flags & {INACTIVE | COMPACTED}) <> {INACTIVE}"
"""The one visibility rule: rewound messages are hidden, compacted ones are not."""

NOT_IN_TRASH = f"s.hidden < {IS_TRASHED}"
"""What lies in the trash is found by nothing."""

NUMBERS = "(SELECT value FROM json_each(?))"
"""A list of any length as one value: SQLite takes no more than 32,766 in a statement."""

EVERY_PROJECT = """
WITH RECURSIVE project(name) AS (
    SELECT min(project) FROM session
    UNION ALL
    SELECT (SELECT min(project) FROM session WHERE project > project.name) FROM project WHERE project.name IS NOT NULL
)
SELECT name FROM project
"""
"""Each project once, found from one to the next by their index."""

LIKE_ESCAPES = str.maketrans({"\\": "\\\\", "%": "\\%", "_": "\\_"})


class Live(NamedTuple):
    """What the caller still has in its context: a session from one message on (``None``: all that is not compacted)."""

    session: int
    first_seq: int | None


class Scope(NamedTuple):
    """Where to look. Times are seconds since the epoch; ``after`` is inclusive, ``before`` exclusive."""

    roles: tuple[str, ...] = DEFAULT_ROLES
    sources: tuple[str, ...] = ()
    project: str | None = None
    projects: tuple[str, ...] | None = None
    """The projects that ``project`` stands for, once they are looked up."""

    branch: str | None = None
    model: str | None = None
    user: str | None = None
    tool: str | None = None
    title: str | None = None
    after: float | None = None
    before: float | None = None
    sessions: tuple[int, ...] = ()
    include_hidden: bool = False
    only_hidden: bool = False
    in_trash: bool = False
    only_roots: tuple[int, ...] = ()
    live: Live | None = None
    upto_id: int | None = None
    shown_roots: tuple[int, ...] = ()
    without_roots: tuple[int, ...] = ()
    without_sources: tuple[str, ...] = ()
    shown_ids: tuple[int, ...] = ()

    @property
    def tables(self) -> tuple[str, ...]:
        """The word indexes that hold texts of these roles."""
        dialog = ("dialog",) if "user" in self.roles or "assistant" in self.roles else ()
        work = ("work",) if any(role in KIND_MASKS for role in self.roles) else ()
        return dialog + work

    def within(self, table: str) -> "Scope":
        """The scope as far as one word index tells of it: of a message with texts in both, only those in this one."""
        of_dialog = table == "dialog"
        return self._replace(roles=tuple(role for role in self.roles if (role in DEFAULT_ROLES) == of_dialog))

    def work_kind(self, flags: int) -> TextKind | None:
        """The kind of the work texts of a message with these flags, where all are of one that is looked at."""
        kinds = [kind for kind, mask in KIND_MASKS.items() if flags & mask]
        return kinds[0] if len(kinds) == 1 and kinds[0] in self.roles else None

    def allows(self, role: int, kind: TextKind) -> bool:
        """Whether a text of this kind in a message of this role (its code) is looked at."""
        return matched_role(role, kind) in self.roles


def matched_role(role: int, kind: TextKind) -> str:
    """The role that a text is searched and shown under, in a message of this role (its code)."""
    return ROLES[role] if kind == "dialog" else kind


def session_predicate(scope: Scope) -> tuple[str, list[Any]]:
    """The conditions on a session ``s`` and its root ``r``, as SQL and its values."""
    conditions: list[str] = []
    values: list[Any] = []

    def condition(sql: str, *bound: Any) -> None:
        conditions.append(sql)
        values.extend(bound)

    if scope.in_trash:
        condition(f"s.hidden >= {IS_TRASHED}")
    elif scope.only_hidden:
        condition(f"s.hidden = {IS_HIDDEN}")
    elif not scope.include_hidden and not scope.sessions:
        condition("s.hidden = 0")
    else:
        condition(NOT_IN_TRASH)
    if scope.only_roots:
        condition(f"s.root_key IN ({_marks(scope.only_roots)})", *scope.only_roots)
    if scope.sources:
        condition(f"s.source COLLATE NOCASE IN ({_marks(scope.sources)})", *scope.sources)
    if scope.project is not None and scope.projects is None:
        condition(*project_condition(scope.project))
    elif scope.project is not None:
        condition(f"s.project IN {NUMBERS}", json.dumps(scope.projects))
    for column in ("branch", "model", "user"):
        wanted = getattr(scope, column)
        if wanted is not None:
            condition(f"s.{column} LIKE ? ESCAPE '\\'", f"%{wanted.translate(LIKE_ESCAPES)}%")
    if scope.title is not None:
        condition("r.title LIKE ? ESCAPE '\\'", f"%{scope.title.translate(LIKE_ESCAPES)}%")
    if scope.sessions:
        condition(f"(s.key IN ({_marks(scope.sessions)}))", *scope.sessions)
    for roots in (scope.shown_roots, scope.without_roots):
        if roots:
            condition(f"s.root_key NOT IN {NUMBERS}", json.dumps(roots))
    if scope.without_sources:
        condition(f"s.source NOT IN ({_marks(scope.without_sources)})", *scope.without_sources)
    return " AND ".join(conditions) or "1", [clean(value) for value in values]


def project_condition(named: str, column: str = "s.project") -> tuple[Any, ...]:
    """The condition that a project is the one named, lies in it, or, named without its folder, is called so; and the
    values of the condition."""
    project = named.rstrip("/\\") or named
    inside = project.translate(LIKE_ESCAPES)
    patterns = [f"{inside}/%", f"{inside}\\\\%"]
    if "/" not in project and "\\" not in project:
        patterns = [f"%/{inside}", f"%/{inside}/%", f"%\\\\{inside}"]
    likes = " OR ".join([f"{column} LIKE ? ESCAPE '\\'"] * len(patterns))
    return f"({column} = ? OR {likes})", project, *patterns


def projects_named(connection: Connection, named: str) -> tuple[str, ...]:
    """The projects in the archive that a name stands for."""
    condition, *values = project_condition(named, "name")
    return tuple(
        row[0] for row in connection.rows(f"{EVERY_PROJECT} WHERE {condition}", [clean(one) for one in values])
    )


def active_session_predicate(scope: Scope) -> tuple[str, list[Any]]:
    """The conditions on a session ``s`` with root ``r`` that was active in the time asked for."""
    sql, values = session_predicate(scope)
    conditions = [sql]
    if scope.after is not None:
        conditions.append("coalesce(s.last_active_at, s.started_at, 0) >= ?")
        values.append(scope.after)
    if scope.before is not None:
        conditions.append("coalesce(s.started_at, s.last_active_at, 0) < ?")
        values.append(scope.before)
    return " AND ".join(conditions), values


def message_predicate(scope: Scope) -> tuple[str, list[Any]]:
    """The conditions on a message ``m`` of a session ``s`` with root ``r``: what every route filters by."""
    sql, values = session_predicate(scope)
    conditions = [VISIBLE, sql, role_condition(scope.roles)]
    if scope.tool is not None:
        conditions.append("m.tool IN (SELECT key FROM tool WHERE name LIKE ? ESCAPE '\\')")
        values.append(scope.tool.translate(LIKE_ESCAPES))
    if scope.after is not None:
        conditions.append("coalesce(m.at, s.started_at, 0) >= ?")
        values.append(scope.after)
    if scope.before is not None:
        conditions.append("coalesce(m.at, s.started_at, 0) < ?")
        values.append(scope.before)
    if scope.live is not None:
        if scope.live.first_seq is None:
            conditions.append(f"NOT (m.session = ? AND m.flags & {INACTIVE} = 0)")
            values.append(scope.live.session)
        else:
            conditions.append("NOT (m.session = ? AND m.seq >= ?)")
            values.extend((scope.live.session, scope.live.first_seq))
    if scope.upto_id is not None:
        conditions.append("m.id <= ?")
        values.append(scope.upto_id)
    if scope.shown_ids:
        conditions.append(f"m.id NOT IN {NUMBERS}")
        values.append(json.dumps(scope.shown_ids))
    return " AND ".join(conditions), [clean(value) for value in values]


def live_condition(session: int, live: Live | None) -> str:
    """The condition that a message ``m`` of a session is not in what the caller still has in its context."""
    if live is None or live.session != session:
        return "1"
    return f"m.flags & {INACTIVE}" if live.first_seq is None else f"m.seq < {live.first_seq:d}"


def role_condition(roles: Sequence[str]) -> str:
    """The condition that a message ``m`` holds text of one of these roles."""
    senders = [code for code, role in enumerate(ROLES) if role in roles and role in DEFAULT_ROLES]
    mask = 0
    for role, bit in KIND_MASKS.items():
        if role in roles:
            mask |= bit
    alternatives = []
    if senders:
        alternatives.append(f"(m.flags & {HAS_DIALOG} AND m.role IN ({', '.join(map(str, senders))}))")
    if mask:
        alternatives.append(f"m.flags & {mask}")
    return f"({' OR '.join(alternatives) or '0'})"


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
