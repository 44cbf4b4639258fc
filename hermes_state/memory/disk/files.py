"""The system calls under the memory: private files, no links followed, whole or untouched."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Callable

from hermes_state.errors import MemoryFileError, MemoryLinkError, MemoryUnreadableError

MOST_BYTES = 16 * 1024 * 1024
"""A file of the memory that is larger is not read: it holds a few thousand characters by design."""

PRIVATE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""How every file here is opened: no link followed, not handed to children, bytes as they are."""

NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # opening a planted pipe must not hang

_NO_FOLDER_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EBADF})
"""What filesystems answer that cannot flush a folder."""


def file_trouble(error: OSError, path: str, doing: str) -> MemoryFileError:
    """The error of this package for what the system answered; says what was being done to which file."""
    if error.errno in (errno.ELOOP, errno.EMLINK) and os.path.islink(path):
        return link_trouble(path, doing)
    may = "read" if doing == "read" else "write"
    hints = {
        errno.ENOSPC: "free some space on the disk",
        errno.EDQUOT: "free some space on the disk",
        errno.EROFS: "the folder is read-only",
        errno.EACCES: f"check who may {may} the folder and its files",
        errno.EPERM: f"check who may {may} the folder and its files",
    }
    kind = MemoryUnreadableError if doing == "read" else MemoryFileError
    return kind(
        f"cannot {doing} {path}: {error.strerror or error}",
        path=path,
        operation=f"{doing} the memory",
        hint=hints.get(error.errno or 0),
    )


def link_trouble(path: str, doing: str) -> MemoryLinkError:
    """The error for a link, a folder, a pipe where a file belongs."""
    what = "a link, and links are not followed" if os.path.islink(path) else "not a regular file"
    return MemoryLinkError(
        f"cannot {doing} {path}: it is {what}",
        path=path,
        operation=f"{doing} the memory",
        hint="move it away: only the whole folder of the memory may be a link",
    )


def refuse_what_is_no_file(path: str, doing: str) -> None:
    """Raises ``MemoryLinkError`` for a link, a folder, a device; a missing file is fine."""
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise file_trouble(error, path, doing) from error
    if not stat.S_ISREG(mode):
        raise link_trouble(path, doing)


def read(path: str, most_bytes: int | None = None) -> bytes | None:
    """The bytes of a file; ``None`` where there is none. Raises ``MemoryFileError``; never an empty answer for one.

    A file of more than ``most_bytes`` (``MOST_BYTES`` for a memory) is unreadable.
    """
    refuse_what_is_no_file(path, "read")
    try:
        descriptor = os.open(path, os.O_RDONLY | PRIVATE | NO_WAIT)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise file_trouble(error, path, "read") from error
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise link_trouble(path, "read")
        if most_bytes is not None and status.st_size > most_bytes:
            raise MemoryUnreadableError(
                f"{path} has {status.st_size:,} bytes, too many for a memory",
                path=path,
                operation="read the memory",
                hint="move the text elsewhere and keep short facts",
            )
        pieces = []
        while piece := os.read(descriptor, 1 << 20):
            pieces.append(piece)
    except OSError as error:
        raise file_trouble(error, path, "read") from error
    finally:
        os.close(descriptor)
    return b"".join(pieces)


def make_folder(folder: str) -> None:
    """Makes a folder and its missing parents, 0700 each; folders that exist keep their mode."""
    missing = []
    while folder and not os.path.isdir(folder):
        missing.append(folder)
        parent = os.path.dirname(folder)
        if parent == folder:
            break
        folder = parent
    for part in reversed(missing):
        try:
            os.mkdir(part, 0o700)
        except FileExistsError:  # made by another process meanwhile, or no folder: the next call says so
            continue
        except OSError as error:
            raise file_trouble(error, part, "create") from error


