"""Fills the disk under an archive, looks whether reading goes on, makes room and looks whether everything is there.

As a program: on the archive named, under a limit to the size of files, which it then lifts.
"""

from __future__ import annotations

import contextlib
import io
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from archives import texts
from crash_judge import Promise, judge

from hermes_state import SessionDB, upkeep
from hermes_state.errors import ArchiveIOError, DiskFullError

LIMIT_BYTES = 3_000_000
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
MOST = 20_000


@dataclass(frozen=True)
class Filled:
    """How many messages went in before the disk was full, and what was said then."""

    stored: int
    error: DiskFullError | ArchiveIOError
    promises: list[Promise]


def message(number: int) -> dict[str, str]:
    """A message that no compression makes much smaller."""
    chance = random.Random(number)
    words = " ".join("".join(chance.choices(LETTERS, k=9)) for _ in range(200))
    return {"role": "user", "content": f"unique{number} {words}", "client_id": str(number)}


def fill(db: SessionDB, session: str = "s", first: int = 0) -> Filled:
    """Appends until the disk is full."""
    promises: list[Promise] = []
    for number in range(first, first + MOST):
        given = message(number)
        try:
            db.append(session, given)
        except (DiskFullError, ArchiveIOError) as error:
            return Filled(number, error, promises)
        promises.append(("message", session, given["client_id"], given["content"]))
    raise AssertionError("the disk is never full")


def fill_and_make_room(path: Path, make_room: Callable[[], object]) -> Filled:
    """Fails unless a full disk only stops writing, and nothing is lost or twice when it has room again."""
    with SessionDB(path) as db:
        db.create_session(session_id="s")
        db.create_session(session_id="other")
        db.append("other", {"role": "user", "content": "unique in another session"})
        filled = fill(db)
        assert filled.stored > 20
        assert filled.error.hint
        held = len(texts(db, "s"))
        assert held == len(filled.promises)
        for number in (0, filled.stored - 1):
            assert [hit.match_message_id for hit in db.search(f"unique{number}", per="message").results]
        assert db.read("s").messages
        assert db.export(["other"], "jsonl", io.BytesIO()).messages == 1
        for work in (lambda: db.append("s", message(filled.stored)), lambda: upkeep.delete(db, ["other"])):
            with contextlib.suppress(type(filled.error)):  # what needs less may yet find room
                work()
        make_room()
        for number in (filled.stored - 1, filled.stored, filled.stored + 1):
            db.append("s", message(number))
        assert [text.split()[0] for text in texts(db, "s")] == [f"unique{n}" for n in range(filled.stored + 2)]
    judge(path, filled.promises)
    return filled


def main() -> None:
    """Runs under the limit."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT_BYTES, hard))
    filled = fill_and_make_room(Path(sys.argv[1]), lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard)))
    print(filled.stored, type(filled.error).__name__)


if __name__ == "__main__":
    main()
