"""Telling formats by content, of files that are whole, cut, large or none of ours."""

from __future__ import annotations

import io
import json
import os
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hermes_state.errors import TranscriptError
from hermes_state.records import Message, Session
from hermes_state.transcripts import archive_jsonl, hermes_out
from hermes_state.transcripts.detect import FORMATS, HEAD_BYTES, detect, open_transcript
from hermes_state.transcripts.foreign import FOREIGN

CHAT = {"id": "s", "messages": [{"role": "user", "content": "hello"}]}
CLAUDE = {"type": "user", "sessionId": "s", "uuid": "u", "message": {"role": "user", "content": "x"}}
CODEX = {"timestamp": "2026-01-01T00:00:00Z", "type": "session_meta", "payload": {"id": "s"}}
HERMES = {"id": "s", "source": "cli", "started_at": 1.0, "model_config": None, "input_tokens": 1, "messages": []}
PLAIN = {
    "id": "s",
    "title": "t",
    "source": "slack",
    "started_at": 1.0,
    "model": "m",
    "kind": "branch",
    "parent_id": "p",
}

LINES: list[tuple[str, list[Any]]] = [
    ("messages", [CHAT]),
    ("messages", [CHAT["messages"]]),
    ("messages", [{**PLAIN, **CHAT}]),
    ("messages", [{"role": "user", "content": "one a line"}]),
    ("messages", [{"conversations": [{"from": "human", "value": "x"}]}]),
    ("claude-code", [{"type": "summary", "summary": "s", "leafUuid": "l"}, CLAUDE]),
    ("claude-code", [{"type": "unknown"}, CLAUDE]),
    ("claude-code", [{**CLAUDE, "version": "hermes-agent"}]),
    ("codex", [CODEX]),
    ("codex", [{"id": "s", "timestamp": "t", "instructions": None, "git": None}, {"record_type": "state"}]),
    ("hermes-export", [HERMES]),
    ("hermes-export", [{"session_id": "s", "session_start": "t", "platform": "cli", "messages": []}]),
    ("hermes-prompts", [{"session_id": "s", "index": 1, "created_at": "t", "role": "user", "text": "x"}]),
    ("codex-history", [{"session_id": "s", "ts": 1, "text": "x"}]),
    ("chatgpt", [[{"title": "t", "mapping": {"n": {"children": []}}}]]),
    ("claude-ai", [[{"uuid": "u", "chat_messages": []}]]),
    ("gemini", [{"sessionId": "s", "projectHash": "h", "startTime": "t"}]),
    ("gemini", [[{"sessionId": "s", "messageId": 0, "type": "user", "message": "x", "timestamp": "t"}]]),
    ("opencode", [{"info": {"id": "ses_1"}, "messages": [{"info": {}, "parts": []}]}]),
    ("opencode", [{"id": "ses_1", "projectID": "p"}]),
    ("copilot", [{"type": "session.start", "data": {"copilotVersion": "1"}}]),
    ("copilot", [{"kind": 0, "v": {"sessionId": "s", "requests": []}}]),
    ("copilot", [{"resourceSpans": []}]),
    ("openclaw", [{"type": "session", "version": 3, "id": "s", "cwd": "/w"}]),
]

