"""Deletes conversations with all that came out of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hermes_state.store import blobs, index, lookup, parity
from hermes_state.store.connection import Connection
from hermes_state.store.writing import Writer

if TYPE_CHECKING:
    from hermes_state.archive import SessionDB

SUBTREE = """
WITH RECURSIVE below (key) AS (
    VALUES (?1)
    UNION
    SELECT s.key
    FROM below AS b
    CROSS JOIN session AS s ON s.parent_key = b.key
    WHERE s.root_key = (SELECT root_key FROM session WHERE key = ?1)
)
SELECT key FROM below
"""
MESSAGE_IDS = "SELECT id FROM message WHERE session = ?"
NOTE_LAST_DELETED = """
INSERT OR REPLACE INTO meta (name, value) VALUES (
    'last_deleted_id', max(?1, coalesce((SELECT value FROM meta WHERE name = 'last_deleted_id'), 0))
)
"""
TOMBSTONE = """
INSERT OR REPLACE INTO tombstone (origin, id, deleted_at)
SELECT origin, id, ? FROM session WHERE key = ?
"""
DELETIONS = (
    "DELETE FROM loose WHERE id IN (SELECT id FROM message WHERE session = ?)",
    "DELETE FROM message WHERE session = ?",
    "DELETE FROM client_message WHERE session = ?",
    "DELETE FROM pack WHERE session = ?",
    "DELETE FROM session WHERE key = ?",
)
DELETE_UNUSED_PROMPTS = """
DELETE FROM prompt
WHERE key NOT IN (SELECT prompt_key FROM session WHERE prompt_key IS NOT NULL)
"""
UNERASED = "deleted_unerased"
"""In ``meta`` while something deleted has not been erased: its words may still stand in indexes and dictionary."""


@dataclass(frozen=True, slots=True)
class DeleteReport:
    """How much was deleted; ``conversations`` are the sessions named, ``sessions`` counts those below them too."""

    conversations: int
    sessions: int
    messages: int

    def plus(self, other: DeleteReport) -> DeleteReport:
        """Both together."""
        return DeleteReport(
            self.conversations + other.conversations, self.sessions + other.sessions, self.messages + other.messages
        )


def delete(db: SessionDB, session_ids: Sequence[str]) -> DeleteReport:
    """Deletes sessions with all that came out of them, in one transaction.

    A tombstone without text stays of each, so that its source does not bring it back.
    """

    def work(writer: Writer) -> DeleteReport:
        return delete_conversations(writer.connection, [lookup.resolve(writer.connection, one) for one in session_ids])

    return db.file.write(work)


def delete_conversations(connection: Connection, named: Sequence[int]) -> DeleteReport:
    """Deletes sessions, by their keys, with all that came out of them. Takes part in the transaction."""
    keys = subtree(connection, named)
    messages = sum(_delete_session(connection, key) for key in keys)
    connection.run(DELETE_UNUSED_PROMPTS)
    if keys:
        connection.run(index.SET_META, (UNERASED, 1))
        parity.protect(connection)  # what stood beside the deleted packs lost its parity with them
    return DeleteReport(len(set(named)), len(keys), messages)


def subtree(connection: Connection, named: Sequence[int]) -> list[int]:
    """The keys of sessions and of all that came out of them, none twice."""
    return list(dict.fromkeys(key for one in named for (key,) in connection.rows(SUBTREE, (one,))))


def _delete_session(connection: Connection, key: int) -> int:
    ids = [row[0] for row in connection.rows(MESSAGE_IDS, (key,))]
    if ids:
        connection.run(NOTE_LAST_DELETED, (max(ids),))
    if index.takes_changes(connection):  # else the rebuild starts from nothing
        index.remove(connection, ids)
        index.set_title(connection, key, None)
    connection.run(TOMBSTONE, (time.time(), key))
    blobs.release_blobs(connection, key)
    for sql in DELETIONS:
        connection.run(sql, (key,))
    return len(ids)
