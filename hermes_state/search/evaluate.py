"""Decides on the texts of one message whether a boolean expression holds, and where its leaves stand.

Every route to an answer (index, scan, fallback) asks here, so that all routes agree. Texts are folded,
each text of a message apart. A word or prefix may stand in any of them; a phrase stands within one.
Boundaries: a word begins and ends where no other word character follows on; letters of an n-gram
script, emoji and typed punctuation need no boundary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import NamedTuple

from hermes_state.search.analysis import kind_of, query_terms, runs
from hermes_state.search.query import LITERAL_NGRAMS, Query
from hermes_state.search.query_tree import And, Leaf, Node, Not, Or, Prefix, Word, leaves

MAX_SPANS = 1000


def evaluate(tree: Node, texts: Sequence[str]) -> bool:
    """Whether an expression holds for a message with these folded texts."""
    if isinstance(tree, And):
        return all(evaluate(child, texts) for child in tree.children)
    if isinstance(tree, Or):
        return any(evaluate(child, texts) for child in tree.children)
    if isinstance(tree, Not):
        return not evaluate(tree.child, texts)
    return any(next(_spans(tree, text), None) is not None for text in texts)


def find_spans(node: Node, folded_text: str, *, limit: int = MAX_SPANS) -> list[tuple[int, int]]:
    """Where the leaves that an expression asks for stand in a folded text: (start, end), sorted, each once.

    At most ``limit`` places of each leaf, the first ones. What a ``NOT`` excludes has no place.
    """
    found = {span for leaf in leaves(node) for span in islice(_spans(leaf, folded_text), limit)}
    return sorted(found)


def stand_in_order(spans: Sequence[list[tuple[int, int]]], gap: int = 3) -> bool:
    """Whether the units stand one after the other somewhere, with at most ``gap`` characters between neighbours."""
    ends = {end for _, end in spans[0]}
    for found in spans[1:]:
        ends = {end for start, end in found if any(start - space in ends for space in range(gap + 1))}
        if not ends:
            return False
    return True


def needles(query: Query) -> list[str]:
    """The folded pieces of a query to mark in a snippet, each once: what a text that answers it shows.

    A literal is one; of a phrase it is the pieces between its spaces; of a sentence in an n-gram script
    it is the pairs of letters by which it is matched.
    """
    if query.kind == "literal":
        return [query.folded]
    found: dict[str, None] = {}
    for leaf in query.clauses if query.tree is None else leaves(query.tree):
        if isinstance(leaf, Word) and len(leaf.folded) > LITERAL_NGRAMS and kind_of(leaf.folded[0]) == "ngram":
            found.update(dict.fromkeys(term for term, _ in query_terms(leaf.folded, last=True)))
        else:
            found.update(dict.fromkeys(_pattern(leaf).parts))
    return list(found)


def first_piece(leaf: Leaf) -> str:
    """The folded piece with which a leaf begins wherever it stands."""
    return _pattern(leaf).parts[0]


@lru_cache(maxsize=64)
def ascii_expression(leaf: Leaf) -> re.Pattern[str] | None:
    """What matches every text of ASCII, its capitals lowered, in which a leaf stands; it may match others.

    ``None`` for a leaf that stands in none.
    """
    pattern = _pattern(leaf)
    if not all(map(str.isascii, pattern.parts)):
        return None
    written = [re.escape(part).replace("\\ ", r"\s+") for part in pattern.parts]
    joined = written[0]
    for part, apart in zip(written[1:], pattern.apart, strict=True):
        joined += ("[^0-9a-z_]+" if apart else "[^0-9a-z_]*") + part
    return re.compile(joined)


def _spans(leaf: Leaf, text: str) -> Iterator[tuple[int, int]]:
    """Yields the places of one leaf in a folded text, in order, without overlap."""
    pattern = _pattern(leaf)
    if not all(part in text for part in pattern.parts):
        return
    first = pattern.parts[0]
    start = text.find(first)
    while start >= 0:
        end = _match_end(pattern, text, start)
        if end is not None:
            yield start, end
        start = text.find(first, start + 1 if end is None else end)


class _Pattern(NamedTuple):
    """A leaf made ready: pieces that must stand as they are, and whether separators must lie between them."""

    parts: tuple[str, ...]
    apart: tuple[bool, ...]
    """For each part but the first: whether at least one separator precedes it (else any number, or none)."""
    bound_left: bool
    bound_right: bool


@lru_cache(maxsize=256)
def _pattern(leaf: Leaf) -> _Pattern:
    """Cuts a leaf where only a space was typed between two runs: there any separators may stand in the text.

    Runs of the same kind must be kept apart by one; between different kinds (``用 Python``) none is needed.
    Where punctuation was typed between runs, all of it and its spaces must stand there.
    """
    folded = leaf.folded
    found = list(runs(folded))
    if not found:
        return _Pattern((folded,), (), False, False)
    parts: list[str] = []
    apart: list[bool] = []
    start = 0
    for left, right in pairwise(found):
        if folded[left.end : right.start] == " ":
            parts.append(folded[start : left.end])
            apart.append(left.kind == right.kind)
            start = right.start
    parts.append(folded[start:])
    bound_left = found[0].start == 0 and found[0].kind == "word"
    bound_right = not isinstance(leaf, Prefix) and found[-1].end == len(folded) and found[-1].kind == "word"
    return _Pattern(tuple(parts), tuple(apart), bound_left, bound_right)


def _match_end(pattern: _Pattern, text: str, start: int) -> int | None:
    """Where a match that begins at ``start`` ends, or nothing."""
    if pattern.bound_left and start and kind_of(text[start - 1]) == "word":
        return None
    end = start + len(pattern.parts[0])
    for part, apart in zip(pattern.parts[1:], pattern.apart, strict=True):
        after = end
        while after < len(text) and kind_of(text[after]) == "separator":
            after += 1
        if (apart and after == end) or not text.startswith(part, after):
            return None
        end = after + len(part)
    if pattern.bound_right and end < len(text) and kind_of(text[end]) == "word":
        return None
    return end
