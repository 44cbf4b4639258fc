"""The records that transcripts are made of: what importers yield, the archive keeps and exporters write.

No database and no file in here. Times are seconds since the Unix epoch, UTC, as ``float``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from hermes_state.kinds import ROLES as ROLES
from hermes_state.kinds import TextKind as TextKind

JSONValue: TypeAlias = "bool | int | float | str | list[Any] | dict[str, Any] | None"

SESSION_KINDS = ("compaction", "branch", "resume", "subagent")
"""How a session came out of its parent."""

REPLAYED = "hermes-state/replayed"
"""The ``type`` of the event that stands for a record which repeats one of the parent session: ``session``, ``seq``."""


@dataclass(slots=True)
class Session:
    """What is known of one session. From an importer, ``None`` means "not said here", and what is said last wins.

    ``id`` is the id that the source gave; a sub-agent's is ``parent/agent``. ``parent_id`` is the
    parent's id within the same origin. ``source`` is the channel as the tool names it (``cli``,
    ``telegram``, ``cron``, ``subagent``); an importer that has none uses its origin's name.
    """

    id: str
    origin: str = "live"
    source: str | None = None
    kind: str | None = None
    parent_id: str | None = None
    title: str | None = None
    project: str | None = None
    branch: str | None = None
    model: str | None = None
    user: str | None = None
    started_at: float | None = None
    ended_at: float | None = None
    end_reason: str | None = None
    system_prompt: str | None = None
    extra: dict[str, Any] | None = None
    # Filled in by the archive when a session is read:
    root_id: str | None = None
    preview: str | None = None
    last_active_at: float | None = None
    message_count: int = 0
    hidden: bool = False
    pinned_at: float | None = None
    archived_at: float | None = None
    trashed_at: float | None = None


@dataclass(slots=True)
class Message:
    """One message.

    ``content`` is text, or a list of parts in OpenAI's shape (``{"type": "text", "text": …}``,
    ``{"type": "image_url", …}``), or ``None``. ``tool_calls`` has OpenAI's shape
    (``{"id", "type": "function", "function": {"name", "arguments"}}``) with ``arguments`` as the source
    gives it: a string or a JSON object. A ``tool`` message is one tool result: ``tool_name`` and
    ``tool_call_id`` name its call. ``turn`` is equal for the messages of one API answer.
    ``generated`` marks text that the agent's harness wrote (compaction summaries, injected context).
    ``active=False, compacted=True`` was summarised away (still found); ``active=False,
    compacted=False`` was rewound by the user (hidden).
    ``source_id`` is the id that the source gave; ``extra`` the whole source record it came from.
    ``replays`` names the session of the same origin whose record this may repeat: a resumed file that
    copies its parent's records. Equal but for times, it need not be stored twice.
    """

    role: str
    content: str | list[Any] | None = None
    timestamp: float | None = None
    tool_name: str | None = None
    tool_call_id: str | None = None
    tool_calls: list[dict[str, Any]] | None = None
    thinking: str | None = None
    turn: str | None = None
    active: bool = True
    compacted: bool = False
    generated: bool = False
    client_id: str | None = None
    source_id: str | None = None
    extra: dict[str, Any] | None = None
    # Who it belongs to; an importer sets session_id, the archive all three:
    session_id: str = ""
    id: int | None = None
    seq: int | None = None
    replays: str | None = None

    @property
    def text(self) -> str:
        """The readable text of ``content``: itself, or its text parts joined by newlines."""
        return content_text(self.content)


@dataclass(slots=True)
class Event:
    """A record of a source file that is no message: kept, exported, never searched or shown.

    ``record`` is the JSON value, or, for a line that does not parse, the line itself as a string
    (bytes that are no UTF-8 as lone surrogates, Python's ``surrogateescape``). ``replays`` as in ``Message``.
    """

    session_id: str
    record: JSONValue
    replays: str | None = None


@dataclass(slots=True)
class Skip:
    """Something an importer could not take, for the report: the 1-based ``line`` (0: the whole file) and why."""

    line: int
    reason: str


Record: TypeAlias = Session | Message | Event | Skip


def content_text(content: str | list[Any] | None) -> str:
    """The readable text of a message's content; parts that are no text contribute nothing."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    return "\n".join(text for text in part_texts(content) if text)


def part_texts(parts: list[Any]) -> Iterator[str]:
    """Yields the text of each text part of a content list, in order."""
    for part in parts:
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            text = part.get("text")
            if isinstance(text, str):
                yield text


def argument_strings(arguments: JSONValue) -> Iterator[str]:
    """Yields the strings that a tool call's arguments hold, in order: a string itself, or every string value within."""
    stack: list[Any] = [arguments]
    while stack:
        value = stack.pop()
        if isinstance(value, str):
            if value:
                yield value
        elif isinstance(value, dict):
            stack.extend(reversed(list(value.values())))
        elif isinstance(value, list):
            stack.extend(reversed(value))


def searchable_texts(message: Message) -> list[tuple[TextKind, str]]:
    """The texts of a message that searching knows, each apart, in a fixed order.

    First the content (dialog text for ``user`` and ``assistant``, else tool or system text), then
    thinking, then the strings of its tool calls' arguments. Names of tools and ids are not text.
    """
    texts: list[tuple[TextKind, str]] = []
    content = content_text(message.content)
    if content:
        kind: TextKind = "dialog"
        if message.role == "tool":
            kind = "tool"
        elif message.role == "system":
            kind = "system"
        texts.append((kind, content))
    if message.thinking:
        texts.append(("thinking", message.thinking))
    for call in message.tool_calls or ():
        function = call.get("function")
        arguments = function.get("arguments") if isinstance(function, dict) else None
        texts.extend(("tool", text) for text in argument_strings(arguments))
    return texts
