"""Which session a text names: by its id, ``origin:id``, or the beginning of one."""

from __future__ import annotations

from hermes_state.errors import AmbiguousSessionError, NotFoundError
from hermes_state.store.connection import Connection, Row
from hermes_state.store.sessions import ROW_COLUMNS, SessionRow, clean, find_row, row_by_key

SHOWN_NAMES = 3
"""How many sessions an ambiguous name is told to fit; the queries fetch one more, to say that there are others."""

BY_ID = "SELECT key, origin, id FROM session WHERE id = ? ORDER BY key LIMIT 4"
ROWS_BY_ID = f"SELECT {ROW_COLUMNS} FROM session WHERE id = ? LIMIT 2"
BY_PREFIX = """
SELECT key, origin, id FROM session
WHERE id >= ?1 AND id < ?1 || char(1114111) AND (instr(substr(id, length(?1) + 1), '/') > 0) = ?2
ORDER BY id
LIMIT 4
"""
ALL_IDS = "SELECT id FROM session ORDER BY tip_at DESC LIMIT 20000"


def key_of(connection: Connection, session_id: str) -> int:
    """The key of the session with exactly this id or ``origin:id``.

    Raises ``NotFoundError``; ``AmbiguousSessionError`` when sources gave two sessions the same id.
    """
    text = clean(session_id)
    of_origin = _of_origin(connection, text)
    if of_origin is not None:
        return of_origin
    found = connection.rows(BY_ID, (text,))
    if len(found) == 1:
        return int(found[0][0])
    if found:
        raise _ambiguous(text, found)
    raise NotFoundError(f"there is no session {text}", operation="find", hint="hermes session list shows the ids")


def row_of(connection: Connection, session_id: str) -> SessionRow:
    """The row of the session with exactly this id or ``origin:id``, in one statement as a rule: appending asks it.

    Raises as ``key_of`` does.
    """
    text = clean(session_id)
    if ":" not in text:
        found = connection.rows(ROWS_BY_ID, (text,))
        if len(found) == 1:
            return SessionRow(*found[0])
    return row_by_key(connection, key_of(connection, text))


def _of_origin(connection: Connection, text: str) -> int | None:
    """The key of the session that ``origin:id`` names, which goes before an id that reads like it."""
    origin, _, bare = text.partition(":")
    row = find_row(connection, origin, bare) if bare else None
    return None if row is None else row.key


def _ambiguous(text: str, found: list[Row]) -> AmbiguousSessionError:
    names = [f"{row[1]}:{row[2]}" for row in found]
    if len(names) > SHOWN_NAMES:
        names[SHOWN_NAMES:] = ["…"]
    return AmbiguousSessionError(
        f"{text} names more than one session",
        operation="find",
        hint="say which: " + ", ".join(names),
    )


def resolve(connection: Connection, text: str) -> int:
    """The key of the session that a person names: an id, ``origin:id``, or a unique beginning of one.

    Raises ``AmbiguousSessionError``; ``NotFoundError`` with the nearest id as its hint.
    """
    asked = clean(text)
    text = asked.strip()
    if asked != text:  # an id may begin or end with white space; exactly so written it is meant
        found = connection.rows(BY_ID, (asked,))
        if len(found) == 1:
            return int(found[0][0])
    of_origin = _of_origin(connection, text)
    if of_origin is not None:
        return of_origin
    # A session's own sub-agents (id/agent) begin like it; they count only where nothing else does.
    for sql, bindings in ((BY_ID, (text,)), (BY_PREFIX, (text, 0)), (BY_PREFIX, (text, 1))):
        if not text:
            break
        found = connection.rows(sql, bindings)
        if len(found) == 1:
            return int(found[0][0])
        if found:
            raise _ambiguous(text, found)
    raise NotFoundError(f"there is no session {text}", operation="find", hint=_nearest(connection, text))


def _nearest(connection: Connection, text: str) -> str:
    import difflib  # only on this path: it would slow the start of every command

    ids = [row[0] for row in connection.rows(ALL_IDS)]
    near = difflib.get_close_matches(text, ids, n=1, cutoff=0.5)
    if near:
        return f"did you mean {near[0]}?"
    return "hermes session list shows the ids"
