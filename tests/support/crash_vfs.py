"""A VFS between SQLite and the system: every call on a file can be recorded, refused or cut short.

Registered as the default VFS of the process, so that the library opens its files through it without knowing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any
from unittest import mock

import apsw

from hermes_state.store.connection import Connection

NAME = "crash"
SYSTEM = apsw.vfs_names()[0]
"""The VFS that was the default before."""


class Watcher:
    """What is told of every call. ``before`` may raise an ``apsw`` error in the call's place."""

    def before(self, call: str, path: str, size: int = 0) -> int:
        """Called first; returns how many of ``size`` bytes a write may write."""
        return size

    def opened(self, path: str) -> None:
        """A file was opened and may have been made."""

    def written(self, path: str, offset: int, data: bytes) -> None:
        """Bytes were written, not yet synced."""

    def truncated(self, path: str, size: int) -> None:
        """A file was made this long, not yet synced."""

    def synced(self, path: str) -> None:
        """A file was synced."""

    def deleted(self, path: str, sync_folder: bool) -> None:
        """A file was deleted, its folder synced after it or not."""


class WatchedVFS(apsw.VFS):
    """The system's VFS, every call told to a watcher."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        super().__init__(NAME, SYSTEM, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> WatchedFile:  # noqa: N802 - SQLite's name
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if path is not None:
            self.watcher.before("open", path)
        file = WatchedFile(self.watcher, path, name, flags)
        if path is not None:
            self.watcher.opened(path)
        return file

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.watcher.before("delete", filename)
        super().xDelete(filename, syncdir)
        self.watcher.deleted(filename, bool(syncdir))

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: N802
        self.watcher.before("access", pathname)
        return super().xAccess(pathname, flags)

    def excepthook(self, *_: object) -> bool:
        """Errors that SQLite has no use for (of an unlock, of a close) are meant."""
        return True


class WatchedFile(apsw.VFSFile):
    """A file of the system's VFS; those without a name (temporary ones) are not watched."""

    def __init__(self, watcher: Watcher, path: str | None, name: Any, flags: list[int]) -> None:
        self._watcher = watcher
        self._path = path
        super().__init__(SYSTEM, name, flags)

    def _before(self, call: str, size: int = 0) -> int:
        return size if self._path is None else self._watcher.before(call, self._path, size)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        self._before("read")
        return super().xRead(amount, offset)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        whole = bytes(data)
        allowed = self._before("write", len(whole))
        super().xWrite(whole[:allowed], offset)
        if self._path is not None:
            self._watcher.written(self._path, offset, whole[:allowed])
        if allowed < len(whole):
            raise apsw.FullError("cut short")

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._before("truncate")
        super().xTruncate(newsize)
        if self._path is not None:
            self._watcher.truncated(self._path, newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._before("sync")
        super().xSync(flags)
        if self._path is not None:
            self._watcher.synced(self._path)

    def xFileSize(self) -> int:  # noqa: N802
        self._before("size")
        return super().xFileSize()

    def xLock(self, level: int) -> None:  # noqa: N802
        self._before("lock")
        super().xLock(level)

    def excepthook(self, *_: object) -> bool:
        """As of the VFS."""
        return True


@contextlib.contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Within, every connection of this process that is opened goes through the watcher.

    The archives opened within have to be closed within. What fails while a connection is closed SQLite passes over
    (a last check-point that it cannot make): only because this VFS is written in Python would APSW raise it.
    """
    vfs = WatchedVFS(watcher)

    def close(connection: Connection) -> None:
        with contextlib.suppress(apsw.Error):
            connection._db.close(True)
        connection._db.close(True)

    try:
        with mock.patch.object(Connection, "close", close):
            yield
    finally:
        vfs.unregister()
