"""Opens an archive file: tells ours from others, creates it, and brings it to the newest schema."""

from __future__ import annotations

import contextlib
import os
import time

from hermes_state.errors import (
    ArchiveError,
    ArchiveIOError,
    ArchiveMissingError,
    ArchiveReadOnlyError,
    ForeignArchiveError,
    NewerArchiveError,
    OlderArchiveError,
)
from hermes_state.store import files
from hermes_state.store.connection import Connection

APPLICATION_ID = 0x48534131
"""``HSA1``: what marks a file as a session archive."""

SCHEMA_VERSION = 5
"""The number of the newest step in ``migrations/``."""

MIGRATIONS = "hermes_state.migrations"
"""The package of the steps: a folder beside the library in the source tree, within it where it is installed."""

RECORD_MIGRATION = "INSERT INTO migration (version, name, applied_at) VALUES (?, ?, ?)"


def open_reader(path: str) -> Connection:
    """A read-only connection to an archive of the newest schema.

    Raises ``ArchiveMissingError``, ``ForeignArchiveError``, ``NewerArchiveError``, or
    ``ArchiveReadOnlyError`` when the file first has to be migrated.
    """
    files.refuse_what_is_no_file(path)
    if not os.path.exists(path):
        raise ArchiveMissingError(
            f"there is no archive at {path}",
            path=path,
            operation="open",
            hint="run hermes session sync or hermes session import PATH to make one",
        )
    if not os.access(path, os.R_OK):
        raise ArchiveIOError(
            f"cannot read {path}", path=path, operation="open", hint="check the permissions of the file"
        )
    if os.stat(path).st_size == 0:  # SQLite would take away a log that lies beside it
        raise is_empty(path)
    connection = _reading(path)
    try:
        version = checked_version(connection)
        if version == 0:
            raise is_empty(path)
        if version < SCHEMA_VERSION:
            raise OlderArchiveError(
                f"{path} has an older form (version {version}) and cannot be migrated read-only",
                path=path,
                operation="open",
                hint="open it once for writing: hermes session optimize",
            )
    except BaseException:
        connection.close()
        raise
    return connection


def is_empty(path: str, operation: str = "open") -> ArchiveMissingError:
    """The error for a file that holds nothing, not even a schema."""
    return ArchiveMissingError(
        f"{path} is empty, no archive yet",
        path=path,
        operation=operation,
        hint="run hermes session sync or hermes session import PATH to make it one",
    )


def _reading(path: str) -> Connection:
    """A read-only connection to any SQLite file. One with a rollback journal can only be read by undoing first what a
    crash may have left half done in it."""
    if files.readable_only_as_immutable(path):
        return Connection(path, read_only=True, immutable=True)
    return Connection(path, read_only=True, rolls_back=files.may_have_to_be_rolled_back(path))


def open_writer(path: str, synchronous: str = "full") -> Connection:
    """A writing connection; creates the file when it is missing and migrates an older one.

    Raises ``ForeignArchiveError``, ``NewerArchiveError``, ``ArchiveIOError``, ``ArchiveReadOnlyError``.
    """
    files.refuse_what_is_no_file(path)
    if not os.path.exists(path) or os.stat(path).st_size == 0:
        _require_migrations()  # before there is a file
    files.create_private(path)
    if not os.access(path, os.W_OK):
        raise ArchiveReadOnlyError(
            f"{path} cannot be written", path=path, operation="open", hint="check the permissions of file and folder"
        )
    refuse_foreign(path)
    journal_mode = files.journal_mode_for(path)
    connection = Connection(path, read_only=False, journal_mode=journal_mode, synchronous=synchronous)
    try:
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def refuse_foreign(path: str) -> None:
    """Raises for a file that is not ours, before a writer's pragmas could change a byte of it."""
    if os.stat(path).st_size == 0:
        return
    connection = _reading(path)
    try:
        checked_version(connection)
    finally:
        connection.close()


def checked_version(connection: Connection) -> int:
    """The file's schema version (0: empty file). Raises for a foreign or a newer file."""
    application = connection.value("PRAGMA application_id")
    version = int(connection.value("PRAGMA user_version"))
    if application != APPLICATION_ID:
        with connection.snapshot():  # asked of one moment: another process may be making it an archive just now
            application = connection.value("PRAGMA application_id")
            version = int(connection.value("PRAGMA user_version"))
            is_empty = application == version == 0 and not connection.value("SELECT count(*) FROM sqlite_schema")
        if is_empty:
            return 0
    if application != APPLICATION_ID:
        raise ForeignArchiveError(
            f"{connection.path} is a database, but not a session archive",
            path=connection.path,
            operation="open",
            hint=f"to take its conversations in: hermes session import {connection.path}",
        )
    if version > SCHEMA_VERSION:
        raise NewerArchiveError(
            f"{connection.path} was written by a newer hermes-state (schema {version}, here {SCHEMA_VERSION})",
            path=connection.path,
            operation="open",
            hint="upgrade hermes-state",
        )
    return version


def require_unchanged(connection: Connection) -> None:
    """Raises ``NewerArchiveError`` when another process has brought the file to a newer schema since it was opened."""
    if int(connection.value("PRAGMA user_version")) > SCHEMA_VERSION:
        checked_version(connection)


def migrate(connection: Connection) -> None:
    """Brings the archive to ``SCHEMA_VERSION``: each step, its record and the version in one transaction.

    An existing archive is copied beside itself (``state.db.before-N``) before the first step.
    """
    if checked_version(connection) == SCHEMA_VERSION:
        return
    _keep_copy(connection)
    for step, name, sql in migration_steps():
        with connection.transaction():
            if step <= checked_version(connection):
                continue
            connection.run(sql)
            connection.run(RECORD_MIGRATION, (step, name, time.time()))
            connection.run(f"PRAGMA application_id={APPLICATION_ID}")
            connection.run(f"PRAGMA user_version={step}")


def _keep_copy(connection: Connection) -> None:
    """Copies an archive of an older form beside itself, unless that was done: whole or not at all.

    One without a session is just being made, by this process or by another. Whoever wants to migrate meanwhile waits
    for the lock; what a process killed at it left half copied is removed.
    """
    keep = f"{connection.path}.before-{SCHEMA_VERSION}"
    with connection.transaction():
        if checked_version(connection) in (0, SCHEMA_VERSION) or os.path.lexists(keep):
            return
        if not connection.value("SELECT EXISTS (SELECT 1 FROM session)"):
            return
        unfinished = f"{keep}.unfinished"
        for left in (unfinished, f"{unfinished}-journal"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(left)
        files.create_private(unfinished)
        reader = _reading(connection.path)
        try:
            reader.backup_to(unfinished)
        finally:
            reader.close()
        os.replace(unfinished, keep)


def _require_migrations() -> None:
    """Raises ``ArchiveError`` where the package is the source tree's folder, which lacks what is mapped into it."""
    from importlib.util import find_spec  # only a new or older archive needs it

    if find_spec(MIGRATIONS) is None:
        raise ArchiveError(
            "this is the source tree, not the installed package",
            path=os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
            operation="open",
            hint="run it from another folder, or install the tree with pip install -e .",
        )


def migration_steps() -> list[tuple[int, str, str]]:
    """``(version, name, sql)`` of every step, oldest first. Raises ``ArchiveError`` in the source tree."""
    from importlib import resources  # 3 ms of a start, and only a new or older archive needs it

    _require_migrations()
    folder = resources.files(MIGRATIONS)
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return [(int(name[:4]), name[5:-4], (folder / name).read_text(encoding="utf-8")) for name in names]
