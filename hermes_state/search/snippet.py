"""Cuts a short piece out of a text around what was found, and says where in it the finds stand.

Matching is done on folded text, showing on the original one; ``fold_with_map`` ties the two together.
Only a block around the place shown is mapped, and long texts are first searched as they are: a text may
have 16 MB.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from hermes_state.search.analysis import fold, is_inert, joins, kind_of
from hermes_state.search.fold_map import RUNS, SPACES, Span, fold_with_map

ELLIPSIS = "…"
REPLACEMENT = "\ufffd"

BLOCK_CHARS = 2048
"""Text is folded and looked at in blocks of this length, which overlap by four widths."""

LONG_CHARS = 65_536
"""From this length on a text is searched unfolded first, to find out which blocks are worth folding."""

MAX_BLOCKS = 8
"""Blocks with finds that are weighed against one another."""

MAX_PLACES = 64
"""Places of each needle that are weighed against one another."""

CUT_SLACK = 20
"""How far a cut moves to fall between words."""


class _Place(NamedTuple):
    start: int
    end: int
    needle: int
    weight: int
    """2 where the needle stands as a whole word (or needs not to), 1 where it is part of a longer one."""


class _Stretch(NamedTuple):
    """A stretch of a text that holds needles; the weightiest first, then that with most letters of them."""

    weight: int
    letters: int
    start: int
    end: int


def make_snippet(text: str, needles: Sequence[str], width: int = 200) -> tuple[str, list[Span]]:
    """A piece of ``text`` of at most ``width`` code points, and the places of the needles in it.

    ``needles`` are folded; of one longer than half the width its beginning counts. A needle that stands
    somewhere as a whole word is not marked inside longer words nearby. The piece lies where most needles
    stand close together. ``…`` marks a cut, a run of white space is one space, controls and
    lone surrogates are U+FFFD. Places are (start, end) in code points of the piece, sorted and apart;
    there are none if no needle stands in the text, whose beginning is then shown.
    """
    width = max(width, 16)
    wanted = [needle for needle in dict.fromkeys(needle.strip(" ")[: width // 2] for needle in needles) if needle]
    for block_of in (_plain_block, _best_block) if wanted else ():
        found = block_of(text, wanted, width)
        if found is None:
            continue
        offset, block = found
        folded, offsets = fold_with_map(block)
        places = _places(folded, wanted)
        if places:  # none: in the plain block a mark made another letter of what stood there
            best = _densest(places, width // 2)
            spans = [_original(offsets, len(block), offset, place.start, place.end) for place in places]
            return _cut(text, _original(offsets, len(block), offset, best.start, best.end), spans, width)
    apart = _apart(text, wanted)
    return _cut(text, apart or (0, 0), [apart] if apart else [], width)


def _apart(text: str, needles: Sequence[str]) -> Span | None:
    """Where a needle stands whose words lie so far apart that no block holds it all: in white space of thousands."""
    for needle in needles:
        if " " in needle:
            words = r"\s+".join(map(re.escape, needle.split(" ")))
            match = re.search(words, text, re.IGNORECASE)
            if match is not None:
                return match.span()
    return None


# Choosing the place


def _plain_block(text: str, needles: Sequence[str], width: int) -> tuple[int, str] | None:
    """The block round the place where the needles stand densest in the text as it is, capitals apart.

    Nothing where that may not tell: folding changes letters of a needle, lowering the text moves its letters, or a
    needle does not stand there so.
    """
    if len(text) > LONG_CHARS or not all(is_inert(needle) and " " not in needle for needle in needles):
        return None
    lowered = text.lower()
    if len(lowered) != len(text):
        return None
    places = _places(lowered, needles)
    if not places:
        return None
    best = _densest(places, width // 2)
    reach = width + width // 4
    start = _between_words(text, max(best.start - reach, 0))
    return start, text[start : _between_words(text, best.end + reach)]


def _best_block(text: str, needles: Sequence[str], width: int) -> tuple[int, str] | None:
    """The block (its offset, and it) in which the needles stand densest; nothing if none has any."""
    best: tuple[_Stretch, int, str] | None = None
    tried = 0
    for proposed in _block_starts(text, needles, width):
        start = _between_words(text, proposed)
        block = text[start : _between_words(text, proposed + BLOCK_CHARS + 4 * width)]
        places = _places(fold(block), needles)
        if not places:
            continue
        stretch = _densest(places, width // 2)
        if best is None or stretch[:2] > best[0][:2]:
            best = stretch, start, block
        tried += 1
        if len(text) > LONG_CHARS or stretch.weight == 2 * len(needles) or tried == MAX_BLOCKS:
            break
    return None if best is None else best[1:]


def _between_words(text: str, position: int) -> int:
    """The end of the text, or the nearest position before ``position`` that cuts no word, if one is near."""
    if position >= len(text):
        return len(text)
    near = max(position - 2 * CUT_SLACK, 0)
    space = max(text.rfind(" ", near, position), text.rfind("\n", near, position))
    return position if space < 0 else space + 1


def _block_starts(text: str, needles: Sequence[str], width: int) -> Iterator[int]:
    """Yields where blocks worth looking at begin: in a long text first those that a plain search proposes."""
    if len(text) > LONG_CHARS:
        forms = [{needle, needle.upper(), needle.capitalize(), needle.title()} for needle in needles]
        places = sorted(
            place for number, every in enumerate(forms) for form in every for place in _of(form, number, text)
        )
        if places:
            yield max(_densest(places, width // 2).start - BLOCK_CHARS // 2, 0)
    yield from range(0, max(len(text), 1), BLOCK_CHARS)


def _places(folded: str, needles: Sequence[str]) -> list[_Place]:
    """The places of the needles in a text, sorted."""
    return sorted(place for number, needle in enumerate(needles) for place in _of(needle, number, folded))


def _of(needle: str, number: int, text: str) -> list[_Place]:
    """The first places of one needle: as a whole word, or if there are none, all."""
    bound_left, bound_right = kind_of(needle[0]) == "word", kind_of(needle[-1]) == "word"
    whole: list[_Place] = []
    partial: list[_Place] = []
    at = text.find(needle)
    while at >= 0 and len(whole) < MAX_PLACES and len(partial) < BLOCK_CHARS:
        end = at + len(needle)
        inside = (bound_left and at > 0 and kind_of(text[at - 1]) == "word") or (
            bound_right and end < len(text) and kind_of(text[end]) == "word"
        )
        (partial if inside else whole).append(_Place(at, end, number, 1 if inside else 2))
        at = text.find(needle, end)
    return whole or partial[:MAX_PLACES]


def _densest(places: Sequence[_Place], width: int) -> _Stretch:
    """The first stretch of about ``width`` that holds the weightiest set of different needles."""
    best = _Stretch(0, 0, 0, 0)
    for index, first in enumerate(places):
        held = {first.needle: first.weight}
        letters, last = first.end - first.start, first.end
        for place in places[index + 1 : index + MAX_PLACES]:
            if place.end - first.start > width:
                break
            held[place.needle] = place.weight
            letters += max(place.end - max(place.start, last), 0)
            last = max(last, place.end)
        weight = sum(held.values())
        if (weight, letters) > best[:2]:
            best = _Stretch(weight, letters, first.start, last)
    return best


def _original(offsets: Sequence[int], size: int, offset: int, start: int, end: int) -> Span:
    """A place of a folded block in the text that the block was taken from at ``offset``."""
    last = offsets[end - 1]
    following = bisect_right(offsets, last)
    return offset + offsets[start], offset + (offsets[following] if following < len(offsets) else size)


# Showing


def _cut(text: str, core: Span, spans: Sequence[Span], width: int) -> tuple[str, list[Span]]:
    """The piece to show around ``core``, and the ``spans`` of the text that lie in it."""
    low, high = max(core[0] - width, 0), min(core[1] + width, len(text))
    shown = SPACES.sub(" ", text[low:high])
    if len(shown) < 2 * width:  # much white space, or an end of the text: look further
        low, high = max(core[0] - 2 * width, 0), min(core[1] + 3 * width, len(text))
        shown = SPACES.sub(" ", text[low:high])
    position = _Positions(text[low:high]).of
    first, last = position(core[0] - low), position(min(core[1], high) - low)
    room = width - 2
    start = max(min(first - max(room - (last - first), 0) // 3, len(shown) - room), 0)
    end = min(start + room, len(shown))
    if start:
        space = shown.find(" ", start, min(start + CUT_SLACK, first))
        start = space if space >= 0 else start
    if end < len(shown):
        space = shown.rfind(" ", max(end - CUT_SLACK, last), end)
        end = space if space >= 0 else end
    while start < (first if first < last else end) and (shown[start] == " " or joins(shown[start])):
        start += 1
    while end > max(last, start) and shown[end - 1] == " ":
        end -= 1
    left = ELLIPSIS if low or (start and shown[:start].strip()) else ""
    right = ELLIPSIS if high < len(text) or shown[end:].strip() else ""
    shift = len(left) - start
    marks: list[Span] = []
    for span in _merged(span for span in spans if span[1] > low and span[0] < high):
        place_start = position(min(max(span[0], low), high) - low)
        place_end = position(max(min(span[1], high), low) - low)
        mark_start, mark_end = max(place_start, start), min(place_end, end)
        whole = span[0] >= low and span[1] <= high and mark_end - mark_start == place_end - place_start
        if mark_start < mark_end and (whole or (span[0] < core[1] and span[1] > core[0])):
            marks.append((mark_start + shift, mark_end + shift))
    return left + _harmless(shown[start:end]) + right, marks


def _merged(spans: Iterable[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


class _Positions:
    """Where the places of a piece stand in it as it is shown: every run of white space is one space."""

    def __init__(self, piece: str) -> None:
        self._runs = [match.span() for match in RUNS.finditer(piece)]
        self._starts = [start for start, _ in self._runs]
        self._removed = [0, *accumulate(end - start - 1 for start, end in self._runs)]

    def of(self, offset: int) -> int:
        """The place of an offset; within a run it is behind the space."""
        before = bisect_left(self._starts, offset)
        if not before:
            return offset
        start, end = self._runs[before - 1]
        if offset < end:
            return start - self._removed[before - 1] + 1
        return offset - self._removed[before]


def _harmless(text: str) -> str:
    return text if text.isprintable() else _unsafe().sub(REPLACEMENT, text)


@lru_cache(maxsize=1)
def _unsafe() -> re.Pattern[str]:
    """What a terminal or a viewer could obey (controls, escapes, changes of direction), and what is no character.

    Nothing of it is printable to Python: where all is, this need not be compiled.
    """
    return re.compile(
        "[\x00-\x1b\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
        "\ud800-\udfff\ufff9-\ufffb\ufdd0-\ufdef\ufffe\uffff]"
    )
