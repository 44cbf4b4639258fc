"""A day of an archive in a few hundred system calls: everything that writes, small, with what it is promised."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from archives import claude_lines, claude_texts, codex_lines, write_lines
from crash_judge import Promise

from hermes_state import SessionDB, upkeep

CLAUDE = "11111111-1111-4111-8111-111111111111"
CODEX = "22222222-2222-4222-8222-222222222222"
IMPORTED = (
    ("imported", CLAUDE, claude_texts(12)),
    ("imported", CODEX, tuple(f"continue {number % 4}" for number in range(8))),
)

WORDS = "deploy rollback 漢字 naïve café error timeout index socket Größe retry ключ".split()


@dataclass(frozen=True)
class Action:
    """Something that a caller does, which may be done again after a failure, and what he is promised by its return.

    ``announced`` is what may have happened from the moment at which it begins.
    """

    name: str
    run: Callable[[SessionDB], object]
    promises: tuple[Promise, ...] = ()
    announced: tuple[Promise, ...] = ()
    reopens: bool = False


def message(client_id: str, chance: random.Random, words: int) -> dict[str, Any]:
    """A message that no other is equal to; every third is a tool's output."""
    text = f"{client_id} " + " ".join(f"{chance.choice(WORDS)}{chance.randrange(60)}" for _ in range(words))
    role = ("user", "assistant", "tool")[chance.randrange(3)]
    return {"role": role, "content": text, "client_id": client_id}


def append(session: str, messages: list[dict[str, Any]]) -> Action:
    """Appends messages in one call."""
    promises = tuple(("message", session, one["client_id"], one["content"]) for one in messages)
    return Action("append", lambda db: db.append(session, messages), promises)


def create(session: str) -> Action:
    """Makes a session."""
    return Action("create", lambda db: db.create_session(session_id=session), (("session", session),))


def delete(session: str) -> Action:
    """Deletes a session; one that is gone already was deleted by the try before."""

    def run(db: SessionDB) -> None:
        if db.get_session(session) is not None:
            upkeep.delete(db, [session])

    return Action("delete", run, (("gone", session),), (("going", session),))


def take_in(paths: list[Path], promises: tuple[Promise, ...]) -> Action:
    """Imports transcripts."""

    def run(db: SessionDB) -> None:
        report = db.import_transcripts(paths)
        assert report.failures == []

    return Action("import", run, promises)


SEAL = Action("seal", lambda db: db.file.write(lambda writer: writer.seal_loose()))
OPTIMIZE = Action("optimize", lambda db: upkeep.optimize(db))
VERIFY = Action("verify", lambda db: db.verify())
SEARCH = Action("search", lambda db: db.search("deploy1 OR retry2"))
REOPEN = Action("reopen", lambda db: None, reopens=True)


def sources(folder: Path) -> list[Path]:
    """Two transcripts to import."""
    return [
        write_lines(folder / "claude.jsonl", claude_lines(CLAUDE, 12)),
        write_lines(folder / "codex.jsonl", codex_lines(CODEX, 8)),
    ]


def day(transcripts: list[Path], seed: int, *, rounds: int = 1, words: int = 60) -> Iterator[Action]:
    """The actions of a day, in order."""
    chance = random.Random(seed)
    number = 0

    def some(count: int) -> list[dict[str, Any]]:
        nonlocal number
        number += count
        return [message(f"c{one}", chance, words) for one in range(number - count, number)]

    yield create("s")
    for turn in range(rounds):
        short = f"short{turn}"
        yield append("s", some(1))
        yield append("s", some(3))
        yield create(short)
        yield append(short, some(2))
        yield SEAL
        yield append("s", some(2))
        yield SEARCH
        if turn == 0:
            yield take_in(transcripts, IMPORTED)
        yield Action("rename", lambda db: upkeep.rename(db, "s", "A title"), (("title", "s", "A title"),))
        yield append(short, some(2))
        yield REOPEN
        yield delete(short)
        yield append("s", some(6))
        yield SEAL
        yield OPTIMIZE
        yield append("s", some(1))
        yield REOPEN
        yield append("s", some(1))


def rollback_journal(_: str) -> str:
    """Stands in for ``files.journal_mode_for``: as on a network's filesystem."""
    return "delete"
