"""Archives that tests fill by saying things, each with its text loose and with it sealed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hermes_state import SearchPage, SearchResult, SessionDB
from hermes_state.store import index
from hermes_state.upkeep import optimize

START = 1_780_000_000.0
"""2026-05-28, the time of the first message unless a test says another."""

MINUTE, DAY = 60.0, 86_400.0


@dataclass
class Conversations:
    """An archive and a clock that goes a minute on with every message."""

    db: SessionDB
    sealed: bool
    now: float = START
    _known: set[str] = field(default_factory=set)
    _settled: bool = True

    def session(self, session_id: str, source: str = "cli", **fields: Any) -> str:
        """Makes a session that begins now; ``branch`` and ``user`` as an importer gives them."""
        fields.setdefault("started_at", self.now)
        self._known.add(session_id)
        facts = {name: fields.pop(name, None) for name in ("branch", "user")}
        made = self.db.create_session(source, session_id=session_id, **fields)
        if any(facts.values()):
            update = "UPDATE session SET branch = ?, user = ? WHERE id = ?"
            with self.db.file.writing() as writer:
                writer.connection.run(update, (facts["branch"], facts["user"], session_id))
        return made

    def say(
        self, session_id: str, *texts: str, role: str = "user", at: float | None = None, **fields: Any
    ) -> list[int]:
        """Appends messages, to a new session if need be; returns their ids."""
        if session_id not in self._known:
            self.session(session_id, **({} if at is None else {"started_at": at}))
        messages = []
        for text in texts:
            self.now += MINUTE
            messages.append({"role": role, "content": text, "timestamp": self.now if at is None else at, **fields})
        self._settled = False
        return self.db.append(session_id, messages)

    def talk(self, session_id: str, *texts: str) -> list[int]:
        """A user and an assistant in turns."""
        return [self.say(session_id, text, role=("user", "assistant")[n % 2])[0] for n, text in enumerate(texts)]

    def settle(self) -> None:
        """Seals what was said, where this archive is a sealed one."""
        if self.sealed and not self._settled:
            optimize(self.db)
        self._settled = True

    def make_stale(self) -> None:
        """Takes the index out of use."""
        self.settle()
        with self.db.file.writing() as writer:
            index.mark_stale(writer.connection)

    def search(self, query: str, **arguments: Any) -> SearchPage:
        """The page that a search gives."""
        self.settle()
        return self.db.search(query, **arguments)

    def found(self, query: str, **arguments: Any) -> list[str]:
        """The sessions that a search gives, in order."""
        return [result.session_id for result in self.search(query, **arguments).results]

    def messages(self, query: str, **arguments: Any) -> list[int | None]:
        """The messages that a search gives, one result each, over all pages, in order."""
        found: list[int | None] = []
        cursor = None
        while True:
            page = self.search(query, per="message", cursor=cursor, **arguments)
            found += [result.match_message_id for result in page.results]
            cursor = page.cursor
            if cursor is None:
                return found


def ids(messages: list[Any]) -> list[int]:
    """The ids of messages."""
    return [message.id for message in messages]


def results_of_all_pages(db: SessionDB, query: str, **arguments: Any) -> list[SearchResult]:
    """The results that a search gives, page by page to the last."""
    found: list[SearchResult] = []
    cursor = None
    while True:
        page = db.search(query, cursor=cursor, **arguments)
        found += page.results
        cursor = page.cursor
        if cursor is None:
            return found
