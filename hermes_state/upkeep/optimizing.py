"""Brings an archive into its smallest form: sealed, merged, without free space."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hermes_state.errors import DamagedArchiveError, DamagedIndexError
from hermes_state.store import index, index_tables, sessions
from hermes_state.store.pool import ArchiveFile
from hermes_state.store.reading import MESSAGE_COLUMNS, MessageRow, Reader
from hermes_state.upkeep.figures import file_bytes

if TYPE_CHECKING:
    from hermes_state.archive import SessionDB

SEALED_FROM = f"""
SELECT {MESSAGE_COLUMNS}
FROM message AS m
WHERE m.id > ? AND m.pack IS NOT NULL
ORDER BY m.id
LIMIT ?
"""
TITLES = "SELECT key, title FROM session WHERE title IS NOT NULL"
REBUILD_STEP = 2_000

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class OptimizeReport:
    """The size of the archive's file before and after; whether an index was rebuilt."""

    bytes_before: int
    bytes_after: int
    rebuilt: bool


def optimize(db: SessionDB, progress: Progress | None = None) -> OptimizeReport:
    """Seals loose text, rebuilds a stale index, merges the indexes and gives free space back to the disk."""
    say = progress or (lambda step: None)
    archive = db.file
    before = file_bytes(archive)
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
    return OptimizeReport(before, file_bytes(archive), rebuilt)


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
