"""Sessions, messages and events with every text passed through a redactor; ids, names, times and state stay."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

from hermes_state.records import Event, Message, Session

PREVIEW_CHARS = 200
"""What is kept of the first text of a session as its preview."""

REDACTED, MAX_PLACEHOLDER_CHARS = "«redacted:", 64

SESSION_TEXTS = ("title", "project", "branch", "user", "end_reason", "system_prompt")


class Redacts(Protocol):
    """What redacts a text and a JSON value."""

    def text(self, text: str) -> str:
        """The text without its secrets."""

    def value(self, value: Any) -> Any:
        """The value with the secrets of its texts replaced."""


def redacted_session(session: Session, redactor: Redacts) -> Session:
    """The session with its title, its prompt and what else is known of it redacted; itself when nothing changes."""
    changes: dict[str, Any] = {}
    for name in SESSION_TEXTS:
        text = getattr(session, name)
        if text is not None and (redacted := redactor.text(text)) != text:
            changes[name] = redacted
    if session.preview is not None and (preview := redacted_beginning(session.preview, redactor)) != session.preview:
        changes["preview"] = preview
    if session.extra is not None and (extra := redactor.value(session.extra)) != session.extra:
        changes["extra"] = extra
    return replace(session, **changes) if changes else session


def redacted_beginning(text: str, redactor: Redacts) -> str:
    """What a session without a title goes by, redacted: where it was cut off, without its last word.

    That may be the beginning of a secret, which no rule knows for one.
    """
    if len(text) >= PREVIEW_CHARS and REDACTED not in text[-MAX_PLACEHOLDER_CHARS:]:
        text = text[: text.rfind(" ") + 1].rstrip() + "…"
    return redactor.text(text)


def redacted_message(message: Message, redactor: Redacts, *, only_shown: bool = False) -> Message:
    """The message with what it says, thinks, calls and brings along redacted; itself when nothing changes.

    ``only_shown``: without looking at ``extra``, which no view shows.
    """
    changes: dict[str, Any] = {}
    for name in ("content", "thinking", "tool_calls") if only_shown else ("content", "thinking", "tool_calls", "extra"):
        value = getattr(message, name)
        if value is not None and (redacted := redactor.value(value)) != value:
            changes[name] = redacted
    return replace(message, **changes) if changes else message


def redacted_record(record: Message | Event, redactor: Redacts) -> Message | Event:
    """``redacted_message``, or the event with its record redacted."""
    if isinstance(record, Message):
        return redacted_message(record, redactor)
    redacted = redactor.value(record.record)
    return record if redacted == record.record else replace(record, record=redacted)
