"""Parity over packs: what a pack with damaged pages is made good from, together with the other packs of its group.

A group is a range of packs. Their bytes are cut into chunks; chunk after chunk goes to the next of the group's slots,
and a slot holds the exclusive or of its chunks, as a disk of a RAID 4 does (Patterson, Gibson and Katz 1988). Bytes
that are lost of one chunk only are the exclusive or of the slot and its other chunks. Neighbouring pages go to
different slots.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hermes_state.errors import DamagedArchiveError
from hermes_state.store.connection import Connection

CHUNK_BYTES = 4096
SLOT_CHUNKS = 32
"""Chunks in a slot: more make parity smaller (a thirty-second of the packs), and two in one slot lost more often."""
GROUP_CHUNKS = 512
"""Chunks in a full group: 2 MB of packs, 64 KB of parity."""

GROUPS = "SELECT first_pack, last_pack FROM parity ORDER BY first_pack"
ALL_GROUPS = "SELECT first_pack, last_pack, sizes, data FROM parity ORDER BY first_pack"
LAST_GROUP = "SELECT first_pack, length(data) FROM parity ORDER BY first_pack DESC LIMIT 1"
DROP_GROUP = "DELETE FROM parity WHERE first_pack = ?"
SIZES_BETWEEN = "SELECT id, length(data) FROM pack WHERE id BETWEEN ? AND ? ORDER BY id"
DATA_BETWEEN = "SELECT id, data FROM pack WHERE id BETWEEN ? AND ? ORDER BY id"
INSERT_GROUP = "INSERT OR REPLACE INTO parity (first_pack, last_pack, sizes, data) VALUES (?, ?, ?, ?)"
LAST_PACK = "SELECT coalesce(max(id), 0) FROM pack"


class Member(NamedTuple):
    """A pack of a group: its id, its bytes, the number of its first chunk in the group."""

    id: int
    size: int
    first_chunk: int


class Group(NamedTuple):
    """The packs of a group in order, and how many slots it has."""

    members: tuple[Member, ...]
    slots: int


def layout(sizes: Sequence[tuple[int, int]]) -> Group:
    """The group that packs with these ``(id, size)`` make."""
    members = []
    chunks = 0
    for pack_id, size in sizes:
        members.append(Member(pack_id, size, chunks))
        chunks += chunks_of(size)
    return Group(tuple(members), max(1, -(-chunks // SLOT_CHUNKS)))


def chunks_of(size: int) -> int:
    """How many chunks so many bytes make."""
    return -(-size // CHUNK_BYTES)


def slots_of(group: Group, member: Member, data: bytes | bytearray) -> Iterator[tuple[int, int]]:
    """``(slot, chunk as a number)`` for each chunk of a pack; the first byte is the lowest."""
    for number, start in enumerate(range(0, member.size, CHUNK_BYTES), member.first_chunk):
        yield number % group.slots, int.from_bytes(data[start : start + CHUNK_BYTES], "little")


def encoded_sizes(sizes: Sequence[tuple[int, int]]) -> str:
    """The sizes of the packs from the first to the last of a group, ``null`` where there is none."""
    known = dict(sizes)
    first, last = sizes[0][0], sizes[-1][0]
    return json.dumps([known.get(pack_id) for pack_id in range(first, last + 1)], separators=(",", ":"))


def decoded_sizes(first: int, text: str) -> list[tuple[int, int]]:
    """The inverse: ``(id, size)``. Raises ``ValueError`` for what is no such list."""
    values = json.loads(text)
    if not isinstance(values, list) or not all(value is None or type(value) is int for value in values):
        raise ValueError("no sizes of packs")
    return [(pack_id, size) for pack_id, size in enumerate(values, first) if size is not None]


def protect(connection: Connection) -> None:
    """Makes parity for every pack that has none. Takes part in the transaction.

    A last group that is not full is made anew with what follows it. Damage met here is nobody's matter now: the
    packs are left without.
    """
    try:
        _join_last_group(connection)
        for first, last in list(_gaps(connection)):
            for sizes in _groups(connection.rows(SIZES_BETWEEN, (first, last))):
                _make_group(connection, sizes)
    except DamagedArchiveError:
        return


def _join_last_group(connection: Connection) -> None:
    """Drops the last group if it is not full and packs have come after it."""
    last = connection.row(LAST_GROUP)
    if last is None or last[1] * SLOT_CHUNKS >= GROUP_CHUNKS * CHUNK_BYTES:
        return
    groups = connection.rows(GROUPS)
    if groups[-1][1] < int(connection.value(LAST_PACK)):
        connection.run(DROP_GROUP, (last[0],))


def _gaps(connection: Connection) -> Iterator[tuple[int, int]]:
    """The ranges of ids that no group covers."""
    after = 1
    for first, last in connection.rows(GROUPS):
        if first > after:
            yield after, first - 1
        after = last + 1
    end = int(connection.value(LAST_PACK))
    if end >= after:
        yield after, end


def _groups(packs: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Cuts packs, ``(id, size)``, into groups."""
    group: list[tuple[int, int]] = []
    chunks = 0
    for pack_id, size in packs:
        group.append((pack_id, size))
        chunks += chunks_of(size)
        if chunks >= GROUP_CHUNKS:
            yield group
            group, chunks = [], 0
    if group:
        yield group


def _make_group(connection: Connection, sizes: Sequence[tuple[int, int]]) -> None:
    data = _parity_of(connection, sizes)
    connection.run(INSERT_GROUP, (sizes[0][0], sizes[-1][0], encoded_sizes(sizes), data))


def wrong_groups(connection: Connection) -> Iterator[tuple[int, int]]:
    """The first and last packs of the groups whose parity is not that of their packs. Reads every pack."""
    for first, last, text, data in connection.rows(ALL_GROUPS):
        try:
            sizes = decoded_sizes(first, text)
        except ValueError:
            sizes = []
        held = connection.rows(SIZES_BETWEEN, (first, last))
        if not sizes or held != sizes or _parity_of(connection, sizes) != data:
            yield first, last


def _parity_of(connection: Connection, sizes: Sequence[tuple[int, int]]) -> bytes:
    """The slots of a group, one after the other."""
    group = layout(sizes)
    slots = [0] * group.slots
    packs = connection.each(DATA_BETWEEN, (sizes[0][0], sizes[-1][0]))
    for member, (_, data) in zip(group.members, packs, strict=True):
        for slot, chunk in slots_of(group, member, data):
            slots[slot] ^= chunk
    return b"".join(slot.to_bytes(CHUNK_BYTES, "little") for slot in slots)
