"""What a name in front of a value says: whether it calls the value a secret, and of which kind."""

from __future__ import annotations

import re

PASSWORD = "password"

REST = re.compile(
    r"(?:[_-]?(?:value|string|str|base|prod|production|dev|live|test|staging|text|plain|raw|new|old|env|default|"
    r"[a-z]?\d{1,3}|v\d{1,2}))?\Z",
    re.IGNORECASE,
)
"""What may follow the last telling word of a name: not ``_id``, ``_file``, ``_length`` or another noun."""

KEY_LEFT = re.compile(
    r"(?:api|access|secret|private|auth|encrypt|encryption|signing|sign|master|account|storage|preshared|shared|service|"
    r"subscription|licen[cs]e|deploy|admin|webhook|hmac|aes|cipher|crypto|jwt|app|application|functions?|integration|"
    r"ingest|session|security|root|bot|server|client|token|secrets?)[_\-. ]?\Z",
    re.IGNORECASE,
)
"""What makes a ``key`` a secret one; a bare ``key`` is one of a table far more often."""

ENVIRONMENT_KEY = re.compile(r"(?:[A-Z0-9]+_)+\Z")
NO_SECRET_KEY = re.compile(
    r"(?:primary|foreign|public|pub|publishable|cache|partition|sort|hash|unique|idempotency|row|index|hot|enter|group|"
    r"order|object|s3|lookup|config|feature|translation|routing|registry|answer|site)[_\-. ]?(?:access|api|app|client)?"
    r"[_\-. ]?\Z",
    re.IGNORECASE,
)
NO_SECRET_TOKEN = re.compile(
    r"(?:page|continuation|next|prev|previous|pad|eos|bos|unk|mask|sep|cls|special|stop|start|end|max|min|num|total|input|"
    r"output|prompt|cached|completion|sample|cancellation|sync|public|device|resume|image|per|first|last|design|csrf|xsrf|"
    r"cursor|decoder|delta)[_\-. ]?\Z",
    re.IGNORECASE,
)

VENDORS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), kind)
    for pattern, kind in (
        ("aws.?secret|secret.?access.?key", "aws-secret-key"),
        ("aws.?session", "aws-session-token"),
        ("azure|account.?key|storage.?key", "azure-key"),
        ("twilio", "twilio"),
        (r"datadog|\bdd[_-]", "datadog"),
        ("heroku", "heroku"),
        (r"cloudflare|\bcf[_-]", "cloudflare"),
        ("private.?key|preshared", "private-key"),
        ("api.?key", "api-key"),
        ("token|auth", "token"),
        ("key", "key"),
    )
)
"""The kind of a named value, by the first that its name holds; ``secret`` without any."""

NAMED_KINDS = frozenset({PASSWORD, "secret"} | {kind for _, kind in VENDORS})
"""Every kind that a name can give."""


def is_password(word: str) -> bool:
    """Whether the telling word, in lower case, is one for a password rather than for a key or token."""
    return word.startswith("pass") or word == "pwd"


def calls_secret(left: str, word: str, rest: str, before: str) -> bool:
    """Whether the name ``left`` + ``word`` + ``rest`` calls its value a secret.

    ``word`` is the telling word in lower case, ``before`` the character in front of the name or an empty text.
    """
    if not REST.match(rest):
        return False
    if is_password(word):
        return len(word) > 4 or not left[-1:].isalpha()
    return _is_secret(left, word, rest, before)


def kind_of(left: str, word: str) -> str:
    """The kind that a name which calls its value a secret gives it."""
    if is_password(word):
        return PASSWORD
    name = left + word
    return next((kind for pattern, kind in VENDORS if pattern.search(name)), "secret")


def _is_secret(left: str, word: str, rest: str, before: str) -> bool:
    if word == "key":
        if NO_SECRET_KEY.search(left):
            return False
        if KEY_LEFT.search(left):
            return True
        return before in ("?", "&") if not left else bool(ENVIRONMENT_KEY.match(left))
    if word == "token":
        return not NO_SECRET_TOKEN.search(left)
    if word == "auth":
        return not rest and not left[-1:].isalpha()
    return True
