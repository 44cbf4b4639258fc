"""The one tree of errors that the library raises.

Every error carries fields rather than prose alone: ``path`` (the file at fault),
``operation`` (what was being done) and ``hint`` (what the reader can do about it).
The command line prints ``str(error)`` and the hint as one line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path  # 2 ms of a start


class HermesStateError(Exception):
    """Base of all errors of this package; ``str()`` is one line without the hint."""

    def __init__(
        self,
        message: str,
        *,
        path: str | Path | None = None,
        operation: str | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.path = None if path is None else str(path)
        self.operation = operation
        self.hint = hint


class ArchiveError(HermesStateError):
    """Something about an archive file as a whole."""


class ForeignArchiveError(ArchiveError):
    """The file is a database or a file of somebody else's."""


class NewerArchiveError(ArchiveError):
    """The file was written by a newer version of this software."""


class ArchiveMissingError(ArchiveError):
    """There is no archive where one was expected (read-only opening never creates)."""


class ArchiveBusyError(ArchiveError):
    """Another process holds the write lock longer than the busy timeout."""


class ArchiveReadOnlyError(ArchiveError):
    """A write was asked of an archive that is open, or lies, read-only."""


class OlderArchiveError(ArchiveReadOnlyError):
    """The file has an older form, which opening it for writing brings up to date."""


class DiskFullError(ArchiveError):
    """The disk is full; the transaction was rolled back."""


class ArchiveIOError(ArchiveError):
    """The operating system refused a read or write; the connection was reopened."""


class DamagedArchiveError(ArchiveError):
    """The message tables, a pack or a dictionary are damaged."""


class DamagedIndexError(ArchiveError):
    """A search index is damaged; messages are safe and searching scans instead."""


class UnsupportedSQLiteError(ArchiveError):
    """The SQLite library at hand is one that is known to lose data."""


class NotFoundError(HermesStateError):
    """A named session or message does not exist."""


class AmbiguousSessionError(HermesStateError):
    """A bare session id names several sessions; ask with ``origin:id``."""


class InvalidArgumentError(HermesStateError, ValueError):
    """An argument has no meaning: a bad date, role, cursor, sort, limit."""


class TranscriptError(HermesStateError):
    """A transcript cannot be read as the format that was asked for or found."""


class SourceRewrittenError(TranscriptError):
    """What was read from a transcript before is no longer what its file starts with."""


class MemoryFileError(HermesStateError):
    """A file of the curated memory cannot be read or written; nothing of it was changed."""


class MemoryUnreadableError(MemoryFileError):
    """A memory file is there and cannot be read as text: unreadable is not empty."""


class MemoryLinkError(MemoryFileError):
    """A file of the memory is a link or no regular file; links are not followed."""


class MemoryLockError(MemoryFileError):
    """The lock beside a memory file is held too long, or its filesystem has no locks."""


class MemoryDriftError(MemoryFileError):
    """A memory file holds text that the tool did not write and that a rewrite might lose."""


class EntryTextError(InvalidArgumentError):
    """A text cannot be an entry: empty, with a line that is the separator, with control characters."""


class MalformedOperationError(InvalidArgumentError):
    """An operation on the memory lacks a part or has one of the wrong type."""


class EntryNotFoundError(NotFoundError):
    """No entry holds the text that should find it."""


class EntryChangedError(MemoryFileError):
    """The exact entry that a change was made for is no longer there."""


class AmbiguousEntryError(HermesStateError):
    """Several different entries hold the text that should find one; ``matches`` lists them."""

    def __init__(self, message: str, matches: list[str]) -> None:
        super().__init__(message, operation="find an entry", hint="give more of the entry's text")
        self.matches = matches
