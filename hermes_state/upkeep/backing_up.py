"""Copies an archive while it is in use: a file that SQLite made in one step, checked before it gets its name.

``VACUUM INTO`` reads one moment of the archive while others go on writing. It reads every row, gives no page twice and
leaves no journal beside the copy; SQLite's backup interface is two to three times faster, and copies damage as it is.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hermes_state.errors import (
    ArchiveError,
    ArchiveIOError,
    DamagedArchiveError,
    DiskFullError,
    HermesStateError,
    InvalidArgumentError,
)
from hermes_state.store import files, schema
from hermes_state.store.connection import Connection
from hermes_state.store.index_checks import CHECKED_INDEXES, index_holds_together
from hermes_state.store.pool import ArchiveFile
from hermes_state.store.verification import verify_archive
from hermes_state.upkeep.staging import give_name, staged, sync_file, sync_folder

if TYPE_CHECKING:
    from hermes_state.archive import SessionDB

Progress = Callable[[str], None]

NUMBER = "backup_number"
"""In ``meta`` of a backup: the number in its name (0: it has none), by which it is known as one."""
SET_NUMBER = "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)"
GET_NUMBER = "SELECT value FROM meta WHERE name = ?"
ANY_SESSION = "SELECT EXISTS (SELECT 1 FROM session)"
COUNTS = "SELECT (SELECT count(*) FROM session), (SELECT count(*) FROM message)"
MARK = "backup"


@dataclass(frozen=True, slots=True)
class BackupReport:
    """The backup's path and size, what it holds, and the older backups that were removed for it.

    ``kept``: older ones beyond ``keep`` that stay, since they hold sessions and this one holds none.
    """

    path: str
    size_bytes: int
    sessions: int
    messages: int
    removed: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


def backup(
    db: SessionDB,
    destination: str | os.PathLike[str],
    keep: int | None = None,
    progress: Progress | None = None,
) -> BackupReport:
    """Writes a checked copy of the archive, 0600, and returns what it holds. Others may write meanwhile.

    ``destination`` is a new file, or a folder (one that exists, or that ends with a separator), in which backups are
    numbered: ``state.backup-000001.db``. With ``keep`` only so many of them stay, the newest; nothing is removed that
    this function has not made, when the backup fails, or when no session would be left in any. Raises ``ArchiveError``
    when the file exists, ``DamagedArchiveError`` when the copy does not hold together, ``DiskFullError``,
    ``ArchiveIOError``.
    """
    say = progress or (lambda step: None)
    given = os.fspath(destination)
    is_folder = os.path.isdir(os.path.expanduser(given)) or given.endswith((os.sep, os.altsep or os.sep))
    if keep is not None and (keep < 1 or not is_folder):
        raise _uncountable(given, keep, is_folder=is_folder)
    if is_folder:
        folder = os.path.realpath(os.path.expanduser(given))
        stem, extension = os.path.splitext(db.path.name)
        return numbered_backup(db.file, folder, Series(stem, extension, MARK), keep, say)
    path = files.resolved(given)
    if os.path.lexists(path):
        raise _exists(path)
    return _make(db.file, path, 0, say)


@dataclass(frozen=True, slots=True)
class Series:
    """Numbered copies of one archive in a folder: ``STEM.MARK-NNNNNN.EXTENSION``."""

    stem: str
    extension: str
    mark: str

    def name(self, number: int) -> str:
        """The name of one copy."""
        return f"{self.stem}.{self.mark}-{number:06d}{self.extension}"

    def numbers(self, folder: str) -> list[int]:
        """The numbers of the copies that lie in a folder, in order."""
        pattern = re.compile(re.escape(f"{self.stem}.{self.mark}-") + r"(\d{6,})" + re.escape(self.extension))
        names = os.listdir(folder) if os.path.isdir(folder) else []
        return sorted(int(found[1]) for name in names if (found := pattern.fullmatch(name)) is not None)


def numbered_backup(archive: ArchiveFile, folder: str, series: Series, keep: int | None, say: Progress) -> BackupReport:
    """Makes the next copy of a series and removes the oldest beyond ``keep``."""
    while True:
        number = max(series.numbers(folder), default=0) + 1
        path = os.path.join(folder, series.name(number))
        try:
            report = _make(archive, path, number, say)
            break
        except FileExistsError:  # made by another process meanwhile
            continue
    if keep is None:
        return report
    old = _oldest(folder, series, keep)
    kept = [] if report.sessions else [path for path in old if _holds_sessions(path)]
    removed = _remove([path for path in old if path not in kept])
    return replace(report, removed=removed, kept=kept)


def _make(archive: ArchiveFile, path: str, number: int, say: Progress) -> BackupReport:
    """Makes one copy; raises ``FileExistsError`` when its name is taken at the end and it has a number."""
    folder, name = os.path.split(path)
    with staged(folder, name) as partial:
        try:
            say("copying the archive")
            with archive.fresh_reader() as reader:
                reader.connection.backup_to(partial)
            say("checking the copy")
            sessions, messages = _checked(partial, number)
            sync_file(partial)
            size = os.path.getsize(partial)
            give_name(partial, path)
            sync_folder(path)
        except FileExistsError:
            if number:
                raise
            raise _exists(path) from None
        except (ArchiveIOError, DiskFullError) as error:
            raise _not_written(path, error) from error
        except OSError as error:
            raise ArchiveIOError(
                f"cannot write {path}: {error.strerror or error}", path=path, operation="backup", hint="check the disk"
            ) from error
    return BackupReport(path, size, sessions, messages)


def _checked(partial: str, number: int) -> tuple[int, int]:
    """Marks a copy as a backup and verifies it; how many sessions and messages it holds."""
    connection = Connection(partial, read_only=False, journal_mode="delete")
    try:
        connection.run(SET_NUMBER, (NUMBER, number))
        broken = [table for table in CHECKED_INDEXES if not index_holds_together(connection, table)]
        sessions, messages = connection.rows(COUNTS)[0]
    finally:
        connection.close()
    copy = ArchiveFile(partial, read_only=True)
    try:
        report = verify_archive(copy)
    finally:
        copy.close()
    problems = report.problems + [f"the index {table} is damaged" for table in broken]
    if problems:
        raise DamagedArchiveError(
            f"the archive is damaged, and no backup was made of it: {problems[0]}",
            path=partial,
            operation="backup",
            hint="run hermes session repair; backups made before are kept",
        )
    return int(sessions), int(messages)


def backup_number(path: str) -> int | None:
    """The number that a backup says it has; ``None`` for any other file. Never raises for what is no archive."""
    if os.path.islink(path) or not os.path.isfile(path):
        return None
    try:
        connection = Connection(path, read_only=True, immutable=True)
    except HermesStateError:
        return None
    try:
        schema.checked_version(connection)
        number = connection.value(GET_NUMBER, (NUMBER,))
        return number if isinstance(number, int) else None
    except HermesStateError:
        return None
    finally:
        connection.close()


def _oldest(folder: str, series: Series, keep: int) -> list[str]:
    """The oldest copies of a series beyond ``keep``, if they are what their names say."""
    named = {number: os.path.join(folder, series.name(number)) for number in series.numbers(folder)[:-keep]}
    return [path for number, path in named.items() if backup_number(path) == number]


def _holds_sessions(path: str) -> bool:
    """Whether a backup holds any session, or may hold one: it cannot be read."""
    try:
        connection = Connection(path, read_only=True, immutable=True)
        try:
            return bool(connection.value(ANY_SESSION))
        finally:
            connection.close()
    except HermesStateError:
        return True


def _remove(paths: list[str]) -> list[str]:
    """Removes files; those that it removed itself."""
    removed = []
    for path in paths:
        with contextlib.suppress(FileNotFoundError):  # removed by another process meanwhile
            os.unlink(path)
            removed.append(path)
    return removed


def _uncountable(given: str, keep: int, *, is_folder: bool) -> InvalidArgumentError:
    if is_folder:
        message, hint = f"{keep} is no number of backups to keep", "keep at least one"
    else:
        message = f"--keep {keep} counts the backups in a folder, and {given} names a file"
        hint = f"name a folder, a new one with a slash at its end: {os.path.join(given, '')}"
    return InvalidArgumentError(message, operation="backup", hint=hint)


def _exists(path: str) -> ArchiveError:
    return ArchiveError(
        f"{path} exists, and a backup overwrites nothing",
        path=path,
        operation="backup",
        hint="name another file, or a folder for numbered backups",
    )


def _not_written(path: str, error: ArchiveIOError | DiskFullError) -> HermesStateError:
    """The same failure told of the backup that could not be written."""
    if isinstance(error, DiskFullError):
        return DiskFullError(
            f"no space left to write {path}",
            path=path,
            operation="backup",
            hint="free space, or name another disk",
        )
    return ArchiveIOError(f"cannot write {path} ({error})", path=path, operation="backup", hint="check the disk")
