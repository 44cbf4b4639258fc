"""Puts messages and events into an archive: loose one by one, or sealed into packs many at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from hermes_state.records import Event, Message
from hermes_state.store import blobs, index, packs
from hermes_state.store.codec import StoreBlob, event_entry, message_entry, message_flags
from hermes_state.store.connection import Connection
from hermes_state.store.flags import ROLE_CODES
from hermes_state.store.index import folded_texts
from hermes_state.store.packs import Entry, PackCodec
from hermes_state.store.redacting import PREVIEW_CHARS
from hermes_state.store.sealing import INSERT_MESSAGE, Placed, Sealer
from hermes_state.store.sessions import SessionRow, clean

ENDS = """
SELECT max(
    coalesce((SELECT max(id) FROM message), 0), coalesce((SELECT value FROM meta WHERE name = 'last_deleted_id'), 0)
) + 1, coalesce((SELECT total FROM loose ORDER BY id DESC LIMIT 1), 0)
"""
LAST_TOTAL = "SELECT total FROM loose ORDER BY id DESC LIMIT 1"
IS_MESSAGE = "SELECT 1 FROM message WHERE id = ?"
MAX_KEPT_ID = 2**53
"""A larger id that a file gives is not kept: it would use up the numbers that follow."""
FIND_TOOL = "SELECT key FROM tool WHERE name = ?"
INSERT_TOOL = "INSERT INTO tool (name) VALUES (?)"
INSERT_LOOSE = "INSERT INTO loose (id, total, entry, folded) VALUES (?, ?, ?, ?)"
INSERT_CLIENT = "INSERT OR IGNORE INTO client_message (session, client_id, message) VALUES (?, ?, ?)"
LOOSE_ROWS = """
SELECT l.id, m.session, m.seq, m.at, l.entry
FROM loose AS l
JOIN message AS m ON m.id = l.id
ORDER BY m.session, m.seq
"""
DELETE_LOOSE = "DELETE FROM loose WHERE id = ?"
UPDATE_SESSION = """
UPDATE session
SET next_seq = ?1, message_count = message_count + ?2,
    last_active_at = CASE WHEN ?3 IS NULL THEN last_active_at ELSE max(coalesce(last_active_at, ?3), ?3) END,
    started_at = CASE WHEN ?4 IS NULL THEN started_at ELSE min(coalesce(started_at, ?4), ?4) END,
    preview = coalesce(preview, ?5),
    tip_at = CASE WHEN ?3 IS NULL OR root_key <> key THEN tip_at ELSE max(coalesce(tip_at, ?3), ?3) END
