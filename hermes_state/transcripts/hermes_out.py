"""Writes Hermes Agent's export shape, one session a line, within the limits of its import.

As in Hermes' own export, only active messages are written. A session that is too large becomes
several, each going on from the one before as after a compaction. What the shape cannot hold is said
in the notes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from hermes_state.records import Event, Message, Session
from hermes_state.transcripts.base import Written
from hermes_state.transcripts.hermes_rows import ORIGIN

FORMAT = "hermes"

MAX_SESSIONS = 500
MAX_SESSION_MESSAGES = 10_000
MAX_MESSAGES = 50_000
MAX_SESSION_BYTES = 5 * 1024 * 1024
MAX_BYTES = 25 * 1024 * 1024
MAX_TITLE_CHARS = 100

_ROOM_BYTES = 64 * 1024
"""Kept free in a session: its size is measured on our spelling of the JSON, Hermes' may differ."""

_CUT_CHARS = 500_000
"""What is left of a message that is too long by itself."""

_TEXT_COLUMNS = (
    *("id", "source", "user_id", "session_key", "chat_id", "chat_type", "thread_id", "display_name", "origin_json"),
    *("model", "model_config", "system_prompt", "parent_session_id", "started_at", "ended_at", "end_reason"),
    *("cwd", "git_branch", "git_repo_root", "billing_provider", "billing_base_url", "billing_mode"),
    *("estimated_cost_usd", "actual_cost_usd", "cost_status", "cost_source", "pricing_version", "title"),
    *("handoff_state", "handoff_platform", "handoff_error"),
    *("compression_failure_cooldown_until", "compression_failure_error", "profile_name"),
)
_COUNT_COLUMNS = (
    *("expiry_finalized", "message_count", "tool_call_count", "input_tokens", "output_tokens"),
    *("cache_read_tokens", "cache_write_tokens", "reasoning_tokens", "api_call_count"),
    *("compression_fallback_streak", "rewind_count", "archived"),
)
_MESSAGE_COLUMNS = (
    *("id", "session_id", "role", "content", "tool_call_id", "tool_calls", "tool_name", "effect_disposition"),
    *("timestamp", "token_count", "finish_reason", "reasoning", "reasoning_content", "reasoning_details"),
    *("codex_reasoning_items", "codex_message_items", "platform_message_id", "observed", "active", "compacted"),
    "api_content",
)
_NO_COLUMNS = frozenset(("session_model_usage", "tools"))

Row = dict[str, Any]


def write(out: BinaryIO, sessions: Iterable[tuple[Session, Iterable[Message | Event]]]) -> Written:
    """Writes each session with its active messages; returns the counts, and in the notes what was changed or left."""
    writer = _Writer(out)
    for session, records in sessions:
        writer.session(session, records)
    writer.close()
    return writer.written


class _Writer:
    """One file being written: the names given so far, and its size."""

    def __init__(self, out: BinaryIO) -> None:
        self.written = Written()
        self._out = out
        self._titles: set[str] = set()
        self._ids: set[str] = set()
        self._lines = 0
        self._size = 0

    def session(self, session: Session, records: Iterable[Message | Event]) -> None:
        """Writes one session, as several lines where it is too large for one."""
        self.written.sessions += 1
        row = _session_row(session)
        row["id"] = first_id = self._unique_id(session)
        title = row["title"]
        room = MAX_SESSION_BYTES - _ROOM_BYTES - _size(row)
        part, size = 1, 0
        rows: list[Row] = []
        for message in self._messages(session, records, row["started_at"]):
            message_size = _size(message)
            if rows and (len(rows) == MAX_SESSION_MESSAGES or size + message_size > room):
                row["title"] = self._unique_title(title)
                self._line(row | {"end_reason": "compression"}, rows)
                part += 1
                row = row | {"id": f"{first_id}-part{part}", "parent_session_id": row["id"]}
                rows, size = [], 0
            rows.append(message)
            size += message_size
        row["title"] = self._unique_title(title)
        self._line(row, rows)
        if part > 1:
            self.written.notes.append(f"Session {session.id} is too large for Hermes Agent and became {part} sessions.")

    def close(self) -> None:
        """Notes when the file as a whole is more than Hermes takes at once."""
        over = self._lines > MAX_SESSIONS or self.written.messages > MAX_MESSAGES or self._size > MAX_BYTES
        if over:
            self.written.notes.append(
                f"Hermes Agent imports at most {MAX_SESSIONS} sessions, {MAX_MESSAGES} messages "
                f"and {MAX_BYTES // 2**20} MiB at once: import the lines of this file in parts."
            )

    def _messages(
        self, session: Session, records: Iterable[Message | Event], started_at: float | None
    ) -> Iterator[Row]:
        time = started_at or 0.0
        for record in records:
            if isinstance(record, Event) or not record.active:
                continue
            row = _message_row(record, session)
            time = row["timestamp"] if isinstance(row["timestamp"], float) else time
            row["timestamp"] = time
            if _size(row) > MAX_SESSION_BYTES // 2:
                row = _cut(row, record)
                self.written.notes.append(f"A message of {session.id} is too long for Hermes Agent and was cut.")
            self.written.messages += 1
            yield row

    def _line(self, row: Row, messages: list[Row]) -> None:
        if row["started_at"] is None:
            row = row | {"started_at": messages[0]["timestamp"] if messages else 0.0}
        calls = sum(len(message["tool_calls"] or ()) for message in messages)
        row = row | {"message_count": len(messages), "tool_call_count": calls}
        for message in messages:
            message["session_id"] = row["id"]
        line = json.dumps(row | {"messages": messages}, ensure_ascii=False)
        data = _LONE.sub("\ufffd", line).encode() + b"\n"
        self._lines += 1
        self._size += len(data)
        self._out.write(data)

    def _unique_id(self, session: Session) -> str:
        name = session.id if session.id not in self._ids else f"{session.origin}-{session.id}"
        self._ids.add(name)
        return name

    def _unique_title(self, title: str | None) -> str | None:
        """A title that Hermes takes: of one line, at most 100 characters, and no other session's."""
        base = " ".join(_CONTROL.sub(" ", title or "").split())[:MAX_TITLE_CHARS].strip()
        if not base:
            return None
        name, number = base, 1
        while name in self._titles:
            number += 1
            suffix = f" #{number}"
            name = base[: MAX_TITLE_CHARS - len(suffix)] + suffix
        self._titles.add(name)
        return name


