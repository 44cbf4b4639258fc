"""Narrows a search to the ids of the messages that its filters leave: an index is then not read from end to end."""

from __future__ import annotations

import json
from collections.abc import Iterable

from hermes_state.search.routes import Ranges, fewer
from hermes_state.search.scope import Scope, active_session_predicate
from hermes_state.store.connection import Connection

MAX_SESSIONS = 400
MAX_SESSIONS_OF_A_TIME = 4_000
"""Beyond these a filter leaves so much that the newest messages are looked through faster: sessions of one time lie
together, those of one project all over."""

MAX_RANGES = 100

WORTH_SKIPPING = 4
"""Ranges that hold more than one id of so many skip too little: sessions of one project that lie between others."""

GAP = 200
"""Ranges that lie no further apart are one."""

SESSIONS_LEFT = """
SELECT s.key
FROM session AS s
CROSS JOIN session AS r ON r.key = s.root_key
WHERE {predicate}
LIMIT ?
"""
NEWEST_ID = "SELECT max(id) FROM message"
IDS_BY_SESSION = """
SELECT given.value, min(m.id), max(m.id)
FROM json_each(?) AS given
CROSS JOIN message AS m ON m.session = given.value
GROUP BY given.value
"""


def ranges_of(connection: Connection, scope: Scope) -> Ranges | None:
    """The ranges of ids, the newest first, in which the messages lie that a scope's filters leave.

    ``None`` without such filters, or where they leave very much.
    """
    if not is_filtered(scope):
        return None
    predicate, values = active_session_predicate(scope)
    timed = scope.after is not None or scope.before is not None
    most = MAX_SESSIONS_OF_A_TIME if timed else MAX_SESSIONS
    sql = SESSIONS_LEFT.format(predicate=predicate)
    sessions = [key for (key,) in connection.rows(sql, (*values, most + 1))]
    if len(sessions) > most:
        return None
    bounds = connection.rows(IDS_BY_SESSION, (json.dumps(sessions),))
    ranges = joined((first, last) for _, first, last in bounds)
    ranges = fewer(ranges, MAX_RANGES)
    covered = sum(last - first for first, last in ranges)
    newest = connection.value(NEWEST_ID) or 0
    return ranges if covered * WORTH_SKIPPING <= newest else None


def filters_of(scope: Scope) -> tuple[object, ...]:
    """The filters of a scope that may leave out most sessions."""
    named = (scope.project, scope.branch, scope.model, scope.user, scope.title, scope.after, scope.before)
    return (*named, scope.sources or None, scope.sessions or None, scope.only_roots or None, scope.only_hidden or None)


def is_filtered(scope: Scope) -> bool:
    """Whether a scope has a filter that may leave out most sessions."""
    return any(one is not None for one in filters_of(scope))


def joined(bounds: Iterable[tuple[int, int]]) -> Ranges:
    """Ranges in which all of these lie, the newest first, none near another."""
    found: Ranges = []
    for first, last in sorted(bounds):
        if found and first <= found[-1][1] + GAP:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return found[::-1]


def before(ranges: Ranges | None, below: int) -> Ranges:
    """The ranges (of all ids, if there are none) as far as they lie before an id."""
    if ranges is None:
        return [(0, below - 1)]
    return [(first, min(last, below - 1)) for first, last in ranges if first < below]
