"""What tests of archives share: transcripts made on the spot, archives compared, damage planted."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw

from hermes_state import Event, SessionDB
from hermes_state.store import sessions
from hermes_state.store.connection import Connection

START = 1_760_000_000.0
DATA = Path(os.environ.get("HERMES_STATE_TEST_DATA", Path(__file__).parents[2].parent / "shared" / "data"))

LONG = "A sentence of more than sixteen letters, number {}, with 漢字 and naïve café in it."


def iso(at: float) -> str:
    """A time as transcripts write it."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def write_lines(path: Path, values: Iterable[Any], *, append: bool = False) -> Path:
    """Writes JSON values, one a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "ab" if append else "wb") as file:
        for value in values:
            file.write(json.dumps(value, ensure_ascii=False).encode() + b"\n")
    return path


def claude_lines(session: str, count: int, *, first: int = 0, **fields: Any) -> list[dict[str, Any]]:
    """Records of a Claude Code transcript; every third is an event without an id, equal to the one before it."""
    lines: list[dict[str, Any]] = []
    for number in range(first, first + count):
        role = "user" if number % 2 == 0 else "assistant"
        message: dict[str, Any] = {"role": role, "content": LONG.format(number)}
        if role == "assistant":
            message = {
                "id": f"msg_{number:08}",
                "role": role,
                "content": [{"type": "text", "text": LONG.format(number)}],
            }
        lines.append(
            {
                "type": role,
                "sessionId": session,
                "uuid": f"{number:08x}-0000-4000-8000-{abs(hash_of(session)) % 10**12:012}",
                "timestamp": iso(START + number),
                "cwd": "/work/project",
                "message": message,
                **fields,
            }
        )
        if number % 3 == 0:
            lines.append({"type": "queue-operation", "operation": "enqueue", "sessionId": session})
    return lines


def claude_texts(count: int) -> tuple[str, ...]:
    """The texts of the messages that ``claude_lines`` makes."""
    return tuple(LONG.format(number) for number in range(count))


def codex_lines(session: str, count: int, *, start: float = START) -> list[dict[str, Any]]:
    """Records of a Codex rollout: no record has an id, and texts repeat."""
    lines: list[dict[str, Any]] = [
        {
            "timestamp": iso(start),
            "type": "session_meta",
            "payload": {"id": session, "timestamp": iso(start), "cwd": "/work/project", "cli_version": "0.171.0"},
        }
    ]
    for number in range(count):
        role, kind = (("user", "input_text"), ("assistant", "output_text"))[number % 2]
        payload = {"type": "message", "role": role, "content": [{"type": kind, "text": f"continue {number % 4}"}]}
        lines.append({"timestamp": iso(start + number + 1), "type": "response_item", "payload": payload})
    return lines


def hash_of(text: str) -> int:
    """A number that is the same in every process."""
    return int.from_bytes(text.encode()[:6], "big")


def contents(db: SessionDB, *, ids: bool = False) -> list[tuple[dict[str, Any], list[Any]]]:
    """All that an archive holds, in its order: sessions' fields and their records. Equal archives give equal lists."""
    reader = db.file.reader()
    found = []
    for key, _, _ in sessions.session_rows(reader.connection):
        session = dataclasses.asdict(sessions.load_session(reader.connection, reader.codec, key))
        records = []
        for seq, record in reader.numbered(key, session["id"]):
            if isinstance(record, Event):
                records.append((seq, "event", record.record))
            else:
                fields = dataclasses.asdict(record)
                if not ids:
                    del fields["id"]
                records.append((seq, "message", fields))
        found.append((session, records))
    return found


def as_sets(found: list[tuple[dict[str, Any], list[Any]]]) -> dict[str, list[str]]:
    """The records of each session in any order, for archives that were filled in another order."""
    return {
        f"{session['origin']}:{session['id']}": sorted(
            json.dumps({**r, "seq": 0} if isinstance(r, dict) else r, sort_keys=True) for _, _, r in records
        )
        for session, records in found
    }


def texts(db: SessionDB, session_id: str) -> list[str]:
    """The texts of a session's messages, in order."""
    return [message.text for message in db.get_messages(session_id)]


def assert_sound(db: SessionDB) -> None:
    """Fails unless every invariant of the archive holds."""
    report = db.verify()
    assert (report.problems, report.notes) == ([], []), report


def plant(path: Path, *statements: str | tuple[str, Sequence[Any]]) -> None:
    """Changes an archive that nobody has open behind its back, FTS5's own tables included."""
    connection = Connection(path, read_only=False)
    try:
        connection._db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)
        for statement in statements:
            sql, bindings = (statement, ()) if isinstance(statement, str) else statement
            connection.run(sql, bindings)
        connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


def value(path: Path, sql: str, bindings: Sequence[Any] = ()) -> Any:
    """One value of an archive, asked through a connection of its own."""
    connection = Connection(path, read_only=True)
    try:
        return connection.value(sql, bindings)
    finally:
        connection.close()


PEAK = """
import resource, sys
def peak_mb():
    # getrusage would tell the peak of the process that started this one, where that was larger.
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) // 1024
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 * 1024 if sys.platform == "darwin" else 1024)
"""
"""A program's beginning: ``peak_mb()`` is the most memory that its process has held."""


def python(code: str, *words: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs Python code as a process of its own, with this folder importable."""
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        check=False,
        **options,
    )


def environment() -> dict[str, str]:
    """The variables of a child that imports from this folder."""
    return os.environ | {"PYTHONPATH": str(Path(__file__).parent), "PYTHONIOENCODING": "utf-8"}
