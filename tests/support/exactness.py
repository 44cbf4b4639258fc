"""Proves that a search is exact: queries sampled from texts, answered by brute force and by the archive, compared.

What an expression means is written here a second time, from the description of the query language and
on terms instead of positions, so that the library's own evaluator is not its own judge.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, pairwise
from unittest import mock

from hermes_state import Message, SessionDB
from hermes_state.records import TextKind, searchable_texts
from hermes_state.search.analysis import fold, kind_of

ROLES = ("user", "assistant", "tool")
PAGE = 1_000

Truth = dict[int, list[str]]
"""The folded texts, by message id, in which a search of ``ROLES`` looks."""


def looked_at(message: Message, kind: TextKind, roles: Sequence[str] = ROLES) -> bool:
    """Whether a search of these roles looks at a text of this kind in this message."""
    return (message.role if kind == "dialog" else kind) in roles


def truth_of(db: SessionDB, session_ids: Iterable[str], roles: Sequence[str] = ROLES) -> Truth:
    """What brute force looks at: the texts of every message of these sessions that was not rewound."""
    truth: Truth = {}
    for session_id in session_ids:
        for message in db.get_messages(session_id):
            texts = [fold(text) for kind, text in searchable_texts(message) if looked_at(message, kind, roles)]
            if texts and (message.active or message.compacted):
                assert message.id is not None
                truth[message.id] = texts
    return truth


def holding(truth: Truth, query: str) -> set[int]:
    """The ids of the messages in which a literal stands."""
    needle = fold(query)
    return {key for key, texts in truth.items() if any(needle in text for text in texts)}


def all_pages(db: SessionDB, query: str, *, limit: int = PAGE, match: str = "literal", **more: object) -> list[int]:
    """The message ids of every page of a search, in order."""
    found: list[int] = []
    cursor: str | None = None
    while True:
        page = db.search(query, per="message", match=match, roles=ROLES, limit=limit, cursor=cursor, **more)  # type: ignore[arg-type]
        found += [result.match_message_id for result in page.results if result.match_message_id is not None]
        assert len(page.results) <= limit
        cursor = page.cursor
        if cursor is None:
            return found


# Expressions, decided a second time


@dataclass(frozen=True)
class Term:
    """A longest run of one kind of letters in a text, and what stands before it since the term before."""

    kind: str
    text: str
    before: str


NEAR = 300
"""Letters among which the terms of a phrase are looked for."""


@lru_cache(maxsize=2_000)
def terms_of(folded: str) -> tuple[list[Term], str]:
    """The terms of a text (every emoji is one), and what follows the last."""
    found: list[Term] = []
    before = ""
    for kind, letters in groupby(folded, kind_of):
        text = "".join(letters)
        if kind == "separator":
            before += text
            continue
        for piece in text if kind == "emoji" else (text,):
            found.append(Term(kind, piece, before))
            before = ""
    return found, before


@dataclass(frozen=True)
class Asked:
    """A word, phrase or prefix of an expression."""

    text: str
    prefix: bool = False

    def holds(self, texts: Sequence[str]) -> bool:
        """Whether one of the texts has its terms side by side, with the punctuation that was typed between them."""
        wanted, tail = terms_of(fold(self.text).strip(" "))
        return any(self._stands(wanted, tail, near) for text in texts for near in self._near(wanted, tail, text))

    @staticmethod
    def _near(wanted: list[Term], tail: str, text: str) -> Iterator[str]:
        """The parts of a text round each place of the first term, cut at spaces: only these are taken apart."""
        if not wanted:
            yield text
            return
        room = NEAR if len(wanted) > 1 else len(tail) + len(wanted[0].text)
        place = text.find(wanted[0].text)
        while place >= 0 and all(term.text in text for term in wanted):
            start = text.rfind(" ", 0, max(0, place - len(wanted[0].before)))
            end = text.find(" ", place + room)
            near = text[max(0, start) : end if end >= 0 else len(text)]
            if all(term.text in near for term in wanted):
                yield near
            place = text.find(wanted[0].text, place + 1)

    def _stands(self, wanted: list[Term], tail: str, text: str) -> bool:
        if not wanted:
            return tail in text
        terms, rest = terms_of(text)
        last = len(wanted) - 1
        for start in range(len(terms) - last):
            if wanted[0].text not in terms[start].text:
                continue
            here = terms[start : start + last + 1]
            after = terms[start + last + 1].before if start + last + 1 < len(terms) else rest
            pairs = enumerate(zip(wanted, here, strict=True))
            if (
                all(self._fits(one, term, number == 0, number == last) for number, (one, term) in pairs)
                and all(self._apart(*pair) for pair in zip(pairwise(wanted), pairwise(here), strict=True))
                and (not wanted[0].before or here[0].before.endswith(wanted[0].before))
                and (not tail or after.startswith(tail))
            ):
                return True
        return False

    def _fits(self, one: Term, term: Term, first: bool, last: bool) -> bool:
        """Words are whole (the last of a prefix only begins so); letters of n-gram scripts need no boundary."""
        if one.kind != term.kind:
            return False
        if one.kind != "ngram":
            begins = last and self.prefix and one.kind == "word"
            return term.text.startswith(one.text) if begins else term.text == one.text
        if first and last:
            return one.text in term.text
        return (term.text.endswith if first else term.text.startswith if last else term.text.__eq__)(one.text)

    @staticmethod
    def _apart(wanted: tuple[Term, Term], here: tuple[Term, Term]) -> bool:
        typed, stands = wanted[1].before, here[1].before
        if typed != " ":
            return typed == stands
        return bool(stands) or wanted[0].kind != wanted[1].kind


Rule = Callable[[Sequence[str]], bool]


def both(one: Rule, other: Rule) -> Rule:
    """``AND``."""
    return lambda texts: one(texts) and other(texts)


def either(one: Rule, other: Rule) -> Rule:
    """``OR``."""
    return lambda texts: one(texts) or other(texts)


def without(one: Rule, other: Rule) -> Rule:
    """``AND NOT``."""
    return lambda texts: one(texts) and not other(texts)


def answering(truth: Truth, rule: Rule) -> set[int]:
    """The ids of the messages for which an expression holds."""
    return {key for key, texts in truth.items() if rule(texts)}


# Sampling

HAN = r"[\u3400-\u4dbf\u4e00-\u9fff]"
KANA = r"[\u3040-\u30ff]"
CJK = r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\u0e01-\u0e5b]"
FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


@dataclass(frozen=True)
class Kind:
    """A kind of literal: where it begins (a pattern), and what of a place becomes the query."""

    name: str
    pattern: re.Pattern[str]
    cut: Callable[[random.Random, str], str]


def _kind(name: str, pattern: str, cut: Callable[[random.Random, str], str]) -> Kind:
    return Kind(name, re.compile(pattern), cut)


def whole(chance: random.Random, text: str) -> str:
    """All of it."""
    return text


def piece(shortest: int, longest: int) -> Callable[[random.Random, str], str]:
    """A piece of so many letters from anywhere in it."""

    def cut(chance: random.Random, text: str) -> str:
        size = min(chance.randint(shortest, longest), len(text))
        start = chance.randint(0, len(text) - size)
        return text[start : start + size]

    return cut


def across(chance: random.Random, text: str) -> str:
    """A piece across the first change between letters of ASCII and others."""
    at = next(at for at in range(1, len(text)) if text[at].isascii() != text[at - 1].isascii())
    return text[max(0, at - chance.randint(1, 4)) : at + chance.randint(1, 3)]


def disguised(chance: random.Random, text: str) -> str:
    """The same text by folding: full width, capitals, an accent, wider space."""
    way = chance.randrange(4)
    if way == 0:
        return text.translate(FULL_WIDTH)
    if way == 1:
        return text.upper()
    if way == 2:
        at = chance.randrange(len(text))
        return text[: at + 1] + chance.choice("\u0301\u0308\u0327") + text[at + 1 :]
    return text.replace(" ", chance.choice(("  ", "\u3000", "\n\t")))


KINDS = (
    _kind("identifier", r"\b(?=\w*[a-z])(?=\w*[_A-Z0-9])[A-Za-z_]\w{5,40}\b", whole),
    _kind("identifier piece", r"\b(?=\w*[a-z])(?=\w*[_A-Z0-9])[A-Za-z_]\w{5,40}\b", piece(3, 9)),
    _kind("path", r"[\w.~-]+(?:/[\w.-]+){1,6}", whole),
    _kind("path piece", r"[\w.~-]+(?:/[\w.-]+){1,6}", piece(4, 16)),
    _kind("chinese 1", HAN, whole),
    _kind("chinese 2", f"{HAN}{{2}}", whole),
    _kind("chinese 3", f"{HAN}{{3}}", whole),
    _kind("chinese 4", f"{HAN}{{4}}", whole),
    _kind("japanese", f"(?:{HAN}|{KANA})*{KANA}(?:{HAN}|{KANA})*", piece(1, 5)),
    _kind("korean", r"[\uac00-\ud7a3]+", piece(1, 4)),
    _kind("thai", r"[\u0e01-\u0e5b]+", piece(1, 5)),
    _kind("mixed script", rf"[A-Za-z0-9]+{CJK}+|{CJK}+[A-Za-z0-9]+", across),
    _kind("punctuation", r"\S{2,10}[^\w\s]\s?\S{1,10}", piece(3, 14)),
    _kind("across spaces", r"\w{2,12}(?:[ \n\t]+\w{2,12}){1,3}", piece(5, 24)),
    _kind("disguised", r"[A-Za-z]{4,12}(?: [A-Za-z]{3,9})?", disguised),
    _kind("accented", r"\w*[\u00c0-\u024f\uff01-\uff5e\u2460-\u24ff\ufb00-\ufb06]\w*", whole),
    _kind("emoji", r"[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f?", whole),
    _kind("number", r"\d{2,}(?:[.:,-]\d+)*", piece(2, 8)),
    _kind("short", r"[A-Za-z0-9]{2,}", piece(1, 2)),
    _kind("symbols", r"[^\w\s]{1,4}", whole),
)


def sampled(texts: Sequence[str], kind: Kind, count: int, chance: random.Random) -> list[str]:
    """Up to ``count`` different literals of one kind, each from a text chosen by chance."""
    found: dict[str, None] = {}
    for _ in range(count * 60):
        if len(found) >= count:
            break
        text = chance.choice(texts)
        window = text[(start := chance.randrange(len(text))) : start + 4_000]
        places = [match[0] for match in kind.pattern.finditer(window)]
        if places:
            query = kind.cut(chance, chance.choice(places))
            if fold(query).strip(" "):
                found[query] = None
    return list(found)


_PLAIN = re.compile(rf"(?<!\w)(?:[A-Za-z]{{3,12}}|{CJK}{{2,3}})(?!\w)|{CJK}{{2,3}}")
_PHRASE = re.compile(r"(?<!\w)\w{2,12}(?:[ .,:/_-]+\w{2,12}){1,3}(?!\w)")


def expressions(texts: Sequence[str], count: int, chance: random.Random) -> Iterator[tuple[str, str, Rule]]:
    """Yields up to ``count`` expressions of each form: its name, the query, and the rule it stands for."""
    for name in ("phrase", "prefix", "and", "or", "not", "nested"):
        made: set[str] = set()
        for _ in range(count * 60):
            if len(made) >= count:
                break
            text = chance.choice(texts)[:20_000]
            one = _expression(name, text, chance.choice(texts)[:20_000], chance)
            if one is not None and one[0] not in made:
                made.add(one[0])
                yield name, *one


def _expression(name: str, text: str, other: str, chance: random.Random) -> tuple[str, Rule] | None:
    words, phrases = _PLAIN.findall(text), _PHRASE.findall(text)
    elsewhere = _PLAIN.findall(other)
    if len(words) < 3 or not phrases or not elsewhere:
        return None
    a, b, c = chance.choice(words), chance.choice(words), chance.choice(elsewhere)
    phrase = chance.choice(phrases)
    if any(word in ("AND", "OR", "NOT") for word in (a, b, c)):
        return None
    start = a[: chance.randint(2, max(2, len(a) - 1))]
    one, two, three, quoted = Asked(a).holds, Asked(b).holds, Asked(c).holds, Asked(phrase).holds
    begun = Asked(start, prefix=True).holds
    narrowed = both(either(one, three), either(quoted, begun))
    return {
        "phrase": (f'"{phrase}"', quoted),
        "prefix": (f"{start}*", begun),
        "and": (f"{a} AND {b}", both(one, two)),
        "or": (f"{a} OR {c}", either(one, three)),
        "not": (f"{a} AND NOT {c}", without(one, three)),
        "nested": (f'({a} OR {c}) AND ("{phrase}" OR {start}*) NOT {b}', without(narrowed, two)),
    }[name]


# Comparing


@dataclass
class Account:
    """What became of the queries of one kind."""

    kind: str
    queries: int = 0
    hits: int = 0
    missed: int = 0
    extra: int = 0
    twice: int = 0
    cpu_ms: list[float] = field(default_factory=list)
    faults: list[tuple[str, list[int], list[int]]] = field(default_factory=list)

    @property
    def exact(self) -> bool:
        """Whether nothing was missed, nothing too many, nothing twice."""
        return not (self.missed or self.extra or self.twice)

    def compare(self, db: SessionDB, query: str, expected: set[int], *, match: str) -> None:
        """Asks the archive and counts how the answer differs from the one expected; times the first ten results."""
        started = time.process_time()
        db.search(query, per="message", match=match, roles=ROLES, limit=10)
        self.cpu_ms.append((time.process_time() - started) * 1_000)
        with mock.patch("hermes_state.search.answer.make_snippet", return_value=("", [])):  # ids alone are compared
            found = all_pages(db, query, match=match)
        self.queries += 1
        self.hits += len(expected)
        missed, extra = sorted(expected - set(found)), sorted(set(found) - expected)
        self.missed += len(missed)
        self.extra += len(extra)
        self.twice += len(found) - len(set(found))
        if missed or extra:
            self.faults.append((query, missed[:5], extra[:5]))


Question = tuple[str, str, str, Callable[[Truth], set[int]]]
"""Kind, query, ``match``, and what brute force answers."""


def questions(texts: Sequence[str], count: int, seed: int) -> list[Question]:
    """Queries of every kind, sampled from the texts: the same for the same seed."""
    chance = random.Random(seed)
    found: list[Question] = []
    for kind in KINDS:
        for query in sampled(texts, kind, count, chance):
            found.append((kind.name, query, "literal", lambda truth, query=query: holding(truth, query)))
    for name, query, rule in expressions(texts, count, chance):
        found.append((name, query, "auto", lambda truth, rule=rule: answering(truth, rule)))
    return found


def compared(db: SessionDB, truth: Truth, asked: Iterable[Question]) -> Iterator[Account]:
    """Yields the account of every kind, asked of one archive; the questions of a kind stand together."""
    for name, of_kind in groupby(asked, lambda question: question[0]):
        account = Account(name)
        for _, query, match, expected in of_kind:
            account.compare(db, query, expected(truth), match=match)
        yield account
