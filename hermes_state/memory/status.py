"""How the two stores stand: use, what is kept out of the prompt, what waits, what changed last."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from hermes_state.errors import MemoryFileError
from hermes_state.memory.changes import answers, approval
from hermes_state.memory.disk import backups, files
from hermes_state.memory.entries.text import content_hash, joined
from hermes_state.memory.journal import drift, history, sidecar
from hermes_state.memory.prompt import snapshot
from hermes_state.memory.prompt.judging import Judgement
from hermes_state.memory.prompt.snapshot import Loaded
from hermes_state.memory.targets import TARGETS, Place, Target

if TYPE_CHECKING:
    from hermes_state.memory.store import MemoryStore


def status(store: MemoryStore) -> dict[str, Any]:
    """The state of both stores, ready for JSON; reads and scans the files, changes nothing, never raises for them.

    ``targets`` has for ``memory`` and ``user``: ``file``, ``enabled``, ``used``, ``limit``, ``usage``, ``percent``,
    ``entry_count``, ``blocked``, ``warned``, ``allowed`` (entries with their ids), ``error`` (why the file cannot be
    read, else ``None``), ``drift`` (how many oversized texts stop a rewrite), ``beside`` (what is wrong with the
    history and the notes beside the file), ``backups``, ``last_change``.
    """
    settings = store.desk.settings
    return {
        "folder": store.folder,
        "targets": {target: _of_target(store, target) for target in TARGETS},
        "pending": approval.count(store.folder),
        "write_approval": settings is not None and bool(settings.write_approval),
        "provider": "" if settings is None else settings.provider,
    }


def _of_target(store: MemoryStore, target: Target) -> dict[str, Any]:
    place, limit = store.place(target), store.desk.limits[target]
    loaded = snapshot.load(place, limit, for_showing=True)
    known = sidecar.load_if_readable(place)
    used = len(joined(loaded.entries))
    found: dict[str, Any] = {
        "file": place.data,
        "enabled": store.desk.is_enabled(target),
        "used": used,
        "limit": limit,
        "usage": snapshot.usage(loaded.entries, limit),
        "percent": snapshot.percent(used, limit),
        "entry_count": len(loaded.entries),
        "blocked": [_found(entry, one) for entry, one in loaded.blocked],
        "warned": [_found(entry, one) for entry, one in loaded.warned],
        "allowed": _allowed(loaded, known),
        "error": loaded.error,
        "drift": len(drift.oversized(loaded.entries, known, limit)),
        "beside": list(_beside(place)),
        "backups": None,
        "last_change": None,
    }
    with suppress(MemoryFileError):  # said in ``beside``, or in ``error`` for the folder itself
        changes = history.changes(store, target, 1)
        found["last_change"] = changes[0].as_dict() if changes else None
        found["backups"] = len(backups.paths(place))
    return found


def _beside(place: Place) -> Iterator[str]:
    """Yields what is wrong with the files beside a store's own."""
    if not os.path.isdir(place.folder):
        return
    try:
        files.read(place.history)
    except MemoryFileError as error:
        yield str(error)
    try:
        if sidecar.load(place).damaged:
            yield f"{place.sidecar} cannot be understood: times, sources and what a person allowed are not known"
    except MemoryFileError as error:
        yield str(error)


def _found(entry: str, judgement: Judgement) -> dict[str, Any]:
    return {
        "id": content_hash(entry)[:8],
        "entry": entry,
        "verdict": judgement.verdict,
        "classes": judgement.threats,
        "findings": answers.findings(judgement),
    }


def _allowed(loaded: Loaded, known: sidecar.Sidecar) -> list[dict[str, Any]]:
    return [
        {"id": key[:8], "entry": entry, "reason": known.overrides[key]["reason"]}
        for entry in loaded.entries
        if (key := content_hash(entry)) in known.overrides
    ]
