"""Fills an answer piece by piece up to a size in bytes, so that an agent's context is not flooded."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from hermes_state.records import Message
from hermes_state.times import iso

TEXT_CHARS = 400
"""Longer texts are cut to this and give their full length."""

LINE_CHARS = 80
"""What is shown of a tool's call or output that is not the hit itself."""

NAME_CHARS = 80
"""What is shown of a name: a tool, a source, a title."""

LEAD_CHARS = 150
"""Of a cut text with a match: how much stands before it."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_SURROGATE = re.compile("[\ud800-\udfff]")


def dumped(value: Any) -> str:
    """A value as compact JSON that is valid Unicode: lone surrogates are escaped, each by itself.

    So a whole is as long as its parts together, whatever these hold.
    """
    text = _encode(value)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return text


def size_of(value: Any) -> int:
    """The bytes that a value takes as JSON."""
    return len(dumped(value).encode("utf-8"))


class Budget:
    """Counts the bytes left of an answer whose frame is there already."""

    def __init__(self, frame: Any, limit_bytes: int) -> None:
        self.left = limit_bytes - size_of(frame)

    def add(self, pieces: list[Any], piece: Any, *, first: bool = False) -> bool:
        """Adds a piece at the end (or the beginning) of a list within the frame, if it fits."""
        cost = size_of(piece) + 1
        if cost > self.left:
            return False
        self.left -= cost
        pieces.insert(0 if first else len(pieces), piece)
        return True

    def add_shown(self, pieces: list[Any], message: Message, *, whole_tools: bool = False) -> bool:
        """Adds a message that must not be left out, with as much of its text as fits; whether its bare facts do."""
        piece = shown(message, whole_tools=whole_tools)
        if self.add(pieces, piece):
            return True
        piece.pop("calls", None)
        text = piece.pop("text", "")
        length = len(message.text)
        for chars in (TEXT_CHARS, 200, 100, 50, 25):
            if len(text) > chars and self.add(pieces, piece | {"text": text[:chars] + "…", "chars": length}):
                return True
        return self.add(pieces, piece | ({"chars": length} if length else {}))


def shown(message: Message, *, near: str | None = None, whole_tools: bool = False) -> dict[str, Any]:
    """A message as an agent sees it: dialog up to ``TEXT_CHARS``, tools' rows as one line each.

    ``near`` is a piece of its text that must be in what is shown.
    """
    piece: dict[str, Any] = {"id": message.id, "role": message.role, "at": iso(message.timestamp)}
    if message.generated:
        piece["generated"] = True
    text = message.text
    if message.role == "tool":
        line = text if whole_tools else " ".join(text[: LINE_CHARS * 4].split())
        _put(piece, line, len(text), TEXT_CHARS if whole_tools else LINE_CHARS, near if whole_tools else None)
        piece["tool"] = None if message.tool_name is None else cut(str(message.tool_name), NAME_CHARS)
        return {name: value for name, value in piece.items() if value is not None}
    if text:
        _put(piece, text, len(text), TEXT_CHARS, near)
    calls = [_call_line(call) for call in message.tool_calls or ()]
    if calls:
        piece["calls"] = calls[:4] + ([f"and {len(calls) - 4} more"] if len(calls) > 4 else [])
    return {name: value for name, value in piece.items() if value is not None}


def _put(piece: dict[str, Any], text: str, length: int, limit: int, near: str | None) -> None:
    piece["text"] = cut(text, limit, near)
    if len(piece["text"]) < length:
        piece["chars"] = length


def cut(text: str, limit: int, near: str | None = None) -> str:
    """A text cut to ``limit`` characters, its beginning or where ``near`` stands, cuts marked by ``…``."""
    if len(text) <= limit:
        return text
    at = text.find(near) if near else -1
    start = 0 if at < LEAD_CHARS else at - LEAD_CHARS
    start = min(start, len(text) - limit)
    piece = text[start : start + limit]
    return ("…" if start else "") + piece + ("…" if start + limit < len(text) else "")


def _call_line(call: dict[str, Any]) -> str:
    function = call.get("function")
    name, arguments = (function.get("name"), function.get("arguments")) if isinstance(function, dict) else (None, None)
    line = arguments if isinstance(arguments, str) else dumped(arguments)
    return cut(" ".join(f"{name or 'tool'} {line}".split()), LINE_CHARS)


def outward(before: list[Any], after: list[Any]) -> Iterator[tuple[Any, bool]]:
    """Yields items from the middle outward, the nearest first: ``(item, stands before)``."""
    earlier: Iterable[Any] = reversed(before)
    left, right = iter(earlier), iter(after)
    while True:
        found = False
        for side, is_before in ((left, True), (right, False)):
            item = next(side, None)
            if item is not None:
                found = True
                yield item, is_before
        if not found:
            return
