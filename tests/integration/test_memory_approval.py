"""Writes that wait for a person: staged, shown, approved once, rejected, bound to the exact entry."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from memory_stores import BLOCKED, HELD, NOTICED, files_in, plain_scan, written

from hermes_state.errors import InvalidArgumentError, NotFoundError
from hermes_state.memory import Author, MemorySettings, MemoryStore, PendingWrite
from hermes_state.memory.changes import approval
from hermes_state.memory.disk import files
from hermes_state.memory.prompt import judging


@pytest.fixture(autouse=True)
def plain_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "scan_entries", plain_scan)


def asking(folder: Path, **named: Any) -> MemoryStore:
    settings = MemorySettings(write_approval=True)
    return MemoryStore(folder=folder, settings=settings, **named)


def live(store: MemoryStore) -> list[str]:
    entries: list[str] = store.read("memory")["current_entries"]
    return entries


def test_without_a_terminal_a_write_is_staged_and_says_so(tmp_path: Path) -> None:
    store = asking(tmp_path)
    answer = store.add("memory", "a fact")
    assert (answer["success"], answer["staged"], answer["pending"]) == (True, True, 1)
    assert answer["pending_id"] in answer["message"]
    assert live(store) == []
    path = tmp_path / "pending" / f"{answer['pending_id']}.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert store.read("memory")["pending"] == 1


def test_a_person_at_the_terminal_is_asked_with_the_text_in_question(tmp_path: Path) -> None:
    MemoryStore(folder=tmp_path).add("memory", "alpha")
    asked: list[PendingWrite] = []

    def says(answer: bool) -> Any:
        return lambda write: asked.append(write) or answer

    no = asking(tmp_path, approver=says(False))
    answer = no.replace("memory", "alph", "beta")
    assert (answer["success"], answer["done"]) == (False, True)
    assert live(no) == ["alpha"]
    yes = asking(tmp_path, approver=says(True))
    assert yes.replace("memory", "alph", "beta")["success"]
    assert live(yes) == ["beta"]
    assert [one.before for one in asked] == [("alpha",), ("alpha",)]
    assert approval.count(str(tmp_path)) == 0


def test_the_lock_is_not_held_while_a_person_thinks_and_a_change_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    MemoryStore(folder=tmp_path).add("memory", "alpha")
    other = MemoryStore(folder=tmp_path)
    store = asking(tmp_path, approver=lambda write: bool(other.edit("memory", "alpha", "alpha and more")["success"]))
    answer = store.replace("memory", "alpha", "beta")
    assert not answer["success"]
    assert "was changed or removed since" in answer["error"]
    assert live(store) == ["alpha and more"]


def test_a_write_that_could_not_be_done_is_not_staged(tmp_path: Path) -> None:
    store = asking(tmp_path)
    for answer in (
        store.add("memory", BLOCKED),
        store.add("memory", "x" * 3000),
        store.remove("memory", "nowhere"),
        store.add("memory", ""),
    ):
        assert not answer["success"]
    assert approval.pending(store) == []


def test_a_background_write_never_asks_and_waits_when_approval_is_wanted(tmp_path: Path) -> None:
    store = asking(tmp_path, author=Author("background", "s", "m"), approver=lambda write: pytest.fail("asked"))
    assert store.add("memory", "a fact")["staged"]
    (waiting,) = approval.pending(store)
    assert (waiting.author, waiting.why) == (Author("background", "s", "m"), "approval")


def test_pending_writes_are_listed_shown_and_approved(tmp_path: Path) -> None:
    plain = MemoryStore(folder=tmp_path)
    plain.add("memory", "alpha")
    store = asking(tmp_path, author=Author("tool", "s-3", "m-4"))
    first = store.replace("memory", "alpha", "beta")["pending_id"]
    second = store.apply_batch(
        "memory", [{"action": "add", "content": "x"}, {"action": "edit", "old_text": "x", "new_text": "y"}]
    )
    assert [one.id for one in approval.pending(store)] == [first, second["pending_id"]]
    json.dumps([one.as_dict() for one in approval.pending(store)])
    assert approval.diff(store, first).splitlines()[-2:] == ["-alpha", "+beta"]
    answer = approval.approve(store, first)
    assert (answer["success"], answer["approved"], answer["pending"]) == (True, first, 1)
    assert approval.approve(store, second["pending_id"])["current_entries"] == ["beta", "y"]
    assert plain.read("memory")["entries"][0]["session"] == "s-3"
    assert not approval.approve(store, first)["success"]


def test_the_beginning_of_an_id_is_enough_when_only_one_has_it(tmp_path: Path) -> None:
    store = asking(tmp_path)
    identity = store.add("memory", "a")["pending_id"]
    assert approval.get(store, identity[:4]).id == identity
    os.rename(tmp_path / "pending" / f"{identity}.json", tmp_path / "pending" / "3f2a0001.json")
    store.add("memory", "b")
    (tmp_path / "pending" / "3f2a0002.json").write_bytes((tmp_path / "pending" / "3f2a0001.json").read_bytes())
    with pytest.raises(NotFoundError, match="several"):
        approval.get(store, "3f2a")
    assert approval.reject(store, "3f2a0001")["success"]
    assert approval.approve(store, "3f2a")["success"]


@pytest.mark.parametrize(
    "identity", ["../../evil", "..", "", "abc", "ABCDEF01", "0123456", "01234567.json", "a/b", "\x00", None, 5, "é" * 8]
)
def test_what_is_no_id_reaches_no_file(tmp_path: Path, identity: Any) -> None:
    folder = tmp_path / "memories"
    store = asking(folder)
    store.add("memory", "x")
    evil = written(tmp_path, b"{}", "evil.json")
    before = files_in(tmp_path)
    assert not approval.approve(store, identity)["success"]
    assert not approval.reject(store, identity)["success"]
    with pytest.raises((InvalidArgumentError, NotFoundError)):
        approval.diff(store, identity)
    assert files_in(tmp_path) == before
    assert evil.exists()


@pytest.mark.parametrize("change", ["edit", "remove"])
def test_a_staged_change_of_an_entry_that_changed_is_refused_and_stays(tmp_path: Path, change: str) -> None:
    plain = MemoryStore(folder=tmp_path)
    plain.add("memory", "alpha")
    store = asking(tmp_path)
    identity = store.remove("memory", "alpha")["pending_id"]
    if change == "edit":
        plain.edit("memory", "alpha", "alpha 2")
    else:
        plain.remove("memory", "alpha")
    before = live(store)
    answer = approval.approve(store, identity)
    assert not answer["success"]
    assert "was changed or removed since" in answer["error"]
    assert live(store) == before
    assert approval.count(str(tmp_path)) == 1
    assert approval.reject(store, identity)["success"]


def test_other_entries_may_change_while_a_write_waits(tmp_path: Path) -> None:
    plain = MemoryStore(folder=tmp_path)
    plain.add("memory", "alpha")
    store = asking(tmp_path)
    identity = store.remove("memory", "alpha")["pending_id"]
    plain.add("memory", "alpha too")
    assert approval.approve(store, identity)["current_entries"] == ["alpha too"]


def test_all_are_approved_or_rejected_at_once(tmp_path: Path) -> None:
    store = asking(tmp_path)
    for text in ("a", "b", HELD):
        store.add("memory", text)
    answer = approval.approve(store, "all")
    assert not answer["success"]
    assert len(answer["approved"]) == 2
    assert "needs a reason" in answer["error"]
    assert live(store) == ["a", "b"]
    assert approval.reject(store, "all")["success"]
    assert approval.count(str(tmp_path)) == 0
    assert approval.approve(store, "all")["success"]


def test_what_the_scanner_held_back_is_refused_staged_and_needs_a_reason(tmp_path: Path) -> None:
    store = MemoryStore(folder=tmp_path, approver=lambda write: True)
    answer = store.add("memory", f"a {HELD}")
    assert not answer["success"]
    assert "nothing was applied" in answer["error"]
    identity = answer["pending_id"]
    assert not approval.approve(store, identity)["success"]
    assert not approval.approve(store, identity, "  ")["success"]
    assert approval.approve(store, identity, "a line of a song")["current_entries"] == [f"a {HELD}"]
    store.refresh()
    assert f"a {HELD}" in str(store.format_for_system_prompt("memory"))
    assert not store.add("memory", f"b {HELD}")["success"]


def test_a_reason_counts_also_for_a_text_that_came_in_by_another_way(tmp_path: Path) -> None:
    store = MemoryStore(folder=tmp_path)
    identity = store.add("memory", HELD)["pending_id"]
    written(tmp_path, HELD.encode())
    assert approval.approve(store, identity, "a song")["success"]
    store.refresh()
    assert HELD in str(store.format_for_system_prompt("memory"))


def test_an_edit_that_was_held_back_is_allowed_as_the_text_it_makes(tmp_path: Path) -> None:
    store = MemoryStore(folder=tmp_path)
    store.add("memory", "please hold me")
    identity = store.edit("memory", "hold me", HELD)["pending_id"]
    assert approval.approve(store, identity, "a song")["current_entries"] == [f"please {HELD}"]


def test_a_pending_file_that_was_tampered_with_gets_no_further_than_any_write(tmp_path: Path) -> None:
    store = asking(tmp_path)
    identity = store.add("memory", "fine")["pending_id"]
    path = tmp_path / "pending" / f"{identity}.json"
    document = json.loads(path.read_bytes())
    for content in (BLOCKED, HELD, "a\n§\nb", "", 5):
        document["operations"][0]["content"] = content
        path.write_text(json.dumps(document))
        assert not approval.approve(store, identity)["success"]
    document["operations"][0] |= {"action": "remove", "old_text": "x", "pin": None}
    path.write_text(json.dumps(document))
    assert not approval.approve(store, identity)["success"]
    assert live(store) == []


def test_a_write_that_cannot_be_staged_is_no_success(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = asking(tmp_path)

    def full(path: str, data: bytes, tag: str) -> bool:
        raise files.file_trouble(OSError(28, "No space left on device"), path, "write")

    monkeypatch.setattr(files, "write_whole", full)
    answer = store.add("memory", "x")
    assert not answer["success"]
    assert "No space left" in answer["error"]


def test_a_background_write_with_a_warning_needs_no_reason(tmp_path: Path) -> None:
    store = MemoryStore(folder=tmp_path, author=Author("background"))
    identity = store.add("memory", NOTICED)["pending_id"]
    assert not approval.get(store, identity).needs_reason
    assert approval.approve(store, identity)["success"]


def test_a_write_that_was_staged_counts_failures_from_nothing_again(tmp_path: Path) -> None:
    store = asking(tmp_path)
    for _ in range(3):
        assert not store.remove("memory", "nothing")["success"]
    assert store.add("memory", "fits")["staged"]
    assert "done" not in store.remove("memory", "nothing")
