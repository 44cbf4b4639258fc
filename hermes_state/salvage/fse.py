"""Bits of a zstd block and its finite state entropy tables, with the bytes that are lost told apart (RFC 8878, 4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Holes = Sequence[tuple[int, int]]
"""Ranges of bytes that are lost."""


class LostError(ValueError):
    """What is needed next lies in a hole, or makes no sense."""


class Table(NamedTuple):
    """A decoding table: for each state its symbol, how many bits the next one takes, and what they are added to."""

    accuracy: int
    symbols: Sequence[int]
    bits: Sequence[int]
    bases: Sequence[int]


class ForwardBits:
    """Reads bits from the lowest of the first byte on. Raises ``LostError`` at a hole or the end."""

    def __init__(self, data: bytes, start: int, holes: Holes) -> None:
        self._data = data
        self._at = start * 8
        self._holes = holes

    def read(self, count: int) -> int:
        """The next bits as a number, the first the lowest."""
        first, last = self._at // 8, (self._at + count + 7) // 8
        require_known(self._data, first, last, self._holes)
        value = int.from_bytes(self._data[first:last], "little") >> (self._at % 8)
        self._at += count
        return value & ((1 << count) - 1)

    def back(self, count: int) -> None:
        """Gives bits back."""
        self._at -= count

    def next_byte(self) -> int:
        """The place of the next byte that nothing was read of."""
        return (self._at + 7) // 8


class BackwardBits:
    """Reads bits from the last byte of a stream down; the highest bit set in it marks the end.

    Below the first byte there are zeros without end (``position`` is then negative). Raises ``LostError`` at a hole.
    """

    def __init__(self, data: bytes, start: int, end: int, holes: Holes) -> None:
        if end <= start:
            raise LostError("an empty stream")
        require_known(data, end - 1, end, holes)
        if not data[end - 1]:
            raise LostError("a stream without an end")
        self._data = data
        self._start = start
        self.position = (end - start) * 8 - (9 - data[end - 1].bit_length())
        inside = (min(hole_end, end) - start for at, hole_end in holes if at < end and hole_end > start)
        self.limit = 8 * max(inside, default=0)

    def read(self, count: int) -> int:
        """The next bits as a number."""
        if not count:
            return 0
        at = self.position - count
        if at < self.limit and self.limit:
            raise LostError("a hole in a stream")
        self.position = at
        if at < 0:
            if at + count <= 0:
                return 0
            value = int.from_bytes(self._data[self._start : self._start + 8], "little")
            return (value & ((1 << (at + count)) - 1)) << -at
        first = self._start + at // 8
        value = int.from_bytes(self._data[first : first + 8], "little") >> (at % 8)
        return value & ((1 << count) - 1)


def require_known(data: bytes, start: int, end: int, holes: Holes) -> None:
    """Raises ``LostError`` unless these bytes are there and none is lost."""
    if start < 0 or end > len(data):
        raise LostError("the data end too soon")
    if any(at < end and hole_end > start for at, hole_end in holes):
        raise LostError("a hole")


def read_distribution(bits: ForwardBits, most_accuracy: int) -> tuple[int, list[int]]:
    """The accuracy and the distribution of symbols that a table is made of (RFC 8878, 4.1.1)."""
    accuracy = bits.read(4) + 5
    if accuracy > most_accuracy:
        raise LostError("no accuracy of a table")
    remaining = 1 << accuracy
    counts: list[int] = []
    while remaining > 0:
        width = (remaining + 1).bit_length()
        value = bits.read(width)
        lower = (1 << (width - 1)) - 1
        threshold = (1 << width) - 1 - (remaining + 1)
        if value & lower < threshold:
            bits.back(1)
            value &= lower
        elif value > lower:
            value -= threshold
        count = value - 1
        remaining -= abs(count)
        counts.append(count)
        while count == 0:
            repeated = bits.read(2)
            counts += [0] * repeated
            if repeated < 3:
                break
        if len(counts) > 256:
            raise LostError("too many symbols")
    if remaining:
        raise LostError("a distribution that does not add up")
    return accuracy, counts


def make_table(accuracy: int, counts: Sequence[int]) -> Table:
    """The decoding table of a distribution; -1 stands for "less than one" (RFC 8878, 4.1.1)."""
    size = 1 << accuracy
    symbols = [0] * size
    following = [0] * len(counts)
    high = size
    for symbol, count in enumerate(counts):
        if count == -1:
            high -= 1
            symbols[high] = symbol
            following[symbol] = 1
    step = (size >> 1) + (size >> 3) + 3
    at = 0
    for symbol, count in enumerate(counts):
        if count <= 0:
            continue
        following[symbol] = count
        for _ in range(count):
            symbols[at] = symbol
            at = at + step & size - 1
            while at >= high:
                at = at + step & size - 1
    bits, bases = [0] * size, [0] * size
    for state, symbol in enumerate(symbols):
        number = following[symbol]
        following[symbol] += 1
        bits[state] = accuracy - (number.bit_length() - 1)
        bases[state] = (number << bits[state]) - size
    return Table(accuracy, symbols, bits, bases)


def one_symbol(symbol: int) -> Table:
    """The table in which every state is one symbol."""
    return Table(0, [symbol], [0], [0])
