"""What the records of a table look like, by which they are known where nothing else tells whose they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hermes_state.salvage.encoding import Field

_STORAGES = {
    "INTEGER": frozenset({"int"}),
    "REAL": frozenset({"real", "int"}),
    "TEXT": frozenset({"text"}),
    "BLOB": frozenset({"blob"}),
}
"""How SQLite stores values of a declared type: a REAL that is a whole number may stand as one."""

ANYTHING = frozenset({"null", "int", "real", "text", "blob"})


@dataclass(frozen=True, slots=True)
class Column:
    """A column as the schema declares it; ``is_rowid``: its value is the row's number, and ``NULL`` in the record."""

    name: str
    declared: str
    is_required: bool
    is_rowid: bool = False

    def storages(self) -> frozenset[str]:
        """How its values may be stored."""
        if self.is_rowid:
            return frozenset({"null"})
        found = _STORAGES.get(self.declared.upper(), ANYTHING)
        return found if self.is_required else found | {"null"}


@dataclass(frozen=True, slots=True)
class Shape:
    """A b-tree of records: ``name`` in the schema, the table it serves, its columns in the order of the record.

    ``has_rowids``: a table with row numbers. Otherwise an index (its last column is then the rowid of ``table``),
    or a table that has none.
    """

    name: str
    table: str
    columns: tuple[Column, ...]
    has_rowids: bool
    least_columns: int

    def fits(self, fields: Sequence[Field]) -> bool:
        """Whether a record may be of this b-tree. One of an older form may lack columns at its end."""
        if not self.least_columns <= len(fields) <= len(self.columns):
            return False
        return all(field.storage in column.storages() for field, column in zip(fields, self.columns, strict=False))
