"""What a person who searches expects of the order and of what is said of each result, loose and sealed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from conversations import DAY, MINUTE, START, Conversations

from hermes_state import SearchPage, SessionDB
from hermes_state.errors import InvalidArgumentError

DISTRACTORS = (
    ("bread", "how long does the sourdough rise in winter?", "about twelve hours in a cool kitchen"),
    ("bikes", "the rear derailleur skips under load", "then the hanger is bent or the cable frayed"),
    ("taxes", "which form is for the deduction of the study?", "the one for income from work, page four"),
    ("garden", "when do we prune the apple tree?", "in late winter, before the buds swell"),
    ("train", "does the night train to Vienna carry a dining car?", "not since the timetable changed"),
    ("chess", "why is the exchange sacrifice sound there?", "the dark squares around the king are weak"),
    ("guitar", "the low string buzzes at the third fret", "raise the action a little at the bridge"),
    ("camera", "are the photos soft because of the lens?", "no, the shutter was too slow for the wind"),
)

ENGLISH = {
    "what was wrong with the rear derailleur of my bike?": "bikes",
    "remind me when to prune that apple tree": "garden",
    "how long should sourdough rise?": "bread",
    "what did you say about the guitar string that buzzes": "guitar",
    "why were my photos soft": "camera",
    "PHOTOS... SOFT??": "camera",
    "night train vienna dining": "train",
}
EASTERN = {
    "我们上次的数据库迁移为什么失败了": "zh-db",
    "那个登录页面的按钮是什么颜色": "zh-button",
    "キャッシュの有効期限はどうやって決めましたか": "ja-cache",
    "請求書の締め日はいつですか": "ja-invoice",
    "결제 서버가 왜 느려졌나요": "ko-pay",
    "배포 스크립트는 어디에 있나요": "ko-deploy",
}
"""Questions, and the conversation that each means."""

EASTERN_TALKS = (
    ("zh-db", "数据库迁移又失败了", "因为锁等待超时，需要先停掉写入"),
    ("zh-button", "登录页面的按钮改成绿色吧", "好的，按钮已经是绿色"),
    ("zh-lunch", "今天中午吃什么", "附近有一家面馆"),
    ("ja-cache", "キャッシュの有効期限を十分にしたい", "では十五分に設定します"),
    ("ja-invoice", "請求書の締め日を月末に変える", "設定を変更しました"),
    ("ja-trip", "京都の旅行の計画を立てる", "まず宿を探しましょう"),
    ("ko-pay", "결제 서버가 느려졌다", "연결 풀이 모자라서 그렇습니다"),
    ("ko-deploy", "배포 스크립트를 옮겼다", "지금은 도구 폴더에 있습니다"),
    ("ko-food", "점심에 국수를 먹었다", "맛있었겠네요"),
)

NOWHERE = (
    '"harbour closed"',
    'prints AND "harbour closed"',
    "prints ferry NOT closed",
    "harbour AND lighthouse",
    "lighthouse OR telescope",
    '(prints "harbour closed")',
    'prints "harbour closed" -ferry',
    "harb* lighthouse",
)
"""Expressions that hold for no message, though some of their words stand in one."""


@pytest.fixture(params=["loose", "sealed"])
def told(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Conversations]:
    with SessionDB(tmp_path / "state.db") as db:
        yield Conversations(db, sealed=request.param == "sealed")


def distract(told: Conversations) -> None:
    for name, *texts in DISTRACTORS:
        told.talk(name, *texts)


def noted(page: SearchPage, beginning: str) -> bool:
    return any(note.startswith(beginning) for note in page.notes)


class TestQuestions:
    """A question in somebody's own words finds its conversation among others."""

    def test_english(self, told: Conversations) -> None:
        distract(told)
        assert {query: told.found(query)[:1] for query in ENGLISH} == {query: [name] for query, name in ENGLISH.items()}

    def test_chinese_japanese_and_korean(self, told: Conversations) -> None:
        distract(told)
        for name, *texts in EASTERN_TALKS:
            told.talk(name, *texts)
        assert {query: told.found(query)[:1] for query in EASTERN} == {query: [name] for query, name in EASTERN.items()}

    def test_a_misspelt_word_is_read_as_the_one_that_occurs(self, told: Conversations) -> None:
        distract(told)
        page = told.search("derailluer")
        assert [(one.session_id, one.rung) for one in page.results] == [("bikes", "spelling")]
        assert any("stands nowhere" in note for note in page.notes)
        assert told.found("rear derailluer skips")[:1] == ["bikes"]

    def test_what_nobody_spoke_of_is_not_found(self, told: Conversations) -> None:
        distract(told)
        assert told.found("telescope mirror collimation") == []


