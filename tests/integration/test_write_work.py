"""How much work writing is, counted: statements run and pages written, whatever the archive's size."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from archives import START, assert_sound

from hermes_state import SessionDB, upkeep
from hermes_state.store.connection import Connection

FRAME_BYTES = 4096 + 24
"""A page in the write-ahead log."""


@pytest.fixture
def db(tmp_path: Path) -> Iterator[SessionDB]:
    with SessionDB(tmp_path / "state.db") as archive:
        yield archive


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every statement that is run."""
    found: list[str] = []
    for name in ("rows", "run", "run_many"):
        plain = getattr(Connection, name)

        def counted(self: Connection, sql: str, *bindings: Any, plain: Any = plain) -> Any:
            found.append(" ".join(sql.split()))
            return plain(self, sql, *bindings)

        monkeypatch.setattr(Connection, name, counted)
    return found


def message(number: int) -> dict[str, Any]:
    return {"role": "user", "content": f"message {number} of a talk about gateways", "timestamp": START + number}


def test_an_append_runs_eight_statements(db: SessionDB, statements: list[str]) -> None:
    db.create_session(session_id="s", started_at=START)
    db.append("s", message(0))
    statements.clear()
    db.append("s", message(1))
    assert len(statements) == 8, statements


def pages_an_append(db: SessionDB, numbers: range) -> float:
    """Pages that one append writes to the log, on average."""
    log = Path(f"{db.path}-wal")
    with db.file.exclusive() as connection:
        connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.run("PRAGMA wal_autocheckpoint=0")
    for number in numbers:
        db.append("s", message(number))
    size = os.stat(log).st_size
    with db.file.exclusive() as connection:
        connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.run("PRAGMA wal_autocheckpoint=1000")
    return size / FRAME_BYTES / len(numbers)


def test_an_append_writes_as_few_pages_in_a_large_archive_as_in_a_small_one(db: SessionDB, tmp_path: Path) -> None:
    db.create_session(session_id="s", started_at=START)
    small = pages_an_append(db, range(40))
    talks = [{"id": f"t{n}", "messages": [message(n + number) for number in range(60)]} for n in range(100)]
    (tmp_path / "talks.jsonl").write_text("\n".join(map(json.dumps, talks)))
    assert db.import_transcripts(tmp_path / "talks.jsonl").messages_new == 6_000
    upkeep.optimize(db)
    large = pages_an_append(db, range(40, 80))
    assert small < 6
    assert large < 6


def test_an_import_runs_statements_by_the_session_not_by_the_message(
    db: SessionDB, tmp_path: Path, statements: list[str]
) -> None:
    counts = []
    for length in (10, 200):
        talks = [{"id": f"{length}-{n}", "messages": [message(number) for number in range(length)]} for n in range(20)]
        (tmp_path / f"{length}.jsonl").write_text("\n".join(map(json.dumps, talks)))
        statements.clear()
        assert db.import_transcripts(tmp_path / f"{length}.jsonl").messages_new == 20 * length
        counts.append(len(statements))
    assert max(counts) < 20 * 10 + 60
    assert abs(counts[1] - counts[0]) < 20
    assert_sound(db)
