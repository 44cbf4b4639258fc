"""Makes stored text harmless on a terminal: control, escape and direction-changing characters become visible ones."""

from __future__ import annotations

import re
from functools import lru_cache

CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f"
DIRECTION_CHANGES = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
LINE_ENDS = "\u2028\u2029"
SURROGATES = "\ud800-\udfff"

LINE_BREAKS = re.compile(r"\s*\n\s*|\t")


@lru_cache(maxsize=1)
def unsafe() -> re.Pattern[str]:
    """What a terminal obeys. Nothing of it is printable to Python: where all is, this need not be compiled."""
    return re.compile(f"[{CONTROLS}{DIRECTION_CHANGES}{LINE_ENDS}{SURROGATES}]")


def neutral(text: str) -> str:
    """``text`` without anything that a terminal obeys; line feeds and tabs stay."""
    if text.isprintable():
        return text
    return unsafe().sub(_visible, text.replace("\r\n", "\n"))


def neutral_line(text: str) -> str:
    """``text`` as one harmless line, for titles, table cells and messages."""
    return LINE_BREAKS.sub(" ", neutral(text)).strip()


def escaped_json(text: str) -> str:
    """JSON text in which the same characters are written as JSON escapes: equal when parsed, harmless when shown."""
    if text.isprintable():
        return text
    return unsafe().sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _visible(match: re.Match[str]) -> str:
    """What is shown in place of one unsafe character."""
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return f"<U+{code:04X}>"
