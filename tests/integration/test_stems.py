"""The other forms of English words: found in sealed and in loose text, behind the word itself, and of words alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from conversations import START, Conversations

from hermes_state import SessionDB
from hermes_state.search.stems import MAX_COMPARED, MAX_VARIANTS, MIN_CHARS, variants

FAMILIES = (
    ("decide", "decided", "decides", "deciding"),
    ("study", "studies", "studied", "studying"),
    ("run", "runs", "running"),
    ("stop", "stops", "stopped", "stopping"),
    ("connect", "connected", "connecting", "connection", "connections"),
    ("index", "indexes", "indexed", "indexing"),
)
"""Words with one stem, by Porter's paper (1980) and his list of examples."""

ALONE = ("organ", "studio", "decimal", "runtime", "ru")
"""Words that begin as others do and have other stems."""


@pytest.fixture(params=["loose", "sealed"])
def told(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Conversations]:
    with SessionDB(tmp_path / "state.db") as db:
        yield Conversations(db, sealed=request.param == "sealed")


def forms(told: Conversations, word: str, others: frozenset[str] = frozenset()) -> list[str]:
    return variants(told.db.file.reader().connection, word, others)


@pytest.fixture
def families(tmp_path: Path) -> Iterator[Conversations]:
    """A sealed archive with all these words."""
    with SessionDB(tmp_path / "state.db") as db:
        told = Conversations(db, sealed=True)
        told.say("words", *(" ".join(family) for family in FAMILIES), " ".join(ALONE))
        told.settle()
        yield told


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family[0])
def test_every_form_of_a_word_has_all_the_others(families: Conversations, family: tuple[str, ...]) -> None:
    for word in family:
        assert forms(families, word) == sorted((one for one in family if one != word), key=lambda one: (len(one), one))


@pytest.mark.parametrize("word", [*ALONE, "absent"])
def test_words_that_only_begin_alike_are_no_forms(families: Conversations, word: str) -> None:
    assert forms(families, word) == []


@pytest.mark.parametrize(
    "word", ["decide_all", "decide2", "2decide", "decidé", "runs-on", "ru", "数据", "решать", "決める", "", "don't"]
)
def test_identifiers_digits_short_words_and_other_scripts_have_no_forms(tmp_path: Path, word: str) -> None:
    with SessionDB(tmp_path / "state.db") as db:
        told = Conversations(db, sealed=True)
        told.say("words", "decide_alls decide2s 2decides decides run runs rus 数据 数据库 решать решают 決める don't")
        told.settle()
        assert forms(told, word, frozenset({"decides", "runs", f"{word}s", f"{word}ed"})) == []


def test_identifiers_and_long_terms_are_no_forms_of_a_word(families: Conversations) -> None:
    others = frozenset({"decided_all", "decide2", "decidés", "decide" + "s" * 60})
    assert forms(families, "decide", others) == ["decided", "decides", "deciding"]


def test_forms_in_other_texts_join_those_of_the_dictionary(families: Conversations) -> None:
    others = frozenset({"run", "runner", "runned", "stopped"})
    assert forms(families, "run", others) == ["runs", "runned", "running"]


def test_the_shortest_forms_come_first_and_there_are_only_some(families: Conversations) -> None:
    endings = ("s", "ed", "ing", "er", "ers", "ings", "edly", "able", "ables", "ingly", "ement", "ements", "ance")
    others = frozenset(f"abcdent{ending}" for ending in endings) | frozenset(f"abcdent{ending}s" for ending in endings)
    found = forms(families, "abcdent", others)
    assert found == sorted(found, key=lambda term: (len(term), term))
    assert 2 <= len(found) <= MAX_VARIANTS
    assert {"abcdents", "abcdented"} <= set(found)


def test_a_beginning_of_very_many_words_has_no_forms_in_the_dictionary(tmp_path: Path) -> None:
    letters = "abcdefghijklmnopqrst"
    words = [f"sel{a}{b}{c}" for a in letters for b in letters for c in letters][: MAX_COMPARED + 1]
    with SessionDB(tmp_path / "state.db") as db:
        told = Conversations(db, sealed=True)
        told.say("many", *(" ".join(words[at : at + 500]) for at in range(0, len(words), 500)), "sels stops")
        told.settle()
        assert forms(told, "sel") == []
        assert forms(told, "stop") == ["stops"]


def test_so_few_letters_have_no_forms() -> None:
    assert MIN_CHARS == 3


# In searches


@pytest.mark.parametrize(("query", "text"), [(one[0], other) for one in FAMILIES for other in one[1:]])
def test_a_word_finds_its_forms(told: Conversations, query: str, text: str) -> None:
    told.say("with", f"in the end we {text} it")
    told.say("without", "in the end we came there", "a decimal of the universe", "the studio of the runtime")
    page = told.search(f"why {query} it")
    assert page.results[0].session_id == "with"
    assert page.results[0].matched_terms == [query]
    assert page.results[0].missing_terms == []
    (start, end) = page.results[0].marks[0]
    assert page.results[0].snippet[start:end] == text


@pytest.mark.parametrize("words", [("decide", "decided"), ("decided", "decide"), ("studies", "study")])
@pytest.mark.parametrize("form_is_newer", [True, False])
def test_the_word_itself_comes_before_its_form(
    told: Conversations, words: tuple[str, str], form_is_newer: bool
) -> None:
    for number, name in enumerate(("word", "form") if form_is_newer else ("form", "word")):
        told.say(name, f"yesterday we {words[name == 'form']} on a colour", at=START + number)
    told.say("other", "yesterday we looked at a colour", at=START + 2)
    assert told.found(words[0]) == ["word", "form"]
    assert told.found(f"{words[0]} colour")[:2] == ["word", "form"]


def test_a_form_in_loose_text_is_found_beside_the_word_in_sealed_text(tmp_path: Path) -> None:
    with SessionDB(tmp_path / "state.db") as db:
        told = Conversations(db, sealed=True)
        told.say("word", "yesterday we decide on a colour", at=START)
        told.settle()
        told.sealed = False
        told.say("form", "yesterday we decided on a colour", at=START + 1)
        assert told.found("decide") == ["word", "form"]
        assert told.found("decided") == ["form", "word"]
        assert told.found("deciding colour") == ["form", "word"]


@pytest.mark.parametrize("query", ['"we decide"', "decide AND colour", "decide OR blue", "NOT red AND decide"])
def test_what_is_asked_exactly_has_no_forms(told: Conversations, query: str) -> None:
    told.say("word", "today we decide on a colour")
    told.say("form", "today we decided on a colour")
    assert told.found(query) == ["word"]
    assert told.found("decide", match="literal") == ["form", "word"]  # a part of any text


def test_an_identifier_in_a_question_has_no_forms(told: Conversations) -> None:
    told.say("word", "call run_all and wait")
    told.say("form", "call run_alls and runs_all and wait")
    assert told.search("run_all wait").results[0].session_id == "word"
    assert told.search("run_all wait").results[-1].missing_terms == ["run_all"]


def test_an_exclusion_excludes_the_word_alone(told: Conversations) -> None:
    told.say("word", "a colour that we decide on")
    told.say("form", "a colour that we decided on")
    assert told.found("colour -decide") == ["form"]


def test_forms_are_shown_with_the_explanation(told: Conversations) -> None:
    told.say("form", "yesterday we decided and were deciding")
    explanation = told.search("decide yesterday", explain=True).explanation
    assert explanation is not None
    (term,) = (one for one in explanation["terms"] if one["term"] == "decide")
    assert term["forms"] == ["decided", "deciding"]
