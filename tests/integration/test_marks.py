"""Pinned, archived, thrown away: what each mark hides, what it protects, and that each can be taken back."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from hermes_state import SessionDB, upkeep
from hermes_state.errors import InvalidArgumentError, NotFoundError
from hermes_state.selection import selected_sessions
from hermes_state.upkeep.pruning import Rule

DAY = 86_400.0
START = 1_760_000_000.0


@pytest.fixture
def db(tmp_path: Path) -> Iterator[SessionDB]:
    """Ten conversations a day apart, each with a sub-agent; the last one has a branch as well."""
    with SessionDB(tmp_path / "state.db") as archive:
        for number in range(10):
            at = START + number * DAY
            name = f"talk-{number}"
            source = "cron" if number % 2 else "cli"
            archive.create_session(
                source, session_id=name, title=f"Talk {number}" if number < 8 else None, started_at=at
            )
            archive.append(
                name, [{"role": "user", "content": f"gateway number {number}", "timestamp": at}] * (number + 1)
            )
            archive.create_session(
                "cli", session_id=f"{name}/agent", parent_session_id=name, kind="subagent", started_at=at
            )
            archive.append(f"{name}/agent", {"role": "user", "content": "gateway of an agent", "timestamp": at + 1})
        archive.create_session("cli", session_id="branch", parent_session_id="talk-0", kind="branch", started_at=START)
        archive.append("branch", {"role": "user", "content": "gateway branched", "timestamp": START})
        yield archive


def listed(db: SessionDB, **options: object) -> set[str]:
    return {row.root_session_id for row in db.browse(**options).conversations}  # type: ignore[arg-type]


def found(db: SessionDB, **options: object) -> set[str]:
    return {one.root_session_id for one in db.search("gateway", limit=50, **options).results}  # type: ignore[arg-type]


ALL = {f"talk-{number}" for number in range(10)}


class TestTrash:
    def test_what_lies_in_the_trash_is_in_no_list_answer_or_export(self, db: SessionDB) -> None:
        report = upkeep.mark(db, ["talk-3"], "trashed")
        assert (report.conversations, report.sessions, report.messages) == (("live:talk-3",), 2, 5)
        assert listed(db) == listed(db, include_hidden=True) == ALL - {"talk-3"}
        for options in ({}, {"include_hidden": True}, {"roles": "user,assistant,tool"}, {"sessions": ["talk-3"]}):
            assert "talk-3" not in found(db, **options)
        assert "talk-3" not in {one.session_id for one in db.search("Talk 3").results}
        assert "live:talk-3" not in selected_sessions(db)
        out = io.BytesIO()
        report = db.export(out=out)
        assert b"talk-3" not in out.getvalue()
        assert any("1 in the trash left out" in note for note in report.notes)
        assert db.export(["talk-3"], out=io.BytesIO()).sessions == 1
        assert listed(db, shelf="trash") == {"talk-3"}

    def test_it_can_still_be_read_by_its_name(self, db: SessionDB) -> None:
        upkeep.mark(db, ["talk-3"], "trashed")
        assert db.read("talk-3").messages
        assert db.get_session("talk-3").trashed_at is not None

    def test_what_is_taken_out_again_is_as_it_was(self, db: SessionDB) -> None:
        before = found(db), found(db, include_hidden=True), listed(db)
        upkeep.mark(db, ["talk-3"], "trashed")
        upkeep.mark(db, ["talk-3/agent"], "trashed", undo=True)  # any session names its conversation
        assert (found(db), found(db, include_hidden=True), listed(db)) == before
        assert db.get_session("talk-3/agent").hidden

    def test_what_comes_out_of_a_conversation_in_the_trash_lies_there_as_well(self, db: SessionDB) -> None:
        upkeep.mark(db, ["talk-3"], "trashed")
        db.create_session("cli", session_id="later", parent_session_id="talk-3", kind="resume")
        db.append("later", {"role": "user", "content": "gateway later"})
        db.create_session("cli", session_id="later", model="another")
        assert "talk-3" not in found(db, include_hidden=True)
        upkeep.mark(db, ["later"], "trashed", undo=True)
        assert "talk-3" in found(db)

    def test_emptying_it_deletes_what_was_thrown_there_before_a_time(self, db: SessionDB) -> None:
        upkeep.mark(db, ["talk-3", "talk-4"], "trashed")
        assert upkeep.empty_trash(db, before="7d").sessions == 0
        upkeep.mark(db, ["talk-4"], "pinned")
        assert upkeep.empty_trash(db).conversations == 1
        assert listed(db, shelf="trash") == {"talk-4"}
        with pytest.raises(NotFoundError):
            db.get_messages("talk-3")
        assert db.verify().ok

    def test_a_second_time_changes_nothing(self, db: SessionDB) -> None:
        upkeep.mark(db, ["talk-3"], "trashed")
        report = upkeep.mark(db, ["talk-3", "talk-4"], "trashed")
        assert (report.conversations, report.unchanged) == (("live:talk-4",), ("live:talk-3",))


class TestShelves:
    def test_an_archived_conversation_is_found_but_not_listed(self, db: SessionDB) -> None:
        upkeep.mark(db, ["talk-5"], "archived")
        assert listed(db) == ALL - {"talk-5"}
        assert listed(db, shelf="archived") == {"talk-5"}
        assert found(db) == ALL

    def test_pinned_ones_are_listed_apart_and_among_all(self, db: SessionDB) -> None:
        upkeep.mark(db, ["talk-5"], "pinned")
        assert listed(db, shelf="pinned") == {"talk-5"}
        assert listed(db) == ALL

    def test_an_unknown_shelf_is_named(self, db: SessionDB) -> None:
        with pytest.raises(InvalidArgumentError, match="no shelf 'attic'"):
            db.browse(shelf="attic")


class TestPruning:
    def test_a_rule_that_fits_everything_is_refused(self, db: SessionDB) -> None:
        with pytest.raises(InvalidArgumentError, match="every conversation"):
            upkeep.plan_prune(db, Rule())

    def test_a_plan_says_how_much_and_from_when_to_when(self, db: SessionDB) -> None:
        plan = upkeep.plan_prune(db, Rule(before=START + 5 * DAY))
        assert [one.id for one in plan.conversations] == [f"live:talk-{number}" for number in (1, 2, 3, 4)]
        assert (plan.kept_pinned, plan.kept_with_branches) == (0, 1)
        assert (plan.sessions, plan.messages) == (8, 2 + 3 + 4 + 5 + 4)
        assert plan.span() == (START + DAY + 1, START + 4 * DAY + 1)

    @pytest.mark.parametrize(
        ("rule", "numbers"),
        [
            (Rule(sources=("cron",)), {1, 3, 5, 7, 9}),
            (Rule(sources=("cron",), before=START + 4 * DAY), {1, 3}),
            (Rule(untitled=True), {8, 9}),
            (Rule(max_messages=4), {1, 2}),
        ],
    )
    def test_every_condition_given_must_hold(self, db: SessionDB, rule: Rule, numbers: set[int]) -> None:
        assert {int(one.id[-1]) for one in upkeep.plan_prune(db, rule).conversations} == numbers

    def test_pruned_conversations_go_whole_into_the_trash_and_pinned_ones_stay(self, db: SessionDB) -> None:
        upkeep.mark(db, ["talk-2/agent"], "pinned")
        plan = upkeep.plan_prune(db, Rule(before=START + 5 * DAY))
        assert plan.kept_pinned == 1
        upkeep.mark(db, ["talk-3"], "pinned")  # meanwhile
        db.append("talk-4", {"role": "user", "content": "it goes on"})
        assert upkeep.prune(db, plan).conversations == 1
        assert listed(db, shelf="trash") == {"talk-1"}

    def test_more_conversations_than_one_step_are_deleted(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "many.db") as db:
            for number in range(450):
                db.create_session("cron", session_id=f"run-{number}", started_at=START)
            plan = upkeep.plan_prune(db, Rule(sources=("cron",)))
            assert upkeep.prune(db, plan, "delete").conversations == 450
            assert listed(db, include_hidden=True) == set()
