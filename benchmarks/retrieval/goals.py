"""The goals of retrieval, what the sets are, and figures that others published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Goal(NamedTuple):
    """What is to be reached on a set: shares between 0 and 1, and wall milliseconds at most."""

    hit_at_1: float
    hit_at_5: float
    mrr: float
    p95_ms: float = 25.0

    def of(self, measure: str) -> float:
        """The goal of ``hit@1``, ``hit@5`` or ``mrr``."""
        return {"hit@1": self.hit_at_1, "hit@5": self.hit_at_5, "mrr": self.mrr}[measure]


P50_MS = 5.0
"""The median of every set, in wall milliseconds, at most."""

GOALS: Mapping[str, Goal] = {
    "locomo-a": Goal(0.73, 0.945, 0.82),
    "entire-a": Goal(0.52, 0.80, 0.65, p95_ms=60.0),
    "beam-100K": Goal(0.48, 0.72, 0.60),
    "sweagent": Goal(0.99, 1.0, 0.99),
    "docs-zh-cn": Goal(0.55, 0.84, 0.68),
    "docs-ko": Goal(0.53, 0.81, 0.65),
    "cmrc2018": Goal(0.965, 0.995, 0.978),
    "jsquad-valid": Goal(0.975, 0.993, 0.983),
}
"""The goals, by set, in the order of the tables."""

ABOUT: Mapping[str, str] = {
    "locomo-a": "five long chats of two persons, a sitting a conversation; questions",
    "entire-a": "sessions with a coding agent; subjects of commits, some intents and outcomes",
    "beam-100K": "twenty long chats with an assistant, cut by topic; questions",
    "sweagent": "runs of a coding agent; titles of the issues that it worked on",
    "docs-zh-cn": "Chinese documentation, a page a conversation, a section a message; headings",
    "docs-ko": "the same in Korean",
    "cmrc2018": "Chinese encyclopedia, a paragraph a conversation; reading questions",
    "jsquad-valid": "Japanese encyclopedia, an article a conversation; reading questions",
    "workshop": "our own, written for this: work and chats in four languages; absent topics",
}
"""What each set is: its conversations, then its queries."""

PUBLISHED = (
    ("deja-vu 0.18.0", 0.698, 0.857, 0.767),
    ("MemPalace, hybrid", 0.542, 0.834, 0.665),
    ("vectors only", 0.264, 0.508, 0.367),
)
"""LoCoMo by conversation, all ten chats, as others published it: hit@1, hit@5, MRR."""
OF_PUBLISHED = "locomo-a"
