"""Our own lossless form: one record a line, readable, valid UTF-8, with each text once.

The first line is ``{"type": "hermes-state", "version": 1}``. Then each session is a line of type
``session``, followed by its ``message`` and ``event`` lines in order. Fields at their defaults are left
out. In a message's ``extra``, a text that the line holds already stands as a reference to it
(``hermes_state.references``). An ``extra`` or ``record`` that is nested too deep for a reader of lines is
JSON text under the name ``extra_json`` or ``record_json``. What an archive works out itself (root,
preview, counts) is not written.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, BinaryIO

from hermes_state.records import (
    ROLES,
    SESSION_KINDS,
    Event,
    Message,
    Record,
    Session,
    Skip,
    part_texts,
    searchable_texts,
)
from hermes_state.references import lift, restore, text_references
from hermes_state.transcripts.base import Written
from hermes_state.transcripts.lines import MAX_DEPTH, LineReader, is_deep

FORMAT = "jsonl"
VERSION = 1
HEADER_TYPE = "hermes-state"

_MAX_DEPTH = MAX_DEPTH // 2 - 2
"""``lift`` may double the depth of a value, and a line adds its own."""

_WORKED_OUT = frozenset(
    (
        *("root_id", "preview", "last_active_at", "message_count", "hidden"),
        *("pinned_at", "archived_at", "trashed_at"),  # what one person decided in one archive
    )
)
_SESSION_TEXTS = (
    *("source", "kind", "parent_id", "title", "project", "branch", "model", "user"),
    *("end_reason", "system_prompt"),
)
_SESSION_TIMES = ("started_at", "ended_at")
_SESSION_FIELDS = tuple(field.name for field in fields(Session) if field.name not in _WORKED_OUT)
_MESSAGE_TEXTS = (*("tool_name", "tool_call_id", "thinking", "turn", "client_id", "source_id", "replays"),)
_MESSAGE_DEFAULTS = {
    field.name: field.default for field in fields(Message) if field.name not in ("role", "session_id", "extra")
}


def is_header(value: Any) -> bool:
    """Whether a JSON value is the first line of such a file."""
    return isinstance(value, dict) and value.get("type") == HEADER_TYPE and "version" in value


def open_jsonl(path: str | os.PathLike[str], checkpoint: dict[str, Any] | None = None) -> LineReader:
    """A reader of such a file."""
    return LineReader(Path(path), ArchiveParser, FORMAT, checkpoint)


def write(out: BinaryIO, sessions: Iterable[tuple[Session, Iterable[Message | Event]]]) -> Written:
    """Writes the sessions with their records in order; returns the counts."""
    written = Written()
    out.write(_line({"type": HEADER_TYPE, "version": VERSION}))
    for session, records in sessions:
        out.write(_line(_session_object(session)))
        written.sessions += 1
        for record in records:
            if isinstance(record, Event):
                out.write(_line(_event_object(record)))
                written.events += 1
            else:
                out.write(_line(_message_object(record)))
                written.messages += 1
    return written


def _session_object(session: Session) -> dict[str, Any]:
    values = {name: getattr(session, name) for name in _SESSION_FIELDS}
    return {"type": "session", **{name: value for name, value in values.items() if value is not None}}


def _event_object(event: Event) -> dict[str, Any]:
    replays = {} if event.replays is None else {"replays": event.replays}
    if is_deep(event.record, _MAX_DEPTH):
        return {"type": "event", **replays, "record_json": json.dumps(event.record)}
    return {"type": "event", **replays, "record": event.record}


def _message_object(message: Message) -> dict[str, Any]:
    line: dict[str, Any] = {"type": "message", "role": message.role}
    for name, default in _MESSAGE_DEFAULTS.items():
        value = getattr(message, name)
        if value != default:
            line[name] = value
    if message.extra is not None and is_deep(message.extra, _MAX_DEPTH):
        line["extra_json"] = json.dumps(message.extra)
    elif message.extra is not None:
        parts = part_texts(message.content) if isinstance(message.content, list) else ()
        texts = (text for _, text in searchable_texts(message))
        line["extra"] = lift(message.extra, text_references(texts, parts))
    return line


def _line(value: dict[str, Any]) -> bytes:
    """One line of valid UTF-8: a lone surrogate makes the whole line ASCII with escapes."""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError:
        text = json.dumps(_finite(value), ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(json.loads(text), separators=(",", ":")).encode() + b"\n"


def _finite(value: Any) -> Any:
    """``value`` with the numbers that JSON cannot hold as text."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, list) else value


