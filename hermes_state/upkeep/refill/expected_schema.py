"""The b-trees that an archive of this version has: what they look like, where their roots usually lie."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hermes_state.salvage import Column, Shape
from hermes_state.store import schema
from hermes_state.store.connection import IN_MEMORY, Connection

ALL_TREES = "SELECT name, tbl_name, type, rootpage FROM sqlite_schema WHERE rootpage > 0 ORDER BY rootpage"
STATEMENTS = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
_ADDED = re.compile(r"^ALTER TABLE (\w+) ADD COLUMN", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ExpectedSchema:
    """``shapes`` by name; ``roots``: the usual root page of each; ``statements``: ``(type, table, sql)`` by name."""

    shapes: dict[str, Shape]
    roots: dict[int, str]
    statements: dict[str, tuple[str, str, str]]


def expected_schema() -> ExpectedSchema:
    """The schema that the migrations make, looked at in an archive in memory."""
    connection = Connection(IN_MEMORY, read_only=False)
    try:
        schema.migrate(connection)
        added = [table for _, _, sql in schema.migration_steps() for table in _ADDED.findall(sql)]
        shapes: dict[str, Shape] = {}
        roots: dict[int, str] = {}
        for name, table, kind, root in connection.rows(ALL_TREES):
            shape = _table(connection, name, added.count(name)) if kind == "table" else _index(connection, name, table)
            shapes[name] = shape
            roots[root] = name
        statements = {name: (kind, table, sql) for kind, name, table, sql in connection.rows(STATEMENTS)}
        return ExpectedSchema(shapes, roots, statements)
    finally:
        connection.close()


def _columns(connection: Connection, table: str) -> dict[str, Column]:
    """The columns of a table by name; one that is the rowid's alias stands as ``NULL`` in the record."""
    rows = connection.rows(f"PRAGMA table_info({table})")
    keys = [row for row in rows if row[5]]
    found: dict[str, Column] = {}
    for _, name, declared, not_null, _, key in rows:
        is_rowid = bool(key) and len(keys) == 1 and declared.upper() == "INTEGER" and not _primary(connection, table)
        found[name] = Column(name, declared, is_required=bool(not_null), is_rowid=is_rowid)
    return found


def _primary(connection: Connection, table: str) -> str | None:
    """The index of a table's primary key, where it has one: a rowid's alias has none."""
    rows = connection.rows(f"PRAGMA index_list({table})")
    return next((name for _, name, _, origin, _ in rows if origin == "pk"), None)


def _table(connection: Connection, table: str, added: int) -> Shape:
    columns = _columns(connection, table)
    primary = _primary(connection, table)
    without_rowids = any(row[1] == table and row[4] for row in connection.rows("PRAGMA table_list"))
    if without_rowids and primary is not None:
        order = [row[2] for row in connection.rows(f"PRAGMA index_xinfo({primary})")]
        return Shape(table, table, tuple(columns[name] for name in order), has_rowids=False, least_columns=len(order))
    return Shape(table, table, tuple(columns.values()), has_rowids=True, least_columns=len(columns) - added)


def _index(connection: Connection, index: str, table: str) -> Shape:
    columns = _columns(connection, table)
    found = []
    for _, cid, name, *_ in connection.rows(f"PRAGMA index_xinfo({index})"):
        column = columns.get(name)
        is_key = cid < 0 or column is None or column.is_rowid
        found.append(
            Column(name or "rowid", "INTEGER", is_required=True)
            if is_key
            else Column(column.name, column.declared, column.is_required)  # type: ignore[union-attr]
        )
    return Shape(index, table, tuple(found), has_rowids=False, least_columns=len(found))
