"""What is understood of what users type: their own reports, and the rules of the query language."""

from __future__ import annotations

import time

import pytest

from hermes_state.search.analysis import fold
from hermes_state.search.query import MAX_TERMS, describe, parse
from hermes_state.search.query_pieces import FIELDS, Filter
from hermes_state.search.query_tree import And, Not, Or, Phrase, Prefix, Word, leaves


def word(text: str) -> Word:
    return Word(text, fold(text))


def folded_clauses(text: str) -> list[str]:
    return [clause.folded for clause in parse(text).clauses]


@pytest.mark.parametrize(
    "text",
    [
        "it's", "gateway/run.py", "user@host", "user@example.com", "a,b", "why?", "50%", "#tag", "#1842",
        "e=mc2", "[x]", ".env", ".gitignore", "--force", "-f", "config.", "e.g.", "8.8.8.8",
        "error:timeout", "path:config.yaml", "C:\\Users\\demo", "chat-send", "chat-send_v2", "sp_new",
        "get_user", "user_prof", "conpty_spawn_failed", "spawn_fail", "_parse_sch", "0x80070057",
        "pty_bridge.cpp:214", "my_app.config.ts", "hermes.gateway.run", "7f3c9ab", "getUserProfile",
        "PTYBridge", "iOS", "v2.1.3-beta", "an94", "AN-94", "pve-01", "project:", "Claude/Codex",
        "http://host/path", "source://x", "src/foo/bar.py", "->", "!=", "?!", "((((", "foo()", '"', "?",
        "*", "*.py", "大别山", "大别山项目", "迁移", "脚", "記憶", "形態素", "テレビ", "일본", "구글",
        "項目", "ทะเล", "记忆断裂", "昨晚", "PPT徐继观", "🇩🇪", "为什么？",
    ],
)  # fmt: skip
def test_one_run_that_looks_like_code_or_is_a_short_cjk_word_is_a_literal(text):
    query = parse(text)
    assert query.kind == "literal"
    assert query.folded == fold(text)
    assert not query.filters


@pytest.mark.parametrize(
    "text", ["windows", "Windows", "ERROR", "pywin", "98231", "4711", "modpack", "café", "🎉", "❤\ufe0f"]
)
def test_one_plain_word_or_number_is_words(text):
    query = parse(text)
    assert query.kind == "words"
    assert len(query.clauses) == 1


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("Windows PTY bridge", ["windows", "pty", "bridge"]),
        ("how did we build the Windows PTY bridge?", ["how", "did", "we", "build", "the", "windows", "pty", "bridge"]),
        ("what did we decide about cluster backups", ["what", "did", "we", "decide", "about", "cluster", "backups"]),
        ("cafe NAÏVE", ["cafe", "naive"]),
        ("TODO: fix", ["todo", "fix"]),
        ("fix gateway/run.py crash", ["fix", "gateway/run.py", "crash"]),
        ("fix getUserProfile!", ["fix", "getuserprofile"]),
        ("Windows 终端", ["windows", "终端"]),
        ("PPT 徐继观 考勤", ["ppt", "徐继观", "考勤"]),
        ("我们怎么修复终端的问题", ["我们怎么修复终端的问题"]),
        ("我们怎么修复终端？为什么", ["我们怎么修复终端", "为什么"]),
        ("the the The cat", ["the", "cat"]),
        ("a -> b", ["a", "b"]),
        ("exit code -1", ["exit", "code", "1"]),
        ("smart (home) lights", ["smart", "home", "lights"]),
        ('foo" AND (bar', ["foo", "and", "bar"]),
        ("AND", ["and"]),
        ("NOT", ["not"]),
        ("OR foo", ["or", "foo"]),
        ("foo AND OR bar", ["foo", "and", "or", "bar"]),
        ("foo AND", ["foo", "and"]),
        ("a AND () b", ["a", "and", "b"]),
        ("cats and dogs or not", ["cats", "and", "dogs", "or", "not"]),
        ("-all -excluded", ["all", "excluded"]),
    ],
)
def test_everything_else_is_plain_words(text, clauses):
    assert parse(text).kind == "words"
    assert folded_clauses(text) == clauses


