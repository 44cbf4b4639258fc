"""What an answer says of matches that lie outside of what was searched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from conversations import DAY, START, Conversations

from hermes_state import SessionDB
from hermes_state.search.notes import COUNTED, THIN


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Conversations]:
    with SessionDB(tmp_path / "state.db") as db:
        yield Conversations(db, sealed=False)


def test_matches_outside_are_counted_up_to_a_bound(told: Conversations) -> None:
    for number in range(COUNTED + 1):
        told.say(f"talk-{number}", "the needle", at=START + number)
    notes = told.search("needle", after=START + DAY).notes
    assert notes[1:] == ["20+ conversations match outside these dates"]


@pytest.mark.parametrize(("others", "said"), [(1, "1 more conversation matches"), (2, "2 more conversations match")])
def test_what_is_shown_already_is_not_counted(told: Conversations, others: int, said: str) -> None:
    told.say("shown", "the needle", at=START + DAY)
    for number in range(others):
        told.say(f"old-{number}", "the needle", at=START)
    assert told.search("needle", after=START + DAY).notes == [f"{said} outside these dates"]


def test_enough_results_need_no_notes(told: Conversations) -> None:
    told.say("old", "the needle", at=START)
    for number in range(THIN):
        told.say(f"talk-{number}", "the needle", at=START + DAY)
    assert told.search("needle", after=START + DAY).notes == []


def test_an_expression_without_answer_names_what_finds_more(told: Conversations) -> None:
    told.say("talk", "a needle in the hay")
    notes = told.search('"needle hay"').notes
    assert notes[0].startswith("nothing found for the expression as written")
    assert notes[-1] == "operators are taken as written: fewer words, OR, or no quotes find more"


def test_messages_are_counted_as_messages(told: Conversations) -> None:
    told.say("talk", "the needle", "the needle", "a needle again", at=START)
    notes = told.search("needle", per="message", after=START + DAY).notes
    assert notes[1:] == ["3 messages match outside these dates"]
