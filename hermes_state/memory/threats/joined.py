"""Scans entries as a prompt holds them: each alone, and all that stand together, so that no payload is split."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hermes_state.memory.threats.report import Finding, Report, Verdict, worst
from hermes_state.memory.threats.scanner import DEFAULT, LONG, Ruleset, scan, word_findings

WINDOW = 8_192
"""Characters of entries that are joined at once; longer memories are read in windows that overlap."""

OVERLAP = 2_048
"""Characters that two windows share: more than any pattern spans."""

MAX_HITS = 16
"""Joined hits that are narrowed to their entries; with more, all entries of a window take part."""


KEPT = 1_024
"""Reports of entries that are kept, since the same entries are scanned at each load and each write."""


@lru_cache(maxsize=KEPT)
def kept(entry: str, rules: Ruleset) -> Report:
    """The report of a short entry, from the last time if there was one."""
    return scan(entry, rules)


@dataclass(frozen=True, slots=True)
class Joined:
    """A hit that no entry has alone: the indices of the entries that take part, ascending, and the finding."""

    indices: tuple[int, ...]
    finding: Finding


@dataclass(frozen=True, slots=True)
class EntriesReport:
    """The reports of entries, each alone and all in the order in which a prompt would hold them.

    ``each`` is the report of each entry alone, ``joined`` what only several together have, ``verdicts`` the verdict of
    each entry with the joined hits counted to all that take part.
    """

    each: tuple[Report, ...]
    joined: tuple[Joined, ...]
    verdicts: tuple[Verdict, ...]


def scan_entries(entries: Sequence[str], rules: Ruleset = DEFAULT) -> EntriesReport:
    """The reports of entries alone and joined by blanks in their order. Never raises.

    Entries that are held back alone do not enter a prompt, so the rest are joined. Each hit in them (quarantine or
    block) is narrowed to the fewest neighbours that show it, which are held back too, until the rest is clean.
    """
    each = tuple(kept(entry, rules) if len(entry) <= LONG else scan(entry, rules) for entry in entries)
    verdicts = [report.verdict for report in each]
    joined: list[Joined] = []
    rest = [index for index, verdict in enumerate(verdicts) if verdict in ("ok", "warn")]
    while hit := _first(entries, rest, rules, narrow=len(joined) < MAX_HITS):
        joined.append(hit)
        for index in hit.indices:
            verdicts[index] = worst((verdicts[index], hit.finding.verdict))
        rest = [index for index in rest if index not in set(hit.indices)]
    return EntriesReport(each, tuple(joined), tuple(verdicts))


def _first(entries: Sequence[str], indices: Sequence[int], rules: Ruleset, *, narrow: bool) -> Joined | None:
    """The first hit among the entries joined, with the entries that it needs; None: they are clean."""

    def severe(window: Sequence[int]) -> Finding | None:
        findings = word_findings(" ".join(entries[index] for index in window), rules)
        return next((each for each in findings if each.verdict != "warn"), None)

    for window in _windows(entries, indices):
        finding = severe(window)
        if finding:
            fewest = _narrowed(window, severe) if narrow else window
            return Joined(tuple(fewest), severe(fewest) or finding)
    return None


def _windows(entries: Sequence[str], indices: Sequence[int]) -> Iterator[Sequence[int]]:
    """Neighbours of at most 8,192 characters together (or two), each window beginning in the one before it."""
    start = 0
    while len(indices) - start >= 2:
        end, size = start, 0
        while end < len(indices) and (end - start < 2 or size + len(entries[indices[end]]) <= WINDOW):
            size += len(entries[indices[end]]) + 1
            end += 1
        yield indices[start:end]
        if end == len(indices):
            return
        shared, begin = 0, end
        while begin - 1 > start and shared < OVERLAP:
            begin -= 1
            shared += len(entries[indices[begin]]) + 1
        start = begin


def _narrowed(window: Sequence[int], severe: Callable[[Sequence[int]], Finding | None]) -> Sequence[int]:
    """The fewest neighbours of a window that still have a hit, by halving: first the end, then the start."""
    low, high = 2, len(window)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if severe(window[:middle]) else (middle + 1, high)
    ended = window[:high]
    low, high = 0, len(ended) - 2
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if severe(ended[middle:]) else (low, middle - 1)
    fewest = ended[max(low, 0) :]
    return fewest if severe(fewest) else window
