"""A person's word that one text is harmless, with the reason, bound to exactly that text."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from hermes_state.errors import HermesStateError, InvalidArgumentError
from hermes_state.memory.changes import answers, writing
from hermes_state.memory.disk import files, locking
from hermes_state.memory.entries import operations
from hermes_state.memory.entries.text import canonical, content_hash, unique
from hermes_state.memory.journal.state import State, read_state
from hermes_state.memory.targets import Place

if TYPE_CHECKING:
    from hermes_state.memory.store import MemoryStore

Answer = dict[str, Any]


def allow(store: MemoryStore, target: str, old_text: str, reason: str) -> Answer:
    """Lets an entry into the prompt although the scanner holds it back; found like for ``remove``, or by its
    ``[BLOCKED: …]`` line. An answer, never an exception. It counts from the next load on."""
    try:
        place = store.place(target)
        checked = _checked_reason(store, reason)
        files.make_folder(place.folder)
        with locking.locked(place.lock):
            state = read_state(place)
            entries = unique(state.entries)
            operation = operations.checked_operation("remove", None, old_text)
            (found,) = writing.without_placeholders((operation,), state, place)
            entry = entries[operations.locate(entries, found)]
            _record(place, state, entry, checked)
    except HermesStateError as error:
        return answers.trouble(target, error)
    return {
        "success": True,
        "done": True,
        "message": "allowed; it stands in the prompt from the next session on",
        "target": target,
        "entry": entry,
        "reason": checked,
    }


def allow_content(store: MemoryStore, target: str, content: str, reason: str) -> Answer:
    """Allows a text that is no entry yet, so that the next ``add`` or ``replace`` with exactly it is not refused."""
    try:
        place = store.place(target)
        checked = _checked_reason(store, reason)
        text = canonical(content)
        files.make_folder(place.folder)
        with locking.locked(place.lock):
            _record(place, read_state(place), text, checked)
    except HermesStateError as error:
        return answers.trouble(target, error)
    return {"success": True, "done": True, "message": "allowed", "target": target, "reason": checked}


def _checked_reason(store: MemoryStore, reason: object) -> str:
    if store.desk.author.origin != "person":
        raise InvalidArgumentError("only a person can override the scanner", operation="override the scanner")
    if not isinstance(reason, str) or not reason.strip():
        raise InvalidArgumentError("an override needs a reason", operation="override the scanner")
    return reason.strip()


def _record(place: Place, state: State, text: str, reason: str) -> None:
    state.known.overrides[content_hash(text)] = {"reason": reason, "time": time.time()}
    writing.write_sidecar_alone(place, state)
