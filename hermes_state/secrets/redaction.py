"""Replaces secrets by placeholders that tell equal ones apart from others, and nothing else of them."""

from __future__ import annotations

import hashlib
import hmac
import os
from collections import Counter

from hermes_state.secrets.finding import Secret
from hermes_state.secrets.scanner import find

KEY_BYTES = 32
DIGITS = 8
"""Of 32 bits: among 1,000 secrets two look alike with a chance of 1 in 8,600."""

ROUNDS = 8
"""A replacement can uncover what stood against the secret; text of persons and programs needs two rounds at most."""


class Redactor:
    """Redacts texts under one key: equal secrets have equal placeholders, which say nothing without the key."""

    def __init__(self, key: bytes | None = None) -> None:
        """Keeps ``key``; without one a random key is made, so that placeholders agree within this object alone.

        ``written`` holds the placeholders of all that was replaced; whoever uses it empties it.
        """
        self._key = os.urandom(KEY_BYTES) if key is None else key
        self.written: set[str] = set()

    def redact(self, text: str) -> tuple[str, Counter[str]]:
        """The text with ``«redacted:kind:8-hex»`` for each secret, and how many of each kind there were.

        What comes out is left as it is by another call. Raises nothing, whatever the text.
        """
        kinds: Counter[str] = Counter()
        for _ in range(ROUNDS):
            secrets = find(text)
            if not secrets:
                break
            text = self._replaced(text, secrets)
            kinds.update(secret.kind for secret in secrets)
        return text, kinds

    def placeholder(self, kind: str, value: str) -> str:
        """What stands for a value of this kind."""
        digest = hmac.new(self._key, value.encode("utf-8", "surrogatepass"), hashlib.sha256)
        return f"«redacted:{kind}:{digest.hexdigest()[:DIGITS]}»"

    def written_for(self, kind: str, value: str) -> str:
        """``placeholder``, noted in ``written``."""
        placeholder = self.placeholder(kind, value)
        self.written.add(placeholder)
        return placeholder

    def _replaced(self, text: str, secrets: list[Secret]) -> str:
        pieces: list[str] = []
        at = 0
        for secret in secrets:
            pieces += (text[at : secret.start], self.written_for(secret.kind, secret.value(text)))
            at = secret.end
        return "".join((*pieces, text[at:]))
