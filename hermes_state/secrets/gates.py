"""Whether a value that stands where a secret would is one: placeholders, words of code, and how random it looks."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache

SCORED_CHARACTERS = 256
"""As much of a value decides; what follows cannot make a random start less random."""

STAND_IN_CHARACTERS = 80
"""A stand-in says so within them."""

PLACEHOLDER_VALUES = frozenset(
    """true false null none nil undefined empty todo tbd na string str int number bool boolean any object optional
    required hidden redacted masked removed omitted secret secrets token tokens password passwd passphrase pass pwd key
    apikey api_key test tests testing tester admin root user username guest default demo foo bar baz qux foobar postgres
    mysql mariadb mongo redis rabbitmq minio letmein welcome enter prompt value values here basic bearer digest
    deleted expired invalid yes no on off abc123 abc1234 test123 test1234 admin123 admin1234 pass123 pass1234 user123
    qwerty qwerty123 p@ssw0rd p@ssword passw0rd pa$$word pa$$w0rd s3cr3t s3cret t0ken""".split()
)
"""Whole values, in lower case, that stand for a secret or are a machine's default."""

PLACEHOLDER_PARTS = re.compile(
    r"example|changeme|change[_-]me|change[_-]this|replace[_-]?(?:me|with|this)|placeholder|redacted|dummy|sample|"
    r"your[_-]|[_-]your|yourapi|yourtoken|yoursecret|yourpass|my[_-]?(?:api|secret|token|pass|key)|insert[_-]|"
    r"[_-]here\b|not[_-]a[_-]?real|fake|mock|xxxx|\*\*\*|\.\.\.|…|passwor[dt]|passwd|localhost|abcdefgh|01234567|"
    r"12345678|23456789|deadbeef|00000000|11111111|aaaaaaaa|test[_-]|[_-]test\b|lorem|foobar|"
    r"supersecret|topsecret|unused|insecure|secret[_-]?(?:key|token|value|\d{1,4}\b)|asdf",
)
"""Parts, in lower case, that only a stand-in has."""

TOKEN_PLACEHOLDER = re.compile(
    r"EXAMPLE|example|x{5}|X{5}|\*{3}|\.{3}|…|<|your[_-]|YOUR[_-]|[Rr]edacted|REDACTED|abcdefgh|ABCDEFGH|"
    r"0123456|1234567|placeholder|dummy|fake|DUMMY|FAKE"
)
"""Parts that a stand-in for a vendor's token has; a word that a token may have in front is none of them."""

TEMPLATE = re.compile(
    r"[<>{}«»]|\$[({A-Za-z_]|%[({A-Za-z_][^%]*%|^\$\d|^@[\w.]+$|^\[.*\]$|=>|->|::|\(\)|[\u2e80-\ud7ff\uf900-\uffef]"
)
"""Signs of a variable, a template or code, and letters of scripts that run on without a space."""

UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
NUMBER = re.compile(r"[-+]?[\d.,:/_%-]+[a-zA-Z%]{0,3}")
FILE = re.compile(r"[A-Za-z]:[/\\]|[a-z][a-z+.-]{1,12}://|[\w./-]*\.[a-zA-Z]{2,4}\d?(?:[:#]\d+)*$")
PATH = re.compile(rf"[~.]{{0,2}}[/\\]\w|(?:[\w.-]+/){{2}}|{FILE.pattern}")
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
IDENTIFIER = re.compile(r"[A-Za-z_$@][\w$.?!:/-]*\Z")
SLUG = re.compile(r"(?:[a-z]{2,}|\d+)(?:[:._/@-](?:[a-z]{2,}|\d+))+\Z")
HEX = re.compile(r"[0-9a-fA-F]+\Z")
ARGUMENT = re.compile(r"[A-Za-z_-][\w.-]*[=:][^=]")
PADDED = re.compile(r"[A-Za-z0-9+/]{14,}={1,2}\Z")
DIGIT = re.compile(r"\d")
LETTER = re.compile(r"[^\W\d_]")
REPEAT = re.compile(r"(.)\1{5}")
TIME = re.compile(r"\d{4}-\d\d-\d\d|\d{1,2}:\d\d")
TRADE = re.compile(
    r"(?:base|utf|sha|md|argon|bcrypt|scrypt|pbkdf|oauth|http|ipv|aes|rsa|python|version|step|line|option|user|phase|v)"
    r"[-_]?\d{1,4}(?![A-Za-z0-9]{4})",
    re.IGNORECASE,
)
"""Words with a digit that are said of passwords and are none."""

SYMBOLS = frozenset("!#$%^&*+?~@=/|")

