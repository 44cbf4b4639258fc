"""How pages, results and messages are printed, from records alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hermes_state import Message, Session
from hermes_state.cli.failures import exit_code, message
from hermes_state.cli.messages import message_lines, session_heading
from hermes_state.cli.options import absolute_project, split_commas
from hermes_state.cli.search import page_lines, search_arguments
from hermes_state.cli.upkeep import figure_lines
from hermes_state.errors import EntryTextError, InvalidArgumentError, NotFoundError


def result(**changed: Any) -> Any:
    fields: dict[str, Any] = {
        "session_id": "s1",
        "origin": "codex",
        "root_session_id": "s1",
        "title": "A title",
        "source": "codex",
        "project": "/p",
        "started_at": None,
        "matched_at": None,
        "match_message_id": 7,
        "matched_role": "user",
        "match_count": 2,
        "rung": "words",
        "weak": False,
        "snippet": "before needle after",
        "marks": [[7, 13]],
        "messages": [],
        "bookend_start": [],
        "bookend_end": [],
    }
    return SimpleNamespace(**(fields | changed))


def page(*results: Any, **changed: Any) -> Any:
    fields: dict[str, Any] = {"results": list(results), "notes": [], "cursor": None, "explanation": None}
    return SimpleNamespace(**(fields | changed))


def test_a_result_is_a_block_of_title_facts_snippet_and_ids() -> None:
    assert list(page_lines(page(result()))) == [
        "A title",
        "  codex  /p  2 matches  words",
        "  user: before needle after",
        "  hermes session scroll s1 7",
    ]


def test_a_title_hit_is_shown_whole_not_scrolled_to() -> None:
    lines = list(page_lines(page(result(match_message_id=None, matched_role="title", rung="phrase"))))
    assert lines[-1] == "  hermes session show s1"


def test_a_hit_in_a_part_of_the_conversation_names_the_part() -> None:
    lines = list(page_lines(page(result(session_id="s1/agent", root_session_id="s1"))))
    assert lines[1].endswith("in s1/agent")


def test_notes_and_the_next_page_come_last() -> None:
    lines = list(page_lines(page(result(), notes=["3 hidden"], cursor="abc")))
    assert lines[-3:] == ["", "note: 3 hidden", "more: --cursor abc"]


def test_nothing_found_is_said_with_its_notes() -> None:
    assert list(page_lines(page(notes=["searched user, assistant"]))) == [
        "Nothing found.",
        "note: searched user, assistant",
    ]


def test_a_conversation_without_a_title_says_so() -> None:
    assert next(page_lines(page(result(title=None)))) == "(no title)"


def test_work_text_is_cut_and_dialog_is_not() -> None:
    long = "x" * 5000
    assert long in "\n".join(message_lines(Message("user", long, id=1)))
    tool = "\n".join(message_lines(Message("tool", long, id=1, tool_name="run")))
    assert "4,400 more characters" in tool
    assert long in "\n".join(message_lines(Message("tool", long, id=1), full=True))


def test_pictures_and_tool_calls_are_named() -> None:
    content = [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "data:…"}}]
    call = {"id": "c", "type": "function", "function": {"name": "run", "arguments": {"command": "ls"}}}
    lines = "\n".join(message_lines(Message("assistant", content, id=1, tool_calls=[call], thinking="hm")))
    assert "    see\n    [image]" in lines
    assert '    -> run {"command": "ls"}' in lines
    assert "    (thinking) hm" in lines


@pytest.mark.parametrize(
    "call", [{}, {"function": None}, {"function": {"name": None, "arguments": None}}, {"function": {"arguments": [1]}}]
)
def test_odd_tool_calls_do_not_fail(call: dict[str, Any]) -> None:
    assert "-> tool" in "\n".join(message_lines(Message("assistant", None, id=1, tool_calls=[call])))


def test_the_asked_for_message_is_pointed_at() -> None:
    assert next(message_lines(Message("user", "x", id=3), pointed=True)) == "> user  #3"


def test_the_heading_names_where_a_session_came_from() -> None:
    session = Session(
        "s1/a", "claude-code", kind="subagent", parent_id="s1", title="T\nwo", project="/p", message_count=1
    )
    assert session_heading(session).split("\n") == [
        "T wo",
        "claude-code  /p  1 message",
        "id claude-code:s1/a",
        "subagent of s1",
    ]


def test_what_a_search_finds_in_a_part_is_shown_whatever_its_type() -> None:
    content = [{"type": "summary_text", "text": "a summary"}, {"text": "no type"}, "bare", {"type": 7}]
    message_ = Message("assistant", content, id=1)
    assert [line.strip() for line in "\n".join(message_lines(message_)).split("\n")][1:] == [
        "a summary",
        "no type",
        "bare",
        "[7]",
    ]


def test_options_become_arguments() -> None:
    options = {
        "literal": True,
        "limit": 3,
        "project": "/p",
        "roles": ("user,tool", "thinking"),
        "sources": (),
        "sessions": ("a", "b"),
    }
    assert search_arguments(options) == {
        "match": "literal",
        "limit": 3,
        "project": "/p",
        "roles": ["user", "tool", "thinking"],
        "sources": None,
        "sessions": ["a", "b"],
    }


def test_words_between_commas_are_apart() -> None:
    assert split_commas(["a, b", "c,,"]) == ["a", "b", "c"]
    assert split_commas([]) is None


def test_relative_projects_become_absolute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/m")
    monkeypatch.setenv("USERPROFILE", "/home/m")
    assert absolute_project("~/x") == "/home/m/x"
    assert absolute_project("/already") == "/already"
    assert absolute_project("C:\\work") == "C:\\work"
    assert absolute_project(None) is None


def test_failures_are_one_harmless_line_with_what_to_do() -> None:
    error = NotFoundError("there is no session \x1b[31mx\ny", hint="did you mean z?")
    assert message(error) == "there is no session ␛[31mx y (did you mean z?)"
    assert message(InvalidArgumentError("bad", path="/a", hint="mend it")) == "/a: bad (mend it)"
    assert message(FileNotFoundError(2, "No such file or directory", "/x")) == "/x: No such file or directory"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NotFoundError("x"), 1),
        (InvalidArgumentError("an option"), 2),
        (InvalidArgumentError("a setting", path="/config.yaml"), 1),
        (EntryTextError("empty"), 1),
        (KeyboardInterrupt(), 130),
        (BrokenPipeError(), 141),
        (OSError("x"), 1),
    ],
)
def test_every_failure_has_its_exit_code(error: BaseException, code: int) -> None:
    assert exit_code(error) == code


def test_figures_are_printed_as_people_read_them() -> None:
    figures = {
        "messages": 1200,
        "file_bytes": 2048,
        "first_at": None,
        "ok": "yes",
        "sources": [{"origin": "codex", "n": 1}],
    }
    assert figure_lines(figures) == [
        ("messages", "1,200"),
        ("file", "2.0 KB"),
        ("first at", ""),
        ("ok", "yes"),
        ("sources", "codex  1 n"),
    ]
