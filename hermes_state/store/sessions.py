"""Rows of sessions: making, changing, finding them, and keeping their lineage."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hermes_state.errors import NotFoundError
from hermes_state.search.analysis import fold
from hermes_state.store import blobs, index
from hermes_state.store.connection import Connection, Row
from hermes_state.store.packs import PackCodec

if TYPE_CHECKING:
    from hermes_state.records import Session

HIDDEN_SOURCES = ("subagent", "tool")

IS_HIDDEN, IS_TRASHED = 1, 2
"""The bits of a session's ``hidden``: it stays out of answers unless asked for; its conversation lies in the trash."""

ROW_COLUMNS = "key, origin, id, root_key, parent_key, next_seq, preview, title"
FIND_ROW = f"SELECT {ROW_COLUMNS} FROM session WHERE origin = ? AND id = ?"
ROW_BY_KEY = f"SELECT {ROW_COLUMNS} FROM session WHERE key = ?"
SESSION_COLUMNS = (
    "s.id, s.origin, s.source, s.kind, s.parent_id, s.title, s.project, s.branch, s.model, s.user, s.started_at, "
    "s.ended_at, s.end_reason, s.prompt_key, s.extra, r.id, s.preview, coalesce(s.last_active_at, s.started_at), "
    "s.message_count, s.hidden, r.pinned_at, r.archived_at, r.trashed_at"
)
LOAD_SESSION = f"""
SELECT {SESSION_COLUMNS}
FROM session AS s
JOIN session AS r ON r.key = s.root_key
WHERE s.key = ?
"""
INSERT_SESSION = """
INSERT INTO session (
    key, origin, id, source, kind, parent_id, root_key, hidden, title, project, branch, model, user,
    started_at, last_active_at, tip_at, ended_at, end_reason, prompt_key, extra
)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
NEXT_KEY = "SELECT coalesce(max(key), 0) + 1 FROM session"
ORPHANS = """
SELECT key FROM session
WHERE (parent_id = ?1 AND origin = ?2 OR parent_id = ?3) AND parent_key IS NULL AND parent_id IS NOT NULL
"""
ROOT_OF = "SELECT root_key FROM session WHERE key = ?"
SET_PARENT = "UPDATE session SET parent_key = ? WHERE key = ?"
MOVE_TREE = "UPDATE session SET root_key = ? WHERE root_key = ?"
HIDDEN_BY_ORIGIN = "(kind IS 'subagent' OR source IN ('subagent', 'tool'))"
LIE_WHERE_ROOT_LIES = f"""
UPDATE session
SET hidden = hidden & {IS_HIDDEN} | (SELECT r.hidden & {IS_TRASHED} FROM session AS r WHERE r.key = ?1)
WHERE root_key = ?1
"""
RAISE_TIP = """
UPDATE session SET tip_at = (
    SELECT max(at) FROM (
        SELECT tip_at AS at FROM session WHERE key = ?1
        UNION ALL
        SELECT coalesce(last_active_at, started_at) FROM session WHERE root_key = ?1
    )
)
WHERE key = ?1
"""
LAY_ROOT = f"UPDATE session SET hidden = hidden & {IS_HIDDEN} | ? * {IS_TRASHED} WHERE key = ?"
IS_DELETED = "SELECT 1 FROM tombstone WHERE origin = ? AND id = ?"
UNDELETE = "DELETE FROM tombstone WHERE origin = ? AND id = ?"

CHANGEABLE = ("source", "kind", "project", "branch", "model", "user", "ended_at", "end_reason")


class SessionRow:
    """What writing needs to know of a session's row."""

    __slots__ = ("id", "key", "next_seq", "origin", "parent_key", "preview", "root_key", "title")

    def __init__(
        self,
        key: int,
        origin: str,
        id: str,  # noqa: A002 - the word of the whole library
        root_key: int,
        parent_key: int | None,
        next_seq: int,
        preview: str | None,
        title: str | None,
    ) -> None:
        self.key = key
        self.origin = origin
        self.id = id
        self.root_key = root_key
        self.parent_key = parent_key
        self.next_seq = next_seq
        self.preview = preview
        self.title = title


