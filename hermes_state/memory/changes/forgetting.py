"""Forgetting an entry: out of the file, and out of everything that was kept beside it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from hermes_state.errors import AmbiguousEntryError, EntryNotFoundError, HermesStateError, MemoryFileError
from hermes_state.memory.changes import answers, approval, writing
from hermes_state.memory.disk import backups, files, locking
from hermes_state.memory.entries import operations
from hermes_state.memory.entries.erasing import FORGOTTEN, Eraser
from hermes_state.memory.entries.text import bytes_hash, content_hash, encoded, parse, unique
from hermes_state.memory.journal import history, sidecar
from hermes_state.memory.journal.history import Change
from hermes_state.memory.journal.state import State, read_state
from hermes_state.memory.targets import TARGETS, Place, Target, checked_target

if TYPE_CHECKING:
    from hermes_state.memory.changes.deciding import Desk

FORGET = "forget"


def forget(desk: Desk, target: str, old_text: str) -> dict[str, Any]:
    """Removes the entry that holds ``old_text``, or that once did, and erases it from all files of the folder.

    With it go its earlier and later versions, and pieces of it in other texts that are no live entries: afterwards
    no run of 12 of its bytes is in any file, but for what a live entry says too. The history keeps that something
    was forgotten. An answer, never an exception.
    """
    try:
        chosen = checked_target(target)
        if desk.is_off(chosen):
            return answers.off(chosen)
        place = desk.place(chosen)
        operation = operations.checked_operation("remove", None, old_text)
        if not os.path.lexists(place.folder):
            raise EntryNotFoundError("the memory is empty", operation="forget an entry")
        with locking.locked(Place(place.folder, "memory").lock), locking.locked(Place(place.folder, "user").lock):
            answer = _forget(desk, place, operation)
    except HermesStateError as error:
        return answers.trouble(target, error)
    desk.live[chosen] = list(answer["current_entries"])
    return answer


def _forget(desk: Desk, place: Place, operation: operations.Operation) -> dict[str, Any]:
    locking.clean_leftovers(place, alone=True)
    state = read_state(place)
    changes = [one for one in history.load(place) if not one.void]
    text = _meant(place, state, changes, operation)
    _check_beside(place)
    remaining = [entry for entry in unique(state.entries) if entry != text]
    staying = [*remaining, *_live_of_other(place)]
    eraser = Eraser(_versions(text, changes, staying), staying)
    touched = []
    if text in state.entries:
        files.write_whole(place.data, encoded(remaining), place.target)
        touched.append(place.name)
    try:
        touched += _erase_records(place, state, desk, remaining, eraser)
        touched += _erase_beside(place, eraser)
    except MemoryFileError as error:
        raise MemoryFileError(
            f"only partly applied: the entry is out of {place.name}, but not out of everything beside it: {error}",
            path=error.path,
            operation="forget an entry",
            hint="mend that and forget the entry again, by its text",
        ) from error
    answer = {
        "success": True,
        "done": True,
        "message": "forgotten: erased from the memory, its history, its backups and the pending writes",
        "erased_from": touched,
    }
    return answer | answers.live(place.target, remaining, desk.limits[place.target], None)


def _meant(place: Place, state: State, changes: Sequence[Change], operation: operations.Operation) -> str:
    """The text of the live entry that is meant, else of one that the history knows."""
    live = unique(state.entries)
    (found,) = writing.without_placeholders((operation,), state, place)
    try:
        return live[operations.locate(live, found)]
    except EntryNotFoundError:
        once = unique(
            text
            for change in changes
            for one in change.changes
            for text in (one.before, one.after)
            if text is not None and not (one.forgotten and FORGOTTEN in text)
        )
        matches = [text for text in once if operation.old_text is not None and operation.old_text.strip() in text]
        exact = [text for text in matches if operation.old_text is not None and text == operation.old_text.strip()]
        if len(exact or matches) > 1:
            raise AmbiguousEntryError(
                f"{len(matches)} different texts of the history hold that; give the whole text", matches
            ) from None
        if not matches:
            raise
        return (exact or matches)[0]


def _check_beside(place: Place) -> None:
    """Reads all that a forgetting has to reach, before it begins; raises ``MemoryFileError``, nothing changed."""
    paths = approval.files_of(place)
    for target in TARGETS:
        near = Place(place.folder, target)
        paths += [near.history, near.sidecar, *backups.paths(near), *backups.paths(near, near.sidecar)]
    for path in paths:
        files.read(path)


def _versions(text: str, changes: Sequence[Change], staying: Iterable[str]) -> set[str]:
    """The text and all texts that replaced one another with it, but for those that stay."""
    alive = set(staying)
    family = {text}
    grown = True
    while grown:
        grown = False
        for change in changes:
            for one in change.changes:
                pair = {one.before, one.after} - {None}
                if len(pair) == 2 and pair & family and not pair <= family:
                    fresh = {other for other in pair if other is not None} - alive
                    grown = grown or not fresh <= family
                    family |= fresh
    return {one for one in family if one == text or FORGOTTEN not in one}


def _live_of_other(place: Place) -> list[str]:
    """The entries of the other store, which stay; an unreadable one keeps nothing of ours from being erased."""
    other = Place(place.folder, "user" if place.target == "memory" else "memory")
    try:
        data = files.read(other.data)
    except MemoryFileError:
        return []
    return [] if data is None else parse(data.decode("utf-8", "replace"))


def _erase_records(place: Place, state: State, desk: Desk, remaining: Sequence[str], eraser: Eraser) -> list[str]:
    """Writes the store's history and its sidecar anew, without the text."""
    data = files.read(place.data)
    after = None if data is None else bytes_hash(data)
    record = Change(history.new_id(), time.time(), FORGET, desk.author, (), None, after)
    kept = files.read(place.history) or b""
    if kept and not kept.endswith(b"\n"):
        kept += b"\n"
    kept += b"".join(state.lines)
    cleaned = _erased_lines(kept, eraser)
    files.write_whole(place.history, cleaned + history.as_line(record), place.target)
    known = state.known
    known.last = record.id
    known.clean = None
    sidecar.keep_only(known, remaining)
    gone = {content_hash(text) for text in eraser.texts}
    known.overrides = {
        key: {**one, "reason": eraser.erased(one["reason"])} for key, one in known.overrides.items() if key not in gone
    }
    known.warned = [key for key in known.warned if key not in gone]
    for facts in known.entries.values():
        facts.session = eraser.erased_value(facts.session)
        facts.message = eraser.erased_value(facts.message)
    known.damaged = False
    files.write_whole(place.sidecar, known.as_bytes(), place.target)
    return [os.path.basename(place.history)] if cleaned != kept else []


