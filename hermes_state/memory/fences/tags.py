"""Finds fence tags in a stream of text, in every spelling that reads as one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hermes_state.memory.fences.letters import STARTS
from hermes_state.memory.fences.reading import BREAK, Letter, Reading

NAME = "memory-context"

MOST_HELD = 256
"""Characters that may be a tag and are held back; what gets longer is broken or read as no whole tag."""

_START = re.compile(f"[{re.escape(STARTS)}]")


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that was read: opening, closing, empty (``<…/>``) or cut off (no ``>`` in reach).

    ``rest`` is the source of its attributes and end, empty where it has none; ``joins``: the source right
    before it could make a tag together with what follows.
    """

    kind: Literal["open", "close", "empty", "cut"]
    rest: str = ""
    joins: bool = False

    @property
    def as_text(self) -> str:
        """What stands for a mere mention: the name without its brackets."""
        return ("/" if self.kind == "close" else "") + NAME + self.rest


Token = str | Tag


class TagReader:
    """Turns chunks of text into text and tags; holds back at most ``MOST_HELD`` characters.

    The tokens' texts, joined, are the same for every chunking, and so are the tags.
    """

    def __init__(self) -> None:
        self._reading = Reading()
        self._restart()

    def _restart(self) -> None:
        """Forgets what was matched of a tag; the next one is looked for at the first letter."""
        self._matched = 0
        self._name = 0
        self._name_end = 0
        self._closing = False

    def feed(self, chunk: str) -> Iterator[Token]:
        """Yields what is certain now."""
        at = 0
        while at < len(chunk):
            if not self._reading.letters:
                start = _START.search(chunk, at)
                begin = start.start() if start else len(chunk)
                if begin > at:
                    yield chunk[at:begin]
                at = begin
                if start is None:
                    return
            self._reading.push(chunk[at])
            at += 1
            yield from self._tokens()
            if self._reading.size > MOST_HELD:
                yield from self._cut_short()

    def flush(self) -> Iterator[Token]:
        """Yields what is left, the end of the text being reached; the reader is as new then."""
        self._reading.end()
        yield from self._tokens()
        if self._name_end:
            yield self._cut_tag()
        yield self._reading.take_all()
        self._restart()

    def _tokens(self) -> Iterator[Token]:
        """Yields text that is no tag and whole tags, until what is left may still become one."""
        letters = self._reading.letters
        while final := self._reading.final:
            if letters[0].char != "<":
                yield self._reading.take(self._next_start(0, final))
                continue
            matched = self._match(final)
            if matched is None:
                return
            if matched:
                yield self._whole_tag()
            elif self._name_end:
                yield self._cut_tag()
            else:
                yield self._reading.take(self._next_start(1, final))
            self._restart()

    def _next_start(self, begin: int, final: int) -> int:
        """Where, from a letter on, the next tag may begin; the number of final letters when nowhere."""
        letters = self._reading.letters
        return next((at for at in range(begin, final) if letters[at].char == "<"), final)

    def _match(self, final: int) -> bool | None:
        """Whether the letters are a tag: yes, with its end in ``_matched``; no; or ``None``, not known yet."""
        letters = self._reading.letters
        while self._matched < final:
            letter = letters[self._matched]
            if self._name_end:
                if letter.char == ">":
                    if letter.unended and self._matched == len(letters) - 1:
                        return None
                    self._matched += 1
                    return True
                if letter.char == "<" or not self._within(letter):
                    return False
            elif not self._expected(letter):
                # What was begun and ends where another tag begins could go on after that one.
                letter.joins |= letter.char == "<"
                return False
            self._matched += 1
            if self._name == len(NAME) and not self._name_end:
                self._name_end = self._matched
        return None

    def _expected(self, letter: Letter) -> bool:
        """Whether a letter goes on with the beginning of a tag: ``<``, blanks and slashes, the name."""
        if not self._matched:
            return True
        if not self._name and (letter.char.isspace() or letter.char == "/"):
            self._closing |= letter.char == "/"
            return True
        if letter.char.lower() != NAME[self._name]:
            return False
        self._name += 1
        return True

    def _within(self, letter: Letter) -> bool:
        """Whether a letter can follow the name: any but one that makes it another name in every reading.

        One that is spelt as a reference or stands behind something invisible does not: before these are
        read the name is complete.
        """
        if self._matched > self._name_end or self._reading.letters[self._matched - 1].gap:
            return True
        if len(letter.source) == 1 and _goes_on(letter.source) and _goes_on(letter.char):
            self._name_end = 0
            return False
        return True

    def _whole_tag(self) -> Tag:
        letters = self._reading.letters
        joins = letters[0].joins
        inner = [letter.char for letter in letters[self._name_end : self._matched - 1] if not letter.char.isspace()]
        count = self._matched - self._name_end
        self._reading.take(self._name_end)
        rest = self._reading.take(count)
        kind: Literal["open", "close", "empty"] = "open"
        if self._closing:
            kind = "close"
        elif inner[-1:] == ["/"]:
            kind = "empty"
        return Tag(kind, rest if any(char not in "/" for char in inner) else "", joins)

    def _cut_tag(self) -> Tag:
        """The tag of which only the beginning up to the name is there; the text behind that is read as text."""
        joins = self._reading.letters[0].joins
        self._reading.take(self._name_end)
        return Tag("cut", "", joins)

    def _cut_short(self) -> Iterator[Token]:
        """Makes an end of what has been a possible tag for too long."""
        if self._name_end:
            yield self._cut_tag()
            self._restart()
            yield from self._tokens()
            return
        source = self._reading.take_all()
        self._restart()
        yield source[:MOST_HELD] + BREAK
        self._reading.push(source[MOST_HELD:])
        yield from self._tokens()


def _goes_on(character: str) -> bool:
    """Whether a character lengthens a name."""
    return character.isalnum() or character in "_-"
