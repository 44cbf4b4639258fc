"""What a caller asks for, checked, and the scope that it and the query's own filters make."""

# Annotations are evaluated here: a named tuple compiles each one that is text, which a start would pay for.

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hermes_state.errors import HermesStateError, InvalidArgumentError, NotFoundError
from hermes_state.search.query import Query
from hermes_state.search.query_pieces import Filter
from hermes_state.search.scope import DEFAULT_ROLES, SEARCH_ROLES, Live, Scope, projects_named
from hermes_state.store import lookup, sessions
from hermes_state.store.connection import Connection
from hermes_state.times import iso, parse_duration, parse_time

SORTS = ("relevance", "newest", "oldest")
PERS = ("conversation", "message")
MATCHES = ("auto", "literal", "words")
MAX_LIMIT = 1_000


class SearchRequest(NamedTuple):
    """The arguments of ``SessionDB.search``; see there."""

    text: str
    limit: int = 10
    per: str | None = None
    match: str = "auto"
    roles: Sequence[str] | str | None = None
    sources: Sequence[str] | str | None = None
    project: str | None = None
    after: str | float | None = None
    before: str | float | None = None
    sessions: Sequence[str] | str | None = None
    sort: str = "relevance"
    live: tuple[str, int | None] | None = None
    include_hidden: bool = False
    window: int = 0
    cursor: str | None = None
    explain: bool = False
    branch: str | None = None
    model: str | None = None
    exclude_sessions: Sequence[str] | str | None = None
    half_life: str | float | None = None
    redact: Callable[[str], str] | None = None

    def check(self) -> None:
        """Raises ``InvalidArgumentError`` for an argument that has no meaning."""
        for name, value, known in (
            ("sort", self.sort, SORTS),
            ("per", self.per or "conversation", PERS),
            ("match", self.match, MATCHES),
        ):
            if value not in known:
                raise InvalidArgumentError(
                    f"{value!r} is no {name}", operation="search", hint="use " + ", ".join(known)
                )
        if isinstance(self.limit, bool) or not isinstance(self.limit, int) or not 1 <= self.limit <= MAX_LIMIT:
            raise InvalidArgumentError(
                f"limit {self.limit!r} is not from 1 to {MAX_LIMIT}",
                operation="search",
                hint="ask for fewer, use the cursor",
            )
        if isinstance(self.window, bool) or not isinstance(self.window, int) or not 0 <= self.window <= 100:
            raise InvalidArgumentError(
                f"window {self.window!r} is not from 0 to 100", operation="search", hint="use a smaller window"
            )
        if self.half_life is not None:
            parse_duration(self.half_life)


def listed(value: Sequence[str] | str | None) -> tuple[str, ...]:
    """One string or many, with commas or without, as a tuple."""
    if value is None:
        return ()
    given = [value] if isinstance(value, str) else list(value)
    return tuple(part.strip() for one in given for part in str(one).split(",") if part.strip())


def session_keys(connection: Connection, value: Sequence[str] | str | None) -> tuple[int, ...]:
    """The sessions named, one or many; an id may hold a comma, and a blank one is no id.

    Raises ``NotFoundError``, ``AmbiguousSessionError``.
    """
    keys: list[int] = []
    for one in [value] if isinstance(value, str) else value or ():
        try:
            keys.append(lookup.resolve(connection, str(one)))
        except NotFoundError:
            if "," not in str(one):
                raise
            keys += [lookup.resolve(connection, part) for part in listed(str(one))]
    return tuple(keys)


def checked_roles(value: Sequence[str] | str | None) -> tuple[str, ...]:
    """The roles asked for. Raises ``InvalidArgumentError``."""
    roles = listed(value)
    for role in roles:
        if role not in SEARCH_ROLES and role != "title":
            raise InvalidArgumentError(
                f"{role!r} is no role to search", operation="search", hint="use " + ", ".join((*SEARCH_ROLES, "title"))
            )
    return tuple(dict.fromkeys(roles))


def scope_of(connection: Connection, request: SearchRequest) -> Scope:
    """Where to look, by the request's arguments alone. Raises ``InvalidArgumentError``, ``NotFoundError``."""
    named = session_keys(connection, request.sessions)
    excluded = session_keys(connection, request.exclude_sessions)
    return Scope(
        roles=checked_roles(request.roles) or DEFAULT_ROLES,
        sources=listed(request.sources),
        project=request.project,
        branch=request.branch,
        model=request.model,
        after=None if request.after is None else parse_time(request.after),
        before=None if request.before is None else parse_time(request.before),
        sessions=named,
        include_hidden=request.include_hidden,
        live=live_window(connection, request.live),
        without_roots=tuple(dict.fromkeys(sessions.row_by_key(connection, key).root_key for key in excluded)),
    )


def live_window(connection: Connection, live: tuple[str, int | None] | None) -> Live | None:
    """What the caller still has in its context; a session that the archive does not know excludes nothing."""
    if live is None:
        return None
    session_id, first_message_id = live
    try:
        key = lookup.key_of(connection, session_id)
    except NotFoundError:
        return None
    if first_message_id is None:
        return Live(key, None)
    seq = connection.value("SELECT seq FROM message WHERE session = ? AND id = ?", (key, first_message_id))
    return Live(key, None if seq is None else int(seq))


def with_filters(connection: Connection, scope: Scope, query: Query) -> tuple[Scope, bool, list[Filter]]:
    """The scope with the query's own filters, whether they name roles, and those whose value has no meaning."""
    changes: dict[str, Any] = {}
    roles: list[str] = []
    senseless: list[Filter] = []
    for item in query.filters:
        try:
            _add_filter(connection, scope, item, changes, roles)
        except HermesStateError:
            senseless.append(item)
    if "tool" in changes and not roles:
        roles.append("tool")
    if roles:
        changes["roles"] = tuple(dict.fromkeys(roles))
    scope = scope._replace(**changes)
    if scope.project is not None:
        scope = scope._replace(projects=projects_named(connection, scope.project))
    return scope, bool(roles), senseless


def _add_filter(connection: Connection, scope: Scope, item: Filter, changes: dict[str, Any], roles: list[str]) -> None:
    if item.field == "role":
        roles.extend(checked_roles(item.value))
    elif item.field == "source":
        changes["sources"] = (*changes.get("sources", scope.sources), *listed(item.value))
    elif item.field == "session":
        found = session_keys(connection, item.value)
        changes["sessions"] = (*changes.get("sessions", scope.sessions), *found)
    elif item.field in ("after", "before"):
        changes[item.field] = parse_time(item.value)
    else:
        changes[item.field] = item.value


def searched(scope: Scope, *, default_roles: bool, per: str, titles: bool) -> dict[str, Any]:
    """The account of what was searched, for the answer."""
    roles = [*scope.roles, *(["title"] if titles else [])]
    account: dict[str, Any] = {"roles": roles, "per": per}
    if default_roles:
        account["then"] = ["tool"]
    for name in ("sources", "project", "branch", "model", "user", "tool", "title"):
        value = getattr(scope, name)
        if value:
            account[name] = list(value) if isinstance(value, tuple) else value
    for name in ("after", "before"):
        if getattr(scope, name) is not None:
            account[name] = iso(getattr(scope, name))
    if scope.sessions:
        account["sessions"] = len(scope.sessions)
    account["hidden"] = scope.include_hidden
    if scope.without_roots:
        account["conversations_excluded"] = len(scope.without_roots)
    if scope.live is not None:
        account["live_context_excluded"] = True
    return account
