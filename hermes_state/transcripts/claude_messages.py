"""Turns one user or assistant record of a Claude Code transcript into messages.

Pure: what a record says depends on nothing but the record and the tool calls not answered yet.
"""

from __future__ import annotations

from typing import Any

from hermes_state.records import Message

MAX_OPEN_CALLS = 1024
"""So many unanswered tool calls are remembered, to name the tool of a later result."""

_HARNESS_PREFIXES = (
    "<local-command-stdout>",
    "<local-command-stderr>",
    "<local-command-caveat>",
    "<bash-stdout>",
    "<bash-stderr>",
    "<system-reminder>",
    "<task-notification>",
)
"""Elements that the harness writes into a user message; a text of one such element is none of the user's."""

_HARNESS_TEXTS = ("[Request interrupted by user]", "[Request interrupted by user for tool use]")

_SHOWN_BLOCKS = ("text", "image", "document")


def record_messages(
    record: dict[str, Any],
    message: dict[str, Any],
    session_id: str,
    timestamp: float | None,
    calls: dict[str, str],
) -> list[Message]:
    """The messages of a record whose ``message`` is given; at least one, without ``source_id`` and ``extra``.

    A user record is a ``tool`` message for each tool result in it and a ``user`` message for what else it
    shows; an assistant record is one message. ``calls`` (call id to tool name) gains the calls made and
    loses the ones answered.
    """
    role = message.get("role")
    if role not in ("user", "assistant", "system"):
        role = "assistant" if record.get("type") == "assistant" else "user"
    if role == "assistant":
        return [_assistant_message(record, message, session_id, timestamp, calls)]
    content = message.get("content")
    if type(content) is not list:
        text = content if type(content) is str else None
        return [_user_message(record, str(role), text, session_id, timestamp)]
    results: list[Message] = []
    texts: list[str] = []
    shown = False
    for block in content:
        if type(block) is str:
            texts.append(block)
        elif type(block) is dict:
            kind = block.get("type")
            if kind == "tool_result":
                results.append(_tool_message(block, session_id, timestamp, calls))
            elif kind in _SHOWN_BLOCKS:
                shown = True
                _add_text(texts, block.get("text"))
    if texts or shown or not results:
        text = "\n".join(texts) if texts else None
        results.append(_user_message(record, str(role), text, session_id, timestamp))
    return results


def blocks_text(content: Any) -> str | None:
    """The text of a content that is a string or a list of blocks: its text blocks joined by newlines."""
    if type(content) is str:
        return content
    if type(content) is not list:
        return None
    texts: list[str] = []
    for block in content:
        if type(block) is str:
            texts.append(block)
        elif type(block) is dict:
            _add_text(texts, block.get("text"))
    return "\n".join(texts) if texts else None


def is_harness_text(text: str | None) -> bool:
    """Whether a user message's text was written by the harness: command output, reminders, interruptions.

    A slash command (``<command-name>``, ``<command-message>``, ``<bash-input>``) is the user's own.
    """
    if not text:
        return False
    if text[0] == "<":
        stripped = text.rstrip()
        for prefix in _HARNESS_PREFIXES:
            if stripped.startswith(prefix):
                return stripped.endswith("</" + prefix[1:])
        return False
    return text in _HARNESS_TEXTS


def _add_text(texts: list[str], text: Any) -> None:
    if type(text) is str:
        texts.append(text)


def _user_message(
    record: dict[str, Any], role: str, text: str | None, session_id: str, timestamp: float | None
) -> Message:
    generated = (
        record.get("isMeta") is True
        or record.get("isCompactSummary") is True
        or (role == "user" and is_harness_text(text))
    )
    return Message(role, text, timestamp, generated=generated, session_id=session_id)


def _tool_message(block: dict[str, Any], session_id: str, timestamp: float | None, calls: dict[str, str]) -> Message:
    call_id = block.get("tool_use_id")
    name = None
    if type(call_id) is str:
        name = calls.pop(call_id, None)
    else:
        call_id = None
    return Message("tool", blocks_text(block.get("content")), timestamp, name, call_id, session_id=session_id)


def _assistant_message(
    record: dict[str, Any],
    message: dict[str, Any],
    session_id: str,
    timestamp: float | None,
    calls: dict[str, str],
) -> Message:
    texts: list[str] = []
    thoughts: list[str] = []
    tool_calls: list[dict[str, Any]] = []
    content = message.get("content")
    for block in content if type(content) is list else (content,):
        if type(block) is str:
            texts.append(block)
        elif type(block) is dict:
            kind = block.get("type")
            if kind == "text":
                _add_text(texts, block.get("text"))
            elif kind == "thinking":
                _add_text(thoughts, block.get("thinking"))
            elif type(kind) is str and kind.endswith("tool_use"):
                tool_calls.append(_tool_call(block, calls))
    turn = message.get("id")
    return Message(
        "assistant",
        "\n".join(texts) if texts else None,
        timestamp,
        tool_calls=tool_calls or None,
        thinking="\n".join(thoughts) if thoughts else None,
        turn=turn if type(turn) is str else None,
        generated=record.get("isApiErrorMessage") is True
        or record.get("isMeta") is True
        or message.get("model") == "<synthetic>",
        session_id=session_id,
    )


def _tool_call(block: dict[str, Any], calls: dict[str, str]) -> dict[str, Any]:
    call_id, name = block.get("id"), block.get("name")
    call_id = call_id if type(call_id) is str else None
    name = name if type(name) is str else None
    if call_id is not None and name is not None:
        calls[call_id] = name
        if len(calls) > MAX_OPEN_CALLS:
            del calls[next(iter(calls))]
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": block.get("input")}}
