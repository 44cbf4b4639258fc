"""The boolean evaluator: words, prefixes and phrases on folded texts, and their places."""

from __future__ import annotations

import pytest

from hermes_state.search.analysis import fold
from hermes_state.search.evaluate import evaluate, find_spans, needles
from hermes_state.search.query import parse
from hermes_state.search.query_tree import Node, Phrase, Word


def tree_of(text: str) -> Node:
    query = parse(text)
    if query.tree is not None:
        return query.tree
    return query.clauses[0] if query.clauses else Phrase(query.text, query.folded)


def holds(query: str, *texts: str) -> bool:
    return evaluate(tree_of(query), [fold(text) for text in texts])


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("windows", "On Windows.", True),
        ("windows", "windowsill", False),
        ("windows", "rewindows", False),
        ("windows", "win_windows", False),
        ("windows", "终端windows修复", True),
        ("終", "終端", True),
        ("naïve", "NAIVE approach", True),
        ("🎉", "🎉party", True),
        ("pywin*", "uses pywinpty", True),
        ("pywin*", "xpywinpty", False),
        ("秃发*", "关于秃发乌孤", True),
        ("秃发*", "发秃", False),
    ],
)
def test_words_and_prefixes_stand_at_boundaries(query, text, expected):
    assert holds(query, text) is expected


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ('"docker networking"', "docker networking", True),
        ('"docker networking"', "Docker\n   networking!", True),
        ('"docker networking"', "docker-networking", True),
        ('"docker networking"', "docker. (Networking)", True),
        ('"docker networking"', "dockernetworking", False),
        ('"docker networking"', "networking docker", False),
        ('"docker networking"', "docker and networking", False),
        ('"docker networking"', "docker networkings", False),
        ('"docker networking"', "mydocker networking", False),
        ('"docker networking"', "docker docker networking", True),
        ('"docker-networking"', "docker-networking", True),
        ('"docker-networking"', "docker networking", False),
        ('"a -> b"', "if a -> b then", True),
        ('"a -> b"', "if a  ->\nb then", True),
        ('"a -> b"', "if a, b then", False),
        ('".env file"', "the .env file", True),
        ('".env file"', "the x.env file", True),
        ('".env file"', "the env file", False),
        ('"what happened?"', "what happened?", True),
        ('"what happened?"', "what happened.", False),
        ('"修复终端"', "怎么修复终端的", True),
        ('"用 Python"', "我用Python写", True),
        ('"用 Python"', "我用 Python 写", True),
        ('"终端 修复"', "终端修复", False),
        ('"终端 修复"', "终端，修复", True),
        ('"->"', "a->b", True),
        ('"it\'s broken"', "It's broken again", True),
    ],
)
def test_a_phrase_needs_its_terms_adjacent_with_the_punctuation_typed(query, text, expected):
    assert holds(query, text) is expected


