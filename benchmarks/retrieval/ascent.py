"""Tunes constants by coordinate ascent, and splits queries for cross-validation: without an archive."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from benchmarks.retrieval.constants import tried
from hermes_state.search.weights import Weights

LEAST_GAIN = 0.0005
"""By how much the mean MRR must rise for a constant to move: a smaller rise is one or two queries of a sample."""

Value = Callable[[Weights], float]
"""What constants are worth; more is better."""


def ascend(start: Weights, fields: Sequence[str], value: Value, rounds: int, least: float = LEAST_GAIN) -> Weights:
    """The constants after some rounds: in each, one field after the other takes the best of the values tried for it.

    A field moves only where that is worth at least ``least`` more; a round in which none does is the last.
    """
    best, worth = start, value(start)
    for _ in range(rounds):
        before = best
        for field in fields:
            found = [(value(one), one) for one in (best._replace(**{field: some}) for some in tried(best, field))]
            most, first = max(found, key=lambda pair: pair[0], default=(worth, best))
            if most >= worth + least:
                best, worth = first, most
        if best == before:
            break
    return best


def folds(groups: Sequence[str | None], count: int, seed: int) -> list[list[int]]:
    """The places of queries, shared out at random into so many folds of about one size; each fold is sorted.

    ``groups`` has the group of each query. Those of one group stay together where there are at least ``count``
    groups, for they mean the same conversations.
    """
    together: dict[object, list[int]] = {}
    by_group = len(set(groups) - {None}) >= count
    for place, group in enumerate(groups):
        together.setdefault(group if by_group and group is not None else place, []).append(place)
    units = list(together.values())
    random.Random(seed).shuffle(units)
    units.sort(key=len, reverse=True)
    found: list[list[int]] = [[] for _ in range(count)]
    for unit in units:
        min(found, key=len).extend(unit)
    return [sorted(one) for one in found]


Places = Mapping[str, Sequence[int]]
"""By the name of the set, places of its queries."""


def split_queries(groups: Mapping[str, Sequence[str | None]], count: int, seed: int) -> list[tuple[Places, Places]]:
    """For each fold, the queries of every set to tune on and those to measure on; ``groups`` has those of the queries
    of each set."""
    shared = {name: folds(some, count, seed) for name, some in groups.items()}
    return [
        ({name: _without(some, at) for name, some in shared.items()}, {name: some[at] for name, some in shared.items()})
        for at in range(count)
    ]


def _without(shared: Sequence[Sequence[int]], fold: int) -> list[int]:
    return sorted(place for at, places in enumerate(shared) if at != fold for place in places)


def split_sets(sizes: Mapping[str, int]) -> list[tuple[Places, Places]]:
    """The same with a fold for each set: tuned on all others, measured on all of it."""
    every = {name: range(size) for name, size in sizes.items()}
    return [({name: some for name, some in every.items() if name != held}, {held: every[held]}) for held in every]
