"""Puts a backup in the place of an archive, through SQLite: who reads meanwhile goes on reading what was there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import BinaryIO

from hermes_state.archive import SessionDB
from hermes_state.errors import (
    ArchiveError,
    ArchiveMissingError,
    DamagedArchiveError,
    DamagedIndexError,
    ForeignArchiveError,
    InvalidArgumentError,
)
from hermes_state.salvage import PageFile
from hermes_state.store import files, index, schema
from hermes_state.store.connection import Connection
from hermes_state.store.pool import ArchiveFile
from hermes_state.store.sealing import RAISE_PACK_ID
from hermes_state.store.verification import verify_archive
from hermes_state.upkeep.backing_up import COUNTS, NUMBER, Series, numbered_backup
from hermes_state.upkeep.diagnosing import NO_DAMAGE, refuse_readable
from hermes_state.upkeep.forensics import held_still, keep_copy, put_in_place, refuse_open_here
from hermes_state.upkeep.staging import remove_with_sides, staged

Progress = Callable[[str], None]

KEPT_COPIES = 3
"""Copies of what was there before that are kept, the newest of them."""
BEFORE = "before-restore"

LAST_IDS = """
SELECT
    max(
        coalesce((SELECT max(id) FROM message), 0),
        coalesce((SELECT value FROM meta WHERE name = 'last_deleted_id'), 0)
    ),
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'pack'), 0),
    coalesce((SELECT value FROM meta WHERE name = ?), 0)
"""
RAISE_META = """
INSERT INTO meta (name, value) VALUES (?1, ?2)
ON CONFLICT (name) DO UPDATE SET value = max(value, ?2)
"""
FORGET = "DELETE FROM meta WHERE name = ?"


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """What the archive holds now, and where a copy of what it held before lies (``None``: there was nothing)."""

    path: str
    sessions: int
    messages: int
    kept: str | None


def restore(
    backup: str | os.PathLike[str], path: str | os.PathLike[str], progress: Progress | None = None
) -> RestoreReport:
    """Replaces what an archive holds by what a backup holds, once the backup is checked and the archive is copied.

    The copy is a backup beside the archive, ``state.db.before-restore-000001`` (the last ``KEPT_COPIES`` stay), or, of
    a damaged one, ``state.db.damaged``. The archive must not be open in this process; other processes may have it open,
    unless it is damaged. Raises ``ForeignArchiveError``, ``NewerArchiveError``, ``DamagedArchiveError`` for a backup
    that is none or not sound, and ``ArchiveBusyError``, ``DiskFullError``; the archive is then as it was.
    """
    say = progress or (lambda step: None)
    source, target = files.resolved(backup), files.resolved(path)
    _require_two_files(source, target)
    folder, name = os.path.split(target)
    with staged(folder, name) as new, ExitStack() as stack:
        say("checking the backup")
        _copy_and_check(source, new)
        say("keeping a copy of the archive")
        present = stack.enter_context(_present(target))
        kept = None if present is None else _kept(present, target, say)
        if present is not None and kept is not None:
            _go_on_from(new, present)
            say("restoring")
            with present.exclusive() as connection:
                _overwrite(connection, new)
        elif os.path.exists(target) and os.path.getsize(target):
            with held_still(target) as file:
                _refuse_others(file, target)
                kept = keep_copy(file, target).path
                _forget_number(new)
                say("restoring")
                put_in_place(new, target)
        else:
            _forget_number(new)
            say("restoring")
            connection = schema.open_writer(target)
            stack.callback(connection.close)
            _overwrite(connection, new)
    return _report(target, kept)


def _report(target: str, kept: str | None) -> RestoreReport:
    with SessionDB(target) as db:
        sessions, messages = db.file.reader().connection.rows(COUNTS)[0]
    return RestoreReport(target, int(sessions), int(messages), kept)


def _require_two_files(source: str, target: str) -> None:
    files.refuse_what_is_no_file(source)
    files.refuse_what_is_no_file(target)
    if not os.path.exists(source):
        raise ArchiveMissingError(
            f"there is no backup at {source}", path=source, operation="restore", hint="name a backup that exists"
        )
    known = files.identity(target)
    if known is not None and known == files.identity(source):
        raise InvalidArgumentError(
            f"{source} is the archive itself", path=source, operation="restore", hint="name a backup of it"
        )
    refuse_open_here(target, "restore")


def _copy_and_check(source: str, new: str) -> None:
    """Copies a backup into the new file, brings it to this version's form and verifies it."""
    reader = Connection(source, read_only=True, immutable=files.readable_only_as_immutable(source))
    try:
        if not schema.checked_version(reader):
            raise ForeignArchiveError(
                f"{source} is empty, no backup", path=source, operation="restore", hint="name a backup of an archive"
            )
        reader.backup_to(new)
    finally:
        reader.close()
    connection = Connection(new, read_only=False, journal_mode="delete")
    try:
        schema.migrate(connection)
    finally:
        connection.close()
        remove_with_sides(f"{new}.before-{schema.SCHEMA_VERSION}")
    copy = ArchiveFile(new, read_only=True)
    try:
        report = verify_archive(copy)
    finally:
        copy.close()
    if not report.ok:
        raise DamagedArchiveError(
            f"{source} is damaged, and nothing was restored: {report.problems[0]}",
            path=source,
            operation="restore",
            hint=f"name another backup, or mend this one: hermes session repair --db {source}",
        )


