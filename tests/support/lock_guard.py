"""Watches that a process keeps its locks on an archive, and that nothing but SQLite touches the archive's files.

POSIX locks belong to a process: closing any descriptor of a file drops all of the process's locks on it, those of an
open SQLite connection included. Another process then takes the log away under its feet.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LOCKS = Path("/proc/locks")
SIDES = ("", "-wal", "-shm", "-journal")
TELLING = ("open", "os.", "shutil.", "sqlite3.", "mmap.")
LOOKING = frozenset({"os.listdir", "os.scandir", "os.walk", "os.fwalk", "os.getxattr", "os.listxattr"})
"""Events that open no file."""

_guards: list[LockGuard] = []


class LockGuard:
    """What happened to one archive's files since the guard was set."""

    def __init__(self, path: Path) -> None:
        self.path = os.path.realpath(path)
        self.events: list[str] = []

    def names(self) -> list[str]:
        """The archive's files."""
        return [self.path + side for side in SIDES]

    def locks(self) -> set[str]:
        """Of which of its files this process holds a lock: ``""`` the archive, ``"-shm"`` its shared memory."""
        inodes = {
            os.stat(name).st_ino: side for name, side in zip(self.names(), SIDES, strict=True) if os.path.exists(name)
        }
        held = set()
        for line in LOCKS.read_text().splitlines():
            fields = line.split()
            if "->" not in fields and int(fields[4]) == os.getpid():
                held.add(inodes.get(int(fields[5].rsplit(":", 1)[1])))
        return {side for side in held if side is not None}

    def note(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Keeps an event that names one of the files, under any name."""
        if event in LOOKING or not event.startswith(TELLING):
            return
        if event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_EXCL:
            return  # makes a file or fails: it opens nothing that is there
        for argument in arguments:
            if isinstance(argument, str | bytes | os.PathLike) and self.is_mine(os.fsdecode(argument)):
                self.events.append(f"{event} {arguments}")

    def is_mine(self, name: str) -> bool:
        """Whether a name leads to one of the archive's files."""
        name = name.removeprefix("file:").partition("?")[0]
        try:
            if os.path.realpath(name) in self.names():
                return True
            status = os.stat(name)
        except (OSError, ValueError):
            return False
        return any(os.path.exists(one) and os.path.samestat(status, os.stat(one)) for one in self.names())

    def assert_undisturbed(self, what: str) -> None:
        """Fails unless the locks are there and no event named the files."""
        assert self.events == [], f"{what} touched the archive: {self.events}"
        if LOCKS.exists():
            assert self.locks() >= {"", "-shm"}, f"{what} dropped a lock: {self.locks()} are left"


@contextmanager
def guarding(path: Path) -> Iterator[LockGuard]:
    """A guard of an archive within."""
    if not _guards and not hasattr(sys, "_lock_guard_is_set"):
        sys.addaudithook(_hear)  # for the life of the process: it cannot be taken away
        sys._lock_guard_is_set = True  # type: ignore[attr-defined]
    guard = LockGuard(path)
    _guards.append(guard)
    try:
        yield guard
    finally:
        _guards.remove(guard)


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    for guard in _guards:
        guard.note(event, arguments)
