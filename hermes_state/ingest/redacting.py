"""Secrets in what is imported: replaced before it is stored, and counted once it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hermes_state.records import Event, Message, Session
from hermes_state.store.redacting import redacted_record, redacted_session

if TYPE_CHECKING:
    from hermes_state.secrets import Census, ValueRedactor


def redacted(record: Session | Message | Event, redactor: ValueRedactor) -> Session | Message | Event:
    """The record without its secrets; what the redactor remembers is of this record alone."""
    redactor.forget()
    if isinstance(record, Session):
        return redacted_session(record, redactor)
    return redacted_record(record, redactor)


class Watch:
    """Counts the secrets in what an import stores, transaction by transaction."""

    def __init__(self, redactor: ValueRedactor) -> None:
        from hermes_state.secrets import Census  # 23 ms, paid where secrets are counted

        self.census: Census = Census()
        self._redactor = redactor
        self._seen: list[tuple[str, float | None, set[str], set[str]]] = []

    def look(self, identity: tuple[str, str], facts: Iterable[Session], records: Iterable[Message | Event]) -> None:
        """Looks at what is about to be stored of a session."""
        name = ":".join(identity)
        for record in (*facts, *records):
            redacted(record, self._redactor)
            if self._redactor.written or self._redactor.standing:
                at = record.timestamp if isinstance(record, Message) else None
                self._seen.append((name, at, self._redactor.written, self._redactor.standing))
        self._redactor.forget()

    def settle(self) -> None:
        """Counts what was looked at: it is stored."""
        for name, at, written, standing in self._seen:
            self.census.note(name, at, written, standing)
        self._seen = []

    def give_back(self) -> None:
        """Forgets what was looked at since the last ``settle``."""
        self._seen = []
