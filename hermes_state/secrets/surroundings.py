"""Secrets that their surroundings give away: URLs, headers, cookies, key blocks, command lines, files of passwords."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from hermes_state.secrets.finding import Secret
from hermes_state.secrets.gates import (
    DIGIT,
    UUID,
    is_placeholder,
    is_random,
    named_gate,
    password_gate,
)

URL_ANCHOR = r"://(?=[^\s/@\"'<>]{1,256}+@)"
AUTHORIZATION_ANCHOR = r"authorization(?=[\"'`\\\]]{0,6}\s?[:=,])"
BEARER_ANCHOR = r"bearer(?=(?:\s|%20)[\w~+/.=-]{16})"
COOKIE_ANCHOR = r"cookies?(?=[\"'\\\]]{0,4}\s?[:=,])"
KEY_BLOCK_ANCHOR = r"-----begin [a-z0-9 ]{0,30}private key"
COMMAND_ANCHORS = (
    r"curl\s",
    r"mysql(?:dump|admin|import|sh)?\s",
    r"sshpass\s",
    r"redis-cli\s",
    r"ssh-keygen\s",
    *(rf"{program} (?:registry )?login\s" for program in ("docker", "podman", "helm", "az", "oc")),
)
KINDS = frozenset(
    """url-token url-password database-url basic-auth bearer authorization cookie private-key-block command-password
    password totp""".split()
)
"""Every kind that the functions here give."""

SQL_ANCHOR = r"identified\s{1,2}(?:with \w+ )?by\s"
PGPASS_ANCHOR = r":(?:5432|5433|3306|27017|6379):[\w*-]{1,63}:[\w.*-]{1,63}:"
TOTP_ANCHOR = r"otpauth://"

DATABASE_SCHEMES = re.compile(
    r"(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|oracle|clickhouse|cockroachdb|jdbc|neo4j|"
    r"cassandra|ldaps?|kafka|nats|snowflake|db2|couchdb)(?:\+[\w]{1,12})?\Z",
    re.IGNORECASE,
)
USER_INFO = re.compile(
    r"://(?P<user>[^\s:/@\"'<>]{0,256}+)(?::(?P<s>[^\s@/\"'<>`«»\\]{3,256}+))?@(?P<host>[\w.\[$%-]{1,64})"
)
AUTHORIZATION = re.compile(
    r"authorization(?:\\*[\"'`\]]){0,3}\s?(?:=>|[:=,])\s{0,3}(?:[fbr]?\\*[\"'`])?"
    r"(?:(?P<scheme>bearer|basic|token|bot|apikey|api-key|key|oauth|digest|hmac|negotiate)(?:\s|%20))?"
    r"(?P<s>[A-Za-z0-9._~+/=-]{8,4096}+)",
    re.IGNORECASE,
)
BEARER = re.compile(r"bearer(?:\s|%20)(?P<s>[A-Za-z0-9._~+/=-]{16,4096}+)", re.IGNORECASE)
COOKIES = re.compile(r"[^\n\"'`«»\\]{1,4096}+")
COOKIE = re.compile(r"([\w.-]{1,64})=([^;\s\"'\\,«»]{16,2048}+)")
COOKIE_NAMES = re.compile(
    r"sess|sid\b|auth|token|jwt|csrf|xsrf|remember|login|ident|ticket|__secure|__host", re.IGNORECASE
)
KEY_BLOCK = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
    r"(?P<s>(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n\\]{0,100}+|[A-Za-z0-9+/=]++|\s++|\\++[nrt])++)",
    re.IGNORECASE,
)
KEY_RUN = re.compile(r"[A-Za-z0-9+/]{32}")
QUOTED = r"""(?:"(?P<d>[^"\n\\«»]{3,256}+)"|'(?P<q>[^'\n\\«»]{3,256}+)'|(?P<b>[^\s"'`\\;&|<>(){}«»]{3,256}+))"""
COMMANDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("curl", re.compile(r"\s(?:-u|--user|-U|--proxy-user)[ =]?[\"']?[^\s:\"'$]{1,64}:(?P<b>[^\s\"'\\«»]{3,256}+)")),
    ("mysql", re.compile(rf"\s-p{QUOTED}")),
    ("sshpass", re.compile(rf"\s-p\s?{QUOTED}")),
    ("redis-cli", re.compile(rf"\s(?:-a|--pass)[ =]{QUOTED}")),
    ("ssh-keygen", re.compile(rf"\s-[NP]\s{{1,2}}{QUOTED}")),
    ("", re.compile(rf"\s(?:-p|--password)[ =]\s?{QUOTED}")),
)
COMMAND_LENGTH = 240
SQL = re.compile(r"by\s+(?:password\s+)?\\*'(?P<s>[^'\n\\«»]{4,256}+)", re.IGNORECASE)
PGPASS = re.compile(r"[^\s:\"'`\\«»]{4,256}+")
TOTP = re.compile(r"otpauth://[^\s\"']{0,200}?secret=(?P<s>[A-Z2-7]{16,128}+)", re.IGNORECASE)
SIGNED = re.compile(r"aws4-hmac|signature|credential", re.IGNORECASE)