class TestOrder:
    def test_words_beside_one_another_come_before_words_apart(self, told: Conversations) -> None:
        distract(told)
        told.say("beside", "please look at the circuit breaker of the mill again today")
        told.say("apart", "please look at the breaker again, the mill has a circuit today")
        assert told.found("circuit breaker")[:2] == ["beside", "apart"]
        assert told.found("is the circuit breaker broken")[:2] == ["beside", "apart"]

    def test_words_in_one_message_come_before_words_in_messages_far_apart(self, told: Conversations) -> None:
        filler = [f"about something else, part {number}" for number in range(40)]
        told.talk("one", *filler, "the lighthouse has a generator", *filler)
        told.talk("two", "the lighthouse is white", *filler, *filler, "and a generator")
        assert told.found("lighthouse generator")[:2] == ["one", "two"]

    def test_words_in_neighbouring_messages_come_before_words_far_apart(self, told: Conversations) -> None:
        filler = [f"about something else, part {number}" for number in range(40)]
        told.talk("near", *filler, "the lighthouse is white", "and it has a generator", *filler)
        told.talk("far", "the lighthouse is white", *filler, *filler, "and it has a generator")
        assert told.found("lighthouse generator")[:2] == ["near", "far"]

    def test_what_a_user_said_comes_before_what_an_agent_said(self, told: Conversations) -> None:
        distract(told)
        told.say("user", "the ferry leaves at nine", role="user", at=START)
        told.say("agent", "the ferry leaves at nine", role="assistant", at=START + DAY)
        assert told.found("ferry leaves") == ["user", "agent"]

    def test_more_of_the_words_come_before_fewer(self, told: Conversations) -> None:
        distract(told)
        words = "ferry leaves harbour nine".split()
        for count in (4, 3, 2):
            told.say(f"with-{count}", "so " + " then ".join(words[:count]))
        assert told.found(" ".join(words)) == ["with-4", "with-3", "with-2"]

    def test_a_short_chat_comes_before_a_long_run_that_mentions_the_words(self, told: Conversations) -> None:
        mentioned = ("plan", *["tide"] * 18, "ferry"), ("plan", *["tide"] * 18, "harbour")
        told.talk("run", *(f"step {n} of the {mentioned[n >= 500][n % 20]}" for n in range(1_000)))
        told.talk("chat", "when does the ferry leave the harbour?", "at nine")
        assert told.found("ferry harbour")[:2] == ["chat", "run"]

    def test_a_long_run_comes_before_a_short_chat_that_mentions_one_of_the_words(self, told: Conversations) -> None:
        run = [f"step {number} of the plan" for number in range(1_000)]
        run[700:702] = ["the ferry waits in the harbour", "then the ferry leaves the harbour at nine"]
        told.talk("run", *run)
        told.talk("chat", "is there a ferry?", "yes")
        assert told.found("ferry harbour nine")[0] == "run"

    def test_a_title_counts(self, told: Conversations) -> None:
        told.session("plain", title="Monday")
        told.session("titled", title="Ferry timetable")
        for name in ("titled", "plain"):
            told.say(name, "the ferry leaves at nine", at=START + DAY * (name == "plain"))
        assert told.found("ferry timetable")[0] == "titled"

    def test_automatic_runs_come_after_a_persons(self, told: Conversations) -> None:
        told.say("person", "the ferry leaves at nine", at=START)
        told.session("automatic", source="cron")
        told.say("automatic", "the ferry leaves at nine", at=START + DAY)
        assert told.found("ferry leaves nine") == ["person", "automatic"]

    def test_of_equals_the_newest_comes_first(self, told: Conversations) -> None:
        for day in (3, 1, 2):
            told.say(f"day-{day}", "the ferry leaves at nine", at=START + day * DAY)
        assert told.found("ferry leaves") == ["day-3", "day-2", "day-1"]
        assert told.found("ferry leaves", sort="oldest") == ["day-1", "day-2", "day-3"]

    def test_tool_output_stands_behind_the_dialog_in_the_same_answer(self, told: Conversations) -> None:
        distract(told)
        told.talk("dialog", "the ferry leaves the harbour", "noted")
        told.say("output", "run it")
        told.say("output", "ferry harbour", role="tool", tool_name="bash")
        page = told.search("ferry harbour")
        assert [(one.session_id, one.matched_role) for one in page.results] == [("dialog", "user"), ("output", "tool")]

    def test_what_only_a_tool_printed_is_found_without_asking_for_it(self, told: Conversations) -> None:
        distract(told)
        told.say("output", "run it")
        told.say("output", "migrated seven ledgers", role="tool", tool_name="bash")
        page = told.search("how many ledgers were migrated")
        assert [(one.session_id, one.matched_role) for one in page.results] == [("output", "tool")]
        assert told.found("how many ledgers were migrated", roles=("user", "assistant")) == []


