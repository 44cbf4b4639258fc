"""What plain words find: ranked conversations and messages, titles and ids, longer words and close spellings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from hermes_state.search import titles
from hermes_state.search.asked import asked_units, expanded_units
from hermes_state.search.query_tree import Leaf
from hermes_state.search.question import Item, Question
from hermes_state.search.ranked import (
    CONFIDENT_SHARE,
    IN_DIALOG,
    ONLY_WITH_WORK,
    WEAK,
    RankedConversation,
    RankedSearch,
)
from hermes_state.search.scope import Scope
from hermes_state.search.titles import TitleHit
from hermes_state.search.units import Unit
from hermes_state.search.weights import WEIGHTS

EXPANDED_NEEDED = 0.6
"""The share of a query that is needed where longer words and close spellings stand in for some of it."""

EXPANDED, WEAK_WORK, FILLING = WEAK - 0.5, WEAK + 1, WEAK + 2
"""Where longer words and close spellings come: before what is weak if a word of the query occurs nowhere, else last;
weak tool output comes behind weak dialog."""

LITTLE = 3
"""Conversations in the dialog with half of what was asked; with fewer, tool output comes before what holds less."""

FOUND_SHARE = 0.5
"""The share of a word of several terms that must be there for it to count as found."""

TITLE_ONLY_SCORE = 0.75
"""What a conversation counts of which only the title answers, all of the query in it."""

TITLE_STRENGTH = 0.05
"""What it adds that a query is the beginning (twice) or the whole (thrice) of a title, not just in it (once)."""


def word_items(question: Question, wanted: int) -> list[Item]:
    """The conversations for plain words: as asked, by id, and what longer words and close spellings add.

    These are asked where the page is not full, or has what is weak while a word of the query occurs nowhere: then they
    come before that.
    """
    clauses = question.query.clauses
    items = ranked_items(question, clauses, wanted)
    if len(items) < wanted and not question.scope.shown_roots:
        ids = _id_items(question, items)
        items = ids + [item for item in items if item.root not in {one.root for one in ids}]
    is_full, has_weak = len(items) >= wanted, any(item.weak for item in items)
    if question.as_asked or (is_full and not has_weak):
        return items[:wanted]
    if not _misses_word(question, clauses):
        more = [] if is_full else expanded_items(question, clauses, wanted, EXPANDED_NEEDED, _roots(items))
        return _joined(items, _at(more, FILLING))[:wanted]
    strong = [item for item in items if not item.weak]
    if is_full and not any(item.tier for item in items):  # there may be more behind those that hold less
        strong = _ranked(question, clauses, question.scope, wanted, None).strong(wanted)
    more = expanded_items(question, clauses, wanted, EXPANDED_NEEDED, _roots(strong)) if len(strong) < wanted else []
    return _joined(strong, _at(more, EXPANDED), items)[:wanted] if more else items[:wanted]


def ranked_items(question: Question, asked: Sequence[Leaf], wanted: int, share: float | None = None) -> list[Item]:
    """The conversations that hold ``share`` of these words by weight (or what is needed).

    Where no role was named, tool output is asked as well where the dialog has ``LITTLE`` that holds half of the
    question: what does so there comes behind, and before what holds less. It also fills the page up; sorted by time, it
    comes behind the dialog as well.
    """
    found = _ranked(question, asked, question.scope, wanted, share)
    is_full, by_time = len(found.items) >= wanted, question.sort != "relevance"
    if not question.goes_on_to_work or (is_full and (by_time or not _has_little(question, asked, found))):
        return found.items
    strong = found.items if by_time else found.strong(wanted)
    whole = _ranked(question, asked, question.whole_scope, wanted, share, _roots(strong))
    if by_time or not whole.work_tells or not _has_little(question, asked, found):
        return _joined(found.items, _at(whole.items, WEAK_WORK))[:wanted]
    answers = [item for item in whole.items if item.tier == ONLY_WITH_WORK]
    less = [*_at([item for item in found.items if item.weak], WEAK), *_at(whole.items, WEAK_WORK, besides=answers)]
    return _joined(strong, answers, less)[:wanted]


def _has_little(question: Question, asked: Sequence[Leaf], found: Ranked) -> bool:
    """Whether fewer than ``LITTLE`` conversations hold half of the question in the dialog, those on earlier pages
    included."""
    if found.strong_count >= LITTLE or not question.scope.shown_roots:
        return found.strong_count < LITTLE
    every = question.scope._replace(shown_roots=())
    return _ranked(question, asked, every, LITTLE, CONFIDENT_SHARE).strong_count < LITTLE


def _misses_word(question: Question, asked: Sequence[Leaf]) -> bool:
    """Whether a word of the query occurs nowhere, pairs of letters apart."""
    units = asked_units(question, asked, question.whole_scope)
    return any(unit.weight and not unit.frequency and not unit.is_pair for unit in units)


def _roots(items: Iterable[Item]) -> tuple[int, ...]:
    return tuple(item.root for item in items)


def _at(items: Iterable[Item], tier: float, besides: Collection[Item] = ()) -> list[Item]:
    """The items, to come in this order of tiers."""
    found = [item for item in items if item not in besides]
    for item in found:
        item.tier = tier
    return found


def _joined(*lists: Iterable[Item]) -> list[Item]:
    """The items of all lists, each conversation once, where it comes first."""
    found: dict[int, Item] = {}
    for items in lists:
        for item in items:
            found.setdefault(item.root, item)
    return list(found.values())


def expanded_items(
    question: Question, asked: Sequence[Leaf], wanted: int, share: float, found: Sequence[int] = ()
) -> list[Item]:
    """What longer words and close spellings add to the conversations ``found``, in all default roles at once."""
    scope = question.whole_scope
    units = expanded_units(question, asked, scope)
    if all(unit.rung is None for unit in units):
        return []
    return _ranked_units(question, units, scope, wanted, share, found).items


def word_message_items(
    question: Question, asked: Sequence[Leaf], scope: Scope, wanted: int, share: float | None = None
) -> list[Item]:
    """The messages that hold ``share`` of these words by weight (or what is needed), or of longer words and close
    spellings."""
    found = _scored(question, asked_units(question, asked, scope), scope, wanted, share)
    if found or question.as_asked:
        return found
    return expanded_message_items(question, asked, scope, wanted, share or EXPANDED_NEEDED)


def expanded_message_items(
    question: Question, asked: Sequence[Leaf], scope: Scope, wanted: int, share: float
) -> list[Item]:
    """The messages that hold ``share`` of these words by weight, longer words and close spellings included."""
    return _scored(question, expanded_units(question, asked, scope), scope, wanted, share)


def _id_items(question: Question, items: Sequence[Item]) -> list[Item]:
    """The conversations whose id a one-word query names."""
    query = question.query
    if not question.with_titles or " " in query.text or query.match != "auto":
        return []
    hits = titles.sessions_by_id(question.reader.connection, question.scope, query.text)
    known = {item.root: item for item in items}
    return [
        known.get(hit.root) or Item(hit.root, None, hit, 1, "literal", 1.0, [query.folded], (query.text,))
        for hit in {hit.root: hit for hit in reversed(hits)}.values()
    ]


# What is found


class Ranked:
    """The conversations that a search found, in order; ``work_tells``: some hold half of the query only with their tool
    output. A title counts like the dialog."""

    def __init__(
        self, search: RankedSearch, wanted: int, titles_held: dict[int, int], hits: Sequence[TitleHit]
    ) -> None:
        self._search = search
        self._marks = _marks(search.units)
        items = [self._item(one) for one in search.conversations(wanted)]
        others = {root: held for root, held in titles_held.items() if root not in search.with_hits}
        self._titles = list(_title_only(search, others, hits))
        self.work_tells = search.work_tells
        self.items = search.question.in_order([*items, *self._titles])[:wanted]

    @property
    def strong_count(self) -> int:
        """How many hold half of the query."""
        return self._search.strong_count + sum(not item.weak for item in self._titles)

    def strong(self, wanted: int) -> list[Item]:
        """The best of these, in order."""
        if self.strong_count <= sum(not item.weak for item in self.items):
            return [item for item in self.items if not item.weak]
        items = [self._item(one) for one in self._search.strong(wanted)]
        return self._search.question.in_order([*items, *(one for one in self._titles if not one.weak)])[:wanted]

    def _item(self, one: RankedConversation) -> Item:
        held, missing = _labels(self._search.units, one.held)
        item = Item(one.root, one.best, None, one.count, one.rung, one.score, self._marks, held, missing)
        item.parts, item.tier, item.weak = one.parts, one.tier, self._search.is_weak(one.held)
        return item


def _ranked(
    question: Question,
    asked: Sequence[Leaf],
    scope: Scope,
    wanted: int,
    share: float | None,
    besides: Sequence[int] = (),
) -> Ranked:
    """The conversations for these words, without those whose roots are ``besides``."""
    return _ranked_units(question, asked_units(question, asked, scope), scope, wanted, share, besides)


def _ranked_units(
    question: Question,
    units: Sequence[Unit],
    scope: Scope,
    wanted: int,
    share: float | None,
    besides: Sequence[int],
) -> Ranked:
    scope = scope._replace(without_roots=(*scope.without_roots, *besides))
    bits: dict[int, int] = {}
    hits: list[TitleHit] = []
    if question.with_titles:
        bits, hits = titles.unit_titles(
            question.reader.connection, scope, units, whole=question.query.folded, usable_index=question.usable_index
        )
    search = RankedSearch(question, scope, units, bits, share, question.nearness)
    found = Ranked(search, wanted, bits, hits)
    if not question.units:
        question.explain_units(units)
    _note_work(question, search)
    return found


def _title_only(search: RankedSearch, bits: dict[int, int], hits: Sequence[TitleHit]) -> Iterator[Item]:
    """Yields the conversations of which only a title answers."""
    question, units = search.question, search.units
    by_root = {hit.root: hit for hit in reversed(hits)}
    marks = _marks(units)
    for root, held in bits.items():
        share = search.share_of(held)
        if not search.is_enough(held):
            continue
        found, missing = _labels(units, held)
        score = TITLE_ONLY_SCORE * share + TITLE_STRENGTH * by_root[root].strength
        score *= question.freshness(by_root[root].at) * (WEIGHTS.automatic if root in question.demoted else 1.0)
        rung = "any" if missing else "words"
        item = Item(root, None, by_root[root], 1, rung, score, marks, found, missing)
        item.weak = search.is_weak(held)
        item.tier = WEAK if item.weak and search.work_tells else IN_DIALOG
        yield item


def _scored(question: Question, units: Sequence[Unit], scope: Scope, wanted: int, share: float | None) -> list[Item]:
    search = RankedSearch(question, scope, units, {}, share, question.nearness)
    marks = _marks(units)
    items = []
    for one in search.messages(wanted):
        held, missing = _labels(units, one.held)
        rung = search.rung_of(one)
        item = Item(one.candidate.root, one, None, 1, rung, one.score, marks, held, missing, one.copies)
        item.weak = search.is_weak(one.held)
        items.append(item)
    question.explain_units(units)
    _note_work(question, search)
    return items


def _note_work(question: Question, search: RankedSearch) -> None:
    question.scanned = question.scanned or not question.usable_index
    question.count("messages_read", search.looked_at)


def _marks(units: Sequence[Unit]) -> list[str]:
    return [needle for unit in units if unit.weight > 0 for needle in unit.needles()]


def _labels(units: Sequence[Unit], held: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words as typed that were found, and those that were not (stop words are neither).

    A word of several terms was found when most of it was, by weight.
    """
    weights: dict[int, float] = {}
    found: dict[int, float] = {}
    labels: dict[int, str] = {}
    for number, unit in enumerate(units):
        if unit.weight > 0:
            labels[unit.clause] = unit.label
            weights[unit.clause] = weights.get(unit.clause, 0.0) + unit.weight
            found[unit.clause] = found.get(unit.clause, 0.0) + (unit.weight if held >> number & 1 else 0.0)
    there = dict.fromkeys(label for clause, label in labels.items() if found[clause] >= FOUND_SHARE * weights[clause])
    missing = dict.fromkeys(label for label in labels.values() if label not in there)
    return tuple(there), tuple(missing)