class ArchiveParser:
    """The ``LineParser`` of such a file. It remembers which session it is in."""

    def __init__(self, path: Path, state: dict[str, Any] | None) -> None:
        remembered = state or {}
        self._session: str | None = remembered.get("session")
        self._origin: str = remembered.get("origin", "live")
        self._announced = False

    def feed(self, value: Any, line: int) -> Iterable[Record]:
        """Yields the record of one line; what it is told twice is told anew after a pause in reading."""
        kind = value.get("type") if isinstance(value, dict) else None
        if kind == HEADER_TYPE:
            version = value.get("version")
            if version != VERSION:
                yield Skip(line, f"version {version} of this form is not known; read as version {VERSION}")
        elif kind == "session":
            yield from self._take_session(value, line)
        elif kind in ("message", "event"):
            if self._session is None:
                yield Skip(line, f"a line of type {kind} before any session")
                return
            yield from self._announce(self._session)
            if kind == "message":
                yield from _message(value, self._session, line)
            else:
                replays = value.get("replays")
                record = _from_text(value["record_json"]) if "record_json" in value else value.get("record")
                yield Event(self._session, record, replays if isinstance(replays, str) else None)
        else:
            yield Skip(line, "neither a session nor a message nor an event")

    def unparsed(self, text: str, line: int) -> Iterable[Record]:
        """Yields the text as an event of the session that it stands in."""
        if self._session is not None:
            yield from self._announce(self._session)
            yield Event(self._session, text)

    def finish(self) -> Iterable[Record]:
        """Yields nothing: every line is whole."""
        return ()

    def state(self) -> dict[str, Any]:
        """The session that the lines so far ended in."""
        return {"session": self._session, "origin": self._origin}

    def _announce(self, session_id: str) -> Iterator[Record]:
        """Names the session again that reading paused in: its messages alone do not tell its origin."""
        if not self._announced:
            self._announced = True
            yield Session(id=session_id, origin=self._origin)

    def _take_session(self, value: dict[str, Any], line: int) -> Iterator[Record]:
        identity, origin = value.get("id"), value.get("origin", "live")
        if not isinstance(identity, str) or not identity or not isinstance(origin, str):
            self._session = None
            yield Skip(line, "a session without an id")
            return
        session = Session(id=identity, origin=origin)
        _take(session, value, _SESSION_TEXTS, str)
        _take(session, value, _SESSION_TIMES, float)
        if session.kind not in SESSION_KINDS:
            session.kind = None
        if isinstance(value.get("extra"), dict):
            session.extra = value["extra"]
        self._session, self._origin, self._announced = identity, origin, True
        yield session


def _message(value: dict[str, Any], session_id: str, line: int) -> Iterator[Record]:
    if value.get("role") not in ROLES:
        yield Event(session_id, value)
        yield Skip(line, "a message without a role that we know; kept as an event")
        return
    message = Message(role=value["role"], session_id=session_id)
    if isinstance(value.get("content"), str | list):
        message.content = value["content"]
    _take(message, value, _MESSAGE_TEXTS, str)
    _take(message, value, ("timestamp",), float)
    _take(message, value, ("active", "compacted", "generated"), bool)
    _take(message, value, ("id", "seq"), int)
    calls = value.get("tool_calls")
    if isinstance(calls, list):
        message.tool_calls = [call for call in calls if isinstance(call, dict)]
    if "extra_json" in value:
        extra = _from_text(value["extra_json"])
        message.extra = extra if isinstance(extra, dict) else {"extra_json": extra}
    elif isinstance(value.get("extra"), dict):
        try:
            message.extra = restore(value["extra"], [text for _, text in searchable_texts(message)])
        except (ValueError, TypeError, IndexError) as error:
            message.extra = value["extra"]
            yield Skip(line, f"the extra fields are kept as they stand: {error}")
    yield message


def _take(record: Session | Message, value: dict[str, Any], names: Iterable[str], kind: type) -> None:
    """Sets the fields that have a value of ``kind``; a whole number is a float too, a truth value no number."""
    for name in names:
        item = value.get(name)
        if kind is float and type(item) is int:
            item = _as_float(item)
        if type(item) is kind:
            setattr(record, name, item)


def _from_text(text: Any) -> Any:
    """The value of a JSON text; what is none, as it stands."""
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return text


def _as_float(number: int) -> float | None:
    try:
        return float(number)
    except OverflowError:
        return None
