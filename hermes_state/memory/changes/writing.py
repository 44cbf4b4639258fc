"""One write to a store: under its lock, on what the file holds now, recorded before it is done, whole or not at all."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hermes_state.errors import MemoryFileError
from hermes_state.memory.disk import backups, files, locking
from hermes_state.memory.entries import operations
from hermes_state.memory.entries.operations import Operation, Outcome
from hermes_state.memory.entries.text import appended, bytes_hash, content_hash, decoded, encoded, joined, parse, unique
from hermes_state.memory.journal import drift, history, sidecar
from hermes_state.memory.journal.history import Author, Change
from hermes_state.memory.journal.sidecar import Sidecar
from hermes_state.memory.journal.state import State, read_state
from hermes_state.memory.prompt import clean_mark, judging
from hermes_state.memory.targets import Place

log = logging.getLogger("hermes_state.memory")


@dataclass(frozen=True, slots=True)
class Request:
    """A write that is asked for.

    ``name`` is what the history calls it. ``decided`` is true once a person said yes to exactly these operations.
    ``reasons`` are overrides to record with it, by content hash. ``counted`` is whether its failure is one of those
    of an agent's turn: what a person decides over, or imports, is not.
    """

    operations: tuple[Operation, ...]
    name: str
    author: Author
    undoes: str | None = None
    decided: bool = False
    ask_first: bool = False
    reasons: Mapping[str, str] = field(default_factory=dict)
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Written:
    """A write that was done, or that had nothing to do (``change`` is ``None``)."""

    state: State
    outcome: Outcome
    entries: list[str]
    judgement: judging.Judgement
    change: Change | None = None
    outside: tuple[str, ...] = ()
    backup: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OverLimit:
    """A write that would leave more text than fits, and more than there is."""

    state: State
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Refused:
    """A write of which the scanner says no."""

    state: State
    outcome: Outcome
    judgement: judging.Judgement


@dataclass(frozen=True, slots=True)
class Undecided:
    """A write that could be done and waits for a person; ``operations`` are bound to the exact entries they act on."""

    state: State
    outcome: Outcome
    judgement: judging.Judgement
    operations: tuple[Operation, ...]


Result = Written | OverLimit | Refused | Undecided


def write(place: Place, limit: int, request: Request) -> Result:
    """Does a write, or says why not. Raises ``MemoryFileError`` and what ``operations.apply`` raises."""
    files.make_folder(place.folder)
    with locking.locked(place.lock):
        locking.clean_leftovers(place)
        state = read_state(place)
        for key, reason in request.reasons.items():
            state.known.overrides[key] = {"reason": reason, "time": time.time()}
        rewriting = any(one.rewrites for one in request.operations)
        if rewriting and (too_long := drift.oversized(state.entries, state.known, limit)):
            drift.refuse(place, state.data or b"", too_long)
        outcome = operations.apply(state.entries, without_placeholders(request.operations, state, place))
        if not outcome.changes:
            if request.reasons:
                write_sidecar_alone(place, state)
            return Written(state, outcome, unique(state.entries), judging.Judgement("ok", ()))
        checked = _checked(state, outcome, limit, request)
        if isinstance(checked, judging.Judgement):
            return _commit(place, request, state, outcome, checked)
        return checked


def without_placeholders(asked: tuple[Operation, ...], state: State, place: Place) -> tuple[Operation, ...]:
    """The operations with the line that stands for a blocked entry, or a part of it, taken for that entry.

    A part has to hold the word BLOCKED or the entry's name: other words of the line mean no entry.
    """
    if not any(one.pin is None and one.old_text is not None for one in asked):
        return asked
    names = [content_hash(entry)[:8] for entry in state.entries]
    missing = [
        text
        for text in (one.old_text.strip() for one in asked if one.old_text is not None)
        if not any(text in entry for entry in state.entries)
        and ("BLOCKED" in text or any(name in text for name in names))
    ]
    if not missing:  # the usual case, in which nothing has to be scanned
        return asked
    lines = judging.placeholders(unique(state.entries), state.known.overrides, place.target)
    meant: dict[str, str] = {}
    for old_text in missing:
        found = [
            entry
            for entry, line in lines.items()
            if old_text in line and ("BLOCKED" in old_text or content_hash(entry)[:8] in old_text)
        ]
        if len(found) == 1:
            meant[old_text] = content_hash(found[0])
    return tuple(
        replace(one, pin=meant[one.old_text.strip()])
        if one.pin is None and one.old_text is not None and one.old_text.strip() in meant
        else one
        for one in asked
    )


def _checked(
    state: State, outcome: Outcome, limit: int, request: Request
) -> judging.Judgement | OverLimit | Refused | Undecided:
    new = [one.after for one in outcome.changes if one.after is not None]
    judgement = judging.judged_write(outcome.entries, new, state.known.overrides)
    size = len(joined(outcome.entries))
    is_over = size > limit and size > len(joined(unique(state.entries)))
    if judgement.verdict == "block" and not (is_over and judgement.is_unread):
        return Refused(state, outcome, judgement)
    if is_over:
        return OverLimit(state, outcome)
    found = judgement.held_back or (request.author.origin == "background" and judgement.verdict != "ok")
    if judgement.held_back or ((found or request.ask_first) and not request.decided):
        return Undecided(state, outcome, judgement, operations.pinned(request.operations, outcome))
    return judgement


def _commit(place: Place, request: Request, state: State, outcome: Outcome, judgement: judging.Judgement) -> Written:
    outside = tuple(
        one.before for one in outcome.changes if one.before is not None and drift.is_outside(one.before, state.known)
    )
    backup = backups.keep(place, state.data or b"") if outside else None
    data = new_bytes(state, outcome, request.operations)
    change = Change(
        history.new_id(),
        time.time(),
        request.name,
        request.author,
        outcome.changes,
        state.file_hash,
        bytes_hash(data),
        request.undoes,
    )
    notes = replace_file(place, state, change, data)
    return Written(state, outcome, outcome.entries, judgement, change, outside, backup, notes)


def new_bytes(state: State, outcome: Outcome, asked: tuple[Operation, ...]) -> bytes:
    """The file after the changes: additions leave every byte that is there, others write the entries anew."""
    text = state.text
    if not any(one.rewrites for one in asked):
        for one in outcome.changes:
            text = appended(text, one.after or "")
        return text.encode("utf-8")
    return encoded(outcome.entries)


def replace_file(place: Place, state: State, change: Change, data: bytes) -> tuple[str, ...]:
    """Records a change, puts the new bytes in the file's place, then counts the change into the sidecar.

    In this order, each step flushed before the next: a killed writer leaves a record without a change, never a
    change without a record. Raises ``MemoryFileError``, nothing changed; what failed afterwards is in the notes.
    """
    size = files.append(place.history, b"".join([*state.lines, history.as_line(change)]))
    notes = []
    try:
        if not files.write_whole(place.data, data, place.target):
            notes.append(f"{place.name} is written, but the system could not flush its folder to the disk")
    except MemoryFileError:
        files.cut_back(place.history, size)
        raise
    state.lines.clear()
    sidecar.count_in(state.known, [change])
    entries = parse(decoded(data, place.data))
    sidecar.keep_only(state.known, entries)
    state.known.clean = clean_mark.fresh(unique(entries), state.known.overrides)
    try:
        write_sidecar(place, state.known)
    except MemoryFileError as error:
        log.info("the facts beside %s are not up to date: %s", place.name, error)
        notes.append(f"{place.name} is written, but not the times beside it: {error}")
    return tuple(notes)


def write_sidecar(place: Place, known: Sidecar) -> None:
    """Writes the sidecar; one that could not be understood is kept under another name first."""
    if known.damaged:
        damaged = files.read(place.sidecar)
        if damaged is not None:
            backups.keep_aside(place.sidecar, damaged)
        known.damaged = False
    files.write_whole(place.sidecar, known.as_bytes(), place.target)


def write_sidecar_alone(place: Place, state: State) -> None:
    """Writes the sidecar of a state that was read, and first what the history has to say of changes before it."""
    if state.lines:
        files.append(place.history, b"".join(state.lines))
        state.lines.clear()
    write_sidecar(place, state.known)
