"""The units of a plain-word query: what each asks the index for, how rare it is and so how much it weighs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import log

from hermes_state.search.analysis import is_ngram_term, query_terms
from hermes_state.search.evaluate import find_spans, first_piece
from hermes_state.search.expressions import Proposal, leaf_proposal, quoted
from hermes_state.search.query import LITERAL_NGRAMS, Query
from hermes_state.search.query_tree import Leaf, Phrase, Prefix, Word
from hermes_state.store.connection import Connection

SMALL_ARCHIVE_MESSAGES = 1_000
"""Below this all terms weigh alike: frequencies say nothing yet."""

MAX_COUNTED = 2_000
"""Messages with a term that are counted, newest first."""

NEWEST_WITH = """
SELECT count(*), min(id)
FROM (SELECT rowid AS id FROM {table} WHERE {table} MATCH ? ORDER BY rowid DESC LIMIT ?)
"""

STOP_WORDS = frozenset(
    "a about after all also am an and any are as at be because been but by can could did do does doing for from get "
    "had has have he her here him his how i if in into is it its just like me more my no not of on or our out she so "
    "some such than that the their them then there these they this to up us was we were what when where which who "
    "why will with would you your".split()
)
"""English words that carry no topic; in a query of nothing else they count."""

STOP_PAIRS = frozenset(
    "什么 为什 怎么 么样 如何 我们 你们 他们 们的 这个 那个 一个 哪个 哪里 可以 没有 是不 不是 的时 时候 "
    "因为 所以 但是 如果 还是 或者 以及 什麼 為什 怎麼 麼樣 我們 這個 那個 一個 沒有 "
    "です ます した まし から まで とい いう ない これ それ あの どう して いる する とは った "
    "습니 니다 어떻 떻게 무엇 에서 으로".split()
)
"""Pairs of letters that carry no topic in Chinese, Japanese or Korean questions, within a sentence of others."""

ABSENT_PAIR_SHARE = 0.5
"""What a pair of letters of a sentence counts that occurs nowhere: most lie across the border of two words."""

GRAMMAR_SHARE = 0.3
"""What a pair with a letter of hiragana counts: in a Japanese sentence it is mostly grammar."""

_HIRAGANA = re.compile("[\u3041-\u309f]")
_POSSESSIVE = re.compile(r"(\w+)['’]s")
"""An English word whose ending says nothing: ``Sarah's`` asks for ``Sarah``."""


