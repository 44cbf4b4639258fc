"""Runs the command: ``python -m benchmarks.redaction``."""

import sys

from benchmarks.redaction.command import main

if __name__ == "__main__":
    sys.exit(main())
