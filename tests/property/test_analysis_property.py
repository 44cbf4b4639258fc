"""Laws of analysis: folding is idempotent, terms are what FTS5 makes of the index text, probes miss nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from types import SimpleNamespace
from unittest import mock

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_state.search import analysis
from hermes_state.search import unicode_table as table
from hermes_state.search.analysis import MAX_MARKS, fold, index_text, is_ngram_term, probe, terms
from hermes_state.store.index_terms import COMMON_SIGNS, distinct_words, document_text

PIECES = (
    "Windows", "PTY bridge", "spawn_failed", "src/foo/bar.py", "x" * 300, "ab" * 600, "終" * 40,
    "大别山", "项目迁移", "が", "か\u3099", "ﾃﾚﾋﾞ", "한국어", "\u1112\u1161\u11ab", "ㄱ", "가\u3133",
    "ทะเล", "ที่", "ລາວ", "ខ្មែរ", "မြန်မာ", "🎉", "👨\u200d👩\u200d👧", "🇩🇪🇫🇷", "👍🏽", "❤\ufe0f",
    "1\ufe0f\u20e3", "é", "e\u0301", "İ", "ß", "ﬁ", "½", "㌀", "ŉ", "ǰ", "हिन्दी", "می\u200cخواهم",
    "a\u0345\u0301", "α\u0345", "≠", "\u00a8", "\uff9e\u0301" * 30, "\u0f73" * 40, "\u0301" * 70,
    "\ud83d", "\udc00", "\x00", "\x1c", "\u0085", "\u2028", "\u3000", "\u1680", " ", "  ", "\n\t", "-",
    ".", "_", "!=", "…", "—", "\U0001e900", "\U00020000", "\U0003134a", "\U000105c0", "\u0e50\u0e51",
    "a1b2", "98231", "\ue0b0", "\U000f0000",
)  # fmt: skip

texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=12).map("".join)
anything = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)


punctuated = st.text(
    st.one_of(
        st.sampled_from(sorted(COMMON_SIGNS)),
        st.sampled_from("aé\u0301\u0338\u3099がは終1 "),
        st.characters(codec="utf-8"),
    ),
    min_size=30,
    max_size=200,
)
"""Text with more signs than are replaced one by one."""

CODE_POINTS = [*range(0x2FFFF), *range(0x30000, 0x110000, 257), *range(0xE0000, 0xE1000)]
"""Every code point of the planes that have more than ideographs, tags or nothing in them; of the others a sample."""


MARKS = [chr(c) for start, end in zip(table.MARKS[::2], table.MARKS[1::2], strict=True) for c in range(start, end)]
HOSTILE = st.one_of(
    st.sampled_from(MARKS),
    st.sampled_from(
        "\u034f\u08e4\u08e3\u0301\u0323\u0344\u0345\u0f71\u0f73\u0f81\u093c\u3099\uff9e\u0338\u1dd9\U0001d165"
    ),
    st.sampled_from(
        "\u034f\u200d\ufe0f\u0130\u1e9e\u1fb7\u0929\u304b\u1100\u1161\u11a8\u00a8\u0e33\u0085\u1680\u09c7\u09be\u2260"
    ),
    st.sampled_from(" aé"),
)
"""Marks, what becomes marks, and what may keep them apart, vanish, or compose."""
hostile_texts = st.lists(
    st.tuples(st.lists(HOSTILE, min_size=1, max_size=6).map("".join), st.sampled_from((1, 1, 2, 7, 31, 32, 33, 70))),
    max_size=8,
).map(lambda runs: "".join(piece * times for piece, times in runs))

LONGEST_RUN = 2 * MAX_MARKS + 4
"""Marks in a row that normalisation may get: each of those kept may be two, behind a letter that has some itself."""


class Work:
    """What folding asked of normalisation: the longest run of marks, the letters in all."""

    def __init__(self) -> None:
        self.longest = 0
        self.letters = 0

    def normalize(self, form: str, text: str) -> str:
        self.letters += len(text)
        run = 0
        for char in unicodedata.normalize("NFKD" if "K" in form else "NFD", text):
            run = run + 1 if unicodedata.combining(char) else 0
            self.longest = max(self.longest, run)
        return unicodedata.normalize(form, text)


@pytest.fixture
def work() -> Iterator[Work]:
    counted = Work()
    with mock.patch.object(analysis, "unicodedata", SimpleNamespace(normalize=counted.normalize)):
        yield counted


def fold_whole(text: str) -> str:
    """What folding means, without any of its shortcuts (and without the cut of mark runs)."""
    while True:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
        folded = "".join(c for c in unicodedata.normalize("NFD", folded) if not 0x300 <= ord(c) <= 0x36F)
        folded = unicodedata.normalize("NFC", folded)
        squeezed = "".join("\0 "[c.isspace()] if c.isspace() else c for c in folded)
        while "  " in squeezed:
            squeezed = squeezed.replace("  ", " ")
        if squeezed == text:
            return text
        text = squeezed


def fts5_terms(connection: apsw.Connection, text: str) -> list[str]:
    """The terms that FTS5's own tokenizer finds in a text, in order."""
    connection.execute("INSERT INTO words(rowid, text) VALUES (1, ?)", (text,))
    found = [row[0] for row in connection.execute('SELECT term FROM instances ORDER BY "offset"')]
    connection.execute("DELETE FROM words WHERE rowid = 1")
    return found


