"""Reads messages, events and their texts, loose or sealed, through one reading connection."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hermes_state.errors import DamagedArchiveError
from hermes_state.kinds import TextKind
from hermes_state.store import blobs
from hermes_state.store.bodies import read_source_id
from hermes_state.store.connection import Connection
from hermes_state.store.folding import folded
from hermes_state.store.loose_texts import LooseTexts
from hermes_state.store.packs import Entry, Pack, PackCodec, opened

if TYPE_CHECKING:
    from hermes_state.records import Event, Message

CACHED_BYTES = 16 << 20
"""Payloads of packs that a reader keeps: what is found by a common word mostly lies in the newest."""

MESSAGE_COLUMNS = "m.id, m.session, m.seq, m.role, m.flags, m.at, m.pack, m.entry"
LOAD_PACK = "SELECT data FROM pack WHERE id = ?"
LOAD_LOOSE = "SELECT entry FROM loose WHERE id = ?"
SESSION_MESSAGES = f"SELECT {MESSAGE_COLUMNS} FROM message AS m WHERE m.session = ? ORDER BY m.seq"
SESSION_PACKS = """
SELECT id
FROM pack
WHERE session = ?1 AND first_seq >= coalesce(
    (SELECT max(first_seq) FROM pack WHERE session = ?1 AND first_seq <= ?2), ?2
)
ORDER BY first_seq
"""
SESSION_LOOSE = f"""
SELECT {MESSAGE_COLUMNS}
FROM message AS m
WHERE m.session = ? AND m.seq >= ? AND m.pack IS NULL
ORDER BY m.seq
"""
PACK_MESSAGES = f"""
SELECT {MESSAGE_COLUMNS}
FROM message AS m
WHERE m.session = ? AND m.seq BETWEEN ? AND ? AND m.pack = ?
ORDER BY m.seq
"""


class Place(Protocol):
    """Where the text of a message lies: in an entry of a pack, or, without one, loose."""

    @property
    def id(self) -> int: ...
    @property
    def pack(self) -> int | None: ...
    @property
    def entry(self) -> int | None: ...


class MessageRow(NamedTuple):
    """A message's row: who it is and where its text lies."""

    id: int
    session: int
    seq: int
    role: int
    flags: int
    at: float | None
    pack: int | None
    entry: int | None


