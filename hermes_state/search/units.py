"""The units of a plain-word query: its words and pairs of letters, and what each asks the indexes for."""

# Annotations are evaluated here: a named tuple compiles each one that is text, which a start would pay for.

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from hermes_state.search.analysis import is_ngram_term, kind_of, query_terms, runs
from hermes_state.search.evaluate import find_spans, first_piece
from hermes_state.search.expressions import Proposal, leaf_proposal, quoted
from hermes_state.search.query import Query
from hermes_state.search.query_tree import Leaf, Prefix, Word
from hermes_state.search.weighing import (
    PARTICLES,
    SMALL_ARCHIVE_MESSAGES,
    STOP_WORDS,
    frequencies_of,
    messages_in,
    term_frequency,
    weighed,
)
from hermes_state.search.weights import WEIGHTS
from hermes_state.store.connection import Connection
from hermes_state.store.index_functions import MOST

ABSENT_PAIR_SHARE = 0.3
"""What a pair of letters counts that occurs nowhere: most lie across the border of two words."""

SMALL_ABSENT_PAIR_SHARE = 0.5
"""The same in a small archive, which lacks many words."""

GRAMMAR_SHARE = 0.3
"""What a pair with a letter of hiragana counts: in a Japanese sentence it is mostly grammar."""

NAME_SHARE = 0.3
"""What a word counts that an identifier is made of, beside the identifier."""

MIN_NAME_CHARS = 3
"""Shorter pieces of identifiers stand everywhere."""

DATE_SHARE = 0.3
"""What the words of a date count as words: a conversation's time says more (``dates``)."""

ALL_TABLES = ("dialog", "work")

NO_FREQUENCIES: Mapping[str, int] = {}