class TestTime:
    MARCH, JUNE = (datetime(2026, month, 10, 12).timestamp() for month in (3, 6))

    @pytest.mark.parametrize(
        "query", ["ferry tickets in march", "march 2026 ferry tickets", "ferry tickets of 10 march"]
    )
    def test_a_date_prefers_conversations_of_its_time(self, told: Conversations, query: str) -> None:
        told.say("march", "we booked the ferry tickets", at=self.MARCH)
        told.say("june", "we booked the ferry tickets", at=self.JUNE)
        assert told.found(query) == ["march", "june"]
        assert told.found("ferry tickets") == ["june", "march"]

    @pytest.mark.parametrize("query", ["3月的渡轮船票", "2026年3月我们订的渡轮船票"])
    def test_a_date_in_chinese_does_too(self, told: Conversations, query: str) -> None:
        told.say("march", "我们订了渡轮船票", at=self.MARCH)
        told.say("june", "我们订了渡轮船票", at=self.JUNE)
        assert told.found(query) == ["march", "june"]

    def test_a_date_alone_makes_no_answer(self, told: Conversations) -> None:
        told.say("march", "we booked the ferry tickets", at=self.MARCH)
        assert told.found("telescope mirror in march") == []

    def test_the_time_asked_for_is_explained(self, told: Conversations) -> None:
        told.say("march", "we booked the ferry tickets", at=self.MARCH)
        explanation = told.search("ferry tickets in march", explain=True).explanation
        assert explanation is not None
        assert explanation["dates"] == [{"after": None, "before": None, "month": 3}]
        assert [one["parts"]["dated"] > 0 for one in explanation["scores"].values()] == [True]

    def test_with_a_half_life_what_is_older_counts_less(self, told: Conversations) -> None:
        now = time.time()
        told.say("old", "ferry tickets, ferry tickets", at=now - 60 * DAY)
        told.say("new", "about the ferry tickets of somebody else, there is nothing to say so far", at=now - MINUTE)
        assert told.found("ferry tickets") == ["old", "new"]
        for half_life in ("5d", 5, "120h", 5.0):
            assert told.found("ferry tickets", half_life=half_life) == ["new", "old"]
        assert told.found("ferry tickets", half_life="5000d") == ["old", "new"]

    def test_a_score_is_halved_with_each_half_life(self, told: Conversations) -> None:
        told.say("old", "ferry tickets", at=time.time() - 30 * DAY)
        (plain,) = told.search("ferry tickets").results
        for half_life, share in (("30d", 0.5), ("15d", 0.25), ("10d", 0.125)):
            (aged,) = told.search("ferry tickets", half_life=half_life).results
            assert aged.score == pytest.approx(plain.score * share, rel=1e-3)

    def test_a_half_life_that_is_none_is_refused(self, told: Conversations) -> None:
        told.say("talk", "ferry tickets")
        nonsense: list[Any] = ["soon", 0, -3, True, False, "", "0d", "-3d", float("inf"), float("nan")]
        for half_life in nonsense:
            with pytest.raises(InvalidArgumentError):
                told.search("ferry", half_life=half_life)


class TestTyping:
    """What looks like syntax."""

    @pytest.mark.parametrize(
        "query", ['why does it print "harbour closed" in winter', 'the ferry says "closed the harbour" today']
    )
    @pytest.mark.parametrize("per", ["conversation", "message"])
    def test_a_sentence_with_something_quoted_that_stands_nowhere_is_ranked_by_its_words(
        self, told: Conversations, query: str, per: str
    ) -> None:
        distract(told)
        told.say("talk", "in winter the ferry prints that the harbour is closed today")
        page = told.search(query, per=per)
        assert [one.session_id for one in page.results][:1] == ["talk"]
        assert noted(page, "nothing holds all of this as written")

    def test_what_stands_as_quoted_is_all_that_is_found(self, told: Conversations) -> None:
        told.say("as-quoted", "it prints harbour closed")
        told.say("other", "it prints that the harbour is closed")
        page = told.search('prints "harbour closed"')
        assert [one.session_id for one in page.results] == ["as-quoted"]
        assert page.notes == []

    def test_an_expression_is_never_widened(self, told: Conversations) -> None:
        told.say("talk", "the ferry prints that the harbour is closed")
        found = {query: (told.found(query), told.messages(query)) for query in NOWHERE}
        assert found == dict.fromkeys(NOWHERE, ([], []))

    def test_flags_are_text(self, told: Conversations) -> None:
        told.say("flags", "never git push --force, nor git push -f; git commit -m is fine")
        distract(told)
        for query in ("--force", "push --force", "git push --force", "push -f", "git commit -m"):
            page = told.search(query, explain=True)
            assert page.results[0].session_id == "flags"
            assert page.explanation is not None
            assert "excluded" not in page.explanation["query"]

    def test_a_word_with_a_minus_is_excluded(self, told: Conversations) -> None:
        told.say("with", "the ferry leaves the harbour at noon")
        told.say("without", "the ferry leaves the harbour at nine")
        assert told.found("ferry harbour -noon") == ["without"]
        assert told.found("ferry harbour -nine") == ["with"]
        assert set(told.found("ferry harbour")) == {"with", "without"}

    def test_an_exclusion_that_stands_as_text_is_text(self, told: Conversations) -> None:
        told.say("command", "then call rm -rf build there")
        told.say("other", "then call rm build there")
        assert told.found("rm -rf build") == ["command"]


