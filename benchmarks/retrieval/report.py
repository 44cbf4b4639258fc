"""Writes the tables of docs/retrieval.md: ``python -m benchmarks.retrieval.report RESULTS.jsonl…``.

The files hold the JSON lines that ``python -m benchmarks.retrieval`` and ``python -m benchmarks.retrieval.tune`` print.
Tables go between ``<!-- results:NAME -->`` and ``<!-- end -->``; what the files do not hold stays as it is.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from benchmarks.retrieval import set_tables, tuning_tables
from benchmarks.retrieval.goals import OF_PUBLISHED
from benchmarks.retrieval.results import Results

DOCUMENT = Path(__file__).parents[2] / "docs" / "retrieval.md"


def _has_sets(results: Results) -> bool:
    return bool(results.sets)


def _has_published(results: Results) -> bool:
    return OF_PUBLISHED in results.sets


def _has_tunings(results: Results) -> bool:
    return bool(results.tunings)


def _has_ablation(results: Results) -> bool:
    return bool(results.ablation)


TABLES: Mapping[str, tuple[Callable[[Results], bool], Callable[[Results], str]]] = {
    "machine": (_has_sets, set_tables.machine),
    "sets": (_has_sets, set_tables.sets),
    "figures": (_has_sets, set_tables.figures),
    "kinds": (_has_sets, set_tables.kinds),
    "further": (_has_sets, set_tables.further),
    "published": (_has_published, set_tables.published),
    "latency": (_has_sets, set_tables.latency),
    "tunings": (_has_tunings, tuning_tables.tunings),
    "ablation": (_has_ablation, tuning_tables.ablation),
}
"""For each place in the document, whether the files hold what it needs, and what writes it."""


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
