"""What users of agents reported about searching their past sessions, each as a small reproduction.

Every reproduction runs on loose text and on sealed text. What is right was written down before the code
was: the text that a person would find by reading must be found, and nothing else.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from archives import python
from command import succeed
from conversations import DAY, START, Conversations, ids

from hermes_state import NotFoundError, SessionDB, session_search_tool
from hermes_state.times import parse_time
from hermes_state.upkeep import optimize, rename, stats

LEFT_OUT = (
    ("inflected words of fifteen languages", "language packs are a separate, optional part"),
    ("a question that shares no word with its answer", "embeddings are a separate, optional part"),
    ("the tokenizer's compiled half missing from an image", "the native part has tests of its own (tests/native)"),
    ("the fact store finds no Chinese, Korean or Japanese", "facts are the curated memory's, not the archive's"),
    ("the fact store swallows errors of hyphens and slashes", "facts are the curated memory's, not the archive's"),
    ("substring search lost on a SQLite older than 3.34", "APSW brings its own SQLite; an older one is refused"),
    ("the desktop program appends a star to short words", "no desktop here; the star itself is tested below"),
    ("the dashboard shows nothing for old hits", "no dashboard here; its server's half is tested below"),
)
"""Reports without a test here, and why."""


EVERYDAY = {
    "it's": "it's broken again",
    "gateway/run.py": "look into gateway/run.py first",
    "user@host": "log in as user@host there",
    "a,b": "the columns a,b only",
    "why?": "and why? nobody can tell",
    "50%": "the disk is 50% full",
    "#tag": "filed under #tag as usual",
    "e=mc2": "the poster says e=mc2 again",
    "[x]": "done items are marked [x] there",
    ".env": "set .env and run rm -rf now",
    "rm -rf": "set .env and run rm -rf now",
    ".gitignore": "add the folder to .gitignore please",
    "git push -f": "never git push -f to main",
    "--force": "without --force it stops",
    "config.": "the file config. has no ending",
    "e.g.": "a colour, e.g. red",
    "8.8.8.8": "ping 8.8.8.8 works",
    "TODO: fix": "TODO: fix the parser",
    "error:timeout": "it printed error:timeout twice",
    "path:config.yaml": "the line path:config.yaml is wrong",
    "C:\\Users\\demo": "it lies in C:\\Users\\demo\\project",
    "user@example.com": "release v2.1.3-beta for user@example.com",
    "v2.1.3-beta": "release v2.1.3-beta for user@example.com",
    "https://example.org/a?b=1&c=2": "see https://example.org/a?b=1&c=2 for it",
    "sp_new": "the procedure sp_new fails",
    "get_user": "call get_user_profile() here",
    "user_prof": "call get_user_profile() here",
    "chat-send": "the chat-send handler",
}
DECOYS = (
    "we send a chat to a new user",
    "the environment is the git host of a tag",
    "rm is a command and so is ping",
)

WITHIN = {
    "记忆断裂": "关于聊天记录记忆断裂问题的讨论",
    "昨晚": "我们昨晚部署了",
    "项目": "这个项目已经结束",
    "配置": "项目配置文件在这里",
    "秃发*": "北方秃发氏的历史",
    "일본": "내년에일본여행을간다",
    "구글": "구글에서 찾았다",
    "東京": "東京タワーに行く",
    "行く": "東京タワーに行く",
    "タワー": "東京タワーに行く",
    "テレビ": "ﾃﾚﾋﾞ を買う",
    "ﾃﾚﾋﾞ": "新しいテレビです",
    "塔": "高い塔がある",
    "ทะเล": "ไปเที่ยวทะเลกันเถอะ",
    "เที่ยว": "ไปเที่ยวทะเลกันเถอะ",
    "🎉": "🎉 party",
    "youer": "修改youer服务端的计划",
    "ab": "에러코드ab확인",
}


@pytest.fixture(params=["loose", "sealed"])
def told(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Conversations]:
    with SessionDB(tmp_path / "state.db") as db:
        yield Conversations(db, sealed=request.param == "sealed")


class TestEverydayText:
    """English, identifiers, paths and punctuation."""

    @pytest.fixture
    def everyday(self, told: Conversations) -> Conversations:
        texts = list(dict.fromkeys(EVERYDAY.values()))
        for number, text in enumerate((*texts, *DECOYS)):
            told.say(f"talk-{number:02}", text)
        return told

    @pytest.mark.parametrize("query", EVERYDAY)
    def test_text_with_punctuation_is_found_as_it_stands(self, everyday: Conversations, query: str) -> None:
        texts = (*dict.fromkeys(EVERYDAY.values()), *DECOYS)
        wanted = {f"talk-{number:02}" for number, text in enumerate(texts) if query in text}
        assert EVERYDAY[query] in texts
        assert set(everyday.found(query)) == wanted

    @pytest.mark.parametrize("query", ["it's", ".env", "rm -rf", "C:\\Users\\demo", "user_prof"])
    def test_the_command_finds_it_too(self, everyday: Conversations, query: str) -> None:
        everyday.settle()
        answer = succeed("search", "--db", everyday.db.path, "--json", "--", query).json
        assert len(answer["results"]) == 1
        assert query in answer["results"][0]["snippet"]

    def test_a_beginning_of_more_words_than_can_be_named_finds_them(self, told: Conversations) -> None:
        told.say("numbers", *(f"part number ticket{number}" for number in range(1_100)))
        told.say("other", "nothing of that kind")
        page = told.search("ticket")
        assert [result.session_id for result in page.results] == ["numbers"]
        assert page.rung == "part"

    @pytest.mark.parametrize("query", ["userprofile", "getuser", "profile"])
    @pytest.mark.parametrize("text", ["getUserProfile failed", "call get_user_profile() now"])
    def test_a_part_of_an_identifier_finds_it(self, told: Conversations, text: str, query: str) -> None:
        told.say("with", text)
        told.say("without", "the user of a profit")
        assert told.found(query) == ["with"]

    def test_accents_need_not_be_typed(self, told: Conversations) -> None:
        told.say("with", "a café in town")
        assert told.found("cafe") == ["with"]
        assert told.found("afé in to", match="literal") == ["with"]

    def test_a_quoted_phrase_keeps_its_order(self, told: Conversations) -> None:
        told.say("in-order", "docker networking is odd")
        told.say("apart", "networking of docker is odd")
        assert told.found('"docker networking"') == ["in-order"]

    def test_a_question_need_not_find_all_its_words_in_one_message(self, told: Conversations) -> None:
        told.say("answer", "Sarah prefers the standup early on Thursday")
        told.say("other", "the scheduled job likes to fail")
        assert told.found("when does Sarah like her standup scheduled")[:1] == ["answer"]

    def test_words_of_a_question_may_stand_in_different_messages(self, told: Conversations) -> None:
        told.say("spread", "about Sarah:", "the standup moved", "it is scheduled at nine")
        page = told.search("when is Sarah's standup scheduled?")
        assert [(result.session_id, result.rung) for result in page.results] == [("spread", "conversation")]

    def test_an_absent_topic_stays_empty(self, told: Conversations) -> None:
        told.say("decision", "cluster backup decision")
        assert told.found("luminous manganese theorem") == []

    def test_operators_are_never_widened(self, told: Conversations) -> None:
        told.say("one", "alpha only")
        assert told.found("alpha AND beta") == []
        assert told.found('"alpha beta"') == []


class TestExplainingAnswers:
    """An answer without hits is no proof that a topic never came up."""

    SIX_WORDS = "why the nightly cluster backup failed"

    def test_an_empty_answer_says_what_was_searched_and_what_to_try(self, told: Conversations) -> None:
        told.say("talk", "the nightly cluster backup failed with code 7")
        page = told.search(self.SIX_WORDS, roles="assistant", sources="cli", after="2020-01-01")
        assert page.results == []
        assert page.searched["roles"] == ["assistant"]
        said = " ".join(page.notes)
        for part in ("assistant", "cli", "2020-01-01", "half of the words", "1 conversation", "--role user"):
            assert part in said

    def test_one_word_is_spoken_of_as_one(self, told: Conversations) -> None:
        told.say("talk", "the nightly cluster backup failed")
        notes = told.search("wibblefrotz", sessions="talk").notes
        assert notes == ["nothing found for this word: searched user, assistant, then tool output; the session named"]

    def test_an_empty_archive_says_that_it_is(self, told: Conversations) -> None:
        notes = told.search("anything at all").notes
        assert len(notes) == 1
        assert "hermes session sync" in notes[0]

    def test_the_command_says_so_too(self, told: Conversations) -> None:
        told.say("talk", "the nightly cluster backup failed with code 7")
        told.settle()
        out = succeed("search", "--db", told.db.path, "--role", "assistant", self.SIX_WORDS).out
        assert "Nothing found" in out
        assert "--role user" in out

    def test_what_only_a_tool_printed_is_found_and_labelled(self, told: Conversations) -> None:
        told.say("run", "please count")
        told.say("run", "ingest total 4711", role="tool", tool_name="bash")
        page = told.search("4711")
        assert [(result.session_id, result.matched_role) for result in page.results] == [("run", "tool")]

    def test_named_roles_are_strict_but_the_answer_names_the_tools_hit(self, told: Conversations) -> None:
        told.say("run", "ingest total 4711", role="tool", tool_name="bash")
        page = told.search("4711", roles="user,assistant")
        assert page.results == []
        assert any("--role tool" in note and note.startswith("1 conversation") for note in page.notes)

    @pytest.mark.parametrize("match", ["auto", "literal"])
    def test_a_role_that_is_not_named_does_not_answer_by_another_text_of_its_message(
        self, told: Conversations, match: str
    ) -> None:
        call = {"id": "c", "type": "function", "function": {"name": "run", "arguments": '{"cmd": "ls"}'}}
        for name in ("both", "neither"):
            told.say(name, "the zanzibar answer", role="assistant", tool_calls=[call])
        told.say("both", "and zanzibar again")
        page = told.search("zanzibar", roles=("user", "tool"), match=match)
        assert [(one.session_id, one.matched_role, one.match_count) for one in page.results] == [("both", "user", 1)]

    def test_without_an_index_the_text_is_scanned_and_the_answer_says_so(self, told: Conversations) -> None:
        told.say("talk", "restart DOCKER first")
        told.make_stale()
        told.say("later", "and docker again")
        page = told.db.search("docker", sort="oldest")
        assert [result.session_id for result in page.results] == ["talk", "later"]
        first = page.results[0]
        assert [first.snippet[start:end] for start, end in first.marks] == ["DOCKER"]
        assert any("scanning" in note for note in page.notes)


class TestTitlesAndIds:
    def test_a_word_of_a_title_finds_the_session(self, told: Conversations) -> None:
        told.session("server", title="Building the Modpack Server")
        told.say("server", "which version is needed?")
        told.say("other", "something else")
        page = told.search("modpack")
        assert [(result.session_id, result.matched_role) for result in page.results] == [("server", "title")]
        assert page.results[0].match_message_id is None

    def test_the_whole_title_comes_before_its_beginning_and_that_before_a_part(self, told: Conversations) -> None:
        for name, title in (
            ("part", "Old Modpacks"),
            ("word", "Building the Modpack Server"),
            ("start", "Modpack Server"),
            ("whole", "Modpack"),
        ):
            told.session(name, title=title)
            told.say(name, "nothing of it here")
        assert told.found("modpack") == ["whole", "start", "word", "part"]

    @pytest.mark.parametrize("query", ["an94", "AN-94", "an 94"])
    def test_punctuation_in_a_title_need_not_be_typed(self, told: Conversations, query: str) -> None:
        told.session("rifle", title="Model of the AN-94")
        told.say("rifle", "nothing of it here")
        assert told.found(query) == ["rifle"]

    def test_a_renamed_session_is_found_by_its_new_title_only(self, told: Conversations) -> None:
        told.session("talk", title="Before Lunch")
        told.say("talk", "nothing of it here")
        told.settle()
        rename(told.db, "talk", "After Supper")
        assert told.found("supper") == ["talk"]
        assert told.found("lunch") == []

    def test_a_session_renamed_while_the_index_is_out_of_use_is_found(self, told: Conversations) -> None:
        told.session("talk", title="Before Lunch")
        told.say("talk", "nothing of it here")
        told.make_stale()
        rename(told.db, "talk", "After Supper")
        assert told.found("supper") == ["talk"]

    @pytest.mark.parametrize(
        "query", ["20260701_101500_ab12cd34", "20260701", "ab12cd34", "live:20260701_101500_ab12cd34"]
    )
    def test_an_id_or_a_part_of_one_finds_its_conversation_once(self, told: Conversations, query: str) -> None:
        told.say("20260701_101500_ab12cd34", "how do I bake bread?")
        told.session("20260701_101500_ab12cd34-2", parent_session_id="20260701_101500_ab12cd34", kind="resume")
        told.say("20260701_101500_ab12cd34-2", "and cake?")
        told.say("20250101_090000_ffff0000", "another one")
        page = told.search(query)
        assert [result.root_session_id for result in page.results] == ["20260701_101500_ab12cd34"]
        assert page.results[0].matched_role == "session"


class TestLimits:
    def test_a_limit_counts_conversations(self, told: Conversations) -> None:
        told.say("a", "needle one", "needle two")
        told.say("b", "needle three")
        page = told.search("needle", limit=2)
        assert {result.session_id: result.match_count for result in page.results} == {"a": 2, "b": 1}
        assert page.cursor is None

    def test_pages_follow_one_another_in_a_stable_order(self, told: Conversations) -> None:
        for number in range(7):
            told.say(f"s{number}", "needle", at=START)
        once = told.found("needle")
        assert told.found("needle") == once
        pages = []
        cursor = None
        for _ in range(4):
            page = told.search("needle", limit=2, cursor=cursor)
            pages += [result.session_id for result in page.results]
            cursor = page.cursor
        assert pages == once
        assert cursor is None

    def test_a_match_in_session_21_of_40_is_found(self, told: Conversations) -> None:
        for number in range(1, 41):
            told.say(f"s{number:02}", "needle" if number == 21 else "straw")
        assert told.found("needle", limit=20) == ["s21"]

    def test_long_messages_are_neither_all_read_nor_returned(self, told: Conversations) -> None:
        padding = "lorem ipsum dolor sit amet " * 1_300
        for number in range(60):
            told.say(f"s{number:02}", f"{padding} needle {padding}")
        page = told.search("needle", limit=20, explain=True)
        assert len(page.results) == 20
        assert len(json.dumps(page.to_json())) < 40_000
        assert page.explanation is not None
        assert page.explanation["work"]["messages_read"] < 40


class TestOtherScripts:
    """Chinese, Japanese, Korean, Thai, emoji and mixed text."""

    @pytest.mark.parametrize("query", WITHIN)
    def test_a_word_within_a_run_of_letters_is_found(self, told: Conversations, query: str) -> None:
        told.say("with", WITHIN[query])
        told.say("without", "别的话", "다른 말", "ほかのこと", "คำอื่น", "🎈 other")
        assert told.found(query) == ["with"]

    def test_all_16_rows_are_found_not_only_the_isolated_words(self, told: Conversations) -> None:
        texts = ["昨晚 部署", "部署 昨晚"] + [f"我们昨晚部署了第{number}个服务" for number in range(14)]
        said = told.say("talk", *texts)
        assert sorted(told.messages("昨晚")) == said
        assert told.search("昨晚").results[0].match_count == 16

    def test_two_letter_words_are_joined_by_or(self, told: Conversations) -> None:
        for name, text in (("g", "去广西旅行"), ("l", "桂林山水"), ("j", "漓江的船"), ("x", "北京烤鸭")):
            told.say(name, text)
        assert set(told.found("广西 OR 桂林 OR 漓江")) == {"g", "l", "j"}

    @pytest.mark.parametrize(
        ("query", "rows"),
        [("报告 NOT 草稿", [0]), ("报告 AND 草稿", [1]), ("报告 OR 草稿", [0, 1]), ("草稿 NOT 报告", [])],
    )
    @pytest.mark.parametrize("stale", [False, True])
    def test_every_route_understands_operators_alike(
        self, told: Conversations, query: str, rows: list[int], stale: bool
    ) -> None:
        said = told.say("talk", "报告 定稿", "报告 草稿")
        if stale:
            told.make_stale()
        assert sorted(told.messages(query)) == [said[row] for row in rows]

    def test_both_words_of_a_plain_query_come_before_one(self, told: Conversations) -> None:
        told.say("both", "报告 草稿", at=START)
        told.say("one", "报告 定稿", at=START + DAY)
        assert told.found("报告 草稿")[0] == "both"

    @pytest.mark.parametrize("query", ["序列为什么会重复", "我们的序列怎么会重复？", "为什么 序列 重复"])
    def test_a_question_finds_the_sentence_that_shares_its_words(self, told: Conversations, query: str) -> None:
        told.say("with", "原因找到了：数据库的序列没有同步，新的插入会得到重复的主键")
        told.say("without", "为什么我们没有时间", "怎么会这样")
        assert told.found(query)[:1] == ["with"]

    def test_grammar_does_not_count_against_a_question(self, told: Conversations) -> None:
        told.say("mojibake", "請求書の文字化けを直す", "BOMがありません")
        told.say("timeouts", "결제 서버 타임아웃이 늘었다", "자정에 발생한 일이다")
        told.say("chat", "これは何ですか", "왜 그럴까", "안녕하세요")
        assert told.found("文字化けの原因は何ですか")[:1] == ["mojibake"]
        assert told.found("타임아웃은 왜 발생하나요")[:1] == ["timeouts"]

    @pytest.mark.parametrize("query", ["发光的锰定理是什么", "我们的锰定理怎么样了", "輝くマンガンの定理とは何ですか"])
    def test_an_absent_topic_stays_empty(self, told: Conversations, query: str) -> None:
        told.say("chat", "我们的服务器怎么样了？", "什么是最好的方案", "これは何ですか、サーバーの設定とは")
        assert told.found(query) == []

    def test_a_short_word_does_not_cost_the_ranking(self, told: Conversations) -> None:
        told.say("all", "徐继观的考勤 PPT 已经做好", at=START)
        for number in range(12):
            told.say(f"some-{number}", "今天的考勤记录", at=START + DAY)
        assert told.found("PPT 徐继观 考勤")[0] == "all"

    def test_words_of_three_scripts_may_stand_in_different_messages(self, told: Conversations) -> None:
        told.say("spread", "PPT 在哪里", "问徐继观", "他管考勤")
        page = told.search("PPT 徐继观 考勤")
        assert [(result.session_id, result.rung) for result in page.results] == [("spread", "conversation")]

    @pytest.mark.parametrize("query", ["일본", "구글", "项目", "東京", "塔"])
    def test_short_words_are_answered_by_the_index_without_reading_everything(self, tmp_path: Path, query: str) -> None:
        with SessionDB(tmp_path / "state.db") as db:
            told = Conversations(db, sealed=True)
            told.say("straw", *(f"第{number}条 무관한 말 つまらない話" for number in range(400)))
            told.say("needle", f"那里有{query}吗")
            page = told.search(query, explain=True)
            assert [result.session_id for result in page.results] == ["needle"]
            assert page.explanation is not None
            assert page.explanation["route"] == "index"
            assert page.explanation["work"]["messages_verified"] <= 2

    def test_a_rebuild_cut_off_half_way_hides_nothing_and_can_be_finished(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "state.db") as db:
            told = Conversations(db, sealed=True)
            told.say("talk", *(f"第{number}条 昨晚" for number in range(2_500)))
            told.make_stale()

            def interrupt(step: str) -> None:
                if step.startswith("rebuilding the search index: "):
                    raise KeyboardInterrupt

            with pytest.raises(KeyboardInterrupt):
                optimize(db, interrupt)
        with SessionDB(tmp_path / "state.db") as db:
            assert "stale" in stats(db)["index"]
            page = db.search("昨晚")
            assert page.results[0].match_count == 2_500
            assert any("scanning" in note and "optimize" in note for note in page.notes)
            optimize(db)
            assert stats(db)["index"] == "in use"
            page = db.search("昨晚")
            assert (page.results[0].match_count, page.notes) == (2_500, [])


class TestUndoneMessages:
    @pytest.mark.parametrize("query", ["秘密", "secret plan", '"secret plan"', "secret_plan", "sec*", "plan OR 秘密"])
    @pytest.mark.parametrize("stale", [False, True])
    def test_an_undone_message_is_hidden_on_every_route(self, told: Conversations, query: str, stale: bool) -> None:
        told.say("talk", "hello")
        undone = told.say("talk", "秘密 secret plan secret_plan")[0]
        told.settle()
        told.db.rewind("talk", undone)
        if stale:
            told.make_stale()
        for arguments in ({}, {"per": "message"}, {"roles": "user"}, {"sessions": "talk"}, {"include_hidden": True}):
            assert told.found(query, **arguments) == []
        with pytest.raises(NotFoundError):
            told.db.scroll("talk", undone)
        assert undone not in ids(told.db.read("talk").messages)


class TestAutomation:
    @pytest.mark.parametrize("sessions", [1, 20, 200])
    @pytest.mark.parametrize("query", ["backup", "backup-job", "backup job"])
    def test_automatic_sessions_come_after_a_persons_but_do_come(
        self, told: Conversations, query: str, sessions: int
    ) -> None:
        told.say("chat", "is the backup-job ok?")
        for number in range(sessions):
            told.session(f"cron-{number}", source="cron")
            told.say(f"cron-{number}", *["backup-job ran"] * (200 // sessions))
        found = told.found(query, limit=5)
        assert found[0] == "chat"
        assert len(found) == min(1 + sessions, 5)

    def test_more_automatic_rows_than_a_search_looks_at_do_not_crowd_out_the_chat(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "state.db") as db:
            told = Conversations(db, sealed=True)
            told.say("chat", "is the backup fine?")
            for number in range(4):
                told.session(f"cron-{number}", source="cron")
                told.say(f"cron-{number}", *["backup ran"] * 600)
            assert told.found("backup")[0] == "chat"
            assert len(told.found("backup")) == 5


class TestLiveContext:
    """What the caller still sees need not come back, and nothing of it may push older text out."""

    @pytest.mark.parametrize(("word", "rows"), [("写入", 400), ("alpha", 301), ("alpha_beta", 301)])
    def test_the_old_row_is_found_behind_hundreds_of_live_ones(self, told: Conversations, word: str, rows: int) -> None:
        old = told.say("old", f"about {word} long ago")
        first = told.say("live", *[f"now {word} again"] * rows)[0]
        for live in (("live", None), ("live", first)):
            page = told.search(word, live=live)
            assert [(result.session_id, result.match_message_id) for result in page.results] == [("old", old[0])]
            assert told.messages(word, live=live) == old
        assert set(told.found(word)) == {"live", "old"}

    def test_turns_summarised_away_stay_searchable_and_undone_ones_stay_hidden(self, told: Conversations) -> None:
        early = told.talk("live", "the zebra question", "the zebra answer")
        undone = told.say("live", "a zebra mistake")[0]
        told.db.rewind("live", undone)
        told.db.compact("live", early[-1], summary="they spoke of animals")
        now = told.talk("live", "a zebra right now", "yes")
        told.settle()
        for live in (("live", None), ("live", now[0])):
            assert sorted(told.messages("zebra", live=live)) == early

    def test_what_is_found_can_be_scrolled_to_by_the_same_rule(self, told: Conversations) -> None:
        early = told.talk("live", *(f"zebra {number}" for number in range(20)))
        told.db.compact("live", early[-1], summary="they counted animals")
        now = told.talk("live", "now", "yes")
        told.settle()
        for live in (("live", None), ("live", now[0])):
            hit = told.search('"zebra 7"', live=live).results[0].match_message_id
            assert hit is not None
            view = told.db.scroll("live", hit, window=3, live=live)
            assert view.messages[view.position].text == "zebra 7"
            shown = ids([*view.messages, *view.bookend_start, *view.bookend_end])
            assert not set(shown) & set(now)
            with pytest.raises(NotFoundError):
                told.db.scroll("live", now[0], live=live)

    def test_early_turns_of_a_very_long_live_session_are_reachable(self, told: Conversations) -> None:
        said = told.talk("live", *(f"turn number{number:03}" for number in range(500)))
        live = ("live", said[-50])
        assert told.messages("number010", live=live) == [said[10]]
        assert told.messages("number449", live=live) == [said[449]]
        assert told.messages("number450", live=live) == []
        view = told.db.scroll("live", said[448], live=live)
        assert ids(view.messages) == said[443:450]
        assert ids(view.bookend_end) == []
        page = told.search("number448", live=live, window=5)
        assert ids(page.results[0].messages) == said[443:450]

    def test_the_callers_own_title_does_not_come_back(self, told: Conversations) -> None:
        told.session("live", title="Zebra Planning")
        told.say("live", "hello")
        assert told.found("zebra", live=("live", None)) == []
        assert told.found("zebra") == ["live"]


class TestLineages:
    def test_a_resumed_conversation_is_listed_once_and_first(self, told: Conversations) -> None:
        told.talk("root", "plan the trip", "done")
        told.db.end_session("root", reason="reset")
        told.talk("other", "bake bread", "done")
        told.session("child", parent_session_id="root", kind="resume")
        told.talk("child", "more of the trip", "done")
        rows = told.db.browse().conversations
        assert [(row.root_session_id, row.session_id) for row in rows] == [("root", "child"), ("other", "other")]
        assert rows[0].message_count == 4

    def test_scrolling_shows_only_the_roles_asked_for(self, told: Conversations) -> None:
        said = told.talk("talk", *(f"line {number}" for number in range(10)))
        view = told.db.scroll("talk", said[4], window=2, roles="user")
        assert ids(view.messages) == [said[0], said[2], said[4], said[6], said[8]]

    def test_a_list_of_many_conversations_stays_within_its_budget(self, told: Conversations) -> None:
        for number in range(60):
            told.say(f"talk-{number:02}", f"question {number} " + "with a long text " * 200)
        answer = session_search_tool({}, told.db)
        assert len(answer.encode()) <= 4_000
        assert json.loads(answer)["conversations"][0]["session_id"] == "talk-59"

    SUMMARY = "[CONTEXT COMPACTION — earlier turns follow]\n" + "they spoke of this and that. " * 1_800

    def test_a_generated_summary_is_never_an_end_of_a_conversation(self, told: Conversations) -> None:
        told.say("root", self.SUMMARY, generated=True)
        said = told.talk("root", *(f"line {number:02}" for number in range(24)))
        told.say("root", self.SUMMARY, generated=True)
        told.db.compact("root", said[7], summary=self.SUMMARY)
        (result,) = told.search('"line 12"', window=2).results
        assert [message.text for message in result.bookend_start] == ["line 00", "line 01", "line 02"]
        assert [message.text for message in result.bookend_end] == ["line 21", "line 22", "line 23"]
        assert len(session_search_tool({"query": '"line 12"'}, told.db).encode()) <= 4_000

    def test_the_ends_are_those_of_the_conversation_not_of_the_session_that_a_compaction_began(
        self, told: Conversations
    ) -> None:
        told.talk("root", *(f"early {number}" for number in range(12)))
        told.session("child", parent_session_id="root", kind="compaction")
        told.say("child", self.SUMMARY, generated=True)
        told.talk("child", *(f"late {number}" for number in range(12)))
        for query in ('"early 6"', '"late 5"'):
            (result,) = told.search(query, window=2).results
            assert [message.text for message in result.bookend_start] == ["early 0", "early 1", "early 2"]
            assert [message.text for message in result.bookend_end] == ["late 9", "late 10", "late 11"]

    def test_a_sentence_carried_through_five_compactions_is_one_hit(self, told: Conversations) -> None:
        retained = "remember the blue lantern at the harbour"
        last = told.say("talk", retained)[0]
        for number in range(5):
            last = told.say("talk", f"filler {number}")[0]
            told.db.compact("talk", last, summary=f"summary {number}")
            told.say("talk", retained)
        page = told.search(retained)
        assert [(result.session_id, result.match_count) for result in page.results] == [("talk", 1)]
        assert told.search('"blue lantern"').results[0].match_count == 1
        assert len(told.messages(retained)) == 1

    def test_a_sentence_that_is_said_again_counts_again(self, told: Conversations) -> None:
        told.say("talk", "run the tests", "run the tests", "run the tests")
        assert told.search("run the tests").results[0].match_count == 3

    def test_a_sub_agents_work_is_found_when_asked_for_and_labelled(self, told: Conversations) -> None:
        told.say("boss", "delegate the survey")
        told.session("boss/helper", source="subagent", parent_session_id="boss", kind="subagent")
        told.say("boss/helper", "the survey counted 17 lighthouses")
        page = told.search("lighthouses")
        assert page.results == []
        assert any("--include-hidden" in note and note.startswith("1 conversation") for note in page.notes)
        (result,) = told.search("lighthouses", include_hidden=True).results
        assert (result.session_id, result.root_session_id, result.hidden) == ("boss/helper", "boss", True)


class TestTime:
    MAY, JUNE, JULY = (f"2026-0{month}-15T12:00:00Z" for month in (5, 6, 7))

    def test_a_window_of_time_is_about_the_messages(self, told: Conversations) -> None:
        moments = [parse_time(moment) for moment in (self.MAY, self.JUNE, self.JULY)]
        told.session("long", started_at=moments[0] - 200 * DAY)
        said = [told.say("long", "invoice", at=moment)[0] for moment in moments]
        window = {"after": "2026-06-01", "before": "2026-07-01"}
        assert told.messages("invoice", **window) == [said[1]]
        assert told.messages("invoice after:2026-06-01 before:2026-07-01") == [said[1]]
        assert told.found("invoice", **window) == ["long"]
        assert told.messages("invoice", after=moments[1], before=moments[2]) == [said[1]]  # inclusive, exclusive

    def test_conversations_seen_already_can_be_left_out(self, told: Conversations) -> None:
        for name in ("a", "b", "c"):
            told.say(name, "invoice")
        assert told.found("invoice", exclude_sessions=["c", "a"]) == ["b"]

    def test_a_result_bears_the_time_of_its_match(self, told: Conversations) -> None:
        told.session("talk", started_at=START)
        told.say("talk", "hello", at=START)
        told.say("talk", "the invoice came", at=START + 60 * DAY)
        (result,) = told.search("invoice").results
        assert (result.started_at, result.matched_at) == (START, START + 60 * DAY)

    @pytest.mark.parametrize("query", ["deploy failed", "deploy", "deploy-failed", '"deploy failed"'])
    def test_of_equal_texts_the_newer_comes_first_whenever_it_was_stored(self, told: Conversations, query: str) -> None:
        told.say("hour-ago", "deploy failed: deploy-failed", at=START)
        told.say("month-ago", "deploy failed: deploy-failed", at=START - 30 * DAY)
        assert told.found(query) == ["hour-ago", "month-ago"]
        assert told.found(query, sort="oldest") == ["month-ago", "hour-ago"]


class TestTalkativeSessions:
    def test_a_marathon_that_mentions_everything_apart_comes_after_the_one_that_answers(
        self, told: Conversations
    ) -> None:
        words = ("rotate", "signing", "keys", "gateway")
        told.talk("answer", "how do we rotate the signing keys of the gateway?", "run rotate-keys on it", "ok", "done")
        told.talk("marathon", *(f"today about {words[number % 4]} and item {number}" for number in range(900)))
        assert told.found("rotate signing keys gateway")[0] == "answer"

    def test_it_does_not_keep_out_others_that_mention_a_common_word(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "state.db") as db:
            told = Conversations(db, sealed=True)
            for number in range(3):
                told.say(f"short-{number}", "the gateway works")
            told.say("marathon", *["gateway again"] * 2_000)
            assert set(told.found("gateway")) == {"short-0", "short-1", "short-2", "marathon"}


def test_a_search_loads_nothing_that_could_ask_a_model(tmp_path: Path) -> None:
    code = """
import sys
from hermes_state import SessionDB
with SessionDB(sys.argv[1]) as db:
    db.append(db.create_session("cli"), {"role": "user", "content": "needle"})
    assert len(db.search("where is the needle?").results) == 1
print(sorted({"socket", "ssl", "http.client", "urllib.request"} & set(sys.modules)))
"""
    done = python(code, tmp_path / "state.db")
    assert (done.stdout.strip(), done.stderr) == ("[]", ""), sys.version
