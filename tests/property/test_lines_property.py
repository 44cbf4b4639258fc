"""Line formats on input of any kind: nothing raises, nothing is lost, and two sittings read what one would."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hermes_state.records import Event, Message, Record, Skip
from hermes_state.transcripts.base import LineParser
from hermes_state.transcripts.claude_code import ClaudeCodeParser
from hermes_state.transcripts.codex import CodexParser
from hermes_state.transcripts.lines import UNFINISHED, LineReader

PARSERS: list[tuple[str, type[LineParser]]] = [("claude-code", ClaudeCodeParser), ("codex", CodexParser)]

words = st.sampled_from(["s1", "s2", "agent-x", "u1", "u2", "u3", "t1", "text", "", "a/b", "\ud83d", "\x00"])
times = st.sampled_from(["2026-03-01T10:00:00Z", "2026-03-01T10:00:09.5Z", "soon", 1772359200, 1e300, None])
odd = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
blocks = st.lists(
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(
                ["text", "thinking", "tool_use", "tool_result", "image", "input_text", "output_text"]
            )
        },
        optional={
            "text": words | odd,
            "thinking": words,
            "id": words,
            "name": words | odd,
            "tool_use_id": words,
            "content": words | odd,
        },
    )
    | odd,
    max_size=3,
)
spoken = st.fixed_dictionaries(
    {},
    optional={
        "role": st.sampled_from(["user", "assistant", "x"]),
        "content": words | blocks | odd,
        "id": words,
        "model": words,
    },
)
claude = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            ["user", "assistant", "system", "progress", "attachment", "summary", "ai-title", "mode"]
        )
        | odd
    },
    optional={
        "sessionId": words | odd,
        "uuid": words | odd,
        "parentUuid": words | st.none(),
        "isSidechain": st.booleans() | odd,
        "agentId": words | odd,
        "timestamp": times,
        "cwd": words | odd,
        "gitBranch": words | odd,
        "message": spoken | odd,
        "summary": words,
        "leafUuid": words,
        "aiTitle": words | odd,
        "attachment": st.fixed_dictionaries(
            {"type": st.just("queued_command")}, optional={"prompt": words | blocks | odd}
        ),
        "data": st.fixed_dictionaries(
            {"type": st.just("agent_progress")},
            optional={
                "agentId": words | odd,
                "message": st.fixed_dictionaries({"type": st.just("user")}, optional={"message": spoken}),
            },
        ),
    },
)
payload = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            [
                "message",
                "reasoning",
                "function_call",
                "function_call_output",
                "user_message",
                "agent_message",
                "item_completed",
            ]
        )
        | odd
    },
    optional={
        "id": words | odd,
        "role": words | st.sampled_from(["user", "assistant", "developer"]) | odd,
        "content": blocks | odd,
        "summary": blocks | odd,
        "name": words | odd,
        "arguments": words | odd,
        "call_id": words | odd,
        "output": words | st.just('{"output":"x","metadata":{}}') | blocks | odd,
        "message": words | odd,
        "item": st.fixed_dictionaries(
            {"type": st.sampled_from(["UserMessage", "Reasoning"])}, optional={"content": blocks}
        )
        | odd,
        "turn_id": words | odd,
        "cwd": words | odd,
        "source": words | odd | st.just({"subagent": {"thread_spawn": {"parent_thread_id": "s1"}}}),
        "forked_from_id": words | odd,
    },
)
codex = (
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["session_meta", "response_item", "event_msg", "turn_context", "compacted"]) | odd,
            "payload": payload | odd,
        },
        optional={"timestamp": times},
    )
    | payload
)
json_line = (claude | codex | odd).map(lambda value: json.dumps(value).encode())
raw_line = json_line | st.binary(max_size=20) | st.tuples(json_line, json_line).map(b"".join)
file_bytes = st.lists(
    st.tuples(raw_line, st.sampled_from([b"\n", b"\r\n", b"\n\n"])).map(b"".join) | st.binary(max_size=30), max_size=12
).map(b"".join)
unbounded = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def sitting(path: Path, kind: tuple[str, type[LineParser]], state: dict[str, Any] | None = None) -> LineReader:
    return LineReader(path, kind[1], kind[0], state)


def lasting(batches: Iterable[list[Record]]) -> list[Record]:
    """All records but the note on an unfinished last line, which every sitting makes anew."""
    records = [record for batch in batches for record in batch]
    return [record for record in records if not (isinstance(record, Skip) and record.reason == UNFINISHED)]


@pytest.mark.parametrize("kind", PARSERS, ids=["claude-code", "codex"])
@given(data=file_bytes)
@unbounded
def test_two_sittings_with_a_pause_anywhere_read_what_one_reads(
    tmp_path: Path, kind: tuple[str, type[LineParser]], data: bytes
) -> None:
    path = tmp_path / "s1.jsonl"
    path.write_bytes(data)
    whole: list[list[Record]] = []
    states: list[str] = []
    reader = sitting(path, kind)
    states.append(json.dumps(reader.checkpoint()))
    for batch in reader.batches():
        whole.append(batch)
        states.append(json.dumps(reader.checkpoint()))
    flat = lasting(whole)
    for pause, state in enumerate(states[:-1]):
        after = lasting(sitting(path, kind, json.loads(state)).batches())
        assert lasting(whole[:pause]) + after == flat


@pytest.mark.parametrize("kind", PARSERS, ids=["claude-code", "codex"])
@given(lines=st.lists(claude | codex | odd, max_size=12))
@unbounded
def test_every_line_comes_back_from_the_records(
    tmp_path: Path, kind: tuple[str, type[LineParser]], lines: list[Any]
) -> None:
    path = tmp_path / "s1.jsonl"
    path.write_bytes(b"".join(json.dumps(value).encode() + b"\n" for value in lines))
    kept: list[Any] = []
    seen: set[str] = set()
    for batch in sitting(path, kind).batches():
        for record in batch:
            if isinstance(record, Event):
                kept.append(record.record)
                assert record.session_id in seen
            elif isinstance(record, Message):
                assert record.session_id in seen
                if record.extra is not None:
                    kept.append(record.extra)
            elif hasattr(record, "id"):
                seen.add(record.id)
    assert Counter(json.dumps(value) for value in kept) == Counter(json.dumps(value) for value in lines)
    assert [json.dumps(value) for value in kept] == [json.dumps(value) for value in lines]


@pytest.mark.parametrize("kind", PARSERS, ids=["claude-code", "codex"])
@given(first=st.lists(raw_line, max_size=6), second=st.lists(raw_line, max_size=6))
@unbounded
def test_a_file_that_grew_gives_only_its_new_lines(
    tmp_path: Path, kind: tuple[str, type[LineParser]], first: list[bytes], second: list[bytes]
) -> None:
    def lines_of(batches: list[list[Record]]) -> int:
        return sum(
            isinstance(record, Event) or (isinstance(record, Message) and record.extra is not None)
            for batch in batches
            for record in batch
        )

    path = tmp_path / "s1.jsonl"
    head, tail = (b"".join(line + b"\n" for line in lines) for lines in (first, second))
    path.write_bytes(head + tail)
    whole = lines_of(list(sitting(path, kind).batches()))
    path.write_bytes(head)
    reader = sitting(path, kind)
    before = lines_of(list(reader.batches()))
    state = json.loads(json.dumps(reader.checkpoint()))
    path.write_bytes(head + tail)
    assert before + lines_of(list(sitting(path, kind, state).batches())) == whole
