"""Walks every page of a damaged file and yields the records in it, each with the b-tree that it is of.

A page belongs to the b-tree whose root its parents lead to: by the interior pages above it, else by the pointer map.
Which b-tree a root is of, the schema says; where that is gone, the usual place of the root and the look of its records.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hermes_state.salvage.cells import Cell, Chains, Payload, cells_of, children_of, page_kind
from hermes_state.salvage.encoding import BrokenRecordError, Field, Value, fields_of, value_of
from hermes_state.salvage.pages import (
    FREE,
    INDEX_INTERIOR,
    INDEX_LEAF,
    OVERFLOW_FIRST,
    OVERFLOW_NEXT,
    ROOT,
    TABLE_INTERIOR,
    TABLE_LEAF,
    TREE,
    MapEntry,
    PageFile,
)
from hermes_state.salvage.shapes import Column, Shape

INTERIOR_KINDS = (TABLE_INTERIOR, INDEX_INTERIOR)
RECORD_KINDS = (TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR)
MAX_DEPTH = 40
"""No b-tree of SQLite is deeper (its ``BTCURSOR_MAX_DEPTH`` is 20): a circle of damaged parents ends here."""
SAMPLED_PAGES = 20
"""Pages of a b-tree whose records are looked at to tell which it is."""

SCHEMA_ROOT = 1
SCHEMA = Shape(
    "sqlite_schema",
    "sqlite_schema",
    tuple(Column(name, "", is_required=False) for name in ("type", "name", "tbl_name", "rootpage", "sql")),
    has_rowids=True,
    least_columns=5,
)


class CarvedRow(NamedTuple):
    """A record: its rowid (``None`` in an index), its columns in the order of the shape; missing ones are ``None``.

    ``holes`` are the ranges of bytes of its last column that are lost, where that is a blob.
    """

    rowid: int | None
    values: tuple[Value, ...]
    holes: tuple[tuple[int, int], ...] = ()


class Carver:
    """What can be taken out of a file, given the shapes of its b-trees and where their roots usually lie."""

    def __init__(self, file: PageFile, shapes: Iterable[Shape], usual_roots: Mapping[int, str]) -> None:
        self.file = file
        self._shapes = {shape.name: shape for shape in shapes}
        self._usual = {root: self._shapes[name] for root, name in usual_roots.items() if name in self._shapes}
        self._entries = file.map_entries()
        self._chains = Chains(file, self._entries)
        self._parents: dict[int, int] = {}
        self._kinds: dict[int, int] = {}
        self._look_at_every_page()
        self.roots = self._roots_of_schema()
        self._pages: dict[str, list[int]] = defaultdict(list)
        self._assign()

    def shape(self, name: str) -> Shape:
        """What the records of a b-tree look like."""
        return self._shapes[name]

    def schema_pages(self) -> list[int]:
        """The pages of the schema itself."""
        return sorted(number for number in self._kinds if self._root_of(number) == SCHEMA_ROOT)

    def pages(self, name: str) -> Sequence[int]:
        """The pages with records of a b-tree."""
        return self._pages.get(name, [])

    def rows(self, name: str) -> Iterator[CarvedRow]:
        """The records of a b-tree, page by page."""
        for number in self.pages(name):
            yield from self.rows_of_page(number, self._shapes[name])

    def row_at(self, name: str, number: int, rowid: int) -> CarvedRow | None:
        """The record with this rowid on one page."""
        rows = self.rows_of_page(number, self._shapes[name])
        return next((row for row in rows if row.rowid == rowid), None)

    def rows_of_page(self, number: int, shape: Shape) -> Iterator[CarvedRow]:
        """The records on a page that have this shape."""
        data = self.file.page(number)
        for cell in cells_of(self.file, number, data):
            fields = _fields(cell)
            if fields is None or not shape.fits(fields) or (cell.rowid is None) == shape.has_rowids:
                continue
            try:
                row = self._row(cell, fields, shape)
            except BrokenRecordError:
                continue
            if row is not None:
                yield row

    def _row(self, cell: Cell, fields: Sequence[Field], shape: Shape) -> CarvedRow | None:
        """The record of a cell; ``None`` where anything but its last column, a blob, has a hole."""
        payload = self._chains.payload(cell) if len(cell.local) < cell.size else Payload(cell.local)
        last = fields[-1]
        if payload.holes and (payload.holes[0][0] < last.start or last.storage != "blob"):
            return None
        values: list[Value] = [
            cell.rowid if column.is_rowid else value_of(field, payload.data)
            for column, field in zip(shape.columns, fields, strict=False)
        ]
        values += [None] * (len(shape.columns) - len(values))
        holes = tuple((start - last.start, end - last.start) for start, end in payload.holes)
        return CarvedRow(cell.rowid, tuple(values), holes)

    def _look_at_every_page(self) -> None:
        """Notes the kind of each b-tree page, and the parent of each page."""
        file = self.file
        no_trees = (FREE, OVERFLOW_FIRST, OVERFLOW_NEXT)
        for number in range(1, file.page_count + 1):
            entry = self._entries.get(number)
            if file.is_map(number) or file.is_pending(number) or (entry is not None and entry.kind in no_trees):
                continue
            data = file.page(number)
            kind = page_kind(number, data)
            if kind in INTERIOR_KINDS:
                for child in children_of(file, number, data):
                    if 1 < child <= file.page_count and self._entries.get(child) in (None, MapEntry(TREE, number)):
                        self._parents.setdefault(child, number)
            if kind in RECORD_KINDS:
                self._kinds[number] = kind

    def _root_of(self, number: int) -> int:
        """The topmost page above a page that is known."""
        for _ in range(MAX_DEPTH):
            entry = self._entries.get(number)
            above = self._parents.get(number)
            if above is None and entry is not None and entry.kind == TREE:
                above = entry.parent
            if above is None or number == SCHEMA_ROOT:
                break
            number = above
        return number

    def _roots_of_schema(self) -> dict[int, Shape]:
        """Which b-tree each root is of, as far as the schema can be read."""
        found: dict[int, Shape] = {}
        for number, kind in self._kinds.items():
            if kind != TABLE_LEAF or self._root_of(number) != SCHEMA_ROOT:
                continue
            for row in self.rows_of_page(number, SCHEMA):
                _, name, _, root, _ = row.values
                if isinstance(name, str) and isinstance(root, int) and name in self._shapes and root > 1:
                    found[root] = self._shapes[name]
        return found

    def _assign(self) -> None:
        """Tells which b-tree each page with records is of; those that may be of several are left out."""
        by_root: dict[int, list[int]] = defaultdict(list)
        for number in sorted(self._kinds):
            by_root[self._root_of(number)].append(number)
        named = {shape.name for shape in self.roots.values()}
        for root, numbers in by_root.items():
            shape = self.roots.get(root)
            if shape is None and root != SCHEMA_ROOT and not self._is_foreign(root, named):
                shape = self._by_look(root, numbers, named)
            if shape is not None:
                self._pages[shape.name] += numbers

    def _is_foreign(self, root: int, named: set[str]) -> bool:
        """Whether a page is a root that a whole schema does not name: somebody else's table, or one dropped."""
        return self._is_root(root) and named == self._shapes.keys()

    def _is_root(self, number: int) -> bool:
        entry = self._entries.get(number)
        return entry is not None and entry.kind == ROOT

    def _by_look(self, root: int, numbers: Sequence[int], named: set[str]) -> Shape | None:
        """The shape that the records of these pages have: the one usual at this root, or the only one that most have.

        A whole b-tree is none that the schema already knows elsewhere; pages that are cut off may be of any.
        """
        shapes = [shape for shape in self._shapes.values() if not (self._is_root(root) and shape.name in named)]
        votes: Counter[str] = Counter()
        records = 0
        for number in numbers[:: max(1, len(numbers) // SAMPLED_PAGES)]:
            is_table = self._kinds[number] == TABLE_LEAF
            for cell in cells_of(self.file, number, self.file.page(number)):
                fields = _fields(cell)
                if fields is not None:
                    records += 1
                    votes.update(shape.name for shape in shapes if shape.has_rowids == is_table and shape.fits(fields))
        usual = self._usual.get(root)
        if usual is not None and usual.name not in named and votes[usual.name] * 2 > records:
            return usual
        best = votes.most_common(2)
        if not best or best[0][1] * 2 <= records or (len(best) > 1 and best[1][1] == best[0][1]):
            return None
        return self._shapes[best[0][0]]


def _fields(cell: Cell) -> list[Field] | None:
    try:
        return fields_of(cell.local, cell.size)
    except BrokenRecordError:
        return None