def url(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields the password, or the token in its place, of a URL with user information."""
    found = USER_INFO.match(text, start)
    if found is None:
        return
    if found["s"] is None:
        if named_gate(found["user"]) and not UUID.fullmatch(found["user"]):
            yield Secret(*found.span("user"), "url-token")
    elif given(found["s"], found["user"]):
        scheme = text[max(0, start - 24) : start]
        is_database = DATABASE_SCHEMES.search(scheme)
        yield Secret(*found.span("s"), "database-url" if is_database else "url-password")


def given(value: str, user: str = "") -> bool:
    """Whether a value that stands in a password's own place is one rather than a stand-in."""
    if is_placeholder(value) or value.lower() == user.lower():
        return False
    return len(value) >= 8 or (len(value) >= 4 and bool(DIGIT.search(value)))


def authorization(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields the credentials of an ``Authorization`` header in any notation."""
    found = AUTHORIZATION.match(text, start)
    if found is None or SIGNED.match(found["s"]):
        return
    scheme, value = (found["scheme"] or "").lower(), found["s"]
    if scheme == "basic":
        if is_basic(value):
            yield Secret(*found.span("s"), "basic-auth")
    elif not is_placeholder(value) and is_random(value, 12 if scheme else 20):
        yield Secret(*found.span("s"), "bearer" if scheme == "bearer" else "authorization")


def is_basic(value: str) -> bool:
    """Whether the value is base64 of ``user:password`` with a password that is no stand-in."""
    try:
        pair = base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        return False
    user, colon, password = pair.decode("utf-8", "replace").partition(":")
    return bool(colon) and given(password, user)


def bearer(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields the token after the word ``Bearer``."""
    found = BEARER.match(text, start)
    if found is not None and is_random(found["s"], 20) and not is_placeholder(found["s"]):
        yield Secret(*found.span("s"), "bearer")


def cookies(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields the values of the cookies of a header whose names speak of a session or a login."""
    first = end + 1
    while text[first : first + 1] and text[first] in " \"'\\:=":
        first += 1
    yield from _cookies(text, first)


def _cookies(text: str, first: int) -> Iterator[Secret]:
    region = COOKIES.match(text, first)
    for found in COOKIE.finditer(text, *region.span()) if region else ():
        if COOKIE_NAMES.search(found[1]) and is_random(found[2]) and not is_placeholder(found[2]):
            yield Secret(*found.span(2), "cookie")


def key_block(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields what stands between the lines of a private key's block, whether or not its end is there."""
    found = KEY_BLOCK.match(text, start)
    if found is not None and KEY_RUN.search(text, *found.span("s")):
        first, last = found.span("s")
        while last > first and text[last - 1].isspace():
            last -= 1
        yield Secret(first, last, "private-key-block")


def command(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields the password on the command line of a program that takes one there."""
    last = text.find("\n", end, end + COMMAND_LENGTH)
    last = min(len(text), end + COMMAND_LENGTH) if last < 0 else last
    name = text[start:end].lower()
    pattern = next(pattern for program, pattern in COMMANDS if name.startswith(program))
    for found in pattern.finditer(text, end - 1, last):
        group = next(group for group in ("d", "q", "b") if group in pattern.groupindex and found[group] is not None)
        if password_gate(found[group]):
            yield Secret(*found.span(group), "command-password")
    if name.startswith("curl"):
        for option in re.finditer(r"\s(?:-b|--cookie)[ =]\s?[\"']?", text[end - 1 : last]):
            yield from _cookies(text, end - 1 + option.end())


def sql(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields the password of ``IDENTIFIED BY``."""
    found = SQL.search(text, start, end + COMMAND_LENGTH)
    if found is not None and given(found["s"]):
        yield Secret(*found.span("s"), "password")


def pgpass(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields the last field of ``host:port:database:user:password``."""
    found = PGPASS.match(text, end)
    if found is not None and password_gate(found[0]):
        yield Secret(*found.span(), "password")


def totp(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields the shared secret of a one-time password's URL."""
    found = TOTP.match(text, start)
    if found is not None and not is_placeholder(found["s"]):
        yield Secret(*found.span("s"), "totp")
