"""The two forms for others: Hermes Agent's export shape within its limits, and Markdown to read."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from typing import Any

import pytest

from hermes_state.records import Event, Message, Session
from hermes_state.transcripts import hermes_out, markdown
from hermes_state.transcripts.base import Written

FENCES = "```python\nx = 1\n```"


def hermes(*sessions: tuple[Session, Iterable[Message | Event]]) -> tuple[list[dict[str, Any]], Written]:
    out = io.BytesIO()
    written = hermes_out.write(out, sessions)
    return [json.loads(line) for line in out.getvalue().splitlines()], written


def as_markdown(*records: Message | Event, session: Session | None = None) -> str:
    out = io.BytesIO()
    markdown.write(out, [(session or Session(id="s", origin="codex"), records)])
    return out.getvalue().decode("utf-8")


def test_only_active_messages_go_to_hermes() -> None:
    records: list[Message | Event] = [
        Message("user", "kept"),
        Message("user", "rewound", active=False),
        Message("user", "compacted", active=False, compacted=True),
        Message("user", "[CONTEXT COMPACTION] summary", generated=True),
        Event("s", {"type": "x"}),
    ]
    (row,), written = hermes((Session(id="s"), records))
    assert [message["content"] for message in row["messages"]] == ["kept", "[CONTEXT COMPACTION] summary"]
    assert (row["message_count"], written.messages, written.sessions) == (2, 2, 1)


def test_a_row_has_what_hermes_requires() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": {"x": 1}}}
    session = Session(id="s", origin="codex", title="T", started_at=5.0, project="/w", user="u", branch="b")
    records = [Message("assistant", None, tool_calls=[call], thinking="hm"), Message("tool", "1", 7.5, "f", "c")]
    (row,), _ = hermes((session, records))
    assert (row["source"], row["cwd"], row["user_id"], row["git_branch"]) == ("codex", "/w", "u", "b")
    first, second = row["messages"]
    assert first["tool_calls"][0]["function"]["arguments"] == '{"x": 1}'
    assert (first["timestamp"], second["timestamp"], first["reasoning"]) == (5.0, 7.5, "hm")
    assert row["tool_call_count"] == 1


def test_a_session_without_times_still_has_a_start() -> None:
    (row, empty), _ = hermes((Session(id="a"), [Message("user", "x", 9.0)]), (Session(id="b"), []))
    assert (row["started_at"], empty["started_at"]) == (9.0, 0.0)


def test_titles_are_unique_and_of_one_line() -> None:
    titles = ["Same", "Same", "x" * 150, "x" * 150, " two\nlines\x1b ", "", None]
    rows, _ = hermes(*((Session(id=str(number), title=title), []) for number, title in enumerate(titles)))
    assert [row["title"] for row in rows] == [
        *("Same", "Same #2", "x" * 100, "x" * 97 + " #2", "two lines", None, None),
    ]


def test_equal_ids_of_two_origins_are_told_apart() -> None:
    rows, _ = hermes((Session(id="s", origin="codex"), []), (Session(id="s", origin="hermes"), []))
    assert [row["id"] for row in rows] == ["s", "hermes-s"]


@pytest.mark.parametrize(("kind", "mark"), [("branch", "_branched_from"), ("subagent", "_delegate_from")])
def test_a_branch_and_a_subagent_carry_hermes_marks(kind: str, mark: str) -> None:
    (row,), _ = hermes((Session(id="s", origin="codex", kind=kind, parent_id="p"), []))
    assert (row["parent_session_id"], json.loads(row["model_config"])) == ("p", {mark: "p"})


def test_a_session_with_too_many_messages_becomes_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hermes_out, "MAX_SESSION_MESSAGES", 3)
    session = Session(id="s", title="Long", end_reason="cli_close", parent_id="p")
    rows, written = hermes((session, [Message("user", str(number)) for number in range(7)]))
    assert [len(row["messages"]) for row in rows] == [3, 3, 1]
    assert [row["id"] for row in rows] == ["s", "s-part2", "s-part3"]
    assert [row["parent_session_id"] for row in rows] == ["p", "s", "s-part2"]
    assert [row["end_reason"] for row in rows] == ["compression", "compression", "cli_close"]
    assert [row["title"] for row in rows] == ["Long", "Long #2", "Long #3"]
    assert written.sessions == 1
    assert "became 3 sessions" in written.notes[0]


def test_no_line_is_larger_than_hermes_takes() -> None:
    texts = ["語" * 100_000, "x" * 400_000] * 12 + ["y" * 6_000_000]
    out = io.BytesIO()
    written = hermes_out.write(out, [(Session(id="s"), [Message("user", text) for text in texts])])
    lines = out.getvalue().splitlines()
    assert all(len(json.dumps(json.loads(line))) <= hermes_out.MAX_SESSION_BYTES for line in lines)
    assert sum(len(json.loads(line)["messages"]) for line in lines) == len(texts)
    assert any("was cut" in note for note in written.notes)
    assert "6000000 characters" in json.loads(lines[-1])["messages"][-1]["content"]


def test_a_file_that_is_more_than_hermes_takes_at_once_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hermes_out, "MAX_SESSIONS", 2)
    _, written = hermes(*((Session(id=str(number)), []) for number in range(3)))
    assert "in parts" in written.notes[0]


def test_fields_of_a_source_that_are_no_column_of_hermes_do_not_stand_in_for_one() -> None:
    odd = Session(id="s", origin="hermes", extra={"title": True, "started_at": "soon", "chat_id": "c"})
    message = Message("user", "text", source_id="9" * 5_000)
    (row,), _ = hermes((odd, [message]))
    assert (row["title"], row["chat_id"], row["messages"][0]["content"]) == (None, "c", "text")


def test_lone_surrogates_become_what_hermes_makes_of_them() -> None:
    (row,), _ = hermes((Session(id="s"), [Message("user", "a\ud83d b")]))
    assert row["messages"][0]["content"] == "a\ufffd b"


def test_a_document_begins_with_front_matter_that_any_title_survives() -> None:
    session = Session(id="s", origin="codex", title='a: "b"\n---\n# c', project="/w", started_at=0.0)
    text = as_markdown(session=session)
    head, _, rest = text.removeprefix("---\n").partition("\n---\n")
    values = dict(line.split(": ", 1) for line in head.split("\n"))
    assert json.loads(values["title"]) == 'a: "b"\n---\n# c'
    assert values["started_at"] == '"1970-01-01T00:00:00Z"'
    assert rest.startswith('\n# a: "b" --- # c\n')


def test_a_turn_is_a_heading_and_its_text() -> None:
    text = as_markdown(Message("user", "Hello *there*", 0.0), Message("assistant", "Hi"))
    assert "\n## User · 1970-01-01T00:00:00Z\n\nHello *there*\n" in text
    assert "\n## Assistant\n\nHi\n" in text


def test_a_fence_is_longer_than_any_within() -> None:
    text = as_markdown(Message("tool", FENCES + "\n````", tool_name="cat <x>"))
    assert f"\n`````text\n{FENCES}\n````\n`````\n" in text
    assert "## Tool: cat &lt;x>" in text
    assert "<summary>Output</summary>" in text


def test_calls_and_thinking_are_folded() -> None:
    call = {"function": {"name": "<f>", "arguments": {"path": "a"}}}
    text = as_markdown(Message("assistant", "x", thinking="hm", tool_calls=[call]))
    assert "<summary>Thinking</summary>\n\n```text\nhm\n```" in text
    assert '<summary>Call: &lt;f&gt;</summary>\n\n```text\n{\n  "path": "a"\n}\n```' in text


def test_a_fence_left_open_in_a_message_is_closed() -> None:
    text = as_markdown(Message("assistant", "see\n~~~~js\n```\nx"), Message("user", FENCES))
    assert "```\nx\n~~~~\n\n## User" in text
    assert text.endswith(FENCES + "\n")


def test_rewound_messages_and_events_are_left_out_and_compacted_ones_marked() -> None:
    text = as_markdown(
        Message("user", "gone", active=False),
        Message("user", "old", active=False, compacted=True),
        Message("user", "made", generated=True),
        Event("s", "event"),
    )
    assert "gone" not in text
    assert "event" not in text
    assert "## User · compacted\n\nold" in text
    assert "## User · generated\n\nmade" in text


def test_nothing_that_a_terminal_obeys_is_left() -> None:
    session = Session(id="s", title="\x1b]0;t\x07\u202e")
    text = as_markdown(Message("tool", "\x1b[31mred\x9b\x00\r\nnext\ud800\u202e", tool_name="\x1b"), session=session)
    assert not any(ord(sign) < 32 and sign != "\n" for sign in text)
    assert not set(text) & set("\x7f\x9b\u202e\r")
    assert "␛[31mred<U+009B>␀\nnext\ufffd<U+202E>" in text


def test_pictures_are_named() -> None:
    parts = [{"type": "text", "text": "look"}, {"type": "image_url", "image_url": {"url": "data:"}}, 5]
    assert "look\n\n[image_url]\n" in as_markdown(Message("user", parts))
