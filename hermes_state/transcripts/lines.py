"""Reads transcripts of one JSON record a line: streams, survives damage, goes on where it stopped.

A checkpoint is ``{"offset", "line", "digest", "state"}``: the bytes consumed, the line ends among them,
a hash of those bytes, and what the format's parser remembers. Lines end at ``b"\\n"`` and nowhere else,
since JSON strings may hold every other separator of lines.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from hermes_state.errors import SourceRewrittenError, TranscriptError
from hermes_state.records import Record, Skip
from hermes_state.transcripts.base import LineParser

MAX_LINE_BYTES = 256 * 1024 * 1024
"""Longer lines are reported and skipped."""

MAX_DEPTH = 200
"""Values nested deeper are kept as text: what walks a record later would exhaust Python's stack."""

UNFINISHED = "the last line is not complete yet; it is read once it is"
"""Why a last line was left, each time anew."""

_CHUNK_BYTES = 1024 * 1024
_BOM = b"\xef\xbb\xbf"
JSON_SPACE = " \t\r\n"


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number beyond the range of JSON readers")
    return value


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


_decode_json = json.JSONDecoder(parse_float=_finite, parse_constant=_refuse_constant, strict=False).raw_decode


class LineReader:
    """One transcript of a line format, read from its start or from a checkpoint."""

    def __init__(
        self,
        path: str | Path,
        parser_class: type[LineParser],
        format: str,  # noqa: A002 - the word of the whole API
        checkpoint: dict[str, Any] | None = None,
        *,
        max_line_bytes: int = MAX_LINE_BYTES,
    ) -> None:
        self.path = Path(path)
        self.format = format
        self._max_line_bytes = max_line_bytes
        self._hash = hashlib.blake2b(digest_size=16)
        self._offset = 0
        self._line = 0
        self._expected_digest: str | None = None
        state: dict[str, Any] | None = None
        if checkpoint is not None:
            try:
                self._offset = int(checkpoint["offset"])
                self._line = int(checkpoint["line"])
                self._expected_digest = str(checkpoint["digest"])
                state = checkpoint["state"]
            except (KeyError, TypeError, ValueError):
                raise TranscriptError("the checkpoint is of another kind of reader", path=self.path) from None
        self._parser = parser_class(self.path, state)

    @property
    def position(self) -> int:
        """The bytes consumed so far."""
        return self._offset

    def batches(self) -> Iterator[list[Record]]:
        """Yields the records of one line at a time. See ``Reader.batches``."""
        with open(self.path, "rb", buffering=_CHUNK_BYTES) as file:
            if self._expected_digest is not None:
                self._verify_prefix(file)
            yield from self._read(file)
        closing = list(self._parser.finish())
        if closing:
            yield closing

    def checkpoint(self) -> dict[str, Any]:
        """Where to go on. See ``Reader.checkpoint``."""
        digest = self._expected_digest or self._hash.hexdigest()
        return {"offset": self._offset, "line": self._line, "digest": digest, "state": self._parser.state()}

    def _verify_prefix(self, file: BinaryIO) -> None:
        """Hashes what was read before and leaves ``file`` behind it; raises ``SourceRewrittenError``."""
        missing = self._offset
        while missing:
            chunk = file.read(min(missing, _CHUNK_BYTES))
            if not chunk:
                raise self._rewritten("the file is shorter than what was read of it before")
            self._hash.update(chunk)
            missing -= len(chunk)
        if self._hash.hexdigest() != self._expected_digest:
            raise self._rewritten("the file no longer starts with what was read of it before")
        self._expected_digest = None

    def _rewritten(self, message: str) -> SourceRewrittenError:
        return SourceRewrittenError(message, path=self.path, operation="read transcript")

    def _read(self, file: BinaryIO) -> Iterator[list[Record]]:
        readline = file.readline
        limit = self._max_line_bytes
        while raw := readline(limit + 1):
            batch: list[Record] | None
            if len(raw) > limit and raw[-1] != 0x0A:
                batch = self._skip_overlong(file, raw)
            elif raw[-1] == 0x0A:
                batch = self._line_records(raw)
                self._hash.update(raw)
                self._offset += len(raw)
                self._line += 1
            else:
                batch = self._last_line_records(raw)
            if batch is not None:
                yield batch

    def _line_records(self, raw: bytes) -> list[Record] | None:
        """The records of a whole line; ``None`` for a blank one."""
        text = self._decode(raw)
        line = self._line + 1
        values, rest, reason = _parse(text)
        if reason is None:
            if len(values) == 1:
                return list(self._parser.feed(values[0], line))
            if not values:
                return None
        records: list[Record] = []
        for value in values:
            records.extend(self._parser.feed(value, line))
        if reason is not None:
            records.extend(self._parser.unparsed(rest, line))
            records.append(Skip(line, reason))
        return records

    def _last_line_records(self, raw: bytes) -> list[Record] | None:
        """The records of a last line without its end, which counts as read only when it is surely complete."""
        values, _, reason = _parse(self._decode(raw))
        line = self._line + 1
        if reason is None and not values:
            return None
        if reason is not None or isinstance(values[-1], int | float):
            return [Skip(line, UNFINISHED)]
        records: list[Record] = []
        for value in values:
            records.extend(self._parser.feed(value, line))
        self._hash.update(raw)
        self._offset += len(raw)
        return records

    def _skip_overlong(self, file: BinaryIO, raw: bytes) -> list[Record]:
        """Reads past a line that is too long, in pieces; its records are one ``Skip``."""
        line = self._line + 1
        running = self._hash.copy()
        size = 0
        while raw:
            running.update(raw)
            size += len(raw)
            if raw[-1] == 0x0A:
                self._hash = running
                self._offset += size
                self._line += 1
                break
            raw = file.readline(_CHUNK_BYTES)
        return [Skip(line, f"the line has {size} bytes, more than {self._max_line_bytes}")]

    def _decode(self, raw: bytes) -> str:
        if self._offset == 0 and raw.startswith(_BOM):
            raw = raw[len(_BOM) :]
        return raw.decode("utf-8", "surrogateescape")


