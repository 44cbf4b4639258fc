"""Laws of searching archives: any text is a query, every route gives one answer, pages part it, brute force agrees."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import exactness
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hermes_state import SessionDB, upkeep
from hermes_state.search.query import parse
from hermes_state.store import index

NEVER = 1 << 40
PIECES = (
    "foo", "bar", "FooBar", "foo_bar", "src/foo.py", "->", "!=", "a1", "9", "x", "ab", "the", "error", "e", "é",
    "e\u0301", "ﬁ", "ｆｏｏ", "ß", "İ", "½", "终", "终端", "大别山", "日本語", "か\u3099", "ﾃﾞ", "한국어", "ㄱ", "ภาษา",
    "ທີ່", "ខ្មែរ", "हिन्दी", "می\u200cخواهم", "🎉", "👍🏽", "❤\ufe0f", "🇩🇪🇫🇷", "1\ufe0f\u20e3", "\u0301" * 40, "\ud83d",
    "\udc00", "\x00", "\x1b[31m", "\u2028", "\u3000", "\u00a0", " ", "  ", "\n", "-", ".", "_", '"', "*", "(", ")",
    "q" * 600, "ab" * 400, "longer" * 50, "\U0001e900", "\U00020000", "\U000f0000",
)  # fmt: skip
OPERATORS = ("AND", "OR", "NOT", "-foo", "fo*", '"foo bar"', '"终端"', "role:user", "after:", "project:x", "(", ")")

glued = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), min_size=1, max_size=8).map("".join)
anything = st.text(st.characters(codec=None, exclude_categories=()), max_size=40)
texts = st.one_of(glued, glued, anything)
queries = st.one_of(
    glued,
    anything,
    st.lists(st.sampled_from((*PIECES, *OPERATORS)), max_size=6).map(" ".join),
)


@st.composite
def messages(draw: st.DrawFn) -> dict[str, object]:
    """A message of any role, some with thoughts and tool calls."""
    message: dict[str, object] = {"role": draw(st.sampled_from(exactness.ROLES)), "content": draw(texts)}
    message["timestamp"] = float(draw(st.integers(1, 4)))
    if message["role"] == "assistant" and draw(st.booleans()):
        function = {"name": "run", "arguments": {"command": draw(texts)}}
        message["tool_calls"] = [{"id": "c", "type": "function", "function": function}]
        message["thinking"] = draw(texts)
    return message


archives = st.lists(st.lists(messages(), min_size=1, max_size=4), min_size=1, max_size=3)
ROUTES = ("index", "loose", "scan", "half")


@contextmanager
def filled(sessions: list[list[dict[str, object]]], route: str) -> Iterator[SessionDB]:
    """An archive of these sessions that a search answers by one route."""
    with (
        TemporaryDirectory() as folder,
        mock.patch("hermes_state.archive.SEAL_AT_BYTES", NEVER),
        mock.patch("hermes_state.archive.SEAL_AT_END_BYTES", NEVER),
        SessionDB(Path(folder) / "state.db") as db,
    ):
        for number, given_messages in enumerate(sessions):
            name = db.create_session("cli", session_id=f"s{number}", started_at=1.0)
            db.append(name, given_messages)
            if route == "half" and number == 0:
                seal(db)
        if route in ("index", "scan"):
            seal(db)
        if route == "scan":
            with db.file.writing() as writer:
                index.mark_stale(writer.connection)
        yield db


def seal(db: SessionDB) -> None:
    """Seals and indexes all loose text."""
    with db.file.writing() as writer:
        writer.seal_loose()


few = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def archives_with_queries(draw: st.DrawFn) -> tuple[list[list[dict[str, object]]], list[str]]:
    """An archive, with pieces of its own texts and other queries."""
    sessions = draw(archives)
    found = draw(st.lists(queries, min_size=1, max_size=2))
    for _ in range(3):
        text = str(draw(st.sampled_from(draw(st.sampled_from(sessions))))["content"])
        start = draw(st.integers(0, len(text)))
        found.append(text[start : start + draw(st.integers(1, 20))])
    return sessions, found


def searched_for(query: str) -> bool:
    """Whether a literal has anything to search for."""
    return parse(query, match="literal").kind == "literal"


@given(archives_with_queries())
@few
def test_a_literal_is_found_by_every_route_exactly_where_brute_force_finds_it(drawn):
    sessions, asked = drawn
    for route in ROUTES:
        with filled(sessions, route) as db:
            truth = exactness.truth_of(db, [f"s{number}" for number in range(len(sessions))])
            for query in filter(searched_for, asked):
                found = exactness.all_pages(db, query)
                assert sorted(found) == sorted(exactness.holding(truth, query)), (route, query)
                assert exactness.all_pages(db, query, limit=1) == found, (route, query)


@given(archives_with_queries())
@few
def test_an_expression_has_one_answer_whatever_the_route(drawn):
    sessions, asked = drawn
    pieces = [" ".join(query.split()[:2]).replace('"', "") or "foo" for query in asked]
    first, second, third = pieces[-3:]
    made = [f'"{first}"', f"{first} AND {second}", f"({second} OR {third}) NOT {first}", f"{third}*", *asked]
    answers: dict[str, list[list[int]]] = {}
    for route in ROUTES:
        with filled(sessions, route) as db:
            for query in made:
                if parse(query).kind == "operators":
                    answers.setdefault(query, []).append(exactness.all_pages(db, query, match="auto"))
    for query, found in answers.items():
        assert all(one == found[0] for one in found), query
        assert len(found[0]) == len(set(found[0]))


@given(archives_with_queries(), st.sampled_from(["auto", "literal", "words"]), st.sampled_from(ROUTES))
@few
def test_no_text_makes_a_search_fail_or_repeat_itself(drawn, match, route):
    sessions, asked = drawn
    with filled(sessions, route) as db:
        for query in asked:
            for per in ("conversation", "message"):
                page = db.search(query, match=match, per=per, limit=5, window=1)
                keys = [one.match_message_id if per == "message" else one.root_session_id for one in page.results]
                assert len(keys) == len(set(keys))


@given(archives_with_queries(), archives, st.sampled_from(ROUTES), st.integers(1, 3))
@few
def test_pages_part_the_answer_though_messages_are_appended_sealed_and_deleted_between_them(drawn, later, route, limit):
    sessions, asked = drawn
    with filled(sessions, route) as db:
        doomed = db.create_session("cli", session_id="doomed", started_at=0.5)
        db.append(doomed, {"role": "user", "content": "nothing of it"})
        for query in filter(searched_for, asked[-2:]):
            whole = exactness.all_pages(db, query)
            page = db.search(query, per="message", match="literal", roles=exactness.ROLES, limit=limit)
            found = [one.match_message_id for one in page.results]
            extra = iter([one for session in later for one in session])
            while page.cursor is not None:
                message = next(extra, None)
                if message is not None:
                    db.append("s0", [message, {"role": "user", "content": query, "timestamp": 2.0}])
                    seal(db)
                page = db.search(
                    query, per="message", match="literal", roles=exactness.ROLES, limit=limit, cursor=page.cursor
                )
                found += [one.match_message_id for one in page.results]
            assert found == whole, query
        upkeep.delete(db, ["doomed"])


@pytest.mark.parametrize("query", ["foo-bar-baz", "getUserProfile", "role:user"])
def test_what_stands_in_for_a_literal_is_paged_without_loss(tmp_path, query):
    with SessionDB(tmp_path / "state.db") as db:
        name = db.create_session("cli")
        contents = {"foo-bar-baz": "foo then bar then baz, {}", "getUserProfile": "get_user_profile {}"}
        db.append(name, [
            {"role": "assistant", "content": contents.get(query, "the role:user was set {}").format(number)}
            for number in range(7)
        ])  # fmt: skip
        found: list[int | None] = []
        cursor = None
        while True:
            page = db.search(query, per="message", limit=3, cursor=cursor)
            found += [one.match_message_id for one in page.results]
            cursor = page.cursor
            if cursor is None:
                break
        whole = [one.match_message_id for one in db.search(query, per="message", limit=20).results]
        assert sorted(found) == sorted(whole)
        assert len(found) == len(set(found))


BROKEN = "\ud800"


@pytest.mark.parametrize("per", ["conversation", "message"])
@pytest.mark.parametrize("query", [
    f"00{BROKEN}", f"project:{BROKEN} foo", f"title:a{BROKEN}b foo", f"session:{BROKEN} foo", f"tool:{BROKEN} foo",
    f"source:{BROKEN} foo", f"after:{BROKEN} foo", f"user:{BROKEN}", f'"{BROKEN}foo"', f"foo{BROKEN}*",
    f"foo AND {BROKEN}x", "title:a\x00b foo", "\x00", f"-{BROKEN} foo",
])  # fmt: skip
def test_lone_surrogates_in_words_and_filters_are_text_like_any_other(tmp_path, query, per):
    with SessionDB(tmp_path / "state.db") as db:
        name = db.create_session("cli", title=f"a title 00{BROKEN}x")
        db.append(name, {"role": "user", "content": f"foo 00{BROKEN} bar"})
        page = db.search(query, per=per, project=f"p{BROKEN}", branch=BROKEN, model=BROKEN, sources=BROKEN)
        assert page.results == []
        assert all(one.session_id == name for one in db.search(query, per=per).results)
