"""Writes conversations out of an archive into a file of one of the export formats."""

from __future__ import annotations

import os
import stat
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from hermes_state.errors import HermesStateError, InvalidArgumentError
from hermes_state.records import REPLAYED, Event, Message, Session
from hermes_state.store import files, lookup, sessions
from hermes_state.store.pool import ArchiveFile
from hermes_state.store.reading import Reader
from hermes_state.store.redacting import redacted_record, redacted_session
from hermes_state.transcripts import archive_jsonl, hermes_out, markdown

if TYPE_CHECKING:
    from hermes_state.secrets import ValueRedactor
    from hermes_state.transcripts.base import Written

WRITERS = {"jsonl": archive_jsonl.write, "hermes": hermes_out.write, "markdown": markdown.write}

NO_KEY = (
    "the archive cannot be written, so no key for placeholders is kept in it: "
    "other exports have others for the same secrets"
)

Conversations = Iterator[tuple[Session, Iterator[Message | Event]]]

NAMES_OF_OPEN_FILES = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/")


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written: how many sessions and messages, and where.

    ``secrets`` are the numbers of different secrets by kind, replaced where ``redacted``, else in clear; ``None``: they
    were not looked for.
    """

    sessions: int
    messages: int
    path: str | None
    notes: tuple[str, ...] = ()
    redacted: bool = False
    secrets: dict[str, int] | None = None


@dataclass(slots=True)
class SecretsIn:
    """What an export does about secrets: replaces them, or, without ``replace``, only counts them.

    ``has_key``: placeholders are made under a key that the archive keeps. ``placeholders`` are those of what was seen.
    """

    redactor: ValueRedactor
    replace: bool
    has_key: bool
    placeholders: set[str] = field(default_factory=set)

    def session(self, session: Session) -> Session:
        """The session as it is to be written."""
        redacted = redacted_session(session, self.redactor)
        self._note()
        return redacted if self.replace else session

    def record(self, record: Message | Event) -> Message | Event:
        """The record as it is to be written."""
        redacted = redacted_record(record, self.redactor)
        self._note()
        return redacted if self.replace else record

    def _note(self) -> None:
        self.placeholders |= self.redactor.written
        self.redactor.forget()

    def kinds(self) -> dict[str, int]:
        """How many different secrets of each kind were seen."""
        return dict(sorted(Counter(placeholder.split(":")[1] for placeholder in self.placeholders).items()))

    def notes(self) -> list[str]:
        """What the person should know: secrets in clear, placeholders that no other export agrees with."""
        total = len(self.placeholders)
        if not total:
            return []
        if self.replace:
            return [] if self.has_key else [NO_KEY]
        kinds = ", ".join(f"{kind} {count}" for kind, count in self.kinds().items())
        secrets = "1 secret" if total == 1 else f"{total:,} secrets"
        return [f"it holds {secrets} in clear ({kinds}): --redact replaces them, hermes session secrets says where"]


def export_sessions(
    archive: ArchiveFile,
    session_ids: Sequence[str] | None,
    format: str,  # noqa: A002 - the word of the whole API
    out: str | os.PathLike[str] | BinaryIO | None,
    *,
    untouchable: set[tuple[int, int]],
    secrets: SecretsIn | None = None,
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
        in_trash = 0
        if session_ids is None:
            keys = [row[0] for row in sessions.session_rows(reader.connection, with_trash=False)]
            in_trash = sessions.count_in_trash(reader.connection)
        else:
            keys = list(dict.fromkeys(lookup.resolve(reader.connection, one) for one in session_ids))
        conversations = _conversations(reader, keys, format, secrets)
        path = None
        if isinstance(out, str | os.PathLike):
            path = str(Path(out).expanduser())
            counts = _into_file(conversations, format, Path(path), untouchable)
        else:
            counts = WRITERS[format](out, conversations)
    notes = tuple(counts.notes)
    if in_trash:
        notes += (f"{in_trash:,} in the trash left out: name their ids to export them",)
    if secrets is None:
        return ExportReport(counts.sessions, counts.messages, path, notes)
    notes += tuple(secrets.notes())
    return ExportReport(counts.sessions, counts.messages, path, notes, secrets.replace, secrets.kinds())


def _into_file(
    conversations: Conversations,
    format: str,  # noqa: A002
    path: Path,
    untouchable: set[tuple[int, int]],
) -> Written:
    if files.identity(path) in untouchable:
        raise InvalidArgumentError(
            f"{path} is an archive that is open", path=path, operation="export", hint="name another file"
        )
    try:
        if _takes_a_stream(path):
            with open(path, "wb") as file:
                counts = WRITERS[format](file, conversations)
        else:
            descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
            try:
                with open(descriptor, "wb") as file:
                    counts = WRITERS[format](file, conversations)
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
    return counts


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
    secrets: SecretsIn | None,
) -> Conversations:
    exported = set(keys)
    for key in keys:
        session = sessions.load_session(reader.connection, reader.codec, key)
        records = _whole(reader, session, reader.records(key, session.id), exported, as_notes=format == "jsonl")
        if secrets is None:
            yield session, records
        else:
            yield secrets.session(session), map(secrets.record, records)


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
