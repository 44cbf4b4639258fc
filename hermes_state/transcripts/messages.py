"""Reads plain conversations: messages in OpenAI's shape, ShareGPT's turns, and trajectories in that shape.

A file holds one conversation, a list of them, one a line, or one message a line. Every field is
optional; what has no place in a record is its ``extra``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from hermes_state.records import SESSION_KINDS, Event, Record, Session, Skip
from hermes_state.transcripts.base import Reader
from hermes_state.transcripts.identity import content_hash, given_id
from hermes_state.transcripts.json_document import open_json
from hermes_state.transcripts.message_fields import FROM_ROLES, MESSAGE_ROLES, message_record
from hermes_state.transcripts.moments import moment

FORMAT = "messages"
ORIGIN = "messages"

_MAX_SEEN = 10_000
"""How many conversations of one file are remembered."""

LIST_NAMES = ("messages", "conversations", "conversation", "items", "traj")
"""Under which names a conversation's messages are looked for, in this order."""

_ID_NAMES = ("id", "session_id", "conversation_id")
_TITLE_NAMES = ("title",)
_PROJECT_NAMES = ("project", "cwd")
_BRANCH_NAMES = ("branch", "git_branch")
_START_NAMES = ("started_at", "created_at", "create_time", "created", "timestamp")
_END_NAMES = ("ended_at",)


def is_message(value: Any) -> bool:
    """Whether a JSON value is one message: it has a role, and no messages of its own."""
    if not isinstance(value, dict) or any(isinstance(value.get(name), list) for name in LIST_NAMES):
        return False
    if isinstance(value.get("from"), str):
        return "value" in value and value["from"].lower() in FROM_ROLES
    role = value.get("role")
    has_text = any(name in value for name in ("content", "text", "value", "tool_calls", "function_call"))
    return isinstance(role, str) and role.lower() in MESSAGE_ROLES and has_text


def is_conversation(value: Any) -> bool:
    """Whether a JSON value is one conversation: an object with a list of messages, or such a list."""
    if isinstance(value, list):
        return bool(value) and is_message(value[0])
    return isinstance(value, dict) and _list_name(value) is not None


def open_messages(path: str | os.PathLike[str], checkpoint: dict[str, Any] | None = None) -> Reader:
    """A reader of one document, or of a file with a conversation or a message a line."""
    return open_json(path, MessagesParser, FORMAT, checkpoint, is_message)


class MessagesParser:
    """The ``LineParser`` of plain conversations.

    It remembers the newest conversations, each with the number and the hash of its messages. One that
    repeats an earlier one and goes on gives its new messages only; one without an id that merely begins
    like another is another.
    """

    def __init__(self, path: Path, state: dict[str, Any] | None) -> None:
        remembered = state or {}
        self._session_id: str | None = remembered.get("session")
        self._seen: dict[str, list[Any]] = dict(remembered.get("seen", {}))
        self._loose: str | None = remembered.get("loose")

    def feed(self, value: Any, line: int) -> Iterable[Record]:
        """Yields the sessions and messages of one JSON value."""
        if isinstance(value, dict) and (name := _list_name(value)) is not None:
            yield from self._conversation(value, value[name], name)
        elif is_message(value):
            yield from self._loose_message(value)
        elif isinstance(value, list) and value and is_message(value[0]):
            yield from self._conversation({}, value, "")
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, list) and not is_conversation(item):
                    yield Skip(line, "a list without messages")
                else:
                    yield from self.feed(item, line)
        elif isinstance(value, dict) and any(value.get(name) == [] for name in LIST_NAMES):
            yield from self._conversation(value, [], next(name for name in LIST_NAMES if value.get(name) == []))
        else:
            yield Skip(line, "neither a conversation nor a message")

    def unparsed(self, text: str, line: int) -> Iterable[Record]:
        """Yields the text as an event of the session before it."""
        if self._session_id is not None:
            yield Event(self._session_id, text)

    def finish(self) -> Iterable[Record]:
        """Yields nothing: every conversation is whole."""
        return ()

    def state(self) -> dict[str, Any]:
        """The session of the last value, the conversations so far, and the session of messages that stand alone."""
        return {
            "session": self._session_id,
            "seen": dict(self._seen),
            "loose": self._loose,
        }

    def _conversation(self, wrapper: dict[str, Any], messages: list[Any], list_name: str) -> Iterator[Record]:
        fields = {name: value for name, value in wrapper.items() if name != list_name}
        session = _session(fields)
        if not session.id:
            session.id = self._made_id(messages)
        if session.started_at is None:
            session.started_at = _first_time(messages)
        self._session_id = session.id
        yield session
        count, digest = self._seen.pop(session.id, (0, ""))
        known = count if _goes_on(messages, count, digest) else 0
        self._seen[session.id] = [len(messages), _digest(messages)]
        if len(self._seen) > _MAX_SEEN:
            del self._seen[next(iter(self._seen))]
        tools = dict[str, str]()
        for index, value in enumerate(messages):
            records = message_record(value, session.id, tools)
            if index >= known:
                yield from records

    def _loose_message(self, value: dict[str, Any]) -> Iterator[Record]:
        """A message that is a line by itself: of the session it names, or of the one that the file is."""
        named = value.get("session_id", value.get("conversation_id"))
        if isinstance(named, str) and named:
            session_id = named
        else:
            self._loose = self._loose or content_hash([value])
            session_id = self._loose
        if session_id != self._session_id:
            self._session_id = session_id
            yield Session(id=session_id, origin=ORIGIN, source=ORIGIN, started_at=_first_time([value]))
        yield from message_record(value, session_id, {})

    def _made_id(self, messages: list[Any]) -> str:
        """An id made of the messages up to the first answer, told apart from other conversations of this file."""
        base = content_hash(_opening(messages))
        number = 1
        while True:
            name = base if number == 1 else f"{base}-{number}"
            known = self._seen.get(name)
            if known is None or _goes_on(messages, *known):
                return name
            number += 1


