"""Snippets: where they are cut, what they mark, and that nothing dangerous or slow comes of any text."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_state.search.analysis import fold
from hermes_state.search.fold_map import fold_with_map
from hermes_state.search.snippet import ELLIPSIS, make_snippet

PIECES = (
    "Windows", "PTY", " ", "  ", "\n\t", "é", "e\u0301", "ﬁ", "İ", "½", "㌀", "ﾃﾞ", "ﾃ", "が",
    "か\u3099", "大别山", "한국", "\u1112\u1161\u11ab", "🎉", "👩\u200d🚀", "ß", "x" * 90, "\u00a8",
    "हिन्दी", "ที่", ".", "¼", "ŉ", "≠", "\u2028", "\U0001d400",
)  # fmt: skip
texts = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def marked(snippet: str, marks: list[tuple[int, int]]) -> list[str]:
    return [snippet[start:end] for start, end in marks]


def test_the_find_is_marked_in_the_original_spelling():
    snippet, marks = make_snippet("We met in the Café Müller on Monday.", ["cafe", "muller"])
    assert snippet == "We met in the Café Müller on Monday."
    assert marked(snippet, marks) == ["Café", "Müller"]


def test_a_long_text_is_cut_between_words_around_the_find():
    text = "lorem ipsum " * 400 + "the Windows PTY bridge works " + "dolor sit " * 400
    snippet, marks = make_snippet(text, ["windows", "pty", "bridge"], width=80)
    assert len(snippet) <= 80
    assert (snippet[0], snippet[-1]) == (ELLIPSIS, ELLIPSIS)
    assert marked(snippet, marks) == ["Windows", "PTY", "bridge"]
    assert snippet[1:-1].split()[0] in ("lorem", "ipsum", "the")


def test_the_densest_place_is_shown_rather_than_the_first():
    text = "bridge " + "filler " * 200 + "windows pty bridge " + "filler " * 200
    snippet, marks = make_snippet(text, ["windows", "pty", "bridge"])
    assert marked(snippet, marks) == ["windows", "pty", "bridge"]


def test_a_letter_that_a_mark_makes_another_one_does_not_hide_the_find_behind_it():
    text = "か\u3099 " + "x " * 600 + "ここに か です"
    snippet, marks = make_snippet(text, ["か"])
    assert marked(snippet, marks) == ["か"]


@pytest.mark.parametrize(
    ("text", "needle", "piece"),
    [
        ("the ﬁnal cut", "fi", "ﬁ"),
        ("the ﬁnal cut", "fin", "ﬁn"),
        ("İstanbul", "istanbul", "İstanbul"),
        ("add ½ cup", "1⁄2", "½"),
        ("㌀です", "アパート", "㌀"),
        ("ﾃﾞｰﾀを買う", "データ", "ﾃﾞｰﾀ"),
        ("ﾃﾚﾋﾞ を買う", "テレビ", "ﾃﾚﾋﾞ"),
        ("Straße 5", "strasse", "Straße"),
        ("cafe\u0301 au lait", "cafe", "cafe\u0301"),
        ("two \n\n  words", "two words", "two words"),
        ("修改youer服务端", "youer", "youer"),
        ("𝐀bc", "abc", "𝐀bc"),
    ],
)
def test_marks_cover_what_folds_to_the_needle(text, needle, piece):
    snippet, marks = make_snippet(text, [needle])
    assert marked(snippet, marks) == [piece]


def test_a_needle_that_stands_as_a_word_is_not_marked_inside_other_words():
    snippet, marks = make_snippet("An empty list: the PTY was empty.", ["pty"])
    assert [(start, snippet[start:end]) for start, end in marks] == [(19, "PTY")]
    snippet, marks = make_snippet("empty " * 1000 + "the PTY", ["pty"])
    assert marked(snippet, marks) == ["PTY"]
    assert len(make_snippet("nothing but empty, empty", ["pty"])[1]) == 2


def test_controls_escapes_and_lone_surrogates_are_neutralised():
    snippet, marks = make_snippet("a\x1b[31mred\x00 \u202egnp\ud800 needle\x85end\r\n", ["needle"])
    assert snippet == "a\ufffd[31mred\ufffd \ufffdgnp\ufffd needle end"
    assert marked(snippet, marks) == ["needle"]
    snippet.encode("utf-8")


def test_without_a_find_the_beginning_is_shown():
    assert make_snippet("  short text\n", ["absent"]) == ("short text", [])
    snippet, marks = make_snippet("word " * 100, [], width=50)
    assert marks == []
    assert (snippet[:9], snippet[-1]) == ("word word", ELLIPSIS)
    assert len(snippet) <= 50


def test_an_empty_text_has_an_empty_snippet():
    assert make_snippet("", ["x"]) == ("", [])


def test_a_needle_longer_than_the_snippet_marks_its_beginning():
    text = "x" * 5000
    snippet, marks = make_snippet(text, [text], width=100)
    assert len(snippet) <= 100
    assert marks


def test_overlapping_finds_do_not_overlap_in_the_marks():
    snippet, marks = make_snippet("spawn_failed", ["spawn_fail", "fail", "failed"])
    assert all(before[1] <= after[0] for before, after in pairwise(marks))
    assert "".join(marked(snippet, marks)) == "spawn_failed"


@pytest.mark.parametrize(
    ("filler", "hit", "needle"),
    [
        ("plain ASCII text. ", "Needle", "needle"),
        ("终端修复，", "大别山", "大别山"),
        ("naïve café… ", "NÉÉDLE", "needle"),
    ],
    ids=["ascii", "cjk", "only folded"],
)
def test_sixteen_megabytes_cost_little_more_than_a_find(filler, hit, needle):
    text = filler * (16_000_000 // len(filler)) + hit + " the end"
    started = time.process_time()
    snippet, marks = make_snippet(text, [needle])
    assert marked(snippet, marks) == [hit]
    assert time.process_time() - started < 10  # folding and mapping it all takes longer by far


@given(texts, st.data())
@settings(max_examples=200, deadline=None)
def test_every_mark_folds_to_something_that_holds_the_needle(text, data):
    folded = fold(text)
    start = data.draw(st.integers(0, len(folded)))
    needle = folded[start : start + data.draw(st.integers(1, 12))].strip(" ")
    snippet, marks = make_snippet(text, [needle])
    assert len(snippet) <= 200
    if needle:
        assert marks, "the text holds the needle"
        assert all(needle in fold(piece) for piece in marked(snippet, marks))


@given(st.one_of(texts, st.text(st.characters(codec=None, exclude_categories=()), max_size=80)))
@settings(max_examples=200, deadline=None)
def test_the_map_folds_like_fold_and_never_goes_back(text):
    folded, offsets = fold_with_map(text)
    assert folded == fold(text)
    assert len(offsets) == len(folded)
    assert list(offsets) == sorted(offsets)
    assert all(0 <= offset < len(text) for offset in offsets)


@given(
    st.text(st.characters(codec=None, exclude_categories=()), max_size=300),
    st.lists(st.text(max_size=5)),
    st.integers(-5, 60),
)
@settings(max_examples=200, deadline=None)
def test_no_text_and_no_needle_makes_a_snippet_raise(text, needles, width):
    snippet, marks = make_snippet(text, needles, width)
    assert len(snippet) <= max(width, 16)
    assert all(0 <= start < end <= len(snippet) for start, end in marks)


def test_a_snippet_of_cherokee_marks_what_folding_makes_of_it():
    assert make_snippet("ᎣᏏᏲ ꭳꮟᏺ and more", [fold("ꭳꮟᏺ")]) == ("ᎣᏏᏲ ꭳꮟᏺ and more", [(0, 3), (4, 7)])
