"""A damaged archive held still: its locks taken so that no process has it open, its bytes kept as one private copy.

This is the one place that opens an archive's file itself. It does so only while nothing in this process has the archive
open (closing the descriptor would drop SQLite's locks), and under the locks by which SQLite keeps processes apart
(https://www.sqlite.org/lockingv3.html): a connection holds a shared lock on the bytes from ``SHARED_FIRST`` for as long
as it reads, in WAL mode for as long as it is open. Held exclusively, they tell that nobody else has the file open, and
keep everybody out. Windows has no such locks here: there the system itself refuses to replace a file that is open.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
import struct
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from hermes_state.errors import ArchiveBusyError, ArchiveError, ArchiveIOError, ArchiveMissingError, DiskFullError
from hermes_state.store import files
from hermes_state.store.pool import open_identities
from hermes_state.upkeep.staging import remove_sides, sync_file, sync_folder

PENDING_BYTE = 0x40000000
RESERVED_BYTE = PENDING_BYTE + 1
SHARED_FIRST = PENDING_BYTE + 2
SHARED_SIZE = 510

WAIT_S = 5.0
"""How long another process may take to let go."""

KEPT_COPIES = 3
"""Copies of one archive with different contents that are kept; with as many there, the person has to choose."""

COPY_BYTES = 1 << 20
SIDE_FILES = ("-wal", "-journal")
FLOCK = "@hhqqi"
"""``struct flock`` of Linux: type, whence, start, length, process."""


@dataclass(frozen=True, slots=True)
class ForensicCopy:
    """The copy of a damaged archive; ``unreadable_bytes`` could not be read from the disk and are zeros in it."""

    path: str
    is_new: bool
    unreadable_bytes: int


def require_closed(path: str, operation: str) -> None:
    """Raises unless a regular file lies at ``path`` that this process has not open as an archive.

    ``ArchiveError`` for a link or a folder, ``ArchiveMissingError``, ``ArchiveBusyError``.
    """
    files.refuse_what_is_no_file(path)
    if files.identity(path) is None:
        raise ArchiveMissingError(
            f"there is no archive at {path}", path=path, operation=operation, hint="name one with --db"
        )
    refuse_open_here(path, operation)


def refuse_open_here(path: str, operation: str) -> None:
    """Raises ``ArchiveBusyError`` when this process has the archive at ``path`` open."""
    if files.identity(path) in open_identities():
        raise ArchiveBusyError(
            f"{path} is open in this process", path=path, operation=operation, hint=f"close it first, then {operation}"
        )


@contextlib.contextmanager
def held_still(path: str) -> Iterator[BinaryIO]:
    """The archive's file, open, while no process has it open as an archive. Its folder's other files are still too.

    Raises ``ArchiveBusyError`` when it is open here or, for more than ``WAIT_S``, elsewhere.
    """
    require_closed(path, "repair")
    try:
        descriptor = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise ArchiveIOError(
            f"cannot open {path}: {error.strerror or error}",
            path=path,
            operation="repair",
            hint="check the permissions of file and folder",
        ) from error
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        _lock(descriptor, path)
        yield file


def _lock(descriptor: int, path: str) -> None:
    """Takes SQLite's locks exclusively, as a writer does that needs the whole file: pending, reserved, shared."""
    if sys.platform == "win32":
        return
    import fcntl  # not on Windows

    until = time.monotonic() + WAIT_S
    for start, size in ((PENDING_BYTE, 1), (RESERVED_BYTE, 1), (SHARED_FIRST, SHARED_SIZE)):
        while True:
            try:
                fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, size, start)
                break
            except OSError as error:
                if error.errno not in (errno.EACCES, errno.EAGAIN):
                    raise ArchiveIOError(
                        f"cannot lock {path}: {error.strerror or error}",
                        path=path,
                        operation="repair",
                        hint="copy the archive to a local disk and repair it there",
                    ) from error
                if time.monotonic() > until:
                    raise ArchiveBusyError(
                        f"{path} is open in {_holder(descriptor, start, size)}",
                        path=path,
                        operation="repair",
                        hint="close it there, then try again",
                    ) from error
                time.sleep(0.05)


def _holder(descriptor: int, start: int, size: int) -> str:
    """Who holds the lock, as far as the system tells."""
    if sys.platform.startswith("linux"):
        import fcntl  # not on Windows

        asked = struct.pack(FLOCK, fcntl.F_WRLCK, os.SEEK_SET, start, size, 0)
        with contextlib.suppress(OSError, struct.error):
            process = struct.unpack(FLOCK, fcntl.fcntl(descriptor, fcntl.F_GETLK, asked))[4]
            if process > 0:
                return f"process {process}"
    return "another process"


