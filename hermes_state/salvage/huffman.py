"""Huffman-coded literals of a zstd block: decoded as far as they are known (RFC 8878, 4.2).

A stream is read from its end. What lies before a hole, seen from there, is read as ever. Behind it reading starts anew:
a few symbols on, Huffman codes fall into step whatever bit they were begun at, and since the stream ends with its first
bit it is known which of its symbols the last ones are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hermes_state.salvage.fse import (
    BackwardBits,
    ForwardBits,
    Holes,
    LostError,
    make_table,
    read_distribution,
    require_known,
)

MAX_BITS = 11
DIRECT_FROM = 128
WEIGHTS_ACCURACY = 6


class Codes(NamedTuple):
    """For each value of the next ``width`` bits the symbol that they begin with and its length in bits."""

    width: int
    symbols: Sequence[int]
    lengths: Sequence[int]


def read_codes(data: bytes, at: int, holes: Holes) -> tuple[Codes, int]:
    """The codes that a tree description gives, and the place behind it. Raises ``LostError``."""
    require_known(data, at, at + 1, holes)
    first = data[at]
    if first >= DIRECT_FROM:
        count = first - 127
        end = at + 1 + (count + 1) // 2
        require_known(data, at + 1, end, holes)
        nibbles = [half for byte in data[at + 1 : end] for half in (byte >> 4, byte & 15)]
        return _codes(nibbles[:count]), end
    end = at + 1 + first
    bits = ForwardBits(data[:end], at + 1, holes)
    table = make_table(*read_distribution(bits, WEIGHTS_ACCURACY))
    return _codes(_weights(BackwardBits(data, bits.next_byte(), end, holes), table)), end


def _weights(bits: BackwardBits, table: tuple[int, Sequence[int], Sequence[int], Sequence[int]]) -> list[int]:
    """The weights, coded with two states that take turns until the bits are used up."""
    accuracy, symbols, widths, bases = table
    one, other = bits.read(accuracy), bits.read(accuracy)
    found: list[int] = []
    while len(found) < 256:
        found.append(symbols[one])
        one = bases[one] + bits.read(widths[one])
        if bits.position < 0:
            found.append(symbols[other])
            return found
        one, other = other, one
    raise LostError("too many weights")


def _codes(weights: Sequence[int]) -> Codes:
    total = sum(1 << (weight - 1) for weight in weights if weight)
    if not total:
        raise LostError("a tree without weights")
    width = total.bit_length()
    left = (1 << width) - total
    if width > MAX_BITS or left & (left - 1) or max(weights) > width:
        raise LostError("weights that make no tree")
    every = [*weights, left.bit_length()]
    symbols, lengths = [0] * (1 << width), [0] * (1 << width)
    at = 0
    for weight in range(1, width + 1):
        for symbol, own in enumerate(every):
            if own == weight:
                share = 1 << (weight - 1)
                symbols[at : at + share] = [symbol] * share
                lengths[at : at + share] = [width + 1 - weight] * share
                at += share
    return Codes(width, symbols, lengths)


def decode_stream(data: bytes, start: int, end: int, holes: Holes, codes: Codes, count: int) -> tuple[bytes, bytes]:
    """``count`` symbols of a stream, and for each whether it is lost (1) or certain (0)."""
    inside = [(max(at, start), min(hole_end, end)) for at, hole_end in holes if at < end and hole_end > start]
    stream = data[start:end]
    head: list[int] = []
    if not inside or inside[-1][1] < end:
        marker = stream[-1].bit_length() if stream else 0
        limit = (inside[-1][1] - start) * 8 if inside else 0
        if marker:
            head, stopped = _symbols(stream, (end - start) * 8 - 9 + marker, limit, codes, count)
            if not inside and (len(head) != count or stopped):
                head = []  # it did not end where it must: what of it is wrong nobody can tell
        else:
            head = []
    tail = _tail(stream, (inside[0][0] - start) * 8, codes, count - len(head)) if inside else []
    lost = count - len(head) - len(tail)
    return bytes(head) + bytes(lost) + bytes(tail), bytes(len(head)) + b"\1" * lost + bytes(len(tail))


def _symbols(stream: bytes, position: int, limit: int, codes: Codes, count: int) -> tuple[list[int], int]:
    """Symbols from a bit downwards, as long as their bits lie above ``limit``; and the bit at which that ended."""
    width, symbols, lengths = codes
    mask = (1 << width) - 1
    found: list[int] = []
    while len(found) < count and position > limit:
        at = position - width
        if at >= 0:
            peeked = int.from_bytes(stream[at // 8 : at // 8 + 3], "little") >> at % 8 & mask
        else:
            peeked = int.from_bytes(stream[:2], "little") << -at & mask
        if position - lengths[peeked] < limit:
            break
        found.append(symbols[peeked])
        position -= lengths[peeked]
    return found, position


def _tail(stream: bytes, position: int, codes: Codes, most: int) -> list[int]:
    """The symbols at the end of a stream that all readings begun below a hole agree on."""
    readings = []
    for begin in range(max(position - codes.width, 0), position + 1):
        found, stopped = _symbols(stream, begin, 0, codes, len(stream) * 8)
        if stopped == 0:
            readings.append(found)
    if len(readings) < 2:
        return []
    shortest = min(map(len, readings))
    same = 0
    while same < shortest and len({reading[-1 - same] for reading in readings}) == 1:
        same += 1
    return readings[0][len(readings[0]) - min(same, most) :] if same else []
