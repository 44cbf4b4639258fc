"""The text of ``native/unicode_tables.h``: what folding does to each code point, and its class, as C tables.

``generate_unicode.py`` writes it, together with the table that Python reads. A code point's one-byte
properties are its kind (bits 0-1) and how folding goes about it (bits 2-4); those that normalisation,
case folding or ordering touch have an entry with the parts.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

LAST = 0x10FFFF
HANGUL = range(0xAC00, 0xD7A4)
"""Syllables: their decomposition is computed, not looked up."""

KINDS = ("separator", "word", "ngram", "emoji")
OUTSIDE, BASE, CHANGED, STABLE, JOINING = range(5)
SPACES = "\x85\u1680\u2028\u2029"
JOINER = "\u034f"
"""The one accent (of U+0300-036F) that is no combining mark."""

HEAD = """/* Tables of Unicode 14.0, written by native/generate_unicode.py: do not edit. Only unicode.c reads them. */

#include "unicode.h"

"""


@dataclass(frozen=True)
class Entry:
    """What is known of a code point that folding may touch; an empty text means: itself."""

    combining: int
    canonical: str
    compatible: str
    case_folded: str
    folded: str
    is_mark: bool


def without_accents(text: str) -> str:
    """The text without marks of U+0300-036F, composed."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(char for char in decomposed if not 0x300 <= ord(char) <= 0x36F))


def fold_steps(char: str) -> list[str]:
    """The character and all that it becomes on its way through folding, alone; the last is its folded form."""
    steps = [char]
    touched = unicodedata.decomposition(char) or unicodedata.combining(char) or char.casefold() != char
    if not touched and char not in SPACES + JOINER:
        return steps
    while True:
        composed = unicodedata.normalize("NFKC", steps[-1])
        folded = without_accents(unicodedata.normalize("NFKC", composed.casefold()))
        folded = "".join(" " if one in SPACES else one for one in folded)
        if folded == steps[-1]:
            return steps
        steps += [composed, composed.casefold(), folded]


def keeps_apart(text: str, second: set[int]) -> bool:
    """Whether a text never acts on what stands before it: it begins with a starter that composes with nothing there."""
    head = unicodedata.normalize("NFKD", text)[:1]
    return head != "" and unicodedata.combining(head) == 0 and ord(head) not in second


class Tables:
    """Collects properties and entries; ``together`` is the flat table ``FOLDED_TOGETHER``."""

    def __init__(
        self, kinds: Sequence[str], together: Sequence[int], second: set[int], is_mark: Callable[[int], bool]
    ) -> None:
        self._second = second
        self._is_mark = is_mark
        within = bytearray(LAST + 1)
        for start, end in zip(together[::2], together[1::2], strict=True):
            within[start:end] = b"\1" * (end - start)
        self.entries: list[Entry] = [Entry(0, "", "", "", "", False)]
        self.entry_of = [0] * (LAST + 1)
        self.properties = [0] * (LAST + 1)
        numbers: dict[Entry, int] = {self.entries[0]: 0}
        for code in range(LAST + 1):
            entry = self._entry(code)
            if entry not in numbers:
                numbers[entry] = len(self.entries)
                self.entries.append(entry)
            self.entry_of[code] = numbers[entry]
            way = self._way(code, entry) if within[code] else OUTSIDE
            if not within[code] and (entry.folded or entry.case_folded or entry.combining) and code >= 0x80:
                raise ValueError(f"U+{code:04X} is folded, but FOLDED_TOGETHER leaves it out")
            self.properties[code] = KINDS.index(kinds[code]) | way << 2

    def _entry(self, code: int) -> Entry:
        char = chr(code)
        if unicodedata.category(char) == "Cn":
            return self.entries[0]
        canonical = "" if code in HANGUL else unicodedata.normalize("NFD", char)
        compatible = "" if code in HANGUL else unicodedata.normalize("NFKD", char)
        case_folded = char.casefold()
        folded = char if code < 0x80 else fold_steps(char)[-1]
        if code >= 0x80 and folded == "" and self._keeps_apart(char):
            raise ValueError(f"U+{code:04X} vanishes, but is no mark")
        return Entry(
            unicodedata.combining(char),
            "" if canonical == char else canonical,
            "" if compatible == char else compatible,
            "" if case_folded == char else case_folded,
            "" if folded == char else folded,
            self._is_mark(code),
        )

    def _keeps_apart(self, char: str) -> bool:
        return all(keeps_apart(step, self._second) for step in fold_steps(char))

    def _way(self, code: int, entry: Entry) -> int:
        """How folding goes about a code point of ``FOLDED_TOGETHER``."""
        changed = fold_steps(chr(code))[-1] != chr(code)
        if self._keeps_apart(chr(code)):
            return CHANGED if changed else BASE
        stable = not changed and entry.combining and code not in self._second
        if stable and (entry.case_folded or entry.compatible):
            raise ValueError(f"U+{code:04X} folds to itself by a detour")
        return STABLE if stable else JOINING


