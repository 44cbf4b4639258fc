"""Kills writers cycle after cycle, at any moment, and judges the archive against what they said."""

from __future__ import annotations

import os
import random
import select
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import crash_writers
from archives import claude_lines, claude_texts, environment, write_lines
from crash_judge import Promise, judge
from crash_writers import text_of

from hermes_state import SessionDB
from hermes_state.store import schema
from hermes_state.store.connection import Connection

TRANSCRIPTS = 8
WAIT_S = 120.0
"""A writer that says nothing for so long hangs."""


@dataclass(frozen=True)
class Plan:
    """How many writers are killed how often: in ``cycles``, and in more until so many messages were acknowledged.

    Each lives ``longest_s`` at most; an archive is used for ``per_archive`` cycles and judged after every few.
    """

    writers: int
    cycles: int
    seed: int
    acknowledged: int = 0
    longest_s: float = 0.6
    per_archive: int = 20
    judged_every: int = 4
    sabotage: str = ""

    def is_done(self, toll: Toll) -> bool:
        """Whether enough was done."""
        return toll.cycles >= self.cycles and toll.acknowledged >= self.acknowledged


@dataclass
class Toll:
    """What a run did, and found."""

    cycles: int = 0
    kills: int = 0
    acknowledged: int = 0
    present: int = 0
    imports: int = 0
    deletions: int = 0
    sides: int = 0


class Writers:
    """The program of ``crash_writers`` and its lines."""

    def __init__(self, sources: Path, writers: int, sabotage: str) -> None:
        self.writers = writers
        self._program = subprocess.Popen(
            [sys.executable, crash_writers.__file__, sources, str(writers), sabotage],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
        )
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._in, self._out = self._program.stdin, self._program.stdout.fileno()
        self._rest = b""

    def tell(self, *words: object) -> None:
        """Gives the program a line."""
        self._in.write((" ".join(map(str, words)) + "\n").encode())
        self._in.flush()

    def lines(self, until: float) -> list[list[str]]:
        """The words of the lines that come before a moment."""
        found: list[list[str]] = []
        while (left := until - time.monotonic()) > 0:
            if select.select([self._out], [], [], left)[0]:
                found += self._read()
                if any(words[0] in ("reaped",) for words in found):
                    break
        return found

    def _read(self) -> list[list[str]]:
        piece = os.read(self._out, 1 << 16)
        assert piece, "the writers' program ended"
        *whole, self._rest = (self._rest + piece).split(b"\n")
        return [line.decode().split() for line in whole]

    def cycle(self, chance: random.Random, longest: float, *words: object) -> list[list[str]]:
        """Starts the writers, kills each at a moment of its own, and returns all that they said."""
        self.tell("go", *words)
        said: list[list[str]] = []
        give_up = time.monotonic() + WAIT_S
        while sum(line[0] == "pid" for line in said) < self.writers and time.monotonic() < give_up:
            said += self.lines(time.monotonic() + 0.01)
        pids = [int(line[2]) for line in said if line[0] == "pid"]
        start = time.monotonic()
        for moment, pid in sorted((start + chance.uniform(0.0, longest), pid) for pid in pids):
            said += self.lines(moment)
            os.kill(pid, signal.SIGKILL)
        self.tell("reap")
        said += self.lines(time.monotonic() + WAIT_S)
        assert said[-1] == ["reaped"]
        return said

    def close(self) -> None:
        """Ends the program."""
        self._program.communicate()


def transcripts(folder: Path) -> Path:
    """Transcripts to import, each named by its session and how many messages it has."""
    for number in range(TRANSCRIPTS):
        session = f"{number}1111111-1111-4111-8111-111111111111"
        write_lines(folder / f"{session}_{20 + number}.jsonl", claude_lines(session, 20 + number))
    return folder


def older_archive(path: Path) -> Path:
    """An archive of the first form, with a session."""
    steps = schema.migration_steps()[:1]
    with (
        mock.patch.object(schema, "SCHEMA_VERSION", 1),
        mock.patch.object(schema, "migration_steps", return_value=steps),
    ):
        connection = schema.open_writer(str(path))
    connection.run("INSERT INTO session (origin, id, source, root_key) VALUES ('live', 'kept', 'cli', 1)")
    connection.close()
    return path


