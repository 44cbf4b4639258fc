"""Measures the archive: ``python benchmarks/archive.py [--corpus FOLDER] [--runs N]``.

Imports a corpus of transcripts (a generated one unless a folder is named) by the command, once and
again, then times whole search processes against a bare interpreter that imports click and apsw, and
measures the agent's default answer. JSON lines on standard output.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from generate import generate
from measure import emit, emit_machine, median_ms, run

COMMAND = (sys.executable, "-P", "-m", "hermes_state.cli", "session")
BASELINE = (sys.executable, "-P", "-c", "import click, apsw")
QUERIES = {
    "plain words": "Windows PTY bridge",
    "common word": "return",
    "path": "pty_bridge.cpp:214",
    "2-letter Chinese": "迁移",
    "phrase": '"Windows PTY bridge"',
}
TOOL = """
import sys, json
from hermes_state import SessionDB, session_search_tool
with SessionDB(sys.argv[1], read_only=True) as db:
    text = session_search_tool({"query": sys.argv[2]}, db)
    print(json.dumps([len(text.encode()), len(json.loads(text)["results"])]))
"""


def measure_import(corpus: Path, db: Path) -> None:
    """The first import, the second, and what lies on disk."""
    first = run((*COMMAND, "import", str(corpus), "--db", str(db), "--json"))
    report = json.loads(first.out)
    source_bytes = sum(path.stat().st_size for path in corpus.rglob("*") if path.is_file())
    emit(
        "first import",
        source_mb=round(source_bytes / 1e6, 1),
        files=report["files"]["read"],
        messages=report["messages"]["new"],
        cpu_s=round(first.cpu_s, 2),
        wall_s=round(first.wall_s, 2),
        peak_mib=round(first.peak_bytes / 2**20),
        file_mb=round(db.stat().st_size / 1e6, 2),
    )
    second = run((*COMMAND, "import", str(corpus), "--db", str(db), "--json"))
    report = json.loads(second.out)
    emit(
        "second import",
        files_parsed=report["files"]["read"],
        unchanged=report["files"]["unchanged"],
        cpu_s=round(second.cpu_s, 2),
        wall_s=round(second.wall_s, 2),
    )
    check = run((*COMMAND, "check", "--db", str(db), "--json"))
    emit("check", ok=json.loads(check.out)["ok"], wall_s=round(check.wall_s, 2))


def measure_processes(db: Path, runs: int) -> None:
    """Whole processes, as ratios to the bare interpreter measured between them."""
    for name, query in QUERIES.items():
        base_wall, base_cpu = median_ms(BASELINE, runs)
        wall, cpu = median_ms((*COMMAND, "search", query, "--db", str(db)), runs)
        emit(
            f"search process, {name}",
            wall_ms=round(wall, 1),
            baseline_ms=round(base_wall, 1),
            ratio=round(wall / base_wall, 2),
            cpu_ratio=round(cpu / base_cpu, 2),
        )


def measure_tool(db: Path) -> None:
    """The size of the agent's default answer."""
    for query in ("Windows PTY bridge", "return"):
        size, conversations = json.loads(run((sys.executable, "-P", "-c", TOOL, str(db), query)).out)
        emit("default tool answer", query=query, bytes=size, conversations=conversations)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, help="a folder of transcripts; generated when left out")
    parser.add_argument("--sessions", type=int, default=1000, help="sessions to generate")
    parser.add_argument("--runs", type=int, default=20, help="processes a query")
    args = parser.parse_args()
    emit_machine()
    with tempfile.TemporaryDirectory() as scratch:
        corpus = args.corpus
        if corpus is None:
            corpus = Path(scratch) / "corpus"
            generate(corpus, args.sessions, 60)
        db = Path(scratch) / "archive" / "state.db"
        measure_import(corpus, db)
        measure_processes(db, args.runs)
        measure_tool(db)


if __name__ == "__main__":
    main()