MAX_ID_DIGITS = 19
"""A longer number is no id of a row."""

_LONE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def _session_row(session: Session) -> Row:
    row: Row = dict.fromkeys(_TEXT_COLUMNS) | dict.fromkeys(_COUNT_COLUMNS, 0)
    row |= {
        "id": session.id,
        "source": session.source or session.origin,
        "user_id": session.user,
        "model": session.model,
        "system_prompt": session.system_prompt,
        "parent_session_id": session.parent_id,
        "started_at": session.started_at,
        "ended_at": session.ended_at,
        "end_reason": session.end_reason,
        "cwd": session.project,
        "git_branch": session.branch,
        "title": session.title,
    }
    if session.origin == ORIGIN:
        row |= {name: value for name, value in (session.extra or {}).items() if name not in _NO_COLUMNS}
    elif session.kind == "branch":
        row["model_config"] = json.dumps({"_branched_from": session.parent_id})
    elif session.kind == "subagent":
        row["model_config"] = json.dumps({"_delegate_from": session.parent_id})
        row["source"] = "subagent"
    if not isinstance(row["started_at"], float):
        row["started_at"] = session.started_at
    if not isinstance(row["title"], str):
        row["title"] = session.title
    return row


def _message_row(message: Message, session: Session) -> Row:
    row: Row = dict.fromkeys(_MESSAGE_COLUMNS)
    row |= {
        "id": message.id,
        "role": message.role,
        "content": message.content,
        "tool_call_id": message.tool_call_id,
        "tool_calls": message.tool_calls,
        "tool_name": message.tool_name,
        "timestamp": message.timestamp,
        "reasoning": message.thinking,
        "observed": 0,
        "active": 1,
        "compacted": 0,
    }
    if session.origin == ORIGIN:
        row |= message.extra or {}
        if message.source_id is not None and message.source_id.isdecimal() and len(message.source_id) < MAX_ID_DIGITS:
            row["id"] = int(message.source_id)
    row["tool_calls"] = _calls(row["tool_calls"] if isinstance(row["tool_calls"], list) else message.tool_calls)
    row["timestamp"] = message.timestamp
    return row


def _calls(calls: list[Any] | None) -> list[Row] | None:
    """The calls with their arguments as the text that Hermes expects."""
    result: list[Row] = []
    for call in calls or ():
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict) and not isinstance(function.get("arguments"), str):
            text = json.dumps(function.get("arguments", {}), ensure_ascii=False)
            call = call | {"function": function | {"arguments": text}}
        if isinstance(call, dict):
            result.append(call)
    return result or None


def _cut(row: Row, message: Message) -> Row:
    """The row with the beginning of its text only."""
    text = message.text or message.thinking or ""
    kept = text[:_CUT_CHARS] + f"\n[cut here; the whole text has {len(text)} characters]"
    small = {name: row[name] for name in ("id", "role", "tool_call_id", "tool_name", "timestamp", "observed")}
    return dict.fromkeys(row) | small | {"content": kept, "active": 1, "compacted": 0}


def _size(row: Row) -> int:
    """The bytes of a row in the longest usual spelling of JSON."""
    return len(json.dumps(row)) + 2
