"""Seals entries into packs and indexes their messages: gathered over a transaction, written together at its end."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from dataclasses import dataclass

from hermes_state.store import index, packs, parity
from hermes_state.store.connection import Connection
from hermes_state.store.packs import Entry, PackCodec

NEXT_PACK_ID = """
SELECT max(
    coalesce((SELECT max(id) FROM pack), 0), coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'pack'), 0)
) + 1
"""
RAISE_PACK_ID = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'pack'"
"""Makes the ids of packs go on from another archive's: none is given twice."""
INSERT_PACK = """
INSERT INTO pack (id, session, first_seq, entries, text_bytes, newest_at, data)
VALUES (?, ?, ?, ?, ?, ?, ?)
"""
LAST_PACK = """
SELECT id, text_bytes, data, first_seq
FROM pack
WHERE session = ?
ORDER BY first_seq DESC
LIMIT 1
"""
MOVE_TO_PACK = "UPDATE message SET pack = ?, entry = ? WHERE id = ?"
INSERT_MESSAGE = """
INSERT INTO message (id, session, seq, role, flags, at, tool, pack, entry)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
MESSAGES_OF_PACK = "SELECT id, entry, at FROM message WHERE session = ? AND seq >= ? AND pack = ?"
DELETE_PACK = "DELETE FROM pack WHERE id = ?"

PAGE_BYTES = 4096
"""The size of an archive's pages."""

ROW_BYTES = 30
"""About what a pack's row takes beside its data."""

CELL_BYTES = 8
"""About what a row takes in its page beside its payload."""

MessageRow = tuple[int, int, int, int, int, float | None, int | None]


@dataclass(slots=True)
class Placed:
    """An entry on its way into a pack; if it is a message, with its id, its time and the row still to be made."""

    entry: Entry
    message_id: int | None
    at: float | None
    new_row: MessageRow | None = None


@dataclass(slots=True)
class _Pack:
    """A pack that is compressed and not yet written, with what its messages' rows will say."""

    session: int
    first_seq: int
    entries: int
    text_bytes: int
    newest_at: float | None
    data: bytes
    new_rows: list[tuple[MessageRow, int]]
    moved: list[tuple[int, int]]


class Sealer:
    """Takes entries for the packs and indexes of one transaction; ``finish`` writes what it still holds.

    Without an ``index_writer`` (the index is stale) text is sealed but not indexed: searching scans.
    """

    def __init__(self, connection: Connection, codec: PackCodec, index_writer: index.IndexWriter | None) -> None:
        self._connection = connection
        self._codec = codec
        self._index = index_writer
        self._packs: list[_Pack] = []
        self._items: list[index.IndexItem] = []
        self._sessions: set[int] = set()

    def seal(self, session: int, placed: Sequence[Placed]) -> None:
        """Packs entries that follow a session's packs, with the last pack when that is small; indexes their texts."""
        if not placed:
            return
        self._items += [(item.message_id, item.entry.texts) for item in placed if item.message_id is not None]
        before = self._take_small_last_pack(session) if placed[0].entry.seq > 1 else []
        everything = [*before, *placed]
        start = 0
        for group in packs.grouped(item.entry for item in everything):
            end = start + len(group)
            self._compress(session, everything[start:end])
            start = end
        self._sessions.add(session)

    def _compress(self, session: int, items: Sequence[Placed]) -> None:
        data, text_bytes = self._codec.seal([item.entry for item in items])
        newest = max((item.at for item in items if item.at is not None), default=None)
        pack = _Pack(session, items[0].entry.seq, len(items), text_bytes, newest, data, [], [])
        for number, item in enumerate(items):
            if item.new_row is not None:
                pack.new_rows.append((item.new_row, number))
            elif item.message_id is not None:
                pack.moved.append((number, item.message_id))
        self._packs.append(pack)

    def _take_small_last_pack(self, session: int) -> list[Placed]:
        """The entries of the session's last pack, taken out of the archive to be packed again, when it is small."""
        connection = self._connection
        if session in self._sessions:
            self.write_packs()
        last = connection.row(LAST_PACK, (session,))
        if last is None or last[1] >= packs.SMALL_BYTES:
            return []
        pack_id, _, data, first_seq = last
        pack = self._codec.open(data)
        messages = {
            entry: (message_id, at)
            for message_id, entry, at in connection.rows(MESSAGES_OF_PACK, (session, first_seq, pack_id))
        }
        taken = []
        for number in range(len(pack)):
            message_id, at = messages.get(number, (None, None))
            taken.append(Placed(pack.entry(number), message_id, at))
        connection.run(DELETE_PACK, (pack_id,))
        return taken

    def write_packs(self) -> None:
        """Writes the packs held back, with their messages' rows: whoever reads in this transaction finds them then."""
        held, self._packs = self._packs, []
        self._sessions.clear()
        if not held:
            return
        order = in_full_pages([ROW_BYTES + len(pack.data) for pack in held])
        rows: list[tuple[object, ...]] = []
        new_rows: list[tuple[object, ...]] = []
        moves: list[tuple[int, int, int]] = []
        for pack_id, pack in enumerate((held[number] for number in order), int(self._connection.value(NEXT_PACK_ID))):
            rows.append(
                (
                    pack_id,
                    pack.session,
                    pack.first_seq,
                    pack.entries,
                    pack.text_bytes,
                    pack.newest_at,
                    pack.data,
                )
            )
            new_rows += [(*row, pack_id, number) for row, number in pack.new_rows]
            moves += [(pack_id, number, message_id) for number, message_id in pack.moved]
        self._connection.run_many(INSERT_PACK, rows)
        if moves:
            self._connection.run_many(MOVE_TO_PACK, sorted(moves, key=lambda move: move[2]))
        if new_rows:
            self._connection.run_many(INSERT_MESSAGE, sorted(new_rows))

    def finish(self) -> None:
        """Writes everything held back, and the parity of packs. Raises ``DamagedIndexError``."""
        self.write_packs()
        parity.protect(self._connection)
        items, self._items = self._items, []
        if items and self._index is not None:
            index.record_version(self._connection)
            self._index.add(self._connection, items)


def in_full_pages(payloads: Sequence[int]) -> list[int]:
    """The order in which to append rows of these sizes so that they fill the pages of their table.

    A row that does not fit in a page leaves there between 489 bytes and all of one page, whatever is left when
    the rest fills overflow pages (SQLite's file format, "Cell Payload Overflow Pages"); appended as they come,
    a quarter of those pages stays empty. Best fit, the largest first.
    """
    bins: list[tuple[int, int]] = []
    members: list[list[int]] = []
    for number in sorted(range(len(payloads)), key=lambda number: -in_page(payloads[number])):
        size = in_page(payloads[number])
        at = bisect_left(bins, (size, -1))
        if at == len(bins):
            room, found = PAGE_BYTES - CELL_BYTES, len(members)
            members.append([])
        else:
            room, found = bins.pop(at)
        members[found].append(number)
        insort(bins, (room - size, found))
    return [number for some in members for number in some]


def in_page(payload: int) -> int:
    """How much of its page a row with this payload takes."""
    most, least = PAGE_BYTES - 35, (PAGE_BYTES - 12) * 32 // 255 - 23
    if payload <= most:
        return payload + CELL_BYTES
    left = least + (payload - least) % (PAGE_BYTES - 4)
    return (left if left <= most else least) + 4 + CELL_BYTES
