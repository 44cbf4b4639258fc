"""What stands in for a literal that stands nowhere as typed: without punctuation, parts of words, close spellings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hermes_state.search import titles
from hermes_state.search.analysis import is_ngram_term
from hermes_state.search.exact_items import exact_items, exact_message_items
from hermes_state.search.matchers import LiteralMatcher, Matcher, TreeMatcher
from hermes_state.search.matches import Scored
from hermes_state.search.query_tree import Leaf, Phrase, Word
from hermes_state.search.question import Item, Question
from hermes_state.search.scope import Scope
from hermes_state.search.units import literal_leaves
from hermes_state.search.word_items import expanded_items, expanded_message_items, ranked_items, word_message_items

WHOLE_SHARE = 1.0
"""Of any other literal every part must be found, if only nearly so."""

TELLING_CHARS = 5
"""Letters from which a literal without its punctuation is looked for within words: fewer stand in any (it's: bits)."""

_PIECES = re.compile(r"[^\W\d_]+|\d+")


def stand_ins(question: Question, wanted: int) -> list[Item]:
    """Punctuation left out; letters of an n-gram script as plain words; parts of longer words, close spellings."""
    items: dict[int, Item] = {}
    folded = question.query.folded
    if question.with_titles:
        for hit in titles.titles_without_punctuation(question.reader.connection, question.scope, folded):
            items.setdefault(hit.root, Item(hit.root, None, hit, 1, "part", 1.0, [folded]))
    for matcher in _without_punctuation(folded):
        if items:
            break
        for item in exact_items(question, matcher, wanted, "part"):
            items.setdefault(item.root, item)
    if items:
        return list(items.values())[:wanted]
    words = literal_leaves(question.query)
    if _has_ngrams(words):
        return ranked_items(question, question.query.as_words.clauses, wanted)
    if not _has_letters(folded):
        return []
    return _in_order(expanded_items(question, words, wanted, WHOLE_SHARE))


def message_stand_ins(question: Question, scope: Scope, wanted: int) -> list[Item]:
    """The same for messages by themselves."""
    folded = question.query.folded
    for matcher in _without_punctuation(folded):
        found = exact_message_items(question, matcher, scope, wanted, None, "part")
        if found:
            for item in found:
                item.is_keyed = False
            return found
    words = literal_leaves(question.query)
    if _has_ngrams(words):
        return word_message_items(question, question.query.as_words.clauses, scope, wanted)
    if not _has_letters(folded):
        return []
    return _in_order(expanded_message_items(question, words, scope, wanted, WHOLE_SHARE))


def _without_punctuation(folded: str) -> Iterator[Matcher]:
    """Yields what asks for a literal with its punctuation left out: in one word, then as a phrase."""
    joined = titles.squeezed(folded)
    pieces = _PIECES.findall(folded)
    if joined and joined != folded and len(joined) > 2:
        yield TreeMatcher(Word(joined, joined))
        if len(joined) >= TELLING_CHARS or any(map(str.isdigit, joined)):
            yield LiteralMatcher(joined)
    if len(pieces) > 1 and joined.isascii():
        apart = " ".join(pieces)
        yield TreeMatcher(Phrase(apart, apart))


def _has_ngrams(words: Sequence[Leaf]) -> bool:
    return any(is_ngram_term(leaf.folded) for leaf in words)


def _has_letters(folded: str) -> bool:
    """Whether a literal has a close spelling at all: another number does not come close."""
    return any(map(str.isalpha, folded))


def _in_order(items: Sequence[Item]) -> list[Item]:
    """Those of what stands in for a literal in which its words stand one after the other."""
    return [
        item
        for item in items
        if isinstance(item.match, Scored) and (item.match.phrase or len(item.held) + len(item.missing) == 1)
    ]
