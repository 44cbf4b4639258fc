"""Where queries stand in a corpus, by brute force: the judge of what an engine should have found."""

from __future__ import annotations

import base64
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import corpus
from queries import SEARCHED, Query

from hermes_state.search.analysis import fold

BLOCK_CHARS = 1_000_000
SEPARATOR = "\0"
NO_WORD_BEFORE = "(?<![a-z0-9_])"
NO_WORD_AFTER = "(?![a-z0-9_])"


@dataclass(frozen=True)
class Truth:
    """The messages in which one query stands, as bits by the number of the message in the corpus, from 0."""

    bits: bytes
    count: int

    def __contains__(self, number: int) -> bool:
        return bool(self.bits[number >> 3] >> (number & 7) & 1) if number >> 3 < len(self.bits) else False


class _Rule:
    """Whether a folded text answers a query."""

    def __init__(self, query: Query) -> None:
        self.parts = tuple(fold(part) for part in query.parts)
        # Letters of another script may touch a word: whether that ends it, engines see differently, and both are right.
        ends = {"words": NO_WORD_AFTER, "phrase": NO_WORD_AFTER, "prefix": ""}.get(query.meaning)
        literals = [] if ends is None else [re.escape(part) + ends for part in self.parts]
        self._patterns = [re.compile(NO_WORD_BEFORE + literal) for literal in literals]

    def __call__(self, text: str) -> bool:
        return all(part in text for part in self.parts) and all(one.search(text) for one in self._patterns)


def truth_of(messages: Iterable[corpus.Message], queries: Sequence[Query]) -> list[Truth]:
    """Looks for each query in every message that is searched. A query's time and project are not looked at."""
    rules = [_Rule(query) for query in queries]
    found: list[list[int]] = [[] for _ in queries]
    count = 0
    for numbers, texts in _blocks(messages):
        block = SEPARATOR.join(texts)
        count = max(count, numbers[-1] + 1)
        for rule, places in zip(rules, found, strict=True):
            if all(part in block for part in rule.parts):
                places += [number for number, text in zip(numbers, texts, strict=True) if rule(text)]
    return [_packed(places, count) for places in found]


def _blocks(messages: Iterable[corpus.Message]) -> Iterator[tuple[list[int], list[str]]]:
    numbers: list[int] = []
    texts: list[str] = []
    size = 0
    for number, message in enumerate(messages):
        if message["role"] in SEARCHED and message["content"]:
            numbers.append(number)
            texts.append(fold(message["content"]))
            size += len(texts[-1])
        if size > BLOCK_CHARS:
            yield numbers, texts
            numbers, texts, size = [], [], 0
    if numbers:
        yield numbers, texts


def _packed(places: Sequence[int], count: int) -> Truth:
    bits = bytearray(count // 8 + 1)
    for place in places:
        bits[place >> 3] |= 1 << (place & 7)
    return Truth(bytes(bits), len(places))


def judged(queries: Sequence[Query], a_kind: int) -> list[Query]:
    """The first so many queries of each kind that a time or project does not narrow."""
    taken: dict[str, int] = {}
    chosen: list[Query] = []
    for query in queries:
        taken[query.kind] = taken.get(query.kind, 0) + 1
        if taken[query.kind] <= a_kind and not query.is_narrowed:
            chosen.append(query)
    return chosen


def write(truths: Sequence[Truth], path: Path) -> None:
    """Writes what was found, in the order of the queries."""
    path.write_text(json.dumps([[one.count, base64.b64encode(one.bits).decode()] for one in truths]), encoding="utf-8")


def read(path: Path) -> list[Truth]:
    """What ``write`` wrote."""
    return [Truth(base64.b64decode(bits), count) for count, bits in json.loads(path.read_text(encoding="utf-8"))]
