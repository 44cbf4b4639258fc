"""What stands for a word that is not found as it is: longer words, close spellings, its beginning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hermes_state.search.analysis import is_ngram_term
from hermes_state.search.expressions import Proposal, any_of, quoted
from hermes_state.search.query_tree import Prefix, Word
from hermes_state.search.units import NO_FREQUENCIES, Unit
from hermes_state.search.weighing import term_frequency
from hermes_state.store import dictionary
from hermes_state.store.connection import Connection

EXPANDED_SHARE = 0.7
"""What a term counts that was found only as a part of longer words, or by a close spelling."""

MAX_ALTERNATIVES = 200

MAX_COUNTED_TERMS = 8
"""Of more than so many terms the newest messages take part: nobody counts them."""

MIN_PART_CHARS = 3
"""Shorter words stand by chance within too many others."""


class Vocabulary(NamedTuple):
    """The terms of the archive: the dictionary's (``connection`` is ``None`` when it may not be asked) and those of
    texts and titles that it does not hold."""

    connection: Connection | None
    tables: Sequence[str]
    others: frozenset[str] = frozenset()

    def asked(self, expression: str) -> dict[str, Proposal]:
        """One expression for each index."""
        return {table: Proposal(expression, True) for table in self.tables}

    def knows(self, word: str) -> bool:
        """Whether a word occurs in a text that the dictionary does not hold."""
        return word in self.others

    def frequency(self, terms: Sequence[str]) -> int:
        """How many messages hold these terms, counted for each; -1 where these are too many to count."""
        if self.connection is None:
            return 0
        if len(terms) > MAX_COUNTED_TERMS:
            return -1
        return sum(term_frequency(self.connection, term, self.tables) for term in terms)

    def containing(self, word: str) -> list[str] | None:
        """The longer terms that hold a word; ``None`` when there are too many."""
        known = dictionary.containing(self.connection, word) if self.connection else []
        if known is None:
            return None
        found = {*known, *(term for term in self.others if word in term)}
        return None if len(found) > dictionary.MAX_EXPANSION else sorted(found - {word})

    def containing_joined(self, word: str) -> list[str]:
        """The terms with underscores that hold a word once these are left out."""
        found = set(dictionary.containing_joined(self.connection, word)) if self.connection else set()
        if len(word) >= dictionary.TRIGRAM_CHARS:
            found |= {term for term in self.others if "_" in term and word in term.replace("_", "")}
        return sorted(found)

    def close_spellings(self, word: str) -> list[str]:
        """The terms one or two edits away from a word, nearest first."""
        near = dictionary.close_spellings(self.connection, word) if self.connection else []
        return dictionary.nearest(word, {*near, *dictionary.close_among(word, self.others)})


def expanded(vocabulary: Vocabulary, unit: Unit) -> Unit | None:
    """The unit as longer words that hold it, or, where it occurs nowhere and none does, as close spellings.

    ``None`` when the vocabulary has neither.
    """
    word = unit.leaf.folded
    if not isinstance(unit.leaf, Word | Prefix) or len(word) < MIN_PART_CHARS:
        return None
    if is_ngram_term(word):
        return None
    rung = "part"
    nowhere = not unit.frequency and not vocabulary.knows(word)
    found = vocabulary.containing(word)
    if found is None and nowhere:
        return _as_beginning(vocabulary, unit)
    if not found and nowhere:
        found = vocabulary.containing_joined(word)
    if not found and nowhere:
        rung = "spelling"
        found = vocabulary.close_spellings(word)
    if not found:
        return None
    found = sorted(found, key=lambda term: (len(term), term))[:MAX_ALTERNATIVES]
    if not nowhere and isinstance(unit.leaf, Word):
        found.insert(0, word)
    return unit._replace(
        proposals=vocabulary.asked(any_of(found)),
        frequency=vocabulary.frequency(found),
        weight=unit.weight * EXPANDED_SHARE,
        power=unit.power * EXPANDED_SHARE,
        rung=rung,
        alternatives=tuple(Word(term, term) for term in found),
        variants=(),
        frequencies=NO_FREQUENCIES,
    )


def _as_beginning(vocabulary: Vocabulary, unit: Unit) -> Unit:
    """A word that occurs nowhere, but within too many others to name them, as the beginning of a word."""
    beginning = Prefix(unit.leaf.text, unit.leaf.folded)
    return unit._replace(
        proposals=vocabulary.asked(quoted(beginning.folded, prefix=True)),
        frequency=-1,
        weight=unit.weight * EXPANDED_SHARE,
        power=unit.power * EXPANDED_SHARE,
        rung="part",
        alternatives=(beginning,),
        variants=(),
        frequencies=NO_FREQUENCIES,
    )