def find_row(connection: Connection, origin: str, session_id: str) -> SessionRow | None:
    """The row of a session, or ``None``."""
    row = connection.row(FIND_ROW, (clean(origin), clean(session_id)))
    return None if row is None else SessionRow(*row)


def is_deleted(connection: Connection, origin: str, session_id: str) -> bool:
    """Whether the user deleted a session and its source must not bring it back."""
    return connection.value(IS_DELETED, (clean(origin), clean(session_id))) is not None


def undelete(connection: Connection, origin: str, session_id: str) -> None:
    """Takes a deleted session's tombstone away. Takes part in the transaction."""
    connection.run(UNDELETE, (clean(origin), clean(session_id)))


def row_by_key(connection: Connection, key: int) -> SessionRow:
    """The row with this key. Raises ``NotFoundError``."""
    row = connection.row(ROW_BY_KEY, (key,))
    if row is None:
        raise NotFoundError("that session does not exist any more", operation="read")
    return SessionRow(*row)


def load_session(connection: Connection, codec: PackCodec, key: int, *, with_prompt: bool = True) -> Session:
    """The session with this key. Raises ``NotFoundError``."""
    row = connection.row(LOAD_SESSION, (key,))
    if row is None:
        raise NotFoundError("that session does not exist any more", operation="read")
    prompt = blobs.load_prompt(connection, codec, row[13]) if with_prompt and row[13] is not None else None
    from hermes_state.records import Session  # searching must start without the records

    return Session(
        id=row[0],
        origin=row[1],
        source=row[2],
        kind=row[3],
        parent_id=row[4],
        title=row[5],
        project=row[6],
        branch=row[7],
        model=row[8],
        user=row[9],
        started_at=row[10],
        ended_at=row[11],
        end_reason=row[12],
        system_prompt=prompt,
        extra=None if row[14] is None else json.loads(row[14]),
        root_id=row[15],
        preview=row[16],
        last_active_at=row[17],
        message_count=row[18],
        hidden=bool(row[19] & IS_HIDDEN),
        pinned_at=row[20],
        archived_at=row[21],
        trashed_at=row[22],
    )


def upsert(connection: Connection, codec: PackCodec, facts: Session) -> SessionRow:
    """Makes the session, or adds what is newly said of it; returns its row. Takes part in the transaction."""
    row = find_row(connection, facts.origin, facts.id)
    if row is None:
        return _insert(connection, codec, facts)
    _update(connection, codec, row, facts)
    return row_by_key(connection, row.key)


def _insert(connection: Connection, codec: PackCodec, facts: Session) -> SessionRow:
    key = int(connection.value(NEXT_KEY))
    prompt_key = None
    if facts.system_prompt is not None:
        prompt_key = blobs.store_prompt(connection, codec, facts.system_prompt)
    source = clean(facts.source or facts.origin)
    connection.run(
        INSERT_SESSION,
        (
            key,
            clean(facts.origin),
            clean(facts.id),
            source,
            facts.kind,
            clean(facts.parent_id),
            key,
            int(is_hidden(facts.kind, source)),
            clean(facts.title),
            clean(facts.project),
            clean(facts.branch),
            clean(facts.model),
            clean(facts.user),
            facts.started_at,
            None,
            facts.started_at,
            facts.ended_at,
            clean(facts.end_reason),
            prompt_key,
            _extra_text(facts.extra),
        ),
    )
    if facts.title:
        index_title(connection, key, facts.title)
    if facts.parent_id is not None:
        link_to_parent(connection, key, facts.origin, facts.parent_id)
    for (orphan,) in connection.rows(
        ORPHANS, (clean(facts.id), clean(facts.origin), clean(f"{facts.origin}:{facts.id}"))
    ):
        link(connection, orphan, key)
    return row_by_key(connection, key)


