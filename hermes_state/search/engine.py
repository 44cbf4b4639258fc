"""Answers a question, by the kind of its query."""

from __future__ import annotations

from hermes_state.search.matches import SortKey
from hermes_state.search.question import Item, Question
from hermes_state.search.word_items import word_items, word_message_items


def conversations(question: Question, wanted: int) -> list[Item]:
    """The best ``wanted`` conversations (or all there are), in order."""
    query = question.query
    if query.kind == "empty" or query.only_negative:
        return []
    if query.kind == "words" and not query.excluded:
        return word_items(question, wanted)
    from hermes_state.search import exact_engine  # a search for plain words starts without

    return exact_engine.conversations(question, wanted)


def messages(question: Question, wanted: int, after: SortKey | None) -> list[Item]:
    """The best ``wanted`` messages, in order, from behind the sort key ``after`` where the query is exact."""
    query = question.query
    if query.kind == "empty" or query.only_negative:
        return []
    if query.kind == "words" and not query.excluded:
        return word_message_items(question, query.clauses, question.whole_scope, wanted)
    from hermes_state.search import exact_engine  # a search for plain words starts without

    return exact_engine.messages(question, wanted, after)
