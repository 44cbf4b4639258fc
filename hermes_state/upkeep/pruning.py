"""Which conversations a rule would remove, and removing them: old ones, small ones, those of a source."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from hermes_state.errors import InvalidArgumentError
from hermes_state.search.scope import Scope, session_predicate
from hermes_state.store.connection import Connection
from hermes_state.store.writing import Writer
from hermes_state.times import parse_time
from hermes_state.upkeep import deleting, marks

if TYPE_CHECKING:
    from hermes_state.archive import SessionDB

Fate = Literal["trash", "delete"]

STEP = 200
"""Conversations removed in one transaction: other writers get in between."""

FITTING = """
SELECT r.key, r.origin || ':' || r.id, coalesce(r.title, r.preview), r.source, r.tip_at,
       count(*), sum(s.message_count), r.pinned_at IS NOT NULL,
       max(s.kind IS 'branch')
FROM session AS r
JOIN session AS s ON s.root_key = r.key
WHERE r.parent_key IS NULL AND {conditions}
GROUP BY r.key
HAVING {having}
ORDER BY r.tip_at, r.key
"""
MEMBER = "EXISTS (SELECT 1 FROM session AS s WHERE s.root_key = r.key AND {condition})"
IN_TRASH = "SELECT key FROM session WHERE trashed_at IS NOT NULL AND trashed_at < ? ORDER BY trashed_at, key"
IN_TRASH_COUNT = """
SELECT
    count(DISTINCT r.key) FILTER (WHERE r.pinned_at IS NULL),
    count(*) FILTER (WHERE r.pinned_at IS NULL),
    coalesce(sum(s.message_count) FILTER (WHERE r.pinned_at IS NULL), 0),
    count(DISTINCT r.key) FILTER (WHERE r.pinned_at IS NOT NULL)
FROM session AS r
JOIN session AS s ON s.root_key = r.key
WHERE r.trashed_at IS NOT NULL AND r.trashed_at < ?
"""
STILL_TRASHED = "SELECT 1 FROM session WHERE key = ? AND trashed_at IS NOT NULL AND pinned_at IS NULL"
STILL_FITS = """
SELECT 1 FROM session AS r
WHERE r.key = ?1 AND r.pinned_at IS NULL AND coalesce(r.tip_at, 0) <= ?2
AND NOT EXISTS (SELECT 1 FROM session AS s WHERE s.root_key = ?1 AND s.kind = 'branch')
"""


class Rule(NamedTuple):
    """Which conversations to remove: all conditions that are given must hold.

    ``before``: no activity since (what ``parse_time`` takes); ``max_messages``: no more than these in all of it;
    ``untitled``: only without a title.
    """

    before: str | float | None = None
    sources: tuple[str, ...] = ()
    project: str | None = None
    max_messages: int | None = None
    untitled: bool = False

    def says_nothing(self) -> bool:
        """Whether it would fit every conversation there is."""
        return self == Rule()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A conversation that a rule fits. ``last_active_at`` in seconds since the epoch."""

    key: int
    id: str
    title: str | None
    source: str
    last_active_at: float | None
    sessions: int
    messages: int


@dataclass(frozen=True, slots=True)
class PrunePlan:
    """What a rule would remove, the longest quiet first; how many it fits that are kept, pinned or bearing branches."""

    conversations: tuple[Candidate, ...]
    kept_pinned: int
    kept_with_branches: int

    @property
    def sessions(self) -> int:
        """Sessions in the conversations to remove."""
        return sum(one.sessions for one in self.conversations)

    @property
    def messages(self) -> int:
        """Messages in them."""
        return sum(one.messages for one in self.conversations)

    def span(self) -> tuple[float | None, float | None]:
        """When the longest quiet and the least long quiet of them were last active."""
        times = [one.last_active_at for one in self.conversations if one.last_active_at is not None]
        return (min(times), max(times)) if times else (None, None)


