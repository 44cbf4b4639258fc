"""Turns one response item or screen event of a Codex transcript into a message.

Pure: what an item says depends on nothing but the item and the tool calls not answered yet.
"""

from __future__ import annotations

import json
import re
from typing import Any

from hermes_state.records import Message

MAX_OPEN_CALLS = 1024
"""So many unanswered tool calls are remembered, to name the tool of a later output."""

_ROLES = {"user": "user", "assistant": "assistant", "developer": "system", "system": "system"}

_HARNESS_TEXT = re.compile(
    r"\s*(?:"
    r"<(environment_context|user_instructions|turn_aborted|skill|skills_instructions|permissions instructions"
    r"|user_shell_command|subagent_notification|collaboration_mode|model_switch)>.*</\1>"
    r"|# AGENTS\.md instructions\b.*"
    r"|<INSTRUCTIONS>.*</INSTRUCTIONS>"
    r")\s*",
    re.DOTALL,
)
"""Texts in the user's role that the harness wrote."""

_IMAGE_MARK = re.compile(r"\s*(?:<image\b[^>]*>|</image>)\s*")
"""The texts that Codex puts around an image."""

_OUTPUT_WRAPPERS = ('{"output":', '{"metadata":')


def item_message(item: dict[str, Any], timestamp: float | None, calls: dict[str, str]) -> Message | None:
    """The message that a response item is, without its session, id and ``extra``; ``None`` if it is none.

    ``calls`` (call id to tool name) gains the calls made and loses the ones answered.
    """
    kind = item.get("type")
    if kind == "message":
        return _spoken(item, timestamp)
    if kind == "reasoning":
        return _thought(_reasoning_text(item), timestamp)
    if type(kind) is not str:
        return None
    if kind.endswith("_call"):
        return _call(item, kind, timestamp, calls)
    if kind.endswith("_output"):
        return _output(item, timestamp, calls)
    if kind == "agent_message":
        text = _parts_text(item.get("content"))
        return Message("user", text, timestamp, generated=True) if text else None
    return None


def event_message(value: dict[str, Any], timestamp: float | None) -> Message | None:
    """The message that an ``event_msg`` record shows on the screen, if it is one."""
    body = value.get("payload")
    if value.get("type") != "event_msg" or type(body) is not dict:
        return None
    kind = body.get("type")
    if kind in ("user_message", "agent_message"):
        text = body.get("message")
        role = "user" if kind == "user_message" else "assistant"
        return _said(role, text, timestamp) if type(text) is str else None
    if kind == "agent_reasoning":
        text = body.get("text")
        return _thought(text if type(text) is str else None, timestamp)
    item = body.get("item")
    if kind != "item_completed" or type(item) is not dict:
        return None
    shown = item.get("type")
    if shown in ("UserMessage", "AgentMessage"):
        return _said("user" if shown == "UserMessage" else "assistant", _parts_text(item.get("content")), timestamp)
    if shown == "Reasoning":
        return _thought(_reasoning_text(item), timestamp)
    return None


def _said(role: str, text: str | None, timestamp: float | None) -> Message:
    """A message of the dialog; texts that the harness put into the user's role are ``generated``."""
    generated = role == "user" and text is not None and _HARNESS_TEXT.fullmatch(text) is not None
    return Message(role, text, timestamp, generated=generated)


def _thought(text: str | None, timestamp: float | None) -> Message | None:
    """A message of thinking; reasoning that is only there encrypted is no message."""
    return Message("assistant", None, timestamp, thinking=text) if text else None


def _parts_text(content: Any) -> str | None:
    """The text of a string, of one part, or of a list of parts joined by newlines, marks of images left out."""
    if type(content) is str:
        return content
    parts = content if type(content) is list else [content]
    texts = [text for text in map(_part_text, parts) if text is not None and not _IMAGE_MARK.fullmatch(text)]
    return "\n".join(texts) if texts else None


def _reasoning_text(item: dict[str, Any]) -> str | None:
    """The readable part of a reasoning item: its summary, then its content."""
    texts: list[str] = []
    for field in ("summary", "summary_text", "content", "raw_content"):
        value = item.get(field)
        for part in value if type(value) is list else (value,):
            text = _part_text(part)
            if text:
                texts.append(text)
    return "\n".join(texts) if texts else None


def _part_text(part: Any) -> str | None:
    if type(part) is str:
        return part
    text = part.get("text") if type(part) is dict else None
    return text if type(text) is str else None


def _spoken(item: dict[str, Any], timestamp: float | None) -> Message:
    content = item.get("content")
    role = _ROLES.get(str(item.get("role")), "system")
    message = _said(role, _parts_text(content), timestamp)
    if role == "user" and type(content) is list and not message.generated:
        texts = [text for text in map(_part_text, content) if text is not None]
        message.generated = bool(texts) and all(
            _HARNESS_TEXT.fullmatch(text) or _IMAGE_MARK.fullmatch(text) for text in texts
        )
    return message


def _call(item: dict[str, Any], kind: str, timestamp: float | None, calls: dict[str, str]) -> Message:
    name = item.get("name")
    if type(name) is not str or not name:
        name = kind[: -len("_call")]
    call_id = item.get("call_id") or item.get("id")
    arguments: Any = None
    for field in ("arguments", "input", "action"):
        arguments = item.get(field)
        if arguments is not None:
            break
    else:
        prompt = item.get("revised_prompt")
        arguments = {} if prompt is None else {"revised_prompt": prompt}
    call_id = call_id if type(call_id) is str else None
    if call_id is not None:
        calls[call_id] = name
        if len(calls) > MAX_OPEN_CALLS:
            del calls[next(iter(calls))]
    call = {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
    return Message("assistant", None, timestamp, tool_calls=[call])


def _output(item: dict[str, Any], timestamp: float | None, calls: dict[str, str]) -> Message:
    call_id = item.get("call_id")
    name = None
    if type(call_id) is str:
        name = calls.pop(call_id, None)
    else:
        call_id = None
    return Message("tool", _output_text(item.get("output")), timestamp, name, call_id)


def _output_text(output: Any) -> str | None:
    """The text of an output; that of older files stands in a JSON object beside its exit code."""
    if type(output) is dict and "text" not in output:
        for field in ("content", "content_items", "output"):
            text = _parts_text(output.get(field))
            if text is not None:
                return text
        return None
    text = _parts_text(output)
    if type(output) is str and output.startswith(_OUTPUT_WRAPPERS):
        try:
            wrapper = json.loads(output)
        except (ValueError, RecursionError):
            return text  # it only looked like one
        inner = wrapper.get("output") if type(wrapper) is dict and wrapper.keys() <= {"output", "metadata"} else None
        return inner if type(inner) is str else text
    return text
