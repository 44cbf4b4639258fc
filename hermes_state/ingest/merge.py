"""Tells which records of a transcript the archive has already.

A record with an id of its source's is known by it (and by its text: a record that was edited under its
id is kept beside the old one). Another is known by its content, as often as it is stored.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from hermes_state.records import REPLAYED, Event, Message


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


def record_digest(record: Message | Event) -> bytes:
    """``event_digest`` or ``message_digest``."""
    return event_digest(record) if isinstance(record, Event) else message_digest(record)


def _digest(value: Any) -> bytes:
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode("ascii"), digest_size=16).digest()


class KnownRecords:
    """The records that one session of the archive holds, ready to be compared with.

    ``unmatched`` is how many of them nothing that was read has repeated. What was matched since the last
    ``settle`` can be given back, after a transaction that failed. Only ``with_places`` can it stand in for
    a parent's records (``replayed_as``).
    """

    def __init__(self, numbered: Iterable[tuple[int, Message | Event]] = (), *, with_places: bool = False) -> None:
        self._by_id: dict[tuple[str, bytes], tuple[int | None, bool, bool]] = {}
        self._counts: dict[bytes, int] = {}
        self._seqs: dict[bytes, list[int]] | None = {} if with_places else None
        self._matched: list[bytes] = []
        self.unmatched = 0
        for seq, record in numbered:
            self.note(seq, record)

    def note(self, seq: int, record: Message | Event) -> None:
        """Adds a record that is stored at this place of the session."""
        digest = record_digest(record)
        if isinstance(record, Message) and record.source_id is not None:
            self._by_id[record.source_id, digest] = (record.id, record.active, record.compacted)
        if self._seqs is not None:
            self._seqs.setdefault(digest, []).append(seq)
        self._counts[digest] = self._counts.get(digest, 0) + 1
        self.unmatched += 1

    def take(self, record: Message | Event) -> bool:
        """Whether the record is stored already; one without an id of its own uses up one equal stored record."""
        digest = record_digest(record)
        if isinstance(record, Message) and record.source_id is not None:
            if (record.source_id, digest) not in self._by_id:
                return False
        elif self._counts.get(digest, 0) < 1:
            return False
        self._use_up(digest)
        return True

    def _use_up(self, digest: bytes) -> None:
        if self._counts[digest] > 0:
            self._counts[digest] -= 1
            self.unmatched -= 1
            self._matched.append(digest)

    def settle(self) -> None:
        """Keeps what was matched: the transaction is durable."""
        self._matched.clear()

    def give_back(self) -> None:
        """Forgets what was matched since the last ``settle``."""
        for digest in self._matched:
            self._counts[digest] += 1
        self.unmatched += len(self._matched)
        self._matched.clear()

    def changed_state(self, record: Message) -> int | None:
        """The id of the stored message that this one repeats with another state, else ``None``."""
        if record.source_id is None:
            return None
        stored = self._by_id.get((record.source_id, message_digest(record)))
        if stored is None or stored[1:] == (record.active, record.compacted):
            return None
        return stored[0]

    def replayed_as(self, record: Message | Event) -> Event | None:
        """The event to store in place of a record that repeats one of these (its parent session's), else ``None``."""
        digest = record_digest(record)
        left = self._counts.get(digest, 0)
        if left < 1 or self._seqs is None:
            return None
        seq = self._seqs[digest][-left]
        self._use_up(digest)
        note: dict[str, Any] = {"type": REPLAYED, "session": record.replays, "seq": seq}
        note["timestamp"] = record.timestamp if isinstance(record, Message) else _record_time(record)
        return Event(record.session_id, note)


def _record_time(event: Event) -> Any:
    return event.record.get("timestamp") if isinstance(event.record, dict) else None
