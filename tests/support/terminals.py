"""Runs the command line on a terminal of its own, where it asks, colours and shows progress."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path


def on_terminal(*words: str | Path, group: str = "session", answer: str = "", **variables: str) -> tuple[int, str]:
    """Runs the command on a terminal of its own, types ``answer``; its exit code and what the terminal showed."""
    import pty  # of POSIX only

    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", "hermes_state.cli", group, *map(str, words)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"} | variables,
    )
    os.close(theirs)
    if answer:
        os.write(ours, answer.encode())
    shown = b""
    with contextlib.suppress(OSError):  # Linux ends a terminal whose other side closed with EIO
        while piece := os.read(ours, 65536):
            shown += piece
    os.close(ours)
    return child.wait(), shown.decode("utf-8", "replace")
