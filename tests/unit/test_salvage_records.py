"""Numbers and records of SQLite's file format, read from bytes that SQLite itself makes on the spot."""

from __future__ import annotations

import io
import math
from typing import Any

import apsw
import pytest

from hermes_state.salvage import Carver, Column, PageFile, Shape
from hermes_state.salvage.encoding import BrokenRecordError, fields_of, read_varint, value_of

VARINTS = {
    b"\x00": 0,
    b"\x7f": 127,
    b"\x81\x00": 128,
    b"\xff\x7f": 16383,
    b"\x81\x80\x00": 16384,
    b"\x80\x80\x81\x00": 128,
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff": -1,
    b"\xbf\xff\xff\xff\xff\xff\xff\xff\xff": (1 << 63) - 1,
    b"\xc0\x80\x80\x80\x80\x80\x80\x80\x00": -(1 << 63),
}
"""By the file format's rule: seven bits a byte, the highest first, all eight of a ninth."""


@pytest.mark.parametrize(("data", "number"), VARINTS.items(), ids=lambda value: repr(value))
def test_a_varint_is_read_with_its_length(data: bytes, number: int) -> None:
    assert read_varint(b"x" + data + b"\xff", 1) == (number, 1 + len(data))


def test_a_varint_that_runs_over_the_end_is_refused() -> None:
    with pytest.raises(BrokenRecordError):
        read_varint(b"\xff\xff", 0)


def rows_by_sqlite(values: list[tuple[Any, ...]], page_size: int = 4096) -> bytes:
    """The bytes of a database with one table of these rows, as SQLite writes it."""
    db = apsw.Connection(":memory:")
    try:
        db.pragma("page_size", page_size)
        db.pragma("auto_vacuum", 2)
        columns = ", ".join(f"c{number}" for number in range(len(values[0])))
        db.execute(f"CREATE TABLE t (id INTEGER PRIMARY KEY, {columns})")
        marks = ", ".join("?" * len(values[0]))
        db.executemany(f"INSERT INTO t ({columns}) VALUES ({marks})", values)
        return bytes(db.serialize("main"))
    finally:
        db.close()


def shape(columns: int) -> Shape:
    found = [Column("id", "INTEGER", is_required=False, is_rowid=True)]
    found += [Column(f"c{number}", "", is_required=False) for number in range(columns)]
    return Shape("t", "t", tuple(found), has_rowids=True, least_columns=columns + 1)


def carved(data: bytes, columns: int) -> list[tuple[Any, ...]]:
    carver = Carver(PageFile(io.BytesIO(data)), [shape(columns)], {3: "t"})
    return [row.values for row in sorted(carver.rows("t"), key=lambda row: row.rowid or 0)]


VALUES = [
    *(None, 0, 1, -1, 127, -128, 128, 32767, -32768, 1 << 23, -(1 << 31), 1 << 40, (1 << 63) - 1, -(1 << 63)),
    *(0.5, -1e300, math.inf, "", "text", "ünïcode 漢字 🎉", "x" * 5_000, b"", b"\x00\xff", bytes(range(256)) * 300),
]


@pytest.mark.parametrize("page_size", [512, 1024, 4096, 65536])
def test_every_kind_of_value_is_read_as_sqlite_wrote_it(page_size: int) -> None:
    rows = [(value, number) for number, value in enumerate(VALUES)]
    found = carved(rows_by_sqlite(rows, page_size), 2)
    assert [row[1:] for row in found] == rows
    assert [row[0] for row in found] == list(range(1, len(rows) + 1))


def test_records_of_every_size_round_the_borders_of_pages_are_read_whole() -> None:
    usable = 1024
    most, least = usable - 35, (usable - 12) * 32 // 255 - 23
    sizes = [*range(most - 12, most + 12), *range(least + usable - 14, least + usable + 8), 3 * usable, 40_000]
    rows = [(bytes([number % 256]) * size,) for number, size in enumerate(sizes)]
    assert [row[1:] for row in carved(rows_by_sqlite(rows, usable), 1)] == rows


@pytest.mark.parametrize(
    "payload",
    [b"", b"\x00", b"\x05\x01", b"\x02\x0a", b"\x02\x0b", b"\x03\x01\x01\x05", b"\x02\x17abc", b"\x02\x01\x05\x05"],
    ids=repr,
)
def test_what_is_no_record_is_refused(payload: bytes) -> None:
    with pytest.raises(BrokenRecordError):
        fields_of(payload, len(payload))


def test_text_that_is_no_utf_8_is_refused() -> None:
    payload = b"\x02\x0f\xff"
    (field,) = fields_of(payload, len(payload))
    with pytest.raises(BrokenRecordError):
        value_of(field, payload)
