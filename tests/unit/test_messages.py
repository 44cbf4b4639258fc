"""Plain conversations: the spellings of fields, the shapes of files, ids that are made, and damage."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hermes_state.errors import SourceRewrittenError, TranscriptError
from hermes_state.records import Event, Message, Record, Session, Skip
from hermes_state.transcripts import json_document
from hermes_state.transcripts.messages import open_messages

HELLO = {"role": "user", "content": "hello"}
REPLY = {"role": "assistant", "content": "hi there"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "chat.json"


def read(path: Path, checkpoint: dict[str, Any] | None = None) -> list[Record]:
    return [record for batch in open_messages(path, checkpoint).batches() for record in batch]


def read_value(path: Path, value: Any) -> list[Record]:
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
    return read(path)


def sessions_of(records: list[Record]) -> list[Session]:
    return [record for record in records if isinstance(record, Session)]


def messages_of(records: list[Record]) -> list[Message]:
    return [record for record in records if isinstance(record, Message)]


def one(path: Path, message: dict[str, Any]) -> Message:
    (found,) = messages_of(read_value(path, {"id": "s", "messages": [message]}))
    return found


def test_a_session_object_gives_its_fields_and_keeps_the_others(path: Path) -> None:
    value = {
        "id": "s1",
        "title": "Title",
        "started_at": "2026-05-01T10:00:00Z",
        "model": "m",
        "source": "slack",
        "cwd": "/w",
        "user": "u",
        "parent_id": "p",
        "kind": "branch",
        "tags": ["x"],
        "nothing": None,
        "messages": [HELLO],
    }
    (session,) = sessions_of(read_value(path, value))
    assert session == Session(
        id="s1",
        origin="messages",
        title="Title",
        started_at=1777629600.0,
        model="m",
        source="slack",
        project="/w",
        user="u",
        parent_id="p",
        kind="branch",
        extra={"tags": ["x"]},
    )


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        (1777629600, 1777629600.0),
        (1777629600.25, 1777629600.25),
        (1777629600250, 1777629600.25),
        ("1777629600", 1777629600.0),
        ("2026-05-01T10:00:00Z", 1777629600.0),
        ("2026-05-01T12:00:00+02:00", 1777629600.0),
        ("2026-05-01 10:00:00", 1777629600.0),
        (None, None),
    ],
)
@pytest.mark.parametrize("name", ["timestamp", "ts"])
def test_times_may_be_absent_iso_or_numbers(path: Path, name: str, given: Any, seconds: float | None) -> None:
    assert one(path, {**HELLO, name: given}).timestamp == seconds


def test_a_time_that_is_none_is_kept_as_it_stands(path: Path) -> None:
    message = one(path, {**HELLO, "timestamp": "last Tuesday"})
    assert (message.timestamp, message.extra) == (None, {"timestamp": "last Tuesday"})


def test_text_may_stand_under_two_names(path: Path) -> None:
    assert one(path, {"role": "user", "text": "a"}).content == "a"
    assert one(path, {"role": "user", "content": None, "text": "b"}).content == "b"
    assert one(path, {"role": "user", "content": "c", "text": "d"}).extra == {"text": "d"}


def test_parts_and_absent_content_stay_as_they_are(path: Path) -> None:
    parts = [{"type": "text", "text": "look"}, {"type": "image_url", "image_url": {"url": "data:,"}}]
    assert one(path, {"role": "user", "content": parts}).content == parts
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    message = one(path, {"role": "assistant", "content": None, "tool_calls": [call]})
    assert (message.content, message.tool_calls, message.extra) == (None, [call], None)


def test_a_tool_message_names_its_tool_or_takes_the_name_of_its_call(path: Path) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "grep", "arguments": "{}"}}
    records = read_value(
        path,
        [
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": "found"},
            {"role": "tool", "tool_call_id": "c2", "name": "ls", "content": "files"},
        ],
    )
    assert [(m.tool_name, m.tool_call_id) for m in messages_of(records)[1:]] == [("grep", "c1"), ("ls", "c2")]


@pytest.mark.parametrize(
    ("role", "name", "tool_name", "extra"),
    [
        ("tool", "ls", "ls", None),
        ("tool", None, None, None),
        ("tool", "", None, {"name": ""}),
        ("tool", 5, None, {"name": 5}),
        ("user", "Ann", None, {"name": "Ann"}),
    ],
)
@pytest.mark.parametrize("time", [12.5, "12.5"])
def test_a_name_is_a_tool_s_only_in_a_message_of_a_tool(
    path: Path, role: str, name: Any, tool_name: str | None, extra: Any, time: Any
) -> None:
    message = one(path, {"role": role, "content": "files", "timestamp": time, "name": name})
    assert (message.content, message.timestamp) == ("files", 12.5)
    assert (message.tool_name, message.extra) == (tool_name, extra)


def test_old_and_foreign_spellings_are_mapped_and_kept(path: Path) -> None:
    old = one(path, {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}})
    assert old.tool_calls == [{"type": "function", "function": {"name": "f", "arguments": "{}"}}]
    function = one(path, {"role": "function", "name": "f", "content": "3"})
    assert (function.role, function.tool_name, function.extra) == ("tool", "f", {"role": "function"})
    developer = one(path, {"role": "developer", "content": "be brief"})
    assert (developer.role, developer.extra) == ("system", {"role": "developer"})
    flat = one(path, {"role": "assistant", "tool_calls": [{"name": "f", "args": {"x": 1}, "id": "c"}]})
    assert flat.tool_calls == [{"id": "c", "type": "function", "function": {"name": "f", "arguments": {"x": 1}}}]
    assert flat.extra == {"tool_calls": [{"name": "f", "args": {"x": 1}, "id": "c"}]}


def test_sharegpt_turns_keep_their_text_and_their_speaker(path: Path) -> None:
    names = ("system", "human", "gpt", "function_call", "observation", "tool", "user", "chatgpt")
    value = {"id": 7, "conversations": [{"from": name, "value": f"<p>{name}</p>"} for name in names]}
    session, *messages = read_value(path, value)
    assert isinstance(session, Session)
    assert session.id == "7"
    found = [(m.role, m.content, m.extra) for m in messages if isinstance(m, Message)]
    roles = ("system", "user", "assistant", "assistant", "tool", "tool", "user", "assistant")
    assert found == [(role, f"<p>{name}</p>", {"from": name}) for role, name in zip(roles, names, strict=True)]


def test_what_is_no_message_among_messages_becomes_an_event(path: Path) -> None:
    records = read_value(path, {"id": "s", "messages": [HELLO, "loose text", {"role": "narrator", "content": "x"}]})
    assert records[2:] == [Event("s", "loose text"), Event("s", {"role": "narrator", "content": "x"})]


def test_a_bare_list_of_messages_is_one_session(path: Path) -> None:
    records = read_value(path, [HELLO, REPLY])
    assert [type(record) for record in records] == [Session, Message, Message]


def test_a_list_a_line_form_and_one_object_hold_the_same_sessions(path: Path) -> None:
    values = [{"id": f"s{n}", "messages": [HELLO, {"role": "assistant", "content": f"r{n}"}]} for n in range(3)]
    as_list = read_value(path, values)
    path.write_text("\n".join(map(json.dumps, values)), encoding="utf-8")
    assert read(path) == as_list
    path.write_text(json.dumps(values), encoding="utf-8")
    assert read(path) == as_list
    path.write_text(json.dumps(values[0]), encoding="utf-8")
    assert read(path) == as_list[:3]


def test_a_message_a_line_is_one_session(path: Path) -> None:
    path.write_text("\n".join(map(json.dumps, [HELLO, REPLY, HELLO])) + "\n", encoding="utf-8")
    session, *messages = read(path)
    assert isinstance(session, Session)
    assert [m.content for m in messages_of(messages)] == ["hello", "hi there", "hello"]
    assert {m.session_id for m in messages_of(messages)} == {session.id}


def test_a_made_id_stays_while_the_conversation_grows(path: Path) -> None:
    short = sessions_of(read_value(path, [HELLO, REPLY]))[0].id
    grown = sessions_of(read_value(path, {"messages": [HELLO, REPLY, {"role": "user", "content": "and?"}]}))[0].id
    assert short == grown
    assert short.startswith("sha256:")


def test_conversations_that_merely_begin_alike_are_told_apart(path: Path) -> None:
    ends = ("red", "green")
    values = [[HELLO, REPLY, {"role": "user", "content": end}] for end in ends]
    records = read_value(path, values)
    first, second = (session.id for session in sessions_of(records))
    assert second == f"{first}-2"
    assert [m.content for m in messages_of(records) if m.session_id == second][-1] == "green"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([{"content": "ab"}, {"content": "c"}], [{"content": "a"}, {"content": "bc"}]),
        ([{"content": "ab"}, {"content": None}], [{"content": None}, {"content": "ab"}]),
        ([{"content": "ab"}, {"content": 2}], [{"content": 2}, {"content": "ab"}]),
        ([{"content": "ab"}, {"content": ""}], [{"content": "ab"}, {"content": None}]),
        ([{"content": "ab", "n": 1}, {"content": ""}], [{"content": "ab", "n": 2}, {"content": ""}]),
    ],
)
def test_a_conversation_whose_messages_changed_is_read_anew(path: Path, before: Any, after: Any) -> None:
    texts = [[{"role": "user", **message} for message in messages] for messages in (before, after)]
    path.write_text("\n".join(json.dumps({"id": "s", "messages": messages}) for messages in texts), encoding="utf-8")
    assert len(messages_of(read(path))) == 4


def test_a_conversation_that_is_written_again_as_it_grows_is_stored_once(path: Path) -> None:
    lines = [[HELLO, REPLY], [HELLO, REPLY, {"role": "user", "content": "and?"}]]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    records = read(path)
    assert [m.content for m in messages_of(records)] == ["hello", "hi there", "and?"]
    assert len({session.id for session in sessions_of(records)}) == 1


def test_a_list_streams_and_goes_on_from_a_checkpoint(path: Path) -> None:
    values = [{"id": f"s{n}", "messages": [HELLO]} for n in range(4)]
    whole = read_value(path, values)
    reader = open_messages(path)
    batches = reader.batches()
    seen = next(batches) + next(batches)
    state = json.loads(json.dumps(reader.checkpoint()))
    assert seen + read(path, state) == whole
    list(batches)
    assert read(path, reader.checkpoint()) == []


def test_a_changed_document_is_told_from_the_one_read_before(path: Path) -> None:
    read_value(path, [HELLO])
    reader = open_messages(path)
    list(reader.batches())
    path.write_text(json.dumps([HELLO, REPLY], indent=1), encoding="utf-8")
    with pytest.raises(SourceRewrittenError):
        read(path, reader.checkpoint())


def test_a_list_that_breaks_off_gives_what_stands_before(path: Path) -> None:
    text = json.dumps([{"id": "a", "messages": [HELLO]}, {"id": "b", "messages": [HELLO]}], indent=1)
    path.write_text(text[:-30], encoding="utf-8")
    session, message, skip = read(path)
    assert isinstance(session, Session)
    assert session.id == "a"
    assert isinstance(message, Message)
    assert isinstance(skip, Skip)
    assert skip.line > 5


def test_documents_one_after_the_other_are_all_read(path: Path) -> None:
    values: list[Any] = [{"id": "a", "messages": [HELLO]}, [{"id": "b", "messages": [HELLO]}], [HELLO, REPLY]]
    path.write_text("\n".join(json.dumps(value, indent=1) for value in values) + "\n{cut", encoding="utf-8")
    records = read(path)
    assert [session.id for session in sessions_of(records)][:2] == ["a", "b"]
    assert len(messages_of(records)) == 4
    assert isinstance(records[-1], Skip)


def test_lines_in_utf_16_are_read(path: Path) -> None:
    values = [{"id": str(number), "messages": [{"role": "user", "content": "日本語"}]} for number in range(3)]
    path.write_bytes("\n".join(map(json.dumps, values)).encode("utf-16"))
    assert len(messages_of(read(path))) == 3


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-8"])
def test_a_byte_order_mark_and_windows_line_ends_are_no_hindrance(path: Path, encoding: str) -> None:
    path.write_bytes(json.dumps([HELLO, REPLY], indent=1).replace("\n", "\r\n").encode(encoding))
    assert [m.content for m in messages_of(read(path))] == ["hello", "hi there"]


def test_a_document_that_is_too_long_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text(json.dumps([HELLO], indent=1), encoding="utf-8")
    monkeypatch.setattr(json_document, "MAX_DOCUMENT_BYTES", 10)
    with pytest.raises(TranscriptError, match="one JSON document"):
        read(path)


def test_a_value_nested_too_deep_is_reported(path: Path) -> None:
    path.write_text("[\n" + json.dumps({"id": "a", "messages": [HELLO]}) + ",\n" + "[" * 5000, encoding="utf-8")
    records = read(path)
    assert [type(record) for record in records] == [Session, Message, Skip]


@pytest.mark.parametrize("value", [5, "text", {"a": 1}, [[]], [None], {"messages": "no"}, {"messages": []}])
def test_values_that_are_no_conversation_never_raise(path: Path, value: Any) -> None:
    assert messages_of(read_value(path, value)) == []
