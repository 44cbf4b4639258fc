"""Stores what was read of transcripts: what the archive does not hold yet, and the state of what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from hermes_state.ingest.held import ORIGINS, REPEATING, HeldFile, Identity
from hermes_state.ingest.merge import KnownRecords, message_digest
from hermes_state.ingest.redacting import Watch
from hermes_state.records import Event, Message, Session
from hermes_state.store import sessions
from hermes_state.store.codec import state_flags
from hermes_state.store.flags import COMPACTED, INACTIVE
from hermes_state.store.reading import Reader
from hermes_state.store.redacting import redacted_record
from hermes_state.store.sessions import SessionRow
from hermes_state.store.writing import Writer

if TYPE_CHECKING:
    from hermes_state.secrets import ValueRedactor

OpenReader = Callable[[], Reader]
"""Gives a reader of what is stored, with what the transaction has taken in so far."""

SET_STATE = f"UPDATE message SET flags = (flags & ~{INACTIVE | COMPACTED}) | ? WHERE id = ?"


@dataclass(slots=True)
class Counts:
    """What was stored: sessions by their identity, messages by number."""

    new_sessions: set[Identity] = field(default_factory=set)
    touched: set[Identity] = field(default_factory=set)
    left_out: set[Identity] = field(default_factory=set)
    messages: int = 0

    def copy(self) -> Counts:
        """The counts as they are now."""
        return Counts(set(self.new_sessions), set(self.touched), set(self.left_out), self.messages)


class Store:
    """Stores files held back, each within the caller's transaction; counts what it does."""

    def __init__(
        self, *, restore_deleted: bool, redactor: ValueRedactor | None = None, watch: Watch | None = None
    ) -> None:
        """``redactor``: what is to be stored was redacted by it; ``watch`` is shown what is stored."""
        self.counts = Counts()
        self._redactor = redactor
        self._watch = watch
        self._restore_deleted = restore_deleted

    def apply(self, writer: Writer, file: HeldFile) -> None:
        """Stores what is held back of a file. Takes part in the transaction."""
        if file.keep_ids is None:
            file.keep_ids = file.format not in ORIGINS and writer.is_empty()
        for identity, (facts, records) in file.by_session().items():
            if self._is_left_out(writer, identity):
                file.holds_deleted = True
                continue
            row = self._session(writer, identity, facts)
            if not records:
                if self._watch is not None:
                    self._watch.look(identity, facts, ())
                continue
            fresh, changed = self._fresh(partial(_reader_of_all, writer), file, row, identity, records)
            for message_id, state in changed:
                writer.connection.run(SET_STATE, (state, message_id))
            if self._watch is not None:
                self._watch.look(identity, facts, fresh)
            if fresh:
                ids = writer.append_sealed(row, fresh, keep_ids=bool(file.keep_ids))
                self.counts.messages += len(ids)
            if fresh or changed:
                self.counts.touched.add(identity)
            if file.format != REPEATING:
                file.written[identity] = row.next_seq

    def count_only(self, reader: Reader, file: HeldFile) -> None:
        """What a dry run does instead of storing: counts what the archive does not hold."""
        for identity, (facts, records) in file.by_session().items():
            if sessions.is_deleted(reader.connection, *identity) and not self._restore_deleted:
                self.counts.left_out.add(identity)
                continue
            row = sessions.find_row(reader.connection, *identity)
            if row is None:
                self.counts.new_sessions.add(identity)
            fresh, changed = self._fresh(lambda: reader, file, row, identity, records)
            if self._watch is not None:
                self._watch.look(identity, facts, fresh)
            self.counts.messages += sum(isinstance(record, Message) for record in fresh)
            if fresh or changed:
                self.counts.touched.add(identity)

    def _is_left_out(self, writer: Writer, identity: Identity) -> bool:
        """Whether the user deleted this session; with ``restore_deleted`` it comes back."""
        if not sessions.is_deleted(writer.connection, *identity):
            return False
        if self._restore_deleted:
            sessions.undelete(writer.connection, *identity)
            return False
        self.counts.left_out.add(identity)
        return True

    def _session(self, writer: Writer, identity: Identity, facts: Sequence[Session]) -> SessionRow:
        origin, session_id = identity
        row = sessions.find_row(writer.connection, origin, session_id)
        if row is None:
            self.counts.new_sessions.add(identity)
        for fact in facts or ([] if row is not None else [Session(id=session_id, origin=origin)]):
            row = sessions.upsert(writer.connection, writer.codec, fact)
        assert row is not None
        return row

    def _fresh(
        self,
        reader: OpenReader,
        file: HeldFile,
        row: SessionRow | None,
        identity: Identity,
        records: Sequence[Message | Event],
    ) -> tuple[list[Message | Event], list[tuple[int, int]]]:
        """The records that the archive does not hold yet; ``(message id, flags)`` where the state of one changed."""
        known = self._known(reader, file, row, identity)
        if known is None and file.format != REPEATING and all(record.replays is None for record in records):
            return list(records), []
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
        self, reader: OpenReader, file: HeldFile, row: SessionRow | None, identity: Identity
    ) -> KnownRecords | None:
        """The stored records of a session that this file did not write in this run; ``None``: there are none."""
        if row is None:
            return None
        known = file.known.get(identity)
        seen = file.seen.get(identity, 1)
        if row.next_seq > seen:
            if known is None:
                known = file.known[identity] = KnownRecords()
            for seq, record in reader().numbered(row.key, row.id, seen):
                known.note(seq, self._as_redacted(record))
            file.seen[identity] = row.next_seq
        return known

    def _as_redacted(self, record: Message | Event) -> Message | Event:
        """A stored record as it would be stored now: one from before redaction is known again and not stored twice."""
        if self._redactor is None:
            return record
        self._redactor.forget()
        return redacted_record(record, self._redactor)

    def _known_parent(self, file: HeldFile, reader: OpenReader, identity: Identity) -> KnownRecords | None:
        known = file.parents.get(identity)
        if known is None:
            stored = reader()
            row = sessions.find_row(stored.connection, *identity)
            if row is None:
                return None
            numbered = ((seq, self._as_redacted(record)) for seq, record in stored.numbered(row.key, row.id))
            known = KnownRecords(numbered, with_places=True)
            file.parents[identity] = known
        return known


def _reader_of_all(writer: Writer) -> Reader:
    """A reader of what the writer's transaction has stored so far; what it holds back is written first."""
    writer.write_packs()
    return Reader(writer.connection, writer.codec)
