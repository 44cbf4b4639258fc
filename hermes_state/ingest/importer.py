"""Imports transcripts: streams records, stores what is new, and remembers how far each file was read.

What was read is buffered and written in short transactions, each with the place in its file up to which
it goes: a process killed at any moment leaves an archive from which the next import goes on.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hermes_state.errors import DamagedIndexError, SourceRewrittenError, TranscriptError
from hermes_state.ingest.merge import KnownRecords, message_digest
from hermes_state.ingest.report import ImportReport
from hermes_state.ingest.walk import Candidate
from hermes_state.records import Event, Message, Record, Session, Skip
from hermes_state.store import sessions
from hermes_state.store.codec import COMPACTED, INACTIVE, state_flags
from hermes_state.store.pool import ArchiveFile
from hermes_state.store.reading import Reader
from hermes_state.store.sessions import SessionRow
from hermes_state.store.writing import Writer
from hermes_state.transcripts.detect import detect, open_transcript

FLUSH_CHARS = 8 * 1024 * 1024
"""Text held back before it is written in one transaction."""

MESSAGES_A_MERGED_PAGE = 20
"""How much of the indexes is merged after an import: in proportion to what it brought, never all of a large archive."""

RECORD_CHARS = 300
"""What a record is counted as beside its text."""

ORIGINS = {
    "hermes": "hermes",
    "hermes-export": "hermes",
    "claude-code": "claude-code",
    "claude-code-result": "claude-code",
    "codex": "codex",
    "messages": "messages",
}
"""The origin of sessions by format; our own JSONL names each session's."""

REPEATING = "hermes-export"
"""The format whose files may hold one conversation several times: exports that were appended to one file."""

FIND_SOURCE = "SELECT format, size, modified_ns, checkpoint FROM source WHERE path = ?"
SET_SOURCE = """
INSERT OR REPLACE INTO source (path, format, size, modified_ns, checkpoint, imported_at)
VALUES (?, ?, ?, ?, ?, ?)
"""
SET_STATE = f"UPDATE message SET flags = (flags & ~{INACTIVE | COMPACTED}) | ? WHERE id = ?"
UNFINISHED = -1
"""The size noted for a file that is read in part: no file has it, so the next import goes on."""

GOES_ON = "places"
"""The part of a checkpoint with ``[origin, id, next place]`` of each session; place 0: compare with all of it."""