WORD_LENGTH = 3.4
"""Mean length of the runs of letters of one case; those of random letters and digits stay under it."""
RANDOM_LENGTH = 2.8
"""The same where there are no digits to tell by."""


def entropy(value: str) -> float:
    """Bits of a character by Shannon, of the value's own distribution."""
    total = len(value)
    return math.log2(total) - sum(map(_weighed, Counter(value).values())) / total if total else 0.0


@cache
def _weighed(count: int) -> float:
    return count * math.log2(count)


def is_placeholder(value: str) -> bool:
    """Whether the value is a stand-in, a template or a variable rather than a secret."""
    value = value[:STAND_IN_CHARACTERS]
    low = value.lower()
    if low.strip("-_.'\"[]()*") in PLACEHOLDER_VALUES:
        return True
    return bool(PLACEHOLDER_PARTS.search(low) or REPEAT.search(low) or TEMPLATE.search(value))


def is_words(value: str) -> bool:
    """Whether the value is made like a name in code or prose: words, each with a digit or two at most."""
    if SLUG.match(value):
        return True
    parts = WORD.findall(value)
    words = [part for part in parts if part.isalpha()]
    if len(parts) - len(words) > (2 if value.isalnum() else 3) or mean_run(words) < WORD_LENGTH:
        return False
    return all(len(part) <= 2 or part.isalpha() for part in parts)


def mean_run(parts: list[str]) -> float:
    """The mean length of the runs of letters of one case and of digits."""
    return sum(map(len, parts)) / len(parts) if parts else 0.0


def is_random(value: str, shortest: int = 16) -> bool:
    """Whether the value is long and mixed enough to have come out of a generator."""
    value = value[:SCORED_CHARACTERS]
    if len(value) < shortest or not LETTER.search(value):
        return False
    if not DIGIT.search(value) and (len(value) < 20 or mean_run(WORD.findall(value)) > RANDOM_LENGTH):
        return False
    bits = entropy(value)
    if HEX.match(value):
        return bits >= min(2.6, 0.7 * math.log2(len(value)))
    return bits >= min(3.3, 0.78 * math.log2(len(value))) and not is_words(value)


def is_mixed(value: str) -> bool:
    """Whether a value too short to be measured has what a generator's password has: three classes and no words."""
    if not 10 <= len(value) < 16 or is_words(value):
        return False
    return bool(DIGIT.search(value)) and not value.islower() and not value.isupper() and entropy(value) >= 2.8


def token_gate(value: str) -> bool:
    """For values with a vendor's own form: anything but a stand-in."""
    body = value[:SCORED_CHARACTERS]
    return entropy(body) >= 2.6 and not (TOKEN_PLACEHOLDER.search(body) or REPEAT.search(body))


def named_gate(value: str) -> bool:
    """For values that a name calls a key, a token or a secret."""
    if len(value) < 10:
        return False
    if not UUID.fullmatch(value) and not is_random(value) and not is_mixed(value):
        return False
    return not (is_placeholder(value) or TIME.match(value) or FILE.match(value))


def password_gate(value: str) -> bool:
    """For values that a name calls a password: short ones count when they are mixed."""
    if not 6 <= len(value) <= SCORED_CHARACTERS or is_placeholder(value) or PATH.match(value) or TIME.match(value):
        return False
    if value.isdigit():
        return len(value) >= 8
    if ARGUMENT.match(value):
        return False
    if NUMBER.fullmatch(value) or not LETTER.search(value):
        return False
    if DIGIT.search(value):
        return not (IDENTIFIER.match(value) and is_words(value))
    if PADDED.match(value) and len(value) % 4 == 0:
        return True
    return is_random(value, 20) or (len(value) >= 8 and len(SYMBOLS.intersection(value.strip("?!*=&|@"))) > 0)


def beside_gate(value: str) -> bool:
    """For values right after the name of a variable, without an operator."""
    return bool(DIGIT.search(value)) and is_random(value) and named_gate(value)


def told_gate(value: str) -> bool:
    """For values that a sentence says a password is: a digit, and no word of the trade."""
    return len(value) >= 6 and bool(DIGIT.search(value)) and password_gate(value) and not TRADE.match(value)


def spoken_gate(value: str) -> bool:
    """For values in running text: a letter, a digit, and no word, version, file or number."""
    if not 7 <= len(value) <= SCORED_CHARACTERS or not DIGIT.search(value) or not password_gate(value):
        return False
    return not value.isdigit() and (not value.isalnum() or is_random(value, 10) or len(DIGIT.findall(value)) >= 2)
