"""What is kept of every change: the history, undoing, and forgetting down to the byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from memory_stores import BLOCKED, HELD, files_in, plain_scan, written

from hermes_state.memory import Author, MemoryStore
from hermes_state.memory.changes import approval, overrides
from hermes_state.memory.disk import files
from hermes_state.memory.journal import history
from hermes_state.memory.prompt import judging

SECRET = 'The staging key is zx81-Quokka-4417-naïve-漢字 and "lies" in C:\\vault\nsecond line of it'


@pytest.fixture(autouse=True)
def plain_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "scan_entries", plain_scan)


@pytest.fixture
def store(tmp_path: Path) -> MemoryStore:
    return MemoryStore(folder=tmp_path / "memories", author=Author("tool", "s-1", "m-9"))


def live(store: MemoryStore, target: str = "memory") -> list[str]:
    entries: list[str] = store.read(target)["current_entries"]
    return entries


def test_every_change_is_kept_with_its_source_and_the_texts_before_and_after(store: MemoryStore) -> None:
    store.add("memory", "alpha")
    store.edit("memory", "alpha", "beta")
    store.remove("memory", "beta")
    found = [
        (
            one.operation,
            one.author.origin,
            one.author.session,
            one.author.message,
            one.changes[0].before,
            one.changes[0].after,
        )
        for one in history.changes(store, "memory")
    ]
    assert found == [
        ("remove", "tool", "s-1", "m-9", "beta", None),
        ("edit", "tool", "s-1", "m-9", "alpha", "beta"),
        ("add", "tool", "s-1", "m-9", None, "alpha"),
    ]
    assert len(history.changes(store, "memory", 2)) == 2
    json.dumps([one.as_dict() for one in history.changes(store, "memory")])


def test_the_history_only_grows(store: MemoryStore) -> None:
    path = Path(store.place("memory").history)
    before = b""
    for step in (
        lambda: store.add("memory", "alpha"),
        lambda: store.replace("memory", "alpha", "beta"),
        lambda: store.undo("memory"),
        lambda: store.add("memory", BLOCKED),
        lambda: store.remove("memory", "alpha"),
    ):
        step()
        assert path.read_bytes().startswith(before)
        before = path.read_bytes()


def test_an_entry_cites_the_session_and_message_it_came_from(store: MemoryStore) -> None:
    store.add("memory", "alpha")
    shown = store.read("memory")["entries"][0]
    assert (shown["origin"], shown["session"], shown["message"]) == ("tool", "s-1", "m-9")


def test_a_replaced_entry_keeps_the_time_it_was_created(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1_760_000_000.0)
    store.add("memory", "alpha")
    monkeypatch.setattr("time.time", lambda: 1_760_259_200.0)
    store.replace("memory", "alpha", "beta")
    monkeypatch.setattr("time.time", lambda: 1_760_432_000.0)
    shown = store.read("memory")["entries"][0]
    assert (shown["created"], shown["changed"]) == ("2025-10-09T08:53:20Z", "2025-10-12T08:53:20Z")
    assert shown["age"] == "2 days"


def test_what_was_removed_or_replaced_comes_back_where_it_stood(store: MemoryStore) -> None:
    for text in ("one", "two", "three"):
        store.add("memory", text)
    store.remove("memory", "one")
    store.replace("memory", "two", "2")
    assert store.undo("memory")["current_entries"] == ["two", "three"]
    assert store.undo("memory")["current_entries"] == ["one", "two", "three"]
    assert store.undo("memory")["current_entries"] == ["one", "two"]


def test_a_batch_is_undone_whole(store: MemoryStore) -> None:
    store.add("memory", "one")
    store.add("memory", "two")
    store.apply_batch(
        "memory",
        [
            {"action": "remove", "old_text": "one"},
            {"action": "replace", "old_text": "two", "content": "2"},
            {"action": "edit", "old_text": "2", "new_text": "zwei"},
            {"action": "add", "content": "three"},
        ],
    )
    assert live(store) == ["zwei", "three"]
    assert store.undo("memory")["current_entries"] == ["one", "two"]


def test_any_change_is_undone_by_its_id_and_an_undo_too(store: MemoryStore) -> None:
    first = store.add("memory", "one")["change_id"]
    store.add("memory", "two")
    undone = store.undo("memory", first)
    assert undone["current_entries"] == ["two"]
    again = store.undo("memory", first)
    assert not again["success"]
    assert undone["change_id"] in again["error"]
    assert store.undo("memory", undone["change_id"])["current_entries"] == ["one", "two"]


def test_what_was_changed_since_is_not_undone(store: MemoryStore) -> None:
    change = store.add("memory", "one")["change_id"]
    store.edit("memory", "one", "one and more")
    before = files_in(store.folder)
    answer = store.undo("memory", change)
    assert not answer["success"]
    assert "was changed or removed since" in answer["error"]
    assert files_in(store.folder) == before


@pytest.mark.parametrize("change_id", ["", "zz", "../../evil", "0" * 8, 5])
def test_an_id_that_names_no_change_is_a_clear_answer(store: MemoryStore, change_id: Any) -> None:
    store.add("memory", "one")
    answer = store.undo("memory", change_id)
    assert not answer["success"]
    assert "no change begins" in answer["error"]


def test_nothing_to_undo_is_a_clear_answer(store: MemoryStore) -> None:
    assert "no change to undo" in store.undo("memory")["error"]


def test_an_undo_is_scanned_and_limited_like_any_write(tmp_path: Path) -> None:
    person = MemoryStore(100, folder=tmp_path, author=Author("person"))
    overrides.allow_content(person, "memory", BLOCKED, "a lecture")
    person.add("memory", BLOCKED)
    removal = person.remove("memory", BLOCKED)["change_id"]
    (tmp_path / "MEMORY.md.meta.json").unlink()
    assert "scanner" in person.undo("memory", removal)["error"]
    person.add("memory", "x" * 90)
    person.remove("memory", "xxx")
    person.add("memory", "y" * 90)
    assert not MemoryStore(100, folder=tmp_path).undo("memory", history.changes(person, "memory")[1].id)["success"]


def test_what_somebody_deleted_by_hand_comes_back_by_the_changes_id(store: MemoryStore) -> None:
    store.add("memory", "one")
    store.add("memory", "two")
    written(store.folder, b"one")
    store.add("memory", "three")
    outside = history.changes(store, "memory")[1]
    assert sorted(store.undo("memory", outside.id)["current_entries"]) == ["one", "three", "two"]


# Forgetting.


def windows(text: str, size: int = 12) -> set[bytes]:
    data = text.encode()
    return {data[start : start + size] for start in range(len(data) - size + 1)}


def escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def traces(folder: str | Path, text: str, but: str = "") -> list[tuple[str, bytes]]:
    """Where twelve bytes in a row of a text stand in a file, plain or as JSON writes them, unless ``but`` has them."""
    sought = (windows(text) | windows(escaped(text))) - windows(but)
    return [(name, piece) for name, data in files_in(folder).items() for piece in sought if piece in data]


def test_a_forgotten_entry_leaves_no_trace_in_any_file(store: MemoryStore) -> None:
    folder = Path(store.folder)
    store.add("memory", "an unrelated fact")
    store.add("memory", SECRET.replace("4417", "4416"))
    store.edit("memory", "4416", "4417")
    store.add("user", "a name")
    store.remove("memory", "zx81")
    store.undo("memory")
    written(folder, (folder / "MEMORY.md").read_bytes() + b"\n" + b"a line by hand")
    store.edit("memory", "\na line by hand", "")
    person = MemoryStore(folder=folder, author=Author("person"))
    overrides.allow_content(person, "memory", SECRET, f"it is fine: {SECRET[:40]}")
    store.add("memory", f"{HELD} {SECRET[20:60]}")
    with open(folder / "MEMORY.md.history.jsonl", "ab") as file:
        file.write(json.dumps({"id": "torn", "changes": [{"after": SECRET}]}, ensure_ascii=False)[:-9].encode())
    written(folder, SECRET.encode() + b"\xff", "MEMORY.md.bak.1")
    written(folder, SECRET.encode(), ".mem_abc.tmp")
    written(folder, json.dumps([SECRET]).encode()[:-3], "MEMORY.md.meta.json.bak.5")
    assert approval.count(store.folder) == 1
    kinds = {
        name.split(".")[2] if name.startswith("MEMORY") and name.count(".") > 1 else name
        for name, _ in traces(folder, SECRET)
    }
    assert {"MEMORY.md", "history", "bak", "meta", ".mem_abc.tmp"} <= kinds
    answer = store.forget("memory", "zx81")
    assert answer["success"], answer
    assert traces(folder, SECRET) == []
    assert traces(folder, SECRET.replace("4417", "4416")) == []
    assert live(store) == ["an unrelated fact"]
    assert live(store, "user") == ["a name"]
    assert approval.count(store.folder) == 0
    assert history.changes(store, "memory")[0].operation == "forget"
    assert store.add("memory", "life goes on")["success"]
    assert history.changes(store, "memory")[0].operation == "add"


def test_the_check_of_traces_finds_what_a_removal_leaves(store: MemoryStore) -> None:
    store.add("memory", SECRET)
    store.remove("memory", "zx81")
    assert traces(store.folder, SECRET) != []


def test_what_live_entries_say_too_stays(store: MemoryStore) -> None:
    store.add("memory", "The deploy script of the project is deploy.sh")
    store.add("memory", "The deploy script of the project asks for hunter2-hunter2")
    store.add("memory", "gone but not forgotten: tea")
    store.remove("memory", "tea")
    assert store.forget("memory", "hunter2")["success"]
    assert live(store) == ["The deploy script of the project is deploy.sh"]
    assert traces(store.folder, "The deploy script of the project asks for hunter2-hunter2", live(store)[0]) == []
    assert store.undo("memory")["current_entries"][-1] == "gone but not forgotten: tea"


def test_an_entry_that_was_removed_before_is_forgotten_by_its_text(store: MemoryStore) -> None:
    store.add("memory", SECRET)
    store.add("memory", "another")
    store.remove("memory", "zx81")
    assert store.forget("memory", "Quokka-4417")["success"]
    assert traces(store.folder, SECRET) == []
    assert not store.forget("memory", "Quokka-4417")["success"]


def test_a_forgotten_change_cannot_be_undone(store: MemoryStore) -> None:
    change = store.add("memory", SECRET)["change_id"]
    store.forget("memory", "zx81")
    answer = store.undo("memory", change)
    assert not answer["success"]
    assert "forgotten" in answer["error"]
    assert not store.undo("memory")["success"]


def test_a_short_entry_is_forgotten_as_a_whole_and_hashes_of_it_go_too(store: MemoryStore) -> None:
    store.add("memory", "pin")
    store.add("memory", "the pin board hangs in the hall")
    answer = store.forget("memory", "§\npin\n§")
    assert answer["success"]
    assert live(store) == ["the pin board hangs in the hall"]
    from hashlib import sha256

    told = sha256(b"pin").hexdigest()
    assert [name for name, data in files_in(store.folder).items() if told.encode() in data or b'"pin"' in data] == []


def test_forgetting_what_several_entries_hold_is_refused_and_changes_nothing(store: MemoryStore) -> None:
    store.add("memory", "key one")
    store.add("memory", "key two")
    before = files_in(store.folder)
    assert store.forget("memory", "key")["matches"] == ["key one", "key two"]
    assert not store.forget("memory", "")["success"]
    assert not store.forget("memory", "nowhere")["success"]
    assert {name: data for name, data in files_in(store.folder).items() if data} == {
        name: data for name, data in before.items() if data
    }


def test_forgetting_in_an_empty_home_creates_nothing(tmp_path: Path) -> None:
    assert not MemoryStore(folder=tmp_path / "memories").forget("memory", "x")["success"]
    assert not (tmp_path / "memories").exists()


def test_a_forgetting_that_fails_half_way_says_so_and_is_finished_by_another(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add("memory", SECRET)
    plain = files.write_whole

    def failing(path: str, data: bytes, tag: str) -> bool:
        if path.endswith("jsonl"):
            raise files.file_trouble(OSError(28, "No space left on device"), path, "write")
        return plain(path, data, tag)

    with monkeypatch.context() as patch:
        patch.setattr(files, "write_whole", failing)
        answer = store.forget("memory", "zx81")
    assert not answer["success"]
    assert "only partly applied" in answer["error"]
    assert store.forget("memory", "zx81")["success"]
    assert traces(store.folder, SECRET) == []


def test_oversized_text_by_hand_can_be_forgotten(tmp_path: Path) -> None:
    text = "words by hand " * 300
    written(tmp_path, f"alpha\n§\n{text}".encode())
    store = MemoryStore(folder=tmp_path)
    assert not store.remove("memory", "words by")["success"]
    assert store.forget("memory", "words by")["success"]
    assert traces(tmp_path, text.strip()) == []
    assert live(store) == ["alpha"]