def _update(connection: Connection, codec: PackCodec, row: SessionRow, facts: Session) -> None:
    names = [name for name in CHANGEABLE if getattr(facts, name) is not None]
    changes: dict[str, Any] = {name: clean(getattr(facts, name)) for name in names}
    if facts.extra is not None:
        changes["extra"] = _extra_text(facts.extra)
    if facts.system_prompt is not None:
        changes["prompt_key"] = blobs.store_prompt(connection, codec, facts.system_prompt)
    if changes:
        columns = ", ".join(f"{name} = ?" for name in changes)
        connection.run(f"UPDATE session SET {columns} WHERE key = ?", (*changes.values(), row.key))
        connection.run(
            f"UPDATE session SET hidden = hidden & {IS_TRASHED} | {HIDDEN_BY_ORIGIN} WHERE key = ?",
            (row.key,),
        )
    if facts.started_at is not None:
        connection.run(
            "UPDATE session SET started_at = min(coalesce(started_at, ?1), ?1), tip_at = coalesce(tip_at, ?1) "
            "WHERE key = ?2",
            (facts.started_at, row.key),
        )
    if (
        facts.title is not None
        and facts.title != row.title
        and not connection.value("SELECT title_is_users FROM session WHERE key = ?", (row.key,))
    ):
        set_title(connection, row.key, facts.title, by_user=False)
    if facts.parent_id is not None and row.parent_key is None:
        connection.run("UPDATE session SET parent_id = ? WHERE key = ?", (clean(facts.parent_id), row.key))
        link_to_parent(connection, row.key, facts.origin, facts.parent_id)


def set_title(connection: Connection, key: int, title: str | None, *, by_user: bool) -> None:
    """Gives a session its title and indexes it; a title that the user gave stays when its source says another."""
    connection.run("UPDATE session SET title = ?, title_is_users = ? WHERE key = ?", (clean(title), int(by_user), key))
    index_title(connection, key, title)


def index_title(connection: Connection, key: int, title: str | None) -> None:
    """Indexes a title, unless the index is stale: rebuilding it takes in every title."""
    if index.takes_changes(connection):
        index.set_title(connection, key, clean(fold(title)) if title else None)


def link_to_parent(connection: Connection, key: int, origin: str, parent_id: str) -> None:
    """Links a session to its parent if that one is known; ``origin:id`` names one of another origin."""
    parent = find_row(connection, origin, parent_id)
    if parent is None and ":" in parent_id:
        parent = find_row(connection, *parent_id.split(":", 1))
    if parent is not None:
        link(connection, key, parent.key)


def link(connection: Connection, key: int, parent_key: int) -> None:
    """Puts a session and all below it under a parent; a link that would close a circle is left out."""
    root = connection.value(ROOT_OF, (parent_key,))
    if root == key or connection.value(ROOT_OF, (key,)) != key:
        return
    connection.run(SET_PARENT, (parent_key, key))
    connection.run(MOVE_TREE, (root, key))
    connection.run(LIE_WHERE_ROOT_LIES, (root,))
    connection.run(RAISE_TIP, (root,))


def lay_into_trash(connection: Connection, root: int, inside: bool) -> None:
    """Makes each session of a conversation lie in the trash, or not. Takes part in the transaction."""
    connection.run(LAY_ROOT, (int(inside), root))
    connection.run(LIE_WHERE_ROOT_LIES, (root,))


def is_hidden(kind: str | None, source: str | None) -> bool:
    """Whether a session stays out of lists and answers unless asked for."""
    return kind == "subagent" or source in HIDDEN_SOURCES


def clean(text: Any) -> Any:
    """Text that SQLite takes: lone surrogates become U+FFFD (ids and titles; message texts keep theirs)."""
    if not isinstance(text, str) or text.isprintable():
        return text
    return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)


def _extra_text(extra: dict[str, Any] | None) -> str | None:
    return None if extra is None else json.dumps(extra, separators=(",", ":"))


def session_rows(connection: Connection, *, with_trash: bool = True) -> list[Row]:
    """``(key, origin, id)`` of every session, in the order in which the archive got them: that of an export."""
    shown = "1" if with_trash else f"hidden < {IS_TRASHED}"
    return connection.rows(f"SELECT key, origin, id FROM session WHERE {shown} ORDER BY key")


def count_in_trash(connection: Connection) -> int:
    """How many conversations lie in the trash."""
    return int(connection.value("SELECT count(*) FROM session WHERE trashed_at IS NOT NULL"))
