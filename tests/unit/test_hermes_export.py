"""Reading what Hermes Agent exports: session lines, lineages in segments, snapshots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hermes_state.records import Event, Message, Record, Session, Skip
from hermes_state.transcripts.hermes_export import open_export


def read(path: Path, *values: Any, indent: int | None = None) -> list[Record]:
    path.write_text("\n".join(json.dumps(value, indent=indent) for value in values), encoding="utf-8")
    return [record for batch in open_export(path).batches() for record in batch]


def exported(session_id: str, *texts: str, **columns: Any) -> dict[str, Any]:
    messages = [
        {"id": number, "session_id": session_id, "role": "user", "content": text, "timestamp": 5.0, "active": 1}
        for number, text in enumerate(texts, 1)
    ]
    return {"id": session_id, "source": "cli", "started_at": 1.0, **columns, "messages": messages}


def test_a_line_is_a_session_with_the_ids_of_the_database(tmp_path: Path) -> None:
    session, message = read(tmp_path / "e", exported("s", "hi", title="T", last_active=9.0, user_id=None))
    assert session == Session(id="s", origin="hermes", source="cli", title="T", started_at=1.0)
    assert message == Message("user", "hi", 5.0, source_id="1", session_id="s")


def test_content_and_calls_stand_decoded(tmp_path: Path) -> None:
    parts = [{"type": "text", "text": "x"}]
    calls = [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]
    value = exported("s", "x")
    value["messages"][0] |= {"content": parts, "tool_calls": calls, "reasoning_details": "[1]"}
    _, message = read(tmp_path / "e", value)
    assert isinstance(message, Message)
    assert (message.content, message.tool_calls, message.extra) == (parts, calls, {"reasoning_details": "[1]"})


def test_a_lineage_gives_its_segments_and_not_their_sum_again(tmp_path: Path) -> None:
    root = exported("root", "one", end_reason="compression")
    tip = exported("tip", "two", parent_session_id="root")
    whole = {**tip, "segments": [root, tip], "messages": root["messages"] + tip["messages"]}
    records = read(tmp_path / "e", whole)
    assert [(r.id, r.kind) for r in records if isinstance(r, Session)] == [("root", None), ("tip", "compaction")]
    assert [(r.session_id, r.content) for r in records if isinstance(r, Message)] == [("root", "one"), ("tip", "two")]


def test_a_compaction_is_told_when_the_parent_comes_later(tmp_path: Path) -> None:
    tip, root = exported("tip", parent_session_id="root"), exported("root", end_reason="compression")
    sessions = [record for record in read(tmp_path / "e", tip, root) if isinstance(record, Session)]
    assert [(session.id, session.kind) for session in sessions] == [
        ("tip", "resume"),
        ("root", None),
        ("tip", "compaction"),
    ]


def test_a_compaction_is_told_across_a_pause_in_reading(tmp_path: Path) -> None:
    path = tmp_path / "e"
    lines = [
        json.dumps(exported("tip", parent_session_id="root")),
        json.dumps(exported("root", end_reason="compression")),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    reader = open_export(path)
    next(reader.batches())
    rest = [record for batch in open_export(path, reader.checkpoint()).batches() for record in batch]
    assert [(r.id, r.kind) for r in rest if isinstance(r, Session)] == [("root", None), ("tip", "compaction")]


def test_a_snapshot_is_a_session_of_messages_without_ids(tmp_path: Path) -> None:
    value = {
        "session_id": "s",
        "model": "m",
        "platform": "cli",
        "session_start": "2026-05-01T10:00:00+00:00",
        "system_prompt": "You are",
        "tools": [{"name": "f"}],
        "messages": [{"role": "user", "content": "hi", "timestamp": 5.0, "_db_persisted": True}],
    }
    session, message = read(tmp_path / "e", value, indent=2)
    assert isinstance(session, Session)
    assert (session.id, session.source, session.model, session.started_at) == ("s", "cli", "m", 1777629600.0)
    assert (session.system_prompt, (session.extra or {})["tools"]) == ("You are", [{"name": "f"}])
    assert message == Message("user", "hi", 5.0, session_id="s")


def test_odd_values_are_reported_and_never_raise(tmp_path: Path) -> None:
    value = exported("s", "hi")
    value["messages"] += [None, {"role": "session_meta", "id": 7}]
    records = read(tmp_path / "e", 3, {"id": "x"}, value, [])
    assert [type(record) for record in records] == [Skip, Skip, Session, Message, Event, Event, Skip]
