"""Writes ``hermes_state/search/unicode_table.py`` and ``native/unicode_tables.h``, pinned to Unicode 14.0.

Run by hand with Python 3.11 (whose ``unicodedata`` is Unicode 14.0) and APSW (for ``Extended_Pictographic``):
``python native/generate_unicode.py``. The results are committed; neither Python nor C reads any other table.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path

import apsw.unicode

sys.path.insert(0, str(Path(__file__).parent))

from c_header import header

UNICODE_VERSION = "14.0.0"
TARGET = Path(__file__).resolve().parent.parent / "hermes_state" / "search" / "unicode_table.py"
C_TARGET = Path(__file__).resolve().with_name("unicode_tables.h")
LAST = 0x10FFFF

HEAD = '''"""Character classes of Unicode 14.0, written by ``native/generate_unicode.py``: do not edit.

Each table is flat and half-open (start, end, start, end, ...), so that
``bisect_right(TABLE, code_point) & 1`` tells membership.
"""

from __future__ import annotations

# fmt: off

'''

NGRAM_NAMES = (
    "BOPOMOFO ",
    "CJK COMPATIBILITY IDEOGRAPH-",
    "CJK UNIFIED IDEOGRAPH-",
    "COMBINING KATAKANA-HIRAGANA ",
    "HALFWIDTH HANGUL ",
    "HALFWIDTH KATAKANA",
    "HANGUL ",
    "HENTAIGANA ",
    "HIRAGANA ",
    "IDEOGRAPHIC ",
    "KATAKANA",
    "KHMER ",
    "LAO ",
    "MASU MARK",
    "MYANMAR ",
    "OLD CHINESE ITERATION MARK",
    "THAI ",
    "VERTICAL IDEOGRAPHIC ITERATION MARK",
    "VERTICAL KANA REPEAT ",
    "VIETNAMESE ALTERNATE READING MARK ",
)
"""How the names of letters and marks of the n-gram scripts begin (``unicodedata`` has no Script property)."""


def is_noncharacter(code: int) -> bool:
    """Whether Unicode reserves the code point for ever."""
    return 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE


def is_selector_or_tag(code: int) -> bool:
    """Whether the code point only modifies its neighbour: variation selectors, the keycap, tags, ignorables."""
    return (
        0xFE00 <= code <= 0xFE0F
        or code == 0x20E3
        or 0xE0000 <= code <= 0xE0FFF
        or code == 0x2065
        or 0xFFF0 <= code <= 0xFFF8
    )


def classify(code: int) -> str:
    """The class of one code point: ``word``, ``ngram``, ``emoji`` or ``separator``."""
    char = chr(code)
    if code < 0x80:
        return "word" if char.isalnum() or char == "_" else "separator"
    if 0x1F1E6 <= code <= 0x1F1FF:
        return "ngram"
    if is_noncharacter(code) or is_selector_or_tag(code):
        return "separator"
    if apsw.unicode.is_extended_pictographic(char):
        return "emoji"
    if 0x20000 <= code <= 0x3FFFD or code == 0x3007:
        return "ngram"
    category = unicodedata.category(char)
    if category[0] == "N" or category == "Cn":
        return "word"
    if category[0] in "LM":
        return "ngram" if unicodedata.name(char, "").startswith(NGRAM_NAMES) else "word"
    return "separator"


def is_mark(code: int) -> bool:
    """Whether the code point is, or becomes under NFKC, nothing but reordering (class not 0) marks."""
    return all(unicodedata.combining(char) for char in unicodedata.normalize("NFKD", chr(code)))


def is_accented(code: int) -> bool:
    """Whether the canonical decomposition holds a mark of U+0300-036F."""
    return any(0x300 <= ord(char) <= 0x36F for char in unicodedata.normalize("NFD", chr(code)))


def is_assigned(code: int) -> bool:
    """Whether Unicode 14.0 has a character there."""
    return unicodedata.category(chr(code)) != "Cn"


def composing() -> tuple[set[int], set[int]]:
    """The code points that canonical composition may join with the next, and with the one before."""
    first = set(range(0x1100, 0x1113)) | set(range(0xAC00, 0xD7A4, 28))
    second = set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))
    for code in range(LAST + 1):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            first.add(int(parts[0], 16))
            second.add(int(parts[1], 16))
    return first, second


def changes(code: int) -> bool:
    """Whether folding changes the code point when it stands alone."""
    char = chr(code)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", char).casefold())
    return folded != char or is_accented(code) or char.isspace()


def joins(code: int, second: set[int]) -> bool:
    """Whether the code point, once decomposed, may act on what stands before it (accents go, and need not)."""
    head = unicodedata.normalize("NFKD", chr(code))[0]
    return not 0x300 <= ord(head) <= 0x36F and (ord(head) in second or unicodedata.combining(head) != 0)


def folding() -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The tables ``ACTIVE``, ``FOLDED_TOGETHER`` and ``JOINS``."""
    first, second = composing()
    beyond = range(0x80, LAST + 1)
    active = {c for c in beyond if is_assigned(c) and (changes(c) or c in second or unicodedata.combining(chr(c)))}
    first = {c for c in first if c >= 0x80} - active
    return (
        bounds(sorted(active), lambda c: is_assigned(c) and not 0x2010 <= c < 0x3000, 12),
        bounds(sorted(active | first), lambda c: is_assigned(c) and not 0x2010 <= c < 0x3000, 64),
        bounds(c for c in sorted(active) if joins(c, second)),
    )


