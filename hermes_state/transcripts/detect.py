"""Tells the format of a transcript by its content, and opens it."""

from __future__ import annotations

import os
import sqlite3
import stat
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from hermes_state.errors import TranscriptError
from hermes_state.transcripts import (
    archive_jsonl,
    claude_code,
    claude_subagents,
    codex,
    hermes,
    hermes_export,
    messages,
)
from hermes_state.transcripts.base import Reader
from hermes_state.transcripts.foreign import FOREIGN, foreign_database, foreign_json, foreign_text
from hermes_state.transcripts.foreign_sqlite import connect_foreign
from hermes_state.transcripts.json_document import decoded
from hermes_state.transcripts.lines import LineReader
from hermes_state.transcripts.partial_json import first_values

HEAD_BYTES = 64 * 1024
SMALL_BYTES = 4 * 1024 * 1024
"""A JSON text that its first 64 KB do not tell is looked at up to here."""

ARCHIVE = "archive"
"""What ``detect`` calls one of our own archives."""

FORMATS = {
    hermes.FORMAT: "Hermes Agent's database (state.db)",
    hermes_export.FORMAT: "Hermes Agent's export, a session a line, or its snapshot of one session",
    claude_code.FORMAT: "Claude Code's transcript",
    claude_subagents.RESULT_FORMAT: "a long tool result that Claude Code keeps in a file of its own",
    codex.FORMAT: "Codex CLI's rollout",
    messages.FORMAT: "plain messages in OpenAI's or ShareGPT's shape",
    archive_jsonl.FORMAT: "our own lossless form",
}
"""The formats that can be read."""

_SQLITE_HEADER = b"SQLite format 3\0"
_ZIP_HEADER = b"PK\x03\x04"
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
_ITEM_KEYS = "SELECT key FROM ItemTable"

_Opener = Callable[[Path, dict[str, Any] | None], Reader]


def detect(path: str | os.PathLike[str]) -> str | None:
    """The name of the format: one of ``FORMATS``, of a known one that is not read, ``archive``, or ``None``.

    Raises ``OSError`` when the file cannot be read, ``TranscriptError`` when a database is locked. Never call
    it for a database that this process has open.
    """
    source = Path(path)
    if not stat.S_ISREG(os.stat(source).st_mode):
        return None  # a pipe would wait for a writer
    with open(source, "rb") as file:
        head = file.read(HEAD_BYTES)
        if head.startswith(_SQLITE_HEADER):
            return _detect_database(source)
        if head.startswith(_ZIP_HEADER):
            return _detect_zip(source)
        if claude_subagents.matches_result(source):
            return claude_subagents.RESULT_FORMAT
        found = _detect_text(head, len(head) < HEAD_BYTES)
        if found is None and len(head) == HEAD_BYTES and decoded(head).lstrip().startswith(("{", "[")):
            head += file.read(SMALL_BYTES - len(head))
            found = _detect_text(head, len(head) < SMALL_BYTES)
    return found


def open_transcript(
    path: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002 - the word of the command line and the API
    checkpoint: dict[str, Any] | None = None,
) -> Reader:
    """A reader of the file, of the format named or found.

    Raises ``TranscriptError`` for a format that is not known or not read, and ``OSError``.
    """
    source = Path(path)
    name = format if format is not None else detect(source)
    opener = _OPENERS.get(name or "")
    if opener is not None:
        return opener(source, checkpoint)
    if name == ARCHIVE:
        message = f"{source} is an archive, no transcript"
        hint = f"hermes session export --db {source} -o FILE writes a file to import"
    elif name in FOREIGN:
        message = f"{source} is of {FOREIGN[name]}"
        hint = f"the format {name} is not supported yet"
    elif format is not None:
        message = f"there is no format {format}"
        hint = f"the formats are {', '.join(FORMATS)}"
    else:
        message = f"{source} is no transcript that we know"
        hint = "name its format with --format"
    raise TranscriptError(message, path=source, operation="import", hint=hint)


def _line_opener(parser_class: Any, name: str) -> _Opener:
    return lambda path, checkpoint: LineReader(path, parser_class, name, checkpoint)


_OPENERS: dict[str, _Opener] = {
    hermes.FORMAT: hermes.HermesReader,
    hermes_export.FORMAT: hermes_export.open_export,
    claude_code.FORMAT: _line_opener(claude_code.ClaudeCodeParser, claude_code.FORMAT),
    claude_subagents.RESULT_FORMAT: claude_subagents.ToolResultReader,
    codex.FORMAT: _line_opener(codex.CodexParser, codex.FORMAT),
    messages.FORMAT: messages.open_messages,
    archive_jsonl.FORMAT: archive_jsonl.open_jsonl,
}


def _detect_database(path: Path) -> str | None:
    try:
        with closing(connect_foreign(path)) as connection:
            tables = {str(row[0]) for row in connection.execute(_TABLES)}
            if {"session", "message", "pack"} <= tables:
                return ARCHIVE
            if {"sessions", "messages"} <= tables and _has_column(connection, "messages", "tool_call_id"):
                return hermes.FORMAT
            return foreign_database(tables, lambda: [str(row[0]) for row in connection.execute(_ITEM_KEYS)])
    except sqlite3.OperationalError as error:
        raise TranscriptError(
            f"cannot look into {path}: {error}",
            path=path,
            operation="import",
            hint="close the program that holds it, and try again",
        ) from error
    except sqlite3.DatabaseError:
        return None  # the header of a database, and none behind it


def _has_column(connection: sqlite3.Connection, table: str, column: str) -> bool:
    return any(row[1] == column for row in connection.execute(f"PRAGMA table_info({table})"))


def _detect_zip(path: Path) -> str | None:
    """The format of a data export as it is sent: a zip file with ``conversations.json`` at its top."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open("conversations.json") as file:
            found = foreign_json(first_values(decoded(file.read(HEAD_BYTES)), complete=False))
    except (KeyError, zipfile.BadZipFile, NotImplementedError, RuntimeError):
        return None  # some other zip file, or one that is damaged or encrypted
    return found if found in ("chatgpt", "claude-ai") else None


def _detect_text(head: bytes, complete: bool) -> str | None:
    text = decoded(head)
    values = first_values(text, complete)
    if not values:
        return foreign_text(text)
    return _detect_values(values)


def _detect_values(values: list[Any]) -> str | None:
    """The first rule that fits wins: the special shapes stand before those that are part of others."""
    first = values[0]
    if archive_jsonl.is_header(first):
        return archive_jsonl.FORMAT
    if codex.matches_history(values):
        return codex.HISTORY_FORMAT
    if codex.matches(values):
        return codex.FORMAT
    foreign = foreign_json(values)
    if foreign is not None:
        return foreign
    if claude_code.matches(values):
        return claude_code.FORMAT
    inner = first[0] if isinstance(first, list) and first else first
    if any(hermes_export.is_export(value) or hermes_export.is_snapshot(value) for value in (inner, *values[1:])):
        return hermes_export.FORMAT
    if any(messages.is_message(value) or messages.is_conversation(value) for value in (inner, *values)):
        return messages.FORMAT
    return None
