"""This project, through its public API: an import, its last 256 KB of messages appended live and still loose."""

from __future__ import annotations

import json
import sys
from collections import deque
from importlib.metadata import version
from pathlib import Path
from typing import Any

from serving import LiveEngine, Message, Query, fresh, messages_of, serve

sys.path.insert(0, str(Path(__file__).parents[1]))

import corpus as corpora

from hermes_state import SessionDB, upkeep
from hermes_state.store.connection import sqlite_version

LOOSE_BYTES = 256_000
ROLES = ("user", "assistant", "tool")


class Archive(LiveEngine):
    """``SessionDB``."""

    def __init__(self) -> None:
        self._db: SessionDB | None = None
        self._tail: list[dict[str, Any]] = []
        self._first: dict[str, int] = {}
        self._sessions: set[str] = set()
        self._places: dict[str, dict[int | None, int]] = {}

    def about(self) -> dict[str, Any]:
        return {"version": version("hermes-state"), "sqlite": sqlite_version()}

    def prepare(self, corpus: Path, folder: Path) -> None:
        """Writes the messages as plain conversations, and keeps the last ones back."""
        held: deque[tuple[dict[str, Any], int]] = deque()
        held_bytes = number = 0
        with (folder / "conversations.jsonl").open("w", encoding="utf-8") as file:
            for one in corpora.conversations(messages_of(corpus)):
                self._first[one["id"]] = number
                number += len(one["messages"])
                held.append((one, sum(len((message["content"] or "").encode()) for message in one["messages"])))
                held_bytes += held[-1][1]
                while held_bytes > LOOSE_BYTES and len(held) > 1:
                    oldest, size = held.popleft()
                    held_bytes -= size
                    file.write(json.dumps(oldest, ensure_ascii=False) + "\n")
        self._tail = [one for one, _ in held]

    def build(self, corpus: Path, folder: Path) -> None:
        self.begin(folder)
        self._archive.import_transcripts(folder / "conversations.jsonl")

    def optimize(self) -> None:
        upkeep.optimize(self._archive)

    def finish(self) -> None:
        """Appends what was kept back: less than the archive seals."""
        for one in self._tail:
            self._archive.create_session("cli", session_id=one["id"], cwd=one["cwd"])
            self._sessions.add(one["id"])
            for message in one["messages"]:
                given = {key: value for key, value in message.items() if key != "name"}
                self._archive.append(one["id"], given | {"tool_name": message.get("name")})

    def files(self, folder: Path) -> list[Path]:
        return [folder / "state.db", folder / "state.db-wal"]

    def ask(self, query: Query, variant: str) -> Any:
        narrowed = {name: query[name] for name in ("after", "before", "project", "window") if query[name]}
        return self._archive.search(query["text"], limit=query["limit"], roles=ROLES, **narrowed)

    def numbers(self, answer: Any) -> list[int]:
        return [
            self._first[one.session_id] + self._place(one.session_id, one.match_message_id)
            for one in answer.results
            if one.match_message_id is not None
        ]

    def _place(self, session_id: str, message_id: int | None) -> int:
        if session_id not in self._places:
            found = enumerate(self._archive.get_messages(session_id))
            self._places[session_id] = {message.id: place for place, message in found}
        return self._places[session_id][message_id]

    @property
    def _archive(self) -> SessionDB:
        assert self._db is not None
        return self._db

    def begin(self, folder: Path) -> None:
        self._db = SessionDB(fresh(folder / "state.db"))
        self._sessions = set()

    def append(self, message: Message, number: int) -> None:
        name = f"live-{message['session']}"
        if name not in self._sessions:
            self._sessions.add(name)
            self._archive.create_session("cli", session_id=name)
        given = {"role": message["role"], "content": message["content"], "timestamp": message["ts"]}
        self._archive.append(name, given | {"tool_name": message["tool_name"]})

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


if __name__ == "__main__":
    serve(Archive())
