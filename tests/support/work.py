"""Counts the work that an archive's connection does: statements, steps, rows, pages, packs. Nothing here is a time."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import apsw

from hermes_state import SessionDB
from hermes_state.store.connection import Connection

VM_STEPS, SCAN_STEPS = "SQLITE_STMTSTATUS_VM_STEP", "SQLITE_STMTSTATUS_FULLSCAN_STEP"
EVENTS = apsw.SQLITE_TRACE_ROW | apsw.SQLITE_TRACE_PROFILE


@dataclass
class Work:
    """What was done, with what FTS5 does within: ``steps`` are those of SQLite's virtual machine.

    ``scanned`` is the longest way that one statement went through a table without an index' help, in rows.
    ``pages`` were asked for, ``pages_read`` of them came from the file; ``pages_written`` went to it.
    """

    statements: list[str] = field(default_factory=list)
    steps: int = 0
    rows: int = 0
    scanned: int = 0
    pages: int = 0
    pages_read: int = 0
    pages_written: int = 0
    packs: int = 0


def pages_so_far(connection: Connection) -> tuple[int, int, int]:
    """Pages that a connection asked for, read and wrote since it was opened."""
    names = (apsw.SQLITE_DBSTATUS_CACHE_HIT, apsw.SQLITE_DBSTATUS_CACHE_MISS, apsw.SQLITE_DBSTATUS_CACHE_WRITE)
    hits, misses, writes = (connection._db.status(name)[0] for name in names)
    return hits + misses, misses, writes


@contextlib.contextmanager
def counted(connection: Connection) -> Iterator[Work]:
    """The work of one connection within the block."""
    work = Work()

    def noted(event: dict[str, Any]) -> None:
        if event["code"] == apsw.SQLITE_TRACE_ROW:
            work.rows += 1
            return
        work.statements.append(" ".join(event["sql"].split()))
        work.steps += event["stmt_status"][VM_STEPS]
        work.scanned = max(work.scanned, event["stmt_status"][SCAN_STEPS])

    before = pages_so_far(connection)
    connection._db.trace_v2(EVENTS, noted)
    try:
        yield work
    finally:
        connection._db.trace_v2(0, None)
        after = pages_so_far(connection)
        work.pages, work.pages_read, work.pages_written = (now - then for now, then in zip(after, before, strict=True))


@contextlib.contextmanager
def reading(db: SessionDB) -> Iterator[Work]:
    """The work of this thread's reader within the block, no pack kept from before."""
    reader = db.file.reader()
    reader.forget_packs()
    opened = reader.packs_opened
    with counted(reader.connection) as work:
        yield work
    work.packs = reader.packs_opened - opened
