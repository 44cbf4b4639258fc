"""The ways to candidates: the word indexes, the loose text, and the scan of everything.

All filter by the one predicate of ``scope``; what they yield still has to be verified on the text,
except where folded texts are yielded beside.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from hermes_state.records import TextKind
from hermes_state.search.analysis import fold
from hermes_state.search.scope import Scope, message_predicate
from hermes_state.store.connection import Connection
from hermes_state.store.packs import Pack
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
PACKS_BY_AGE = "SELECT id, session FROM pack ORDER BY newest_at DESC, id DESC"
FROM_PACK = """
{candidate}
FROM message AS m
{joined}
WHERE m.session = ? AND m.pack = ? AND {predicate}
ORDER BY m.seq DESC
"""
NO_LIMIT = -1

Texts = list[tuple[TextKind, str]]


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


def loose(reader: Reader, scope: Scope) -> Iterator[tuple[Candidate, Texts]]:
    """Yields every loose message of the scope with its allowed texts, folded."""
    predicate, values = message_predicate(scope)
    sql = FROM_LOOSE.format(candidate=CANDIDATE, joined=JOINED, predicate=predicate)
    for row in reader.connection.rows(sql, values):
        candidate = _candidate(row)
        if row[11] is not None:
            texts = Pack(row[11]).texts(0)
        else:
            texts = [(kind, fold(text)) for kind, text in Pack(row[10]).texts(0)]
        yield candidate, [(kind, text) for kind, text in texts if scope.allows(candidate.row, kind)]


def scan(reader: Reader, scope: Scope, budget: ScanBudget) -> Iterator[tuple[Candidate, Texts]]:
    """Yields every message of the scope with its allowed texts, folded: loose ones, then packs, newest text first."""
    yield from loose(reader, scope)
    predicate, values = message_predicate(scope)
    sql = FROM_PACK.format(candidate=CANDIDATE, joined=JOINED, predicate=predicate)
    until = time.monotonic() + budget.seconds
    for pack_id, session in reader.connection.rows(PACKS_BY_AGE):
        if time.monotonic() > until:
            budget.exhausted = True
            return
        budget.packs += 1
        for row in reader.connection.rows(sql, (session, pack_id, *values)):
            candidate = _candidate(row)
            yield candidate, allowed_texts(reader, scope, candidate)


def allowed_texts(reader: Reader, scope: Scope, candidate: Candidate) -> Texts:
    """The texts of a message that the scope looks at, folded."""
    row = candidate.row
    return [(kind, fold(text)) for kind, text in reader.texts(row) if scope.allows(row, kind)]


def _candidate(row: tuple[object, ...]) -> Candidate:
    return Candidate(MessageRow(*row[:8]), row[8], row[9])  # type: ignore[arg-type]
