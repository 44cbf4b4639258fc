"""Counts all messages of a few conversations that answer, where an index tells it alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from hermes_state.search.expressions import WITH_POSITIONS, Proposal
from hermes_state.search.matches import MAX_COMPARED, Conversation, Match, distinct_count, identity_of
from hermes_state.search.ranges import IDS_BY_SESSION, ranges_of
from hermes_state.search.routes import JOINED, Candidate, allowed_texts, from_index
from hermes_state.search.scope import KIND_MASKS, Scope, message_predicate
from hermes_state.store.connection import Connection
from hermes_state.store.flags import COMPACTED, HAS_DIALOG, HAS_WORK
from hermes_state.store.reading import Reader

COUNTED = """
SELECT m.session, CASE WHEN m.flags & {dialog} AND m.flags & {work} THEN m.id END AS twice, count(*),
    max(m.flags & {compacted})
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


def count_whole(
    reader: Reader, scope: Scope, proposals: Mapping[str, Proposal], of_one_session: Mapping[int, Conversation]
) -> None:
    """Sets the counts of conversations, by their only session, to all of its messages that answer.

    The proposals must all be exact. Where a compaction carried messages over, up to ``MAX_COMPARED`` are read to
    count none of them twice.
    """
    counts, carried = counts_by_session(reader.connection, scope, proposals, list(of_one_session))
    for session, count in counts.items():
        conversation = of_one_session[session]
        if session not in carried:
            conversation.count = max(conversation.count, count)
        elif count <= MAX_COMPARED:
            conversation.count = _count_distinct(reader, scope._replace(sessions=(session,)), proposals)


def _count_distinct(reader: Reader, scope: Scope, proposals: Mapping[str, Proposal]) -> int:
    """How many messages of a session answer, those carried over a compaction once."""
    found: dict[int, Candidate] = {}
    for table, proposal in proposals.items():
        ranges = ranges_of(reader.connection, scope)
        for one in from_index(reader.connection, scope, table, proposal.expression, ranges=ranges):
            if table in WITH_POSITIONS or scope.work_kind(one.flags) is not None:
                found[one.id] = one
    texts = ((one, allowed_texts(reader, scope, one)) for one in found.values())
    return distinct_count(Match(one, "dialog", identity=identity_of(some)) for one, some in texts)


def counts_by_session(
    connection: Connection, scope: Scope, proposals: Mapping[str, Proposal], sessions: Sequence[int]
) -> tuple[dict[int, int], set[int]]:
    """How many sealed messages of each session the indexes hold for these proposals, which must all be exact; and the
    sessions in which some of these were compacted, so that later ones may be their copies.

    One with texts of a kind that the scope does not look at is left out: only its text can tell.
    """
    bounds = json.dumps(connection.rows(IDS_BY_SESSION, (json.dumps(sessions),)))
    unwanted = sum(mask for kind, mask in KIND_MASKS.items() if kind not in scope.roles)
    counts: dict[int, int] = {}
    twice: dict[int, int] = {}
    carried: set[int] = set()
    for table, proposal in proposals.items():
        predicate, values = message_predicate(scope.within(table))
        sql = COUNTED.format(
            dialog=HAS_DIALOG,
            work=HAS_WORK,
            compacted=COMPACTED,
            table=table,
            joined=JOINED,
            of_one_kind="1" if table in WITH_POSITIONS else f"m.flags & {unwanted} = 0",
            predicate=predicate,
        )
        for session, message_id, count, compacted in connection.rows(sql, (bounds, proposal.expression, *values)):
            if compacted:
                carried.add(session)
            if message_id is None:
                counts[session] = counts.get(session, 0) + count
            else:
                twice[message_id] = session
    for session in twice.values():
        counts[session] = counts.get(session, 0) + 1
    return counts, carried
