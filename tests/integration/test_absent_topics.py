"""What was never talked about is not found, and what was comes first: on the labelled set of this repository."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import hermes_state  # noqa: F401 - the installed one, before the repository's root is on the path
from hermes_state import SessionDB, upkeep

ROOT = str(Path(__file__).parents[2])

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(ROOT)
    from benchmarks.retrieval import archives, labelled, metrics

WORKSHOP = labelled.read_set(labelled.OWN, "workshop")
ABSENT = [query for query in WORKSHOP.queries if not query.rel_sessions]
PRESENT = [query for query in WORKSHOP.queries if query.rel_sessions]

FURTHER = 1_000
"""Messages of other topics that are added."""

SENTENCES = (
    "the {noun} beside the {place} needs {more} before {time}",
    "we carried {more} to the {place} and the {noun} was {state}",
    "is the {noun} {state} or shall I water the {place} {time}?",
    "{more} for the {noun}, and mind the {place}",
    "neighbours say that a {state} {noun} wants {more} {time}",
)
FILLED = {
    "noun": "rosemary hedge|apple tree|clematis|tomato|pear|bramble|lawn|marrow|quince|leek|sunflower|fig".split("|"),
    "place": "greenhouse|shed|orchard|pond|terrace|compost heap|south wall|gravel path|cold frame".split("|"),
    "more": "mulch|straw|two buckets of rain|a sharp spade|bone meal|fleece against frost|seaweed".split("|"),
    "state": "wilted|in bloom|ripe|full of aphids|leggy|dormant|overgrown".split("|"),
    "time": "at dusk|in autumn|after the thaw|on Sunday|once the swallows leave".split("|"),
}


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionDB]:
    """The conversations of the set."""
    with archives.open_archive(WORKSHOP, tmp_path_factory.mktemp("workshop")) as db:
        upkeep.optimize(db)
        yield db


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionDB]:
    """The same and a thousand messages about a garden, in a hundred conversations."""
    chance = random.Random(3)
    with archives.open_archive(WORKSHOP, tmp_path_factory.mktemp("large")) as db:
        for number in range(FURTHER // 10):
            name = db.create_session("cli", session_id=f"garden-{number}", started_at=1_770_000_000.0 + 3_600 * number)
            texts = [
                chance.choice(SENTENCES).format(**{name: chance.choice(words) for name, words in FILLED.items()})
                for _ in range(10)
            ]
            db.append(name, [{"role": ("user", "assistant")[at % 2], "content": text} for at, text in enumerate(texts)])
        upkeep.optimize(db)
        yield db


def test_the_set_has_forty_topics_that_were_never_talked_about() -> None:
    assert (len(ABSENT), len(PRESENT)) == (40, 108)


@pytest.mark.parametrize("roles", [None, ("user", "assistant", "tool")])
def test_what_was_never_talked_about_is_not_found(workshop: SessionDB, roles: tuple[str, ...] | None) -> None:
    found = {query.text: workshop.search(query.text, roles=roles).results for query in ABSENT}
    assert [text for text, results in found.items() if results] == []


def test_a_message_by_itself_does_not_answer_it_either(workshop: SessionDB) -> None:
    found = {query.text: workshop.search(query.text, per="message").results for query in ABSENT}
    assert [text for text, results in found.items() if results] == []


def test_among_a_thousand_messages_more_only_weak_answers_are_given(large: SessionDB) -> None:
    pages = {query.text: large.search(query.text) for query in ABSENT}
    assert [text for text, page in pages.items() if not all(result.weak for result in page.results)] == []
    for page in pages.values():
        said = [note for note in page.notes if note.startswith("weak:")]
        assert len(said) == bool(page.results)


def test_most_of_them_still_find_nothing_among_a_thousand_messages_more(large: SessionDB) -> None:
    assert sum(not large.search(query.text).results for query in ABSENT) >= len(ABSENT) // 2


def ranks(db: SessionDB) -> list[int | None]:
    """The place of the first right conversation for each query that has one."""
    found = []
    for query in PRESENT:
        page = db.search(query.text, limit=10, per="conversation")
        places = [{result.session_id, result.root_session_id} for result in page.results]
        found.append(metrics.first_rank(places, query.rel_sessions))
    return found


def test_the_conversation_that_is_meant_mostly_comes_first(workshop: SessionDB) -> None:
    places = ranks(workshop)
    assert sum(place == 1 for place in places) / len(places) >= 0.85
    answered = [place for place in places if place is not None]
    assert sum(1 / place for place in answered) / len(answered) >= 0.95


def test_among_a_thousand_messages_more_it_still_does(large: SessionDB) -> None:
    places = ranks(large)
    assert sum(place == 1 for place in places) / len(places) >= 0.85
    assert sum(1 / place for place in places if place is not None) / len(places) >= 0.9


def test_a_name_finds_what_holds_it_first(workshop: SessionDB) -> None:
    asked = [query for query in PRESENT if query.type == "identifier"]
    assert asked
    for query in asked:
        assert workshop.search(query.text).results[0].session_id in query.rel_sessions, query.text


def test_what_only_a_tool_printed_is_found_in_the_same_call_and_labelled(workshop: SessionDB) -> None:
    asked = [query for query in PRESENT if query.type == "tool"]
    assert asked
    for query in asked:
        first = workshop.search(query.text).results[0]
        assert (first.session_id in query.rel_sessions, first.matched_role) == (True, "tool"), query.text
