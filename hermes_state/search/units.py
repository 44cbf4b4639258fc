"""The units of a plain-word query: what each asks the index for, how rare it is and so how much it weighs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from math import log

from hermes_state.search.analysis import is_ngram_term, query_terms, runs
from hermes_state.search.evaluate import find_spans, first_piece
from hermes_state.search.expressions import Proposal, leaf_proposal, quoted
from hermes_state.search.query import Query
from hermes_state.search.query_tree import Leaf, Prefix, Word
from hermes_state.search.weights import WEIGHTS
from hermes_state.search.words import ASKING_WORDS, STOP_PAIRS, STOP_WORDS
from hermes_state.store.connection import Connection

SMALL_ARCHIVE_MESSAGES = 100
"""Below this all terms count alike for how much of a query was found: frequencies say little yet."""

RARE = 400
"""A word that stands in one message of so many is rare: what occurs nowhere weighs as much at least."""

MAX_COUNTED = 2_000
"""Messages with a term that are counted, newest first."""

NEWEST_WITH = """
SELECT count(*), min(id)
FROM (SELECT rowid AS id FROM {table} WHERE {table} MATCH ? ORDER BY rowid DESC LIMIT ?)
"""

ABSENT_PAIR_SHARE = 0.3
"""What a pair of letters counts that occurs nowhere: most lie across the border of two words."""

SMALL_ABSENT_PAIR_SHARE = 0.5
"""The same in a small archive, which lacks many words."""

GRAMMAR_SHARE = 0.3
"""What a pair with a letter of hiragana counts: in a Japanese sentence it is mostly grammar."""

DATE_SHARE = 0.3
"""What the words of a date count as words: a conversation's time says more (``dates``)."""


