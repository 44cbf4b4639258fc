"""A table without an index on its text, searched by ``LIKE``, newest first: the least that SQLite does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw
from serving import LiveEngine, Message, Query, batches, fresh, is_narrowed, messages_of, serve

BATCH = 5_000
TABLE = """
CREATE TABLE message (id INTEGER PRIMARY KEY, session TEXT, role TEXT, content TEXT, time REAL, tool TEXT)"""
ADD = "INSERT INTO message (session, role, content, time, tool) VALUES (?, ?, ?, ?, ?)"
FIND = "SELECT id, content FROM message WHERE {where} ORDER BY id DESC LIMIT ?"


class SqliteTable(LiveEngine):
    """Words are looked for as substrings."""

    def __init__(self) -> None:
        self._db: Any = None

    def about(self) -> dict[str, Any]:
        return {"version": apsw.apsw_version(), "sqlite": apsw.sqlite_lib_version()}

    def build(self, corpus: Path, folder: Path) -> None:
        self.begin(folder)
        for batch in batches(messages_of(corpus), BATCH):
            with self._db:
                self._db.executemany(ADD, map(_row, batch))

    def optimize(self) -> None:
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def files(self, folder: Path) -> list[Path]:
        return [folder / "table.db", folder / "table.db-wal"]

    def ask(self, query: Query, variant: str) -> Any:
        if is_narrowed(query):
            return None
        where = " AND ".join("content LIKE ? ESCAPE '\\'" for _ in query["parts"])
        patterns = [f"%{_escaped(part)}%" for part in query["parts"]]
        return list(self._db.execute(FIND.format(where=where), (*patterns, query["limit"])))

    def numbers(self, answer: Any) -> list[int]:
        return [key - 1 for key, _ in answer]

    def begin(self, folder: Path) -> None:
        self._db = apsw.Connection(str(fresh(folder / "table.db")))
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            self._db.execute(f"PRAGMA {pragma}").fetchall()
        self._db.execute(TABLE)

    def append(self, message: Message, number: int) -> None:
        self._db.execute(ADD, _row(message))

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


def _row(message: Message) -> tuple[Any, ...]:
    return message["session"], message["role"], message["content"], message["ts"], message["tool_name"]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


if __name__ == "__main__":
    serve(SqliteTable())
