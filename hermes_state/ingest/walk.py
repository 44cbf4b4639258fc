"""Finds the files that may be transcripts under the paths that a person names."""

from __future__ import annotations

import fnmatch
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

SQLITE_COMPANIONS = ("-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file to look at. ``size`` and ``modified_ns`` include an SQLite file's WAL; ``named``: by the person itself."""

    path: Path
    size: int
    modified_ns: int
    named: bool
    under: str


def candidates(
    paths: Sequence[str | os.PathLike[str]],
    *,
    exclude: Iterable[str],
    untouchable: set[tuple[int, int]],
) -> Iterator[Candidate | tuple[str, str]]:
    """Yields each file once, folders in the order of names; for a named path that cannot be read ``(path, why)``.

    ``untouchable`` are the files of open archives (``st_dev``, ``st_ino``): they are never yielded,
    for opening them would drop SQLite's locks. Links in folders are not followed.
    """
    patterns = list(exclude)
    seen = set(untouchable)
    for given in paths:
        name = os.path.expanduser(os.fspath(given))
        try:
            status = os.stat(name)
        except OSError as error:
            yield os.fspath(given), f"cannot be read: {error.strerror or error}"
            continue
        if stat.S_ISDIR(status.st_mode):
            yield from _in_folder(name, os.fspath(given), patterns, seen)
        elif not stat.S_ISREG(status.st_mode):
            yield os.fspath(given), "is neither a file nor a folder"
        elif (status.st_dev, status.st_ino) in untouchable:
            yield os.fspath(given), "is this archive itself"
        elif (status.st_dev, status.st_ino) not in seen:
            seen.add((status.st_dev, status.st_ino))
            yield _candidate(name, status, named=True, under=os.fspath(given))


def _in_folder(
    folder: str, given: str, patterns: Sequence[str], seen: set[tuple[int, int]]
) -> Iterator[Candidate | tuple[str, str]]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield folder, f"cannot be read: {error.strerror or error}"
        return
    for entry in entries:
        if is_excluded(entry.path, patterns) or entry.is_symlink():
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _in_folder(entry.path, given, patterns, seen)
        elif entry.is_file(follow_symlinks=False) and not entry.name.endswith(SQLITE_COMPANIONS):
            try:
                status = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue  # gone since the folder was listed: agents write and take away while they run
            if (status.st_dev, status.st_ino) not in seen:
                seen.add((status.st_dev, status.st_ino))
                yield _candidate(entry.path, status, named=False, under=given)


def _candidate(name: str, status: os.stat_result, *, named: bool, under: str) -> Candidate:
    size, modified_ns = status.st_size, status.st_mtime_ns
    try:
        wal = os.stat(name + "-wal")
    except OSError:
        pass  # no WAL, the usual case
    else:
        size += wal.st_size
        modified_ns = max(modified_ns, wal.st_mtime_ns)
    return Candidate(Path(os.path.abspath(name)), size, modified_ns, named, under)


def is_excluded(path: str, patterns: Sequence[str]) -> bool:
    """Whether a path, its name or one of its folders matches one of the patterns (``*``, ``?``, ``[…]``)."""
    if not patterns:
        return False
    posix = path.replace(os.sep, "/")
    name = posix.rsplit("/", 1)[-1]
    return any(
        fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(posix, os.path.expanduser(pattern))
        for pattern in patterns
    )
