"""Faults of a disk: an error, a full disk, a write cut short at the n-th call of SQLite on an archive's files."""

from __future__ import annotations

from collections import Counter

import apsw
from crash_vfs import Watcher

ERRORS = {
    "read": (apsw.IOError, apsw.SQLITE_IOERR_READ),
    "write": (apsw.IOError, apsw.SQLITE_IOERR_WRITE),
    "sync": (apsw.IOError, apsw.SQLITE_IOERR_FSYNC),
    "truncate": (apsw.IOError, apsw.SQLITE_IOERR_TRUNCATE),
    "size": (apsw.IOError, apsw.SQLITE_IOERR_FSTAT),
    "lock": (apsw.IOError, apsw.SQLITE_IOERR_LOCK),
    "delete": (apsw.IOError, apsw.SQLITE_IOERR_DELETE),
    "access": (apsw.IOError, apsw.SQLITE_IOERR_ACCESS),
    "open": (apsw.CantOpenError, apsw.SQLITE_CANTOPEN),
}
"""What the system's VFS would raise for each call."""

KINDS: dict[str, frozenset[str]] = {
    "read error": frozenset({"read", "size", "access", "open"}),
    "write error": frozenset({"write", "sync", "truncate", "delete", "lock"}),
    "disk full": frozenset({"write"}),
    "short write": frozenset({"write"}),
}
"""The calls that each kind of fault meets."""


class Faults(Watcher):
    """Lets the calls from number ``first`` on fail, ``lasting`` of them; counts all that a kind may meet."""

    def __init__(self, kind: str, first: int | None = None, lasting: int = 1) -> None:
        self.kind = kind
        self.first = first
        self.lasting = lasting
        self.calls = 0
        self.raised: Counter[str] = Counter()

    def before(self, call: str, path: str, size: int = 0) -> int:
        if call not in KINDS[self.kind]:
            return size
        number = self.calls
        self.calls += 1
        if self.first is None or not self.first <= number < self.first + self.lasting:
            return size
        self.raised[call] += 1
        if self.kind == "short write":
            return size // 2
        if self.kind == "disk full":
            raise apsw.FullError("no space left (planted)")
        raise planted(call)


def planted(call: str) -> apsw.Error:
    """The error of a call, its extended code as the system's VFS gives it."""
    kind, code = ERRORS[call]
    error = kind(f"{call} failed (planted)")
    error.extendedresult = code
    return error
