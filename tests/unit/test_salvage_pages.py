"""Pages of a damaged database: its log, its map, its overflow chains and its schema, of files that SQLite made."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import apsw
import pytest

from hermes_state.salvage import CarvedRow, Carver, Column, PageFile, Shape
from hermes_state.salvage.pages import OVERFLOW_FIRST, OVERFLOW_NEXT, ROOT, TREE
from hermes_state.salvage.wal import checksum, committed_pages

PAGE = 4096
NOTE = Shape(
    "note",
    "note",
    (
        Column("id", "INTEGER", is_required=False, is_rowid=True),
        Column("name", "TEXT", is_required=True),
        Column("data", "BLOB", is_required=True),
    ),
    has_rowids=True,
    least_columns=3,
)
NUMBER = Shape(
    "number",
    "number",
    (Column("id", "INTEGER", is_required=False, is_rowid=True), Column("value", "INTEGER", is_required=True)),
    has_rowids=True,
    least_columns=2,
)
SCHEMA = (
    "CREATE TABLE note (id INTEGER PRIMARY KEY, name TEXT NOT NULL, data BLOB NOT NULL);"
    "CREATE TABLE number (id INTEGER PRIMARY KEY, value INTEGER NOT NULL);"
)
ROOTS = {3: "note", 4: "number"}


def database(rows: int = 300, size: int = 9_000) -> tuple[bytes, dict[int, tuple[str, bytes]]]:
    """A database with big notes and many numbers; its bytes and its notes."""
    chance = random.Random(1)
    notes = {number: (f"note {number}", chance.randbytes(size)) for number in range(1, rows // 10 + 1)}
    db = apsw.Connection(":memory:")
    try:
        db.pragma("auto_vacuum", 2)
        db.execute(SCHEMA)
        db.executemany("INSERT INTO note VALUES (?, ?, ?)", [(key, *note) for key, note in notes.items()])
        db.executemany("INSERT INTO number (value) VALUES (?)", [(number * 7,) for number in range(rows * 10)])
        return bytes(db.serialize("main")), notes
    finally:
        db.close()


def carver(data: bytes, roots: dict[int, str] | None = None) -> Carver:
    return Carver(PageFile(io.BytesIO(data)), [NOTE, NUMBER], ROOTS if roots is None else roots)


def notes_of(rows: Any) -> dict[int, tuple[Any, Any]]:
    return {row.values[0]: row.values[1:] for row in rows if not row.holes}


class TestSchema:
    def test_the_schema_tells_which_table_a_root_is_of(self) -> None:
        data, notes = database()
        found = carver(data, {})
        assert {root: shape.name for root, shape in found.roots.items()} == ROOTS
        assert notes_of(found.rows("note")) == notes

    @pytest.mark.parametrize("lost", [100, PAGE], ids=["header", "header and schema"])
    def test_without_header_or_schema_every_row_is_found(self, lost: int) -> None:
        data, notes = database()
        found = carver(random.Random(2).randbytes(lost) + data[lost:])
        assert notes_of(found.rows("note")) == notes
        assert sorted(row.values[1] for row in found.rows("number")) == [number * 7 for number in range(3_000)]

    def test_without_schema_and_usual_roots_the_look_of_the_rows_tells(self) -> None:
        data, notes = database()
        found = carver(bytes(PAGE) + data[PAGE:], {})
        assert notes_of(found.rows("note")) == notes


class TestMap:
    def test_the_map_tells_what_each_page_is(self) -> None:
        data, _ = database()
        entries = PageFile(io.BytesIO(data)).map_entries()
        kinds = {entry.kind for entry in entries.values()}
        assert kinds == {ROOT, OVERFLOW_FIRST, OVERFLOW_NEXT, TREE}
        assert {page for page, entry in entries.items() if entry.kind == ROOT} == {3, 4}

    def test_a_file_without_a_map_is_read_by_its_interior_pages(self) -> None:
        db = apsw.Connection(":memory:")
        try:
            db.execute(SCHEMA)
            db.executemany("INSERT INTO number (value) VALUES (?)", [(number,) for number in range(5_000)])
            data = bytes(db.serialize("main"))
        finally:
            db.close()
        file = PageFile(io.BytesIO(data))
        assert not file.has_map
        found = Carver(file, [NOTE, NUMBER], {})
        assert sorted(row.values[1] for row in found.rows("number")) == list(range(5_000))

    def test_free_pages_are_not_read(self) -> None:
        db = apsw.Connection(":memory:")
        try:
            db.pragma("auto_vacuum", 2)
            db.execute(SCHEMA)
            db.pragma("secure_delete", 0)
            db.executemany("INSERT INTO note (name, data) VALUES (?, ?)", [("x", b"y" * 3_000) for _ in range(40)])
            db.execute("DELETE FROM note WHERE id > 2")
            data = bytes(db.serialize("main"))
        finally:
            db.close()
        assert sorted(notes_of(carver(data).rows("note"))) == [1, 2]


class TestChains:
    def test_a_damaged_page_in_a_chain_is_a_hole_and_the_chain_goes_on_behind_it(self) -> None:
        data, notes = database(size=20_000)
        entries = PageFile(io.BytesIO(data)).map_entries()
        second = next(
            page
            for page, entry in entries.items()
            if entry.kind == OVERFLOW_NEXT and entries[entry.parent].kind == OVERFLOW_FIRST
        )
        damaged = bytearray(data)
        damaged[(second - 1) * PAGE : second * PAGE] = random.Random(3).randbytes(PAGE)
        rows = list(carver(bytes(damaged)).rows("note"))
        assert len(rows) == len(notes)
        (row,) = [row for row in rows if row.holes]
        ((start, end),) = row.holes
        assert end - start == PAGE - 4
        _, whole = notes[row.values[0]]  # type: ignore[index]
        given = row.values[2]
        assert isinstance(given, bytes)
        assert (given[:start], given[end:]) == (whole[:start], whole[end:])

    @pytest.mark.parametrize("seed", range(20))
    def test_no_byte_outside_of_holes_is_wrong_whatever_pages_are_lost(self, seed: int) -> None:
        data, notes = database(size=20_000)
        chance = random.Random(seed)
        damaged = bytearray(data)
        for page in chance.sample(range(len(data) // PAGE), 12):
            damaged[page * PAGE : (page + 1) * PAGE] = chance.choice((bytes(PAGE), chance.randbytes(PAGE)))
        rows = list(carver(bytes(damaged)).rows("note"))
        assert len(rows) > len(notes) // 4
        for row in rows:
            assert _is_right(row, notes), row.values[0]


def _is_right(row: CarvedRow, notes: dict[int, tuple[str, bytes]]) -> bool:
    key, name, data = row.values
    assert isinstance(key, int)
    assert isinstance(data, bytes)
    expected = bytearray(notes[key][1])
    for start, end in row.holes:
        expected[start:end] = bytes(end - start)
    return (name, data) == (notes[key][0], bytes(expected))


class TestLog:
    @pytest.fixture
    def logged(self, tmp_path: Path) -> tuple[bytes, bytes]:
        """A database and its log, as a process leaves them that is killed after its second transaction."""
        path = tmp_path / "logged.db"
        db = apsw.Connection(str(path))
        try:
            db.pragma("auto_vacuum", 2)
            db.pragma("journal_mode", "wal")
            db.execute(SCHEMA)
            db.pragma("wal_checkpoint", "truncate")
            for number in range(2):
                db.execute(
                    "INSERT INTO note (name, data) VALUES (?, ?)", (f"note {number}", bytes([number + 1]) * 50_000)
                )
            return path.read_bytes(), (tmp_path / "logged.db-wal").read_bytes()
        finally:
            db.close()

    def test_the_committed_pages_of_a_log_are_read_in_place_of_the_files(self, logged: tuple[bytes, bytes]) -> None:
        file, log = logged
        found = Carver(PageFile(io.BytesIO(file), io.BytesIO(log)), [NOTE, NUMBER], ROOTS)
        assert notes_of(found.rows("note")) == {n + 1: (f"note {n}", bytes([n + 1]) * 50_000) for n in range(2)}
        assert notes_of(carver(file).rows("note")) == {}

    def test_a_transaction_whose_end_is_missing_does_not_count(self, logged: tuple[bytes, bytes]) -> None:
        file, log = logged
        found = Carver(PageFile(io.BytesIO(file), io.BytesIO(log[: -PAGE // 2])), [NOTE, NUMBER], ROOTS)
        assert sorted(notes_of(found.rows("note"))) == [1]

    def test_a_log_ends_where_a_frame_is_damaged(self, logged: tuple[bytes, bytes]) -> None:
        _, log = logged
        whole = committed_pages(io.BytesIO(log))
        damaged = bytearray(log)
        damaged[-10] ^= 1
        cut = committed_pages(io.BytesIO(bytes(damaged)))
        assert cut.page_count is not None
        assert whole.page_count is not None
        assert cut.page_count < whole.page_count

    def test_a_log_with_a_damaged_header_is_none(self, logged: tuple[bytes, bytes]) -> None:
        _, log = logged
        assert committed_pages(io.BytesIO(b"\0" * 32 + log[32:])).places == {}
        assert committed_pages(io.BytesIO(b"")).places == {}

    def test_the_checksum_is_that_of_the_format(self, logged: tuple[bytes, bytes]) -> None:
        _, log = logged
        order = ">" if log[3] & 1 else "<"
        stored = tuple(int.from_bytes(log[at : at + 4], "big") for at in (24, 28))
        assert checksum(log[:24], (0, 0), order) == stored
