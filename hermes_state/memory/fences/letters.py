"""What a letter reads as in a tag: width, accents, look-alikes and invisible characters taken away."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_SEEN_AS = {
    "<": "‹❮˂ᐸᚲ\U0001d236",
    ">": "›❯˃ᐳ\U0001d237\U00016f3f",
    "/": "⁄∕╱⟋⧸⁁",
    "-": "⁃˗−➖Ⲻ",
    "&": "ꝸ",
    "c": "ᴄсϲⲥꮯ",
    "e": "℮ꬲеҽΕЕ",
    "m": "мМΜ",
    "n": "пոռΝ",
    "o": "ᴏꬽοоσօОΟ",
    "r": "ꭇꭈᴦгⲅ",
    "t": "тТΤ",
    "x": "хХΧ×᙮⨯",
    "y": "уүγʏყΥУ",
}
"""The characters that UTS 39 (confusables.txt) gives as looking like those of the tag, and capitals of their kind."""

_LOOK_ALIKES = {seen: meant for meant, all_seen in _SEEN_AS.items() for seen in all_seen}

_UNSEEN = frozenset("\u115f\u1160\u3164\uffa0")
"""Hangul fillers: letters by category, yet default-ignorable (DerivedCoreProperties)."""

STARTS = "<＜﹤≮‹❮˂ᐸᚲ\U0001d236&＆﹠ꝸ"
"""Every character whose reading holds ``<`` or ``&``: only there can a tag begin."""

NEWLINES = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
"""Where ``str.splitlines`` ends a line."""


@lru_cache(maxsize=4096)
def read(character: str) -> str:
    """What a character reads as: none, one or several letters.

    NFKD without marks and default-ignorable characters, so that whatever reads as a tag in NFC, NFKC
    or with ignorable characters left out reads as one here; dashes are ``-``.
    """
    if " " <= character <= "~":
        return character
    if character in NEWLINES or character == "\t":
        return character
    return "".join(map(_seen, unicodedata.normalize("NFKD", character)))


def _seen(letter: str) -> str:
    """A letter of a compatibility decomposition as it is seen; empty for what is not."""
    category = unicodedata.category(letter)
    if category in ("Cc", "Cf", "Mn", "Me") or letter in _UNSEEN or "\ufff0" <= letter <= "\ufff8":
        return ""
    if letter == "\u2065" or "\U000e0000" <= letter <= "\U000e0fff":
        return ""
    if category == "Pd":
        return "-"
    return _LOOK_ALIKES.get(letter, letter)
