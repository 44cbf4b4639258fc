"""Backups of an archive in use, their rotation, and restoring one under readers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from archives import assert_sound, contents, environment, plant, python, texts, value
from command import run, succeed

from hermes_state import SessionDB, upkeep
from hermes_state.errors import (
    ArchiveBusyError,
    ArchiveError,
    ArchiveMissingError,
    DamagedArchiveError,
    ForeignArchiveError,
    InvalidArgumentError,
    NewerArchiveError,
)
from hermes_state.store import schema
from hermes_state.upkeep.backing_up import backup_number
from hermes_state.upkeep.restoring import KEPT_COPIES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An archive with two sessions, one of them sealed."""
    found = tmp_path / "archive" / "state.db"
    with SessionDB(found) as db:
        for session in ("one", "two"):
            db.create_session(session_id=session, title=f"Session {session}")
            db.append(session, [{"role": "user", "content": f"{session} says {n} words"} for n in range(20)])
            if session == "one":
                upkeep.optimize(db)
    return found


def say(path: Path, text: str) -> None:
    with SessionDB(path) as db:
        db.append("one", {"role": "user", "content": text})


def all_of(path: Path) -> list[object]:
    with SessionDB(path) as db:
        assert_sound(db)
        return list(contents(db, ids=True))


class TestBackup:
    def test_a_backup_is_the_archive_as_it_was_and_private(self, path: Path, tmp_path: Path) -> None:
        os.umask(os.umask(0))
        with SessionDB(path) as db:
            report = upkeep.backup(db, tmp_path / "kept.db")
            before = contents(db, ids=True)
            db.append("one", {"role": "user", "content": "later"})
        assert (report.sessions, report.messages, report.removed) == (2, 40, [])
        assert report.size_bytes == (tmp_path / "kept.db").stat().st_size
        assert (tmp_path / "kept.db").stat().st_mode & 0o777 == 0o600
        assert all_of(tmp_path / "kept.db") == before

    @pytest.mark.skipif(os.name == "nt", reason="modes are of POSIX")
    def test_files_and_folders_are_private_whatever_the_umask(self, path: Path, tmp_path: Path) -> None:
        before = os.umask(0)
        try:
            with SessionDB(path) as db:
                report = upkeep.backup(db, f"{tmp_path / 'new' / 'folder'}{os.sep}")
        finally:
            os.umask(before)
        assert os.stat(report.path).st_mode & 0o777 == 0o600
        assert os.stat(tmp_path / "new").st_mode & 0o777 == 0o700

    def test_a_backup_leaves_nothing_else_behind(self, path: Path, tmp_path: Path) -> None:
        (tmp_path / "b").mkdir()
        with SessionDB(path) as db:
            upkeep.backup(db, tmp_path / "b")
        assert os.listdir(tmp_path / "b") == ["state.backup-000001.db"]

    def test_a_backup_overwrites_nothing(self, path: Path, tmp_path: Path) -> None:
        (tmp_path / "kept.db").write_text("mine")
        with SessionDB(path) as db, pytest.raises(ArchiveError, match="exists") as caught:
            upkeep.backup(db, tmp_path / "kept.db")
        assert caught.value.hint
        assert (tmp_path / "kept.db").read_text() == "mine"

    def test_an_archive_open_for_reading_alone_is_backed_up(self, path: Path, tmp_path: Path) -> None:
        with SessionDB(path, read_only=True) as db:
            assert upkeep.backup(db, tmp_path / "kept.db").messages == 40

    def test_a_damaged_archive_is_not_backed_up_and_older_backups_stay(self, path: Path, tmp_path: Path) -> None:
        folder = f"{tmp_path / 'b'}{os.sep}"
        with SessionDB(path) as db:
            upkeep.backup(db, folder, keep=1)
        plant(path, "UPDATE pack SET data = zeroblob(length(data))")
        with SessionDB(path) as db, pytest.raises(DamagedArchiveError, match="no backup") as caught:
            upkeep.backup(db, folder, keep=1)
        assert "repair" in str(caught.value.hint)
        assert os.listdir(folder) == ["state.backup-000001.db"]

    def test_a_full_disk_is_one_clear_error_and_leaves_nothing(self, path: Path, tmp_path: Path) -> None:
        pytest.importorskip("resource")
        code = """
import os, resource, sys
from hermes_state import SessionDB, upkeep
from hermes_state.errors import ArchiveIOError, DiskFullError
with SessionDB(sys.argv[1]) as db:
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
    try:
        upkeep.backup(db, sys.argv[2])
    except (ArchiveIOError, DiskFullError) as error:
        assert error.path == sys.argv[2] and error.hint and "\\n" not in str(error), error
    else:
        raise AssertionError("the disk was never full")
    print(len(db.get_messages("one")))
"""
        (tmp_path / "b").mkdir()
        done = python(code, path, tmp_path / "b" / "kept.db")
        assert (done.stdout, done.stderr) == ("20\n", "")
        assert os.listdir(tmp_path / "b") == []

    def test_what_a_killed_backup_left_is_taken_away_by_the_next(self, path: Path, tmp_path: Path) -> None:
        code = """
import os, signal, sys
from hermes_state import SessionDB, upkeep
from hermes_state.upkeep import backing_up
backing_up.sync_file = lambda path: os.kill(os.getpid(), 9)
with SessionDB(sys.argv[1]) as db:
    upkeep.backup(db, sys.argv[2])
"""
        (tmp_path / "b").mkdir()
        python(code, path, tmp_path / "b" / "kept.db")
        (left,) = os.listdir(tmp_path / "b")
        assert left.endswith(".partial")
        with SessionDB(path) as db:
            upkeep.backup(db, tmp_path / "b" / "kept.db")
        assert os.listdir(tmp_path / "b") == ["kept.db"]

    def test_backups_taken_while_another_process_writes_are_sound(self, path: Path, tmp_path: Path) -> None:
        code = """
import sys
from hermes_state import SessionDB
with SessionDB(sys.argv[1], synchronous="normal") as db:
    number = 0
    print("ready", flush=True)
    while not sys.stdin.closed and number < 3000:
        db.append("two", {"role": "user", "content": f"written meanwhile {number} " + "words " * 300})
        number += 1
"""
        child = subprocess.Popen(
            [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
        )
        try:
            assert child.stdout is not None
            child.stdout.readline()
            counts = []
            with SessionDB(path) as db:
                counts += [upkeep.backup(db, tmp_path / f"kept{number}.db").messages for number in range(4)]
            assert counts == sorted(counts)
            assert child.poll() is None or counts[-1] > 40
        finally:
            child.kill()
            child.communicate()
        for number in range(4):
            with SessionDB(tmp_path / f"kept{number}.db") as db:
                assert_sound(db)


class TestRotation:
    def test_the_newest_stay_and_numbers_go_on(self, path: Path, tmp_path: Path) -> None:
        folder = f"{tmp_path / 'b'}{os.sep}"
        with SessionDB(path) as db:
            removed = [upkeep.backup(db, folder, keep=2).removed for _ in range(4)]
        assert [[os.path.basename(one) for one in some] for some in removed] == [
            [],
            [],
            ["state.backup-000001.db"],
            ["state.backup-000002.db"],
        ]
        assert sorted(os.listdir(folder)) == ["state.backup-000003.db", "state.backup-000004.db"]
        assert [backup_number(os.path.join(folder, name)) for name in sorted(os.listdir(folder))] == [3, 4]

    def test_nothing_is_removed_that_no_backup_made(self, path: Path, tmp_path: Path) -> None:
        folder = tmp_path / "b"
        folder.mkdir()
        (folder / "state.backup-000001.db").write_text("mine, under such a name")
        shutil.copy(path, folder / "state.backup-000002.db")
        (folder / "other.backup-000003.db").write_text("another archive's")
        (folder / "state.backup-7.db").write_text("no such number")
        with SessionDB(path) as db:
            for _ in range(3):
                upkeep.backup(db, folder, keep=1)
        assert sorted(os.listdir(folder)) == [
            "other.backup-000003.db",
            "state.backup-000001.db",
            "state.backup-000002.db",
            "state.backup-000005.db",
            "state.backup-7.db",
        ]

    def test_backups_of_two_archives_share_a_folder(self, path: Path, tmp_path: Path) -> None:
        other = tmp_path / "work.db"
        with SessionDB(path) as db, SessionDB(other) as db2:
            for _ in range(2):
                upkeep.backup(db, f"{tmp_path / 'b'}{os.sep}", keep=1)
                upkeep.backup(db2, f"{tmp_path / 'b'}{os.sep}", keep=1)
        assert sorted(os.listdir(tmp_path / "b")) == ["state.backup-000002.db", "work.backup-000002.db"]

    @pytest.mark.parametrize("keep", [0, -1])
    def test_keeping_none_is_wrong(self, path: Path, tmp_path: Path, keep: int) -> None:
        with SessionDB(path) as db, pytest.raises(InvalidArgumentError):
            upkeep.backup(db, tmp_path, keep=keep)

    def test_keeping_some_needs_a_folder(self, path: Path, tmp_path: Path) -> None:
        with SessionDB(path) as db, pytest.raises(InvalidArgumentError):
            upkeep.backup(db, tmp_path / "kept.db", keep=2)


class TestRestore:
    @pytest.fixture
    def kept(self, path: Path, tmp_path: Path) -> Path:
        with SessionDB(path) as db:
            upkeep.backup(db, tmp_path / "kept.db")
        return tmp_path / "kept.db"

    def test_what_the_backup_holds_is_in_the_archive_and_what_was_there_is_kept(self, path: Path, kept: Path) -> None:
        before = all_of(path)
        say(path, "after the backup")
        report = upkeep.restore(kept, path)
        assert (report.path, report.sessions, report.messages) == (str(path), 2, 40)
        assert all_of(path) == before
        assert report.kept == f"{path}.before-restore-000001"
        with SessionDB(report.kept) as db:
            assert texts(db, "one")[-1] == "after the backup"

    def test_an_archive_that_is_gone_is_made_anew(self, path: Path, kept: Path) -> None:
        before = all_of(path)
        for name in os.listdir(path.parent):
            os.unlink(path.parent / name)
        assert upkeep.restore(kept, path).kept is None
        assert all_of(path) == before
        assert path.stat().st_mode & 0o777 == 0o600 or os.name == "nt"
        with SessionDB(path) as db:
            assert db.search("words").results

    def test_a_damaged_archive_is_kept_as_it_was(self, path: Path, kept: Path) -> None:
        before = all_of(path)
        damaged = os.urandom(4096) + path.read_bytes()[4096:]
        path.write_bytes(damaged)
        report = upkeep.restore(kept, path)
        assert report.kept == f"{path}.damaged"
        assert Path(report.kept).read_bytes() == damaged
        assert all_of(path) == before

    def test_only_the_last_copies_stay(self, path: Path, kept: Path) -> None:
        for _ in range(KEPT_COPIES + 2):
            upkeep.restore(kept, path)
        assert sorted(name for name in os.listdir(path.parent) if "before" in name) == [
            f"state.db.before-restore-{number:06d}" for number in range(3, KEPT_COPIES + 3)
        ]

    def test_ids_are_never_used_again(self, path: Path, kept: Path) -> None:
        with SessionDB(path) as db:
            (used,) = db.append("one", {"role": "user", "content": "after the backup"})
        upkeep.restore(kept, path)
        with SessionDB(path) as db:
            (new,) = db.append("one", {"role": "user", "content": "after the restoring"})
            upkeep.optimize(db)
            assert_sound(db)
        assert new > used

    def test_who_reads_meanwhile_goes_on_reading_what_was_there(self, path: Path, tmp_path: Path) -> None:
        other = tmp_path / "other.db"
        with SessionDB(other) as db:
            db.create_session(session_id="one")
            db.append("one", [{"role": "user", "content": f"quite another text {n}"} for n in range(20)])
            upkeep.optimize(db)
            upkeep.backup(db, tmp_path / "other-kept.db")
        code = """
import sys
from hermes_state import SessionDB
with SessionDB(sys.argv[1]) as db:
    reader = db.file.reader()
    with reader.connection.snapshot():
        print([m.text for m in db.get_messages("one")][0], flush=True)
        sys.stdin.readline()
        print([m.text for m in db.get_messages("one")][0], flush=True)
    print([m.text for m in db.get_messages("one")][0], flush=True)
    print([r.snippet for r in db.search("another").results], flush=True)
    db.append("one", {"role": "user", "content": "fresh words " * 60_000})
    print(db.verify().problems, flush=True)
"""
        child = subprocess.Popen(
            [sys.executable, "-c", code, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
            text=True,
        )
        assert child.stdout is not None
        assert child.stdout.readline() == "one says 0 words\n"
        began = time.monotonic()
        upkeep.restore(tmp_path / "other-kept.db", path)
        assert time.monotonic() - began < 14, "it waited for the reader"
        out, _ = child.communicate("\n", timeout=60)
        lines = out.splitlines()
        assert lines[0] == "one says 0 words"
        assert lines[1] == "quite another text 0"
        assert "another" in lines[2]
        assert lines[3] == "[]"

    def test_a_backup_of_an_older_form_is_brought_to_the_newest(
        self, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        older = tmp_path / "older.db"
        steps = schema.migration_steps()
        with monkeypatch.context() as patched:
            patched.setattr(schema, "SCHEMA_VERSION", 1)
            patched.setattr(schema, "migration_steps", lambda: steps[:1])
            schema.open_writer(str(older)).close()
        before = older.read_bytes()
        assert upkeep.restore(older, path).sessions == 0
        assert older.read_bytes() == before
        assert value(path, "PRAGMA user_version") == schema.SCHEMA_VERSION
        assert sorted(os.listdir(path.parent)) == [
            *("state.db", "state.db-shm", "state.db-wal", "state.db.before-restore-000001")
        ]

    def test_what_is_no_sound_backup_changes_nothing(self, path: Path, kept: Path, tmp_path: Path) -> None:
        before = all_of(path)
        newer, damaged, foreign = tmp_path / "newer.db", tmp_path / "damaged.db", tmp_path / "foreign.db"
        for copy in (newer, damaged):
            shutil.copy(kept, copy)
        plant(newer, f"PRAGMA user_version={schema.SCHEMA_VERSION + 1}")
        plant(damaged, "UPDATE pack SET data = zeroblob(length(data))")
        foreign.write_text("no database")
        for source, kind in (
            (newer, NewerArchiveError),
            (damaged, DamagedArchiveError),
            (foreign, ForeignArchiveError),
            (tmp_path / "missing.db", ArchiveMissingError),
            (path, InvalidArgumentError),
        ):
            with pytest.raises(kind) as caught:
                upkeep.restore(source, path)
            assert caught.value.hint
        assert all_of(path) == before
        assert [name for name in os.listdir(path.parent) if "before" in name or "partial" in name] == []

    def test_another_programs_file_is_not_restored_over(self, kept: Path, tmp_path: Path) -> None:
        text = tmp_path / "notes.txt"
        text.write_text("my notes, no archive")
        with pytest.raises(ForeignArchiveError):
            upkeep.restore(kept, text)
        assert text.read_text() == "my notes, no archive"

    def test_an_archive_that_is_open_here_is_refused(self, path: Path, kept: Path) -> None:
        with SessionDB(path), pytest.raises(ArchiveBusyError, match="this process"):
            upkeep.restore(kept, path)


class TestCommands:
    def test_backup_and_restore_say_what_they_did(self, path: Path, tmp_path: Path) -> None:
        outcome = succeed("backup", "--db", path, f"{tmp_path / 'b'}{os.sep}", "--keep", "1")
        assert "state.backup-000001.db: 2 sessions, 40 messages" in outcome.out
        again = succeed("backup", "--db", path, tmp_path / "b", "--keep", "1", "--json").json
        assert (again["version"], again["messages"], len(again["removed"])) == (1, 40, 1)
        say(path, "after")
        outcome = run("restore", again["path"], "--db", path)
        assert outcome.code == 1
        assert "--yes" in outcome.err
        restored = succeed("restore", "--yes", again["path"], "--db", path, "--json").json
        assert (restored["messages"], restored["kept"]) == (40, f"{path}.before-restore-000001")

    def test_failures_are_one_line(self, path: Path, tmp_path: Path) -> None:
        for words in (("backup", path, "--db", path), ("restore", "--yes", tmp_path / "missing", "--db", path)):
            outcome = run(*words)
            assert outcome.code == 1
            assert outcome.err.count("\n") == 1
