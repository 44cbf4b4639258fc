"""Runs every benchmark: ``python benchmarks/run.py``. JSON lines on standard output; docs/benchmarks.md has figures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
BENCHMARKS = (("archive.py",), ("exactness.py",))


def main() -> int:
    codes = [subprocess.call([sys.executable, str(FOLDER / name), *arguments]) for name, *arguments in BENCHMARKS]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
