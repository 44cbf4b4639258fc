"""Taking every trace of a text out of other texts: any piece of it as long as a window, nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

FORGOTTEN = "[forgotten]"
"""What stands where a text was."""

WINDOW_BYTES = 12
"""No piece of a forgotten text that is so long stays, in UTF-8, unless a live entry holds the same piece."""

LEAST_BYTES = 4
"""Of a text that is shorter only exact copies of whole entries are erased: its letters stand everywhere."""


class Eraser:
    """Erases some texts; pieces that a text which stays holds as well are left alone, outside exact copies."""

    def __init__(self, texts: Iterable[str], staying: Iterable[str]) -> None:
        self.texts = frozenset(texts)
        kept = [text.encode("utf-8", "surrogatepass") for text in staying]
        self._windows: dict[int, set[bytes]] = {}
        for text in self.texts:
            data = text.encode("utf-8", "surrogatepass")
            size = min(WINDOW_BYTES, len(data))
            if size < LEAST_BYTES:
                continue
            windows = {data[start : start + size] for start in range(len(data) - size + 1)}
            self._windows.setdefault(size, set()).update(
                window for window in windows if not any(window in other for other in kept)
            )

    def erased(self, text: str) -> str:
        """The text without the pieces; a text that is to be erased itself becomes the mark alone."""
        if text in self.texts:
            return FORGOTTEN
        data = text.encode("utf-8", "surrogatepass")
        cleaned = self.erased_bytes(data)
        return text if cleaned == data else cleaned.decode("utf-8", "surrogatepass")

    def erased_bytes(self, data: bytes) -> bytes:
        """Bytes without the pieces; what is cut is widened to whole characters of UTF-8."""
        spans = self._spans(data)
        if not spans:
            return data
        pieces, start = [], 0
        for first, last in spans:
            pieces += [data[start:first], FORGOTTEN.encode()]
            start = last
        return b"".join([*pieces, data[start:]])

    def _spans(self, data: bytes) -> list[tuple[int, int]]:
        spans: list[tuple[int, int]] = []
        marks = bytearray(len(data))
        for size, windows in self._windows.items():
            for start in range(len(data) - size + 1):
                if data[start : start + size] in windows:
                    marks[start : start + size] = b"\x01" * size
        start = marks.find(1)
        while start >= 0:
            end = marks.find(0, start)
            end = len(data) if end < 0 else end
            first, last = start, end
            while first > 0 and _continues(data[first]):
                first -= 1
            while last < len(data) and _continues(data[last]):
                last += 1
            spans.append((max(first, spans[-1][1] if spans else 0), last))
            start = marks.find(1, last)
        return spans

    def erased_value(self, value: Any) -> Any:
        """A JSON value with every string in it erased, keys too."""
        if isinstance(value, str):
            return self.erased(value)
        if isinstance(value, list):
            return [self.erased_value(one) for one in value]
        if isinstance(value, dict):
            return {self.erased(str(key)): self.erased_value(one) for key, one in value.items()}
        return value


def _continues(byte: int) -> bool:
    return 0x80 <= byte < 0xC0
