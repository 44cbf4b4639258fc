"""The ways to candidates: the word indexes, the loose text, and the scan of everything.

All filter by the one predicate of ``scope``; what they yield still has to be verified on the text,
except where folded texts are yielded beside.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from hermes_state.kinds import TextKind
from hermes_state.search.scope import Scope, message_predicate
from hermes_state.store.connection import Connection
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
WHERE {table} MATCH ? {within} AND {predicate}
ORDER BY {table}.rowid DESC
LIMIT ?
"""
WITHIN = "AND {table}.rowid BETWEEN ? AND ?"
BY_ID = """
{candidate}
FROM json_each(?) AS given
CROSS JOIN message AS m ON m.id = given.value
{joined}
WHERE {predicate}
ORDER BY m.id DESC
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

MANY_TERMS = 16
FEW_RANGES = 4
"""An expression of many terms is asked for so many ranges: each asks for all of its terms again."""

Texts = list[tuple[TextKind, str]]
Ranges = list[tuple[int, int]]
"""Ids of messages, from and to (both included), the newest first."""

MayHold = Callable[[str], bool]
"""A quick look at a text that is not folded yet: false when it certainly does not hold what is looked for."""


class Candidate(NamedTuple):
    """A message that may answer: its row (``sent_at`` is its own time), its conversation, and its time (its
    session's start, if it has none)."""

    id: int
    session: int
    seq: int
    role: int
    flags: int
    sent_at: float | None
    pack: int | None
    entry: int | None
    root: int
    at: float

    @property
    def row(self) -> MessageRow:
        """The message's row."""
        return MessageRow(*self[:8])


class ScanBudget:
    """How long texts may be read to find what answers; ``exhausted`` when that did not reach the end."""

    __slots__ = ("_until", "exhausted", "packs", "seconds")

    def __init__(self, seconds: float = SCAN_SECONDS, exhausted: bool = False) -> None:
        self.seconds = seconds
        self.exhausted = exhausted
        self.packs = 0
        self._until: float | None = None

    def begin(self) -> None:
        """Starts the clock, if it does not run yet."""
        if self._until is None:
            self._until = time.monotonic() + self.seconds

    def is_over(self) -> bool:
        """Whether the time is used up; it is exhausted then."""
        self.begin()
        self.exhausted = self.exhausted or time.monotonic() > (self._until or 0.0)
        return self.exhausted


def from_index(
    connection: Connection,
    scope: Scope,
    table: str,
    expression: str,
    *,
    limit: int = NO_LIMIT,
    ranges: Ranges | None = None,
) -> list[Candidate]:
    """The sealed messages for which an FTS5 expression holds, newest row first.

    With ``ranges`` (of ids, the newest first) only within these.
    """
    predicate, values = message_predicate(scope.within(table))
    parts = {"candidate": CANDIDATE, "table": table, "joined": JOINED, "predicate": predicate}
    if ranges is None:
        sql = FROM_INDEX.format(within="", **parts)
        return list(map(Candidate._make, connection.rows(sql, (expression, *values, limit))))
    sql = FROM_INDEX.format(within=WITHIN.format(table=table), **parts)
    found: list[Candidate] = []
    if expression.count('"') > 2 * MANY_TERMS:
        ranges = fewer(ranges, FEW_RANGES)
    for first, last in ranges:
        left = limit if limit == NO_LIMIT else limit - len(found)
        if not left:
            break
        found += map(Candidate._make, connection.rows(sql, (expression, first, last, *values, left)))
    return found


def by_id(connection: Connection, scope: Scope, ids: Collection[int]) -> list[Candidate]:
    """Those of the messages with these ids that are in the scope, the newest row first."""
    if not ids:
        return []
    predicate, values = message_predicate(scope)
    sql = BY_ID.format(candidate=CANDIDATE, joined=JOINED, predicate=predicate)
    return list(map(Candidate._make, connection.rows(sql, (json.dumps(list(ids)), *values))))


def fewer(ranges: Ranges, most: int) -> Ranges:
    """At most so many ranges that hold these, the narrowest gaps closed first; the newest first, as these are."""
    if len(ranges) <= most:
        return ranges
    gaps = sorted(range(1, len(ranges)), key=lambda at: ranges[at][1] - ranges[at - 1][0])[: most - 1]
    starts = [0, *sorted(gaps)]
    ends = [*sorted(gaps), len(ranges)]
    return [(ranges[end - 1][0], ranges[start][1]) for start, end in zip(starts, ends, strict=True)]


def in_order(
    connection: Connection, scope: Scope, order: str, after: tuple[float, float, int] | None, limit: int
) -> list[Candidate]:
    """The first messages of the scope behind a sort key, whatever they hold; ``order`` are the key's three columns."""
    predicate, values = message_predicate(scope)
    behind = "1" if after is None else f"({order}) > (?, ?, ?)"
    sql = IN_ORDER.format(candidate=CANDIDATE, joined=JOINED, predicate=predicate, behind=behind, order=order)
    return list(map(Candidate._make, connection.rows(sql, (*values, *(after or ()), limit))))


def loose(reader: Reader, scope: Scope, pieces: Sequence[str] | None = None) -> Iterator[tuple[Candidate, Texts]]:
    """Yields the loose messages of the scope with their allowed texts, folded, the newest first.

    With ``pieces`` (folded) only those in which one of them stands.
    """
    known = reader.loose_texts()
    ids = known.holding(pieces)
    if not ids:
        return
    predicate, values = message_predicate(scope)
    sql = BY_ID.format(candidate=CANDIDATE, joined=JOINED, predicate=predicate)
    for row in reader.connection.rows(sql, (json.dumps(ids), *values)):
        candidate = Candidate._make(row)
        texts = [one for one in known.texts(candidate.id) if scope.allows(candidate.role, one[0])]
        if texts:
            yield candidate, texts


def scan(
    reader: Reader, scope: Scope, budget: ScanBudget, may_hold: MayHold | None = None
) -> Iterator[tuple[Candidate, Texts]]:
    """Yields every message of the scope with its allowed texts, folded: loose ones, then packs, newest text first.

    With ``may_hold`` texts that fail it are left out, and messages of which none is left.
    """
    yield from loose(reader, scope)
    predicate, values = message_predicate(scope)
    sql = FROM_PACK.format(candidate=CANDIDATE, joined=JOINED, predicate=predicate)
    budget.begin()
    for pack_id, *place in reader.connection.rows(PACKS_BY_AGE):
        if budget.is_over():
            return
        budget.packs += 1
        for row in reader.connection.rows(sql, (*place, pack_id, *values)):
            candidate = Candidate._make(row)
            texts = allowed_texts(reader, scope, candidate, may_hold)
            if texts:
                yield candidate, texts


def allowed_texts(reader: Reader, scope: Scope, candidate: Candidate, may_hold: MayHold | None = None) -> Texts:
    """The texts of a message that the scope looks at (and that may hold what is looked for), folded."""
    if candidate.pack is None and may_hold is None:
        return [one for one in reader.loose_texts().texts(candidate.id) if scope.allows(candidate.role, one[0])]
    return [
        (kind, reader.fold(text))
        for kind, text in reader.texts(candidate)
        if scope.allows(candidate.role, kind) and (may_hold is None or may_hold(text))
    ]
