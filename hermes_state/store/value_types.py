"""Values that their columns never have: damage leaves such, and SQLite itself minds none of them."""

from __future__ import annotations

import json
from collections.abc import Iterator

from hermes_state.store.connection import Connection

STORAGES = {"INTEGER": "'integer'", "REAL": "'real', 'integer'", "TEXT": "'text'", "BLOB": "'blob'"}
"""How SQLite stores the values of a declared type."""

TABLES = ("session", "message", "loose", "pack", "prompt", "blob", "tool", "client_message", "source", "tombstone")
"""The tables that hold conversations, and what is known of where they come from."""

COLUMNS = 'SELECT name, upper(type), "notnull" OR pk FROM pragma_table_info(?)'
EXTRAS = "SELECT extra FROM session WHERE extra IS NOT NULL"


def misplaced(connection: Connection) -> Iterator[str]:
    """The columns that hold a value of another type than theirs, in words. Only rows' headers are read, no text."""
    for table in TABLES:
        columns = [row for row in connection.rows(COLUMNS, (table,)) if row[1] in STORAGES]
        conditions = []
        for name, declared, is_required in columns:
            storages = STORAGES[declared] if is_required else f"{STORAGES[declared]}, 'null'"
            conditions.append(f"coalesce(sum(typeof({name}) NOT IN ({storages})), 0)")
        counts = connection.rows(f"SELECT {', '.join(conditions)} FROM {table}")[0] if conditions else ()
        for (name, declared, _), count in zip(columns, counts, strict=True):
            if count:
                yield f"{count} values of {table}.{name} are no {declared}"
    if count := sum(not is_json(extra) for (extra,) in connection.each(EXTRAS)):
        yield f"{count} values of session.extra are no JSON"


def is_json(value: object) -> bool:
    """Whether a stored value is JSON text."""
    try:
        json.loads(value) if isinstance(value, str) else None
    except (ValueError, RecursionError):
        return False
    return isinstance(value, str)
