"""The generated corpus of the benchmarks: one seed gives one corpus, with the sizes of real transcripts."""

from __future__ import annotations

import re
import sys
from collections import Counter
from itertools import islice, pairwise
from pathlib import Path

import pytest

BENCHMARKS = str(Path(__file__).parents[2] / "benchmarks")
CJK = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
MESSAGES = 12_000


@pytest.fixture(scope="module")
def messages() -> list[dict]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(BENCHMARKS)
        import corpus
    return list(corpus.generated(MESSAGES, seed=7))


@pytest.fixture(scope="module")
def sizes(messages: list[dict]) -> list[int]:
    return [len(one["content"].encode()) for one in messages]


def test_one_seed_gives_one_corpus_and_a_shorter_one_begins_a_longer(messages: list[dict]) -> None:
    corpus = sys.modules["corpus"]
    assert list(corpus.generated(1_500, seed=7)) == messages[:1_500]
    assert list(islice(corpus.generated(MESSAGES, seed=8), 50)) != messages[:50]


def test_messages_have_the_sizes_of_real_ones(sizes: list[int]) -> None:
    assert len(sizes) == MESSAGES
    ordered = sorted(sizes)
    assert 120 <= ordered[MESSAGES // 2] <= 180
    assert 1_700 <= ordered[MESSAGES * 9 // 10] <= 2_700
    assert 11_000 <= ordered[MESSAGES * 99 // 100] <= 21_000


def test_most_bytes_are_tool_output_and_a_fifth_of_the_messages_is_not_in_latin_letters(
    messages: list[dict], sizes: list[int]
) -> None:
    output = sum(size for one, size in zip(messages, sizes, strict=True) if one["role"] == "tool")
    assert output > 0.8 * sum(sizes)
    assert all((one["tool_name"] is not None) == (one["role"] == "tool") for one in messages)
    assert 0.15 < sum(1 for one in messages if CJK.search(one["content"])) / MESSAGES < 0.27


def test_sessions_stand_together_and_go_on_in_time(messages: list[dict]) -> None:
    lengths = Counter(one["session"] for one in messages)
    changes = sum(1 for one, other in pairwise(messages) if one["session"] != other["session"])
    assert changes == len(lengths) - 1
    assert 30 < MESSAGES / len(lengths) < 120
    assert [one["ts"] for one in messages] == sorted(one["ts"] for one in messages)


def test_the_vocabulary_grows_like_a_power_of_the_text(messages: list[dict], sizes: list[int]) -> None:
    terms: set[str] = set()
    grown: list[tuple[float, int]] = []
    text_bytes = 0
    for message, size in zip(messages, sizes, strict=True):
        terms.update(re.findall("[a-z0-9_]+", message["content"].lower()))
        text_bytes += size
        grown.append((text_bytes / 1e6, len(terms)))
    for at in (MESSAGES // 4, MESSAGES - 1):
        megabytes, found = grown[at]
        assert 0.75 < found / (11_100 * megabytes**0.565) < 1.3
