"""Looking after an archive: names, deleting, optimizing, figures."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hermes_state.errors import DamagedArchiveError, DamagedIndexError
from hermes_state.records import Session
from hermes_state.store import blobs, index, index_tables, lookup, sessions
from hermes_state.store.connection import Connection, native_analysis, sqlite_version
from hermes_state.store.pool import ArchiveFile
from hermes_state.store.reading import MESSAGE_COLUMNS, MessageRow, Reader
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
SEALED_FROM = f"""
SELECT {MESSAGE_COLUMNS}
FROM message AS m
WHERE m.id > ? AND m.pack IS NOT NULL
ORDER BY m.id
LIMIT ?
"""
TITLES = "SELECT key, title FROM session WHERE title IS NOT NULL"
REBUILD_STEP = 2_000
FILE_BYTES = "SELECT (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size)"
FIGURES = """
SELECT sum(parent_key IS NULL), count(*), sum(message_count), min(started_at), max(coalesce(last_active_at, started_at))
FROM session
"""
BY_SOURCE = """
SELECT origin, source, count(*), sum(message_count)
FROM session
GROUP BY origin, source
ORDER BY sum(message_count) DESC
"""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class DeleteReport:
    """How much was deleted; ``conversations`` are the sessions named, ``sessions`` counts those below them too."""

    conversations: int
    sessions: int
    messages: int


@dataclass(frozen=True, slots=True)
class OptimizeReport:
    """The size of the archive's file before and after; whether an index was rebuilt."""

    bytes_before: int
    bytes_after: int
    rebuilt: bool


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


def delete(db: SessionDB, session_ids: Sequence[str]) -> DeleteReport:
    """Deletes sessions with all that came out of them, in one transaction.

    A tombstone without text stays of each, so that its source does not bring it back.
    """

    def work(writer: Writer) -> DeleteReport:
        connection = writer.connection
        named = [lookup.resolve(connection, one) for one in session_ids]
        keys = {key: None for one in named for (key,) in connection.rows(SUBTREE, (one,))}
        messages = sum(_delete_session(connection, key) for key in keys)
        connection.run(DELETE_UNUSED_PROMPTS)
        return DeleteReport(len(set(named)), len(keys), messages)

    return db.file.write(work)


def _delete_session(connection: Connection, key: int) -> int:
    ids = [row[0] for row in connection.rows(MESSAGE_IDS, (key,))]
    if ids:
        connection.run(NOTE_LAST_DELETED, (max(ids),))
    if index.is_usable(connection):  # else the rebuild starts from nothing
        index.remove(connection, ids)
        index.set_title(connection, key, None)
    connection.run(TOMBSTONE, (time.time(), key))
    blobs.release_blobs(connection, key)
    for sql in DELETIONS:
        connection.run(sql, (key,))
    return len(ids)


def optimize(db: SessionDB, progress: Progress | None = None) -> OptimizeReport:
    """Seals loose text, rebuilds a stale index, merges the indexes and gives free space back to the disk."""
    say = progress or (lambda step: None)
    archive = db.file
    before = _file_bytes(archive)
    say("sealing loose text")
    archive.write(lambda writer: writer.seal_loose())
    rebuilt = not index.is_usable(archive.reader().connection) or not _merge_index(archive, say)
    if rebuilt:
        _rebuild_index(archive, say)
    try:
        _give_back_space(archive, say)
    except DamagedArchiveError:
        if rebuilt or not index_tables.others_are_sound(archive.reader().connection):
            raise
        rebuilt = True
        _rebuild_index(archive, say)
        _give_back_space(archive, say)
    return OptimizeReport(before, _file_bytes(archive), rebuilt)


def _give_back_space(archive: ArchiveFile, say: Progress) -> None:
    say("giving back free space")
    with archive.exclusive() as connection:
        connection.run("VACUUM")
        connection.run("PRAGMA wal_checkpoint(TRUNCATE)")


def _merge_index(archive: ArchiveFile, say: Progress) -> bool:
    """Merges each index into its smallest form; ``False`` when one is damaged, which marks it stale."""
    say("merging the search index")
    try:
        with archive.writing() as writer:
            index.merge_fully(writer.connection)
    except DamagedIndexError:
        return False
    return True


def _rebuild_index(archive: ArchiveFile, say: Progress) -> None:
    """Indexes every sealed message anew, in steps, and merges; until the last step the index counts as stale."""
    say("rebuilding the search index")
    try:
        with archive.writing() as writer:
            index.empty(writer.connection)
    except DamagedIndexError:
        say("making the search index anew")
        with archive.exclusive() as connection:
            index_tables.make_anew(connection)
    with archive.writing() as writer:
        index.empty(writer.connection)
        for key, title in writer.connection.rows(TITLES):
            sessions.index_title(writer.connection, key, title)
        index.mark_stale(writer.connection)
    index_writer = index.IndexWriter()
    last_id, done = 0, 0
    while True:
        with archive.writing() as writer:
            reader = Reader(writer.connection, writer.codec)
            rows = [MessageRow(*row) for row in writer.connection.rows(SEALED_FROM, (last_id, REBUILD_STEP))]
            if not rows:
                index.mark_fresh(writer.connection)
                break
            index_writer.add(writer.connection, [(row.id, reader.texts(row)) for row in rows])
        last_id = rows[-1].id
        done += len(rows)
        say(f"rebuilding the search index: {done:,} messages")
    _merge_index(archive, say)


def stats(db: SessionDB) -> dict[str, Any]:
    """What the archive holds and how it is doing, as the command's ``--json`` gives it."""
    connection = db.file.reader().connection
    is_native, problem = native_analysis()
    notices = db.notices
    if problem is not None:
        notices.append(f"the C part cannot be used ({problem}): text is analysed in Python, equally but slower")
    with connection.snapshot():
        conversations, sessions_count, messages, first, last = connection.rows(FIGURES)[0]
        return {
            "version": 1,
            "path": str(db.path),
            "file_bytes": int(connection.value(FILE_BYTES)),
            "conversations": conversations or 0,
            "sessions": sessions_count,
            "messages": messages or 0,
            "first_at": first,
            "last_at": last,
            "loose_messages": int(connection.value("SELECT count(*) FROM loose")),
            "packs": int(connection.value("SELECT count(*) FROM pack")),
            "attachments": int(connection.value("SELECT count(*) FROM blob")),
            "deleted_sessions": int(connection.value("SELECT count(*) FROM tombstone")),
            "sources": [
                {"origin": origin, "source": source, "sessions": count, "messages": total or 0}
                for origin, source, count, total in connection.rows(BY_SOURCE)
            ],
            "index": "in use"
            if index.is_usable(connection)
            else "stale: searching scans; hermes session optimize rebuilds it",
            "analysis": "native" if is_native else "python",
            "sqlite": sqlite_version(),
            "notices": notices,
        }


def _file_bytes(archive: ArchiveFile) -> int:
    return int(archive.reader().connection.value(FILE_BYTES))
