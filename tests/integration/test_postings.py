"""What the indexes say of a word is what the texts hold: counted against the texts themselves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hermes_state import SessionDB, upkeep
from hermes_state.search import postings
from hermes_state.store.connection import Connection
from hermes_state.store.index_functions import MOST, VARIANTS_AT

WORDS = ("decide", "decided", "decides", "alpha", "beta", "gamma", "delta", "omega")
DECIDE = ("decide", "decided", "decides")

Messages = dict[int, list[str]]
"""The words of each message, by its id."""


class Sealed:
    """A sealed archive and the words of its messages: of the dialog, and of tool output."""

    def __init__(self, db: SessionDB) -> None:
        self.db = db
        self.texts: dict[str, Messages] = {"dialog": {}, "work": {}}

    @property
    def connection(self) -> Connection:
        return self.db.file.reader().connection


def said(chance: random.Random) -> list[str]:
    return chance.choices(WORDS, weights=range(len(WORDS), 0, -1), k=chance.randint(1, 40))


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sealed]:
    """Twenty sessions of twelve messages, every third of them tool output; two say more than is counted."""
    chance = random.Random(7)
    with SessionDB(tmp_path_factory.mktemp("postings") / "state.db") as db:
        made = Sealed(db)
        for number in range(20):
            name = db.create_session("cli", session_id=f"s{number}")
            texts = [said(chance) for _ in range(12)]
            if number == 3:
                texts[0] = ["decide"] * 300 + ["decided"] * 2
                texts[1] = ["decided"] * 270 + ["decide"] * 5
            messages: list[dict[str, Any]] = [
                {"role": ("user", "assistant", "tool")[at % 3], "content": " ".join(words)}
                for at, words in enumerate(texts)
            ]
            for at, (key, words) in enumerate(zip(db.append(name, messages), texts, strict=True)):
                made.texts["work" if at % 3 == 2 else "dialog"][key] = words
        upkeep.optimize(db)
        yield made


def expression(*words: str) -> str:
    return " OR ".join(f'"{word}"' for word in words)


def unpacked(found: int) -> tuple[int, int, int]:
    return found & MOST, found >> VARIANTS_AT & MOST, postings.length(found)


def holding(messages: Messages, *words: str) -> list[int]:
    return sorted((key for key, text in messages.items() if not set(words).isdisjoint(text)), reverse=True)


@pytest.mark.parametrize("word", [*WORDS, "absent"])
@pytest.mark.parametrize("table", ["dialog", "work"])
def test_the_messages_with_a_word_come_newest_first(sealed: Sealed, table: str, word: str) -> None:
    expected = holding(sealed.texts[table], word)
    assert postings.present(sealed.connection, table, expression(word), None) == expected
    assert list(postings.counted(sealed.connection, table, expression(word), None)) == expected


@pytest.mark.parametrize("words", [DECIDE, ("beta",), ("decided", "decide"), ("omega", "absent"), ("absent", "omega")])
def test_how_often_a_word_and_its_forms_stand_is_counted(sealed: Sealed, words: tuple[str, ...]) -> None:
    counted = postings.counted(sealed.connection, "dialog", expression(*words), None)
    expected = {
        key: (min(text.count(words[0]), MOST), min(sum(map(text.count, words[1:])), MOST), len(text))
        for key, text in sealed.texts["dialog"].items()
        if not set(words).isdisjoint(text)
    }
    assert {key: unpacked(packed) for key, packed in counted.items()} == expected
    assert any(MOST in one for one in expected.values()) == ("decide" in words)


def test_words_in_other_writing_are_the_same_words(tmp_path: Path) -> None:
    with SessionDB(tmp_path / "state.db") as db:
        name = db.create_session("cli")
        (key,) = db.append(name, {"role": "user", "content": "Café, CAFE: ｃａｆé! (cafeteria) x-cafe"})
        upkeep.optimize(db)
        counted = postings.counted(db.file.reader().connection, "dialog", '"cafe"', None)
    assert {key: unpacked(packed) for key, packed in counted.items()} == {key: (4, 0, 6)}


@pytest.mark.parametrize("words", [DECIDE, ("beta",), ("alpha", "omega")])
def test_an_index_without_positions_tells_that_a_word_is_there_once(sealed: Sealed, words: tuple[str, ...]) -> None:
    counted = postings.counted(sealed.connection, "work", expression(*words), None)
    texts = sealed.texts["work"]
    expected = {key: (1, 0, len(texts[key])) for key in holding(texts, *words)}
    assert {key: unpacked(packed) for key, packed in counted.items()} == expected


@pytest.mark.parametrize("limit", [0, 1, 5, 10_000])
@pytest.mark.parametrize("table", ["dialog", "work"])
def test_a_limit_leaves_the_newest(sealed: Sealed, table: str, limit: int) -> None:
    expected = holding(sealed.texts[table], "decide")[:limit]
    assert postings.present(sealed.connection, table, '"decide"', None, limit) == expected
    assert list(postings.counted(sealed.connection, table, '"decide"', None, limit)) == expected


@pytest.mark.parametrize("word", ["alpha", "decided", "omega", "absent"])
@pytest.mark.parametrize("table", ["dialog", "work"])
def test_ranges_leave_what_lies_in_them(sealed: Sealed, table: str, word: str) -> None:
    ranges = [(150, 200), (101, 149), (17, 17), (2, 9)]
    every = holding(sealed.texts[table], word)
    within = [key for key in every if any(first <= key <= last for first, last in ranges)]
    assert postings.present(sealed.connection, table, expression(word), ranges) == within
    counted = postings.counted(sealed.connection, table, expression(word), ranges)
    whole = postings.counted(sealed.connection, table, expression(word), None)
    assert list(counted.items()) == [(key, whole[key]) for key in within]
    assert postings.present(sealed.connection, table, expression(word), []) == []


def test_a_limit_holds_for_each_range(sealed: Sealed) -> None:
    ranges = [(150, 240), (1, 149)]
    every = holding(sealed.texts["dialog"], "decide")
    expected = [key for key in every if key >= 150][:4] + [key for key in every if key < 150][:4]
    assert postings.present(sealed.connection, "dialog", '"decide"', ranges, 4) == expected
    assert list(postings.counted(sealed.connection, "dialog", '"decide"', ranges, 4)) == expected


@pytest.mark.parametrize("table", ["dialog", "work"])
def test_totals_are_the_messages_and_their_terms(sealed: Sealed, table: str) -> None:
    texts = sealed.texts[table]
    found = postings.totals(sealed.connection, table)
    assert found is not None
    assert found.messages == len(texts)
    assert found.terms == sum(map(len, texts.values()))


def test_an_empty_index_has_no_size(tmp_path: Path) -> None:
    with SessionDB(tmp_path / "state.db") as db:
        assert postings.totals(db.file.reader().connection, "dialog") == (0, 0)


def test_neighbouring_words_are_asked_for_as_a_phrase(sealed: Sealed) -> None:
    texts = sealed.texts["dialog"]
    expected = [key for key in sorted(texts, reverse=True) if ("alpha", "beta") in pairwise(texts[key])]
    assert 0 < len(expected) < len(texts)
    assert postings.present(sealed.connection, "dialog", '"alpha" + "beta"', None) == expected
