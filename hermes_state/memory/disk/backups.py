"""Copies of a store's file, one for each content, kept before something of it is lost."""

from __future__ import annotations

import os
import re
import time

from hermes_state.errors import MemoryFileError
from hermes_state.memory.disk import files
from hermes_state.memory.targets import Place


def paths(place: Place, of: str | None = None) -> list[str]:
    """The backups of a store's file (or of the file ``of`` beside it), oldest name first; links are none."""
    name = place.name if of is None else os.path.basename(of)
    pattern = re.compile(re.escape(name) + r"\.bak\.(\d+)(?:\.(\d+))?")
    found = []
    try:
        with os.scandir(place.folder) as folder:
            for item in folder:
                match = pattern.fullmatch(item.name)
                if match is not None and item.is_file(follow_symlinks=False):
                    found.append((int(match[1]), int(match[2] or 0), item.path))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise files.file_trouble(error, place.folder, "read") from error
    return [path for _, _, path in sorted(found)]


def keep(place: Place, data: bytes, now: float | None = None) -> str:
    """The path of a backup with these bytes: one that exists already, or a new one, 0600.

    Named ``MEMORY.md.bak.<unix time>``, with a counter where the name is taken, whatever takes it.
    Raises ``MemoryFileError``.
    """
    for path in paths(place):
        if os.path.getsize(path) == len(data) and files.read(path) == data:
            return path
    return keep_aside(place.data, data, now)


def keep_aside(path: str, data: bytes, now: float | None = None) -> str:
    """The path of a new file ``<path>.bak.<unix time>`` with these bytes; raises ``MemoryFileError``."""
    base = f"{path}.bak.{max(0, int(time.time() if now is None else now))}"
    for counter in range(10_000):
        copy = base if counter == 0 else f"{base}.{counter}"
        try:
            files.write_new(copy, data)
        except FileExistsError:
            continue
        except OSError as error:
            raise files.file_trouble(error, copy, "write") from error
        files.flush_folder(os.path.dirname(copy))
        return copy
    raise MemoryFileError(f"no name is free for a backup like {base}", path=base, operation="back up the memory")
