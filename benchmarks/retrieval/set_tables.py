"""The figures of the sets as tables of docs/retrieval.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.retrieval.goals import ABOUT, GOALS, OF_PUBLISHED, P50_MS, PUBLISHED
from benchmarks.retrieval.markdown import MEASURES, bold, interval, number, table, three
from benchmarks.retrieval.results import Line, Results

WAYS: Mapping[str, str] = {
    "named_roles": "named roles",
    "default_roles": "default roles",
    "rows": "message rows",
    "sessions": "session rows",
    "fused": "fused",
}
"""The archive's two configurations and the baselines, as the tables call them."""
OURS = ("named_roles", "default_roles")


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


def ways_of(line: Line) -> dict[str, Line]:
    """All ways to search of a line, by name."""
    return {**line["archive"], **line.get("baselines", {})}
