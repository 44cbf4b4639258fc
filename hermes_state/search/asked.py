"""What plain words ask for in an archive: their units, with what stands for words that are not found as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hermes_state.search import titles
from hermes_state.search.analysis import fold, is_ngram_term, terms
from hermes_state.search.evaluate import find_spans
from hermes_state.search.query_tree import Leaf
from hermes_state.search.question import EVERYWHERE, Question
from hermes_state.search.routes import scan
from hermes_state.search.scope import Scope
from hermes_state.search.stems import variants
from hermes_state.search.units import Surroundings, Unit, units_of
from hermes_state.store.loose_texts import LooseTexts


def asked_units(question: Question, asked: Sequence[Leaf], scope: Scope) -> list[Unit]:
    """The units of these words in the indexes of a scope; made once for each question."""
    key = (scope.tables, tuple(asked))
    if key not in question.units_asked:
        question.units_asked[key] = _units(question, asked, scope)
    return question.units_asked[key]


def _units(question: Question, asked: Sequence[Leaf], scope: Scope) -> list[Unit]:
    connection, loose, dated = question.reader.connection, question.reader.loose_texts(), question.dated_terms
    known = Surroundings(
        forms=lambda word: variants(connection, word, loose.terms()),
        loose=lambda leaves: _loose_frequencies(loose, leaves),
        dated=lambda leaf: bool(found := terms(leaf.folded)) and dated.issuperset(found),
    )
    return units_of(connection, asked, scope.tables, known, usable_index=question.usable_index)


def _loose_frequencies(loose: LooseTexts, leaves: Sequence[Leaf]) -> Mapping[str, int]:
    """In how many loose messages one of some leaves stands: in their dialog, in their work."""
    counts = {"dialog": 0, "work": 0}
    standing = [leaf for leaf in leaves if loose.holds(leaf.folded)]
    for texts in loose.all() if standing else ():
        tables = {
            "dialog" if kind == "dialog" else "work"
            for kind, text in texts
            if any(leaf.folded in text and find_spans(leaf, text, limit=1) for leaf in standing)
        }
        for table in tables:
            counts[table] += 1
    return counts


def expanded_units(question: Question, asked: Sequence[Leaf], scope: Scope) -> list[Unit]:
    """The same with longer words and close spellings."""
    from hermes_state.search.expansions import Vocabulary, expanded  # most searches need none

    dictionary = question.reader.connection if question.usable_index else None
    vocabulary = Vocabulary(dictionary, scope.tables, _other_terms(question, asked))
    units = asked_units(question, asked, scope)
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
