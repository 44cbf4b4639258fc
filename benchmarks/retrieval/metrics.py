"""The measures of retrieval, of one ranked answer and of many."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Sequence

RESAMPLES = 1_000
CONFIDENCE = 0.95

Ranked = Sequence[Collection[str]]
"""An answer, best first: of each place the ids that it stands for (a conversation's own and its root's)."""


def first_rank(ranked: Ranked, relevant: Collection[str]) -> int | None:
    """The place, from 1, of the first relevant result; ``None`` when there is none."""
    for place, ids in enumerate(ranked, 1):
        if any(one in relevant for one in ids):
            return place
    return None


def hit(rank: int | None, within: int) -> float:
    """1.0 when the first relevant result stands among the first ``within``, else 0.0."""
    return float(rank is not None and rank <= within)


def reciprocal_rank(rank: int | None) -> float:
    """1 / rank, and 0.0 without a rank."""
    return 0.0 if rank is None else 1 / rank


def recall(ranked: Ranked, relevant: Collection[str], within: int) -> float:
    """The share of the relevant ids that the first ``within`` results stand for. There must be a relevant one."""
    found = {one for ids in ranked[:within] for one in ids if one in relevant}
    return len(found) / len(set(relevant))


def mean(values: Sequence[float]) -> float | None:
    """The arithmetic mean; ``None`` of nothing."""
    return math.fsum(values) / len(values) if values else None


def percentile(values: Sequence[float], share: float) -> float | None:
    """The smallest value that at least this share of the values does not exceed (nearest rank); ``None`` of nothing."""
    if not values:
        return None
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


Interval = tuple[float, float]


def bootstrap(
    reciprocal_ranks: Sequence[float], *, seed: int, resamples: int = RESAMPLES
) -> tuple[Interval, Interval] | None:
    """The 95 % percentile intervals of hit@1 and of MRR, queries drawn anew with replacement; ``None`` of nothing.

    One draw serves both: a query is a hit@1 exactly where its reciprocal rank is 1.
    """
    size = len(reciprocal_ranks)
    if not size:
        return None
    chance = random.Random(seed)
    hits: list[float] = []
    means: list[float] = []
    for _ in range(resamples):
        drawn = chance.choices(reciprocal_ranks, k=size)
        hits.append(drawn.count(1.0) / size)
        means.append(sum(drawn) / size)
    return _middle(hits), _middle(means)


def _middle(values: list[float]) -> Interval:
    outside = (1 - CONFIDENCE) / 2
    ordered = sorted(values)
    low = ordered[int(outside * len(ordered))]
    return low, ordered[min(len(ordered) - 1, math.ceil((1 - outside) * len(ordered)) - 1)]
