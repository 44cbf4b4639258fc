"""How an engine is measured: a child process that reads requests and writes answers, one JSON object a line.

Only the standard library, so that it runs in any engine's environment. CPU seconds are those of the process and its
children; reading the corpus is among them for every engine alike.
"""

from __future__ import annotations

import abc
import json
import os
import platform
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Message = dict[str, Any]
Query = dict[str, Any]


class Engine(abc.ABC):
    """What a peer is made of. An answer may be anything; ``numbers`` says which messages it names, from 0."""

    @abc.abstractmethod
    def about(self) -> dict[str, Any]:
        """The versions of what is measured, or why it is ``left_out``."""

    def prepare(self, corpus: Path, folder: Path) -> None:
        """Readies what the build reads; not measured."""
        return

    def build(self, corpus: Path, folder: Path) -> None:
        """Makes an archive of the whole corpus in a folder, and leaves it open."""
        return

    def optimize(self) -> None:
        """Merges and shrinks, where the engine has such a thing."""
        return

    def finish(self) -> None:
        """Brings the archive into the state in which it is asked; not measured."""
        return

    @abc.abstractmethod
    def files(self, folder: Path) -> list[Path]:
        """The files of the archive."""

    @abc.abstractmethod
    def ask(self, query: Query, variant: str) -> Any:
        """The answer to a query; ``None`` when the engine has no such query."""

    def numbers(self, answer: Any) -> list[int]:
        """The messages of an answer."""
        return list(answer)

    def close(self) -> None:
        """Closes what is open."""
        return


class LiveEngine(Engine):
    """A peer that takes messages one by one."""

    @abc.abstractmethod
    def begin(self, folder: Path) -> None:
        """Opens an empty archive for appending."""

    @abc.abstractmethod
    def append(self, message: Message, number: int) -> None:
        """Stores one message and commits it."""


def messages_of(corpus: Path) -> Iterator[Message]:
    """Yields the messages of a file of JSON lines."""
    with corpus.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def batches(messages: Iterator[Message], size: int) -> Iterator[list[Message]]:
    """Yields lists of up to so many messages."""
    batch: list[Message] = []
    for message in messages:
        batch.append(message)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def is_narrowed(query: Query) -> bool:
    """Whether a query asks for more than a text: a time, a project, the messages round a match."""
    return bool(query["after"] or query["project"] or query["window"])


def cpu_s() -> float:
    """CPU seconds of this process and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def written_bytes() -> int | None:
    """The bytes that this process has caused to be written to disk, where the system tells (Linux)."""
    try:
        lines = Path("/proc/self/io").read_text().splitlines()
    except OSError:
        return None
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes:"))


def serve(engine: Engine) -> None:
    """Answers requests until there are no more."""
    for line in sys.stdin:
        request = json.loads(line)
        answer = _ACTIONS[request.pop("do")](engine, **request)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    engine.close()


def _about(engine: Engine) -> dict[str, Any]:
    return {"engine_python": platform.python_version(), **engine.about()}


def _build(engine: Engine, corpus: str, folder: str) -> dict[str, Any]:
    where = Path(folder)
    where.mkdir(parents=True, exist_ok=True)
    engine.prepare(Path(corpus), where)
    begin, wall = cpu_s(), time.perf_counter()
    engine.build(Path(corpus), where)
    figures = {"cpu_s": cpu_s() - begin, "wall_s": time.perf_counter() - wall, "file_bytes": _size(engine, where)}
    begin = cpu_s()
    engine.optimize()
    figures |= {"optimize_cpu_s": cpu_s() - begin, "optimized_bytes": _size(engine, where)}
    engine.finish()
    unit = 1 if sys.platform == "darwin" else 1024
    return figures | {"peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit}


def _size(engine: Engine, folder: Path) -> int:
    return sum(path.stat().st_size for path in engine.files(folder) if path.is_file())


def _ask(engine: Engine, query: Query, variant: str, numbers: bool) -> dict[str, Any]:
    begin = cpu_s()
    answer = engine.ask(query, variant)
    spent = cpu_s() - begin
    if answer is None:
        return {"unsupported": True}
    return {"cpu_ms": spent * 1000, "numbers": engine.numbers(answer) if numbers else None}


def _append(engine: LiveEngine, corpus: str, count: int, folder: str | None = None) -> dict[str, Any]:
    """Appends the first messages of the corpus, to an archive of their own when a folder is named."""
    if folder is not None:
        engine.close()
        Path(folder).mkdir(parents=True, exist_ok=True)
        engine.begin(Path(folder))
    given = [message for message, _ in zip(messages_of(Path(corpus)), range(count))]  # noqa: B905 - the shorter one ends it
    stamps = [time.perf_counter()]
    begin, before = cpu_s(), written_bytes()
    for number, message in enumerate(given):
        engine.append(message, number)
        stamps.append(time.perf_counter())
    spent, after = cpu_s() - begin, written_bytes()
    stalls = sorted(later - earlier for earlier, later in zip(stamps, stamps[1:]))  # noqa: B905, RUF007 - runs on 3.9 too
    return {
        "messages": len(given),
        "text_bytes": sum(len((one["content"] or "").encode()) for one in given),
        "cpu_s": spent,
        "wall_s": stamps[-1] - stamps[0],
        "p50_ms": stalls[len(stalls) // 2] * 1000,
        "longest_ms": stalls[-1] * 1000,
        "written_bytes": None if after is None or before is None else after - before,
    }


_ACTIONS = {"about": _about, "build": _build, "ask": _ask, "append": _append}


def fresh(path: Path) -> Path:
    """The path, with the files of an earlier archive there removed."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        if os.path.exists(f"{path}{suffix}"):
            os.remove(f"{path}{suffix}")
    return path
