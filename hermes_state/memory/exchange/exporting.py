"""Entries out of a store, as a JSON document that other programs can read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hermes_state.memory.entries.text import content_hash, unique
from hermes_state.memory.journal.state import look
from hermes_state.memory.targets import TARGETS, Target, checked_target
from hermes_state.times import iso

if TYPE_CHECKING:
    from hermes_state.memory.store import MemoryStore

FORMAT = "hermes-memory"
VERSION = 1


def export_entries(store: MemoryStore, target: str | None = None) -> dict[str, Any]:
    """The entries of one store or of both, in order, with their times and sources; raises ``MemoryFileError``.

    ``{"format": "hermes-memory", "version": 1, "entries": [{"target", "text", "created", "changed", "origin",
    "session", "message"}]}``; what is not known of an entry is left out.
    """
    chosen = TARGETS if target is None else (checked_target(target),)
    return {"format": FORMAT, "version": VERSION, "entries": [one for each in chosen for one in _exported(store, each)]}


def _exported(store: MemoryStore, target: Target) -> list[dict[str, Any]]:
    state = look(store.place(target))
    found = []
    for entry in unique(state.entries):
        facts = state.known.entries.get(content_hash(entry))
        fields: dict[str, Any] = {"target": target, "text": entry}
        if facts is not None:
            fields |= {"created": iso(facts.created), "changed": iso(facts.changed), "origin": facts.origin}
            fields |= {"session": facts.session, "message": facts.message}
        found.append({name: value for name, value in fields.items() if value is not None})
    return found
