"""Several processes that append, search, delete, export and back up one archive never get in one another's way.

``HERMES_STATE_SOAK_PROCESSES`` and ``HERMES_STATE_SOAK_SECONDS`` are how many for how long.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import crash_load
from archives import environment
from crash_judge import Promise, judge
from crash_scale import report, scaled
from crash_writers import text_of

from hermes_state import SessionDB

PROCESSES = scaled("PROCESSES", 4, 10)
SECONDS = scaled("SECONDS", 5, 60)


def load(folder: Path, processes: int, seconds: float, *more: object) -> list[dict[str, Any]]:
    """What each of the processes said at its end; they work at the same time."""
    path = folder / "state.db"
    SessionDB(path).close()
    out = folder / "out"
    out.mkdir()
    workers = [
        subprocess.Popen(
            [sys.executable, crash_load.__file__, *map(str, (path, number, seconds, out, *more))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
            encoding="utf-8",
        )
        for number in range(processes)
    ]
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    said = [worker.communicate()[0] for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * processes
    return [json.loads(one) for one in said]


def test_no_process_is_ever_told_that_the_archive_is_locked(tmp_path: Path) -> None:
    said = load(tmp_path, PROCESSES, SECONDS)
    times = sorted(one for worker in said for one in worker["append_ms"])
    done = sum((Counter(worker["done"]) for worker in said), Counter())
    errors = [error for worker in said for error in worker["errors"]]
    backups = [Path(one) for worker in said for one in worker["backups"]]
    report(
        "mixed load",
        processes=PROCESSES,
        seconds=SECONDS,
        done=dict(done),
        errors=len(errors),
        append_ms={str(part): round(times[int(len(times) * part / 100)], 1) for part in (50, 99)}
        | {"most": round(times[-1], 1)},
    )
    assert errors == []
    promises: list[Promise] = []
    for number, worker in enumerate(said):
        ids = [f"w{number}-{one}" for one in range(worker["promised"])]
        promises += [("message", f"w{number}", one, text_of(one)) for one in ids]
    judge(tmp_path / "state.db", promises)
    assert len(set(backups)) == len(backups) == done["backup"] > 0
    for backup in backups:
        assert backup.stat().st_mode & 0o777 == 0o600
        judge(backup, [])


def test_processes_that_do_not_wait_for_one_another_are_found_out(tmp_path: Path) -> None:
    said = load(tmp_path, 4, 2, 0)
    assert any("ArchiveBusyError" in error for worker in said for error in worker["errors"])
