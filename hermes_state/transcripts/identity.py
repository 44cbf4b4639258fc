"""Ids for conversations whose source gave none: the same for the same content, wherever it stands."""

from __future__ import annotations

import hashlib
import json
from typing import Any

_ID_CHARS = 16


def content_hash(value: Any) -> str:
    """``sha256:`` and the first 16 hex digits of the SHA-256 of ``value`` as canonical JSON."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()[:_ID_CHARS]


def given_id(value: Any) -> str | None:
    """An id that a source gave, as text; ``None`` when ``value`` is none."""
    if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
        return str(value)
    return None
