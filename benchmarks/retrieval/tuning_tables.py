"""What tuning finds, and what each constant brings, as tables of docs/retrieval.md."""

from __future__ import annotations

from typing import Any

from benchmarks.retrieval.markdown import number, table, three
from benchmarks.retrieval.results import Line, Results, Tuning, in_order

WAYS = {"present": "in place", "tuned": "tuned", "cross_validated": "held out"}
"""Which constants, as the tables call them."""


def tunings(results: Results) -> str:
    """Of each run of tuning, the figures of the constants in place, of the tuned ones, and of queries held out."""
    return "\n\n".join(_tuning(run) for run in results.tunings)


def _tuning(run: Tuning) -> str:
    rows: list[list[Any]] = [[f"`{line['set']}`", line["n"], *(three(line[way]) for way in WAYS)] for line in run.sets]
    rows.append(["mean MRR", None, *(number("mrr", run.end["mean_mrr"][way]) for way in WAYS)])
    if run.end["mean_mrr"]["cross_validated"] is None:
        held = "nothing held out"
    elif run.end["by_set"]:
        held = "each set held out in turn"
    else:
        held = f"{run.end['folds']} folds of the queries held out in turn"
    head = f"{_sample(run.end)}, rounds of ascent at most {run.end['rounds']}; {held}. hit@1 / hit@5 / MRR."
    return f"{head}\n\n{table(('set', 'queries', *WAYS.values()), rows)}\n\n{_changed(run.end)}"


def _changed(end: Line) -> str:
    changed = "; ".join(f"`{name}` {old:g} to {new:g}" for name, (old, new) in end["changed"].items())
    return f"Tuning on all of these queries would change: {changed}." if changed else "Tuning changes nothing."


def ablation(results: Results) -> str:
    """What it changes to leave out the evidence of each constant, in thousandths of MRR."""
    first, *rest = results.ablation
    names = in_order(first["sets"])
    rows: list[list[Any]] = [["none: MRR", None, *(number("mrr", first["sets"][name]["mrr"]) for name in names)]]
    rows[0] += [number("mrr", first["mean_mrr"]), None]
    for line in rest:
        by_set = [_thousandths(line["sets"][name]["change"]) for name in names]
        least_and_most = " to ".join(map(_thousandths, line["without_a_set"] or ()))
        change = _thousandths(line["mean_change"], 1)
        value = f"{line['value']:g}, {line['neutral']:g}"
        rows.append([f"`{line['field']}`", value, *by_set, change, least_and_most])
    head = ("left out", "value, left out", *(f"`{name}`" for name in names), "mean", "mean without one set")
    return f"{_sample(first)}, default roles.\n\n{table(head, rows)}"


def _sample(line: Line) -> str:
    return f"At most {line['sample']} queries of a set, drawn by seed {line['seed']}"


def _thousandths(change: float, digits: int = 0) -> str:
    text = f"{1000 * change:+.{digits}f}"
    return text.replace("-", "−") if float(text) else "0"
