"""Entries out of a store and into one, as a JSON document that other programs can read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hermes_state.errors import HermesStateError, InvalidArgumentError
from hermes_state.memory import answers
from hermes_state.memory.entries import content_hash, unique
from hermes_state.memory.state import look
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


def import_entries(store: MemoryStore, document: object, target: str | None = None) -> dict[str, Any]:
    """Adds the entries of a document, those of each store all or none; an answer, never an exception.

    Takes what ``export_entries`` gives, or a list of texts or of ``{"text", "target"}``; ``target`` is for entries
    that name none (default ``memory``). Entries that are there already are counted and not written twice. Each text
    is scanned and counted against the limit like any other write.
    """
    try:
        texts = _read(document, target)
    except HermesStateError as error:
        return answers.trouble(target, error)
    results = {each: _add_all(store, each, texts[each]) for each in TARGETS if texts[each]}
    failed = {each: answer for each, answer in results.items() if not answer["success"]}
    answer: dict[str, Any] = {
        "success": not failed,
        "done": True,
        "added": sum(answer.get("added", 0) for answer in results.values()),
        "duplicates": sum(answer.get("duplicates", 0) for answer in results.values()),
        "results": results,
    }
    if failed:
        answer["error"] = "; ".join(f"{each}: {one['error']}" for each, one in failed.items())
    return answer


def _add_all(store: MemoryStore, target: Target, texts: Sequence[str]) -> dict[str, Any]:
    before = set(store.read(target).get("current_entries", ()))
    answer = store.apply_batch(target, [{"action": "add", "content": text} for text in texts])
    if answer["success"] and not answer.get("staged"):
        fresh = len(set(answer["current_entries"]) - before)
        answer |= {"added": fresh, "duplicates": len(texts) - fresh}
    return answer


def _read(document: object, target: str | None) -> dict[Target, list[str]]:
    entries = document.get("entries") if isinstance(document, Mapping) else document
    if isinstance(document, Mapping) and document.get("format", FORMAT) != FORMAT:
        raise InvalidArgumentError(
            f"{str(document.get('format'))[:40]!r} is no format of memory entries", operation="import entries"
        )
    if not isinstance(entries, Sequence) or isinstance(entries, str | bytes):
        raise InvalidArgumentError("the document holds no list of entries", operation="import entries")
    texts: dict[Target, list[str]] = {each: [] for each in TARGETS}
    for number, one in enumerate(entries, 1):
        fields = one if isinstance(one, Mapping) else {"text": one}
        text = fields.get("text")
        if not isinstance(text, str):
            raise InvalidArgumentError(f"entry {number} has no text", operation="import entries")
        texts[checked_target(fields.get("target", target or "memory"))].append(text)
    return texts
