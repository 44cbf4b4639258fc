"""What tests of the curated memory share: a scanner whose verdicts are words, and looks at a folder's bytes.

The scanner stands on its own, so that a test of what the store does with a verdict knows the verdict.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hermes_state.memory.prompt import judging

BLOCKED = "ignore all previous instructions"
HELD = "hold me back"
NOTICED = "take notice of me"

WORDS = {
    BLOCKED: ("prompt injection", "block"),
    HELD: ("deception", "quarantine"),
    NOTICED: ("persistence", "warn"),
}


@dataclass(frozen=True)
class PlainFinding:
    """As the scanner's findings."""

    threat: str
    rule: str
    verdict: str
    words: str
    view: str = "plain"

    def as_dict(self) -> dict[str, str]:
        return {"class": self.threat, "rule": self.rule, "verdict": self.verdict, "words": self.words}


@dataclass(frozen=True)
class PlainReport:
    """As the scanner's report on one entry."""

    findings: tuple[PlainFinding, ...]


@dataclass(frozen=True)
class PlainJoined:
    """As the scanner's hit in several entries."""

    indices: tuple[int, ...]
    finding: PlainFinding


@dataclass(frozen=True)
class PlainEntriesReport:
    """As the scanner's report on entries."""

    each: tuple[PlainReport, ...]
    joined: tuple[PlainJoined, ...]


def _report(text: str) -> PlainReport:
    lower = " ".join(text.casefold().split())
    return PlainReport(
        tuple(
            PlainFinding(threat, words, verdict, words) for words, (threat, verdict) in WORDS.items() if words in lower
        )
    )


def plain_scan(entries: Sequence[str]) -> Any:
    """Finds the words above, in each entry and in neighbours joined by a space."""
    each = tuple(_report(entry) for entry in entries)
    joined = []
    for number in range(len(entries) - 1):
        alone = {*each[number].findings, *each[number + 1].findings}
        both = _report(f"{entries[number]} {entries[number + 1]}").findings
        joined += [PlainJoined((number, number + 1), finding) for finding in both if finding not in alone]
    return PlainEntriesReport(each, tuple(joined))


def use_plain_scan() -> None:
    """Replaces the scanner in a child process; a test does it by monkeypatch."""
    judging.scan_entries = plain_scan


def files_in(folder: str | Path) -> dict[str, bytes]:
    """Every file below a folder by its relative name, with its bytes; links are left out."""
    found = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = Path(parent, name)
            if path.is_file() and not path.is_symlink():
                found[str(path.relative_to(folder))] = path.read_bytes()
    return found


def written(folder: str | Path, data: bytes, name: str = "MEMORY.md") -> Path:
    """A file of a memory folder with the given bytes, as somebody else would write it."""
    path = Path(folder) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path
