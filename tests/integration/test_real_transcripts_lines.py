"""Real Claude Code and Codex files: every line comes back, and a count that knows nothing of the parsers agrees."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hermes_state.records import Event, Message, Record, Session, Skip
from hermes_state.transcripts import claude_code, codex
from hermes_state.transcripts.base import LineParser
from hermes_state.transcripts.lines import LineReader

DATA = Path(os.environ.get("HERMES_STATE_TEST_DATA", Path(__file__).parents[2].parent / "shared" / "data"))
CLAUDE = sorted((DATA / "transcripts" / "claude-code").glob("**/*.jsonl"))
CODEX = sorted(
    path for path in (DATA / "transcripts" / "codex").glob("**/*.jsonl") if not path.name.endswith("history.jsonl")
)

pytestmark = pytest.mark.skipif(not CLAUDE or not CODEX, reason="the real transcripts are not on this machine")


def values_of(path: Path) -> list[Any]:
    """The JSON values of a file, several on one line included."""
    found: list[Any] = []
    decoder = json.JSONDecoder()
    for line in path.read_bytes().decode().split("\n"):
        rest = line.strip()
        while rest:
            value, end = decoder.raw_decode(rest)
            found.append(value)
            rest = rest[end:].strip()
    return found


def records_of(path: Path, parser: type[LineParser], name: str) -> list[Record]:
    return [record for batch in LineReader(path, parser, name).batches() for record in batch]


def kept(records: list[Record]) -> list[Any]:
    """The source records that the records hold, in order."""
    found: list[Any] = []
    for record in records:
        if isinstance(record, Event):
            found.append(record.record)
        elif isinstance(record, Message) and record.extra is not None:
            found.append(record.extra)
    return found


def roles_of(records: list[Record]) -> Counter[str]:
    return Counter(record.role for record in records if isinstance(record, Message))


def claude_roles(value: dict[str, Any]) -> Iterator[str]:
    """The roles of the messages in one Claude Code record, counted from the record alone."""
    if value.get("type") == "attachment":
        if value["attachment"]["type"] == "queued_command":
            yield "user"
        return
    if value.get("type") == "progress":
        if value["data"]["type"] != "agent_progress":
            return
        value = value["data"]["message"]
    if value.get("type") == "assistant":
        yield "assistant"
    elif value.get("type") == "user":
        content = value["message"]["content"]
        blocks = [] if isinstance(content, str) else [block["type"] for block in content]
        yield from ["tool"] * blocks.count("tool_result")
        if not blocks or set(blocks) != {"tool_result"}:
            yield "user"


def codex_roles(value: dict[str, Any]) -> Iterator[str]:
    """The role of the message in one Codex record, counted from the record alone."""
    if value.get("type") == "compacted":
        if value["payload"]["message"]:
            yield "user"
        return
    item = value["payload"] if value.get("type") == "response_item" else value
    kind = item.get("type", "")
    if kind == "message":
        yield {"developer": "system"}.get(item["role"], item["role"])
    elif kind == "agent_message" and any("text" in part for part in item["content"]):
        yield "user"
    elif kind.endswith("_call") or (kind == "reasoning" and (item["summary"] or item.get("content"))):
        yield "assistant"
    elif kind.endswith("_output"):
        yield "tool"


@pytest.mark.parametrize("path", CLAUDE, ids=lambda path: path.name)
def test_every_line_of_a_claude_code_file_comes_back_and_the_messages_are_counted_alike(path: Path) -> None:
    values = values_of(path)
    records = records_of(path, claude_code.ClaudeCodeParser, claude_code.FORMAT)
    assert claude_code.matches(values)
    assert not codex.matches(values)
    assert kept(records) == values
    assert roles_of(records) == Counter(role for value in values for role in claude_roles(value))
    assert not [record for record in records if isinstance(record, Skip)]


@pytest.mark.parametrize("path", CODEX, ids=lambda path: path.name)
def test_every_line_of_a_codex_file_comes_back_and_the_messages_are_counted_alike(path: Path) -> None:
    values = values_of(path)
    records = records_of(path, codex.CodexParser, codex.FORMAT)
    assert codex.matches(values)
    assert not claude_code.matches(values)
    assert kept(records) == values
    assert roles_of(records) == Counter(role for value in values for role in codex_roles(value))
    assert not [record for record in records if isinstance(record, Skip)]


@pytest.mark.parametrize("path", CLAUDE, ids=lambda path: path.name)
def test_no_two_messages_of_a_claude_code_session_share_an_id(path: Path) -> None:
    records = records_of(path, claude_code.ClaudeCodeParser, claude_code.FORMAT)
    named = Counter((m.session_id, m.source_id) for m in records if isinstance(m, Message) and m.source_id)
    assert [name for name, times in named.items() if times > 1] == []


def sessions_of(records: list[Record]) -> dict[str, dict[str, Any]]:
    """What all session records together say of each session, the last word counting."""
    found: dict[str, dict[str, Any]] = {}
    for record in records:
        if isinstance(record, Session):
            about = found.setdefault(record.id, {})
            for field in ("kind", "parent_id", "title", "source"):
                if getattr(record, field) is not None:
                    about[field] = getattr(record, field)
    return found


def named(paths: list[Path], part: str) -> Path:
    return next(path for path in paths if part in path.name)


def test_the_five_inline_sub_agents_of_a_real_file_hold_its_405_sidechain_lines() -> None:
    records = records_of(named(CLAUDE, "inline_sidechains"), claude_code.ClaudeCodeParser, claude_code.FORMAT)
    counts = Counter(record.session_id for record in records if isinstance(record, Message) and record.extra)
    agents = {name: count for name, count in counts.items() if "/" in name}
    assert len(agents) == 5
    assert sum(agents.values()) == 405


def test_two_session_ids_in_a_real_file_are_two_sessions_of_which_one_resumes_the_other() -> None:
    records = records_of(named(CLAUDE, "two_session_ids"), claude_code.ClaudeCodeParser, claude_code.FORMAT)
    sessions = sessions_of(records)
    assert sorted(about.get("kind", "") for about in sessions.values()) == ["", "resume"]


def test_a_real_summary_about_its_own_file_is_the_title() -> None:
    path = named(CLAUDE, "two_objects_on_one_line")
    (about,) = sessions_of(records_of(path, claude_code.ClaudeCodeParser, claude_code.FORMAT)).values()
    assert about["title"] == "Add agent name to logging context"


def test_a_real_resumed_rollout_marks_exactly_the_block_that_repeats_its_parent() -> None:
    parent = named(CODEX, "12-47-48")
    child = named(CODEX, "two_session_meta")
    payloads = {json.dumps(value["payload"], sort_keys=True) for value in values_of(parent)}
    records = records_of(child, codex.CodexParser, codex.FORMAT)
    marked = [record for record in records if isinstance(record, Event | Message) and record.replays]
    assert len(marked) == 322
    for record in marked:
        source = record.record if isinstance(record, Event) else record.extra
        assert isinstance(source, dict)
        assert json.dumps(source["payload"], sort_keys=True) in payloads
