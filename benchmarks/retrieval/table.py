"""The figures of several sets as one table to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tabulate import tabulate

HEADERS = (
    *("set", "search", "n", "hit@1", "95 %", "hit@5", "hit@10", "recall@5", "MRR", "95 %"),
    *("message hit@1", "hit@10", "empty", "absent empty", "p50 ms", "p95 ms"),
)


def table(lines: Sequence[dict[str, Any]]) -> str:
    """One row for each set and way to search it: the archive's configurations, then the baselines."""
    rows = [
        _row(line["set"], name, found)
        for line in lines
        for name, found in (*line["archive"].items(), *line.get("baselines", {}).items())
    ]
    return str(tabulate(rows, HEADERS, disable_numparse=True))


def type_table(lines: Sequence[dict[str, Any]]) -> str:
    """One row for each set and type of query, with hit@1, hit@5 and MRR of the roles named and of the baselines."""
    return str(
        tabulate(
            list(_type_rows(lines)), ("set", "type", "n", "search", "hit@1", "hit@5", "MRR"), disable_numparse=True
        )
    )


def _type_rows(lines: Sequence[dict[str, Any]]) -> Iterator[list[str]]:
    for line in lines:
        ways = (*line["archive"].items(), *line.get("baselines", {}).items())
        for kind in dict.fromkeys(kind for _, found in ways for kind in found["types"]):
            for name, found in ways:
                some = found["types"][kind]
                shown = [_share(some[key]) for key in ("hit@1", "hit@5", "mrr")]
                yield [line["set"], kind, str(some["n"]), name, *shown]


def _row(set_name: str, name: str, found: dict[str, Any]) -> list[str]:
    messages = found["messages"] or {}
    return [
        set_name,
        name,
        str(found["n"]),
        _share(found["hit@1"]),
        _interval(found["hit@1_interval"]),
        *(_share(found[key]) for key in ("hit@5", "hit@10", "recall@5", "mrr")),
        _interval(found["mrr_interval"]),
        _share(messages.get("hit@1")),
        _share(messages.get("hit@10")),
        str(found["empty"]),
        f"{found['unanswerable_empty']}/{found['unanswerable']}" if found["unanswerable"] else "",
        *("" if found[key] is None else f"{found[key]:.1f}" for key in ("p50_ms", "p95_ms")),
    ]


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _interval(value: list[float] | None) -> str:
    return "" if value is None else f"{value[0]:.3f}–{value[1]:.3f}"
