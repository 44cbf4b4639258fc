"""Several writers that do everything at once, killed at any moment, lose nothing that they were promised.

``HERMES_STATE_SOAK_CYCLES`` and ``HERMES_STATE_SOAK_WRITERS`` are how many cycles of how many writers, and
``HERMES_STATE_SOAK_ACKNOWLEDGED`` how many messages they have to have been promised before it is enough.
"""

from __future__ import annotations

import os
import signal
import time
from dataclasses import asdict
from pathlib import Path

import pytest
from crash_kills import Plan, kill_writers
from crash_scale import report, scaled

CYCLES = scaled("CYCLES", 40, 1_000)
WRITERS = scaled("WRITERS", 4, 8)
ACKNOWLEDGED = scaled("ACKNOWLEDGED", 1_000, 1_000_000)
LONGEST_S = scaled("LONGEST_MS", 600, 3_000) / 1000

pytestmark = pytest.mark.skipif(
    not (hasattr(signal, "SIGKILL") and hasattr(os, "fork")), reason="the system has no SIGKILL or no fork"
)


def test_writers_killed_at_any_moment_lose_nothing(tmp_path: Path) -> None:
    started = time.monotonic()
    plan = Plan(WRITERS, CYCLES, seed=1, acknowledged=ACKNOWLEDGED, longest_s=LONGEST_S)
    toll = kill_writers(tmp_path, plan)
    report("kill -9", writers=WRITERS, **asdict(toll), seconds=round(time.monotonic() - started, 1))
    assert toll.imports
    assert toll.deletions


@pytest.mark.parametrize("sabotage", ["says so before the commit", "retries under another id", "drops index entries"])
def test_the_judge_finds_out_a_writer_that_is_broken(sabotage: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"lost|twice|index"):
        kill_writers(tmp_path, Plan(4, 60, seed=2, judged_every=1, sabotage=sabotage))
