"""Writes the tables of docs/retrieval.md: ``python -m benchmarks.retrieval.report RESULTS.jsonl…``.

The files hold the JSON lines that ``python -m benchmarks.retrieval`` and ``python -m benchmarks.retrieval.tune`` print.
Tables go between ``<!-- results:NAME -->`` and ``<!-- end -->``; what the files do not hold stays as it is.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.retrieval.goals import ABOUT, GOALS, OF_PUBLISHED, P50_MS, PUBLISHED

Line = dict[str, Any]

DOCUMENT = Path(__file__).parents[2] / "docs" / "retrieval.md"


WAYS: Mapping[str, str] = {
    "named_roles": "named roles",
    "default_roles": "default roles",
    "rows": "message rows",
    "sessions": "session rows",
    "fused": "fused",
}
"""The archive's two configurations and the baselines, as the tables call them."""
OURS = ("named_roles", "default_roles")

MEASURES = ("hit@1", "hit@5", "mrr")


class Results:
    """The lines of a measurement, in the order of the tables; of two of one set the later counts."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.others: list[Line] = []
        sets: dict[str, Line] = {}
        for line in lines:
            if line["measurement"] == "retrieval":
                sets[line["set"]] = line
            else:
                self.others.append(line)
        order = [*(name for name in ABOUT if name in sets), *sorted(sets.keys() - ABOUT.keys())]
        self.sets = {name: sets[name] for name in order}

    @classmethod
    def read(cls, paths: Iterable[Path]) -> Results:
        """The measurements of files; lines that are none, such as a table, are passed over."""
        texts = (path.read_text(encoding="utf-8") for path in paths)
        found = (json.loads(line) for text in texts for line in text.splitlines() if line.startswith("{"))
        return cls(line for line in found if "measurement" in line)


def machine(results: Results) -> str:
    """With what was measured: each machine and set of versions once."""
    texts = []
    for line in results.sets.values():
        of = line["environment"]
        versions = f"Python {of['python']}, apsw {of['apsw']}, hermes-state {of['hermes-state']}"
        texts.append(f"{of['cores']} cores, {of['machine']}, {of['system']}; {versions}; seed {line['seed']}.")
    return "\n\n".join(f"Machine: {text}" for text in dict.fromkeys(texts))


def sets(results: Results) -> str:
    """How large the sets are."""
    rows = []
    for name, line in results.sets.items():
        counts = [line["sessions"], line["messages"], line["n"], line["queries"] - line["n"]]
        rows.append([f"`{name}`", ABOUT.get(name), *(f"{count:,}" for count in counts)])
    return table(
        ("set", "conversations; queries", "conversations", "messages", "queries", "that nothing answers"), rows
    )


def figures(results: Results) -> str:
    """hit@1, hit@5 and MRR of every way to search, beside the goals; what reaches one is bold."""
    rows = []
    for name, line in results.sets.items():
        found = ways_of(line)
        for measure, label in (("hit@1", "hit@1, %"), ("hit@5", "hit@5, %"), ("mrr", "MRR")):
            wanted = GOALS[name].of(measure) if name in GOALS else None
            cells = []
            for way in WAYS:
                value = found[way][measure] if way in found else None
                is_met = way in OURS and wanted is not None and value is not None and value >= wanted
                cells.append(bold(number(measure, value), is_met=is_met))
            rows.append([f"`{name}`", label, number(measure, wanted), *cells])
    return table(("set", "", "goal", *WAYS.values()), rows)


def further(results: Results) -> str:
    """The other figures of the archive's two configurations."""
    rows = []
    for name, line in results.sets.items():
        for way in OURS:
            one = line["archive"][way]
            messages = one["messages"] or {}
            unanswerable = f"{one['unanswerable_empty']} of {one['unanswerable']}" if one["unanswerable"] else None
            rows.append(
                [
                    *(f"`{name}`", WAYS[way], one["n"]),
                    interval("hit@1", one["hit@1_interval"]),
                    interval("mrr", one["mrr_interval"]),
                    *(number(key, one[key]) for key in ("hit@10", "recall@5")),
                    *(number(key, messages.get(key)) for key in ("hit@1", "hit@10")),
                    *(one["empty"], unanswerable),
                ]
            )
    head = (
        "hit@1, 95 %",
        "MRR, 95 %",
        "hit@10",
        "recall@5",
        "message hit@1",
        "message hit@10",
        "empty",
        "of those that nothing answers, empty",
    )
    return table(("set", "", "queries", *head), rows)


