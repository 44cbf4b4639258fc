"""Entries that say nearly the same: a measure of shared words, simple enough to be told to a person."""

from __future__ import annotations

import re
from collections.abc import Iterable

SIMILAR = 0.5
"""From this on two entries are pointed out as alike."""

_LEAST_SHARED = 3
"""Fewer shared pieces than this are chance."""

_MOST_CHARS = 2_000
"""What is compared of a text: no entry is longer by default, and a document is like nothing else."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_SMALL = frozenset(
    "a an the is are was were be been to of in on at for and or as by with from it its this that user users".split()
)


def pieces(text: str) -> frozenset[str]:
    """What two texts are compared by: words without the smallest ones and without a plural's ``s``; pairs of letters
    in scripts that put no blanks between words."""
    found: set[str] = set()
    for word in _WORD.findall(text[:_MOST_CHARS].casefold()):
        for run in _UNSPACED.findall(word):
            found.update(run[start : start + 2] for start in range(max(1, len(run) - 1)))
        rest = _UNSPACED.sub("", word)
        if rest and rest not in _SMALL:
            found.add(rest[:-1] if len(rest) > 3 and rest.endswith("s") else rest)
    return frozenset(found)


def similarity(first: str, second: str) -> float:
    """Between 0 and 1: shared pieces over all pieces (Jaccard), or 0.8 of the shared part of the smaller text.

    The second counts an entry that is wholly inside a longer one. Under three shared pieces it is 0.
    """
    ours, theirs = pieces(first), pieces(second)
    shared = len(ours & theirs)
    if shared < min(_LEAST_SHARED, len(ours), len(theirs)) or not shared:
        return 0.0
    return max(
        shared / len(ours | theirs), 0.8 * shared / min(len(ours), len(theirs)) if shared >= _LEAST_SHARED else 0
    )


def alike(text: str, entries: Iterable[str]) -> list[tuple[str, float]]:
    """The entries that are like a text but not equal to it, the most like first, with their similarity."""
    scored = ((entry, similarity(text, entry)) for entry in entries if entry != text)
    return sorted((one for one in scored if one[1] >= SIMILAR), key=lambda one: -one[1])
