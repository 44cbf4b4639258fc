"""Which characters do not show, which belong to a script, which are marks: the questions of the scanner's rules."""

from __future__ import annotations

import re
from bisect import bisect_right

from hermes_state.memory.threats.character_tables import MARKS, PICTOGRAPHS

IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Default_Ignorable_Code_Point (Unicode, DerivedCoreProperties.txt) and the interlinear annotation characters."""

CONTROL = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f"
"""C0 and C1 but for tab, line ends and U+0085, which is a line end."""

HIDDEN = re.compile(f"[{IGNORABLE}{CONTROL}\u2800\ud800-\udfff\ufffe\uffff]")
"""Characters that do not show, or show as a blank that is no space."""

GENERIC_MARK = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+"
)
"""Marks that a reader may leave out: accents on any letter, Arabic and Hebrew vowel signs, the Arabic stretch."""

MAX_MARKS = 32
_LONG_RUN = re.compile(f"[{MARKS}]{{{MAX_MARKS + 1},}}")

STACKED = re.compile(f"[{MARKS}]{{17,}}")
"""More marks on one letter than any orthography writes."""

_JOINING_BLOCKS = (
    0x0600, 0x08FF, 0x0900, 0x0DFF, 0x0F00, 0x109F, 0x1780, 0x18AF, 0x1900, 0x1CFF, 0xA800, 0xABFF, 0xFB50, 0xFDFF,
    0xFE70, 0xFEFC, 0x10A00, 0x11FFF, 0x1E900, 0x1EEFF,
)  # fmt: skip
"""First and last of the blocks whose letters take joiners: Arabic, Syriac, N'Ko, Indic, Tibetan, Burmese, Khmer, …"""

_BREAKING_BLOCKS = (0x0E00, 0x0EFF, 0x0F00, 0x109F, 0x1780, 0x17FF, 0x1950, 0x1AAF)
"""Scripts written without spaces, where U+200B marks where a line may end: Thai, Lao, Tibetan, Burmese, Khmer, Tai."""


def is_pictograph(char: str) -> bool:
    """Whether the character may be an emoji (Extended_Pictographic)."""
    return char > "\x7f" and bool(bisect_right(PICTOGRAPHS, ord(char)) & 1)


def takes_joiners(char: str) -> bool:
    """Whether ZWJ and ZWNJ have a meaning beside the character: its script is written with them."""
    return _within(char, _JOINING_BLOCKS)


def takes_breaks(char: str) -> bool:
    """Whether the character's script marks line breaks with U+200B."""
    return _within(char, _BREAKING_BLOCKS)


def is_han(char: str) -> bool:
    """Whether the character is an ideograph, which may have an ideographic variation selector."""
    return _within(
        char, (0x2E80, 0x2FDF, 0x3005, 0x3007, 0x3400, 0x4DBF, 0x4E00, 0x9FFF, 0xF900, 0xFAFF, 0x20000, 0x3FFFF)
    )


def is_hangul(char: str) -> bool:
    """Whether the character is Hangul: a jamo or a syllable."""
    return _within(char, (0x1100, 0x11FF, 0x3130, 0x318F, 0xA960, 0xA97F, 0xAC00, 0xD7FF, 0xFFA0, 0xFFDC))


def is_mongolian(char: str) -> bool:
    """Whether the character is Mongolian."""
    return _within(char, (0x1800, 0x18AF))


def without_long_runs(text: str) -> str:
    """The text with runs of marks cut to 32: normalising a run takes time in its square."""
    return text if text.isascii() else _LONG_RUN.sub(lambda match: match[0][:MAX_MARKS], text)


def _within(char: str, blocks: tuple[int, ...]) -> bool:
    code = ord(char)
    index = bisect_right(blocks, code)
    return bool(index & 1) or (index > 0 and blocks[index - 1] == code)
