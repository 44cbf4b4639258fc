"""``hermes memory``: writes that wait for a person, the history, the status and the settings."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from command import run
from memory_commands import memories, memory, refused, texts
from memory_stores import BLOCKED, HELD, NOTICED, plain_scan, written
from terminals import on_terminal

from hermes_state.memory.journal.history import Author
from hermes_state.memory.prompt import judging
from hermes_state.memory.store import MemoryStore

ID = re.compile(r"[0-9a-f]{8}")


@pytest.fixture(autouse=True)
def plain_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "scan_entries", plain_scan)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HERMES_HOME", str(tmp_path / "hermes"))
    return tmp_path / "hermes"


def waiting() -> list[str]:
    """The ids of the writes that wait."""
    return [one["id"] for one in memory("pending", "--json").json["pending"]]


def background_store() -> MemoryStore:
    """The store as a review after a turn writes to it."""
    return MemoryStore(author=Author("background"))


class TestApproval:
    @pytest.fixture(autouse=True)
    def approval_on(self, home: Path) -> None:
        memory("setup", "--write-approval")

    def test_without_a_terminal_a_write_waits_and_says_so(self) -> None:
        shown = memory("add", "one").out
        (pending_id,) = waiting()
        assert shown.startswith(f"Waits for approval as {pending_id}: memory.write_approval is on")
        assert f"hermes memory approve {pending_id}\n" in shown
        assert texts() == []
        answer = memory("add", "two", "--json").json
        assert (answer["staged"], answer["pending_id"] in waiting()) == (True, True)

    def test_pending_and_diff_show_what_would_change(self) -> None:
        assert memory("pending").out == "Nothing waits for you.\n"
        memory("setup", "--no-write-approval")
        memory("add", "CI needs Node 20")
        memory("setup", "--write-approval")
        memory("replace", "Node 20", "CI needs Node 22")
        (pending_id,) = waiting()
        lines = memory("pending").out.splitlines()
        assert lines[0].startswith(f"{pending_id}  replace  MEMORY.md  ")
        assert lines[1:3] == ["  - CI needs Node 20", "  + CI needs Node 22"]
        diff = memory("diff", pending_id[:4]).out.splitlines()
        assert diff[0] == "--- MEMORY.md"
        assert diff[-2:] == ["-CI needs Node 20", "+CI needs Node 22"]
        (fields,) = memory("diff", "--json").json["diffs"]
        assert (fields["id"], fields["target"]) == (pending_id, "memory")
        assert "+CI needs Node 22" in fields["diff"]

    def test_approving_makes_the_write(self) -> None:
        memory("add", "one")
        (pending_id,) = waiting()
        assert memory("approve", pending_id).out == f"Approved 1 write: {pending_id}.\n"
        assert (texts(), waiting()) == (["one"], [])

    def test_all_are_approved_or_rejected_for_both_files_or_one(self) -> None:
        memory("add", "one")
        memory("add", "--target", "user", "two")
        assert len(memory("pending", "--target", "user", "--json").json["pending"]) == 1
        answer = memory("approve", "all", "--target", "user", "--json").json
        assert [(one["target"], one["success"]) for one in answer["results"]] == [("user", True)]
        assert (texts(), texts("user")) == ([], ["two"])
        assert memory("reject", "all").out.startswith("Rejected 1 write: ")
        assert (texts(), waiting()) == ([], [])
        assert memory("approve", "all").out == "Nothing waits for you.\n"

    def test_a_write_whose_entry_changed_is_refused_and_the_others_are_made(self) -> None:
        memory("setup", "--no-write-approval")
        memory("add", "one")
        memory("setup", "--write-approval")
        memory("remove", "one")
        (stale,) = waiting()
        written(memories(), b"one, changed")
        memory("add", "two")
        outcome = run("approve", "all", group="memory")
        assert outcome.code == 1
        assert outcome.err.startswith(f"hermes: {stale}: ")
        assert outcome.err.count("\n") == 1
        assert texts() == ["one, changed", "two"]
        assert waiting() == [stale]

    @pytest.mark.parametrize("pending_id", ["../../evil", "ABCDEF01", "", "0" * 8, "all "])
    def test_ids_are_checked(self, pending_id: str) -> None:
        memory("add", "one")
        for verb in ("approve", "diff", "reject"):
            outcome = run(verb, pending_id, group="memory")
            assert outcome.code == 1, verb
            assert outcome.err.count("\n") == 1, verb
        assert len(waiting()) == 1

    def test_status_counts_what_waits(self) -> None:
        memory("add", "one")
        assert re.search(r"^pending +1 write: hermes memory pending$", memory("status").out, re.MULTILINE)
        assert memory("status", "--json").json["pending"] == 1


@pytest.mark.skipif(os.name == "nt", reason="terminals of POSIX")
class TestTerminal:
    @pytest.mark.parametrize(("answer", "code", "left"), [("y\n", 0, ["one"]), ("n\n", 1, []), ("\n", 1, [])])
    def test_a_write_is_asked_for_where_there_is_a_terminal(self, answer: str, code: int, left: list[str]) -> None:
        memory("setup", "--write-approval")
        ended, shown = on_terminal("add", "one", group="memory", answer=answer)
        assert "  + one" in shown.replace("\x1b[32m", "").replace("\x1b[0m", "")
        assert "Write this to MEMORY.md? [y/N]" in shown
        assert (ended, texts(), waiting()) == (code, left, [])

    def test_forget_asks(self) -> None:
        memory("add", "my secret")
        ended, shown = on_terminal("forget", "secret", group="memory", answer="n\n")
        assert (ended, texts()) == (1, ["my secret"])
        assert "nothing erased" in shown
        ended, shown = on_terminal("forget", "secret", group="memory", answer="y\n")
        assert (ended, texts()) == (0, [])

    def test_setup_asks_for_each_setting(self) -> None:
        ended, shown = on_terminal("setup", group="memory", answer="y\nn\ny\n3000\n\nhoncho\n")
        assert ended == 0, shown
        settings = memory("status", "--json").json["settings"]
        assert settings == {
            "memory_enabled": True,
            "user_profile_enabled": False,
            "write_approval": True,
            "memory_char_limit": 3000,
            "user_char_limit": 1375,
            "provider": "honcho",
        }


class TestScannerDecisions:
    def test_what_is_doubtful_waits_and_needs_a_reason(self) -> None:
        line = refused("add", f"Please {HELD}")
        (pending_id,) = waiting()
        assert f"hermes memory approve {pending_id} --reason TEXT" in line
        outcome = run("approve", pending_id, group="memory")
        assert (outcome.code, texts()) == (1, [])
        assert "--reason" in outcome.err
        memory("approve", pending_id, "--reason", "it is my own note")
        (entry,) = memory("list", "--json").json["entries"]
        assert (entry["override"], entry["in_prompt"]) == ("it is my own note", True)

    def test_a_background_write_with_any_finding_waits(self) -> None:
        background_store().add("memory", f"Docs: {NOTICED}")
        shown = memory("pending").out
        assert "by a background review" in shown
        assert f"warn: persistence, '{NOTICED}'" in shown
        assert texts() == []

    def test_a_blocked_entry_of_the_file_is_shown_and_can_be_allowed_or_removed(self) -> None:
        written(memories(), f"fine\n§\n{BLOCKED}".encode())
        assert re.search(rf"^blocked +MEMORY.md: prompt injection: {BLOCKED}$", memory("status").out, re.MULTILINE)
        assert "blocked: prompt injection" in memory("list").out
        shown = memory("show", "2").out
        assert "not in the prompt: hermes memory remove '#2'\n" in shown
        assert "hermes memory approve '#2' --reason TEXT\n" in shown
        assert "--reason" in refused("approve", "#2", code=2)
        assert "not held back" in refused("approve", "#1", "--reason", "x")
        memory("approve", "#2", "--reason", "a test string")
        assert memory("list", "--json").json["entries"][1]["in_prompt"] is True
        assert "(a test string)" in memory("status").out
        store = MemoryStore()
        store.load_from_disk()
        assert BLOCKED in str(store.format_for_system_prompt("memory"))

    def test_entries_that_are_only_together_a_threat_are_both_blocked(self) -> None:
        half = BLOCKED.split(" previous ")
        written(memories(), f"{half[0]}\n§\nprevious {half[1]}".encode())
        assert [one["in_prompt"] for one in memory("list", "--json").json["entries"]] == [False, False]


class TestHistory:
    def test_history_lists_the_newest_first_with_author_and_text(self) -> None:
        memory("add", "one")
        MemoryStore().add("memory", "two")
        memory("replace", "one", "three")
        rows = [line.split("  ") for line in memory("history").out.splitlines()[2:]]
        assert [[cell.strip() for cell in row if cell.strip()][2:] for row in rows] == [
            ["you", "replace", "three"],
            ["the agent", "add", "two"],
            ["you", "add", "one"],
        ]
        assert all(ID.fullmatch(row[0]) for row in rows)

    def test_full_history_has_the_texts_before_and_after(self) -> None:
        memory("add", "one\nof two lines")
        memory("replace", "one", "two")
        lines = memory("history", "--full", "--limit", "1").out.splitlines()
        assert lines[1:4] == ["  - one", "    of two lines", "  + two"]
        assert lines[-1] == "1 earlier change: --limit 2"

    def test_what_an_editor_changed_is_in_the_history_after_the_next_write(self) -> None:
        written(memories(), b"by hand")
        memory("add", "one")
        assert "an editor" in memory("history").out

    def test_an_undone_change_says_so(self) -> None:
        memory("add", "one")
        memory("undo")
        undo, add = memory("history", "--json").json["changes"]
        assert (undo["undoes"], add["undone_by"]) == (add["id"], undo["id"])
        assert "add, undone" in memory("history").out
        assert "no change to undo" in refused("undo")


class TestStatus:
    def test_the_use_of_both_files_is_shown_as_bars(self) -> None:
        memory("setup", "--memory-char-limit", "100", "--user-char-limit", "100")
        memory("add", "x" * 50)
        memory("add", "--target", "user", "y" * 85)
        lines = memory("status").out.splitlines()
        assert lines[0] == f"MEMORY.md  {'█' * 10}{'░' * 10}  50 %  50 of 100 characters  1 entry"
        assert lines[1] == f"USER.md    {'█' * 17}{'░' * 3}  85 %  85 of 100 characters  1 entry"
        assert memory("status", "--target", "user").out.splitlines()[0] == lines[1]

    def test_the_last_change_and_the_settings_are_shown(self) -> None:
        memory("add", "one")
        memory("setup", "--provider", "honcho")
        out = memory("status").out
        assert re.search(r"^last +MEMORY.md, \d{4}-\d\d-\d\d \d\d:\d\d, add by you: one$", out, re.MULTILINE)
        assert re.search(r"^settings +write approval off, external provider honcho$", out, re.MULTILINE)

    def test_a_document_in_place_of_entries_is_named(self) -> None:
        written(memories(), b"# Notes\n" + b"- a long line of notes\n" * 200)
        assert "too long for an entry" in memory("status").out

    def test_an_unreadable_file_does_not_hide_the_other(self) -> None:
        memory("add", "--target", "user", "one")
        written(memories(), b"caf\xe9")
        out = memory("status").out
        assert "MEMORY.md  cannot be read" in out
        assert "error      " in out
        assert "1 entry" in out


class TestSettings:
    def test_off_switches_the_provider_off_and_leaves_the_files_on(self, home: Path) -> None:
        home.mkdir()
        text = "# mine\nmodel: x  # keep\nmemory:\n  provider: honcho  # the external one\n"
        (home / "config.yaml").write_text(text, encoding="utf-8")
        answer = memory("off", "--json").json
        assert answer["changed"] == ["provider"]
        assert (answer["settings"]["provider"], answer["settings"]["memory_enabled"]) == ("", True)
        kept = (home / "config.yaml").read_text(encoding="utf-8")
        assert kept == text.replace("provider: honcho", 'provider: ""')

    def test_off_and_on_builtin_switch_both_files_or_one(self) -> None:
        memory("add", "one")
        memory("off", "--builtin")
        settings = memory("status", "--json").json["settings"]
        assert (settings["memory_enabled"], settings["user_profile_enabled"]) == (False, False)
        assert "off: not in the prompt" in memory("status").out
        assert texts() == ["one"]
        memory("on", "--builtin", "--target", "memory")
        settings = memory("status", "--json").json["settings"]
        assert (settings["memory_enabled"], settings["user_profile_enabled"]) == (True, False)

    def test_a_person_can_look_after_a_file_that_is_off(self) -> None:
        memory("off", "--builtin")
        memory("add", "one")
        assert texts() == ["one"]

    @pytest.mark.parametrize("words", [["setup"], ["on"], ["off", "--target", "user"]])
    def test_half_a_command_says_what_is_missing(self, words: list[str], home: Path) -> None:
        refused(*words, code=2)
        assert not home.exists()

    def test_settings_that_cannot_be_read_are_one_line(self, home: Path) -> None:
        home.mkdir()
        (home / "config.yaml").write_text("memory: [\n", encoding="utf-8")
        for words in (["status"], ["add", "x"], ["off"]):
            assert "config.yaml" in refused(*words), words
        assert (home / "config.yaml").read_text(encoding="utf-8") == "memory: [\n"
