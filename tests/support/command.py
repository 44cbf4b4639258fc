"""Runs the command line for tests: in this process, or as a process of its own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hermes_state.cli.main import main

EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True)
class Outcome:
    """What a command line gave back."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*words: str | Path, group: str = "session", typed: bytes = b"") -> Outcome:
    """Runs ``hermes session`` or another group with these words in this process, ``typed`` on stdin, no terminal."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    stdin = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([group, *map(str, words)])
    finally:
        sys.stdin = stdin
    texts = [stream.buffer.getvalue().decode("utf-8") for stream in (out, err)]  # type: ignore[attr-defined]
    return Outcome(code, *texts)


def succeed(*words: str | Path, group: str = "session", typed: bytes = b"") -> Outcome:
    """Runs ``hermes session`` or another group and expects exit code 0 and a silent stderr."""
    outcome = run(*words, group=group, typed=typed)
    assert (outcome.code, outcome.err) == (0, ""), outcome
    return outcome


def spawn(*words: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs ``python -m hermes_state.cli`` as a process of its own, outside the source tree."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "hermes_state.cli", *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"} | variables,
        check=False,
    )
