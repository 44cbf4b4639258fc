"""Finding the right conversation: found wherever its words lie, weak answers, empty ones, how scores add up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from archives import write_lines
from conversations import results_of_all_pages

from hermes_state import SessionDB, upkeep
from hermes_state.errors import InvalidArgumentError

SETS = Path(__file__).parents[2] / "benchmarks" / "retrieval" / "sets"
DAY = 86_400.0
START = 1_750_000_000.0


@pytest.fixture
def db(tmp_path: Path) -> Iterator[SessionDB]:
    with SessionDB(tmp_path / "state.db") as archive:
        yield archive


def talk(db: SessionDB, name: str, *texts: str, started_at: float = START, title: str | None = None) -> None:
    db.create_session("cli", session_id=name, started_at=started_at, title=title)
    db.append(name, [{"role": "user", "content": text, "timestamp": started_at} for text in texts])


def found(db: SessionDB, query: str, **filters: Any) -> list[str]:
    return [result.session_id for result in db.search(query, **filters).results]


def calls(thinking: str, command: str) -> dict[str, Any]:
    call = {"id": "c", "type": "function", "function": {"name": "run", "arguments": {"command": command}}}
    return {"role": "assistant", "content": "", "thinking": thinking, "tool_calls": [call]}


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionDB]:
    """The conversations of our own labelled set."""
    folder = tmp_path_factory.mktemp("workshop")
    lines = []
    for line in (SETS / "workshop.sessions.jsonl").read_text(encoding="utf-8").splitlines():
        session = json.loads(line)
        messages = [
            {"role": one["role"], "content": one["text"]} | ({"timestamp": one["ts"]} if one.get("ts") else {})
            for one in session["messages"]
        ]
        lines.append({"id": session["id"], "messages": messages})
    with SessionDB(folder / "state.db") as archive:
        archive.import_transcripts(write_lines(folder / "workshop.jsonl", lines))
        yield archive


def queries() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (SETS / "workshop.queries.jsonl").read_text(encoding="utf-8").splitlines()]


def test_forty_topics_that_were_never_discussed_stay_empty(workshop: SessionDB) -> None:
    absent = [query["text"] for query in queries() if query["type"] == "absent"]
    assert len(absent) == 40
    assert [text for text in absent if found(workshop, text)] == []


def test_of_our_own_set_most_conversations_come_first(workshop: SessionDB) -> None:
    ranks = []
    for query in queries():
        if query["rel_sessions"]:
            names = found(workshop, query["text"], per="conversation")
            ranks.append(next((at for at, name in enumerate(names, 1) if name in query["rel_sessions"]), 0))
    assert len(ranks) == 108
    assert sum(rank == 1 for rank in ranks) / len(ranks) >= 0.8
    assert sum(1 / rank for rank in ranks if rank) / len(ranks) >= 0.83


def test_a_rare_word_does_not_hide_what_holds_only_the_common_one(db: SessionDB) -> None:
    for number in range(60):
        talk(db, f"a{number}", *["alpha word"] * 10)
        talk(db, f"b{number}", *["beta word"] * 20)
    upkeep.optimize(db)
    names = {result.session_id for result in results_of_all_pages(db, "alpha beta", limit=50)}
    assert names == {f"{letter}{number}" for letter in "ab" for number in range(60)}


def test_a_conversation_with_all_the_words_apart_is_found_among_many_with_one(db: SessionDB) -> None:
    words = ("amber", "birch", "cedar", "dogwood", "elder", "fir")
    for word in words:
        for number in range(40):
            talk(db, f"{word}{number}", *[f"{word} {word} again"] * 20)
    talk(db, "all", *(f"one {word} here" for word in words))
    upkeep.optimize(db)
    page = db.search(" ".join(words))
    assert page.results[0].session_id == "all"
    assert page.results[0].missing_terms == []


@pytest.mark.parametrize("sealed", [False, True])
def test_a_word_in_the_ninth_call_is_found_and_one_in_thinking_is_not(db: SessionDB, sealed: bool) -> None:
    db.create_session("cli", session_id="s")
    db.append("s", [*[calls("zebra", "ls") for _ in range(9)], calls("", "zebra quagga exec")])
    db.create_session("cli", session_id="t")
    db.append("t", [calls("zebra", "ls") for _ in range(12)])
    if sealed:
        upkeep.optimize(db)
    for query in ("zebra", "quagga zebra exec"):
        assert found(db, query, roles="tool") == ["s"]


@pytest.mark.parametrize("sealed", [False, True])
def test_a_sentence_with_a_quotation_is_ranked_by_its_words_on_every_page(db: SessionDB, sealed: bool) -> None:
    for number in range(12):
        talk(db, f"s{number}", f"the deploy pipeline shows a refused connection and timeout {number}")
    if sealed:
        upkeep.optimize(db)
    query = 'why did the deploy pipeline say "connection refused" timeout'
    assert any("as written" in note for note in db.search(query).notes)
    assert len({one.session_id for one in results_of_all_pages(db, query, limit=5)}) == 12
    assert found(db, 'deploy AND "connection refused"') == []


def test_another_form_of_a_word_is_found_behind_the_word_itself(db: SessionDB) -> None:
    talk(db, "form", "we decided it at noon")
    talk(db, "word", "we decide it at noon")
    for number in range(20):
        talk(db, f"other{number}", "something else at noon")
    upkeep.optimize(db)
    assert found(db, "decide it")[:2] == ["word", "form"]


def test_a_date_prefers_conversations_of_that_time_and_leaves_out_none(db: SessionDB) -> None:
    for month in range(1, 10):
        talk(db, f"m{month}", "the retry limit is settled", started_at=1_735_732_800.0 + (month - 1) * 30.5 * DAY)
    upkeep.optimize(db)
    names = found(db, "retry limit in march 2025")
    assert names[0] == "m3"
    assert len(names) == 9


def test_a_half_life_prefers_what_is_newer_and_nonsense_is_refused(db: SessionDB) -> None:
    talk(db, "old", "whale song whale song", started_at=START)
    talk(db, "new", "a whale song", started_at=START + 100 * DAY)
    talk(db, "titled", "nothing", started_at=START - 900 * DAY, title="whale song")
    upkeep.optimize(db)
    assert found(db, "whale song")[0] == "old"
    assert found(db, "whale song", half_life="20d") == ["new", "old", "titled"]
    for nonsense in ("soon", "", 0, -3, True, float("nan"), 10**400, [], b"3d"):
        with pytest.raises(InvalidArgumentError):
            db.search("whale song", half_life=nonsense)  # type: ignore[arg-type]


def test_a_score_is_the_sum_of_its_parts(db: SessionDB) -> None:
    for number in range(30):
        talk(db, f"s{number}", "the release of the server", f"number {number} was late", title=f"server {number}")
    upkeep.optimize(db)
    page = db.search("server release late", explain=True)
    assert page.explanation is not None
    assert {one["term"] for one in page.explanation["terms"]} == {"server", "release", "late"}
    for account in page.explanation["scores"].values():
        parts = dict(account["parts"])
        factor = parts.pop("factor")
        assert isclose(account["score"], factor * sum(parts.values()), abs_tol=1e-3)


def test_less_than_half_of_a_question_is_weak(db: SessionDB) -> None:
    for number in range(4):
        talk(db, f"s{number}", *["plain filler text"] * 260, ("uno", "dos", "tres", "cuatro")[number])
    upkeep.optimize(db)
    page = db.search("uno dos tres cuatro")
    assert {result.session_id for result in page.results} == {"s0", "s1", "s2", "s3"}
    assert all(result.weak for result in page.results)
    assert any(note.startswith("weak:") for note in page.notes)
    assert not db.search("uno").results[0].weak