class Unit(NamedTuple):
    """One thing to find: a term, with the other forms of it (``variants``) that count less.

    ``proposals`` are what each index is asked, ``frequencies`` in how many of its messages that stands (at most; -1:
    not known), ``frequency`` in how many of all, loose ones included (0 where no index may be asked), ``standing`` in
    how many with it in their dialog, if that is asked: in tool output the words of a question stand for other reasons
    than that it was talked about. ``weight`` is how much finding it counts for whether a conversation answers,
    ``power`` for its score: words that carry no topic, and what only ``supports``, have no weight. ``share`` is the
    part of a whole word that it counts. ``alternatives`` are the longer words or close spellings that stand for a
    word; ``rung`` says which (``part``, ``spelling``). ``clause`` numbers the word of the query, as typed, that it is
    of (``label``). ``is_pair`` tells whether it is of a run of letters of an n-gram script.
    """

    leaf: Leaf
    proposals: Mapping[str, Proposal]
    frequency: int
    weight: float = 0.0
    rung: str | None = None
    alternatives: tuple[Leaf, ...] = ()
    label: str = ""
    is_pair: bool = False
    power: float = 0.0
    clause: int = 0
    variants: tuple[Leaf, ...] = ()
    share: float = 1.0
    supports: bool = False
    frequencies: Mapping[str, int] = NO_FREQUENCIES
    standing: int | None = None

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """All that stands for it, the exact form first."""
        return self.alternatives or (self.leaf, *self.variants)

    @property
    def form_weight(self) -> float:
        """What another than the first of its leaves counts beside that."""
        return 1.0 if self.alternatives else WEIGHTS.variant

    def frequency_in(self, table: str) -> int:
        """In how many messages of an index it stands; -1: not known."""
        return self.frequencies.get(table, self.frequency)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where the unit stands in a folded text."""
        standing = [leaf for leaf in self.leaves if leaf.folded.split(" ", 1)[0] in text]
        if len(standing) == 1:
            found = find_spans(standing[0], text, limit=MOST)
        else:
            found = sorted({span for leaf in standing for span in find_spans(leaf, text, limit=MOST)})
        if self.is_pair and len(self.leaf.folded) == 1:  # as the index has it: the letter that ends a run
            return [span for span in found if span[1] == len(text) or kind_of(text[span[1]]) != "ngram"]
        return found

    def times(self, text: str) -> float:
        """How often it stands in a folded text, in another form counted less."""
        every = len(self.spans(text))
        if len(self.leaves) == 1 or not every:
            return float(every)
        first = len(find_spans(self.leaves[0], text, limit=MOST))
        return first + self.form_weight * (every - first)

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


class Surroundings(NamedTuple):
    """What is known of an archive beside its indexes: the other forms of a word that occur, in how many loose messages
    a leaf stands (in their dialog, in their work), and whether a leaf of the query is of a date."""

    forms: Callable[[str], Sequence[str]] = lambda word: ()
    loose: Callable[[Sequence[Leaf]], Mapping[str, int]] = lambda leaves: NO_FREQUENCIES
    dated: Callable[[Leaf], bool] = lambda leaf: False


def units_of(
    connection: Connection,
    query_leaves: Iterable[Leaf],
    tables: Sequence[str],
    known: Surroundings,
    *,
    usable_index: bool = True,
) -> list[Unit]:
    """The units of the query's leaves, weighed: each term of a phrase, each pair of letters of an n-gram script.

    Without a usable index nothing is known of frequencies, and all weigh alike.
    """
    messages = messages_in(connection) if usable_index else 0
    units: dict[Leaf, Unit] = {}
    given = list(query_leaves)
    for number, leaf in enumerate(given):
        of_date = known.dated(leaf)
        parts = _parts(leaf, is_last=number == len(given) - 1, is_only=len(given) == 1)
        asked = [_asked(connection, part, tables, known, messages) for part in parts] if usable_index else parts
        if (names := _names_in(leaf)) and usable_index:
            within = [_asked(connection, Unit(name, {}, 0), tables, known, messages) for name in names]
            occurs = any(unit.frequency for unit in asked) or term_frequency(connection, leaf.folded, ALL_TABLES) > 0
            asked = _with_names(asked, within, occurs=occurs)
        for unit in asked:
            if unit.leaf in units:
                continue
            if unit.is_pair and usable_index and not unit.frequency:
                absent = SMALL_ABSENT_PAIR_SHARE if messages < SMALL_ARCHIVE_MESSAGES else ABSENT_PAIR_SHARE
                unit = unit._replace(share=unit.share * absent)
            if of_date:
                unit = unit._replace(share=unit.share * DATE_SHARE, supports=True)
            units[unit.leaf] = unit._replace(label=_label(leaf.text), clause=number)
    return weighed(list(units.values()), messages)


def _names_in(leaf: Leaf) -> list[Word]:
    """The words that an identifier is made of: ``parse``, ``session`` of ``parse_session`` and ``parseSession``."""
    if not isinstance(leaf, Word) or not leaf.folded.isascii():
        return []
    pieces = [piece for typed in _label(leaf.text).split("_") for piece in _capitals(typed)]
    names = [Word(piece, piece) for piece in map(str.lower, pieces) if len(piece) >= MIN_NAME_CHARS]
    return names if len(pieces) > 1 else []


def _capitals(typed: str) -> list[str]:
    """The pieces of a word that begin with a capital behind a small letter."""
    starts = [0, *(at for at in range(1, len(typed)) if typed[at].isupper() and typed[at - 1].islower()), len(typed)]
    return [typed[start:end] for start, end in pairwise(starts) if start < end]


def _with_names(whole: Sequence[Unit], names: Sequence[Unit], *, occurs: bool) -> list[Unit]:
    """An identifier with the words that it is made of: these only support it, or stand for it if it occurs nowhere."""
    if occurs:
        return [*whole, *(name._replace(share=NAME_SHARE, supports=True) for name in names)]
    if not any(name.frequency for name in names):
        return list(whole)
    return [name._replace(share=1 / len(names)) for name in names]


def _asked(connection: Connection, unit: Unit, tables: Sequence[str], known: Surroundings, messages: int) -> Unit:
    """The unit with what the indexes are asked for it, and how often it stands in the archive."""
    has_forms = isinstance(unit.leaf, Word) and not unit.is_pair and unit.leaf.folded not in STOP_WORDS
    variants = tuple(Word(form, form) for form in known.forms(unit.leaf.folded)) if has_forms else ()
    proposals = proposals_of(unit.leaf, tables, variants)
    if unit.is_pair and len(unit.leaf.folded) == 1:
        proposals = {table: Proposal(quoted(unit.leaf.folded), True) for table in tables}
    frequencies = frequencies_of(connection, proposals, messages)
    loose = known.loose((unit.leaf, *variants))
    every = {table: -1 if count < 0 else count + loose.get(table, 0) for table, count in frequencies.items()}
    frequency = -1 if -1 in every.values() else sum(every.values())
    standing = every.get("dialog") or frequency
    return unit._replace(
        variants=variants, proposals=proposals, frequencies=frequencies, frequency=frequency, standing=standing
    )


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


def _parts(leaf: Leaf, *, is_last: bool, is_only: bool) -> list[Unit]:
    """The terms of a leaf, each with what it counts; the letter that ends a run of several words only supports."""
    if isinstance(leaf, Prefix):
        return [Unit(leaf, {}, 0)]
    parts: list[Unit] = []
    for run in runs(leaf.folded):
        piece = leaf.folded[run.start : run.end]
        if run.kind == "ngram" and len(piece) == 1 and not is_only and not _is_word(piece):
            parts.append(_lone(piece, 1.0))
        elif run.kind == "ngram" and len(piece) > 1:
            parts += _pairs(piece)
            if not is_last or run.end < len(leaf.folded):
                parts.append(_lone(piece[-1], _even_share(piece)))
        else:
            for term, is_prefix in query_terms(piece, last=True):
                parts.append(Unit((Prefix if is_prefix else Word)(term, term), {}, 0))
    return parts


def _pairs(run: str) -> list[Unit]:
    """The pairs of letters of a run of an n-gram script."""
    units = []
    for at in range(len(run) - 1):
        pair = run[at : at + 2]
        share = _even_share(run)
        if at and at == len(run) - 2 and "\uac00" <= pair[0] <= "\ud7a3":
            share *= WEIGHTS.ending
        if any("\u3041" <= letter <= "\u309f" for letter in pair):
            share *= GRAMMAR_SHARE
        units.append(Unit(Word(pair, pair), {}, 0, share=share, is_pair=True))
    return units


def _is_word(letter: str) -> bool:
    """Whether a letter by itself is a word, as a Chinese character is that is no particle."""
    return "\u4e00" <= letter <= "\u9fff" and letter not in PARTICLES


def _lone(letter: str, share: float) -> Unit:
    return Unit(Word(letter, letter), {}, 0, share=share * WEIGHTS.lone, is_pair=True, supports=True)


def _even_share(run: str) -> float:
    return float((len(run) - 1) ** -WEIGHTS.run)


def _label(typed: str) -> str:
    """A word as typed, without the punctuation of the sentence round it."""
    start, end = 0, len(typed)
    while start < end and kind_of(typed[start]) == "separator":
        start += 1
    while end > start and kind_of(typed[end - 1]) == "separator":
        end -= 1
    return typed[start:end] or typed


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


def literal_leaves(query: Query) -> list[Leaf]:
    """What a literal that stands nowhere is looked for as: its words and pairs of letters, apart."""
    return [
        Word(term, term) for term, is_prefix in dict.fromkeys(query_terms(query.folded, last=True)) if not is_prefix
    ]
