"""Answers a search request: the page of results, its notes and its cursor."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from hermes_state.errors import ArchiveError
from hermes_state.search import engine
from hermes_state.search.analysis import fold
from hermes_state.search.cursor import Cursor, decode, signature_of
from hermes_state.search.matches import message_key
from hermes_state.search.notes import explain_page
from hermes_state.search.page import SearchPage, SearchResult
from hermes_state.search.query import Query, describe, parse
from hermes_state.search.question import Item, Question
from hermes_state.search.request import SearchRequest, listed, scope_of, searched, with_filters
from hermes_state.search.scope import Scope
from hermes_state.search.snippet import make_snippet
from hermes_state.store import index
from hermes_state.store.reading import Reader
from hermes_state.times import iso, parse_duration

SNIPPET_CHARS = 200
HEADINGS = """
SELECT key, id, origin, source, project, title, preview, started_at, last_active_at, hidden
FROM session
WHERE key IN (SELECT value FROM json_each(?))
"""


def search(reader: Reader, request: SearchRequest) -> SearchPage:
    """The page that a request asks for, all of one moment. Raises ``InvalidArgumentError``, ``NotFoundError``.

    Where an index turns out to be damaged it is found by scanning, which raises ``DamagedArchiveError`` where the
    conversations are.
    """
    request.check()
    try:
        return _found(reader, request)
    except ArchiveError as error:
        if not index.may_be_of_an_index(error) or not index.is_usable(reader.connection):
            raise
    reader.index_is_damaged = True
    try:
        return _found(reader, request)
    finally:
        reader.index_is_damaged = False


def _found(reader: Reader, request: SearchRequest) -> SearchPage:
    with reader.connection.snapshot():
        query = parse(request.text, match=request.match)  # type: ignore[arg-type]
        question, per = _question(reader, request, query)
        page = _page(question, request, per)
        if not page.results and query.filters:
            plain, _ = _question(reader, request, parse(query.typed, match="literal"))
            found = _page(plain, request, per)
            if found.results:
                typed = ", ".join(item.typed for item in query.filters)
                found.notes.insert(0, f"{typed} as a filter finds nothing; these hold the text as typed")
                return found
        return page


def _question(reader: Reader, request: SearchRequest, query: Query) -> tuple[Question, str]:
    base = scope_of(reader.connection, request)
    scope, roles_named, senseless = with_filters(reader.connection, base, query)
    if senseless:
        query = query.without_filters(senseless)
        scope, roles_named, _ = with_filters(reader.connection, base, query)
    default_roles = not listed(request.roles) and not roles_named
    per = request.per or ("message" if len(scope.sessions) == 1 else "conversation")
    with_titles = per == "conversation" and (
        "title" in scope.roles or (default_roles and request.match == "auto" and scope.tool is None)
    )
    question = Question(reader, query, scope, default_roles=default_roles, with_titles=with_titles, sort=request.sort)
    if request.half_life is not None:
        question.half_life = parse_duration(request.half_life)
    if senseless:
        typed = ", ".join(item.typed for item in senseless)
        question.notes.append(f"{typed} has no meaning as a filter and was searched for as text")
    return question, per


def _page(question: Question, request: SearchRequest, per: str) -> SearchPage:
    reader = question.reader
    signature = _signature(request, per)
    newest = int(reader.connection.value("SELECT coalesce(max(id), 0) FROM message"))
    cursor = Cursor(newest, signature) if request.cursor is None else decode(request.cursor, signature)
    if request.cursor is not None:
        question.scope = question.scope._replace(upto_id=cursor.upto)
    if per == "conversation":
        question.scope = question.scope._replace(shown_roots=cursor.shown)
        items = engine.conversations(question, request.limit + 1)
    else:
        question.scope = question.scope._replace(shown_ids=cursor.shown)
        items = engine.messages(question, request.limit + 1, cursor.after)
    shown = items[: request.limit]
    headings = _headings(reader, shown)
    results = [_result(question, item, headings, request) for item in shown]
    page = SearchPage(
        query=request.text,
        results=results,
        rung=results[0].rung if results else None,
        searched=searched(question.scope, default_roles=question.default_roles, per=per, titles=question.with_titles),
        notes=question.notes,
        cursor=_next(question, cursor, shown, per) if len(items) > request.limit else None,
    )
    explain_page(question, page, request, per, shown)
    if request.explain:
        page.explanation = _explanation(question, shown, results)
    return page


def _signature(request: SearchRequest, per: str) -> str:
    fields = (request.text, per, request.match, listed(request.roles), listed(request.sources), request.project)
    more = (request.after, request.before, listed(request.sessions), request.sort, request.include_hidden, request.live)
    excluded = listed(request.exclude_sessions)
    return signature_of(*fields, *more, request.branch, request.model, excluded, request.half_life)


def _next(question: Question, cursor: Cursor, shown: Sequence[Item], per: str) -> str:
    if per == "conversation":
        return cursor._replace(shown=(*cursor.shown, *(item.root for item in shown))).encode()
    last = shown[-1].match
    if shown[-1].is_keyed and last is not None:
        return cursor._replace(after=message_key(last.candidate, question.sort)).encode()
    ids = [item.match.candidate.id for item in shown if item.match is not None]
    copies = [copy for item in shown for copy in item.copies]
    return cursor._replace(shown=(*cursor.shown, *ids, *copies)).encode()


class Heading(NamedTuple):
    """What a result shows of a session."""

    key: int
    id: str
    origin: str
    source: str
    project: str | None
    title: str | None
    preview: str | None
    started_at: float | None
    last_active_at: float | None
    hidden: int


def _session_of(item: Item) -> int:
    """The session that holds what answers."""
    if item.match is not None:
        return item.match.candidate.session
    return item.root if item.title is None else item.title.session


def _headings(reader: Reader, items: Sequence[Item]) -> dict[int, Heading]:
    """The sessions that the results show, by key."""
    keys = {key for item in items for key in (item.root, _session_of(item))}
    return {row[0]: Heading._make(row) for row in reader.connection.rows(HEADINGS, (json.dumps(sorted(keys)),))}


def _result(question: Question, item: Item, headings: dict[int, Heading], request: SearchRequest) -> SearchResult:
    root, session = headings[item.root], headings[_session_of(item)]
    title = root.title or root.preview
    result = SearchResult(
        session_id=session.id,
        origin=session.origin,
        root_session_id=root.id,
        title=title,
        source=session.source or session.origin,
        project=session.project or root.project,
        started_at=root.started_at,
        matched_at=_session_time(session, question.scope),
        match_message_id=None,
        source_message_id=None,
        matched_role=item.title.role if item.title else "title",
        match_count=item.count,
        rung=item.rung,
        score=round(item.score, 6),
        matched_terms=list(item.held),
        missing_terms=list(item.missing),
        weak=item.weak,
        snippet="",
        marks=[],
        hidden=bool(session.hidden),
    )
    if item.match is None:
        _add_snippet(result, item, item.title.text if item.title else title or "", request)
        return result
    _add_message(question, item, result, session.id, request)
    return result


def _add_snippet(result: SearchResult, item: Item, text: str, request: SearchRequest) -> None:
    """Cuts the snippet out of a text: a redacted one whole, since a piece of a secret is not known for one."""
    shown = text if request.redact is None else request.redact(text)
    result.snippet, result.marks = make_snippet(shown, item.needles, SNIPPET_CHARS)


def _session_time(session: Heading, scope: Scope) -> float | None:
    """When a title or an id answers: the session's start, or its end if only that is in the time asked for."""
    start, end = session.started_at, session.last_active_at
    outside = start is not None and scope.after is not None and start < scope.after
    return end if start is None or (outside and end is not None) else start


