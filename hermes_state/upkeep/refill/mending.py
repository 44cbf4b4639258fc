"""Makes damaged and lost packs good from the parity of their group (``store.parity``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hermes_state.errors import DamagedArchiveError
from hermes_state.salvage import CarvedRow, Carver
from hermes_state.store.packs import PackCodec
from hermes_state.store.parity import CHUNK_BYTES, Group, Member, decoded_sizes, layout, slots_of

Span = tuple[int, int]
"""A range of bytes, the end not in it."""

PARITY = -1
"""The owner of what is lost of the parity itself."""


@dataclass(slots=True)
class _Held:
    """A pack's bytes, zeros where they are lost, and which these are."""

    data: bytearray
    holes: list[Span]


@dataclass(frozen=True, slots=True)
class _Lost:
    """A range of a slot that is lost: whose it is, where it begins in the owner's bytes, and where in the slot."""

    owner: int
    at: int
    start: int
    end: int


class Mender:
    """Makes packs good, group by group, each when the first of its packs is asked for."""

    def __init__(self, carver: Carver, codec: PackCodec, pages: dict[int, int]) -> None:
        self._carver = carver
        self._codec = codec
        self._pages = pages
        self._mended: dict[int, _Held] = {}
        self._groups = dict(self._read_groups())
        self._group_of = {member.id: first for first, (group, _) in self._groups.items() for member in group.members}

    def lost_packs(self) -> list[int]:
        """The packs that a group has and the file has no more."""
        return sorted(pack_id for pack_id in self._group_of if pack_id not in self._pages)

    def mended(self, pack_id: int) -> tuple[bytes, Sequence[Span]] | None:
        """The bytes of a damaged or lost pack, made good as far as they go, and what is still lost of them.

        ``None`` for a pack without parity.
        """
        first = self._group_of.get(pack_id)
        if first is None:
            return None
        if first in self._groups:
            self._mend(*self._groups.pop(first))
        held = self._mended.pop(pack_id, None)
        return None if held is None else (bytes(held.data), held.holes)

    def _read_groups(self) -> Iterator[tuple[int, tuple[Group, CarvedRow]]]:
        for row in self._carver.rows("parity"):
            first, last, sizes, data = row.values
            if not (isinstance(first, int) and isinstance(sizes, str) and isinstance(data, bytes)):
                continue
            try:
                packs = decoded_sizes(first, sizes)
            except ValueError:
                continue
            group = layout(packs)
            if packs and packs[-1][0] == last and len(data) == group.slots * CHUNK_BYTES:
                yield first, (group, row)

    def _mend(self, group: Group, row: CarvedRow) -> None:
        held = {member.id: self._held(member) for member in group.members}
        damaged = {pack_id for pack_id, one in held.items() if one.holes}
        parity = row.values[3]
        assert isinstance(parity, bytes)
        lost = _lost_by_slot(group, held, row.holes)
        for slot, ranges in enumerate(lost):
            owners = [one for one in ranges if one.owner != PARITY]
            if not owners:
                continue
            known = _exclusive_or(group, held, parity, slot)
            for one in owners:
                for start, end in _apart(one, ranges):
                    at = one.at + start - one.start
                    held[one.owner].data[at : at + end - start] = known[start:end]
                    held[one.owner].holes = list(_without(held[one.owner].holes, (at, at + end - start)))
        self._mended |= {pack_id: held[pack_id] for pack_id in damaged}

    def _held(self, member: Member) -> _Held:
        """What the file has of a pack. Where it is damaged at a place that nothing tells, all of it counts as lost."""
        page = self._pages.get(member.id)
        row = None if page is None else self._carver.row_at("pack", page, member.id)
        data = None if row is None else row.values[-1]
        if row is None or not isinstance(data, bytes) or len(data) != member.size:
            return _Held(bytearray(member.size), [(0, member.size)])
        try:
            self._codec.decompress(data)
        except DamagedArchiveError:
            if row.holes:
                return _Held(bytearray(data), [*row.holes])
            return _Held(bytearray(member.size), [(0, member.size)])
        return _Held(bytearray(data), [])


def _lost_by_slot(group: Group, held: dict[int, _Held], parity_holes: Sequence[Span]) -> list[list[_Lost]]:
    """For each slot what is lost of its chunks and of itself."""
    lost: list[list[_Lost]] = [[] for _ in range(group.slots)]
    for member in group.members:
        for begin, end in held[member.id].holes:
            for chunk, at, start, stop in _chunks(begin, end):
                lost[(member.first_chunk + chunk) % group.slots].append(_Lost(member.id, at, start, stop))
    for begin, end in parity_holes:
        for slot, at, start, stop in _chunks(begin, end):
            lost[slot].append(_Lost(PARITY, at, start, stop))
    return lost


def _chunks(begin: int, end: int) -> Iterator[tuple[int, int, int, int]]:
    """A range cut at the borders of chunks: ``(chunk, where it begins, start in the chunk, end in the chunk)``."""
    while begin < end:
        chunk, start = divmod(begin, CHUNK_BYTES)
        stop = min(end, (chunk + 1) * CHUNK_BYTES)
        yield chunk, begin, start, start + stop - begin
        begin = stop


def _exclusive_or(group: Group, held: dict[int, _Held], parity: bytes, slot: int) -> bytes:
    """The exclusive or of a slot and its chunks as they are, zeros where they are lost."""
    found = int.from_bytes(parity[slot * CHUNK_BYTES : (slot + 1) * CHUNK_BYTES], "little")
    for member in group.members:
        for of, chunk in slots_of(group, member, held[member.id].data):
            if of == slot:
                found ^= chunk
    return found.to_bytes(CHUNK_BYTES, "little")


def _apart(one: _Lost, others: Sequence[_Lost]) -> list[Span]:
    """The parts of what is lost that nothing else is lost beside."""
    parts: list[Span] = [(one.start, one.end)]
    for other in others:
        if other is not one:
            parts = list(_without(parts, (other.start, other.end)))
    return parts


def _without(spans: Sequence[Span], taken: Span) -> Iterator[Span]:
    """Ranges less another one."""
    for start, end in spans:
        if taken[1] <= start or end <= taken[0]:
            yield start, end
            continue
        if start < taken[0]:
            yield start, taken[0]
        if taken[1] < end:
            yield taken[1], end