def finds(query_text: str, text: str) -> bool:
    """Whether a message with this text answers a query: wholly for literals and expressions, in part for words."""
    query, folded = parse(query_text), fold(text)
    if query.kind == "literal":
        return query.folded in folded
    if query.tree is not None:
        return evaluate(query.tree, [folded])
    return any(evaluate(clause, [folded]) for clause in query.clauses)


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("it's broken again", ["it's", "it's broken again", '"it\'s broken"']),
        ("see gateway/run.py, mail user@host; a,b; why? 50% #tag e=mc2 [x]",
         ["gateway/run.py", "user@host", "a,b", "why?", "50%", "#tag", "e=mc2", "[x]"]),
        ("set .env and run rm -rf now", [".env", "rm -rf"]),
        ("cat .gitignore; git push -f --force; edit config. e.g. 8.8.8.8",
         [".gitignore", "git push -f", "--force", "config.", "e.g.", "8.8.8.8"]),
        ("C:\\Users\\demo\\project TODO: fix error:timeout path:config.yaml",
         ["C:\\Users\\demo", "TODO: fix", "error:timeout", "path:config.yaml"]),
        ("docker networking by chat-send", ["chat-send", '"docker networking"']),
        ("call get_user_profile()", ["get_user", "user_prof", "get_user_profile", "call get_user_profile()"]),
        ("getUserProfile failed", ["getUserProfile", "getuserprofile failed", "userProfile"]),
        ("release v2.1.3-beta for user@example.com", ["user@example.com", "v2.1.3-beta", "2.1.3"]),
        ("Sarah prefers the standup early on Thursday", ["when does Sarah like her standup scheduled"]),
        ("cluster backup decision", ["what did we decide about cluster backups"]),
        ("ingest total 4711", ["4711"]),
        ("café", ["cafe", "CAFÉ"]),
        ("…聊天记录记忆断裂问题…", ["记忆断裂"]),
        ("昨晚的事", ["昨晚"]),
        ("修改youer服务端", ["youer", "修改youer", "服务端"]),
        ("에러코드ab확인", ["ab", "에러코드", "코드ab"]),
        ("关于秃发乌孤", ["秃发*"]),
        ("项目配置文件", ["配置", "项目 配置"]),
        ("ไปเที่ยวทะเลกันเถอะ", ["ทะเล"]),
        ("ﾃﾚﾋﾞ を買う", ["テレビ"]),
        ("🎉 party", ["🎉"]),
        ("小明刚才说了什么", ["小明"]),
        ("배포 완료, デプロイ済み", ["배포", "デプロイ"]),
        ("host pve-01 of project:x by Claude/Codex", ["pve-01", "project:x pve-01", "Claude/Codex"]),
        ("일본과 구글, 项目, 東京", ["일본", "구글", "项目", "東京"]),
        ("PPT 由徐继观做, 考勤", ["PPT 徐继观 考勤", "徐继观 AND 考勤 AND ppt"]),
    ],
)  # fmt: skip
def test_every_reported_query_finds_its_text(text, queries):
    for query in queries:
        plain = parse(query).without_filters()
        assert finds(query, text) or plain.folded in fold(text), query


def test_a_topic_that_never_came_up_is_not_found():
    assert not finds("luminous manganese theorem", "cluster backup decision")


def test_not_excludes_exactly_the_messages_that_hold_the_word():
    assert holds("报告 NOT 草稿", "报告 定稿")
    assert not holds("报告 NOT 草稿", "报告 草稿")


@pytest.mark.parametrize("text", ["广西之行", "去桂林", "漓江水"])
def test_one_of_several_short_words_is_enough_for_or(text):
    assert holds("广西 OR 桂林 OR 漓江", text)


def test_and_may_be_satisfied_by_different_texts_of_a_message_but_a_phrase_may_not():
    assert holds("docker AND networking", "docker", "networking")
    assert not holds('"docker networking"', "docker", "networking")
    assert not holds("docker NOT networking", "docker", "networking")
    assert holds("(a OR b) AND NOT c", "a", "d")


def test_no_text_holds_nothing_but_what_is_only_negative():
    assert not holds("docker")
    assert holds("NOT docker", "something")


def test_places_are_given_for_what_is_asked_for_and_not_for_what_is_excluded():
    assert find_spans(tree_of("b* NOT bridge"), "a bridge, a bar") == [(2, 3), (12, 13)]
    assert find_spans(Word("终", "终"), "终端终") == [(0, 1), (2, 3)]
    assert find_spans(tree_of('"a b"'), "x a - b a b") == [(2, 7), (8, 11)]
    assert find_spans(Word("e", "e"), "e " * 50, limit=3) == [(0, 1), (2, 3), (4, 5)]
    assert find_spans(Word("x", "x"), "abc") == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("getUserProfile", ["getuserprofile"]),
        ("Windows PTY Windows", ["windows", "pty"]),
        ('"docker networking" OR (pywin* NOT conpty)', ["docker", "networking", "pywin"]),
        ("fix gateway/run.py", ["fix", "gateway/run.py"]),
        ("怎么修复终端呢", ["怎么", "么修", "修复", "复终", "终端", "端呢"]),
        ("", []),
    ],
)
def test_the_pieces_to_mark_are_those_that_a_matching_text_shows(query, expected):
    assert needles(parse(query)) == expected
