"""Parses Claude Code transcripts: which session each line belongs to, and whether it is a message or an event.

Every line becomes at least one record, and the parsed line itself is the ``extra`` of its first message or
the ``record`` of its event, so that the file's lines can be given back in order.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hermes_state.records import Event, Message, Record
from hermes_state.transcripts.claude_messages import blocks_text, is_harness_text, record_messages
from hermes_state.transcripts.claude_sessions import CLAUDE_ORIGIN, TRACE_ORIGIN, Sessions
from hermes_state.transcripts.claude_subagents import Sidechains, place_of
from hermes_state.transcripts.timestamps import epoch_seconds

FORMAT = CLAUDE_ORIGIN

_MAX_WAITING = 512
_MAX_WAITING_CHARS = 1024 * 1024

_MARKS = frozenset(
    (
        "file-history-snapshot",
        "file-history-delta",
        "queue-operation",
        "last-prompt",
        "permission-mode",
        "custom-title",
        "ai-title",
        "worktree-state",
    )
)
"""Types of records that no other tool writes."""


def matches(head: list[Any]) -> bool:
    """Whether the first JSON values of a file are those of a Claude Code transcript."""
    return any(_is_mark(value) for value in head[:50] if type(value) is dict)


def _is_mark(record: dict[str, Any]) -> bool:
    kind = record.get("type")
    if kind in ("user", "assistant"):
        message = record.get("message")
        named = type(record.get("sessionId")) is str or (
            type(record.get("session_id")) is str and type(record.get("uuid")) is str
        )
        return type(message) is dict and "role" in message and named
    if kind == "summary":
        return "leafUuid" in record and "summary" in record
    if kind in ("system", "progress", "attachment"):
        return type(record.get("sessionId")) is str and "uuid" in record and "parentUuid" in record
    return type(kind) is str and kind in _MARKS


class ClaudeCodeParser:
    """The ``LineParser`` of Claude Code transcripts, main files and sub-agents' alike."""

    def __init__(self, path: Path, state: dict[str, Any] | None) -> None:
        state = state or {}
        self._place = place_of(path)
        self._sessions = Sessions(path, self._place.agent, state.get("sessions", {}))
        self._current: str | None = state.get("current", self._place.session_id)
        self._calls: dict[str, str] = dict(state.get("calls", {}))
        self._waiting: list[Any] = list(state.get("waiting", ()))
        self._waiting_chars: int = state.get("waiting_chars", 0)
        self._sidechains = Sidechains(state.get("sidechains"))
        self._has_sidechains = "sidechains" in state

    def state(self) -> dict[str, Any]:
        """What a parser of the rest of the file needs to know. See ``LineParser.state``."""
        state: dict[str, Any] = {"sessions": self._sessions.state(), "calls": dict(self._calls)}
        if self._current is not None:
            state["current"] = self._current
        if self._waiting:
            state["waiting"] = list(self._waiting)
            state["waiting_chars"] = self._waiting_chars
        if self._has_sidechains:
            state["sidechains"] = self._sidechains.state()
        return state

    def feed(self, value: Any, line: int) -> list[Record]:
        """The records of one JSON value. See ``LineParser.feed``."""
        if type(value) is not dict:
            return self._take_unnamed(value)
        kind = value.get("type")
        named = value.get("sessionId") or value.get("session_id")
        if type(named) is not str:
            if self._current is None and kind not in ("user", "assistant"):
                return self._take_unnamed(value)
            named = None
        records: list[Record] = []
        session_id = self._enter(named, value, records)
        timestamp = epoch_seconds(value.get("timestamp"))
        model = None
        made: list[Message] | None = None
        message = value.get("message")
        if (kind == "user" or kind == "assistant") and type(message) is dict:
            if kind == "assistant":
                model = message.get("model")
            made = record_messages(value, message, session_id, timestamp, self._calls)
            self._name(made, value.get("uuid"), line)
        elif kind == "attachment":
            made = self._queued_prompt(value, session_id, timestamp, line)
        elif kind == "progress":
            made = self._agent_progress(value, timestamp, line, records)
        self._sessions.learn(session_id, value, model, timestamp, records)
        if made:
            made[0].extra = value
            records.extend(made)
        else:
            records.append(Event(session_id, value))
            self._sessions.take_title(value, session_id, records)
        self._sessions.remember(value.get("uuid"), session_id, records)
        return records

    def unparsed(self, text: str, line: int) -> list[Record]:
        """An event that keeps a line which is no JSON. See ``LineParser.unparsed``."""
        return self._take_unnamed(text)

    def finish(self) -> list[Record]:
        """What waited for a session that no line named: it belongs to the one that the file is named after."""
        return self._settle(self._place.fallback_id) if self._waiting else []

    def _enter(self, named: str | None, record: dict[str, Any], records: list[Record]) -> str:
        """The id of the session that a record belongs to; says whatever is new of it."""
        place = self._place
        if place.session_id is not None:
            main = place.session_id
        elif named is not None and not (place.agent and named.startswith("agent-")):
            main = named
        else:
            main = self._current or place.fallback_id
        if self._current != main or self._waiting:
            if self._current is None and record.get("version") == "hermes-agent":
                self._sessions.origin = TRACE_ORIGIN
            records.extend(self._settle(main))
        if place.agent is None and record.get("isSidechain") is True:
            self._has_sidechains = True
            return f"{main}/{self._sidechains.agent_of(record)}"
        return self._own_id(main)

    def _own_id(self, main: str) -> str:
        """The session that the lines of this file belong to when ``main`` is the conversation."""
        return main if self._place.agent is None else f"{main}/{self._place.agent}"

    def _settle(self, main: str) -> list[Record]:
        """Makes ``main`` the current session, linked to the one before, and gives it what waited for a session."""
        records: list[Record] = []
        previous, self._current = self._current, main
        owner = self._own_id(main)
        if previous is not None and previous != main and self._place.agent is None:
            self._sessions.begin(owner, records, resumes=previous)
        waiting, self._waiting, self._waiting_chars = self._waiting, [], 0
        for value in waiting:
            self._sessions.begin(owner, records)
            records.append(Event(owner, value))
            if type(value) is dict:
                self._sessions.take_title(value, owner, records)
        return records

    def _take_unnamed(self, value: Any) -> list[Record]:
        """Gives a value that names no session to the current one, or lets it wait until there is one."""
        if self._current is None:
            self._waiting.append(value)
            self._waiting_chars += len(value if type(value) is str else json.dumps(value))
            if len(self._waiting) > _MAX_WAITING or self._waiting_chars > _MAX_WAITING_CHARS:
                return self._settle(self._place.fallback_id)
            return []
        records: list[Record] = []
        owner = self._own_id(self._current)
        self._sessions.begin(owner, records)
        records.append(Event(owner, value))
        return records

    def _queued_prompt(
        self, record: dict[str, Any], session_id: str, timestamp: float | None, line: int
    ) -> list[Message] | None:
        """The prompt that was typed while the agent was busy and handed to it between two steps.

        Such a prompt is written nowhere else as a message; one that waited for the end of the turn
        becomes a user record instead.
        """
        attachment = record.get("attachment")
        if type(attachment) is not dict or attachment.get("type") != "queued_command":
            return None
        text = blocks_text(attachment.get("prompt"))
        if text is None:
            return None
        origin = attachment.get("origin")
        sender = origin.get("kind") if type(origin) is dict else None
        generated = (
            attachment.get("isMeta") is True
            or attachment.get("commandMode") not in (None, "prompt")
            or sender not in (None, "human")
            or is_harness_text(text)
        )
        made = [Message("user", text, timestamp, generated=generated, session_id=session_id)]
        self._name(made, record.get("uuid"), line)
        return made

    def _agent_progress(
        self,
        record: dict[str, Any],
        timestamp: float | None,
        line: int,
        records: list[Record],
    ) -> list[Message] | None:
        """The messages of a sub-agent that a progress record carries, under the ids of the sub-agent's own records."""
        data = record.get("data")
        if type(data) is not dict or data.get("type") != "agent_progress":
            return None
        inner, agent = data.get("message"), data.get("agentId")
        if type(inner) is not dict or type(agent) is not str or not agent:
            return None
        message = inner.get("message")
        if inner.get("type") not in ("user", "assistant") or type(message) is not dict:
            return None
        owner = f"{self._current}/{agent}"
        spoken_at = epoch_seconds(inner.get("timestamp"))
        spoken_at = timestamp if spoken_at is None else spoken_at
        made = record_messages(inner, message, owner, spoken_at, self._calls)
        self._name(made, inner.get("uuid"), line)
        self._sessions.learn(owner, record, message.get("model"), spoken_at, records)
        return made

    def _name(self, made: list[Message], uuid: Any, line: int) -> None:
        """Gives messages their record's id: itself, then ``#2``, ``#3``; an id met just before gets its line too."""
        if type(uuid) is not str or not uuid:
            return
        if self._sessions.is_recent(uuid):
            uuid = f"{uuid}@{line}"
        made[0].source_id = uuid
        for number, message in enumerate(made[1:], 2):
            message.source_id = f"{uuid}#{number}"
