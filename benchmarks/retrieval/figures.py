"""The figures of many outcomes, as the command prints them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.retrieval.metrics import bootstrap, hit, mean, percentile, reciprocal_rank
from benchmarks.retrieval.outcome import Outcome

DIGITS = 4


def figures(outcomes: Sequence[Outcome], seed: int) -> dict[str, Any]:
    """All figures of one way to search; of the queries that something answers, unless the name says otherwise.

    Shares lie between 0 and 1, intervals are ``[low, high]`` with 95 % confidence, times are milliseconds over all
    queries. What cannot be said, for want of queries or labels, is ``None``.
    """
    scored = [one for one in outcomes if one.is_answerable]
    unanswerable = [one for one in outcomes if not one.is_answerable]
    intervals = bootstrap([reciprocal_rank(one.rank) for one in scored], seed=seed)
    times = [one.wall_ms for one in outcomes]
    return {
        "n": len(scored),
        **_hits(scored, (1, 5, 10)),
        "recall@5": _rounded(mean([one.recall for one in scored if one.recall is not None])),
        "mrr": _mrr(scored),
        "hit@1_interval": None if intervals is None else [round(one, DIGITS) for one in intervals[0]],
        "mrr_interval": None if intervals is None else [round(one, DIGITS) for one in intervals[1]],
        "messages": _message_figures(scored),
        "empty": sum(one.is_empty for one in scored),
        "unanswerable": len(unanswerable),
        "unanswerable_empty": sum(one.is_empty for one in unanswerable),
        "p50_ms": _rounded(percentile(times, 0.50), 2),
        "p95_ms": _rounded(percentile(times, 0.95), 2),
        "types": _by_type(scored),
    }


def _by_type(scored: Sequence[Outcome]) -> dict[str, dict[str, Any]]:
    types: dict[str, list[Outcome]] = {}
    for one in scored:
        types.setdefault(one.type, []).append(one)
    return {name: {"n": len(some), **_hits(some, (1, 5)), "mrr": _mrr(some)} for name, some in sorted(types.items())}


def _message_figures(scored: Sequence[Outcome]) -> dict[str, Any] | None:
    judged = [one for one in scored if one.has_messages]
    if not judged:
        return None
    shares = {f"hit@{within}": _rounded(mean([hit(one.message_rank, within) for one in judged])) for within in (1, 10)}
    return {"n": len(judged), **shares}


def _hits(scored: Sequence[Outcome], places: tuple[int, ...]) -> dict[str, float | None]:
    return {f"hit@{within}": _rounded(mean([hit(one.rank, within) for one in scored])) for within in places}


def _mrr(scored: Sequence[Outcome]) -> float | None:
    return _rounded(mean([reciprocal_rank(one.rank) for one in scored]))


def _rounded(value: float | None, digits: int = DIGITS) -> float | None:
    return None if value is None else round(value, digits)
