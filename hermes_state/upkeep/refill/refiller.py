"""Puts what was carved out of a damaged archive into a new one, so that every invariant holds there again.

Rows are taken over as they were. What is lost is made up for where something else tells it: a session's row by its
indexes, a message's by the text in its pack and by the index of places. A message without its text is lost.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable

from hermes_state.errors import DamagedArchiveError
from hermes_state.records import Message
from hermes_state.salvage import CarvedRow, Carver
from hermes_state.store import index, index_tables
from hermes_state.store.connection import Connection
from hermes_state.store.packs import PackCodec
from hermes_state.store.reading import MESSAGE_COLUMNS, MessageRow, Reader
from hermes_state.store.redaction_key import KEY_BYTES, REDACTION_KEY
from hermes_state.store.sealing import RAISE_PACK_ID
from hermes_state.store.value_types import is_json
from hermes_state.upkeep.deleting import NOTE_LAST_DELETED
from hermes_state.upkeep.refill.expected_schema import ExpectedSchema
from hermes_state.upkeep.refill.outcome import Refill
from hermes_state.upkeep.refill.repacking import Repacker, is_key

HANDLED = frozenset("session message pack parity loose blob blob_use prompt meta migration".split())
"""Tables that are not taken over row by row; ``migration`` and what SQLite keeps are the new archive's own."""