def kinds(results: Results) -> str:
    """hit@1, hit@5 and MRR by kind of query, with the roles named and of the fused baseline."""
    rows = []
    for name, line in results.sets.items():
        ours = line["archive"]["named_roles"]["types"]
        fused = line.get("baselines", {}).get("fused", {}).get("types", {})
        if len(ours) > 1:
            rows += [[f"`{name}`", kind, one["n"], three(one), three(fused.get(kind))] for kind, one in ours.items()]
    return table(("set", "kind of query", "queries", WAYS["named_roles"], WAYS["fused"]), rows)


def published(results: Results) -> str:
    """LoCoMo beside what others published."""
    ours = results.sets[OF_PUBLISHED]["archive"]["named_roles"]
    rows: list[Sequence[Any]] = [
        ("hermes-state, named roles, five of the ten chats", *(number(key, ours[key]) for key in MEASURES))
    ]
    for name, *values in PUBLISHED:
        shown = (number(key, value) for key, value in zip(MEASURES, values, strict=True))
        rows.append((f"{name}, all ten", *shown))
    return table(("", "hit@1, %", "hit@5, %", "MRR"), rows)


def latency(results: Results) -> str:
    """Wall milliseconds of a search; what is within its goal is bold."""
    rows = []
    for name, line in results.sets.items():
        found = ways_of(line)
        goal = GOALS.get(name)
        cells = []
        for way in WAYS:
            times = [
                bold(f"{found[way][key]:.1f}", is_met=way in OURS and goal is not None and found[way][key] <= most)
                for key, most in (("p50_ms", P50_MS), ("p95_ms", goal.p95_ms if goal else 0.0))
                if way in found
            ]
            cells.append(" / ".join(times))
        rows.append([f"`{name}`", f"{P50_MS:g} / {goal.p95_ms:g}" if goal else None, *cells])
    return table(("set", "goal", *WAYS.values()), rows)


# Cells


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A Markdown table; ``None`` is an empty cell."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(value) for value in line) + " |" for line in lines)


def _cell(value: Any) -> str:
    return "" if value is None else str(value).replace("|", r"\|")


def ways_of(line: Line) -> dict[str, Line]:
    """All ways to search of a line, by name."""
    return {**line["archive"], **line.get("baselines", {})}


def number(measure: str, value: float | None) -> str:
    """A share in per cent, an MRR as it is; nothing where there is none."""
    if value is None:
        return ""
    return f"{value:.3f}" if measure == "mrr" else f"{100 * value:.1f}"


def interval(measure: str, value: Sequence[float] | None) -> str:
    """An interval of such numbers."""
    return "–".join(number(measure, one) for one in value or ())


def three(one: Line | None) -> str:
    """hit@1 / hit@5 / MRR."""
    return "" if one is None else " / ".join(number(key, one[key]) for key in MEASURES)


def bold(text: str, *, is_met: bool) -> str:
    """Marks what reaches its goal."""
    return f"**{text}**" if is_met else text


def has_sets(results: Results) -> bool:
    """Whether a set was measured."""
    return bool(results.sets)


def has_published(results: Results) -> bool:
    """Whether the set was that others published figures of."""
    return OF_PUBLISHED in results.sets


TABLES: Mapping[str, tuple[Callable[[Results], bool], Callable[[Results], str]]] = {
    "machine": (has_sets, machine),
    "sets": (has_sets, sets),
    "figures": (has_sets, figures),
    "kinds": (has_sets, kinds),
    "further": (has_sets, further),
    "published": (has_published, published),
    "latency": (has_sets, latency),
}
"""For each place in the document, whether it can be written, and what writes it."""


def put_in(text: str, results: Results) -> str:
    """A document with the tables put between its marks."""
    for name, (is_there, write) in TABLES.items():
        if is_there(results):
            marks = re.compile(rf"(<!-- results:{name} -->\n).*?(<!-- end -->)", re.DOTALL)
            made = write(results).replace("\\", r"\\")
            text = marks.sub(rf"\g<1>\n{made}\n\n\g<2>", text)
    return text


def main(arguments: Sequence[str] | None = None) -> int:
    """Always 0: what the files do not hold is left as it was."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.retrieval.report", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("results", type=Path, nargs="+", metavar="RESULTS.jsonl")
    parser.add_argument("--document", type=Path, default=DOCUMENT)
    options = parser.parse_args(arguments)
    text = options.document.read_text(encoding="utf-8")
    options.document.write_text(put_in(text, Results.read(options.results)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
