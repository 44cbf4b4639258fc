"""What literals and expressions find: conversations by title or id first, then by their messages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from hermes_state.search import titles
from hermes_state.search.evaluate import evaluate, needles
from hermes_state.search.exact import ExactSearch
from hermes_state.search.exact_order import count_all, exact_conversations, exact_messages
from hermes_state.search.matchers import LiteralMatcher, Matcher, TreeMatcher
from hermes_state.search.matches import SortKey
from hermes_state.search.query_tree import leaves
from hermes_state.search.question import Item, Question
from hermes_state.search.scope import Scope
from hermes_state.search.titles import TitleHit


def exact_items(question: Question, matcher: Matcher, wanted: int, rung: str) -> list[Item]:
    """The conversations for which a literal or an expression holds: by title or id first, then by phases."""
    items: dict[int, Item] = {}
    for item in _title_items(question, matcher, rung):
        items.setdefault(item.root, item)
    for scope in question.phases():
        by_time = question.sort != "relevance" and scope is question.scope  # titles may be older than any message
        if len(items) >= wanted and not by_time:
            break
        scope = scope._replace(without_roots=(*scope.without_roots, *items))
        for item in _message_items(question, matcher, scope, wanted if by_time else wanted - len(items), rung):
            items.setdefault(item.root, item)
    found = list(items.values()) if question.sort == "relevance" else question.in_order(items.values())
    return found[:wanted]


def exact_message_items(
    question: Question, matcher: Matcher, scope: Scope, wanted: int, after: SortKey | None, rung: str
) -> list[Item]:
    """The messages for which a literal or an expression holds, in order, from behind the sort key ``after``."""
    search = _search(question, matcher, scope)
    marks = _marks(question, matcher)
    typed = (question.query.text,)
    items = [
        Item(one.candidate.root, one, None, 1, rung, 1.0, marks, typed, is_keyed=True)
        for one in islice(exact_messages(search, question.sort, after), wanted)
    ]
    _note_work(question, search)
    return items


def _message_items(question: Question, matcher: Matcher, scope: Scope, wanted: int, rung: str) -> Iterator[Item]:
    """Yields the conversations of which a message answers."""
    search = _search(question, matcher, scope)
    marks = _marks(question, matcher)
    found = list(islice(exact_conversations(search, question.sort, question.demoted), wanted))
    count_all(search, found)
    for one in found:
        yield Item(one.root, one.best, None, one.count, rung, one.score, marks, (question.query.text,))
    _note_work(question, search)


def _title_items(question: Question, matcher: Matcher, rung: str) -> list[Item]:
    """The conversations whose title or id answers, each with its best message where one answers too."""
    hits = _title_hits(question, matcher) if question.with_titles else []
    if not hits:
        return []
    roots = tuple(dict.fromkeys(hit.root for hit in hits))
    scope = question.whole_scope._replace(only_roots=roots)
    inside = {item.root: item for item in _message_items(question, matcher, scope, len(roots), rung)}
    marks = _marks(question, matcher)
    items: dict[int, Item] = {}
    for hit in hits:
        if hit.root in items:
            continue
        score = 1.0 + hit.strength
        item = inside.get(hit.root)
        if item is None:
            item = Item(hit.root, None, hit, 1, rung, score, marks, (question.query.text,))
        item.score = score
        items[hit.root] = item
    return list(items.values())


def _title_hits(question: Question, matcher: Matcher) -> list[TitleHit]:
    connection, scope, usable = question.reader.connection, question.scope, question.usable_index
    if isinstance(matcher, TreeMatcher):
        pieces = [leaf.folded for leaf in leaves(matcher.tree)]
        return titles.titles_holding(
            connection, scope, pieces, lambda title: evaluate(matcher.tree, [title]), whole="", usable_index=usable
        )
    needle = question.query.folded
    hits = titles.sessions_by_id(connection, scope, question.query.text)
    return hits + titles.titles_holding(
        connection, scope, [needle], lambda title: needle in title, whole=needle, usable_index=usable
    )


def _search(question: Question, matcher: Matcher, scope: Scope) -> ExactSearch:
    ranges = question.ranges(scope) if question.usable_index else None
    return ExactSearch(question.reader, scope, matcher, question.usable_index, ranges, question.budget)


def _note_work(question: Question, search: ExactSearch) -> None:
    question.scanned = question.scanned or search.scanned
    question.capped = question.capped or search.capped
    question.count("messages_verified", search.verified)


def _marks(question: Question, matcher: Matcher) -> list[str]:
    if isinstance(matcher, LiteralMatcher):
        return [matcher.needle]
    return needles(question.query) if question.query.tree is not None else [question.query.folded]
