"""``fts5_cjk``: its terms are Python's, and its offsets mark the right characters of the text as it was written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_state.search.analysis import CHUNK_CHARS, CHUNK_STEP, fold, query_terms, runs, terms

UNITS = (
    "a", "Word", "_", "7", "é", "e\u0301", "Ａ", "ﬁ", "½", "㌀", "ß", "İ", "я", "Ё", "Z\u0323\u0301",
    "終", "端", "大", "が", "か\u3099", "ﾊ\uff9e", "ﾃ", "ー", "한", "\u1112\u1161\u11ab", "ㄱ", "ท", "ที", "क",
    "क\u093c", "🎉", "❤\ufe0f", "👍\U0001f3fd", "©", "\U0001f1e9", "\U0001f1ea", "\U00020000", "\u200d", "、", "，",
    "…", "-", ".", "\x00", " ", "\t \n", "\u3000", "\u00a0  ", "x" * 300, "ö" * 257, "终" * 20, "\U0001e900",
)  # fmt: skip
"""Pieces that folding never mixes with what stands beside them, but for white space."""

anything = st.text(st.characters(codec="utf-8"), max_size=60)
unit_lists = st.lists(st.sampled_from(UNITS), max_size=25)


def spans_by_brute_force(units: list[str]) -> list[tuple[int, int, str]]:
    """Start and end in bytes, and term, by folding each piece apart and remembering which letter came of which."""
    folded, origins, start = "", [], 0
    for unit in units:
        end = start + len(unit.encode("utf-8"))
        piece = fold(unit)
        if piece.startswith(" ") and folded.endswith(" "):
            piece = piece[1:]
        folded += piece
        origins += [(start, end)] * len(piece)
        start = end
    return [
        (origins[first][0], origins[last - 1][1], folded[first:last])
        for run in runs(folded)
        for first, last in places(run.kind, run.start, run.end)
    ]


def places(kind: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the terms of a run begin and end."""
    if kind == "emoji":
        yield start, end
    elif kind == "ngram":
        yield from ((at, at + 2) for at in range(start, end - 1))
        yield end - 1, end
    elif end - start <= CHUNK_CHARS:
        yield start, end
    else:
        for at in range(start, end - CHUNK_CHARS + CHUNK_STEP, CHUNK_STEP):
            yield at, min(at + CHUNK_CHARS, end)


def separate_letters(unit: str) -> list[str]:
    """The pieces of a unit that fold apart."""
    return list(unit) if len(unit) > 3 or unit in ("Word", "ที") else [unit]


@given(units=unit_lists)
@settings(max_examples=400, deadline=None)
def test_offsets_are_those_of_the_letters_that_a_term_came_from(native: Any, units: list[str]) -> None:
    letters = [letter for unit in units for letter in separate_letters(unit)]
    assert native.tokens("".join(letters)) == spans_by_brute_force(letters)


@given(text=st.one_of(anything, unit_lists.map("".join)))
@settings(max_examples=200, deadline=None)
def test_the_terms_of_a_document_are_those_of_analysis(native: Any, text: str) -> None:
    assert [term for _, _, term in native.tokens(text)] == terms(fold(text))


@given(text=st.one_of(anything, unit_lists.map("".join)), prefix=st.booleans())
@settings(max_examples=200, deadline=None)
def test_a_query_leaves_out_the_letter_that_may_go_on(native: Any, text: str, prefix: bool) -> None:
    reason = apsw.FTS5_TOKENIZE_QUERY | (apsw.FTS5_TOKENIZE_PREFIX if prefix else 0)
    found = [term for _, _, term in native.tokens(text, reason)]
    assert found == [term for term, _ in query_terms(fold(text), last=True)]


@given(text=st.one_of(anything, unit_lists.map("".join)))
@settings(max_examples=200, deadline=None)
def test_offsets_rise_and_lie_at_the_bounds_of_characters(native: Any, text: str) -> None:
    bounds = {len(text[:at].encode("utf-8")) for at in range(len(text) + 1)}
    last = (0, 0)
    for start, end, term in native.tokens(text):
        assert start < end
        assert {start, end} <= bounds
        assert start >= last[0]
        assert end >= last[1]
        assert term in fold(text)
        last = (start, end)


def test_every_code_point_yields_the_terms_of_analysis(native: Any) -> None:
    for first in range(0, 0x110000, 1024):
        chars = [chr(code) for code in range(first, first + 1024) if not 0xD800 <= code <= 0xDFFF]
        text = " ".join(f"a{char}b {char}" for char in chars)
        if first < 0x32000 or first % 0x10000 == 0:
            assert [term for _, _, term in native.tokens(text)] == terms(fold(text))


@pytest.fixture(scope="module")
def notes(native: Any) -> Iterator[apsw.Connection]:
    connection = native.connection
    connection.execute("CREATE VIRTUAL TABLE notes USING fts5(text, tokenize='fts5_cjk')")
    yield connection
    connection.execute("DROP TABLE notes")


