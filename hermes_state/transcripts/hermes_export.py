"""Reads the files that Hermes Agent exports: one session a line, and the snapshot of one session.

A session line holds the session's columns and ``messages``, the rows of the database; one of a
conversation that was split by compaction holds its parts in ``segments``. The ids are those of the
database, so that an export of what is known already adds nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from hermes_state.records import Event, Record, Session, Skip
from hermes_state.transcripts.base import Reader
from hermes_state.transcripts.hermes_rows import ORIGIN, message_records, session_record
from hermes_state.transcripts.json_document import open_json

FORMAT = "hermes-export"

_NOT_SESSION = ("messages", "segments", "lineage_session_ids", "last_active")
_COLUMNS_OF_HERMES = frozenset(("model_config", "parent_session_id", "tool_call_count", "input_tokens", "end_reason"))
"""Columns that tell an export from other conversations with an id, a source and a start."""

_SNAPSHOT_NAMES = {"session_id": "id", "platform": "source", "session_start": "started_at"}
_SNAPSHOT_MARK = "_db_persisted"


def is_session(value: Any) -> bool:
    """Whether a JSON value can be read as a session that Hermes exported."""
    return isinstance(value, dict) and isinstance(value.get("id"), str) and isinstance(value.get("messages"), list)


def is_export(value: Any) -> bool:
    """Whether a JSON value, which may be cut off before its messages, is a session as Hermes alone exports it."""
    if not isinstance(value, dict) or not {"id", "source", "started_at"} <= value.keys():
        return False
    return len(_COLUMNS_OF_HERMES & value.keys()) > 1


def is_snapshot(value: Any) -> bool:
    """Whether a JSON value is the snapshot that Hermes writes of a session."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("session_id"), str)
        and "session_start" in value
        and "platform" in value
        and isinstance(value.get("messages"), list)
    )


def open_export(path: str | os.PathLike[str], checkpoint: dict[str, Any] | None = None) -> Reader:
    """A reader of an export (a session a line, or a list) or of a snapshot."""
    return open_json(path, HermesExportParser, FORMAT, checkpoint)


class HermesExportParser:
    """The ``LineParser`` of exports and snapshots.

    It remembers which sessions ended in a compaction and which have such a parent, because a line
    does not say of its session whether it goes on from a compacted one, and may stand before its parent's.
    """

    def __init__(self, path: Path, state: dict[str, Any] | None) -> None:
        remembered = state or {}
        self._session_id: str | None = remembered.get("session")
        self._compressed: dict[str, None] = dict.fromkeys(remembered.get("compressed", ()))
        self._children: dict[str, list[str]] = {
            parent: list(children) for parent, children in remembered.get("children", {}).items()
        }

    def feed(self, value: Any, line: int) -> Iterable[Record]:
        """Yields the sessions and messages of one exported object."""
        if is_snapshot(value):
            yield from self._snapshot(value)
        elif is_session(value):
            parts = value.get("segments")
            segments = [part for part in parts if is_session(part)] if isinstance(parts, list) else []
            for segment in segments or [value]:
                yield from self._session(segment, segment["messages"])
        else:
            yield Skip(line, "no session as Hermes Agent exports it")

    def unparsed(self, text: str, line: int) -> Iterable[Record]:
        """Yields the text as an event of the session before it."""
        if self._session_id is not None:
            yield Event(self._session_id, text)

    def finish(self) -> Iterable[Record]:
        """Yields nothing: every object is whole."""
        return ()

    def state(self) -> dict[str, Any]:
        """The session of the last object, and what is known of compactions."""
        children = {parent: list(ids) for parent, ids in self._children.items()}
        return {"session": self._session_id, "compressed": list(self._compressed), "children": children}

    def _session(self, row: dict[str, Any], messages: list[Any], local_times: bool = False) -> Iterator[Record]:
        columns = {name: value for name, value in row.items() if name not in _NOT_SESSION}
        session = session_record(columns, self._compressed, local_times=local_times)
        self._session_id = session.id
        yield session
        for message in messages:
            if isinstance(message, dict):
                yield from message_records(message, session.id)
            else:
                yield Event(session.id, message)
        yield from self._compactions(session)

    def _compactions(self, session: Session) -> Iterator[Record]:
        """Says of the sessions before that go on from this one what made them, once this one tells it."""
        if session.kind == "resume" and session.parent_id is not None:
            self._children.setdefault(session.parent_id, []).append(session.id)
        if session.end_reason == "compression":
            self._compressed[session.id] = None
            for child in self._children.pop(session.id, ()):
                yield Session(id=child, origin=ORIGIN, kind="compaction", parent_id=session.id)

    def _snapshot(self, value: dict[str, Any]) -> Iterator[Record]:
        row = {_SNAPSHOT_NAMES.get(name, name): item for name, item in value.items()}
        rows = [
            {name: cell for name, cell in message.items() if name != _SNAPSHOT_MARK}
            if isinstance(message, dict)
            else message
            for message in value["messages"]
        ]
        yield from self._session(row, rows, local_times=True)
