"""Measurements of retrieval become the tables of their document."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

import hermes_state  # noqa: F401 - the installed one, before the repository's root is on the path

REPOSITORY = Path(__file__).parents[2]

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(REPOSITORY))
    from benchmarks.retrieval import report, set_tables, tuning_tables
    from benchmarks.retrieval.results import Results


MODULES = ("gathering", "newest", "question", "ranked", "scoring", "stems", "units", "weighing", "word_items")
"""Where the constants stand that the document names with their values."""


def way(hit_at_1: float, mrr: float, **changed: Any) -> dict[str, Any]:
    """The figures of one way to search ten queries of two kinds."""
    shares = {"hit@1": hit_at_1, "hit@5": 0.9, "mrr": mrr}
    return {
        "n": 10,
        **shares,
        "hit@10": 1.0,
        "recall@5": 0.85,
        "hit@1_interval": [0.5, 0.9],
        "mrr_interval": [0.61, 0.92],
        "messages": None,
        "empty": 1,
        "unanswerable": 2,
        "unanswerable_empty": 2,
        "p50_ms": 4.96,
        "p95_ms": 26.0,
        "types": {"a | b": {"n": 4, **shares}, "other": {"n": 6, **shares}},
        **changed,
    }


def line(name: str = "locomo-a", **changed: Any) -> dict[str, Any]:
    environment = {"cores": 2, "machine": "m", "system": "s", "python": "3", "apsw": "4", "hermes-state": "5"}
    plain = {name: way(0.25, 0.5) for name in ("rows", "sessions", "fused")}
    messages = {"n": 10, "hit@1": 0.333, "hit@10": 0.5}
    return {
        "measurement": "retrieval",
        "set": name,
        "sessions": 1234,
        "messages": 5678,
        "queries": 12,
        "n": 10,
        "seed": 1,
        "environment": environment,
        "archive": {"named_roles": way(0.73, 0.8199, messages=messages), "default_roles": way(0.7, 0.8, p95_ms=25.0)},
        "baselines": plain,
        **changed,
    }


def place(*names: str) -> str:
    return "\n".join(f"<!-- results:{name} -->\nold\n<!-- end -->\n" for name in names or report.TABLES)


def test_what_reaches_its_goal_is_bold_and_a_second_run_changes_nothing() -> None:
    results = Results([line()])
    once = report.put_in(place(), results)
    assert "| `locomo-a` | hit@1, % | 73.0 | **73.0** | 70.0 | 25.0 | 25.0 | 25.0 |" in once
    assert "| `locomo-a` | MRR | 0.820 | 0.820 | 0.800 | 0.500 | 0.500 | 0.500 |" in once
    assert "| `locomo-a` | 5 / 25 | **5.0** / 26.0 | **5.0** / **25.0** | 5.0 / 26.0 |" in once
    assert "| 1,234 | 5,678 | 10 | 2 |" in once
    assert "| 50.0–90.0 | 0.610–0.920 | 100.0 | 85.0 | 33.3 | 50.0 | 1 | 2 of 2 |" in once
    assert "| deja-vu 0.18.0, all ten | 69.8 | 85.7 | 0.767 |" in once
    assert report.put_in(once, results) == once


def test_a_mark_of_the_table_within_a_cell_does_not_end_it() -> None:
    assert r"| `locomo-a` | a \| b | 4 | 73.0 / 90.0 / 0.820 | 25.0 / 90.0 / 0.500 |" in set_tables.kinds(
        Results([line()])
    )


def test_a_set_without_goal_and_baselines_has_empty_cells() -> None:
    results = Results([line("new", baselines={})])
    assert "| `new` | hit@1, % |  | 73.0 | 70.0 |  |  |  |" in set_tables.figures(results)
    assert "| `new` |  | 5.0 / 26.0 | 5.0 / 25.0 |  |  |  |" in set_tables.latency(results)


def test_of_two_lines_of_a_set_the_later_counts_and_sets_stand_in_the_order_of_the_goals() -> None:
    results = Results([line("zebra"), line("docs-ko", n=7), line("locomo-a"), line("docs-ko", n=8)])
    assert list(results.sets) == ["locomo-a", "docs-ko", "zebra"]
    assert results.sets["docs-ko"]["n"] == 8


def test_what_is_no_measurement_is_passed_over_and_what_is_missing_stays(tmp_path: Path) -> None:
    lines, document = tmp_path / "lines", tmp_path / "document"
    lines.write_text(json.dumps(line("docs-ko")) + "\n\nset  search\n---\n{}\n", encoding="utf-8")
    document.write_text(place("sets", "published"), encoding="utf-8")
    assert report.main([str(lines), "--document", str(document)]) == 0
    written = document.read_text(encoding="utf-8")
    assert "`docs-ko`" in written
    assert place("published") in written


def shares(mrr: float) -> dict[str, float]:
    return {"hit@1": 0.5, "hit@5": 0.75, "mrr": mrr}


def tuning(*, by_set: bool = False, held_out: bool = True, changed: dict[str, list[float]] | None = None) -> list[Any]:
    """The lines of a run of tuning over two sets."""
    ways = {"present": 0.6, "tuned": 0.7, "cross_validated": 0.65 if held_out else None}
    of_set = {way: None if mrr is None else shares(mrr) for way, mrr in ways.items()}
    settings = {"sample": 200, "folds": 5, "by_set": by_set, "rounds": 2, "seed": 1}
    return [
        *({"measurement": "retrieval-tuning", "set": name, "n": 9, **of_set} for name in ("docs-ko", "locomo-a")),
        {"measurement": "retrieval-constants", "mean_mrr": ways, "changed": changed or {}, **settings},
    ]


def test_tuning_shows_what_held_out_queries_make_of_it_and_what_it_would_change() -> None:
    made = tuning_tables.tunings(Results(tuning(changed={"title": [0.5, 0.25]})))
    first, second = (made.index(f"| `{name}` | 9 | 50.0 / 75.0 / 0.600 |") for name in ("locomo-a", "docs-ko"))
    assert first < second
    assert "| mean MRR |  | 0.600 | 0.700 | 0.650 |" in made
    assert "5 folds" in made
    assert "`title` 0.5 to 0.25" in made


def test_both_kinds_of_tuning_are_shown_and_one_that_was_cut_short_is_not() -> None:
    results = Results([*tuning(by_set=True), *tuning(held_out=False), tuning()[0]])
    assert [run.end["by_set"] for run in results.tunings] == [False, True]
    made = tuning_tables.tunings(results)
    assert "nothing held out" in made
    assert "each set held out in turn" in made
    assert "Tuning changes nothing." in made


def test_the_last_ablation_is_shown_in_thousandths() -> None:
    def left_out(field: str, change: float) -> dict[str, Any]:
        sets = {"docs-ko": {"change": change}, "locomo-a": {"change": 0.0}}
        extremes = {"mean_change": change / 2, "without_a_set": [change, 0.0]}
        return {
            "measurement": "retrieval-ablation",
            "field": field,
            "value": 0.5,
            "neutral": 0.0,
            "sets": sets,
        } | extremes

    settings = {"sample": 200, "folds": 5, "by_set": False, "rounds": 2, "seed": 1}
    sets = {name: {"n": 9, **shares(0.6)} for name in ("docs-ko", "locomo-a")}
    begin = {"measurement": "retrieval-ablation", "field": None, "sets": sets, "mean_mrr": 0.6, **settings}
    made = tuning_tables.ablation(Results([begin, left_out("old", 0.1), begin, left_out("title", -0.0123)]))
    assert "| left out | value, left out | `locomo-a` | `docs-ko` | mean | mean without one set |" in made
    assert "| `title` | 0.5, 0 | 0 | −12 | −6.2 | −12 to 0 |" in made
    assert "old" not in made


def test_the_document_has_a_place_for_every_table() -> None:
    text = (REPOSITORY / "docs" / "retrieval.md").read_text(encoding="utf-8")
    for name in report.TABLES:
        assert text.count(f"<!-- results:{name} -->\n") == 1, name


def test_the_document_names_constants_as_they_are() -> None:
    text = (REPOSITORY / "docs" / "retrieval.md").read_text(encoding="utf-8")
    modules = [importlib.import_module(f"hermes_state.search.{name}") for name in MODULES]
    named = re.findall(r"`([A-Z_]+)` \(([0-9.,]+)\)", text)
    assert len(named) > 10
    for name, value in named:
        assert {getattr(module, name) for module in modules if hasattr(module, name)} == {
            float(value.replace(",", ""))
        }, name


def test_the_document_names_weights_and_parts_that_there_are() -> None:
    text = (REPOSITORY / "docs" / "retrieval.md").read_text(encoding="utf-8")
    weights = importlib.import_module("hermes_state.search.weights").Weights._fields
    parts = importlib.import_module("hermes_state.search.scoring").Parts._fields
    explained = text.partition("## How a score comes about")[2]
    assert {name for name in (*weights, *parts) if f"`{name}`" not in explained} == set()
