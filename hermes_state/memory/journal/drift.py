"""Text in a file that this package did not write: what stops a rewrite, and what is only named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hermes_state.errors import MemoryDriftError
from hermes_state.memory.disk import backups
from hermes_state.memory.entries import near
from hermes_state.memory.entries.operations import TextChange
from hermes_state.memory.entries.text import SEPARATOR, content_hash
from hermes_state.memory.journal.sidecar import Sidecar
from hermes_state.memory.targets import Place


def oversized(entries: Iterable[str], known: Sidecar, limit: int) -> list[str]:
    """The entries that no write of this package made and that are longer than the whole store may be.

    Such a text is a document that somebody put into the file: replacing "the entry" would lose most of it.
    Everything else in a file parses to entries, blanks and separators, so that a rewrite loses nothing.
    """
    if limit <= 0:
        return []
    return [entry for entry in entries if len(entry) > limit and is_outside(entry, known)]


def is_outside(entry: str, known: Sidecar) -> bool:
    """Whether an entry's text is not one that this package last wrote."""
    facts = known.entries.get(content_hash(entry))
    return facts is None or facts.outside


def refuse(place: Place, data: bytes, entries: Sequence[str]) -> None:
    """Keeps a backup of the file and raises ``MemoryDriftError``, which says how to mend it."""
    backup = backups.keep(place, data)
    sizes = ", ".join(f"{len(entry):,}" for entry in entries)
    raise MemoryDriftError(
        f"{place.name} holds text of {sizes} characters that was not written as an entry, so that replace, edit and "
        f"remove are refused: they might lose it. Nothing was changed; a copy is {backup}",
        path=place.data,
        operation="change the memory",
        hint=f"open {place.name}, put a line with only {SEPARATOR} between its facts and move what is too long "
        "elsewhere",
    )


_MOST_PAIRS = 2_000
"""With more pairs of gone and new texts than this, a rewritten file, no predecessor is looked for."""


def paired(gone: Sequence[str], come: Sequence[str], position_of: dict[str, int]) -> tuple[TextChange, ...]:
    """What somebody did to a file, from the texts that are gone from it and those that are new in it.

    A new text that holds a gone one, or is like it, is its successor.
    """
    left = list(gone)
    changes = []
    few = len(gone) * len(come) <= _MOST_PAIRS
    for text in come:
        before = next((old for old in left if old in text or text in old), None) if few else None
        if before is None and few:
            before = next((old for old in left if near.similarity(old, text) >= near.SIMILAR), None)
        if before is not None:
            left.remove(before)
        changes.append(TextChange("replace" if before is not None else "add", before, text, position_of[text]))
    changes.extend(TextChange("remove", old, None, len(position_of)) for old in left)
    return tuple(changes)
