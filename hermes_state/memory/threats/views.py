"""The readings of a text that the rules look at: as written, decoded, and guessed.

* plain: normalised (NFKC, nothing hidden, one blank, one line end), folded (accents off, look-alikes Latin), own script
  (accents off, no Latin doubles), markup (Markdown and HTML off), comments cut, hidden as blanks.
* decoded: tags, selectors, entities and escapes and encoded tokens together through three layers, letters joined; and,
  where words of the vocabulary come out, humps, signs inside words, leet, shifted letters (rot13), one-word
  sentences joined, letters repeated, words backwards, spelling, backwards.
* guessed: backwards, whatever comes out, since the vocabulary is English: not for long texts of ASCII alone.

Every view is case-folded. Of all but the first only those lines are kept that no view before it has, and what stands
near them. There are at most 22 of them, and together they have at most `MAX_TOTAL` characters: `views` raises
`TooMuchError` when a text would need more.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from hermes_state.memory.threats import decoding, disguises, markup
from hermes_state.memory.threats.folding import folded, hides, in_own_script, normalised

Kind = Literal["plain", "decoded", "guessed"]

MAX_LAYERS = 3
MAX_GUESSED = 1_000
SPAN = 300
"""Characters on each side of a change that are read again: more than the gaps of a pattern."""
_WIDE = re.compile("[ \t\u00a0\u3000]{2,}")
MAX_TOTAL = 1_200_000
MAX_GROWTH = 2_000
"""Characters beyond twice its length that a text may have when normalised: one may become eighteen under NFKC."""


class TooMuchError(ValueError):
    """The views of a text would be larger than what is scanned in bounded time."""


@dataclass(frozen=True, slots=True)
class View:
    """One reading of a text, case-folded; ``name`` says how it was made."""

    name: str
    kind: Kind
    text: str


def views(text: str) -> Iterator[View]:
    """The readings of a text, certain ones first; raises `TooMuchError`."""
    seen: set[str] = set()
    total = 0
    lines: set[str] = set()
    for name, kind, reading in _readings(text):
        view = reading.casefold()
        if lines:
            view = changed(view, lines)
        lines.update(view.split("\n"))
        total += len(view)
        if total > MAX_TOTAL:
            raise TooMuchError(f"the readings of the text have more than {MAX_TOTAL:,} characters")
        if view and view not in seen:
            seen.add(view)
            yield View(name, kind, view)


def changed(view: str, lines: set[str]) -> str:
    """The lines of a view that are not among these, with as much around them as a pattern spans.

    What stands far from every change has been seen. Pieces that are apart get a full stop between them.
    """
    parts = view.split("\n")
    starts = [0, *accumulate(len(part) + 1 for part in parts)]
    pieces: list[tuple[int, int]] = []
    for index, part in enumerate(parts):
        if part in lines:
            continue
        first = bisect_right(starts, max(starts[index] - SPAN, 0)) - 1
        last = bisect_right(starts, min(starts[index + 1] + SPAN, len(view))) - 1
        if pieces and starts[first] <= pieces[-1][1]:
            pieces[-1] = (pieces[-1][0], starts[min(last + 1, len(parts))] - 1)
        else:
            pieces.append((starts[first], starts[min(last + 1, len(parts))] - 1))
    return " .\n".join(view[start:end] for start, end in pieces)


def _readings(text: str) -> Iterator[tuple[str, Kind, str]]:
    base = normalised(text)
    if len(base) > 2 * len(text) + MAX_GROWTH:
        raise TooMuchError("the text grows too long when it is normalised")
    latin = folded(base)
    rendered = markup.stripped(base.casefold())
    rendered_latin = rendered if latin is base else markup.stripped(latin.casefold())
    yield "normalised", "plain", base
    yield "folded", "plain", latin
    if latin is not base:
        yield "own script", "plain", in_own_script(base)
    yield "markup", "plain", rendered
    yield "markup, folded", "plain", rendered_latin
    if "<!--" in base:
        yield "comments cut", "plain", markup.stripped(markup.without_comments(latin.casefold()))
    if hides(text):
        yield "hidden as blanks", "plain", folded(normalised(text, instead=" "))
    yield from _decoded(text, base, latin)
    yield from _guessed(rendered, rendered_latin, latin)


def _decoded(text: str, base: str, latin: str) -> Iterator[tuple[str, Kind, str]]:
    if not text.isascii():
        yield "tags", "decoded", folded(normalised(decoding.tags(text)))
        yield "selectors", "decoded", folded(normalised(decoding.selectors(text)))
    name, plain = decode(base)
    if name:
        plain = normalised(plain)
        yield name, "decoded", plain
        latin = folded(plain)
        yield f"{name}, folded", "decoded", latin
        yield f"{name}, markup", "decoded", markup.stripped(latin.casefold())
        yield f"{name}, letters joined", "decoded", disguises.letters_joined(latin.casefold(), latin.casefold())
    else:
        spaced = folded(with_wide_blanks(text)) if _WIDE.search(text) else latin
        yield "letters joined", "decoded", disguises.letters_joined(latin.casefold(), spaced.casefold())


def _guessed(rendered: str, rendered_latin: str, latin: str) -> Iterator[tuple[str, Kind, str]]:
    """What a reader may take the text for. Where known words come out of it, the guess is as good as decoded."""
    yield "humps", "decoded", disguises.humps_divided(latin)
    yield "signs inside words", "decoded", disguises.signs_inside_words(rendered_latin)
    yield "leet", "decoded", disguises.leet(rendered_latin)
    yield "shifted letters", "decoded", disguises.shifted(rendered_latin)
    yield "sentences joined", "decoded", disguises.sentences_joined(rendered_latin)
    yield "unstretched", "decoded", disguises.unstretched(rendered_latin)
    yield "spelling", "decoded", disguises.spelling_mended(rendered_latin)
    if disguises.is_turned(rendered_latin):
        yield "words backwards", "decoded", disguises.words_turned(rendered_latin)
        yield "backwards", "decoded", disguises.turned(rendered)
    elif len(rendered) <= MAX_GUESSED or not rendered.isascii():
        yield "backwards", "guessed", disguises.turned(rendered)


def decode(text: str) -> tuple[str, str]:
    """(names of the decoders that found something, the text decoded), through three layers; raises `TooMuchError`."""
    names: dict[str, None] = {}
    for _ in range(MAX_LAYERS):
        before = text
        for name, decoder in decoding.DECODERS:
            after = decoder(text)
            if len(after) > MAX_TOTAL // 4:
                raise TooMuchError("the text grows too long when it is decoded")
            if after != text:
                names[name] = None
                text = after
        if text == before:
            break
    return " + ".join(names), text


def with_wide_blanks(text: str) -> str:
    """The text normalised piece by piece, its runs of two and more blanks kept: they end words of single letters."""
    return "  ".join(map(normalised, _WIDE.split(text)))
