"""``hermes session import``, ``sync`` and ``export``."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from command import EXAMPLES, run, succeed

PTY = "4d1f09b2-77aa-4c1e-9b57-20e6a3c8f410"
JAPANESE = "9c20e4d7-1f3b-4a86-8d02-6b5f1e77c901"
PARTS = ("claude-code", "codex", "hermes", "messages")


class TestImport:
    def test_reports_what_came_in(self, tmp_path: Path) -> None:
        outcome = succeed("import", "--db", tmp_path / "a.db", *(EXAMPLES / part for part in PARTS))
        assert outcome.out.startswith("Imported 104 messages: 12 new sessions, 0 updated.")

    def test_a_second_import_changes_nothing(self, own_db: Path) -> None:
        answer = succeed("import", "--db", own_db, "--json", *(EXAMPLES / part for part in PARTS)).json
        assert answer["version"] == 1
        assert answer["sessions"] == {"new": 0, "updated": 0}
        assert answer["messages"] == {"new": 0}
        assert answer["files"]["read"] == 0

    def test_a_dry_run_stores_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "a.db"
        assert succeed("import", "--db", path, "--dry-run", EXAMPLES / "codex").out.startswith("Would import 24 ")
        assert not path.exists()
        succeed("import", "--db", path, EXAMPLES / "messages")
        assert succeed("import", "--db", path, "--dry-run", EXAMPLES / "codex").out.startswith("Would import 24 ")
        assert succeed("stats", "--db", path, "--json").json["messages"] == 13

    def test_a_path_that_is_missing_makes_no_archive(self, tmp_path: Path) -> None:
        path = tmp_path / "new" / "a.db"
        outcome = run("import", "--db", path, tmp_path / "missing")
        assert (outcome.code, outcome.err.count("\n")) == (1, 1)
        assert not path.parent.exists()

    def test_the_archive_is_made_for_its_owner_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "new" / "state.db"
        succeed("import", "--db", path, EXAMPLES / "messages")
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700

    def test_the_default_archive_is_in_the_hermes_home(self, own_home: Path) -> None:
        succeed("import", EXAMPLES / "messages")
        assert (own_home / ".hermes" / "archive" / "state.db").exists()

    def test_variables_name_the_home_and_the_archive(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HERMES_HOME", str(tmp_path / "elsewhere"))
        succeed("import", EXAMPLES / "messages")
        assert (tmp_path / "elsewhere" / "archive" / "state.db").exists()
        monkeypatch.setenv("HERMES_STATE_DB", str(tmp_path / "named.db"))
        succeed("import", EXAMPLES / "messages")
        assert (tmp_path / "named.db").exists()

    def test_skips_are_reported_by_file_and_line_the_first_twenty(self, tmp_path: Path) -> None:
        lines = [json.dumps({"id": f"c{n}", "messages": [{"role": "user", "content": "hello"}]}) for n in range(30)]
        broken = tmp_path / "broken.jsonl"
        broken.write_text("\n".join(lines[:3] + ["{broken"] * 25 + lines[3:]) + "\n", encoding="utf-8")
        outcome = succeed("import", "--db", tmp_path / "a.db", broken)
        assert f"skipped {broken}:4: " in outcome.out
        assert outcome.out.count("skipped ") == 21
        assert "skipped 5 more" in outcome.out
        answer = succeed("import", "--db", tmp_path / "b.db", "--json", broken).json
        assert [skip["line"] for skip in answer["skips"]] == list(range(4, 29))

    def test_excluded_paths_stay_out(self, tmp_path: Path) -> None:
        answer = succeed("import", "--db", tmp_path / "a.db", "--json", "--exclude", "*/codex/*", EXAMPLES).json
        assert "codex" not in answer["formats"]
        assert answer["sessions"]["new"] > 0

    @pytest.mark.parametrize("make", ["missing", "empty folder", "no transcript"])
    def test_a_named_path_that_yields_nothing_fails_in_one_line(self, tmp_path: Path, make: str) -> None:
        path = tmp_path / "source"
        if make == "empty folder":
            path.mkdir()
        elif make == "no transcript":
            path.write_text("nothing to see\n", encoding="utf-8")
        outcome = run("import", "--db", tmp_path / "a.db", path)
        assert outcome.code == 1
        assert outcome.err.count("\n") == 1
        assert str(path) in outcome.err

    def test_what_was_readable_is_kept_beside_a_missing_path(self, tmp_path: Path) -> None:
        outcome = run("import", "--db", tmp_path / "a.db", tmp_path / "missing", EXAMPLES / "messages")
        assert outcome.code == 1
        assert succeed("stats", "--db", tmp_path / "a.db", "--json").json["messages"] == 13

    def test_the_formats_to_name_are_those_that_the_library_reads(self) -> None:
        from hermes_state.cli.transfer import IMPORT_FORMATS
        from hermes_state.transcripts.detect import FORMATS

        assert set(IMPORT_FORMATS) == set(FORMATS) - {"claude-code-result"}
        outcome = run("import", "--format", "nonsense", EXAMPLES)
        assert outcome.code == 2
        assert outcome.err.count("\n") == 1

    def test_no_path_is_wrong_usage(self) -> None:
        outcome = run("import")
        assert outcome.code == 2
        assert outcome.err.count("\n") == 1


class TestSync:
    @pytest.fixture
    def machine(self, own_home: Path) -> Path:
        """A home folder in which Claude Code and Codex were used."""
        shutil.copytree(EXAMPLES / "claude-code" / "projects", own_home / ".claude" / "projects")
        shutil.copytree(EXAMPLES / "codex" / "sessions", own_home / ".codex" / "sessions")
        return own_home

    def test_shows_what_it_found_and_needs_a_yes_the_first_time(self, machine: Path) -> None:
        outcome = run("sync")
        assert outcome.code == 1
        assert "Claude Code" in outcome.out
        assert "Codex" in outcome.out
        assert "--yes" in outcome.err
        assert not (machine / ".hermes").exists()

    def test_an_archive_that_holds_nothing_yet_is_asked_about_too(self, machine: Path) -> None:
        (machine / "notes.txt").write_text("just notes", encoding="utf-8")
        assert run("import", machine / "notes.txt").code == 1
        outcome = run("sync")
        assert outcome.code == 1
        assert "--yes" in outcome.err

    def test_imports_and_then_asks_no_more(self, machine: Path) -> None:
        assert "6 new sessions" in succeed("sync", "--yes").out
        assert succeed("sync").out.startswith("Imported 0 messages")

    def test_json_names_the_places(self, machine: Path) -> None:
        answer = succeed("sync", "--yes", "--json").json
        assert [(place["tool"], place["files"]) for place in answer["places"]] == [("Claude Code", 4), ("Codex", 2)]
        assert answer["sessions"]["new"] == 6

    def test_honours_the_settings_and_the_option(self, machine: Path) -> None:
        (machine / ".hermes").mkdir()
        settings = machine / ".hermes" / "config.yaml"
        settings.write_text("model: x  # kept\nimport:\n  exclude:\n    - '*chouhyou*'\n", encoding="utf-8")
        answer = succeed("sync", "--yes", "--json", "--exclude", "*/.codex/*").json
        assert answer["exclude"] == ["*chouhyou*", "*/.codex/*"]
        assert answer["sessions"]["new"] == 3
        assert settings.read_text(encoding="utf-8").startswith("model: x  # kept")

    def test_what_is_left_out_is_not_counted_and_a_place_itself_can_be(self, machine: Path) -> None:
        (machine / ".hermes").mkdir()
        (machine / ".hermes" / "state.db").write_bytes(b"x")
        answer = succeed("sync", "--yes", "--json", "--exclude", "*chouhyou*", "--exclude", "*/.hermes/*").json
        assert [(place["tool"], place["files"]) for place in answer["places"]] == [("Claude Code", 3), ("Codex", 2)]
        assert answer["files"]["seen"] == 6  # with the facts that lie beside a sub-agent's transcript
        outcome = run("sync", "--exclude", "*")
        assert outcome.code == 1
        assert "left out" in outcome.err

    @pytest.mark.parametrize("text", ["import: {exclude: 7}\n", "import:\n  exclude: [a, 1]\n", "a: [\n"])
    def test_unreadable_settings_stop_it(self, machine: Path, text: str) -> None:
        (machine / ".hermes").mkdir()
        (machine / ".hermes" / "config.yaml").write_text(text, encoding="utf-8")
        outcome = run("sync", "--yes")
        assert outcome.code == 1
        assert "config.yaml" in outcome.err
        assert outcome.err.count("\n") == 1

    def test_a_machine_without_tools_is_told_what_to_do(self) -> None:
        outcome = run("sync", "--yes")
        assert outcome.code == 1
        assert "hermes session import" in outcome.err


class TestExport:
    def test_own_lines_come_back_as_an_equal_archive(self, db: Path, tmp_path: Path) -> None:
        first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
        succeed("export", "--db", db, "-o", first)
        succeed("import", "--db", tmp_path / "copy.db", first)
        succeed("export", "--db", tmp_path / "copy.db", "-o", second)
        assert first.read_bytes() == second.read_bytes()

    def test_the_file_is_for_its_owner_alone(self, db: Path, tmp_path: Path) -> None:
        out = succeed("export", "--db", db, "-o", tmp_path / "x.jsonl").out
        assert out.startswith("Wrote 12 sessions, 104 messages")
        assert (tmp_path / "x.jsonl").stat().st_mode & 0o777 == 0o600

    def test_standard_output_is_the_default(self, db: Path, tmp_path: Path) -> None:
        succeed("export", "--db", db, "-o", tmp_path / "x.jsonl")
        assert succeed("export", "--db", db).out == (tmp_path / "x.jsonl").read_text(encoding="utf-8")

    @pytest.mark.parametrize("shape", ["jsonl", "hermes", "markdown"])
    def test_one_conversation_in_every_shape(self, db: Path, shape: str) -> None:
        out = succeed("export", "--db", db, JAPANESE, "--format", shape).out
        assert "文字化け" in out
        assert "데이터" not in out
        assert "ConPTY" not in out

    def test_filters_choose(self, db: Path) -> None:
        out = succeed("export", "--db", db, "--source", "codex", "--after", "2026-06-20").out
        assert "数据库迁移" in out
        assert "test_parallel_eviction" not in out

    def test_filters_take_whole_conversations_and_narrow_the_named(self, db: Path, tmp_path: Path) -> None:
        project = ["--project", "/home/mei/work/ptybridge"]
        out = tmp_path / "x.jsonl"
        assert succeed("export", "--db", db, *project, "-o", out).out.startswith("Wrote 2 sessions,")
        assert succeed("export", "--db", db, *project, PTY, JAPANESE, "-o", out).out.startswith("Wrote 1 session,")
        assert succeed("export", "--db", db, "--source", "nobody", "-o", out).out.startswith("Wrote 0 sessions,")

    def test_json_describes_the_export(self, db: Path, tmp_path: Path) -> None:
        path = tmp_path / "x.jsonl"
        answer = succeed("export", "--db", db, "-o", path, "--json").json
        assert (answer["version"], answer["path"], answer["sessions"]) == (1, str(path), 12)
        assert run("export", "--db", db, "--json").code == 2

    def test_a_folder_that_is_not_there_is_one_line(self, db: Path, tmp_path: Path) -> None:
        outcome = run("export", "--db", db, "-o", tmp_path / "no" / "x.jsonl")
        assert outcome.code == 1
        assert outcome.err.count("\n") == 1

    def test_the_archive_itself_is_never_overwritten(self, own_db: Path) -> None:
        before = own_db.read_bytes()
        assert run("export", "--db", own_db, "-o", own_db).code == 1
        assert own_db.read_bytes() == before
