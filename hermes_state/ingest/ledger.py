"""How far each transcript was read: the places at which the next import goes on."""

from __future__ import annotations

import json
import time
import zlib
from typing import Any

from hermes_state.ingest.held import ORIGINS, HeldFile
from hermes_state.store import sessions
from hermes_state.store.connection import Connection

FIND_SOURCE = "SELECT format, size, modified_ns, checkpoint FROM source WHERE path = ?"
SET_SOURCE = """
INSERT OR REPLACE INTO source (path, format, size, modified_ns, checkpoint, imported_at)
VALUES (?, ?, ?, ?, ?, ?)
"""
UNFINISHED = -1
"""The size noted for a file that is read in part: no file has it, so the next import goes on."""

GOES_ON = "places"
"""The part of a checkpoint with ``[origin, id, next place]`` of each session; place 0: compare with all of it."""


def find(connection: Connection, path: str) -> tuple[str, int, int, bytes] | None:
    """``(format, size, modified_ns, packed checkpoint)`` of a file that was read before, or ``None``."""
    row = connection.row(FIND_SOURCE, (path,))
    return None if row is None else (row[0], row[1], row[2], row[3])


def unpacked(data: bytes) -> dict[str, Any]:
    """The checkpoint that ``find`` returned."""
    checkpoint: dict[str, Any] = json.loads(zlib.decompress(data))
    return checkpoint


def note(connection: Connection, file: HeldFile) -> None:
    """Notes up to where a file is stored now. Takes part in the transaction."""
    if file.checkpoint is None:
        return
    checkpoint = dict(file.checkpoint)
    if "offset" in checkpoint:
        checkpoint[GOES_ON] = _places(file)
        if file.keep_ids:
            checkpoint["keep_ids"] = True
    if file.format not in ORIGINS and file.origins:
        checkpoint["origins"] = file.origins
    size = file.candidate.size if file.done else UNFINISHED
    data = zlib.compress(json.dumps(checkpoint, separators=(",", ":")).encode("ascii"))
    bindings = (str(file.candidate.path), file.format, size, file.candidate.modified_ns, data, time.time())
    connection.run(SET_SOURCE, bindings)


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