def bounds(codes: Iterable[int], fill: Callable[[int], bool] | None = None, reach: int = 0) -> tuple[int, ...]:
    """Half-open ranges, flat: start, end, start, end. Gaps of ``fill`` alone, up to ``reach`` long, are closed."""
    flat: list[int] = []
    for code in codes:
        gap = range(flat[-1], code) if flat else None
        if gap is not None and len(gap) <= reach and (fill is None or all(map(fill, gap))):
            flat[-1] = code + 1
        else:
            flat += [code, code + 1]
    return tuple(flat)


def constant(name: str, values: tuple[int, ...], doc: str) -> str:
    """The source text of one table."""
    lines = [f"{name}: tuple[int, ...] = ("]
    row = "   "
    for value in values:
        piece = f" 0x{value:X},"
        if len(row) + len(piece) > 118:
            lines.append(row)
            row = "   "
        row += piece
    return "\n".join([*lines, row, ")", f'"""{doc}"""', ""])


def main() -> None:
    """Writes both tables."""
    if unicodedata.unidata_version != UNICODE_VERSION:
        sys.exit(f"needs a Python with Unicode {UNICODE_VERSION}; this one has {unicodedata.unidata_version}")
    classes = [classify(code) for code in range(LAST + 1)]
    everything = range(LAST + 1)
    named = {name: bounds(c for c in everything if classes[c] == name) for name in ("word", "ngram", "emoji")}
    accented = bounds((c for c in everything if is_accented(c)), lambda c: c > 0xBF, 64)
    active, together, joining = folding()
    marks = bounds(c for c in everything if is_mark(c))
    tables = [
        constant(
            "WORD", named["word"], "Letters, marks and numbers of words, ``_``, and code points that 14.0 leaves open."
        ),
        constant("NGRAM", named["ngram"], "Letters and marks of scripts written without spaces; flags."),
        constant("EMOJI", named["emoji"], "Extended_Pictographic beyond ASCII: each is a term of its own."),
        constant("MARKS", marks, "Marks that normalisation reorders."),
        constant("ACCENTED", accented, "Covers every code point that may hold a mark of U+0300-036F; more is no harm."),
        constant("ACTIVE", active, "Covers what folding may change; every other code point passes as it is."),
        constant("FOLDED_TOGETHER", together, "Covers ACTIVE and what may compose with one of JOINS behind it."),
        constant("JOINS", joining, "What may compose with, or be reordered behind, the code point before it."),
    ]
    text = HEAD + f'UNICODE_VERSION = "{UNICODE_VERSION}"\n\n' + "\n".join(tables)
    TARGET.write_text(text, encoding="utf-8")
    C_TARGET.write_text(header(classes, together, composing()[1], is_mark), encoding="utf-8")


if __name__ == "__main__":
    main()
