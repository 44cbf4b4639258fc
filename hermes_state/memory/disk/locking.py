"""The lock beside a store's file, and what only its holder may clean up."""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Iterator

from hermes_state.errors import MemoryFileError, MemoryLockError
from hermes_state.memory.disk import files
from hermes_state.memory.targets import Place

LOCK_TIMEOUT_SECONDS = 30.0
_POLL_SECONDS = 0.01


@contextlib.contextmanager
def locked(path: str, timeout_seconds: float | None = None) -> Iterator[None]:
    """Holds the lock file for the block, against threads and processes; the file is made 0600 and never removed.

    Hermes Agent takes the same lock. Raises ``MemoryLockError`` when it stays taken or cannot be taken at all.
    """
    import portalocker  # 20 ms of a start that only writes need

    limit = LOCK_TIMEOUT_SECONDS if timeout_seconds is None else timeout_seconds
    files.refuse_what_is_no_file(path, "lock")
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | files.PRIVATE | files.NO_WAIT, 0o600)
    except OSError as error:
        raise files.file_trouble(error, path, "lock") from error
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise files.link_trouble(path, "lock")
        _take(descriptor, path, limit)
        try:
            yield
        finally:
            portalocker.unlock(descriptor)
    finally:
        os.close(descriptor)


def _take(descriptor: int, path: str, limit_seconds: float) -> None:
    """Locks an open file, waiting at most so long; raises ``MemoryLockError``."""
    import portalocker  # as above

    end = time.monotonic() + limit_seconds
    while True:
        try:
            portalocker.lock(descriptor, portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING)
            return
        except portalocker.AlreadyLocked:
            if time.monotonic() >= end:
                raise MemoryLockError(
                    f"{path} is held by another process for more than {limit_seconds:g} seconds; nothing was written",
                    path=path,
                    operation="lock the memory",
                    hint="try again later",
                ) from None
            time.sleep(_POLL_SECONDS)
        except (portalocker.LockException, OSError) as error:
            raise MemoryLockError(
                f"{path} cannot be locked: {error}; nothing was written",
                path=path,
                operation="lock the memory",
                hint="this filesystem seems to have no locks; set HERMES_HOME to a folder on a local disk",
            ) from error


def clean_leftovers(place: Place, *, alone: bool = False) -> None:
    """Removes temporary files of killed writers; needs the store's lock.

    Those with this store's name are left over since the lock is held here. Any other (the other store's, Hermes
    Agent's) is, when the other store's lock is free as well, or held by the caller (``alone``).
    """
    own: list[str] = []
    others: list[str] = []
    for path in _temporary_files(place.folder):
        (own if os.path.basename(path).startswith(f".mem_{place.target}_") else others).append(path)
    if (place.target == "memory" or alone) and not os.path.islink(place.pending):  # staged under this lock
        own += _temporary_files(place.pending)
    for path in own:
        files.remove_if_there(path)
    if others:
        other = Place(place.folder, "user" if place.target == "memory" else "memory")
        with contextlib.suppress(MemoryFileError), contextlib.nullcontext() if alone else locked(other.lock, 0):
            for path in others:
                files.remove_if_there(path)


def _temporary_files(folder: str) -> list[str]:
    """The files (links are no others) in a folder that have a temporary file's name."""
    try:
        with os.scandir(folder) as found:
            return [
                item.path
                for item in found
                if item.name.startswith(".mem_")
                and item.name.endswith(".tmp")
                and not item.is_dir(follow_symlinks=False)
            ]
    except OSError:  # not there, or not to be read: then there is nothing that could be cleaned up
        return []
