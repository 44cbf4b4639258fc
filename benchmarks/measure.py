"""What the measurements share: machine and versions, child processes with their CPU and memory, JSON lines."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any


@dataclass(frozen=True)
class Run:
    """One child process: seconds of CPU and of wall time, peak memory in bytes, what it printed."""

    cpu_s: float
    wall_s: float
    peak_bytes: int
    out: str


def run(command: Sequence[str], **variables: str) -> Run:
    """Runs a command to its end and measures it. Raises ``CalledProcessError`` when it fails."""
    begin = time.perf_counter()
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment() | variables, text=True
    )
    assert child.stdout is not None
    assert child.stderr is not None
    out, err = child.stdout.read(), child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stdout.close()
    child.stderr.close()
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command, out, err)
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * unit, out)


def environment() -> dict[str, str]:
    """The environment of measured commands: compiled modules are kept, as on a user's machine."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def median_ms(command: Sequence[str], times: int, **variables: str) -> tuple[float, float]:
    """The medians of wall and of CPU milliseconds of a command, after one run that warms it up."""
    run(command, **variables)
    runs = [run(command, **variables) for _ in range(times)]
    wall = statistics.median(one.wall_s for one in runs)
    return wall * 1000, statistics.median(one.cpu_s for one in runs) * 1000


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def emit(name: str, **figures: Any) -> None:
    """Prints one measurement as a JSON line."""
    print(json.dumps({"measurement": name, **figures}, ensure_ascii=False), flush=True)


def emit_machine() -> None:
    """Prints what was measured on, and with."""
    from hermes_state.store.connection import sqlite_version

    emit(
        "machine",
        cores=os.cpu_count(),
        machine=platform.machine(),
        system=platform.system(),
        python=platform.python_version(),
        sqlite=sqlite_version(),
        **{name: version(name) for name in ("hermes-state", "apsw", "click", "zstandard")},
    )
