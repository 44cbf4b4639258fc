"""Inputs made of others at random: bytes changed, cut, doubled, joined, and pieces that break things put in."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

LONGEST_BYTES = 20_000

PIECES = (
    *(
        b"\0",
        b"\xff",
        b"\xed\xa0\xbd",
        b"\xc2",
        b"\xe2\x80\xae",
        b"\x1b[",
        b"\x9b",
        b"\r",
        b"\n",
        b'"',
        b"'",
        b"\\u0000",
    ),
    *(b"[" * 300, b"{" * 300, b"null", b"true", b"1e999", b"-1", b"9" * 40, b"NaN", b"[]", b"{}", b'""', b"\\ud83d"),
    *("\u200d".encode(), "\u0301".encode() * 50, "橋".encode(), "👩‍👧".encode(), "İ".encode(), "\ufdfa".encode()),
)


def mutated(inputs: Sequence[bytes], seed: int) -> Iterator[bytes]:
    """Yields the inputs, then without end what a seed makes of them."""
    yield from inputs
    rnd = random.Random(seed)
    while True:
        data = bytearray(rnd.choice(inputs))
        for _ in range(rnd.choice((1, 1, 1, 2, 3, 8))):
            _change(rnd, data, inputs)
        yield bytes(data[:LONGEST_BYTES])


def _change(rnd: random.Random, data: bytearray, inputs: Sequence[bytes]) -> None:
    start = rnd.randrange(len(data) + 1)
    end = min(len(data), start + rnd.choice((0, 1, 1, 2, 8, 64, 512)))
    kind = rnd.randrange(6)
    if kind == 0 and start < len(data):
        data[start] ^= 1 << rnd.randrange(8)
    elif kind == 1:
        data[start:end] = rnd.choice(PIECES)
    elif kind == 2:
        data[start:end] = b""
    elif kind == 3:
        data[start:start] = data[start:end] * rnd.choice((1, 2, 30))
    elif kind == 4:
        other = rnd.choice(inputs)
        at = rnd.randrange(len(other) + 1)
        data[start:end] = other[at : at + rnd.choice((4, 40, 400))]
    else:
        data[start:end] = rnd.randbytes(rnd.choice((1, 2, 4, 8)))
