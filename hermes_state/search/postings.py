"""What a word index holds of one unit: which messages, how often each, how long they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from hermes_state.search.expressions import WITH_POSITIONS
from hermes_state.search.routes import NO_LIMIT, Ranges
from hermes_state.store.connection import Connection
from hermes_state.store.index_functions import LENGTH_AT, MOST, VARIANTS_AT

COUNTED = """
SELECT json_group_array(id), json_group_array(found)
FROM (
    SELECT rowid AS id, {function}({table}) AS found
    FROM {table}
    WHERE {table} MATCH ? {within}
    ORDER BY rowid DESC
    LIMIT ?
)
"""
PRESENT = """
SELECT json_group_array(rowid)
FROM (SELECT rowid FROM {table} WHERE {table} MATCH ? {within} ORDER BY rowid DESC LIMIT ?)
"""
WITHIN = "AND rowid BETWEEN ? AND ?"
TOTALS = "SELECT hermes_totals({table}) FROM {table} LIMIT 1"


class Totals(NamedTuple):
    """How many messages an index holds, and how many terms these have together."""

    messages: int
    terms: int


def times(found: int, form_weight: float) -> float:
    """How often a message has a unit, by its packed occurrences: another than the first form counts ``form_weight``."""
    return (found & MOST) + form_weight * (found >> VARIANTS_AT & MOST)


def length(found: int) -> int:
    """How many terms a message has, by its packed occurrences."""
    return found >> LENGTH_AT


def totals(connection: Connection, table: str) -> Totals:
    """The size of an index."""
    connection.add_index_functions()
    found = connection.value(TOTALS.format(table=table))
    return Totals(0, 0) if found is None else Totals(*json.loads(found))


def counted(
    connection: Connection, table: str, expression: str, ranges: Ranges | None, limit: int = NO_LIMIT
) -> dict[int, int]:
    """The messages for which an expression holds, the newest first, each with its packed occurrences
    (``store.index_functions``).

    The first phrase of the expression is the form asked for, the others are its variants.
    """
    connection.add_index_functions()
    function = "hermes_occurrences" if table in WITH_POSITIONS else "hermes_length"
    found: dict[int, int] = {}
    for ids, numbers in _asked(connection, COUNTED, table, expression, ranges, limit, function=function):
        found.update(zip(json.loads(ids), json.loads(numbers), strict=True))
    return found


def present(
    connection: Connection, table: str, expression: str, ranges: Ranges | None, limit: int = NO_LIMIT
) -> list[int]:
    """The ids of the messages for which an expression holds, the newest first."""
    found: list[int] = []
    for (ids,) in _asked(connection, PRESENT, table, expression, ranges, limit):
        found += json.loads(ids)
    return found


def _asked(
    connection: Connection, sql: str, table: str, expression: str, ranges: Ranges | None, limit: int, **parts: str
) -> Iterator[tuple[str, ...]]:
    """Yields the answer, range by range. The limit holds for each range."""
    if ranges is None:
        yield from connection.rows(sql.format(table=table, within="", **parts), (expression, limit))
        return
    statement = sql.format(table=table, within=WITHIN, **parts)
    for first, last in ranges:
        yield from connection.rows(statement, (expression, first, last, limit))
