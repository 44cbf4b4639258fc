"""What the installed commands call: the command with a quick start and a quick end.

Of the 80 ms that a search took as a process, 3 were collections of garbage while modules were imported
and 10 were spent on taking the interpreter apart again.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import NoReturn

GARBAGE_THRESHOLD = 50_000
"""New containers between two collections; the 700 of Python run one about every fifth module that is imported."""


def run() -> NoReturn:
    """Runs the command line and ends the process at once: archives are closed and streams flushed by then."""
    gc.set_threshold(GARBAGE_THRESHOLD, 20, 20)
    from hermes_state.cli.main import main  # after the threshold is set

    code = main()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(code)