class Unit:
    """One thing to find: a term, with the other forms of it (``variants``) that count less.

    ``proposals`` are what each index is asked, ``frequency`` in how many messages it stands (at most; -1: not known),
    ``frequencies`` the same for each index. ``weight`` is how much finding it counts for whether a conversation
    answers, ``power`` for its score: words that carry no topic, and what only ``supports``, have no weight. ``share``
    is the part of a whole word that it counts.
    ``alternatives`` are the longer words or close spellings that stand for a word;
    ``rung`` says which (``part``, ``spelling``). ``clause`` numbers the word of the query, as typed, that it is of
    (``label``). ``is_pair`` tells whether it is a pair of letters out of a run of an n-gram script.
    """

    __slots__ = (
        "alternatives", "clause", "frequencies", "frequency", "is_pair", "label", "leaf", "power", "proposals",
        "rung", "share", "supports", "variants", "weight",
    )  # fmt: skip

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
        *,
        power: float | None = None,
        clause: int = 0,
        variants: tuple[Leaf, ...] = (),
        share: float = 1.0,
        supports: bool = False,
        frequencies: Mapping[str, int] | None = None,
    ) -> None:
        self.leaf = leaf
        self.proposals = proposals
        self.frequency = frequency
        self.weight = weight
        self.power = weight if power is None else power
        self.rung = rung
        self.alternatives = alternatives
        self.label = label
        self.is_pair = is_pair
        self.clause = clause
        self.variants = variants
        self.share = share
        self.supports = supports
        self.frequencies = frequencies or {}

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """All that stands for it, the exact form first."""
        return self.alternatives or (self.leaf, *self.variants)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where the unit stands in a folded text."""
        standing = [leaf for leaf in self.leaves if leaf.folded.split(" ", 1)[0] in text]
        if len(standing) == 1:
            return find_spans(standing[0], text, limit=50)
        return sorted({span for leaf in standing for span in find_spans(leaf, text, limit=50)})

    def occurrences(self, text: str) -> tuple[int, int]:
        """How often it stands in a folded text: in the form asked for, and in another."""
        exact = len(find_spans(self.leaf, text, limit=50)) if not self.alternatives else 0
        return exact, len(self.spans(text)) - exact

    @property
    def is_told(self) -> bool:
        """Whether the indexes alone tell where it stands."""
        return all(proposal.exact for proposal in self.proposals.values())

    def pieces(self, terms: Collection[str]) -> list[str]:
        """Folded pieces of which one stands wherever the unit does, in texts that hold these terms."""
        if not self.alternatives:
            return [first_piece(leaf) for leaf in self.leaves]
        return [
            leaf.folded
            for leaf in self.alternatives
            if leaf.folded in terms or not isinstance(leaf, Word) or is_ngram_term(leaf.folded)
        ]

    def needles(self) -> list[str]:
        """The folded pieces to mark in a snippet."""
        return [leaf.folded for leaf in self.leaves]


Dictionary = Callable[[str], Sequence[str]]
"""Gives the other forms of a word that occur."""


def units_of(
    connection: Connection,
    query_leaves: Iterable[Leaf],
    tables: Sequence[str],
    *,
    usable_index: bool = True,
    occurs: Callable[[str], bool] = lambda term: False,
    variants: Dictionary = lambda word: (),
    dated: Callable[[Leaf], bool] = lambda leaf: False,
) -> list[Unit]:
    """The units of the query's leaves, weighed: each term of a phrase, each pair of letters of an n-gram script.

    Without a usable index nothing is known of frequencies, and all weigh alike. ``occurs`` tells whether a term
    stands in text that is not indexed, ``dated`` whether a leaf is of a date.
    """
    messages = messages_in(connection) if usable_index else 0
    units: dict[Leaf, Unit] = {}
    given = list(query_leaves)
    for number, leaf in enumerate(given):
        for part, share, is_pair in _parts(leaf, number == len(given) - 1, len(given) == 1):
            if part in units:
                continue
            lone = is_pair and len(part.folded) == 1
            has_forms = isinstance(part, Word) and not is_pair and part.folded not in STOP_WORDS
            others = tuple(Word(form, form) for form in variants(part.folded)) if has_forms else ()
            proposals = proposals_of(part, tables, others) if usable_index else {}
            if lone and usable_index:
                proposals = {table: Proposal(quoted(part.folded), True) for table in tables}
            frequencies = frequencies_of(connection, proposals, messages) if usable_index else {}
            frequency = -1 if -1 in frequencies.values() else sum(frequencies.values())
            if is_pair and usable_index and not frequency and not occurs(part.folded):
                share *= SMALL_ABSENT_PAIR_SHARE if messages < SMALL_ARCHIVE_MESSAGES else ABSENT_PAIR_SHARE
            of_date = dated(leaf)
            units[part] = Unit(
                part,
                proposals,
                frequency,
                label=leaf.text,
                is_pair=is_pair,
                clause=number,
                variants=others,
                share=share * DATE_SHARE if of_date else share,
                supports=of_date or lone,
                frequencies=frequencies,
            )
    found = list(units.values())
    weigh(found, messages)
    return found


def proposals_of(leaf: Leaf, tables: Sequence[str], variants: Sequence[Leaf] = ()) -> dict[str, Proposal]:
    """What each index is asked for a leaf, its exact form first; one that can tell nothing of it is left out."""
    asked: dict[str, Proposal] = {}
    for table in tables:
        proposal = leaf_proposal(leaf, table)
        if proposal is not None and variants:
            expression = " OR ".join([proposal.expression, *(quoted(one.folded) for one in variants)])
            proposal = Proposal(expression, proposal.exact)
        if proposal is not None:
            asked[table] = proposal
    return asked


def _parts(leaf: Leaf, is_last: bool, is_only: bool) -> list[tuple[Leaf, float, bool]]:
    """The terms of a leaf, each with what it counts and whether it is of a run of letters of an n-gram script."""
    if isinstance(leaf, Prefix):
        return [(leaf, 1.0, False)]
    parts: list[tuple[Leaf, float, bool]] = []
    for run in runs(leaf.folded):
        piece = leaf.folded[run.start : run.end]
        if run.kind == "ngram" and len(piece) == 1 and not is_only:
            parts.append((Word(piece, piece), WEIGHTS.lone, True))
            continue
        if run.kind != "ngram" or len(piece) == 1:
            for term, is_prefix in query_terms(piece, last=True):
                parts.append(((Prefix if is_prefix else Word)(term, term), 1.0, False))
            continue
        pairs = [piece[at : at + 2] for at in range(len(piece) - 1)]
        even = len(pairs) ** -WEIGHTS.run
        for at, pair in enumerate(pairs):
            share = even
            if at and at == len(pairs) - 1 and "\uac00" <= pair[0] <= "\ud7a3":
                share *= WEIGHTS.ending
            if any("\u3041" <= letter <= "\u309f" for letter in pair):
                share *= GRAMMAR_SHARE
            parts.append((Word(pair, pair), share, True))
        if not is_last or run.end < len(leaf.folded):
            parts.append((Word(piece[-1], piece[-1]), even * WEIGHTS.lone, True))
    return parts


def frequencies_of(connection: Connection, proposals: Mapping[str, Proposal], messages: int) -> dict[str, int]:
    """In how many sealed messages of each index something stands, by what that is asked for it; -1: not known.

    Beyond ``MAX_COUNTED`` it is estimated from how close together the newest of them lie.
    """
    return {
        table: _frequency_in(connection, proposal.expression, table, messages)
        if proposal.exact and "*" not in proposal.expression
        else -1
        for table, proposal in proposals.items()
    }


def term_frequency(connection: Connection, term: str, tables: Sequence[str]) -> int:
    """In how many sealed messages a term stands."""
    messages = messages_in(connection)
    return sum(_frequency_in(connection, quoted(term), table, messages) for table in tables)


def _frequency_in(connection: Connection, expression: str, table: str, messages: int) -> int:
    sql = NEWEST_WITH.format(table=table)
    count, oldest = connection.row(sql, (expression, MAX_COUNTED)) or (0, None)
    if count < MAX_COUNTED:
        return int(count)
    return max(int(count), int(count * messages / max(messages - oldest, 1)))


def messages_in(connection: Connection) -> int:
    """How many messages the archive has had: the highest id."""
    return int(connection.value("SELECT coalesce(max(id), 0) FROM message"))


def weigh(units: Sequence[Unit], messages: int) -> None:
    """Gives every unit its weight and power, from its inverse document frequency (Robertson and Spärck Jones 1976).

    Stop words and what only supports weigh nothing unless there is nothing else; a unit that occurs nowhere weighs
    like the rarest that does.
    """
    words = [unit for unit in units if not _is_stop(unit)]
    topical = [unit for unit in words if not unit.supports] or words or units
    small = messages < SMALL_ARCHIVE_MESSAGES
    for unit in units:
        # In tool output the words of a question stand for other reasons than that it was talked about.
        frequency = unit.frequencies.get("dialog") or unit.frequency
        frequency = frequency if frequency >= 0 else messages // 50
        idf = log(1 + (max(messages - frequency, 0) + 0.5) / (frequency + 0.5)) ** WEIGHTS.rarity
        share = unit.share * (WEIGHTS.asking if unit.leaf.folded in ASKING_WORDS else 1.0)
        unit.power = idf * share * (WEIGHTS.stop if words and _is_stop(unit) else 1.0)
        unit.weight = 0.0
    rare = log(1 + RARE) ** WEIGHTS.rarity
    ceiling = max((unit.power / unit.share for unit in topical if unit.frequency), default=rare)
    for unit in topical:
        most = ceiling if unit.is_pair else max(ceiling, rare)
        unit.weight = unit.share if small else min(unit.power, most * unit.share)


def adjacent_pairs(units: Sequence[Unit]) -> list[tuple[Unit, Unit, float]]:
    """Each two neighbouring words of the query, with what it counts that they stand together.

    Pairs of letters of one run overlap and say nothing of their order.
    """
    return [
        (one, other, min(one.power, other.power))
        for one, other in pairwise(units)
        if isinstance(one.leaf, Word)
        and isinstance(other.leaf, Word)
        and (one.weight or other.weight)
        and one.power
        and other.power
        and not (one.is_pair and other.is_pair)
        and not (one.alternatives or other.alternatives)
    ]


def _is_stop(unit: Unit) -> bool:
    return unit.leaf.folded in (STOP_PAIRS if unit.is_pair else STOP_WORDS)


def literal_leaves(query: Query) -> list[Leaf]:
    """What a literal that stands nowhere is looked for as: its words and pairs of letters, apart."""
    return [
        Word(term, term) for term, is_prefix in dict.fromkeys(query_terms(query.folded, last=True)) if not is_prefix
    ]
