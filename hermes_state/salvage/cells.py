"""The cells of a b-tree page, and their payloads put together from overflow pages, with the holes that damage left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hermes_state.salvage.encoding import BrokenRecordError, read_varint
from hermes_state.salvage.pages import (
    HEADER_BYTES,
    INDEX_INTERIOR,
    INDEX_LEAF,
    OVERFLOW_FIRST,
    OVERFLOW_NEXT,
    TABLE_INTERIOR,
    TABLE_LEAF,
    MapEntry,
    PageFile,
)

MAX_PAYLOAD_BYTES = 1 << 30
"""SQLite's own limit of a row (``SQLITE_MAX_LENGTH``)."""


class Cell(NamedTuple):
    """A record in a page: its rowid (``None`` in an index), its size, what lies in the page, where the rest begins."""

    page: int
    rowid: int | None
    size: int
    local: bytes
    overflow: int


class Payload(NamedTuple):
    """The bytes of a record; ``holes`` are the ranges that are lost (zeros stand there)."""

    data: bytes
    holes: tuple[tuple[int, int], ...] = ()


def page_kind(number: int, data: bytes) -> int:
    """The byte that says what a b-tree page is."""
    return data[HEADER_BYTES if number == 1 else 0]


def cells_of(file: PageFile, number: int, data: bytes) -> Iterator[Cell]:
    """The records of a leaf page, or of an interior page of an index. What cannot be one is left out."""
    start = HEADER_BYTES if number == 1 else 0
    kind = data[start]
    if kind not in (TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR):
        return
    for at in _pointers(file, data, start):
        try:
            yield _cell(file, number, data, at, kind)
        except BrokenRecordError:
            continue


def children_of(file: PageFile, number: int, data: bytes) -> Iterator[int]:
    """The pages below an interior page."""
    start = HEADER_BYTES if number == 1 else 0
    if data[start] not in (TABLE_INTERIOR, INDEX_INTERIOR):
        return
    for at in _pointers(file, data, start):
        yield int.from_bytes(data[at : at + 4], "big")
    yield int.from_bytes(data[start + 8 : start + 12], "big")


def _pointers(file: PageFile, data: bytes, start: int) -> Iterator[int]:
    """Where the cells of a page begin, as far as that is within the page."""
    interior = data[start] in (TABLE_INTERIOR, INDEX_INTERIOR)
    first = start + (12 if interior else 8)
    count = int.from_bytes(data[start + 3 : start + 5], "big")
    end = first + 2 * min(count, (file.usable_bytes - first) // 2)
    for place in range(first, end, 2):
        at = int.from_bytes(data[place : place + 2], "big")
        if first <= at <= file.usable_bytes - 4:
            yield at


def _cell(file: PageFile, number: int, data: bytes, at: int, kind: int) -> Cell:
    if kind == INDEX_INTERIOR:
        at += 4
    size, at = read_varint(data, at)
    rowid = None
    if kind == TABLE_LEAF:
        rowid, at = read_varint(data, at)
    if not 0 < size <= MAX_PAYLOAD_BYTES:
        raise BrokenRecordError("no size of a record")
    local = local_bytes(file.usable_bytes, size, is_table=kind == TABLE_LEAF)
    end = at + local
    if end + (4 if local < size else 0) > file.usable_bytes:
        raise BrokenRecordError("a record runs over its page")
    overflow = int.from_bytes(data[end : end + 4], "big") if local < size else 0
    return Cell(number, rowid, size, data[at:end], overflow)


def local_bytes(usable: int, size: int, *, is_table: bool) -> int:
    """How much of a record lies in its b-tree page ("Cell Payload Overflow Pages" of the file format)."""
    most = usable - 35 if is_table else (usable - 12) * 64 // 255 - 23
    if size <= most:
        return size
    least = (usable - 12) * 32 // 255 - 23
    some = least + (size - least) % (usable - 4)
    return some if some <= most else least


class Chains:
    """Follows overflow chains; where a page is damaged, the pointer map tells which page comes after it."""

    def __init__(self, file: PageFile, entries: dict[int, MapEntry]) -> None:
        self._file = file
        self._entries = entries
        self._after = {entry.parent: page for page, entry in entries.items() if entry.kind == OVERFLOW_NEXT}

    def payload(self, cell: Cell) -> Payload:
        """The whole record of a cell, zeros where pages are lost."""
        file = self._file
        parts = [cell.local]
        holes: list[tuple[int, int]] = []
        done = len(cell.local)
        number, before = cell.overflow, cell.page
        steps = 0
        while done < cell.size:
            share = min(file.usable_bytes - 4, cell.size - done)
            kind = OVERFLOW_NEXT if steps else OVERFLOW_FIRST
            data, following = self._link(number, before, kind, more=cell.size > done + share)
            if data is None:
                holes.append((done, done + share))
                data = b"\0" * share
            parts.append(data[:share])
            done += share
            number, before = following, number
            steps += 1
        return Payload(b"".join(parts), tuple(holes))

    def _link(self, number: int, before: int, kind: int, *, more: bool) -> tuple[bytes | None, int]:
        """The content of an overflow page (``None``: lost) and the page after it (0: unknown or none)."""
        if not 1 < number <= self._file.page_count:
            return None, 0
        entry = self._entries.get(number)
        if entry is not None and entry != (kind, before):
            return None, 0  # the pointer that led here is wrong
        data = self._file.page(number)
        following = int.from_bytes(data[:4], "big")
        known = self._after.get(number)
        if known is not None and following != known:
            return None, known
        if more:
            is_wrong = not 1 < following <= self._file.page_count
        else:
            is_wrong = following != 0
        if is_wrong or not any(data):
            return None, 0
        return data[4 : self._file.usable_bytes], following
