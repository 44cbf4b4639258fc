"""Entries as text and as the bytes of a file: one rule for reading, writing and what may be an entry."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence

from hermes_state.errors import EntryTextError, MemoryUnreadableError

SEPARATOR = "§"

ENTRY_DELIMITER = f"\n{SEPARATOR}\n"

BYTE_ORDER_MARK = "\ufeff"

_LINE_END = re.compile(r"\r+\n")
_REFUSED = re.compile("[\x00\r\ud800-\udfff]")

_ADDED_BETWEEN = ("", "\n", f"{SEPARATOR}\n", ENTRY_DELIMITER, BYTE_ORDER_MARK)
"""What may stand between the bytes that are there and a new entry, shortest first."""


def plain_lines(text: str) -> str:
    """The text with LF as the only end of a line."""
    return _LINE_END.sub("\n", text)


def canonical(content: object) -> str:
    """The text of an entry as it is scanned, compared, counted and stored: stripped, lines ended by LF.

    Raises ``EntryTextError`` for what could not be read back as it was written.
    """
    if not isinstance(content, str):
        raise EntryTextError(f"content must be text, not {type(content).__name__}", operation="read an entry")
    text = plain_lines(content).strip()
    if not text:
        raise EntryTextError("content cannot be empty", operation="read an entry")
    wrong = _REFUSED.search(text)
    if wrong is not None:
        raise EntryTextError(
            f"content holds the character U+{ord(wrong[0]):04X}, which no entry can hold",
            operation="read an entry",
            hint="leave it out",
        )
    if any(line.strip() == SEPARATOR for line in text.split("\n")):
        raise EntryTextError(
            f"content has a line that is only {SEPARATOR}, which separates entries",
            operation="read an entry",
            hint=f"write {SEPARATOR} inside a line, or add the parts as entries of their own",
        )
    return text


def parse(text: str) -> list[str]:
    """The entries of a file's text, in order: split at lines that hold only ``§``, stripped, empty ones dropped.

    One byte order mark, CRLF, blanks round a separator and separators at the ends mean nothing.
    """
    pieces: list[list[str]] = [[]]
    for line in plain_lines(text.removeprefix(BYTE_ORDER_MARK)).split("\n"):
        if line.strip() == SEPARATOR:
            pieces.append([])
        else:
            pieces[-1].append(line)
    entries = ("\n".join(lines).strip() for lines in pieces)
    return [entry for entry in entries if entry]


def decoded(data: bytes, path: str) -> str:
    """The text of a file's bytes; raises ``MemoryUnreadableError`` for what is no UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MemoryUnreadableError(
            f"{path} is not UTF-8 at byte {error.start}; nothing was read or changed",
            path=path,
            operation="read the memory",
            hint="mend the file with an editor, or save it as UTF-8",
        ) from None


def joined(entries: Iterable[str]) -> str:
    """The text whose length is limited, counted and shown."""
    return ENTRY_DELIMITER.join(entries)


def encoded(entries: Sequence[str]) -> bytes:
    """The bytes of a file that holds exactly these entries."""
    text = joined(entries)
    if text.startswith(BYTE_ORDER_MARK):
        text = BYTE_ORDER_MARK + text  # reading takes one away
    return text.encode("utf-8")


def appended(text: str, entry: str) -> str:
    """A file's text with one more entry, the text that was there untouched, by the shortest separator that works."""
    wanted = [*parse(text), entry]
    for between in _ADDED_BETWEEN:
        longer = f"{text}{between}{entry}"
        if parse(longer) == wanted:
            return longer
    raise EntryTextError("content cannot be told apart from the text before it", operation="add an entry")


def unique(entries: Iterable[str]) -> list[str]:
    """The entries without exact repetitions, in order, the first of each kept."""
    return list(dict.fromkeys(entries))


def content_hash(entry: str) -> str:
    """SHA-256 of an entry's text, in hex: what overrides, pins and records of an entry are bound to."""
    return hashlib.sha256(entry.encode("utf-8", "surrogatepass")).hexdigest()


def bytes_hash(data: bytes) -> str:
    """SHA-256 of a file's bytes, in hex."""
    return hashlib.sha256(data).hexdigest()
