"""The readings of a text that the rules look at: as written, decoded, and guessed.

* plain: normalised (NFKC, nothing hidden, one blank, one line end), folded (accents off, look-alikes Latin), own script
  (accents off, no Latin doubles), markup (Markdown and HTML off), comments cut, hidden as blanks.
* decoded: tags, selectors, entities and escapes and encoded tokens together through three layers, letters joined.
* guessed: signs between words, signs inside words, leet (1 as i, 1 as l), rot13, backwards, words backwards, spelling.

Every view is case-folded, and one that equals an earlier one is left out. There are at most 21 of them, and together
they have at most `MAX_TOTAL` characters: `views` raises `TooMuchError` when a text would need more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hermes_state.memory.threats import decoding, disguises, markup
from hermes_state.memory.threats.folding import folded, hides, in_own_script, normalised

Kind = Literal["plain", "decoded", "guessed"]

MAX_LAYERS = 3
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
    for name, kind, reading in _readings(text):
        view = reading.casefold()
        total += len(view)
        if total > MAX_TOTAL:
            raise TooMuchError(f"the readings of the text have more than {MAX_TOTAL:,} characters")
        if view and view not in seen:
            seen.add(view)
            yield View(name, kind, view)


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
        spaced = folded(normalised_but_blanks(text))
        yield "letters joined", "decoded", disguises.letters_joined(latin.casefold(), spaced.casefold())


def _guessed(rendered: str, rendered_latin: str, latin: str) -> Iterator[tuple[str, Kind, str]]:
    yield "signs between words", "guessed", disguises.signs_between_words(latin)
    yield "signs inside words", "guessed", disguises.signs_inside_words(rendered_latin)
    yield "leet", "guessed", disguises.leet(rendered_latin)
    yield "leet with l", "guessed", disguises.leet(rendered_latin, one_is_l=True)
    yield "rot13", "guessed", disguises.rot13(rendered_latin)
    yield "backwards", "guessed", disguises.turned(rendered)
    yield "words backwards", "guessed", disguises.words_turned(rendered)
    yield "spelling", "guessed", disguises.spelling_mended(rendered_latin)


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


def normalised_but_blanks(text: str) -> str:
    """The text normalised piece by piece, its runs of two and more blanks kept: they end words of single letters."""
    pieces = re.split(r"([ \t\u00a0\u3000]{2,})", text)
    if len(pieces) == 1:
        return normalised(text)
    return "".join(piece if index % 2 == 0 else "  " for index, piece in enumerate(map(normalised, pieces)))
