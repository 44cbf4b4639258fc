"""The benchmarks' questions stand in their corpus, and what is measured becomes tables and charts."""

from __future__ import annotations

import importlib
from collections import Counter
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

BENCHMARKS = str(Path(__file__).parents[2] / "benchmarks")
MESSAGES = 1_500


@pytest.fixture
def benchmark_module(monkeypatch: pytest.MonkeyPatch) -> type:
    monkeypatch.syspath_prepend(BENCHMARKS)

    class Modules:
        def __getattr__(self, name: str) -> ModuleType:
            return importlib.import_module(name)

    return Modules()  # type: ignore[return-value]


def test_what_is_asked_stands_in_the_corpus_but_for_what_must_not(benchmark_module: type) -> None:
    messages = list(benchmark_module.corpus.generated(MESSAGES, seed=3))
    asked = list(benchmark_module.queries.queries_of(messages, 5, seed=3))
    assert asked == list(benchmark_module.queries.queries_of(messages, 5, seed=3))
    assert max(Counter(one.kind for one in asked).values()) == 5
    for query, truth in zip(asked, benchmark_module.truth.truth_of(messages, asked), strict=True):
        assert (truth.count > 0) == (query.meaning != "nothing"), query
        assert sum(number in truth for number in range(MESSAGES)) == truth.count


def test_queries_are_read_as_they_were_written(benchmark_module: type, tmp_path: Path) -> None:
    queries = benchmark_module.queries
    asked = list(queries.queries_of(benchmark_module.corpus.generated(400, seed=3), 2, seed=3))
    queries.write(asked, tmp_path / "queries.json")
    assert queries.read(tmp_path / "queries.json") == asked


def measured(engine: str, factor: float) -> list[dict]:
    build = {"cpu_s": 1, "mb_per_cpu_s": factor, "optimize_cpu_s": 0.1, "file_per_text_byte": factor, "peak_mib": 50}
    times = {"queries": 5, "p50_ms": factor, "p95_ms": 3 * factor, "judged": 5, "missed": 4, "wrong": 0}
    return [
        {"measurement": "peer", "engine": engine, "version": "1"},
        {"measurement": "peer build", "engine": engine, "messages": 9, "file_per_text_byte_before_optimize": 2} | build,
        {"measurement": "peer queries", "engine": engine, "kind": "a < b"} | times,
        {"measurement": "peer queries", "engine": engine, "kind": "none", "queries": 0},
    ]


def test_measurements_become_well_formed_charts_and_tables_that_a_second_run_leaves_alone(
    benchmark_module: type,
) -> None:
    machine = {"cores": 2, "machine": "m", "system": "s", "python": "3", "sqlite": "3", "apsw": "3"}
    lines = [
        {"measurement": "machine"} | machine,
        {"measurement": "corpus", "corpus": "made", "messages": 9, "text_mb": 1.5},
        *measured("hermes-state", 0.7),
        *measured("another", 70.0),
        *(
            {"measurement": "growth queries", "messages": size, "kind": "phrase", "p50_ms": size / 9, "p95_ms": 1}
            for size in (10, 100)
        ),
        *(
            {"measurement": "growth size", "messages": size, "text_mb": 1, "file_per_text_byte": 1}
            | {"import_mb_per_cpu_s": 1}
            for size in (10, 100)
        ),
    ]
    results = benchmark_module.results.Results(lines)
    drawn = benchmark_module.report.draw(results)
    assert set(drawn) == {"size", "ingest", "latency", "growth"}
    for svg in drawn.values():
        ElementTree.fromstring(svg)
    places = "\n".join(f"<!-- results:{name} -->\n<!-- end -->" for name in benchmark_module.tables.TABLES)
    once = benchmark_module.report.put_in(places, results)
    assert "| a < b | 0.7 / 2.1 | 70 / 210 |" in once
    assert "| a < b | 4 of 5 | 4 of 5 |" in once
    assert "| phrase | 1.11 / 1 | 11.1 / 1 | 10 |" in once
    assert benchmark_module.report.put_in(once, results) == once
