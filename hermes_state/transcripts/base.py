"""What every transcript format gives: a reader of records, and the places where reading may pause.

A format is a module with a ``FORMAT`` constant. The archive drives readers like this::

    reader = open_transcript(path, format=None, checkpoint=None)
    for batch in reader.batches():      # the records of one line, row or conversation
        …                               # the archive stores them
        state = reader.checkpoint()     # where to go on, stored in the same transaction
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from hermes_state.records import Record


class Reader(Protocol):
    """One open transcript."""

    format: str

    def batches(self) -> Iterator[list[Record]]:
        """Yields the records of one source record (a line, a row, a conversation) at a time, in source order.

        Within a batch a ``Session`` stands before the messages and events that belong to it. An
        empty list is allowed: nothing to store, but the checkpoint moved on.

        Raises: ``TranscriptError`` when the file cannot be read as this format at all,
        ``SourceRewrittenError`` when a checkpoint no longer fits the file, ``OSError``.
        """
        ...

    def checkpoint(self) -> dict[str, Any]:
        """A JSON object from which a new reader of the same file yields exactly what this one has not yielded yet.

        Valid between two batches and after the last one.
        """
        ...


class LineParser(Protocol):
    """The part of a line format that knows the format: JSON values in, records out.

    Built as ``Parser(path, state)``: ``path`` for names that only the file system gives, ``state``
    the JSON object that an earlier parser's ``state()`` returned, or ``None`` at the file's start.
    """

    def __init__(self, path: Path, state: dict[str, Any] | None) -> None: ...

    def feed(self, value: Any, line: int) -> Iterable[Record]:
        """Yields the records of one JSON value; ``line`` is its 1-based line. Never raises for odd values."""
        ...

    def unparsed(self, text: str, line: int) -> Iterable[Record]:
        """Yields the records of a line that is no JSON: an ``Event`` with the text, where a session is known."""
        ...

    def finish(self) -> Iterable[Record]:
        """Yields what could only be told at the end of the file (a title from the first prompt, for instance)."""
        ...

    def state(self) -> dict[str, Any]:
        """What a parser of the rest of the file needs to know, as a JSON object."""
        ...


@dataclass(slots=True)
class Written:
    """What an exporter wrote; ``notes`` are whole sentences about what its format could not hold."""

    sessions: int = 0
    messages: int = 0
    events: int = 0
    notes: list[str] = field(default_factory=list)
