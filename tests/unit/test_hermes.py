"""Reading databases of Hermes Agent: several schemas, a second run, and cells that nobody expects."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from hermes_state.errors import SourceRewrittenError, TranscriptError
from hermes_state.records import Event, Message, Record, Session, Skip
from hermes_state.transcripts.hermes import RANGE_ROWS, HermesReader

OLD_MESSAGES: dict[str, Any] = {"id": int, "session_id": str, "role": str, "content": str, "timestamp": float}
OLD_SESSIONS: dict[str, Any] = {"id": str, "source": str, "started_at": float}
NEW_MESSAGES: dict[str, Any] = {
    **OLD_MESSAGES,
    **dict.fromkeys(("tool_call_id", "tool_calls", "tool_name", "reasoning", "reasoning_content", "api_content"), str),
    **dict.fromkeys(("observed", "active", "compacted", "token_count"), int),
}
NEW_SESSIONS: dict[str, Any] = {
    **OLD_SESSIONS,
    **dict.fromkeys(("title", "cwd", "git_branch", "model", "model_config", "user_id", "parent_session_id"), str),
    **dict.fromkeys(("end_reason", "system_prompt", "chat_id"), str),
    "ended_at": float,
    "archived": int,
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state db?#.db"


def build(path: Path, sessions: dict[str, Any] = NEW_SESSIONS, messages: dict[str, Any] = NEW_MESSAGES) -> None:
    with closing(sqlite3.connect(path)) as connection:
        database = Database(connection)
        database.table("sessions").create(sessions, pk="id")
        database.table("messages").create(messages, pk="id")
        connection.commit()


def add(path: Path, table: str, *rows: dict[str, Any]) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for row in rows:
            names = ", ".join(row)
            connection.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})", [*row.values()])


def run(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql)


def records_of(reader: HermesReader) -> list[Record]:
    return [record for batch in reader.batches() for record in batch]


def messages_of(reader: HermesReader) -> list[Message]:
    return [record for record in records_of(reader) if isinstance(record, Message)]


def again(path: Path, reader: HermesReader) -> HermesReader:
    return HermesReader(path, json.loads(json.dumps(reader.checkpoint())))


def conversation(path: Path, session_id: str = "s1", texts: tuple[str, ...] = ("one", "two", "three")) -> None:
    add(path, "sessions", {"id": session_id, "source": "cli", "started_at": 100.0})
    for text in texts:
        add(path, "messages", {"session_id": session_id, "role": "user", "content": text, "timestamp": 101.0})


def test_a_database_with_the_fewest_columns_is_read(path: Path) -> None:
    build(path, OLD_SESSIONS, OLD_MESSAGES)
    conversation(path)
    session, *messages = records_of(HermesReader(path))
    assert session == Session(id="s1", origin="hermes", source="cli", started_at=100.0)
    assert messages == [
        Message("user", text, 101.0, source_id=str(number), session_id="s1")
        for number, text in enumerate(("one", "two", "three"), 1)
    ]


def test_every_column_of_a_session_has_its_place_or_is_kept(path: Path) -> None:
    build(path)
    row = {
        "id": "s1",
        "source": "telegram",
        "started_at": 1.5,
        "ended_at": 2.5,
        "title": "T",
        "cwd": "/w",
        "git_branch": "b",
        "model": "m",
        "model_config": '{"a": 1}',
        "user_id": "u",
        "end_reason": "cli_close",
        "system_prompt": "You are\u2028\x00exact. ",
        "chat_id": "42",
        "archived": 1,
    }
    add(path, "sessions", row)
    assert records_of(HermesReader(path)) == [
        Session(
            id="s1",
            origin="hermes",
            source="telegram",
            title="T",
            project="/w",
            branch="b",
            model="m",
            user="u",
            started_at=1.5,
            ended_at=2.5,
            end_reason="cli_close",
            system_prompt="You are\u2028\x00exact. ",
            extra={"model_config": '{"a": 1}', "chat_id": "42", "archived": 1},
        )
    ]


def test_structured_content_calls_and_thinking_are_decoded(path: Path) -> None:
    build(path)
    calls = [{"id": "c1", "type": "function", "function": {"name": "run", "arguments": '{"x": 1}'}}]
    parts = [{"type": "text", "text": "look"}, {"type": "image_url", "image_url": {"url": "data:,"}}]
    base = {"session_id": "s1", "timestamp": 1.0}
    add(
        path,
        "messages",
        base | {"role": "user", "content": "\x00json:" + json.dumps(parts), "observed": 1, "api_content": "sent"},
        base | {"role": "assistant", "tool_calls": json.dumps(calls), "reasoning": "hm", "reasoning_content": "hm"},
        base | {"role": "tool", "content": "{}", "tool_call_id": "c1", "tool_name": "run", "token_count": 7},
        base | {"role": "assistant", "content": "x", "reasoning_content": "only returned"},
    )
    user, assistant, tool, last = messages_of(HermesReader(path))
    assert (user.content, user.extra) == (parts, {"observed": 1, "api_content": "sent"})
    assert (assistant.tool_calls, assistant.thinking) == (calls, "hm")
    assert (tool.tool_call_id, tool.tool_name, tool.extra) == ("c1", "run", {"token_count": 7})
    assert (last.thinking, last.extra) == ("only returned", {"reasoning_content": "only returned", "reasoning": None})


def test_flags_tell_active_compacted_and_rewound_rows(path: Path) -> None:
    build(path)
    base = {"session_id": "s1", "role": "user", "content": "x", "timestamp": 1.0}
    states = [(None, None), (1, 0), (0, 1), (0, 0)]
    add(path, "messages", *(base | {"active": active, "compacted": compacted} for active, compacted in states))
    found = [(message.active, message.compacted) for message in messages_of(HermesReader(path))]
    assert found == [(True, False), (True, False), (False, True), (False, False)]


def test_rows_that_compaction_wrote_are_marked_as_generated(path: Path) -> None:
    build(path)
    texts = (
        "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier",
        "[Your active task list was preserved across",
        "What is [CONTEXT COMPACTION?",
    )
    conversation(path, texts=texts)
    assert [message.generated for message in messages_of(HermesReader(path))] == [True, True, False]


@pytest.mark.parametrize(
    ("row", "parent_end", "kind", "parent"),
    [
        ({}, None, None, None),
        ({"parent_session_id": "p"}, "cli_close", "resume", "p"),
        ({"parent_session_id": "p"}, "compression", "compaction", "p"),
        ({"parent_session_id": "p", "model_config": '{"_branched_from": "p"}'}, "branched", "branch", "p"),
        ({"parent_session_id": "p", "model_config": '{"_delegate_from": "p"}'}, None, "subagent", "p"),
        ({"model_config": '{"_delegate_from": "p"}'}, None, "subagent", "p"),
        ({"source": "subagent"}, None, "subagent", None),
        # a mark that was inherited names another session than the parent
        ({"parent_session_id": "p", "model_config": '{"_branched_from": "root"}'}, "compression", "compaction", "p"),
        ({"parent_session_id": "p", "model_config": "{no json"}, None, "resume", "p"),
    ],
)
def test_the_kind_of_a_session_follows_from_its_marks_and_its_parent(
    path: Path, row: dict[str, Any], parent_end: str | None, kind: str | None, parent: str | None
) -> None:
    build(path)
    add(path, "sessions", {"id": "c", "source": "cli", "started_at": 1.0} | row)
    add(path, "sessions", {"id": "p", "source": "cli", "started_at": 0.0, "end_reason": parent_end})
    child = records_of(HermesReader(path))[0]
    assert isinstance(child, Session)
    assert (child.kind, child.parent_id) == (kind, parent)


def test_a_second_run_yields_nothing_and_a_third_only_what_is_new(path: Path) -> None:
    build(path)
    conversation(path)
    first = HermesReader(path)
    assert len(records_of(first)) == 4
    second = again(path, first)
    assert records_of(second) == []
    add(path, "messages", {"session_id": "s1", "role": "assistant", "content": "four", "timestamp": 2.0})
    third = again(path, second)
    assert [message.content for message in messages_of(third)] == ["four"]
    assert records_of(again(path, third)) == []


def test_a_title_and_an_end_that_come_later_are_followed(path: Path) -> None:
    build(path)
    conversation(path)
    first = HermesReader(path)
    records_of(first)
    run(path, "UPDATE sessions SET title = 'Named', end_reason = 'cli_close', ended_at = 9.0")
    second = again(path, first)
    (session,) = records_of(second)
    assert isinstance(session, Session)
    assert (session.title, session.end_reason, session.ended_at) == ("Named", "cli_close", 9.0)
    assert records_of(again(path, second)) == []


@pytest.mark.parametrize(
    ("sql", "states"),
    [
        ("UPDATE messages SET active = 0 WHERE id IN (2, 3)", [(True, False), (False, False), (False, False)]),
        ("UPDATE messages SET active = 0, compacted = 1 WHERE id = 1", [(False, True), (True, False), (True, False)]),
    ],
)
def test_rows_rewound_or_compacted_later_are_yielded_again(path: Path, sql: str, states: list[Any]) -> None:
    build(path)
    conversation(path)
    conversation(path, "untouched")
    run(path, "UPDATE messages SET active = 1, compacted = 0")
    first = HermesReader(path)
    records_of(first)
    run(path, sql)
    second = again(path, first)
    found = messages_of(second)
    assert {message.session_id for message in found} == {"s1"}
    assert [(message.active, message.compacted) for message in found] == states
    assert [message.source_id for message in found] == ["1", "2", "3"]
    assert records_of(again(path, second)) == []


def test_a_rewind_that_is_taken_back_is_followed(path: Path) -> None:
    build(path)
    conversation(path)
    run(path, "UPDATE messages SET active = 0 WHERE id = 3")
    first = HermesReader(path)
    records_of(first)
    run(path, "UPDATE messages SET active = 1 WHERE id = 3")
    run(path, "UPDATE messages SET active = 0 WHERE id = 2")
    assert [message.active for message in messages_of(again(path, first))] == [True, False, True]


@pytest.mark.parametrize(("sessions", "messages"), [(OLD_SESSIONS, OLD_MESSAGES), (NEW_SESSIONS, NEW_MESSAGES)])
def test_rows_that_are_deleted_and_inserted_anew_come_without_ids(
    path: Path, sessions: dict[str, Any], messages: dict[str, Any]
) -> None:
    build(path, sessions, messages)
    conversation(path, "other", ("kept",))
    conversation(path, texts=("one", "two", "undone"))
    conversation(path, "last", ("newest",))
    first = HermesReader(path)
    records_of(first)
    run(path, "DELETE FROM messages WHERE session_id = 's1'")
    for session_id, text in (("s1", "one"), ("s1", "two"), ("other", "more")):
        add(path, "messages", {"session_id": session_id, "role": "user", "content": text, "timestamp": 9.0})
    second = again(path, first)
    found = [(message.content, message.source_id) for message in messages_of(second)]
    assert found == [("one", None), ("two", None), ("more", "8")]
    add(path, "messages", {"session_id": "s1", "role": "user", "content": "two", "timestamp": 9.0})
    third = again(path, second)
    assert [(message.content, message.source_id) for message in messages_of(third)] == [("two", "9")]
    assert records_of(again(path, third)) == []


def test_the_states_of_rows_that_were_inserted_anew_are_left_alone(path: Path) -> None:
    build(path)
    conversation(path)
    conversation(path, "last", ("newest",))
    first = HermesReader(path)
    records_of(first)
    run(path, "DELETE FROM messages WHERE session_id = 's1'")
    add(path, "messages", {"session_id": "s1", "role": "user", "content": "one", "timestamp": 9.0})
    second = again(path, first)
    records_of(second)
    add(path, "messages", {"session_id": "s1", "role": "user", "content": "next", "timestamp": 9.0})
    third = again(path, second)
    records_of(third)
    run(path, "UPDATE messages SET active = 0 WHERE session_id = 's1'")
    assert [message.content for message in messages_of(again(path, third))] == ["next"]


def test_a_reader_goes_on_from_a_checkpoint_between_any_two_batches(path: Path) -> None:
    build(path)
    conversation(path, texts=tuple(str(number) for number in range(RANGE_ROWS * 2 + 10)))
    whole = records_of(HermesReader(path))
    for stop in range(1, 4):
        reader = HermesReader(path)
        batches = reader.batches()
        seen = [record for _ in range(stop) for record in next(batches)]
        batches.close()  # type: ignore[attr-defined]
        assert seen + records_of(again(path, reader)) == whole


def test_long_rows_end_a_range_early_and_none_is_missed(path: Path) -> None:
    build(path)
    conversation(path, texts=tuple("x" * 3_000_000 for _ in range(7)))
    batches = list(HermesReader(path).batches())
    assert sum(len(batch) for batch in batches) == 8
    assert max(len(batch) for batch in batches) == 3


def test_another_database_in_its_place_is_told(path: Path) -> None:
    build(path)
    conversation(path)
    first = HermesReader(path)
    records_of(first)
    path.unlink()
    build(path)
    conversation(path, "other")
    with pytest.raises(SourceRewrittenError):
        records_of(again(path, first))


def test_a_deleted_newest_row_is_no_other_database(path: Path) -> None:
    build(path)
    conversation(path)
    run(path, "CREATE TABLE copy (id INTEGER PRIMARY KEY AUTOINCREMENT)")  # gives the file an sqlite_sequence
    run(path, "INSERT INTO sqlite_sequence VALUES ('messages', 3)")
    first = HermesReader(path)
    records_of(first)
    run(path, "DELETE FROM messages WHERE id = 3")
    assert messages_of(again(path, first)) == []


def test_a_message_of_an_unknown_session_brings_one(path: Path) -> None:
    build(path)
    add(path, "messages", {"session_id": "orphan", "role": "user", "content": "x", "timestamp": 1.0})
    session, message = records_of(HermesReader(path))
    assert session == Session(id="orphan", origin="hermes", source="hermes")
    assert isinstance(message, Message)


def test_odd_cells_never_raise(path: Path) -> None:
    build(path)
    run(path, "INSERT INTO sessions (id, source, started_at, title) VALUES ('s1', x'FF', 'soon', 5)")
    run(path, "INSERT INTO sessions (source) VALUES ('no id')")
    base = "INSERT INTO messages (session_id, role, content, timestamp, tool_calls, tool_name) VALUES "
    run(path, base + "('s1', 'user', CAST(x'C3282041' AS TEXT), 1e999, '{}', NULL)")
    run(path, base + "('s1', 'user', x'FF00', 'then', '[1, {\"id\": \"c\"}]', NULL)")
    run(path, base + "('s1', 'user', 12.5, NULL, 'nope', NULL)")
    run(path, base + "('s1', 'session_meta', 'kept', 1.0, NULL, NULL)")
    run(path, base + "(NULL, 'user', 'whose?', 1.0, NULL, NULL)")
    records = records_of(HermesReader(path))
    assert [type(record) for record in records] == [Session, Skip, Message, Message, Message, Event, Skip]
    texts = [record.content for record in records if isinstance(record, Message)]
    assert texts == ["\udcc3( A", "\udcff\x00", "12.5"]
    assert json.loads(json.dumps([record.extra for record in records if isinstance(record, Message)])) == [
        {"tool_calls": "{}", "timestamp": "inf"},
        {"tool_calls": '[1, {"id": "c"}]', "timestamp": "then"},
        {"tool_calls": "nope"},
    ]


def test_json_nested_too_deep_stays_text(path: Path) -> None:
    build(path)
    deep = "[" * 500 + "]" * 500
    add(
        path,
        "messages",
        {"session_id": "s", "role": "user", "content": "\x00json:" + deep, "tool_calls": deep, "timestamp": 1.0},
    )
    (message,) = messages_of(HermesReader(path))
    assert (message.content, message.extra) == ("\x00json:" + deep, {"tool_calls": deep})


def test_tables_that_are_views_or_virtual_are_not_read(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE VIEW sessions AS SELECT 'a' AS id")
        connection.execute("CREATE TABLE messages (id INTEGER, session_id TEXT, role TEXT)")
    with pytest.raises(TranscriptError, match="no session and message tables"):
        records_of(HermesReader(path))


def test_a_file_that_is_no_database_is_refused_in_one_line(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + b"\x99" * 4096)
    with pytest.raises(TranscriptError, match="cannot read"):
        records_of(HermesReader(path))


def test_usage_by_model_is_kept_with_its_session(path: Path) -> None:
    build(path)
    conversation(path)
    with closing(sqlite3.connect(path)) as connection:
        usage = {"session_id": "s1", "model": "m", "input_tokens": 3, "cost_status": None}
        Database(connection).table("session_model_usage").insert(usage)
        connection.commit()
    session = records_of(HermesReader(path))[0]
    assert isinstance(session, Session)
    assert session.extra == {"session_model_usage": [{"model": "m", "input_tokens": 3}]}


def test_a_damaged_page_costs_only_its_own_messages(path: Path) -> None:
    build(path)
    conversation(path, texts=tuple(f"{number} " + "x" * 300 for number in range(2000)))
    whole = len(messages_of(HermesReader(path)))
    data = path.read_bytes()
    size = 4096
    page = data.index(b"1200 xxx") // size
    path.write_bytes(data[: page * size] + b"\x99" * size + data[(page + 1) * size :])
    reader = HermesReader(path)
    records = records_of(reader)
    found = [record for record in records if isinstance(record, Message)]
    (skip,) = (record for record in records if isinstance(record, Skip))
    lost = whole - len(found)
    assert 0 < lost < 20
    assert skip.reason.startswith(f"{lost} messages up to id")
    assert str(found[-1].content).startswith("1999 ")
    path.write_bytes(data)  # repaired: what was lost is there again
    repaired = {message.source_id for message in messages_of(again(path, reader))}
    assert repaired >= {str(number) for number in range(1, 2001)} - {message.source_id for message in found}


@pytest.fixture
def live(path: Path) -> Iterator[sqlite3.Connection]:
    build(path)
    conversation(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        yield connection


def test_a_column_whose_name_is_damaged_costs_only_itself(path: Path) -> None:
    build(path, messages={**NEW_MESSAGES, "damaged_name": str})
    add(path, "sessions", {"id": "s"})
    add(path, "messages", {"id": 1, "session_id": "s", "role": "user", "content": "kept"})
    data = path.read_bytes()
    assert b"damaged_name" in data
    path.write_bytes(data.replace(b"damaged_name", b"damaged_\xa4\xffme"))
    assert [one.content for one in records_of(HermesReader(path)) if isinstance(one, Message)] == ["kept"]


def test_rows_that_stand_only_in_the_write_ahead_log_are_read(path: Path, live: sqlite3.Connection) -> None:
    live.execute("INSERT INTO messages (session_id, role, content, timestamp) VALUES ('s1', 'user', 'fresh', 1.0)")
    assert [message.content for message in messages_of(HermesReader(path))] == ["one", "two", "three", "fresh"]


def test_a_writer_is_not_held_up_between_two_batches(path: Path, live: sqlite3.Connection) -> None:
    reader = HermesReader(path)
    seen: list[Any] = []
    for batch in reader.batches():
        seen += [record.content for record in batch if isinstance(record, Message)]
        if len(seen) == 3:
            live.execute("INSERT INTO messages (session_id, role, content, timestamp) VALUES ('s1','user','now',1.0)")
            busy, _, _ = live.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            assert busy == 0
    assert seen == ["one", "two", "three", "now"]


def test_reading_writes_nothing_into_the_database(path: Path) -> None:
    build(path)
    conversation(path)
    before = path.read_bytes()
    records_of(HermesReader(path))
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir() if entry.is_file()] == [path.name]
