"""``hermes session stats``, ``check``, ``rename``, ``delete`` and ``optimize``, and archives that are none."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from command import EXAMPLES, run, succeed

from hermes_state import SessionDB
from hermes_state.store import schema

PTY = "4d1f09b2-77aa-4c1e-9b57-20e6a3c8f410"
JAPANESE = "9c20e4d7-1f3b-4a86-8d02-6b5f1e77c901"
ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


class TestUpkeep:
    def test_stats_count(self, db: Path) -> None:
        answer = succeed("stats", "--db", db, "--json").json
        assert (answer["version"], answer["messages"], answer["sessions"]) == (1, 104, 12)
        assert ISO.fullmatch(answer["first_at"])
        out = succeed("stats", "--db", db).out
        assert re.search(r"^sources +hermes  cron  1 session  2 messages$", out, re.MULTILINE)

    def test_check_finds_a_sound_archive_sound(self, db: Path, own_db: Path) -> None:
        assert succeed("check", "--db", own_db).out.startswith("The archive is sound.")
        answer = succeed("check", "--db", own_db, "--json").json
        assert (answer["version"], answer["ok"], answer["problems"]) == (1, True, [])
        assert [name for name in answer["checked"] if not re.fullmatch("[a-z_]+", name)] == []

    def test_check_finds_damage(self, own_db: Path) -> None:
        data = bytearray(own_db.read_bytes())
        middle = len(data) // 2
        data[middle : middle + 40_000] = os.urandom(40_000)
        own_db.write_bytes(data)
        outcome = run("check", "--db", own_db)
        assert outcome.code == 1
        assert outcome.err.startswith("hermes: ")
        assert outcome.err.count("\n") == 1

    def test_check_does_not_send_to_itself_when_nothing_can_be_read(self, own_db: Path) -> None:
        os.truncate(own_db, 90_000)
        outcome = run("check", "--db", own_db)
        assert (outcome.code, outcome.err.count("\n")) == (1, 1)
        assert "is damaged" in outcome.err
        assert "hermes session check" not in outcome.err

    def test_an_archive_of_an_older_form_is_brought_up_to_date_by_the_first_command(
        self, own_db: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        steps = schema.migration_steps()
        with monkeypatch.context() as older:
            older.setattr(schema, "SCHEMA_VERSION", 2)
            older.setattr(schema, "migration_steps", lambda: steps[:2])
            path = own_db.with_name("older.db")
            schema.open_writer(str(path)).close()
        assert succeed("search", "--db", path, "anything", "--json").json["results"] == []
        assert succeed("list", "--db", path).out == "No conversations.\n"

    def test_rename_gives_another_title(self, own_db: Path) -> None:
        answer = succeed("rename", "--db", own_db, "--json", JAPANESE, "Excelの件").json
        assert answer == {
            "version": 1,
            "session_id": JAPANESE,
            "origin": "claude-code",
            "title": "Excelの件",
            "old_title": "請求書CSVの文字化け",
        }
        with SessionDB(own_db, read_only=True) as db:
            session = db.get_session(JAPANESE)
        assert session is not None
        assert session.title == "Excelの件"

    def test_a_title_is_one_line_and_an_empty_one_takes_it_away(self, own_db: Path) -> None:
        assert succeed("rename", "--db", own_db, "--json", JAPANESE, " two\nlines ").json["title"] == "two lines"
        assert succeed("rename", "--db", own_db, JAPANESE, "  ").out == "9c20e4d7-1f3b has no title now\n"
        assert succeed("rename", "--db", own_db, "--json", JAPANESE, "x").json["old_title"] is None

    def test_delete_needs_a_yes_without_a_terminal(self, own_db: Path) -> None:
        outcome = run("delete", "--db", own_db, JAPANESE)
        assert outcome.code == 1
        assert "--yes" in outcome.err
        assert succeed("stats", "--db", own_db, "--json").json["sessions"] == 12

    def test_deleted_conversations_stay_away_until_brought_back(self, own_db: Path) -> None:
        answer = succeed("delete", "--db", own_db, "--yes", "--json", PTY).json
        assert (answer["conversations"], answer["sessions"]) == (1, 2)
        source = EXAMPLES / "claude-code"
        again = succeed("import", "--db", own_db, "--json", source).json
        assert again["sessions"]["new"] == 0
        back = succeed("import", "--db", own_db, "--json", "--restore-deleted", source).json
        assert back["sessions"]["new"] == 2

    def test_an_unknown_id_among_several_deletes_nothing(self, own_db: Path) -> None:
        assert run("delete", "--db", own_db, "--yes", JAPANESE, "nobody").code == 1
        assert succeed("stats", "--db", own_db, "--json").json["sessions"] == 12

    def test_optimize_keeps_everything(self, own_db: Path) -> None:
        assert "before" in succeed("optimize", "--db", own_db).out
        answer = succeed("optimize", "--db", own_db, "--json").json
        assert set(answer) == {"version", "bytes_before", "bytes_after", "rebuilt"}
        assert succeed("check", "--db", own_db).out.startswith("The archive is sound.")


class TestBadArchives:
    READERS = (["search", "x"], ["list"], ["browse"], ["show", "x"], ["scroll", "x", "1"], ["stats"], ["export"])
    WRITERS = (["check"], ["rename", "x", "y"], ["delete", "--yes", "x"], ["optimize"])

    @pytest.mark.parametrize("words", [*READERS, *WRITERS], ids=lambda words: words[0])
    def test_a_missing_archive_is_one_line_and_is_not_made(self, tmp_path: Path, words: list[str]) -> None:
        outcome = run(*words, "--db", tmp_path / "none.db")
        assert (outcome.code, outcome.out) == (1, "")
        assert "hermes session sync" in outcome.err
        assert outcome.err.count("\n") == 1
        assert not (tmp_path / "none.db").exists()

    @pytest.mark.parametrize("words", [*READERS, *WRITERS], ids=lambda words: words[0])
    def test_an_empty_file_is_no_archive_yet_and_is_not_made_one(self, tmp_path: Path, words: list[str]) -> None:
        (tmp_path / "a.db").touch()
        outcome = run(*words, "--db", tmp_path / "a.db")
        assert (outcome.code, outcome.out) == (1, "")
        assert "is empty" in outcome.err
        assert "hermes session sync" in outcome.err
        assert (tmp_path / "a.db").stat().st_size == 0

    @pytest.mark.parametrize("words", [*READERS, *WRITERS, ["import", str(EXAMPLES)]], ids=lambda words: words[0])
    def test_a_file_that_is_not_ours_is_refused_by_name_and_not_touched(self, tmp_path: Path, words: list[str]) -> None:
        path = tmp_path / "letter.txt"
        path.write_text("Dear reader,\n" * 100, encoding="utf-8")
        before = path.read_bytes()
        outcome = run(*words, "--db", path)
        assert (outcome.code, outcome.out) == (1, "")
        assert str(path) in outcome.err
        assert outcome.err.count("\n") == 1
        assert path.read_bytes() == before
