"""A writer killed at any moment leaves a sound archive that holds every acknowledged message exactly once.

Each cycle runs a child on the same archive and kills it after a random number of bytes of its output or
a random time; the checker that judges the archive is also given writers that are broken on purpose.
``HERMES_STATE_SOAK_SINGLE_CYCLES`` is the number of cycles of each.
"""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest
from archives import as_sets, assert_sound, claude_lines, codex_lines, contents, environment, write_lines
from crash_scale import scaled

from hermes_state import SessionDB, upkeep
from hermes_state.ingest import importer

STEPS_APART = 9
"""Statements between two at which the same work is stopped."""

CYCLES = scaled("SINGLE_CYCLES", 6, 300)

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no SIGKILL")

APPENDER = """
import os, sys
from hermes_state import SessionDB, upkeep
from hermes_state.store import packs, writing
from hermes_state.store.connection import Connection

sabotage = sys.argv[3]
import hermes_state.archive
hermes_state.archive.SEAL_AT_BYTES = 20_000

if sabotage == "acknowledges before the commit":
    plain = hermes_state.archive.SessionDB.append
    def append(self, session, message):
        print(message["client_id"], flush=True)
        return plain(self, session, message)
    hermes_state.archive.SessionDB.append = append
if sabotage == "deletes loose text before it seals":
    plain_seal = writing.Writer.seal_loose
    def seal_loose(self):
        rows = self.connection.rows(writing.LOOSE_ROWS)
        self.connection.run("DELETE FROM loose")
        self.connection.run("COMMIT")
        print("x" * 4_000, flush=True)
        self.connection.run("BEGIN IMMEDIATE")
        for message_id, _, _, _, payload in rows:
            self.connection.run("INSERT INTO loose (id, total, entry) VALUES (?, 0, ?)", (message_id, payload))
        return plain_seal(self)
    writing.Writer.seal_loose = seal_loose

number = int(sys.argv[2])
with SessionDB(sys.argv[1]) as db:
    print("ready", flush=True)
    while True:
        client_id = str(number)
        db.append("s", {"role": "user", "content": f"{client_id} " + "word%d " % number * 300, "client_id": client_id})
        if sabotage != "acknowledges before the commit":
            print(client_id, flush=True)
        if number % 7 == 0:
            name = f"short-{number}"
            db.create_session(session_id=name, title=name)
            db.append(name, [{"role": "tool", "content": f"output{number}"}] * 3)
            upkeep.delete(db, [name])
        if number % 40 == 0:
            upkeep.optimize(db)
        number += 1
"""

IMPORTER = """
import sys
from hermes_state import SessionDB
from hermes_state.ingest import importer
importer.FLUSH_CHARS = 3_000
with SessionDB(sys.argv[1]) as db:
    print("ready", flush=True)
    db.import_transcripts(sys.argv[2:], progress=lambda done, total, path: print(done, flush=True))
print("finished", flush=True)
"""


def killed(chance: random.Random, code: str, *words: str | Path, most_bytes: int, longest: float) -> list[str]:
    """The complete lines that a child wrote before it was killed, at a random moment after it was ready."""
    child = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert child.stdout is not None
    assert child.stderr is not None
    output = b""
    try:
        while b"ready\n" not in output:
            piece = os.read(child.stdout.fileno(), 1)
            assert piece, child.stderr.read().decode()
            output += piece
        enough = len(output) + chance.randrange(1, most_bytes)
        end = time.monotonic() + chance.uniform(0.002, longest)
        while len(output) < enough and (left := end - time.monotonic()) > 0:
            if not select.select([child.stdout], [], [], left)[0]:
                break
            piece = os.read(child.stdout.fileno(), 64)
            if not piece:
                break
            output += piece
    finally:
        child.send_signal(signal.SIGKILL)
        rest, errors = child.communicate()
    assert errors == b"", errors.decode()
    return (output + rest).decode().split("\n")[:-1]


def judge(path: Path, acknowledged: set[str]) -> None:
    """Fails unless the archive is sound and holds every acknowledged message once, in order, and nothing half."""
    with SessionDB(path) as db:
        assert_sound(db)
        found = [message.client_id for message in db.get_messages("s")]
        assert len(found) == len(set(found))
        assert acknowledged <= set(found)
        assert found == sorted(found, key=lambda one: int(one or 0))
        for message in db.get_messages("s"):
            assert message.text.startswith(f"{message.client_id} word{message.client_id} ")
        for session, records in contents(db):
            assert len(records) in (0, 3) or session["id"] == "s"


