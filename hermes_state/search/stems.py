"""The other forms of English words that occur in an archive: *decided* and *decides* beside *decide*."""

from __future__ import annotations

from collections.abc import Set

from hermes_state.store import dictionary
from hermes_state.store.connection import Connection

MIN_CHARS = 3
"""Shorter words have no other forms."""

MAX_COMPARED = 3_000
"""Terms of the dictionary with the same beginning whose stems are compared; where there are more, only those that it
does not hold are."""

MAX_VARIANTS = 12
"""Forms of one word, the shortest: a family has hardly more."""

MAX_ENDING = 8
"""Letters by which a form may be longer than the word (``-fulness``)."""


def variants(connection: Connection, word: str, others: Set[str] = frozenset()) -> list[str]:
    """The terms of the dictionary (and ``others``) with the stem of a word of ASCII letters, without itself.

    The shortest come first.
    """
    if len(word) < MIN_CHARS or not (word.isascii() and word.isalpha()):
        return []
    stem = connection.stems([word])[0]
    start = stem.rstrip("ei") if len(stem) > 2 else stem  # study, studies: studi; make, making: make
    if not word.startswith(start):
        return []
    known = dictionary.starting(connection, start, MAX_COMPARED) or []
    near = {term for term in (*known, *others) if term.startswith(start) and _may_be_form(word, term)} - {word}
    if not near:
        return []
    ordered = sorted(near)
    forms = [term for term, its in zip(ordered, connection.stems(ordered), strict=True) if its == stem]
    return sorted(forms, key=lambda term: (len(term), term))[:MAX_VARIANTS]


def _may_be_form(word: str, term: str) -> bool:
    return term.isascii() and term.isalpha() and len(term) <= len(word) + MAX_ENDING
