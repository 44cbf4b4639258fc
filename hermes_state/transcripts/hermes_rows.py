"""Hermes Agent's session and message rows (of its database and its exports) as records.

One rule makes the mapping lossless: ``extra`` holds each column that has no place of its own, and
also a column that has one whenever the record would not give back the exact value. A writer starts
from the record and lets ``extra`` overrule it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping
from typing import Any

from hermes_state.records import ROLES, Event, Message, Record, Session, content_text
from hermes_state.transcripts.json_document import decoder
from hermes_state.transcripts.lines import is_deep
from hermes_state.transcripts.moments import moment

ORIGIN = "hermes"

JSON_CONTENT_MARK = "\x00json:"
"""What stands before the JSON of structured content in the content column."""

GENERATED_MARKS = ("[CONTEXT COMPACTION", "[Your active task list was preserved")
"""How texts begin that the harness writes into a conversation when it compacts one."""

MESSAGE_DEFAULTS: dict[str, Any] = {"observed": 0}

_MAX_DEPTH = 100
"""JSON in a cell that is nested deeper stays the text that it is."""

_MESSAGE_COLUMNS = frozenset(
    (
        *("id", "session_id", "role", "content", "timestamp", "tool_name", "tool_call_id"),
        *("tool_calls", "reasoning", "active", "compacted"),
    )
)
_SESSION_TEXTS = {
    "source": "source",
    "title": "title",
    "cwd": "project",
    "git_branch": "branch",
    "model": "model",
    "user_id": "user",
    "end_reason": "end_reason",
    "system_prompt": "system_prompt",
}
_SESSION_COLUMNS = frozenset((*_SESSION_TEXTS, "id", "parent_session_id", "started_at", "ended_at"))


def session_record(row: Mapping[str, Any], compressed: Collection[str] = (), local_times: bool = False) -> Session:
    """The session of one row; ``compressed`` names the sessions that ended in a compaction into a new one."""
    session = Session(id=str(row["id"]), origin=ORIGIN)
    extra = {name: _json_cell(value) for name, value in row.items() if name not in _SESSION_COLUMNS}
    for column, field in _SESSION_TEXTS.items():
        value = _json_cell(row.get(column))
        if isinstance(value, str):
            setattr(session, field, value)
        else:
            extra[column] = value
    for column in ("started_at", "ended_at"):
        value = _json_cell(row.get(column))
        seconds = moment(value, local=local_times)
        setattr(session, column, seconds)
        if seconds is None or isinstance(value, str):
            extra[column] = value
    session.source = session.source or ORIGIN
    session.kind, session.parent_id = _kind_and_parent(row, compressed)
    session.extra = {name: value for name, value in extra.items() if value is not None} or None
    return session


def _kind_and_parent(row: Mapping[str, Any], compressed: Collection[str]) -> tuple[str | None, str | None]:
    """What made the session out of its parent. A mark that names another session was inherited and says nothing."""
    marks = _object(row.get("model_config"))
    delegated, branched = _text(marks.get("_delegate_from")), _text(marks.get("_branched_from"))
    parent = _text(row.get("parent_session_id")) or delegated or branched
    if delegated is not None and delegated == parent:
        return "subagent", parent
    if branched is not None and branched == parent:
        return "branch", parent
    if parent is not None and parent in compressed:
        return "compaction", parent
    if row.get("source") == "subagent":
        return "subagent", parent
    return ("resume" if parent is not None else None), parent


def message_records(row: Mapping[str, Any], session_id: str) -> list[Record]:
    """The message of one row, or an event where its role is none of ours."""
    if row.get("role") not in ROLES:
        record = {name: value for name, cell in row.items() if (value := _json_cell(cell)) is not None}
        return [Event(session_id, record)]
    return [_message(row, session_id)]


def _message(row: Mapping[str, Any], session_id: str) -> Message:
    extra = {
        name: value
        for name, cell in row.items()
        if name not in _MESSAGE_COLUMNS
        and (value := _json_cell(cell)) is not None
        and value != MESSAGE_DEFAULTS.get(name)
    }
    message = Message(role=row["role"], session_id=session_id)
    identity = row.get("id")
    message.source_id = None if identity is None else str(identity)
    _set_content(message, _json_cell(row.get("content")), extra)
    _set_tool_calls(message, _json_cell(row.get("tool_calls")), extra)
    for name in ("tool_name", "tool_call_id"):
        value = _json_cell(row.get(name))
        if isinstance(value, str):
            setattr(message, name, value)
        elif value is not None:
            extra[name] = value
    _set_thinking(message, row, extra)
    timestamp = _json_cell(row.get("timestamp"))
    message.timestamp = moment(timestamp)
    if timestamp is not None and (message.timestamp is None or isinstance(timestamp, str)):
        extra["timestamp"] = timestamp
    message.active, message.compacted = flags(row)
    message.generated = content_text(message.content).startswith(GENERATED_MARKS)
    message.extra = extra or None
    return message


def flags(row: Mapping[str, Any]) -> tuple[bool, bool]:
    """(active, compacted) of a message row: an absent or NULL ``active`` means active."""
    active, compacted = row.get("active"), row.get("compacted")
    return active is None or bool(active), bool(compacted)


def _set_content(message: Message, value: Any, extra: dict[str, Any]) -> None:
    if isinstance(value, str) and value.startswith(JSON_CONTENT_MARK):
        decoded = _json_or(value[len(JSON_CONTENT_MARK) :], value)
        if not isinstance(decoded, str):
            value = decoded
    if value is None or isinstance(value, str | list):
        message.content = value
        return
    extra["content"] = value
    message.content = [value] if isinstance(value, dict) else json.dumps(value)


def _set_tool_calls(message: Message, value: Any, extra: dict[str, Any]) -> None:
    decoded = _json_or(value, None) if isinstance(value, str) else value
    calls = [call for call in decoded if isinstance(call, dict)] if isinstance(decoded, list) else []
    message.tool_calls = calls or None
    if value is not None and (not isinstance(decoded, list) or len(calls) != len(decoded) or not calls):
        extra["tool_calls"] = value


def _set_thinking(message: Message, row: Mapping[str, Any], extra: dict[str, Any]) -> None:
    shown = _json_cell(row.get("reasoning"))
    if isinstance(shown, str):
        message.thinking = shown
        return
    returned = row.get("reasoning_content")
    if isinstance(returned, str) and returned:
        message.thinking = returned
    if shown is not None or message.thinking is not None:
        extra["reasoning"] = shown


def _object(value: Any) -> dict[str, Any]:
    decoded = _json_or(value, None) if isinstance(value, str) else value
    return decoded if isinstance(decoded, dict) else {}


def _json_or(text: str, default: Any) -> Any:
    try:
        value = decoder.decode(text)
    except (ValueError, RecursionError):
        return default
    return default if is_deep(value, _MAX_DEPTH) else value


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _json_cell(value: Any) -> Any:
    """A cell as JSON can hold it: bytes as text (undecodable ones as lone surrogates), an infinity as text."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
