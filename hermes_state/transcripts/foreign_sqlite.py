"""Opens databases of other programs, never to be written to. Never for a file that this process has open."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

BUSY_TIMEOUT_S = 5.0


def connect_foreign(path: Path) -> sqlite3.Connection:
    """A read-only connection to somebody else's database; text that is no UTF-8 comes as lone surrogates."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    folder_is_fixed = not os.access(path.absolute().parent, os.W_OK)
    if folder_is_fixed and not os.path.lexists(f"{path}-wal"):
        uri += "&immutable=1"
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None)
    try:
        connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    return connection
