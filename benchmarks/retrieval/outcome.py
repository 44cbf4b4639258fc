"""What came of one query: where its first relevant results stood, and how long it took."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.retrieval.labelled import SetQuery
from benchmarks.retrieval.metrics import Ranked, first_rank, recall

DEPTH = 10
"""How many results are looked at."""

RECALL_WITHIN = 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """One answer, judged.

    ``rank`` and ``message_rank`` are the places, from 1, of the first relevant conversation and message; ``None``
    where there is none. ``has_messages`` tells whether messages were judged: they are labelled, and were asked for.
    ``recall`` is that of the first five, ``None`` for a query that nothing answers. ``wall_ms`` is of the search for
    conversations alone.
    """

    type: str
    is_answerable: bool
    is_empty: bool
    rank: int | None
    recall: float | None
    wall_ms: float
    has_messages: bool
    message_rank: int | None


def outcome(query: SetQuery, ranked: Ranked, wall_ms: float, messages: Ranked | None = None) -> Outcome:
    """Judges an answer: conversations, and messages where they were asked for, best first."""
    top = ranked[:DEPTH]
    has_messages = messages is not None and bool(query.rel_messages)
    return Outcome(
        type=query.type,
        is_answerable=bool(query.rel_sessions),
        is_empty=not top,
        rank=first_rank(top, query.rel_sessions),
        recall=recall(top, query.rel_sessions, RECALL_WITHIN) if query.rel_sessions else None,
        wall_ms=wall_ms,
        has_messages=has_messages,
        message_rank=first_rank((messages or ())[:DEPTH], query.rel_messages) if has_messages else None,
    )
