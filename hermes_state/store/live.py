"""What an agent does to a session while it runs: create, append, rewind, compact, end."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

from hermes_state.errors import InvalidArgumentError, NotFoundError
from hermes_state.records import ROLES, SESSION_KINDS, Message, Session
from hermes_state.store import lookup, sessions
from hermes_state.store.connection import Connection
from hermes_state.store.flags import COMPACTED, GENERATED, INACTIVE, ROLE_CODES
from hermes_state.store.packs import PackCodec
from hermes_state.store.redacting import Redacts, redacted_message
from hermes_state.store.sessions import SessionRow, clean, row_by_key
from hermes_state.store.writing import Writer

KNOWN_CLIENT_ID = "SELECT message FROM client_message WHERE session = ? AND client_id = ?"
SEQ_OF = "SELECT seq FROM message WHERE session = ? AND id = ?"
REWIND = f"UPDATE message SET flags = (flags | {INACTIVE}) & ~{COMPACTED} WHERE session = ? AND seq >= ?"
COMPACT = f"""
UPDATE message SET flags = flags | {INACTIVE | COMPACTED}
WHERE session = ? AND seq <= ? AND flags & {INACTIVE} = 0
"""
FORGET_PREVIEW = f"""
UPDATE session SET preview = NULL
WHERE key = ?1 AND NOT EXISTS (
    SELECT 1 FROM message
    WHERE session = ?1 AND role = {ROLE_CODES["user"]} AND flags & {GENERATED} = 0
        AND flags & {INACTIVE | COMPACTED} <> {INACTIVE}
)
"""
Given = Message | Mapping[str, Any]

END_SESSION = "UPDATE session SET ended_at = ?, end_reason = coalesce(?, end_reason) WHERE key = ?"


def new_session_id() -> str:
    """An id that no other session has: when it began, to the second, and eight digits by chance."""
    import uuid  # 1.5 ms, needed only where a caller gives no id

    return f"{time.strftime('%Y%m%d_%H%M%S')}_{uuid.uuid4().hex[:8]}"


def require_session(session: Session) -> None:
    """Raises ``InvalidArgumentError`` for what no session can be."""
    if session.kind is not None and session.kind not in SESSION_KINDS:
        raise InvalidArgumentError(
            f"{session.kind!r} is no kind of session", operation="create", hint="use " + ", ".join(SESSION_KINDS)
        )
    for name in ("id", "source", "title", "project", "model", "system_prompt"):
        _require(name, getattr(session, name), (str, type(None)), "text", operation="create")
    _require("started_at", session.started_at, (int, float, type(None)), "a number of seconds", operation="create")
    _require_moment("started_at", session.started_at, operation="create")
    if not session.id.strip():
        raise InvalidArgumentError(
            "an empty id names no session", operation="create", hint="give one, or none to have one made"
        )


def create(connection: Connection, codec: PackCodec, session: Session, parent: str | None) -> str:
    """Makes a session below the one named ``parent`` (an id or ``origin:id``) unless it is known; returns its id.

    Takes part in the transaction. Raises ``NotFoundError``, ``AmbiguousSessionError`` for the parent.
    """
    known = sessions.find_row(connection, session.origin, session.id)
    if known is not None:
        return known.id
    sessions.undelete(connection, session.origin, session.id)
    if parent is not None:
        above = sessions.row_by_key(connection, lookup.key_of(connection, parent))
        session.parent_id = above.id if above.origin == session.origin else f"{above.origin}:{above.id}"
    return sessions.upsert(connection, codec, session).id


def append(writer: Writer, row: SessionRow, messages: Sequence[Message]) -> list[int]:
    """Appends messages, none twice whose client id the session knows. Returns every message's id, in order."""
    ids: list[int | None] = []
    fresh: list[Message] = []
    pending: dict[str, int] = {}
    for message in messages:
        known = None
        client_id = clean(message.client_id)
        if client_id is not None:
            known = writer.connection.value(KNOWN_CLIENT_ID, (row.key, client_id))
            if known is None and client_id in pending:
                ids.append(-1 - pending[client_id])
                continue
            pending.setdefault(client_id, len(fresh))
        ids.append(known)
        if known is None:
            fresh.append(message)
    try:
        stored = writer.append_loose(row, fresh) if fresh else []
    except (TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise _no_json(error) from error
    result: list[int] = []
    remaining = iter(stored)
    for known in ids:
        if known is None:
            result.append(next(remaining))
        else:
            result.append(stored[-1 - known] if known < 0 else known)
    return result


def messages_of(given: Given | Iterable[Given]) -> list[Message]:
    """The message or messages that a caller gave, checked, those without a time of this moment.

    Raises ``InvalidArgumentError``.
    """
    now = time.time()
    values = [given] if isinstance(given, Message | Mapping) else given
    return [message_of(value if isinstance(value, Message) else dict(value), now) for value in values]


def redacted(messages: Sequence[Message], redactor: Redacts) -> list[Message]:
    """The messages without their secrets. Raises ``InvalidArgumentError`` for what JSON cannot hold."""
    try:
        return [redacted_message(message, redactor) for message in messages]
    except (TypeError, ValueError, RecursionError) as error:
        raise _no_json(error) from error


def _no_json(error: Exception) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"a message holds what JSON cannot ({error})",
        operation="append",
        hint="use strings, numbers, lists and dicts",
    )