def test_a_word_with_punctuation_inside_a_longer_query_is_a_phrase():
    assert parse("fix gateway/run.py crash").clauses[1] == Phrase("gateway/run.py", "gateway/run.py")
    assert isinstance(parse("the emoji 👩\u200d🚀 family").clauses[2], Phrase)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ('"docker networking"', Phrase("docker networking", "docker networking")),
        ('"Windows PTY bridge".', Phrase("Windows PTY bridge", "windows pty bridge")),
        ("“Smart Quotes”", Phrase("Smart Quotes", "smart quotes")),
        ('"->"', Phrase("->", "->")),
        ("pywin*", Prefix("pywin", "pywin")),
        ("秃发*", Prefix("秃发", "秃发")),
        ("bridge NOT ConPTY", And((word("bridge"), Not(word("ConPTY"))))),
        ("报告 NOT 草稿", And((word("报告"), Not(word("草稿"))))),
        ("广西 OR 桂林 OR 漓江", Or((word("广西"), word("桂林"), word("漓江")))),
        ("a AND b c", And((word("a"), word("b"), word("c")))),
        ("a OR b AND c", Or((word("a"), And((word("b"), word("c")))))),
        ("(a OR b) c", None),
        ("(a OR b) AND c", And((Or((word("a"), word("b"))), word("c")))),
        ("a AND NOT (b OR c)", And((word("a"), Not(Or((word("b"), word("c"))))))),
        ("a NOT NOT b", And((word("a"), word("b")))),
        ('"x y" error', And((Phrase("x y", "x y"), word("error")))),
        ("fix src/a.py OR b", Or((And((word("fix"), Phrase("src/a.py", "src/a.py"))), word("b")))),
    ],
)
def test_operators_are_read_as_written(text, tree):
    query = parse(text)
    assert query.kind == "operators"
    if tree is not None:
        assert query.tree == tree
    assert not query.only_negative


@pytest.mark.parametrize("text", ["NOT x", "a OR NOT b", "NOT (a b)", "NOT a AND NOT b"])
def test_an_expression_that_asks_for_nothing_is_flagged(text):
    query = parse(text)
    assert query.kind == "operators"
    assert query.only_negative


def test_what_a_not_excludes_is_no_leaf():
    tree = parse('a AND NOT b AND ("c d" OR e*)').tree
    assert tree is not None
    assert [leaf.folded for leaf in leaves(tree)] == ["a", "c d", "e"]


@pytest.mark.parametrize(
    ("text", "clauses", "excluded"),
    [
        ("rm -rf", ["rm"], ["rf"]),
        ("git push -f", ["git", "push", "f"], []),
        ("git push --force", ["git", "push", "force"], []),
        ("bridge -conpty windows", ["bridge", "windows"], ["conpty"]),
        ("now run rm -rf", ["now", "run", "rm"], ["rf"]),
    ],
)
def test_a_word_with_a_minus_is_kept_apart_for_the_engine_to_decide(text, clauses, excluded):
    query = parse(text)
    assert query.kind == "words"
    assert [clause.folded for clause in query.clauses] == clauses
    assert [clause.folded for clause in query.excluded] == excluded
    assert query.folded == text


def test_a_quoted_phrase_can_be_excluded():
    query = parse('backup -"nightly job"')
    assert [clause.folded for clause in query.excluded] == ["nightly job"]
    assert folded_clauses('backup -"nightly job"') == ["backup"]


@pytest.mark.parametrize("field", FIELDS)
def test_field_and_value_without_a_space_are_a_filter(field):
    query = parse(f"{field}:2026-07-01 bridge")
    assert query.filters == (Filter(field, "2026-07-01", f"{field}:2026-07-01"),)
    assert (query.kind, query.folded, query.typed) == ("words", "bridge", f"{field}:2026-07-01 bridge")


def test_a_value_may_be_quoted_and_the_rest_may_be_a_literal_or_an_expression():
    query = parse('title:"Modpack Server" getUserProfile')
    assert query.filters == (Filter("title", "Modpack Server", 'title:"Modpack Server"'),)
    assert (query.kind, query.folded) == ("literal", "getuserprofile")
    assert parse('role:tool "exit code"').kind == "operators"


