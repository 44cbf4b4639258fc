"""Makes the tables of the indexes anew where their pages are too damaged to be emptied."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hermes_state.errors import DamagedArchiveError, DamagedIndexError
from hermes_state.store import index, schema
from hermes_state.store.connection import Connection

INDEX_TABLES = (
    *("dialog", "work", "dialog_term", "work_term"),
    *("term", "term_block", "term_new", "term_trigram", "title_trigram"),
)
UNUSED_PAGES = "has_unused_pages"
"""In ``meta`` while the file has pages that no table uses."""

TABLES_WITH_PAGES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0"
_PARTS = ("data", "idx", "content", "docsize", "config")
_MADE_BY = re.compile(rf"\s*(?:CREATE (?:VIRTUAL )?TABLE|INSERT INTO) (?:{'|'.join(INDEX_TABLES)})\b")
_COMMENT = re.compile(r"^--.*$", re.MULTILINE)


def make_anew(connection: Connection) -> None:
    """Replaces every index table by an empty one and marks the index stale; then writes the file anew.

    The damaged pages are not read: the tables are struck from the schema and the rest is copied by
    ``VACUUM``. Needs no transaction open; a process killed between the two leaves an archive that works, with
    pages that nobody uses until ``compact_if_needed``.
    """
    with connection.writable_schema(), connection.transaction():
        _strike(connection)
        _make(connection)
        connection.run(index.SET_META, (UNUSED_PAGES, 1))
    compact_if_needed(connection)


def replace_all(connection: Connection) -> None:
    """Does what ``make_anew`` does where SQLite cannot make tables beside damaged pages: writes the file anew first.

    To give a new table a root SQLite moves the page that lies there, and follows the damaged ones to whoever points to
    it. A process killed halfway leaves an archive without indexes, which another call, or ``hermes session repair``,
    makes whole. Needs no transaction open.
    """
    with connection.writable_schema(), connection.transaction():
        _strike(connection)
    connection.run("VACUUM")
    with connection.transaction():
        _make(connection)


def _strike(connection: Connection) -> None:
    """Strikes every index table from the schema, which has to be writable. Takes part in the transaction."""
    names = [*INDEX_TABLES, *(f"{table}_{part}" for table in INDEX_TABLES for part in _PARTS)]
    marks = ", ".join("?" * len(names))
    connection.run(f"DELETE FROM sqlite_schema WHERE tbl_name IN ({marks})", names)
    connection.forget_schema()


def _make(connection: Connection) -> None:
    """Makes every index table, empty, and marks the index stale. Takes part in the transaction."""
    for statement in _statements():
        connection.run(statement)
    index.mark_stale(connection)


def compact_if_needed(connection: Connection) -> None:
    """Writes the file anew where tables were struck from the schema and left pages that nobody uses."""
    if connection.value(index.GET_META, (UNUSED_PAGES,)):
        connection.run("VACUUM")
        connection.run("DELETE FROM meta WHERE name = ?", (UNUSED_PAGES,))


def is_of_an_index(table: str) -> bool:
    """Whether a table is of the indexes: nothing is in it that a rebuild does not make anew."""
    return table in INDEX_TABLES or table.rsplit("_", 1)[0] in INDEX_TABLES


def damaged_tables(connection: Connection) -> tuple[list[str], list[str]]:
    """The tables with damaged pages, by SQLite's ``quick_check``: those of the indexes, and the others."""
    names = [name for (name,) in connection.rows(TABLES_WITH_PAGES)]
    damaged = [name for name in names if not _is_sound(connection, name)]
    of_indexes = [name for name in damaged if is_of_an_index(name)]
    return of_indexes, [name for name in damaged if name not in of_indexes]


def _is_sound(connection: Connection, table: str) -> bool:
    try:
        return connection.rows(f"PRAGMA quick_check('{table}')") == [("ok",)]
    except (DamagedArchiveError, DamagedIndexError):
        return False


def _statements() -> Iterator[str]:
    """The statements of the migrations that make the index tables."""
    for _, _, sql in schema.migration_steps():
        for statement in _COMMENT.sub("", sql).split(";"):
            if _MADE_BY.match(statement):
                yield statement
