"""What a text says once it is decoded: entities, escapes, tokens in base64 or hex, bytes in characters that hide.

Each function takes a text and gives it back with what it could decode in place. All are linear, and none makes a text
longer but for compressed data, which is cut at 4 KB.
"""

from __future__ import annotations

import base64
import html
import re
import zlib
from collections.abc import Callable, Iterable

MAX_INFLATED = 4_096
MIN_READABLE = 0.9
"""Share of characters of a decoded token that must be letters, digits, blanks or ASCII signs."""

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});?")
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_PRINTABLE = re.compile(r"(?:=[0-9A-F]{2}){3,}")
_ESCAPE = re.compile(
    r"(?:\\u|%u|\\x\{|\\u\{|U\+|u\+)([0-9a-fA-F]{4,6})\}?[ ]?|\\x([0-9a-fA-F]{2})|\\U([0-9a-fA-F]{8})|\\([0-3][0-7]{2})"
)
_SHORT_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_BRACED = re.compile(r"\\[ux]\{([0-9a-fA-F]{1,6})\}")
_WRAPPED = re.compile(r"(?<=[A-Za-z0-9+/]{16})\n(?=[A-Za-z0-9+/]{2,80}={0,2}(?:\n|$))")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{12,}={0,2}")
_BASE32 = re.compile(r"(?<![A-Z2-7])[A-Z2-7]{16,}={0,6}")
_BASE85 = re.compile(r"(?<!\S)[!-~]{25,}(?!\S)")
_HEX = re.compile(r"(?<![0-9a-fA-F])(?:(?:0x|\\x)?[0-9a-fA-F]{2}[ :,]?){6,}(?![0-9a-fA-F])")
_BINARY = re.compile(r"(?<![01])(?:(?:[01]{8}[ ,]?){4,}|(?:[01]{7}[ ,]){4,}[01]{7})(?![01])")
_NUMBERS = re.compile(r"(?<!\d)(?:\d{2,3}[ ,;]{1,2}){5,}\d{2,3}(?!\d)")
_MORSE = re.compile(r"(?<![.\-])(?:[.\-]{1,6}(?:[ ]|[ ]?[/|][ ]?)){5,}[.\-]{1,6}")
_HEX_SIGNS = re.compile(r"0x|\\x|[ :,]")

_MORSE_CODES = dict(
    zip(
        ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. "
        "----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----. .-.-.- --..-- ---... -..-. .--.-.".split(),
        "abcdefghijklmnopqrstuvwxyz0123456789.,:/@",
        strict=True,
    )
)


def tags(text: str) -> str:
    """What tag characters spell: U+E0020 to U+E007E are ASCII that does not show."""
    return "".join(chr(ord(char) - 0xE0000) for char in text if "\U000e0020" <= char <= "\U000e007e")


def selectors(text: str) -> str:
    """What the bytes spell that variation selectors stand for: U+FE00 is 0, U+E0100 is 16."""
    data = bytearray()
    for char in text:
        if "\ufe00" <= char <= "\ufe0f":
            data.append(ord(char) - 0xFE00)
        elif "\U000e0100" <= char <= "\U000e01ef":
            data.append(ord(char) - 0xE0100 + 16)
    return bytes(data).decode("utf-8", "ignore") if len(data) > 3 else ""


def entities(text: str) -> str:
    """HTML entities as their characters."""
    return _ENTITY.sub(lambda match: html.unescape(match[0]), text) if "&" in text else text


def percent(text: str) -> str:
    """%xx, and =XX of quoted-printable, as their characters."""
    if "%" in text:
        text = _PERCENT.sub(lambda match: _utf8(bytes.fromhex(match[0].replace("%", ""))), text)
    if "=" in text:
        text = _PRINTABLE.sub(lambda match: _utf8(bytes.fromhex(match[0].replace("=", ""))), text)
    return text


def escapes(text: str) -> str:
    r"""\uXXXX, \u{X}, \xXX, \UXXXXXXXX, %uXXXX, U+XXXX and octal \ooo as their characters."""
    if "\\" not in text and "u" not in text and "U+" not in text:
        return text
    text = _BRACED.sub(lambda match: _char(match[1], 16), text)
    text = _SHORT_ESCAPE.sub(lambda match: _char(match[1], 16), text)
    text = _ESCAPE.sub(_unescape, text)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def base64_tokens(text: str) -> str:
    """Tokens that are readable text in base64 (either alphabet, wrapped lines, UTF-16, deflated) as that text."""
    return _BASE64.sub(lambda match: _readable(match[0], _from_base64(match[0])), _WRAPPED.sub("", text))


def base32_tokens(text: str) -> str:
    """Tokens that are readable text in base32 as that text."""
    return _BASE32.sub(lambda match: _readable(match[0], _from_base32(match[0])), text)


