"""Shortcuts of the search lose and add nothing: what the index tells alone, ranges of ids, candidates in parts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from conversations import results_of_all_pages

from hermes_state import SessionDB, upkeep
from hermes_state.search.ranges import joined
from hermes_state.search.snippet import make_snippet

ROLES = ("user", "assistant", "tool")


@pytest.fixture
def db(tmp_path: Path) -> Iterator[SessionDB]:
    with SessionDB(tmp_path / "state.db") as archive:
        yield archive


def call(text: str) -> list[dict[str, Any]]:
    return [{"id": "c1", "type": "function", "function": {"name": "run", "arguments": {"cmd": text}}}]


# Ranges


def test_ranges_that_lie_within_one_another_lose_no_id() -> None:
    assert joined([(1, 1_000), (500, 510)]) == [(1, 1_000)]
    assert joined([(13, 5_000), (4_000, 4_100), (1_000, 1_010)]) == [(13, 5_000)]
    bounds = [(1, 900), (2_000, 2_100), (2_050, 9_000), (5_000, 5_010), (20_000, 20_001)]
    assert joined(bounds) == [(20_000, 20_001), (2_000, 9_000), (1, 900)]


@pytest.mark.parametrize("query", ["needle_word", "needle", '"needle_word"'])
@pytest.mark.parametrize("filters", [{"project": "p"}, {"sources": "cli"}, {"after": "7d"}, {"sessions": ["a", "b"]}])
def test_a_filter_finds_what_a_session_says_after_a_later_one_began(db: SessionDB, query: str, filters: Any) -> None:
    for name in "ab":
        db.create_session("cli", session_id=name, cwd="/work/p")
    db.append("a", {"role": "user", "content": "first"})
    db.append("b", {"role": "user", "content": "other"})
    db.append("a", {"role": "user", "content": "needle_word needle"})
    upkeep.optimize(db)
    assert [result.session_id for result in db.search(query, **filters).results] == ["a"]


# Messages that answer with both dialog and work


def test_what_answers_with_dialog_and_work_together_comes_once(db: SessionDB) -> None:
    for number in range(60):
        name = db.create_session("cli", session_id=f"s{number:02}", started_at=1_000.0 * number)
        across = {"role": "assistant", "content": "alpha word", "tool_calls": call("beta word")}
        whole = {"role": "assistant", "content": "alpha beta"}
        one = across if number >= 55 else whole
        db.append(name, [one | {"timestamp": 1_000.0 * number + at} for at in range(20)])
    upkeep.optimize(db)
    for limit in (10, 30, 33, 50):
        found = [result.session_id for result in results_of_all_pages(db, "alpha AND beta", roles=ROLES, limit=limit)]
        assert sorted(found) == [f"s{number:02}" for number in range(60)], limit


def test_it_comes_once_where_automatic_conversations_follow(db: SessionDB) -> None:
    across = {"role": "assistant", "content": "alpha", "tool_calls": call("beta")}
    for number in range(4):
        db.create_session("cli", session_id=f"s{number}")
        db.append(f"s{number}", across)
    for number in range(4):
        db.create_session("cron", session_id=f"t{number}")
        db.append(f"t{number}", {"role": "user", "content": "alpha beta"})
    upkeep.optimize(db)
    found = [result.session_id for result in results_of_all_pages(db, "alpha AND beta", roles=ROLES, limit=7)]
    assert sorted(found) == [f"{letter}{number}" for letter in "st" for number in range(4)]


# What the index tells is told of the roles that were asked for


def test_thinking_of_the_newest_message_does_not_hide_what_a_tool_printed(db: SessionDB) -> None:
    db.create_session("cli", session_id="s")
    db.append("s", {"role": "tool", "content": "the zebra output", "tool_call_id": "c1"})
    db.append("s", {"role": "assistant", "content": "", "tool_calls": call("ls"), "thinking": "zebra"})
    for _ in range(2):
        for more in ({}, {"roles": ("tool",)}):
            page = db.search("zebra", **more)  # type: ignore[arg-type]
            assert [(one.match_message_id, one.match_count) for one in page.results] == [(1, 1)]
        upkeep.optimize(db)


@pytest.mark.parametrize("query", ["zebra_word", "zebra", '"zebra"', "zebra*"])
def test_an_agents_words_are_not_found_under_user_and_tool(db: SessionDB, query: str) -> None:
    said = {"role": "assistant", "content": "zebra_word zebra", "tool_calls": call("nothing")}
    db.create_session("cli", session_id="s")
    db.append("s", [said, said, said, {"role": "user", "content": "zebra_word zebra"}])
    db.create_session("cli", session_id="t")
    db.append("t", [said, said])
    for _ in range(2):
        page = db.search(query, roles=("user", "tool"))
        assert [(one.session_id, one.matched_role, one.match_count) for one in page.results] == [("s", "user", 1)]
        upkeep.optimize(db)


def test_words_of_thinking_are_no_evidence_under_tool(db: SessionDB) -> None:
    db.create_session("cli", session_id="s")
    db.append("s", {"role": "assistant", "content": "x", "tool_calls": call("alpha"), "thinking": "beta gamma delta"})
    for _ in range(2):
        assert db.search("alpha beta gamma delta", roles=("tool",)).results == []
        assert [one.matched_terms for one in db.search("alpha beta", roles=("tool",)).results] == [["alpha"]]
        upkeep.optimize(db)


# Counts


def test_thinking_does_not_count_under_other_roles(db: SessionDB) -> None:
    db.create_session("cli", session_id="s")
    db.append("s", {"role": "assistant", "content": "", "tool_calls": call("ls"), "thinking": "zebra"})
    db.append("s", {"role": "tool", "content": "the zebra output", "tool_call_id": "c1"})
    for _ in range(2):
        assert [one.match_count for one in db.search("zebra", roles=("tool",)).results] == [1]
        upkeep.optimize(db)


@pytest.mark.parametrize("query", ["common_name", "common"])
def test_what_a_compaction_carried_over_is_counted_once_where_the_newest_are_weighed(db: SessionDB, query: str) -> None:
    said = {"role": "user", "content": "common_name common once more"}
    db.create_session("cli", session_id="s")
    db.append("s", [said | {"timestamp": float(at)} for at in range(6)])
    db.compact("s", db.get_messages("s")[-1].id or 0)
    db.append("s", [said | {"timestamp": 100.0 + at} for at in range(6)])
    upkeep.optimize(db)
    with (
        mock.patch("hermes_state.search.exact.EXACT_CANDIDATES", 3),
        mock.patch("hermes_state.search.gathering.SINGLE_CANDIDATES", 3),
        mock.patch("hermes_state.search.gathering.COMMON_FREQUENCY", 3),
    ):
        assert [result.match_count for result in db.search(query).results] == [6]


@pytest.mark.parametrize(
    ("query", "others"),
    [
        ("abcd*", ["x" * 256 + "abcd" + "y" * 300, "x" * 256 + "abcd" + "z" * 300]),  # a chunk begins so, no word does
        ("q" * 300 + "*", ["q" * 299 + "r", "q" * 298 + "r"]),  # only the first 256 letters are asked for
    ],
)
def test_a_prefix_is_counted_where_a_word_begins_so(db: SessionDB, query: str, others: list[str]) -> None:
    db.create_session("cli", session_id="s")
    db.append("s", [{"role": "user", "content": text} for text in (*others, query[:-1] + "1")])
    for _ in range(2):
        assert [result.match_count for result in db.search(query).results] == [1]
        upkeep.optimize(db)


# The newest come first


@pytest.mark.parametrize(("query", "word"), [("con*", "con{:02}x"), ("所", "所{:c}")])
def test_a_beginning_shared_by_very_many_words_finds_the_newest_first(db: SessionDB, query: str, word: str) -> None:
    words = [word.format(at if word[0] == "c" else 0x4E00 + at) for at in range(80)]
    for number in range(12):
        db.create_session("cli", session_id=f"s{number:02}", started_at=1_000.0 * number)
        db.append(
            f"s{number:02}",
            [{"role": "user", "content": one, "timestamp": 1_000.0 * number + at} for at, one in enumerate(words)],
        )
    newest = [{"role": "user", "content": words[-1], "timestamp": 1e6 + at} for at in range(20)]
    db.create_session("cli", session_id="sealed", started_at=1e6)
    db.append("sealed", newest)
    upkeep.optimize(db)
    db.create_session("cli", session_id="loose", started_at=2e6)
    db.append("loose", [one | {"timestamp": one["timestamp"] + 1e6} for one in newest])
    assert [result.session_id for result in db.search(query, limit=2).results] == ["loose", "sealed"]


# Plain words: the last page is the last


@pytest.mark.parametrize("limit", [10, 50, 100])
@pytest.mark.parametrize("filters", [{}, {"project": "p"}])
def test_pages_of_any_size_show_every_conversation_with_a_word(db: SessionDB, limit: int, filters: Any) -> None:
    for number in range(60):
        db.create_session("cli", session_id=f"s{number:02}", started_at=1_000.0 * number, cwd="/work/p")
        db.append(
            f"s{number:02}",
            [{"role": "user", "content": "common thing", "timestamp": 1_000.0 * number + at} for at in range(12)],
        )
    upkeep.optimize(db)
    assert len(results_of_all_pages(db, "common", limit=limit, **filters)) == 60


# Exclusions


def test_an_exclusion_is_decided_on_the_text_sealed_or_loose(db: SessionDB) -> None:
    db.create_session("cli", session_id="s")
    db.append("s", {"role": "assistant", "content": "deploy foo bar"})
    db.create_session("cli", session_id="t")
    db.append("t", {"role": "assistant", "content": "x", "tool_calls": call("deploy it"), "thinking": "secret plan"})
    for _ in range(2):
        assert [one.session_id for one in db.search("deploy -foo.bar", roles=("assistant",)).results] == ["s"]
        assert [one.session_id for one in db.search("deploy -secret", roles=("tool",)).results] == ["t"]
        upkeep.optimize(db)


# Close spellings beyond ASCII


@pytest.mark.parametrize(("asked", "stands"), [("мамы", "мама"), ("слова", "слово"), ("bjørm", "bjørn")])
def test_short_words_beyond_ascii_have_close_spellings(db: SessionDB, asked: str, stands: str) -> None:
    db.create_session("cli", session_id="s")
    db.append("s", {"role": "user", "content": f"here {stands} stands"})
    for _ in range(2):
        assert [one.rung for one in db.search(asked).results] == ["spelling"]
        upkeep.optimize(db)


# Snippets


@pytest.mark.parametrize("before", ["", "w " * 1_000])
def test_a_find_with_much_white_space_in_it_is_shown(before: str) -> None:
    snippet, marks = make_snippet(f"{before}foo{' ' * 3_000}bar", ["foo bar"])
    assert [snippet[start:end] for start, end in marks] == ["foo bar"]