def _goes_on(messages: list[Any], count: int, digest: str) -> bool:
    """Whether ``messages`` begins with the ``count`` messages of that hash."""
    return len(messages) >= count and _digest(messages[:count]) == digest


def _digest(messages: list[Any]) -> str:
    """A hash of messages, with their texts as they are: to write these as JSON first would be most of its work."""
    rest: list[Any] = []
    texts: list[str] = []
    lengths: list[int | None] = []
    for value in messages:
        text = value.get("content") if isinstance(value, dict) else None
        if isinstance(text, str):
            texts.append(text)
            lengths.append(len(text))
            rest.append({**value, "content": None})
        else:
            lengths.append(None)
            rest.append(value)
    return content_hash([rest, lengths], "".join(texts))


def _opening(messages: list[Any]) -> list[Any]:
    """The messages up to and including the first of the assistant."""
    for index, value in enumerate(messages):
        if isinstance(value, dict):
            role = value.get("role", value.get("from"))
            if isinstance(role, str) and FROM_ROLES.get(role.lower()) == "assistant":
                return messages[: index + 1]
    return messages


def _list_name(value: dict[str, Any]) -> str | None:
    """The name under which ``value`` holds messages."""
    for name in LIST_NAMES:
        items = value.get(name)
        if isinstance(items, list) and any(is_message(item) for item in items[:20]):
            return name
    return None


def _session(fields: dict[str, Any]) -> Session:
    """The session of a wrapper's fields; its id is empty when none is given. Takes the fields it knows out."""
    given = _take_id(fields)
    session = Session(id=given, origin=ORIGIN)
    session.title = _take_text(fields, *_TITLE_NAMES)
    session.source = _take_text(fields, "source") or ORIGIN
    session.model = _take_text(fields, "model")
    session.user = _take_text(fields, "user")
    session.project = _take_text(fields, *_PROJECT_NAMES)
    session.branch = _take_text(fields, *_BRANCH_NAMES)
    session.parent_id = _take_text(fields, "parent_id")
    session.system_prompt = _take_text(fields, "system_prompt")
    session.end_reason = _take_text(fields, "end_reason")
    if fields.get("kind") in SESSION_KINDS:
        session.kind = fields.pop("kind")
    session.started_at = _take_time(fields, *_START_NAMES)
    session.ended_at = _take_time(fields, *_END_NAMES)
    session.extra = {name: value for name, value in fields.items() if value is not None} or None
    return session


def _take_id(fields: dict[str, Any]) -> str:
    for name in _ID_NAMES:
        identity = given_id(fields.get(name))
        if identity is not None:
            del fields[name]
            return identity
    return ""


def _take_text(fields: dict[str, Any], *names: str) -> str | None:
    for name in names:
        if isinstance(fields.get(name), str) and fields[name]:
            return str(fields.pop(name))
    return None


def _take_time(fields: dict[str, Any], *names: str) -> float | None:
    for name in names:
        seconds = moment(fields.get(name))
        if seconds is not None:
            del fields[name]
            return seconds
    return None


def _first_time(messages: list[Any]) -> float | None:
    for value in messages:
        if isinstance(value, dict):
            for name in ("timestamp", "ts", "created_at"):
                seconds = moment(value.get(name))
                if seconds is not None:
                    return seconds
    return None
