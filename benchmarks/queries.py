"""Samples queries of every kind from a stream of messages: ``python benchmarks/queries.py CORPUS.jsonl OUT.json``.

Seeded; written as JSON so that every engine is asked the same. All but the three kinds that must find nothing come
from texts of the corpus, so that there is something to find.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import corpus

SAMPLE_MESSAGES = 8_000
SEARCHED = ("user", "assistant", "tool")
TRIES = 60
WINDOW_SHARE = 0.01
DISCOVER_WINDOW = 5
DISCOVER_LIMIT = 3
LIMIT = 20

WORD = re.compile(r"(?<!\w)[a-z]{3,14}(?!\w)")
PHRASE = re.compile(r"(?<!\w)[a-z]{2,12}(?: [a-z]{2,12}){1,2}(?!\w)")
IDENTIFIER = re.compile(r"(?<![\w/.-])[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+(?!\w)")
PATH = re.compile(r"(?<![\w/.-])(?:[\w-]+/)+[\w-]+\.[a-z]{1,4}(?!\w)", re.ASCII)
HAN = "[\u4e00-\u9fff]"
HANGUL = "[\uac00-\ud7a3]"
CJK = "[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]"
MIXED = re.compile(rf"[A-Za-z][A-Za-z0-9]{{2,}}{CJK}{{2}}|{CJK}{{2}}[A-Za-z][A-Za-z0-9]{{2,}}(?![A-Za-z0-9_])")
LATIN = re.compile(r"(?<![\w.])[A-Za-z][A-Za-z0-9]{2,11}(?![\w.])", re.ASCII)
CJK_PAIR = re.compile(f"{CJK}{{2}}")


@dataclass(frozen=True)
class Query:
    """One query: its text in the product's language, the parts that must stand in a text, and what narrows it.

    ``meaning``: how the parts stand: ``words`` (whole), ``phrase``, ``prefix`` (a word's begin), ``substring``,
    ``together`` (each somewhere in it), ``nothing`` (they stand nowhere).
    """

    kind: str
    text: str
    meaning: str
    parts: tuple[str, ...]
    limit: int = LIMIT
    window: int = 0
    after: float | None = None
    before: float | None = None
    project: str | None = None

    @property
    def is_narrowed(self) -> bool:
        """Whether it asks for more than a text: a time, a project, the messages round a match."""
        return bool(self.window or self.after or self.project)


@dataclass
class Sample:
    """Messages chosen by chance from a stream, their times, and in how many of them each word stands."""

    messages: list[corpus.Message] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def common(self) -> list[str]:
        """The words that stand in most messages, the 200 after the first five."""
        return [word for word, _ in self.counts.most_common(205)][5:]


class Sampler:
    """Keeps a sample of the messages with text that are searched, each as likely as another."""

    def __init__(self, seed: int) -> None:
        self._rnd = random.Random(seed)
        self._kept: list[corpus.Message] = []
        self._seen = 0

    def add(self, message: corpus.Message) -> None:
        """Looks at the next message of the stream."""
        if message["role"] not in SEARCHED or not message["content"]:
            return
        self._seen += 1
        if len(self._kept) < SAMPLE_MESSAGES:
            self._kept.append(message)
        elif (place := int(self._rnd.random() * self._seen)) < SAMPLE_MESSAGES:
            self._kept[place] = message

    def sample(self) -> Sample:
        """What was kept, with the words counted."""
        kept = self._kept
        sample = Sample(kept, [one["content"][:20_000] for one in kept], sorted(one["ts"] for one in kept))
        for text in sample.texts:
            sample.counts.update(set(WORD.findall(text.lower())))
        return sample


Maker = Callable[[Sample, random.Random], Query | None]


def _place(pattern: re.Pattern[str], sample: Sample, rnd: random.Random) -> str | None:
    """What a pattern matches somewhere in a text chosen by chance."""
    text = rnd.choice(sample.texts)
    start = rnd.randrange(len(text)) if len(text) > 4_000 else 0
    found = pattern.findall(text[start : start + 4_000])
    return rnd.choice(found) if found else None


def _common(sample: Sample, rnd: random.Random) -> Query:
    word = rnd.choice(sample.common())
    return Query("common word", word, "words", (word,))


def _rare(sample: Sample, rnd: random.Random) -> Query | None:
    found = {word for word in WORD.findall(rnd.choice(sample.texts).lower()) if sample.counts[word] <= 3}
    if len(found) < 2:
        return None
    parts = tuple(rnd.sample(sorted(found), 2))
    return Query("two rare words", " ".join(parts), "words", parts)


def _phrase(sample: Sample, rnd: random.Random) -> Query | None:
    found = _place(PHRASE, sample, rnd)
    return None if found is None else Query("phrase", f'"{found}"', "phrase", (found,))


def _prefix(sample: Sample, rnd: random.Random) -> Query | None:
    word = _place(WORD, sample, rnd)
    if word is None or len(word) < 5:
        return None
    start = word[: rnd.randint(3, len(word) - 1)]
    return Query("prefix", f"{start}*", "prefix", (start,))


def _identifier_piece(sample: Sample, rnd: random.Random) -> Query | None:
    name = _place(IDENTIFIER, sample, rnd)
    if name is None or len(name) < 9:
        return None
    start = rnd.randrange(1, len(name) - 5)
    piece = name[start : min(start + rnd.randint(5, 12), len(name) - 1)]
    if len(piece) < 5 or "_" not in piece[1:-1]:
        return None
    return Query("identifier piece", piece, "substring", (piece,))


def _path_fragment(sample: Sample, rnd: random.Random) -> Query | None:
    path = _place(PATH, sample, rnd)
    if path is None:
        return None
    piece = "/".join(path.split("/")[-2:])
    piece = piece[rnd.randrange(piece.index("/")) :] if rnd.random() < 0.5 else piece
    return Query("path fragment", piece, "substring", (piece,))


def _literal(kind: str, pattern: str) -> Maker:
    compiled = re.compile(pattern)

    def make(sample: Sample, rnd: random.Random) -> Query | None:
        found = _place(compiled, sample, rnd)
        return None if found is None else Query(kind, found, "substring", (found,))

    return make


_chinese_2 = _literal("Chinese, 2 letters", f"{HAN}{{2}}")


def _mixed_apart(sample: Sample, rnd: random.Random) -> Query | None:
    text = rnd.choice(sample.texts)
    latin, pairs = LATIN.findall(text), CJK_PAIR.findall(text)
    if not latin or not pairs:
        return None
    parts = (rnd.choice(latin), rnd.choice(pairs))
    return Query("mixed, apart", " ".join(parts), "together", parts)


def _absent(sample: Sample, rnd: random.Random) -> Query:
    word = "".join(rnd.choice("qxzjvkw") + rnd.choice("aeiou") for _ in range(6))
    return Query("absent word", word, "nothing", (word,))


def _misspelt(sample: Sample, rnd: random.Random) -> Query | None:
    word = _place(WORD, sample, rnd)
    if word is None or len(word) < 7 or sample.counts[word] < 3:
        return None
    at = rnd.randrange(1, len(word) - 2)
    wrong = rnd.choice((word[:at] + word[at + 1] + word[at] + word[at + 2 :], word[:at] + word[at] + word[at:]))
    return None if sample.counts[wrong] else Query("misspelt word", wrong, "nothing", (wrong,))


def _absent_literal(sample: Sample, rnd: random.Random) -> Query:
    one, two = ("".join(rnd.choices("qxzjvkwaeiou", k=4)) for _ in range(2))
    text = rnd.choice((f"{one}_{two}x", f"{one}/{two}.py", f"{one}->{two}", f"{one}::{two}()"))
    return Query("absent literal", text, "nothing", (text,))


def _in_window(sample: Sample, rnd: random.Random) -> Query:
    word = rnd.choice(sample.common())
    wide = max(1, int(len(sample.times) * WINDOW_SHARE))
    start = rnd.randrange(len(sample.times) - wide)
    after, before = sample.times[start], sample.times[start + wide]
    return Query("word, 1 % of the time", word, "words", (word,), after=after, before=before)


def _in_project(sample: Sample, rnd: random.Random) -> Query:
    word, project = rnd.choice(sample.common()), corpus.project_of(rnd.choice(sample.messages)["session"])
    return Query("word, one project", word, "words", (word,), project=project)


def _discover(sample: Sample, rnd: random.Random) -> Query | None:
    asked = rnd.choice((_common, _rare, _phrase, _identifier_piece, _chinese_2))(sample, rnd)
    if asked is None:
        return None
    return Query("discover", asked.text, asked.meaning, asked.parts, DISCOVER_LIMIT, DISCOVER_WINDOW)


MAKERS: tuple[Maker, ...] = (
    _common,
    _rare,
    _phrase,
    _prefix,
    _identifier_piece,
    _path_fragment,
    _literal("mixed, adjacent", MIXED.pattern),
    _literal("one CJK letter", CJK),
    _chinese_2,
    _literal("Chinese, 4 letters", f"{HAN}{{4}}"),
    _literal("Korean, 2 letters", f"{HANGUL}{{2}}"),
    _mixed_apart,
    _absent,
    _misspelt,
    _absent_literal,
    _in_window,
    _in_project,
    _discover,
)


def queries_of(messages: Iterable[corpus.Message], count: int = 100, seed: int = corpus.SEED) -> Iterator[Query]:
    """Yields up to ``count`` different queries of each kind; fewer where the texts hold no more."""
    sampler = Sampler(seed)
    for message in messages:
        sampler.add(message)
    yield from queries_from(sampler.sample(), count, seed)


def queries_from(sample: Sample, count: int, seed: int) -> Iterator[Query]:
    """``queries_of`` a sample."""
    for number, maker in enumerate(MAKERS):
        rnd = random.Random(seed + number)
        found: dict[Query, None] = {}
        for _ in range(count * TRIES):
            made = maker(sample, rnd)
            if made is not None:
                found[made] = None
            if len(found) == count:
                break
        yield from found


def write(queries: Iterable[Query], path: Path) -> None:
    """Writes queries as a JSON list."""
    path.write_text(json.dumps([asdict(one) for one in queries], ensure_ascii=False, indent=0), encoding="utf-8")


def read(path: Path) -> list[Query]:
    """The queries of a file."""
    return [Query(**{**one, "parts": tuple(one["parts"])}) for one in json.loads(path.read_text(encoding="utf-8"))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path, help="a file of messages as JSON lines")
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=100, help="queries of each kind")
    parser.add_argument("--seed", type=int, default=corpus.SEED)
    args = parser.parse_args()
    write(queries_of(corpus.read(args.corpus), args.count, args.seed), args.out)


if __name__ == "__main__":
    main()
