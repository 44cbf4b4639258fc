"""Takes recalled memory out of text that streams by, block by block, whatever the chunks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from hermes_state.memory.fences.letters import NEWLINES, read
from hermes_state.memory.fences.reading import BREAK
from hermes_state.memory.fences.tags import Tag, TagReader, Token

MOST_WITHIN = 2_048
"""Within so many characters an opening tag in the middle of a line must be closed to count as a fence."""

MOST_BLANKS = 256
"""So many blanks behind a tag are an empty rest of its line."""

NOTE_BEGINS = "[system note"
"""How the content of a recalled block begins (in lower case)."""

Place = Literal["quoted", "block", "inline", "end"]


@dataclass(slots=True)
class _Waiting:
    """A tag for which the text behind it decides; ``after`` is as much of that as was seen."""

    tag: Tag
    quoted: bool
    begins_line: bool
    after: str = ""
    blanks: int = 0


class StreamScrubber:
    """Gives back text without fences, with mere mentions of the tag left as a bare name.

    What reads as a tag is a fence's beginning when it is a block: nothing but blanks behind it on its line,
    or the note with which recalled blocks begin, or text glued to it at the beginning of a line. Such a
    fence ends at its closing tag, one for each that opens within it, or with the text. Elsewhere in a line
    an opening tag is a fence's beginning when a closing tag follows within ``MOST_WITHIN`` characters.
    Every other one is a mention and keeps its name, without brackets; so is one between backticks. Closing
    tags without an opening one are dropped at the end of a line, mentions elsewhere.

    The output of all ``feed`` and the ``flush`` depends on the whole text alone. At most
    ``MOST_WITHIN`` + ``MOST_BLANKS`` + ``MOST_HELD`` characters (and a tag) are held back.
    """

    def __init__(self) -> None:
        self._restart()

    def _restart(self) -> None:
        self._reader = TagReader()
        self._out: list[str] = []
        self._depth = 0
        self._waiting: _Waiting | None = None
        self._undecided: list[Tag | str] = []
        self._undecided_chars = 0
        self._last = ""
        self._begins_line = True

    def feed(self, chunk: str) -> str:
        """Takes the next piece of text; returns what is certain of the output."""
        return self._taken(self._reader.feed(chunk))

    def flush(self) -> str:
        """Returns what was held back, the text being at its end; the next text begins afresh."""
        text = self._taken(self._reader.flush())
        waiting = self._waiting
        if waiting is not None:
            self._waiting = None
            self._settle(waiting, _place(waiting, ended=True) or "end")
            self._text(waiting.after)
        while self._undecided:
            self._resolve_first()
        text += "".join(self._out)
        self._restart()
        return text

    def _taken(self, tokens: Iterable[Token]) -> str:
        for token in tokens:
            self._take(token)
        text = "".join(self._out)
        self._out.clear()
        return text

    def _take(self, token: Token) -> None:
        waiting = self._waiting
        if waiting is not None:
            if isinstance(token, str):
                waiting.after += token
            place = _place(waiting, ended=not isinstance(token, str))
            if place is None and isinstance(token, str):
                return
            self._waiting = None
            self._settle(waiting, place or "inline")
            self._text(waiting.after)
            if isinstance(token, str):
                return
        if isinstance(token, str):
            self._text(token)
            return
        self._waiting = _Waiting(token, self._last == "`", self._begins_line)
        self._last = ""

    def _settle(self, waiting: _Waiting, place: Place) -> None:
        """Does with a tag what its place says."""
        tag = waiting.tag
        opening, closing = tag.kind == "open", tag.kind == "close" and place != "quoted"
        if self._depth:
            if opening and place == "block":
                self._depth += 1
            elif closing:
                self._depth -= 1
            return
        if opening and place == "block":
            self._put(BREAK * tag.joins)
            self._depth = 1
        elif opening and place == "inline":
            self._undecided_chars += len(tag.as_text) if self._undecided else 0
            self._undecided.append(tag)
        elif closing and self._undecided:
            self._drop_last_fence()
        elif self._is_left_over(waiting, place):
            self._put(BREAK * tag.joins)
        else:
            self._put(BREAK * tag.joins + tag.as_text)
            self._begins_line = False

    def _is_left_over(self, waiting: _Waiting, place: Place) -> bool:
        """Whether a tag that encloses nothing goes without a trace."""
        if waiting.tag.kind == "cut":
            return False
        if waiting.tag.kind == "open":
            return place == "end" and waiting.begins_line
        return place in ("block", "end")

    def _drop_last_fence(self) -> None:
        """Drops the last undecided opening tag and all behind it, a closing one having come."""
        while not isinstance(last := self._undecided.pop(), Tag):
            self._undecided_chars -= len(last)
        if self._undecided:
            self._undecided_chars -= len(last.as_text)
        else:
            self._undecided_chars = 0
        self._put(BREAK * last.joins)

    def _text(self, text: str) -> None:
        """Takes source text that is no part of a tag."""
        if not text:
            return
        self._last = text[-1]
        line = len(text)
        while line and text[line - 1] not in NEWLINES:
            line -= 1
        self._begins_line = (self._begins_line or line > 0) and _is_blank(text[line:])
        if not self._depth:
            self._put(text)

    def _put(self, text: str) -> None:
        """Puts text out, or behind the opening tags that are not decided yet."""
        if not self._undecided:
            self._out.append(text)
            return
        self._undecided.append(text)
        self._undecided_chars += len(text)
        while self._undecided and self._undecided_chars > MOST_WITHIN:
            self._resolve_first()

    def _resolve_first(self) -> None:
        """Puts out the first undecided opening tag as a mention, with the text up to the next one."""
        tag = self._undecided[0]
        assert isinstance(tag, Tag)
        self._out.append(BREAK * tag.joins + tag.as_text)
        end = 1
        while end < len(self._undecided) and isinstance(text := self._undecided[end], str):
            self._out.append(text)
            self._undecided_chars -= len(text)
            end += 1
        del self._undecided[:end]
        if self._undecided and isinstance(tag := self._undecided[0], Tag):
            self._undecided_chars -= len(tag.as_text)


def _is_blank(text: str) -> bool:
    return all(character.isspace() or not read(character) for character in text)


def _place(waiting: _Waiting, *, ended: bool = False) -> Place | None:
    """Where a tag stands, from the text behind it; ``None`` while that is not enough to say."""
    after = waiting.after
    if waiting.quoted and after.startswith("`"):
        return "quoted"
    at = waiting.blanks
    while at < len(after) and after[at] not in NEWLINES and _is_blank(after[at]):
        at += 1
    waiting.blanks = at
    if at > MOST_BLANKS or after[at : at + 1] in NEWLINES:
        return "block"
    if at == len(after):
        return None
    if at == 0 and waiting.begins_line and after[0].isalnum():
        return "block"
    begin = ""
    for character in after[at:]:
        begin += read(character).lower()
        if len(begin) >= len(NOTE_BEGINS):
            return "block" if begin.startswith(NOTE_BEGINS) else "inline"
        if not NOTE_BEGINS.startswith(begin):
            return "inline"
    return "inline" if ended else None
