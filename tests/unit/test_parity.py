"""Parity over packs: what any one of a slot's chunks is made good from."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from hermes_state.store import parity, schema
from hermes_state.store.connection import Connection
from hermes_state.store.parity import CHUNK_BYTES, GROUP_CHUNKS, SLOT_CHUNKS

INSERT = "INSERT INTO pack (id, session, first_seq, entries, text_bytes, data) VALUES (?, 1, ?, 1, 1, ?)"


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    found = schema.open_writer(str(tmp_path / "state.db"), "normal")
    yield found
    found.close()


def fill(connection: Connection, sizes: list[int], first: int = 1) -> None:
    chance = random.Random(first)
    with connection.transaction():
        connection.run_many(INSERT, [(n, n, chance.randbytes(size)) for n, size in enumerate(sizes, first)])
        parity.protect(connection)


def covered(connection: Connection) -> list[int]:
    """The packs that some group has."""
    found: list[int] = []
    for first, sizes in connection.rows("SELECT first_pack, sizes FROM parity ORDER BY first_pack"):
        found += [pack for pack, _ in parity.decoded_sizes(first, sizes)]
    return found


def test_a_slot_is_the_exclusive_or_of_its_chunks(connection: Connection) -> None:
    fill(connection, [5_000, 100, 12_288] * 30)
    ((data,),) = connection.rows("SELECT data FROM parity")
    packs = connection.rows("SELECT data FROM pack ORDER BY id")
    chunks = [pack[at : at + CHUNK_BYTES] for (pack,) in packs for at in range(0, len(pack), CHUNK_BYTES)]
    slots = len(data) // CHUNK_BYTES
    assert slots == -(-len(chunks) // SLOT_CHUNKS)
    for slot in range(slots):
        expected = bytearray(CHUNK_BYTES)
        for chunk in chunks[slot::slots]:
            for at, byte in enumerate(chunk):
                expected[at] ^= byte
        assert data[slot * CHUNK_BYTES : (slot + 1) * CHUNK_BYTES] == bytes(expected)


def test_groups_are_full_but_for_the_last_which_grows(connection: Connection) -> None:
    fill(connection, [CHUNK_BYTES * 4] * 200)
    assert [size for (size,) in connection.rows("SELECT last_pack - first_pack + 1 FROM parity")] == [128, 72]
    fill(connection, [CHUNK_BYTES * 4] * 100, first=201)
    assert [size for (size,) in connection.rows("SELECT last_pack - first_pack + 1 FROM parity")] == [128, 128, 44]
    assert GROUP_CHUNKS == 128 * 4
    assert covered(connection) == list(range(1, 301))
    assert list(parity.wrong_groups(connection)) == []


@pytest.mark.parametrize("change", ["DELETE FROM pack WHERE id = 50", "UPDATE pack SET data = x'00' WHERE id = 50"])
def test_parity_goes_with_a_pack_and_is_made_anew_for_the_others(connection: Connection, change: str) -> None:
    fill(connection, [CHUNK_BYTES * 4] * 300)
    connection.run(change)
    assert covered(connection) == list(range(129, 301))
    with connection.transaction():
        parity.protect(connection)
    left = [number for (number,) in connection.rows("SELECT id FROM pack ORDER BY id")]
    assert covered(connection) == left
    assert list(parity.wrong_groups(connection)) == []


def test_protecting_again_changes_nothing(connection: Connection) -> None:
    fill(connection, [9_000] * 50)
    before = connection.total_changes()
    with connection.transaction():
        parity.protect(connection)
    assert connection.total_changes() == before


def test_wrong_parity_is_found(connection: Connection) -> None:
    fill(connection, [9_000] * 50)
    connection.run("UPDATE parity SET data = zeroblob(length(data))")
    assert list(parity.wrong_groups(connection)) == [(1, 50)]


@pytest.mark.parametrize("text", ["", "{}", '["a"]', "[1.5]", "[true]"])
def test_sizes_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"sizes|Expecting"):
        parity.decoded_sizes(1, text)
