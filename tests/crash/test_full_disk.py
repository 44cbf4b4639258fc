"""A disk that is full stops writing with a clear error; reading goes on, nothing is lost, and room is all it needs."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import crash_full_disk
import pytest
from archives import environment, texts
from crash_full_disk import MOST, fill, fill_and_make_room, message
from crash_judge import judge
from crash_scale import report

from hermes_state import SessionDB, upkeep
from hermes_state.errors import DiskFullError

BALLAST_BYTES = 1_000_000


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A filesystem of its own with 3 MB, a third of it taken by a file."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if not sys.platform.startswith("linux") or os.geteuid():
        pytest.skip("only the superuser of Linux may mount a small disk")
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m,mode=700", "tmpfs", folder]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this machine lets nobody mount a small disk")
    try:
        (folder / "ballast").write_bytes(bytes(BALLAST_BYTES))
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def test_a_full_disk_stops_writing_and_nothing_else(small_disk: Path) -> None:
    filled = fill_and_make_room(small_disk / "state.db", (small_disk / "ballast").unlink)
    report("full disk", stored=filled.stored, error=type(filled.error).__name__)
    assert type(filled.error) is DiskFullError
    assert "no space left" in str(filled.error)
    assert "nothing was lost" in (filled.error.hint or "")


def test_an_archive_is_closed_and_opened_while_the_disk_is_full(small_disk: Path) -> None:
    path = small_disk / "state.db"
    with SessionDB(path) as db:
        db.create_session(session_id="s")
        filled = fill(db)
    with SessionDB(path) as db:
        assert len(db.get_messages("s")) == filled.stored
        assert db.search("unique0").results
    (small_disk / "ballast").unlink()
    judge(path, filled.promises)


def test_a_log_that_a_long_reading_let_grow_gives_its_room_back(small_disk: Path) -> None:
    """Nobody could ever write again otherwise: the log is written into the file when a transaction ends."""
    path = small_disk / "state.db"
    with SessionDB(path) as db:
        db.create_session(session_id="s")
    with SessionDB(path) as db, SessionDB(path, read_only=True) as reading:
        connection = reading.file.reader().connection
        with connection.snapshot():
            connection.rows("SELECT count(*) FROM message")
            with contextlib.suppress(DiskFullError):
                for number in range(MOST):
                    upkeep.rename(db, "s", f"title {number}")
            with pytest.raises(DiskFullError):
                db.append("s", message(0))
        for number in range(5):
            db.append("s", message(number))
        assert [text.split()[0] for text in texts(db, "s")] == [f"unique{number}" for number in range(5)]
        assert db.verify().ok


def test_a_limit_to_the_size_of_files_stops_writing_and_nothing_else(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    outcome = subprocess.run(
        [sys.executable, crash_full_disk.__file__, tmp_path / "state.db"],
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        check=False,
    )
    assert outcome.returncode == 0, outcome.stderr[-3_000:]
    report("limit to files", result=outcome.stdout.split())


def test_the_judge_finds_out_a_caller_that_takes_an_error_for_success(small_disk: Path) -> None:
    path = small_disk / "state.db"
    with SessionDB(path) as db:
        db.create_session(session_id="s")
        filled = fill(db)
    (small_disk / "ballast").unlink()
    lost = message(filled.stored)
    with pytest.raises(AssertionError, match="is lost"):
        judge(path, [*filled.promises, ("message", "s", lost["client_id"], lost["content"])])
