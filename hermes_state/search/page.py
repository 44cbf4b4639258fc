"""What a search answers: results, the page they stand on, and both as the JSON contract has them (docs/json.md)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from hermes_state.times import iso

if TYPE_CHECKING:
    from hermes_state.records import Message


class _Fields:
    """Equality and form of a dataclass, for all of them at once: to make these for each takes 0.5 ms of a start."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, one.name) == getattr(other, one.name) for one in fields(self))  # type: ignore[arg-type]

    def __repr__(self) -> str:
        shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self))  # type: ignore[arg-type]
        return f"{type(self).__name__}({shown})"


@dataclass(slots=True, eq=False, repr=False)
class SearchResult(_Fields):
    """One conversation (or, ``per="message"``, one message).

    ``session_id`` holds the match, ``root_session_id`` is the conversation, whose title and start these
    are. ``rung`` is its strongest evidence (docs/query-language.md). ``marks`` are ``(start, end)`` in code
    points of ``snippet``. ``weak``: it holds less than half of what was asked. A title hit has no message.
    """

    session_id: str
    origin: str
    root_session_id: str
    title: str | None
    source: str
    project: str | None
    started_at: float | None
    matched_at: float | None
    match_message_id: int | None
    source_message_id: str | None
    matched_role: str
    match_count: int
    rung: str
    score: float
    matched_terms: list[str]
    missing_terms: list[str]
    snippet: str
    marks: list[tuple[int, int]]
    weak: bool = False
    hidden: bool = False
    generated: bool = False
    messages: list[Message] = field(default_factory=list)
    bookend_start: list[Message] = field(default_factory=list)
    bookend_end: list[Message] = field(default_factory=list)
    messages_before: int = 0
    messages_after: int = 0

    def to_json(self) -> dict[str, Any]:
        """The result as ``search --json`` gives it."""
        return {
            "session_id": self.session_id,
            "origin": self.origin,
            "root_session_id": self.root_session_id,
            "title": self.title,
            "source": self.source,
            "project": self.project,
            "started_at": iso(self.started_at),
            "matched_at": iso(self.matched_at),
            "match_message_id": self.match_message_id,
            "source_message_id": self.source_message_id,
            "matched_role": self.matched_role,
            "match_count": self.match_count,
            "rung": self.rung,
            "matched_terms": self.matched_terms,
            "missing_terms": self.missing_terms,
            "weak": self.weak,
            "snippet": self.snippet,
            "marks": [list(mark) for mark in self.marks],
            "hidden": self.hidden,
            "generated": self.generated,
            "messages": [message_json(message) for message in self.messages],
            "bookend_start": [message_json(message, within=self.session_id) for message in self.bookend_start],
            "bookend_end": [message_json(message, within=self.session_id) for message in self.bookend_end],
            "messages_before": self.messages_before,
            "messages_after": self.messages_after,
        }


@dataclass(slots=True, eq=False, repr=False)
class SearchPage(_Fields):
    """A page of results; ``cursor`` asks for the next one (``None`` on the last)."""

    query: str
    results: list[SearchResult]
    rung: str | None
    searched: dict[str, Any]
    notes: list[str]
    cursor: str | None
    explanation: dict[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """The page as ``search --json`` gives it."""
        page: dict[str, Any] = {
            "version": 1,
            "mode": "discover",
            "query": self.query,
            "rung": self.rung,
            "searched": self.searched,
            "results": [result.to_json() for result in self.results],
            "notes": self.notes,
            "cursor": self.cursor,
        }
        if self.explanation is not None:
            page["explanation"] = self.explanation
        return page


def message_json(message: Message, *, within: str | None = None) -> dict[str, Any]:
    """A message as views and results show it: what a reader needs, not every field of its source.

    One of another session than ``within`` says so: it is read and scrolled there.
    """
    shown: dict[str, Any] = {
        "id": message.id,
        "seq": message.seq,
        "role": message.role,
        "at": iso(message.timestamp),
        "text": message.text,
    }
    if within is not None and message.session_id != within:
        shown["session_id"] = message.session_id
    if message.thinking:
        shown["thinking"] = message.thinking
    if message.tool_calls:
        shown["tool_calls"] = message.tool_calls
    for name in ("tool_name", "tool_call_id", "source_id"):
        if getattr(message, name) is not None:
            shown[name] = getattr(message, name)
    for name in ("compacted", "generated"):
        if getattr(message, name):
            shown[name] = True
    return shown
