"""The pages that a write-ahead log holds for certain: those of its committed transactions.

From the published file format (https://www.sqlite.org/fileformat2.html, "The Write-Ahead Log"). A frame counts when
its salt is the header's and the checksum over everything before it is right; the first that does not ends the log.
"""

from __future__ import annotations

import struct
from typing import BinaryIO, NamedTuple

HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
_MAGIC = (0x377F0682, 0x377F0683)


class WalPages(NamedTuple):
    """``places``: where in the log the newest content of each page starts; ``page_count``: after the last commit."""

    page_size: int
    places: dict[int, int]
    page_count: int | None


EMPTY = WalPages(0, {}, None)


def committed_pages(file: BinaryIO) -> WalPages:
    """The committed pages of a log; none where it is empty or its header is damaged."""
    file.seek(0)
    header = file.read(HEADER_BYTES)
    if len(header) < HEADER_BYTES:
        return EMPTY
    magic, _, page_size, _, salt_1, salt_2, first, second = struct.unpack(">8I", header)
    order = ">" if magic & 1 else "<"
    if magic not in _MAGIC or checksum(header[:24], (0, 0), order) != (first, second):
        return EMPTY
    if page_size & (page_size - 1) or not 512 <= page_size <= 65536:
        return EMPTY
    sums = (first, second)
    places: dict[int, int] = {}
    pending: dict[int, int] = {}
    page_count = None
    at = HEADER_BYTES
    while len(frame := file.read(FRAME_HEADER_BYTES + page_size)) == FRAME_HEADER_BYTES + page_size:
        number, count, own_1, own_2, first, second = struct.unpack_from(">6I", frame)
        if (own_1, own_2) != (salt_1, salt_2) or not number:
            break
        sums = checksum(frame[FRAME_HEADER_BYTES:], checksum(frame[:8], sums, order), order)
        if sums != (first, second):
            break
        pending[number] = at + FRAME_HEADER_BYTES
        at += len(frame)
        if count:
            places |= pending
            pending.clear()
            page_count = count
    return WalPages(page_size, places, page_count)


def checksum(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """The log's running checksum over bytes, eight at a time; ``order`` is ``>`` or ``<``."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for at in range(0, len(words), 2):
        first = first + words[at] + second & 0xFFFFFFFF
        second = second + words[at + 1] + first & 0xFFFFFFFF
    return first, second
