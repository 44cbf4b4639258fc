"""An error of the disk at any call loses nothing: the caller is told, tries again, and everything is there once.

``HERMES_STATE_SOAK_FAULTS`` is the number of runs of each kind of fault.
"""

from __future__ import annotations

import shutil
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from crash_faults import KINDS, Faults
from crash_judge import Promise, judge
from crash_scale import report, scaled
from crash_vfs import watched
from crash_workload import VERIFY, Action, day, rollback_journal, sources

from hermes_state import SessionDB
from hermes_state.errors import ArchiveIOError, DiskFullError, HermesStateError
from hermes_state.store import connection, files
from hermes_state.store.connection import Connection

RUNS = scaled("FAULTS", 80, 1_000)
TRIES = 60
CACHE_KB = 40
"""So small that a transaction has to write its pages before its end: what fails then is the hardest to undo."""


@dataclass
class Run:
    """What came of one run: the promises, and the errors that the caller was told of."""

    promises: list[Promise] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)


def run(path: Path, actions: list[Action], faults: Faults) -> Run:
    """Does every action, again as long as it fails, as a caller would who was told that it failed."""
    found = Run()
    with watched(faults):
        db = opened(path, found)
        try:
            for action in actions:
                if action.reopens:
                    close(db)
                    db = opened(path, found)
                found.promises += action.announced
                attempt(action, db, found)
                found.promises += action.promises
        finally:
            close(db)
    return found


def attempt(action: Action, db: SessionDB, found: Run) -> None:
    for _ in range(TRIES):
        try:
            action.run(db)
            return
        except HermesStateError as error:
            found.errors[type(error).__name__] += 1
            assert isinstance(error, ArchiveIOError | DiskFullError), f"{action.name}: {error!r}"
    raise AssertionError(f"{action.name} fails for ever")


def close(db: SessionDB) -> None:
    for _ in range(TRIES):
        try:
            db.close()
            return
        except (ArchiveIOError, DiskFullError):  # of the check-point that SQLite makes last: nothing hangs on it
            continue
    raise AssertionError("closing fails for ever")


def opened(path: Path, found: Run) -> SessionDB:
    for _ in range(TRIES):
        try:
            return SessionDB(path)
        except (ArchiveIOError, DiskFullError) as error:
            found.errors[type(error).__name__] += 1
    raise AssertionError("opening fails for ever")


def runs(tmp_path: Path, kind: str, count: int, *, lasting: int = 1) -> tuple[list[str], Counter[str], int]:
    """``count`` runs, their faults spread over all calls; the complaints, the errors told and the faults planted."""
    base = tmp_path / "base"
    SessionDB(base / "state.db").close()
    actions = [*day(sources(tmp_path / "in"), 5), VERIFY]
    counting = Faults(kind)
    shutil.copytree(base, tmp_path / "counted")
    run(tmp_path / "counted" / "state.db", actions, counting)
    bad, told, planted = [], Counter[str](), 0
    for turn in range(count):
        folder = tmp_path / "run"
        shutil.copytree(base, folder)
        faults = Faults(kind, first=turn * counting.calls // count, lasting=lasting)
        try:
            found = run(folder / "state.db", actions, faults)
            told += found.errors
            judge(folder / "state.db", found.promises)
        except (AssertionError, HermesStateError) as error:
            bad.append(f"{kind} at {faults.first} ({dict(faults.raised)}): {type(error).__name__}: {error}"[:400])
        planted += faults.raised.total()
        shutil.rmtree(folder)
    return bad, told, planted


@pytest.fixture(autouse=True)
def small_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "WRITER_CACHE_KB", CACHE_KB)


@pytest.mark.parametrize("lasting", [1, 12])
@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_at_any_call_loses_nothing_and_is_over_when_it_is_over(
    kind: str, lasting: int, tmp_path: Path
) -> None:
    started = time.monotonic()
    bad, told, planted = runs(tmp_path, kind, RUNS // 2, lasting=lasting)
    report(
        "I/O errors",
        kind=kind,
        lasting=lasting,
        runs=RUNS // 2,
        faults=planted,
        told=dict(told),
        bad=len(bad),
        seconds=round(time.monotonic() - started, 1),
    )
    assert bad == []
    assert told


def test_a_connection_that_goes_on_after_an_error_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Connection, "broken", property(lambda _: False, lambda *_: None), raising=False)
    bad, _, _ = runs(tmp_path, "read error", RUNS)
    report("I/O errors, connection kept", runs=RUNS, bad=len(bad))
    print("\n".join(bad[:5]))
    assert bad
