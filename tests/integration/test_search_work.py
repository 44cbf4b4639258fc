"""What a search costs, counted: texts are read only of the rows that it verifies and returns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hermes_state import SessionDB, upkeep
from hermes_state.search.exact_order import LOOKED_AT_FIRST
from hermes_state.store import index

SESSIONS = 40
MESSAGES = 12
FILLER = "many plain words that fill a message so that a pack of its own is worth while " * 12


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionDB]:
    """Forty sessions, each a pack of its own; ``common_name`` stands in all, ``rare_name`` in the third."""
    with SessionDB(tmp_path_factory.mktemp("work") / "state.db") as archive:
        for number in range(SESSIONS):
            name = archive.create_session("cli", session_id=f"s{number:02}", started_at=1_000.0 * number)
            rare = " rare_name -> 罕见" if number == 3 else ""
            messages: list[dict[str, Any]] = [
                {
                    "role": ("user", "assistant", "tool")[at % 3],
                    "content": f"{FILLER} common_name number {number} {at} == 常见{rare if at == 5 else ''}",
                    "timestamp": 1_000.0 * number + at,
                }
                for at in range(MESSAGES)
            ]
            archive.append(name, messages)
        upkeep.optimize(archive)
        yield archive


def work(db: SessionDB, query: str, **more: Any) -> tuple[Any, int, dict[str, int]]:
    """The page of a search, the packs that it opened, and its own account."""
    reader = db.file.reader()
    reader.forget_packs()
    before = reader.packs_opened
    more = {"roles": ("user", "assistant", "tool"), "match": "literal", **more}
    page = db.search(query, explain=True, **more)
    return page, reader.packs_opened - before, page.explanation["work"]


@pytest.mark.parametrize("query", ["rare_name", "re_na", "罕见", "罕"])
def test_a_rare_literal_opens_one_pack_and_verifies_one_message(db, query):
    for per in ("message", "conversation"):
        page, packs, account = work(db, query, per=per)
        assert len(page.results) == 1
        assert packs == 1
        assert account["messages_verified"] == 1


@pytest.mark.parametrize("query", ["common_name", "ommon_na", "常见", "见", "common_name num"])
def test_a_common_literal_opens_no_pack_beyond_those_of_the_messages_it_returns(db, query):
    page, packs, account = work(db, query, per="message", limit=5)
    assert len(page.results) == 5
    returned = {result.session_id for result in page.results}
    assert packs <= len(returned) + 1
    assert account["messages_verified"] == 6  # one more tells that another page follows


def test_conversations_are_read_only_as_far_as_the_page_goes(db):
    page, packs, account = work(db, "common_name", per="conversation", limit=5)
    assert len(page.results) == 5
    assert packs <= 6 + 1
    assert account["messages_verified"] <= (5 + 1) * MESSAGES


def test_later_pages_do_not_read_the_earlier_ones_again(db):
    cursor = None
    for _ in range(4):
        page, packs, account = work(db, "common_name", per="message", limit=10, cursor=cursor)
        assert account["messages_verified"] == 11
        assert packs <= len({result.session_id for result in page.results}) + 1
        cursor = page.cursor


def test_an_absent_literal_opens_no_pack(db):
    for query in ("not_there_anywhere", "xqz", "无此", "nowhere.to/be_found"):
        page, packs, account = work(db, query, per="message")
        assert page.results == []
        assert packs == 0
        assert account["messages_verified"] == 0


def test_the_filters_keep_the_packs_of_other_sessions_closed(db):
    for query in ("common_name", "=="):
        page, packs, _ = work(db, query, per="message", limit=100, sessions="s07")
        assert len(page.results) == MESSAGES
        assert packs == 1
        page, packs, _ = work(db, query, per="message", limit=100, after=38_000.0)
        assert len(page.results) == 2 * MESSAGES
        assert packs == 2


def test_a_common_literal_without_terms_is_found_among_the_newest_messages(db):
    page, packs, account = work(db, "==", per="message", limit=5, sort="newest")
    assert [result.session_id for result in page.results] == ["s39"] * 5
    assert packs == 1
    assert account["messages_verified"] == 6


def test_a_rare_literal_without_terms_scans_every_pack_once(db):
    page, packs, account = work(db, "->", per="message")
    assert len(page.results) == 1
    assert page.explanation["route"] == "scan"
    assert packs <= 2 * SESSIONS
    assert account["messages_verified"] <= LOOKED_AT_FIRST


def test_a_scan_reads_no_more_where_the_index_is_stale(tmp_path):
    with SessionDB(tmp_path / "state.db") as archive:
        for number in range(10):
            name = archive.create_session("cli", session_id=f"s{number}", started_at=1_000.0 * number)
            archive.append(name, [{"role": "user", "content": f"{FILLER} common_name {at}"} for at in range(60)])
        upkeep.optimize(archive)
        with archive.file.writing() as writer:
            index.mark_stale(writer.connection)
        page, packs, account = work(archive, "common_name", per="message", limit=5)
        assert page.explanation["route"] == "scan"
        assert (packs, account["messages_verified"]) == (1, 6)


def test_a_phrase_in_the_dialog_is_verified_only_where_its_words_stand(db):
    page, packs, account = work(db, '"rare_name ->"', per="message", match="auto")
    assert len(page.results) == 1
    assert (packs, account["messages_verified"]) == (1, 1)
