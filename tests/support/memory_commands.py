"""Runs ``hermes memory`` for tests, and looks at the folder that it works in."""

from __future__ import annotations

import os
from pathlib import Path

from command import Outcome, run, succeed


def memory(*words: str | Path, typed: bytes = b"") -> Outcome:
    """Runs ``hermes memory`` and expects exit code 0 and a silent stderr."""
    return succeed(*words, group="memory", typed=typed)


def refused(*words: str | Path, typed: bytes = b"", code: int = 1) -> str:
    """Runs ``hermes memory``, expects it to fail with one line on stderr and nothing on stdout; that line."""
    outcome = run(*words, group="memory", typed=typed)
    assert (outcome.code, outcome.out) == (code, ""), outcome
    assert outcome.err.startswith("hermes"), outcome
    assert outcome.err.count("\n") == 1, outcome
    return outcome.err


def memories() -> Path:
    """The folder of the memory files in the test's own home."""
    return Path(os.environ["HERMES_HOME"]) / "memories"


def texts(target: str = "memory") -> list[str]:
    """The entries that ``list`` answers with."""
    return [entry["text"] for entry in memory("list", "--target", target, "--json").json["entries"]]
