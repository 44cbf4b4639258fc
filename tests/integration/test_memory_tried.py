"""What people and agents met when they tried to break the memory: each a sentence of what happens instead."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from command import run
from memory_commands import memories, memory, refused, texts
from memory_stores import BLOCKED, plain_scan, written

from hermes_state.memory import Author, MemorySettings, MemoryStore, memory_command
from hermes_state.memory.changes import approval
from hermes_state.memory.exchange import importing as imports
from hermes_state.memory.prompt import judging


@pytest.fixture(autouse=True)
def plain_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "scan_entries", plain_scan)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HERMES_HOME", str(tmp_path / "hermes"))
    return tmp_path / "hermes"


def large(number: int) -> str:
    """An entry of which two fit into a memory of 500 characters."""
    return f"fact {number}: ".ljust(200, "x")


# Failures of a turn are an agent's


def test_a_person_is_never_told_to_stop_calling_memory(tmp_path: Path) -> None:
    store = MemoryStore(10, folder=tmp_path, author=Author("person"))
    errors = [store.add("memory", "far too long for it")["error"] for _ in range(6)]
    assert all("too many" in error and "Stop calling" not in error for error in errors)
    assert "Stop calling" not in [store.remove("memory", "not there")["error"] for _ in range(6)][-1]


def test_each_refused_entry_of_an_import_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    document = tmp_path / "many.json"
    document.write_text(json.dumps([large(number) for number in range(20)]))
    outcome = run("import", document, group="memory")
    assert outcome.code == 1
    lines = outcome.err.splitlines()
    assert len(lines) == 10
    assert all("characters too many for MEMORY.md" in line for line in lines)


def test_an_import_by_a_program_does_not_end_the_turn_either(tmp_path: Path) -> None:
    store = MemoryStore(500, folder=tmp_path)
    found = imports.incoming(json.dumps([large(number) for number in range(9)]).encode(), "x.json")
    results = list(imports.import_each(store, found))
    assert [one.outcome for one in results] == ["added"] * 2 + ["refused"] * 7
    assert "Consolidate now" in results[-1].answer["error"]
    assert "Consolidate now" in store.add("memory", large(99))["error"]


def test_what_a_person_approves_counts_not_among_the_failures_of_the_agent(tmp_path: Path) -> None:
    agent = MemoryStore(500, folder=tmp_path, settings=MemorySettings(write_approval=True, memory_char_limit=500))
    for number in range(7):
        assert agent.add("memory", large(number))["staged"]
    answers = [approval.approve(agent, one.id) for one in approval.pending(agent)]
    assert [one["success"] for one in answers] == [True] * 2 + [False] * 5
    assert all("too many failed" not in one["error"] for one in answers[2:])
    assert "Consolidate now" in agent.add("memory", large(99))["error"]


def test_the_agent_itself_is_stopped_at_the_fourth_failure_as_before(tmp_path: Path) -> None:
    store = MemoryStore(10, folder=tmp_path)
    answers = [store.add("memory", "far too long for it") for _ in range(4)]
    assert ["Consolidate now" in one["error"] for one in answers] == [True, True, True, False]
    assert answers[3]["done"]


def test_a_batch_says_once_that_nothing_of_it_was_applied(tmp_path: Path) -> None:
    store = MemoryStore(10, folder=tmp_path)
    for _ in range(5):  # the last ones are final
        answer = store.apply_batch("memory", [{"action": "add", "content": "far too long for it"}])
        assert answer["error"].count("nothing was applied") == 1
        assert "nothing was applied: no operation of the batch" in answer["error"]


# What a message says is what can be done


def test_a_text_that_is_too_long_to_be_read_is_refused_for_its_length(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hermes_state.memory import threats

    monkeypatch.setattr(judging, "scan_entries", threats.scan_entries)
    answer = MemoryStore(folder=tmp_path, author=Author("person")).add("memory", "words " * 20_000)
    assert answer["over_by"] == 117_799
    huge = MemoryStore(1_000_000, folder=tmp_path).add("memory", "words " * 20_000)
    assert "too long to scan" in huge["error"]


def test_a_refused_undo_names_a_way_that_there_is() -> None:
    written(memories(), f"alpha\n§\nquotes: {BLOCKED}".encode())
    memory("remove", "#2")
    line = refused("undo")
    assert "hermes memory add --override REASON TEXT" in line
    memory("add", "--override", "a quotation", f"quotes: {BLOCKED}")
    assert texts() == ["alpha", f"quotes: {BLOCKED}"]


def test_a_document_in_the_file_stops_every_change_and_the_message_promises_none() -> None:
    written(memories(), b"words by hand " * 300)
    for words in (("add", "x"), ("replace", "words", "x"), ("edit", "by hand", "x"), ("remove", "words")):
        assert "still works" not in refused(*words)
    assert "only add" not in memory("status").out


def test_a_document_is_not_erased_unseen_by_a_word_of_it() -> None:
    document = "words by hand " * 300
    written(memories(), document.encode())
    assert "4,199 characters" in refused("forget", "--yes", "by hand")
    assert texts() == [document.strip()]
    memory("forget", "--yes", "#1")
    assert texts() == []


def test_words_of_the_command_line_are_used_where_a_person_reads() -> None:
    memory("add", "alpha")
    assert "OLD cannot be empty" in refused("remove", " ")


def test_the_line_that_reads_a_source_is_safe_to_paste(tmp_path: Path) -> None:
    document = tmp_path / "theirs.json"
    document.write_text(json.dumps([{"text": "a fact", "session": "x; rm -rf ~ #", "message": "3"}]))
    memory("import", document)
    assert "hermes session scroll 'x; rm -rf ~ #' 3" in memory("show", "1").out


def test_a_warning_about_many_imported_entries_is_one_line(tmp_path: Path) -> None:
    document = tmp_path / "alike.json"
    document.write_text(json.dumps([f"the same fact about staging, number {number}" for number in range(5)]))
    notes = [line for line in memory("import", document).out.splitlines() if line.startswith("note:")]
    assert notes == [
        "note: entries 2, 3, 4, 5: an entry that says nearly the same exists; merge the two if they mean one fact"
    ]


# Writes that wait


def stale_and_good() -> None:
    """A write that waits for an entry that is no more, and one that could be made."""
    memory("add", "Node 20 for CI")
    memory("setup", "--write-approval")
    memory("replace", "Node 20", "Node 22 for CI")
    memory("add", "a second fact")
    written(memories(), b"Node 21 for CI")


def test_one_stale_write_does_not_hide_the_differences_of_the_others() -> None:
    stale_and_good()
    outcome = run("diff", group="memory")
    assert outcome.code == 1
    assert "+a second fact" in outcome.out
    assert outcome.err.startswith("hermes: ")
    assert "was changed or removed since" in outcome.err
    answer = json.loads(run("diff", "--json", group="memory").out)["diffs"]
    assert [one["diff"] is None for one in answer] == [True, False]
    assert "was changed" in answer[0]["error"]


def test_a_chat_reply_counts_one_entry_as_one_and_says_who_wrote() -> None:
    stale_and_good()
    store = MemoryStore(folder=memories())
    assert ", 1 entry\n" in memory_command("/memory status", store)
    assert "MEMORY.md, from a person\n" in memory_command("/memory pending", store)


@pytest.mark.skipif(os.name == "nt", reason="links of POSIX")
def test_rejecting_all_where_the_folder_is_a_link_is_told_in_one_line(tmp_path: Path) -> None:
    memory("add", "alpha")
    (memories() / "pending").symlink_to(tmp_path)
    assert "it is a link" in refused("reject", "all")


# Settings


def test_a_setting_that_was_set_is_named_beside_another_that_is_wrong(home: Path) -> None:
    home.mkdir()
    (home / "config.yaml").write_text("memory:\n  memory_char_limit: -5\n")
    line = refused("setup", "--write-approval")
    assert "write_approval: set now; but" in line
    assert "memory_char_limit is -5" in line
    memory("setup", "--memory-char-limit", "3000")
    assert memory("status", "--json").json["settings"]["write_approval"] is True


# The scan of the memory's own file


@pytest.mark.skipif(os.name == "nt", reason="links and pipes of POSIX")
def test_a_scan_of_the_memory_reads_it_as_a_load_does(tmp_path: Path) -> None:
    assert "there is no MEMORY.md yet" in refused("scan")
    memories().mkdir(parents=True)
    os.mkfifo(memories() / "MEMORY.md")
    assert "not a regular file" in refused("scan")
    (memories() / "MEMORY.md").unlink()
    (tmp_path / "elsewhere").write_text("not ours")
    (memories() / "MEMORY.md").symlink_to(tmp_path / "elsewhere")
    assert "it is a link" in refused("scan")
    (memories() / "MEMORY.md").unlink()
    written(memories(), b"alpha\xff")
    assert memory("scan", "--json").json["entries"][0]["number"] == 1
