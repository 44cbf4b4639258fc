"""Appends a corpus live, one message a commit: ``python benchmarks/live.py [--messages N | --all]``.

Beside it, a tenth in turn with a tenth, a bare table of the same SQLite with the same pragmas takes the same texts,
one INSERT a commit: what durability alone costs on this machine at this moment. At ``synchronous`` NORMAL and FULL;
FULL is what the archive has. JSON lines on standard output.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent / "peers"))

import corpus
from environments import CACHE
from measure import emit, emit_machine, percentile
from serving import written_bytes

from hermes_state import SessionDB

PARTS = 10
LEVELS = ("NORMAL", "FULL")
PRAGMAS = ("page_size", "auto_vacuum", "journal_mode", "wal_autocheckpoint", "journal_size_limit", "secure_delete")
BARE_TABLE = (
    "CREATE TABLE message (id INTEGER PRIMARY KEY, session TEXT, role TEXT, content TEXT, time REAL, tool TEXT)"
)
BARE_ADD = "INSERT INTO message (session, role, content, time, tool) VALUES (?, ?, ?, ?, ?)"


@dataclass
class Account:
    """What appending took: CPU and wall seconds of each part, milliseconds of each append, bytes written."""

    cpu_s: list[float] = field(default_factory=list)
    wall_s: list[float] = field(default_factory=list)
    each_ms: list[float] = field(default_factory=list)
    written: int | None = 0

    def measure(self, messages: list[corpus.Message], append: Callable[[corpus.Message], None]) -> None:
        """Appends one part."""
        before = written_bytes()
        cpu = time.process_time()
        begin = last = time.perf_counter()
        for message in messages:
            append(message)
            now = time.perf_counter()
            self.each_ms.append((now - last) * 1000)
            last = now
        self.cpu_s.append(time.process_time() - cpu)
        self.wall_s.append(last - begin)
        after = written_bytes()
        known = None not in (self.written, before, after)
        self.written = (self.written or 0) + (after or 0) - (before or 0) if known else None


class Live:
    """The archive, and a bare table with its pragmas."""

    def __init__(self, folder: Path, level: str) -> None:
        self.db = SessionDB(folder / "state.db", synchronous="normal" if level == "NORMAL" else "full")
        self._known: set[str] = set()
        with self.db.file.exclusive() as connection:
            settings = {name: connection.value(f"PRAGMA {name}") for name in PRAGMAS}
        self.bare = apsw.Connection(str(folder / "bare.db"))
        for name, value in {**settings, "synchronous": level}.items():
            self.bare.execute(f"PRAGMA {name}={value}").fetchall()
        self.bare.execute(BARE_TABLE)

    def append(self, message: corpus.Message) -> None:
        """One message into the archive; a new session is one commit more."""
        name = message["session"]
        if name not in self._known:
            self._known.add(name)
            self.db.create_session("cli", session_id=name)
        given = {"role": message["role"], "content": message["content"], "timestamp": message["ts"]}
        self.db.append(name, given | {"tool_name": message["tool_name"]})

    def append_bare(self, message: corpus.Message) -> None:
        """One message into the bare table."""
        row = (message["session"], message["role"], message["content"], message["ts"], message["tool_name"])
        self.bare.execute(BARE_ADD, row)

    def close(self) -> None:
        """Closes both."""
        self.db.close()
        self.bare.close()


def run(path: Path, size: corpus.Size, level: str, cache: Path) -> None:
    """Appends the corpus to both, a part in turn with a part."""
    ours, bare = Account(), Account()
    part_size = max(1, -(-size.messages // PARTS))
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        live = Live(Path(folder), level)
        part: list[corpus.Message] = []
        for number, message in enumerate(corpus.read(path), 1):
            part.append(message)
            if len(part) == part_size or number == size.messages:
                ours.measure(part, live.append)
                bare.measure(part, live.append_bare)
                _emit_part(level, len(ours.cpu_s), len(part), ours, bare)
                part = []
        live.close()
    _emit_whole(level, size, ours, bare)


def _emit_part(level: str, number: int, messages: int, ours: Account, bare: Account) -> None:
    emit(
        "live part",
        synchronous=level,
        part=number,
        messages=messages,
        per_cpu_s=round(messages / ours.cpu_s[-1]),
        per_wall_s=round(messages / ours.wall_s[-1]),
        bare_per_cpu_s=round(messages / bare.cpu_s[-1]),
        bare_per_wall_s=round(messages / bare.wall_s[-1]),
    )


def _emit_whole(level: str, size: corpus.Size, ours: Account, bare: Account) -> None:
    figures: dict[str, Any] = {}
    if ours.written and bare.written:
        figures["written_per_text_byte"] = round(ours.written / size.text_bytes, 1)
        figures["written_to_bare"] = round(ours.written / bare.written, 2)
    emit(
        "live",
        synchronous=level,
        messages=size.messages,
        text_mb=round(size.text_bytes / 1e6, 1),
        per_cpu_s=round(size.messages / sum(ours.cpu_s)),
        per_wall_s=round(size.messages / sum(ours.wall_s)),
        last_to_first_cpu=round(ours.cpu_s[0] / ours.cpu_s[-1], 2),
        wall_rate_to_bare=round(sum(bare.wall_s) / sum(ours.wall_s), 2),
        cpu_rate_to_bare=round(sum(bare.cpu_s) / sum(ours.cpu_s), 2),
        p50_ms=round(statistics.median(ours.each_ms), 3),
        p99_ms=round(percentile(ours.each_ms, 0.99), 2),
        longest_ms=round(max(ours.each_ms), 1),
        bare_longest_ms=round(max(bare.each_ms), 1),
        **figures,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--all", action="store_true", help="the whole corpus")
    parser.add_argument("--corpus", help="corpus-300k or generated-N; the first where the data folder has it")
    parser.add_argument("--levels", type=lambda text: text.split(","), default=list(LEVELS), help=", ".join(LEVELS))
    parser.add_argument("--cache", type=Path, default=CACHE, help="archives are made here, and removed")
    arguments = parser.parse_args()
    limit = None if arguments.all else arguments.messages
    name = arguments.corpus or (corpus.REAL if corpus.has_real() else f"generated-{arguments.messages}")
    if name == corpus.REAL and not corpus.has_real():
        emit("live", left_out=f"no {corpus.DATA / corpus.REAL_FILE}: name its folder with HERMES_STATE_TEST_DATA")
        return
    emit_machine()
    path = corpus.stored(name, arguments.cache / "corpora", limit)
    size = corpus.size_of(corpus.read(path))
    emit("corpus", corpus=path.name.partition(".")[0], messages=size.messages, text_mb=round(size.text_bytes / 1e6, 2))
    for level in arguments.levels:
        run(path, size, level, arguments.cache)


if __name__ == "__main__":
    main()
