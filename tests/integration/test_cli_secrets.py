"""``hermes session secrets``, and what the other commands do about secrets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from archives import write_lines
from command import run, succeed

from hermes_state import SessionDB, upkeep
from hermes_state.config_file import redacts_archive
from hermes_state.errors import InvalidArgumentError

GITHUB = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
OTHER = "gh" + "p_" + "Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3i2"
PASSWORD = "Tr0ub4dor+3x"
SECRETS = (GITHUB, OTHER, PASSWORD)
START = 1_780_000_000.0
DAY = 86_400.0


def said(text: str, at: float) -> dict[str, Any]:
    return {"role": "user", "content": text, "timestamp": at}


def transcript(path: Path) -> Path:
    """Three conversations: a key in two of them, another key and a password in one, the third with nothing."""
    return write_lines(
        path,
        [
            {"id": "first", "messages": [said(f"use {GITHUB}", START), said(f"again {GITHUB}", START + DAY)]},
            {"id": "second", "messages": [said(f"{GITHUB} or {OTHER}\npassword: {PASSWORD}", START + 2 * DAY)]},
            {"id": "third", "messages": [said("nothing to hide", START + 3 * DAY)]},
        ],
    )


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return transcript(tmp_path / "talks.jsonl")


@pytest.fixture
def path(tmp_path: Path, source: Path) -> Path:
    succeed("import", "--db", tmp_path / "state.db", source)
    return tmp_path / "state.db"


def held(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret in text]


class TestSecrets:
    def test_names_kinds_and_conversations_and_times_and_never_a_value(self, path: Path) -> None:
        outcome = succeed("secrets", "--db", path, "--json")
        assert held(outcome.out) == []
        answer = outcome.json
        assert (answer["version"], answer["kinds"], answer["uncounted"]) == (1, {"github": 2, "password": 1}, 0)
        found = {tuple(one["conversations"]): one for one in answer["secrets"] if one["kind"] == "github"}
        both = found["messages:first", "messages:second"]
        assert (both["records"], both["conversation_count"], both["in_clear"]) == (3, 2, True)
        assert (both["first_at"], both["last_at"]) == ("2026-05-28T20:26:40Z", "2026-05-30T20:26:40Z")
        assert found["messages:second",]["records"] == 1

    def test_a_person_reads_a_table(self, path: Path) -> None:
        out = succeed("secrets", "--db", path).out
        assert held(out) == []
        assert "3 secrets of 2 kinds in 2 conversations, 3 in clear." in out
        assert [line.split()[0] for line in out.splitlines()[2:5]] == ["github", "github", "password"]
        assert "first, second" in out

    def test_the_marks_are_those_of_exports_and_stay(self, path: Path, tmp_path: Path) -> None:
        marks = [{one["mark"] for one in succeed("secrets", "--db", path, "--json").json["secrets"]} for _ in range(2)]
        succeed("export", "--db", path, "--format", "markdown", "-o", tmp_path / "out.md")
        text = (tmp_path / "out.md").read_text(encoding="utf-8")
        assert marks[0] == marks[1]
        assert len(marks[0]) == 3
        assert all(f":{mark}»" in text for mark in marks[0])

    def test_only_those_named_are_looked_at(self, path: Path) -> None:
        answer = succeed("secrets", "--db", path, "--json", "first").json
        assert answer["kinds"] == {"github": 1}
        assert succeed("secrets", "--db", path, "third").out == "No secrets found.\n"
        assert run("secrets", "--db", path, "nowhere").code == 1

    def test_every_place_of_text_is_looked_at(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "state.db") as db:
            call = {"id": "1", "type": "function", "function": {"name": "t", "arguments": {"token": GITHUB}}}
            places: list[dict[str, Any]] = [
                {"content": GITHUB},
                {"content": [{"type": "text", "text": f"a {GITHUB}"}]},
                {"content": "x", "thinking": f"so {GITHUB}"},
                {"content": "x", "tool_calls": [call]},
                {"content": "x", "extra": {"deep": [{"deeper": json.dumps({"k": f"Bearer {GITHUB}"})}]}},
            ]
            for number, place in enumerate(places):
                db.append(db.create_session("cli", session_id=f"s{number}"), {"role": "assistant", **place})
            db.create_session("cli", session_id="title", title=f"About {GITHUB}")
            db.create_session("cli", session_id="prompt", system_prompt=f"Use {GITHUB}")
            (found,) = upkeep.find_secrets(db)
        assert found.kind == "github"
        assert found.conversations == [
            *(f"live:s{number}" for number in range(len(places))),
            "live:title",
            "live:prompt",
        ]

    def test_secrets_stored_redacted_are_named_as_such(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "state.db", redact=True) as db:
            db.append(db.create_session("cli"), said(f"use {GITHUB}", START))
            (found,) = upkeep.find_secrets(db)
        assert (found.kind, found.in_clear, found.records) == ("github", False, 1)
        assert "1 conversation, 0 in clear" in succeed("secrets", "--db", tmp_path / "state.db").out

    def test_progress_goes_up_to_all_messages(self, tmp_path: Path) -> None:
        steps: list[tuple[int, int]] = []
        with SessionDB(tmp_path / "state.db") as db:
            db.append(db.create_session("cli"), [said(f"number {number}", START) for number in range(1_200)])
            upkeep.find_secrets(db, progress=lambda done, total: steps.append((done, total)))
        assert steps == [(500, 1_200), (1_000, 1_200), (1_200, 1_200)]

    def test_looking_holds_one_pack_of_texts_at_a_time(self, tmp_path: Path) -> None:
        import tracemalloc

        peaks = []
        for count in (2_000, 8_000):
            with SessionDB(tmp_path / f"{count}.db") as db:
                sid = db.create_session("cli")
                db.append(sid, [said(f"number {number} " + "of many words " * 40, START) for number in range(count)])
                upkeep.optimize(db)
                assert db.redactor
            with SessionDB(tmp_path / f"{count}.db") as db:
                tracemalloc.start()
                upkeep.find_secrets(db)
                peaks.append(tracemalloc.get_traced_memory()[1])
                tracemalloc.stop()
        assert peaks[1] < 24 * 1024 * 1024


class TestImporting:
    def test_an_import_names_the_secrets_that_came_in(self, source: Path, tmp_path: Path) -> None:
        outcome = succeed("import", "--db", tmp_path / "a.db", "--secrets", source)
        assert held(outcome.out) == []
        assert "3 secrets of 2 kinds in 2 conversations, 3 in clear." in outcome.out

    def test_a_second_import_names_only_those_that_are_new(self, source: Path, path: Path) -> None:
        write_lines(source, [{"id": "fourth", "messages": [said(f"now {OTHER}", START)]}], append=True)
        answer = succeed("import", "--db", path, "--secrets", "--json", source).json
        assert answer["secrets"]["kinds"] == {"github": 1}
        (found,) = answer["secrets"]["secrets"]
        assert (found["conversations"], found["records"]) == (["messages:fourth"], 1)
        marks = {one["mark"] for one in succeed("secrets", "--db", path, "--json").json["secrets"]}
        assert found["mark"] in marks

    def test_a_dry_run_names_what_would_come_in(self, source: Path, tmp_path: Path) -> None:
        answer = succeed("import", "--db", tmp_path / "a.db", "--dry-run", "--secrets", "--json", source).json
        assert answer["secrets"]["kinds"] == {"github": 2, "password": 1}
        assert not (tmp_path / "a.db").exists()

    def test_without_the_option_nothing_is_said(self, source: Path, tmp_path: Path) -> None:
        outcome = succeed("import", "--db", tmp_path / "a.db", "--json", source)
        assert "secrets" not in outcome.json

    def test_sync_does_the_same(self, own_home: Path) -> None:
        line = {
            "type": "user",
            "sessionId": "s1",
            "uuid": "00000000-0000-4000-8000-000000000001",
            "timestamp": "2026-07-01T10:00:00.000Z",
            "message": {"role": "user", "content": f"use {GITHUB}"},
        }
        write_lines(own_home / ".claude" / "projects" / "p" / "s1.jsonl", [line])
        answer = succeed("sync", "--yes", "--secrets", "--json").json
        assert answer["secrets"]["kinds"] == {"github": 1}
        assert answer["secrets"]["secrets"][0]["records"] == 1


class TestTheSetting:
    def configure(self, home: Path, text: str) -> None:
        (home / ".hermes").mkdir(exist_ok=True)
        (home / ".hermes" / "config.yaml").write_text(text, encoding="utf-8")

    def test_with_it_an_import_stores_no_secret_and_says_which_were_replaced(
        self, own_home: Path, source: Path
    ) -> None:
        self.configure(own_home, "archive:\n  redact: true\n")
        answer = succeed("import", "--secrets", "--json", source).json
        assert answer["messages"]["new"] == 4
        assert {one["in_clear"] for one in answer["secrets"]["secrets"]} == {False}
        assert answer["secrets"]["kinds"] == {"github": 2, "password": 1}
        whole = b"".join(file.read_bytes() for file in (own_home / ".hermes" / "archive").iterdir())
        assert not [secret for secret in SECRETS if secret.encode() in whole]
        assert "«redacted:github:" in succeed("show", "first").out

    def test_without_it_or_with_false_the_archive_is_verbatim(self, own_home: Path, source: Path) -> None:
        self.configure(own_home, "archive:\n  redact: false\n")
        succeed("import", source)
        assert GITHUB in succeed("show", "first").out

    @pytest.mark.parametrize("text", ["archive:\n  redact: sometimes\n", "archive:\n  redact: [yes]\n"])
    def test_a_setting_that_says_neither_yes_nor_no_stops_the_import(
        self, own_home: Path, source: Path, text: str
    ) -> None:
        self.configure(own_home, text)
        outcome = run("import", source)
        assert (outcome.code, outcome.err.count("\n")) == (1, 1)
        assert "archive.redact" in outcome.err
        with pytest.raises(InvalidArgumentError):
            redacts_archive(str(own_home / ".hermes"))


class TestExporting:
    def test_our_own_form_is_verbatim_and_a_note_says_how_many_secrets_it_holds(self, path: Path) -> None:
        outcome = run("export", "--db", path)
        assert outcome.code == 0
        assert held(outcome.out) == list(SECRETS)
        assert held(outcome.err) == []
        assert outcome.err.startswith(
            "note: it holds 3 secrets in clear (github 2, password 1): --redact replaces them"
        )
        assert outcome.err.count("\n") == 1

    def test_json_says_it_in_fields(self, path: Path, tmp_path: Path) -> None:
        for words, redacted, secrets in (
            ((), False, {"github": 2, "password": 1}),
            (("--redact",), True, {"github": 2, "password": 1}),
            (("--reveal",), False, None),
            (("--format", "markdown"), True, {"github": 2, "password": 1}),
        ):
            answer = succeed("export", "--db", path, "--json", "-o", tmp_path / "out", *words).json
            assert (answer["redacted"], answer["secrets"]) == (redacted, secrets)
            assert bool(held((tmp_path / "out").read_text(encoding="utf-8"))) is not redacted

    @pytest.mark.parametrize("format_name", ["hermes", "markdown"])
    def test_other_forms_are_redacted_unless_a_person_wants_them_as_they_are(
        self, path: Path, format_name: str
    ) -> None:
        assert held(succeed("export", "--db", path, "--format", format_name).out) == []
        assert held(succeed("export", "--db", path, "--format", format_name, "--reveal").out) == list(SECRETS)

    def test_both_options_are_wrong_usage(self, path: Path) -> None:
        assert run("export", "--db", path, "--redact", "--reveal").code == 2


class TestShowing:
    def test_the_owner_sees_the_archive_as_it_is_unless_asked_otherwise(self, path: Path) -> None:
        message = succeed("search", "--db", path, "--json", "again").json["results"][0]["match_message_id"]
        for words in (("search", "again"), ("show", "first"), ("show", "--all", "first"), ("scroll", "first", message)):
            assert held(succeed(*map(str, words), "--db", path).out) == [GITHUB]
            shown = succeed(*map(str, words), "--db", path, "--redact").out
            assert held(shown) == []
            assert "«redacted:github:" in shown
