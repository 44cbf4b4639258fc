"""Files that are being made: private, named so that what a killed process left behind can be told and taken away."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import sys
import zlib
from collections.abc import Iterator

from hermes_state.errors import ArchiveError
from hermes_state.store import files

SIDES = ("-wal", "-shm", "-journal")


@contextlib.contextmanager
def staged(folder: str, name: str) -> Iterator[str]:
    """The path of a new, empty, private file in a folder, for what is to be ``name``; removed at the end.

    What processes of this machine that are no more left behind under the same name is removed first.
    Raises ``ArchiveIOError``.
    """
    machine = f"{zlib.crc32(socket.gethostname().encode()):08x}"
    begin = f".{name}.{machine}-"
    files.make_private_folder(folder)
    _remove_abandoned(folder, begin)
    path = os.path.join(folder, f"{begin}{os.getpid()}.partial")
    if not files.create_private(path):
        raise ArchiveError(
            f"{path} is being made already", path=path, operation="write", hint="wait for the other, or remove it"
        )
    try:
        yield path
    finally:
        remove_with_sides(path)


def remove_with_sides(path: str) -> None:
    """Removes a database file that nobody has open, and what SQLite made beside it."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
    remove_sides(path)


def remove_sides(path: str) -> None:
    """Removes what SQLite made beside a database file that nobody has open."""
    for side in SIDES:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path + side)


def _remove_abandoned(folder: str, begin: str) -> None:
    pattern = re.compile(re.escape(begin) + r"(\d+)\.partial(?:-wal|-shm|-journal)?")
    for other in os.listdir(folder):
        made_by = pattern.fullmatch(other)
        if made_by is not None and not _is_alive(int(made_by[1])):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(os.path.join(folder, other))


def _is_alive(process: int) -> bool:
    """Whether a process is there; on Windows, where asking would end it, always."""
    if os.name == "nt":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def give_name(path: str, name: str) -> None:
    """Gives a finished file its name, which must be free. Raises ``FileExistsError``."""
    try:
        os.link(path, name)
    except FileExistsError:
        raise
    except OSError:  # a filesystem without links
        if os.path.lexists(name):
            raise FileExistsError(name) from None
        os.rename(path, name)
    else:
        os.unlink(path)


def sync_file(path: str) -> None:
    """Writes a file's contents out to the disk. No archive that is open."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(path: str) -> None:
    """Writes out to the disk that a file has its name, where the system has that."""
    if sys.platform == "win32":
        return
    descriptor = os.open(os.path.dirname(path) or os.curdir, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
