"""How entries, answers and shares of a limit are printed, from values alone."""

from __future__ import annotations

from typing import Any

import pytest

from hermes_state.cli.memory_answers import answer_lines, refusal_text, text_line
from hermes_state.cli.memory_entries import first_line, shown_age, source_line
from hermes_state.cli.memory_scan import line_text
from hermes_state.cli.memory_status import bar
from hermes_state.cli.render import count
from hermes_state.memory.threats import worst

DAY = 86_400


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "now"),
        (59, "now"),
        (60, "1m"),
        (3_599, "59m"),
        (3_600, "1h"),
        (DAY, "1d"),
        (364 * DAY, "364d"),
        (800 * DAY, "2y"),
    ],
)
def test_an_age_is_shown_in_its_largest_unit(seconds: float, shown: str) -> None:
    assert shown_age(1_000_000_000 - seconds, 1_000_000_000) == shown


def test_an_unknown_age_is_empty_and_a_clock_that_went_back_shows_now() -> None:
    assert shown_age(None, 5) == ""
    assert shown_age(100, 5) == "now"


@pytest.mark.parametrize(
    ("used", "limit", "filled"),
    [(0, 100, 0), (1, 100, 1), (49, 100, 9), (50, 100, 10), (100, 100, 20), (500, 100, 20), (5, 0, 20), (0, 0, 0)],
)
def test_a_bar_has_twenty_steps_and_never_hides_what_is_there(used: int, limit: int, filled: int) -> None:
    assert bar(used, limit) == "█" * filled + "░" * (20 - filled)


def test_the_first_line_of_a_longer_entry_has_a_mark() -> None:
    assert first_line("one line") == "one line"
    assert first_line("one\ntwo") == "one …"


@pytest.mark.parametrize(
    ("session", "message", "line"),
    [
        ("s1", "12", "hermes session scroll s1 12"),
        ("s1", None, "hermes session show s1"),
        ("s1", "not a number", "hermes session show s1"),
        ("s1\x1b[2J", "\u0663", "hermes session show 's1␛[2J'"),
        ("x; rm -rf ~", "3", "hermes session scroll 'x; rm -rf ~' 3"),
    ],
)
def test_a_source_is_the_command_that_reads_it(session: str, message: str | None, line: str) -> None:
    assert source_line(session, message) == line


def test_texts_are_marked_at_their_first_line_and_harmless() -> None:
    assert text_line("one\ntwo\x1b", "-") == "  - one\n    two␛"


def test_an_answer_that_changed_nothing_says_so() -> None:
    lines = list(answer_lines({"message": "entry already exists", "usage": "1/2", "percent": 50}, "memory", "Added to"))
    assert lines == ["Nothing to do: entry already exists."]


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ({"error": "no", "hint": "do that"}, "no (do that)"),
        ({"error": "no"}, "no"),
        (
            {"error": "no entry", "hint": "old_text", "current_entries": []},
            "no entry (see hermes memory list --target user)",
        ),
        (
            {"error": "held", "pending_id": "0a1b2c3d", "hint": "--override"},
            "held (hermes memory approve 0a1b2c3d --reason TEXT, or reject 0a1b2c3d)",
        ),
    ],
)
def test_a_refusal_says_what_to_do(answer: dict[str, Any], wanted: str) -> None:
    assert refusal_text(answer, "user") == wanted


def test_an_answer_for_an_agent_is_said_in_a_persons_words() -> None:
    answer = {
        "error": "Consolidate now, in this turn",
        "over_by": 12,
        "usage": "95/100",
        "entry_chars": 17,
        "current_entries": ["x"],
    }
    line = refusal_text(answer, "memory")
    assert line.startswith("12 characters too many for MEMORY.md (95/100, and this entry has 17); nothing was changed")
    assert "turn" not in line


def test_the_gravest_verdict_of_a_file_is_its_verdict() -> None:
    assert worst([]) == "ok"
    assert worst(["warn", "ok"]) == "warn"
    assert worst(["quarantine", "block", "warn"]) == "block"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b'{"text": "a"}\r\n', "a"),
        (b'\xef\xbb\xbf{"text": "a"}', "a"),
        (b'{"text": "\\ud800"}', "\ud800"),
        (b'{"text": null}', None),
        (b'{"txt": "a"}', None),
        (b'"text"', None),
        (b"[" * 100_000, None),
        (b"\xff", None),
    ],
)
def test_a_line_of_json_holds_a_text_or_nothing(line: bytes, text: str | None) -> None:
    assert line_text(line) == text


def test_several_entries_are_entries() -> None:
    assert [count(number, "entry") for number in (0, 1, 2)] == ["0 entries", "1 entry", "2 entries"]
