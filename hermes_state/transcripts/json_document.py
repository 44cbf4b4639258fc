"""Reads transcripts that are one JSON document: one conversation, or a list of them, one at a time.

A checkpoint is ``{"document", "done", "state"}``: a hash of the whole file, how many conversations of it
were read, and what the format's parser remembers. A document that changed at all is a rewritten one.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

from hermes_state.errors import SourceRewrittenError, TranscriptError
from hermes_state.records import Record, Skip
from hermes_state.transcripts.base import LineParser, Reader
from hermes_state.transcripts.lines import JSON_SPACE, LineReader, is_deep, past_space

MAX_DOCUMENT_BYTES = 256 * 1024 * 1024
"""Longer documents are refused: they cannot be read in pieces."""

_HEAD_BYTES = 1024 * 1024


def _finite(text: str) -> float | str:
    value = float(text)
    return value if math.isfinite(value) else text


decoder = json.JSONDecoder(parse_float=_finite, parse_constant=str)
"""Decodes as ``json`` does, but numbers that JSON cannot hold come as text."""


def decoded(data: bytes) -> str:
    """The text of JSON bytes, whichever Unicode encoding they are in; bytes that are no UTF-8 as lone surrogates."""
    encoding = json.detect_encoding(data)
    return data.decode(encoding, "surrogateescape" if encoding.startswith("utf-8") else "replace").lstrip("\ufeff")


def never_whole(_value: Any) -> bool:
    """Says of every list that it is one of conversations."""
    return False


def open_json(
    path: str | os.PathLike[str],
    parser_class: type[LineParser],
    format_name: str,
    checkpoint: dict[str, Any] | None = None,
    is_whole: Callable[[Any], bool] = never_whole,
) -> Reader:
    """A reader of a file that is a document or has a record a line, told by its checkpoint or its first line."""
    source = Path(path)
    as_document = "document" in checkpoint if checkpoint is not None else not is_line_form(source)
    if as_document:
        return DocumentReader(source, parser_class, format_name, checkpoint, is_whole)
    return LineReader(source, parser_class, format_name, checkpoint)


def is_line_form(path: Path) -> bool:
    """Whether the first line that is not blank is a JSON value by itself, or too long to look at."""
    with open(path, "rb") as file:
        head = file.read(_HEAD_BYTES)
    text = head.decode("utf-8-sig", "surrogateescape").lstrip(JSON_SPACE)
    line, newline, _ = text.partition("\n")
    if not newline:
        return len(head) == _HEAD_BYTES or _is_json(line)
    return _is_json(line)


class DocumentReader:
    """The ``Reader`` of one document. ``is_whole`` says of a list's first element that the list is one conversation."""

    def __init__(
        self,
        path: Path,
        parser_class: type[LineParser],
        format_name: str,
        checkpoint: dict[str, Any] | None = None,
        is_whole: Callable[[Any], bool] = never_whole,
    ) -> None:
        self.path = path
        self.format = format_name
        state = checkpoint or {}
        self._expected: str | None = state.get("document")
        self._digest = self._expected or ""
        self._done: int = state.get("done", 0)
        self._parser = parser_class(path, state.get("state"))
        self._is_whole = is_whole

    def checkpoint(self) -> dict[str, Any]:
        """Which conversation to go on with. See ``Reader.checkpoint``."""
        return {"document": self._digest, "done": self._done, "state": self._parser.state()}

    def batches(self) -> Iterator[list[Record]]:
        """Yields the records of one conversation at a time. See ``Reader.batches``."""
        text = self._read()
        for number, (value, line, reason) in enumerate(self._conversations(text)):
            if number < self._done:
                continue
            if reason is not None:
                yield [Skip(line, reason)]
                continue
            records = list(self._parser.feed(value, line))
            self._done = number + 1
            yield records
        closing = list(self._parser.finish())
        if closing:
            yield closing

    def _read(self) -> str:
        with open(self.path, "rb") as file:
            data = file.read(MAX_DOCUMENT_BYTES + 1)
        if len(data) > MAX_DOCUMENT_BYTES:
            raise TranscriptError(
                f"{self.path} is one JSON document of more than {MAX_DOCUMENT_BYTES // 2**20} MB",
                path=self.path,
                operation="read transcript",
                hint="write one conversation a line",
            )
        self._digest = hashlib.sha256(data).hexdigest()
        if self._expected is not None and self._expected != self._digest:
            raise SourceRewrittenError(
                "the document is another one than was read before", path=self.path, operation="read transcript"
            )
        return decoded(data)

    def _conversations(self, text: str) -> Iterator[_Found]:
        """Yields the conversations of every value in the text, up to the first that cannot be read."""
        lines = _Lines(text)
        position: int | None = past_space(text, 0)
        while position is not None and position < len(text):
            if text.startswith("[", position) and not self._list_is_whole(text, position):
                position = yield from _elements(text, position, lines)
            else:
                value, end, reason = _decode(text, position)
                yield value, lines.of(position), reason
                position = end
            if position is not None:
                position = past_space(text, position)

    def _list_is_whole(self, text: str, position: int) -> bool:
        first, _, reason = _decode(text, past_space(text, position + 1))
        return reason is None and self._is_whole(first)


_Found = tuple[Any, int, str | None]
"""(value, 1-based line, ``None``), or (``None``, line, why it cannot be read)."""


class _Lines:
    """Tells the lines of ascending positions of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line = 1
        self._counted = 0

    def of(self, position: int) -> int:
        self._line += self._text.count("\n", self._counted, position)
        self._counted = position
        return self._line


def _elements(text: str, position: int, lines: _Lines) -> Generator[_Found, None, int | None]:
    """Yields the elements of the list at ``position``; returns its end, or ``None`` where it breaks off."""
    start = past_space(text, position + 1)
    while not text.startswith("]", start):
        if start >= len(text):
            yield None, lines.of(len(text)), "the list breaks off here"
            return None
        value, end, reason = _decode(text, start)
        yield value, lines.of(start), reason
        if end is None:
            return None
        start = past_space(text, end)
        if text.startswith(",", start):
            start = past_space(text, start + 1)
        elif start < len(text) and not text.startswith("]", start):
            yield None, lines.of(start), "the list breaks off here"
            return None
    return start + 1


def _decode(text: str, start: int) -> tuple[Any, int | None, str | None]:
    """(value, end, ``None``); or (``None``, its end where it can be told, why it cannot be read)."""
    try:
        value, end = decoder.raw_decode(text, start)
    except RecursionError:
        return None, None, "the value is nested too deep"
    except ValueError as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)[:80]
        return None, None, f"the value is no JSON: {reason}"
    if is_deep(value):
        return None, end, "the value is nested too deep"
    return value, end, None


def _is_json(text: str) -> bool:
    try:
        decoder.decode(text)
    except (ValueError, RecursionError):
        return False
    return True