def composition_pairs() -> list[tuple[int, int, int]]:
    """First, second and composed code point of every canonical composition but Hangul's, sorted."""
    pairs = []
    for code in range(LAST + 1):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            first, second = (int(part, 16) for part in parts)
            if unicodedata.normalize("NFC", chr(first) + chr(second)) == chr(code):
                pairs.append((first, second, code))
    return sorted(pairs)


def blocks(values: Sequence[int], shift: int) -> tuple[list[int], list[int]]:
    """A two-stage table: the number of the block of each ``1 << shift`` values, and the distinct blocks."""
    size = 1 << shift
    numbers: dict[tuple[int, ...], int] = {}
    first = [numbers.setdefault(tuple(values[at : at + size]), len(numbers)) for at in range(0, len(values), size)]
    return first, [value for block in numbers for value in block]


class Pool:
    """A run of values in which sequences are found by place and length."""

    def __init__(self) -> None:
        self.values: list[int] = []
        self._places: dict[tuple[int, ...], int] = {}

    def place(self, sequence: Sequence[int]) -> int:
        """Where the sequence stands; it is added if it is new."""
        key = tuple(sequence)
        if key not in self._places:
            self._places[key] = len(self.values)
            self.values += key
        return self._places[key] if key else 0


def array(kind: str, name: str, values: Sequence[int | str], comment: str) -> str:
    """The source text of one table."""
    lines, row = [], "   "
    for value in values:
        piece = f" {value},"
        if len(row) + len(piece) > 118:
            lines.append(row)
            row = "   "
        row += piece
    body = "\n".join([*lines, row])
    return f"/* {comment} */\nconst {kind} {name}[{len(values)}] = {{\n{body}\n}};\n\n"


def header(kinds: Sequence[str], together: Sequence[int], second: set[int], is_mark: Callable[[int], bool]) -> str:
    """The whole header."""
    tables = Tables(kinds, together, second, is_mark)
    codes, text, rows = Pool(), Pool(), []
    for entry in tables.entries:
        places = []
        for part in (entry.canonical, entry.compatible, entry.case_folded):
            sequence = list(map(ord, part))
            places += [codes.place(sequence), len(sequence)]
        folded = entry.folded.encode("utf-8", "surrogatepass")
        places += [text.place(list(folded)), len(folded)]
        rows.append("{" + ", ".join(map(str, [*places, entry.combining, int(entry.is_mark)])) + "}")
    pairs = [f"{{0x{a:X}, 0x{b:X}, 0x{c:X}}}" for a, b, c in composition_pairs()]
    property_first, property_blocks = blocks(tables.properties, 7)
    entry_first, entry_blocks = blocks(tables.entry_of, 6)
    return "".join(
        [
            HEAD,
            f"const uint32_t composition_pair_count = {len(pairs)};\n\n",
            array("uint8_t", "property_first", property_first, "Block of the properties of 128 code points."),
            array("uint8_t", "property_blocks", property_blocks, "Kind in bits 0-1, way of folding in bits 2-4."),
            array("uint16_t", "entry_first", entry_first, "Block of the entries of 64 code points."),
            array("uint16_t", "entry_blocks", entry_blocks, "Number of the entry."),
            array("unicode_entry", "unicode_entries", rows, "Entry 0: nothing happens."),
            array("uint32_t", "entry_codes", [f"0x{code:X}" for code in codes.values], "Parts of the entries."),
            array("uint8_t", "entry_bytes", text.values, "Folded forms in UTF-8."),
            array("unicode_pair", "composition_pairs", pairs, "Canonical compositions, sorted."),
        ]
    )
