"""Writes conversations out of an archive into a file of one of the export formats."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from hermes_state.errors import HermesStateError, InvalidArgumentError
from hermes_state.records import REPLAYED, Event, Message, Session
from hermes_state.store import files, lookup, sessions
from hermes_state.store.pool import ArchiveFile
from hermes_state.store.reading import Reader
from hermes_state.transcripts import archive_jsonl, hermes_out, markdown

WRITERS = {"jsonl": archive_jsonl.write, "hermes": hermes_out.write, "markdown": markdown.write}

NAMES_OF_OPEN_FILES = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/")


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written: how many sessions and messages, and where."""

    sessions: int
    messages: int
    path: str | None
    notes: tuple[str, ...] = ()


def export_sessions(
    archive: ArchiveFile,
    session_ids: Sequence[str] | None,
    format: str,  # noqa: A002 - the word of the whole API
    out: str | os.PathLike[str] | BinaryIO | None,
    *,
    untouchable: set[tuple[int, int]],
) -> ExportReport:
    """Writes sessions in the order in which the archive got them. See ``SessionDB.export``.

    Raises ``InvalidArgumentError`` for an unknown format or no ``out``, ``NotFoundError`` for an unknown
    id, ``HermesStateError`` when the file cannot be written.
    """
    if format not in WRITERS:
        raise InvalidArgumentError(
            f"{format!r} is no export format", operation="export", hint="use " + ", ".join(WRITERS)
        )
    if out is None:
        raise InvalidArgumentError("nowhere to export to", operation="export", hint="give a path")
    reader = archive.reader()
    with reader.connection.snapshot():
        if session_ids is None:
            keys = [row[0] for row in sessions.session_rows(reader.connection)]
        else:
            keys = list(dict.fromkeys(lookup.resolve(reader.connection, one) for one in session_ids))
        if isinstance(out, str | os.PathLike):
            return _into_file(reader, keys, format, Path(out).expanduser(), untouchable)
        counts = WRITERS[format](out, _conversations(reader, keys, format))
        return ExportReport(counts.sessions, counts.messages, None, tuple(counts.notes))


def _into_file(
    reader: Reader,
    keys: Sequence[int],
    format: str,  # noqa: A002
    path: Path,
    untouchable: set[tuple[int, int]],
) -> ExportReport:
    if files.identity(path) in untouchable:
        raise InvalidArgumentError(f"{path} is an archive that is open", operation="export", hint="name another file")
    try:
        if _takes_a_stream(path):
            with open(path, "wb") as file:
                counts = WRITERS[format](file, _conversations(reader, keys, format))
        else:
            descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
            try:
                with open(descriptor, "wb") as file:
                    counts = WRITERS[format](file, _conversations(reader, keys, format))
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(name, path)
            except BaseException:
                os.unlink(name)
                raise
    except OSError as error:
        raise HermesStateError(
            f"cannot write {path}: {error.strerror or error}",
            path=path,
            operation="export",
            hint="check that the folder exists, is writable and has space",
        ) from error
    return ExportReport(counts.sessions, counts.messages, str(path), tuple(counts.notes))


def _takes_a_stream(path: Path) -> bool:
    """Whether a path is a device, a named pipe or an open file's name: written into, never replaced."""
    if os.path.abspath(path).startswith(NAMES_OF_OPEN_FILES):
        return True
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)


def _conversations(
    reader: Reader,
    keys: Sequence[int],
    format: str,  # noqa: A002
) -> Iterator[tuple[Session, Iterator[Message | Event]]]:
    exported = set(keys)
    for key in keys:
        session = sessions.load_session(reader.connection, reader.codec, key)
        yield session, _whole(reader, session, reader.records(key, session.id), exported, as_notes=format == "jsonl")


def _whole(
    reader: Reader, session: Session, records: Iterator[Message | Event], exported: set[int], *, as_notes: bool
) -> Iterator[Message | Event]:
    """The records, with those that repeat a session which is not exported put back from there.

    ``as_notes``: into the note that stands for them, as its ``record``; else in its place.
    """
    for record in records:
        note = record.record if isinstance(record, Event) else None
        if not isinstance(note, dict) or note.get("type") != REPLAYED:
            yield record
            continue
        parent = sessions.find_row(reader.connection, session.origin, str(note.get("session")))
        repeated = None
        if parent is not None and parent.key not in exported and isinstance(note.get("seq"), int):
            repeated = next(reader.numbered(parent.key, parent.id, note["seq"]), (0, None))[1]
        if repeated is None:
            yield record
        elif as_notes:
            source = repeated.record if isinstance(repeated, Event) else repeated.extra
            yield Event(session.id, {**note, "record": source})
        else:
            yield replace(repeated, session_id=session.id)
