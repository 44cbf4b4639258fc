"""Tunes the constants of ranking on labelled sets, and tells what each of them brings: prints JSON lines.

``python -m benchmarks.retrieval.tune FOLDER [SET…]`` from the repository's root. Constants are tuned together, for one
configuration: by coordinate ascent on the mean over the sets of MRR at 10 of conversations, with the default roles.
``present`` are the figures of the constants in place, ``tuned`` those of the new ones on the queries they were tuned
on, ``cross_validated`` those of queries that were held out. Only queries that something answers are asked.

``--report`` tunes nothing: each constant in turn is given the value that leaves its evidence out (the table at the top
of ``constants`` says which), and every set is measured so. ``without_a_set`` are the least and the greatest mean change
when one set is left out of the mean: where they differ in sign, a single set decides.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tabulate import tabulate

from benchmarks.retrieval import constants, labelled
from benchmarks.retrieval.archives import open_archive
from benchmarks.retrieval.ascent import Places, ascend, split_queries, split_sets
from benchmarks.retrieval.command import FAILED, environment, sampled
from benchmarks.retrieval.constants import ConstantError
from benchmarks.retrieval.figures import DIGITS
from benchmarks.retrieval.labelled import SetError
from benchmarks.retrieval.measure import Asked
from benchmarks.retrieval.metrics import reciprocal_rank
from benchmarks.retrieval.ranks import Rank, Ranks, Subject, group_of_queries, mrr, ranks_of, shares
from hermes_state.search.weights import Weights

Line = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 1 when a set or a constant is missing or not in its form."""
    options = _parser().parse_args(arguments)
    try:
        options.only = constants.known(options.only)
        with tempfile.TemporaryDirectory(prefix="retrieval-") as temporary:
            names = options.sets or labelled.names_in(options.folder)
            subjects = [subject(name, options, Path(temporary)) for name in dict.fromkeys(names)]
            with ranks_of(subjects, options.processes) as ranks:
                is_report = options.report or not options.rounds
                lines = list(_printed(ablation(ranks, options) if is_report else tuning(ranks, options)))
    except (SetError, ConstantError) as error:
        print(error, file=sys.stderr)
        return FAILED
    if options.table and is_report:
        print(f"\n{table(lines)}")
    return 0


def subject(name: str, options: argparse.Namespace, temporary: Path) -> Subject:
    """A set, its archive made, and the sample of its queries. Raises ``SetError`` when nothing answers any of them."""
    given = labelled.read_set(options.folder, name)
    folder = options.keep or temporary
    with open_archive(given, folder) as db:
        path = Path(db.path)
    queries = sampled([query for query in given.queries if query.rel_sessions], options.sample, options.seed)
    if not queries:
        raise SetError(f"{name}: no query has an answer")
    return Subject(name, path, Asked(queries, given.groups()))


# Tuning


def tuning(ranks: Ranks, options: argparse.Namespace) -> Iterator[Line]:
    """A line for each set, then one with the tuned constants that differ from the present ones."""
    everything, start = ranks.everything, constants.present()
    held_out, moved = cross_validated(ranks, options)
    tuned = tuned_on(ranks, everything, options)
    before, after = ranks.of(start, everything), ranks.of(tuned, everything)
    for name in everything:
        yield {
            "measurement": "retrieval-tuning",
            "set": name,
            "n": len(before[name]),
            "present": shares(before[name]),
            "tuned": shares(after[name]),
            "cross_validated": shares(held_out[name]) if name in held_out else None,
        }
    yield {
        "measurement": "retrieval-constants",
        "mean_mrr": {
            "present": _mean_mrr(before),
            "tuned": _mean_mrr(after),
            "cross_validated": _mean_mrr(held_out) if held_out else None,
        },
        "changed": constants.differing(tuned, start),
        "changed_by_fold": moved,
        **settings(options),
    }


def tuned_on(ranks: Ranks, places: Places, options: argparse.Namespace) -> Weights:
    """The constants tuned on these queries, from those in place."""
    return ascend(constants.present(), options.only, lambda given: ranks.worth(given, places), options.rounds)


def cross_validated(ranks: Ranks, options: argparse.Namespace) -> tuple[dict[str, list[Rank]], list[Line]]:
    """By set, the ranks of queries under constants that were tuned without them; and for each fold what it changed.

    Nothing with fewer than two folds.
    """
    groups = group_of_queries(ranks.subjects)
    parts: list[tuple[Places, Places]] = []
    if options.by_set and len(groups) > 1:
        parts = split_sets({name: len(some) for name, some in groups.items()})
    elif not options.by_set and options.folds > 1:
        parts = split_queries(groups, options.folds, options.seed)
    found: dict[str, list[Rank]] = {}
    moved: list[Line] = []
    for number, (rest, held) in enumerate(parts, 1):
        tuned = tuned_on(ranks, rest, options)
        for name, some in ranks.of(tuned, held).items():
            found.setdefault(name, []).extend(some)
        moved.append(constants.differing(tuned, constants.present()))
        print(f"fold {number} of {len(parts)}: {moved[-1]}", file=sys.stderr, flush=True)
    return found, moved


