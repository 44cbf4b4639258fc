"""Reads text letter by letter with character references decoded, to a fixpoint, and knows what may still change."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from html.entities import html5
from typing import Literal

from hermes_state.memory.fences.letters import read

AT_ONCE = frozenset("lt LT gt GT amp AMP shy nbsp ordm ordf sup1 sup2 sup3".split())
"""References that HTML knows without a semicolon and that can spell a piece of a tag: read without waiting for one."""

LONGEST_NAME = 32
"""No name of a reference is longer (HTML Living Standard, named character references)."""

BREAK = "…"
"""Put where text could otherwise grow together into a tag: no tag and no reference holds it."""

Seen = Literal["plain", "folded", "decoded"]
"""How a letter stands in the source: as itself, as another form of it, within a reference."""

_NUMBER = re.compile(r"#(?:[0-9]+|[xX][0-9a-fA-F]+)")
_PART_OF_BODY = re.compile(r"#(?:[0-9]*|[xX][0-9a-fA-F]*)|[0-9A-Za-z]*")


@dataclass(slots=True)
class Letter:
    """One letter of the reading and the source text that it stands for.

    ``gap``: something invisible stands after it. ``joins``: the source before it could become part of a tag
    with what comes after it. ``unended``: a semicolon that follows belongs to it.
    """

    char: str
    source: str
    gap: bool = False
    joins: bool = False
    unended: bool = False


class Reading:
    """The letters read and not yet taken; those from ``final`` on may still turn into other ones.

    It works like a shift-reduce parser: whenever the last letters make up a reference they are replaced by
    what it stands for, which is read in turn. So ``&amp;#108;t;`` is first ``&#108;t;``, then ``&lt;``, then ``<``.
    """

    def __init__(self) -> None:
        self.letters: list[Letter] = []
        self.size = 0
        self._ampersands: list[int] = []
        self._bodies: list[str] = []  # the letters behind each ampersand, up to the next one

    @property
    def final(self) -> int:
        """How many letters at the beginning no later text can change."""
        return self._ampersands[0] if self._ampersands else len(self.letters)

    def push(self, character: str) -> None:
        """Reads one more character of the source."""
        self.size += 1
        letters = read(character)
        if not letters:
            self._attach(character)
        for letter in letters:
            self._shift(letter, character, seen="plain" if letter == character else "folded")
            character = ""

    def end(self) -> None:
        """Says that no more text comes: a number without a semicolon is complete, other references are none."""
        self._give_up()

    def take(self, count: int) -> str:
        """Removes letters at the beginning, none that may still change; their source."""
        source = "".join(letter.source for letter in self.letters[:count])
        del self.letters[:count]
        self.size -= len(source)
        self._ampersands = [at - count for at in self._ampersands]
        return source

    def take_all(self) -> str:
        """Removes every letter, whatever may still change; their source."""
        self._ampersands.clear()
        self._bodies.clear()
        return self.take(len(self.letters))

    def _attach(self, source: str) -> Letter:
        """Adds source text that reads as nothing."""
        if not self.letters:
            self.letters.append(Letter("", ""))
        last = self.letters[-1]
        last.source += source
        last.gap = True
        return last

    def _shift(self, char: str, source: str, seen: Seen) -> None:
        """Adds a letter; replaces the reference that it completes."""
        if char == ";" and self.letters and self.letters[-1].unended:
            self.letters[-1].source += source
            self.letters[-1].unended = False
            return
        joins = char == "<" and bool(self._ampersands)
        if self._ampersands and char != "&":
            if self._completes(char, source):
                return
            if self._is_seam(char, source, seen):
                self.size += len(BREAK)
                self._shift(BREAK, BREAK, "plain")
            elif self._ampersands and not self._goes_on(self._bodies[-1] + char):
                self._give_up()
        self.letters.append(Letter(char, source, joins=joins))
        if char == "&":
            self._ampersands.append(len(self.letters) - 1)
            self._bodies.append("")
        elif self._ampersands:
            self._bodies[-1] += char
            if self._bodies[-1] in AT_ONCE:
                self._reduce(f"&{self._bodies[-1]};").unended = True

    def _completes(self, char: str, source: str) -> bool:
        """Replaces the reference that ends with or before a letter; whether the letter belonged to it."""
        while self._ampersands:
            body = self._bodies[-1]
            if char == ";" and (_NUMBER.fullmatch(body) or body + ";" in html5):
                self._reduce(f"&{body};", source)
                return True
            if not _NUMBER.fullmatch(body) or _NUMBER.fullmatch(body + char):
                return False
            self._reduce(f"&{body};")
        return False

    def _is_seam(self, char: str, source: str, seen: Seen) -> bool:
        """Whether a digit goes on with a number in some orders of reading only.

        ``&#x2d`` and, behind something invisible, ``c``: two letters where references are read first, one
        where the invisible is left out first.
        """
        if not self._ampersands or not _NUMBER.fullmatch(self._bodies[-1] + char):
            return False
        digits = self.letters[self._ampersands[-1] + 2 :]
        if not digits or digits[0].char in "xX":
            del digits[:1]
        if not digits:
            return False
        plain = all(letter.source == letter.char for letter in digits)
        return digits[-1].gap or seen == "decoded" or (seen == "folded" and plain)

    def _goes_on(self, body: str) -> bool:
        """Whether letters after an ampersand may still become a reference."""
        return bool(_PART_OF_BODY.fullmatch(body)) and (body[0] == "#" or len(body) <= LONGEST_NAME)

    def _give_up(self) -> None:
        """Reads what is there as if no letter came: numbers are complete, other ampersands stand for themselves."""
        while self._ampersands:
            if _NUMBER.fullmatch(self._bodies[-1]):
                self._reduce(f"&{self._bodies[-1]};")
                continue
            rest = self.letters[self._ampersands[-1] :]
            del self.letters[self._ampersands.pop() :]
            self._bodies.pop()
            while self._ampersands and _NUMBER.fullmatch(self._bodies[-1]):
                self._reduce(f"&{self._bodies[-1]};")
            self.letters += rest
            if self._bodies:
                self._bodies[-1] += "".join(letter.char for letter in rest)

    def _reduce(self, reference: str, ending: str = "") -> Letter:
        """Puts what a reference stands for in the place of its letters; returns the last letter of that."""
        start = self._ampersands.pop()
        self._bodies.pop()
        source = "".join(letter.source for letter in self.letters[start:]) + ending
        del self.letters[start:]
        letters = "".join(map(read, html.unescape(reference)))
        for letter in letters:
            self._shift(letter, source, "decoded")
            source = ""
        return self.letters[-1] if letters else self._attach(source)
