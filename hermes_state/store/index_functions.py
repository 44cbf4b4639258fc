"""SQL functions that tell of a word index what ranking needs; ``connection`` registers them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Protocol

MOST = 255
"""Occurrences are told up to this: a byte each."""

VARIANTS_AT = 8
LENGTH_AT = 16
"""The bits from which a row's number tells the occurrences of the other phrases, and the terms of the row."""


class Database(Protocol):
    """What these functions are added to: an APSW connection."""

    def register_fts5_function(self, name: str, function: Callable[..., Any], /) -> None: ...


class Row(Protocol):
    """What FTS5 tells of the row at hand: APSW's ``FTS5ExtensionApi``."""

    @property
    def phrase_count(self) -> int: ...
    @property
    def inst_count(self) -> int: ...
    @property
    def row_count(self) -> int: ...
    def phrase_locations(self, phrase: int, /) -> Sequence[Sequence[int]]: ...
    def column_size(self, column: int, /) -> int: ...
    def column_total_size(self, column: int, /) -> int: ...


def register(db: Database) -> None:
    """Adds the functions to a connection."""
    db.register_fts5_function("hermes_occurrences", occurrences)
    db.register_fts5_function("hermes_length", length)
    db.register_fts5_function("hermes_totals", totals)


def occurrences(api: Row, /) -> int:
    """How often the first phrase of the expression stands in a row (bits 0-7), how often the others together (bits
    8-15), each up to ``MOST``; and the terms of the row (from bit 16)."""
    every = api.inst_count
    exact = every if api.phrase_count == 1 else len(api.phrase_locations(0)[0])
    if every > MOST:
        exact, every = min(exact, MOST), min(exact, MOST) + min(every - exact, MOST)
    return api.column_size(0) << LENGTH_AT | (every - exact) << VARIANTS_AT | exact


def length(api: Row, /) -> int:
    """The same of an index without positions: that the row has the expression once."""
    return api.column_size(0) << LENGTH_AT | 1


def totals(api: Row, /) -> str:
    """The rows of the index and the terms of all of them, as JSON."""
    return json.dumps([api.row_count, api.column_total_size(0)])
