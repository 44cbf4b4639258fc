"""What a person decides about whole conversations: pin them, put them away, throw them into the trash, and back."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from hermes_state.store import lookup, sessions
from hermes_state.store.connection import Connection
from hermes_state.store.writing import Writer

if TYPE_CHECKING:
    from hermes_state.archive import SessionDB

Mark = Literal["pinned", "archived", "trashed"]

ROOT_OF = "SELECT root_key FROM session WHERE key = ?"
IS_MARKED = "SELECT {mark}_at IS NOT NULL FROM session WHERE key = ?"
SET_MARK = "UPDATE session SET {mark}_at = ? WHERE key = ?"
TOTALS = "SELECT count(*), sum(message_count) FROM session WHERE root_key = ?"


@dataclass(frozen=True, slots=True)
class MarkReport:
    """The conversations that were given a mark or rid of it, as ``origin:id`` of their roots; those that had been
    so already are in ``unchanged``. ``sessions`` and ``messages`` count what the changed ones hold."""

    conversations: tuple[str, ...]
    unchanged: tuple[str, ...]
    sessions: int
    messages: int


def mark(db: SessionDB, session_ids: Sequence[str], as_: Mark, *, undo: bool = False) -> MarkReport:
    """Marks the conversations to which these sessions belong, in one transaction; ``undo`` takes the mark away.

    A pinned conversation is kept by everything that removes many at once. An archived one is left out of lists, but
    found. One in the trash is left out of lists, answers and exports until it is taken out or the trash is emptied.
    Raises ``NotFoundError``, ``AmbiguousSessionError``.
    """

    def work(writer: Writer) -> MarkReport:
        connection = writer.connection
        roots = dict.fromkeys(
            int(connection.value(ROOT_OF, (lookup.resolve(connection, named),))) for named in session_ids
        )
        changed = [root for root in roots if bool(connection.value(IS_MARKED.format(mark=as_), (root,))) == undo]
        for root in changed:
            set_mark(connection, root, as_, None if undo else time.time())
        totals = [connection.rows(TOTALS, (root,))[0] for root in changed]
        return MarkReport(
            tuple(_named(connection, root) for root in changed),
            tuple(_named(connection, root) for root in roots if root not in changed),
            sum(count for count, _ in totals),
            sum(messages or 0 for _, messages in totals),
        )

    return db.file.write(work)


def set_mark(connection: Connection, root: int, as_: Mark, at: float | None) -> None:
    """Sets the time of a mark on a conversation, by its root's key; ``None`` takes it away. In the transaction."""
    connection.run(SET_MARK.format(mark=as_), (at, root))
    if as_ == "trashed":
        sessions.lay_into_trash(connection, root, at is not None)


def _named(connection: Connection, key: int) -> str:
    row = sessions.row_by_key(connection, key)
    return f"{row.origin}:{row.id}"