def append_and_kill(path: Path, seed: int, cycles: int, sabotage: str = "", longest: float = 0.7) -> None:
    chance = random.Random(seed)
    acknowledged: set[str] = set()
    with SessionDB(path) as db:
        db.create_session(session_id="s")
    for _ in range(cycles):
        with SessionDB(path, read_only=True) as db:
            following = 1 + max([int(message.client_id or 0) for message in db.get_messages("s")], default=0)
        lines = killed(chance, APPENDER, path, str(following), sabotage, most_bytes=600, longest=longest)
        acknowledged |= {line for line in lines if line.isdigit()}
        judge(path, acknowledged)
    assert acknowledged


def test_a_live_writer_killed_at_any_moment_keeps_every_acknowledged_message(tmp_path: Path) -> None:
    append_and_kill(tmp_path / "state.db", 1, CYCLES)


def test_the_checker_catches_a_writer_that_acknowledges_before_it_commits(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        append_and_kill(tmp_path / "state.db", 2, 100, "acknowledges before the commit")


def test_the_checker_catches_a_writer_that_deletes_loose_text_before_it_seals(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        append_and_kill(tmp_path / "state.db", 3, 100, "deletes loose text before it seals")


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "sources"
    for number in range(4):
        write_lines(folder / f"claude{number}.jsonl", claude_lines(f"{number}1111111-1111-4111-8111-111111111111", 40))
        write_lines(folder / f"codex{number}.jsonl", codex_lines(f"{number}2222222-2222-4222-8222-222222222222", 60))
    write_lines(
        folder / "plain.jsonl", [{"role": ("user", "assistant")[n % 2], "content": f"say {n % 5}"} for n in range(80)]
    )
    return folder


def import_and_kill(tmp_path: Path, sources: Path, seed: int, cycles: int) -> None:
    chance = random.Random(seed)
    with SessionDB(tmp_path / "undisturbed.db") as db:
        db.import_transcripts(sources)
        expected = contents(db)
    left = cycles
    archive = 0
    while left > 0:
        archive += 1
        path = tmp_path / f"archive{archive}" / "state.db"
        finished = False
        while left > 0 and not finished:
            left -= 1
            finished = "finished" in killed(chance, IMPORTER, path, sources, most_bytes=60, longest=0.25)
            with SessionDB(path) as db:
                assert_sound(db)
        with SessionDB(path) as db:
            db.import_transcripts(sources)
            assert_sound(db)
            assert contents(db) == expected
            assert db.import_transcripts(sources).files_read == 0


def test_an_import_killed_at_any_moment_is_completed_by_the_next(tmp_path: Path, sources: Path) -> None:
    import_and_kill(tmp_path, sources, 4, CYCLES)


@pytest.mark.parametrize("statement", range(0, 400, 37))
def test_an_import_stopped_at_any_statement_is_completed_by_the_next(
    tmp_path: Path, sources: Path, statement: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importer, "FLUSH_CHARS", 3_000)
    with SessionDB(tmp_path / "undisturbed.db") as db:
        db.import_transcripts(sources)
        expected = as_sets(contents(db))

    class StoppedError(BaseException):
        pass

    with SessionDB(tmp_path / "stopped.db") as db:
        connection = db.file._ready_writer()
        run = connection.run
        done = 0

        def counted(sql: str, bindings: tuple[object, ...] = ()) -> None:
            nonlocal done
            done += 1
            if done == statement + 1:
                raise StoppedError
            run(sql, bindings)

        with monkeypatch.context() as patched:
            patched.setattr(connection, "run", counted)
            with pytest.raises(StoppedError):
                db.import_transcripts(sources)
        assert_sound(db)
        db.import_transcripts(sources)
        assert as_sets(contents(db)) == expected
        assert_sound(db)


def test_deleting_and_optimizing_stopped_at_any_statement_leave_a_sound_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class StoppedError(BaseException):
        pass

    path = tmp_path / "state.db"
    with SessionDB(path) as db:
        db.create_session(session_id="s")
        for step in range(12):
            db.create_session(session_id=f"d{step}", parent_session_id="s", kind="subagent", title=f"t{step}")
            db.append(f"d{step}", [{"role": "user", "content": f"word{step}"}, {"role": "tool", "content": "out"}])
        connection = db.file._ready_writer()
        run = connection.run
        left = 0

        def counted(sql: str, bindings: tuple[object, ...] = ()) -> None:
            nonlocal left
            left -= 1
            if left == -1:  # once: what is stopped may still roll back
                raise StoppedError
            run(sql, bindings)

        monkeypatch.setattr(connection, "run", counted)
        for step in range(12):
            for stop in count(step % STEPS_APART, STEPS_APART):
                left = stop
                try:
                    upkeep.optimize(db)
                    upkeep.delete(db, [f"d{step}"])
                except StoppedError:
                    continue
                finally:
                    left = 1_000_000
                break
            assert_sound(db)
        assert db.get_session("d11") is None