def plan_prune(db: SessionDB, rule: Rule) -> PrunePlan:
    """What a rule would remove now; changes nothing. Raises ``InvalidArgumentError`` for a rule that says nothing.

    A conversation is pinned or bears branches as a whole, and its last activity is that of any of its sessions.
    """
    if rule.says_nothing():
        raise InvalidArgumentError(
            "a rule that fits every conversation is not taken",
            operation="prune",
            hint="say which ones: --before 90d, --source S, --project PATH, --max-messages N, --untitled",
        )
    conditions, having, values = _conditions(rule)
    sql = FITTING.format(conditions=conditions, having=having)
    found = db.file.reader().connection.rows(sql, values)
    pinned = sum(bool(row[7]) for row in found)
    branched = sum(bool(row[8]) and not row[7] for row in found)
    chosen = tuple(
        Candidate(row[0], row[1], row[2], row[3], row[4], row[5], row[6] or 0)
        for row in found
        if not row[7] and not row[8]
    )
    return PrunePlan(chosen, pinned, branched)


def _conditions(rule: Rule) -> tuple[str, str, list[Any]]:
    fits, values = session_predicate(Scope(sources=rule.sources, project=rule.project, include_hidden=True))
    conditions = [MEMBER.format(condition=fits)]
    if rule.before is not None:
        conditions.append("coalesce(r.tip_at, 0) < ?")
        values.append(parse_time(rule.before))
    if rule.untitled:
        conditions.append("r.title IS NULL")
    having = "1"
    if rule.max_messages is not None:
        having = "coalesce(sum(s.message_count), 0) <= ?"
        values.append(rule.max_messages)
    return " AND ".join(conditions), having, values


def prune(db: SessionDB, plan: PrunePlan, fate: Fate = "trash") -> deleting.DeleteReport:
    """Throws the conversations of a plan into the trash, or deletes them; in steps, each of them whole.

    One that was pinned, branched or active since the plan was made stays.
    """
    done = deleting.DeleteReport(0, 0, 0)
    for step in _steps(plan.conversations):

        def work(writer: Writer, step: Sequence[Candidate] = step) -> deleting.DeleteReport:
            still = [one for one in step if _still_fits(writer.connection, one)]
            if fate == "delete":
                return deleting.delete_conversations(writer.connection, [one.key for one in still])
            for one in still:
                marks.set_mark(writer.connection, one.key, "trashed", time.time())
            return deleting.DeleteReport(len(still), sum(o.sessions for o in still), sum(o.messages for o in still))

        done = done.plus(db.file.write(work))
    return done


def _still_fits(connection: Connection, one: Candidate) -> bool:
    return connection.value(STILL_FITS, (one.key, one.last_active_at or 0)) is not None


def _steps(conversations: Sequence[Candidate]) -> Iterator[Sequence[Candidate]]:
    for start in range(0, len(conversations), STEP):
        yield conversations[start : start + STEP]


@dataclass(frozen=True, slots=True)
class TrashPlan:
    """How much ``empty_trash`` would delete, and how many conversations lie in the trash that are kept, pinned."""

    conversations: int
    sessions: int
    messages: int
    kept_pinned: int


def trash_to_empty(db: SessionDB, before: str | float | None = None) -> TrashPlan:
    """How much ``empty_trash`` would delete now."""
    bound = float("inf") if before is None else parse_time(before)
    return TrashPlan(*db.file.reader().connection.rows(IN_TRASH_COUNT, (bound,))[0])


def empty_trash(db: SessionDB, before: str | float | None = None) -> deleting.DeleteReport:
    """Deletes what lies in the trash, thrown there before a time (``None``: all of it); in steps.

    What is pinned stays, in the trash too.
    """
    bound = float("inf") if before is None else parse_time(before)
    done = deleting.DeleteReport(0, 0, 0)
    keys = [key for (key,) in db.file.reader().connection.rows(IN_TRASH, (bound,))]
    for start in range(0, len(keys), STEP):

        def work(writer: Writer, step: Sequence[int] = keys[start : start + STEP]) -> deleting.DeleteReport:
            connection = writer.connection
            still = [key for key in step if connection.value(STILL_TRASHED, (key,)) is not None]
            return deleting.delete_conversations(connection, still)

        done = done.plus(db.file.write(work))
    return done