HIGHLIGHTS = [
    ("打开终端窗口", '"终端"', "打开[终端]窗口"),
    ("打开终端窗口", '"终端窗"', "打开[终端窗]口"),
    ("打开终端窗口", '"口"*', "打开终端窗[口]"),
    ("打开终端窗口", '"口"', "打开终端窗[口]"),
    ("打开终端窗口", '"终"', None),
    ("脚，本 脚", '"脚"', "[脚]，本 [脚]"),
    ("in ＦＵＬＬ width", '"full"', "in [ＦＵＬＬ] width"),
    ("un Café noir", '"cafe"', "un [Café] noir"),
    ("un Cafe\u0301 noir", '"CAFÉ"', "un [Cafe\u0301] noir"),
    ("eine ﬁle hier", '"file"', "eine [ﬁle] hier"),
    ("das Straßenfest", '"strassenfest"', "das [Straßenfest]"),
    ("x ½ y", '"2"', "x [½] y"),
    ("か\u3099くせい", '"がく"', "[か\u3099く]せい"),
    ("ﾃﾚﾋﾞを見る", '"テレビ"', "[ﾃﾚﾋﾞ]を見る"),
    ("\u1112\u1161\u11ab국어", '"한국"', "[\u1112\u1161\u11ab국]어"),
    ("a 👨\u200d👩\u200d👧 b", '"👨\u200d👩\u200d👧"', "a [👨\u200d👩\u200d👧] b"),
    ("I ❤\ufe0f it", '"❤"', "I [❤\ufe0f] it"),
    ("so 👍🏽!", '"👍"', "so [👍🏽]!"),
    ("🇩🇪🇫🇷", '"🇫🇷"', "🇩🇪[🇫🇷]"),
    ("a \t\n  b\u3000\u3000c", '"b c"', "a \t\n  [b\u3000\u3000c]"),
    ("ที่นี่", '"ที่"', "[ที่]นี่"),
    ("क\u093cलम here", '"here"', "क\u093cलम [here]"),
    ("é" * 20 + " x", '"x"', "é" * 20 + " [x]"),
    ("gateway/run.py", '"run"', "gateway/[run].py"),
]


@pytest.mark.parametrize(("text", "query", "marked"), HIGHLIGHTS)
def test_highlight_marks_what_is_sought_in_the_text_as_written(
    notes: apsw.Connection, text: str, query: str, marked: str | None
) -> None:
    notes.execute("DELETE FROM notes")
    notes.execute("INSERT INTO notes VALUES (?)", (text,))
    found = notes.execute("SELECT highlight(notes, 0, '[', ']') FROM notes WHERE notes MATCH ?", (query,)).fetchall()
    assert found == ([(marked,)] if marked is not None else [])


def test_a_snippet_shows_the_hit(notes: apsw.Connection) -> None:
    notes.execute("DELETE FROM notes")
    notes.execute("INSERT INTO notes VALUES (?)", ("前言 " * 40 + "打开终端窗口" + " 后记" * 40,))
    (found,) = notes.execute("SELECT snippet(notes, 0, '[', ']', '…', 8) FROM notes WHERE notes MATCH '\"终端\"'")
    assert "打开[终端]窗口" in found[0]


def test_the_index_holds_the_terms(notes: apsw.Connection) -> None:
    text = "修改youer服务端 🎉 ＡＢＣ " + "x" * 600
    notes.execute("DELETE FROM notes")
    notes.execute("INSERT INTO notes VALUES (?)", (text,))
    notes.execute("CREATE VIRTUAL TABLE temp.instances USING fts5vocab(main, notes, instance)")
    found = [row[0] for row in notes.execute('SELECT term FROM instances ORDER BY "offset"')]
    notes.execute("DROP TABLE temp.instances")
    assert found == ["修改", "改", "youer", "服务", "务端", "端", "🎉", "abc", "x" * 512, "x" * 344]


def test_a_row_can_be_deleted_again(notes: apsw.Connection) -> None:
    """FTS5 tokenizes the old text once more: other terms than at first would leave the index damaged."""
    notes.execute("DELETE FROM notes")
    for text, _, _ in HIGHLIGHTS:
        notes.execute("INSERT INTO notes VALUES (?)", (text,))
    notes.execute("DELETE FROM notes")
    notes.execute("INSERT INTO notes (notes, rank) VALUES ('integrity-check', 1)")
    assert notes.execute("SELECT count(*) FROM notes WHERE notes MATCH '\"a\"*'").fetchall() == [(0,)]


def test_options_are_refused(native: Any) -> None:
    with pytest.raises(apsw.SQLError, match="tokenizer"):
        native.connection.execute("CREATE VIRTUAL TABLE other USING fts5(text, tokenize='fts5_cjk trigram')")
