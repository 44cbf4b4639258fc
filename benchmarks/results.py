"""Measurements as they were written: JSON lines, the last of each thing measured."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Line = dict[str, Any]

KEYS = ("engine", "kind", "synchronous", "part", "after_messages", "native")


class Results:
    """The lines of a file of measurements; of two of one thing the later counts."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines: dict[tuple[Any, ...], Line] = {}
        corpus = None
        for line in lines:
            name = line["measurement"]
            corpus = line["corpus"] if name == "corpus" else corpus
            # What is measured for several sizes in one run names the size; else the corpus in use tells runs apart.
            about = line["messages"] if name.startswith("growth") else line.get("corpus")
            self._lines[(name, about, *(line.get(key) for key in KEYS))] = line | {"of": corpus}

    @classmethod
    def read(cls, path: Path) -> Results:
        """The measurements of a file; lines that are none, such as an exactness table, are passed over."""
        found = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("{"))
        return cls(line for line in found if "measurement" in line)

    def of(self, name: str) -> list[Line]:
        """The measurements of one name that were made, in order."""
        return [line for key, line in self._lines.items() if key[0] == name and "left_out" not in line]

    def one(self, name: str) -> Line:
        """The first measurement of a name; empty when there is none."""
        return next(iter(self.of(name)), {})

    def left_out(self, name: str) -> list[Line]:
        """What was not measured, and why."""
        return [line for key, line in self._lines.items() if key[0] == name and "left_out" in line]

    def corpus_of(self, line: Line) -> Line:
        """The corpus that a measurement was made with."""
        return next(one for one in self.of("corpus") if one["corpus"] == line["of"])

    def engines(self, name: str) -> list[str]:
        """The engines that have such measurements."""
        return list(dict.fromkeys(line["engine"] for line in self.of(name)))

    def by_kind(self) -> dict[str, dict[str, Line]]:
        """What every engine made of every kind of query."""
        kinds: dict[str, dict[str, Line]] = {}
        for line in self.of("peer queries"):
            kinds.setdefault(line["kind"], {})[line["engine"]] = line
        return kinds
