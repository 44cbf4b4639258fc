"""Brings an archive into its smallest form: sealed, merged, without free space."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hermes_state.errors import DamagedArchiveError, DamagedIndexError
from hermes_state.store import index, index_tables, sessions
from hermes_state.store.pool import ArchiveFile
from hermes_state.store.reading import PACK_MESSAGES, MessageRow, Reader
from hermes_state.upkeep.figures import file_bytes

if TYPE_CHECKING:
    from hermes_state.archive import SessionDB

PACKS_FROM = """
SELECT p.id, p.session
FROM pack AS p
WHERE p.id > ?
ORDER BY p.id
LIMIT ?
"""
TITLES = "SELECT key, title FROM session WHERE title IS NOT NULL"
INDEX_TABLES = ("dialog", "work", "term_trigram", "title_trigram")
REBUILD_STEP = 20
"""Packs whose messages are indexed in one transaction: some 2 MB of text."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class OptimizeReport:
    """The size of the archive's file before and after; whether an index was rebuilt."""

    bytes_before: int
    bytes_after: int
    rebuilt: bool


def optimize(db: SessionDB, progress: Progress | None = None) -> OptimizeReport:
    """Seals loose text, rebuilds a stale index, merges the indexes and gives free space back to the disk.

    All of it in short transactions: other writers get in between, and what was stopped goes on the next time.
    """
    say = progress or (lambda step: None)
    archive = db.file
    before = file_bytes(archive)
    say("looking for damage")
    of_indexes, others = index_tables.damaged_tables(archive.reader().connection)
    if others:
        raise DamagedArchiveError(
            f"{archive.path} is damaged ({', '.join(others)})",
            path=archive.path,
            operation="optimize",
            hint="run hermes session repair",
        )
    say("sealing loose text")
    archive.write(lambda writer: writer.seal_loose())
    if of_indexes:
        _make_tables_anew(archive, say)
    rebuilt = not index.is_usable(archive.reader().connection) or not _merge_index(archive, say)
    if rebuilt:
        _rebuild_index(archive, say)
    say("giving back free space")
    archive.give_back_free_pages()
    with archive.exclusive() as connection:
        index_tables.compact_if_needed(connection)
        connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    return OptimizeReport(before, file_bytes(archive), rebuilt)


def _merge_index(archive: ArchiveFile, say: Progress) -> bool:
    """Merges each index into its smallest form; ``False`` when one is damaged, which marks it stale."""
    try:
        say("putting the dictionary in order")
        with archive.writing() as writer:
            index.write_term_blocks(writer.connection)
        for table in INDEX_TABLES:
            say(f"merging the index {table}")
            archive.merge_whole_index(table)
    except DamagedIndexError:
        return False
    return True


def _rebuild_index(archive: ArchiveFile, say: Progress) -> None:
    """Indexes every sealed message anew, pack by pack, and merges; until the last step the index counts as stale.

    One that was stopped is gone on with. Packs sealed meanwhile have larger ids and come at the end.
    """
    last_pack = index.rebuilt_to(archive.reader().connection)
    if last_pack is None:
        _begin_anew(archive, say)
        last_pack = 0
    index_writer = index.IndexWriter()
    done = 0
    while True:
        with archive.writing() as writer:
            reader = Reader(writer.connection, writer.codec)
            packs = writer.connection.rows(PACKS_FROM, (last_pack, REBUILD_STEP))
            if not packs:
                index.mark_fresh(writer.connection)
                break
            rows = [row for pack in packs for row in _rows_of(reader, *pack)]
            index_writer.add(writer.connection, [(row.id, reader.texts(row)) for row in rows])
            index.note_rebuilt(writer.connection, packs[-1][0])
        last_pack = packs[-1][0]
        done += len(rows)
        say(f"rebuilding the search index: {done:,} messages")
    _merge_index(archive, say)


def _begin_anew(archive: ArchiveFile, say: Progress) -> None:
    """Empties the indexes, or makes their tables anew where these are past emptying, and indexes every title."""
    say("rebuilding the search index")
    try:
        with archive.writing() as writer:
            index.empty(writer.connection)
    except DamagedIndexError:
        _make_tables_anew(archive, say)
    with archive.writing() as writer:
        index.empty(writer.connection)
        for key, title in writer.connection.rows(TITLES):
            sessions.index_title(writer.connection, key, title)
        index.note_rebuilt(writer.connection, 0)


def _make_tables_anew(archive: ArchiveFile, say: Progress) -> None:
    say("making the tables of the search index anew")
    with archive.exclusive() as connection:
        index_tables.make_anew(connection)


def _rows_of(reader: Reader, pack_id: int, session: int) -> list[MessageRow]:
    """The rows of the messages in a pack."""
    pack = reader.pack(pack_id)
    if not len(pack):
        return []
    ends = (pack.seq(0), pack.seq(len(pack) - 1))
    return [MessageRow(*row) for row in reader.connection.rows(PACK_MESSAGES, (session, *ends, pack_id))]
