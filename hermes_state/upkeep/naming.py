"""The session that a person names, and its title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hermes_state.records import Session
from hermes_state.store import lookup, sessions
from hermes_state.store.writing import Writer

if TYPE_CHECKING:
    from hermes_state.archive import SessionDB


def resolve_session(db: SessionDB, text: str) -> Session:
    """The session that a person names by an id, ``origin:id`` or a unique beginning.

    Raises ``NotFoundError`` with the nearest id as its hint, ``AmbiguousSessionError``.
    """
    reader = db.file.reader()
    key = lookup.resolve(reader.connection, text)
    return sessions.load_session(reader.connection, reader.codec, key)


def rename(db: SessionDB, session_id: str, title: str | None) -> None:
    """Gives a session a title that later imports do not change; ``None`` takes it away."""

    def work(writer: Writer) -> None:
        key = lookup.resolve(writer.connection, session_id)
        sessions.set_title(writer.connection, key, title, by_user=title is not None)

    db.file.write(work)