class Unit:
    """One thing to find: a word, a phrase, a prefix, or a pair of letters of an n-gram script.

    ``proposals`` are what each index is asked, ``frequency`` in how many messages it stands (at most),
    ``weight`` how much finding it counts. ``alternatives`` are the longer words or close spellings that
    stand for a word that occurs nowhere; ``rung`` says which (``part``, ``spelling``). ``is_pair`` tells
    whether it is a pair of letters out of a longer run of an n-gram script.
    """

    __slots__ = ("alternatives", "frequency", "is_pair", "label", "leaf", "proposals", "rung", "weight")

    def __init__(
        self,
        leaf: Leaf,
        proposals: Mapping[str, Proposal],
        frequency: int,
        weight: float = 0.0,
        rung: str | None = None,
        alternatives: tuple[Leaf, ...] = (),
        label: str = "",
        is_pair: bool = False,
    ) -> None:
        self.leaf = leaf
        self.proposals = proposals
        self.frequency = frequency
        self.weight = weight
        self.rung = rung
        self.alternatives = alternatives
        self.label = label
        self.is_pair = is_pair

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where the unit stands in a folded text."""
        if not self.alternatives:
            return find_spans(self.leaf, text, limit=50) if self.leaf_may_stand(text) else []
        standing = (leaf for leaf in self.alternatives if leaf.folded in text)  # one in a hundred does
        return sorted({span for leaf in standing for span in find_spans(leaf, text, limit=50)})

    @property
    def is_told(self) -> bool:
        """Whether the indexes alone tell where it stands."""
        return all(proposal.exact for proposal in self.proposals.values())

    def pieces(self, terms: Collection[str]) -> list[str]:
        """Folded pieces of which one stands wherever the unit does, in texts that hold these terms."""
        if not self.alternatives:
            return [first_piece(self.leaf)]
        return [
            leaf.folded
            for leaf in self.alternatives
            if leaf.folded in terms or not isinstance(leaf, Word) or is_ngram_term(leaf.folded)
        ]

    def leaf_may_stand(self, text: str) -> bool:
        """A quick look: whether the first piece of the unit is in the text at all."""
        return self.leaf.folded.split(" ", 1)[0] in text

    def needles(self) -> list[str]:
        """The folded pieces to mark in a snippet."""
        return [leaf.folded for leaf in self.alternatives or (self.leaf,)]


def units_of(
    connection: Connection,
    query_leaves: Iterable[Leaf],
    tables: Sequence[str],
    *,
    usable_index: bool = True,
    occurs: Callable[[str], bool] = lambda term: False,
) -> list[Unit]:
    """The units of the query's leaves, weighed; a sentence of an n-gram script becomes its pairs of letters.

    Without a usable index nothing is known of frequencies, and all weigh alike. ``occurs`` tells whether a term
    stands in text that is not indexed.
    """
    units: list[Unit] = []
    for leaf in query_leaves:
        parts = _parts(leaf)
        for part in parts:
            proposals = proposals_of(part, tables) if usable_index else {}
            frequency = frequency_of(connection, part, tables) if usable_index else 0
            units.append(Unit(part, proposals, frequency, label=leaf.text, is_pair=len(parts) > 1))
    weigh(units, _messages(connection) if usable_index else 0)
    for unit in units:
        if unit.is_pair and _HIRAGANA.search(unit.leaf.folded):
            unit.weight *= GRAMMAR_SHARE
        if unit.is_pair and usable_index and not unit.frequency and not occurs(unit.leaf.folded):
            unit.weight *= ABSENT_PAIR_SHARE
    return units


def proposals_of(leaf: Leaf, tables: Sequence[str]) -> dict[str, Proposal]:
    """What each index is asked for a leaf; one that can tell nothing of it is left out."""
    asked = ((table, leaf_proposal(leaf, table)) for table in tables)
    return {table: proposal for table, proposal in asked if proposal is not None}


def _parts(leaf: Leaf) -> list[Leaf]:
    if isinstance(leaf, Word) and len(leaf.folded) > LITERAL_NGRAMS and is_ngram_term(leaf.folded):
        return [Word(term, term) for term, _ in dict.fromkeys(query_terms(leaf.folded, last=True))]
    owner = _POSSESSIVE.fullmatch(leaf.folded) if isinstance(leaf, Phrase) else None
    return [leaf if owner is None else Word(leaf.text, owner[1])]


def frequency_of(connection: Connection, leaf: Leaf, tables: Sequence[str]) -> int:
    """In how many messages a leaf can stand at most: the frequency of its rarest whole term."""
    if isinstance(leaf, Prefix):
        return -1
    whole = [term for term, is_prefix in query_terms(leaf.folded, last=True) if not is_prefix]
    if not whole:
        return -1
    return min(term_frequency(connection, term, tables) for term in whole)


def term_frequency(connection: Connection, term: str, tables: Sequence[str]) -> int:
    """In how many sealed messages a term stands; one with dialog and work text may count twice.

    Beyond ``MAX_COUNTED`` it is estimated from how close together the newest of them lie.
    """
    return sum(_frequency_in(connection, quoted(term), table) for table in tables)


def _frequency_in(connection: Connection, expression: str, table: str) -> int:
    sql = NEWEST_WITH.format(table=table)
    count, oldest = connection.row(sql, (expression, MAX_COUNTED)) or (0, None)
    if count < MAX_COUNTED:
        return int(count)
    newest = _messages(connection)
    return max(int(count), int(count * newest / max(newest - oldest, 1)))


def _messages(connection: Connection) -> int:
    return int(connection.value("SELECT coalesce(max(id), 0) FROM message"))


def weigh(units: Sequence[Unit], messages: int) -> None:
    """Gives every unit its weight: its inverse document frequency (Robertson and Spärck Jones 1976).

    Stop words weigh nothing unless there is nothing else; a unit that occurs nowhere weighs like the
    rarest that does.
    """
    words = [unit for unit in units if not _is_stop(unit)] or list(units)
    for unit in units:
        unit.weight = 0.0
    small = messages < SMALL_ARCHIVE_MESSAGES
    for unit in words:
        frequency = max(unit.frequency, 0) if unit.frequency >= 0 else messages // 50
        unit.weight = 1.0 if small else log(1 + (messages - min(frequency, messages) + 0.5) / (frequency + 0.5))
    if not small:
        occurring = [unit.weight for unit in words if unit.frequency]
        ceiling = max(occurring, default=1.0)
        for unit in words:
            unit.weight = min(unit.weight, ceiling)


def _is_stop(unit: Unit) -> bool:
    return unit.leaf.folded in (STOP_PAIRS if unit.is_pair else STOP_WORDS)


def literal_leaves(query: Query) -> list[Leaf]:
    """What a literal that stands nowhere is looked for as: its words and pairs of letters, apart."""
    return [
        Word(term, term) for term, is_prefix in dict.fromkeys(query_terms(query.folded, last=True)) if not is_prefix
    ]
