"""Runs the command: ``python -m benchmarks.retrieval [FOLDER [SET…]]``."""

import sys

from benchmarks.retrieval.command import main

if __name__ == "__main__":
    sys.exit(main())
