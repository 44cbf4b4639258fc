"""Compares this project with its peers on one corpus: ``python benchmarks/peers.py [--messages N] [--engines A,B]``.

Each engine runs in a process and an environment of its own, builds its archive from the same file, is asked the same
queries once each after a few that warm it up, and appends messages one a commit. CPU time throughout. What it
found is judged by a brute-force scan. JSON lines on standard output.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import corpus
import queries
import truth
from engines import ENGINES, Child, EngineError, Spec, chosen
from environments import CACHE, UnavailableError
from measure import emit, emit_machine, percentile

WARM_UP = 3
LEAST_QUERIES = 5
EXACT = "substring"
"""The meaning for which a message that does not hold the text is wrong; what a word is, engines see differently."""


@dataclass
class Kind:
    """What one engine made of the queries of one kind."""

    cpu_ms: list[float] = field(default_factory=list)
    judged: int = 0
    missed: int = 0
    wrong: int = 0


@dataclass(frozen=True)
class Asked:
    """The corpus, the queries of a run, and where those that are judged stand."""

    path: Path
    size: corpus.Size
    queries: list[queries.Query]
    truths: dict[queries.Query, truth.Truth]


def readied(arguments: argparse.Namespace) -> Asked:
    """Writes corpus, queries and truth into the cache, unless an earlier run did."""
    name = corpus.REAL if arguments.corpus is None and corpus.has_real() else f"generated-{arguments.generated}"
    path = corpus.stored(arguments.corpus or name, arguments.cache / "corpora", arguments.messages)
    version = corpus.version_of("queries.py")
    sampled = path.with_suffix(f".{arguments.queries}.{arguments.seed}.{version}.queries.json")
    if not sampled.exists():
        queries.write(queries.queries_of(corpus.read(path), arguments.queries, arguments.seed), sampled)
    asked = queries.read(sampled)
    judged = truth.judged(asked, arguments.judged)
    digest = hashlib.sha256((corpus.version_of("truth.py") + repr(judged)).encode()).hexdigest()[:16]
    found = path.with_suffix(f".{digest}.truth.json")
    if not found.exists():
        truth.write(truth.truth_of(corpus.read(path), judged), found)
    size = corpus.size_of(corpus.read(path))
    emit("corpus", corpus=path.name.partition(".")[0], messages=size.messages, text_mb=round(size.text_bytes / 1e6, 2))
    return Asked(path, size, asked, dict(zip(judged, truth.read(found), strict=True)))


def measure(spec: Spec, asked: Asked, arguments: argparse.Namespace) -> None:
    """Everything about one engine, in one process of it."""
    folder = arguments.cache / "archives" / spec.module.removesuffix(".py")
    shutil.rmtree(folder, ignore_errors=True)
    with Child(spec, arguments.cache) as child:
        about = child.request("about")
        if "left_out" in about:
            emit("peer", engine=spec.name, left_out=about["left_out"])
            return
        emit("peer", engine=spec.name, **about)
        _emit_build(spec, asked, child.request("build", corpus=str(asked.path), folder=str(folder)))
        for variant in spec.variants:
            name = f"{spec.name} {variant}".strip()
            for kind, group in groupby(asked.queries, attrgetter("kind")):
                _emit_kind(name, kind, _ask(child, variant, list(group), asked.truths, arguments.kind_seconds))
        if spec.live_messages:
            _append(spec, asked, child, folder / "live", arguments.live)
    if not arguments.keep:
        shutil.rmtree(folder, ignore_errors=True)


def _ask(
    child: Child, variant: str, asked: Sequence[queries.Query], truths: dict[queries.Query, truth.Truth], seconds: float
) -> Kind | None:
    """Asks the queries of a kind until its CPU time is spent; ``None`` when the engine has no such queries."""
    for query in asked[-WARM_UP:]:
        if "unsupported" in child.ask(query, variant):
            return None
    kind = Kind()
    for query in asked:
        judge = truths.get(query)
        answer = child.ask(query, variant, numbers=judge is not None)
        if "unsupported" in answer:
            continue
        kind.cpu_ms.append(answer["cpu_ms"])
        if judge is not None:
            kind.judged += 1
            kind.missed += bool(judge.count) and not any(number in judge for number in answer["numbers"])
            kind.wrong += query.meaning == EXACT and any(number not in judge for number in answer["numbers"])
        if sum(kind.cpu_ms) > seconds * 1000 and len(kind.cpu_ms) >= LEAST_QUERIES:
            break
    return kind


def _append(spec: Spec, asked: Asked, child: Child, folder: Path, live: int | None) -> None:
    """Appends to the archive that stands, then to an empty one: ``live`` messages, where that is fewer than usual."""
    given = {"corpus": str(asked.path)}
    later = child.request("append", count=spec.later_messages, **given)
    _emit_append(spec, asked.size.messages, later)
    count = min(live or spec.live_messages, spec.live_messages)
    _emit_append(spec, 0, child.request("append", count=count, folder=str(folder), **given))


def _emit_build(spec: Spec, asked: Asked, built: dict[str, Any]) -> None:
    text_bytes = asked.size.text_bytes
    emit(
        "peer build",
        engine=spec.name,
        messages=asked.size.messages,
        cpu_s=round(built["cpu_s"], 2),
        mb_per_cpu_s=round(text_bytes / 1e6 / built["cpu_s"], 2) if built["cpu_s"] > 0.01 else None,
        optimize_cpu_s=round(built["optimize_cpu_s"], 2),
        file_mb=round(built["optimized_bytes"] / 1e6, 2),
        file_per_text_byte=round(built["optimized_bytes"] / text_bytes, 3),
        file_per_text_byte_before_optimize=round(built["file_bytes"] / text_bytes, 3),
        peak_mib=round(built["peak_bytes"] / 2**20),
    )


def _emit_kind(name: str, kind: str, made: Kind | None) -> None:
    if made is None or not made.cpu_ms:
        emit("peer queries", engine=name, kind=kind, queries=0)
        return
    emit(
        "peer queries",
        engine=name,
        kind=kind,
        queries=len(made.cpu_ms),
        p50_ms=round(statistics.median(made.cpu_ms), 3),
        p95_ms=round(percentile(made.cpu_ms, 0.95), 3),
        judged=made.judged,
        missed=made.missed,
        wrong=made.wrong,
    )


def _emit_append(spec: Spec, at: int, made: dict[str, Any]) -> None:
    written = made["written_bytes"]
    emit(
        "peer append",
        engine=spec.name,
        after_messages=at,
        messages=made["messages"],
        per_cpu_s=round(made["messages"] / made["cpu_s"]),
        per_wall_s=round(made["messages"] / made["wall_s"]),
        p50_ms=round(made["p50_ms"], 3),
        longest_ms=round(made["longest_ms"], 1),
        written_per_text_byte=None if written is None else round(written / made["text_bytes"], 1),
    )


def main() -> int:
    """The exit code: 1 when an engine failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--corpus", help="corpus-300k or generated-N; the first where the data folder has it")
    parser.add_argument("--generated", type=int, default=10_000, help="messages to generate where it has not")
    parser.add_argument("--messages", type=int, help="only the first so many messages of the corpus")
    parser.add_argument("--queries", type=int, default=100, help="queries of each kind")
    parser.add_argument("--judged", type=int, default=20, help="queries of each kind compared with brute force")
    parser.add_argument("--kind-seconds", type=float, default=20, help="CPU seconds after which a kind is left")
    parser.add_argument("--live", type=int, help="at most so many messages appended to an empty archive")
    parser.add_argument(
        "--engines", type=lambda text: text.split(","), default=[], help=", ".join(e.name for e in ENGINES)
    )
    parser.add_argument("--seed", type=int, default=corpus.SEED)
    parser.add_argument("--cache", type=Path, default=CACHE, help="environments, corpora and archives go here")
    parser.add_argument("--keep", action="store_true", help="keep the archives")
    arguments = parser.parse_args()
    if arguments.corpus == corpus.REAL and not corpus.has_real():
        emit("peers", left_out=f"no {corpus.DATA / corpus.REAL_FILE}: name its folder with HERMES_STATE_TEST_DATA")
        return 0
    emit_machine()
    asked = readied(arguments)
    failed = False
    for spec in chosen(arguments.engines):
        try:
            measure(spec, asked, arguments)
        except UnavailableError as error:
            emit("peer", engine=spec.name, left_out=str(error))
        except EngineError as error:
            emit("peer", engine=spec.name, failed=str(error))
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
