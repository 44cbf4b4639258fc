"""What an answer says of itself, as far as no archive is needed to know it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hermes_state.search.notes import explain_page
from hermes_state.search.page import SearchPage
from hermes_state.search.query import parse
from hermes_state.search.question import Question
from hermes_state.search.request import SearchRequest
from hermes_state.search.routes import ScanBudget
from hermes_state.search.scope import Scope


def question(text: str, *, usable_index: bool = True, **fields: Any) -> Question:
    """A question to an archive without messages."""
    connection = SimpleNamespace(value=lambda sql, bindings=(): 0)
    empty: Any = SimpleNamespace(connection=connection, index_is_damaged=False)
    asked = Question(empty, parse(text), Scope(), default_roles=True, with_titles=True, sort="relevance")
    for name, value in {"_usable_index": usable_index, **fields}.items():
        setattr(asked, name, value)
    return asked


def notes_of(asked: Question, *, cursor: str | None = "more", rung: str | None = None) -> list[str]:
    """The notes of a page without results; with a cursor nothing beside it is looked for."""
    page = SearchPage(asked.query.typed, [], rung, {"roles": ["user"]}, [], cursor)
    explain_page(asked, page, SearchRequest(asked.query.typed), "conversation", ())
    return page.notes


def test_a_page_with_nothing_to_explain_has_no_notes() -> None:
    assert notes_of(question("needle")) == []


@pytest.mark.parametrize(
    ("usable", "said"),
    [
        (True, "searched by scanning: no index helps with this text"),
        (False, "searched by scanning: the index is out of date, hermes session optimize rebuilds it"),
    ],
)
def test_a_scan_says_why_it_was_needed(usable: bool, said: str) -> None:
    assert notes_of(question("!=", usable_index=usable, scanned=True)) == [said]


def test_a_scan_that_ran_out_of_time_says_that_older_text_was_not_looked_at() -> None:
    spent = ScanBudget(seconds=2.5, exhausted=True)
    (note,) = notes_of(question("!=", scanned=True, budget=spent))
    assert note.endswith("; stopped after 2.5 s, older text was not looked at")


def test_words_left_out_of_a_long_query_are_counted() -> None:
    assert notes_of(question(" ".join(f"word{number}" for number in range(70)))) == [
        "the query is long: 6 of its words were left out"
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("NOT needle", "a query that only excludes finds nothing: add a word that must be there"),
        ("  ", "nothing to search for: give words; hermes session list lists conversations"),
        ("source:cli", "nothing to search for: give words; hermes session list lists conversations"),
    ],
)
def test_a_query_that_asks_for_nothing_says_what_is_missing(text: str, said: str) -> None:
    assert notes_of(question(text), cursor=None) == [said]


def test_close_spellings_are_said_to_be_such() -> None:
    assert notes_of(question("databse migration"), rung="spelling") == [
        "'databse migration' stands nowhere; these are spelt nearly so"
    ]
    assert notes_of(question("database migration"), rung="words") == []


def test_an_empty_archive_is_named_with_the_command_that_fills_it() -> None:
    (note,) = notes_of(question("needle"), cursor=None)
    assert note.startswith("the archive is empty: hermes session sync")
