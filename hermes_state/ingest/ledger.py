"""How far each transcript was read: the places at which the next import goes on.

What the reader of a file notes for the rest of it (its ``state``) holds text: titles, names of tools, lines that wait
for others. It is not kept where that text is not to be: of deleted sessions, and of secrets that are stored replaced.
Such a file, once it grows, is read from its start.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator
from typing import Any

from hermes_state.ingest.held import ORIGINS, HeldFile
from hermes_state.store import sessions
from hermes_state.store.connection import Connection
from hermes_state.store.redacting import Redacts

FIND_SOURCE = "SELECT format, size, modified_ns, checkpoint FROM source WHERE path = ?"
SET_SOURCE = """
INSERT OR REPLACE INTO source (path, format, size, modified_ns, checkpoint, imported_at)
VALUES (?, ?, ?, ?, ?, ?)
"""
EVERY_SOURCE = "SELECT path, checkpoint FROM source"
FORGET_PLACE = "UPDATE source SET checkpoint = ? WHERE path = ?"
DELETED_IDS = "SELECT id FROM tombstone"
UNFINISHED = -1
"""The size noted for a file that is read in part: no file has it, so the next import goes on."""

STATE = "state"
"""The part of a checkpoint with what a parser remembers."""

GOES_ON = "places"
"""The part of a checkpoint with ``[origin, id, next place]`` of each session; place 0: compare with all of it."""


def find(connection: Connection, path: str) -> tuple[str, int, int, bytes] | None:
    """``(format, size, modified_ns, packed checkpoint)`` of a file that was read before, or ``None``."""
    row = connection.row(FIND_SOURCE, (path,))
    return None if row is None else (row[0], row[1], row[2], row[3])


def unpacked(data: bytes) -> dict[str, Any] | None:
    """The checkpoint that ``find`` returned; ``None`` when the file is to be read from its start."""
    return _loaded(data) or None


def _loaded(data: bytes) -> dict[str, Any]:
    checkpoint: dict[str, Any] = json.loads(zlib.decompress(data))
    return checkpoint


def _packed(checkpoint: dict[str, Any]) -> bytes:
    return zlib.compress(json.dumps(checkpoint, separators=(",", ":")).encode("ascii"))


def note(connection: Connection, file: HeldFile, redactor: Redacts | None = None) -> None:
    """Notes up to where a file is stored now; without text that is not to be kept. In the transaction.

    ``redactor``: what the file's records were redacted by.
    """
    if file.checkpoint is None:
        return
    checkpoint = {} if _holds_what_is_not_kept(file, redactor) else dict(file.checkpoint)
    if "offset" in checkpoint:
        checkpoint[GOES_ON] = _places(file)
        if file.keep_ids:
            checkpoint["keep_ids"] = True
    if file.format not in ORIGINS and file.origins:
        checkpoint["origins"] = file.origins
    size = file.candidate.size if file.done else UNFINISHED
    data = _packed(checkpoint)
    bindings = (str(file.candidate.path), file.format, size, file.candidate.modified_ns, data, time.time())
    connection.run(SET_SOURCE, bindings)


def _holds_what_is_not_kept(file: HeldFile, redactor: Redacts | None) -> bool:
    """Whether the checkpoint may have text of a session that was deleted, or a secret."""
    state = (file.checkpoint or {}).get(STATE)
    if state is None:
        return False
    return file.holds_deleted or (redactor is not None and redactor.value(state) != state)


def forget_deleted(connection: Connection) -> None:
    """Takes out of all checkpoints what they may have of deleted sessions. Takes part in the transaction."""
    deleted = {name for (name,) in connection.rows(DELETED_IDS)}
    if not deleted:
        return
    for path, data in connection.rows(EVERY_SOURCE):
        checkpoint = _loaded(data)
        if STATE in checkpoint and not deleted.isdisjoint(_texts(checkpoint)):
            connection.run(FORGET_PLACE, (_packed({}), path))


def _texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def take_over(file: HeldFile, checkpoint: dict[str, Any]) -> None:
    """Takes the importer's own part out of a checkpoint; what remains is the reader's."""
    file.origins.update(checkpoint.pop("origins", {}))
    file.keep_ids = checkpoint.pop("keep_ids", None)
    file.seen.update({(origin, name): place for origin, name, place in checkpoint.pop(GOES_ON, ())})


def goes_on(connection: Connection, checkpoint: dict[str, Any]) -> bool:
    """Whether reading may go on at the checkpoint: nothing but this file has added to its sessions since.

    Else the file is read from its start, and each of its records compared with what is stored.
    """
    for origin, session_id, place in checkpoint.get(GOES_ON, ()):
        row = sessions.find_row(connection, origin, session_id)
        if row is not None and row.next_seq != place:
            return False
    return True


def _places(file: HeldFile) -> list[tuple[str, str, int]]:
    """How the next import may go on: without comparing, where the file holds all that is stored of a session."""
    places: list[tuple[str, str, int]] = []
    for identity, place in {**file.seen, **file.written}.items():
        known = file.known.get(identity)
        whole = known is None or not known.unmatched
        places.append((*identity, place if whole and not file.replaying else 0))
    return places