def _erased_lines(data: bytes, eraser: Eraser) -> bytes:
    """A history's bytes without the texts; a line that is no record (a killed writer's) loses the pieces.

    Where a record lost something, all hashes of the file go too: of a file that held one short entry, a hash would
    let a reader try guesses.
    """
    lines = data.split(b"\n")
    cleaned = [_changed_line(line, lambda record: _erased_record(record, eraser), eraser) for line in lines]
    if cleaned == lines:
        return data
    return b"\n".join(_changed_line(line, _without_hashes, eraser) for line in cleaned)


def _changed_line(line: bytes, change: Callable[[Any], Any], eraser: Eraser) -> bytes:
    try:
        record = json.loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return _erased_escaped(line, eraser)
    cleaned = change(record)
    return line if cleaned == record else json.dumps(cleaned, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _erased_escaped(line: bytes, eraser: Eraser) -> bytes:
    """A torn line without the texts as they stand in JSON."""
    inside = (json.dumps(text, ensure_ascii=plain)[1:-1] for text in eraser.texts for plain in (False, True))
    return Eraser([*eraser.texts, *inside], ()).erased_bytes(line)


def _erased_record(record: Any, eraser: Eraser) -> Any:
    cleaned = eraser.erased_value(record)
    if cleaned == record or not isinstance(cleaned, dict):
        return cleaned
    if isinstance(cleaned.get("changes"), list):
        pairs = zip(cleaned["changes"], record.get("changes", []), strict=False)
        for one, original in pairs:
            if isinstance(one, dict) and one != original:
                one["forgotten"] = True
    return cleaned


def _without_hashes(record: Any) -> Any:
    if not isinstance(record, dict):
        return record
    return record | {name: None for name in ("before_file", "after_file") if name in record}


def _erase_beside(place: Place, eraser: Eraser) -> list[str]:
    """Erases from the backups of both stores, the other store's history and sidecar, and the pending writes.

    Answers with the names of the files that held something.
    """
    touched = []
    for target in TARGETS:
        near = Place(place.folder, target)
        touched += [name for path in backups.paths(near) for name in _cleaned(path, _erased_file, eraser, target)]
        for path in backups.paths(near, near.sidecar):
            touched += _cleaned(path, _erased_escaped, eraser, target)
        if target != place.target:
            touched += _cleaned(near.history, _erased_lines, eraser, target)
            touched += _cleaned(near.sidecar, _erased_json, eraser, target)
    for path in approval.files_of(place):
        data = files.read(path)
        if data is not None and _erased_json(data, eraser) != data:
            files.remove(path)
            touched.append(os.path.basename(path))
    return touched


def _cleaned(path: str, clean: Callable[[bytes, Eraser], bytes], eraser: Eraser, target: Target) -> list[str]:
    data = files.read(path)
    if data is None:
        return []
    cleaned = clean(data, eraser)
    if cleaned == data:
        return []
    files.write_whole(path, cleaned, target)
    return [os.path.basename(path)]


def _erased_file(data: bytes, eraser: Eraser) -> bytes:
    """The bytes of a memory file without the texts: whole entries left out, pieces marked."""
    try:
        entries = parse(data.decode("utf-8"))
    except UnicodeDecodeError:
        return eraser.erased_bytes(data)
    cleaned = [eraser.erased(entry) for entry in entries if entry not in eraser.texts]
    return data if cleaned == entries else encoded(cleaned)


def _erased_json(data: bytes, eraser: Eraser) -> bytes:
    """A JSON document without the texts; bytes that are none lose the pieces."""
    try:
        document = json.loads(data.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return _erased_escaped(data, eraser)
    cleaned = eraser.erased_value(document)
    return (
        data
        if cleaned == document
        else json.dumps(cleaned, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass") + b"\n"
    )
