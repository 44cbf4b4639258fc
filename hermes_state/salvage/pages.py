"""The pages of a database file that may be damaged anywhere, and what its pointer map says of each.

From the published file format (https://www.sqlite.org/fileformat2.html). The header is believed only where it makes
sense; an archive's pages have 4,096 bytes otherwise.
"""

from __future__ import annotations

import os
from typing import BinaryIO, NamedTuple

from hermes_state.salvage import wal

MAGIC = b"SQLite format 3\0"
HEADER_BYTES = 100
DEFAULT_PAGE_BYTES = 4096
PENDING_BYTE = 0x40000000
"""The page with this byte is never used (SQLite locks it)."""

ROOT, FREE, OVERFLOW_FIRST, OVERFLOW_NEXT, TREE = 1, 2, 3, 4, 5
"""What a page is, in the pointer map: the last four name its parent beside it, ``FREE`` has none."""

TABLE_LEAF, TABLE_INTERIOR, INDEX_LEAF, INDEX_INTERIOR = 0x0D, 0x05, 0x0A, 0x02


class MapEntry(NamedTuple):
    """What the pointer map says of a page: its kind and the page that points to it."""

    kind: int
    parent: int


class PageFile:
    """A database file with its write-ahead log, page by page, numbered from 1. Reads nothing but what is asked for."""

    def __init__(self, file: BinaryIO, log: BinaryIO | None = None) -> None:
        self._file = file
        self._log = log
        logged = wal.EMPTY if log is None else wal.committed_pages(log)
        file.seek(0, os.SEEK_END)
        self.file_bytes = file.tell()
        file.seek(0)
        header = file.read(HEADER_BYTES).ljust(HEADER_BYTES, b"\0")
        self.has_header = header.startswith(MAGIC)
        self.page_bytes = _page_bytes(header) if self.has_header else logged.page_size or DEFAULT_PAGE_BYTES
        if logged.page_size not in (0, self.page_bytes):
            logged = wal.EMPTY
        self._places = logged.places
        in_file = -(-self.file_bytes // self.page_bytes)
        self.page_count = logged.page_count or in_file
        first = self.page(1)
        self.has_header = first.startswith(MAGIC)
        self.application_id = int.from_bytes(first[68:72], "big") if self.has_header else None
        self.user_version = int.from_bytes(first[60:64], "big") if self.has_header else None
        self.usable_bytes = self.page_bytes - (first[20] if self.has_header and first[20] <= 64 else 0)
        self._map_stride = self.usable_bytes // 5 + 1
        self.has_map = self._map_is_plausible()

    def page(self, number: int) -> bytes:
        """The bytes of a page; zeros where the file ends before it does."""
        if number in self._places and self._log is not None:
            self._log.seek(self._places[number])
            return self._log.read(self.page_bytes)
        self._file.seek((number - 1) * self.page_bytes)
        return self._file.read(self.page_bytes).ljust(self.page_bytes, b"\0")

    def is_map(self, number: int) -> bool:
        """Whether a page would be one of the pointer map."""
        return self.has_map and number == self._map_page(number)

    def is_pending(self, number: int) -> bool:
        """Whether it is the page that SQLite only locks."""
        return number == PENDING_BYTE // self.page_bytes + 1

    def _map_page(self, number: int) -> int:
        if number < 2:
            return 0
        found = (number - 2) // self._map_stride * self._map_stride + 2
        return found + 1 if self.is_pending(found) else found

    def map_entries(self) -> dict[int, MapEntry]:
        """What the pointer map says, page by page; what makes no sense in it is left out."""
        found: dict[int, MapEntry] = {}
        if not self.has_map:
            return found
        for map_number in range(2, self.page_count + 1, self._map_stride):
            place = self._map_page(map_number)
            data = self.page(place)
            for at in range(0, min(self.usable_bytes // 5, self.page_count - place) * 5, 5):
                kind, parent = data[at], int.from_bytes(data[at + 1 : at + 5], "big")
                if ROOT <= kind <= TREE and parent <= self.page_count and (parent > 0) == (kind >= OVERFLOW_FIRST):
                    found[place + 1 + at // 5] = MapEntry(kind, parent)
        return found

    def _map_is_plausible(self) -> bool:
        """Whether the file has a pointer map (``auto_vacuum``): told by the first of its pages that is no zeros."""
        self.has_map = True
        for place in range(2, self.page_count + 1, self._map_stride):
            data = self.page(place)
            count = min(self.usable_bytes // 5, self.page_count - place)
            entries = [data[at] for at in range(0, count * 5, 5)]
            good = sum(ROOT <= kind <= TREE for kind in entries)
            if good * 10 >= 9 * len(entries) > 0:
                return True
        return False


def _page_bytes(header: bytes) -> int:
    """The page size that a header says, or that of archives where it says nonsense."""
    size = int.from_bytes(header[16:18], "big")
    size = 65536 if size == 1 else size
    return size if 512 <= size <= 65536 and not size & (size - 1) else DEFAULT_PAGE_BYTES
