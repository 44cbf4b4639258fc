"""Says what is wrong with an archive that is not open, and whether repairing its indexes would be enough."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass

from hermes_state.archive import SessionDB
from hermes_state.errors import (
    ArchiveBusyError,
    ArchiveError,
    ArchiveIOError,
    ArchiveMissingError,
    ArchiveReadOnlyError,
    DiskFullError,
    ForeignArchiveError,
    NewerArchiveError,
    UnsupportedSQLiteError,
)
from hermes_state.store import encryption, files, index, index_tables, schema_shape
from hermes_state.store.connection import CAN_ENCRYPT, Connection
from hermes_state.store.index_checks import CHECKED_INDEXES, index_holds_together
from hermes_state.upkeep.forensics import SIDE_FILES

NO_DAMAGE = (
    *(ArchiveBusyError, ArchiveReadOnlyError, ArchiveIOError, DiskFullError),
    *(NewerArchiveError, UnsupportedSQLiteError),
)
"""Errors that say nothing of the file's contents: repairing would not help."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is wrong with an archive, in words, and whether that is of indexes alone.

    ``is_encrypted``: a key is named, so that what SQLite cannot read nobody can. ``foreign`` is SQLite's word that the
    file is no database, which it also says of a damaged header.
    """

    problems: list[str]
    is_index_only: bool = False
    is_encrypted: bool = False
    foreign: ForeignArchiveError | None = None


def diagnosed(path: str) -> Diagnosis:
    """What is wrong with an archive. Raises what repairing cannot help with: an empty file, another key.

    Nothing of the file is changed, its log neither, before it is known that the conversations are sound.
    """
    is_encrypted = encryption.key_of(os.environ, can_encrypt=CAN_ENCRYPT) is not None
    try:
        problems, is_content = _looked_at_closely(path)
        if not is_content:
            with SessionDB(path) as db, db.file.exclusive() as connection:
                broken = [name for name in CHECKED_INDEXES if _is_broken(connection, name)]
            problems += [f"the index {name} is damaged" for name in broken]
        return Diagnosis(problems, is_index_only=not is_content, is_encrypted=is_encrypted)
    except ArchiveReadOnlyError:
        if not _may_be_written(path):
            raise
        return Diagnosis([f"{path} cannot be written, although you may: its header says so"])
    except NO_DAMAGE:
        raise
    except ForeignArchiveError as error:
        if is_encrypted:
            raise
        refuse_readable(path, error)  # of a damaged header SQLite says the same
        return Diagnosis([str(error)], foreign=error)
    except ArchiveMissingError as error:
        if not _has_a_log(path):
            raise
        return Diagnosis([str(error)], is_encrypted=is_encrypted)
    except ArchiveError as error:
        return Diagnosis([str(error)], is_encrypted=is_encrypted)


def _has_a_log(path: str) -> bool:
    """Whether a journal beside a file may hold what the file does not."""
    return any(os.path.isfile(path + side) and os.path.getsize(path + side) for side in SIDE_FILES)


def _may_be_written(path: str) -> bool:
    """Whether file and folder can be written by this user: SQLite refuses to, where the header names a later form."""
    return os.access(path, os.W_OK) and os.access(os.path.dirname(path) or os.curdir, os.W_OK)


def _is_broken(connection: Connection, name: str) -> bool:
    """Whether an index does not hold together, or is not there."""
    try:
        return not index_holds_together(connection, name)
    except NO_DAMAGE:
        raise
    except ArchiveError:
        return True


def _looked_at_closely(path: str) -> tuple[list[str], bool]:
    """The problems of an archive as far as reading tells them, and whether any is of the conversations."""
    try:
        db = SessionDB(path, read_only=True)
    except ArchiveReadOnlyError:  # of an older form
        db = SessionDB(path)
    with db:
        report = db.verify(full=True)
        problems = list(report.problems)
        connection = db.file.reader().connection
        if not index.is_usable(connection):
            problems.append("the search index is stale")
        return problems, bool(report.content_problems or index_tables.damaged_tables(connection)[1])


def refuse_readable(path: str, error: ForeignArchiveError) -> None:
    """Raises the error for a database that can be read and whose tables are not an archive's."""
    names: set[str] = set()
    with contextlib.suppress(ArchiveError):
        connection = Connection(path, read_only=True, immutable=files.readable_only_as_immutable(path))
        try:
            names = set(schema_shape.objects(connection))
        finally:
            connection.close()
    wanted = schema_shape.expected().keys()
    if names and len(names & wanted) * 2 < len(wanted):
        raise error
