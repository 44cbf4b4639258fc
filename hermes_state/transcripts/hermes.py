"""Reads Hermes Agent's database, of any schema version, while Hermes may be writing to it.

The file is foreign: it is opened read-only, only its real tables are read, and by ranges of ids, so
that no transaction of ours outlives one range. A second run reads new rows, sessions that changed and
the old rows of sessions whose rows were rewound, restored or compacted since.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from hermes_state.errors import SourceRewrittenError, TranscriptError
from hermes_state.records import Message, Record, Session, Skip
from hermes_state.transcripts.foreign_sqlite import connect_foreign
from hermes_state.transcripts.hermes_changes import Totals, row_mark, session_digest
from hermes_state.transcripts.hermes_rows import ORIGIN, flags, message_records, session_record

FORMAT = "hermes"

RANGE_ROWS = 500
"""Rows read at a time."""

KNOWN_ROWS = 100
"""Known rows read at a time."""

RANGE_BYTES = 8 * 1024 * 1024
"""A range ends early once its rows hold this much text."""

MAX_LOST_ROWS = 100_000
"""After so many unreadable rows in a row, a damaged database is given up."""

_SURROGATES = re.compile("[\ud800-\udfff]")
"""What stands for bytes that are no UTF-8."""

SQL_TABLE = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? AND rootpage > 0"
SQL_COMPRESSED = "SELECT id FROM sessions WHERE end_reason = 'compression'"
SQL_FLAG_TOTALS = """
SELECT session_id, count(*), sum(active = 0), sum(CASE WHEN active = 0 THEN id ELSE 0 END)
FROM messages
WHERE +id <= ?
GROUP BY session_id
"""
"""Answered from Hermes' index of session and active alone: ``+id`` keeps SQLite from reading the messages."""

SQL_ROW_TOTALS = "SELECT session_id, count(*), 0, 0 FROM messages WHERE +id <= ? GROUP BY session_id"
SQL_COMPACTED = "SELECT sum(compacted <> 0) FROM messages WHERE session_id = ? AND active = 0 AND +id <= ?"
SQL_KNOWN_IDS = "SELECT id FROM messages WHERE session_id = ? AND +id <= ? ORDER BY id"

Row = dict[str, Any]


