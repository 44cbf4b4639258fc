"""Damaged zstd frames: what is decoded is what zstd had compressed, and a byte that is not known is said to be lost."""

from __future__ import annotations

import random

import pytest
import zstandard

from hermes_state.salvage.frames import decoded

WORDS = "the a bridge socket 数据库 café retry {} [] () : ; = error warning connection refused at line of file".split()


def text(seed: int, words: int) -> bytes:
    chance = random.Random(seed)
    return " ".join(
        chance.choice(WORDS) + (str(chance.random()) if chance.random() < 0.2 else "") for _ in range(words)
    ).encode()


CONTENTS = {
    "nothing": b"",
    "a letter": b"a",
    "one letter, often": b"a" * 100_000,
    "noise": random.Random(1).randbytes(20_000),
    "a short text": text(2, 20),
    "a text": text(3, 3_000),
    "a text of several blocks": text(4, 26_000),
    "a text and noise": text(5, 2_000) + random.Random(6).randbytes(9_000) + text(7, 2_000),
    "text that repeats": text(8, 300) * 60,
    "numbers": ",".join(str(number * number) for number in range(9_000)).encode(),
    "skewed letters": bytes(random.Random(9).choices(range(97, 123), [2.0**-n for n in range(26)], k=50_000)),
}


@pytest.mark.parametrize("level", [1, 3, 9, 19])
@pytest.mark.parametrize("name", CONTENTS)
def test_a_whole_frame_gives_what_zstd_gives(name: str, level: int) -> None:
    content = CONTENTS[name]
    frame = zstandard.ZstdCompressor(level=level, write_checksum=True, write_content_size=True).compress(content)
    found = decoded(frame, [])
    assert found.content == content
    assert not any(found.lost)


def in_parts(parts: list[bytes]) -> bytes:
    """One frame in which each part begins a block, as packs are stored."""
    frame = zstandard.ZstdCompressor(level=9, write_checksum=True).compressobj(size=sum(map(len, parts)))
    pieces: list[bytes] = []
    for part in parts:
        pieces += (frame.compress(part), frame.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK))
    return b"".join([*pieces, frame.flush(zstandard.COMPRESSOBJ_FLUSH_FINISH)])


PARTS = [b"[[1,1,0,50],[2,1,0,60]]" * 30, text(10, 9_000), text(11, 200)]


@pytest.mark.parametrize("seed", range(24))
def test_no_byte_that_is_given_as_known_is_wrong(seed: int) -> None:
    chance = random.Random(seed)
    content = b"".join(PARTS)
    frame = bytearray(in_parts(PARTS))
    size = chance.choice((1, 60, 512, 4_092))
    holes = []
    for _ in range(chance.choice((1, 1, 2))):
        start = chance.randrange(len(frame) - size)
        frame[start : start + size] = chance.randbytes(size)
        holes.append((start, start + size))
    found = decoded(bytes(frame), sorted(holes))
    assert len(found.content) in (0, len(content))
    wrong = [at for at, lost in enumerate(found.lost) if not lost and found.content[at] != content[at]]
    assert wrong == []


def test_a_hole_at_the_end_of_the_texts_leaves_what_stands_before_and_behind_them() -> None:
    content = b"".join(PARTS)
    frame = in_parts(PARTS)
    end = len(frame) - len(in_parts([PARTS[2]])) - 40
    found = decoded(frame, [(end - 300, end)])
    known = 1 - sum(found.lost) / len(content)
    assert 0.02 < known < 1
    assert not any(found.lost[: len(PARTS[0])])


def test_a_frame_whose_header_is_lost_gives_nothing() -> None:
    assert decoded(in_parts(PARTS), [(0, 4)]) == (b"", b"")
    assert decoded(b"not a frame at all", []) == (b"", b"")


@pytest.mark.parametrize("seed", range(30))
def test_damage_at_a_place_that_nothing_tells_never_breaks_the_decoder(seed: int) -> None:
    chance = random.Random(seed)
    frame = bytearray(in_parts(PARTS))
    for _ in range(chance.randrange(1, 30)):
        frame[chance.randrange(len(frame))] = chance.randrange(256)
    del frame[chance.randrange(len(frame) // 2, len(frame) + 1) :]
    found = decoded(bytes(frame), [])
    assert len(found.content) == len(found.lost)
