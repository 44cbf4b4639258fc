"""What plain words find: ranked conversations and messages, titles and ids, longer words and close spellings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hermes_state.search import titles
from hermes_state.search.analysis import fold, is_ngram_term, terms
from hermes_state.search.expansions import Vocabulary, expanded
from hermes_state.search.query_tree import Leaf
from hermes_state.search.question import EVERYWHERE, Item, Question
from hermes_state.search.ranked import RankedSearch
from hermes_state.search.routes import scan
from hermes_state.search.scope import Scope
from hermes_state.search.stems import variants
from hermes_state.search.titles import TitleHit
from hermes_state.search.units import Unit, units_of
from hermes_state.search.weights import WEIGHTS

EXPANDED_NEEDED = 0.6
"""The share of a query that is needed where longer words and close spellings stand in for some of it."""

LITTLE = 3
"""Conversations in the dialog with half of what was asked; with fewer, tool output is asked as well."""

FOUND_SHARE = 0.5
"""The share of a word of several terms that must be there for it to count as found."""

TITLE_ONLY_SCORE = 0.75
TITLE_STRENGTH = 0.05
"""What it adds that a query is the beginning (twice) or the whole (thrice) of a title, not just in it (once)."""


def word_items(question: Question, wanted: int) -> list[Item]:
    """The conversations for plain words: as asked, by id, then what longer words and close spellings add.

    What these add comes before conversations that hold less than half of what is asked.
    """
    clauses = question.query.clauses
    items = ranked_items(question, clauses, wanted)
    if len(items) < wanted and not question.scope.shown_roots:
        ids = _id_items(question, items)
        items = ids + [item for item in items if item.root not in {one.root for one in ids}]
    strong = [item for item in items if not item.weak]
    if (len(items) >= wanted and strong) or question.as_asked:
        return items[:wanted]
    more = expanded_items(question, clauses, wanted - len(strong), EXPANDED_NEEDED, [item.root for item in strong])
    if not more:
        return items[:wanted]
    better = {item.root: item for item in (*strong, *more)}
    found = [*better.values(), *(item for item in items if item.root not in better)]
    return (found if question.sort == "relevance" else question.in_order(found))[:wanted]


def ranked_items(question: Question, asked: Sequence[Leaf], wanted: int, share: float | None = None) -> list[Item]:
    """The conversations that hold ``share`` of these words by weight (or what is needed), phase by phase.

    The next phase is asked where the first has little that holds half of what was asked; what it has comes behind that,
    and before what holds less.
    """
    items: dict[int, Item] = {}
    for scope in question.phases():
        strong = {root: item for root, item in items.items() if not item.weak}
        if len(items) >= wanted and len(strong) >= LITTLE:
            break
        units = _units(question, asked, scope)
        more = _ranked(question, units, scope, tuple(strong), wanted - len(strong), share)
        if items and any(not item.weak for item in more):
            items = strong | {item.root: item for item in more if not item.weak} | items
        items |= {item.root: item for item in more if item.root not in items}
    return list(items.values()) if question.sort == "relevance" else question.in_order(items.values())


def expanded_items(
    question: Question, asked: Sequence[Leaf], wanted: int, share: float, found: Iterable[int] = ()
) -> list[Item]:
    """What longer words and close spellings add to the conversations ``found``, in all default roles at once."""
    scope = question.whole_scope
    units = _expanded_units(question, asked, scope)
    if all(unit.rung is None for unit in units):
        return []
    return _ranked(question, units, scope, tuple(found), wanted, share)


def word_message_items(
    question: Question, asked: Sequence[Leaf], scope: Scope, wanted: int, share: float | None = None
) -> list[Item]:
    """The messages that hold ``share`` of these words by weight (or what is needed), or of longer words and close
    spellings."""
    found = _scored(question, _units(question, asked, scope), scope, wanted, share)
    if found or question.as_asked:
        return found
    return expanded_message_items(question, asked, scope, wanted, share or EXPANDED_NEEDED)


def expanded_message_items(
    question: Question, asked: Sequence[Leaf], scope: Scope, wanted: int, share: float
) -> list[Item]:
    """The messages that hold ``share`` of these words by weight, longer words and close spellings included."""
    return _scored(question, _expanded_units(question, asked, scope), scope, wanted, share)


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


# What is asked


def _units(question: Question, asked: Sequence[Leaf], scope: Scope) -> list[Unit]:
    connection, usable = question.reader.connection, question.usable_index
    dated = question.dated_terms
    return units_of(
        connection,
        asked,
        scope.tables,
        usable_index=usable,
        occurs=question.occurs_loosely,
        variants=lambda word: variants(connection, word, question.loose_terms) if usable else (),
        dated=lambda leaf: leaf.folded in dated,
    )


def _expanded_units(question: Question, asked: Sequence[Leaf], scope: Scope) -> list[Unit]:
    dictionary = question.reader.connection if question.usable_index else None
    others = _other_terms(question, asked)
    vocabulary = Vocabulary(dictionary, scope.tables, others, question.occurs_loosely)
    units = _units(question, asked, scope)
    return [(expanded(vocabulary, unit) if unit.weight else None) or unit for unit in units]


def _other_terms(question: Question, asked: Sequence[Leaf]) -> frozenset[str]:
    """The words of texts that the dictionary does not hold (loose ones, or all while it may not be asked), and
    of titles that hold one of the words asked for."""
    reader, usable = question.reader, question.usable_index
    found: set[str] = set(reader.loose_texts().terms()) if usable else set()
    read: list[str] = []
    if not usable:
        read += [text for _, folded in scan(reader, EVERYWHERE, question.budget) for _, text in folded]
    if question.with_titles:
        pieces = [leaf.folded for leaf in asked]
        hits = titles.titles_holding(
            reader.connection,
            question.scope,
            pieces,
            lambda title: any(piece in title for piece in pieces),
            whole="",
            usable_index=usable,
        )
        read += [fold(hit.text) for hit in hits]
    for text in read:
        found.update(term for term in terms(text) if term.isascii() or not is_ngram_term(term))
    return frozenset(found)


# What is found


def _ranked(
    question: Question, units: Sequence[Unit], scope: Scope, found: Sequence[int], wanted: int, share: float | None
) -> list[Item]:
    scope = scope._replace(without_roots=(*scope.without_roots, *found))
    bits: dict[int, int] = {}
    hits: list[TitleHit] = []
    if question.with_titles:
        bits, hits = titles.unit_titles(
            question.reader.connection, scope, units, whole=question.query.folded, usable_index=question.usable_index
        )
    search = RankedSearch(question, scope, units, bits, share, question.nearness)
    marks = _marks(units)
    items = []
    for one in search.conversations(wanted):
        held, missing = _labels(units, one.held)
        item = Item(one.root, one.best, None, one.count, one.rung, one.score, marks, held, missing)
        item.parts, item.weak = one.parts, one.weak
        items.append(item)
    known = {item.root for item in items}
    others = {root: held for root, held in bits.items() if root not in known and root not in search.with_hits}
    items += _title_only(question, units, others, hits, search.total, search.needed_share)
    if not question.units:
        question.explain_units(units)
    _note_work(question, search)
    return question.in_order(items)[:wanted]


def _title_only(
    question: Question,
    units: Sequence[Unit],
    bits: dict[int, int],
    hits: Sequence[TitleHit],
    total: float,
    share: float,
) -> Iterator[Item]:
    """Yields the conversations of which only a title answers."""
    by_root = {hit.root: hit for hit in reversed(hits)}
    marks = [needle for unit in units for needle in unit.needles()]
    for root, held in bits.items():
        weight = sum(unit.weight for number, unit in enumerate(units) if held >> number & 1) / total
        if weight >= share - 1e-9:
            found, missing = _labels(units, held)
            rung = "any" if missing else "words"
            score = TITLE_ONLY_SCORE * weight + TITLE_STRENGTH * by_root[root].strength
            score *= question.freshness(by_root[root].at) * (WEIGHTS.automatic if root in question.demoted else 1.0)
            yield Item(root, None, by_root[root], 1, rung, score, marks, found, missing)


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
