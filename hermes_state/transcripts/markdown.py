"""Writes conversations as one Markdown document, to be read by people.

A session is its front matter, a title and a heading per turn. Tool calls, tool output and thinking are
folded and fenced. Rewound messages and events are left out. Control characters and HTML are made visible.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from hermes_state.records import Event, Message, Session
from hermes_state.times import iso
from hermes_state.transcripts.base import Written
from hermes_state.transcripts.harmless_markdown import escaped, without_html

FORMAT = "markdown"

_FENCE_LINE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
_BACKTICKS = re.compile(r"`+")
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def write(out: BinaryIO, sessions: Iterable[tuple[Session, Iterable[Message | Event]]]) -> Written:
    """Writes the sessions one after the other; returns the counts."""
    written = Written()
    for session, records in sessions:
        if written.sessions:
            out.write(b"\n")
        out.write(_safe(_head(session)).encode())
        written.sessions += 1
        for record in records:
            if isinstance(record, Message) and (record.active or record.compacted):
                out.write(_safe("".join(_message(record))).encode())
                written.messages += 1
    return written


def _safe(text: str) -> str:
    """``text`` without anything that a terminal obeys, and valid Unicode."""
    return _UNSAFE.sub(_visible, text.replace("\r\n", "\n"))


def _visible(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    return "\ufffd" if 0xD800 <= code <= 0xDFFF else f"<U+{code:04X}>"


def _head(session: Session) -> str:
    values = {
        "id": session.id,
        "origin": session.origin,
        "source": session.source,
        "title": session.title,
        "parent": session.parent_id,
        "kind": session.kind,
        "project": session.project,
        "branch": session.branch,
        "model": session.model,
        "started_at": iso(session.started_at),
        "ended_at": iso(session.ended_at),
        "end_reason": session.end_reason,
    }
    lines = [f"{name}: {_yaml(value)}" for name, value in values.items() if value is not None]
    title = " ".join((session.title or session.id).split())
    return "\n".join(("---", *lines, "---", "", f"# {escaped(title)}", ""))


def _yaml(text: str) -> str:
    """A YAML scalar: JSON's spelling of a string is one, and its escapes keep a line a line."""
    return json.dumps(_safe(text), ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _message(message: Message) -> Iterator[str]:
    yield f"\n## {_heading(message)}\n"
    if message.thinking:
        yield _folded("Thinking", message.thinking)
    if message.role == "tool":
        yield _folded("Output", _text(message))
    elif text := without_html(_text(message)):
        yield f"\n{text}\n{_closing_fence(text)}"
    for call in message.tool_calls or ():
        yield _folded(*_call(call))


def _heading(message: Message) -> str:
    name = message.role.capitalize()
    if message.role == "tool" and message.tool_name:
        name = f"Tool: {escaped(' '.join(message.tool_name.split()))}"
    marks = [mark for mark in (iso(message.timestamp),) if mark]
    if message.compacted:
        marks.append("compacted")
    if message.generated:
        marks.append("generated")
    return " · ".join((name, *marks))


def _text(message: Message) -> str:
    """The readable text; a part that is no text is named in brackets."""
    if not isinstance(message.content, list):
        return message.content or ""
    return "\n\n".join(filter(None, map(_part, message.content)))


def _part(part: Any) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, dict):
        text = part.get("text")
        kind = part.get("type")
        return text if isinstance(text, str) else f"[{kind if isinstance(kind, str) else 'attachment'}]"
    return ""


def _call(call: dict[str, Any]) -> tuple[str, str]:
    function = call.get("function")
    if not isinstance(function, dict):
        return "Call", json.dumps(call, ensure_ascii=False)
    arguments = function.get("arguments")
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False, indent=2)
    return f"Call: {function.get('name')}", text


def _folded(summary: str, text: str) -> str:
    """A folded block; its fence is longer than any run of backticks within."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    label = html.escape(" ".join(summary.split()))
    return f"\n<details>\n<summary>{label}</summary>\n\n{fence}text\n{text}\n{fence}\n\n</details>\n"


def _closing_fence(text: str) -> str:
    """The end of a fence that ``text`` leaves open, so that what follows is no part of it."""
    open_fence = ""
    for line in text.split("\n"):
        match = _FENCE_LINE.match(line)
        if match is None:
            continue
        run, rest = match.groups()
        if not open_fence:
            open_fence = run
        elif run[0] == open_fence[0] and len(run) >= len(open_fence) and not rest.strip():
            open_fence = ""
    return f"{open_fence}\n" if open_fence else ""
