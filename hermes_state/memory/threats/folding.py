"""One spelling for all: normalised text, and text whose look-alike letters are Latin ones."""

from __future__ import annotations

import re
import unicodedata

from hermes_state.memory.threats.character_tables import LOOKALIKES
from hermes_state.memory.threats.characters import CONTROL, GENERIC_MARK, IGNORABLE, without_long_runs

FOLD = {ord(char): letter for letter, chars in LOOKALIKES.items() for char in chars}
"""For ``str.translate``: letters of any script that look like a Latin one, to it."""

_LIGATURES = {ord("œ"): "oe", ord("æ"): "ae", ord("Œ"): "oe", ord("Æ"): "ae"}
_ENCLOSED = re.compile(f"[{''.join(chr(code) for code in FOLD if unicodedata.category(chr(code)) == 'So')}]")
_TO_LATIN = FOLD | _LIGATURES
_TO_CYRILLIC = str.maketrans("aceopxykmtbhABCEHKMOPTXY", "асеорхукмтвнАВСЕНКМОРТХУ")

_INVISIBLE = re.compile(f"[{IGNORABLE}{CONTROL}\ud800-\udfff]")
_TERMINAL = re.compile("\x1b\\[[0-9;?]{0,24}[A-Za-z]")
_BLANKS = "\t\u2800\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_BLANK = re.compile(f"[ {_BLANKS}]{{2,}}|[{_BLANKS}]")
_LINE_END = re.compile(" [\n\r\u0085\u2028\u2029]\\s*|[\r\u0085\u2028\u2029]\\s*|\n\\s+")
_WORD = re.compile(r"[^\W\d_]+")
_ASCII_LETTER = re.compile("[A-Za-z]")
_CYRILLIC = re.compile("[\u0400-\u052f]")


def normalised(text: str, *, instead: str = "") -> str:
    """NFKC without what does not show, single blanks, single line ends; ``instead`` stands for what was removed."""
    if not text.isascii():
        text = without_long_runs(text)
    if not text.isascii() or _INVISIBLE.search(text):
        text = _INVISIBLE.sub(instead, _TERMINAL.sub("", text))
        text = unicodedata.normalize("NFKC", text.replace("\u2800", " "))
        text = _ENCLOSED.sub(lambda match: FOLD[ord(match[0])], text)
        text = _INVISIBLE.sub(instead, text)
    return _LINE_END.sub("\n", _BLANK.sub(" ", text))


def hides(text: str) -> bool:
    """Whether something that does not show stands in the text."""
    return bool(_INVISIBLE.search(text))


def folded(text: str) -> str:
    """Normalised text with accents off and look-alike letters as the Latin letters that they look like.

    A word that would not turn wholly Latin and has no Latin letter stays in its script.
    """
    return text if text.isascii() else _WORD.sub(_fold_word, GENERIC_MARK.sub("", text))


def in_own_script(text: str) -> str:
    """Normalised text without accents that a reader may leave out, its Cyrillic words free of Latin doubles."""
    return text if text.isascii() else _WORD.sub(_unmix_word, GENERIC_MARK.sub("", text))


def _fold_word(match: re.Match[str]) -> str:
    word = match[0]
    if word.isascii():
        return word
    latin = GENERIC_MARK.sub("", unicodedata.normalize("NFD", word)).translate(_TO_LATIN)
    return latin if latin.isascii() or _ASCII_LETTER.search(word) else word


def _unmix_word(match: re.Match[str]) -> str:
    word = match[0]
    if not _CYRILLIC.search(word):
        return word
    cyrillic = word.translate(_TO_CYRILLIC)
    return word if _ASCII_LETTER.search(cyrillic) else cyrillic