def _add_message(question: Question, item: Item, result: SearchResult, session_id: str, request: SearchRequest) -> None:
    match = item.match
    assert match is not None
    row = match.candidate.row
    if row.at is not None:
        result.matched_at = row.at
    result.match_message_id = row.id
    result.source_message_id = question.reader.source_id(row, session_id)
    result.matched_role = match.role
    result.generated = match.generated
    _add_snippet(result, item, _shown_text(question, item), request)
    if request.window:
        from hermes_state.search.surroundings import View, around  # the command starts without a window

        surroundings = around(question.reader, row, session_id, item.root, request.window, View(question.scope.live))
        result.messages = surroundings.messages
        result.bookend_start, result.bookend_end = surroundings.first, surroundings.last
        result.messages_before, result.messages_after = surroundings.before, surroundings.after


def _shown_text(question: Question, item: Item) -> str:
    """Of the message's texts of the matched kind, the one in which most of what was looked for stands."""
    match = item.match
    assert match is not None
    texts = [text for kind, text in question.reader.texts(match.candidate.row) if kind == match.kind]
    if len(texts) < 2:
        return texts[0] if texts else ""
    folded = [fold(text) for text in texts]
    best = max(range(len(texts)), key=lambda number: sum(needle in folded[number] for needle in item.needles))
    return texts[best]


def _explanation(question: Question, shown: Sequence[Item], results: Sequence[SearchResult]) -> dict[str, object]:
    return {
        "query": describe(question.query),
        "route": "scan" if question.scanned else "index",
        "weighed": "a part of very many candidates" if question.capped else "every candidate",
        "work": dict(question.account),
        "terms": question.units,
        "dates": [
            {"after": iso(one.after), "before": iso(one.before), "month": one.month} for one in question.mentions
        ],
        "scores": {
            str(result.match_message_id or result.root_session_id): _arithmetic(item, result)
            for item, result in zip(shown, results, strict=True)
        },
    }


def _arithmetic(item: Item, result: SearchResult) -> dict[str, object]:
    """How a score came about: the sum of its parts times the factor, where words were ranked."""
    account: dict[str, object] = {"rung": result.rung, "score": result.score, "weak": result.weak}
    if item.parts is not None:
        account["parts"] = {name: round(value, 4) for name, value in item.parts._asdict().items()}
    return account
