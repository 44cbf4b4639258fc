"""How well search finds conversations: imports each set of a folder, asks its queries, prints a JSON line a set.

``python -m benchmarks.retrieval [FOLDER [SET…]]`` from the repository's root; without a folder the set that ships
with the repository.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.retrieval import labelled
from benchmarks.retrieval.archives import open_archive
from benchmarks.retrieval.figures import figures
from benchmarks.retrieval.labelled import RetrievalSet, SetError, SetQuery
from benchmarks.retrieval.measure import Asked, archive_outcomes, baseline_outcomes
from benchmarks.retrieval.table import table, type_table

FAILED = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 1 when a set is missing or not in its form."""
    options = _parser().parse_args(arguments)
    lines: list[dict[str, Any]] = []
    try:
        for name in options.sets or labelled.names_in(options.folder):
            line = measured(labelled.read_set(options.folder, name), options)
            print(json.dumps(line, ensure_ascii=False), flush=True)
            lines.append(line)
    except SetError as error:
        print(error, file=sys.stderr)
        return FAILED
    if options.table:
        print(f"\n{table(lines)}\n\n{type_table(lines)}")
    return 0


def measured(given: RetrievalSet, options: argparse.Namespace) -> dict[str, Any]:
    """The line of one set: what was measured with, and the figures of each configuration and baseline."""
    queries = sampled(given.queries, options.limit_queries, options.seed)
    with (
        tempfile.TemporaryDirectory(prefix="retrieval-") as temporary,
        open_archive(given, options.keep or Path(temporary)) as db,
    ):
        found = archive_outcomes(db, Asked(queries, given.groups()))
    line: dict[str, Any] = {
        "measurement": "retrieval",
        "set": given.name,
        "sessions": len(given.sessions),
        "messages": sum(len(session.messages) for session in given.sessions),
        "queries": len(queries),
        "n": sum(bool(query.rel_sessions) for query in queries),
        "seed": options.seed,
        "environment": environment(),
        "archive": {name: figures(some, options.seed) for name, some in found.items()},
    }
    if options.baselines:
        plain = baseline_outcomes(given, queries)
        line["baselines"] = {name: figures(some, options.seed) for name, some in plain.items()}
    return line


def sampled(queries: Sequence[SetQuery], limit: int | None, seed: int) -> Sequence[SetQuery]:
    """At most ``limit`` of the queries, drawn by the seed, in their order."""
    if limit is None or limit >= len(queries):
        return queries
    places = random.Random(seed).sample(range(len(queries)), limit)
    return [queries[place] for place in sorted(places)]


def environment() -> dict[str, Any]:
    """The machine and the versions."""
    return {
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
        **{name: version(name) for name in ("hermes-state", "apsw")},
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.retrieval", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "folder", type=Path, nargs="?", default=labelled.OWN, help="where the sets are (default: our own)"
    )
    parser.add_argument("sets", nargs="*", metavar="SET", help="only these (default: all of the folder)")
    parser.add_argument("--baselines", action="store_true", help="ask three plain FTS5 baselines too")
    parser.add_argument(
        "--limit-queries", type=_count, metavar="N", help="only N queries of each set, drawn by the seed"
    )
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the archives here, and use them again")
    parser.add_argument("--seed", type=int, default=1, help="of the sample and of the intervals (default: 1)")
    parser.add_argument("--table", action="store_true", help="tables after the JSON lines")
    return parser


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is not 1 or more")
    return number
