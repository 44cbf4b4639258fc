"""Random text over the alphabets that the documented formats of keys name."""

from __future__ import annotations

import base64
import string
from random import Random

UPPER = string.ascii_uppercase
LOWER = string.ascii_lowercase
DIGITS = string.digits
HEX = "0123456789abcdef"
ALNUM = UPPER + LOWER + DIGITS
LOWER_ALNUM = LOWER + DIGITS
UPPER_ALNUM = UPPER + DIGITS
BASE64 = ALNUM + "+/"
URLSAFE = ALNUM + "-_"
BASE32 = UPPER + "234567"
BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"
PASSWORD = ALNUM + "!#%+*?^~"


def some(rng: Random, alphabet: str, length: int) -> str:
    """Random characters of the alphabet."""
    return "".join(rng.choices(alphabet, k=length))


def mixed(rng: Random, alphabet: str, length: int) -> str:
    """Random characters with a letter and a digit among them, as any issuer's generator gives at such lengths."""
    while True:
        text = some(rng, alphabet, length)
        if any(c.isdigit() for c in text) and any(c.isalpha() for c in text):
            return text


def uuid(rng: Random) -> str:
    """A random UUID of version 4."""
    return f"{some(rng, HEX, 8)}-{some(rng, HEX, 4)}-4{some(rng, HEX, 3)}-a{some(rng, HEX, 3)}-{some(rng, HEX, 12)}"


def encoded(rng: Random, size: int) -> str:
    """So many random bytes in standard base64, padding included."""
    return base64.b64encode(rng.randbytes(size)).decode()


def urlsafe(text: str | bytes) -> str:
    """URL-safe base64 without padding, as in a JSON web token."""
    data = text.encode() if isinstance(text, str) else text
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
