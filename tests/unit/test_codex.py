"""Codex rollouts of all shapes: what is a message, what only repeats one, and what a resumed file repeats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hermes_state.records import Event, Message, Record, Session
from hermes_state.transcripts.codex import FORMAT, CodexParser, matches, matches_history

OWN = "01a00000-0000-7000-8000-000000000001"
PARENT = "01a00000-0000-7000-8000-00000000000f"
NAME = f"rollout-2026-03-01T11-00-00-{OWN}.jsonl"


def at(second: float, kind: str, **payload: Any) -> dict[str, Any]:
    minute, rest = divmod(second, 60)
    return {"timestamp": f"2026-03-01T10:{int(minute):02}:{rest:06.3f}Z", "type": kind, "payload": payload}


def meta(second: float = 0, session: str = OWN, **fields: Any) -> dict[str, Any]:
    return at(second, "session_meta", id=session, timestamp="2026-03-01T10:00:00Z", cwd="/home/dev/app", **fields)


def said(second: float, role: str, *texts: str, **fields: Any) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    content = [{"type": kind, "text": text} for text in texts]
    return at(second, "response_item", type="message", role=role, content=content, **fields)


def parse(*records: Any, path: str = NAME) -> list[Record]:
    parser = CodexParser(Path(path), None)
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


def session(records: list[Record]) -> dict[str, Any]:
    """What all session records together say, the last word counting."""
    about: dict[str, Any] = {}
    fields = ("id", "source", "kind", "parent_id", "title", "project", "branch", "model", "started_at", "system_prompt")
    for record in records:
        if isinstance(record, Session):
            assert record.origin == FORMAT
            about |= {name: getattr(record, name) for name in fields if getattr(record, name) is not None}
    return about


def stored(records: list[Record]) -> list[Any]:
    return [
        record.record if isinstance(record, Event) else record.extra
        for record in records
        if isinstance(record, Event | Message)
    ]


def test_response_items_are_the_messages_and_the_events_that_repeat_them_are_none() -> None:
    lines = [
        meta(git={"branch": "main"}),
        said(1, "user", "Look around"),
        at(1, "event_msg", type="user_message", message="Look around"),
        at(2, "turn_context", cwd="/home/dev/other", model="model-one"),
        at(3, "event_msg", type="agent_reasoning", text="I will look"),
        at(4, "event_msg", type="agent_message", message="Looking."),
        at(
            5,
            "response_item",
            type="reasoning",
            summary=[{"type": "summary_text", "text": "I will look"}],
            content=None,
        ),
        said(6, "assistant", "Looking."),
        at(7, "event_msg", type="token_count", info={}),
    ]
    records = parse(*lines)
    assert [(m.role, m.content, m.thinking) for m in messages(records)] == [
        ("user", "Look around", None),
        ("assistant", None, "I will look"),
        ("assistant", "Looking.", None),
    ]
    assert stored(records) == lines
    assert session(records) == {
        "id": OWN,
        "source": "codex",
        "project": "/home/dev/app",
        "branch": "main",
        "model": "model-one",
        "started_at": 1772359200.0,
    }


def test_the_oldest_shape_has_bare_items_after_a_header() -> None:
    lines = [
        {"id": OWN, "timestamp": "2026-03-01T10:00:00Z", "instructions": None, "git": {"branch": "main"}},
        {"record_type": "state"},
        {"type": "message", "id": None, "role": "user", "content": [{"type": "input_text", "text": "List"}]},
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Hm"}]},
        {"type": "function_call", "id": "fc_1", "name": "shell", "arguments": '{"command":["ls"]}', "call_id": "c1"},
        {"type": "function_call_output", "call_id": "c1", "output": '{"output":"a.py\\n","metadata":{"exit_code":0}}'},
        {"type": "message", "id": "msg_1", "role": "assistant", "content": [{"type": "output_text", "text": "One."}]},
    ]
    records = parse(*lines, path="copied.jsonl")
    assert session(records) == {"id": OWN, "source": "codex", "branch": "main", "started_at": 1772359200.0}
    user, thought, call, output, answer = messages(records)
    assert (user.content, user.timestamp, user.source_id) == ("List", None, None)
    assert (thought.thinking, thought.source_id) == ("Hm", "rs_1")
    assert call.tool_calls == [
        {"id": "c1", "type": "function", "function": {"name": "shell", "arguments": '{"command":["ls"]}'}}
    ]
    assert (output.role, output.content, output.tool_call_id, output.tool_name) == ("tool", "a.py\n", "c1", "shell")
    assert answer.source_id == "msg_1"
    assert stored(records) == lines


def test_the_newest_shape_has_turns_ids_a_system_prompt_and_a_title() -> None:
    passthrough = {"turn_id": "turn-9"}
    lines = [
        meta(base_instructions={"text": "You are careful."}),
        at(0, "event_msg", type="task_started", turn_id="turn-1"),
        said(0, "developer", "Rules"),
        at(0, "turn_context", turn_id="turn-1", model="m", cwd="/x"),
        said(1, "user", "Go", id="msg_1", internal_chat_message_metadata_passthrough=passthrough),
        at(
            1,
            "event_msg",
            type="item_completed",
            item={"type": "UserMessage", "content": [{"type": "text", "text": "Go"}]},
        ),
        said(2, "assistant", "Done", id="msg_2"),
        at(3, "event_msg", type="thread_name_updated", thread_name="Going"),
    ]
    records = parse(*lines)
    rules, go, done = messages(records)
    assert (rules.role, rules.content) == ("system", "Rules")
    assert (go.turn, go.source_id) == ("turn-9", "msg_1")
    assert (done.turn, done.source_id) == ("turn-1", "msg_2")
    assert session(records)["title"] == "Going"
    assert session(records)["system_prompt"] == "You are careful."


def test_without_response_items_the_events_are_the_text() -> None:
    lines = [
        meta(),
        at(1, "event_msg", type="user_message", message="Look"),
        at(2, "event_msg", type="agent_reasoning", text="Hm"),
        at(3, "event_msg", type="agent_message", message="Looked."),
        at(
            4,
            "event_msg",
            type="item_completed",
            item={"type": "AgentMessage", "id": "i1", "content": [{"type": "Text", "text": "More"}]},
        ),
        at(4, "event_msg", type="item_completed", item={"type": "Reasoning", "summary_text": ["a", "b"]}),
    ]
    records = parse(*lines)
    assert [(m.role, m.content, m.thinking, m.source_id) for m in messages(records)] == [
        ("user", "Look", None, None),
        ("assistant", None, "Hm", None),
        ("assistant", "Looked.", None, None),
        ("assistant", "More", None, "i1"),
        ("assistant", None, "a\nb", None),
    ]
    assert stored(records) == lines


def test_events_before_the_first_response_item_wait_for_it_across_a_checkpoint() -> None:
    lines = [meta(), at(1, "event_msg", type="user_message", message="Look"), said(1, "user", "Look")]
    first = CodexParser(Path(NAME), None)
    made = [*first.feed(lines[0], 1), *first.feed(lines[1], 2)]
    second = CodexParser(Path(NAME), json.loads(json.dumps(first.state())))
    made += second.feed(lines[2], 3)
    assert len(messages(made)) == 1
    assert stored(made) == lines


@pytest.mark.parametrize(
    ("item", "name", "arguments", "call_id"),
    [
        ({"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "c"}, "shell", "{}", "c"),
        (
            {"type": "custom_tool_call", "name": "apply_patch", "input": "*** Begin", "call_id": "c"},
            "apply_patch",
            "*** Begin",
            "c",
        ),
        (
            {"type": "local_shell_call", "call_id": "c", "action": {"command": ["ls"]}},
            "local_shell",
            {"command": ["ls"]},
            "c",
        ),
        ({"type": "web_search_call", "id": "w", "action": {"query": "q"}}, "web_search", {"query": "q"}, "w"),
        ({"type": "tool_search_call", "call_id": "c", "arguments": {"query": "q"}}, "tool_search", {"query": "q"}, "c"),
        (
            {"type": "image_generation_call", "id": "i", "revised_prompt": "a cat", "result": "AAAA"},
            "image_generation",
            {"revised_prompt": "a cat"},
            "i",
        ),
    ],
    ids=["function", "custom", "local-shell", "web-search", "tool-search", "image"],
)
def test_every_kind_of_call_is_an_assistant_message_with_one_call(
    item: dict[str, Any], name: str, arguments: Any, call_id: str
) -> None:
    (message,) = messages(parse(meta(), at(1, "response_item", **item)))
    assert message.role == "assistant"
    assert message.content is None
    assert message.tool_calls == [
        {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
    ]


@pytest.mark.parametrize(
    ("output", "text"),
    [
        ("plain", "plain"),
        ('{"output":"inner","metadata":{"exit_code":1}}', "inner"),
        ('{"metadata":{},"output":"inner"}', "inner"),
        ('{"output":"a","more":1}', '{"output":"a","more":1}'),
        ('{"output": cut', '{"output": cut'),
        ('{"output":7}', '{"output":7}'),
        (
            [
                {"type": "input_text", "text": "a"},
                {"type": "input_image", "image_url": "data:"},
                {"type": "input_text", "text": "b"},
            ],
            "a\nb",
        ),
        ({"type": "input_text", "text": "a"}, "a"),
        ({"content": "inner", "success": True}, "inner"),
        ({"content_items": [{"type": "input_text", "text": "inner"}]}, "inner"),
        (None, None),
        (5, None),
    ],
)
def test_the_text_of_an_output_is_found_in_every_shape(output: Any, text: str | None) -> None:
    record = at(1, "response_item", type="function_call_output", call_id="c", output=output)
    (message,) = messages(parse(meta(), record))
    assert (message.role, message.content, message.tool_call_id, message.tool_name) == ("tool", text, "c", None)
    assert message.extra == record


def test_reasoning_that_is_only_there_encrypted_is_an_event() -> None:
    record = at(1, "response_item", type="reasoning", summary=[], content=None, encrypted_content="gAAA")
    records = parse(meta(), record)
    assert messages(records) == []
    assert stored(records)[-1] == record


@pytest.mark.parametrize(
    ("texts", "content", "generated"),
    [
        (("<environment_context>\n<cwd>/x</cwd>\n</environment_context>",), None, True),
        (("<user_instructions>\nBe brief\n</user_instructions>",), None, True),
        (("# AGENTS.md instructions for /x\n\nBe brief",), None, True),
        (("# AGENTS.md instructions for /x", "<environment_context></environment_context>"), None, True),
        (('<image name=[Image #1] path="/x.png">', "</image>", "What is this?"), "What is this?", False),
        (("<environment_context> is a tag I saw",), None, False),
        (("Explain <image> tags",), None, False),
    ],
)
def test_texts_of_the_harness_in_the_users_role_are_generated(
    texts: tuple[str, ...], content: str | None, generated: bool
) -> None:
    (message,) = messages(parse(meta(), said(1, "user", *texts)))
    assert message.generated is generated
    assert message.content == ("\n".join(texts) if content is None else content)


def test_a_compaction_with_a_summary_is_a_generated_message_and_without_one_an_event() -> None:
    records = parse(meta(), at(1, "compacted", message="So far: all well"), at(2, "compacted", message=""))
    (message,) = messages(records)
    assert (message.role, message.content, message.generated) == ("user", "So far: all well", True)
    assert len(stored(records)) == 3


def resumed() -> list[dict[str, Any]]:
    return [
        meta(0),
        meta(6, PARENT, git={"branch": "old"}),
        said(6.001, "user", "First"),
        at(6.002, "turn_context", model="old-model", cwd="/old"),
        said(6.003, "assistant", "Answer"),
        said(6.004, "user", "Second"),
        said(6.005, "assistant", "Answer two"),
        said(30, "user", "First"),
        at(30.001, "turn_context", model="new-model", cwd="/home/dev/app"),
        said(34, "assistant", "Answer"),
    ]


def test_a_resumed_file_marks_what_it_repeats_of_its_parent() -> None:
    records = parse(*resumed())
    flags = [record.replays for record in records if isinstance(record, Event | Message)]
    assert flags == [None] + [PARENT] * 6 + [None] * 3
    about = session(records)
    assert (about["id"], about["kind"], about["parent_id"]) == (OWN, "resume", PARENT)
    assert about["model"] == "new-model"
    assert "branch" not in about
    assert stored(records) == resumed()


def test_a_replay_goes_on_across_a_checkpoint() -> None:
    parser = CodexParser(Path(NAME), None)
    made: list[Record] = []
    for number, record in enumerate(resumed(), 1):
        made.extend(parser.feed(record, number))
        parser = CodexParser(Path(NAME), json.loads(json.dumps(parser.state())))
    assert made == parse(*resumed())


def test_a_pause_within_an_answer_does_not_end_the_replay() -> None:
    lines = [
        meta(0),
        meta(6, PARENT),
        said(6, "user", "First"),
        said(9, "assistant", "Slow disk"),
        said(20, "user", "New"),
    ]
    flags = [record.replays for record in parse(*lines) if isinstance(record, Event | Message)]
    assert flags == [None, PARENT, PARENT, PARENT, None]


def test_replayed_records_with_their_old_times_are_marked_too() -> None:
    lines = [meta(600), meta(1, PARENT), said(2, "user", "First"), said(60, "user", "Second"), said(700, "user", "New")]
    flags = [record.replays for record in parse(*lines) if isinstance(record, Event | Message)]
    assert flags == [None, PARENT, PARENT, PARENT, None]


@pytest.mark.parametrize(
    ("fields", "kind", "parent", "source"),
    [
        ({"forked_from_id": PARENT}, "branch", PARENT, "codex"),
        ({"source": {"subagent": {"thread_spawn": {"parent_thread_id": PARENT}}}}, "subagent", PARENT, "subagent"),
        ({"source": {"subagent": "review"}, "parent_thread_id": PARENT}, "subagent", PARENT, "subagent"),
        ({"thread_source": "subagent", "parent_thread_id": PARENT, "source": "cli"}, "subagent", PARENT, "subagent"),
        ({"source": "vscode"}, None, None, "codex"),
    ],
    ids=["fork", "spawned", "review", "thread-source", "plain"],
)
def test_the_header_tells_how_a_session_came_to_be(
    fields: dict[str, Any], kind: str | None, parent: str | None, source: str
) -> None:
    for lines in ([meta(**fields)], [meta(**fields), meta(1, PARENT)][: 2 if kind else 1]):
        about = session(parse(*lines))
        assert (about.get("kind"), about.get("parent_id"), about["source"]) == (kind, parent, source)


def test_a_header_of_the_same_session_again_begins_no_replay() -> None:
    records = parse(meta(), said(1, "user", "a"), meta(2), said(3, "user", "b"))
    assert all(record.replays is None for record in messages(records))
    assert "kind" not in session(records)


def test_lines_before_the_header_belong_to_its_session() -> None:
    records = parse("garbage", at(0, "event_msg", type="warning"), meta(), path="copy.jsonl")
    assert session(records)["id"] == OWN
    assert {record.session_id for record in records if isinstance(record, Event)} == {OWN}
    assert stored(records)[0] == "garbage"


def test_a_file_without_a_header_has_the_id_of_its_name() -> None:
    assert session(parse(said(1, "user", "a")))["id"] == OWN
    assert session(parse(said(1, "user", "a"), path="other.jsonl"))["id"] == "other"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ([meta()], True),
        ([{"timestamp": "t", "type": "response_item", "payload": {}}], True),
        ([{"id": "x", "timestamp": "t", "instructions": None, "git": {}}, {"record_type": "state"}], True),
        ([{"id": "x", "timestamp": "t", "type": "session", "instructions": None}], False),
        ([{"type": "session_meta", "payload": "text"}], False),
        ([{"type": "user", "sessionId": "s", "message": {"role": "user"}}], False),
        ([7, None, []], False),
        ([], False),
    ],
)
def test_the_format_is_told_by_the_first_values(head: list[Any], expected: bool) -> None:
    assert matches(head) is expected


def test_the_history_of_prompts_is_told_from_rollouts() -> None:
    history = [{"session_id": OWN, "ts": 1772359200, "text": "Look"}]
    assert matches_history(history)
    assert not matches(history)
    assert not matches_history([meta()])
    assert not matches_history([])
