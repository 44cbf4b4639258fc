"""Opens databases of other programs, never to be written to. Never for a file that this process has open."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

BUSY_TIMEOUT_S = 5.0

STATEMENT_S = 30.0
"""Longer than any statement of ours takes: they read by ids, in short ranges. A damaged page can lead in a circle."""

MAX_CELL_BYTES = 256 * 1024 * 1024
"""A damaged length must not ask for all memory."""

STEPS_BETWEEN_LOOKS = 100_000
"""Of SQLite's virtual machine, between two looks at the clock: some milliseconds."""


class ForeignConnection(sqlite3.Connection):
    """A connection on which no statement runs for longer than ``STATEMENT_S``: it raises ``OperationalError`` then."""

    _until = float("inf")

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        """Runs a statement; its time begins now. A damaged schema may make names and messages that are no UTF-8."""
        self._until = time.monotonic() + STATEMENT_S
        try:
            return super().execute(*arguments)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError(f"a name in the schema is no UTF-8: {error}") from error

    def is_late(self) -> bool:
        """Whether the statement at work has had its time."""
        return time.monotonic() > self._until


def connect_foreign(path: Path) -> sqlite3.Connection:
    """A read-only connection to somebody else's database; text that is no UTF-8 comes as lone surrogates."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    folder_is_fixed = not os.access(path.absolute().parent, os.W_OK)
    if folder_is_fixed and not os.path.lexists(f"{path}-wal"):
        uri += "&immutable=1"
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None, factory=ForeignConnection)
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_CELL_BYTES)
        connection.set_progress_handler(connection.is_late, STEPS_BETWEEN_LOOKS)
        connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    return connection
