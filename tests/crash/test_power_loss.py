"""A power failure at any moment leaves a sound archive that holds every acknowledged message.

The archive's calls go through a VFS that keeps their log; from the log come the files that a power failure could
have left: with the writes since the last sync gone, kept, torn to sectors, out of order. ``HERMES_STATE_SOAK_IMAGES``
is how many a mode.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from crash_disk import DeafRecorder, Image, Recorder, images, write_image
from crash_judge import judge
from crash_scale import report, scaled
from crash_vfs import watched
from crash_workload import Action, day, rollback_journal, sources

from hermes_state import SessionDB
from hermes_state.errors import HermesStateError
from hermes_state.store import files
from hermes_state.store.pool import VALUE_ERRORS

IMAGES = scaled("IMAGES", 300, 5_000)
ROUNDS = scaled("POWER_ROUNDS", 2, 6)
CHECKPOINT_PAGES = 40

LOST = ("is lost", "is back", "was imported with", "has the title")
"""What the judge says of a promise that was not kept, where nothing is damaged."""


def log_of(recorder: Recorder, folder: Path, actions: list[Action], synchronous: str | None = None) -> Image:
    """Does the actions on an archive of its own and keeps their log; returns the files that there were before.

    ``synchronous`` stands in for what the library asks of SQLite.
    """
    path = folder / "state.db"
    SessionDB(path).close()
    first = {path.name: path.read_bytes()}
    with watched(recorder):
        db = opened(path, synchronous)
        try:
            for action in actions:
                if action.reopens:
                    db.close()
                    db = opened(path, synchronous)
                for promise in action.announced:
                    recorder.tell(promise)
                action.run(db)
                for promise in action.promises:
                    recorder.tell(promise)
        finally:
            db.close()
    return first


def opened(path: Path, synchronous: str | None) -> SessionDB:
    """The archive, its log brought into the file after few pages, as a day's writing would."""
    db = SessionDB(path)
    with db.file.exclusive() as writer:
        writer.run(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
        if synchronous is not None:
            writer.run(f"PRAGMA synchronous={synchronous}")
    return db


def complaints(recorder: Recorder, first: Image, quick_path: Path, count: int, seed: int) -> list[str]:
    """What is wrong with the images of a log, one line for each that is bad."""
    bad = []
    for image, promises, words in images(recorder.steps, first, count=count, chance=random.Random(seed)):
        write_image(image, quick_path / "image")
        try:
            judge(quick_path / "image" / "state.db", promises)
        except (AssertionError, HermesStateError, *VALUE_ERRORS) as error:
            bad.append(f"{words}: {type(error).__name__}: {str(error).splitlines()[0]}")
    return bad


def with_journal(journal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if journal == "delete":
        monkeypatch.setattr(files, "journal_mode_for", rollback_journal)


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_a_power_failure_at_any_moment_loses_nothing_acknowledged(
    journal: str, quick_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = time.monotonic()
    with_journal(journal, monkeypatch)
    recorder = Recorder()
    first = log_of(recorder, quick_path / "live", list(day(sources(quick_path / "in"), 1, rounds=ROUNDS)))
    bad = complaints(recorder, first, quick_path, IMAGES, 2)
    report(
        "power loss",
        journal=journal,
        steps=len(recorder.steps),
        promises=sum(step.what == "told" for step in recorder.steps),
        images=IMAGES,
        bad=len(bad),
        seconds=round(time.monotonic() - started, 1),
    )
    assert bad == []


@pytest.mark.parametrize(
    ("journal", "recorder", "synchronous"),
    [
        ("wal", DeafRecorder(), None),
        ("delete", DeafRecorder(), None),
        ("wal", Recorder(), "off"),
        ("delete", Recorder(), "off"),
    ],
)
def test_the_judge_finds_the_damage_that_missing_syncs_do(
    journal: str, recorder: Recorder, synchronous: str | None, quick_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_journal(journal, monkeypatch)
    first = log_of(recorder, quick_path / "live", list(day(sources(quick_path / "in"), 1)), synchronous)
    bad = complaints(recorder, first, quick_path, 60, 3)
    report("power loss, syncs ignored", journal=journal, images=60, bad=len(bad))
    assert len(bad) > 20
    assert any("amaged" in line or "problems" in line or "not a session archive" in line for line in bad)


def test_a_log_synced_only_at_check_points_loses_acknowledged_messages_and_damages_nothing(quick_path: Path) -> None:
    recorder = Recorder()
    first = log_of(recorder, quick_path / "live", list(day(sources(quick_path / "in"), 1)), "normal")
    bad = complaints(recorder, first, quick_path, 100, 4)
    assert bad
    assert [line for line in bad if not any(words in line for words in LOST)] == []


def test_a_journal_whose_removal_is_not_synced_comes_back_and_undoes_what_was_acknowledged(
    quick_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's "full" is not enough with a rollback journal: the library asks for "extra"."""
    with_journal("delete", monkeypatch)
    recorder = Recorder()
    first = log_of(recorder, quick_path / "live", list(day(sources(quick_path / "in"), 1)), "full")
    assert any(any(words in line for words in LOST) for line in complaints(recorder, first, quick_path, 100, 4))
