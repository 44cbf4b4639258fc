"""Turns text into its folded form and folded text into index terms; nothing here touches a database.

Folding is the only notion of equality that searching has. Terms are what the word index holds: its
tokenizer (FTS5's ``ascii tokenchars '_'``) takes every byte above 0x7F as part of a word, so that the
text made by ``index_text`` yields exactly the list ``terms``. Classes of characters come from one table
pinned to Unicode 14.0, never from the Python or SQLite at hand. White space is what ``str.isspace``
says in 14.0: U+0009-000D, U+001C-0020, U+0085, U+00A0, U+1680, U+2000-200A, U+2028, U+2029, U+202F, U+205F, U+3000.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import add
from typing import Literal, NamedTuple

from hermes_state.search import unicode_table as table

ANALYSIS_VERSION: int = 1
"""Stored in an archive; terms of another version are rebuilt before they are trusted."""

MAX_MARKS = 32
"""Combining marks kept of a longer run: normalisation needs quadratic time on them."""

CHUNK_CHARS = 512
"""Longest term; a longer run is cut into chunks of this length, one every ``CHUNK_STEP`` characters."""

CHUNK_STEP = 256
"""So any piece of a run up to this length lies within one chunk."""

SHORT_CHARS = 64
"""Text up to this length, such as a query, is looked at letter by letter: compiling expressions takes milliseconds."""

MEDIUM_CHARS = 4_096
"""Text up to this length, such as the surroundings of a match, is looked at by its distinct letters."""

FEW_CHARS = 256
FEW_LOOK_CHARS = 65_536
"""A longer text, up to ``FEW_LOOK_CHARS``, with no more than ``FEW_CHARS`` beyond ASCII is folded the same way."""

Kind = Literal["word", "ngram", "emoji", "separator"]

_ASCII_FOLD = bytes(0x20 if chr(b).isspace() and b < 0x80 else b for b in range(256)).lower()
_ASCII_TERM = bytes(0x78 if b >= 0x80 or chr(b).isalnum() or b == 0x5F else 0x20 for b in range(256))
_ACCENTS = re.compile("[\u0300-\u036f]+")
_JOINER = "\u034f"
"""The one accent that is no mark: without it the marks on both its sides are one run. Nothing else vanishes, and what
becomes marks is in ``table.MARKS``, so that it was cut as one."""
_SPACES = "\x85\u1680\u2028\u2029"
"""White space that normalisation leaves."""
_TERM_CHARS = r"[^\x00-/:-@\[-^`{-\x7f]"
_TERM = re.compile(_TERM_CHARS + "+")
_NON_ASCII = re.compile("[^\x00-\x7f]+")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


# Folding


def fold(text: str) -> str:
    """The form in which texts are compared: NFKC, case folded, accents removed, white-space runs one space.

    Idempotent and linear in the length of the text. Runs of more than ``MAX_MARKS`` combining marks are
    cut first, and those that the removal of U+034F makes are cut again. Code points that Unicode 14.0 does
    not assign pass unchanged. White space at either end stays (as one space); lone surrogates and NUL stay.
    """
    if not text.isascii():
        text = _fold_beyond_ascii(text)
    data = text.encode("utf-8", "surrogatepass").translate(_ASCII_FOLD)
    if b"  " in data:
        data = data.replace(b" " * 16, b" ")
        while b"  " in data:
            data = data.replace(b"  ", b" ")
    return data.decode("utf-8", "surrogatepass")


def is_inert(folded: str) -> bool:
    """Whether no letter of a folded piece changes, or joins what stands before it, when text is folded.

    Where such a piece stands in a text, it stands in the folded text, unless what follows joins its last letter
    (``joins``); the other way round it may also come of capitals, accented or compatibility letters.
    """
    if folded.isascii():
        return True
    codes = [ord(char) for char in folded if char > "\x7f"]
    return not any((bisect_right(table.ACTIVE, code) | bisect_right(table.JOINS, code)) & 1 for code in codes)


def joins(char: str) -> bool:
    """Whether folding may join a character with the one before it, or reorder the two."""
    code = ord(char)
    return code >= 0x300 and (code < 0x370 or bool(bisect_right(table.JOINS, code) & 1))


def may_join(text: str) -> bool:
    """Whether a text has a letter or mark that may join, or be reordered with, what stands before it."""
    if len(text) <= MEDIUM_CHARS:
        return any(bisect_right(table.JOINS, ord(char)) & 1 for char in set(text))
    return _joining(_ASTRAL.search(text) is not None).search(text) is not None


def _fold_beyond_ascii(text: str) -> str:
    if len(text) <= SHORT_CHARS:
        return _fold_grouped(text)
    if len(text) <= FEW_LOOK_CHARS and sum(map(len, _NON_ASCII.findall(text))) <= FEW_CHARS:
        return _NON_ASCII.sub(lambda match: _fold_grouped(match[0]), text)
    astral = _ASTRAL.search(text) is not None
    return _active(astral, may_join(text)).sub(lambda match: _fold_run(match[0]), text)


def _fold_grouped(text: str) -> str:
    """Folds without an expression that would have to be compiled: character by character looked up."""
    pieces = groupby(text, lambda char: bisect_right(table.FOLDED_TOGETHER, ord(char)) & 1)
    return "".join(_fold_run("".join(piece)) if changes else "".join(piece) for changes, piece in pieces)


def _fold_run(piece: str) -> str:
    return _fold_short(piece) if len(piece) <= 8 else _fold_piece(piece)


@lru_cache(maxsize=4096)
def _fold_short(piece: str) -> str:
    return _fold_piece(piece)


def _fold_piece(piece: str) -> str:
    """Folds text apart from its white-space runs, again and again until nothing changes."""
    while True:
        folded = _fold_once(piece)
        if folded == piece:
            return folded
        piece = folded


def _fold_once(piece: str) -> str:
    if len(piece) > MAX_MARKS:
        piece = _mark_run().sub(_cut_marks, piece)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", piece).casefold())
    if _has_accents(folded):
        folded = unicodedata.normalize("NFC", _without_accents(unicodedata.normalize("NFD", folded)))
    for space in _SPACES:
        folded = folded.replace(space, " ")
    return folded


def _without_accents(decomposed: str) -> str:
    bare = _ACCENTS.sub("", decomposed)
    if len(bare) > MAX_MARKS and _JOINER in decomposed:
        return _mark_run().sub(_cut_marks, bare)
    return bare


def _has_accents(folded: str) -> bool:
    if len(folded) <= SHORT_CHARS:
        return any(bisect_right(table.ACCENTED, ord(char)) & 1 for char in folded)
    return _accented().search(folded) is not None


def _cut_marks(match: re.Match[str]) -> str:
    return match[0][:MAX_MARKS]


# Classes of characters. The expressions are compiled when text beyond ASCII is first seen: starting stays fast.


def _ranges(bounds: Iterable[int]) -> str:
    """The inside of a ``[...]`` for flat half-open ranges."""
    flat = iter(bounds)
    return "".join(f"{chr(start)}-{chr(end - 1)}" for start, end in zip(flat, flat, strict=True))


def _within_bmp(bounds: Sequence[int]) -> Sequence[int]:
    """The ranges up to U+FFFF; none of the tables has one that straddles it."""
    return bounds[: bisect_left(bounds, 0x10000)]


def character_class(bounds: Sequence[int], astral: bool = True) -> str:
    """A ``[...]`` for text with or without characters beyond U+FFFF.

    The ranges beyond U+FFFF are compared one by one, after the rest: the class is written as what it is
    not, so that common characters never come to them.
    """
    if astral:
        return f"[^{_ranges((0, *bounds, 0x110000))}]"
    return f"[{_ranges(_within_bmp(bounds))}]"


@lru_cache(maxsize=2)
def _joining(astral: bool) -> re.Pattern[str]:
    return re.compile(character_class(table.JOINS, astral))


@lru_cache(maxsize=4)
def _active(astral: bool, joined: bool) -> re.Pattern[str]:
    """Runs that folding may change, with the letters that may compose with them if any may.

    ASCII letters need not be among these: they compose only with accents, which go. Nor do code points
    that Unicode 14.0 leaves open, so that a later Python folds as this version does.
    """
    return re.compile(character_class(table.FOLDED_TOGETHER if joined else table.ACTIVE, astral) + "+")


@lru_cache(maxsize=1)
def _mark_run() -> re.Pattern[str]:
    return re.compile(f"{character_class(table.MARKS)}{{{MAX_MARKS + 1},}}")


@lru_cache(maxsize=1)
def _accented() -> re.Pattern[str]:
    return re.compile(character_class(table.ACCENTED, astral=False))


@lru_cache(maxsize=2)
def _foreign(astral: bool) -> re.Pattern[str]:
    """Runs of what is neither ASCII nor word."""
    return re.compile(f"[^\x00-\x7f{_ranges(table.WORD if astral else _within_bmp(table.WORD))}]+")


@lru_cache(maxsize=1)
def _ngram_or_emoji() -> re.Pattern[str]:
    return re.compile(f"([{_ranges(table.NGRAM)}]+)|([{_ranges(table.EMOJI)}])")


@lru_cache(maxsize=1)
def _any_run() -> re.Pattern[str]:
    word, ngram, emoji = map(_ranges, (table.WORD, table.NGRAM, table.EMOJI))
    return re.compile(f"(?P<word>[{word}]+)|(?P<ngram>[{ngram}]+)|(?P<emoji>[{emoji}])")


@lru_cache(maxsize=1)
def _long_run() -> re.Pattern[str]:
    return re.compile(f"(?<!{_TERM_CHARS}){_TERM_CHARS}{{{CHUNK_CHARS + 1},}}")


@lru_cache(maxsize=16_384)
def kind_of(char: str) -> Kind:
    """The class of one character, whatever stands beside it."""
    code = ord(char)
    if bisect_right(table.WORD, code) & 1:
        return "word"
    if code < 0x80:
        return "separator"
    if bisect_right(table.NGRAM, code) & 1:
        return "ngram"
    return "emoji" if bisect_right(table.EMOJI, code) & 1 else "separator"


class Run(NamedTuple):
    """A longest stretch of one kind in a text (each emoji is a run of its own); ``end`` is exclusive."""

    kind: Kind
    start: int
    end: int


def runs(folded: str) -> Iterator[Run]:
    """Yields the runs of word, n-gram and emoji characters in order; separators lie between them."""
    if folded.isascii():
        for match in _TERM.finditer(folded):
            yield Run("word", match.start(), match.end())
        return
    if len(folded) <= SHORT_CHARS:
        yield from _runs_of_short(folded)
        return
    kinds: dict[str | None, Kind] = {"word": "word", "ngram": "ngram", "emoji": "emoji"}
    for match in _any_run().finditer(folded):
        yield Run(kinds[match.lastgroup], match.start(), match.end())


def _runs_of_short(folded: str) -> Iterator[Run]:
    start = 0
    for kind, chars in groupby(folded, kind_of):
        end = start + sum(1 for _ in chars)
        if kind == "emoji":
            yield from (Run(kind, at, at + 1) for at in range(start, end))
        elif kind != "separator":
            yield Run(kind, start, end)
        start = end


# Terms


def index_text(folded: str) -> str:
    """The text to put into the word index for a folded text: its terms, apart from one another.

    ASCII text is its own index text. Runs of an n-gram script become overlapping pairs and the run's
    last letter; every emoji stands alone; separators beyond ASCII become spaces; runs of more than
    ``CHUNK_CHARS`` characters become overlapping chunks.
    """
    if not folded.isascii():
        folded = _foreign(_ASTRAL.search(folded) is not None).sub(lambda match: _expand_run(match[0]), folded)
    return _cut_long_runs(folded) if len(folded) > CHUNK_CHARS else folded


def terms(folded: str) -> list[str]:
    """The index terms of a folded text, in order and with repeats."""
    return _TERM.findall(index_text(folded))


def is_ngram_term(term: str) -> bool:
    """Whether a term is of an n-gram script or an emoji: such terms stay out of the term dictionary."""
    return ord(term[0]) >= 0x80 and kind_of(term[0]) != "word"


def ngrams(run: str) -> list[str]:
    """The terms of a run of an n-gram script: its overlapping pairs, then its last letter."""
    return [*map(add, run, run[1:]), run[-1]]


def chunks(run: str) -> list[str]:
    """The terms of a run of word characters: itself, or its overlapping chunks."""
    last = max(len(run) - CHUNK_CHARS, 0)
    return [run[start : start + CHUNK_CHARS] for start in range(0, last + CHUNK_STEP, CHUNK_STEP)]


def _expand_run(piece: str) -> str:
    return _expand_short(piece) if len(piece) <= 8 else _expand(piece)


@lru_cache(maxsize=4096)
def _expand_short(piece: str) -> str:
    return _expand(piece)


def _expand(piece: str) -> str:
    found: list[str] = []
    for run, emoji in _ngram_or_emoji().findall(piece):
        found += ngrams(run) if run else (emoji,)
    return f" {' '.join(found)} " if found else " "


def _cut_long_runs(text: str) -> str:
    # A run of more than 512 bytes holds 32 of every 16th byte in a row, and 128 of every 4th: look at those first.
    data = text.encode("utf-8")
    for stride in (16, 4):
        if b"x" * (CHUNK_CHARS // stride) not in data[::stride].translate(_ASCII_TERM):
            return text
    return _long_run().sub(lambda match: " ".join(chunks(match[0])), text)


# What a query needs


class Probe(NamedTuple):
    """What the index terms of every text must hold that contains a given needle.

    ``terms``: these whole terms. ``prefixes``: for each, a term of an n-gram script that starts with it.
    ``ends``, ``starts``, ``inside``: for each, a term of the dictionary that ends with, starts with or
    contains it. Empty: the needle has nothing that is indexed, and only reading the texts can tell.
    """

    terms: tuple[str, ...] = ()
    prefixes: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()


def probe(folded_needle: str) -> Probe:
    """What every text whose folded form contains the needle must hold as index terms.

    A word run at an edge of the needle may be the rest of a longer word; a pair of n-gram letters is a
    term wherever it stands.
    """
    found: dict[str, dict[str, None]] = {name: {} for name in ("terms", "prefixes", "ends", "starts", "inside")}
    for run in runs(folded_needle):
        piece = folded_needle[run.start : run.end]
        left, right = run.start == 0, run.end == len(folded_needle)
        if run.kind == "word" and (left or right):
            if len(piece) > CHUNK_STEP:
                place, pieces = "inside", [piece[:CHUNK_STEP]]
            else:
                place, pieces = ("inside" if left and right else "ends" if left else "starts"), [piece]
        elif run.kind == "word":
            place, pieces = "terms", chunks(piece)
        elif run.kind == "ngram" and len(piece) > 1:
            place, pieces = "terms", ngrams(piece)[:-1]
        else:
            place, pieces = ("prefixes" if run.kind == "ngram" and right else "terms"), [piece]
        found[place].update(dict.fromkeys(pieces))
    return Probe(**{name: tuple(pieces) for name, pieces in found.items()})


def query_terms(folded: str, *, last: bool) -> list[tuple[str, bool]]:
    """The terms by which a piece of a query is matched, in order, each with whether it is a prefix.

    With ``last`` nothing follows the piece (a plain word, or the end of a phrase): an n-gram run that
    ends it may go on in the text, so its last letter is left out and a lone letter is a prefix.
    Runs that end within the piece, and every run without ``last``, are whole.
    """
    found: list[tuple[str, bool]] = []
    for run in runs(folded):
        piece = folded[run.start : run.end]
        if run.kind == "word":
            found += [(chunk, False) for chunk in chunks(piece)]
        elif run.kind == "emoji":
            found.append((piece, False))
        elif not last or run.end < len(folded.rstrip(" ")):
            found += [(term, False) for term in ngrams(piece)]
        elif len(piece) == 1:
            found.append((piece, True))
        else:
            found += [(term, False) for term in ngrams(piece)[:-1]]
    return found
