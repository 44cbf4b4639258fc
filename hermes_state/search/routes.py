"""The ways to candidates: the word indexes, the loose text, and the scan of everything.

All filter by the one predicate of ``scope``; what they yield still has to be verified on the text,
except where folded texts are yielded beside.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hermes_state.records import TextKind
from hermes_state.search.analysis import fold
from hermes_state.search.scope import Scope, message_predicate
from hermes_state.store.connection import Connection
from hermes_state.store.packs import opened
from hermes_state.store.reading import MESSAGE_COLUMNS, MessageRow, Reader

SCAN_SECONDS = 10.0
"""How long the scan route may look; then the answer says that it is not complete."""

CANDIDATE = f"SELECT {MESSAGE_COLUMNS}, s.root_key, coalesce(m.at, s.started_at, 0)"
JOINED = "CROSS JOIN session AS s ON s.key = m.session CROSS JOIN session AS r ON r.key = s.root_key"
FROM_INDEX = """
{candidate}
FROM {table}
CROSS JOIN message AS m ON m.id = {table}.rowid
{joined}
WHERE {table} MATCH ? AND {predicate}
ORDER BY {table}.rowid DESC
LIMIT ?
"""
FROM_LOOSE = """
{candidate}, l.entry, l.folded
FROM loose AS l
CROSS JOIN message AS m ON m.id = l.id
{joined}
WHERE {predicate}
ORDER BY l.id DESC
"""
PACKS_BY_AGE = """
SELECT id, session, first_seq, coalesce(
    (SELECT min(later.first_seq) FROM pack AS later WHERE later.session = p.session AND later.first_seq > p.first_seq),
    9e18
)
FROM pack AS p
ORDER BY newest_at DESC, id DESC
"""
FROM_PACK = """
{candidate}
FROM message AS m
{joined}
WHERE m.session = ? AND m.seq >= ? AND m.seq < ? AND m.pack = ? AND {predicate}
ORDER BY m.seq DESC
"""
IN_ORDER = """
{candidate}
FROM message AS m
{joined}
WHERE {predicate} AND {behind}
ORDER BY {order}
LIMIT ?
"""
NO_LIMIT = -1

Texts = list[tuple[TextKind, str]]
MayHold = Callable[[str], bool]
"""A quick look at a text that is not folded yet: false when it certainly does not hold what is looked for."""


@dataclass(slots=True)
class Candidate:
    """A message that may answer: its row, its conversation, and its time (its session's start, if it has none)."""

    row: MessageRow
    root: int
    at: float


@dataclass(slots=True)
class ScanBudget:
    """How long a scan may take; ``exhausted`` when it did not reach the end."""

    seconds: float = SCAN_SECONDS
    exhausted: bool = False
    packs: int = 0


def from_index(
    connection: Connection,
    scope: Scope,
    table: str,
    expression: str,
    *,
    limit: int = NO_LIMIT,
) -> list[Candidate]:
    """The sealed messages for which an FTS5 expression holds, newest row first."""
    predicate, values = message_predicate(scope)
    sql = FROM_INDEX.format(
        candidate=CANDIDATE,
        table=table,
        joined=JOINED,
        predicate=predicate,
    )
    return [_candidate(row) for row in connection.rows(sql, (expression, *values, limit))]


def in_order(
    connection: Connection, scope: Scope, order: str, after: tuple[float, float, int] | None, limit: int
) -> list[Candidate]:
    """The first messages of the scope behind a sort key, whatever they hold; ``order`` are the key's three columns."""
    predicate, values = message_predicate(scope)
    behind = "1" if after is None else f"({order}) > (?, ?, ?)"
    sql = IN_ORDER.format(candidate=CANDIDATE, joined=JOINED, predicate=predicate, behind=behind, order=order)
    return [_candidate(row) for row in connection.rows(sql, (*values, *(after or ()), limit))]


def loose(reader: Reader, scope: Scope, may_hold: MayHold | None = None) -> Iterator[tuple[Candidate, Texts]]:
    """Yields every loose message of the scope with its allowed texts, folded.

    With ``may_hold`` texts that fail it are left out, and messages of which none is left.
    """
    predicate, values = message_predicate(scope)
    sql = FROM_LOOSE.format(candidate=CANDIDATE, joined=JOINED, predicate=predicate)
    for row in reader.connection.rows(sql, values):
        candidate = _candidate(row)
        if row[11] is not None:
            folded = [one for one in opened(row[11]).texts(0) if scope.allows(candidate.row, one[0])]
        else:
            folded = _folded(opened(row[10]).texts(0), scope, candidate.row, may_hold)
        if folded:
            yield candidate, folded


def scan(
    reader: Reader, scope: Scope, budget: ScanBudget, may_hold: MayHold | None = None
) -> Iterator[tuple[Candidate, Texts]]:
    """Yields every message of the scope with its allowed texts, folded: loose ones, then packs, newest text first.

    With ``may_hold`` texts that fail it are left out, and messages of which none is left.
    """
    yield from loose(reader, scope, may_hold)
    predicate, values = message_predicate(scope)
    sql = FROM_PACK.format(candidate=CANDIDATE, joined=JOINED, predicate=predicate)
    until = time.monotonic() + budget.seconds
    for pack_id, *place in reader.connection.rows(PACKS_BY_AGE):
        if time.monotonic() > until:
            budget.exhausted = True
            return
        budget.packs += 1
        for row in reader.connection.rows(sql, (*place, pack_id, *values)):
            candidate = _candidate(row)
            texts = allowed_texts(reader, scope, candidate, may_hold)
            if texts:
                yield candidate, texts


def allowed_texts(reader: Reader, scope: Scope, candidate: Candidate, may_hold: MayHold | None = None) -> Texts:
    """The texts of a message that the scope looks at (and that may hold what is looked for), folded."""
    return _folded(reader.texts(candidate.row), scope, candidate.row, may_hold)


def _folded(texts: Texts, scope: Scope, row: MessageRow, may_hold: MayHold | None) -> Texts:
    return [
        (kind, fold(text)) for kind, text in texts if scope.allows(row, kind) and (may_hold is None or may_hold(text))
    ]


def _candidate(row: tuple[object, ...]) -> Candidate:
    return Candidate(MessageRow(*row[:8]), row[8], row[9])  # type: ignore[arg-type]
