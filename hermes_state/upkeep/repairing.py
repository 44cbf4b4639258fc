"""Repairs a damaged archive: rebuilds its indexes, mends its schema, or salvages what its pages still hold."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field

from hermes_state.archive import SessionDB
from hermes_state.errors import DamagedArchiveError, DamagedIndexError, ForeignArchiveError, NewerArchiveError
from hermes_state.salvage import Carver, PageFile
from hermes_state.store import files, index, index_tables, parity, schema, schema_shape
from hermes_state.store.connection import Connection
from hermes_state.upkeep.diagnosing import Diagnosis, diagnosed
from hermes_state.upkeep.forensics import ForensicCopy, held_still, keep_copy, put_in_place, require_closed
from hermes_state.upkeep.optimizing import optimize
from hermes_state.upkeep.refill import Refill, Refiller, expected_schema
from hermes_state.upkeep.staging import remove_with_sides

Progress = Callable[[str], None]

DROP_PARITY = "DELETE FROM parity"
SESSIONS = "SELECT s.key, s.id, s.origin, s.message_count FROM session AS s ORDER BY s.key"


@dataclass(frozen=True, slots=True)
class LostMessages:
    """What is lost of one session: how many messages, and the ids of those whose ids are known."""

    session_id: str
    origin: str
    messages: int
    message_ids: list[int]


@dataclass(frozen=True, slots=True)
class RepairReport:
    """What a repair did.

    ``action``: ``none`` (the archive was sound), ``index``, ``schema`` or ``salvage``; ``problems``: what was wrong.
    For a salvage: ``copy`` is where the damaged file lies now; ``sessions`` and ``messages`` were saved; of
    ``messages_guessed`` only the text is certain, in the texts of ``messages_unchecked`` letters may be wrong,
    ``sessions_guessed`` are without title and settings; ``lost`` tells what is gone, session by session.
    """

    action: str
    problems: list[str] = field(default_factory=list)
    copy: str | None = None
    sessions: int = 0
    messages: int = 0
    sessions_guessed: int = 0
    messages_guessed: int = 0
    messages_unchecked: list[int] = field(default_factory=list)
    attachments_lost: int = 0
    messages_lost: int = 0
    lost: list[LostMessages] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def repair(path: str | os.PathLike[str], progress: Progress | None = None) -> RepairReport:
    """Makes an archive sound again, or raises and leaves it as it is.

    The archive must not be open in this process. Where only indexes are damaged they are made anew in place, through
    SQLite, while others may read. Else the file is copied (``state.db.damaged``), a new archive is made beside it of
    what the copy still holds, checked, and put in its place. Raises ``ArchiveBusyError``, ``ForeignArchiveError``,
    ``NewerArchiveError``, ``DiskFullError``, and ``DamagedArchiveError`` when nothing can be saved, as of an encrypted
    archive whose pages are damaged.
    """
    say = progress or (lambda step: None)
    resolved = files.resolved(path)
    require_closed(resolved, "repair")
    say("checking the archive")
    found = diagnosed(resolved)
    if not found.problems:
        return RepairReport("none")
    if found.is_index_only:
        with contextlib.suppress(DamagedArchiveError, DamagedIndexError):
            done = _mended_in_place(resolved, say)
            if not diagnosed(resolved).problems:
                return RepairReport("schema" if done else "index", problems=found.problems, notes=done)
    if found.is_encrypted:
        raise DamagedArchiveError(
            f"{resolved} is damaged, and of encrypted pages nothing can be salvaged",
            path=resolved,
            operation="repair",
            hint="restore a backup; the file is as it was",
        )
    with held_still(resolved) as file:
        say("keeping a copy of the damaged file")
        copy = keep_copy(file, resolved)
        return _salvaged(resolved, copy, found, say)


def _mended_in_place(path: str, say: Progress) -> list[str]:
    """Makes what is missing of the schema, every index and all parity anew; returns what was done to the schema."""
    with SessionDB(path) as db:
        with db.file.writing() as writer:
            done = schema_shape.mend(writer.connection)
            writer.connection.run(DROP_PARITY)
            index.mark_stale(writer.connection)
        try:
            optimize(db, say)
        except (DamagedArchiveError, DamagedIndexError):
            say("writing the file anew without its indexes")
            with db.file.exclusive() as connection:
                index_tables.replace_all(connection)
            optimize(db, say)
        with db.file.writing() as writer:
            parity.protect(writer.connection)
        with db.file.exclusive() as connection:
            connection.run("VACUUM")
            connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    return done


def _salvaged(path: str, copy: ForensicCopy, found: Diagnosis, say: Progress) -> RepairReport:
    """Makes a new archive of what a copy holds and puts it in the place of the archive, which is held still."""
    new = f"{path}.repairing"
    remove_with_sides(new)  # of a repair that was killed; the lock tells that no other is at work
    try:
        say("looking at every page")
        try:
            result, lost = _refilled(path, copy.path, new, say)
            if not result.sessions and not result.messages:
                raise found.foreign or DamagedArchiveError(
                    f"nothing of an archive is left in {path}",
                    path=path,
                    operation="repair",
                    hint="restore a backup; the file is as it was",
                )
        except (DamagedArchiveError, ForeignArchiveError, NewerArchiveError):
            if copy.is_new:  # of a file that stays as it is
                remove_with_sides(copy.path)
            raise
        say("building the search index")
        _finish(new, say)
        put_in_place(new, path)
    finally:
        remove_with_sides(new)
    notes = []
    if copy.unreadable_bytes:
        notes.append(f"{copy.unreadable_bytes:,} bytes could not be read from the disk")
    if result.is_lossy():
        notes.append("the next import or sync reads every transcript again and brings back what these still hold")
    return RepairReport(
        "salvage",
        problems=found.problems,
        copy=copy.path,
        sessions=result.sessions,
        messages=result.messages,
        sessions_guessed=result.sessions_guessed,
        messages_guessed=len(result.guessed),
        messages_unchecked=sorted(result.unchecked),
        attachments_lost=result.attachments_lost,
        messages_lost=sum(one.messages for one in lost),
        lost=lost,
        notes=notes,
    )


def _refilled(path: str, copy: str, new: str, say: Progress) -> tuple[Refill, list[LostMessages]]:
    """Fills the new archive from the copy; returns what was saved and what is lost. Raises for somebody else's file."""
    expected = expected_schema()
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(open(copy, "rb"))
        log = stack.enter_context(open(f"{copy}-wal", "rb")) if os.path.exists(f"{copy}-wal") else None
        pages = PageFile(file, log)
        _refuse_others(path, pages)
        carver = Carver(pages, expected.shapes.values(), expected.roots)
        say("taking over what is left")
        connection = schema.open_writer(new, "normal")
        stack.callback(connection.close)
        with connection.transaction():
            result = Refiller(carver, connection, expected).fill()
        return result, _lost(connection, result)