def as_promises(said: list[list[str]], archive: str) -> list[Promise]:
    """What the lines promise of one archive."""
    found: list[Promise] = []
    for what, *words in said:
        if what == "A":
            found.append(("message", words[0], words[1], text_of(words[1])))
        elif what == "S" and words[0] == archive:
            found.append(("message", crash_writers.SHARED, words[1], text_of(words[1])))
        elif what == "D":
            found.append(("going", words[0]))
        elif what == "G":
            found.append(("gone", words[0]))
        elif what == "I":
            found.append(("imported", words[0], claude_texts(int(words[1]))))
    return found


def kill_writers(folder: Path, plan: Plan) -> Toll:
    """Kills writers as planned. Raises ``AssertionError`` for what is lost, twice or unsound."""
    toll = Toll()
    chance = random.Random(plan.seed)
    old = older_archive(folder / "old.db")
    program = Writers(transcripts(folder / "in"), plan.writers, plan.sabotage)
    try:
        while not plan.is_done(toll):
            path = folder / f"archive{toll.cycles}" / "state.db"
            path.parent.mkdir()
            promises: list[Promise] = []
            for number in range(plan.per_archive):
                side = path.parent / f"side{number}" / "state.db"
                if number % 2:
                    side.parent.mkdir()
                    shutil.copy(old, side)
                said = program.cycle(chance, plan.longest_s, toll.cycles, path, side)
                count(toll, said, plan.writers)
                judge_side(side, said, toll)
                promises += as_promises([line for line in said if line[0] != "S"], str(path))
                if toll.cycles % plan.judged_every == 0:
                    judge(path, promises)
                if plan.is_done(toll):
                    break
            toll.present += judge(path, promises)
            retry(path, promises)
            shutil.rmtree(path.parent)
    finally:
        program.close()
    return toll


def count(toll: Toll, said: list[list[str]], writers: int) -> None:
    """Adds a cycle to the toll; fails if a writer met an error."""
    toll.cycles += 1
    toll.kills += writers
    toll.acknowledged += sum(line[0] in "AS" for line in said)
    toll.imports += sum(line[0] == "I" for line in said)
    toll.deletions += sum(line[0] == "G" for line in said)
    errors = [" ".join(line[1:]) for line in said if line[0] == "E"]
    if errors:  # support modules have no rewritten asserts that would show it
        raise AssertionError(f"writers met errors in cycle {toll.cycles}: {errors}")


def judge_side(side: Path, said: list[list[str]], toll: Toll) -> None:
    """Judges the archive that each writer of a cycle began with, if one came so far as to make it."""
    if side.exists():
        judge(side, as_promises([line for line in said if line[0] == "S"], str(side)))
        judge_copy(side)
        toll.sides += 1


def judge_copy(side: Path) -> None:
    """Fails if the copy made before a migration is there and is not whole."""
    for copy in side.parent.glob("state.db.before-*"):
        if ".unfinished" in copy.name:
            continue
        connection = Connection(copy, read_only=True)
        try:
            assert connection.rows("PRAGMA integrity_check") == [("ok",)]
            assert connection.value("SELECT count(*) FROM migration") == 1
        finally:
            connection.close()


def retry(path: Path, promises: list[Promise]) -> None:
    """Fails if any message that was acknowledged is stored again when it is appended again."""
    gone = {promise[1] for promise in promises if promise[0] in ("gone", "going")}
    again: dict[str, list[str]] = {}
    for what, session, *more in promises:
        if what == "message" and session not in gone:
            again.setdefault(str(session), []).append(str(more[0]))
    with SessionDB(path) as db:
        before = {session: len(db.get_messages(session)) for session in again}
        for session, ids in again.items():
            db.append(session, [crash_writers.message(one, "user") for one in ids])
        assert {session: len(db.get_messages(session)) for session in again} == before, "a retry stored something twice"