@pytest.fixture(scope="module")
def words():
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(text, tokenize=\"ascii tokenchars '_'\")")
    connection.execute("CREATE VIRTUAL TABLE instances USING fts5vocab(words, instance)")
    yield connection
    connection.close()


def satisfied(text_terms: list[str], needle: str) -> bool:
    wanted, have = probe(needle), set(text_terms)
    dictionary = [term for term in have if not is_ngram_term(term)]
    return (
        set(wanted.terms) <= have
        and all(any(term.startswith(p) for term in have if is_ngram_term(term)) for p in wanted.prefixes)
        and all(any(term.endswith(p) for term in dictionary) for p in wanted.ends)
        and all(any(term.startswith(p) for term in dictionary) for p in wanted.starts)
        and all(any(p in term for term in dictionary) for p in wanted.inside)
    )


@given(st.one_of(texts, anything))
@settings(max_examples=200, deadline=None)
def test_folding_twice_is_folding_once(text):
    assert fold(fold(text)) == fold(text)


@pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="a newer Python folds code points that 14.0 lacks")
@given(texts.filter(lambda text: "\u0301" * 33 not in text), st.integers(0, 90))
@settings(max_examples=200, deadline=None)
def test_folding_in_pieces_is_folding_the_whole(text, padding):
    whole = "é" * padding + text  # long texts and short ones take different ways
    if not analysis._mark_run().search(whole):
        assert fold(whole) == fold_whole(whole)


@given(hostile_texts)
@settings(max_examples=300, deadline=None)
def test_folding_twice_is_folding_once_where_marks_are_kept_apart_by_what_vanishes(text):
    assert fold(fold(text)) == fold(text)


@given(hostile_texts, st.integers(1, 5))
@settings(max_examples=150, deadline=None)
def test_normalisation_gets_no_long_run_of_marks_and_each_letter_a_few_times(text, times):
    work = Work()
    with mock.patch.object(analysis, "unicodedata", SimpleNamespace(normalize=work.normalize)):
        fold(text * times)
    assert work.longest <= LONGEST_RUN
    assert work.letters <= 16 * 2 * len(text * times)  # up to four rounds of four steps, on at most twice the letters


@pytest.mark.parametrize(
    "apart", [*(chr(code) for code in range(0x300, 0x370)), "\u0344", "\u0345", "\uff9e", "\u0f73"]
)
def test_marks_kept_apart_by_what_folding_removes_or_changes_are_cut_as_one_run(work, apart):
    folded = fold(("\u08e4" * 16 + "\u08e3" * 16 + apart) * 20)
    assert work.longest <= LONGEST_RUN
    assert apart == "\u0345" or len(folded) == MAX_MARKS  # U+0345 becomes a letter


def test_the_count_of_marks_sees_a_run_that_is_not_cut(work):
    with mock.patch.object(analysis, "_JOINER", "\x00"):
        fold(("\u08e4" * 16 + "\u08e3" * 16 + "\u034f") * 20)
    assert work.longest == 20 * 32


def test_every_code_point_folds_once_and_for_all_alone_and_between_letters():
    for code in CODE_POINTS:
        char = chr(code)
        for text in (char, f"a{char}b", f"か{char}가{char}"):
            folded = fold(text)
            assert fold(folded) == folded, f"U+{code:04X}"


@pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="a newer Python folds code points that 14.0 lacks")
def test_every_code_point_folds_as_the_definition_says():
    for code in CODE_POINTS:
        for text in (f"가{chr(code)}", f"{chr(code)}か\u3099"):
            assert fold(text) == fold_whole(text), f"U+{code:04X}"


def test_long_and_short_texts_fold_alike_for_every_code_point():
    for first in range(0, 0x110000, 16):
        chars = [chr(code) for code in range(first, first + 16)]
        assert fold(" x ".join([*chars, "-" * 64])) == fold(
            " ".join(f"{fold(char)} x" for char in chars)[:-2] + " x " + "-" * 64
        )


def test_unassigned_code_points_pass_unchanged():
    unassigned = [chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) == "Cn"]
    if unicodedata.unidata_version == "14.0.0":
        assert all(fold(char) == char for char in unassigned)
        active = analysis.character_class(analysis.table.FOLDED_TOGETHER)
        assert not analysis.re.search(active, "".join(unassigned))


@given(st.one_of(texts, anything))
@settings(max_examples=200, deadline=None)
def test_fts5_finds_in_the_index_text_exactly_the_terms(words, text):
    folded = fold(text)
    assert fts5_terms(words, index_text(folded)) == terms(folded)


@given(st.one_of(texts, anything, st.text("aB _\n\t-Éé終", max_size=2000), punctuated))
def test_fts5_finds_in_a_document_s_text_the_terms_of_its_folded_form(words, text):
    found = document_text(text)
    assert fts5_terms(words, found) == terms(fold(text))
    distinct = {term for term in map(bytes.decode, distinct_words([found])) if not is_ngram_term(term)}
    assert distinct == {term for term in terms(fold(text)) if not is_ngram_term(term)}


def test_no_letter_of_a_word_is_left_out_of_the_distinct_words():
    for code in CODE_POINTS:
        if analysis.kind_of(chr(code)) == "word" and not 0xD800 <= code < 0xE000:
            assert distinct_words([f"\xe9 {chr(code)}"]) == {
                "\xe9".encode(),
                (chr(code).lower() if code < 0x80 else chr(code)).encode(),
            }, hex(code)


def test_fts5_agrees_on_every_code_point(words):
    for first in range(0, 0x110000, 4096):
        folded = fold(" ".join(f"a{chr(c)}b {chr(c)}" for c in range(first, first + 4096)))
        assert fts5_terms(words, index_text(folded)) == terms(folded), f"U+{first:04X}"


@given(texts, st.data())
@settings(max_examples=200, deadline=None)
def test_every_text_that_holds_a_needle_satisfies_its_probe(text, data):
    folded = fold(text)
    start = data.draw(st.integers(0, len(folded)))
    end = data.draw(
        st.integers(start, min(len(folded), start + data.draw(st.sampled_from([1, 2, 3, 8, 30, 300, 2000]))))
    )
    needle = fold(folded[start:end])
    if needle in folded:
        assert satisfied(terms(folded), needle)


@given(st.integers(1, 1500), st.data())
@settings(max_examples=100, deadline=None)
def test_every_piece_of_a_long_run_satisfies_its_probe(length, data):
    run = "".join(chr(97 + (i * i + i // 7) % 26) for i in range(length))
    text = f"left {run} right"
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    assert satisfied(terms(text), text[start:end])


@given(texts)
@settings(max_examples=100, deadline=None)
def test_runs_of_short_and_long_texts_agree(text):
    folded = fold(text)
    padded = list(analysis.runs(folded + " " + "-" * 65))
    assert list(analysis._runs_of_short(folded)) == padded if not folded.isascii() else True


@given(anything, st.booleans())
@settings(max_examples=100, deadline=None)
def test_no_text_makes_analysis_raise(text, last):
    folded = fold(text)
    analysis.query_terms(folded, last=last)
    analysis.query_terms(text, last=last)
    probe(text)
    terms(text)


@given(piece=texts)
@settings(max_examples=200, deadline=None)
def test_text_with_little_beyond_ascii_folds_as_text_with_much(piece: str) -> None:
    padded = "Some Words " * 8 + piece + " and more " * 8
    by_lookup = fold(padded)
    with mock.patch.object(analysis, "FEW_CHARS", -1):
        assert fold(padded) == by_lookup
