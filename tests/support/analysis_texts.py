"""Texts to compare the two analyses on: runs of letters that fold, join or separate, and messages of a corpus."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from pathlib import Path

import zstandard
from hypothesis import strategies as st

from hermes_state.search import unicode_table as table

DATA = Path(os.environ.get("HERMES_STATE_TEST_DATA", Path(__file__).parents[2].parent / "shared" / "data"))
CORPUS = DATA / "corpus-300k.jsonl.zst"
WHOLE_CORPUS = os.environ.get("HERMES_STATE_TEST_WHOLE_CORPUS") == "1"
EACH_ROW = 1 if WHOLE_CORPUS else 150


def members(flat: tuple[int, ...]) -> list[str]:
    """The characters of one of the tables."""
    return [chr(code) for start, end in zip(flat[::2], flat[1::2], strict=True) for code in range(start, end)]


def span(start: int, end: int) -> list[str]:
    return [chr(code) for code in range(start, end)]


ALPHABETS: dict[str, list[str]] = {
    "accents": span(0x300, 0x370),
    "marks": members(table.MARKS),
    "joining": members(table.JOINS),
    "changed": members(table.ACTIVE),
    "jamo": [*span(0x1100, 0x1200), *span(0xA960, 0xA97D), *span(0xD7B0, 0xD7FC), *span(0xAC00, 0xAC40)],
    "kana": [*span(0x3041, 0x3100), *span(0xFF65, 0xFFA0), "\u3099", "\u309a"],
    "indic": span(0x900, 0xE00),
    "southeast": [*span(0xE01, 0xF00), *span(0x1000, 0x10A0), *span(0x1780, 0x1800)],
    "tibetan": span(0xF00, 0x1000),
    "emoji": [*"🎉👨👩👧❤👍☎©", "\u200d", "\ufe0f", "\u20e3", "\U0001f3fd", *span(0x1F1E6, 0x1F200)],
    "wide": [*span(0xFF01, 0xFFE7), *span(0xFB00, 0xFB50), "\ufdfa", "\ufdfb", *span(0x3300, 0x3358)],
    "white": [*" \t\n\r\x0b\x0c\x1c\x1d\x1f\x85\xa0", "\u1680", *span(0x2000, 0x200C), "\u2028", "\u202f", "\u3000"],
    "odd": ["\x00", "\ud800", "\udbff", "\udc00", "\udfff", "\ufffe", "\U0010ffff", "\u0378", "\u0345", "\u034f"],
    "cased": [*"AZaz09_ßẞİıŉǰΐΆάς", *span(0x1E900, 0x1E944), *span(0x10400, 0x10450), *span(0x1F80, 0x2000)],
    "plain": [*"abc xyz-_.,/0123456789ABC", "終", "端", "中", "é", "я"],
}  # fmt: skip

RUN_LENGTHS = (1, 1, 1, 1, 2, 3, 31, 32, 33, 34, 65, 255, 256, 257, 511, 512, 513, 514, 767, 768, 769, 1024, 1025)


@st.composite
def nasty_texts(draw: st.DrawFn) -> str:
    """Runs of a few alphabets, now and then a letter many times."""
    names = draw(st.lists(st.sampled_from(sorted(ALPHABETS)), min_size=1, max_size=3, unique=True))
    letters = st.one_of(*(st.sampled_from(ALPHABETS[name]) for name in names))
    runs = st.tuples(letters, st.sampled_from(RUN_LENGTHS)).map(lambda run: run[0] * run[1])
    return "".join(draw(st.lists(st.one_of(letters, letters, letters, runs), max_size=90)))


def corpus_texts() -> Iterator[str]:
    with CORPUS.open("rb") as file:
        lines = io.TextIOWrapper(zstandard.ZstdDecompressor().stream_reader(file), encoding="utf-8")
        for number, line in enumerate(lines):
            if number % EACH_ROW == 0:
                yield json.loads(line)["content"] or ""