@contextmanager
def _present(target: str) -> Iterator[ArchiveFile | None]:
    """The archive that is there now, open for writing, if it is sound; ``None`` if there is none or it is damaged."""
    if not os.path.exists(target) or not os.path.getsize(target):
        yield None
        return
    archive = None
    try:
        archive = ArchiveFile(target, read_only=False)
        if verify_archive(archive).content_problems:
            archive.close()
            archive = None
    except NO_DAMAGE:
        raise
    except ArchiveError as error:  # a header that SQLite does not know, tables that are not there
        if archive is not None:
            archive.close()
        archive = None
        if isinstance(error, ForeignArchiveError):
            refuse_readable(target, error)  # of a damaged header SQLite says the same
    try:
        yield archive
    finally:
        if archive is not None:
            archive.close()


def _kept(archive: ArchiveFile, target: str, say: Progress) -> str | None:
    """The path of a backup, made now beside it, of what is there; ``None``, and the archive is closed, when its pages
    are too damaged for one, be they those of an index."""
    folder, name = os.path.split(target)
    try:
        return numbered_backup(archive, folder, Series(name, "", BEFORE), KEPT_COPIES, say).path
    except (DamagedArchiveError, DamagedIndexError):
        archive.close()
        return None


def _go_on_from(new: str, present: ArchiveFile) -> None:
    """Makes ids go on from where the archive was: none that a program may remember names another text later."""
    last_id, last_pack, emptied = present.reader().connection.rows(LAST_IDS, (index.EMPTIED,))[0]
    connection = Connection(new, read_only=False, journal_mode="delete")
    try:
        with connection.transaction():
            connection.run(RAISE_META, ("last_deleted_id", last_id))
            connection.run(RAISE_META, (index.EMPTIED, emptied + 1))  # what writers remember of the dictionary is void
            connection.run(RAISE_PACK_ID, (last_pack,))
            connection.run(FORGET, (NUMBER,))
    finally:
        connection.close()


def _forget_number(new: str) -> None:
    """Takes away the mark of a backup."""
    connection = Connection(new, read_only=False, journal_mode="delete")
    try:
        connection.run(FORGET, (NUMBER,))
    finally:
        connection.close()


def _overwrite(connection: Connection, new: str) -> None:
    source = Connection(new, read_only=True)
    try:
        connection.overwrite_with(source)
    finally:
        source.close()
    connection.rows("PRAGMA wal_checkpoint(PASSIVE)")  # the others would wait for whoever still reads what was there


def _refuse_others(file: BinaryIO, target: str) -> None:
    """Raises for a file that has never been an archive: another database, no database at all; for an encrypted one,
    too, whose key is not named.

    What has lost its header still has the map of its pages (every archive has one), or zeros where it began.
    """
    pages = PageFile(file)
    is_ours = pages.application_id in (0, schema.APPLICATION_ID) or (
        pages.application_id is None and (pages.has_map or not any(pages.page(1)))
    )
    if not is_ours or pages.file_bytes % 512:
        raise ForeignArchiveError(
            f"{target} is not a session archive, or encrypted with another key, and nothing was restored over it",
            path=target,
            operation="restore",
            hint="name the archive with --db, or a file that does not exist yet",
        )
