"""The C part folds and cuts exactly as ``hermes_state.search.analysis`` does."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import Any

import pytest
from analysis_texts import ALPHABETS, CORPUS, corpus_texts, nasty_texts, span
from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_state.search.analysis import fold, index_text

BATCH = 1024
CONTEXTS = ("a{}か{}가{}b", "{}\u0301\u3099", "\u3099\u0301{}\u093c終{}端", "\u1100{}\u1161{}\u11a8")
FULL_PLANES = [*range(0x32000), *range(0xE0000, 0xE1000), 0xFFFFF, 0x10FFFF]
"""The code points of the planes that have more in them than private use or nothing."""


def assert_equal(native: Any, text: str) -> None:
    folded = fold(text)
    assert native.analysed(text) == (folded, index_text(folded)), ascii(text[:200])


def batches(codes: list[int]) -> Iterator[list[str]]:
    for start in range(0, len(codes), BATCH):
        yield [chr(code) for code in codes[start : start + BATCH]]


def test_every_code_point_alone(native: Any) -> None:
    for chars in batches(list(range(0x110000))):
        assert_equal(native, " x-".join(chars))


@pytest.mark.parametrize("context", CONTEXTS)
def test_every_code_point_between_letters_and_marks(native: Any, context: str) -> None:
    for chars in batches(FULL_PLANES):
        assert_equal(native, "-".join(context.replace("{}", char) for char in chars))


def test_every_pair_of_what_joins_and_what_it_joins(native: Any) -> None:
    seconds = ALPHABETS["joining"][::7]
    for first in (*span(0x1100, 0x1113), *"かハ가각ا", "\u0928", "\u09c7", "\u0b47", "\u1025", "\u0dd9", "\U00011131"):
        assert_equal(native, "-".join(first + second for second in seconds))
        assert_equal(native, "-".join(f"{first}{second}\u0323{second}" for second in seconds))


@given(text=nasty_texts())
@settings(max_examples=400, deadline=None)
def test_nasty_texts(native: Any, text: str) -> None:
    assert_equal(native, text)


@given(text=st.text(st.characters(codec=None, exclude_categories=()), max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text(native: Any, text: str) -> None:
    assert_equal(native, text)


@pytest.mark.parametrize(
    "letter", ["x", "é", "終", "が", "ﬁ", "\u0301", "\u093c", "\u1161", " ", "\U0001e900", "©", "\ud800"]
)
@pytest.mark.parametrize("length", [31, 32, 33, 255, 256, 257, 511, 512, 513, 767, 768, 769, 1281])
def test_runs_of_one_letter_at_the_bounds(native: Any, letter: str, length: int) -> None:
    for text in (letter * length, f"a {letter * length} b", f"か{letter * length}a" + "b" * 512):
        assert_equal(native, text)


def test_a_run_longer_than_a_term_that_begins_and_ends_anywhere(native: Any) -> None:
    for before in range(40):
        assert_equal(native, "a." * before + "b" * (490 + before) + ("é." * before) + "c" * 512 + "." + "d" * 513)


def test_mark_runs_that_a_vanishing_character_kept_apart_are_cut_as_one(native: Any) -> None:
    for count in range(1, 5):
        assert_equal(native, ("\u08e4" * 20 + "\u1cd6" * 12 + "\u034f") * count + "か")


def take_surrogates_and_replace_other_bytes(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    piece = error.object[error.start : error.start + 3]
    if len(piece) == 3 and piece[0] == 0xED and 0xA0 <= piece[1] <= 0xBF and 0x80 <= piece[2] <= 0xBF:
        return piece.decode("utf-8", "surrogatepass"), error.start + 3
    return "\ufffd", error.start + 1


@given(
    data=st.lists(
        st.one_of(
            st.binary(max_size=6), nasty_texts().map(lambda text: text[:8].encode("utf-8", "surrogatepass")[:-1])
        ),
        max_size=8,
    ).map(b"".join)
)
@settings(max_examples=100, deadline=None)
def test_each_byte_that_is_part_of_no_code_point_is_a_replacement_character(native: Any, data: bytes) -> None:
    codecs.register_error("hermes-test", take_surrogates_and_replace_other_bytes)
    folded = fold(data.decode("utf-8", "hermes-test"))
    assert native.analysed_bytes(data) == (folded.encode("utf-8", "surrogatepass"), index_text(folded).encode("utf-8"))


@pytest.mark.skipif(not CORPUS.is_file(), reason=f"no {CORPUS.name}: name its folder with HERMES_STATE_TEST_DATA")
def test_real_messages(native: Any) -> None:
    for text in corpus_texts():
        assert_equal(native, text)
