"""What the scanner's findings mean for entries: which stay out of the prompt, which writes are refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hermes_state.memory.entries.text import content_hash
from hermes_state.memory.targets import FILE_NAMES, Target

if TYPE_CHECKING:
    from hermes_state.memory.threats import EntriesReport, Finding

GRADES = {"ok": 0, "warn": 1, "quarantine": 2, "block": 3}

UNREAD = "unscanned"
"""The rule of a finding that says only that a text is too long to be scanned."""

SHARED_WORDS = 2
"""From so many words on two findings are said to overlap: one alone, such as "the", says nothing."""

Told = tuple[str, str, str]
"""A finding in short: its verdict, its class, the words."""

_NEIGHBOURS = 4
"""How many entries on each side of a changed one are scanned with it on a write; a load scans all together."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The worst verdict on a text and all that was found in it."""

    verdict: str
    findings: tuple[Finding, ...]

    @property
    def held_back(self) -> bool:
        """Whether a person has to decide before the text may stand in a prompt."""
        return GRADES[self.verdict] >= GRADES["quarantine"]

    @property
    def is_unread(self) -> bool:
        """Whether a text was too long to be read, and nothing else is known against it."""
        return all(one.rule == UNREAD for one in self.findings)

    @property
    def threats(self) -> list[str]:
        """The classes of what was found with the worst verdict, each once."""
        return list(dict.fromkeys(one.threat for one in self.findings if one.verdict == self.verdict))


def told_once(found: Iterable[Told]) -> list[Told]:
    """What a person is told of findings: of those of one class whose words overlap, the longest words, once.

    Several rules find one thing. With each stands the worst verdict of those that it stands for, and they come in the
    order in which they were found.
    """
    unique = list(dict.fromkeys(found))
    told: dict[Told, str] = {}
    for one in sorted(unique, key=lambda one: len(one[2]), reverse=True):
        verdict, threat, words = one
        same = next((each for each in told if each[1] == threat and overlap(each[2], words)), one)
        told[same] = max(told.get(same, verdict), verdict, key=lambda name: GRADES.get(name, 0))
    return [(told[one], *one[1:]) for one in unique if one in told]


def overlap(one: str, other: str) -> bool:
    """Whether one text is part of the other, or ends with two words or more that the other begins with."""
    one, other = (" ".join(text.casefold().removesuffix("…").split()) for text in (one, other))
    if one in other or other in one:
        return True
    first, second = one.split(" "), other.split(" ")
    lengths = range(SHARED_WORDS, min(len(first), len(second)))
    return any(first[-length:] == second[:length] or second[-length:] == first[:length] for length in lengths)


def scan_entries(entries: Sequence[str]) -> EntriesReport:
    """The scanner's report on entries, alone and joined."""
    from hermes_state.memory import threats  # compiling the patterns is for those who scan, not for every start

    return threats.scan_entries(entries)


def judged_findings(findings: Iterable[Finding]) -> Judgement:
    """The judgement that follows from findings."""
    found = tuple(dict.fromkeys(findings))
    verdict = max((one.verdict for one in found), key=GRADES.__getitem__, default="ok")
    return Judgement(verdict, found)


def judged(entries: Sequence[str], overrides: Mapping[str, Any]) -> list[Judgement]:
    """The judgement of each entry, joined hits counted to all that take part; what a person allowed is ``ok``.

    Entries that stay are scanned again without those that do not, until nothing more is found: leaving one out
    makes others adjacent.
    """
    verdicts = _judged_once(entries, overrides)
    while True:
        stay = [position for position, one in enumerate(verdicts) if not one.held_back]
        if len(stay) == len(entries) or not stay:
            return verdicts
        again = _judged_once([entries[position] for position in stay], overrides)
        if not any(one.held_back for one in again):
            return verdicts
        for position, one in zip(stay, again, strict=True):
            verdicts[position] = one


def _judged_once(entries: Sequence[str], overrides: Mapping[str, Any]) -> list[Judgement]:
    if not entries:
        return []
    report = scan_entries(entries)
    found: list[list[Finding]] = [list(one.findings) for one in report.each]
    for joined in report.joined:
        for position in joined.indices:
            found[position].append(joined.finding)
    return [
        judged_findings(() if content_hash(entry) in overrides else findings)
        for entry, findings in zip(entries, found, strict=True)
    ]


def judged_write(entries: Sequence[str], new: Iterable[str], overrides: Mapping[str, Any]) -> Judgement:
    """The judgement of the new ones among entries: alone, and joined with those beside them."""
    fresh = set(new)
    findings: list[Finding] = []
    positions = [position for position, entry in enumerate(entries) if entry in fresh]
    for first, last in _stretches(positions, len(entries)):
        part = entries[first:last]
        report = scan_entries(part)
        for offset, entry in enumerate(part):
            if entry not in fresh or content_hash(entry) in overrides:
                continue
            findings.extend(report.each[offset].findings)
            findings.extend(joined.finding for joined in report.joined if offset in joined.indices)
    return judged_findings(findings)


def _stretches(positions: Sequence[int], count: int) -> list[tuple[int, int]]:
    """Ranges that hold the positions and their neighbours, overlapping ones made one."""
    ranges: list[tuple[int, int]] = []
    for position in positions:
        first, last = max(0, position - _NEIGHBOURS), min(count, position + _NEIGHBOURS + 1)
        if ranges and first <= ranges[-1][1]:
            ranges[-1] = (ranges[-1][0], last)
        else:
            ranges.append((first, last))
    return ranges


def placeholder(entry: str, judgement: Judgement, target: Target) -> str:
    """What stands in the prompt in an entry's place: the class of what was found and a name, no word of the entry."""
    return (
        f"[BLOCKED: {', '.join(judgement.threats)}; entry {content_hash(entry)[:8]} of {FILE_NAMES[target]} "
        "is kept out of the prompt until a person decides]"
    )


def placeholders(entries: Sequence[str], overrides: Mapping[str, Any], target: Target) -> dict[str, str]:
    """For each entry that is held back, the line that stands for it."""
    verdicts = judged(entries, overrides)
    return {
        entry: placeholder(entry, one, target) for entry, one in zip(entries, verdicts, strict=True) if one.held_back
    }
