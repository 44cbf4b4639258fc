"""Folds a text and keeps where in it each folded letter came from: what was found is shown as it was written."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from hermes_state.search import unicode_table as table
from hermes_state.search.analysis import fold, joins

ACTIVE, TOGETHER, JOINS = 1, 2, 4
"""What folding may do with a character (``_traits``)."""

RUNS = re.compile(r"\s\s+")
SPACES = re.compile(r"\s\s+|[^\S ]")
"""White space that is not one space already."""

_SPACES_OR_FOREIGN = re.compile(r"\s\s+|[^\S ]|[^\x00-\x7f\s]+")

Span = tuple[int, int]


def fold_with_map(text: str) -> tuple[str, Sequence[int]]:
    """The folded text and, for each of its characters, the offset in ``text`` of what it came from.

    The offsets never decrease; what folding drops (an accent) belongs to what stands before it. Slower
    than folding alone: meant for a neighbourhood, not for a whole text.
    """
    if text.isascii():
        return _fold_letters_with_map(text, {})
    traits = {char: _traits(char) for char in set(text)}
    if not any(trait & JOINS for trait in traits.values()):
        changed = {ord(char): _folded_letter(char) for char, trait in traits.items() if trait & ACTIVE}
        if all(len(letter) == 1 for letter in changed.values()):
            return _fold_letters_with_map(text, changed)
    folded: list[str] = []
    offsets: list[int] = []
    spaced = False
    for start, end, piece in _aligned(text):
        exact = end - start == len(piece)
        if spaced and piece.startswith(" "):
            piece = piece[1:]
            start += exact
        if piece:
            spaced = piece.endswith(" ")
            folded.append(piece)
            offsets.extend(range(start, end) if exact else [start] * len(piece))
    return "".join(folded), offsets


def _fold_letters_with_map(text: str, changed: dict[int, str]) -> tuple[str, Sequence[int]]:
    """The same where every letter folds by itself, to one letter: only what follows on a white space goes."""
    if changed:
        text = text.translate(changed)
    folded = _lowered(SPACES.sub(" ", text))
    if len(folded) == len(text):
        return folded, range(len(text))
    offsets: list[int] = []
    position = 0
    for match in RUNS.finditer(text):
        offsets.extend(range(position, match.start() + 1))
        position = match.end()
    offsets.extend(range(position, len(text)))
    return folded, offsets


@lru_cache(maxsize=16_384)
def _folded_letter(char: str) -> str:
    return fold(char)


def _aligned(text: str) -> Iterator[tuple[int, int, str]]:
    """Yields stretches that fold on their own, with their folded forms.

    One of equal length corresponds letter by letter; of any other, all letters come of its start.
    """
    position = 0
    for start, end in _changing(text):
        if start > position:
            yield position, start, _lowered(text[position:start])
        position = end
        piece = text[start:end]
        if piece.isspace():
            yield start, end, " "
            continue
        folded = fold(piece)
        if folded == piece or len(piece) == 1:
            yield start, end, folded
            continue
        clusters = [(at, to, fold(piece[at:to])) for at, to in _clusters(piece)]
        if fold("".join(cluster for _, _, cluster in clusters)) != folded:
            clusters = [(0, len(piece), folded)]
        for at, to, cluster in clusters:
            # The marks of a cluster belong to its letter, even where the lengths happen to agree.
            yield start + at, start + to, cluster[:1]
            if len(cluster) > 1:
                yield start + at, start + at, cluster[1:]
    if position < len(text):
        yield position, len(text), _lowered(text[position:])


def _lowered(stretch: str) -> str:
    """ASCII capitals lowered: folding makes capitals of Cherokee, not small letters."""
    return stretch.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def _changing(text: str) -> Iterator[Span]:
    """Yields where white space stands but for lone spaces, and runs of what folding may change together.

    All the rest keeps its place one to one, and but for capitals its form. The letters are looked up, each once:
    an expression for all that may change takes 3 ms to compile, as long as a search.
    """
    traits = {char: _traits(char) for char in set(text)}
    wanted = TOGETHER if any(trait & JOINS for trait in traits.values()) else ACTIVE
    changing = {char for char, trait in traits.items() if trait & wanted}
    for match in _SPACES_OR_FOREIGN.finditer(text):
        start, end = match.span()
        if text[start].isspace():
            yield start, end
        elif not changing.isdisjoint(match[0]):
            for changes, letters in groupby(range(start, end), lambda at: text[at] in changing):
                if changes:
                    run = list(letters)
                    yield run[0], run[-1] + 1


@lru_cache(maxsize=16_384)
def _traits(char: str) -> int:
    """What folding may do with a character, as bits: change it, change it together with others, join it to others."""
    code = ord(char)
    active, together, joining = (
        bisect_right(bounds, code) & 1 for bounds in (table.ACTIVE, table.FOLDED_TOGETHER, table.JOINS)
    )
    return active * ACTIVE | together * TOGETHER | joining * JOINS


def _clusters(piece: str) -> Iterator[Span]:
    """Yields each character with the marks and letters behind it that may join it."""
    start = 0
    for position in range(1, len(piece)):
        if not joins(piece[position]):
            yield start, position
            start = position
    yield start, len(piece)