class HermesReader:
    """The ``Reader`` of one state.db. Opens the file in ``batches`` and closes it when that ends."""

    format = FORMAT

    def __init__(self, path: str | os.PathLike[str], checkpoint: dict[str, Any] | None = None) -> None:
        self.path = Path(path)
        state = checkpoint or {}
        self._last_id: int = state.get("last_id", 0)
        self._marked: list[Any] = state.get("marked", [0, ""])
        self._sessions: dict[str, str] = dict(state.get("sessions", {}))
        self._totals = {key: Totals(*value) for key, value in state.get("totals", {}).items()}
        self._reinserted: dict[str, int] = dict(state.get("reinserted", {}))
        self._rewritten: set[str] = set(state.get("rewritten", ()))
        self._columns: dict[str, list[str]] = {}

    def checkpoint(self) -> dict[str, Any]:
        """The newest id read, a mark of that row, a short hash of each session and its rows' flag totals."""
        return {
            "last_id": self._last_id,
            "marked": self._marked,
            "sessions": dict(self._sessions),
            "totals": {key: totals.as_list() for key, totals in self._totals.items()},
            "reinserted": dict(self._reinserted),
            "rewritten": sorted(self._rewritten),
        }

    def batches(self) -> Iterator[list[Record]]:
        """Yields changed sessions, old rows whose flags changed, then new rows by ascending id.

        Raises ``SourceRewrittenError`` when the newest row read before is another one now.
        """
        try:
            with closing(connect_foreign(self.path)) as connection:
                self._look_at_tables(connection)
                self._check_same_database(connection)
                yield from self._session_batches(connection)
                if self._last_id:
                    yield from self._flag_batches(connection)
                yield from self._new_message_batches(connection)
                self._rewritten.clear()
        except sqlite3.Error as error:
            raise TranscriptError(
                f"cannot read {self.path}: {error}",
                path=self.path,
                operation="import",
                hint="close the program that holds it, or check it with PRAGMA integrity_check",
            ) from error

    def _look_at_tables(self, connection: sqlite3.Connection) -> None:
        for table in ("sessions", "messages", "session_model_usage"):
            if connection.execute(SQL_TABLE, (table,)).fetchone():
                names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
                self._columns[table] = [name for name in names if not _SURROGATES.search(name)]  # of a damaged schema
        sessions, messages = self._columns.get("sessions", ()), self._columns.get("messages", ())
        if "id" not in sessions or not {"id", "session_id", "role"} <= set(messages):
            raise TranscriptError(
                f"{self.path} has no session and message tables of Hermes Agent",
                path=self.path,
                operation="import",
            )

    def _check_same_database(self, connection: sqlite3.Connection) -> None:
        """Raises when the file is another database than the one that the checkpoint is of."""
        if not self._last_id:
            return
        identity, mark = self._marked
        found = self._rows(connection, "messages", "id = ?", (identity,))
        if found:
            same = row_mark(found[0]) == mark
        else:  # the row was deleted since; the highest id ever given does not go down in the same database
            same = _highest_id(connection) >= self._last_id
        if not same:
            raise SourceRewrittenError(
                f"{self.path} is another database than the one imported before", path=self.path, operation="import"
            )

    def _session_batches(self, connection: sqlite3.Connection) -> Iterator[list[Record]]:
        """Every session whose record is not the one of the checkpoint, in the order of the table."""
        compressed: set[str] = set()
        if "end_reason" in self._columns["sessions"]:
            compressed = {str(row[0]) for row in connection.execute(SQL_COMPRESSED)}
        last: int | None = None
        while rows := self._range(connection, "sessions", "rowid", last):
            last = rows[-1]["rowid"]
            usage = self._usage(connection, rows)
            batch: list[Record] = []
            for row in rows:
                number = row.pop("rowid")
                if row["id"] is None:
                    batch.append(Skip(0, f"row {number} of the table sessions has no id"))
                    continue
                session = session_record(row, compressed)
                if used := usage.get(session.id):
                    session.extra = {**(session.extra or {}), "session_model_usage": used}
                digest = session_digest(session)
                if self._sessions.get(session.id) != digest:
                    self._sessions[session.id] = digest
                    batch.append(session)
            yield batch

    def _usage(self, connection: sqlite3.Connection, sessions: list[Row]) -> dict[str, list[Row]]:
        """The rows of session_model_usage of these sessions, without their session id and empty cells."""
        columns = self._columns.get("session_model_usage", ())
        if "session_id" not in columns:
            return {}
        ids = [row["id"] for row in sessions]
        usage: dict[str, list[Row]] = {}
        where = f"session_id IN ({', '.join('?' * len(ids))})"
        for row in self._rows(connection, "session_model_usage", where, ids):
            session_id = str(row.pop("session_id"))
            used = {name: value for name, value in row.items() if isinstance(value, str | int | float)}
            usage.setdefault(session_id, []).append(used)
        return usage

    def _flag_batches(self, connection: sqlite3.Connection) -> Iterator[list[Record]]:
        """The known rows of each session of which rows were deactivated, restored, compacted or repaired since."""
        known_up_to = self._last_id
        found = self._totals_now(connection, known_up_to)
        for key in self._totals.keys() - found.keys():
            self._note_missing(key, Totals())
        for key, (session_id, now) in found.items():
            before = self._totals.get(key, Totals())
            if now.rows < before.rows:
                self._note_missing(key, now)
            elif now.states != before.states or now.rows > before.rows:
                yield from self._known_rows(connection, session_id, known_up_to)
                self._totals[key] = now

    def _totals_now(self, connection: sqlite3.Connection, up_to: int) -> dict[str, tuple[Any, Totals]]:
        """The session id as it stands in the table, and the totals, by session."""
        has_flags = {"active", "compacted"} <= set(self._columns["messages"])
        found: dict[str, tuple[Any, Totals]] = {}
        for session_id, rows, inactive, ids in connection.execute(
            SQL_FLAG_TOTALS if has_flags else SQL_ROW_TOTALS, (up_to,)
        ).fetchall():
            compacted = 0
            if inactive:
                compacted = connection.execute(SQL_COMPACTED, (session_id, up_to)).fetchone()[0] or 0
            if session_id is not None:
                found[str(session_id)] = session_id, Totals(rows, inactive or 0, ids, compacted)
        return found

    def _note_missing(self, key: str, now: Totals) -> None:
        """Notes that rows are gone: Hermes rewrites a conversation by deleting its rows and inserting them anew.

        What follows in this session comes without ids in this run, so that it is known by its content.
        """
        self._totals[key] = now
        self._rewritten.add(key)

    def _known_rows(self, connection: sqlite3.Connection, session_id: Any, up_to: int) -> Iterator[list[Record]]:
        after = self._reinserted.get(str(session_id), 0)
        ids = [row[0] for row in connection.execute(SQL_KNOWN_IDS, (session_id, up_to)) if row[0] > after]
        for start in range(0, len(ids), KNOWN_ROWS):
            some = ids[start : start + KNOWN_ROWS]
            where = f"id IN ({', '.join('?' * len(some))}) ORDER BY id"
            rows = self._rows(connection, "messages", where, some)
            records = [record for row in rows for record in message_records(row, str(session_id))]
            yield [record for record in records if isinstance(record, Message)]

    def _new_message_batches(self, connection: sqlite3.Connection) -> Iterator[list[Record]]:
        lost = 0
        while True:
            batch: list[Record] = []
            try:
                rows = self._range(connection, "messages", "id", self._last_id or None)
            except sqlite3.OperationalError:
                raise  # locked, or the disk refuses: nothing that reading around it would help
            except sqlite3.DatabaseError as error:
                end = min(self._last_id + RANGE_ROWS, _highest_id(connection))
                rows, missing = self._readable_rows(connection, end)
                lost = 0 if rows else lost + missing
                if not missing or lost > MAX_LOST_ROWS:
                    raise
                batch.append(Skip(0, f"{missing} messages up to id {end} cannot be read: {error}"))
                self._last_id = end
            if not rows and not batch:
                return
            for row in rows:
                self._take_row(row, batch)
            if rows and rows[-1]["id"] <= 0:
                raise sqlite3.DatabaseError("messages have ids below 1")
            if rows:
                self._last_id = max(self._last_id, rows[-1]["id"])
                self._marked = [rows[-1]["id"], row_mark(rows[-1])]
            yield batch

    def _readable_rows(self, connection: sqlite3.Connection, end: int) -> tuple[list[Row], int]:
        """The rows up to ``end`` that a damaged database still gives one by one, and how many it does not give."""
        rows: list[Row] = []
        missing = 0
        for identity in range(self._last_id + 1, end + 1):
            try:
                rows += self._rows(connection, "messages", "id = ?", (identity,))
            except sqlite3.OperationalError:
                raise  # as above
            except sqlite3.DatabaseError:
                missing += 1
        return rows, missing

    def _take_row(self, row: Row, batch: list[Record]) -> None:
        if row["session_id"] is None:
            batch.append(Skip(0, f"message {row['id']} belongs to no session"))
            return
        session_id = str(row["session_id"])
        if session_id not in self._sessions:  # an orphan, or a session that was created after the sessions were read
            self._sessions[session_id] = ""
            batch.append(Session(id=session_id, origin=ORIGIN, source=ORIGIN))
        records = message_records(row, session_id)
        if session_id in self._rewritten:
            self._reinserted[session_id] = row["id"]
            for record in records:
                if isinstance(record, Message):
                    record.source_id = None
        batch.extend(records)
        totals = self._totals.get(session_id, Totals())
        self._totals[session_id] = totals.with_row(row["id"], *flags(row))

    def _range(
        self,
        connection: sqlite3.Connection,
        table: str,
        key: str,
        after: int | None,
    ) -> list[Row]:
        """The next rows of a table by ascending ``key``: at most RANGE_ROWS, and fewer when they are long."""
        where, values = ("1", ()) if after is None else (f"{key} > ?", (after,))
        rows = self._rows(connection, table, f"{where} ORDER BY {key} LIMIT {RANGE_ROWS}", values, key)
        last = after
        for row in rows:
            if not isinstance(row[key], int) or (last is not None and row[key] <= last):
                raise sqlite3.DatabaseError(f"the rows of {table} are not in the order of their ids")
            last = row[key]
        return rows

    def _rows(
        self,
        connection: sqlite3.Connection,
        table: str,
        where: str,
        values: Any,
        key: str = "",
    ) -> list[Row]:
        names = [name for name in self._columns[table] if name != key]
        if key:
            names.append(key)
        selected = ", ".join(_quoted(name) if name != "rowid" else name for name in names)
        rows: list[Row] = []
        size = 0
        with closing(connection.execute(f"SELECT {selected} FROM {table} WHERE {where}", values)) as cursor:
            for cells in cursor:
                rows.append(dict(zip(names, cells, strict=True)))
                size += sum(len(cell) for cell in cells if isinstance(cell, str | bytes))
                if size > RANGE_BYTES and key:
                    break
        return rows


def _highest_id(connection: sqlite3.Connection) -> int:
    """The highest message id that the database ever gave, or has."""
    (highest,) = connection.execute("SELECT max(id) FROM messages").fetchone()
    given = None
    if connection.execute(SQL_TABLE, ("sqlite_sequence",)).fetchone():
        given = connection.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'messages'").fetchone()[0]
    return max(highest or 0, given or 0)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
