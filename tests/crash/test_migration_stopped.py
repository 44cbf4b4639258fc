"""A migration that is stopped while it copies the archive leaves no half copy that would pass for a whole one."""

from __future__ import annotations

from pathlib import Path

import pytest
from archives import assert_sound, plant
from crash_kills import older_archive

from hermes_state import SessionDB
from hermes_state.store import schema
from hermes_state.store.connection import Connection


class StoppedError(BaseException):
    """The process is killed here."""


def version_of(path: Path) -> int:
    connection = Connection(path, read_only=True)
    try:
        assert connection.rows("PRAGMA integrity_check") == [("ok",)]
        return int(connection.value("PRAGMA user_version"))
    finally:
        connection.close()


def test_a_copy_that_was_stopped_is_made_again_before_the_first_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = older_archive(tmp_path / "state.db")
    keep = tmp_path / f"state.db.before-{schema.SCHEMA_VERSION}"

    def half_a_copy(self: Connection, target: str) -> None:
        Path(target).write_bytes(b"half of it")
        raise StoppedError

    with monkeypatch.context() as patched:
        patched.setattr(Connection, "backup_to", half_a_copy)
        with pytest.raises(StoppedError):
            SessionDB(path)
    assert not keep.exists()
    assert version_of(path) == 1
    with SessionDB(path) as db:
        assert_sound(db)
    assert version_of(keep) == 1
    assert keep.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir() if "unfinished" in one.name] == []
    assert version_of(path) == schema.SCHEMA_VERSION


def test_a_copy_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    path = older_archive(tmp_path / "state.db")
    keep = tmp_path / f"state.db.before-{schema.SCHEMA_VERSION}"
    keep.write_bytes(b"kept")
    SessionDB(path).close()
    assert keep.read_bytes() == b"kept"


def test_an_archive_without_a_session_is_not_copied(tmp_path: Path) -> None:
    path = older_archive(tmp_path / "state.db")
    plant(path, "DELETE FROM session")
    SessionDB(path).close()
    assert not (tmp_path / f"state.db.before-{schema.SCHEMA_VERSION}").exists()
    assert version_of(path) == schema.SCHEMA_VERSION
