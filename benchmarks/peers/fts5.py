"""FTS5 alone over the terms that this project's analysis makes: what its engine stands on, and can hardly beat.

A contentless table with positions, in the newest order and ranked by bm25; it names messages but holds no text, so
answers are row numbers. A piece within a word, as of an identifier or a path, is no query that it has.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw
from serving import LiveEngine, Message, Query, batches, fresh, is_narrowed, messages_of, serve

from hermes_state.search.analysis import fold, index_text, query_terms

BATCH = 5_000
TABLE = """
CREATE VIRTUAL TABLE message USING fts5(text, content='', contentless_delete=1, tokenize="ascii tokenchars '_'")"""
ADD = "INSERT INTO message (rowid, text) VALUES (?, ?)"
OPTIMIZE = "INSERT INTO message (message) VALUES ('optimize')"
FIND = {
    "bm25": "SELECT rowid FROM message WHERE message MATCH ? ORDER BY rank LIMIT ?",
    "newest": "SELECT rowid FROM message WHERE message MATCH ? ORDER BY rowid DESC LIMIT ?",
}


class Fts5(LiveEngine):
    """A word index and nothing else."""

    def __init__(self) -> None:
        self._db: Any = None
        self._count = 0

    def about(self) -> dict[str, Any]:
        return {"version": apsw.sqlite_lib_version(), "sqlite": apsw.sqlite_lib_version()}

    def build(self, corpus: Path, folder: Path) -> None:
        self.begin(folder)
        for batch in batches(messages_of(corpus), BATCH):
            with self._db:
                self._db.executemany(ADD, (self._row(one) for one in batch))

    def _row(self, message: Message) -> tuple[int, str]:
        self._count += 1
        return self._count, index_text(fold(message["content"] or ""))

    def optimize(self) -> None:
        self._db.execute(OPTIMIZE)
        self._db.execute("VACUUM")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def files(self, folder: Path) -> list[Path]:
        return [folder / "fts5.db", folder / "fts5.db-wal"]

    def ask(self, query: Query, variant: str) -> Any:
        within_words = query["meaning"] == "substring" and any(part.isascii() for part in query["parts"])
        if is_narrowed(query) or within_words:
            return None
        asked = " AND ".join(_phrase(part, query["meaning"] == "prefix") for part in query["parts"])
        return list(self._db.execute(FIND[variant], (asked, query["limit"])))

    def numbers(self, answer: Any) -> list[int]:
        return [key - 1 for (key,) in answer]

    def begin(self, folder: Path) -> None:
        self._db = apsw.Connection(str(fresh(folder / "fts5.db")))
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            self._db.execute(f"PRAGMA {pragma}").fetchall()
        self._db.execute(TABLE)
        self._count = 0

    def append(self, message: Message, number: int) -> None:
        self._db.execute(ADD, self._row(message))

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


def _phrase(part: str, begins: bool) -> str:
    terms = query_terms(fold(part), last=True)
    star = "*" if begins or (terms and terms[-1][1]) else ""
    return '"{}"{}'.format(" ".join(term for term, _ in terms), star)


if __name__ == "__main__":
    serve(Fts5())
