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
    ArchiveReadOnlyError,
    DiskFullError,
    ForeignArchiveError,
    NewerArchiveError,
    UnsupportedSQLiteError,
)
from hermes_state.store import files, index, index_tables, schema_shape
from hermes_state.store.connection import Connection
from hermes_state.store.verification import CHECKED_INDEXES, index_holds_together

NO_DAMAGE = (
    *(ArchiveBusyError, ArchiveReadOnlyError, ArchiveIOError, DiskFullError),
    *(NewerArchiveError, UnsupportedSQLiteError),
)
"""Errors that say nothing of the file's contents: repairing would not help."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is wrong with an archive, in words, and whether that is of indexes alone."""

    problems: list[str]
    is_index_only: bool = False


def diagnosed(path: str) -> Diagnosis:
    """What is wrong with an archive. Raises what repairing cannot help with.

    Nothing of the file is changed, its log neither, before it is known that the conversations are sound.
    """
    try:
        problems, is_content = _looked_at_closely(path)
        if not is_content:
            with SessionDB(path) as db, db.file.exclusive() as connection:
                broken = [name for name in CHECKED_INDEXES if _is_broken(connection, name)]
            problems += [f"the index {name} is damaged" for name in broken]
        return Diagnosis(problems, is_index_only=not is_content)
    except ArchiveReadOnlyError:
        if not _may_be_written(path):
            raise
        return Diagnosis([f"{path} cannot be written, although you may: its header says so"])
    except NO_DAMAGE:
        raise
    except ForeignArchiveError as error:
        refuse_readable(path, error)  # of a damaged header SQLite says the same
        return Diagnosis([str(error)])
    except ArchiveError as error:
        return Diagnosis([str(error)])


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
