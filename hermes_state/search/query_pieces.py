"""Cuts a query into pieces: what stands between spaces, quotes and the parentheses around them."""

# Annotations are evaluated here: a named tuple compiles each one that is text, which a start would pay for.

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from hermes_state.search.analysis import kind_of

FIELDS = (
    "role", "source", "project", "branch", "model", "tool", "title", "session", "user", "after", "before",
)  # fmt: skip
"""What ``field:value`` may filter by."""

_CHUNK = r"""
    (?P<space> [\s]+ )
  | (?P<filter> (?P<field> [A-Za-z]{4,7} ) :
        (?: "(?P<quoted> [^"]+ )" (?= \s | $ ) | (?P<value> (?! // ) [^\s"]\S* ) ) )
  | (?P<minus> -? ) (?: " (?P<phrase> [^"]+ ) " | “ (?P<curly> [^“”]+ ) ” ) [.,;:!?]* (?= [\s)] | $ )
  | (?P<open> \( )
  | (?P<word> \S+ )
    """
_MARKS = ':"“('
"""What only a query with more than words in it has."""
_WORD = re.compile(r"\S+")
_PREFIX = re.compile(r"[^*]+\*")
_EXCLUDED = re.compile(r"-(?=[^\W\d_]{2})")
"""What excludes: ``--force`` and ``-m`` are the flags of a command, and text."""
_OPERATORS = ("AND", "OR", "NOT")


class Filter(NamedTuple):
    """``field:value``; ``typed`` is the whole of it as it was typed (quotes included)."""

    field: str
    value: str
    typed: str


class Piece(NamedTuple):
    """A piece of a query and where it stands; ``minus`` when a minus was typed before it."""

    kind: Literal["word", "phrase", "prefix", "operator", "open", "close", "filter"]
    start: int
    end: int
    text: str
    minus: bool = False
    filter: Filter | None = None


@lru_cache(maxsize=1)
def _chunk() -> re.Pattern[str]:
    return re.compile(_CHUNK, re.VERBOSE)


def pieces_of(typed: str, filters: bool, as_text: Collection[str]) -> Iterator[Piece]:
    """Yields the pieces of a query in order, in one pass: each match starts where the last one ended."""
    if not any(mark in typed for mark in _MARKS):  # the whole expression takes 0.5 ms to compile
        for word in _WORD.finditer(typed):
            yield from _word_pieces(word[0], word.start())
        return
    chunk = _chunk()
    position = 0
    while position < len(typed):
        match = chunk.match(typed, position)
        if match is None:  # no character is left out by the expression
            return
        position = match.end()
        start = match.start()
        if match["filter"] is not None:
            field = match["field"].lower()
            if filters and field in FIELDS and match[0] not in as_text:
                item = Filter(field, match["quoted"] or match["value"], match[0])
                yield Piece("filter", start, position, match[0], filter=item)
                continue
            match = _WORD.match(typed, start)
            position = match.end() if match is not None else position
        if match is None or match.lastgroup == "space":
            continue
        groups = match.groupdict()
        phrase = groups.get("phrase") or groups.get("curly")
        if phrase:
            yield Piece("phrase", start, position, phrase, minus=groups["minus"] == "-")
        elif match[0] == "(":
            yield Piece("open", start, position, "(")
        else:
            yield from _word_pieces(match[0], start)


def without_pieces(cut: list[Piece], typed: str) -> str:
    """The typed text without some of its pieces, stripped."""
    ends = [0, *(piece.end for piece in cut)]
    starts = [*(piece.start for piece in cut), len(typed)]
    return " ".join(filter(None, (typed[start:end].strip() for start, end in zip(ends, starts, strict=True))))


def _word_pieces(chunk: str, start: int) -> Iterator[Piece]:
    """Yields a chunk without spaces: a word, a prefix or an operator, and the parentheses that close behind it."""
    closing = len(chunk) - len(chunk.rstrip(")"))
    closing = min(closing, max(chunk.count(")") - chunk.count("("), 0))
    body = chunk[: len(chunk) - closing]
    end = start + len(body)
    if body in _OPERATORS:
        yield Piece("operator", start, end, body)
    elif _PREFIX.fullmatch(body) and kind_of(body[-2]) != "separator":
        yield Piece("prefix", start, end, body[:-1], minus=body.startswith("-"))
    elif body:
        yield Piece("word", start, end, body, minus=_EXCLUDED.match(body) is not None)
    for at in range(end, end + closing):
        yield Piece("close", at, at + 1, ")")
