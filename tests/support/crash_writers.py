"""A program that starts writers to be killed: they do everything to one archive at once, and say what was promised.

Started once, it forks ``writers`` processes for each line ``go CYCLE ARCHIVE SIDE`` on its input and says
``pid WRITER PID``; at ``reap`` it waits for them and says ``reaped``. The writers share its output, a line at a time.
What a writer says: ``A session client_id`` appended, ``D session`` will be deleted, ``G session`` is gone,
``I session messages`` imported, ``E words`` something failed that must not. ``SIDE`` is an archive that is missing
or of an older form: each writer makes or migrates it first.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

from crash_scale import scaled

import hermes_state.archive
from hermes_state import SessionDB, upkeep
from hermes_state.errors import HermesStateError
from hermes_state.ingest import importer, walk
from hermes_state.search import views
from hermes_state.store import live, verification, writing
from hermes_state.store.index import IndexWriter

PRELOADED = (importer, walk, views, live, verification, writing)
"""Imported here, so that no writer spends its short life on it."""

SHARED = "shared"

BATCH = scaled("BATCH", 14, 120)
"""Messages that are appended in one call, at most."""


def say(*words: object) -> None:
    """One line, whole even when others write at the same time: it is shorter than a pipe's buffer."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def text_of(client_id: str) -> str:
    """The text that belongs to a client id: no two are equal."""
    chance = random.Random(client_id)
    words = " ".join(f"word{chance.randrange(400)} 漢字{chance.randrange(9)}" for _ in range(chance.randrange(3, 60)))
    return f"{client_id} {words}"


def message(client_id: str, role: str) -> dict[str, str]:
    """A message that belongs to a client id."""
    return {"role": role, "content": text_of(client_id), "client_id": client_id}


class Life:
    """One writer until it is killed."""

    def __init__(self, path: str, sources: Path, writer: int, cycle: int, sabotage: str) -> None:
        self.chance = random.Random(f"{writer} {cycle}")
        self.path = path
        self.sources = sorted(sources.iterdir())
        self.name = f"w{writer}"
        self.cycle = cycle
        self.sabotage = sabotage
        self.db = SessionDB(path)
        for session in (self.name, SHARED):
            self.db.create_session(session_id=session)
        mine = [one.client_id or "" for session in (self.name, SHARED) for one in self.db.get_messages(session)]
        self.number = max((int(one.split("-")[1]) for one in mine if one.startswith(f"{self.name}-")), default=0)

    def run(self) -> None:
        """Writes without end; begins with what the life before may have written and not have said."""
        for session in (self.name, SHARED):
            self.append(session, [self.number, self.number + 1])
        self.number += 1
        actions: list[tuple[Callable[[], object], int]] = [
            (self.append_some, 45),
            (self.append_shared, 22),
            (self.delete_short, 9),
            (self.seal, 8),
            (self.take_in, 6),
            (self.look, 5),
            (self.reopen, 3),
            (self.optimize, 2),
        ]
        choices, weights = zip(*actions, strict=True)
        while True:
            self.chance.choices(choices, weights)[0]()

    def append(self, session: str, numbers: list[int]) -> None:
        ids = [f"{self.name}-{number}-{session}" for number in numbers if number]
        given = [message(one, ("user", "assistant", "tool")[self.chance.randrange(3)]) for one in ids]
        if self.sabotage == "says so before the commit":
            for one in ids:
                say("A", session, one)
        if self.sabotage == "retries under another id":
            given = [{**one, "client_id": f"{one['client_id']}-{self.cycle}"} for one in given]
        self.db.append(session, given)
        for one in ids:
            say("A", session, one)

    def append_some(self) -> None:
        count = self.chance.randrange(1, BATCH)
        self.append(self.name, [*range(self.number + 1, self.number + count + 1)])
        self.number += count

    def append_shared(self) -> None:
        self.number += 1
        self.append(SHARED, [self.number])

    def delete_short(self) -> None:
        self.number += 1
        name = f"short-{self.name}-{self.number}"
        self.db.create_session(session_id=name, title=name)
        self.append(name, [1, 2, 3])
        say("D", name)
        upkeep.delete(self.db, [name])
        say("G", name)

    def seal(self) -> None:
        self.db.file.write(lambda writer: writer.seal_loose())

    def take_in(self) -> None:
        path = self.chance.choice(self.sources)
        report = self.db.import_transcripts(path)
        assert report.failures == [], report
        session, messages = path.stem.split("_")
        say("I", session, messages)

    def look(self) -> None:
        self.db.search("word1 OR word2", per="message")

    def reopen(self) -> None:
        self.db.close()
        self.db = SessionDB(self.path)

    def optimize(self) -> None:
        upkeep.optimize(self.db)


def drop_some_index_entries() -> None:
    """A control: an index that does not get all that it is given."""
    plain = IndexWriter.add

    def add(self: IndexWriter, connection: object, items: object) -> None:
        plain(self, connection, list(items)[:-1])  # type: ignore[arg-type, call-overload]

    IndexWriter.add = add  # type: ignore[method-assign, assignment]


def live_once(words: list[str], sources: Path, writer: int, sabotage: str) -> None:
    """The life of a writer, in its own process."""
    _, cycle, path, side = words
    try:
        with SessionDB(side) as db:
            db.create_session(session_id=SHARED)
            client_id = f"w{writer}-1-side"
            db.append(SHARED, message(client_id, "user"))
            say("S", side, client_id)
        Life(path, sources, writer, int(cycle), sabotage).run()
    except (HermesStateError, AssertionError, ArithmeticError, LookupError, TypeError, ValueError, OSError) as error:
        say("E", writer, repr(error).replace("\n", " ")[:500])


def main() -> None:
    """Serves until its input ends."""
    sources, writers, sabotage = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    hermes_state.archive.SEAL_AT_BYTES = 20_000
    importer.FLUSH_CHARS = 3_000
    if sabotage == "drops index entries":
        drop_some_index_entries()
    children: list[int] = []
    while words := sys.stdin.readline().split():
        if words[0] == "go":
            for writer in range(writers):
                child = os.fork()
                if not child:
                    live_once(words, sources, writer, sabotage)
                    os._exit(0)
                children.append(child)
                say("pid", writer, child)
        else:
            for child in children:
                os.waitpid(child, 0)
            children.clear()
            say("reaped")


if __name__ == "__main__":
    main()
