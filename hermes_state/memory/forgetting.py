"""Forgetting an entry: out of the file, and out of everything that was kept beside it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from hermes_state.errors import AmbiguousEntryError, EntryNotFoundError, HermesStateError, MemoryFileError
from hermes_state.memory import answers, approval, backups, files, history, operations, sidecar, writing
from hermes_state.memory.entries import bytes_hash, content_hash, encoded, parse, unique
from hermes_state.memory.erasing import FORGOTTEN, Eraser
from hermes_state.memory.history import Change
from hermes_state.memory.targets import TARGETS, Place, Target, checked_target
from hermes_state.memory.writing import State

if TYPE_CHECKING:
    from hermes_state.memory.deciding import Desk

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
        if not os.path.isdir(place.folder):
            raise EntryNotFoundError("the memory is empty", operation="forget an entry")
        with files.locked(Place(place.folder, "memory").lock), files.locked(Place(place.folder, "user").lock):
            answer = _forget(desk, place, operation)
    except HermesStateError as error:
        return answers.trouble(target, error)
    desk.live[chosen] = list(answer["current_entries"])
    return answer


def _forget(desk: Desk, place: Place, operation: operations.Operation) -> dict[str, Any]:
    files.clean_leftovers(place, alone=True)
    state = writing.read_state(place)
    changes = [one for one in history.load(place) if not one.void]
    text = _meant(place, state, changes, operation)
    remaining = [entry for entry in unique(state.entries) if entry != text]
    staying = [*remaining, *_live_of_other(place)]
    eraser = Eraser(_versions(text, changes, staying), staying)
    touched = [place.name] if text in state.entries else []
    touched += _rewrite(place, state, desk, remaining, eraser)
    touched += _erase_beside(place, eraser)
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


def _rewrite(place: Place, state: State, desk: Desk, remaining: Sequence[str], eraser: Eraser) -> list[str]:
    """Writes the file, then the history, then the sidecar, each without the text."""
    before = state.file_hash
    data = encoded(remaining) if len(remaining) < len(unique(state.entries)) else (state.data or b"")
    if data != (state.data or b""):
        files.write_whole(place.data, data, place.target)
    after = bytes_hash(data) if state.data is not None or data else None
    record = Change(history.new_id(), time.time(), FORGET, desk.author, (), before, after)
    kept = b"".join([files.read(place.history) or b"", *state.lines])
    cleaned = _erased_lines(kept, eraser)
    files.write_whole(place.history, cleaned + history.as_line(record), place.target)
    known = state.known
    known.last = record.id
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
    """A history's bytes without the texts; a line that is no record loses the pieces, or all if it is damaged JSON."""
    lines = []
    for line in data.split(b"\n"):
        if not line.strip():
            continue
        try:
            record = json.loads(line.decode("utf-8", "surrogatepass"))
        except (ValueError, RecursionError):
            lines.append(_erased_escaped(line, eraser))
            continue
        cleaned = _erased_record(record, eraser)
        if cleaned != record:
            line = json.dumps(cleaned, ensure_ascii=False).encode("utf-8", "surrogatepass")
        lines.append(line)
    return b"".join(line + b"\n" for line in lines)


def _erased_escaped(line: bytes, eraser: Eraser) -> bytes:
    """A torn line without the texts as they stand in JSON."""
    inside = (json.dumps(text, ensure_ascii=False)[1:-1] for text in eraser.texts)
    return Eraser([*eraser.texts, *inside], ()).erased_bytes(line)


def _erased_record(record: Any, eraser: Eraser) -> Any:
    cleaned = eraser.erased_value(record)
    if isinstance(cleaned, dict):
        # The hash of a file that held one short entry would let a reader try guesses.
        cleaned |= {name: None for name in ("before_file", "after_file") if name in cleaned}
    if isinstance(cleaned, dict) and isinstance(cleaned.get("changes"), list):
        pairs = zip(cleaned["changes"], record.get("changes", []), strict=False)
        for one, original in pairs:
            if isinstance(one, dict) and one != original:
                one["forgotten"] = True
    return cleaned


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
    return data if cleaned == document else json.dumps(cleaned, ensure_ascii=False, indent=1).encode() + b"\n"