def keep_copy(file: BinaryIO, path: str) -> ForensicCopy:
    """Keeps the archive's bytes, with its journals', beside it as ``state.db.damaged``, 0600; never one content twice.

    Raises ``DiskFullError``; ``ArchiveError`` when ``KEPT_COPIES`` other copies are there.
    """
    size = os.fstat(file.fileno()).st_size
    sides = [side for side in SIDE_FILES if os.path.isfile(path + side) and os.path.getsize(path + side)]
    names = [f"{path}.damaged", *(f"{path}.damaged-{number}" for number in range(2, KEPT_COPIES + 1))]
    digest = None
    free_name = None
    for name in names:
        if not os.path.lexists(name):
            free_name = free_name or name
        elif os.path.isfile(name) and os.path.getsize(name) == size:
            digest = digest or _digest(file)
            if digest == _digest_of(name) and _has_these(name, path, sides):
                return ForensicCopy(name, is_new=False, unreadable_bytes=0)
    if free_name is None:
        raise ArchiveError(
            f"{KEPT_COPIES} copies of damaged states of {path} are kept already",
            path=path,
            operation="repair",
            hint=f"move {names[0]} and the others away, then repair",
        )
    _require_space(free_name, size)
    lost = 0
    try:
        for side in sides:
            with open(path + side, "rb", buffering=0) as source:
                _copy(source, free_name + side)
        lost = _copy(file, free_name)
    except BaseException:
        for side in ("", *sides):
            with contextlib.suppress(OSError):
                os.unlink(free_name + side)
        raise
    sync_folder(free_name)
    return ForensicCopy(free_name, is_new=True, unreadable_bytes=lost)


def _require_space(path: str, size: int) -> None:
    """Raises unless there is room for the copy and for what is made of it."""
    if shutil.disk_usage(os.path.dirname(path)).free < 2 * size:
        raise DiskFullError(
            f"repairing needs {2 * size:,} bytes of free space beside the archive",
            path=path,
            operation="repair",
            hint="free some space, or copy the archive to another disk and repair it there",
        )


def _copy(source: BinaryIO, target: str) -> int:
    """Copies bytes into a new private file and syncs it; returns how many could not be read (zeros stand there)."""
    lost = 0
    if not files.create_private(target):
        raise ArchiveError(f"{target} exists", path=target, operation="repair", hint="move it away")
    try:
        with open(target, "wb") as copy:
            for data, unreadable in _pieces(source):
                copy.write(data)
                lost += unreadable
            copy.flush()
            os.fsync(copy.fileno())
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFullError(
                f"no space left to write {target}", path=target, operation="repair", hint="free some space"
            ) from error
        raise ArchiveIOError(
            f"cannot write {target}: {error.strerror or error}", path=target, operation="repair", hint="check the disk"
        ) from error
    return lost


def _pieces(source: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """The bytes of a file piece by piece, with how many are zeros because the disk does not give them."""
    size = os.fstat(source.fileno()).st_size
    at = 0
    step = COPY_BYTES
    while at < size:
        source.seek(at)
        share = min(step, size - at)
        try:
            data = source.read(share)
        except OSError:
            if step > 4096:
                step = 4096
                continue
            data = b""
        unreadable = 0 if data else share
        yield data or b"\0" * share, unreadable
        at += len(data) or share
        step = COPY_BYTES if at % COPY_BYTES == 0 else step


def _digest(file: BinaryIO) -> bytes:
    digest = hashlib.sha256()
    for data, _ in _pieces(file):
        digest.update(data)
    return digest.digest()


def _digest_of(name: str) -> bytes:
    with open(name, "rb", buffering=0) as file:
        return _digest(file)


def _has_these(copy: str, path: str, sides: list[str]) -> bool:
    """Whether a copy has the journals that the archive has now.

    An archive without any may have lost them to a repair that was killed when it had copied and removed them.
    """
    return all(os.path.isfile(copy + side) and _digest_of(copy + side) == _digest_of(path + side) for side in sides)


def put_in_place(new: str, path: str) -> None:
    """Gives a finished archive the name of the one that is held still, whose journals go first: they are copied.

    The two must be in one folder. A process that is killed between the steps leaves the old file without journals, or
    the new one.
    """
    remove_sides(path)
    sync_file(new)
    os.replace(new, path)
    sync_folder(path)
