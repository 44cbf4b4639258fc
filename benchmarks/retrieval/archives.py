"""Makes an archive of a set through the public API: the set as a transcript of plain messages, imported."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from benchmarks.retrieval.labelled import RetrievalSet, SetError, SetSession
from hermes_state import SessionDB

FORMAT = "messages"
DIGEST_LETTERS = 12


def open_archive(given: RetrievalSet, folder: Path) -> SessionDB:
    """An open archive in the folder that holds the set; one made there from the same sessions is used again.

    Raises ``SetError`` when not every message of the set was taken in.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lines = [_line(session) for session in given.sessions]
    digest = hashlib.sha256(b"".join(lines)).hexdigest()[:DIGEST_LETTERS]
    transcript = folder / f"{given.name}-{digest}.jsonl"
    if not transcript.exists():
        part = transcript.with_suffix(".part")
        part.write_bytes(b"".join(lines))
        os.replace(part, transcript)
    db = SessionDB(folder / f"{given.name}-{digest}.db")
    try:
        # An unchanged file is not read again; of an import that was cut short the rest is.
        report = db.import_transcripts(transcript, format=FORMAT)
        if report.failures or report.skips:
            raise SetError(f"{given.name}: {(report.failures or report.skips)[0]}")
        if report.files_read:
            _check(db, given)
    except BaseException:
        db.close()
        raise
    return db


def _line(session: SetSession) -> bytes:
    messages = [{"id": one.id, "role": one.role, "content": one.text, "timestamp": one.at} for one in session.messages]
    value = {"id": session.id, "started_at": session.started_at, "messages": messages}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _check(db: SessionDB, given: RetrievalSet) -> None:
    """Every message must stand in the archive under its own id: labels speak of these."""
    for session, found in _compared(db, given):
        if found != [message.id for message in session.messages]:
            raise SetError(f"{given.name}: session {session.id} is not in the archive as the set has it")


def _compared(db: SessionDB, given: RetrievalSet) -> Iterator[tuple[SetSession, list[str | None]]]:
    for session in given.sessions:
        yield session, [message.source_id for message in db.get_messages(f"{FORMAT}:{session.id}")]
