"""Answers literals, expressions and words with exclusions: what is asked first, and what stands in for it."""

from __future__ import annotations

from hermes_state.search.exact_items import exact_items, exact_message_items
from hermes_state.search.matchers import LiteralMatcher, Matcher, TreeMatcher
from hermes_state.search.matches import SortKey
from hermes_state.search.query import Query
from hermes_state.search.query_tree import And, Not, Phrase, leaves
from hermes_state.search.question import Item, Question
from hermes_state.search.stand_ins import message_stand_ins, stand_ins
from hermes_state.search.word_items import ranked_items, word_items, word_message_items


def conversations(question: Question, wanted: int) -> list[Item]:
    """The best ``wanted`` conversations (or all there are), in order."""
    query = question.query
    if query.kind == "literal":
        return _literal(question, wanted)
    matcher = _exact_matcher(query)
    if matcher is not None:
        found = exact_items(question, matcher, wanted, _exact_rung(query))
        if found or not _may_be_spoken(question):
            return found
        return _noted(question, ranked_items(question, query.as_words.clauses, wanted))
    if query.excluded and (found := exact_items(question, _as_typed(query), wanted, "literal")):
        return found
    return word_items(question, wanted)


def messages(question: Question, wanted: int, after: SortKey | None) -> list[Item]:
    """The best ``wanted`` messages, in order, from behind the sort key ``after`` where the query is exact."""
    query = question.query
    scope = question.whole_scope
    if query.excluded and query.kind == "words":
        as_typed = exact_message_items(question, _as_typed(query), scope, wanted, after, "literal")
        if as_typed:
            return as_typed
    matcher = _exact_matcher(query)
    if matcher is None:
        return word_message_items(question, query.clauses, scope, wanted)
    rung = "literal" if query.kind == "literal" else _exact_rung(query)
    found = exact_message_items(question, matcher, scope, wanted, after, rung)
    if not found and after is None and _may_be_spoken(question):
        return _noted(question, word_message_items(question, query.as_words.clauses, scope, wanted))
    if found or after is not None or not _may_stand_in(question):
        return found
    return message_stand_ins(question, scope, wanted)


def _literal(question: Question, wanted: int) -> list[Item]:
    found = exact_items(question, _as_typed(question.query), wanted, "literal")
    if found or not _may_stand_in(question):
        return found
    found = stand_ins(question, wanted)
    if found and not question.scope.shown_roots:
        question.notes.append(f"{question.query.text!r} stands nowhere as typed; these come close")
    return found


def _may_stand_in(question: Question) -> bool:
    """Whether something else may be shown for a literal that stands nowhere."""
    return question.query.kind == "literal" and question.query.match == "auto" and not question.as_asked


def _may_be_spoken(question: Question) -> bool:
    """Whether a sentence with something quoted in it, that stands nowhere as written, may be ranked by its words."""
    return question.query.only_quotes and not question.as_asked


def _noted(question: Question, items: list[Item]) -> list[Item]:
    if items:
        question.notes.append("nothing holds all of this as written, with what is quoted; ranked by its words")
    return items


def _exact_matcher(query: Query) -> Matcher | None:
    """What is asked of the texts of a message; ``None`` for plain words."""
    if query.kind == "operators" and query.tree is not None:
        return TreeMatcher(And((query.tree, *map(Not, query.excluded))) if query.excluded else query.tree)
    return _as_typed(query) if query.kind == "literal" else None


def _as_typed(query: Query) -> LiteralMatcher:
    return LiteralMatcher(query.folded)


def _exact_rung(query: Query) -> str:
    kinds = {type(leaf) for leaf in leaves(query.tree)} if query.tree is not None else set()
    return "phrase" if kinds == {Phrase} else "words"
