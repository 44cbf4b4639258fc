"""Claude Code transcripts: which lines are messages, whose they are, and what their session is called."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hermes_state.errors import SourceRewrittenError
from hermes_state.records import Event, Message, Record, Session, Skip
from hermes_state.transcripts.claude_code import FORMAT, ClaudeCodeParser, matches
from hermes_state.transcripts.claude_subagents import RESULT_FORMAT, ToolResultReader, matches_result
from hermes_state.transcripts.lines import LineReader

SID = "11111111-2222-3333-4444-555555555555"
AGENT = f"{SID}/a7"


def line(kind: str, uuid: str, content: Any = None, **fields: Any) -> dict[str, Any]:
    record: dict[str, Any] = {
        "type": kind,
        "uuid": uuid,
        "parentUuid": None,
        "sessionId": SID,
        "timestamp": "2026-03-01T10:00:00.500Z",
        "cwd": "/home/dev/app",
        "gitBranch": "main",
    }
    if content is not None:
        record["message"] = {"role": kind, "content": content}
        if kind == "assistant":
            record["message"] |= {"id": "msg_1", "model": "model-one"}
    return record | fields


def parse(*records: Any, path: str = f"{SID}.jsonl") -> list[Record]:
    parser = ClaudeCodeParser(Path(path), None)
    made: list[Record] = []
    for number, record in enumerate(records, 1):
        if isinstance(record, str):
            made.extend(parser.unparsed(record, number))
        else:
            made.extend(parser.feed(record, number))
    made.extend(parser.finish())
    return made


def messages(records: list[Record]) -> list[Message]:
    return [record for record in records if isinstance(record, Message)]


def events(records: list[Record]) -> list[Event]:
    return [record for record in records if isinstance(record, Event)]


def session(records: list[Record], session_id: str = SID) -> dict[str, Any]:
    """What all session records together say of one session, the last word counting."""
    said: dict[str, Any] = {}
    for record in records:
        if isinstance(record, Session) and record.id == session_id:
            fields = (
                "origin",
                "source",
                "kind",
                "parent_id",
                "title",
                "project",
                "branch",
                "model",
                "started_at",
                "extra",
            )
            said |= {name: getattr(record, name) for name in fields if getattr(record, name) is not None}
    return said


def stored(records: list[Record]) -> list[Any]:
    return [
        record.record if isinstance(record, Event) else record.extra
        for record in records
        if isinstance(record, Event) or (isinstance(record, Message) and record.extra is not None)
    ]


def test_a_user_line_is_one_message_with_the_whole_record_as_extra() -> None:
    record = line("user", "u1", "Hello")
    (message,) = messages(parse(record))
    assert (message.role, message.content, message.source_id, message.session_id) == ("user", "Hello", "u1", SID)
    assert message.timestamp == 1772359200.5
    assert message.extra == record
    assert not message.generated


def test_an_assistant_line_has_text_thinking_calls_and_the_turn_of_its_answer() -> None:
    blocks = [
        {"type": "thinking", "thinking": "First.", "signature": "s"},
        {"type": "text", "text": "One"},
        {"type": "thinking", "thinking": "Then."},
        {"type": "text", "text": "Two"},
        {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}},
    ]
    (message,) = messages(parse(line("assistant", "a1", blocks)))
    assert message.content == "One\nTwo"
    assert message.thinking == "First.\nThen."
    assert message.turn == "msg_1"
    assert message.tool_calls == [
        {"id": "t1", "type": "function", "function": {"name": "Bash", "arguments": {"command": "ls"}}}
    ]


def test_a_line_with_several_results_and_a_text_is_a_message_each_and_stored_once() -> None:
    call = line("assistant", "a1", [{"type": "tool_use", "id": "t1", "name": "Read", "input": {}}])
    results = line(
        "user",
        "u1",
        [
            {"type": "tool_result", "tool_use_id": "t1", "content": "plain"},
            {
                "type": "tool_result",
                "tool_use_id": "t2",
                "content": [
                    {"type": "text", "text": "x"},
                    {"type": "image", "source": {}},
                    {"type": "text", "text": "y"},
                ],
            },
            {"type": "text", "text": "and this"},
        ],
    )
    records = parse(call, results)
    _, one, two, text = messages(records)
    assert (one.role, one.content, one.tool_call_id, one.tool_name, one.source_id) == (
        "tool",
        "plain",
        "t1",
        "Read",
        "u1",
    )
    assert (two.role, two.content, two.tool_name, two.source_id) == ("tool", "x\ny", None, "u1#2")
    assert (text.role, text.content, text.source_id) == ("user", "and this", "u1#3")
    assert stored(records) == [call, results]


def test_a_message_of_a_picture_alone_has_no_text_and_keeps_the_picture_in_extra() -> None:
    blocks = [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}]
    (message,) = messages(parse(line("user", "u1", blocks)))
    assert message.role == "user"
    assert message.content is None
    assert message.extra is not None
    assert message.extra["message"]["content"] == blocks


@pytest.mark.parametrize(
    ("text", "fields", "generated"),
    [
        ("Please do", {}, False),
        ("Caveat", {"isMeta": True}, True),
        ("Summary of before", {"isCompactSummary": True}, True),
        ("<local-command-stdout>ok</local-command-stdout>", {}, True),
        ("<local-command-stdout>ok</local-command-stdout> and my own words", {}, False),
        ("<command-name>/clear</command-name>", {}, False),
        ("<system-reminder>be brief</system-reminder>\n", {}, True),
        ("[Request interrupted by user]", {}, True),
        ("<div> is what I want", {}, False),
    ],
)
def test_texts_of_the_harness_are_generated(text: str, fields: dict[str, Any], generated: bool) -> None:
    (message,) = messages(parse(line("user", "u1", text, **fields)))
    assert message.generated is generated


def test_synthetic_and_error_answers_are_generated_and_name_no_model() -> None:
    synthetic = line("assistant", "a1", [{"type": "text", "text": "No response requested."}])
    synthetic["message"]["model"] = "<synthetic>"
    error = line("assistant", "a2", [{"type": "text", "text": "API Error"}], isApiErrorMessage=True)
    error["message"]["model"] = "<synthetic>"
    records = parse(synthetic, error)
    assert [message.generated for message in messages(records)] == [True, True]
    assert "model" not in session(records)


def test_other_lines_are_events_in_the_order_of_the_file() -> None:
    lines = [
        line("user", "u1", "Hi"),
        line("system", "s1", subtype="compact_boundary", logicalParentUuid="u1"),
        line("attachment", "x1", attachment={"type": "task_reminder", "content": []}),
        line("progress", "p1", data={"type": "hook_progress"}),
        {"type": "file-history-snapshot", "messageId": "u1", "snapshot": {}},
        {"type": "mode", "sessionId": SID, "mode": "plan"},
        line("user", "broken"),
        ["a", "list"],
        17,
    ]
    records = parse(*lines)
    assert [event.record for event in events(records)] == lines[1:]
    assert {event.session_id for event in events(records)} == {SID}
    assert stored(records) == lines


def test_a_line_that_is_no_json_is_an_event_of_the_current_session() -> None:
    assert events(parse(line("user", "u1", "Hi"), '{"cut')) == [Event(SID, '{"cut')]


def test_lines_before_the_first_session_id_join_the_session_that_follows() -> None:
    snapshot = {"type": "file-history-snapshot", "messageId": "m"}
    records = parse(snapshot, "garbage", line("user", "u1", "Hi"), path="copy-of-something.jsonl")
    assert [event.session_id for event in events(records)] == [SID, SID]
    assert stored(records)[:2] == [snapshot, "garbage"]
    assert isinstance(records[0], Session)


def test_a_file_without_any_session_id_is_named_after_itself() -> None:
    records = parse({"type": "summary", "summary": "S", "leafUuid": "elsewhere"}, path="some-name.jsonl")
    assert [event.session_id for event in events(records)] == ["some-name"]
    assert "title" not in session(records, "some-name")


def test_what_waits_for_a_session_survives_a_checkpoint() -> None:
    first = ClaudeCodeParser(Path("copy.jsonl"), None)
    assert first.feed({"type": "file-history-snapshot"}, 1) == []
    second = ClaudeCodeParser(Path("copy.jsonl"), json.loads(json.dumps(first.state())))
    made = list(second.feed(line("user", "u1", "Hi"), 2))
    assert events(made) == [Event(SID, {"type": "file-history-snapshot"})]


def test_a_session_is_described_once_and_again_only_with_news() -> None:
    lines = [
        line("user", "u1", "a"),
        line("assistant", "a1", "b"),
        line("user", "u2", "c", timestamp="2026-03-01T11:00:00Z"),
        line("user", "u3", "d", gitBranch="feature", cwd="/elsewhere"),
    ]
    records = parse(*lines)
    assert session(records) == {
        "origin": FORMAT,
        "source": "claude-code",
        "project": "/home/dev/app",
        "branch": "feature",
        "model": "model-one",
        "started_at": 1772359200.5,
    }
    assert sum(isinstance(record, Session) for record in records) == 4


def test_a_second_session_in_one_file_resumes_the_first() -> None:
    lines = [line("user", f"u{n}", "x", sessionId=name) for n, name in enumerate(["one", "two", "one", "two"])]
    records = parse(*lines)
    assert [message.session_id for message in messages(records)] == ["one", "two", "one", "two"]
    assert session(records, "two")["kind"] == "resume"
    assert session(records, "two")["parent_id"] == "one"
    assert "kind" not in session(records, "one")


def test_the_title_of_the_highest_rank_that_came_last_wins() -> None:
    lines = [
        line("user", "u1", "Hi"),
        {"type": "summary", "summary": "About a leaf here", "leafUuid": "u1"},
        {"type": "ai-title", "aiTitle": "By the model", "sessionId": SID},
        {"type": "custom-title", "customTitle": "Mine", "sessionId": SID},
        {"type": "custom-title", "customTitle": "Mine, better", "sessionId": SID},
        {"type": "ai-title", "aiTitle": "By the model again", "sessionId": SID},
    ]
    assert session(parse(*lines[:2]))["title"] == "About a leaf here"
    assert session(parse(*lines[:3]))["title"] == "By the model"
    assert session(parse(*lines))["title"] == "Mine, better"


def test_a_summary_counts_only_if_its_leaf_stands_in_the_file() -> None:
    early = {"type": "summary", "summary": "Early", "leafUuid": "u2"}
    assert session(parse(early, line("user", "u1", "a"), line("user", "u2", "b")))["title"] == "Early"
    assert "title" not in session(parse(early, line("user", "u1", "a")))


def test_a_prompt_queued_while_the_agent_worked_is_a_user_message() -> None:
    human = line(
        "attachment",
        "q1",
        attachment={
            "type": "queued_command",
            "prompt": "also the tests",
            "commandMode": "prompt",
            "origin": {"kind": "human"},
        },
    )
    task = line(
        "attachment", "q2", attachment={"type": "queued_command", "prompt": "done", "commandMode": "task-notification"}
    )
    blocks = line(
        "attachment", "q3", attachment={"type": "queued_command", "prompt": [{"type": "text", "text": "look"}]}
    )
    records = parse(human, task, blocks)
    assert [(m.role, m.content, m.generated) for m in messages(records)] == [
        ("user", "also the tests", False),
        ("user", "done", True),
        ("user", "look", False),
    ]
    assert stored(records) == [human, task, blocks]


def test_inline_sidechains_are_sub_agents_named_by_their_roots() -> None:
    def side(uuid: str, parent: str | None) -> dict[str, Any]:
        return line("user", uuid, "x", parentUuid=parent, isSidechain=True)

    lines = [
        line("user", "main", "Hi"),
        side("aaaaaaaa-1", None),
        side("bbbbbbbb-1", None),
        side("aaaaaaaa-2", "aaaaaaaa-1"),
        side("bbbbbbbb-2", "bbbbbbbb-1"),
        side("aaaaaaaa-3", "aaaaaaaa-2"),
        line("user", "main2", "Hi again"),
    ]
    records = parse(*lines)
    one, two = f"{SID}/aaaaaaaa", f"{SID}/bbbbbbbb"
    assert [message.session_id for message in messages(records)] == [SID, one, two, one, two, one, SID]
    assert session(records, one) | {"started_at": 0} == {
        "origin": FORMAT,
        "source": "subagent",
        "kind": "subagent",
        "parent_id": SID,
        "project": "/home/dev/app",
        "branch": "main",
        "started_at": 0,
    }


def test_inline_sidechains_with_an_agent_id_are_named_by_it() -> None:
    records = parse(line("user", "aaaaaaaa-1", "x", isSidechain=True, agentId="a7"))
    assert messages(records)[0].session_id == AGENT


def test_an_agent_file_beside_the_main_file_belongs_to_the_session_its_lines_name() -> None:
    records = parse({"type": "mode"}, line("user", "u1", "task", isSidechain=True), path="agent-a7.jsonl")
    assert messages(records)[0].session_id == AGENT
    assert events(records)[0].session_id == AGENT
    assert session(records, AGENT)["parent_id"] == SID
    assert session(records, SID) == {}


def test_progress_of_an_agent_is_the_agents_message_under_its_own_id() -> None:
    def progress(uuid: str, inner: dict[str, Any]) -> dict[str, Any]:
        return line("progress", uuid, data={"type": "agent_progress", "agentId": "a7", "message": inner, "prompt": "p"})

    spoken = line("assistant", "inner-1", [{"type": "tool_use", "id": "t9", "name": "Grep", "input": {"q": "x"}}])
    result = line("user", "inner-2", [{"type": "tool_result", "tool_use_id": "t9", "content": "found"}])
    lines = [line("user", "u1", "Hi"), progress("p1", spoken), progress("p2", result)]
    records = parse(*lines)
    _, call, answer = messages(records)
    assert (call.session_id, call.source_id, call.turn) == (AGENT, "inner-1", "msg_1")
    assert (answer.session_id, answer.source_id, answer.role, answer.tool_name) == (AGENT, "inner-2", "tool", "Grep")
    assert stored(records) == lines
    assert session(records, AGENT)["kind"] == "subagent"


def test_an_agent_file_in_the_session_folder_belongs_to_that_session(tmp_path: Path) -> None:
    folder = tmp_path / SID / "subagents" / "workflows"
    folder.mkdir(parents=True)
    path = folder / "agent-a7.jsonl"
    (folder / "agent-a7.meta.json").write_text('{"agentType": "explorer", "description": "Find the caller"}')
    path.write_text(json.dumps(line("user", "u1", "task", sessionId="agent-a7", isSidechain=True)) + "\n")
    records = [record for batch in LineReader(path, ClaudeCodeParser, FORMAT).batches() for record in batch]
    assert messages(records)[0].session_id == AGENT
    said = session(records, AGENT)
    assert said["extra"] == {"agentType": "explorer", "description": "Find the caller"}
    assert said["title"] == "Find the caller"
    assert said["parent_id"] == SID


def test_a_broken_description_of_an_agent_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / SID / "subagents"
    folder.mkdir(parents=True)
    (folder / "agent-a7.meta.json").write_text("{")
    records = parse(line("user", "u1", "task"), path=str(folder / "agent-a7.jsonl"))
    assert [record.line for record in records if isinstance(record, Skip)] == [0]
    assert len(messages(records)) == 1


def test_other_files_in_the_agents_folder_belong_to_the_session_of_the_folder() -> None:
    records = parse({"type": "started", "agentId": "a7"}, path=f"/p/{SID}/subagents/workflows/journal.jsonl")
    assert events(records) == [Event(SID, {"type": "started", "agentId": "a7"})]


def test_a_result_kept_in_a_file_of_its_own_is_a_tool_message(tmp_path: Path) -> None:
    path = tmp_path / SID / "tool-results" / "toolu_5.txt"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"long \xff output")
    assert matches_result(path)
    assert not matches_result(tmp_path / "toolu_5.txt")
    reader = ToolResultReader(path)
    assert reader.format == RESULT_FORMAT
    ((about, message),) = reader.batches()
    assert isinstance(about, Session)
    assert isinstance(message, Message)
    assert about.id == message.session_id == SID
    assert (message.role, message.tool_call_id, message.source_id) == ("tool", "toolu_5", "tool-results/toolu_5")
    assert message.content == "long \udcff output"
    state = json.loads(json.dumps(reader.checkpoint()))
    assert list(ToolResultReader(path, state).batches()) == []
    path.write_bytes(b"other")
    with pytest.raises(SourceRewrittenError):
        list(ToolResultReader(path, state).batches())


def test_an_id_that_a_file_repeats_at_once_is_told_apart_by_its_line() -> None:
    made = messages(parse(line("user", "same", "a"), line("user", "same", "b")))
    assert [message.source_id for message in made] == ["same", "same@2"]


def test_a_trace_that_another_tool_wrote_in_this_shape_has_an_origin_of_its_own() -> None:
    records = parse(line("user", "u1", "Hi", version="hermes-agent"))
    assert session(records)["origin"] == "hermes-trace"
    assert session(records)["source"] == "hermes"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ([line("user", "u", "x")], True),
        ([{"type": "summary", "summary": "s", "leafUuid": "l"}], True),
        ([{"type": "file-history-snapshot"}, 5, None], True),
        ([line("system", "s")], True),
        ([{"type": "assistant", "message": {"role": "assistant"}, "session_id": SID, "uuid": "x"}], True),
        ([{"type": "user", "message": "hello", "sessionId": SID}], False),
        ([{"type": "message", "message": {"role": "user"}}], False),
        ([{"role": "user", "content": "x"}], False),
        ([{"type": ["odd"]}], False),
        ([], False),
    ],
)
def test_the_format_is_told_by_the_first_values(head: list[Any], expected: bool) -> None:
    assert matches(head) is expected
