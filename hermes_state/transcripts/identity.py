"""Ids for conversations and messages whose source gave none: the same for the same content, wherever it stands."""

from __future__ import annotations

import hashlib
import json
from typing import Any

_ID_CHARS = 16


def content_hash(value: Any) -> str:
    """``sha256:`` and the first 16 hex digits of the SHA-256 of ``value`` as canonical JSON."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()[:_ID_CHARS]


class MessageIds:
    """Gives each message of one conversation an id of its own.

    A message without an id gets the hash of its content; the second equal one ``…#2``. So a file that
    grew, or that was written anew, gives its old messages their old ids. A given id that comes again
    is told apart the same way.
    """

    def __init__(self) -> None:
        self._times: dict[str, int] = {}

    def of(self, given: Any, message: Any) -> str:
        """The id of ``message``, whose source calls it ``given`` (``None``: it has no name)."""
        if isinstance(given, str | int) and not isinstance(given, bool) and given != "":
            name = str(given)
        else:
            name = content_hash(message)
        times = self._times[name] = self._times.get(name, 0) + 1
        return name if times == 1 else f"{name}#{times}"
