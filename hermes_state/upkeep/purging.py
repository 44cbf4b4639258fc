"""Erases what was deleted from the archive's file, byte by byte: indexes, dictionary, free pages, write-ahead log.

Deleting leaves words behind in the segments of FTS5's contentless tables (its own ``secure-delete`` does nothing
there) and in the dictionary, and the log keeps pages as they were. Each is rewritten here; SQLite's ``secure_delete``
(https://sqlite.org/pragma.html#pragma_secure_delete), on in every connection, overwrites the rest.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hermes_state.errors import ArchiveBusyError
from hermes_state.ingest import ledger
from hermes_state.store import index, lookup, terms
from hermes_state.store.connection import Connection
from hermes_state.store.pool import ArchiveFile
from hermes_state.store.reading import MESSAGE_COLUMNS, MessageRow, Reader
from hermes_state.store.writing import Writer
from hermes_state.upkeep import deleting

if TYPE_CHECKING:
    from hermes_state.archive import SessionDB

WORD_TABLES = ("dialog", "work", "title_trigram")
MESSAGES_OF = f"SELECT {MESSAGE_COLUMNS} FROM message AS m WHERE m.session = ? AND m.pack IS NOT NULL ORDER BY m.seq"
DELETE_UNUSED_TOOLS = "DELETE FROM tool WHERE key NOT IN (SELECT tool FROM message WHERE tool IS NOT NULL)"
CHECKPOINT = "PRAGMA wal_checkpoint(TRUNCATE)"
TEXTS_STEP = 500

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class PurgeReport:
    """What was deleted and erased. ``terms``: words taken out of the dictionary since no message has them any more.

    ``log_is_empty`` is ``False`` when another process was reading all the while: the write-ahead log then still
    holds old pages, and erasing has to be done again. ``copies`` are files beside the archive, made before, which
    hold what the archive held then.
    """

    deleted: deleting.DeleteReport
    terms: int
    log_is_empty: bool
    copies: tuple[str, ...]


def purge(db: SessionDB, session_ids: Sequence[str] = (), progress: Progress | None = None) -> PurgeReport:
    """Deletes sessions with all that came out of them, then erases what they and earlier deletions left in the file.

    Stopped in between, it is finished by the next purge, also by one that names no session.
    Raises ``NotFoundError``, ``AmbiguousSessionError``, ``DamagedIndexError``.
    """
    say = progress or (lambda step: None)
    archive = db.file
    say("deleting")
    deleted, words = archive.write(lambda writer: _delete(writer, session_ids))
    return _erase(archive, deleted, words, say)


def _delete(writer: Writer, session_ids: Sequence[str]) -> tuple[deleting.DeleteReport, set[bytes] | None]:
    """Deletes, and gives the words of what was deleted; ``None`` when earlier deletions left words as well."""
    connection = writer.connection
    named = [lookup.resolve(connection, one) for one in session_ids]
    words = None
    if connection.value(index.GET_META, (deleting.UNERASED,)) is None and index.is_usable(connection):
        reader = Reader(connection, writer.codec)
        words = set()
        for key in deleting.subtree(connection, named):
            words |= _words_of(reader, key)
    deleted = deleting.delete_conversations(connection, named)
    connection.run(DELETE_UNUSED_TOOLS)
    ledger.forget_deleted(connection)
    return deleted, words


def _words_of(reader: Reader, key: int) -> set[bytes]:
    """The words, as the dictionary has them, of a session's sealed messages."""
    words: set[bytes] = set()
    rows = [MessageRow(*row) for row in reader.connection.rows(MESSAGES_OF, (key,))]
    for start in range(0, len(rows), TEXTS_STEP):
        texts = [text for row in rows[start : start + TEXTS_STEP] for _, text in reader.texts(row)]
        words |= index.words_of(reader.connection, [index.analysed(reader.connection, texts)]) if texts else set()
    return words


def _erase(
    archive: ArchiveFile, deleted: deleting.DeleteReport, words: set[bytes] | None, say: Progress
) -> PurgeReport:
    for table in WORD_TABLES:
        say(f"rewriting the index {table}")
        archive.merge_whole_index(table)
    say("taking words out of the dictionary")
    with archive.writing() as writer:
        removed = _remove_terms(writer.connection, words)
    say("giving back free space")
    archive.give_back_free_pages()
    with archive.exclusive() as connection:
        is_empty = _emptied_log(connection)
        if is_empty:
            with connection.transaction():
                connection.run("DELETE FROM meta WHERE name = ?", (deleting.UNERASED,))
            is_empty = _emptied_log(connection)
    return PurgeReport(deleted, removed, is_empty, tuple(copies_beside(archive.path)))


def _remove_terms(connection: Connection, words: set[bytes] | None) -> int:
    """Takes the terms out of the dictionary that no message has; of these words, or of all. In the transaction."""
    if not index.is_usable(connection):
        return 0
    candidates = terms.every_term(connection) if words is None else sorted(map(bytes.decode, words))
    unused = index.words_without_message(connection, candidates)
    if unused:
        terms.remove(connection, unused)
        connection.run(index.COUNT_EMPTYING, (index.EMPTIED,))
        index.merge_table(connection, "term_trigram")
    return len(unused)


def _emptied_log(connection: Connection) -> bool:
    """Whether the write-ahead log could be emptied: nobody was reading from it."""
    try:
        busy, _, _ = connection.rows(CHECKPOINT)[0]
    except ArchiveBusyError:
        return False
    return not busy


def copies_beside(path: str) -> list[str]:
    """The copies of an archive in its folder that this software made: before migrations, for repair, backups."""
    folder, name = os.path.split(os.path.abspath(path))
    begins = (f"{name}.before-", f"{name}.damaged", f"{os.path.splitext(name)[0]}.backup-")
    return sorted(os.path.join(folder, other) for other in os.listdir(folder) if other.startswith(begins))
