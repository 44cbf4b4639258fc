"""An error of the disk at any call loses nothing: the caller is told, tries again, and everything is there once.

``HERMES_STATE_SOAK_FAULTS`` is the number of runs of each kind of fault.
"""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from crash_faults import KINDS, Faults
from crash_judge import Promise, judge
from crash_scale import report, scaled
from crash_vfs import watched
from crash_workload import VERIFY, Action, day, sources

from hermes_state import SessionDB
from hermes_state.errors import ArchiveIOError, DiskFullError, HermesStateError
from hermes_state.store import connection
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
                    db.close()
                    db = opened(path, found)
                found.promises += action.announced
                attempt(action, db, found)
                found.promises += action.promises
        finally:
            db.close()
    return found


def attempt(action: Action, db: SessionDB, found: Run) -> None:
    for _ in range(TRIES):
        try:
            action.run(db)
            return
        except (ArchiveIOError, DiskFullError) as error:
            found.errors[type(error).__name__] += 1
    raise AssertionError(f"{action.name} fails for ever")


def opened(path: Path, found: Run) -> SessionDB:
    for _ in range(TRIES):
        try:
            return SessionDB(path)
        except (ArchiveIOError, DiskFullError) as error:
            found.errors[type(error).__name__] += 1
    raise AssertionError("opening fails for ever")


def runs(quick_path: Path, kind: str, count: int, *, lasting: int = 1) -> tuple[list[str], Counter[str], int]:
    """``count`` runs, their faults spread over all calls; the complaints, the errors told and the faults planted."""
    base = quick_path / "base"
    SessionDB(base / "state.db").close()
    actions = [*day(sources(quick_path / "in"), 5), VERIFY]
    counting = Faults(kind)
    shutil.copytree(base, quick_path / "counted")
    run(quick_path / "counted" / "state.db", actions, counting)
    bad, told, planted = [], Counter[str](), 0
    for turn in range(count):
        folder = quick_path / "run"
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
def test_a_fault_at_any_call_loses_nothing(kind: str, lasting: int, quick_path: Path) -> None:
    started = time.monotonic()
    bad, told, planted = runs(quick_path, kind, RUNS // 2, lasting=lasting)
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


def test_after_an_error_the_archive_goes_on_with_another_connection(quick_path: Path) -> None:
    faults = Faults("write error")
    with watched(faults), SessionDB(quick_path / "state.db") as db:
        db.create_session(session_id="s")
        before = db.file._ready_writer()
        faults.first = faults.calls
        with pytest.raises(ArchiveIOError):
            db.append("s", {"role": "user", "content": "hello"})
        assert before.broken
        assert db.file._ready_writer() is not before
        db.append("s", {"role": "user", "content": "hello"})


def test_a_connection_that_goes_on_where_it_failed_is_found_out(
    quick_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the rule is off, and the statement that failed is run again in the same connection.

    SQLite has rolled the transaction back by then, which who goes on does not see.
    """
    monkeypatch.setattr(Connection, "broken", property(lambda _: False, lambda *_: None), raising=False)
    for name in ("run", "rows"):
        monkeypatch.setattr(Connection, name, going_on(getattr(Connection, name)))
    bad, _, _ = runs(quick_path, "read error", 40)
    report("I/O errors, connection kept", runs=40, bad=len(bad))
    assert bad


def going_on(statement: Callable[..., Any]) -> Callable[..., Any]:
    def run_again(self: Connection, sql: str, bindings: Any = ()) -> Any:
        try:
            return statement(self, sql, bindings)
        except ArchiveIOError:
            return statement(self, sql, bindings)

    return run_again
