"""What of an answer of the memory the model may see: no blocked text, and no more than its context can bear."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hermes_state.errors import HermesStateError
from hermes_state.memory import MemoryStore
from hermes_state.memory.entries.text import unique
from hermes_state.memory.journal.state import look
from hermes_state.memory.prompt import judging
from hermes_state.memory.targets import Target
from hermes_state.tools.budget import cut, size_of

MOST_BYTES = 48_000
"""An answer is not larger: ten times what both stores hold together by default."""

ENTRY_CHARS = 6_000
"""A longer text is shown by its beginning: it is no entry but a file that somebody put there."""

_TEXTS = ("removed", "overwritten", "matches", "changed_outside", "near_duplicates", "entries", "current_entries")
"""The fields that show entries, the least needed first."""


def blocked_lines(store: MemoryStore, target: Target) -> dict[str, str]:
    """For each entry of a store that the scanner holds back, the line that is shown instead.

    Empty where the store cannot be read: its entries are in no answer then.
    """
    try:
        place = store.place(target)
        state = look(place)
    except HermesStateError:
        return {}
    return judging.placeholders(unique(state.entries), state.known.overrides, target)


def seen(answer: Mapping[str, Any], store: MemoryStore, target: Target, before: Mapping[str, str]) -> dict[str, Any]:
    """The answer with every blocked entry as its line, cut to ``MOST_BYTES``.

    ``before`` are the lines from before the call: what it removed is no entry any more.
    """
    lines = {**before, **blocked_lines(store, target)}
    shown: dict[str, Any] = _masked(dict(answer), lines)
    live = answer.get("current_entries", ())
    for one, entry in zip(shown.get("entries", ()), live, strict=False):
        if entry in lines:
            one["preview"] = lines[entry]
    return _bounded(shown)


def _masked(value: Any, lines: Mapping[str, str]) -> Any:
    """A value with each text that is a blocked entry replaced by its line, long ones cut."""
    if isinstance(value, str):
        return cut(lines.get(value, value), ENTRY_CHARS)
    if isinstance(value, Mapping):
        return {name: _masked(one, lines) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_masked(one, lines) for one in value]
    return value


def _bounded(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer without entries that would make it too large; ``left_out`` counts them."""
    left_out = 0
    size = size_of(answer)
    for name in _TEXTS:
        texts = answer.get(name)
        while size > MOST_BYTES and isinstance(texts, list) and texts:
            size -= size_of(texts.pop()) + 1
            left_out += name == "current_entries"
    if left_out:
        answer["left_out"] = left_out
    return answer
