"""What a scan answers: findings, each with a verdict, and the worst of them for the whole text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

Verdict = Literal["ok", "warn", "quarantine", "block"]

VERDICTS: tuple[Verdict, ...] = ("ok", "warn", "quarantine", "block")
"""From harmless to worst: warn is written and mentioned, quarantine waits for a person, block is refused."""

MAX_WORDS = 80


@dataclass(frozen=True, slots=True)
class Finding:
    """One hit.

    ``threat`` is the class ("prompt injection", "exfiltration", "hidden Unicode"), ``rule`` its id, ``words`` what was
    found (at most 80 characters, hidden ones named as ``U+200B``), ``view`` the reading of the text in which it stood.
    """

    threat: str
    rule: str
    verdict: Verdict
    words: str
    view: str

    def as_dict(self) -> dict[str, str]:
        """``{"class", "rule", "verdict", "words"}``, for JSON."""
        return {"class": self.threat, "rule": self.rule, "verdict": self.verdict, "words": self.words}


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of one text, each rule once; ``verdict`` is that of the worst."""

    verdict: Verdict
    findings: tuple[Finding, ...]

    def as_dict(self) -> dict[str, Any]:
        """``{"verdict": …, "findings": [{"class", "rule", "verdict", "words"}]}``, for JSON."""
        return {"verdict": self.verdict, "findings": [each.as_dict() for each in self.findings]}


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The worst of the verdicts; of none, ok."""
    return max(verdicts, key=VERDICTS.index, default="ok")


def report_of(findings: Iterable[Finding]) -> Report:
    """A report of the findings, in order, each rule only where it was found first."""
    first: dict[str, Finding] = {}
    for finding in findings:
        first.setdefault(finding.rule, finding)
    return Report(worst(finding.verdict for finding in first.values()), tuple(first.values()))


def quoted(text: str) -> str:
    """The text on one line, at most 80 characters, with everything that does not show named by its code point."""
    shown = "".join(_shown(char) for char in text[:MAX_WORDS])
    return shown if len(shown) <= MAX_WORDS and len(text) <= MAX_WORDS else shown[: MAX_WORDS - 1] + "…"


def code_point(char: str) -> str:
    """The character's code point as Unicode writes it: ``U+200B``."""
    return f"U+{ord(char):04X}"


def _shown(char: str) -> str:
    if char in "\n\t":
        return " "
    return code_point(char) if unicodedata.category(char)[0] == "C" or unicodedata.combining(char) else char
