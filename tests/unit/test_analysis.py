"""Folding, classes of characters, terms and probes, by example."""

from __future__ import annotations

import time

import pytest

from hermes_state.search.analysis import Probe, fold, index_text, is_ngram_term, kind_of, probe, query_terms, terms


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Café NAÏVE", "cafe naive"),
        ("Cafe\u0301", "cafe"),
        ("Straße ﬁn", "strasse fin"),
        ("ﾃﾚﾋﾞ", "テレビ"),
        ("か\u3099", "が"),
        ("हिन्दी", "हिन्दी"),
        ("ＡＢＣ１２３", "abc123"),
        ("a \t\r\n b\u3000c\x1cd\u0085e\u2028f", "a b c d e f"),
        ("  edges\n", " edges "),
        ("İstanbul", "istanbul"),
        ("Ёлка", "елка"),
        ("½", "1⁄2"),
        ("\u1112\u1161\u11ab", "한"),
        ("a\x00b\ud800", "a\x00b\ud800"),
        ("x" + "\u0f71" * 40, "x" + "\u0f71" * 32),
        ("x" + ("\u0f71" * 20 + "\u034f") * 2, "x" + "\u0f71" * 32),
    ],
)
def test_text_folds_to_what_a_reader_takes_as_equal(text, folded):
    assert fold(text) == folded


def test_half_and_full_width_kana_meet():
    assert fold("テレビ") == fold("ﾃﾚﾋﾞ")


@pytest.mark.parametrize(
    ("char", "kind"),
    [
        ("a", "word"), ("Z", "word"), ("7", "word"), ("_", "word"), ("é", "word"), ("я", "word"), ("\u094d", "word"),
        ("๑", "word"), ("大", "ngram"), ("々", "ngram"), ("〇", "ngram"), ("ー", "ngram"), ("\u3099", "ngram"),
        ("한", "ngram"), ("\u1161", "ngram"), ("ㄅ", "ngram"), ("ท", "ngram"), ("\u0e48", "ngram"), ("\u17d2", "ngram"),
        ("\u103c", "ngram"), ("ກ", "ngram"), ("\U00020000", "ngram"), ("\U0003fffd", "ngram"), ("\U0001f1e6", "ngram"),
        ("🎉", "emoji"), ("❤", "emoji"), ("©", "emoji"), ("-", "separator"), ("、", "separator"), ("・", "separator"),
        ("\ufe0f", "separator"), ("\u200d", "separator"), ("\U0001f3fd", "separator"), ("\u20e3", "separator"),
        ("\ud800", "separator"), ("\x00", "separator"), ("\ue000", "separator"), ("\uffff", "separator"),
        ("⼀", "separator"), ("→", "separator"), ("\U000e0041", "separator"), ("\U00010d50", "word"),
    ],
)  # fmt: skip
def test_a_character_has_one_class_whatever_stands_beside_it(char, kind):
    assert kind_of(char) == kind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("call get_user_profile()", ["call", "get_user_profile"]),
        ("修改youer服务端", ["修改", "改", "youer", "服务", "务端", "端"]),
        ("에러코드ab확인", ["에러", "러코", "코드", "드", "ab", "확인", "인"]),
        ("脚", ["脚"]),
        ("ทะเล", ["ทะ", "ะเ", "เล", "ล"]),
        ("🎉 party 👨\u200d👩\u200d👧", ["🎉", "party", "👨", "👩", "👧"]),
        ("❤\ufe0f👍🏽", ["❤", "👍"]),
        ("🇩🇪", ["🇩🇪", "🇪"]),
        ("hello, world—and…more", ["hello", "world", "and", "more"]),
        ("\ud800a\x00b", ["a", "b"]),
        ("", []),
    ],
)
def test_text_is_cut_into_terms(text, expected):
    assert terms(fold(text)) == expected


def test_ascii_text_is_its_own_index_text():
    text = "plain text, with_punctuation: 12.5% -- and more\n" * 40
    assert index_text(text) is text


def test_a_long_run_is_cut_into_overlapping_chunks():
    run = "".join(chr(97 + i % 26) for i in range(1000))
    assert terms(f"a {run} b") == ["a", run[:512], run[256:768], run[512:], "b"]
    assert terms("y" * 512) == ["y" * 512]
    assert terms("é" * 513) == ["é" * 512, "é" * 257]


def test_terms_of_ngram_scripts_and_emoji_stay_out_of_the_dictionary():
    assert [is_ngram_term(term) for term in ("大别", "脚", "🎉", "🇩🇪", "word", "über", "हिन्दी")] == [True] * 4 + [
        False
    ] * 3


def test_a_word_at_the_edge_of_a_needle_may_be_part_of_a_longer_one():
    assert probe("spawn_fail").inside == ("spawn_fail",)
    found = probe("src/foo/bar.py")
    assert (found.ends, found.terms, found.starts, found.inside) == (("src",), ("foo", "bar"), ("py",), ())
    assert probe(".env").starts == ("env",)
    assert probe("config.").ends == ("config",)


def test_a_pair_of_ngram_letters_is_a_term_wherever_it_stands():
    assert probe("大别山").terms == ("大别", "别山")
    assert probe("脚").prefixes == ("脚",)
    found = probe("ab终端x")
    assert (found.ends, found.terms, found.starts) == (("ab",), ("终端",), ("x",))


def test_a_lone_letter_that_ends_its_run_is_a_term():
    assert probe("脚 x").terms == ("脚",)


@pytest.mark.parametrize("needle", ["->", "!=", "?!", "", " ", "\u200d", "\ud800"])
def test_a_needle_without_letters_has_an_empty_probe(needle):
    assert probe(needle) == Probe()


def test_a_long_edge_run_is_probed_by_its_first_256_characters():
    assert probe("x" * 700).inside == ("x" * 256,)


@pytest.mark.parametrize(
    ("text", "last", "expected"),
    [
        ("windows", True, [("windows", False)]),
        ("大别山", True, [("大别", False), ("别山", False)]),
        ("大别山", False, [("大别", False), ("别山", False), ("山", False)]),
        ("脚", True, [("脚", True)]),
        ("脚", False, [("脚", False)]),
        ("终端abc", True, [("终端", False), ("端", False), ("abc", False)]),
        ("终端 ", True, [("终端", False)]),
        ("🎉", True, [("🎉", False)]),
        ("gateway/run.py", True, [("gateway", False), ("run", False), ("py", False)]),
    ],
)
def test_the_terms_of_a_query_leave_out_the_letter_that_may_go_on(text, last, expected):
    assert query_terms(text, last=last) == expected


@pytest.mark.parametrize(
    "text",
    [
        "word " * 200_000,
        "x" * 1_000_000,
        " " * 1_000_000,
        "大别山，" * 250_000,
        "a" + "\u0301\u0327" * 32_000,
        "\uff9e\u0301" * 32_000,
        "\u0344\u0f73" * 32_000,
        ("\u08e4" * 16 + "\u08e3" * 16 + "\u034f") * 30_000,
        "e\u0301" * 300_000,
        "🎉é" * 300_000,
        "\ud800" * 1_000_000,
        "\x00" * 1_000_000,
        "ﷺ" * 60_000,
    ],
    ids=lambda text: ascii(text[:4]),
)
def test_a_megabyte_of_anything_is_analysed_in_linear_time(text):
    started = time.process_time()
    folded = fold(text)
    index_text(folded)
    probe(folded)
    assert time.process_time() - started < 10  # quadratic work takes minutes
