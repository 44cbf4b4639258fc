"""The C part finds exactly the distinct words that Python does, and copes with whatever is no index text."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from analysis_texts import CORPUS, corpus_texts, nasty_texts
from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_state.search.analysis import fold, index_text, is_ngram_term, terms
from hermes_state.store.index import NATIVE_PIECE_BYTES
from hermes_state.store.index_terms import distinct_words, document_text, encoded_pieces


def words_by_python(texts: list[str]) -> set[bytes]:
    """The words that the dictionary takes of analysed texts."""
    return {word for word in distinct_words(texts) if not is_ngram_term(word.decode())}


def assert_equal(native: Any, texts: list[str]) -> None:
    found = native.words("\n".join(texts))
    assert len(found) == len(set(found)), "a word stands there twice"
    assert set(found) == words_by_python(texts)


def test_every_code_point(native: Any) -> None:
    for first in range(0, 0x110000, 4096):
        folded = fold(" ".join(f"a{chr(code)}b {chr(code)}" for code in range(first, first + 4096)))
        assert_equal(native, [index_text(folded)])


@given(texts=st.lists(nasty_texts(), max_size=4))
@settings(max_examples=300, deadline=None)
def test_texts_as_python_prepares_them_for_the_index(native: Any, texts: list[str]) -> None:
    assert_equal(native, [document_text(text) for text in texts])


@given(text=nasty_texts())
@settings(max_examples=200, deadline=None)
def test_the_words_of_a_text_are_its_terms_in_the_order_of_the_first_of_each(native: Any, text: str) -> None:
    folded = fold(text)
    expected = dict.fromkeys(term.encode() for term in terms(folded) if not is_ngram_term(term))
    assert native.words(index_text(folded)) == list(expected)


@pytest.mark.skipif(not CORPUS.is_file(), reason=f"no {CORPUS.name}: name its folder with HERMES_STATE_TEST_DATA")
def test_real_messages_at_once(native: Any) -> None:
    texts = [document_text(text) for text in corpus_texts()]
    found = set[bytes]()
    for piece in encoded_pieces(texts, NATIVE_PIECE_BYTES):
        found.update(native.words(piece))
    assert found == words_by_python(texts)


def test_capital_letters_of_ascii_are_made_small_and_no_others(native: Any) -> None:
    assert native.words("Foo FOO foo _A_ _a_ [É] é @A `a`") == [b"foo", b"_a_", "É".encode(), "é".encode(), b"a"]


def test_every_kind_of_value(native: Any) -> None:
    found = native.connection.execute(
        "SELECT hermes_words(NULL), hermes_words(''), hermes_words(x''), hermes_words(12.5), hermes_words(x'41c389'),"
        " typeof(hermes_words(x'41')), hermes_words(' \n'), hermes_words('A' || char(0) || 'B a b')"
    ).fetchone()
    assert found == (None, "", "", "12\n5", "aÉ", "text", "", "a\nb")


def test_a_word_longer_than_any_term_is_still_one(native: Any) -> None:
    for length in (511, 512, 513, 100_000):
        assert native.words("x" * length + " y " + "x" * length) == [b"x" * length, b"y"]


@given(data=st.binary(max_size=80))
@settings(max_examples=200, deadline=None)
def test_bytes_that_are_no_utf_8_only_separate_nothing(native: Any, data: bytes) -> None:
    """A stretch that begins with what is no code point is no word; within a word any byte is a part of it."""
    apart = bytes(byte if byte >= 0x80 or chr(byte).isalnum() or byte == 0x5F else 0x20 for byte in data.lower())
    expected = dict[bytes, None]()
    for word in apart.split():
        first = word[: 1 if word[0] < 0xC0 else 2 if word[0] < 0xE0 else 3 if word[0] < 0xF0 else 4]
        letter = first.decode("utf-8", "replace")[0]
        if letter != "\ufffd" and terms(letter) and not is_ngram_term(letter):
            expected[word] = None
    assert native.words(data) == list(expected)


def test_more_words_than_any_table_has_at_first(native: Any) -> None:
    numbers = list(range(300_000))
    random.Random(1).shuffle(numbers)
    expected = [f"w{number:x}".encode() for number in numbers]
    assert native.words(b" ".join([*expected, *expected[::-1]])) == expected
    assert native.words("a b a") == [b"a", b"b"]


@pytest.mark.parametrize(
    "text",
    ["x" * 3_000_000, "x " * 1_500_000, " " * 3_000_000, "é" * 1_500_000, "终端 " * 400_000, "\x00a" * 1_500_000],
    ids=lambda text: ascii(text[:3]),
)
def test_megabytes_of_anything_take_linear_time(native: Any, text: str) -> None:
    started = time.process_time()
    native.words(text)
    assert time.process_time() - started < 5  # quadratic work takes minutes
