"""Makes the tables of the indexes anew where their pages are too damaged to be emptied."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hermes_state.store import index, schema
from hermes_state.store.connection import Connection

INDEX_TABLES = (
    *("dialog", "work", "dialog_term", "work_term"),
    *("term", "term_block", "term_new", "term_trigram", "title_trigram"),
)
_PARTS = ("data", "idx", "content", "docsize", "config")
_MADE_BY = re.compile(rf"\s*(?:CREATE (?:VIRTUAL )?TABLE|INSERT INTO) (?:{'|'.join(INDEX_TABLES)})\b")
_COMMENT = re.compile(r"^--.*$", re.MULTILINE)


def make_anew(connection: Connection) -> None:
    """Replaces every index table by an empty one and marks the index stale; then writes the file anew.

    The damaged pages are not read: the tables are struck from the schema and the rest is copied by
    ``VACUUM``. Needs no transaction open; a process killed between the two leaves an archive that works, with
    pages that nobody uses until the next ``VACUUM``.
    """
    names = [*INDEX_TABLES, *(f"{table}_{part}" for table in INDEX_TABLES for part in _PARTS)]
    with connection.writable_schema(), connection.transaction():
        marks = ", ".join("?" * len(names))
        connection.run(f"DELETE FROM sqlite_schema WHERE tbl_name IN ({marks})", names)
        connection.forget_schema()
        for statement in _statements():
            connection.run(statement)
        index.mark_stale(connection)
    connection.run("VACUUM")


def others_are_sound(connection: Connection) -> bool:
    """Whether the tables that hold messages are readable, so that what damage there is must be the indexes'."""
    names = connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    messages = [name for (name,) in names if name not in INDEX_TABLES and name.rsplit("_", 1)[0] not in INDEX_TABLES]
    return all(connection.rows(f"PRAGMA quick_check('{name}')") == [("ok",)] for name in messages)


def _statements() -> Iterator[str]:
    """The statements of the migrations that make the index tables."""
    for _, _, sql in schema.migration_steps():
        for statement in _COMMENT.sub("", sql).split(";"):
            if _MADE_BY.match(statement):
                yield statement
