"""Ids for conversations whose source gave none: the same for the same content, wherever it stands."""

from __future__ import annotations

import hashlib
import json
from typing import Any

_ID_CHARS = 16


def content_hash(value: Any, text: str = "") -> str:
    """``sha256:`` and the first 16 hex digits of the SHA-256 of ``value`` as canonical JSON, with a text behind it."""
    digest = hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode())
    digest.update(text.encode("utf-8", "surrogatepass"))
    return "sha256:" + digest.hexdigest()[:_ID_CHARS]


def given_id(value: Any) -> str | None:
    """An id that a source gave, as text; ``None`` when ``value`` is none."""
    if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
        return str(value)
    return None
