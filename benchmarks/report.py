"""Makes tables and charts out of measurements: ``python benchmarks/report.py [RESULTS.jsonl]``.

Tables go into docs/benchmarks.md between ``<!-- results:NAME -->`` and ``<!-- end -->``, charts into
docs/benchmarks/. What the file does not hold stays as it is.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import charts
from charts import Range
from environments import CACHE
from results import Line, Results
from tables import TABLES

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "benchmarks.md"
FOLDER = ROOT / "docs" / "benchmarks"
GROWTH_KINDS = (
    "common word",
    "two rare words",
    "phrase",
    "identifier piece",
    "path fragment",
    "Chinese, 2 letters",
    "absent word",
    "misspelt word",
    "discover",
)


def draw(results: Results) -> dict[str, str]:
    """The charts, by the name of their file."""
    drawn: dict[str, str] = {}
    built = results.of("peer build")
    size = f"{built[0]['messages']:,} messages" if built else ""
    if built:
        alone = f"{size}; FTS5 holds an index only, no text"
        per_byte = {one["engine"]: one["file_per_text_byte"] for one in built}
        drawn["size"] = charts.bars("Size of the archive", "bytes of file for each byte of text", per_byte, alone)
        fast = {one["engine"]: one["mb_per_cpu_s"] for one in built if one["mb_per_cpu_s"]}
        drawn["ingest"] = charts.bars("Building the archive", "MB of text in a second of CPU time", fast, size)
    asked = {
        kind: {name: _range(one) for name, one in lines.items() if one["queries"]}
        for kind, lines in results.by_kind().items()
    }
    if asked:
        drawn["latency"] = charts.ranges(
            "Time for a query, by kind",
            "CPU milliseconds",
            asked,
            results.engines("peer queries"),
            f"{size}; dot: median, line: to the 95th percentile; hollow: mostly answered without what stands there",
        )
    sizes = {one["messages"] for one in results.of("growth size")}
    if len(sizes) > 1:
        points = {
            kind: [(one["messages"], one["p50_ms"]) for one in results.of("growth queries") if one["kind"] == kind]
            for kind in GROWTH_KINDS
        }
        drawn["growth"] = charts.lines(
            "Time for a query as the archive grows",
            ("messages", "CPU milliseconds, median"),
            {kind: found for kind, found in points.items() if found},
        )
    return drawn


def _range(one: Line) -> Range:
    judged = one.get("judged") or 0
    return Range(one["p50_ms"], one["p95_ms"], hollow=bool(judged) and one["missed"] > judged / 2)


def put_in(text: str, results: Results) -> str:
    """A document with the tables put between its marks."""
    for name, (needed, write) in TABLES.items():
        marks = re.compile(rf"(<!-- results:{name} -->\n).*?(<!-- end -->)", re.DOTALL)
        if results.of(needed) and marks.search(text):
            made = write(results)
            text = marks.sub(lambda match, made=made: f"{match[1]}\n{made}\n\n{match[2]}", text)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("results", type=Path, nargs="?", default=CACHE / "results.jsonl")
    parser.add_argument("--document", type=Path, default=DOCUMENT)
    parser.add_argument("--charts", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    results = Results.read(arguments.results)
    arguments.charts.mkdir(parents=True, exist_ok=True)
    for name, svg in draw(results).items():
        (arguments.charts / f"{name}.svg").write_text(svg, encoding="utf-8")
    arguments.document.write_text(put_in(arguments.document.read_text(encoding="utf-8"), results), encoding="utf-8")


if __name__ == "__main__":
    main()