NO_TRANSCRIPTS = [
    b"",
    b"\n",
    b"hello",
    b"{",
    b"[",
    b'{"a": 1}',
    b'{"name": "package", "version": "1.0", "scripts": {}}',
    b"[1, 2, 3]",
    b'{"messages": "none"}',
    b'{"messages": [{"id": 1, "text": "a translation"}]}',
    b'[{"role": "admin", "name": "x"}]',
    b"\x89PNG\r\n\x1a\n",
    b"SQLite format 3\0" + b"\x99" * 2000,
    b"PK\x03\x04 broken",
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file"


def database(path: Path, *tables: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for table in tables:
            connection.execute(f"CREATE TABLE {table}")


@pytest.mark.parametrize(("name", "values"), LINES)
def test_a_format_is_told_from_its_lines(path: Path, name: str, values: list[Any]) -> None:
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    assert detect(path) == name


@pytest.mark.parametrize(("name", "values"), [case for case in LINES if len(case[1]) == 1])
def test_a_format_is_told_from_an_indented_document(path: Path, name: str, values: list[Any]) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(values[0], indent=2).encode())
    assert detect(path) == name


@pytest.mark.parametrize("content", NO_TRANSCRIPTS)
def test_other_files_are_no_transcripts(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert detect(path) is None
    with pytest.raises(TranscriptError, match="no transcript that we know"):
        open_transcript(path)


@pytest.mark.parametrize("indent", [None, 2])
def test_a_first_value_longer_than_the_head_is_told_by_what_it_begins_with(path: Path, indent: int | None) -> None:
    long = {**HERMES, "system_prompt": "x" * HEAD_BYTES, "messages": [{"role": "user", "content": "y"}]}
    path.write_text(json.dumps(long, indent=indent), encoding="utf-8")
    assert detect(path) == "hermes-export"
    chat = {"title": "t" * HEAD_BYTES, "messages": [{"role": "user", "content": "y" * HEAD_BYTES}]}
    path.write_text(json.dumps([chat], indent=indent), encoding="utf-8")
    assert detect(path) == "messages"


def test_a_broken_line_does_not_hide_the_format(path: Path) -> None:
    path.write_text(json.dumps(CLAUDE) + "\n{broken\n" + json.dumps(CLAUDE)[:20], encoding="utf-8")
    assert detect(path) == "claude-code"


def test_our_own_forms_are_told(path: Path) -> None:
    sessions = [(Session(id="s", origin="codex"), [Message("user", "hi")])]
    for writer, name in ((archive_jsonl.write, "jsonl"), (hermes_out.write, "hermes-export")):
        out = io.BytesIO()
        writer(out, sessions)
        path.write_bytes(out.getvalue())
        assert detect(path) == name
        assert open_transcript(path).format == name


@pytest.mark.parametrize(
    ("name", "tables"),
    [
        ("hermes", ["sessions (id)", "messages (id, session_id, role, tool_call_id)"]),
        ("opencode", ["session (id)", "message (id)", "part (data)"]),
        ("copilot", ["sessions (id)", "turns (id)", "assistant_usage_events (id)"]),
        ("cursor", ["meta (key)", "blobs (id)"]),
        ("cursor", ["ItemTable (key, value)", "cursorDiskKV (key, value)"]),
        ("archive", ["session (id)", "message (id)", "pack (id)"]),
        (None, ["ItemTable (key, value)"]),
        (None, ["sessions (id)", "messages (id)"]),
        (None, ["anything (id)"]),
    ],
)
def test_a_database_is_told_by_its_tables(path: Path, name: str | None, tables: list[str]) -> None:
    database(path, *tables)
    assert detect(path) == name


def test_keys_tell_a_database_of_cursor_from_one_of_its_relatives(path: Path) -> None:
    database(path, "ItemTable (key, value)")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO ItemTable VALUES ('composer.composerData', '{}')")
    assert detect(path) == "cursor"


@pytest.mark.parametrize(("name", "value"), [("chatgpt", {"mapping": {}, "current_node": "n"}), (None, {"a": 1})])
def test_an_export_is_told_within_its_zip_file(path: Path, name: str | None, value: Any) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps([value]))
    assert detect(path) == name


def test_a_text_of_aider_is_told(path: Path) -> None:
    path.write_text("\n# aider chat started at 2026-01-01 10:00:00\n\n#### hello\n", encoding="utf-8")
    assert detect(path) == "aider"


def test_a_tool_result_is_told_by_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "session" / "tool-results" / "toolu_1.txt"
    path.parent.mkdir(parents=True)
    path.write_text('{"any": "text"}', encoding="utf-8")
    assert detect(path) == "claude-code-result"
    assert open_transcript(path).format == "claude-code-result"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_not_waited_for(path: Path) -> None:
    os.mkfifo(path)
    assert detect(path) is None


@pytest.mark.parametrize("name", [*FOREIGN, "archive", "nonsense"])
def test_a_format_that_is_not_read_is_refused_with_a_hint(path: Path, name: str) -> None:
    path.write_text("x", encoding="utf-8")
    with pytest.raises(TranscriptError) as caught:
        open_transcript(path, name)
    assert "\n" not in str(caught.value)
    assert caught.value.hint


def test_every_format_named_can_be_opened(path: Path) -> None:
    path.write_text("", encoding="utf-8")
    assert {open_transcript(path, name).format for name in FORMATS} == set(FORMATS)


def test_a_missing_file_raises(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        detect(path)
