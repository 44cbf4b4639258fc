"""Says which secrets an archive holds and in which conversations, so that their keys can be changed; no value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hermes_state.errors import NotFoundError
from hermes_state.records import Message
from hermes_state.store import lookup, sessions
from hermes_state.store.reading import Reader
from hermes_state.store.redacting import redacted_record, redacted_session

if TYPE_CHECKING:
    from hermes_state.archive import SessionDB
    from hermes_state.secrets import Census, ValueRedactor

Progress = Callable[[int, int], None]
"""Called with how many records were looked at and how many messages there are."""

STEP_RECORDS = 500
MESSAGES_OF = "SELECT message_count FROM session WHERE key = ?"


def find_secrets(
    db: SessionDB, session_ids: Sequence[str] | None = None, *, progress: Progress | None = None
) -> Census:
    """The secrets of all sessions, or of those named, of every text in them: titles, prompts, messages, other records.

    One record is in memory at a time, and no reading transaction is longer than one session. Raises ``NotFoundError``,
    ``AmbiguousSessionError`` for the names.
    """
    from hermes_state.secrets import Census  # 23 ms, which no other upkeep pays

    redactor, census = db.redactor, Census()
    reader = db.file.reader()
    if session_ids is None:
        keys = [row[0] for row in sessions.session_rows(reader.connection)]
    else:
        keys = list(dict.fromkeys(lookup.resolve(reader.connection, one) for one in session_ids))
    total = sum(int(reader.connection.value(MESSAGES_OF, (key,)) or 0) for key in keys) if progress else 0
    seen = 0
    for key in keys:
        with reader.connection.snapshot():
            for _ in _looked_at(reader, key, redactor, census):
                seen += 1
                if progress is not None and seen % STEP_RECORDS == 0:
                    progress(min(seen, total), total)
    if progress is not None:
        progress(total, total)
    return census


def _looked_at(reader: Reader, key: int, redactor: ValueRedactor, census: Census) -> Iterator[None]:
    """Looks at a session and its records, yielding after each; one deleted meanwhile has none."""
    try:
        session = sessions.load_session(reader.connection, reader.codec, key)
    except NotFoundError:
        return
    name = f"{session.origin}:{session.id}"
    redactor.forget()
    redacted_session(replace(session, preview=None), redactor)  # that is the beginning of a message
    held_at = session.started_at if session.started_at is not None else session.last_active_at
    census.note(name, held_at, redactor.written, redactor.standing)
    for record in reader.records(key, session.id):
        redactor.forget()
        redacted_record(record, redactor)
        at = record.timestamp if isinstance(record, Message) else None
        census.note(name, held_at if at is None else at, redactor.written, redactor.standing)
        yield
