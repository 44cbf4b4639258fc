"""The files round an archive: made private before SQLite sees them, and told apart by system calls alone.

Nothing in here opens an existing archive file: closing a second descriptor on it would drop the locks
that APSW holds on it for this process (POSIX ``fcntl`` locks belong to the process, not the descriptor).
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys

from hermes_state.errors import ArchiveError, ArchiveIOError, ForeignArchiveError

NETWORK_FILESYSTEMS = frozenset(
    "9p afs ceph cifs fuse.glusterfs fuse.sshfs fuse.vmhgfs-fuse fuseblk.sshfs glusterfs lustre ncpfs nfs nfs4 "
    "prl_fs smb3 smbfs vboxsf virtiofs vmhgfs".split()
)
"""Filesystems whose shared memory or locks WAL cannot rely on (sqlite.org/wal.html; reports on virtiofs and 9p)."""


def resolved(path: str | os.PathLike[str]) -> str:
    """The path with its folder's links resolved and its own name kept, so that a planted link is seen as one."""
    given = os.path.expanduser(os.fspath(path))
    folder, name = os.path.split(given.rstrip(os.sep + (os.altsep or "")) or given)
    return os.path.join(os.path.realpath(folder), name)


def create_private(path: str) -> bool:
    """Creates an empty file, 0600, in a folder made 0700 if it is new; ``False`` when the file was there.

    Raises ``ArchiveIOError`` where the system refuses.
    """
    try:
        make_private_folder(os.path.dirname(path))
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except FileExistsError:
        return False
    except OSError as error:
        raise ArchiveIOError(
            f"cannot create {path}: {error.strerror or error}",
            path=path,
            operation="create",
            hint="check that the folder exists, is writable and has space",
        ) from error
    os.close(descriptor)
    return True


def make_private_folder(folder: str) -> None:
    """Makes a folder and its missing parents, 0700 each; folders that exist keep their mode."""
    missing = []
    while folder and not os.path.exists(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    for part in reversed(missing):
        with contextlib.suppress(FileExistsError):  # made by another process meanwhile
            os.mkdir(part, 0o700)


def refuse_what_is_no_file(path: str) -> None:
    """Raises for a link, a folder, a device: an archive is a regular file."""
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise ArchiveIOError(
            f"cannot look at {path}: {error.strerror or error}",
            path=path,
            operation="open",
            hint="check the folders above it",
        ) from error
    if stat.S_ISLNK(mode):
        raise ArchiveError(
            f"{path} is a link, and links are not followed",
            path=path,
            operation="open",
            hint=f"name the file itself: --db {os.path.realpath(path)}",
        )
    if not stat.S_ISREG(mode):
        raise ForeignArchiveError(
            f"{path} is not a file", path=path, operation="open", hint="name an archive file with --db"
        )


def identity(path: str | os.PathLike[str]) -> tuple[int, int] | None:
    """``(st_dev, st_ino)``, by which a file is the same under any name; ``None`` where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def archive_identities(path: str) -> set[tuple[int, int]]:
    """The identities of an archive's file and of SQLite's files beside it."""
    found = (identity(f"{path}{suffix}") for suffix in ("", "-wal", "-shm", "-journal"))
    return {known for known in found if known is not None}


def journal_mode_for(path: str) -> str:
    """``delete`` on network and shared-folder filesystems, ``wal`` elsewhere; decided before opening."""
    return "delete" if filesystem_type(path) in NETWORK_FILESYSTEMS else "wal"


def filesystem_type(path: str) -> str | None:
    """The type of the filesystem that holds ``path``, where the system tells (Linux), else ``None``."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        with open("/proc/self/mounts", encoding="utf-8", errors="replace") as file:
            mounts = file.read()
    except OSError:
        return None
    target = os.path.realpath(path)
    best, kind = "", None
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        mount = fields[1].replace("\\040", " ")
        inside = target == mount or target.startswith(mount.rstrip("/") + "/")
        if inside and len(mount) >= len(best):
            best, kind = mount, fields[2]
    return kind


def readable_only_as_immutable(path: str) -> bool:
    """Whether SQLite could read this WAL archive only as immutable: its folder not writable, no journal in it."""
    return not _folder_is_writable(path) and not any(os.path.lexists(f"{path}{end}") for end in ("-wal", "-journal"))


def may_have_to_be_rolled_back(path: str) -> bool:
    """Whether a reader may meet a rollback journal and could undo what it holds: there is one, or writers make one."""
    journalled = os.path.lexists(f"{path}-journal") or journal_mode_for(path) == "delete"
    return journalled and os.access(path, os.W_OK) and _folder_is_writable(path)


def _folder_is_writable(path: str) -> bool:
    return os.access(os.path.dirname(path) or os.curdir, os.W_OK)
