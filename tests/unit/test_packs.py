"""Packs give back their entries exactly, and damage is told, never read."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_state.errors import DamagedArchiveError
from hermes_state.store import packs
from hermes_state.store.packs import TEXT_KINDS, Entry, PackCodec

ANY_TEXT = st.text(st.characters(), max_size=40)
ENTRIES = st.lists(
    st.builds(
        Entry,
        st.integers(1, 2**40),
        st.booleans(),
        st.lists(st.tuples(st.sampled_from(TEXT_KINDS), ANY_TEXT), max_size=3),
        ANY_TEXT,
        st.lists(ANY_TEXT, max_size=3),
    ),
    min_size=1,
    max_size=6,
)


def some_entries(count: int = 12) -> list[Entry]:
    return [
        Entry(number, number % 3 > 0, [("dialog", f"text {number} \ud800 漢字")], f'{{"n":{number}}}', [f"id-{number}"])
        for number in range(1, count + 1)
    ]


def read(pack: packs.Pack) -> list[Entry]:
    return [pack.entry(number) for number in range(len(pack))]


@given(ENTRIES)
def test_any_entries_come_back_equal(entries: list[Entry]) -> None:
    codec = PackCodec()
    data, text_bytes = codec.seal(entries)
    pack = codec.open(data)
    assert read(pack) == entries
    assert [pack.texts(number) for number in range(len(pack))] == [entry.texts for entry in entries]
    assert text_bytes == sum(len(text.encode("utf-8", "surrogatepass")) for entry in entries for _, text in entry.texts)


@given(ENTRIES)
def test_loose_text_has_the_same_form_without_compression(entries: list[Entry]) -> None:
    assert read(packs.opened(packs.encode(entries)[0])) == entries


@given(ENTRIES)
def test_one_entry_is_written_alike_alone_and_among_others(entries: list[Entry]) -> None:
    for entry in entries:
        assert packs.encode_one(entry) == packs.encode([entry])[0]
        entry.ids.clear()
        assert packs.encode_one(entry) == packs.encode([entry])[0]


@pytest.mark.parametrize("mask", [0x01, 0x10, 0x80, 0xFF])
def test_no_changed_byte_gives_another_text(mask: int) -> None:
    codec = PackCodec()
    entries = some_entries()
    data = bytearray(codec.seal(entries)[0])
    damaged = 0
    for place in range(len(data)):
        data[place] ^= mask
        try:
            assert read(codec.open(bytes(data))) == entries
        except DamagedArchiveError:
            damaged += 1
        data[place] ^= mask
    assert damaged > len(data) * 0.9


def test_no_shortened_pack_gives_another_text() -> None:
    codec = PackCodec()
    entries = some_entries()
    data = codec.seal(entries)[0]
    for size in range(len(data)):
        with pytest.raises(DamagedArchiveError):
            read(codec.open(data[:size]))


def test_a_payload_that_makes_no_sense_is_damage_though_its_checksum_is_right() -> None:
    codec = PackCodec()
    payload = packs.encode(some_entries())[0]
    chance = random.Random(1)
    for _ in range(2_000):
        broken = bytearray(payload)
        for _ in range(chance.randrange(1, 4)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            pack = codec.open(codec.compress(bytes(broken)))
            for number in range(len(pack)):
                pack.texts(number)
                pack.entry(number)
        except DamagedArchiveError:
            pass


def test_a_frame_that_claims_to_be_huge_is_refused() -> None:
    frame = bytes.fromhex("28b52ffd") + bytes([0xE4]) + (1 << 60).to_bytes(8, "little") + b"\x01\x00\x00" + bytes(4)
    with pytest.raises(DamagedArchiveError):
        PackCodec().decompress(frame)


def test_groups_hold_every_entry_in_order_and_none_is_empty() -> None:
    entries = [
        Entry(number, True, [("dialog", "x" * size)], "{}") for number, size in enumerate([1, 500, 2000, 1, 1, 900])
    ]
    groups = list(packs.grouped(entries, 1_000))
    assert [entry for group in groups for entry in group] == entries
    assert all(groups)
    assert [len(group) for group in groups] == [2, 1, 3]


def test_no_entries_make_no_group() -> None:
    assert list(packs.grouped([])) == []
