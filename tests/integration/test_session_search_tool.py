"""The tool as an agent meets it: what it takes, what it answers, how large its answers are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hermes_state import SESSION_SEARCH_SCHEMA, SessionDB, session_search_tool
from hermes_state.tools.session_search_schema import DEFAULT_BUDGET_BYTES, MIN_BUDGET_BYTES, NAMES, PROPERTIES

START = 1_780_000_000.0
LONG_ANSWER = "The bridge keeps one reader thread for each pseudo console. " * 60


def conversation(db: SessionDB, number: int, topic: str) -> str:
    """Writes a conversation of sixty long messages with ``topic`` in the middle; returns its id."""
    sid = db.create_session(
        "cli", session_id=f"talk-{number}", title=f"Talk {number}", started_at=START + number * 1000
    )
    messages: list[dict[str, Any]] = []
    for turn in range(30):
        said = f"{topic} in turn {turn}? " if turn == 15 else f"Next step {turn}. "
        messages.append({"role": "user", "content": said + "Please go on with it. " * 10})
        messages.append({"role": "assistant", "content": LONG_ANSWER})
    db.append(sid, [message | {"timestamp": START + number * 1000 + i} for i, message in enumerate(messages)])
    return sid


@pytest.fixture
def db(tmp_path: Path) -> Iterator[SessionDB]:
    with SessionDB(tmp_path / "state.db") as archive:
        for number in range(5):
            conversation(archive, number, "Where is the Windows PTY bridge built")
        yield archive


def call(db: SessionDB, arguments: Any, live: tuple[str, int | None] | None = None) -> dict[str, Any]:
    answer = json.loads(session_search_tool(arguments, db, live))
    assert isinstance(answer, dict)
    return answer


def test_a_default_answer_holds_three_conversations_in_four_kilobytes(db: SessionDB) -> None:
    text = session_search_tool({"query": "Windows PTY bridge"}, db)
    answer = json.loads(text)
    assert len(text.encode()) <= DEFAULT_BUDGET_BYTES <= 4096
    assert len(answer["results"]) == 3
    assert all("PTY bridge" in result["snippet"] for result in answer["results"])
    assert answer["cursor"]


@pytest.mark.parametrize("budget", [MIN_BUDGET_BYTES, 1000, 2000, 4000, 10_000, 50_000])
@pytest.mark.parametrize(
    "arguments",
    [
        {"query": "bridge", "limit": 50},
        {"query": "nothing like this anywhere"},
        {},
        {"session_id": "talk-2"},
        {"session_id": "talk-2", "around_message_id": 150},
    ],
    ids=["many results", "no result", "browse", "read", "scroll"],
)
def test_no_answer_is_larger_than_its_budget(db: SessionDB, budget: int, arguments: dict[str, Any]) -> None:
    text = session_search_tool({**arguments, "budget": budget}, db)
    assert "error" not in json.loads(text)
    assert len(text.encode()) <= budget


def test_a_larger_budget_shows_the_messages_round_the_match_and_the_ends(db: SessionDB) -> None:
    answer = call(db, {"query": "Windows PTY bridge", "limit": 1, "budget": 50_000})
    (result,) = answer["results"]
    ids = [message["id"] for name in ("bookend_start", "messages", "bookend_end") for message in result[name]]
    assert len(ids) == len(set(ids)) == 3 + 11 + 3
    assert ids == sorted(ids)
    hit = next(message for message in result["messages"] if message["id"] == result["match_message_id"])
    assert "Windows PTY bridge" in hit["text"]


def test_a_long_text_is_cut_and_gives_its_full_length(db: SessionDB) -> None:
    answer = call(db, {"query": "Windows PTY bridge", "limit": 1, "budget": 50_000})
    cut = next(message for message in answer["results"][0]["messages"] if message["role"] == "assistant")
    assert cut["chars"] == len(LONG_ANSWER)
    assert len(cut["text"]) <= 402


def test_recalled_text_is_framed_as_data(db: SessionDB) -> None:
    for arguments in ({"query": "bridge"}, {}, {"session_id": "talk-1"}):
        assert "not instructions" in call(db, arguments)["about"]


def test_pages_of_answers_bring_every_conversation_once(db: SessionDB) -> None:
    seen: list[str] = []
    cursor = None
    for _ in range(10):
        answer = call(db, {"query": "bridge", "cursor": cursor, "limit": 2, "budget": 1500})
        seen += [result["session_id"] for result in answer["results"]]
        cursor = answer["cursor"]
        if cursor is None:
            break
    assert sorted(seen) == [f"talk-{number}" for number in range(5)]


def test_reading_by_cursor_brings_every_message_once(db: SessionDB) -> None:
    first = call(db, {"session_id": "talk-3"})
    tail = [message["id"] for message in first["tail"]]
    seen = [message["id"] for message in first["head"]]
    cursor = first["cursor"]
    while cursor is not None:
        answer = call(db, {"session_id": "talk-3", "cursor": cursor})
        assert answer["head"], "a page without a message would never end"
        seen += [message["id"] for message in answer["head"]]
        cursor = answer["cursor"]
    everything = [message.id for message in db.get_messages("talk-3")]
    assert seen == everything
    assert tail == everything[-len(tail) :]


def test_a_hit_can_be_read_on_from(db: SessionDB) -> None:
    hit = call(db, {"query": "Windows PTY bridge"})["results"][0]
    answer = call(db, {"session_id": hit["session_id"], "around_message_id": hit["match_message_id"], "budget": 9000})
    ids = [message["id"] for message in answer["messages"]]
    assert hit["match_message_id"] in ids
    total = answer["messages_before"] + len(ids) + answer["messages_after"]
    assert total == 60


def test_what_the_caller_still_has_in_context_is_left_out_and_archived_turns_are_not(db: SessionDB) -> None:
    messages = db.get_messages("talk-4")
    hit = next(message for message in messages if "PTY bridge" in message.text)
    assert hit.id is not None
    found = {
        result["session_id"]
        for result in call(db, {"query": "Windows PTY bridge", "limit": 9}, ("talk-4", None))["results"]
    }
    assert "talk-4" not in found
    db.compact("talk-4", hit.id)
    found = {
        result["session_id"]
        for result in call(db, {"query": "Windows PTY bridge", "limit": 9}, ("talk-4", None))["results"]
    }
    assert "talk-4" in found
    answer = call(db, {"session_id": "talk-4", "around_message_id": hit.id}, ("talk-4", None))
    assert any(message["id"] == hit.id for message in answer["messages"])


def test_the_window_of_the_caller_begins_at_the_message_it_names(db: SessionDB) -> None:
    messages = db.get_messages("talk-0")
    middle = messages[40].id
    assert middle is not None
    found = call(db, {"query": "Windows PTY bridge", "limit": 9}, ("talk-0", middle))["results"]
    assert "talk-0" in {result["session_id"] for result in found}
    found = call(db, {"query": "Windows PTY bridge", "limit": 9}, ("talk-0", messages[0].id))["results"]
    assert "talk-0" not in {result["session_id"] for result in found}


@pytest.mark.parametrize(
    "arguments",
    [
        {"q": "Windows PTY bridge"},
        {"text": "Windows PTY bridge", "max_results": "3"},
        {"search_query": "Windows PTY bridge", "roles": "user,assistant", "session_id": None, "after": None},
        '{"query": "Windows PTY bridge", "limit": 3.0}',
        {"Query": "Windows PTY bridge", "include-hidden": "false"},
    ],
)
def test_nulls_and_near_miss_names_mean_what_was_meant(db: SessionDB, arguments: Any) -> None:
    assert len(call(db, arguments)["results"]) == 3


def test_unknown_arguments_are_named_and_left_out(db: SessionDB) -> None:
    answer = call(db, {"query": "bridge", "profile": "work"})
    assert answer["results"]
    assert any("profile" in note for note in answer["notes"])


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ("not json", "JSON"),
        ([1, 2], "object"),
        ({"query": "bridge", "after": "banana"}, "banana"),
        ({"query": "bridge", "limit": "many"}, "limit"),
        ({"query": "bridge", "sort": "sideways"}, "sort"),
        ({"query": "bridge", "role": ["wizard"]}, "wizard"),
        ({"query": "bridge", "cursor": "xyz"}, "cursor"),
        ({"session_id": "no-such-session"}, "no-such-session"),
        ({"session_id": "talk-1", "around_message_id": 999_999}, "999999"),
        ({"query": {"a": 1}}, "query"),
    ],
)
def test_a_wrong_argument_gets_one_clear_error(db: SessionDB, arguments: Any, word: str) -> None:
    answer = call(db, arguments)
    assert word in answer["error"]
    assert answer["hint"]


def test_a_unique_beginning_of_an_id_names_a_session(db: SessionDB) -> None:
    db.create_session("cli", session_id="unique-name")
    db.append("unique-name", {"role": "user", "content": "hello"})
    assert call(db, {"session_id": "unique"})["session"]["session_id"] == "unique-name"


def test_a_closed_archive_is_an_error_and_no_exception(tmp_path: Path) -> None:
    archive = SessionDB(tmp_path / "state.db")
    archive.close()
    assert "closed" in call(archive, {"query": "x"})["error"]


def test_the_schema_is_strict_and_describes_every_argument() -> None:
    parameters = SESSION_SEARCH_SCHEMA["parameters"]
    assert parameters["additionalProperties"] is False
    assert parameters["required"] == list(parameters["properties"]) == list(PROPERTIES)
    for name, described in parameters["properties"].items():
        assert len(described["description"]) > 20, name
        assert "null" in described["type"], name
    json.dumps(SESSION_SEARCH_SCHEMA)


def test_the_description_says_what_the_tool_is_for_and_what_it_is_not_for() -> None:
    description = SESSION_SEARCH_SCHEMA["description"]
    for word in ("decision", "error log", "PR", "commit", "preferences", "memory", "skills"):
        assert word in description


def test_no_spelling_of_an_argument_hides_another() -> None:
    assert all(NAMES[name] == name for name in PROPERTIES)


# Whatever an archive holds


def odd_archive(db: SessionDB) -> dict[str, list[dict[str, Any]]]:
    """Writes one session for each thing that makes an answer long; the messages by session."""
    call = {"id": "c", "type": "function", "function": {"name": "\x01" * 300, "arguments": {"a": "\x01" * 200}}}
    odd: dict[str, list[dict[str, Any]]] = {
        "escapes": [{"role": "user", "content": "\x01" * 400 + " alpha"}] * 12,
        "quotes": [{"role": "user", "content": '"' * 500 + " alpha"}] * 12,
        "emoji": [{"role": "user", "content": "🎉" * 400 + " alpha"}] * 12,
        "chinese": [{"role": "user", "content": "数据库迁移失败了需要回滚" * 40 + " alpha"}] * 12,
        "tools": [{"role": "assistant", "content": None, "tool_calls": [call] * 9}] * 12
        + [{"role": "tool", "content": "\x02" * 900 + " alpha", "tool_name": "n" * 5000}] * 4,
    }
    odd["surrogates"] = [*odd["chinese"][:6], {"role": "user", "content": "\ud800 alpha"}, *odd["chinese"][:6]]
    odd["names"] = odd["i" * 3000] = odd["数" * 1500] = [{"role": "user", "content": "alpha"}] * 5
    for sid, messages in odd.items():
        long = {"source": "s" * 5000, "title": "题" * 5000, "cwd": "/p" * 3000} if sid == "names" else {}
        db.create_session(session_id=sid, **long)
        db.append(sid, messages)
    return odd


@pytest.mark.parametrize("budget", [MIN_BUDGET_BYTES, 2000, DEFAULT_BUDGET_BYTES, 10_000])
def test_whatever_an_archive_holds_answers_fit_and_cursors_lead_to_everything(tmp_path: Path, budget: int) -> None:
    with SessionDB(tmp_path / "odd.db") as db:
        odd = odd_archive(db)

        def bounded(arguments: dict[str, Any]) -> dict[str, Any]:
            text = session_search_tool(arguments | {"budget": budget}, db)
            assert len(text.encode()) <= budget
            answer: dict[str, Any] = json.loads(text)
            assert "error" not in answer
            return answer

        for sid in odd:
            ids = [message.id for message in db.get_messages(sid)]
            seen: list[int] = []
            cursor = None
            while True:
                answer = bounded({"session_id": sid, "cursor": cursor})
                seen += [message["id"] for message in answer["head"]]
                cursor = answer["cursor"]
                if cursor is None:
                    break
            assert seen + [message["id"] for message in answer["tail"]] == ids
            middle = bounded({"session_id": sid, "around_message_id": ids[len(ids) // 2]})
            assert ids[len(ids) // 2] in [message["id"] for message in middle["messages"]]
        for arguments, name in (({"query": "alpha"}, "results"), ({}, "conversations")):
            found: list[str] = []
            cursor = None
            while True:
                answer = bounded({**arguments, "cursor": cursor})
                found += [one["session_id"] for one in answer[name]]
                cursor = answer["cursor"]
                if cursor is None:
                    break
            resolved = [bounded({"session_id": one})["session"]["session_id"] for one in found]
            assert sorted(resolved) == sorted(sid[:160] for sid in odd)


def test_a_failure_fits_the_smallest_budget_whatever_it_names(db: SessionDB) -> None:
    text = session_search_tool({"session_id": "\x01\ud800数" * 2000, "budget": MIN_BUDGET_BYTES}, db)
    assert len(text.encode()) <= MIN_BUDGET_BYTES
    assert json.loads(text)["error"]