FORGOTTEN_META = (index.STALE, index.VERSION, index.REBUILT, index_tables.UNUSED_PAGES)
INSERT_MESSAGE = """
INSERT OR IGNORE INTO message (id, session, seq, role, flags, at, pack, entry, tool) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
BY_PACK = "CREATE INDEX salvage_by_pack ON message (pack)"
DROP_BY_PACK = "DROP INDEX salvage_by_pack"
MAKE_PLACES = "CREATE TEMP TABLE place (id INTEGER PRIMARY KEY, session INTEGER NOT NULL, seq INTEGER NOT NULL)"
INSERT_PLACE = "INSERT OR IGNORE INTO place (session, seq, id) VALUES (?, ?, ?)"
FREE_PLACES = "SELECT session, seq, id FROM place WHERE id NOT IN (SELECT id FROM message)"
DROP_PLACES = "DROP TABLE place"
TEXTLESS = """
SELECT session, id FROM message WHERE pack IS NOT NULL AND pack NOT IN (SELECT id FROM pack)
UNION ALL
SELECT session, id FROM message WHERE pack IS NULL AND id NOT IN (SELECT id FROM loose)
"""
DELETE_MESSAGE = "DELETE FROM message WHERE id = ?"
NAMELESS = """
SELECT session FROM (SELECT session FROM message UNION SELECT session FROM pack)
WHERE session NOT IN (SELECT key FROM session)
"""
GHOSTS = """
SELECT key, id, origin FROM session
WHERE key NOT IN (SELECT session FROM message UNION SELECT session FROM pack)
AND NOT EXISTS (SELECT 1 FROM session AS s WHERE s.parent_key = session.key)
AND NOT EXISTS (SELECT 1 FROM session AS s WHERE s.root_key = session.key AND s.key <> session.key)
"""
UNKNOWN_TOOLS = "SELECT tool, min(id) FROM message WHERE tool NOT IN (SELECT key FROM tool) GROUP BY tool"
ONE_MESSAGE = f"SELECT {MESSAGE_COLUMNS} FROM message AS m WHERE m.id = ?"
INSERT_TOOL = "INSERT OR IGNORE INTO tool (key, name) VALUES (?, ?)"
MENDINGS = (
    "UPDATE message SET tool = NULL WHERE tool NOT IN (SELECT key FROM tool)",
    "DELETE FROM client_message WHERE message NOT IN (SELECT id FROM message)",
    "UPDATE session SET parent_key = NULL WHERE parent_key NOT IN (SELECT key FROM session)",
    "UPDATE session SET root_key = key WHERE root_key NOT IN (SELECT key FROM session)",
    "UPDATE session SET prompt_key = NULL WHERE prompt_key NOT IN (SELECT key FROM prompt)",
    "UPDATE session SET message_count = (SELECT count(*) FROM message AS m WHERE m.session = session.key)",
    "UPDATE session SET next_seq = max(next_seq, 1 + coalesce((SELECT max(seq) FROM message AS m "
    "WHERE m.session = session.key), 0))",
    "DELETE FROM blob_use WHERE session NOT IN (SELECT key FROM session)",
    "DELETE FROM blob WHERE key NOT IN (SELECT blob FROM blob_use)",
    "DELETE FROM prompt WHERE key NOT IN (SELECT prompt_key FROM session WHERE prompt_key IS NOT NULL)",
)
"""What makes the rows agree with each other again, in this order."""
FORGET_SOURCES = "DELETE FROM source"
COUNTS = "SELECT (SELECT count(*) FROM session), (SELECT count(*) FROM message)"


class Refiller:
    """Fills a new archive, open for writing in one transaction, from a damaged one."""

    def __init__(self, carver: Carver, connection: Connection, expected: ExpectedSchema) -> None:
        self._carver = carver
        self._connection = connection
        self._expected = expected
        self._codec = PackCodec()
        self._made_up: set[int] = set()
        self.result = Refill()

    def fill(self) -> Refill:
        """Takes everything over and returns what there was. Takes part in the transaction; the index is left stale."""
        connection = self._connection
        self._take_sessions()
        self._take_contents()
        self._take_other_tables()
        free_places = self._take_message_rows()
        connection.run(BY_PACK)
        repacker = Repacker(connection, self._carver, self.result, free_places)
        repacker.take_packs()
        repacker.take_loose()
        connection.run(DROP_BY_PACK)
        for session, message in connection.rows(TEXTLESS):
            self.result.lost[session].add(message)
            connection.run(DELETE_MESSAGE, (message,))
        for (key,) in connection.rows(NAMELESS):
            self._make_session(key, {})
        self._name_tools()
        self._drop_ghosts()
        for sql in MENDINGS:
            connection.run(sql)
        self._settle()
        return self.result

    def _insert(self, table: str, rows: Iterable[tuple[object, ...]]) -> None:
        names = [column.name for column in self._expected.shapes[table].columns]
        marks = ", ".join("?" * len(names))
        self._connection.run_many(f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({marks})", rows)

    def _take_sessions(self) -> None:
        """The rows of sessions; those that are lost are made of what the indexes of the table say of them."""
        names = [column.name for column in self._expected.shapes["session"].columns]
        extra_at = names.index("extra")
        found_rows = (row.values for row in self._carver.rows("session") if is_key(row.rowid))
        rows = [
            (*values[:extra_at], values[extra_at] if is_json(values[extra_at]) else None, *values[extra_at + 1 :])
            for values in found_rows
        ]
        self._insert("session", rows)
        key_at, count_at = names.index("key"), names.index("message_count")
        for values in rows:
            self.result.counted[int(values[key_at])] = int(values[count_at])  # type: ignore[arg-type]
        known = {key for (key,) in self._connection.rows("SELECT key FROM session")}
        found: dict[int, dict[str, object]] = defaultdict(dict)
        for shape in self._expected.shapes.values():
            if shape.table != "session" or shape.has_rowids:
                continue
            for row in self._carver.rows(shape.name):
                key = row.values[-1]
                if isinstance(key, int) and is_key(key) and key not in known:
                    found[key].update(zip((column.name for column in shape.columns), row.values, strict=True))
        for key, said in sorted(found.items()):
            self._make_session(key, said)

    def _make_session(self, key: int, known: dict[str, object]) -> None:
        """A row for a session of which only the key is known, or besides what indexes hold."""
        values: dict[str, object] = {"origin": "live", "id": f"salvaged-{key}", "source": "salvaged", "root_key": key}
        values |= {name: value for name, value in known.items() if name != "rowid" and value is not None}
        values["key"] = key
        values.setdefault("last_active_at", values.get("tip_at"))
        marks = ", ".join("?" * len(values))
        sql = f"INSERT OR IGNORE INTO session ({', '.join(values)}) VALUES ({marks})"
        self._connection.run(sql, tuple(values.values()))
        if self._connection.changes():
            self._made_up.add(key)
            self.result.sessions_guessed += 1

    def _drop_ghosts(self) -> None:
        """Takes out again the sessions that were made up and of which nothing is left: no message, none below them."""
        while ghosts := [row for row in self._connection.rows(GHOSTS) if row[0] in self._made_up]:
            for key, session_id, origin in ghosts:
                self._connection.run("DELETE FROM session WHERE key = ?", (key,))
                self.result.ghosts[key] = (session_id, origin)
                self.result.sessions_guessed -= 1

    def _take_contents(self) -> None:
        """Attachments and system prompts whose contents have the hash that they go by."""
        for name in ("blob", "prompt"):
            for row in self._carver.rows(name):
                if self._is_whole(name, row):
                    self._insert(name, [row.values])

    def _is_whole(self, name: str, row: CarvedRow) -> bool:
        _, digest, data = row.values
        if not isinstance(data, bytes):
            return False
        try:
            content = data if name == "blob" else self._codec.decompress(data)
        except DamagedArchiveError:
            return False
        return hashlib.sha256(content).digest() == digest

    def _take_other_tables(self) -> None:
        """Every other table but those of the indexes: client ids, tools, files imported, deleted sessions."""
        for name, shape in self._expected.shapes.items():
            if (
                name == shape.table
                and name not in HANDLED
                and not name.startswith("sqlite_")
                and not index_tables.is_of_an_index(name)
            ):
                self._insert(name, (row.values for row in self._carver.rows(name) if not row.holes))
        meta = (row.values for row in self._carver.rows("meta"))
        self._insert("meta", (values for values in meta if values[0] not in FORGOTTEN_META and _is_setting(*values)))

    def _take_message_rows(self) -> dict[tuple[int, int], int]:
        """The rows of messages; returns the ids of those that only the index of places still knows, by place."""
        connection = self._connection
        rows = self._carver.rows("message")
        connection.run_many(INSERT_MESSAGE, (row.values for row in rows if _is_a_message(row.values)))
        connection.run(MAKE_PLACES)
        places = (row.values for row in self._carver.rows("message_by_session"))
        connection.run_many(INSERT_PLACE, (values for values in places if all(map(is_key, values))))
        free = {(session, seq): message for session, seq, message in connection.rows(FREE_PLACES)}
        connection.run(DROP_PLACES)
        for (session, _), message in free.items():
            self.result.lost[session].add(message)  # until its text is found
        return free

    def _name_tools(self) -> None:
        """Gives the tools whose rows are lost the name that a message of theirs says."""
        reader = Reader(self._connection, self._codec)
        for tool, message_id in self._connection.rows(UNKNOWN_TOOLS):
            row = self._connection.row(ONE_MESSAGE, (message_id,))
            if row is not None and (name := _tool_name(reader, MessageRow(*row))):
                self._connection.run(INSERT_TOOL, (tool, name))

    def _settle(self) -> None:
        """What later writing goes on from: ids that are never used twice, files to be read again if a text is lost."""
        connection = self._connection
        result = self.result
        result.sessions, result.messages = connection.rows(COUNTS)[0]
        lost_ids = [message for some in result.lost.values() for message in some]
        if lost_ids:
            connection.run(NOTE_LAST_DELETED, (max(lost_ids),))
        if result.is_lossy():
            connection.run(FORGET_SOURCES)
        sequences = [row.values[1] for row in self._carver.rows("sqlite_sequence") if row.values[0] == "pack"]
        connection.run(RAISE_PACK_ID, (max((n for n in sequences if isinstance(n, int)), default=0),))
        index.mark_stale(connection)


def _tool_name(reader: Reader, row: MessageRow) -> str | None:
    try:
        message: Message = reader.message(row, "")
    except DamagedArchiveError:
        return None
    if message.tool_name is None and message.tool_calls:
        function = message.tool_calls[0].get("function")
        name = function.get("name") if isinstance(function, dict) else None
        return name if isinstance(name, str) else None
    return message.tool_name


def _is_setting(name: object, value: object) -> bool:
    """Whether a value of ``meta`` may be what its name says: the key of placeholders has its length."""
    return name != REDACTION_KEY or (isinstance(value, bytes) and len(value) == KEY_BYTES)


def _is_a_message(values: tuple[object, ...]) -> bool:
    """Whether the numbers of a row are such as a message has."""
    message, session, seq, role, flags, _, pack, entry, _ = values
    return (
        all(map(is_key, (message, session, seq)))
        and role in (0, 1, 2, 3)
        and isinstance(flags, int)
        and 0 <= flags < 1 << 16
        and (pack is None) == (entry is None)
    )