Progress = Callable[[int, int, str], None]
Identity = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How to import: ``format`` forced or told by content, nothing stored when ``dry_run``."""

    format: str | None = None
    dry_run: bool = False
    restore_deleted: bool = False
    progress: Progress | None = None


@dataclass(slots=True)
class _OpenFile:
    """A file being imported: what is held back of it, and what is known of its sessions.

    ``seen`` has, for each session, the place up to which the stored records are this file's own or in
    ``known``; ``written`` the same for the transaction under way. A session that is not in ``known``
    holds this file's records alone. ``replaying``: the last record read repeats the parent session.
    """

    candidate: Candidate
    format: str
    pending: list[Record] = field(default_factory=list)
    seen: dict[Identity, int] = field(default_factory=dict)
    written: dict[Identity, int] = field(default_factory=dict)
    known: dict[Identity, KnownRecords] = field(default_factory=dict)
    parents: dict[Identity, KnownRecords] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    replaying: bool = False
    keep_ids: bool | None = None
    checkpoint: dict[str, Any] | None = None
    done: bool = False

    def settle(self, *, durable: bool) -> None:
        """Ends a transaction: keeps what it took for known, or gives it back."""
        for known in (*self.known.values(), *self.parents.values()):
            if durable:
                known.settle()
            else:
                known.give_back()
        if durable:
            self.seen.update(self.written)
            self.pending = []
        self.written.clear()


class Importer:
    """Imports into one archive."""

    def __init__(self, archive: ArchiveFile, options: ImportOptions) -> None:
        self._archive = archive
        self._options = options
        self.report = ImportReport(dry_run=options.dry_run)
        self._held: list[_OpenFile] = []
        self._held_chars = 0
        self._new_sessions: set[Identity] = set()
        self._touched: set[Identity] = set()
        self._left_out: set[Identity] = set()
        self._useful: set[str] = set()
        self._taken: list[str] = []

    def run(self, found: Iterable[Candidate | tuple[str, str]], named: Sequence[str]) -> ImportReport:
        """Imports every candidate. Raises errors of the archive; what is wrong with a source is reported."""
        files: list[Candidate] = []
        for item in found:
            if isinstance(item, Candidate):
                files.append(item)
            else:
                self.report.failures.append(item)
        total = sum(candidate.size for candidate in files)
        done = 0
        for candidate in files:
            if self._options.progress is not None:
                self._options.progress(done, total, str(candidate.path))
            self._import(candidate)
            done += candidate.size
        self._flush()
        if self.report.messages_new and not self._options.dry_run:
            self._archive.merge_indexes(self.report.messages_new // MESSAGES_A_MERGED_PAGE)
            self._archive.give_back_free_pages()
        if self._options.progress is not None:
            self._options.progress(total, total, "")
        self._finish(named)
        return self.report

    def _finish(self, named: Sequence[str]) -> None:
        failed = {path for path, _ in self.report.failures}
        for path in named:
            if path not in self._useful and path not in failed and not self._taken_elsewhere(path):
                self.report.failures.append(
                    (path, "holds no transcript that is known (see hermes session import --help)")
                )
        self.report.sessions_new = len(self._new_sessions)
        self.report.sessions_updated = len(self._touched - self._new_sessions)
        self.report.deleted_sessions_left_out = len(self._left_out)

    def _taken_elsewhere(self, named: str) -> bool:
        """Whether transcripts of a named path were taken as those of another one: each file is looked at once."""
        path = os.path.abspath(os.path.expanduser(named))
        return any(taken == path or taken.startswith(path.rstrip(os.sep) + os.sep) for taken in self._taken)

    # One file

    def _import(self, candidate: Candidate) -> None:
        report = self.report
        report.files_seen += 1
        path = candidate.path
        row = self._archive.reader().connection.row(FIND_SOURCE, (str(path),))
        checkpoint = None
        if row is not None and not self._options.restore_deleted:
            name, size, modified_ns, data = row
            if (size, modified_ns) == (candidate.size, candidate.modified_ns):
                report.files_unchanged += 1
                self._recognised(candidate, name)
                return
            checkpoint = json.loads(zlib.decompress(data))
            if not self._goes_on(checkpoint):
                checkpoint = None
        try:
            name = self._options.format or detect(path)
            if name is None:
                report.files_unrecognised += 1
                return
            self._read(candidate, name, checkpoint if row is None or row[0] == name else None)
        except TranscriptError as error:
            self._problem(candidate, f"{error}" + (f"; {error.hint}" if error.hint else ""))
        except OSError as error:
            self._problem(candidate, f"cannot be read: {error.strerror or error}")

    def _problem(self, candidate: Candidate, reason: str) -> None:
        """Reports a file that cannot be read: a failure when the person named it, else a skip."""
        if candidate.named:
            self.report.failures.append((candidate.under, reason))
        else:
            self.report.skips.append((str(candidate.path), 0, reason))

    def _recognised(self, candidate: Candidate, name: str) -> None:
        self._useful.add(candidate.under)
        self._taken.append(str(candidate.path))
        self.report.formats[name] = self.report.formats.get(name, 0) + 1

    def _read(self, candidate: Candidate, name: str, checkpoint: dict[str, Any] | None) -> None:
        if checkpoint is not None and 0 <= candidate.size < checkpoint.get("offset", 0):
            self._recognised(candidate, name)
            reason = "the file is shorter than when it was read; the archive keeps what it has"
            self.report.skips.append((str(candidate.path), 0, reason))
            return
        try:
            self._read_on(_OpenFile(candidate, name), checkpoint)
        except SourceRewrittenError:
            self._read_on(_OpenFile(candidate, name), None)
        self._recognised(candidate, name)

    def _read_on(self, file: _OpenFile, checkpoint: dict[str, Any] | None) -> None:
        if checkpoint is not None:
            file.origins.update(checkpoint.pop("origins", {}))
            file.keep_ids = checkpoint.pop("keep_ids", None)
            file.seen.update({(origin, name): place for origin, name, place in checkpoint.pop(GOES_ON, ())})
        reader = open_transcript(file.candidate.path, file.format, checkpoint)
        batches = iter(reader.batches())
        first = next(batches, None)
        self.report.files_read += 1
        self._held.append(file)
        batch: list[Record] | None = first
        position = getattr(reader, "position", 0)
        while batch is not None:
            before, started_at = self._held_chars, position
            for record in batch:
                self._hold(file, record)
            position = getattr(reader, "position", 0)
            self._held_chars = max(self._held_chars, before + position - started_at)
            if self._held_chars >= FLUSH_CHARS:
                file.checkpoint = reader.checkpoint()
                self._flush()
                self._held.append(file)
            batch = next(batches, None)
        file.checkpoint = reader.checkpoint()
        file.done = True

    def _hold(self, file: _OpenFile, record: Record) -> None:
        if isinstance(record, Skip):
            self.report.skips.append((str(file.candidate.path), record.line, record.reason))
            return
        file.pending.append(record)
        file.replaying = isinstance(record, Message | Event) and record.replays is not None
        self._held_chars += RECORD_CHARS
        if isinstance(record, Message):
            content = record.content
            self._held_chars += len(content) if isinstance(content, str) else RECORD_CHARS * 10

    # Writing

    def _flush(self) -> None:
        """Writes what is held back, with how far each file was read, in one transaction."""
        held, self._held, self._held_chars = self._held, [], 0
        if not held:
            return
        for attempt in (1, 2):
            before = (self.report.messages_new, set(self._new_sessions), set(self._touched))
            try:
                self._write(held)
            except DamagedIndexError:  # the index is marked stale now, and text is stored without it
                self.report.messages_new, self._new_sessions, self._touched = before
                for file in held:
                    file.settle(durable=False)
                if attempt == 2:
                    raise
            else:
                break
        for file in held:
            file.settle(durable=True)

    def _write(self, held: Sequence[_OpenFile]) -> None:
        if self._options.dry_run:
            with self._archive.reader().connection.snapshot():
                for file in held:
                    self._count_only(file)
            return
        with self._archive.writing() as writer:
            for file in held:
                if file.keep_ids is None:
                    file.keep_ids = file.format not in ORIGINS and writer.is_empty()
                self._apply(writer, file)
                self._note_source(writer, file)

    def _note_source(self, writer: Writer, file: _OpenFile) -> None:
        if file.checkpoint is None:
            return
        checkpoint = dict(file.checkpoint)
        if "offset" in checkpoint:
            checkpoint[GOES_ON] = self._places(file)
            if file.keep_ids:
                checkpoint["keep_ids"] = True
        if file.format not in ORIGINS and file.origins:
            checkpoint["origins"] = file.origins
        size = file.candidate.size if file.done else UNFINISHED
        data = zlib.compress(json.dumps(checkpoint, separators=(",", ":")).encode("ascii"))
        bindings = (str(file.candidate.path), file.format, size, file.candidate.modified_ns, data, time.time())
        writer.connection.run(SET_SOURCE, bindings)

    def _grouped(self, file: _OpenFile) -> dict[Identity, tuple[list[Session], list[Message | Event]]]:
        """The records held back, by session, in order."""
        groups: dict[Identity, tuple[list[Session], list[Message | Event]]] = {}
        for record in file.pending:
            if isinstance(record, Session):
                file.origins[record.id] = record.origin
                groups.setdefault((record.origin, record.id), ([], []))[0].append(record)
            elif isinstance(record, Message | Event):
                origin = file.origins.get(record.session_id) or ORIGINS.get(file.format, file.format)
                groups.setdefault((origin, record.session_id), ([], []))[1].append(record)
        return groups

    def _apply(self, writer: Writer, file: _OpenFile) -> None:
        for identity, (facts, records) in self._grouped(file).items():
            if self._is_left_out(writer, identity):
                continue
            row = self._session(writer, identity, facts)
            if not records:
                continue
            reader = Reader(writer.connection, writer.codec)
            fresh, changed = self._fresh(reader, file, row, identity, records)
            for message_id, state in changed:
                writer.connection.run(SET_STATE, (state, message_id))
            if fresh:
                ids = writer.append_sealed(row, fresh, keep_ids=bool(file.keep_ids))
                self.report.messages_new += len(ids)
            if fresh or changed:
                self._touched.add(identity)
            if file.format != REPEATING:
                file.written[identity] = row.next_seq

    def _is_left_out(self, writer: Writer, identity: Identity) -> bool:
        """Whether the user deleted this session; with ``restore_deleted`` it comes back."""
        if not sessions.is_deleted(writer.connection, *identity):
            return False
        if self._options.restore_deleted:
            sessions.undelete(writer.connection, *identity)
            return False
        self._left_out.add(identity)
        return True

    def _session(self, writer: Writer, identity: Identity, facts: Sequence[Session]) -> SessionRow:
        origin, session_id = identity
        row = sessions.find_row(writer.connection, origin, session_id)
        if row is None:
            self._new_sessions.add(identity)
        for fact in facts or ([] if row is not None else [Session(id=session_id, origin=origin)]):
            row = sessions.upsert(writer.connection, writer.codec, fact)
        assert row is not None
        return row

    def _fresh(
        self,
        reader: Reader,
        file: _OpenFile,
        row: SessionRow | None,
        identity: Identity,
        records: Sequence[Message | Event],
    ) -> tuple[list[Message | Event], list[tuple[int, int]]]:
        """The records that the archive does not hold yet; ``(message id, flags)`` where the state of one changed."""
        known = self._known(reader, file, row, identity)
        fresh: list[Message | Event] = []
        changes: list[tuple[int, int]] = []
        taken: set[tuple[str, bytes]] = set()
        for record in records:
            if file.format == REPEATING and isinstance(record, Message) and record.source_id is not None:
                name = (record.source_id, message_digest(record))
                if name in taken:
                    continue
                taken.add(name)
            kept: Message | Event = record
            if record.replays is not None:
                parent = self._known_parent(file, reader, (identity[0], record.replays))
                kept = (parent and parent.replayed_as(record)) or record
            if known is None or not known.take(kept):
                if kept is not record and known is not None and known.take(record):
                    continue  # stored as it stands: its parent was imported later
                fresh.append(kept)
            elif isinstance(kept, Message) and (changed := known.changed_state(kept)) is not None:
                changes.append((changed, state_flags(kept)))
        return fresh, changes

    def _known(
        self, reader: Reader, file: _OpenFile, row: SessionRow | None, identity: Identity
    ) -> KnownRecords | None:
        """The stored records of a session that this file did not write in this run; ``None``: there are none."""
        if row is None:
            return None
        known = file.known.get(identity)
        seen = file.seen.get(identity, 1)
        if row.next_seq > seen:
            if known is None:
                known = file.known[identity] = KnownRecords()
            for seq, record in reader.numbered(row.key, row.id, seen):
                known.note(seq, record)
            file.seen[identity] = row.next_seq
        return known

    def _known_parent(self, file: _OpenFile, reader: Reader, identity: Identity) -> KnownRecords | None:
        known = file.parents.get(identity)
        if known is None:
            row = sessions.find_row(reader.connection, *identity)
            if row is None:
                return None
            known = KnownRecords(reader.numbered(row.key, row.id), with_places=True)
            file.parents[identity] = known
        return known

    def _places(self, file: _OpenFile) -> list[tuple[str, str, int]]:
        """How the next import may go on: without comparing, where the file holds all that is stored of a session."""
        places = []
        for identity, place in {**file.seen, **file.written}.items():
            known = file.known.get(identity)
            whole = known is None or not known.unmatched
            places.append((*identity, place if whole and not file.replaying else 0))
        return places

    def _goes_on(self, checkpoint: dict[str, Any]) -> bool:
        """Whether reading may go on at the checkpoint: nothing but this file has added to its sessions since.

        Else the file is read from its start, and each of its records compared with what is stored.
        """
        connection = self._archive.reader().connection
        for origin, session_id, place in checkpoint.get(GOES_ON, ()):
            row = sessions.find_row(connection, origin, session_id)
            if row is not None and row.next_seq != place:
                return False
        return True

    def _count_only(self, file: _OpenFile) -> None:
        """What a dry run does instead of storing: counts what the archive does not hold."""
        reader = self._archive.reader()
        for identity, (_, records) in self._grouped(file).items():
            if sessions.is_deleted(reader.connection, *identity) and not self._options.restore_deleted:
                self._left_out.add(identity)
                continue
            row = sessions.find_row(reader.connection, *identity)
            if row is None:
                self._new_sessions.add(identity)
            fresh, changed = self._fresh(reader, file, row, identity, records)
            self.report.messages_new += sum(isinstance(record, Message) for record in fresh)
            if fresh or changed:
                self._touched.add(identity)


def import_paths(
    archive: ArchiveFile, found: Iterable[Candidate | tuple[str, str]], named: Sequence[str], options: ImportOptions
) -> ImportReport:
    """Imports the candidates found under the named paths into an archive. See ``Importer.run``."""
    return Importer(archive, options).run(found, named)


def as_paths(paths: Any) -> list[str]:
    """Paths as strings, one or many given."""
    return [str(paths)] if isinstance(paths, str | Path) else [str(path) for path in paths]