def message_of(value: Message | dict[str, object], now: float) -> Message:
    """The message that a caller gave, checked. Raises ``InvalidArgumentError``."""
    if isinstance(value, Message):
        message = value
    else:
        unknown = set(value) - _FIELDS
        if unknown or "role" not in value:
            problem = f"unknown field {sorted(unknown)[0]!r}" if unknown else "no role"
            raise InvalidArgumentError(
                f"a message has {problem}",
                operation="append",
                hint="fields without a place of their own go into extra",
            )
        message = Message(**value)  # type: ignore[arg-type]
    for name, types, what in _TYPES:
        value_given = getattr(message, name)
        if value_given is not None and type(value_given) not in types:
            _require(name, value_given, types, what, operation="append")
    _require_moment("timestamp", message.timestamp, operation="append")
    for call in message.tool_calls or ():
        _require("a tool call", call, (dict,), "an object", operation="append")
    if message.role not in ROLES:
        raise InvalidArgumentError(f"{message.role!r} is no role", operation="append", hint="use " + ", ".join(ROLES))
    return message if message.timestamp is not None else replace(message, timestamp=now)


def _require(name: str, value: Any, types: tuple[type, ...], what: str, *, operation: str) -> None:
    if not isinstance(value, types) or isinstance(value, bool):
        raise InvalidArgumentError(
            f"{name} is {what}, not {type(value).__name__}", operation=operation, hint="give it in that form"
        )


def _require_moment(name: str, seconds: float | None, *, operation: str) -> None:
    """Refuses what no clock shows: stored, it could neither be sorted nor written as JSON."""
    if isinstance(seconds, float) and not isfinite(seconds):
        raise InvalidArgumentError(f"{name} {seconds} is no moment", operation=operation, hint="give seconds, or None")


_TYPES: tuple[tuple[str, tuple[type, ...], str], ...] = (
    ("content", (str, list), "text or a list of parts"),
    ("timestamp", (int, float), "a number of seconds since 1970"),
    ("tool_name", (str,), "text"),
    ("tool_call_id", (str,), "text"),
    ("tool_calls", (list,), "a list"),
    ("thinking", (str,), "text"),
    ("turn", (str,), "text"),
    ("client_id", (str,), "text"),
    ("source_id", (str,), "text"),
    ("extra", (dict,), "an object"),
)
"""What the fields of a message are, besides ``None``."""

_FIELDS = frozenset(
    "role content timestamp tool_name tool_call_id tool_calls thinking turn active compacted generated client_id "
    "source_id extra".split()
)


def rewind(connection: Connection, key: int, message_id: int) -> int:
    """Takes a message and all that follow it out of the conversation; returns how many. They stay stored, hidden."""
    connection.run(REWIND, (key, _seq(connection, key, message_id)))
    count = connection.changes()
    connection.run(FORGET_PREVIEW, (key,))
    return count


def compact(writer: Writer, key: int, upto_message_id: int, summary: str | None) -> int | None:
    """Marks messages up to and with one as summarised away (still found); appends the summary and returns its id."""
    connection = writer.connection
    connection.run(COMPACT, (key, _seq(connection, key, upto_message_id)))
    if summary is None:
        return None
    message = Message(role="user", content=summary, timestamp=time.time(), generated=True)
    return writer.append_loose(row_by_key(connection, key), [message])[0]


def end(connection: Connection, row: SessionRow, reason: str | None, ended_at: float) -> None:
    """Notes that a session ended, and why."""
    connection.run(END_SESSION, (ended_at, clean(reason), row.key))


def _seq(connection: Connection, key: int, message_id: int) -> int:
    seq = connection.value(SEQ_OF, (key, message_id))
    if seq is None:
        raise NotFoundError(
            f"message {message_id} is not in this session",
            operation="find",
            hint="hermes session show ID lists messages",
        )
    return int(seq)
