"""Measurements as they were printed: JSON lines, the last of each thing measured."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.retrieval.goals import ABOUT

Line = dict[str, Any]


class Tuning(NamedTuple):
    """One run of tuning: a line for each set, and the one that ends it."""

    sets: list[Line]
    end: Line


class Results:
    """The lines of measurements; of two of one thing the later counts.

    ``sets`` are the figures of each set, in the order of the tables; ``tunings`` the runs of tuning that ended, one
    that held out folds and one that held out whole sets; ``ablation`` is a line of the constants in place, then one for
    each that was left out.
    """

    def __init__(self, lines: Iterable[Line]) -> None:
        sets: dict[str, Line] = {}
        tunings: dict[bool, Tuning] = {}
        tuned: list[Line] = []
        self.ablation: list[Line] = []
        for line in lines:
            match line["measurement"]:
                case "retrieval":
                    sets[line["set"]] = line
                case "retrieval-tuning":
                    tuned.append(line)
                case "retrieval-constants":
                    tunings[line["by_set"]] = Tuning(sorted(tuned, key=lambda one: _place(one["set"])), line)
                    tuned = []
                case "retrieval-ablation":
                    self.ablation = [line] if line["field"] is None else [*self.ablation, line]
        self.sets = {name: sets[name] for name in in_order(sets)}
        self.tunings = [tunings[by_set] for by_set in sorted(tunings)]

    @classmethod
    def read(cls, paths: Iterable[Path]) -> Results:
        """The measurements of files; lines that are none, such as a table, are passed over."""
        texts = (path.read_text(encoding="utf-8") for path in paths)
        found = (json.loads(line) for text in texts for line in text.splitlines() if line.startswith("{"))
        return cls(line for line in found if "measurement" in line)


def in_order(names: Iterable[str]) -> list[str]:
    """The names of sets in the order of the tables."""
    return sorted(names, key=_place)


def _place(name: str) -> tuple[int, str]:
    known = list(ABOUT)
    return (known.index(name) if name in known else len(known), name)
