"""Our own lossless form: its lines, what it leaves out, and what a damaged file gives."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from hermes_state.records import Event, Message, Record, Session, Skip
from hermes_state.transcripts.archive_jsonl import open_jsonl, write

LONG = "a text that is longer than a reference to it"


def lines_of(*records: Message | Event, session: Session | None = None) -> list[dict[str, Any]]:
    out = io.BytesIO()
    write(out, [(session or Session(id="s", origin="messages"), records)])
    return [json.loads(line) for line in out.getvalue().splitlines()]


def read(path: Path, data: bytes) -> list[Record]:
    path.write_bytes(data)
    return [record for batch in open_jsonl(path).batches() for record in batch]


def read_lines(path: Path, *lines: Any) -> list[Record]:
    return read(path, b"\n".join(json.dumps(line).encode() for line in lines) + b"\n")


def test_the_first_line_names_the_form_and_its_version() -> None:
    assert lines_of()[0] == {"type": "hermes-state", "version": 1}


def test_fields_at_their_defaults_are_left_out() -> None:
    session = Session(id="s", origin="codex", title="T", message_count=9, preview="p", hidden=True)
    assert lines_of(Message("user", "hi", session_id="s"), Event("s", [1]), session=session)[1:] == [
        {"type": "session", "id": "s", "origin": "codex", "title": "T"},
        {"type": "message", "role": "user", "content": "hi"},
        {"type": "event", "record": [1]},
    ]


def test_a_text_stands_once_in_a_line() -> None:
    call = {"id": "c", "function": {"name": "f", "arguments": {"path": LONG + " of the call"}}}
    message = Message("assistant", LONG, thinking=LONG + ", thought", tool_calls=[call])
    message.extra = {"raw": [LONG, LONG + ", thought", {"input": LONG + " of the call"}], "short": "x"}
    line = lines_of(message)[2]
    assert line["extra"] == {"raw": [{"$text": 0}, {"$text": 1}, {"input": {"$text": 2}}], "short": "x"}


def test_the_parts_of_a_content_list_are_slices_of_its_text() -> None:
    parts = [{"type": "text", "text": LONG}, {"type": "image_url"}, {"type": "text", "text": LONG[::-1]}]
    line = lines_of(Message("user", parts, extra={"second": LONG[::-1], "first": LONG}))[2]
    size = len(LONG)
    assert line["extra"] == {"second": {"$text": [0, size + 1, 2 * size + 1]}, "first": {"$text": [0, 0, size]}}


def test_every_file_is_valid_utf_8_and_lone_surrogates_come_back(tmp_path: Path) -> None:
    out = io.BytesIO()
    message = Message("user", "broken \ud83d text, 日本語", extra={"\udc80": "\udcff"}, session_id="s")
    write(out, [(Session(id="s", origin="x"), [message, Message("user", "日本語", session_id="s")])])
    text = out.getvalue().decode("utf-8")
    assert "\\ud83d" in text
    assert '"content":"日本語"' in text
    assert read(tmp_path / "a", out.getvalue())[1] == message


def test_the_counts_are_returned() -> None:
    written = write(io.BytesIO(), [(Session(id="a"), [Message("user"), Event("a", 1)]), (Session(id="b"), [])])
    assert (written.sessions, written.messages, written.events) == (2, 1, 1)


def test_sessions_keep_their_origins(tmp_path: Path) -> None:
    out = io.BytesIO()
    write(out, [(Session(id="same", origin=name), [Message("user", name)]) for name in ("codex", "hermes")])
    found = read(tmp_path / "a", out.getvalue())
    assert [record.origin for record in found if isinstance(record, Session)] == ["codex", "hermes"]


def test_reading_that_goes_on_within_a_session_names_it_again(tmp_path: Path) -> None:
    out = io.BytesIO()
    write(out, [(Session(id="s", origin="codex", title="T"), [Message("user", "one"), Message("user", "two")])])
    path = tmp_path / "a"
    path.write_bytes(out.getvalue())
    reader = open_jsonl(path)
    batches = reader.batches()
    for _ in range(3):  # the header, the session, the first message
        next(batches)
    rest = [record for batch in open_jsonl(path, reader.checkpoint()).batches() for record in batch]
    assert rest == [Session(id="s", origin="codex"), Message("user", "two", session_id="s")]


def test_damaged_lines_are_reported_and_kept_where_they_can_be(tmp_path: Path) -> None:
    records = read_lines(
        tmp_path / "a",
        {"type": "hermes-state", "version": 2},
        {"type": "message", "role": "user"},
        {"type": "session"},
        {"type": "session", "id": "s", "origin": "codex", "kind": "clone", "started_at": "noon", "title": 5},
        {"type": "message", "role": "narrator", "content": "kept"},
        {"type": "message", "role": "user", "content": 5, "active": 0, "tool_calls": [1], "timestamp": 3},
        {"type": "message", "role": "user", "extra": {"x": {"$text": 9}}},
        {"type": "unknown"},
        [1],
    )
    assert records[3] == Session(id="s", origin="codex")
    assert records[4] == Event("s", {"type": "message", "role": "narrator", "content": "kept"})
    assert records[6] == Message("user", timestamp=3.0, tool_calls=[], session_id="s")
    assert records[8] == Message("user", extra={"x": {"$text": 9}}, session_id="s")
    skips = [record.line for record in records if isinstance(record, Skip)]
    assert skips == [1, 2, 3, 5, 7, 8, 9]


def test_a_line_that_is_no_json_is_an_event_of_its_session(tmp_path: Path) -> None:
    records = read(tmp_path / "a", b'{"type":"session","id":"s","origin":"x"}\n{"type": "mess\n')
    assert records[1] == Event("s", '{"type": "mess')


def test_numbers_that_json_cannot_hold_become_text() -> None:
    assert lines_of(Message("user", extra={"x": float("inf"), "y": [float("nan")]}))[2]["extra"] == {
        "x": "inf",
        "y": ["nan"],
    }


def test_what_is_nested_deep_comes_back_too(tmp_path: Path) -> None:
    deep: Any = LONG
    for _ in range(99):
        deep = [{"$literal": deep}]
    records: list[Message | Event] = [Message("user", LONG, extra={"x": deep}, session_id="s"), Event("s", deep)]
    out = io.BytesIO()
    write(out, [(Session(id="s", origin="x"), records)])
    assert read(tmp_path / "a", out.getvalue())[1:] == records
