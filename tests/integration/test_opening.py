"""Opening an archive: what is refused and how, what the file and its folder look like, and trouble with the disk."""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from archives import LONG, assert_sound, environment, plant, python, texts, value

from hermes_state import SessionDB, upkeep
from hermes_state.errors import (
    ArchiveBusyError,
    ArchiveError,
    ArchiveIOError,
    ArchiveMissingError,
    ArchiveReadOnlyError,
    DamagedArchiveError,
    DamagedIndexError,
    ForeignArchiveError,
    HermesStateError,
    InvalidArgumentError,
    NewerArchiveError,
    UnsupportedSQLiteError,
)
from hermes_state.store import connection, files, pool, schema

MIGRATIONS = {
    "0001_archive.sql": "f06e457b3872ba57c6db696723e84ca82aa0d83c2be2f86d66a0991ca4e71075",
    "0002_dictionary.sql": "dc7427afd36f7e76f7e7a8db3e4849455da3289460864d9c5f62146106428687",
    "0003_projects.sql": "3365a39ed15d8d3858f3f94a7d874872e8ee663e20d63d376de1c09dbf80ebfc",
    "0004_marks.sql": "9e137be65e8f18c5deafb3bb889e88d81276d1fa91a23502fe794a28e4649e7e",
    "0005_parity.sql": "70866c58eea29fb19ba5451ea6ab6ad8a2e1ad2149e2c9d0c36ae3e09cc4c403",
}
"""The hash of every step that was released: a released step is never edited, a new one is added."""

root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind the superuser"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state.db"


def made(path: Path, count: int = 3) -> Path:
    with SessionDB(path) as db:
        db.create_session(session_id="s", title="A title")
        for number in range(count):
            db.append("s", {"role": "user", "content": LONG.format(number)})
    return path


def one_line(error: HermesStateError, path: Path) -> None:
    """Checks that an error says in one line what is wrong with which file, and what to do."""
    assert "\n" not in str(error)
    assert str(path) in str(error)
    assert error.path == str(path)
    assert error.hint


