"""The record of every change of a store, append-only: written ahead of the change, listed, found again."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from hermes_state.memory.disk import files
from hermes_state.memory.entries.operations import TextChange
from hermes_state.memory.journal import fields
from hermes_state.memory.targets import Place
from hermes_state.times import iso

if TYPE_CHECKING:
    from hermes_state.memory.store import MemoryStore

OUTSIDE = "outside"
"""The operation of a change that somebody made to the file without this package."""


@dataclass(frozen=True, slots=True)
class Author:
    """Who writes: ``tool`` (the agent in a turn), ``background`` (a review after it) or ``person``; and from where."""

    origin: str = "tool"
    session: str | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One write. ``before_file`` and ``after_file`` are the hashes of the file's bytes, ``None`` for no file.

    ``time`` is what the clock said, seconds since the epoch; the order is that of the records, never of the times.
    """

    id: str
    time: float
    operation: str
    author: Author
    changes: tuple[TextChange, ...]
    before_file: str | None
    after_file: str | None
    undoes: str | None = None
    void: bool = field(default=False, compare=False)
    undone_by: str | None = field(default=None, compare=False)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the change with its time as ISO 8601."""
        return {
            "id": self.id,
            "time": iso(self.time),
            "operation": self.operation,
            "origin": self.author.origin,
            "session": self.author.session,
            "message": self.author.message,
            "changes": [asdict(one) for one in self.changes],
            "undoes": self.undoes,
            "undone_by": self.undone_by,
        }


def new_id() -> str:
    """Eight hex digits that name a change or a pending write."""
    return secrets.token_hex(4)


def as_line(change: Change) -> bytes:
    """A change as one line of the file."""
    record = {
        "id": change.id,
        "time": change.time,
        "operation": change.operation,
        **{name: value for name, value in asdict(change.author).items() if value is not None},
        "changes": [_without_false(asdict(one)) for one in change.changes],
        "before_file": change.before_file,
        "after_file": change.after_file,
        "undoes": change.undoes,
    }
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def _without_false(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not False}


def void_line(change_id: str) -> bytes:
    """The line that says of an earlier one that its change never reached the file."""
    return json.dumps({"void": change_id}).encode() + b"\n"


def parsed(data: bytes) -> list[Change]:
    """The changes of a history's bytes, oldest first; lines that are no record are passed over (a killed writer's)."""
    changes: dict[str, Change] = {}
    void: set[str] = set()
    undone: dict[str, str] = {}
    for line in data.split(b"\n"):
        record = _record(line)
        if record is None:
            continue
        if isinstance(record.get("void"), str):
            void.add(record["void"])
            continue
        change = _change(record)
        if change is not None:
            changes[change.id] = change
    for change in changes.values():
        if change.undoes is not None and change.id not in void:
            undone[change.undoes] = change.id
    return [replace(one, void=one.id in void, undone_by=undone.get(one.id)) for one in changes.values()]


def _record(line: bytes) -> dict[str, Any] | None:
    if not line.strip():
        return None
    try:
        record = json.loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _change(record: dict[str, Any]) -> Change | None:
    try:
        texts = tuple(
            TextChange(
                fields.text(one["action"]),
                fields.text_or_none(one["before"]),
                fields.text_or_none(one["after"]),
                int(one["position"]),
                bool(one.get("forgotten", False)),
            )
            for one in record["changes"]
        )
        return Change(
            fields.text(record["id"]),
            fields.moment(record["time"]),
            fields.text(record["operation"]),
            author_of(record),
            texts,
            fields.text_or_none(record["before_file"]),
            fields.text_or_none(record["after_file"]),
            fields.text_or_none(record.get("undoes")),
        )
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
        return None


def author_of(record: Mapping[str, Any]) -> Author:
    """Who wrote, out of the fields of a record; raises ``TypeError`` for fields that are no text."""
    return Author(
        fields.text(record.get("origin", "tool")),
        fields.text_or_none(record.get("session")),
        fields.text_or_none(record.get("message")),
    )


def load(place: Place) -> list[Change]:
    """Every change of a store that is on record, oldest first, void ones included; raises ``MemoryFileError``."""
    return parsed(files.read(place.history) or b"")


def texts_by_hash(changes: Iterable[Change], hash_of: Any) -> dict[str, str]:
    """Every text that the changes speak of, by its hash."""
    found: dict[str, str] = {}
    for change in changes:
        for one in change.changes:
            for text in (one.before, one.after):
                if text is not None:
                    found[hash_of(text)] = text
    return found


def changes(store: MemoryStore, target: str, limit: int | None = None) -> list[Change]:
    """The changes of a store that reached its file, newest first; raises ``MemoryFileError``."""
    found: Sequence[Change] = [change for change in load(store.place(target)) if not change.void]
    newest_first = list(reversed(found))
    return newest_first if limit is None else newest_first[:limit]