def _refuse_others(path: str, pages: PageFile) -> None:
    """Raises for a file with the header of somebody else's database, or of a newer archive."""
    if pages.application_id not in (None, 0, schema.APPLICATION_ID):
        raise ForeignArchiveError(
            f"{path} is a database, but not a session archive", path=path, operation="repair", hint="name another"
        )
    is_ours = pages.application_id == schema.APPLICATION_ID
    if is_ours and pages.user_version is not None and schema.SCHEMA_VERSION < pages.user_version < 1000:
        raise NewerArchiveError(
            f"{path} was written by a newer hermes-state", path=path, operation="repair", hint="upgrade hermes-state"
        )


def _lost(connection: Connection, result: Refill) -> list[LostMessages]:
    """What is lost of each session: messages whose ids are known, or else as many as the session had counted."""
    lost = []
    for key, session_id, origin, held in connection.rows(SESSIONS):
        ids = sorted(result.lost.get(key, ()))
        count = max(len(ids), result.counted.get(key, 0) - held)
        if count:
            lost.append(LostMessages(session_id, origin, count, ids))
    for key, (session_id, origin) in sorted(result.ghosts.items()):
        ids = sorted(result.lost.get(key, ()))
        if ids:
            lost.append(LostMessages(session_id, origin, len(ids), ids))
    return lost


def _finish(new: str, say: Progress) -> None:
    """Seals and indexes what was salvaged; raises unless the new archive is sound."""
    with SessionDB(new, synchronous="normal") as db:
        optimize(db, say)
        with db.file.exclusive() as connection:
            connection.run("VACUUM")
        say("checking the new archive")
        report = db.verify(full=True)
        with db.file.exclusive() as connection:
            connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    if not report.ok:
        raise DamagedArchiveError(
            f"what was salvaged does not hold together: {report.problems[0]}",
            path=new,
            operation="repair",
            hint="the archive is as it was; restore a backup",
        )