def test_a_query_of_filters_alone_is_empty_with_filters():
    query = parse("source:cron after:7d")
    assert query.kind == "empty"
    assert [item.field for item in query.filters] == ["source", "after"]


def test_a_query_can_be_read_again_without_its_filters():
    query = parse("user:timeout")
    assert query.kind == "empty"
    plain = query.without_filters()
    assert (plain.kind, plain.folded, plain.filters) == ("literal", "user:timeout", ())
    unfiltered = parse("plain words")
    assert unfiltered.without_filters() is unfiltered


@pytest.mark.parametrize("text", ["role: user", "TODO:fix", "title:", "tool://x", 'session:"open'])
def test_what_only_looks_like_a_filter_is_text(text):
    assert parse(text).filters == ()


def test_a_literal_match_takes_operators_filters_and_spaces_as_text():
    query = parse('  role:user AND "x\ty"  ', match="literal")
    assert (query.kind, query.folded) == ("literal", ' role:user and "x y" ')
    assert parse("windows", match="literal").kind == "literal"


def test_a_words_match_takes_nothing_as_a_literal_or_an_operator():
    assert parse("getUserProfile", match="words").kind == "words"
    query = parse('a NOT "b c"', match="words")
    assert (query.kind, [clause.folded for clause in query.clauses]) == ("words", ["a", "not", "b c"])


@pytest.mark.parametrize("text", ["", " ", "\x00", "\n\t\r", "\u3000", "\x00\x1f\x7f"])
def test_nothing_typed_is_an_empty_query(text):
    assert parse(text).kind == "empty"
    assert parse(text, match="literal").kind == "empty"


def test_control_characters_are_spaces():
    assert folded_clauses("a\x00b\x1bc") == ["a", "b", "c"]


def test_terms_beyond_the_limit_are_dropped_and_counted():
    query = parse(" ".join(f"t{number}" for number in range(3000)))
    assert (query.kind, len(query.clauses), query.dropped_terms) == ("words", MAX_TERMS, 3000 - MAX_TERMS)
    chinese = parse("".join(chr(0x4E00 + number) for number in range(200)))
    assert len(chinese.clauses[0].folded) == MAX_TERMS + 1
    assert chinese.dropped_terms == 199 - MAX_TERMS


def test_an_expression_with_too_many_terms_is_plain_words():
    query = parse(" OR ".join(f"t{number}" for number in range(3000)))
    assert (query.kind, len(query.clauses)) == ("words", MAX_TERMS)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000, "(" * 10_000 + "x" + ")" * 10_000, "(a " * 10_000, "(a OR (b AND " * 5_000, ")(" * 10_000,
        "NOT " * 10_000 + "x", " OR ".join(["(a b)"] * 3_000), "word " * 200_000, "x" * 1_000_000, "大别山" * 300_000,
        '"' * 500_000, '"a ' * 300_000, "“a" * 300_000, "a* " * 300_000, "-a " * 300_000, "role:" * 200_000,
        "role:x " * 100_000, 'role:"' * 100_000, "\x00" * 1_000_000, "\ud800" * 100_000, "a" + "\u0301\u0327" * 32_000,
        "1a" * 500_000, "a.b " * 250_000, "?! " * 300_000,
    ],
    ids=lambda text: ascii(text[:12]),
)  # fmt: skip
def test_nothing_that_can_be_typed_or_pasted_raises_or_takes_long(text):
    started = time.process_time()
    query = parse(text)
    query.without_filters()
    describe(query)
    assert time.process_time() - started < 10  # quadratic work takes minutes


def test_a_deep_expression_within_the_limits_is_kept():
    text = "(a OR (b AND " * 10 + "c" + "))" * 10
    assert parse(text).kind == "operators"


def test_an_account_of_a_query_is_readable():
    account = describe(parse('role:user ("x y" OR z*) AND NOT w'))
    assert account == {
        "kind": "operators",
        "text": '("x y" OR z*) AND NOT w',
        "tree": '(("x y" OR z*) AND NOT w)',
        "filters": {"role:user": {"field": "role", "value": "user"}},
    }
    assert describe(parse("rm -rf")) == {"kind": "words", "text": "rm -rf", "clauses": ["rm"], "excluded": ["rf"]}
    assert describe(parse("NOT x"))["only_negative"] is True
