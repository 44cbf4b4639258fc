"""A transcript that is being imported: what is read of it and not yet stored, and what is known of its sessions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hermes_state.ingest.merge import KnownRecords
from hermes_state.ingest.walk import Candidate
from hermes_state.records import Event, Message, Record, Session, Skip

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

Identity = tuple[str, str]
"""A session's origin and id."""


@dataclass(slots=True)
class HeldFile:
    """A file being imported: what is held back of it, and what is known of its sessions.

    ``seen`` has, for each session, the place up to which the stored records are this file's own or in
    ``known``; ``written`` the same for the transaction under way. A session that is not in ``known``
    holds this file's records alone. ``replaying``: the last record read repeats the parent session.
    ``holds_deleted``: it has a session that was deleted and stays away.
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
    holds_deleted: bool = False
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

    def by_session(self) -> dict[Identity, tuple[list[Session], list[Message | Event]]]:
        """The records held back, by session, in order."""
        groups: dict[Identity, tuple[list[Session], list[Message | Event]]] = {}
        before, records = None, list[Message | Event]()
        for record in self.pending:
            if isinstance(record, Session):
                self.origins[record.id] = record.origin
                groups.setdefault((record.origin, record.id), ([], []))[0].append(record)
                before = None
            elif not isinstance(record, Skip):
                if record.session_id != before:
                    before = record.session_id
                    origin = self.origins.get(before) or ORIGINS.get(self.format, self.format)
                    records = groups.setdefault((origin, before), ([], []))[1]
                records.append(record)
        return groups
