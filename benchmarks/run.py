"""Runs every benchmark: ``python benchmarks/run.py [--full]``; JSON lines on standard output and into a file.

Quick unless told otherwise: generated messages, a few minutes. ``--full`` takes the corpus of the data folder where
it is, ten million generated messages for growth (13 GB of text, 6 GB of archive), and hours.
``benchmarks/report.py`` puts what was measured into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TextIO

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent / "peers"))

from environments import CACHE
from measure import emit, environment
from serving import cpu_s

FOLDER = Path(__file__).parent
RESULTS = CACHE / "results.jsonl"

QUICK: dict[str, tuple[str, ...]] = {
    "archive.py": ("--sessions", "200", "--runs", "10"),
    "exactness.py": ("--messages", "1000", "--queries", "8"),
    "analysis.py": (),
    "bulk.py": ("--messages", "20000"),
    "peers.py": (
        "--corpus",
        "generated-10000",
        "--queries",
        "30",
        "--judged",
        "10",
        "--kind-seconds",
        "2",
        "--live",
        "1000",
    ),
    "growth.py": ("--sizes", "3000,10000,30000", "--queries", "30", "--kind-seconds", "2"),
    "live.py": ("--corpus", "generated-10000", "--messages", "10000"),
    "redaction": ("--megabytes", "2"),
}
FULL: dict[str, tuple[str, ...]] = {
    "archive.py": (),
    "exactness.py": (),
    "analysis.py": (),
    "bulk.py": (),
    "peers.py": (),
    "growth.py": ("--sizes", "100000,1000000,10000000"),
    "live.py": ("--all",),
    "redaction": ("--reference",),
}
"""The benchmarks in their order, each with its options; one that is not there is passed over. A folder is a package."""


def run(name: str, options: tuple[str, ...], out: TextIO) -> int:
    """Runs one benchmark, handing on and keeping what it prints; its exit code."""
    begin, cpu = time.perf_counter(), cpu_s()
    program = ("-m", f"benchmarks.{name}") if (FOLDER / name).is_dir() else ("-P", str(FOLDER / name))
    command = (sys.executable, *program, *options)
    streams = {"stdout": subprocess.PIPE, "text": True, "encoding": "utf-8"}
    with subprocess.Popen(command, env=environment(), cwd=FOLDER.parent, **streams) as child:
        assert child.stdout is not None
        for line in child.stdout:
            for stream in (sys.stdout, out):
                stream.write(line)
                stream.flush()
    emit("ran", benchmark=name, wall_s=round(time.perf_counter() - begin), cpu_s=round(cpu_s() - cpu))
    return child.returncode


def main() -> int:
    """The exit code: the highest of all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--full", action="store_true", help="everything, at full size")
    parser.add_argument("--only", type=lambda text: text.split(","), help="only these, as peers,growth")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the lines are kept")
    parser.add_argument("--add", action="store_true", help="go on in that file instead of starting it anew")
    arguments = parser.parse_args()
    arguments.results.parent.mkdir(parents=True, exist_ok=True)
    codes = [0]
    with arguments.results.open("a" if arguments.add else "w", encoding="utf-8") as out:
        for name, options in (FULL if arguments.full else QUICK).items():
            wanted = arguments.only is None or name.removesuffix(".py") in arguments.only
            if wanted and os.path.exists(FOLDER / name):
                codes.append(run(name, options, out))
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
