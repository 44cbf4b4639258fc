"""Whether an archive's schema is the one that the migrations make, and what is missing of it or foreign in it."""

from __future__ import annotations

from collections.abc import Iterator

from hermes_state.store import index_tables, schema
from hermes_state.store.connection import IN_MEMORY, Connection

OBJECTS = "SELECT name, type, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"


def expected() -> dict[str, tuple[str, str]]:
    """``(type, sql)`` of every table, index and trigger of an archive of this version, by name."""
    connection = Connection(IN_MEMORY, read_only=False)
    try:
        schema.migrate(connection)
        return objects(connection)
    finally:
        connection.close()


def objects(connection: Connection) -> dict[str, tuple[str, str]]:
    """``(type, sql)`` of every table, index and trigger of an archive, by name."""
    return {name: (kind, sql) for name, kind, sql in connection.rows(OBJECTS)}


def missing_tables(connection: Connection) -> Iterator[str]:
    """The tables of conversations that are missing, in words."""
    held = objects(connection)
    for name, (kind, _) in expected().items():
        if kind == "table" and name not in held and not index_tables.is_of_an_index(name):
            yield f"the table {name} is missing"


def other_differences(connection: Connection) -> Iterator[str]:
    """What else is missing, and what triggers and views somebody put there, in words: ``mend`` and a rebuild help."""
    wanted, held = expected(), objects(connection)
    for name, (kind, _) in wanted.items():
        if name not in held and (kind != "table" or index_tables.is_of_an_index(name)):
            yield f"the {kind} {name} is missing; hermes session repair makes it anew"
    for name, (kind, _) in held.items():
        if name not in wanted and kind in ("trigger", "view"):
            yield f"the {kind} {name} is not the archive's own; hermes session repair takes it away"


def mend(connection: Connection) -> list[str]:
    """Makes missing indexes and triggers, drops foreign triggers and views; returns what it did, in words.

    Takes part in the transaction. A missing table is not made: what was in it is another matter.
    """
    done = []
    wanted, held = expected(), objects(connection)
    for name, (kind, _) in held.items():
        if name not in wanted and kind in ("trigger", "view"):
            connection.run(f'DROP {kind.upper()} "{name.replace(chr(34), chr(34) * 2)}"')
            done.append(f"dropped the {kind} {name}")
    for name, (kind, sql) in wanted.items():
        if name not in held and kind in ("index", "trigger"):
            connection.run(sql)
            done.append(f"made the {kind} {name} anew")
    return done
