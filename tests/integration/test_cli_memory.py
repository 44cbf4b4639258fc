"""``hermes memory``: reading and changing the entries, in and out of files."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from command import run, spawn
from memory_commands import memories, memory, refused, texts
from memory_stores import BLOCKED, NOTICED, plain_scan, written

from hermes_state.memory.prompt import judging

ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


@pytest.fixture(autouse=True)
def plain_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "scan_entries", plain_scan)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HERMES_HOME", str(tmp_path / "hermes"))
    return tmp_path / "hermes"


class TestReading:
    def test_an_empty_memory_is_no_failure_and_reading_makes_no_file(self, home: Path) -> None:
        assert memory("list").out == "MEMORY.md  no entries  0 of 2,200 characters, 0 %\n"
        assert memory("show", "--json").json["entries"] == []
        assert memory("history").out == "MEMORY.md has not been changed.\n"
        memory("status")
        memory("export")
        assert not home.exists()

    def test_a_list_has_number_age_size_state_and_first_line(self) -> None:
        memory("add", "The tests run by make")
        memory("add", f"Docs say: {NOTICED}\nsecond line")
        rows = memory("list").out.splitlines()
        assert rows[0] == "MEMORY.md  2 entries  63 of 2,200 characters, 2 %"
        assert [row.split() for row in rows[2:3]] == [["#", "age", "size", "state", "entry"]]
        assert re.fullmatch(r" +1 +now +21  ok +The tests run by make", rows[4])
        assert re.fullmatch(rf" +2 +now +39  warning: persistence +Docs say: {NOTICED} …", rows[5])

    def test_the_two_files_are_apart(self) -> None:
        memory("add", "of the work")
        memory("add", "--target", "user", "of the user")
        assert (texts(), texts("user")) == (["of the work"], ["of the user"])
        assert (memories() / "USER.md").read_bytes() == b"of the user"

    def test_the_json_of_an_entry(self) -> None:
        memory("add", "--session", "4d1f09b2", "--message", "1234", "CI needs Node 22")
        answer = memory("list", "--json").json
        (entry,) = answer["entries"]
        assert answer | {"entries": []} == {
            "version": 1,
            "target": "memory",
            "path": str(memories() / "MEMORY.md"),
            "usage": "16/2,200",
            "used": 16,
            "limit": 2200,
            "percent": 0,
            "entry_count": 1,
            "entries": [],
        }
        assert ISO.fullmatch(entry.pop("created"))
        assert ISO.fullmatch(entry.pop("changed"))
        assert entry == {
            "number": 1,
            "text": "CI needs Node 22",
            "chars": 16,
            "verdict": "ok",
            "findings": [],
            "in_prompt": True,
            "override": None,
            "origin": "person",
            "session": "4d1f09b2",
            "message": "1234",
            "outside": False,
        }

    def test_show_prints_whole_entries_by_number_by_text_or_all(self) -> None:
        memory("add", "first\nwith two lines")
        memory("add", "second")
        assert memory("show", "1").out.splitlines()[1:] == ["  first", "  with two lines"]
        assert memory("show", "#2").out.splitlines()[1:] == ["  second"]
        assert memory("show", "sec").out.splitlines()[1:] == ["  second"]
        assert "  with two lines\n\n#2  " in memory("show").out
        assert [entry["number"] for entry in memory("show", "two", "--json").json["entries"]] == [1]
        assert "'nothing such'" in refused("show", "nothing such")
        assert "hermes memory list" in refused("show", "3")

    def test_an_entry_that_cites_a_message_shows_the_command_that_reads_it(self) -> None:
        session = "4d1f09b2-77aa-4c1e-9b57-20e6a3c8f410"
        memory("add", "--session", session, "--message", "1234", "from a message")
        memory("add", "--session", "codex:abc", "from a session")
        assert "  from  hermes session scroll 4d1f09b2-77aa 1234\n" in memory("show", "1").out
        assert "  from  hermes session show codex:abc\n" in memory("show", "2").out
        assert "--session" in refused("add", "--message", "7", "text", code=2)

    def test_stored_text_cannot_steer_the_terminal(self) -> None:
        written(memories(), b"red \x1b[31m and \xc2\x9b back\x08 \xe2\x80\xae turned")
        for words in (["list"], ["show"], ["export", "--format", "markdown"], ["status"]):
            shown = run(*words, group="memory").out
            assert not set(shown) & {"\x1b", "\x9b", "\x08", "\u202e"}, words
        for words in (["list", "--json"], ["export"]):
            outcome = memory(*words)
            assert not set(outcome.out) & {"\x1b", "\x9b", "\x08", "\u202e"}, words
            assert "\x1b[31m" in outcome.json["entries"][0]["text"], words

    def test_an_entry_that_an_editor_wrote_is_as_old_as_the_file(self) -> None:
        path = written(memories(), b"by hand\n")
        os.utime(path, (1_700_000_000, 1_700_000_000))
        (entry,) = memory("list", "--json").json["entries"]
        assert (entry["changed"], entry["outside"]) == ("2023-11-14T22:13:20Z", True)
        assert "by an editor" in memory("show").out

    def test_a_file_that_cannot_be_read_is_one_line_and_no_empty_memory(self) -> None:
        path = written(memories(), b"caf\xe9")
        for words in (["list"], ["show"], ["add", "x"], ["remove", "x"], ["export"]):
            assert "not UTF-8 at byte 3" in refused(*words), words
        assert "cannot be read" in memory("status").out
        assert path.read_bytes() == b"caf\xe9"


class TestChanging:
    def test_add_says_where_it_stands_and_how_full_the_file_is(self) -> None:
        assert memory("add", "first").out == "Added #1 to MEMORY.md: 5 of 2,200 characters, 0 %.\n"
        assert memory("add", " second\n").out == "Added #2 to MEMORY.md: 14 of 2,200 characters, 0 %.\n"
        assert (memories() / "MEMORY.md").read_bytes() == "first\n§\nsecond".encode()

    def test_a_repetition_writes_nothing_and_is_no_failure(self) -> None:
        memory("add", "the same")
        before = (memories() / "MEMORY.md").stat().st_mtime_ns
        assert memory("add", "the same ").out.startswith("Nothing to do")
        assert (memories() / "MEMORY.md").stat().st_mtime_ns == before

    @pytest.mark.parametrize("words", [["add"], ["add", "-"]])
    def test_text_comes_from_standard_input(self, words: list[str]) -> None:
        memory(*words, typed="\ufeffzwei\r\nZeilen ü\n".encode())
        assert texts() == ["zwei\nZeilen ü"]
        memory("replace", "zwei", typed=b"three")
        assert texts() == ["three"]

    def test_standard_input_that_is_no_text_is_refused(self) -> None:
        assert "not UTF-8 at byte 1" in refused("add", "-", typed=b"a\xff")
        assert "cannot be empty" in refused("add", typed=b" \n")

    def test_replace_shows_what_it_overwrote(self) -> None:
        memory("add", "CI needs Node 20\non every branch")
        shown = memory("replace", "Node 20", "CI needs Node 22").out.splitlines()
        assert shown[0] == "Replaced an entry of MEMORY.md: 16 of 2,200 characters, 0 %."
        assert shown[1:3] == ["  - CI needs Node 20", "    on every branch"]
        assert memory("replace", "Node 22", "x", "--json").json["overwritten"] == ["CI needs Node 22"]

    def test_edit_changes_only_the_part(self) -> None:
        memory("add", "CI needs Node 20 on every branch")
        memory("edit", "20", "22")
        memory("edit", " on every branch", "")
        assert texts() == ["CI needs Node 22"]

    def test_remove_and_undo(self) -> None:
        memory("add", "stays")
        memory("add", "goes")
        assert "  - goes\n" in memory("remove", "goes").out
        assert texts() == ["stays"]
        memory("undo")
        assert texts() == ["stays", "goes"]

    def test_an_earlier_change_is_undone_by_its_id(self) -> None:
        memory("add", "first")
        memory("add", "second")
        first = memory("history", "--json").json["changes"][1]
        assert first["changes"][0]["after"] == "first"
        memory("undo", first["id"])
        assert texts() == ["second"]
        assert "no change" in refused("undo", "ffffffff")

    def test_several_matches_are_listed_and_nothing_happens(self) -> None:
        memory("add", "uses spaces")
        memory("add", "uses tabs in make")
        line = refused("remove", "uses")
        assert "'uses spaces'" in line
        assert "'uses tabs in make'" in line
        assert len(texts()) == 2

    def test_no_match_sends_to_the_list(self) -> None:
        memory("add", "one")
        assert "hermes memory list" in refused("remove", "two")
        assert "hermes memory list --target user" in refused("remove", "--target", "user", "two")

    def test_an_entry_is_named_by_its_number(self) -> None:
        memory("add", "tabs")
        memory("add", "tabs in make")
        refused("remove", "tabs")
        memory("replace", "#1", "spaces")
        assert texts() == ["spaces", "tabs in make"]
        memory("remove", "#2")
        assert texts() == ["spaces"]
        assert "there is no entry #2" in refused("remove", "#2")

    def test_a_number_that_stands_in_another_entry_is_not_guessed(self) -> None:
        memory("add", "see bug #2")
        memory("add", "another")
        assert "#2 is the number of one entry and stands in the text of another" in refused("remove", "#2")
        memory("remove", "bug #2")
        assert texts() == ["another"]

    def test_a_number_of_no_entry_is_a_text(self) -> None:
        memory("add", "see bug #77")
        memory("remove", "#77")
        assert texts() == []

    def test_over_the_limit_a_person_is_told_how_much_is_too_much(self) -> None:
        memory("setup", "--memory-char-limit", "50")
        memory("add", "x" * 40)
        line = refused("add", "y" * 20)
        assert "13 characters too many for MEMORY.md (40/50, and this entry has 20)" in line
        assert "hermes memory list" in line
        assert "this turn" not in line

    def test_entries_that_say_the_same_are_pointed_out(self) -> None:
        memory("add", "The user prefers short answers in English")
        shown = memory("add", "User prefers short answers, in English").out
        assert "note: " in shown
        assert "≈ The user prefers short answers in English" in shown

    def test_forget_asks_and_leaves_no_trace(self, home: Path) -> None:
        memory("add", "my old address is Elm Street 5")
        memory("remove", "Elm Street")
        memory("add", "my old address is Elm Street 5")
        assert "--yes" in refused("forget", "Elm Street")
        shown = memory("forget", "--yes", "Elm Street").out
        assert shown == "Erased an entry, and every trace of it, from MEMORY.md: 0 of 2,200 characters, 0 %.\n"
        left = [path for path in home.rglob("*") if path.is_file() and b"Elm Street" in path.read_bytes()]
        assert left == []
        assert "Elm Street" not in memory("history", "--full").out

    def test_what_the_scanner_refuses_is_written_with_a_reason(self) -> None:
        line = refused("add", f"A joke: {BLOCKED}")
        assert "prompt injection" in line
        assert "nothing was applied" in line
        assert "--override REASON" in line
        memory("add", "--override", "it is a quotation", f"A joke: {BLOCKED}")
        (entry,) = memory("list", "--json").json["entries"]
        assert (entry["override"], entry["in_prompt"]) == ("it is a quotation", True)
        assert "allowed: it is a quotation" in memory("show").out
        memory("add", "other")
        refused("replace", "other", f"Other: {BLOCKED}")
        memory("replace", "other", f"Other: {BLOCKED}", "--override", "a quotation")
        refused("edit", "Other", "Another")
        memory("edit", "Other", "Another", "--override", "the same quotation")
        assert texts()[1] == f"Another: {BLOCKED}"

    def test_an_override_is_for_exactly_one_text(self) -> None:
        memory("add", "--override", "a quotation", f"A joke: {BLOCKED}")
        refused("add", f"A new joke: {BLOCKED}")

    def test_a_text_that_begins_with_a_dash_goes_after_two_dashes(self) -> None:
        memory("add", "--", "--force-with-lease is wanted here")
        assert texts() == ["--force-with-lease is wanted here"]


class TestExchange:
    def test_an_export_is_private_and_overwrites_nothing(self, tmp_path: Path) -> None:
        memory("add", "one")
        memory("add", "--target", "user", "two")
        path = tmp_path / "out.json"
        assert memory("export", "-o", path).out.startswith("Wrote 2 entries to ")
        if os.name != "nt":
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
        path.write_text("mine", encoding="utf-8")
        assert "--force" in refused("export", "-o", path)
        assert path.read_text(encoding="utf-8") == "mine"
        answer = memory("export", "--force", "--json", "-o", path).json
        assert answer == {"version": 1, "path": str(path), "format": "json", "entries": 2}
        assert [one["text"] for one in json.loads(path.read_text(encoding="utf-8"))["entries"]] == ["one", "two"]

    def test_an_export_goes_into_another_home_with_its_sources(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        memory("add", "--session", "s1", "--message", "7", "one\nof two lines")
        memory("add", "--target", "user", "two")
        memory("export", "-o", tmp_path / "out.json")
        monkeypatch.setenv("HERMES_HOME", str(tmp_path / "other"))
        assert memory("import", tmp_path / "out.json").out == "Added 2 entries.\n"
        assert (texts(), texts("user")) == (["one\nof two lines"], ["two"])
        assert "hermes session scroll s1 7" in memory("show", "1").out
        assert memory("import", tmp_path / "out.json").out == "Added 0 entries, 2 there already.\n"

    def test_markdown_is_for_reading(self) -> None:
        memory("add", "one")
        memory("add", "two")
        memory("add", "--target", "user", "three")
        lines = memory("export", "--format", "markdown").out.splitlines()
        assert [line for line in lines if line and not line.startswith("*")] == [
            "# MEMORY.md",
            "one",
            "---",
            "two",
            "# USER.md",
            "three",
        ]
        assert memory("export", "--target", "user", "--format", "markdown").out.startswith("# USER.md\n")

    def test_each_entry_of_an_import_is_taken_or_refused_alone(self, tmp_path: Path) -> None:
        memory("setup", "--memory-char-limit", "60")
        memory("add", "there")
        path = tmp_path / "notes.md"
        path.write_bytes(f"there\r\n\r\n§\r\nnew one\n§\n{'x' * 80}\n§\n{BLOCKED}\n§\nnew two\n§\n".encode())
        outcome = run("import", path, group="memory")
        assert (outcome.code, outcome.out) == (1, "Added 2 entries, 1 there already, 2 refused.\n")
        too_long, blocked = outcome.err.splitlines()
        assert "entry 3 of" in too_long
        assert "38 characters too many" in too_long
        assert "entry 4 of" in blocked
        assert "prompt injection" in blocked
        assert texts() == ["there", "new one", "new two"]

    def test_the_json_of_an_import(self) -> None:
        outcome = run("import", "-", "--json", group="memory", typed=b'["one", 5, {"text": "two", "target": "user"}]')
        assert outcome.code == 1
        answer = outcome.json
        assert [answer[name] for name in ("version", "added", "present", "staged", "refused")] == [1, 2, 0, 0, 1]
        assert [(one["number"], one["target"], one["outcome"]) for one in answer["results"]] == [
            (1, "memory", "added"),
            (2, "memory", "refused"),
            (3, "user", "added"),
        ]

    def test_the_target_of_an_import_is_that_of_the_option_the_entry_or_the_files_name(self, tmp_path: Path) -> None:
        user = tmp_path / "USER.md"
        user.write_text("likes tea", encoding="utf-8")
        memory("import", user)
        assert texts("user") == ["likes tea"]
        memory("import", "--target", "memory", user)
        assert texts() == ["likes tea"]

    @pytest.mark.parametrize("document", ['{"a": 1}', '{"format": "other", "entries": []}', '{"entries": 5}'])
    def test_json_without_entries_is_refused(self, document: str) -> None:
        assert "no list of entries" in refused("import", "-", typed=document.encode())

    def test_a_note_that_begins_with_a_bracket_is_no_json(self) -> None:
        memory("import", "-", typed=b"[draft] one\n\xc2\xa7\ntwo")
        assert texts() == ["[draft] one", "two"]

    def test_a_missing_file_is_one_line(self) -> None:
        assert "No such file" in refused("import", "/nowhere/at/all")


class TestProcesses:
    def test_the_command_answers_as_a_process(self, home: Path) -> None:
        done = spawn("memory", "add", "tests run by make", HERMES_HOME=str(home))
        assert (done.returncode, done.stderr) == (0, "")
        done = spawn("memory", "list", "--json", HERMES_HOME=str(home))
        assert json.loads(done.stdout)["entries"][0]["text"] == "tests run by make"

    @pytest.mark.parametrize("words", [["add", "--target", "both", "x"], ["nothing"], ["replace"], ["undo", "a", "b"]])
    def test_wrong_usage_is_exit_code_2(self, words: list[str]) -> None:
        outcome = run(*words, group="memory")
        assert outcome.code == 2
        assert outcome.err.count("\n") == 1

    @pytest.mark.parametrize("words", [["list"], ["add", "x"], ["status"]])
    def test_a_command_on_the_memory_loads_nothing_of_the_archive(self, home: Path, words: list[str]) -> None:
        code = (
            "import sys; from hermes_state.cli.main import main; main(sys.argv[1:]); "
            "print([name for name in sys.modules if name in ('apsw', 'zstandard') "
            "or name.startswith(('hermes_state.store', 'hermes_state.search'))])"
        )
        done = subprocess.run(
            [sys.executable, "-P", "-c", code, "memory", *words], capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines()[-1] == "[]"
