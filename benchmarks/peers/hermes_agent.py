"""Hermes Agent's own ``SessionDB``, from its wheel.

The corpus is loaded in bulk: its schema, its triggers and its ``_insert_message_rows``, 5,000 messages a transaction,
with the optimizing that it does every 1,000 writes left for the end; one message at a time would take hours.
Appending is its ``append_message`` as shipped.
"""

from __future__ import annotations

import sqlite3
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import Any

from serving import LiveEngine, Message, Query, batches, fresh, is_narrowed, messages_of, serve

from hermes_state import SessionDB

BATCH = 5_000
NEVER = 1 << 60
ADD_SESSION = "INSERT OR IGNORE INTO sessions (id, source, started_at) VALUES (?, 'cli', ?)"


class HermesAgent(LiveEngine):
    """The peer whose name this project's format follows."""

    def __init__(self) -> None:
        self._db: Any = None
        self._sessions: set[str] = set()

    def about(self) -> dict[str, Any]:
        return {"version": version("hermes-agent"), "sqlite": sqlite3.sqlite_version}

    def build(self, corpus: Path, folder: Path) -> None:
        self.begin(folder)
        shipped = SessionDB._OPTIMIZE_EVERY_N_WRITES
        self._db._OPTIMIZE_EVERY_N_WRITES = NEVER
        for batch in batches(messages_of(corpus), BATCH):
            self._db._execute_write(lambda connection, batch=batch: self._insert(connection, batch))
        self._db._OPTIMIZE_EVERY_N_WRITES = shipped

    def _insert(self, connection: Any, batch: list[Message]) -> None:
        for name, group in groupby(batch, lambda one: one["session"]):
            messages = [{**one, "timestamp": one["ts"]} for one in group]
            self._sessions.add(name)
            connection.execute(ADD_SESSION, (name, messages[0]["ts"]))
            self._db._insert_message_rows(connection, name, messages)

    def optimize(self) -> None:
        self._db.optimize_fts()
        self._db._conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def files(self, folder: Path) -> list[Path]:
        return [folder / "state.db", folder / "state.db-wal"]

    def ask(self, query: Query, variant: str) -> Any:
        if is_narrowed(query):
            return None
        return self._db.search_messages(query["text"], limit=query["limit"])

    def numbers(self, answer: Any) -> list[int]:
        return [row["id"] - 1 for row in answer]

    def begin(self, folder: Path) -> None:
        self._db = SessionDB(fresh(folder / "state.db"))
        self._sessions = set()

    def append(self, message: Message, number: int) -> None:
        if message["session"] not in self._sessions:
            self._sessions.add(message["session"])
            self._db.create_session(message["session"], "cli")
        self._db.append_message(
            message["session"],
            message["role"],
            content=message["content"],
            tool_name=message["tool_name"],
            timestamp=message["ts"],
        )

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


if __name__ == "__main__":
    serve(HermesAgent())
