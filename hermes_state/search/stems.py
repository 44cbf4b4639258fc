"""The other forms of English words that occur in an archive: *decided* and *decides* beside *decide*."""

from __future__ import annotations

from collections.abc import Set

from hermes_state.store import dictionary
from hermes_state.store.connection import Connection

MIN_CHARS = 3
"""Shorter words have no other forms."""

MIN_START = 3
"""Letters of a stem with which its forms are looked up."""

MAX_COMPARED = 3_000
"""Terms with the same beginning whose stems are compared; where there are more, a word has no other forms."""

MAX_VARIANTS = 12


def variants(connection: Connection | None, word: str, others: Set[str] = frozenset()) -> list[str]:
    """The terms of the dictionary (and ``others``) with the stem of a word of ASCII letters, without itself.

    The shortest come first. ``connection`` is ``None`` where the dictionary may not be asked.
    """
    if len(word) < MIN_CHARS or not (word.isascii() and word.isalpha()) or connection is None:
        return []
    stem = connection.stems([word])[0]
    start = stem.removesuffix("i")  # study, studies: studi
    if len(start) < MIN_START or not word.startswith(start):
        start = word[:MIN_START]
    known = dictionary.starting(connection, start, MAX_COMPARED) or []
    near = {term for term in known if _may_be_form(word, term)}
    near |= {term for term in others if term.startswith(start) and _may_be_form(word, term)}
    near.discard(word)
    if not near:
        return []
    ordered = sorted(near)
    forms = [term for term, its in zip(ordered, connection.stems(ordered), strict=True) if its == stem]
    return sorted(forms, key=lambda term: (len(term), term))[:MAX_VARIANTS]


def _may_be_form(word: str, term: str) -> bool:
    return term.isascii() and term.isalpha() and len(term) <= len(word) + 8
