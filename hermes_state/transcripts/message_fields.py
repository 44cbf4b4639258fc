"""One message of a plain conversation, as OpenAI or ShareGPT spell it, as a record."""

from __future__ import annotations

import json
from typing import Any

from hermes_state.records import ROLES, Event, Message, Record
from hermes_state.transcripts.identity import given_id
from hermes_state.transcripts.moments import moment
from hermes_state.transcripts.timestamps import MILLISECONDS_FROM

MESSAGE_ROLES = {**{role: role for role in ROLES}, "developer": "system", "function": "tool"}
"""Roles in OpenAI's shape."""

FROM_ROLES = {
    **MESSAGE_ROLES,
    **dict.fromkeys(("human", "prompter"), "user"),
    **dict.fromkeys(("gpt", "chatgpt", "bard", "bing", "model", "bot", "function_call"), "assistant"),
    "observation": "tool",
}
"""Roles in ShareGPT's shape, which some write under OpenAI's names too."""

_PLAIN_NAMES = frozenset(("role", "content", "timestamp"))
_PLAIN_TOOL_NAMES = _PLAIN_NAMES | {"name"}
"""All that most messages have, and those of tools."""

_TIME_NAMES = ("timestamp", "ts", "created_at", "create_time")
_THINKING_NAMES = ("thinking", "reasoning", "reasoning_content")
_TEXT_NAMES = ("content", "text", "value")


def message_record(value: Any, session_id: str, tools: dict[str, str]) -> list[Record]:
    """The message, or an event where ``value`` has no role that we know.

    ``tools`` maps the ids of the conversation's calls to their tools' names; it is read and added to.
    """
    if not isinstance(value, dict):
        return [Event(session_id, value)]
    given_role = value.get("role") if isinstance(value.get("role"), str) else value.get("from")
    role = FROM_ROLES.get(given_role.lower()) if isinstance(given_role, str) else None
    if role is None:
        return [Event(session_id, value)]
    if role == given_role and value.keys() <= (_PLAIN_TOOL_NAMES if role == "tool" else _PLAIN_NAMES):
        content, at, name = value.get("content"), value.get("timestamp"), value.get("name")
        is_named = name is None or (type(name) is str and name != "")
        if type(content) is str and type(at) is float and content and is_named and 0 < at < MILLISECONDS_FROM:
            return [Message(role=role, content=content, timestamp=at, tool_name=name, session_id=session_id)]
    rest = dict(value)
    message = Message(role=role, session_id=session_id, source_id=given_id(rest.get("id")))
    if message.source_id is not None:
        del rest["id"]
    if rest.get("role") == role:
        del rest["role"]
    message.content = _take_content(rest)
    message.timestamp = _take_time(rest)
    message.thinking = _take_thinking(rest)
    message.tool_calls = _take_calls(rest)
    _take_tool(message, rest, tools)
    message.extra = {name: item for name, item in rest.items() if item is not None} or None
    return [message]


def _take_content(rest: dict[str, Any]) -> str | list[Any] | None:
    """The first text there is; a value of another type is written out, and stays in ``rest`` too."""
    content = rest.get("content")
    if content and isinstance(content, (str, list)):  # as nearly all have it
        del rest["content"]
        return content
    name = next((name for name in _TEXT_NAMES if rest.get(name) not in (None, "")), None)
    if name is None:
        name = next((name for name in _TEXT_NAMES if name in rest), None)
        return None if name is None else rest.pop(name)
    content = rest[name]
    if isinstance(content, str | list):
        del rest[name]
        return content
    return [content] if isinstance(content, dict) else json.dumps(content)


def _take_time(rest: dict[str, Any]) -> float | None:
    for name in _TIME_NAMES:
        if name in rest and (seconds := moment(rest[name])) is not None:
            del rest[name]
            return seconds
    return None


def _take_thinking(rest: dict[str, Any]) -> str | None:
    for name in _THINKING_NAMES:
        if isinstance(rest.get(name), str) and rest[name]:
            return str(rest.pop(name))
    return None


def _take_calls(rest: dict[str, Any]) -> list[dict[str, Any]] | None:
    """The tool calls in OpenAI's shape; those in another shape stay in ``rest`` too."""
    given = rest.get("tool_calls")
    calls: list[dict[str, Any]] = []
    if isinstance(given, list) and given:
        calls = [call for item in given if (call := _call(item)) is not None]
        if calls == given:
            del rest["tool_calls"]
    old = rest.get("function_call")
    if isinstance(old, dict) and isinstance(old.get("name"), str):
        calls.append({"type": "function", "function": old})
        del rest["function_call"]
    return calls or None


def _call(item: Any) -> dict[str, Any] | None:
    if not isinstance(item, dict):
        return None
    if isinstance(item.get("function"), dict):
        return item
    name = item.get("name")
    if not isinstance(name, str):
        return None
    arguments = next((item[key] for key in ("arguments", "args", "input", "parameters") if key in item), "")
    return {"id": item.get("id"), "type": "function", "function": {"name": name, "arguments": arguments}}


def _take_tool(message: Message, rest: dict[str, Any], tools: dict[str, str]) -> None:
    """Sets which call a tool's message answers, and remembers the calls of an assistant's."""
    for call in message.tool_calls or ():
        identity, function = call.get("id"), call.get("function")
        name = function.get("name") if isinstance(function, dict) else None
        if isinstance(identity, str) and isinstance(name, str):
            tools[identity] = name
    if isinstance(rest.get("tool_call_id"), str):
        message.tool_call_id = rest.pop("tool_call_id")
    if message.role != "tool":
        return
    for key in ("name", "tool_name"):
        if message.tool_name is None and isinstance(rest.get(key), str) and rest[key]:
            message.tool_name = rest.pop(key)
    if message.tool_name is None and message.tool_call_id is not None:
        message.tool_name = tools.get(message.tool_call_id)
