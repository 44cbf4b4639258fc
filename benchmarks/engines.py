"""The engines that are compared, and the child process in which one of them runs."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from environments import interpreter
from measure import environment
from queries import Query

PEERS = Path(__file__).parent / "peers"


@dataclass(frozen=True)
class Spec:
    """An engine: its module, what its environment holds, how it answers, how it appends."""

    name: str
    module: str
    requirements: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    variants: tuple[str, ...] = ("",)
    live_messages: int = 5_000
    later_messages: int = 500


ENGINES = (
    Spec("hermes-state", "archive.py"),
    Spec(
        "Hermes Agent",
        "hermes_agent.py",
        ("hermes-agent==0.19.0",),
        # Its module needs no more than its own package; the rest is a language model's client and a web server.
        ("--no-deps",),
        later_messages=1_000,
    ),
    Spec("FTS5", "fts5.py", variants=("newest", "bm25")),
    Spec("tantivy", "tantivy_engine.py", ("tantivy==0.27.0",), live_messages=200, later_messages=50),
    Spec("LIKE", "sqlite_table.py"),
    Spec("ripgrep", "ripgrep.py", live_messages=0),
)
"""``later_messages`` of Hermes Agent: as many as it appends between two times that it optimizes."""


class EngineError(Exception):
    """The child process ended before it answered."""


class Child:
    """One engine in its own process and environment."""

    def __init__(self, spec: Spec, cache: Path) -> None:
        python = interpreter(cache, spec.module.removesuffix(".py"), spec.requirements, spec.options)
        home = cache / "home"
        home.mkdir(parents=True, exist_ok=True)
        own = {"HOME": str(home), "HERMES_HOME": str(home / "hermes")}
        self._process = subprocess.Popen(
            (str(python), str(PEERS / spec.module)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment() | own,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def request(self, do: str, **given: Any) -> dict[str, Any]:
        """The answer to a request. Raises ``EngineError`` when there is none; standard error then says why."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"do": do, **given}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise EngineError(f"the process ended with code {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, query: Query, variant: str, *, numbers: bool = False) -> dict[str, Any]:
        """The CPU milliseconds of a query, and the numbers of the messages it names when they are wanted."""
        return self.request("ask", query=asdict(query), variant=variant, numbers=numbers)


def chosen(names: Sequence[str]) -> list[Spec]:
    """The engines of these names, all when there are none."""
    return [spec for spec in ENGINES if not names or spec.name in names]
