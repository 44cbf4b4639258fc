"""The blocks of a zstd frame: their literals and sequences, as far as they are known (RFC 8878, 3.1.1.2, 3.1.1.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from hermes_state.salvage.fse import (
    BackwardBits,
    ForwardBits,
    Holes,
    LostError,
    Table,
    make_table,
    one_symbol,
    read_distribution,
    require_known,
)
from hermes_state.salvage.huffman import Codes, decode_stream, read_codes

RAW, REPEATED, COMPRESSED = 0, 1, 2
MAX_BLOCK_BYTES = 1 << 17
PREDEFINED, ONE_SYMBOL, DESCRIBED, AS_BEFORE = range(4)

LITERAL_LENGTHS = (
    *((number, 0) for number in range(16)),
    *((16, 1), (18, 1), (20, 1), (22, 1), (24, 2), (28, 2), (32, 3), (40, 3), (48, 4), (64, 6), (128, 7), (256, 8)),
    *((1 << (bits), bits) for bits in range(9, 17)),
)
MATCH_LENGTHS = (
    *((number + 3, 0) for number in range(32)),
    *((35, 1), (37, 1), (39, 1), (41, 1), (43, 2), (47, 2), (51, 3), (59, 3), (67, 4), (83, 4), (99, 5)),
    *(((1 << bits) + 3, bits) for bits in range(7, 17)),
)
"""For each code of a length what it begins at and how many bits are added."""

LITERALS_USUAL = (6, (4, 3, *(2,) * 11, 1, 1, 1, *(2,) * 9, 3, 2, *(1,) * 5, *(-1,) * 4))
MATCHES_USUAL = (6, (1, 4, 3, *(2,) * 6, *(1,) * 37, *(-1,) * 7))
OFFSETS_USUAL = (5, (*(1,) * 6, 2, 2, 2, *(1,) * 15, *(-1,) * 5))
"""Accuracy and distribution of the predefined tables (RFC 8878, 3.1.1.3.2.2)."""

USUAL = (LITERALS_USUAL, OFFSETS_USUAL, MATCHES_USUAL)
MOST_ACCURACY = (9, 8, 9)


class Sequence3(NamedTuple):
    """So many literals, then a match of so many bytes; ``offset`` as it is coded: 1 to 3 name a recent one."""

    literals: int
    offset: int
    match: int


@dataclass(slots=True)
class Block:
    """A block's literals, which of them are lost, its sequences; ``size`` is ``None`` where it is not known."""

    literals: bytes = b""
    lost: bytes = b""
    sequences: list[Sequence3] = field(default_factory=list)
    is_complete: bool = True
    size: int | None = None
    is_last: bool = False


