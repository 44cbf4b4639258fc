"""What a store's file and the files beside it say, brought up to date with one another."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from hermes_state.memory.disk import files
from hermes_state.memory.entries.text import bytes_hash, content_hash, decoded, parse, unique
from hermes_state.memory.journal import drift, history, sidecar
from hermes_state.memory.journal.history import Author, Change
from hermes_state.memory.journal.sidecar import Sidecar
from hermes_state.memory.targets import Place


@dataclass(slots=True)
class State:
    """What a store's file and the files beside it say, read under the lock."""

    data: bytes | None
    text: str
    entries: list[str]
    known: Sidecar
    lines: list[bytes] = field(default_factory=list)

    @property
    def file_hash(self) -> str | None:
        return None if self.data is None else bytes_hash(self.data)


def read_state(place: Place, now: float | None = None) -> State:
    """Reads a store under its lock and brings what is known of it up to date with the history and the file.

    ``lines`` are what the next write has to append to the history first: that an earlier change never reached the
    file, and what somebody changed without this package. Raises ``MemoryFileError``.
    """
    data = files.read(place.data, files.MOST_BYTES)
    text = "" if data is None else decoded(data, place.data)
    known = sidecar.load(place)
    state = State(data, text, parse(text), known)
    _catch_up(place, state, time.time() if now is None else now)
    return state


def look(place: Place) -> State:
    """Reads a store without its lock, for showing: the sidecar as it is, empty when it cannot be read."""
    data = files.read(place.data, files.MOST_BYTES)
    text = "" if data is None else decoded(data, place.data)
    return State(data, text, parse(text), sidecar.load_if_readable(place))


def _catch_up(place: Place, state: State, now: float) -> None:
    known = state.known
    recorded = _unread_changes(place, known)
    newest = recorded[-1] if recorded else None
    if newest is not None and newest.id != known.last and not _reached(newest, state):
        state.lines.append(history.void_line(newest.id))
        recorded.pop()
        newest = recorded[-1] if recorded else None
    start = next((number for number, one in enumerate(recorded, 1) if one.id == known.last), 0)
    if start == 0:
        known.entries.clear()
    sidecar.count_in(known, recorded[start:])
    if (newest.after_file if newest is not None else None) != state.file_hash:
        _count_in_outside(place, state, newest, now)


def _unread_changes(place: Place, known: Sidecar) -> list[Change]:
    """The newest changes, those that the sidecar has not counted yet among them; all of them when it is behind."""
    recent = [one for one in history.parsed(files.tail(place.history)) if not one.void]
    if any(one.id == known.last for one in recent):
        return recent
    return [one for one in history.load(place) if not one.void]


def _reached(change: Change, state: State) -> bool:
    """Whether a recorded change is in the file: by the hash of the file, else by the texts in it."""
    if change.after_file == state.file_hash:
        return True
    if change.before_file == state.file_hash:
        return False
    present = set(state.entries)
    after = {one.after for one in change.changes if one.after is not None}
    before = {one.before for one in change.changes if one.before is not None}
    return after <= present and not (before - after) & present


def _count_in_outside(place: Place, state: State, newest: Change | None, now: float) -> None:
    known = state.known
    entries = unique(state.entries)
    hashes = {content_hash(entry): entry for entry in entries}
    come = [entry for key, entry in hashes.items() if key not in known.entries]
    gone_hashes = [key for key in known.entries if key not in hashes]
    if not come and not gone_hashes:
        return
    texts = history.texts_by_hash(history.load(place), content_hash) if gone_hashes else {}
    gone = [texts[key] for key in gone_hashes if key in texts]
    changes = drift.paired(gone, come, {entry: position for position, entry in enumerate(entries)})
    before_file = newest.after_file if newest is not None else None
    change = Change(
        history.new_id(), now, history.OUTSIDE, Author(history.OUTSIDE), changes, before_file, state.file_hash
    )
    state.lines.append(history.as_line(change))
    sidecar.count_in(known, [change])
    sidecar.keep_only(known, entries)
