"""Where an archive lives: clocks that jump, two versions of this software on one file, files that only may be read."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hermes_state import SessionDB, upkeep
from hermes_state.errors import ArchiveReadOnlyError, NewerArchiveError
from hermes_state.store import schema
from hermes_state.store.connection import Connection

HOUR = 3600.0
NOW = 1_790_000_000.0
TIMES = {"an hour back": -HOUR, "1970": -NOW, "2106": 2**32 - NOW, "a day ahead": 24 * HOUR}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "archive" / "state.db"


def newer(path: Path) -> None:
    """What a newer version of this software does to the file while it is open elsewhere."""
    connection = Connection(path, read_only=False)
    try:
        connection.run("ALTER TABLE session ADD COLUMN of_the_future TEXT")
        connection.run(f"PRAGMA user_version={schema.SCHEMA_VERSION + 1}")
    finally:
        connection.close()


class TestClocks:
    @pytest.fixture
    def clock(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
        at = [NOW]
        monkeypatch.setattr(time, "time", lambda: at[0])
        return at

    @pytest.mark.parametrize("jump", TIMES.values(), ids=TIMES)
    def test_the_order_of_messages_is_that_in_which_they_came(
        self, path: Path, clock: list[float], jump: float
    ) -> None:
        with SessionDB(path) as db:
            session = db.create_session("cli")
            db.append(session, {"role": "user", "content": "first gateway"})
            clock[0] += jump
            db.append(session, {"role": "assistant", "content": "second gateway"})
            upkeep.optimize(db)
            clock[0] = NOW + 60
            db.append(session, {"role": "user", "content": "third gateway"})
            expected = ["first gateway", "second gateway", "third gateway"]
            assert [message.content for message in db.get_messages(session)] == expected
            assert [message.content for message in db.read(session).messages] == expected
            assert db.search("gateway").results[0].match_count == 3
            assert db.verify().ok

    def test_pages_neither_repeat_nor_miss_when_the_clock_goes_back_between_them(
        self, path: Path, clock: list[float]
    ) -> None:
        with SessionDB(path) as db:
            for number in range(12):
                clock[0] += HOUR
                session = db.create_session("cli", session_id=f"talk-{number}")
                db.append(session, {"role": "user", "content": "gateway"})
            seen: list[str] = []
            cursor = None
            while True:
                page = db.search("gateway", limit=5, cursor=cursor)
                seen += [result.session_id for result in page.results]
                cursor = page.cursor
                clock[0] -= 100 * HOUR
                if cursor is None:
                    break
            assert sorted(seen) == sorted(f"talk-{number}" for number in range(12))

    def test_what_was_thrown_away_in_the_future_is_not_deleted_as_old(self, path: Path, clock: list[float]) -> None:
        with SessionDB(path) as db:
            db.create_session("cli", session_id="talk")
            clock[0] += 1000 * HOUR
            upkeep.mark(db, ["talk"], "trashed")
            clock[0] = NOW
            assert upkeep.empty_trash(db, before="7d").sessions == 0


class TestTwoVersions:
    def test_an_older_one_stops_writing_when_a_newer_one_has_changed_the_file(self, path: Path) -> None:
        with SessionDB(path) as db:
            session = db.create_session("cli")
            db.append(session, {"role": "user", "content": "before"})
            assert db.get_messages(session)  # reading goes on with what it had opened
            newer(path)
            with pytest.raises(NewerArchiveError, match="newer"):
                db.append(session, {"role": "user", "content": "after"})
            assert [message.content for message in db.get_messages(session)] == ["before"]
        with pytest.raises(NewerArchiveError):
            SessionDB(path)

    def test_two_of_one_version_write_by_turns(self, path: Path) -> None:
        with SessionDB(path) as one, SessionDB(path) as other:
            session = one.create_session("cli")
            for number in range(10):
                (one, other)[number % 2].append(session, {"role": "user", "content": f"gateway {number}"})
            assert len(one.get_messages(session)) == len(other.get_messages(session)) == 10


class TestReadOnly:
    @pytest.mark.parametrize("with_log", [True, False])
    def test_a_file_that_only_may_be_read_is_searched_and_not_changed(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, with_log: bool
    ) -> None:
        with SessionDB(path) as db:
            session = db.create_session("cli", title="A title")
            db.append(session, {"role": "user", "content": "the gateway of it"})
            upkeep.optimize(db)
        if not with_log:
            for ending in ("-wal", "-shm"):
                path.with_name(path.name + ending).unlink(missing_ok=True)
        before = path.read_bytes()
        plain = os.access
        monkeypatch.setattr(os, "access", lambda name, mode: mode != os.W_OK and plain(name, mode))
        with SessionDB(path, read_only=True) as db:
            assert db.search("gateway").results[0].title == "A title"
            assert db.read(session).messages
            with pytest.raises(ArchiveReadOnlyError):
                db.append(session, {"role": "user", "content": "more"})
        assert path.read_bytes() == before
