"""``hermes session search`` on the shipped examples and the real library."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from command import EXAMPLES, run, succeed

PTY = "4d1f09b2-77aa-4c1e-9b57-20e6a3c8f410"
JAPANESE = "9c20e4d7-1f3b-4a86-8d02-6b5f1e77c901"
CHINESE = "01979f02-88c5-7a31-9e6d-0f4b7a61c3d8"
ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


class TestSearch:
    def test_finds_the_conversation_and_says_where(self, db: Path) -> None:
        out = succeed("search", "--db", db, "Windows PTY bridge").out
        assert out.splitlines()[0] == "Windows PTY bridge"
        assert "claude-code" in out
        assert "2026-06-03" in out
        assert re.search(r"hermes session (scroll 4d1f09b2-77aa \d+|show 4d1f09b2-77aa)", out)
        assert "\x1b" not in out

    def test_words_need_no_quotes(self, db: Path) -> None:
        quoted = succeed("search", "--db", db, "--json", "Windows PTY bridge").json
        assert succeed("search", "--db", db, "--json", "Windows", "PTY", "bridge").json == quoted

    @pytest.mark.parametrize(
        ("query", "session_id"),
        [
            ("数据库迁移", CHINESE),
            ("文字化け", JAPANESE),
            ("타임아웃", "e7715a0c-52c8-4f0d-b1aa-0d9e3c4471fe"),
            ("ClosePseudoConsole", PTY),
            ("ENOSPC", "20260629_081502_c4e1d0"),
            ("SKIP LOCKED", "pg-deadlock"),
            ("test_parallel_eviction", "019781c4-2b6e-7d10-a3f4-51c09be7d2aa"),
        ],
    )
    def test_finds_any_script_and_identifiers(self, db: Path, query: str, session_id: str) -> None:
        results = succeed("search", "--db", db, "--json", query).json["results"]
        assert session_id in [result["root_session_id"] for result in results]

    def test_a_blank_session_is_a_failure_and_not_every_session(self, db: Path) -> None:
        outcome = run("search", "--db", db, "--session", "", "bridge")
        assert (outcome.code, outcome.out) == (1, "")
        assert "no session" in outcome.err

    def test_json_has_the_documented_fields(self, db: Path) -> None:
        answer = succeed("search", "--db", db, "--json", "Windows PTY bridge").json
        assert next(iter(answer)) == "version"
        assert answer["version"] == 1
        assert answer["mode"] == "discover"
        assert set(answer) >= {"query", "rung", "searched", "results", "notes", "cursor"}
        wanted = (EXAMPLES.parent / "docs" / "json.md").read_text(encoding="utf-8")
        fields = set(
            re.findall(r"^\| (`.*?`(?:, `.*?`)*) \|", wanted.split("Each result:")[1].split("`cursor` is")[0], re.M)
        )
        names = {name.strip("`") for field in fields for name in field.split(", ")}
        assert names == set(answer["results"][0])

    def test_times_in_json_are_iso_in_utc(self, db: Path) -> None:
        result = succeed("search", "--db", db, "--json", "ConPTY").json["results"][0]
        assert ISO.fullmatch(result["started_at"])
        assert ISO.fullmatch(result["matched_at"])

    def test_marks_point_at_the_match_in_code_points(self, db: Path) -> None:
        result = succeed("search", "--db", db, "--json", "-F", "序列").json["results"][0]
        assert {result["snippet"][start:end] for start, end in result["marks"]} == {"序列"}

    def test_the_second_page_repeats_nothing(self, db: Path) -> None:
        first = succeed("search", "--db", db, "--json", "--limit", "1", "the").json
        if first["cursor"] is None:
            first = succeed("search", "--db", db, "--json", "--limit", "1", "line").json
        second = succeed(
            "search", "--db", db, "--json", "--limit", "1", first["query"], "--cursor", first["cursor"]
        ).json
        ids = [result["root_session_id"] for page in (first, second) for result in page["results"]]
        assert len(ids) == len(set(ids))

    def test_filters_narrow(self, db: Path) -> None:
        answer = succeed("search", "--db", db, "--json", "--source", "codex", "--after", "2026-06-20", "orders").json
        assert {result["source"] for result in answer["results"]} <= {"codex"}
        assert CHINESE in [result["session_id"] for result in answer["results"]]

    def test_per_message_and_roles(self, db: Path) -> None:
        answer = succeed(
            "search", "--db", db, "--json", "--per", "message", "--role", "tool", "--session", CHINESE, "184001"
        ).json
        assert {result["matched_role"] for result in answer["results"]} == {"tool"}

    def test_an_empty_answer_is_a_success_and_says_so(self, db: Path) -> None:
        outcome = succeed("search", "--db", db, "zzyzx_nowhere_at_all")
        assert outcome.out.startswith("Nothing found.")

    def test_a_window_shows_the_messages_around(self, db: Path) -> None:
        out = succeed("search", "--db", db, "--window", "2", "ClosePseudoConsole").out
        assert "  …" in out

    def test_an_explanation_is_printed(self, db: Path) -> None:
        assert succeed("search", "--db", db, "--explain", "Windows PTY bridge").out
        assert succeed("search", "--db", db, "--explain", "--json", "Windows PTY bridge").json["results"]

    def test_a_bad_date_is_one_line(self, db: Path) -> None:
        outcome = run("search", "--db", db, "--after", "the day the sky fell", "x")
        assert outcome.code == 2
        assert outcome.err.count("\n") == 1
        assert outcome.err.startswith("hermes: ")

    @pytest.mark.parametrize(
        ("words", "most"),
        [
            (["search", "the", "--limit"], 1000),
            (["search", "the", "--window"], 100),
            (["list", "--limit"], 1000),
            (["browse", "--limit"], 1000),
            (["scroll", JAPANESE, "1", "--window"], 200),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
    )
    def test_a_number_out_of_range_is_wrong_usage_and_the_most_is_taken(
        self, db: Path, words: list[str], most: int
    ) -> None:
        outcome = run(*words, str(most + 1), "--db", db)
        assert (outcome.code, outcome.err.count("\n")) == (2, 1)
        assert f"<={most}" in outcome.err
        assert run(*words, str(most), "--db", db).code != 2
        assert "is not from" not in run(*words, str(most), "--db", db).err

    def test_text_with_a_dash_goes_after_two_dashes(self, db: Path) -> None:
        outcome = run("search", "--db", db, "--force-with-lease")
        assert outcome.code == 2
        assert "goes after --" in outcome.err
        assert succeed("search", "--db", db, "--", "--force-with-lease").out.startswith("Nothing found.")

    def test_nothing_heavy_is_loaded(self, db: Path) -> None:
        code = (
            "import sys; from hermes_state.cli.main import main; main(sys.argv[1:]); "
            "print(' '.join(sorted(sys.modules)))"
        )
        words = ["session", "search", "--db", str(db), "ConPTY"]
        done = subprocess.run(
            [sys.executable, "-P", "-c", code, *words], capture_output=True, encoding="utf-8", check=True
        )
        loaded = set(done.stdout.rsplit("\n", 2)[1].split())
        heavy = {"tabulate", "sqlite_utils", "sqlite3", "ruamel", "ruamel.yaml", "logging", "asyncio", "subprocess"}
        assert (
            loaded & (heavy | {"importlib.metadata", "importlib.resources", "argparse", "email", "http", "ssl"})
            == set()
        )
