"""The blocks that go into a system prompt: what a load makes of a file's bytes."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hermes_state.errors import MemoryFileError, MemoryUnreadableError
from hermes_state.memory.disk import files, locking
from hermes_state.memory.entries.text import ENTRY_DELIMITER, content_hash, decoded, joined, parse, unique
from hermes_state.memory.journal import sidecar
from hermes_state.memory.prompt import clean_mark, judging
from hermes_state.memory.prompt.judging import Judgement
from hermes_state.memory.targets import MEMORY_BLOCK_HEADERS, TARGETS, Place, Target, bound_folder

if TYPE_CHECKING:
    from hermes_state.memory.store import MemoryStore

log = logging.getLogger("hermes_state.memory")

RULE = "═" * 46

MOST_BYTES_INJECTED = 256 * 1024
"""A file that is larger enters no prompt: it is a hundred times what a memory holds."""

_WARN_TIMEOUT_SECONDS = 1.0

MOST_WARNED = 1_000
"""How many contents that the log has told of are remembered, the newest."""

_MOST_NAMED = 5

_SIZE = r"\[\d+% — [\d,]+/-?[\d,]+ chars\]"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A store as a load finds it: its entries without repetitions, the judgement of each, or what went wrong."""

    entries: list[str]
    judgements: list[Judgement]
    block: str | None
    error: str | None = None

    @property
    def blocked(self) -> list[tuple[str, Judgement]]:
        """The entries that are kept out of the prompt."""
        pairs = zip(self.entries, self.judgements, strict=True)
        return [(entry, one) for entry, one in pairs if one.held_back]

    @property
    def warned(self) -> list[tuple[str, Judgement]]:
        """The entries that stand in the prompt although something was found in them."""
        pairs = zip(self.entries, self.judgements, strict=True)
        return [(entry, one) for entry, one in pairs if one.verdict == "warn"]


FULL_PERCENT = 80
"""From this share on a store is said to be nearly full: entries should be merged before more come."""


def percent(used: int, limit: int) -> int:
    """The share of the limit that is used, in whole per cent, over 100 where too much is; 0 where there is no limit."""
    return int(used / limit * 100) if limit > 0 else 0


def usage(entries: Sequence[str], limit: int) -> str:
    """Characters used and allowed, ``2,000/2,200``."""
    return f"{len(joined(entries)):,}/{limit:,}"


def render(target: Target, entries: Sequence[str], shown: Sequence[str], limit: int) -> str | None:
    """The block of a store; ``shown`` are the entries as they stand in it. ``None`` for no entries.

    Its header names at most 100 %: hosts know it so.
    """
    if not entries:
        return None
    share = min(100, percent(len(joined(entries)), limit))
    header = f"{MEMORY_BLOCK_HEADERS[target]} [{share}% — {usage(entries, limit)} chars]"
    return f"{RULE}\n{header}\n{RULE}\n{ENTRY_DELIMITER.join(shown)}"


def load(place: Place, limit: int, *, for_showing: bool = False) -> Loaded:
    """Reads and scans a store and renders its block; never raises for what is in the file or how it can be read.

    The block depends on the file's bytes and the overrides, on nothing else. ``for_showing`` takes the mark of a
    clean file for a scan: such a block must not go into a prompt, and is left out.
    """
    try:
        data = files.read(place.data, files.MOST_BYTES)
        entries = [] if data is None else unique(parse(decoded(data, place.data)))
        if data is not None and len(data) > MOST_BYTES_INJECTED:
            raise MemoryUnreadableError(f"{place.data} has {len(data):,} bytes, too many to go into a prompt")
    except MemoryFileError as error:
        return Loaded([], [], None, str(error))
    known = sidecar.load_if_readable(place)
    if for_showing:
        return Loaded(entries, clean_mark.judged(entries, known.overrides, known.clean), None)
    judgements = judging.judged(entries, known.overrides)
    shown = [
        judging.placeholder(entry, one, place.target) if one.held_back else entry
        for entry, one in zip(entries, judgements, strict=True)
    ]
    return Loaded(entries, judgements, render(place.target, entries, shown, limit))


def warn_once(place: Place, loaded: Loaded, told: set[str]) -> None:
    """Logs what is blocked, and a file that cannot be read, once for its content, over all processes; one line a load.

    ``told`` holds what this process has told of; the sidecar holds it for others, where it can be written.
    """
    threats = {content_hash(entry): one.threats for entry, one in loaded.blocked}
    if loaded.error is not None:
        threats = {content_hash(loaded.error): []}
    fresh = [key for key in threats if key not in told]
    if not fresh:
        return
    told.update(fresh)
    known = set(sidecar.load_if_readable(place).warned)
    fresh = [key for key in fresh if key not in known]
    if not fresh:
        return
    if loaded.error is not None:
        log.warning("nothing of %s enters the prompt: %s", place.name, loaded.error)
    else:
        classes = dict.fromkeys(threat for key in fresh for threat in threats[key])
        names = ", ".join(key[:8] for key in fresh[:_MOST_NAMED]) + (", …" if len(fresh) > _MOST_NAMED else "")
        log.warning("kept out of the prompt: %d of %s (%s): %s", len(fresh), place.name, names, ", ".join(classes))
    _remember(place, fresh)


def _remember(place: Place, keys: Sequence[str]) -> None:
    try:
        with locking.locked(place.lock, _WARN_TIMEOUT_SECONDS):
            locking.clean_leftovers(place)
            known = sidecar.load(place)
            if not known.damaged:
                known.warned = [*known.warned, *(key for key in keys if key not in known.warned)][-MOST_WARNED:]
                files.write_whole(place.sidecar, known.as_bytes(), place.target)
    except MemoryFileError as error:
        log.debug("cannot note beside %s what was told: %s", place.name, error)


def stale_blocks(system_prompt: str, store: MemoryStore | None = None) -> list[Target]:
    """Which of the two blocks stand in a prompt although their store is now empty or switched off.

    Without a store, the files in the Hermes home are asked. A file that cannot be read is not empty.
    """
    return [target for target in TARGETS if stands_in(system_prompt, target) and _is_empty(target, store)]


def stands_in(system_prompt: str, target: Target) -> bool:
    """Whether a store's block is in a prompt."""
    header = f"{RULE}\n{re.escape(MEMORY_BLOCK_HEADERS[target])} {_SIZE}\n{RULE}\n"
    return re.search(header, system_prompt) is not None


def _is_empty(target: Target, store: MemoryStore | None) -> bool:
    if store is not None:
        if not store.desk.is_enabled(target):
            return True
        place = store.place(target)
    else:
        place = Place(bound_folder(None, os.environ), target)
    try:
        data = files.read(place.data, files.MOST_BYTES)
        return data is None or not parse(decoded(data, place.data))
    except MemoryFileError:
        return False
