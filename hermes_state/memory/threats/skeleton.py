"""A text as its bare words: what hints of rules are looked up in, before a pattern is tried."""

from __future__ import annotations

import re
import unicodedata

_NO_LETTERS = re.compile(r"[\W_]+")


class _Bare(dict[int, str]):
    """For ``str.translate``: a Latin letter without its accent, dotless i as i, nothing for a loose accent."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        base = unicodedata.normalize("NFD", char)[0]
        bare = "" if 0x300 <= code <= 0x36F else "i" if char == "ı" else base if base.isascii() else char
        self[code] = bare
        return bare


_BARE = _Bare()


def skeleton(text: str) -> str:
    """The words of a case-folded text, without accents on Latin letters, each between single blanks.

    ``ae``, ``oe`` and ``ue``, which also write an umlaut, lose their e, whatever they stand for.
    """
    if not text.isascii():
        text = text.translate(_BARE)
    text = text.replace("ae", "a").replace("oe", "o").replace("ue", "u")
    return _NO_LETTERS.sub(" ", f" {text} ")
