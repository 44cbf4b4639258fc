"""What is known of entries beside their text: since when, from where, and what a person allowed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from hermes_state.errors import MemoryFileError
from hermes_state.memory.disk import files
from hermes_state.memory.entries.erasing import FORGOTTEN
from hermes_state.memory.entries.text import content_hash
from hermes_state.memory.journal import fields
from hermes_state.memory.journal.history import OUTSIDE, Change
from hermes_state.memory.targets import Place

VERSION = 1


@dataclass(slots=True)
class EntryFacts:
    """When an entry came and was last changed (seconds since the epoch) and who wrote it.

    ``outside`` is true for a text that stands in the file without having been written by this package.
    """

    created: float
    changed: float
    origin: str = "tool"
    session: str | None = None
    message: str | None = None
    outside: bool = False


@dataclass(slots=True)
class Sidecar:
    """The facts of each entry by its content hash.

    ``overrides`` holds a person's reason by content hash, ``warned`` the hashes that the log has told of, ``last``
    the newest change of the history that is counted in here, ``clean`` the mark of entries in which nothing was found.
    """

    entries: dict[str, EntryFacts] = field(default_factory=dict)
    overrides: dict[str, dict[str, Any]] = field(default_factory=dict)
    warned: list[str] = field(default_factory=list)
    last: str | None = None
    clean: str | None = None
    damaged: bool = False

    def as_bytes(self) -> bytes:
        document = {
            "version": VERSION,
            "entries": {key: asdict(facts) for key, facts in self.entries.items()},
            "overrides": self.overrides,
            "warned": self.warned,
            "last": self.last,
            "clean": self.clean,
        }
        return json.dumps(document, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass") + b"\n"


def load(place: Place) -> Sidecar:
    """The sidecar of a store, empty where there is none; ``damaged`` where it is no document of ours.

    Raises ``MemoryFileError`` when it cannot be read.
    """
    data = files.read(place.sidecar)
    return Sidecar() if data is None else parsed(data)


def load_if_readable(place: Place) -> Sidecar:
    """As ``load``, and empty when it cannot be read: for what only shows, and for the scan (no override holds then)."""
    try:
        return load(place)
    except MemoryFileError:
        return Sidecar(damaged=True)


def parsed(data: bytes) -> Sidecar:
    """The sidecar of a file's bytes; parts that make no sense are left out."""
    try:
        document = json.loads(data.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return Sidecar(damaged=True)
    if not isinstance(document, dict) or document.get("version") != VERSION:
        return Sidecar(damaged=True)
    found = Sidecar()
    for key, facts in _items(document.get("entries")):
        known = _facts(facts)
        if known is not None:
            found.entries[key] = known
    for key, override in _items(document.get("overrides")):
        allowed = _override(override)
        if allowed is not None:
            found.overrides[key] = allowed
    warned = document.get("warned")
    if isinstance(warned, list):
        found.warned = [one for one in warned if isinstance(one, str)]
    if isinstance(document.get("last"), str):
        found.last = document["last"]
    if isinstance(document.get("clean"), str):
        found.clean = document["clean"]
    return found


def _items(value: object) -> Iterable[tuple[str, Any]]:
    return value.items() if isinstance(value, dict) else ()


def _facts(value: object) -> EntryFacts | None:
    if not isinstance(value, dict):
        return None
    try:
        return EntryFacts(
            fields.moment(value["created"]),
            fields.moment(value["changed"]),
            fields.text(value.get("origin", "tool")),
            fields.text_or_none(value.get("session")),
            fields.text_or_none(value.get("message")),
            bool(value.get("outside", False)),
        )
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def _override(value: object) -> dict[str, Any] | None:
    """A person's reason and when it was given; without a reason there is none."""
    if not isinstance(value, dict) or not isinstance(value.get("reason"), str):
        return None
    try:
        return {"reason": value["reason"], "time": fields.moment(value.get("time"))}
    except (TypeError, ValueError, OverflowError):
        return {"reason": value["reason"], "time": None}


def count_in(known: Sidecar, changes: Sequence[Change]) -> None:
    """Counts changes, oldest first, into the facts of the entries; what a later one removed stays out at the end."""
    for change in changes:
        if change.void:
            continue
        outside = change.operation == OUTSIDE
        for one in change.changes:
            earlier = None if one.before is None else known.entries.pop(content_hash(one.before), None)
            if one.after is None or (one.forgotten and FORGOTTEN in one.after):
                continue
            key = content_hash(one.after)
            created = earlier.created if earlier is not None and not outside else change.time
            known.entries[key] = EntryFacts(
                created, change.time, change.author.origin, change.author.session, change.author.message, outside
            )
        known.last = change.id


def keep_only(known: Sidecar, entries: Iterable[str]) -> None:
    """Drops the facts of texts that are no longer entries; overrides stay, they are bound to content."""
    present = {content_hash(entry) for entry in entries}
    for key in [key for key in known.entries if key not in present]:
        del known.entries[key]
