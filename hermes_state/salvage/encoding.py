"""Numbers and records as SQLite stores them: varints, serial types, the values of a record.

From the published file format (https://www.sqlite.org/fileformat2.html, "Record Format"). No database in here.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

Value = None | int | float | str | bytes

MAX_COLUMNS = 200
"""A header that names more columns is no record of an archive."""

_INTEGER_BYTES = (0, 1, 2, 3, 4, 6, 8)


class BrokenRecordError(ValueError):
    """Bytes that are no record."""


class Field(NamedTuple):
    """A column of a record: its serial type, and where its value lies in the payload."""

    serial: int
    start: int
    end: int

    @property
    def storage(self) -> str:
        """``null``, ``int``, ``real``, ``text`` or ``blob``."""
        if self.serial == 0:
            return "null"
        if self.serial == 7:
            return "real"
        if self.serial < 10:
            return "int"
        return "text" if self.serial % 2 else "blob"


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, signed like a rowid, and the place behind it. Raises ``BrokenRecordError``."""
    value = 0
    try:
        for place in range(at, at + 8):
            byte = data[place]
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value, place + 1
        value = value << 8 | data[at + 8]
    except IndexError as error:
        raise BrokenRecordError("a number runs over the end") from error
    return value - (1 << 64) if value >> 63 else value, at + 9


def fields_of(payload: bytes, size: int) -> list[Field]:
    """The columns of a record of ``size`` bytes, of which ``payload`` has at least the header.

    Raises ``BrokenRecordError`` unless header and values fill the record exactly.
    """
    header_size, at = read_varint(payload, 0)
    if not 1 <= header_size <= min(size, len(payload)):
        raise BrokenRecordError("a header larger than its record")
    fields: list[Field] = []
    start = header_size
    while at < header_size:
        serial, at = read_varint(payload, at)
        if serial < 0 or serial in (10, 11) or len(fields) == MAX_COLUMNS:
            raise BrokenRecordError("no serial type")
        end = start + value_bytes(serial)
        fields.append(Field(serial, start, end))
        start = end
    if at != header_size or start != size:
        raise BrokenRecordError("lengths do not add up")
    return fields


def value_bytes(serial: int) -> int:
    """How many bytes the value of a serial type takes."""
    if serial >= 12:
        return (serial - 12) // 2
    return 8 if serial == 7 else 0 if serial > 7 else _INTEGER_BYTES[serial]


def value_of(field: Field, payload: bytes) -> Value:
    """The value of a column. Raises ``BrokenRecordError`` for text that is no UTF-8."""
    serial, start, end = field
    if serial == 0:
        return None
    if serial < 7:
        return int.from_bytes(payload[start:end], "big", signed=True)
    if serial == 7:
        number: float = struct.unpack_from(">d", payload, start)[0]
        return number
    if serial < 10:
        return serial - 8
    if serial % 2 == 0:
        return payload[start:end]
    try:
        return payload[start:end].decode("utf-8")
    except UnicodeDecodeError as error:
        raise BrokenRecordError("text that is no UTF-8") from error
