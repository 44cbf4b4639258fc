"""Redacts values of JSON: the texts within, decoded, in the light of the names they stand under.

What comes out has the shape of what went in: an object stays one, and a text that is JSON stays JSON. Names of secrets
and their values may stand in different texts (``{"name": "API_KEY", "value": "…"}``), so the whole is looked at as one
text; what is escaped in it, or long, is looked at by itself, as it reads.
"""

from __future__ import annotations

import json
import re
from typing import Any

from hermes_state.secrets.redaction import Redactor
from hermes_state.secrets.scanner import KINDS, PLACEHOLDER, REDACTED, find

LONG_CHARS = 512
"""A longer text within JSON is looked at by itself alone: no rule takes so long a value by a name in front of it."""

NESTED_TEXTS = 8
"""How deep JSON in texts of JSON is read as such; what lies deeper is looked at as plain text."""

MEMO_CHARS = 4 << 20
"""Texts of so many characters are remembered; then all are forgotten."""

LITERAL = re.compile(r'"((?:[^"\\]++|\\.)*+)"')
NAME_IN_FRONT = re.compile(r'"((?:[^"\\]++|\\.)*+)"\s*:\s*\Z')
NAME_CHARS = 80
DATA = re.compile(r"(?:data:[\w.+/-]+(?:;[\w.+-]+=[^;,]*)*;base64,)?[A-Za-z0-9+/_-]{512,}+={0,2}")
"""An image, an attachment, a signature: nothing in it is text."""

TAKEN_OUT = '"\0"'
"""What stands for a text that is looked at by itself; no JSON holds this character."""

CLOSES_A_VALUE = str.maketrans("\"'`\\«»", "xxxxxx")


class ValueRedactor:
    """Redacts texts and JSON values under one key. Equal texts are looked at once until ``forget`` is called.

    ``written`` has the placeholders of what was replaced since then, ``standing`` those that stood in the texts.
    """

    def __init__(self, key: bytes | None = None) -> None:
        self._redactor = Redactor(key)
        self._known: dict[str, str] = {}
        self._known_chars = 0
        self._depth = 0
        self.standing: set[str] = set()

    @property
    def written(self) -> set[str]:
        """The placeholders of what was replaced since the last ``forget``."""
        return self._redactor.written

    def forget(self) -> None:
        """Empties what is remembered, of one record as a rule."""
        self._known.clear()
        self._known_chars = 0
        self._redactor.written = set()
        self.standing = set()

    def text(self, text: str) -> str:
        """The text without its secrets; one that is JSON stays JSON. Raises nothing."""
        known = self._known.get(text)
        if known is None:
            known = self._redacted(text)
            self._remember(text, known)
        return known

    def value(self, value: Any) -> Any:
        """The JSON value with the secrets of its texts replaced: itself where there are none.

        Raises ``TypeError``, ``ValueError`` or ``RecursionError`` for what JSON cannot hold.
        """
        if value is None or isinstance(value, bool | int | float):
            return value
        if isinstance(value, str):
            return self.text(value)
        text = json.dumps(value, ensure_ascii=False)
        redacted = self._json(text)
        return value if redacted == text else json.loads(redacted)

    def _remember(self, text: str, redacted: str) -> None:
        self._known_chars += len(text)
        if self._known_chars > MEMO_CHARS:
            self._known.clear()
            self._known_chars = len(text)
        self._known[text] = redacted

    def _redacted(self, text: str) -> str:
        if REDACTED in text:
            self.standing.update(found[0] for found in PLACEHOLDER.finditer(text) if found[1] in KINDS)
        if len(text) >= LONG_CHARS and DATA.fullmatch(text):
            return text
        if self._depth < NESTED_TEXTS and text.lstrip()[:1] in ("{", "[") and is_json(text):
            self._depth += 1
            try:
                return self._json(text)
            finally:
                self._depth -= 1
        return self._redactor.redact(text)[0]

    def _json(self, text: str) -> str:
        """A JSON text with the texts in it redacted, still JSON."""
        if REDACTED in text:
            self.standing.update(found[0] for found in PLACEHOLDER.finditer(text) if found[1] in KINDS)
        skeleton, taken = self._taken_apart(text)
        rest = self._redactor.redact(skeleton)[0]
        parts = rest.split(TAKEN_OUT)
        if len(parts) == len(taken) + 1:
            pieces = [piece for pair in zip(parts, [*taken, ""], strict=True) for piece in pair]
            whole = "".join(pieces)
            if rest == skeleton or is_json(whole):
                return whole
        return LITERAL.sub(lambda literal: self._literal(literal[0], None), text)

    def _taken_apart(self, text: str) -> tuple[str, list[str]]:
        """The JSON without its long texts and with its escaped ones redacted; the long ones, redacted, as literals."""
        pieces: list[str] = []
        taken: list[str] = []
        at = 0
        for found in LITERAL.finditer(text):
            start, end = found.span()
            if end - start > LONG_CHARS:
                taken.append(self._literal(found[0], None))
                pieces += (text[at:start], TAKEN_OUT)
                at = end
            elif "\\" in found[1]:
                name = NAME_IN_FRONT.search(text, max(0, start - NAME_CHARS), start)
                literal = self._literal(found[0], name and name[1])
                if literal != found[0]:
                    pieces += (text[at:start], literal)
                    at = end
        return "".join((*pieces, text[at:])), taken

    def _literal(self, literal: str, name: str | None) -> str:
        """A text as JSON writes it, redacted; ``name`` is what it stands under."""
        text = json.loads(literal, strict=False)
        redacted = self.text(text)
        if redacted == text and name and self._is_secret_of(name, text):
            redacted = self._redactor.written_for(find(_probe(name, text))[-1].kind, text)
        return literal if redacted == text else as_literal(redacted)

    def _is_secret_of(self, name: str, text: str) -> bool:
        """Whether the name says that all of the text is a secret, whatever characters it is made of."""
        found = find(_probe(name, text))
        return bool(found) and found[-1].end - found[-1].start == len(text)


def _probe(name: str, text: str) -> str:
    """The name with the text as its value, where nothing in the value can end it."""
    return f'"{name}": "{text.translate(CLOSES_A_VALUE)}"'


def is_json(text: str) -> bool:
    """Whether a text is JSON as a whole."""
    try:
        json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return False
    return True


def as_literal(text: str) -> str:
    """A text as JSON writes it, valid Unicode whatever it holds."""
    literal = json.dumps(text, ensure_ascii=False)
    return literal if literal.isprintable() else _checked(literal, text)


def _checked(literal: str, text: str) -> str:
    try:
        literal.encode()
    except UnicodeEncodeError:
        return json.dumps(text)
    return literal
