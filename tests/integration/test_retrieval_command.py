"""The retrieval benchmark on the set that ships with it: the form of its lines, not the figures of ranking."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import hermes_state  # noqa: F401 - the installed one, before the repository's root is on the path

ROOT = str(Path(__file__).parents[2])

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(ROOT)
    from benchmarks.retrieval import labelled
    from benchmarks.retrieval.baselines import expression, fused, with_bigrams
    from benchmarks.retrieval.command import main

SHARES = ("hit@1", "hit@5", "hit@10", "recall@5", "mrr")
SESSIONS = [
    {"id": "s:1", "group": "g", "started_at": "March-15-2024", "agent": "x", "messages": [
        {"id": "m1", "role": "user", "ts": "March-15-2024", "text": "the gasket of the pump leaks", "kind": "text"},
        {"id": "m2", "role": "tool", "ts": None, "text": "pressure 3 bar"}]},
    {"id": "s:2", "group": "h", "started_at": None, "messages": [
        {"id": "m3", "role": "user", "ts": None, "text": "the gasket of the pump leaks, and the valve"}]},
]  # fmt: skip
QUERIES = [
    {
        "id": "q1",
        "group": "h",
        "text": "gasket of the pump",
        "type": "a",
        "rel_sessions": ["s:2"],
        "rel_messages": ["m3"],
    },
    {
        "id": "q2",
        "group": "g",
        "text": "gasket of the pump",
        "type": "b",
        "rel_sessions": ["s:1"],
        "rel_messages": ["m1"],
    },
    {"id": "q3", "group": None, "text": "zeppelin", "type": "c", "rel_sessions": [], "rel_messages": []},
]


def lines_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert main(arguments) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines() if line.startswith("{")]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder with one set, its sessions compressed and its queries plain."""
    folder = tmp_path / "sets"
    folder.mkdir()
    with gzip.open(folder / "pump.sessions.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(one) + "\n" for one in SESSIONS)
    (folder / "pump.queries.jsonl").write_text("".join(json.dumps(one) + "\n" for one in QUERIES), encoding="utf-8")
    return folder


def test_the_shipped_set_gives_one_line_with_the_baselines(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = lines_of(capsys, "--baselines", "--limit-queries", "30")
    assert (line["set"], line["queries"]) == ("workshop", 30)
    assert set(line["archive"]) == {"named_roles", "default_roles"}
    assert set(line["baselines"]) == {"rows", "sessions", "fused"}
    for figures in (*line["archive"].values(), *line["baselines"].values()):
        assert figures["n"] == line["n"] == sum(one["n"] for one in figures["types"].values())
        assert figures["n"] + figures["unanswerable"] == 30
        assert all(0 <= figures[name] <= 1 for name in SHARES)
        assert figures["hit@1"] <= figures["mrr"] <= figures["hit@10"]
        assert figures["hit@1"] <= figures["hit@5"] <= figures["hit@10"]
        for name in ("hit@1", "mrr"):
            low, high = figures[f"{name}_interval"]
            assert low <= figures[name] <= high
        assert 0 <= figures["p50_ms"] <= figures["p95_ms"]
    assert line["archive"]["named_roles"]["messages"]["n"] == line["n"]


def test_a_query_asks_its_group_alone_and_labels_reach_messages(
    capsys: pytest.CaptureFixture[str], small: Path
) -> None:
    (line,) = lines_of(capsys, str(small), "pump", "--baselines")
    assert (line["sessions"], line["messages"], line["queries"], line["n"]) == (2, 3, 3, 2)
    for figures in line["archive"].values():
        assert (figures["hit@1"], figures["recall@5"], figures["empty"]) == (1.0, 1.0, 0)
        assert figures["messages"] == {"n": 2, "hit@1": 1.0, "hit@10": 1.0}
        assert (figures["unanswerable"], figures["unanswerable_empty"]) == (1, 1)
        assert set(figures["types"]) == {"a", "b"}
    assert all(figures["hit@1"] == 1.0 for figures in line["baselines"].values())
    assert line["baselines"]["rows"]["messages"] == {"n": 2, "hit@1": 1.0, "hit@10": 1.0}


def test_a_kept_archive_is_used_again(capsys: pytest.CaptureFixture[str], small: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    first = lines_of(capsys, str(small), "--keep", str(kept))
    (archive,) = kept.glob("*.db")
    written = archive.stat().st_mtime_ns
    second = lines_of(capsys, str(small), "--keep", str(kept))
    assert archive.stat().st_mtime_ns == written
    assert [one["archive"]["named_roles"]["hit@1"] for one in (*first, *second)] == [1.0, 1.0]


def test_tables_follow_the_lines(capsys: pytest.CaptureFixture[str], small: Path) -> None:
    assert main([str(small), "--table"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("{")
    assert "named_roles" in out[out.index("\n") :]


def test_a_sample_is_the_same_for_one_seed(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (lines_of(capsys, "--limit-queries", "12", "--seed", "3")[0] for _ in range(2))
    types = [
        {kind: one["n"] for kind, one in line["archive"]["named_roles"]["types"].items()} for line in (first, second)
    ]
    assert types[0] == types[1]


def test_a_missing_set_is_said_in_one_line(capsys: pytest.CaptureFixture[str], small: Path) -> None:
    assert main([str(small), "valve"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert "valve.sessions" in captured.err


def test_a_label_that_names_nothing_is_refused(capsys: pytest.CaptureFixture[str], small: Path) -> None:
    broken = {**QUERIES[0], "rel_sessions": ["s:3"]}
    (small / "pump.queries.jsonl").write_text(json.dumps(broken), encoding="utf-8")
    assert main([str(small)]) == 1
    assert "s:3" in capsys.readouterr().err


def test_the_shipped_set_is_what_it_says() -> None:
    given = labelled.read_set(labelled.OWN, "workshop")
    roles = {message.id: message.role for session in given.sessions for message in session.messages}
    texts = {message.id: message.text for session in given.sessions for message in session.messages}
    assert all(4 <= len(session.messages) <= 14 for session in given.sessions)
    assert all(message.at is not None for session in given.sessions for message in session.messages)
    assert sum(not query.rel_sessions for query in given.queries) == 40
    for query in given.queries:
        assert bool(query.rel_sessions) == (query.type != "absent")
        if query.type == "tool":
            assert {roles[one] for one in query.rel_messages} == {"tool"}
        if query.type == "identifier":
            name = query.text.split()[0]
            assert {one for one, text in texts.items() if name in text} == query.rel_messages


def test_baselines_cut_eastern_text_into_bigrams_and_ask_for_any_term() -> None:
    assert with_bigrams("用户open登录回调").split() == ["用户", "open", "登录", "录回", "回调"]
    assert with_bigrams("a 字 b").split() == ["a", "字", "b"]
    assert expression('Say "NEAR" say') == '"say" OR "near"'
    assert expression("?!") is None


def test_fusion_adds_reciprocal_ranks() -> None:
    """b: 1/62 + 1/61 > a: 1/61 + 1/63 > c: 1/63 + 1/62 > d: 1/64."""
    assert fused((["a", "b", "c", "d"], ["b", "c", "a"])) == ["b", "a", "c", "d"]