# What each constant brings


def ablation(ranks: Ranks, options: argparse.Namespace) -> Iterator[Line]:
    """A line with the constants as they are, then one for each of them with its evidence left out."""
    everything, start = ranks.everything, constants.present()
    before = ranks.of(start, everything)
    yield {
        "measurement": "retrieval-ablation",
        "field": None,
        "sets": {name: {"n": len(some), **shares(some)} for name, some in before.items()},
        "mean_mrr": _mean_mrr(before),
        **settings(options),
    }
    for field in options.only:
        without = constants.neutral(start, field)
        after = ranks.of(without, everything)
        yield {
            "measurement": "retrieval-ablation",
            "field": field,
            "value": getattr(start, field),
            "neutral": getattr(without, field),
            "sets": {name: compared(before[name], some) for name, some in after.items()},
            "mean_mrr": _mean_mrr(after),
            **changes({name: mrr(some) - mrr(before[name]) for name, some in after.items()}),
        }


def compared(before: Sequence[Rank], after: Sequence[Rank]) -> Line:
    """MRR, its change, and how many of the queries stand better and worse than before."""
    pairs = [(reciprocal_rank(old), reciprocal_rank(new)) for old, new in zip(before, after, strict=True)]
    return {
        "mrr": round(mrr(after), DIGITS),
        "change": round(mrr(after) - mrr(before), DIGITS),
        "better": sum(new > old for old, new in pairs),
        "worse": sum(new < old for old, new in pairs),
    }


def changes(by_set: dict[str, float]) -> Line:
    """The mean change, and its extremes when one of the sets is left out (``None`` with one set)."""
    total, size = sum(by_set.values()), len(by_set)
    left = [(total - one) / (size - 1) for one in by_set.values()] if size > 1 else []
    return {
        "mean_change": round(total / size, DIGITS),
        "without_a_set": [round(min(left), DIGITS), round(max(left), DIGITS)] if left else None,
    }


def table(lines: Sequence[Line]) -> str:
    """The ablation to read: a row for each constant, the change of MRR in thousandths, queries better and worse."""
    first, *rest = lines
    names = list(first["sets"])
    rows = [["as it is", "", "", *(f"{first['sets'][name]['mrr']:.3f}" for name in names), f"{first['mean_mrr']:.3f}"]]
    for line in rest:
        cells = [line["sets"][name] for name in names]
        shown = [f"{1000 * one['change']:+.0f} ({one['better']}/{one['worse']})" for one in cells]
        rows.append(
            [line["field"], f"{line['value']:g}", f"{line['neutral']:g}", *shown, f"{1000 * line['mean_change']:+.1f}"]
        )
    return str(tabulate(rows, ("left out", "value", "neutral", *names, "mean"), disable_numparse=True))


def settings(options: argparse.Namespace) -> Line:
    """What was measured with."""
    return {
        "constants": constants.values_of(constants.present()),
        "sample": options.sample,
        "folds": options.folds,
        "by_set": options.by_set,
        "rounds": options.rounds,
        "seed": options.seed,
        "environment": environment(),
    }


def _mean_mrr(by_set: dict[str, list[Rank]]) -> float:
    return round(sum(mrr(some) for some in by_set.values()) / len(by_set), DIGITS)


def _printed(lines: Iterator[Line]) -> Iterator[Line]:
    for line in lines:
        print(json.dumps(line, ensure_ascii=False), flush=True)
        yield line


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.retrieval.tune", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("folder", type=Path, help="where the sets are")
    parser.add_argument("sets", nargs="*", metavar="SET", help="only these (default: all of the folder)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the archives here, and use them again")
    parser.add_argument("--sample", type=_at_least(1), default=200, metavar="N", help="queries of a set (default: 200)")
    parser.add_argument("--folds", type=_at_least(0), default=5, metavar="K", help="default: 5; below 2 none")
    parser.add_argument("--by-set", action="store_true", help="hold out a whole set at a time instead of folds")
    parser.add_argument("--rounds", type=_at_least(0), default=2, metavar="R", help="at most (default: 2); 0: --report")
    parser.add_argument(
        "--only", type=lambda text: text.split(","), metavar="FIELD,FIELD", help="only these constants (default: all)"
    )
    parser.add_argument("--report", action="store_true", help="tune nothing; measure with each constant left out")
    parser.add_argument("--table", action="store_true", help="a table after the JSON lines of a report")
    parser.add_argument("--processes", type=_at_least(1), default=1, metavar="P", help="default: 1")
    parser.add_argument("--seed", type=int, default=1, help="of the sample and of the folds (default: 1)")
    return parser


def _at_least(least: int) -> Any:
    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{value} is not {least} or more")
        return value

    return number


if __name__ == "__main__":
    sys.exit(main())
