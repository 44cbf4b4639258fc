"""Discover, scroll, read and browse: what they show, what they leave out, and how their pages follow one another."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conversations import DAY, MINUTE, START, Conversations, ids

from hermes_state import InvalidArgumentError, NotFoundError, SessionDB
from hermes_state.store.connection import Connection


@pytest.fixture(params=["loose", "sealed"])
def told(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Conversations]:
    with SessionDB(tmp_path / "state.db") as db:
        yield Conversations(db, sealed=request.param == "sealed")


@pytest.fixture
def long_talk(told: Conversations) -> list[int]:
    """The ids of a session of 40 messages, ``line 00`` to ``line 39``."""
    return told.talk("talk", *(f"line {number:02}" for number in range(40)))


class TestWindows:
    """What a search shows round a hit."""

    def test_a_window_holds_five_messages_a_side_and_the_ends_three_each(
        self, told: Conversations, long_talk: list[int]
    ) -> None:
        (result,) = told.search('"line 20"', window=5).results
        assert ids(result.messages) == long_talk[15:26]
        assert ids(result.bookend_start) == long_talk[:3]
        assert ids(result.bookend_end) == long_talk[-3:]
        assert (result.messages_before, result.messages_after) == (15, 14)

    @pytest.mark.parametrize("hit", range(0, 40, 3))
    @pytest.mark.parametrize("window", [1, 4, 18, 60])
    def test_no_message_is_shown_twice_and_none_out_of_order(
        self, told: Conversations, long_talk: list[int], hit: int, window: int
    ) -> None:
        (result,) = told.search(f'"line {hit:02}"', window=window).results
        shown = ids([*result.bookend_start, *result.messages, *result.bookend_end])
        assert shown == sorted(set(shown))
        assert ids(result.messages) == long_talk[max(hit - window, 0) : hit + window + 1]
        assert result.messages_before + len(result.messages) + result.messages_after == 40
        before = [one for one in long_talk[:3] if one < long_talk[hit]]
        after = [one for one in long_talk[-3:] if one > long_talk[hit]]
        assert {*before, *after} <= set(shown)

    def test_without_a_window_nothing_is_shown_round_the_hit(self, told: Conversations, long_talk: list[int]) -> None:
        (result,) = told.search('"line 20"').results
        assert (result.messages, result.bookend_start, result.bookend_end) == ([], [], [])

    def test_tool_rows_stand_between_but_only_the_dialog_is_counted(self, told: Conversations) -> None:
        dialog = []
        for number in range(9):
            dialog += told.say("talk", f"line {number}")
            told.say("talk", f"output {number}", role="tool", tool_name="bash")
        (result,) = told.search('"line 4"', window=2).results
        shown = [message for message in result.messages if message.role != "tool"]
        assert ids(shown) == dialog[2:7]
        assert [message.text for message in result.messages if message.role == "tool"] == [
            f"output {number}" for number in range(2, 6)
        ]

    def test_hundreds_of_tool_rows_do_not_hide_the_dialog_round_a_hit(self, told: Conversations) -> None:
        dialog = []
        for number in range(7):
            dialog += told.say("talk", f"line {number}")
            told.say("talk", *(f"output {number} {row}" for row in range(100)), role="tool", tool_name="bash")
        (result,) = told.search('"line 3"', window=2).results
        assert ids([message for message in result.messages if message.role != "tool"]) == dialog[1:6]
        assert len(result.messages) < 60
        assert result.messages_before + len(result.messages) + result.messages_after == 707
        assert ids(result.bookend_start) == dialog[:1]
        assert ids(result.bookend_end) == dialog[-1:]

    def test_undone_messages_are_not_in_a_window_and_summarised_ones_are_marked(self, told: Conversations) -> None:
        said = told.talk("talk", *(f"line {number}" for number in range(8)))
        told.db.compact("talk", said[3])
        undone = told.say("talk", "a mistake")[0]
        told.db.rewind("talk", undone)
        last = told.say("talk", "the end")
        (result,) = told.search('"line 5"', window=9).results
        assert ids(result.messages) == said + last
        assert [message.compacted for message in result.messages] == [True] * 4 + [False] * 5
        assert result.to_json()["messages"][0]["compacted"] is True


class TestScrolling:
    def test_it_shows_what_a_search_shows_round_a_hit(self, told: Conversations, long_talk: list[int]) -> None:
        (result,) = told.search('"line 20"', window=4).results
        view = told.db.scroll("talk", long_talk[20], window=4)
        assert ids(view.messages) == ids(result.messages)
        assert ids(view.bookend_start) == ids(result.bookend_start)
        assert ids(view.bookend_end) == ids(result.bookend_end)
        assert (view.messages_before, view.messages_after) == (result.messages_before, result.messages_after)
        assert view.messages[view.position].id == long_talk[20]

    def test_the_ends_of_another_session_of_the_conversation_say_where_they_are(
        self, told: Conversations, long_talk: list[int]
    ) -> None:
        told.session("more", parent_session_id="talk", kind="resume")
        later = told.talk("more", *(f"more {number}" for number in range(10)))
        view = told.db.scroll("more", later[5], window=1)
        assert ids(view.bookend_start) == long_talk[:3]
        answer = view.to_json()
        assert {message["session_id"] for message in answer["bookend_start"]} == {"talk"}
        assert not any("session_id" in message for message in answer["messages"] + answer["bookend_end"])

    def test_a_message_that_is_not_in_the_session_is_not_found(self, told: Conversations, long_talk: list[int]) -> None:
        other = told.say("other", "hello")[0]
        for message in (other, 10**9, 0, -1):
            with pytest.raises(NotFoundError) as caught:
                told.db.scroll("talk", message)
            assert caught.value.hint

    @pytest.mark.parametrize("window", [-1, 1000, True, 2.5])
    def test_a_senseless_window_is_refused(self, told: Conversations, long_talk: list[int], window: Any) -> None:
        with pytest.raises(InvalidArgumentError):
            told.db.scroll("talk", long_talk[0], window=window)

    def test_a_role_that_does_not_exist_is_refused(self, told: Conversations, long_talk: list[int]) -> None:
        with pytest.raises(InvalidArgumentError):
            told.db.scroll("talk", long_talk[0], roles="boss")

    def test_tool_rows_alone_can_be_scrolled(self, told: Conversations) -> None:
        said = [told.say("talk", f"line {number}", role=("user", "tool")[number % 2])[0] for number in range(20)]
        view = told.db.scroll("talk", said[9], window=2, roles="tool")
        assert ids(view.messages) == [said[5], said[7], said[9], said[11], said[13]]


class TestReading:
    @pytest.mark.parametrize("count", [0, 1, 19, 20, 21, 29, 30, 31, 45, 79, 130])
    def test_head_middle_and_tail_hold_every_message_exactly_once(self, told: Conversations, count: int) -> None:
        told.session("talk")
        said = told.talk("talk", *(f"line {number}" for number in range(count)))
        told.settle()
        view = told.db.read("talk")
        head, tail, omitted = ids(view.head), ids(view.tail), view.omitted
        while view.cursor is not None:
            view = told.db.read("talk", cursor=view.cursor)
            assert view.tail == []
            head += ids(view.head)
        assert head + tail == said
        assert omitted == max(count - 30, 0)

    def test_many_tool_rows_are_read_once_too(self, told: Conversations) -> None:
        said = told.say("talk", "go")
        said += told.say("talk", *(f"output {number}" for number in range(300)), role="tool")
        view = told.db.read("talk")
        head, tail = ids(view.head), ids(view.tail)
        while view.cursor is not None:
            view = told.db.read("talk", cursor=view.cursor)
            head += ids(view.head)
        assert head + tail == said

    def test_a_page_costs_the_same_in_a_long_session(
        self, told: Conversations, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fetched = []
        rows = Connection.rows

        def counting(self: Connection, sql: str, bindings: Any = ()) -> list[Any]:
            found = rows(self, sql, bindings)
            fetched.append(len(found))
            return found

        told.talk("long", *(f"line {number}" for number in range(1_500)))
        monkeypatch.setattr(Connection, "rows", counting)
        page = told.db.read("long")
        told.db.read("long", cursor=page.cursor)
        assert sum(fetched) < 300

    def test_what_is_said_meanwhile_does_not_come_twice(self, told: Conversations) -> None:
        said = told.talk("talk", *(f"line {number}" for number in range(100)))
        view = told.db.read("talk")
        head, tail = ids(view.head), ids(view.tail)
        while view.cursor is not None:
            told.say("talk", "meanwhile")
            view = told.db.read("talk", cursor=view.cursor)
            head += ids(view.head)
        assert head + tail == said

    def test_undone_messages_and_the_callers_context_are_left_out(self, told: Conversations) -> None:
        said = told.talk("talk", *(f"line {number}" for number in range(10)))
        told.db.rewind("talk", said[8])
        assert ids(told.db.read("talk").messages) == said[:8]
        assert ids(told.db.read("talk", live=("talk", said[5])).messages) == said[:5]
        assert told.db.read("talk", live=("talk", None)).messages == []

    def test_a_cursor_of_another_session_is_refused(self, told: Conversations, long_talk: list[int]) -> None:
        told.talk("other", *(f"line {number}" for number in range(40)))
        cursor = told.db.read("talk").cursor
        for wrong in (told.db.read("other").cursor, told.search("line", per="message", limit=1).cursor, "nonsense", ""):
            with pytest.raises(InvalidArgumentError):
                told.db.read("talk", cursor=wrong)
        assert told.db.read("talk", cursor=cursor).head

    def test_a_session_that_does_not_exist_is_named(self, told: Conversations, long_talk: list[int]) -> None:
        with pytest.raises(NotFoundError, match="tolk"):
            told.db.read("tolk")


class TestBrowsing:
    def test_pages_hold_every_conversation_once_while_others_write(self, told: Conversations) -> None:
        for number in range(23):
            told.say(f"s{number:02}", f"hello {number}")
        seen: list[str] = []
        cursor = None
        for round_ in itertools.count():
            page = told.db.browse(limit=4, cursor=cursor)
            seen += [row.root_session_id for row in page.conversations]
            told.say(f"new{round_}", "a new conversation")
            told.say("s00", "one goes on that was not shown yet")
            told.say("s22", "one goes on that was shown")
            cursor = page.cursor
            if cursor is None:
                break
        assert sorted(seen) == [f"s{number:02}" for number in range(23)]
        assert seen[:4] == ["s22", "s21", "s20", "s19"]

    def test_the_newest_activity_comes_first_whenever_a_session_began(self, told: Conversations) -> None:
        told.say("old", "hello", at=START)
        told.say("new", "hello", at=START + DAY)
        told.say("old", "again", at=START + 2 * DAY)
        assert [row.session_id for row in told.db.browse().conversations] == ["old", "new"]

    def test_filters_narrow_the_list(self, told: Conversations) -> None:
        told.session("a", source="telegram", cwd="/work/alpha")
        told.say("a", "hello", at=START)
        told.session("b", source="cli", cwd="/work/beta")
        told.say("b", "hello", at=START + DAY)

        def listed(**arguments: Any) -> list[str]:
            return [row.session_id for row in told.db.browse(**arguments).conversations]

        assert listed() == ["b", "a"]
        assert listed(sources="telegram") == ["a"]
        assert listed(sources=["telegram", "cli"]) == ["b", "a"]
        assert listed(project="/work/beta") == ["b"]
        assert listed(after=START + DAY) == ["b"]
        assert listed(before=START + DAY) == ["a"]
        assert listed(live=("b", None)) == ["a"]

    def test_hidden_sessions_are_listed_only_when_asked_for(self, told: Conversations) -> None:
        told.say("seen", "hello")
        told.session("tools", source="tool")
        told.say("tools", "hello")
        assert [row.session_id for row in told.db.browse().conversations] == ["seen"]
        assert [row.session_id for row in told.db.browse(include_hidden=True).conversations] == ["tools", "seen"]

    @pytest.mark.parametrize("limit", [0, -1, 10**6, True])
    def test_a_senseless_limit_is_refused(self, told: Conversations, limit: int) -> None:
        with pytest.raises(InvalidArgumentError):
            told.db.browse(limit=limit)

    def test_a_cursor_of_other_filters_is_refused(self, told: Conversations) -> None:
        for number in range(3):
            told.say(f"s{number}", "hello")
        cursor = told.db.browse(limit=1).cursor
        with pytest.raises(InvalidArgumentError):
            told.db.browse(limit=1, cursor=cursor, sources="cli")


class TestFilters:
    @pytest.fixture
    def filtered(self, told: Conversations) -> Conversations:
        told.session(
            "a", source="telegram", title="Alpha Plan", cwd="/work/alpha", model="large-1", branch="main", user="ann"
        )
        told.say("a", "needle from ann", at=START)
        told.say("a", "needle in the answer", role="assistant", at=START)
        told.session(
            "b", source="cli", title="Beta Plan", cwd="/work/beta", model="small-2", branch="fix/x", user="bob"
        )
        told.say("b", "needle from bob", at=START + 10 * DAY)
        told.say("b", "needle in output", role="tool", tool_name="bash", at=START + 10 * DAY)
        return told

    @pytest.mark.parametrize(
        ("typed", "wanted"),
        [
            ("role:assistant", {"a"}),
            ("role:user", {"a", "b"}),
            ("role:tool", {"b"}),
            ("source:telegram", {"a"}),
            ("source:CLI", {"b"}),
            ("project:/work/alpha", {"a"}),
            ("project:beta", {"b"}),
            ("branch:main", {"a"}),
            ("branch:fix/x", {"b"}),
            ("model:small", {"b"}),
            ("tool:bash", {"b"}),
            ("title:alpha", {"a"}),
            ('title:"beta plan"', {"b"}),
            ("session:a", {"a"}),
            ("user:bob", {"b"}),
            ("after:2026-06-01", {"b"}),
            ("before:2026-06-01", {"a"}),
            ("source:telegram role:assistant", {"a"}),
            ("source:cli role:assistant", set()),
        ],
    )
    def test_a_typed_filter_narrows_the_search(self, filtered: Conversations, typed: str, wanted: set[str]) -> None:
        assert set(filtered.found(f"needle {typed}")) == wanted
        assert set(filtered.found(f"{typed} needle")) == wanted

    @pytest.mark.parametrize(
        ("arguments", "wanted"),
        [
            ({"roles": "assistant"}, {"a"}),
            ({"roles": ["user", "tool"]}, {"a", "b"}),
            ({"sources": "telegram"}, {"a"}),
            ({"project": "/work"}, {"a", "b"}),
            ({"project": "/work/al"}, set()),
            ({"branch": "main"}, {"a"}),
            ({"model": "small"}, {"b"}),
            ({"sessions": ["a", "b"]}, {"a", "b"}),
            ({"after": "2026-06-01"}, {"b"}),
            ({"before": START}, set()),
            ({"after": START, "before": START + 1}, {"a"}),
        ],
    )
    def test_an_argument_narrows_the_search(
        self, filtered: Conversations, arguments: dict[str, Any], wanted: set[str]
    ) -> None:
        assert set(filtered.found("needle", per="conversation", **arguments)) == wanted
        assert set(filtered.found('"needle"', per="conversation", **arguments)) == wanted

    @pytest.mark.parametrize("typed", ["before:breakfast", "role:boss", "session:nowhere", "after:2026-13-01"])
    def test_a_filter_without_meaning_is_searched_for_as_text(self, told: Conversations, typed: str) -> None:
        told.say("talk", f"coffee {typed} please")
        told.say("other", "coffee")
        page = told.search(f'"coffee {typed}"')
        assert [result.session_id for result in page.results] == ["talk"]
        page = told.search(f"coffee {typed}")
        assert page.results[0].session_id == "talk"
        assert any(typed in note and "as text" in note for note in page.notes)

    def test_other_filters_of_the_same_query_still_hold(self, told: Conversations) -> None:
        told.say("asked", "coffee before:breakfast")
        told.say("answered", "coffee before:breakfast", role="assistant")
        assert told.found("coffee role:assistant before:breakfast") == ["answered"]

    def test_text_that_only_looks_like_a_filter_is_found_with_a_note(self, told: Conversations) -> None:
        told.say("talk", "it printed user:timeout and stopped")
        page = told.search("user:timeout")
        assert [result.session_id for result in page.results] == ["talk"]
        assert any("user:timeout" in note for note in page.notes)

    @pytest.mark.parametrize(
        ("name", "value"),
        [("sort", "best"), ("per", "word"), ("match", "fuzzy"), ("roles", "boss"), ("limit", 0), ("limit", 1001),
         ("limit", True), ("limit", 2.0), ("window", -1), ("window", 101), ("after", "someday"), ("cursor", "x")],
    )  # fmt: skip
    def test_an_argument_without_meaning_is_refused(self, told: Conversations, name: str, value: Any) -> None:
        with pytest.raises(InvalidArgumentError) as caught:
            told.search("needle", **{name: value})
        assert caught.value.hint

    def test_an_id_with_a_comma_names_one_session_and_others_between_commas_several(self, told: Conversations) -> None:
        for name in ("a", "b", "a,b", "c"):
            told.say(name, "the words")
        assert told.found("words", sessions="a,b") == ["a,b"]
        assert set(told.found("words", sessions=["a, c"])) == {"a", "c"}
        assert set(told.found("words", exclude_sessions="a,b")) == {"a", "b", "c"}

    @pytest.mark.parametrize("blank", ["", " ", [""], ["a", ""]])
    def test_a_blank_session_is_refused_and_not_every_session(self, told: Conversations, blank: Any) -> None:
        told.say("a", "the words")
        with pytest.raises(NotFoundError):
            told.search("words", sessions=blank)

    def test_a_session_that_does_not_exist_is_refused(self, told: Conversations) -> None:
        with pytest.raises(NotFoundError):
            told.search("needle", sessions="nowhere")


class TestExclusion:
    def test_a_word_with_a_minus_keeps_its_messages_out(self, told: Conversations) -> None:
        told.say("with", "docker swarm networking")
        told.say("without", "docker networking")
        for query in ("docker networking -swarm", '"networking" docker -swarm', "docker* -swarm"):
            assert told.found(query) == ["without"]

    @pytest.mark.parametrize("per", ["conversation", "message"])
    def test_but_not_when_the_query_stands_somewhere_as_typed(self, told: Conversations, per: str) -> None:
        told.say("typed", "never rm -rf here")
        told.say("other", "rm is a command")
        page = told.search("rm -rf", per=per)
        assert [result.session_id for result in page.results] == ["typed"]

    def test_a_query_that_only_excludes_says_so(self, told: Conversations) -> None:
        told.say("talk", "docker")
        page = told.search("NOT swarm")
        assert page.results == []
        assert any("only excludes" in note for note in page.notes)


class TestSorting:
    @pytest.mark.parametrize("query", ["needle", "needle thread", "needle-work", '"needle"', "needle OR thread"])
    @pytest.mark.parametrize("stale", [False, True])
    def test_by_time_is_by_the_messages_time_whatever_was_stored_first(
        self, told: Conversations, query: str, stale: bool
    ) -> None:
        for days in (5, 1, 9, 3, 7):
            told.say(f"day-{days}", "needle-work, thread and needle", at=START + days * DAY)
        if stale:
            told.make_stale()
        newest = [f"day-{days}" for days in (9, 7, 5, 3, 1)]
        assert told.found(query, sort="newest") == newest
        assert told.found(query, sort="oldest") == newest[::-1]
        assert told.found(query, sort="newest", limit=2) == newest[:2]
        assert told.found(query, sort="oldest", limit=2) == newest[:-3:-1]
        by_message = [result.session_id for result in told.search(query, sort="oldest", per="message").results]
        assert by_message == newest[::-1]

    @pytest.mark.parametrize("query", ["needle", '"needle"', "need_le"])
    def test_the_oldest_of_a_conversations_messages_is_shown_when_the_oldest_are_asked_for(
        self, told: Conversations, query: str
    ) -> None:
        said = told.say("talk", *["needle need_le"] * 12)
        assert told.search(query, sort="oldest").results[0].match_message_id == said[0]
        assert told.search(query, sort="newest").results[0].match_message_id == said[-1]

    def test_the_oldest_is_found_behind_more_matches_than_a_search_ranks(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "state.db") as db:
            told = Conversations(db, sealed=True)
            told.say("first", "needle", at=START - DAY)
            told.say("many", *["needle"] * 3_000)
            told.say("imported-later", "needle", at=START - 2 * DAY)
            assert told.found("needle", sort="oldest", limit=2) == ["imported-later", "first"]

    def test_titles_have_their_place_by_their_sessions_start(self, told: Conversations) -> None:
        told.session("title", title="Needle Work", started_at=START + 2 * DAY)
        told.say("title", "hello", at=START + 2 * DAY)
        told.say("old", "needle", at=START + DAY)
        told.say("new", "needle", at=START + 3 * DAY)
        for query in ("needle", '"needle"'):
            assert told.found(query, sort="newest") == ["new", "title", "old"]
            assert told.found(query, sort="oldest") == ["old", "title", "new"]

    def test_a_message_without_a_time_has_its_sessions(self, tmp_path: Path) -> None:
        source = tmp_path / "untimed.json"
        source.write_text(
            '{"id": "untimed", "started_at": 1780000000, "messages": [{"role": "user", "content": "needle"}]}'
        )
        with SessionDB(tmp_path / "state.db") as db:
            db.import_transcripts(source)
            (result,) = db.search("needle").results
            assert (result.matched_at, result.started_at) == (1_780_000_000.0, 1_780_000_000.0)
            assert db.search("needle", before=1_780_000_001).results
            assert not db.search("needle", after=1_780_000_001).results


class TestHiddenSessions:
    @pytest.fixture
    def hidden(self, told: Conversations) -> Conversations:
        told.say("boss", "find the needle")
        for number in range(2):
            told.session(f"boss/{number}", source="subagent", kind="subagent", parent_session_id="boss")
            told.say(f"boss/{number}", f"needle {number} found")
        told.session("robot", source="tool")
        told.say("robot", "needle by a tool")
        return told

    def test_they_are_left_out_and_counted(self, hidden: Conversations) -> None:
        page = hidden.search("needle")
        assert [(result.session_id, result.match_count) for result in page.results] == [("boss", 1)]
        assert any(note.startswith("2 conversations") and "--include-hidden" in note for note in page.notes)

    def test_they_are_shown_when_asked_for_and_labelled(self, hidden: Conversations) -> None:
        page = hidden.search("needle", include_hidden=True)
        shown = {result.root_session_id: (result.hidden, result.match_count) for result in page.results}
        assert shown == {"boss": (shown["boss"][0], 3), "robot": (True, 1)}
        assert page.notes == []
        by_message = hidden.search("needle", include_hidden=True, per="message").results
        assert {result.session_id: result.hidden for result in by_message} == {
            "boss": False,
            "boss/0": True,
            "boss/1": True,
            "robot": True,
        }

    def test_naming_one_shows_it(self, hidden: Conversations) -> None:
        assert hidden.found("needle", sessions="boss/1") == ["boss/1"]

    def test_a_word_that_only_comes_close_is_not_counted(self, hidden: Conversations) -> None:
        assert not any("conversation" in note for note in hidden.search("needlework").notes)

    def test_an_id_of_one_is_named_by_the_note(self, hidden: Conversations) -> None:
        page = hidden.search("robot", roles="user,title")
        assert page.results == []
        assert any("--include-hidden" in note for note in page.notes)


class TestNotes:
    def test_a_full_answer_has_none(self, told: Conversations) -> None:
        for number in range(4):
            told.say(f"s{number}", "needle")
        assert told.search("needle").notes == []

    def test_a_thin_answer_names_what_lies_outside_the_filters(self, told: Conversations) -> None:
        told.say("here", "needle")
        told.session("there", source="telegram")
        told.say("there", "needle")
        page = told.search("needle", sources="cli")
        assert page.results[0].session_id == "here"
        assert page.notes == ["1 more conversation matches without the filters"]

    def test_dates_that_leave_out_everything_are_named(self, told: Conversations) -> None:
        told.say("here", "needle", at=START)
        page = told.search("needle", after=START + MINUTE)
        assert any(note == "1 conversation matches outside these dates" for note in page.notes)

    def test_what_the_caller_has_in_its_context_is_named(self, told: Conversations) -> None:
        told.say("live", "needle")
        page = told.search("needle", live=("live", None))
        assert page.results == []
        assert any("still has in its context" in note for note in page.notes)

    def test_an_empty_query_says_what_to_do(self, told: Conversations) -> None:
        for query in ("", "   ", "\x00"):
            page = told.search(query)
            assert page.results == []
            assert len(page.notes) == 1

    def test_a_literal_that_stands_nowhere_says_that_others_come_close(self, told: Conversations) -> None:
        told.say("talk", "the parse_schema function")
        page = told.search("parse_shcema")
        assert [(result.session_id, result.rung) for result in page.results] == [("talk", "spelling")]
        assert any("nowhere as typed" in note for note in page.notes)

    def test_what_is_only_spelt_nearly_so_says_that(self, told: Conversations) -> None:
        told.say("talk", "ask the gateway")
        page = told.search("gatway")
        assert [(result.session_id, result.rung) for result in page.results] == [("talk", "spelling")]
        assert any("spelt nearly so" in note for note in page.notes)

    @pytest.mark.parametrize("per", ["conversation", "message"])
    def test_the_words_of_an_address_apart_do_not_come_close_to_it(self, told: Conversations, per: str) -> None:
        told.say("apart", "an example of a user: see the com port")
        assert told.found("user@example.com", per=per) == []

    @pytest.mark.parametrize("per", ["conversation", "message"])
    def test_a_misspelt_part_of_a_path_does(self, told: Conversations, per: str) -> None:
        told.say("nearly", "look into src/gateway/run.py")
        assert told.found("src/gatway/run.py", per=per) == ["nearly"]

    def test_another_number_is_no_misspelling(self, told: Conversations) -> None:
        told.say("talk", "see issue1842 and build2026", "on 1994-08-03")
        assert told.found("issue1843") == []
        assert told.found("build2025") == []
        assert told.found("2026-08-03") == []

    def test_a_long_query_says_what_it_left_out(self, told: Conversations) -> None:
        told.say("talk", "needle")
        page = told.search(" ".join(f"word{number}" for number in range(100)))
        assert any("36 of its words were left out" in note for note in page.notes)
