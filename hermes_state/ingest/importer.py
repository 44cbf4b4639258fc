"""Imports transcripts: streams records, stores what is new, and remembers how far each file was read.

What was read is buffered and written in short transactions, each with the place in its file up to which
it goes: a process killed at any moment leaves an archive from which the next import goes on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hermes_state.errors import DamagedIndexError, SourceRewrittenError, TranscriptError
from hermes_state.ingest import ledger
from hermes_state.ingest.held import HeldFile
from hermes_state.ingest.redacting import Watch, redacted
from hermes_state.ingest.report import ImportReport
from hermes_state.ingest.storing import Store
from hermes_state.ingest.walk import Candidate
from hermes_state.records import Message, Record, Session, Skip
from hermes_state.store.pool import ArchiveFile
from hermes_state.transcripts.detect import detect, open_transcript

if TYPE_CHECKING:
    from hermes_state.secrets import ValueRedactor

FLUSH_CHARS = 8 * 1024 * 1024
"""Text held back before it is written in one transaction."""

MESSAGES_A_MERGED_PAGE = 20
"""How much of the indexes is merged after an import: in proportion to what it brought, never all of a large archive."""

RECORD_CHARS = 300
"""What a record is counted as beside its text."""

RESULT_SUFFIX = "-result"
"""What the name of a format ends with whose files belong to the sessions of another one."""


Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How to import: ``format`` forced or told by content, nothing stored when ``dry_run``.

    ``redact`` stores without secrets, ``secrets`` counts them; either needs the ``redactor``.
    """

    format: str | None = None
    dry_run: bool = False
    restore_deleted: bool = False
    progress: Progress | None = None
    redact: bool = False
    secrets: bool = False
    redactor: ValueRedactor | None = None


class Importer:
    """Imports into one archive."""

    def __init__(self, archive: ArchiveFile, options: ImportOptions) -> None:
        self._archive = archive
        self._options = options
        self.report = ImportReport(dry_run=options.dry_run)
        self._held: list[HeldFile] = []
        self._held_chars = 0
        redactor = options.redactor
        self._redactor = redactor if options.redact else None
        self._watch = Watch(redactor) if redactor is not None and options.secrets else None
        self._store = Store(restore_deleted=options.restore_deleted, redactor=self._redactor, watch=self._watch)
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
        messages = self._store.counts.messages
        if messages and not self._options.dry_run:
            self._archive.merge_indexes(messages // MESSAGES_A_MERGED_PAGE)
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
        counts = self._store.counts
        self.report.messages_new = counts.messages
        self.report.sessions_new = len(counts.new_sessions)
        self.report.sessions_updated = len(counts.touched - counts.new_sessions)
        self.report.deleted_sessions_left_out = len(counts.left_out)
        self.report.secrets = None if self._watch is None else self._watch.census

    def _taken_elsewhere(self, named: str) -> bool:
        """Whether transcripts of a named path were taken as those of another one: each file is looked at once."""
        path = os.path.abspath(os.path.expanduser(named))
        return any(taken == path or taken.startswith(path.rstrip(os.sep) + os.sep) for taken in self._taken)

    # One file

    def _import(self, candidate: Candidate) -> None:
        report = self.report
        report.files_seen += 1
        path = candidate.path
        connection = self._archive.reader().connection
        row = ledger.find(connection, str(path))
        checkpoint = None
        if row is not None and not self._options.restore_deleted:
            name, size, modified_ns, data = row
            wanted = self._options.format in (None, name, name.removesuffix(RESULT_SUFFIX))
            if wanted and (size, modified_ns) == (candidate.size, candidate.modified_ns):
                report.files_unchanged += 1
                self._recognised(candidate, name)
                return
            checkpoint = ledger.unpacked(data)
            if checkpoint is not None and not ledger.goes_on(connection, checkpoint):
                checkpoint = None
        try:
            found = detect(path) if self._options.format is None else fitting_format(path, self._options.format)
            if found is None:
                report.files_unrecognised += 1
                return
            self._read(candidate, found, checkpoint if row is None or row[0] == found else None)
        except TranscriptError as error:
            reason = str(error).removeprefix(f"{path} ")
            self._problem(candidate, reason + (f"; {error.hint}" if error.hint else ""))
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
            reason = "the file is shorter than when it was read: read anew; the archive keeps what it has"
            self.report.skips.append((str(candidate.path), 0, reason))
            checkpoint = None
        try:
            self._read_on(HeldFile(candidate, name), checkpoint)
        except SourceRewrittenError:
            self._read_on(HeldFile(candidate, name), None)
        self._recognised(candidate, name)

    def _read_on(self, file: HeldFile, checkpoint: dict[str, Any] | None) -> None:
        if checkpoint is not None:
            ledger.take_over(file, checkpoint)
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

    def _hold(self, file: HeldFile, record: Record) -> None:
        if isinstance(record, Skip):
            self.report.skips.append((str(file.candidate.path), record.line, record.reason))
            return
        if self._redactor is not None:
            record = redacted(record, self._redactor)
        file.pending.append(record)
        self._held_chars += RECORD_CHARS
        file.replaying = not isinstance(record, Session) and record.replays is not None
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
            before = self._store.counts.copy()
            try:
                self._write(held)
            except DamagedIndexError:  # the index is marked stale now, and text is stored without it
                self._store.counts = before
                if self._watch is not None:
                    self._watch.give_back()
                for file in held:
                    file.settle(durable=False)
                if attempt == 2:
                    raise
            else:
                break
        if self._watch is not None:
            self._watch.settle()
        for file in held:
            file.settle(durable=True)

    def _write(self, held: Sequence[HeldFile]) -> None:
        if self._options.dry_run:
            reader = self._archive.reader()
            with reader.connection.snapshot():
                for file in held:
                    self._store.count_only(reader, file)
            return
        with self._archive.writing() as writer:
            for file in held:
                self._store.apply(writer, file)
                ledger.note(writer.connection, file, self._redactor)


def fitting_format(path: Path, named: str) -> str:
    """The format to read a file as that a person called ``named``.

    Raises ``TranscriptError`` when it looks like another one and holds no message of this one: else it would
    count as read, and nothing would come in when it is imported as what it is.
    """
    found = detect(path)
    if found is not None and named in (found, found.removesuffix(RESULT_SUFFIX)):
        return found
    if any(isinstance(record, Message) for batch in open_transcript(path, named).batches() for record in batch):
        return named
    raise TranscriptError(
        f"holds no message of the format {named}",
        path=path,
        operation="import",
        hint="without --format it is found out",
    )


def import_paths(
    archive: ArchiveFile, found: Iterable[Candidate | tuple[str, str]], named: Sequence[str], options: ImportOptions
) -> ImportReport:
    """Imports the candidates found under the named paths into an archive. See ``Importer.run``."""
    return Importer(archive, options).run(found, named)
