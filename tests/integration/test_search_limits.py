"""Where very many messages may answer, the newest are weighed; nothing is lost for it, and the answer says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from conversations import results_of_all_pages

from hermes_state import SessionDB, upkeep
from hermes_state.search import newest, routes

SESSIONS = 60
MESSAGES = 12
ROLES = ("user", "assistant", "tool")


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionDB]:
    """Sixty sealed sessions of twelve messages; ``common`` stands in all of them, ``所有`` too."""
    with SessionDB(tmp_path_factory.mktemp("limits") / "state.db") as archive:
        for number in range(SESSIONS):
            name = archive.create_session("cli", session_id=f"s{number:02}", started_at=1_000.0 * number)
            messages: list[dict[str, Any]] = [
                {
                    "role": ("user", "assistant", "tool")[at % 3],
                    "content": f"common_name {number} of some/common.py 所有 {at}",
                    "timestamp": 1_000.0 * number + at,
                }
                for at in range(MESSAGES)
            ]
            archive.append(name, messages)
        upkeep.optimize(archive)
        yield archive


@pytest.fixture
def few() -> Iterator[None]:
    """The caps set so low that the archive exceeds them."""
    with (
        mock.patch("hermes_state.search.exact.EXACT_CANDIDATES", 25),
        mock.patch("hermes_state.search.gathering.COMMON_FREQUENCY", 25),
        mock.patch("hermes_state.search.gathering.SINGLE_CANDIDATES", 25),
        mock.patch("hermes_state.search.gathering.MAX_CANDIDATES", 25),
        mock.patch("hermes_state.search.gathering.ENOUGH_CONVERSATIONS", 10),
        mock.patch.object(newest, "FEW_CONVERSATIONS", 5),
    ):
        yield


@pytest.mark.parametrize("query", ["common_name", "mon_na", "所有", "所", "some/common.py", '"common_name"', "comm*"])
def test_every_conversation_is_on_one_page_and_the_newest_on_the_first(db: SessionDB, few: None, query: str) -> None:
    found = [result.session_id for result in results_of_all_pages(db, query, roles=ROLES, limit=7)]
    assert sorted(found) == [f"s{number:02}" for number in range(SESSIONS)]
    assert found[0] == "s59"


@pytest.mark.parametrize("query", ["common_name", "mon_na", "所有", "common"])
def test_what_the_index_tells_alone_is_counted_whole(db: SessionDB, few: None, query: str) -> None:
    page = db.search(query, roles=ROLES, limit=5)
    assert [result.match_count for result in page.results] == [MESSAGES] * 5


@pytest.mark.parametrize("query", ["common_name", "所有", "common"])
def test_the_explanation_tells_whether_the_newest_of_many_were_weighed(db: SessionDB, few: None, query: str) -> None:
    def weighed(text: str) -> str:
        explanation = db.search(text, roles=ROLES, limit=3, explain=True).explanation
        assert explanation is not None
        return str(explanation["weighed"])

    assert weighed(query) == "a part of very many candidates"
    assert weighed('"common_name 7"') == "every candidate"


def test_a_search_that_reads_too_long_stops_and_says_so(db: SessionDB, few: None) -> None:
    with mock.patch.object(routes.ScanBudget, "is_over", autospec=True) as is_over:
        is_over.side_effect = lambda budget: setattr(budget, "exhausted", True) or True
        page = db.search('"所有 of"', roles=ROLES, limit=100)
    assert page.results == []
    assert any("stopped after 10 s" in note for note in page.notes)


def test_what_an_expression_excludes_counts_in_every_text_of_a_message(tmp_path: Any) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "run", "arguments": '{"cmd": "forbidden thing"}'}}
    with SessionDB(tmp_path / "state.db") as archive:
        archive.create_session("cli", session_id="both")
        archive.append("both", {"role": "assistant", "content": "a wanted word", "tool_calls": [call]})
        archive.create_session("cli", session_id="one")
        archive.append("one", {"role": "assistant", "content": "a wanted word"})
        for _ in range(2):
            page = archive.search("wanted NOT forbidden", roles=ROLES)
            assert [result.session_id for result in page.results] == ["one"]
            upkeep.optimize(archive)