class BlockReader:
    """Reads the blocks of one frame in order; later ones may use the tables of earlier ones."""

    def __init__(self, data: bytes, holes: Holes) -> None:
        self._data = data
        self._holes = holes
        self._codes: Codes | None = None
        self._tables: list[Table | None] = [None, None, None]

    def block(self, at: int, kind: int, size: int) -> tuple[Block, int]:
        """The block whose content begins at ``at``, and the place behind it. Raises ``LostError`` for none."""
        if kind == REPEATED:
            require_known(self._data, at, at + 1, self._holes)
            return Block(self._data[at : at + 1] * size, bytes(size), size=size), at + 1
        end = at + size
        if kind > COMPRESSED or end > len(self._data) or size > MAX_BLOCK_BYTES:
            raise LostError("no block")
        if kind == RAW:
            return Block(self._data[at:end], self._mask(at, end), size=size), end
        block = Block()
        try:
            place = self._read_literals(block, at, end)
            self._read_sequences(block, place, end)
        except LostError:
            block.is_complete = False
            self._tables = [None, None, None] if not block.sequences else self._tables
        if block.is_complete:
            block.size = len(block.literals) + sum(sequence.match for sequence in block.sequences)
        return block, end

    def _mask(self, start: int, end: int) -> bytes:
        mask = bytearray(end - start)
        for at, hole_end in self._holes:
            first, last = max(at, start), min(hole_end, end)
            if first < last:
                mask[first - start : last - start] = b"\1" * (last - first)
        return bytes(mask)

    def _read_literals(self, block: Block, at: int, end: int) -> int:
        """Reads the literals section; returns the place behind it."""
        data, holes = self._data, self._holes
        require_known(data, at, at + 1, holes)
        kind, form = data[at] & 3, data[at] >> 2 & 3
        if kind in (RAW, REPEATED):
            width = (1, 2, 1, 3)[form]
            require_known(data, at, at + width, holes)
            count = int.from_bytes(data[at : at + width], "little") >> (3 if width == 1 else 4)
            at += width
            stop = at + (count if kind == RAW else 1)
            if stop > end or count > MAX_BLOCK_BYTES:
                raise LostError("literals that do not fit")
            many = 1 if kind == RAW else count
            block.literals, block.lost = data[at:stop] * many, self._mask(at, stop) * many
            return stop
        width, bits = ((3, 10), (3, 10), (4, 14), (5, 18))[form]
        require_known(data, at, at + width, holes)
        sizes = int.from_bytes(data[at : at + width], "little") >> 4
        count, stored = sizes & ((1 << bits) - 1), sizes >> bits
        at += width
        stop = at + stored
        if stop > end or count > MAX_BLOCK_BYTES:
            raise LostError("literals that do not fit")
        block.literals, block.lost = bytes(count), b"\1" * count
        try:
            self._decode_literals(block, at, stop, is_new=kind == COMPRESSED, is_one=form == 0)
        except LostError:
            self._codes = None if kind == COMPRESSED and self._codes_lost else self._codes
        return stop

    _codes_lost = False

    def _decode_literals(self, block: Block, at: int, end: int, *, is_new: bool, is_one: bool) -> None:
        data, holes = self._data, self._holes
        count = len(block.literals)
        if is_new:
            self._codes_lost = True
            self._codes, at = read_codes(data, at, holes)
            self._codes_lost = False
        if self._codes is None:
            raise LostError("codes that are lost")
        if is_one:
            block.literals, block.lost = decode_stream(data, at, end, holes, self._codes, count)
            return
        require_known(data, at, at + 6, holes)
        sizes = [int.from_bytes(data[at + 2 * number : at + 2 * number + 2], "little") for number in range(3)]
        at += 6
        share = (count + 3) // 4
        parts: list[bytes] = []
        masks: list[bytes] = []
        for number in range(4):
            stop = at + sizes[number] if number < 3 else end
            if stop > end:
                raise LostError("a stream that does not fit")
            part, mask = decode_stream(data, at, stop, holes, self._codes, share if number < 3 else count - 3 * share)
            parts.append(part)
            masks.append(mask)
            at = stop
        block.literals, block.lost = b"".join(parts), b"".join(masks)

    def _read_sequences(self, block: Block, at: int, end: int) -> None:
        """Reads the sequences section up to a hole. Raises ``LostError`` there."""
        data, holes = self._data, self._holes
        require_known(data, at, at + 1, holes)
        count, at = data[at], at + 1
        if count >= 128:
            width = 1 if count < 255 else 2
            require_known(data, at, at + width, holes)
            count = (count - 128 << 8) + data[at] if width == 1 else data[at] + (data[at + 1] << 8) + 0x7F00
            at += width
        if not count:
            return
        require_known(data, at, at + 1, holes)
        modes, at = data[at], at + 1
        for number in range(3):
            self._tables[number], at = self._table(number, modes >> (6 - 2 * number) & 3, at, end)
        self._decode_sequences(block, BackwardBits(data, at, end, holes), count)

    def _table(self, number: int, mode: int, at: int, end: int) -> tuple[Table | None, int]:
        if mode == PREDEFINED:
            return make_table(*USUAL[number]), at
        if mode == ONE_SYMBOL:
            require_known(self._data, at, at + 1, self._holes)
            return one_symbol(self._data[at]), at + 1
        if mode == AS_BEFORE:
            return self._tables[number], at
        bits = ForwardBits(self._data[:end], at, self._holes)
        table = make_table(*read_distribution(bits, MOST_ACCURACY[number]))
        return table, bits.next_byte()

    def _decode_sequences(self, block: Block, bits: BackwardBits, count: int) -> None:
        literals, offsets, matches = self._tables
        if literals is None or offsets is None or matches is None:
            raise LostError("tables that are lost")
        states = [bits.read(table.accuracy) for table in (literals, offsets, matches)]
        left = len(block.literals)
        try:
            for number in range(count):
                code = offsets.symbols[states[1]]
                offset = (1 << code) + bits.read(code)
                base, width = MATCH_LENGTHS[matches.symbols[states[2]]]
                match = base + bits.read(width)
                base, width = LITERAL_LENGTHS[literals.symbols[states[0]]]
                length = base + bits.read(width)
                left -= length
                if left < 0 or bits.position < 0:
                    raise LostError("sequences that do not fit")
                block.sequences.append(Sequence3(length, offset, match))
                if number + 1 < count:
                    for which, table in ((0, literals), (2, matches), (1, offsets)):
                        state = states[which]
                        states[which] = table.bases[state] + bits.read(table.bits[state])
        except IndexError as error:
            raise LostError("no code of a length") from error
        if bits.position:
            block.sequences.clear()
            raise LostError("sequences that do not end where they must")
