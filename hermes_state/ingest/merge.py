"""Tells which records of a transcript the archive has already.

A record with an id of its source's is known by it (and by its text: a record that was edited under its
id is kept beside the old one). Another is known by its content, as often as it is stored.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from hermes_state.records import Event, Message

REPLAYED = "hermes-state/replayed"
"""The ``type`` of the event that stands for a record which repeats one of the parent session."""


def message_digest(message: Message) -> bytes:
    """A hash of what a message says, without its times, ids and state."""
    return _digest(
        [
            message.role,
            message.content,
            message.thinking,
            message.tool_calls,
            message.tool_call_id,
        ]
    )


def event_digest(event: Event) -> bytes:
    """A hash of an event's record without its own time."""
    record = event.record
    if isinstance(record, dict):
        record = {name: value for name, value in record.items() if name not in ("timestamp", "ordinal")}
    return _digest(record)


def _digest(value: Any) -> bytes:
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode("ascii"), digest_size=16).digest()


class KnownRecords:
    """The records that one session of the archive holds, ready to be compared with."""

    def __init__(self, records: Iterable[Message | Event]) -> None:
        self._by_id: dict[str, dict[bytes, Message | None]] = {}
        self._counts: dict[bytes, int] = {}
        self._seqs: dict[bytes, list[int]] = {}
        for record in records:
            self.note(record)

    def note(self, record: Message | Event) -> None:
        """Adds a record that is stored now."""
        if isinstance(record, Event):
            digest = event_digest(record)
        else:
            digest = message_digest(record)
            if record.source_id is not None:
                self._by_id.setdefault(record.source_id, {})[digest] = _state_of(record)
            if record.seq is not None:
                self._seqs.setdefault(digest, []).append(record.seq)
        self._counts[digest] = self._counts.get(digest, 0) + 1

    def take(self, record: Message | Event) -> bool:
        """Whether the record is stored already; one without an id of its own uses up one equal stored record."""
        if isinstance(record, Message) and record.source_id is not None:
            return message_digest(record) in self._by_id.get(record.source_id, ())
        digest = event_digest(record) if isinstance(record, Event) else message_digest(record)
        if self._counts.get(digest, 0) > 0:
            self._counts[digest] -= 1
            return True
        return False

    def changed_state(self, record: Message) -> int | None:
        """The id of the stored message that this one repeats with another state, else ``None``."""
        if record.source_id is None:
            return None
        stored = self._by_id.get(record.source_id, {}).get(message_digest(record))
        if stored is None or (stored.active, stored.compacted) == (record.active, record.compacted):
            return None
        return stored.id

    def replayed_as(self, record: Message | Event) -> Event | None:
        """The event to store in place of a record that repeats one of these (its parent session's), else ``None``."""
        digest = event_digest(record) if isinstance(record, Event) else message_digest(record)
        if self._counts.get(digest, 0) < 1:
            return None
        self._counts[digest] -= 1
        seqs = self._seqs.get(digest)
        note: dict[str, Any] = {"type": REPLAYED, "session": record.replays}
        if seqs:
            note["seq"] = seqs.pop(0)
        note["timestamp"] = record.timestamp if isinstance(record, Message) else _record_time(record)
        return Event(record.session_id, note)


def _state_of(message: Message) -> Message:
    """A small copy that holds only what ``changed_state`` compares."""
    return Message(role=message.role, active=message.active, compacted=message.compacted, id=message.id)


def _record_time(event: Event) -> Any:
    return event.record.get("timestamp") if isinstance(event.record, dict) else None
