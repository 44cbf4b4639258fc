"""Writes ``hermes_state/memory/threats/character_tables.py``: look-alikes, pictographs, marks.

Run by hand: ``python native/generate_confusables.py CONFUSABLES_JSON``, with the file ``confusables.json`` of the
package confusable-homoglyphs 3.3.1 (MIT), which repeats ``confusables.txt`` of Unicode Technical Standard 39
(Unicode License V3), and APSW for ``Extended_Pictographic``. The result is committed; nothing reads the source at run
time. Only facts of Unicode are taken: which letter looks like which Latin letter.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import apsw.unicode

TARGET = Path(__file__).resolve().parent.parent / "hermes_state" / "memory" / "threats" / "character_tables.py"
LAST = 0x10FFFF

HEAD = '''"""Look-alikes of Latin letters, pictographs, marks.

Written by ``native/generate_confusables.py``: do not edit.

Facts of Unicode (UTS 39 ``confusables.txt``, character names, ``Extended_Pictographic``), Unicode License V3.
"""

from __future__ import annotations

# fmt: off

'''

SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU", "DESERET", "MODIFIER LETTER")
NAMED = re.compile(
    r"(?:MODIFIER LETTER |NEGATIVE CIRCLED |NEGATIVE SQUARED |CROSSED NEGATIVE SQUARED |REGIONAL INDICATOR SYMBOL )?"
    r"(?:LATIN )?(?:SUBSCRIPT |SUPERSCRIPT )?(?:(?:SMALL|CAPITAL) )?LETTER (?:SMALL CAPITAL |SMALL )?"
    r"(?:(?:OPEN|DOTLESS|SCRIPT|BARRED|REVERSED|LONG|INSULAR|CLOSED|REVERSED OPEN|REVERSED SCRIPT) )?"
    r"([A-Z])(?: WITH .+)?"
)
DRAWN = dict(zip("τκωχεβζυηЯяИипшцтнмвкНВТМК", "tkwxebzunrrnnnwuthmbkhbtmk", strict=True))
"""Letters drawn as Latin ones for fun or deceit, though UTS 39 is stricter: written by hand."""


def candidates() -> Iterator[str]:
    """Letters of scripts whose letters look like Latin ones, and enclosed Latin letters."""
    for code in range(0x80, LAST + 1):
        char = chr(code)
        name = unicodedata.name(char, "")
        enclosed = name.startswith(("NEGATIVE", "CROSSED NEGATIVE", "REGIONAL INDICATOR"))
        letter = unicodedata.category(char)[0] == "L" and name.startswith(SCRIPTS)
        if (letter or enclosed) and not unicodedata.normalize("NFKD", char)[0].isascii():
            yield char


def plain(text: str) -> str | None:
    """The one ASCII letter that a text is without its marks."""
    bare = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return bare if len(bare) == 1 and bare.isascii() and bare.isalpha() else None


def named(char: str) -> str | None:
    """The letter that a character's name says it is a form of."""
    match = NAMED.fullmatch(unicodedata.name(char, ""))
    return match[1] if match else None


def looks_like(char: str, confusables: dict[str, list[dict[str, str]]]) -> str | None:
    """The Latin letter that the character looks like, lower-case; None: none."""
    if char in DRAWN:
        return DRAWN[char].lower()
    near = [entry["c"] for entry in confusables.get(char, [])]
    found = [letter for text in near if (letter := plain(text))]
    found += [letter for text in near if len(text) == 1 and (letter := named(text))]
    letter = named(char) or (found[0] if found else None)
    if letter in ("l", "I") and char.lower() != char:  # UTS 39 makes capital I a small L
        return looks_like(char.lower(), confusables) or "i"
    return letter.lower() if letter else None


def ranges(member: list[int]) -> Iterator[tuple[int, int]]:
    """Half-open runs of consecutive code points."""
    for _, run in groupby(enumerate(member), key=lambda pair: pair[1] - pair[0]):
        codes = [code for _, code in run]
        yield codes[0], codes[-1] + 1


def escaped(char: str) -> str:
    """The character as a Python escape."""
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def write_folds(folds: dict[str, str]) -> Iterator[str]:
    """The lines of LOOKALIKES: each Latin letter with the characters that look like it."""
    yield "LOOKALIKES: dict[str, str] = {\n"
    for letter in sorted(set(folds.values())):
        pieces = [escaped(char) for char, target in sorted(folds.items()) if target == letter]
        yield f'    "{letter}": (\n'
        for start in range(0, len(pieces), 10):
            yield f'        "{"".join(pieces[start : start + 10])}"\n'
        yield "    ),\n"
    yield "}\n"
    yield '"""Latin letter to what looks like it in any script; accented letters that decompose are not listed."""\n\n'


def write_pictographs() -> Iterator[str]:
    """The lines of PICTOGRAPHS: half-open ranges, flat."""
    member = [code for code in range(0x80, LAST + 1) if apsw.unicode.is_extended_pictographic(chr(code))]
    yield "PICTOGRAPHS = (\n"
    flat = [f"0x{edge:04X}" for run in ranges(member) for edge in run]
    for start in range(0, len(flat), 12):
        yield f"    {', '.join(flat[start : start + 12])},\n"
    yield ")\n"
    yield '"""Extended_Pictographic: start, end, start, end, ...; ``bisect_right(...) & 1`` tells membership."""\n'


def is_mark(char: str) -> bool:
    """Whether the character is a combining mark, or becomes one under NFKC."""
    return unicodedata.category(char)[0] == "M" or unicodedata.combining(unicodedata.normalize("NFKD", char)[0]) != 0


def write_marks() -> Iterator[str]:
    """The lines of MARKS: what goes between the brackets of a regular expression."""
    pieces = []
    for start, end in ranges([code for code in range(0x80, LAST + 1) if is_mark(chr(code))]):
        pieces.append(escaped(chr(start)) + (f"-{escaped(chr(end - 1))}" if end - 1 > start else ""))
    yield "\n\nMARKS = (\n"
    for start in range(0, len(pieces), 5):
        yield f'    "{"".join(pieces[start : start + 5])}"\n'
    yield ")\n"
    yield '"""Combining marks and what NFKC turns into one, as the inside of a regular expression\'s class."""\n'


def main(source: str) -> None:
    """Writes the table from the confusables file at ``source``."""
    confusables = json.loads(Path(source).read_text(encoding="utf-8"))
    folds = {char: letter for char in candidates() if (letter := looks_like(char, confusables))}
    lines = [HEAD, *write_folds(folds), *write_pictographs(), *write_marks()]
    TARGET.write_text("".join(lines), encoding="utf-8")
    print(f"{len(folds)} look-alikes -> {TARGET}")


if __name__ == "__main__":
    main(sys.argv[1])
