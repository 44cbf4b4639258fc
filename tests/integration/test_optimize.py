"""Optimizing in short steps: others write in between, and what was stopped goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hermes_state import SessionDB, upkeep
from hermes_state.store import index
from hermes_state.upkeep import optimizing

SESSIONS = 12


@pytest.fixture(autouse=True)
def short_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimizing, "REBUILD_STEP", 2)
    monkeypatch.setattr(index, "MERGE_PAGES", 4)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An archive of sealed conversations of a pack each, whose index is stale."""
    path = tmp_path / "state.db"
    with SessionDB(path) as db:
        for number in range(SESSIONS):
            session = db.create_session("cli", session_id=f"talk-{number}", title=f"Title {number}")
            db.append(session, [{"role": "user", "content": f"gateway {number} word{number}x"}] * 3)
        upkeep.optimize(db)
        with db.file.writing() as writer:
            index.mark_stale(writer.connection)
    return path


def during_rebuild(db: SessionDB, action: Callable[[], None]) -> list[str]:
    """Optimizes and does something once, after the first step of the rebuild; the steps that were shown."""
    steps: list[str] = []

    def progress(step: str) -> None:
        steps.append(step)
        if step.startswith("rebuilding the search index:"):
            pending, waiting[:] = waiting[:], []
            for one in pending:
                one()

    waiting = [action]
    upkeep.optimize(db, progress)
    return steps


def found(db: SessionDB, query: str) -> set[str]:
    return {result.session_id for result in db.search(query, limit=50).results}


class TestRebuilding:
    def test_what_is_sealed_deleted_and_renamed_meanwhile_is_in_the_new_index(self, path: Path) -> None:
        with SessionDB(path) as db, SessionDB(path) as other:
            other.append("talk-0", {"role": "user", "content": "gateway loose"})

            def meanwhile() -> None:
                other.append("talk-1", {"role": "user", "content": "gateway meanwhile"})
                other.file.write(lambda writer: writer.seal_loose())
                upkeep.delete(other, ["talk-0", "talk-11"])  # one that is indexed again already, one that is not yet
                upkeep.rename(other, "talk-2", "Another name")

            during_rebuild(db, meanwhile)
            assert db.verify().ok
            assert found(db, "gateway") == {f"talk-{number}" for number in range(1, 11)}
            assert found(db, "meanwhile") == {"talk-1"}
            assert found(db, "Another name") == {"talk-2"}

    def test_a_rebuild_that_was_stopped_goes_on_where_it_was(self, path: Path) -> None:
        def stop() -> None:
            raise KeyboardInterrupt

        with SessionDB(path) as db:
            with pytest.raises(KeyboardInterrupt):
                during_rebuild(db, stop)
            assert not index.is_usable(db.file.reader().connection)
            assert len(found(db, "gateway")) == SESSIONS  # by scanning
            upkeep.delete(db, ["talk-0"])
            steps = during_rebuild(db, lambda: None)
            assert "rebuilding the search index" not in steps  # not from the beginning
            assert db.verify().ok
            assert len(found(db, "gateway")) == SESSIONS - 1

    def test_damage_met_meanwhile_begins_it_anew(self, path: Path) -> None:
        with SessionDB(path) as db:
            with db.file.writing() as writer:
                index.note_rebuilt(writer.connection, 3)
                index.mark_stale(writer.connection)
            assert "rebuilding the search index" in during_rebuild(db, lambda: None)
            assert db.verify().ok


class TestMerging:
    def test_others_write_between_any_two_steps(self, tmp_path: Path) -> None:
        path = tmp_path / "state.db"
        with SessionDB(path) as db, SessionDB(path) as other:
            for number in range(40):
                session = db.create_session("cli", session_id=f"talk-{number}")
                text = " ".join(f"word{number}x{at}" for at in range(400))
                db.append(session, {"role": "user", "content": f"gateway {text}"})
                db.file.write(lambda writer: writer.seal_loose())
            upkeep.delete(db, ["talk-3"])
            with other.file.exclusive() as connection:
                connection.run("PRAGMA busy_timeout=0")  # a lock that is held makes the append fail

            def progress(step: str) -> None:
                other.append("talk-0", {"role": "user", "content": step})

            upkeep.optimize(db, progress)
            assert db.verify().ok
            assert len(found(db, "gateway")) == 39
            segments = db.file.reader().connection.value("SELECT count(DISTINCT segid) FROM dialog_idx")
            assert segments <= 2  # one, and what was sealed meanwhile
