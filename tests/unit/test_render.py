"""What reaches a terminal is harmless and fits it."""

from __future__ import annotations

import json

import pytest

from hermes_state.cli import render
from hermes_state.cli.neutral import escaped_json, neutral, neutral_line


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("plain text, äöü, 数据库, 🎉", "plain text, äöü, 数据库, 🎉"),
        ("\x1b[2Jgone", "␛[2Jgone"),
        ("\x1b]0;title\x07", "␛]0;title␇"),
        ("\x9b31mred", "<U+009B>31mred"),
        ("a\x00b\x7f", "a␀b␡"),
        ("safe\u202egpj.exe", "safe<U+202E>gpj.exe"),
        ("\u2066isolated\u2069", "<U+2066>isolated<U+2069>"),
        ("lone \ud83d half", "lone \ufffd half"),
        ("dos\r\nline", "dos\nline"),
        ("over\rwritten", "over␍written"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("para\u2029graph", "para<U+2029>graph"),
    ],
)
def test_what_a_terminal_would_obey_is_shown_instead(stored: str, shown: str) -> None:
    assert neutral(stored) == shown


def test_no_code_point_survives_that_moves_the_cursor_or_turns_the_text() -> None:
    every = "".join(chr(code) for code in range(0x3000)) + "\ud800\udfff"
    left = {char for char in neutral(every) if (ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0) and char not in "\n\t"}
    assert left == set()
    assert not set(neutral(every)) & set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    neutral(every).encode("utf-8")


def test_joined_emoji_and_indic_letters_stay_whole() -> None:
    assert neutral("👩‍💻 क्‍ष") == "👩‍💻 क्‍ष"


def test_a_title_is_one_line() -> None:
    assert neutral_line("  first\r\n  second\tthird ") == "first second third"


def test_json_is_harmless_and_equal_when_parsed() -> None:
    value = {"title": "\x1b[31m\u202e\x9b\ud83d\u2028 数"}
    text = escaped_json(json.dumps(value, ensure_ascii=False))
    assert json.loads(text) == value
    assert neutral(text) == text


@pytest.mark.parametrize(
    ("text", "width"), [("abc", 3), ("数据库", 6), ("ｶﾌﾞ", 3), ("テスト", 6), ("é", 1), ("한국어", 6), ("", 0)]
)
def test_widths_count_columns_not_letters(text: str, width: int) -> None:
    assert render.width_of(text) == width


@pytest.mark.parametrize(
    "text", ["Windows PTY bridge", "数据库迁移在测试环境失败了", "混ぜた mixed テキスト text", "🎉🎉🎉🎉🎉🎉"]
)
@pytest.mark.parametrize("width", range(1, 30))
def test_cut_text_fits_and_says_that_it_was_cut(text: str, width: int) -> None:
    shown = render.cut(text, width)
    assert render.width_of(shown) <= width
    assert shown == text or shown.endswith("…")
    if render.width_of(text) <= width:
        assert shown == text


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_tables_fit_the_terminal_with_wide_letters(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    rows = [
        ("4d1f09b2-77aa", "claude-code", "数据库迁移在测试环境失败了，请帮我查一下原因" * 3),
        ("9c20e4d7-1f3b", "codex", "An English title that goes on for quite a while, longer than a line is"),
    ]
    text = render.table(("id", "source", "title"), rows, flexible=(1, 2))
    assert max(render.width_of(line) for line in text.split("\n")) <= columns
    assert "4d1f09b2-77aa" in text


def test_tables_are_whole_where_there_is_no_terminal() -> None:
    long = "word " * 100
    assert long.strip() in render.table(("id", "title"), [("1", long)], flexible=(1,))


def test_tables_keep_text_that_looks_like_a_number() -> None:
    text = render.table(("id", "n"), [("20260629", "1e5"), ("007", "0x10")])
    assert "20260629" in text
    assert "007" in text
    assert "1e5" in text


def test_cells_are_harmless() -> None:
    assert "\x1b" not in render.table(("title",), [("\x1b[31mred\nnext",)])


def test_marks_count_code_points_of_the_snippet() -> None:
    shown = render.highlighted("找到 🎉 数据库 here", [[5, 8]])
    assert shown == "找到 🎉 数据库 here"


def test_marks_are_highlighted_where_colours_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "colours_wanted", lambda: True)
    shown = render.highlighted("a\nneedle\x1b b", [[2, 8]])
    assert shown == "a \x1b[33m\x1b[1mneedle\x1b[0m␛ b"


@pytest.mark.parametrize("variable", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_they_are_not_wanted(variable: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(render.sys, "stdout", Terminal())
    assert render.colours_wanted()
    for name, value in variable.items():
        monkeypatch.setenv(name, value)
    assert not render.colours_wanted()


@pytest.mark.parametrize(
    ("size_bytes", "shown"),
    [
        (0, "0 bytes"),
        (1023, "1,023 bytes"),
        (1024, "1.0 KB"),
        (30 * 1024 * 1024, "30.0 MB"),
        (5 * 1024**4, "5,120.0 GB"),
    ],
)
def test_sizes_read_well(size_bytes: int, shown: str) -> None:
    assert render.size(size_bytes) == shown


@pytest.mark.parametrize(
    ("number", "noun", "shown"),
    [(1, "match", "1 match"), (2, "match", "2 matches"), (0, "message", "0 messages"), (2000, "file", "2,000 files")],
)
def test_counts_agree_with_their_noun(number: int, noun: str, shown: str) -> None:
    assert render.count(number, noun) == shown


def test_short_ids_are_prefixes_of_uuids_and_whole_otherwise() -> None:
    assert render.short_id("4d1f09b2-77aa-4c1e-9b57-20e6a3c8f410") == "4d1f09b2-77aa"
    assert render.short_id("20260629_081502_c4e1d0") == "20260629_081502_c4e1d0"
    child = "4d1f09b2-77aa-4c1e-9b57-20e6a3c8f410/agent-a7c31e90"
    assert render.short_id(child) == child


def test_times_beyond_the_calendar_do_not_fail() -> None:
    assert render.local_time(1e20) == "@100000000000000000000"
    assert render.local_time(None) == ""
