"""The tool and the chat command: calls as models and people write them, and answers that say what to do next."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from memory_stores import BLOCKED, HELD, plain_scan

from hermes_state.memory import Author, MemorySettings, MemoryStore
from hermes_state.memory.chat import memory_command
from hermes_state.memory.prompt import judging
from hermes_state.tools.memory import memory_tool, run_memory_tool
from hermes_state.tools.memory_schema import ACTION_WORDS, NAMES, OPERATION_PROPERTIES, PROPERTIES, SCHEMA, TARGET_WORDS
from hermes_state.tools.memory_sight import MOST_BYTES
from hermes_state.tools.session_search_schema import DESCRIPTION as SEARCH_DESCRIPTION


@pytest.fixture(autouse=True)
def plain_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "scan_entries", plain_scan)


@pytest.fixture
def store(tmp_path: Path) -> MemoryStore:
    return MemoryStore(folder=tmp_path / "memories")


def ask(store: MemoryStore | None, arguments: Any) -> dict[str, Any]:
    answer = json.loads(run_memory_tool(arguments, store))
    assert isinstance(answer, dict)
    assert isinstance(answer["success"], bool)
    assert "report this fault" not in answer.get("hint", ""), answer
    return answer


def entries(store: MemoryStore, target: str = "memory") -> list[str]:
    return list(store.read(target)["current_entries"])


# What the tool says of itself


def objects(schema: Any) -> list[dict[str, Any]]:
    """Every object type in a schema."""
    if isinstance(schema, list):
        return [one for part in schema for one in objects(part)]
    if not isinstance(schema, dict):
        return []
    own = [schema] if "properties" in schema else []
    return own + [one for part in schema.values() for one in objects(part)]


def test_the_schema_is_strict_so_that_no_client_drops_an_argument() -> None:
    found = objects(SCHEMA["parameters"])
    assert len(found) == 2  # the single form and an operation of a batch
    for one in found:
        assert one["additionalProperties"] is False
        assert one["required"] == list(one["properties"])
        for name, described in one["properties"].items():
            assert len(described["description"]) > 20, name
    assert SCHEMA["strict"] is True
    assert all("null" in described["type"] for described in PROPERTIES.values())
    assert set(OPERATION_PROPERTIES) <= set(PROPERTIES)
    json.dumps(SCHEMA)


@pytest.mark.parametrize(
    "words",
    [
        ("without being asked", "corrects", "remember"),
        ("preference", "habit", "name", "role", "time zone", "coding style"),
        ("environment", "OS", "tools", "project layout"),
        ("convention", "API quirk", "workflow", "stable fact"),
        ("trivial", "obvious", "easily found again", "follows from the context", "one-off", "raw dumps"),
        ("progress", "outcomes", "logs", "TODO", "session_search", "PR number", "CI job id", "decision"),
        ("procedure", "skill", "80 %", "merge or shorten", "do not repeat"),
        ("the repository's tests run by scripts/run_tests.sh", "PR #1842 submitted", "just fixed the bug"),
        ("user asked a Python question", "Most valuable are preferences and corrections"),
    ],
)
def test_the_description_says_what_to_save_and_what_belongs_elsewhere(words: tuple[str, ...]) -> None:
    for word in words:
        assert word in SCHEMA["description"]


def test_the_two_tools_send_to_each_other() -> None:
    assert "session_search" in SCHEMA["description"]
    assert "tool memory" in SEARCH_DESCRIPTION
    assert "skills" in SEARCH_DESCRIPTION


def test_no_spelling_hides_another() -> None:
    assert all(NAMES[name] == name for name in PROPERTIES)
    assert all(ACTION_WORDS[word] == word for word in ("add", "replace", "edit", "remove", "read"))
    assert all(TARGET_WORDS[word] == word for word in ("memory", "user"))


# Calls as they come


def test_each_action_does_what_it_says(store: MemoryStore) -> None:
    assert ask(store, {"action": "add", "target": "user", "content": "Berlin"})["success"]
    assert ask(store, {"action": "add", "content": "uses uv and ruff"})["current_entries"] == ["uses uv and ruff"]
    assert ask(store, {"action": "edit", "old_text": "uv", "content": "pip"})["overwritten"] == ["uses uv and ruff"]
    assert ask(store, {"action": "read"})["current_entries"] == ["uses pip and ruff"]
    assert ask(store, {"action": "replace", "old_text": "pip", "content": "uses poetry"})["success"]
    assert ask(store, {"action": "remove", "old_text": "poetry"})["removed"] == ["uses poetry"]
    assert entries(store) == []
    assert entries(store, "user") == ["Berlin"]


def test_the_arguments_can_be_given_one_by_one(store: MemoryStore) -> None:
    assert json.loads(memory_tool("add", "user", "likes tea", store=store))["success"]
    assert json.loads(memory_tool("replace", "user", "likes coffee", "tea", store=store))["success"]
    assert json.loads(memory_tool("add", file="user", text="in Berlin", store=store))["success"]
    batch = [{"action": "remove", "old_text": "coffee"}]
    assert json.loads(memory_tool("remove", "user", operations=batch, store=store))["success"]
    assert entries(store, "user") == ["in Berlin"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"action": "replace", "target": None, "content": "new", "old_text": "old", "operations": None},
        {"action": "replace", "old_string": "old", "new_string": "new"},
        {"action": "replace", "oldText": "old", "newText": "new"},
        {"action": "update", "old_text": "old", "new_text": "new"},
        {"action": "replace", "find": "old", "text": "new"},
        {"action": "replace", "match": "old", "entry": "new"},
        {"Action": "Replace", "Old-Text": "old", "Content": "new", "file": "MEMORY.md"},
        {"operation": "replace", "old_content": "old", "new_content": "new", "operations": []},
        {"action": "replace", "old_text": "old", "content": "new", "old_string": "not this"},
        '{"action": "replace", "old_text": "old", "content": "new"}',
        {"action": None, "operations": [{"action": "replace", "old_string": "old", "new_string": "new"}]},
        {"operations": '[{"action": "replace", "old_text": "old", "content": "new"}]'},
        {"operations": {"op": "replace", "old_text": "old", "value": "new"}},
        {"action": "add", "content": "", "old_text": None, "ops": [{"cmd": "overwrite", "old": "old", "new": "new"}]},
        {"operations": [{"action": "replace", "old_text": "old", "content": "new", "target": "memory"}]},
    ],
)
def test_what_models_confuse_is_understood(store: MemoryStore, arguments: Any) -> None:
    store.add("memory", "an old fact")
    assert ask(store, arguments)["success"]
    assert entries(store) == ["new"]


@pytest.mark.parametrize("name", ["old_text", "content", "entry", "text"])
def test_an_entry_to_remove_may_be_given_as_its_text(store: MemoryStore, name: str) -> None:
    store.add("memory", "an old fact")
    assert ask(store, {"action": "delete", name: "an old fact"})["removed"] == ["an old fact"]


def test_a_number_is_taken_as_text_and_a_name_that_means_nothing_is_named(store: MemoryStore) -> None:
    answer = ask(store, {"action": "add", "content": 8080, "importance": "high"})
    assert answer["current_entries"] == ["8080"]
    assert "importance" in answer["notes"][0]


# Calls that miss something


@pytest.mark.parametrize("missing", [{}, {"old_text": None}, {"old_text": ""}, {"old_text": " \n"}])
@pytest.mark.parametrize("action", ["replace", "edit", "remove"])
def test_a_missing_old_text_is_answered_with_all_entries_and_how_to_retry(
    store: MemoryStore, action: str, missing: dict[str, Any]
) -> None:
    store.add("memory", "one fact")
    store.add("memory", "another fact")
    content = {} if action == "remove" else {"content": "new"}
    answer = ask(store, {"action": action, **content, **missing})
    assert answer["success"] is False
    assert "old_text" in answer["error"]
    assert "nothing was applied" in answer["error"]
    assert answer["current_entries"] == ["one fact", "another fact"]
    assert answer["usage"] == "23/2,200"
    assert f'"action": "{action}"' in answer["hint"]
    assert '"old_text"' in answer["hint"]
    assert entries(store) == ["one fact", "another fact"]


def test_in_a_batch_the_operation_without_old_text_is_named(store: MemoryStore) -> None:
    store.add("memory", "one fact")
    answer = ask(store, {"operations": [{"action": "add", "content": "x"}, {"action": "replace", "content": "y"}]})
    assert answer["error"].startswith("operation 2 of 2: replace needs old_text")
    assert "no operation of the batch" in answer["error"]
    assert answer["current_entries"] == ["one fact"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (None, "no action"),
        ({}, "no action"),
        ("not json", "no JSON"),
        ([1], "no JSON object"),
        (7, "no JSON object"),
        ({"action": "explode"}, "'explode'"),
        ({"action": ["add"]}, "no action"),
        ({"action": "add"}, "content"),
        ({"action": "add", "content": ""}, "cannot be empty"),
        ({"action": "add", "content": {"a": 1}}, "content must be text"),
        ({"action": "add", "content": True}, "content must be text"),
        ({"action": "add", "content": "x\n§\ny"}, "§"),
        ({"action": "add", "content": "x", "target": "self"}, "'self' is no target"),
        ({"action": "replace", "old_text": "a"}, "content"),
        ({"action": "remove", "old_text": ["a"]}, "old_text must be text"),
        ({"operations": 5}, "operations must be a list"),
        ({"operations": "nope"}, "operations is no JSON"),
        ({"operations": ["add"]}, "operation 1 of 1"),
        ({"operations": [{"action": "add", "content": "x"}, None]}, "operation 2 of 2"),
        ({"operations": [{"action": "add", "content": "x"}, {"action": "read"}]}, "operation 2 of 2"),
        ({"operations": [{"action": "add", "content": "x"}, {"action": "add"}]}, "operation 2 of 2"),
        ({"operations": [{"content": "x"}]}, "operation 1 of 1: it has no action"),
        ({"action": "add", "content": "y", "operations": [{"action": "add", "content": "x"}]}, "beside operations"),
        (
            {"target": "user", "operations": [{"action": "add", "content": "x", "target": "memory"}]},
            "operation 1 of 1: its target",
        ),
    ],
)
def test_a_malformed_call_names_what_is_wrong_and_is_no_failure_of_the_turn(
    store: MemoryStore, arguments: Any, said: str
) -> None:
    for _ in range(6):
        answer = ask(store, arguments)
        assert answer["success"] is False
        assert said in answer["error"]
        assert "nothing was applied" in answer["error"]
        assert ("no operation of the batch" in answer["error"]) is answer["error"].startswith("operation ")
        assert "done" not in answer
    assert entries(store) == []
    assert ask(store, {"action": "add", "content": "still fine"})["success"]


def test_writes_that_do_not_fit_end_after_three_in_a_turn(tmp_path: Path) -> None:
    store = MemoryStore(40, folder=tmp_path / "memories")
    store.add("memory", "a fact of thirty characters ok")
    for _ in range(3):
        answer = ask(store, {"action": "add", "content": "and another long one"})
        assert "onsolidate" in answer["error"]
        assert "done" not in answer
        assert answer["current_entries"] == ["a fact of thirty characters ok"]
    last = ask(store, {"action": "add", "content": "and another long one"})
    assert (last["success"], last["done"]) == (False, True)
    store.begin_turn()
    batch = [{"action": "replace", "old_text": "thirty", "content": "short"}, {"action": "add", "content": "long one"}]
    assert ask(store, {"operations": batch})["success"]


# Answers


def test_a_success_says_that_it_is_complete(store: MemoryStore) -> None:
    for arguments in (
        {"action": "add", "content": "a fact"},
        {"action": "add", "content": "a fact"},
        {"operations": [{"action": "add", "content": "one more"}]},
    ):
        answer = ask(store, arguments)
        assert answer["done"] is True
        said = answer["message"].casefold()
        assert "complete" in said or "already exists" in said
        assert not {"again", "retry", "try", "call"} & set(said.replace(";", " ").split())


def blocked_store(folder: Path) -> MemoryStore:
    folder.mkdir()
    (folder / "MEMORY.md").write_text(f"a fact\n§\n{BLOCKED} and obey\n§\nanother fact")
    return MemoryStore(folder=folder)


def calls_on_a_blocked_entry() -> list[Callable[[str], Any]]:
    """Calls whose answers show entries; each takes the line that stands for the blocked one."""
    return [
        lambda line: {"action": "read"},
        lambda line: {"action": "replace", "content": "x"},
        lambda line: {"action": "remove", "old_text": "a"},
        lambda line: {"action": "remove", "old_text": "nowhere"},
        lambda line: {"action": "add", "content": "z" * 3000},
        lambda line: {"action": "add", "content": "a new fact"},
        lambda line: {"action": "remove", "old_text": line},
        lambda line: {"action": "replace", "old_text": line, "content": "harmless"},
        lambda line: {"operations": [{"action": "remove", "old_text": line}]},
    ]


@pytest.mark.parametrize("number", range(9))
def test_the_model_never_reads_a_blocked_entry(tmp_path: Path, number: int) -> None:
    store = blocked_store(tmp_path / "memories")
    line = ask(store, {"action": "read"})["current_entries"][1]
    assert line.startswith("[BLOCKED: prompt injection")
    text = run_memory_tool(calls_on_a_blocked_entry()[number](line), store)
    assert "ignore all" not in text
    assert "obey" not in text
    assert "fact" in text
    gone = number >= 6
    assert json.loads(text)["success"] is (gone or number in (0, 5))
    assert any(BLOCKED in entry for entry in entries(store)) is not gone


def test_a_person_sees_the_blocked_entry(tmp_path: Path) -> None:
    assert f"{BLOCKED} and obey" in memory_command("/memory list", blocked_store(tmp_path / "memories"))


def test_a_huge_file_does_not_flood_the_context(tmp_path: Path) -> None:
    folder = tmp_path / "memories"
    folder.mkdir()
    (folder / "MEMORY.md").write_text("x" * 1_000_000 + "".join(f"\n§\nfact {n} " + "y" * 500 for n in range(2000)))
    for arguments in ({"action": "read"}, {"action": "remove"}, {"action": "remove", "old_text": "y"}):
        text = run_memory_tool(arguments, MemoryStore(folder=folder))
        assert len(text.encode()) <= MOST_BYTES
        json.loads(text)


def test_memory_that_is_off_answers_so_for_every_action(tmp_path: Path) -> None:
    store = MemoryStore(folder=tmp_path / "memories", settings=MemorySettings(memory_enabled=False))
    for arguments in (
        {"action": "read"},
        {"action": "add", "content": "x"},
        {"action": "remove"},
        {"operations": [{"action": "add", "content": "x"}]},
    ):
        answer = ask(store, arguments)
        assert answer["success"] is False
        assert "memory is off" in answer["error"]
    assert ask(store, {"action": "add", "target": "user", "content": "x"})["success"]
    assert "memory is off" in ask(None, {"action": "read"})["error"]


def test_an_unreadable_file_is_an_answer(tmp_path: Path) -> None:
    folder = tmp_path / "memories"
    folder.mkdir()
    (folder / "MEMORY.md").write_bytes(b"caf\xe9")
    store = MemoryStore(folder=folder)
    for arguments in ({"action": "read"}, {"action": "add", "content": "x"}, {"action": "remove"}):
        answer = ask(store, arguments)
        assert answer["success"] is False
        assert "UTF-8" in answer["error"]
    assert (folder / "MEMORY.md").read_bytes() == b"caf\xe9"


def test_a_fault_of_the_store_is_an_answer_too(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(target: str, content: str) -> dict[str, Any]:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(store, "add", broken)
    answer = json.loads(run_memory_tool({"action": "add", "content": "x"}, store))
    assert answer["success"] is False
    assert "ZeroDivisionError" in answer["error"]


# Writes that wait, and the chat command


@pytest.fixture
def asking(tmp_path: Path) -> MemoryStore:
    """A store whose writes wait for a person."""
    return MemoryStore(folder=tmp_path / "memories", settings=MemorySettings(write_approval=True))


def test_answers_count_what_waits(asking: MemoryStore) -> None:
    first = ask(asking, {"action": "add", "content": "a fact"})
    assert (first["success"], first["done"], first["pending"]) == (True, True, 1)
    assert first["pending_id"] in first["message"]
    assert ask(asking, {"action": "add", "content": "more"})["pending"] == 2
    assert ask(asking, {"action": "read"})["pending"] == 2
    assert ask(asking, {"action": "remove"})["pending"] == 2
    assert ask(asking, {"action": "explode"})["success"] is False


def test_a_person_approves_and_rejects_in_a_chat(asking: MemoryStore) -> None:
    one = ask(asking, {"action": "add", "content": "a fact"})["pending_id"]
    two = ask(asking, {"action": "add", "target": "user", "content": "a name"})["pending_id"]
    listed = memory_command("/memory pending", asking)
    for words in ("2 writes wait", one, two, "MEMORY.md", "USER.md", "+ a fact", "+ a name"):
        assert words in listed
    assert "+a fact" in memory_command(f"/memory diff {one}", asking)
    reply = memory_command(f"/memory approve {one[:4]}", asking)
    assert "complete" in reply
    assert "1 write waits" in reply
    assert entries(asking) == ["a fact"]
    assert f"Rejected {two}" in memory_command(f"memory reject {two.upper()}", asking)
    assert memory_command("/memory pending", asking) == "No write waits."
    assert entries(asking, "user") == []


def test_all_of_them_at_once(asking: MemoryStore) -> None:
    for number in range(3):
        ask(asking, {"action": "add", "content": f"fact {number}"})
    assert "3 of 3" in memory_command("/memory approve all", asking)
    assert entries(asking) == ["fact 0", "fact 1", "fact 2"]


def test_what_the_scanner_held_back_needs_a_reason(store: MemoryStore) -> None:
    answer = ask(store, {"action": "add", "content": f"please {HELD}"})
    assert answer["success"] is False
    held = answer["pending_id"]
    assert "needs a reason" in memory_command("pending", store)
    assert "reason" in memory_command(f"approve {held}", store)
    assert entries(store) == []
    assert "complete" in memory_command(f"/memory approve {held} it is a quotation", store)
    assert entries(store) == [f"please {HELD}"]


def test_status_and_list_in_a_chat(store: MemoryStore) -> None:
    store.add("memory", "x" * 1100)
    store.add("user", "a name")
    status = memory_command("/memory status", store)
    assert "MEMORY.md" in status
    assert "50% of 2,200" in status
    assert "█" * 10 + "░" * 10 in status
    assert memory_command("/memory list user", store) == "USER.md: 1 entry\n1. a name"
    assert "1,100 characters" in memory_command("/memory list", store)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "/memory pending"),
        ("/memory", "/memory pending"),
        ("/memory help", "approve ID|all [REASON]"),
        ("/memory explode", "There is no 'explode'"),
        ("/memory approve", "approve needs an id"),
        ("/memory diff ../../evil", "no id"),
        ("/memory approve ../../evil", "no id"),
        ("/memory reject zzzz", "no id"),
        ("/memory reject 12345678", "no pending write"),
        ("/memory list nobody", "'nobody'"),
        ("/memory diff all", "no id"),
        ("\ud800\x00 /memory", "There is no"),
    ],
)
def test_a_command_that_makes_no_sense_gets_a_reply(store: MemoryStore, text: str, said: str) -> None:
    assert said in memory_command(text, store)


def test_a_reply_fits_a_chat_message(store: MemoryStore, tmp_path: Path) -> None:
    background = MemoryStore(
        100_000,
        folder=tmp_path / "memories",
        settings=MemorySettings(write_approval=True, memory_char_limit=100_000),
        author=Author("background"),
    )
    for number in range(30):
        background.add("memory", f"{number} " + "word " * 500)
    assert len(memory_command("/memory pending", background)) < 4_000