def _parse(text: str) -> tuple[list[Any], str, str | None]:
    """The JSON values of a line, the rest that does not parse, and why it does not (``None``: all of it does)."""
    values: list[Any] = []
    start = 0
    size = len(text)
    reason = None
    while True:
        start = past_space(text, start)
        if start >= size:
            return values, "", None
        try:
            value, end = _decode_json(text, start)
        except RecursionError:
            reason = "the line is nested too deep"
        except ValueError as error:
            reason = f"the line is no JSON: {_first_words(error)}"
        else:
            if _too_deep(value, text, start, end):
                reason = "the line is nested too deep"
        if reason is not None:
            return values, _without_line_end(text[start:]), reason
        values.append(value)
        start = end


def past_space(text: str, start: int) -> int:
    """Where the next JSON value or sign stands at or behind ``start``, or the end of the text."""
    while start < len(text) and text[start] in JSON_SPACE:
        start += 1
    return start


def _first_words(error: ValueError) -> str:
    return error.msg if isinstance(error, json.JSONDecodeError) else str(error)[:80]


def _without_line_end(text: str) -> str:
    if text.endswith("\r\n"):
        return text[:-2]
    return text[:-1] if text.endswith("\n") else text


def _too_deep(value: Any, text: str, start: int, end: int) -> bool:
    """Whether ``value``, written at ``text[start:end]``, is nested deeper than ``MAX_DEPTH``."""
    return text.count("{", start, end) + text.count("[", start, end) > MAX_DEPTH and is_deep(value)


_CONTAINERS = (dict, list)


def is_deep(value: Any, limit: int = MAX_DEPTH) -> bool:
    """Whether a JSON value is nested deeper than ``limit``."""
    level = [value]
    for _ in range(limit + 1):
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                inner += [child for child in item.values() if type(child) in _CONTAINERS]
            elif isinstance(item, list):
                inner += [child for child in item if type(child) in _CONTAINERS]
        if not inner:
            return False
        level = inner
    return True
