"""What stands in for a literal that stands nowhere as typed comes close to it, and nothing else does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from conversations import Conversations

from hermes_state import SessionDB


@pytest.fixture(params=["loose", "sealed"])
def told(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Conversations]:
    with SessionDB(tmp_path / "state.db") as db:
        yield Conversations(db, sealed=request.param == "sealed")


def found(told: Conversations, query: str) -> set[str]:
    return {result.session_id for result in told.search(query).results}


def test_a_short_literal_without_its_punctuation_is_looked_for_as_a_word_only(told: Conversations) -> None:
    told.talk("within", "the bits of all exits")
    told.talk("word", "the cache is over its limit")
    assert found(told, "it's") == {"word"}


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("an94", "the AN-94 rifle mod"),
        ("AN-94", "the an94 rifle mod"),
        ("mod-pack", "the modpacks of the server"),
        ("conpty_spwan_failed", "ERROR conpty_spawn_failed"),
    ],
)
def test_a_literal_with_other_punctuation_or_a_slip_is_found(told: Conversations, query: str, text: str) -> None:
    told.talk("near", text)
    told.talk("far", "something else altogether")
    assert found(told, query) == {"near"}
    assert told.search(query).rung in ("part", "spelling")


@pytest.mark.parametrize("query", ["98-232", "v2.1.4", "->>", "err_4711"])
def test_another_number_or_sign_does_not_come_close(told: Conversations, query: str) -> None:
    told.talk("a", "job 98231 of v2.1.3 -> err_4712")
    assert found(told, query) == set()
