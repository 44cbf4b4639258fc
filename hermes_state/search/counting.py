"""Counts the messages of a few sessions that answer, where an index tells it alone: none of them is read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from hermes_state.search.expressions import WITH_POSITIONS, Proposal
from hermes_state.search.ranges import IDS_BY_SESSION
from hermes_state.search.routes import JOINED
from hermes_state.search.scope import KIND_MASKS, Scope, message_predicate
from hermes_state.store.connection import Connection
from hermes_state.store.flags import HAS_DIALOG, HAS_WORK

COUNTED = """
SELECT m.session, CASE WHEN m.flags & {dialog} AND m.flags & {work} THEN m.id END AS twice, count(*)
FROM json_each(?) AS given
CROSS JOIN {table}
CROSS JOIN message AS m ON m.id = {table}.rowid
{joined}
WHERE {table} MATCH ?
    AND {table}.rowid BETWEEN json_extract(given.value, '$[1]') AND json_extract(given.value, '$[2]')
    AND m.session = json_extract(given.value, '$[0]')
    AND {of_one_kind}
    AND {predicate}
GROUP BY m.session, twice
"""


def counts_by_session(
    connection: Connection, scope: Scope, proposals: Mapping[str, Proposal], sessions: Sequence[int]
) -> dict[int, int]:
    """How many sealed messages of each session the indexes hold for these proposals, which must all be exact.

    One with texts of a kind that the scope does not look at is left out: only its text can tell.
    """
    bounds = json.dumps(connection.rows(IDS_BY_SESSION, (json.dumps(sessions),)))
    unwanted = sum(mask for kind, mask in KIND_MASKS.items() if kind not in scope.roles)
    counts: dict[int, int] = {}
    twice: dict[int, int] = {}
    for table, proposal in proposals.items():
        predicate, values = message_predicate(scope.within(table))
        sql = COUNTED.format(
            dialog=HAS_DIALOG,
            work=HAS_WORK,
            table=table,
            joined=JOINED,
            of_one_kind="1" if table in WITH_POSITIONS else f"m.flags & {unwanted} = 0",
            predicate=predicate,
        )
        for session, message_id, count in connection.rows(sql, (bounds, proposal.expression, *values)):
            if message_id is None:
                counts[session] = counts.get(session, 0) + count
            else:
                twice[message_id] = session
    for session in twice.values():
        counts[session] = counts.get(session, 0) + 1
    return counts
