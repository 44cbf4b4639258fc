"""Decodes what is left of a damaged zstd frame: every byte whose making is known, and which those are (RFC 8878).

zstd's own decoder gives nothing of a block with a damaged byte. Here a block is decoded as far as it goes: literals
lost in a hole stay unknown, and so does what is copied from them; behind a hole among the sequences the rest of its
block is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from hermes_state.salvage.blocks import Block, BlockReader, Sequence3
from hermes_state.salvage.fse import Holes, LostError, require_known

MAGIC = 0xFD2FB528
MAX_CONTENT_BYTES = 1 << 28


class Decoded(NamedTuple):
    """The content of a frame; ``lost`` has a 1 for each byte of it that is unknown."""

    content: bytes
    lost: bytes


def decoded(data: bytes, holes: Holes) -> Decoded:
    """What is left of a frame. Nothing where its header is lost, or where two blocks are of unknown length."""
    try:
        at, size = _header(data, holes)
    except LostError:
        return Decoded(b"", b"")
    blocks = _blocks(data, at, holes)
    known = sum(block.size for block in blocks if block.size is not None)
    cut = [block for block in blocks if block.size is None]
    if known > size:
        return Decoded(b"", b"")
    if len(cut) == 1 and blocks[-1].is_last:
        cut[0].size = size - known
    elif cut:  # what comes behind the first has no known place
        del blocks[blocks.index(cut[0]) + 1 :]
        cut[0].size = size - sum(block.size or 0 for block in blocks)
    output = _Output()
    for block in blocks:
        output.add(block)
    missing = size - len(output.content)
    return Decoded(bytes(output.content) + bytes(missing), bytes(output.lost) + b"\1" * missing)


def _header(data: bytes, holes: Holes) -> tuple[int, int]:
    """Where the blocks begin, and the size of the content, which frames of packs always give."""
    require_known(data, 0, 5, holes)
    if int.from_bytes(data[:4], "little") != MAGIC:
        raise LostError("no frame")
    descriptor = data[4]
    single = descriptor >> 5 & 1
    at = 5 + (0 if single else 1) + (0, 1, 2, 4)[descriptor & 3]
    width = (1 if single else 0, 2, 4, 8)[descriptor >> 6]
    require_known(data, 0, at + width, holes)
    size = int.from_bytes(data[at : at + width], "little") + (256 if width == 2 else 0)
    if not width or size > MAX_CONTENT_BYTES:
        raise LostError("a frame without its size")
    return at + width, size


def _blocks(data: bytes, at: int, holes: Holes) -> list[Block]:
    """The blocks of a frame up to one whose header is lost."""
    reader = BlockReader(data, holes)
    blocks: list[Block] = []
    while True:
        try:
            require_known(data, at, at + 3, holes)
            header = int.from_bytes(data[at : at + 3], "little")
            block, at = reader.block(at + 3, header >> 1 & 3, header >> 3)
        except LostError:
            return blocks
        block.is_last = bool(header & 1)
        blocks.append(block)
        if block.is_last:
            return blocks


@dataclass(slots=True)
class _Output:
    """The content as it grows, with the three offsets that sequences repeat; ``None`` where one is unknown."""

    content: bytearray = field(default_factory=bytearray)
    lost: bytearray = field(default_factory=bytearray)
    recent: list[int | None] = field(default_factory=lambda: [1, 4, 8])

    def add(self, block: Block) -> None:
        """Carries a block out; what is missing of its size is unknown."""
        end = len(self.content) + (block.size or 0)
        at = 0
        for sequence in block.sequences:
            self._copy_literals(block, at, sequence.literals)
            at += sequence.literals
            self._copy_match(self._offset(sequence), sequence.match)
        if block.is_complete:
            self._copy_literals(block, at, len(block.literals) - at)
        else:
            self.recent = [None, None, None]
        missing = end - len(self.content)
        if missing > 0:
            self.content += bytes(missing)
            self.lost += b"\1" * missing
        elif missing < 0:
            del self.content[end:], self.lost[end:]

    def _copy_literals(self, block: Block, at: int, count: int) -> None:
        self.content += block.literals[at : at + count]
        self.lost += block.lost[at : at + count]

    def _offset(self, sequence: Sequence3) -> int | None:
        """How far back a match lies; keeps the recent offsets (RFC 8878, 3.1.1.5)."""
        recent = self.recent
        if sequence.offset > 3:
            offset: int | None = sequence.offset - 3
            self.recent = [offset, recent[0], recent[1]]
            return offset
        which = sequence.offset - (0 if not sequence.literals else 1)
        if which == 3:
            offset = None if recent[0] is None else recent[0] - 1
        else:
            offset = recent[which]
        if which:
            self.recent = [offset, recent[0], recent[2] if which == 1 else recent[1]]
        return offset

    def _copy_match(self, offset: int | None, count: int) -> None:
        start = len(self.content) - (offset or 0)
        if offset is None or offset < 1 or start < 0:
            self.content += bytes(count)
            self.lost += b"\1" * count
            return
        if offset >= count:
            self.content += self.content[start : start + count]
            self.lost += self.lost[start : start + count]
            return
        repeats = -(-count // offset)
        self.content += (self.content[start:] * repeats)[:count]
        self.lost += (self.lost[start:] * repeats)[:count]