WHERE key = ?6
"""
UPDATE_TIP = "UPDATE session SET tip_at = ?1 WHERE key = ?2 AND (tip_at IS NULL OR tip_at < ?1)"


class Writer:
    """Writes into one archive through its one writing connection; the caller holds the transaction and the lock.

    One serves one transaction, at whose end ``finish`` writes what was gathered till then.
    """

    def __init__(self, connection: Connection, codec: PackCodec, index_writer: index.IndexWriter) -> None:
        self.connection = connection
        self.codec = codec
        self._index = index_writer
        self._sealer: Sealer | None = None
        self._tools: dict[str, int] = {}
        self._ends: tuple[int, int] | None = None
        self._kept_ids: set[int] = set()

    def finish(self) -> None:
        """Writes what was sealed and is not written yet. Raises ``DamagedIndexError``."""
        if self._sealer is not None:
            self._sealer.finish()

    def write_packs(self) -> None:
        """Writes the packs held back, so that the connection reads them."""
        if self._sealer is not None:
            self._sealer.write_packs()

    @property
    def sealer(self) -> Sealer:
        """What seals in this transaction."""
        if self._sealer is None:
            usable = index.is_usable(self.connection)
            self._sealer = Sealer(self.connection, self.codec, self._index if usable else None)
        return self._sealer

    @property
    def _next_id_and_total(self) -> tuple[int, int]:
        """The next message's id, and how much loose text there is (the running total of its newest row)."""
        if self._ends is None:
            row = self.connection.row(ENDS)
            assert row is not None
            self._ends = (row[0], row[1])
        return self._ends

    def _store_blob(self, row: SessionRow) -> StoreBlob:
        return partial(blobs.store_blob, self.connection, row.key)

    def _tool(self, message: Message) -> int | None:
        """The key of the tool that a message calls (the first, if several) or answers for."""
        name = message.tool_name
        if name is None and message.tool_calls:
            function = message.tool_calls[0].get("function")
            name = function.get("name") if isinstance(function, dict) else None
        if not isinstance(name, str) or not name:
            return None
        key = self._tools.get(name)
        if key is None:
            found = self.connection.value(FIND_TOOL, (clean(name),))
            key = self.connection.insert(INSERT_TOOL, (clean(name),)) if found is None else int(found)
            self._tools[name] = key
        return key

    def append_loose(self, row: SessionRow, messages: Sequence[Message]) -> list[int]:
        """Appends messages as loose text; returns their ids. Takes part in the transaction."""
        connection = self.connection
        next_id, total = self._next_id_and_total
        seq = row.next_seq
        ids = []
        store_blob = self._store_blob(row)
        for message in messages:
            entry = message_entry(message, row.id, seq, store_blob)
            payload = packs.encode_one(entry)
            total += len(payload)
            at = message.timestamp
            flags = message_flags(message, entry.texts)
            connection.run(
                INSERT_MESSAGE,
                (next_id, row.key, seq, ROLE_CODES[message.role], flags, at, self._tool(message), None, None),
            )
            folded = folded_texts(connection, entry.texts)
            folded_payload = None if folded is None else packs.encode_one(Entry(seq, True, folded, ""))
            connection.run(INSERT_LOOSE, (next_id, total, payload, folded_payload))
            if message.client_id is not None:
                connection.run(INSERT_CLIENT, (row.key, clean(message.client_id), next_id))
            ids.append(next_id)
            next_id += 1
            seq += 1
        self._ends = (next_id, total)
        self._update_session(row, seq, messages)
        return ids

    def is_empty(self) -> bool:
        """Whether the archive has never held a message: an import may then keep the ids of another archive."""
        return self._next_id_and_total[0] == 1

    def loose_bytes(self) -> int:
        """How much loose text the archive holds."""
        return int(self.connection.value(LAST_TOTAL) or 0) if self._ends is None else self._ends[1]

    def append_sealed(
        self, row: SessionRow, records: Sequence[Message | Event], *, keep_ids: bool = False
    ) -> list[int]:
        """Appends records straight into packs and indexes; returns the messages' ids. Takes part in the transaction.

        Loose text is sealed first: a session's packs stand in the order of its records. ``keep_ids`` gives
        messages the ids that they come with, where these are free.
        """
        connection = self.connection
        if self.loose_bytes():
            self.seal_loose()
        wanted = self._free_ids(records) if keep_ids else set()
        next_id = max(self._next_id_and_total[0], max(wanted, default=0) + 1)
        seq = row.next_seq
        placed: list[Placed] = []
        clients: list[tuple[int, str, int]] = []
        ids: list[int] = []
        messages: list[Message] = []
        store_blob = self._store_blob(row)
        for record in records:
            if isinstance(record, Event):
                placed.append(Placed(event_entry(record, row.id, seq, store_blob), None, None))
            else:
                if record.id is not None and record.id in wanted:
                    message_id = record.id
                    wanted.remove(message_id)
                else:
                    message_id, next_id = next_id, next_id + 1
                placed.append(self._placed(row, seq, message_id, record, store_blob))
                if record.client_id is not None:
                    clients.append((row.key, clean(record.client_id), message_id))
                messages.append(record)
                ids.append(message_id)
            seq += 1
        self._ends = (next_id, 0)
        if keep_ids:
            self._kept_ids.update(ids)
        self.sealer.seal(row.key, placed)
        if clients:
            connection.run_many(INSERT_CLIENT, clients)
        self._update_session(row, seq, messages)
        return ids

    def _placed(self, row: SessionRow, seq: int, message_id: int, message: Message, store_blob: StoreBlob) -> Placed:
        """A message on its way into a pack, with its row."""
        entry = message_entry(message, row.id, seq, store_blob)
        flags, at = message_flags(message, entry.texts), message.timestamp
        new_row = (message_id, row.key, seq, ROLE_CODES[message.role], flags, at, self._tool(message))
        return Placed(entry, message_id, at, new_row)

    def _free_ids(self, records: Sequence[Message | Event]) -> set[int]:
        """The ids that messages come with and that no message has, be its row stored or held back."""
        given = {record.id for record in records if isinstance(record, Message) and record.id is not None}
        return {
            one
            for one in given - self._kept_ids
            if 0 < one <= MAX_KEPT_ID and not self.connection.value(IS_MESSAGE, (one,))
        }

    def seal_loose(self) -> int:
        """Seals all loose text of the archive; returns how many messages it moved. Takes part in the transaction."""
        by_session: dict[int, list[Placed]] = {}
        for message_id, session, _, at, payload in self.connection.rows(LOOSE_ROWS):
            entry = packs.opened(payload).entry(0)
            by_session.setdefault(session, []).append(Placed(entry, message_id, at))
        moved = [(item.message_id,) for placed in by_session.values() for item in placed]
        self.connection.run_many(DELETE_LOOSE, moved)  # first: the packs take the pages that get free
        for session, placed in by_session.items():
            self.sealer.seal(session, placed)
        self._ends = (self._next_id_and_total[0], 0)
        return len(moved)

    def _update_session(self, row: SessionRow, next_seq: int, messages: Sequence[Message]) -> None:
        times = [message.timestamp for message in messages if message.timestamp is not None]
        newest, oldest = max(times, default=None), min(times, default=None)
        preview = first_prompt(messages) if row.preview is None else None
        self.connection.run(UPDATE_SESSION, (next_seq, len(messages), newest, oldest, preview, row.key))
        row.next_seq = next_seq
        row.preview = row.preview or preview
        if newest is not None and row.root_key != row.key:
            self.connection.run(UPDATE_TIP, (newest, row.root_key))


def first_prompt(messages: Iterable[Message]) -> str | None:
    """The beginning of the first text that a user wrote, on one line: what a session without a title goes by."""
    for message in messages:
        if message.role == "user" and not message.generated and (message.active or message.compacted):
            text = " ".join(message.text[: PREVIEW_CHARS * 4].split())
            if text and not text.startswith(("<command-", "<local-command-", "Caveat:")):
                return str(clean(text[:PREVIEW_CHARS]))
    return None