class Reader:
    """Reads through one connection; counts the packs it opens (``packs_opened``, for tests that count work).

    ``index_is_damaged``: while it is so, no search through this reader asks an index.
    """

    def __init__(self, connection: Connection, pack_codec: PackCodec) -> None:
        self.connection = connection
        self.packs_opened = 0
        self.index_is_damaged = False
        self._codec = pack_codec
        self._loose_texts = LooseTexts(connection)
        self._cookie: int | None = None
        self._cache: OrderedDict[int, Pack] = OrderedDict()
        self._cached_bytes = 0

    @property
    def codec(self) -> PackCodec:
        """The codec that this reader's thread uses."""
        return self._codec

    def fold(self, text: str) -> str:
        """The folded form of a text."""
        return folded(self.connection, text)

    def loose_texts(self) -> LooseTexts:
        """The loose text of this moment, folded."""
        self._forget_what_was_replaced()
        self._loose_texts.refresh()
        return self._loose_texts

    def pack(self, pack_id: int) -> Pack:
        """An opened pack. A pack never changes under its id. Raises ``DamagedArchiveError``."""
        self._forget_what_was_replaced()
        pack = self._cache.get(pack_id)
        if pack is not None:
            self._cache.move_to_end(pack_id)
            return pack
        data = self.connection.value(LOAD_PACK, (pack_id,))
        if data is None:
            raise DamagedArchiveError(
                "stored text is missing", path=self.connection.path, operation="read", hint="run hermes session check"
            )
        pack = self._codec.open(data)
        self.packs_opened += 1
        self._cache[pack_id] = pack
        self._cached_bytes += pack.size
        while self._cached_bytes > CACHED_BYTES and len(self._cache) > 1:
            self._cached_bytes -= self._cache.popitem(last=False)[1].size
        return pack

    def _forget_what_was_replaced(self) -> None:
        """Empties what is remembered when the archive was restored: the same ids then name other texts."""
        if self._cookie != self.connection.schema_cookie:
            self._cookie = self.connection.schema_cookie
            self._loose_texts = LooseTexts(self.connection)
            self.forget_packs()

    def forget_packs(self) -> None:
        """Empties the cache of packs."""
        self._cache.clear()
        self._cached_bytes = 0

    def entry(self, row: Place) -> Entry:
        """The stored entry of a message. Raises ``DamagedArchiveError``."""
        if row.pack is not None and row.entry is not None:
            return self.pack(row.pack).entry(row.entry)
        return self._loose(row.id).entry(0)

    def texts(self, row: Place) -> list[tuple[TextKind, str]]:
        """The texts of a message, without reading the rest of it. Raises ``DamagedArchiveError``."""
        if row.pack is not None and row.entry is not None:
            return self.pack(row.pack).texts(row.entry)
        return self._loose(row.id).texts(0)

    def _loose(self, message_id: int) -> Pack:
        payload = self.connection.value(LOAD_LOOSE, (message_id,))
        if payload is None:
            raise DamagedArchiveError(
                f"the text of message {message_id} is missing",
                path=self.connection.path,
                operation="read",
                hint="run hermes session check",
            )
        return opened(payload)

    def message(self, row: MessageRow, session_id: str) -> Message:
        """A message, whole."""
        from hermes_state.store.codec import read_message  # searching must start without the records

        return read_message(
            self.entry(row), session_id, (row.id, row.seq, row.role, row.flags, row.at), self._load_blob
        )

    def source_id(self, row: MessageRow, session_id: str) -> str | None:
        """The id that its source gave a message. Raises ``DamagedArchiveError``."""
        return read_source_id(self.entry(row), session_id, row.at, self._load_blob)

    def messages(self, rows: Iterable[MessageRow], session_id: str) -> Iterator[Message]:
        """Messages, whole, in the order of their rows."""
        for row in rows:
            yield self.message(row, session_id)

    def session_rows(self, session: int) -> list[MessageRow]:
        """The rows of a session's messages, in order."""
        return [MessageRow(*row) for row in self.connection.rows(SESSION_MESSAGES, (session,))]

    def records(self, session: int, session_id: str) -> Iterator[Message | Event]:
        """Everything a session holds, messages and events in their order, one pack in memory at a time."""
        for _, record in self.numbered(session, session_id):
            yield record

    def numbered(self, session: int, session_id: str, from_seq: int = 1) -> Iterator[tuple[int, Message | Event]]:
        """The records of a session from one ``seq`` on, each with its own; no earlier pack but one is opened."""
        from hermes_state.store.codec import read_event  # searching must start without the records

        for (pack_id,) in self.connection.rows(SESSION_PACKS, (session, from_seq)):
            pack = self.pack(pack_id)
            bindings = (session, max(from_seq, pack.seq(0)), pack.seq(len(pack) - 1), pack_id)
            rows = {row[7]: MessageRow(*row) for row in self.connection.rows(PACK_MESSAGES, bindings)}
            for number in range(len(pack)):
                seq = pack.seq(number)
                if number in rows:
                    yield seq, self.message(rows[number], session_id)
                elif seq >= from_seq and not pack.is_message(number):
                    yield seq, read_event(pack.entry(number), session_id, self._load_blob)
        for row in self.connection.rows(SESSION_LOOSE, (session, from_seq)):
            yield row[2], self.message(MessageRow(*row), session_id)

    def check(self, entry: Entry) -> None:
        """Reads an entry as a message or event would be. Raises ``DamagedArchiveError`` where that fails."""
        from hermes_state.store.codec import check_entry  # searching must start without the records

        check_entry(entry, self._load_blob)

    def _load_blob(self, key: str) -> bytes:
        return blobs.load_blob(self.connection, key)


def rows_by_id(connection: Connection, ids: Sequence[int]) -> dict[int, MessageRow]:
    """The rows of the messages with these ids; missing ones are left out."""
    found: dict[int, MessageRow] = {}
    for start in range(0, len(ids), 500):
        some = ids[start : start + 500]
        marks = ",".join("?" * len(some))
        sql = f"SELECT {MESSAGE_COLUMNS} FROM message AS m WHERE m.id IN ({marks})"
        for row in connection.rows(sql, some):
            found[row[0]] = MessageRow(*row)
    return found