class TestWhatIsSaidOfAResult:
    def test_the_words_that_were_found_and_those_that_were_not(self, told: Conversations) -> None:
        told.say("talk", "the ferry left the harbour at nine")
        told.say("other", "a telescope and a mirror")
        (result,) = told.search("why did the ferry leave the harbour in fog", limit=1).results
        assert result.session_id == "talk"
        assert (result.matched_terms, result.missing_terms) == (["ferry", "harbour"], ["leave", "fog"])

    def test_an_identifier_is_one_word_of_a_question(self, told: Conversations) -> None:
        told.say("talk", "src/run_all.py fails when ferry_port is closed")
        told.say("other", "nothing of that kind")
        page = told.search("why does src/run_all.py fail with lighthouse")
        assert page.results[0].matched_terms == ["src/run_all.py", "fail"]
        assert page.results[0].missing_terms == ["lighthouse"]
        page = told.search("ferry_port run_none closed")
        assert page.results[0].matched_terms == ["ferry_port", "closed"]
        assert page.results[0].missing_terms == ["run_none"]

    def test_a_run_of_chinese_is_found_when_most_of_it_is(self, told: Conversations) -> None:
        told.say("talk", "数据库的序列没有同步 ferry")
        told.say("other", "今天中午吃面")
        (result,) = told.search("数据库序列同步 ferry 望远镜").results
        assert result.session_id == "talk"
        assert result.matched_terms == ["数据库序列同步", "ferry"]
        assert result.missing_terms == ["望远镜"]

    def test_a_form_counts_as_the_word(self, told: Conversations) -> None:
        told.say("talk", "we decided on studies of harbours")
        (result,) = told.search("decide study harbour").results
        assert (result.matched_terms, result.missing_terms) == (["decide", "study", "harbour"], [])

    def test_the_rung_names_the_evidence(self, told: Conversations) -> None:
        told.say("phrase", "the harbour ferry waits")
        told.say("words", "the ferry of the other harbour waits")
        told.say("conversation", "a ferry", "it waits", "a harbour")
        told.say("any", "the harbour is closed")
        found = {one.session_id: one.rung for one in told.search("harbour ferry").results}
        assert found == {name: name for name in ("phrase", "words", "conversation", "any")}

    @pytest.mark.parametrize(
        ("query", "arguments"),
        [
            ("ferry harbour", {}),
            ("ferry timetable of march", {}),
            ("ferry harbour", {"half_life": "40d"}),
            ("ferry harbour", {"roles": ("user", "assistant", "tool")}),
        ],
    )
    def test_a_score_is_its_factor_times_the_sum_of_its_parts(
        self, told: Conversations, query: str, arguments: dict[str, Any]
    ) -> None:
        distract(told)
        told.session("titled", title="Ferry timetable")
        told.talk("titled", "the ferry waits", "in the harbour", "so the ferry timetable is wrong")
        told.session("automatic", source="cron")
        told.talk("automatic", "the ferry harbour waits", "and the timetable")
        told.say("output", "the ferry")
        told.say("output", "ferry harbour timetable", role="tool", tool_name="bash")
        page = told.search(query, explain=True, **arguments)
        assert page.explanation is not None
        scores = page.explanation["scores"]
        assert len(scores) == len(page.results) >= 3
        for result in page.results:
            account = scores[str(result.match_message_id)]
            assert set(account["parts"]) == {"message", "passage", "whole", "work", "title", "dated", "factor"}
            parts = dict(account["parts"])
            factor = parts.pop("factor")
            assert result.score == account["score"] == pytest.approx(factor * sum(parts.values()), abs=5e-4)
        in_order = [result.score for result in page.results]
        assert in_order == sorted(in_order, reverse=True)
