"""Rules of ranking that hold for loose and sealed text alike, whatever the size of a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from conversations import Conversations, results_of_all_pages

from hermes_state import SessionDB

WORDS = "amber birch cedar dogwood elder fir ginkgo hazel ivy juniper kapok larch maple".split()


@pytest.fixture(params=["loose", "sealed"])
def told(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Conversations]:
    with SessionDB(tmp_path / "state.db") as db:
        yield Conversations(db, sealed=request.param == "sealed")


@pytest.mark.parametrize(
    ("query", "form"),
    [
        ("write", "writing"),
        ("make", "making"),
        ("file", "filing"),
        ("code", "coding"),
        ("time", "timing"),
        ("use", "using"),
        ("used", "using"),
        ("using", "used"),
    ],
)
def test_a_word_with_a_silent_e_finds_its_form(told: Conversations, query: str, form: str) -> None:
    told.say("with", f"we spoke of {form} there")
    told.say("without", "something else")
    assert told.found(query) == ["with"]


@pytest.mark.parametrize("limit", [4, 5, 6])
def test_what_a_tool_says_in_full_comes_before_what_holds_less_on_every_page(told: Conversations, limit: int) -> None:
    query = " ".join(WORDS)
    for number in range(3):
        told.say(f"strong{number}", query)
    for number in range(4):
        told.say(f"weak{number}", " ".join(WORDS[:6]))
    told.say("tool", "run it")
    told.say("tool", query, role="tool", tool_name="bash")
    whole = told.found(query, limit=50)
    assert [one.session_id for one in results_of_all_pages(told.db, query, limit=limit)] == whole


@pytest.mark.parametrize("limit", [3, 4, 5])
def test_longer_words_come_before_what_holds_less_on_every_page(told: Conversations, limit: int) -> None:
    query = " ".join(WORDS)
    for number in range(2):
        told.say(f"strong{number}", query)
    for number in range(4):
        told.say(f"weak{number}", " ".join(WORDS[:6]))
    told.say("longer", " ".join(f"{word}tree" for word in WORDS))
    whole = told.found(query, limit=50)
    assert [one.session_id for one in results_of_all_pages(told.db, query, limit=limit)] == whole


@pytest.mark.parametrize("roles", [None, ("user", "assistant", "tool")])
def test_what_a_tool_says_in_full_comes_before_what_holds_less(
    told: Conversations, roles: tuple[str, ...] | None
) -> None:
    told.say("dialog", "amber birch birch amber birch amber fir")
    told.say("tool", "go")
    told.say("tool", " ".join(WORDS[:7]), role="tool", tool_name="bash")
    told.say("plain", *(f"plain text number{number}" for number in range(1_100)))
    page = told.search(" ".join(WORDS[:7]), roles=roles)
    assert [(one.session_id, one.weak) for one in page.results] == [("tool", False), ("dialog", True)]


def test_the_rarer_word_counts_more_in_loose_text_as_in_sealed(told: Conversations) -> None:
    for number in range(120):
        told.say(f"plain{number}", f"the server number{number} is up")
    told.say("rare", "a zebra came along today")
    told.say("common", "server server server again")
    assert told.found("zebra server")[0] == "rare"


def test_a_word_twice_in_tool_output_counts_alike_in_loose_and_sealed_text(tmp_path: Path) -> None:
    scores = {}
    for sealed in (False, True):
        with SessionDB(tmp_path / f"{sealed}.db") as db:
            told = Conversations(db, sealed=sealed)
            told.say("often", *["ok"] * 3, "zebra zebra zebra zebra again", role="tool", tool_name="bash")
            told.say("once", *["ok"] * 3, "zebra so", role="tool", tool_name="bash")
            scores[sealed] = told.found("zebra")
    assert scores[False] == scores[True]


def test_a_date_written_in_digits_is_a_preference_too(told: Conversations) -> None:
    told.say("march", "we booked the ferry tickets", at=1_773_144_000.0)  # 2026-03-10
    told.say("june", "we booked the ferry tickets", at=1_781_092_800.0)
    assert told.found("ferry tickets 2026-03-10") == ["march", "june"]


def test_words_are_named_without_the_punctuation_of_the_sentence(told: Conversations) -> None:
    told.say("talk", "the ferry left the harbour")
    (result,) = told.search("was it the ferry, or the harbour?").results
    assert result.matched_terms == ["ferry", "harbour"]


@pytest.mark.parametrize("query", ["who calls parseSession", "who calls parse_session"])
def test_an_identifier_is_found_as_a_whole_before_its_words_and_by_these_if_it_occurs_nowhere(
    told: Conversations, query: str
) -> None:
    told.say("words", "where do we parse the session?")
    told.say("other", "the timetable of the ferry")
    assert told.found(query) == ["words"]
    told.say("whole", f"{query.split()[-1]} is at fault")
    assert told.found(query)[0] == "whole"


def test_a_character_by_itself_is_a_word(told: Conversations) -> None:
    for number in range(3):
        told.say(f"only{number}", "adoption")
    told.say("both", "我的猫 needs adoption papers, what do I have to bring to the office?")
    first = told.search("猫 adoption").results[0]
    assert (first.session_id, first.missing_terms) == ("both", [])
    assert told.search("犬 adoption").results[0].missing_terms == ["犬"]


@pytest.mark.parametrize("roles", [None, "tool"])
def test_the_length_of_tool_output_counts_alike_in_loose_and_sealed_text(tmp_path: Path, roles: str | None) -> None:
    found = []
    for sealed in (False, True):
        with SessionDB(tmp_path / f"{sealed}.db") as db:
            told = Conversations(db, sealed=sealed)
            for name, text in (
                ("all", "amber birch cedar dogwood " + "and some other words " * 10),
                ("two", "amber birch then nothing more of it"),
                ("long", "amber " + "and some other words " * 80),
            ):
                told.say(name, "run it")
                told.say(name, text, role="tool", tool_name="bash")
            page = told.search("amber birch cedar dogwood", roles=roles)
            found.append([(one.session_id, round(one.score, 3)) for one in page.results])
    assert found[0] == found[1]
    assert len(found[0]) > 1


def test_what_a_long_archive_holds_of_a_conversation_is_said(tmp_path: Path) -> None:
    with SessionDB(tmp_path / "state.db") as db:
        told = Conversations(db, sealed=True)
        told.say("both", *["the common thing"] * 5, "the rare thing")
        for number in range(40):
            told.say(f"other{number}", *["the common thing again"] * 60)
        told.settle()
        with mock.patch("hermes_state.search.gathering.COMMON_FREQUENCY", 50):
            result = next(one for one in db.search("common rare").results if one.session_id == "both")
        assert (result.rung, result.missing_terms) == ("conversation", [])