def base85_tokens(text: str) -> str:
    """Tokens that are readable text in base85 or Ascii85 as that text."""
    return _BASE85.sub(lambda match: _readable(match[0], _from_base85(match[0])), text)


def hex_tokens(text: str) -> str:
    """Bytes in hex, in one word or with blanks, colons or 0x between, as the readable text that they are."""
    return _HEX.sub(lambda match: _readable(match[0], _from_hex(match[0])), text)


def number_tokens(text: str) -> str:
    """Runs of bits, or of decimal or octal codes, as the readable text that they are."""
    text = _BINARY.sub(lambda match: _readable(match[0], _from_bits(match[0])), text)
    return _NUMBERS.sub(lambda match: _readable(match[0], _from_numbers(match[0])), text)


def morse(text: str) -> str:
    """Runs of Morse code as letters."""
    return _MORSE.sub(_from_morse, text) if "-" in text else text


DECODERS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("entities", entities),
    ("percent", percent),
    ("escapes", escapes),
    ("base64", base64_tokens),
    ("hex", hex_tokens),
    ("base32", base32_tokens),
    ("numbers", number_tokens),
    ("morse", morse),
    ("base85", base85_tokens),
)
"""Name and function of each, in the order in which they are applied."""


def _utf8(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _char(digits: str, base: int) -> str:
    code = int(digits, base)
    return chr(code) if code <= 0x10FFFF else ""


def _unescape(match: re.Match[str]) -> str:
    digits = match[1] or match[2] or match[3]
    return _char(digits, 16) if digits else _char(match[4], 8)


def _readable(token: str, candidates: Iterable[bytes]) -> str:
    """The first of the candidates that is text, between blanks; else the token."""
    for data in candidates:
        for text in _texts(data):
            if len(text) > 3 and _looks_written(text):
                return f" {text} "
    return token


def _texts(data: bytes) -> Iterable[str]:
    """The data as text: UTF-8, UTF-16 if every second byte is 0, and what it holds if it is compressed."""
    if data[:2] == b"\x1f\x8b" or data[:1] == b"\x78":
        try:
            data = zlib.decompressobj(47).decompress(data, MAX_INFLATED)
        except zlib.error:
            return
    wide = len(data) > 7 and data[1::2].count(0) * 2 > len(data) // 2
    try:
        yield data.decode("utf-16-le" if wide else "utf-8")
    except UnicodeDecodeError:
        return


def _looks_written(text: str) -> bool:
    """Whether the text is made of letters, digits, blanks and few signs, as writing is."""
    written = sum(char.isalnum() or char.isspace() for char in text)
    signs = sum("!" <= char <= "~" for char in text) - sum("!" <= char <= "~" and char.isalnum() for char in text)
    return (written + signs) >= MIN_READABLE * len(text) and written >= 0.6 * len(text)


def _from_base64(token: str) -> Iterable[bytes]:
    bare = token.rstrip("=").replace("-", "+").replace("_", "/")
    if len(bare) % 4 == 1:
        bare = bare[:-1]
    yield base64.b64decode(bare + "=" * (-len(bare) % 4))


def _from_base32(token: str) -> Iterable[bytes]:
    bare = token.rstrip("=")
    try:
        yield base64.b32decode(bare + "=" * (-len(bare) % 8))
    except ValueError:
        return


def _from_base85(token: str) -> Iterable[bytes]:
    if len(token) <= 16_384 and not token.isalnum():
        for decode in (base64.b85decode, base64.a85decode):
            try:
                yield decode(token.removeprefix("<~").removesuffix("~>"))
            except ValueError:
                continue


def _from_hex(token: str) -> Iterable[bytes]:
    digits = _HEX_SIGNS.sub("", token)
    yield bytes.fromhex(digits[: len(digits) // 2 * 2])


def _from_bits(token: str) -> Iterable[bytes]:
    groups = token.replace(",", " ").split()
    if len(groups) == 1 and len(token) % 8 == 0:
        groups = [token[start : start + 8] for start in range(0, len(token), 8)]
    yield bytes(value for group in groups if (value := int(group[:8], 2)) < 256)


def _from_numbers(token: str) -> Iterable[bytes]:
    numbers = re.split(r"[ ,;]+", token)
    for base in (10, 8):
        try:
            yield bytes(int(number, base) for number in numbers)
        except ValueError:
            continue


def _from_morse(match: re.Match[str]) -> str:
    spelt = []
    for word in re.split(r"[/|]", match[0]):
        letters = [_MORSE_CODES.get(code, "") for code in word.split()]
        spelt.append("".join(letters))
    return f" {' '.join(spelt)} " if sum(map(len, spelt)) > 5 else match[0]
