"""How an archive changes as it grows: ``python benchmarks/growth.py [--sizes 10000,100000,1000000]``.

For each size a generated corpus is imported slice by slice, optimized and asked queries of every kind, sampled from
that corpus; then messages are appended. CPU time; ratios are to the first size. JSON lines on standard output.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import time
from itertools import groupby, islice
from operator import attrgetter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import corpus
from environments import CACHE
from measure import emit, emit_machine, percentile
from queries import SEARCHED, Query, Sampler, queries_from, read, write

from hermes_state import SessionDB, upkeep

SLICE_MESSAGES = 50_000
APPENDED = 2_000
WARM_UP = 3
LEAST_QUERIES = 5
MORE_SEED = 99


def made(messages: int, folder: Path, count: int, seed: int) -> list[Query]:
    """Makes the archive of this size in a folder, unless it is there; emits its facts and returns its queries."""
    facts, asked = folder / "facts.json", folder / "queries.json"
    if not facts.exists():
        for rest in folder.iterdir():  # of a run that was cut off
            rest.unlink()
        sampler = Sampler(seed)
        with SessionDB(folder / "state.db") as db:
            figures = fill(db, messages, folder, sampler)
        write(queries_from(sampler.sample(), count, seed), asked)
        facts.write_text(json.dumps(figures), encoding="utf-8")
    emit("growth size", **json.loads(facts.read_text(encoding="utf-8")))
    return read(asked)


def fill(db: SessionDB, messages: int, folder: Path, sampler: Sampler) -> dict[str, float]:
    """Imports a generated corpus of this size and optimizes; its sampler sees every message. What that took."""
    text_bytes = 0
    cpu_s = 0.0
    for number, part in enumerate(corpus.slices(corpus.generated(messages), SLICE_MESSAGES)):
        slice_path = folder / f"slice-{number}.jsonl"  # a file of a name that was read before would be its next state
        for message in part:
            sampler.add(message)
            text_bytes += len(message["content"].encode())
        corpus.write_conversations(part, slice_path)
        begin = time.process_time()
        db.import_transcripts(slice_path)
        cpu_s += time.process_time() - begin
        slice_path.unlink()
    held = int(upkeep.stats(db)["messages"])
    if held != messages:
        sys.exit(f"the archive holds {held:,} of {messages:,} messages: what was measured is not what was meant")
    begin = time.process_time()
    upkeep.optimize(db)
    return {
        "messages": messages,
        "text_mb": round(text_bytes / 1e6, 1),
        "import_mb_per_cpu_s": round(text_bytes / 1e6 / cpu_s, 2),
        "optimize_cpu_s": round(time.process_time() - begin, 1),
        "file_mb": round(db.path.stat().st_size / 1e6, 1),
        "file_per_text_byte": round(db.path.stat().st_size / text_bytes, 3),
    }


def search(db: SessionDB, query: Query) -> float:
    """The CPU milliseconds of one query."""
    begin = time.process_time()
    db.search(
        query.text,
        limit=query.limit,
        roles=SEARCHED,
        window=query.window,
        after=query.after,
        before=query.before,
        project=query.project,
    )
    return (time.process_time() - begin) * 1000


def ask(db: SessionDB, messages: int, asked: list[Query], kind_seconds: float) -> dict[str, tuple[float, float]]:
    """The medians and the 95th percentiles of every kind, each said as it is known."""
    found: dict[str, tuple[float, float]] = {}
    for kind, group in groupby(asked, attrgetter("kind")):
        queries = list(group)
        for query in queries[-WARM_UP:]:
            search(db, query)
        times: list[float] = []
        for query in queries:
            times.append(search(db, query))
            if sum(times) > kind_seconds * 1000 and len(times) >= LEAST_QUERIES:
                break
        found[kind] = statistics.median(times), percentile(times, 0.95)
        p50, p95 = (round(one, 3) for one in found[kind])
        emit("growth queries", messages=messages, kind=kind, queries=len(times), p50_ms=p50, p95_ms=p95)
    return found


def append(db: SessionDB, messages: int) -> None:
    """Appends messages of another corpus, one a commit."""
    given = list(islice(corpus.generated(APPENDED, MORE_SEED), APPENDED))
    known: set[str] = set()
    begin, wall = time.process_time(), time.perf_counter()
    for message in given:
        name = f"more-{message['session']}"
        if name not in known:
            known.add(name)
            db.create_session("cli", session_id=name)
        db.append(name, {key: message[key] for key in ("role", "content", "tool_name")} | {"timestamp": message["ts"]})
    cpu_s, wall_s = time.process_time() - begin, time.perf_counter() - wall
    emit(
        "growth append",
        messages=messages,
        appended=len(given),
        per_cpu_s=round(len(given) / cpu_s),
        per_wall_s=round(len(given) / wall_s),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=lambda text: [int(one) for one in text.split(",")], default=[10_000, 100_000])
    parser.add_argument("--queries", type=int, default=100, help="queries of each kind")
    parser.add_argument("--kind-seconds", type=float, default=20, help="CPU seconds after which a kind is left")
    parser.add_argument("--seed", type=int, default=corpus.SEED)
    parser.add_argument("--cache", type=Path, default=CACHE, help="archives are made here")
    parser.add_argument("--keep", action="store_true", help="keep the archives there, and ask those that are there")
    arguments = parser.parse_args()
    emit_machine()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    first: dict[str, tuple[float, float]] = {}
    for messages in arguments.sizes:
        folder = arguments.cache / f"growth-{messages}"
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(exist_ok=True)
        asked = made(messages, folder, arguments.queries, arguments.seed)
        with SessionDB(folder / "state.db") as db:
            found = ask(db, messages, asked, arguments.kind_seconds)
            if not arguments.keep:
                append(db, messages)
        if not arguments.keep:
            shutil.rmtree(folder)
        first = first or found
        for kind, (p50, p95) in found.items():
            base = first.get(kind, (p50, p95))
            ratios = {"p50_ratio": round(p50 / base[0], 2), "p95_ratio": round(p95 / base[1], 2)}
            emit("growth ratio", kind=kind, messages=messages, to_messages=arguments.sizes[0], **ratios)


if __name__ == "__main__":
    main()
