"""Ranked answers page by page, in every state of an archive, and weak ones: checked against the texts themselves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conversations import START, Conversations, results_of_all_pages

from hermes_state import SearchPage, SessionDB

VOCABULARY = "amber birch cedar dogwood elder fir ginkgo hazel ivy juniper kapok larch".split()
QUERIES = ("amber birch", "kapok larch fir", "cedar", "what about elder and hazel", "ivy juniper dogwood ginkgo")
WORDS = VOCABULARY[:6]
SESSIONS = 45


def sentence(chance: random.Random) -> str:
    return " ".join(chance.choices(VOCABULARY, k=chance.randint(3, 9)))


@pytest.fixture(scope="module", params=["loose", "sealed", "stale"])
def forest(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionDB]:
    """Generated conversations, so many that one page does not hold them."""
    chance = random.Random(5)
    with SessionDB(tmp_path_factory.mktemp("forest") / "state.db") as db:
        told = Conversations(db, sealed=request.param != "loose")
        for number in range(SESSIONS):
            told.talk(f"s{number}", *(sentence(chance) for _ in range(chance.randint(1, 4))))
        told.settle()
        if request.param == "stale":
            told.make_stale()
        yield db


def topical(query: str) -> list[str]:
    return [word for word in query.split() if word in VOCABULARY]


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("per", ["conversation", "message"])
def test_pages_give_nothing_twice_and_the_order_of_one_large_page(forest: SessionDB, per: str, query: str) -> None:
    def keys(results: list[Any]) -> list[Any]:
        return [one.match_message_id if per == "message" else one.root_session_id for one in results]

    whole = forest.search(query, per=per, limit=100)
    assert whole.cursor is None
    expected = keys(whole.results)
    assert len(expected) > 7
    for limit in (2, 7):
        paged = keys(results_of_all_pages(forest, query, per=per, limit=limit))
        assert len(paged) == len(set(paged))
        assert paged == expected


@pytest.mark.parametrize("query", QUERIES)
def test_a_conversation_holds_what_is_said_of_it_and_none_with_all_words_is_left_out(
    forest: SessionDB, query: str
) -> None:
    words = set(topical(query))
    found = {one.root_session_id: one for one in forest.search(query, limit=100).results}
    for name in (f"s{number}" for number in range(SESSIONS)):
        there = words & {word for one in forest.get_messages(name) for word in one.text.split()}
        assert name in found or there != words
        if name in found:
            assert set(found[name].matched_terms) == there
            assert set(found[name].missing_terms) == words - there


@pytest.mark.parametrize("query", QUERIES)
def test_a_message_by_itself_holds_what_is_said_of_it(forest: SessionDB, query: str) -> None:
    words = topical(query)
    page = forest.search(query, per="message", limit=100)
    texts = {one.id: one.text.split() for number in range(SESSIONS) for one in forest.get_messages(f"s{number}")}
    for one in page.results:
        assert one.match_message_id is not None
        assert one.matched_terms == [word for word in words if word in texts[one.match_message_id]]
        assert one.match_count == 1
    with_all = {key for key, text in texts.items() if set(words) <= set(text)}
    assert with_all <= {one.match_message_id for one in page.results}
    scores = [one.score for one in page.results]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("per", ["conversation", "message"])
def test_a_clear_order_does_not_depend_on_how_the_archive_lies(tmp_path: Path, per: str) -> None:
    """The best has all words twice and beside one another, the next ones fewer and fewer of them."""
    orders = []
    for state in ("loose", "sealed", "half", "stale"):
        with SessionDB(tmp_path / f"{state}.db") as db:
            told = Conversations(db, sealed=state != "loose")
            told.say("best", " ".join((*WORDS, "so", *WORDS)))
            for count in range(len(WORDS), 0, -1):
                told.say(f"first-{count}", " or ".join(WORDS[:count]), at=START)
                if count == 4 and state == "half":
                    told.settle()
                    told.sealed = False
            told.talk("other", "how long does the sourdough rise?", "about twelve hours")
            told.settle()
            if state == "stale":
                told.make_stale()
            orders.append(told.found(" ".join(WORDS), per=per))
    assert orders == [["best", "first-6", "first-5", "first-4", "first-3"]] * 4


# Weak answers


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionDB]:
    """1,100 messages: ``fir`` stands in many of them, the other words in few."""
    with SessionDB(tmp_path_factory.mktemp("large") / "state.db") as db:
        told = Conversations(db, sealed=True)
        told.talk("plain", *(f"a plain number {n}" + " fir" * (n % 4 == 0) for n in range(1_100)))
        for count in range(1, 7):
            told.talk(f"first-{count}", "so " + " then ".join(WORDS[:count]))
        told.say("rare", "only amber again")
        told.say("common", "only fir again")
        told.settle()
        yield db


def share(page: SearchPage, words: set[str]) -> float:
    """The share of the weight of a query that these words are of, by what the explanation says they weigh."""
    assert page.explanation is not None
    weights = {one["term"]: one["weight"] for one in page.explanation["terms"] if one["weight"]}
    return sum(weights[word] for word in words) / sum(weights.values())


def is_said_to_be_weak(page: SearchPage) -> bool:
    return any(note.startswith("weak:") for note in page.notes)


@pytest.mark.parametrize(
    "query", ["amber birch cedar dogwood elder fir", "amber fir", "birch dogwood", "what about cedar or elder and fir"]
)
@pytest.mark.parametrize("per", ["conversation", "message"])
def test_weak_is_what_holds_less_than_half_of_the_weight(large: SessionDB, query: str, per: str) -> None:
    page = large.search(query, explain=True, limit=100, per=per)
    asked = {word for word in WORDS if word in query}
    assert page.results
    said = {name: large.get_messages(name) for name in {one.session_id for one in page.results}}
    for result in page.results:
        messages = said[result.session_id]
        texts = [one.text.split() for one in messages if per != "message" or one.id == result.match_message_id]
        there = {word for word in asked if any(word in text for text in texts)}
        assert set(result.matched_terms) == there
        assert result.weak == (share(page, there) < 0.5)
    assert not all(one.weak for one in page.results)
    assert not is_said_to_be_weak(page)


def test_weak_answers_are_shown_in_a_large_archive(large: SessionDB) -> None:
    weak = {one.session_id: one.weak for one in large.search(" ".join(WORDS), limit=100).results}
    assert weak["first-6"] is weak["first-5"] is False
    assert weak["first-2"] is True


def test_half_is_told_by_weight_not_by_number(large: SessionDB) -> None:
    page = large.search("amber fir", explain=True)
    assert share(page, {"amber"}) > 0.5 > share(page, {"fir"})
    weak = {one.session_id: one.weak for one in page.results}
    assert weak["rare"] is False
    assert weak.get("common", True) is True


def test_a_note_says_when_all_answers_are_weak(large: SessionDB) -> None:
    query = " ".join(WORDS)
    page = large.search(query, sessions=["first-1", "first-2"], per="conversation")
    assert [(one.session_id, one.weak) for one in page.results] == [("first-2", True)]
    assert is_said_to_be_weak(page)
    page = large.search(query, sessions=["first-2", "first-6"], per="conversation")
    assert [(one.session_id, one.weak) for one in page.results] == [("first-6", False), ("first-2", True)]
    assert not is_said_to_be_weak(page)


def test_where_most_of_a_question_occurs_nowhere_no_weak_answer_is_shown(large: SessionDB) -> None:
    for query in ("elder telegraph typewriter", "birch zither mandolin accordion"):
        assert large.search(query).results == []


@pytest.mark.parametrize("sealed", [False, True])
def test_a_small_archive_shows_no_answer_with_little_of_a_question(tmp_path: Path, sealed: bool) -> None:
    with SessionDB(tmp_path / "state.db") as db:
        told = Conversations(db, sealed=sealed)
        told.say("one", "only amber here")
        told.say("three", "amber, birch and cedar")
        page = told.search(" ".join(WORDS))
    assert [(one.session_id, one.weak) for one in page.results] == [("three", False)]
