"""A program that works on an archive for some seconds as an agent would, and says at its end how that went.

``crash_load.py ARCHIVE WORKER SECONDS FOLDER [busy timeout in ms]``: appends, searches, deletes, exports, backs up.
Its output is one JSON object: the times of its appends in milliseconds, how often it did what, the errors that it
met, the client ids that it was promised, the backups that it made.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from crash_writers import message

from hermes_state import SessionDB, upkeep
from hermes_state.errors import HermesStateError

FIRST_BACKUP_S = 4.0
BACKUP_EVERY_S = 20.0


class Worker:
    """One process's work."""

    def __init__(self, path: str, number: int, folder: Path) -> None:
        self.chance = random.Random(number)
        self.name = f"w{number}"
        self.folder = folder
        self.backups: list[str] = []
        self.done: Counter[str] = Counter()
        self.errors: list[str] = []
        self.append_ms: list[float] = []
        self.promised = 0
        self.next_backup = time.monotonic() + self.chance.uniform(0.5, FIRST_BACKUP_S)
        self.db = SessionDB(path)
        self.db.create_session(session_id=self.name)

    def work(self, until: float) -> None:
        """Does one thing after another until a moment."""
        actions: list[tuple[Callable[[], object], int]] = [
            (self.append, 70),
            (self.search, 18),
            (self.delete, 6),
            (self.export, 3),
            (self.seal, 3),
        ]
        choices, weights = zip(*actions, strict=True)
        while time.monotonic() < until:
            action = self.backup if time.monotonic() > self.next_backup else self.chance.choices(choices, weights)[0]
            try:
                action()
                self.done[action.__name__] += 1
            except HermesStateError as error:
                self.errors.append(f"{action.__name__}: {type(error).__name__}: {error}")

    def append(self) -> None:
        start = time.perf_counter()
        self.db.append(self.name, message(f"{self.name}-{self.promised}", "user"))
        self.append_ms.append((time.perf_counter() - start) * 1000)
        self.promised += 1

    def search(self) -> None:
        self.db.search(f"word{self.chance.randrange(400)}", per="message")

    def delete(self) -> None:
        name = f"short-{self.name}-{self.done['delete']}"
        self.db.create_session(session_id=name, title=name)
        self.db.append(name, message(f"{name}-1", "tool"))
        upkeep.delete(self.db, [name])

    def export(self) -> None:
        self.db.export([self.name], "jsonl", self.folder / f"{self.name}.jsonl")

    def seal(self) -> None:
        self.db.file.seal_from(1)

    def backup(self) -> None:
        """Makes a copy in the folder that all share."""
        self.next_backup = time.monotonic() + BACKUP_EVERY_S
        self.backups.append(upkeep.backup(self.db, self.folder).path)


def main() -> None:
    """Works and says how it went."""
    path, number, seconds, folder, *timeout = sys.argv[1:]
    worker = Worker(path, int(number), Path(folder))
    if timeout:
        with worker.db.file.exclusive() as writer:
            writer.run(f"PRAGMA busy_timeout={int(timeout[0])}")
    print("ready", flush=True)
    sys.stdin.readline()
    worker.work(time.monotonic() + float(seconds))
    worker.errors += [one for one in worker.db.notices if "not sealed" in one]
    worker.db.close()
    print(
        json.dumps(
            {
                "append_ms": worker.append_ms,
                "done": worker.done,
                "errors": worker.errors,
                "promised": worker.promised,
                "backups": worker.backups,
            }
        )
    )


if __name__ == "__main__":
    main()
