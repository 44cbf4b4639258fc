"""Rows of packs are appended in an order that fills the pages of their table."""

from __future__ import annotations

import random
import sqlite3

import pytest

from hermes_state.store.sealing import PAGE_BYTES, ROW_BYTES, in_full_pages, in_page


def leaf_pages(payloads: list[int]) -> int:
    """How many leaf pages SQLite itself fills with rows of these payloads, appended in this order."""
    connection = sqlite3.connect(":memory:")
    connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
    connection.execute("CREATE TABLE row (id INTEGER PRIMARY KEY, data BLOB)")
    connection.executemany("INSERT INTO row (data) VALUES (zeroblob(?))", [(size - 4,) for size in payloads])
    pages = int(connection.execute("PRAGMA page_count").fetchone()[0])
    connection.close()
    return pages - sum((size - local(size) + PAGE_BYTES - 5) // (PAGE_BYTES - 4) for size in payloads)


def local(payload: int) -> int:
    """How many bytes of a payload stay in the leaf page, by SQLite's file format."""
    most, least = PAGE_BYTES - 35, (PAGE_BYTES - 12) * 32 // 255 - 23
    if payload <= most:
        return payload
    kept = least + (payload - least) % (PAGE_BYTES - 4)
    return kept if kept <= most else least


@pytest.mark.parametrize("count", [0, 1, 2, 7, 400])
def test_every_row_is_appended_once(count: int) -> None:
    sizes = [random.Random(count).randrange(40, 40_000) for _ in range(count)]
    assert sorted(in_full_pages(sizes)) == list(range(count))


def test_pages_are_nearly_full_where_rows_as_they_come_leave_a_quarter_empty() -> None:
    seeded = random.Random(5)
    sizes = [ROW_BYTES + seeded.randrange(2_000, 40_000) for _ in range(400)]
    needed = sum(map(in_page, sizes)) / (PAGE_BYTES - 8)
    assert leaf_pages(sizes) > 1.2 * needed
    assert leaf_pages([sizes[number] for number in in_full_pages(sizes)]) < 1.04 * needed
