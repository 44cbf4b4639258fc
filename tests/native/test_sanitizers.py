"""The pure core under sanitizers, fed with generated inputs: no step beyond a buffer, no broken law, no leak."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parents[2] / "native" / "fuzz.py"
NOT_POSSIBLE = 77


def test_no_generated_input_breaks_a_law_of_the_core() -> None:
    command = [sys.executable, "-P", str(FUZZ), "--driver", "--seconds", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode == NOT_POSSIBLE:
        pytest.skip(done.stdout.strip())
    assert done.returncode == 0, done.stdout + done.stderr
    inputs = next(line for line in done.stdout.splitlines() if line.endswith(" inputs"))
    assert int(inputs.split()[0]) > 100
