"""What an answer says of itself: what was searched, what lies outside, what to try."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hermes_state.search.engine import conversations, messages
from hermes_state.search.page import SearchPage
from hermes_state.search.question import Item, Question
from hermes_state.search.request import SearchRequest
from hermes_state.search.scope import SEARCH_ROLES, Scope

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

THIN = 3
"""Fewer results than this get notes on what lies outside the scope."""

COUNTED = 20
"""Results outside the scope are counted up to this."""

FILTERS = ("project", "branch", "model", "user", "tool", "title")
ANY_MESSAGE = "SELECT EXISTS (SELECT 1 FROM message)"
ANY_HIDDEN = "SELECT EXISTS (SELECT 1 FROM session WHERE hidden = 1)"


def explain_page(question: Question, page: SearchPage, request: SearchRequest, per: str, shown: Sequence[Item]) -> None:
    """Adds the notes that a page with these items deserves."""
    notes = page.notes
    query = question.query
    if question.scanned:
        notes.append(_scan_note(question))
    elif question.budget.exhausted:
        notes.append(f"stopped after {question.budget.seconds:g} s: not all that may match was read; name more of it")
    if query.dropped_terms:
        notes.append(f"the query is long: {query.dropped_terms} of its words were left out")
    if query.only_negative:
        notes.append("a query that only excludes finds nothing: add a word that must be there")
        return
    if query.kind == "empty":
        notes.append("nothing to search for: give words; hermes session list lists conversations")
        return
    if query.kind == "words" and page.rung == "spelling" and request.cursor is None:
        notes.append(f"{query.text!r} stands nowhere; these are spelt nearly so")
    if request.cursor is None and page.results and all(result.weak for result in page.results):
        notes.append("weak: none of these holds half of what was asked, by weight")
    if request.cursor is not None or page.cursor is not None:
        return
    if not page.results:
        if not question.reader.connection.value(ANY_MESSAGE):
            notes.append("the archive is empty: hermes session sync or hermes session import PATH fills it")
            return
        notes.append(_nothing_note(question, page))
    for scope, where in _outside(question, shown, per):
        count = _count(question, scope, per)
        if count:
            notes.append(_outside_note(count, per, where, more=bool(page.results) and not scope.only_hidden))
    if not page.results and query.kind == "operators" and not query.only_quotes:
        notes.append("operators are taken as written: fewer words, OR, or no quotes find more")


def _outside_note(count: int, per: str, where: str, *, more: bool) -> str:
    many = f"{count}{'+' if count >= COUNTED else ''}"
    verb = "matches" if count == 1 else "match"
    return f"{many} {'more ' if more else ''}{per}{'' if count == 1 else 's'} {verb} {where}"


def _scan_note(question: Question) -> str:
    if question.reader.index_is_damaged:
        note = "searched by scanning: the index is damaged, hermes session repair makes it anew"
    elif not question.usable_index:
        note = "searched by scanning: the index is out of date, hermes session optimize rebuilds it"
    else:
        note = "searched by scanning: no index helps with this text"
    if question.budget.exhausted:
        note += f"; stopped after {question.budget.seconds:g} s, older text was not looked at"
    return note


def _nothing_note(question: Question, page: SearchPage) -> str:
    parts = [f"searched {', '.join(page.searched['roles'])}"]
    if question.default_roles:
        parts[0] += ", then tool output"
    for name in ("sources", *FILTERS, "after", "before"):
        if name in page.searched:
            value = page.searched[name]
            parts.append(f"{name} {', '.join(map(str, value)) if isinstance(value, list) else value}")
    if "sessions" in page.searched:
        named = page.searched["sessions"]
        parts.append("the session named" if named == 1 else f"the {named} sessions named")
    several = len(question.query.clauses) > 1
    how = {
        "literal": "exactly this text",
        "operators": "the expression as written",
        "words": "about half of the words, rare ones weighing more" if several else "this word",
    }
    note = f"nothing found for {how.get(question.query.kind, 'this')}: " + "; ".join(parts)
    occurring = [str(unit["term"]) for unit in question.units if unit["messages"] and unit["weight"]]
    if several and occurring:
        note += f"; these of them occur: {', '.join(occurring[:4])}"
    return note


def _outside(question: Question, shown: Sequence[Item], per: str) -> Iterator[tuple[Scope, str]]:
    """Yields scopes beside the one searched, without what is shown already, and how to search there."""
    scope = question.scope
    if not scope.include_hidden and not scope.sessions and question.reader.connection.value(ANY_HIDDEN):
        yield scope._replace(only_hidden=True), "in sub-agents' and tools' sessions (--include-hidden)"
    if len(shown) >= THIN:
        return
    if per == "conversation":
        scope = scope._replace(without_roots=(*scope.without_roots, *(item.root for item in shown)))
    else:
        scope = scope._replace(shown_ids=tuple(item.match.candidate.id for item in shown if item.match))
    others = [
        role for role in SEARCH_ROLES if role not in scope.roles and not (question.default_roles and role == "tool")
    ]
    if not question.default_roles or not shown:
        if per == "conversation" and not question.with_titles:
            others.append("title")
        if others:
            yield scope._replace(roles=tuple(others)), f"under other roles (--role {','.join(others)})"
    if scope.after is not None or scope.before is not None:
        yield scope._replace(after=None, before=None), "outside these dates"
    filtered = [name for name in FILTERS if getattr(scope, name) is not None]
    if filtered or scope.sources or scope.sessions:
        cleared: dict[str, Any] = dict.fromkeys(filtered)
        yield scope._replace(**cleared, sources=(), sessions=()), "without the filters"
    if scope.live is not None and not shown:
        yield scope._replace(live=None), "in what the caller still has in its context"


def _count(question: Question, scope: Scope, per: str) -> int:
    """How many conversations or messages answer in another scope, looked for with small effort."""
    other = Question(
        question.reader,
        question.query,
        scope,
        default_roles=question.default_roles and scope.roles == question.scope.roles,
        with_titles=per == "conversation"
        and ("title" in scope.roles or question.with_titles)
        and scope.live == question.scope.live,
        sort=question.sort,
        as_asked=True,
        budget=question.budget,
    )
    return len(conversations(other, COUNTED) if per == "conversation" else messages(other, COUNTED, None))