class TestRefused:
    def test_a_database_of_somebody_else_is_refused_and_not_changed(self, path: Path) -> None:
        with sqlite3.connect(path) as foreign:
            foreign.execute("CREATE TABLE sessions (id TEXT)")
        foreign.close()
        before = path.read_bytes()
        for read_only in (True, False):
            with pytest.raises(ForeignArchiveError) as caught:
                SessionDB(path, read_only=read_only)
            one_line(caught.value, path)
            assert f"import {path}" in str(caught.value.hint)
        assert path.read_bytes() == before
        assert [entry.name for entry in path.parent.iterdir() if entry.name != "home"] == ["state.db"]

    def test_a_database_in_wal_mode_of_somebody_else_keeps_its_wal(self, path: Path) -> None:
        with sqlite3.connect(path) as foreign:
            foreign.execute("PRAGMA journal_mode=WAL")
            foreign.execute("CREATE TABLE sessions (id TEXT)")
            foreign.commit()
            with pytest.raises(ForeignArchiveError):
                SessionDB(path)
            foreign.execute("INSERT INTO sessions VALUES ('x')")
            foreign.commit()
        foreign.close()
        with sqlite3.connect(path) as foreign:
            assert foreign.execute("SELECT count(*) FROM sessions").fetchone() == (1,)
        foreign.close()

    def test_an_archive_of_a_newer_version_is_refused_by_name(self, path: Path) -> None:
        made(path)
        plant(path, f"PRAGMA user_version={schema.SCHEMA_VERSION + 1}")
        for read_only in (True, False):
            with pytest.raises(NewerArchiveError, match="newer") as caught:
                SessionDB(path, read_only=read_only)
            one_line(caught.value, path)

    @pytest.mark.parametrize(
        "content", [b"just text\n", b"x" * 5000, b"SQLite format 3\0" + b"\xff" * 2000, b"\0" * 4096]
    )
    def test_a_file_that_is_no_database_is_refused_and_not_changed(self, path: Path, content: bytes) -> None:
        path.write_bytes(content)
        for read_only in (True, False):
            with pytest.raises((ForeignArchiveError, DamagedArchiveError)) as caught:
                SessionDB(path, read_only=read_only)
            one_line(caught.value, path)
        assert path.read_bytes() == content

    def test_a_folder_a_link_and_a_pipe_are_refused(self, tmp_path: Path) -> None:
        (tmp_path / "folder").mkdir()
        target = made(tmp_path / "target.db")
        (tmp_path / "link").symlink_to(target)
        (tmp_path / "dangling").symlink_to(tmp_path / "nowhere.db")
        os.mkfifo(tmp_path / "pipe")
        for name in ("folder", "link", "dangling", "pipe"):
            with pytest.raises(ArchiveError) as caught:
                SessionDB(tmp_path / name)
            one_line(caught.value, tmp_path / name)
        assert not (tmp_path / "nowhere.db").exists()

    def test_a_link_in_the_folders_above_is_followed(self, tmp_path: Path) -> None:
        (tmp_path / "real").mkdir()
        (tmp_path / "link").symlink_to(tmp_path / "real")
        made(tmp_path / "link" / "state.db")
        assert (tmp_path / "real" / "state.db").is_file()

    def test_a_missing_archive_is_not_made_when_only_to_be_read(self, path: Path) -> None:
        with pytest.raises(ArchiveMissingError) as caught:
            SessionDB(path, read_only=True)
        one_line(caught.value, path)
        assert not path.exists()

    def test_an_empty_file_becomes_an_archive_but_not_when_only_to_be_read(self, path: Path) -> None:
        path.touch()
        with pytest.raises(ArchiveError):
            SessionDB(path, read_only=True)
        assert path.stat().st_size == 0
        with SessionDB(path) as db:
            assert_sound(db)

    def test_a_place_where_no_file_can_be_made_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(ArchiveError) as caught:
            SessionDB(tmp_path / "file" / "state.db")
        one_line(caught.value, tmp_path / "file" / "state.db")

    @pytest.mark.parametrize("version", ["3.7.0", "3.40.1", "3.51.2", "3.52.0"])
    def test_a_sqlite_that_loses_commits_is_refused(self, version: str) -> None:
        with pytest.raises(UnsupportedSQLiteError, match=re.escape(version)):
            connection.require_sound_sqlite(version)

    @pytest.mark.parametrize("version", ["3.51.3", "3.53.0", "3.54.1", "4.0.0"])
    def test_a_sound_sqlite_is_taken(self, version: str) -> None:
        connection.require_sound_sqlite(version)


