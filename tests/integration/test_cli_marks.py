"""``hermes session pin``, ``archive``, ``trash``, ``prune`` and ``delete --purge`` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import run, succeed

from hermes_state import SessionDB

PTY = "4d1f09b2-77aa-4c1e-9b57-20e6a3c8f410"
JAPANESE = "9c20e4d7-1f3b-4a86-8d02-6b5f1e77c901"


def listed(db: Path, *words: str) -> set[str]:
    page = succeed("list", "--db", db, "--json", "--limit", "100", *words).json
    return {row["root_session_id"] for row in page["conversations"]}


class TestMarks:
    def test_a_conversation_goes_into_the_trash_and_out_of_it(self, own_db: Path) -> None:
        before = listed(own_db)
        assert succeed("trash", "--db", own_db, PTY[:8]).out == "4d1f09b2-77aa is in the trash now\n"
        assert listed(own_db) == before - {PTY}
        assert "4d1f09b2-77aa" in succeed("trash", "--db", own_db).out
        assert succeed("trash", "--db", own_db, "--undo", PTY).out == "4d1f09b2-77aa is out of the trash\n"
        assert listed(own_db) == before
        assert succeed("trash", "--db", own_db).out == "The trash is empty.\n"

    def test_emptying_the_trash_needs_a_yes(self, own_db: Path) -> None:
        succeed("trash", "--db", own_db, PTY, JAPANESE)
        outcome = run("trash", "--db", own_db, "--empty")
        assert (outcome.code, outcome.out) == (1, "")
        assert "give --yes" in outcome.err
        answer = succeed("trash", "--db", own_db, "--empty", "--purge", "--yes", "--json").json
        assert (answer["conversations"], answer["purged"]["log_is_empty"]) == (2, True)
        with SessionDB(own_db, read_only=True) as db:
            assert db.verify().ok

    def test_what_was_thrown_away_lately_stays(self, own_db: Path) -> None:
        succeed("trash", "--db", own_db, PTY)
        assert succeed("trash", "--db", own_db, "--empty", "--before", "1d", "--yes", "--json").json["sessions"] == 0

    @pytest.mark.parametrize("command", ["pin", "archive"])
    def test_pins_and_archived_ones_are_listed_and_taken_back(self, own_db: Path, command: str) -> None:
        mark = {"pin": "pinned", "archive": "archived"}[command]
        answer = succeed(command, "--db", own_db, "--json", PTY).json
        assert answer == {"version": 1, "mark": mark, "undo": False, "changed": [f"claude-code:{PTY}"], "unchanged": []}
        assert succeed(command, "--db", own_db, PTY).out == f"4d1f09b2-77aa was {mark} already\n"
        assert (PTY in listed(own_db)) == (command == "pin")
        rows = succeed(command, "--db", own_db, "--json").json["conversations"]
        assert [row["root_session_id"] for row in rows] == [PTY]
        succeed(command, "--db", own_db, "--undo", PTY)
        assert succeed(command, "--db", own_db).out == f"No conversation is {mark}.\n"

    @pytest.mark.parametrize(
        "words", [("pin", "--undo"), ("trash", "--purge"), ("trash", "--empty", "x"), ("trash", "--before", "1d")]
    )
    def test_options_that_do_not_fit_are_wrong_usage(self, own_db: Path, words: tuple[str, ...]) -> None:
        outcome = run(*words, "--db", own_db)
        assert (outcome.code, outcome.err.count("\n")) == (2, 1)

    def test_an_unknown_conversation_is_named_and_nothing_is_marked(self, own_db: Path) -> None:
        outcome = run("pin", "--db", own_db, PTY, "no-such-thing")
        assert outcome.code == 1
        assert "no-such-thing" in outcome.err
        assert succeed("pin", "--db", own_db, "--json").json["conversations"] == []


class TestPrune:
    def test_it_shows_what_would_go_and_goes_no_further_without_a_yes(self, own_db: Path) -> None:
        before = listed(own_db)
        outcome = run("prune", "--db", own_db, "--before", "1d")
        assert outcome.code == 1
        assert "with " in outcome.out
        assert "last active" in outcome.out
        assert "give --yes" in outcome.err
        assert listed(own_db) == before
        assert run("prune", "--db", own_db, "--before", "1d", "--dry-run").code == 0

    def test_pinned_ones_stay_and_the_rest_goes_into_the_trash(self, own_db: Path) -> None:
        everything = listed(own_db)
        succeed("pin", "--db", own_db, PTY)
        answer = succeed("prune", "--db", own_db, "--before", "1d", "--yes", "--json").json
        assert (answer["fate"], answer["kept_pinned"]) == ("trash", 1)
        assert answer["conversations"] == len(answer["candidates"])
        assert listed(own_db) == {PTY} | (everything - {one["session_id"] for one in answer["candidates"]})
        assert answer["oldest_at"] <= answer["newest_at"]

    def test_the_policy_comes_from_the_settings(self, own_db: Path, own_home: Path) -> None:
        assert run("prune", "--db", own_db, "--policy").code == 2
        settings = own_home / ".hermes" / "config.yaml"
        settings.parent.mkdir(exist_ok=True)
        settings.write_text("retention:\n  cron: 1d\n  cli: forever\n", encoding="utf-8")
        answer = succeed("prune", "--db", own_db, "--policy", "--delete", "--yes", "--json").json
        assert {one["source"] for one in answer["candidates"]} == {"cron"}
        assert answer["fate"] == "delete"
        settings.write_text("retention:\n  cron: soon\n", encoding="utf-8")
        outcome = run("prune", "--db", own_db, "--policy")
        assert outcome.code == 1
        assert "retention.cron" in outcome.err

    def test_a_rule_that_says_nothing_is_refused(self, own_db: Path) -> None:
        outcome = run("prune", "--db", own_db)
        assert (outcome.code, outcome.err.count("\n")) == (2, 1)
        assert "--before" in outcome.err


class TestPurge:
    def test_a_purged_conversation_leaves_no_byte(self, own_db: Path) -> None:
        with SessionDB(own_db) as db:
            text = "sphinxofblackquartzjudgemyvow"
            db.create_session("cli", session_id="secret")
            db.append("secret", {"role": "user", "content": f"the word is {text}"})
        answer = succeed("delete", "--db", own_db, "--purge", "--yes", "--json", "secret").json
        assert answer["purged"] == {"words": answer["purged"]["words"], "log_is_empty": True, "copies": []}
        for file in own_db.parent.glob("*.db*"):
            assert text.encode() not in file.read_bytes()

    def test_without_an_id_what_was_deleted_before_is_erased(self, own_db: Path) -> None:
        succeed("delete", "--db", own_db, "--yes", PTY)
        out = succeed("delete", "--db", own_db, "--purge").out
        assert "Erased from the file" in out
        assert run("delete", "--db", own_db).code == 2
