"""A rollback journal that a killed writer left is undone by whoever opens the archive next, or reads on in it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from archives import environment, texts
from crash_judge import judge
from crash_workload import rollback_journal

from hermes_state import SessionDB
from hermes_state.errors import ArchiveReadOnlyError
from hermes_state.store import files
from hermes_state.store.connection import Connection

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no SIGKILL")

HALF_A_WRITE = """
import sys
from hermes_state import SessionDB
from hermes_state.store import files
files.journal_mode_for = lambda path: "delete"
with SessionDB(sys.argv[1]) as db, db.file.writing() as writer:
    writer.connection.run("PRAGMA cache_size=1")
    for number in range(100):
        writer.connection.run("UPDATE session SET title = ?", ("x" * 20_000,))
        writer.connection.run("INSERT INTO meta VALUES (?, ?)", (f"half{number}", "y" * 20_000))
    print("half done", flush=True)
    sys.stdin.readline()
"""


def leave_half_a_write(path: Path) -> None:
    """Kills a writer in the middle of a transaction that has already changed pages of the file."""
    child = subprocess.Popen(
        [sys.executable, "-c", HALF_A_WRITE, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == b"half done\n"
    finally:
        child.kill()
        child.communicate()
    assert os.path.getsize(f"{path}-journal") > 0


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive with a rollback journal, as on a network's filesystem."""
    monkeypatch.setattr(files, "journal_mode_for", rollback_journal)
    with SessionDB(tmp_path / "state.db") as db:
        db.create_session(session_id="s", title="t")
        db.append("s", {"role": "user", "content": "hello", "client_id": "1"})
    return tmp_path / "state.db"


@pytest.mark.parametrize("filesystem", ["network", "local"])
@pytest.mark.parametrize("read_only", [False, True])
def test_whoever_opens_the_archive_next_undoes_it(
    path: Path, read_only: bool, filesystem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_half_a_write(path)
    if filesystem == "local":
        monkeypatch.undo()
    with SessionDB(path, read_only=read_only) as db:
        assert texts(db, "s") == ["hello"]
    assert judge(path, [("message", "s", "1", "hello"), ("title", "s", "t")]) == 1


def test_a_reader_that_was_open_before_reads_on(path: Path) -> None:
    with SessionDB(path) as db:
        assert texts(db, "s") == ["hello"]
        leave_half_a_write(path)
        assert texts(db, "s") == ["hello"]
        assert db.search("hello").results
        db.append("s", {"role": "user", "content": "again", "client_id": "2"})
    judge(path, [("message", "s", "1", "hello"), ("message", "s", "2", "again"), ("title", "s", "t")])


def test_where_nothing_may_be_written_the_error_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_half_a_write(path)
    access = os.access
    monkeypatch.setattr(os, "access", lambda name, mode: mode != os.W_OK and access(name, mode))
    with pytest.raises(ArchiveReadOnlyError, match="half done"):
        SessionDB(path, read_only=True)


def test_a_reader_that_may_undo_changes_nothing_else(path: Path) -> None:
    connection = Connection(path, read_only=True, rolls_back=True)
    try:
        with pytest.raises(ArchiveReadOnlyError):
            connection.run("DELETE FROM session")
    finally:
        connection.close()