def write_whole(path: str, data: bytes, tag: str, last_look: Callable[[str], None] | None = None) -> bool:
    """Replaces a file in one step: temporary file 0600, flushed, renamed over it, the folder flushed.

    ``tag`` names whose temporary file it is, so that the holder of a lock knows its own leftovers. ``last_look`` is
    given the path of the temporary file right before the renaming, and may raise to leave it at that. ``False`` when
    the file is in place and the system could not flush the folder. Raises ``MemoryFileError``, the file untouched.
    """
    refuse_what_is_no_file(path, "write")
    folder = os.path.dirname(path)
    temporary = os.path.join(folder, f".mem_{tag}_{secrets.token_hex(6)}.tmp")
    try:
        write_new(temporary, data)
        if last_look is not None:
            last_look(temporary)
        os.replace(temporary, path)
    except OSError as error:
        raise file_trouble(error, path, "write") from error
    finally:
        remove_if_there(temporary)
    return flush_folder(folder)


def write_new(path: str, data: bytes) -> None:
    """Writes a file that must not be there yet, 0600, flushed; raises ``OSError``, and leaves no part of it then."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | PRIVATE, 0o600)
    try:
        _write_all(descriptor, data)
        os.fsync(descriptor)
    except OSError:
        remove_if_there(path)
        raise
    finally:
        os.close(descriptor)


def append(path: str, data: bytes) -> int:
    """Appends to a file, made 0600 if new, and flushes it; answers with its length before.

    A last line that a killed writer left without its end is ended first. Raises ``MemoryFileError``, nothing added.
    """
    refuse_what_is_no_file(path, "write")
    size = -1
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | PRIVATE | NO_WAIT, 0o600)
    except OSError as error:
        raise file_trouble(error, path, "write") from error
    try:
        size = os.fstat(descriptor).st_size
        if size:
            os.lseek(descriptor, -1, os.SEEK_END)
            if os.read(descriptor, 1) != b"\n":
                data = b"\n" + data
        _write_all(descriptor, data)
        os.fsync(descriptor)
    except OSError as error:
        if size >= 0:
            with contextlib.suppress(OSError):
                os.ftruncate(descriptor, size)
        raise file_trouble(error, path, "write") from error
    finally:
        os.close(descriptor)
    if size == 0:
        flush_folder(os.path.dirname(path))
    return size


def cut_back(path: str, size: int) -> None:
    """Takes away what ``append`` added for a change that did not happen; what cannot be cut is voided later."""
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_WRONLY | PRIVATE | NO_WAIT)
        try:
            os.ftruncate(descriptor, size)
        finally:
            os.close(descriptor)


def tail(path: str, most_bytes: int = 1 << 16) -> bytes:
    """The last lines of a file, as many as are whole in its last bytes; empty where there is no file."""
    refuse_what_is_no_file(path, "read")
    try:
        descriptor = os.open(path, os.O_RDONLY | PRIVATE | NO_WAIT)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise file_trouble(error, path, "read") from error
    try:
        start = max(0, os.fstat(descriptor).st_size - most_bytes)
        os.lseek(descriptor, start, os.SEEK_SET)
        pieces = []
        while piece := os.read(descriptor, most_bytes):
            pieces.append(piece)
    except OSError as error:
        raise file_trouble(error, path, "read") from error
    finally:
        os.close(descriptor)
    whole = b"".join(pieces)
    return whole if start == 0 else whole[whole.find(b"\n") + 1 :] if b"\n" in whole else b""


def remove(path: str) -> None:
    """Removes a file; raises ``MemoryFileError``."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise file_trouble(error, path, "remove") from error


def remove_if_there(path: str) -> None:
    """Removes a file of a name that is ours; what cannot be removed stays for the next clean-up."""
    with contextlib.suppress(OSError):
        os.unlink(path)


def flush_folder(folder: str) -> bool:
    """Flushes a folder, so that a renaming in it survives a power loss; ``False`` where the system failed to."""
    if os.name == "nt":
        return True
    try:
        descriptor = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0))
    except OSError:
        return False
    try:
        os.fsync(descriptor)
    except OSError as error:
        return error.errno in _NO_FOLDER_SYNC
    finally:
        os.close(descriptor)
    return True


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
