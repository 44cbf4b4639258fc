"""How the units of a query lie to one another in a text: close together, one after the other."""

from __future__ import annotations

from collections.abc import Sequence


def narrowest(spans: Sequence[list[tuple[int, int]]]) -> int:
    """The width of the narrowest piece of text in which each unit stands at least once."""
    events = sorted((start, end, number) for number, found in enumerate(spans) for start, end in found)
    last: dict[int, tuple[int, int]] = {}
    best = events[-1][1] - events[0][0]
    for start, end, number in events:
        last[number] = (start, end)
        if len(last) == len(spans):
            left = min(one[0] for one in last.values())
            best = min(best, max(one[1] for one in last.values()) - left)
    return best


def stand_in_order(spans: Sequence[list[tuple[int, int]]], gap: int = 3) -> bool:
    """Whether the units stand one after the other somewhere, with at most ``gap`` characters between neighbours."""
    ends = {end for _, end in spans[0]}
    for found in spans[1:]:
        ends = {end for start, end in found if any(start - space in ends for space in range(gap + 1))}
        if not ends:
            return False
    return True
