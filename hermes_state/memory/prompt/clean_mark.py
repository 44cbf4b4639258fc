"""A mark beside a memory: these very entries were scanned by this very scanner, and nothing was found in them.

Only what shows a memory to a person trusts it, and starts without the scanner. What goes into a prompt is scanned.
"""

from __future__ import annotations

import hashlib
import os
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from hermes_state.memory.entries.text import content_hash
from hermes_state.memory.prompt import judging
from hermes_state.memory.prompt.judging import Judgement

SCANNER = "hermes_state.memory.threats"


def mark_of(entries: Sequence[str], overrides: Mapping[str, Any]) -> str | None:
    """The mark that entries have if they are clean; ``None`` where the scanner's source cannot be read.

    It changes with the entries, their order, what a person allowed of them, the scanner, and the version of Python.
    """
    scanner = _scanner_hash()
    if scanner is None:
        return None
    hashes = [content_hash(entry) for entry in entries]
    allowed = [key for key in hashes if key in overrides]
    return hashlib.sha256("\n".join([scanner, *hashes, "allowed", *allowed]).encode()).hexdigest()


def judged(entries: Sequence[str], overrides: Mapping[str, Any], mark: str | None) -> list[Judgement]:
    """The judgement of each entry, for showing it: without a scan where the mark says that all of them are clean."""
    if mark is not None and mark == mark_of(entries, overrides):
        return [Judgement("ok", ()) for _ in entries]
    return judging.judged(entries, overrides)


def fresh(entries: Sequence[str], overrides: Mapping[str, Any]) -> str | None:
    """The mark for entries that were just written, if they are clean.

    ``None`` also where nothing was scanned for the write, a removal: a scan only for the mark would cost what it saves.
    """
    if SCANNER not in sys.modules or any(one.verdict != "ok" for one in judging.judged(entries, overrides)):
        return None
    return mark_of(entries, overrides)


@lru_cache(maxsize=1)
def _scanner_hash() -> str | None:
    """SHA-256 over the scanner's source, which is a folder beside this one, and what it is run by."""
    found = hashlib.sha256(f"{sys.version} {unicodedata.unidata_version}".encode())
    folder = os.path.join(os.path.dirname(os.path.dirname(__file__)), SCANNER.rpartition(".")[2])
    try:
        for path in _sources(folder):
            with open(path, "rb") as file:
                data = file.read()
            found.update(f"{os.path.relpath(path, folder)} {len(data)}\n".encode() + data)
    except OSError:
        return None
    return found.hexdigest()


def _sources(folder: str) -> list[str]:
    """The paths of a package's modules, in order; raises ``OSError`` where it has none on the disk."""
    found: list[str] = []
    for item in os.scandir(folder):
        if item.is_dir():
            found += _sources(item.path) if item.name != "__pycache__" else []
        elif item.name.endswith(".py"):
            found.append(item.path)
    if not found:
        raise FileNotFoundError(folder)
    return sorted(found)