class TestFile:
    def test_file_and_folders_are_the_owners_alone_under_a_common_umask(self, tmp_path: Path) -> None:
        before = os.umask(0o022)
        try:
            with SessionDB(tmp_path / "new" / "folder" / "state.db") as db:
                db.create_session(session_id="s")
                modes = {entry.name: stat.S_IMODE(entry.stat().st_mode) for entry in db.path.parent.iterdir()}
        finally:
            os.umask(before)
        assert set(modes) == {"state.db", "state.db-wal", "state.db-shm"}
        assert set(modes.values()) == {0o600}
        for folder in ("new", "new/folder"):
            assert stat.S_IMODE((tmp_path / folder).stat().st_mode) == 0o700

    def test_a_folder_that_exists_keeps_its_mode(self, tmp_path: Path) -> None:
        tmp_path.chmod(0o755)
        made(tmp_path / "state.db")
        assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755

    def test_the_file_says_whose_it_is(self, path: Path) -> None:
        made(path)
        assert value(path, "PRAGMA application_id") == 0x48534131
        assert value(path, "PRAGMA user_version") == schema.SCHEMA_VERSION
        assert value(path, "SELECT count(*) FROM migration") == schema.SCHEMA_VERSION

    def test_pragmas_are_those_of_the_durability_rules(self, path: Path) -> None:
        with SessionDB(path) as db, db.file.exclusive() as writer:
            found = {
                name: writer.value(f"PRAGMA {name}")
                for name in ("journal_mode", "synchronous", "secure_delete", "journal_size_limit", "auto_vacuum")
            }
            assert found == {
                "journal_mode": "wal",
                "synchronous": 2,
                "secure_delete": 1,
                "journal_size_limit": 0,
                "auto_vacuum": 2,
            }
            assert writer.value("PRAGMA trusted_schema") == 0
            with pytest.raises(ArchiveError):
                writer.run("DELETE FROM dialog_data")  # defensive: an index's own tables are not written
            with pytest.raises(ArchiveError):
                writer.rows('SELECT "no_such_column"')
        with SessionDB(path, synchronous="normal") as db, db.file.exclusive() as writer:
            assert writer.value("PRAGMA synchronous") == 1
            assert writer.value("PRAGMA journal_mode") == "wal"
        with pytest.raises(InvalidArgumentError, match="'off'"):
            SessionDB(path, synchronous="off")  # type: ignore[arg-type]

    def test_the_wal_stays_when_the_last_connection_closes(self, path: Path) -> None:
        made(path)
        assert Path(f"{path}-wal").exists()
        assert Path(f"{path}-wal").stat().st_size == 0

    def test_a_network_filesystem_gets_a_rollback_journal_and_says_so(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(files, "filesystem_type", lambda _: "nfs4")
        with SessionDB(path) as db:
            assert "rollback journal" in db.notices[0]
            db.create_session(session_id="s")
            assert_sound(db)
        assert not Path(f"{path}-wal").exists()
        assert value(path, "PRAGMA journal_mode") == "delete"

    def test_the_filesystem_of_this_machine_is_told(self, tmp_path: Path) -> None:
        if not sys.platform.startswith("linux"):
            pytest.skip("only Linux tells")
        assert files.filesystem_type(tmp_path / "not" / "there") not in (None, "")


class TestMigrations:
    def test_released_steps_are_never_edited(self) -> None:
        folder = resources.files("hermes_state.migrations")
        found = {
            entry.name: hashlib.sha256(entry.read_bytes()).hexdigest()
            for entry in folder.iterdir()
            if entry.name.endswith(".sql")
        }
        assert found == MIGRATIONS

    def test_steps_are_numbered_without_gaps_up_to_the_schema_version(self) -> None:
        assert [step for step, _, _ in schema.migration_steps()] == list(range(1, schema.SCHEMA_VERSION + 1))

    def test_an_older_archive_is_copied_and_brought_up(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        made(path)
        steps = schema.migration_steps()
        newer = schema.SCHEMA_VERSION + 1
        monkeypatch.setattr(schema, "SCHEMA_VERSION", newer)
        monkeypatch.setattr(schema, "migration_steps", lambda: [*steps, (newer, "more", "CREATE TABLE more (a);")])
        with pytest.raises(ArchiveReadOnlyError, match="older form"):
            SessionDB(path, read_only=True)
        with SessionDB(path) as db:
            assert len(texts(db, "s")) == 3
            assert_sound(db)
        keep = path.with_name(f"state.db.before-{newer}")
        assert stat.S_IMODE(keep.stat().st_mode) == 0o600
        assert value(keep, "PRAGMA user_version") == newer - 1
        assert value(path, "PRAGMA user_version") == newer
        assert value(path, "SELECT name FROM migration WHERE version = ?", (newer,)) == "more"

    def test_a_step_that_fails_leaves_the_archive_as_it_was(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        made(path)
        steps = schema.migration_steps()
        newer = schema.SCHEMA_VERSION + 1
        broken = "CREATE TABLE more (a); INSERT INTO nowhere VALUES (1);"
        with monkeypatch.context() as patched:
            patched.setattr(schema, "SCHEMA_VERSION", newer)
            patched.setattr(schema, "migration_steps", lambda: [*steps, (newer, "more", broken)])
            with pytest.raises(ArchiveError):
                SessionDB(path)
        with SessionDB(path) as db:
            assert_sound(db)
        assert value(path, "SELECT count(*) FROM sqlite_schema WHERE name = 'more'") == 0

    def test_an_archive_that_another_process_makes_at_this_moment_is_ours(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        value = connection.Connection.value

        def overtaken(self: connection.Connection, sql: str, bindings: Sequence[Any] = ()) -> Any:
            found = value(self, sql, bindings)
            if sql == "PRAGMA application_id" and not made:
                made.append(True)
                SessionDB(path).close()
            return found

        made: list[bool] = []
        monkeypatch.setattr(connection.Connection, "value", overtaken)
        with SessionDB(path) as db:
            assert db.verify().ok
        assert made

    def test_an_archive_is_known_to_be_open_here_whatever_opened_it(self, path: Path) -> None:
        SessionDB(path).close()
        held = pool.ArchiveFile(str(path), read_only=True)  # as a backup or a restore does
        try:
            assert files.archive_identities(str(path)) <= pool.open_identities()
            with pytest.raises(ArchiveError, match="open"):
                upkeep.repair(path)
        finally:
            held.close()
        assert not files.archive_identities(str(path)) & pool.open_identities()

    def test_what_could_not_be_opened_is_not_taken_for_open(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"no database at all" * 100)
        with pytest.raises(ArchiveError):
            SessionDB(path)
        assert not files.archive_identities(str(path)) & pool.open_identities()

    def test_two_processes_may_make_the_archive_at_once(self, path: Path) -> None:
        code = """
import sys
from hermes_state import SessionDB
print("ready", flush=True)
sys.stdin.readline()
with SessionDB(sys.argv[1]) as db:
    db.create_session(session_id=sys.argv[2])
"""
        children = [
            subprocess.Popen(
                [sys.executable, "-c", code, path, str(number)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                env=environment(),
            )
            for number in range(4)
        ]
        for child in children:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
        for child in children:
            assert child.stdin is not None
            child.stdin.write("go\n")
            child.stdin.flush()
        assert [(child.communicate()[1], child.returncode) for child in children] == [("", 0)] * 4
        assert value(path, "SELECT count(*) FROM session") == 4
        assert value(path, "SELECT count(*) FROM migration") == schema.SCHEMA_VERSION


class TestReadOnlyPlaces:
    @root
    def test_a_file_that_may_not_be_written_is_read_and_writing_is_refused(self, path: Path) -> None:
        made(path).chmod(0o400)
        with SessionDB(path) as db:
            assert len(texts(db, "s")) == 3
            with pytest.raises(ArchiveReadOnlyError):
                db.create_session()

    @root
    def test_a_file_that_may_not_be_read_is_named(self, path: Path) -> None:
        made(path).chmod(0)
        with pytest.raises(ArchiveIOError) as caught:
            SessionDB(path)
        one_line(caught.value, path)

    def test_a_read_only_folder_is_read_as_unchanging_and_says_so(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made(path)
        for suffix in ("-wal", "-shm"):
            Path(f"{path}{suffix}").unlink(missing_ok=True)
        access = os.access
        monkeypatch.setattr(os, "access", lambda name, mode: mode != os.W_OK and access(name, mode))
        with SessionDB(path, read_only=True) as db:
            assert len(texts(db, "s")) == 3
            assert "read-only folder" in db.notices[0]
        assert not Path(f"{path}-wal").exists()
        with SessionDB(path) as db, pytest.raises(ArchiveReadOnlyError):
            db.create_session()

    def test_a_folder_with_a_wal_is_never_read_as_unchanging(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        made(path)
        monkeypatch.setattr(os, "access", lambda *_: False)
        assert Path(f"{path}-wal").exists()
        assert not files.readable_only_as_immutable(path)

    @pytest.mark.parametrize("name", ["state?.db", "state#1.db", "100%25.db", "a b.db", "ü漢.db"])
    def test_odd_names_of_files_are_taken_as_they_stand(
        self, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = made(tmp_path / name)
        for suffix in ("-wal", "-shm"):
            Path(f"{path}{suffix}").unlink(missing_ok=True)
        monkeypatch.setattr(files, "readable_only_as_immutable", lambda _: True)
        with SessionDB(path, read_only=True) as db:
            assert len(texts(db, "s")) == 3


LOCKER = """
import sys
from pathlib import Path
from hermes_state.store.connection import Connection
connection = Connection(Path(sys.argv[1]), read_only=False)
connection.run("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.readline()
connection.run("ROLLBACK")
connection.close()
"""


class TestLocked:
    def test_an_archive_that_another_process_writes_is_read_and_writing_says_so(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made(path)
        monkeypatch.setattr(connection, "BUSY_TIMEOUT_MS", 50)
        child = subprocess.Popen(
            [sys.executable, "-c", LOCKER, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=environment(),
        )
        assert child.stdout is not None
        assert child.stdout.readline() == "locked\n"
        try:
            with SessionDB(path, read_only=True) as reader:
                assert len(texts(reader, "s")) == 3
            with SessionDB(path) as db:
                with pytest.raises(ArchiveBusyError) as caught:
                    db.append("s", {"role": "user", "content": "four", "client_id": "4"})
                one_line(caught.value, path)
                child.communicate("go\n")
                db.append("s", {"role": "user", "content": "four", "client_id": "4"})
                assert texts(db, "s")[3:] == ["four"]
                assert_sound(db)
        finally:
            child.kill()
            child.communicate()

    def test_closing_while_another_process_writes_loses_nothing(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made(path)
        monkeypatch.setattr(connection, "BUSY_TIMEOUT_MS", 50)
        db = SessionDB(path)
        db.append("s", {"role": "user", "content": "x" * 70_000})
        child = subprocess.Popen(
            [sys.executable, "-c", LOCKER, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=environment(),
        )
        assert child.stdout is not None
        assert child.stdout.readline() == "locked\n"
        try:
            db.close()  # sealing has to wait for another time
        finally:
            child.communicate("go\n")
        with SessionDB(path) as db:
            assert len(texts(db, "s")) == 4
            assert_sound(db)


class TestFullDisk:
    def test_a_full_disk_is_one_clear_error_and_loses_nothing(self, path: Path) -> None:
        pytest.importorskip("resource")
        code = """
import os, resource, sys
from hermes_state import SessionDB
from hermes_state.errors import ArchiveIOError, DiskFullError
with SessionDB(sys.argv[1]) as db:
    db.create_session(session_id="s")
    resource.setrlimit(resource.RLIMIT_FSIZE, (700_000, resource.RLIM_INFINITY))
    done = 0
    try:
        for number in range(1000):
            db.append("s", {"role": "user", "content": f"{number} " + os.urandom(4000).hex(), "client_id": str(number)})
            done += 1
    except (ArchiveIOError, DiskFullError) as error:
        assert error.path == sys.argv[1] and error.hint and "\\n" not in str(error), error
    else:
        raise AssertionError("the disk was never full")
    assert len(db.get_messages("s")) == done
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    for number in range(done, done + 3):
        db.append("s", {"role": "user", "content": f"{number} later", "client_id": str(number)})
    assert [message.text.split()[0] for message in db.get_messages("s")] == [str(n) for n in range(done + 3)]
    assert db.verify().ok, db.verify()
    print(done)
"""
        result = python(code, path)
        assert result.stderr == ""
        assert int(result.stdout) > 5

    def test_an_import_on_a_full_disk_goes_on_when_there_is_room(self, path: Path, tmp_path: Path) -> None:
        pytest.importorskip("resource")
        code = """
import json, os, resource, sys
from hermes_state import SessionDB
from hermes_state.errors import ArchiveIOError, DiskFullError
from hermes_state.ingest import importer
importer.FLUSH_CHARS = 100_000
with open(sys.argv[2], "w") as file:
    for number in range(300):
        file.write(json.dumps({"role": "user", "content": f"{number} " + os.urandom(2000).hex()}) + "\\n")
with SessionDB(sys.argv[1]) as db:
    resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, resource.RLIM_INFINITY))
    try:
        db.import_transcripts(sys.argv[2])
    except (ArchiveIOError, DiskFullError) as error:
        assert error.hint
    else:
        raise AssertionError("the disk was never full")
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    report = db.import_transcripts(sys.argv[2])
    assert db.verify().ok, db.verify()
    (session,) = [row[0] for row in db.file.reader().connection.rows("SELECT id FROM session")]
    assert [message.text.split()[0] for message in db.get_messages(session)] == [str(n) for n in range(300)]
"""
        result = python(code, path, tmp_path / "big.jsonl")
        assert result.stderr == ""


def page_of(path: Path, table: str) -> tuple[int, int]:
    """The number of a table's root page, and the size of pages."""
    return value(path, "SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)), value(path, "PRAGMA page_size")


def spoil(path: Path, table: str) -> None:
    """Overwrites a table's root page, as a bad disk does. Nobody has the archive open."""
    page, size = page_of(path, table)
    with open(path, "r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)


def sealed(path: Path) -> None:
    made(path)
    with SessionDB(path) as db:
        upkeep.optimize(db)


class TestDamage:
    @pytest.mark.parametrize(
        "table", ["dialog_data", "dialog_idx", "work_data", "sqlite_autoindex_term_1", "term_block", "term_new"]
    )
    def test_a_damaged_index_page_never_blocks_messages(self, path: Path, table: str) -> None:
        sealed(path)
        spoil(path, table)
        with SessionDB(path) as db:
            for number in range(3):
                db.append("s", {"role": "user", "content": f"after {number} " + "fresh words " * 20_000})
            db.append("s", {"role": "tool", "content": "and output " * 60_000})
            db.end_session("s")
            db.create_session(session_id="titled", title="Another title")
            upkeep.rename(db, "s", "A new title")
            assert len(texts(db, "s")) == 7
            assert upkeep.stats(db)["index"] != "in use"
            assert any("scan" in notice for notice in db.notices)
            upkeep.delete(db, ["titled"])
        with SessionDB(path) as db:
            assert len(texts(db, "s")) == 7
            assert any("stale" in note for note in db.verify().notes)

    @pytest.mark.parametrize("table", ["title_trigram_data", "title_trigram_idx"])
    def test_a_damaged_index_of_titles_blocks_neither_titles_nor_messages(self, path: Path, table: str) -> None:
        sealed(path)
        spoil(path, table)
        with SessionDB(path) as db:
            db.create_session(session_id="titled", title="Another title")
            upkeep.rename(db, "s", "A new title")
            db.append("titled", {"role": "user", "content": "x"})
            upkeep.delete(db, ["s"])
            session = db.get_session("titled")
            assert session is not None
            assert session.title == "Another title"

    @pytest.mark.parametrize(
        "damage", ["UPDATE dialog_data SET block = x'00'", "DELETE FROM dialog_data WHERE id > 10"]
    )
    def test_an_index_whose_contents_are_damaged_is_rebuilt_whole(self, path: Path, damage: str) -> None:
        sealed(path)
        plant(path, damage)
        with SessionDB(path) as db:
            db.append("s", {"role": "user", "content": "fresh words " * 50_000})
            try:
                upkeep.optimize(db)
            except DamagedIndexError:
                upkeep.optimize(db)
            assert_sound(db)

    @pytest.mark.parametrize(
        "table",
        [
            *("dialog_data", "dialog_idx", "dialog_docsize", "dialog_config", "work_data", "work_docsize"),
            *("term", "term_trigram_data", "title_trigram_data", "title_trigram_docsize"),
            *("term_block", "sqlite_autoindex_term_block_1", "term_new"),
        ],
    )
    def test_an_index_with_a_damaged_page_is_made_anew_and_no_message_is_lost(self, path: Path, table: str) -> None:
        sealed(path)
        spoil(path, table)
        with SessionDB(path) as other, SessionDB(path) as db:
            assert not db.verify().ok
            assert upkeep.optimize(db).rebuilt
            assert_sound(db)
            assert len(texts(other, "s")) == 3
            other.append("s", {"role": "user", "content": "fresh words " * 60_000})
            assert_sound(other)
        assert value(path, "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'dialog%'") == 6

    @pytest.mark.parametrize("table", ["dialog_data", "term"])
    def test_making_the_index_anew_may_be_stopped_halfway(
        self, path: Path, tmp_path: Path, table: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class StoppedError(BaseException):
            pass

        sealed(path)
        spoil(path, table)
        with SessionDB(path) as db:
            run = connection.Connection.run

            def stopped(self: connection.Connection, sql: str, bindings: Sequence[Any] = ()) -> None:
                if sql == "VACUUM":
                    raise StoppedError
                run(self, sql, bindings)

            with monkeypatch.context() as patched:
                patched.setattr(connection.Connection, "run", stopped)
                with pytest.raises(StoppedError):
                    upkeep.optimize(db)
        (tmp_path / "talk.json").write_text('{"id": "talk", "messages": [{"role": "user", "content": "hello"}]}')
        with SessionDB(path) as db:
            assert len(texts(db, "s")) == 3
            assert db.import_transcripts(tmp_path / "talk.json").messages_new == 1
            upkeep.delete(db, ["talk"])
            assert upkeep.optimize(db).rebuilt
            assert_sound(db)

    @pytest.mark.parametrize("table", ["message", "session", "pack", "source"])
    def test_an_archive_that_is_damaged_elsewhere_keeps_its_index(self, path: Path, table: str) -> None:
        sealed(path)
        spoil(path, table)
        with SessionDB(path) as db:
            with pytest.raises(DamagedArchiveError):
                upkeep.optimize(db)
            assert value(path, "SELECT count(*) FROM dialog_docsize") == 3

    @pytest.mark.parametrize("table", ["message", "session"])
    def test_a_damaged_table_of_messages_stops_loudly(self, path: Path, table: str) -> None:
        sealed(path)
        spoil(path, table)
        with SessionDB(path) as db:
            with pytest.raises(DamagedArchiveError) as caught:
                db.append("s", {"role": "user", "content": "x"})
            one_line(caught.value, path)
            with pytest.raises(DamagedArchiveError):
                db.get_messages("s")
            assert not db.verify().ok

    def test_a_damaged_pack_is_told_and_the_rest_is_read(self, path: Path) -> None:
        with SessionDB(path) as db:
            for session in ("good", "bad"):
                db.create_session(session_id=session)
                db.append(session, {"role": "user", "content": LONG})
                upkeep.optimize(db)
        plant(path, "UPDATE pack SET data = zeroblob(length(data)) WHERE session = 2")
        with SessionDB(path) as db:
            assert texts(db, "good") == [LONG]
            with pytest.raises(DamagedArchiveError):
                db.get_messages("bad")

    def test_damaged_loose_text_is_damage_and_no_other_error(self, path: Path) -> None:
        made(path)
        for broken in ("x''", "x'00'", "x'ffffffff'", "'text'", "zeroblob(900)", "x'020000005b5d'"):
            plant(path, f"UPDATE loose SET entry = {broken} WHERE id = 2")
            with SessionDB(path) as db:
                with pytest.raises(DamagedArchiveError):
                    db.get_messages("s")
                assert not db.verify().ok
