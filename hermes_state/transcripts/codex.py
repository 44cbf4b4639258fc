"""Parses Codex rollouts: bare items of the oldest files, enveloped records of the later ones, and resumed files.

The text of a rollout is its response items; the ``event_msg`` records repeat it for the screen and are
events here, except in a file that has no response items. A resumed or forked session is a new file that
repeats its parent's records under new times: these carry ``replays``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from hermes_state.records import Event, Message, Record, Session
from hermes_state.transcripts.codex_items import event_message, item_message
from hermes_state.transcripts.timestamps import epoch_seconds

FORMAT = "codex"
HISTORY_FORMAT = "codex-history"
"""The format of ``history.jsonl``: prompts that stand in the rollouts as well."""

_ENVELOPES = ("session_meta", "response_item", "event_msg", "turn_context", "compacted")

_REPLAY_PAUSE_SECONDS = 1.0
"""A replayed parent is written in one go; the first turn after a pause of this length is the session's own."""

_MAX_WAITING = 512
_MAX_WAITING_CHARS = 1024 * 1024

_FILE_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")


def matches(head: list[Any]) -> bool:
    """Whether the first JSON values of a file are those of a Codex rollout, of any age."""
    records = [value for value in head[:50] if type(value) is dict]
    if any(record.get("type") in _ENVELOPES and type(record.get("payload")) is dict for record in records):
        return True
    return bool(records) and _is_header(records[0])


def matches_history(head: list[Any]) -> bool:
    """Whether the first JSON values of a file are those of Codex's history of prompts."""
    return bool(head) and all(
        type(value) is dict and value.keys() == {"session_id", "ts", "text"} for value in head[:50]
    )


def _is_header(record: dict[str, Any]) -> bool:
    return "type" not in record and "id" in record and "timestamp" in record and "instructions" in record


def _header_of(record: dict[str, Any]) -> dict[str, Any] | None:
    """What a record says of a session when it is a header, of the oldest shape or of a later one."""
    if record.get("type") == "session_meta":
        payload = record.get("payload")
        return payload if type(payload) is dict else None
    return record if _is_header(record) else None


class CodexParser:
    """The ``LineParser`` of Codex rollouts."""

    def __init__(self, path: Path, state: dict[str, Any] | None) -> None:
        state = state or {}
        found = _FILE_ID.search(path.stem)
        self._fallback_id = found.group() if found else path.stem
        self._id: str | None = state.get("id")
        self._told: dict[str, Any] = dict(state.get("told", {}))
        self._calls: dict[str, str] = dict(state.get("calls", {}))
        self._turn: str | None = state.get("turn")
        self._text_from: str | None = state.get("text_from")  # "items" or "events", once known
        self._waiting: list[list[Any]] = list(state.get("waiting", ()))
        self._waiting_chars: int = state.get("waiting_chars", 0)
        self._answered: bool = state.get("answered", False)
        self._replays: str | None = state.get("replays")
        self._previous_time: float | None = state.get("previous_time")
        self._previous_id: str | None = state.get("previous_id")

    def state(self) -> dict[str, Any]:
        """What a parser of the rest of the file needs to know. See ``LineParser.state``."""
        return {
            "id": self._id,
            "told": dict(self._told),
            "calls": dict(self._calls),
            "turn": self._turn,
            "text_from": self._text_from,
            "waiting": list(self._waiting),
            "waiting_chars": self._waiting_chars,
            "answered": self._answered,
            "replays": self._replays,
            "previous_time": self._previous_time,
            "previous_id": self._previous_id,
        }

    def feed(self, value: Any, line: int) -> list[Record]:
        """The records of one JSON value. See ``LineParser.feed``."""
        records: list[Record] = []
        if type(value) is dict:
            if self._id is None and (header := _header_of(value)) is not None:
                self._begin(header, records)
            if self._text_from is None and _is_item(value):
                self._text_from = "items"
        if self._must_wait(value):
            records.extend(self._wait(value, line))
        else:
            records.extend(self._release())
            records.extend(self._take(value, line))
        return records

    def unparsed(self, text: str, line: int) -> list[Record]:
        """An event that keeps a line which is no JSON. See ``LineParser.unparsed``."""
        return self.feed(text, line)

    def finish(self) -> list[Record]:
        """What waited for a header or for response items that never came: in such a file the events are the text."""
        if self._waiting and self._text_from is None:
            self._text_from = "events"
        return self._release()

    def _must_wait(self, value: Any) -> bool:
        """Whether it is still open which session a record is of, or whether response items repeat its text."""
        if self._id is None:
            return True
        if self._text_from is not None:
            return False
        return bool(self._waiting) or (type(value) is dict and event_message(value, None) is not None)

    def _wait(self, value: Any, line: int) -> list[Record]:
        self._waiting.append([value, line])
        self._waiting_chars += len(json.dumps(value))
        if len(self._waiting) > _MAX_WAITING or self._waiting_chars > _MAX_WAITING_CHARS:
            return self.finish()
        return []

    def _release(self) -> list[Record]:
        waiting, self._waiting, self._waiting_chars = self._waiting, [], 0
        return [record for value, line in waiting for record in self._take(value, line)]

    def _take(self, value: Any, line: int) -> list[Record]:
        """The records of a value whose session is known."""
        records: list[Record] = []
        if type(value) is not dict:
            session_id = self._begin(None, records)
            records.append(Event(session_id, value, self._replays))
            return records
        payload = value.get("payload")
        body: dict[str, Any] = payload if type(payload) is dict else value
        timestamp = epoch_seconds(value.get("timestamp"))
        session_id = self._begin(_header_of(value), records)
        self._follow_replay(value.get("type"), body, timestamp)
        self._learn(value.get("type"), body, timestamp, records)
        message = self._message_of(value, body, timestamp)
        if message is None:
            records.append(Event(session_id, value, self._replays))
        else:
            self._complete(message, body, session_id, line)
            message.extra = value
            records.append(message)
        return records

    def _message_of(self, value: dict[str, Any], body: dict[str, Any], timestamp: float | None) -> Message | None:
        if _is_item(value):
            return item_message(body, timestamp, self._calls)
        kind = value.get("type")
        if kind == "event_msg" and self._text_from == "events":
            return event_message(value, timestamp)
        text = body.get("message")
        if kind == "compacted" and type(text) is str and text:
            return Message("user", text, timestamp, generated=True)
        return None

    def _complete(self, message: Message, body: dict[str, Any], session_id: str, line: int) -> None:
        """Gives a message its session, turn and id."""
        self._answered = self._answered or message.role in ("assistant", "tool")
        message.session_id = session_id
        message.turn = _turn_of(body) or self._turn
        message.replays = self._replays
        item = body.get("item")
        given = item.get("id") if type(item) is dict else body.get("id")
        if type(given) is str and given:
            message.source_id = given if given != self._previous_id else f"{given}@{line}"
            self._previous_id = given

    # Sessions

    def _begin(self, meta: dict[str, Any] | None, records: list[Record]) -> str:
        """The id of the file's session, which its first header names; a later header of another one begins a replay."""
        if self._id is None:
            named = meta.get("id") if meta is not None else None
            self._id = named if type(named) is str and named else self._fallback_id
            records.append(_first_session(self._id, meta or {}))
        elif meta is not None:
            parent = meta.get("id")
            if type(parent) is str and parent not in ("", self._id) and not self._answered and self._replays is None:
                self._replays = parent
                if not self._told.get("linked"):
                    records.append(Session(self._id, FORMAT, kind="resume", parent_id=parent))
        if meta is not None and not self._told.get("linked"):
            self._told["linked"] = _lineage(meta)[0] is not None or self._replays is not None
        return self._id

    def _follow_replay(self, kind: Any, body: dict[str, Any], timestamp: float | None) -> None:
        """Ends the replayed block at the first beginning of a turn that comes after a pause."""
        previous = self._previous_time
        if timestamp is not None:
            self._previous_time = timestamp
        if self._replays is None or timestamp is None or previous is None:
            return
        if timestamp - previous < _REPLAY_PAUSE_SECONDS:
            return
        started = self._told.get("started_at")
        if _begins_turn(kind, body) and (started is None or timestamp >= started):
            self._replays = None

    def _learn(self, kind: Any, body: dict[str, Any], timestamp: float | None, records: list[Record]) -> None:
        """Says what a record tells of the session, outside of what it only replays of its parent."""
        if self._replays is not None or self._id is None:
            return
        new = Session(self._id, FORMAT)
        git = body.get("git")
        branch = git.get("branch") if type(git) is dict else None
        news = False
        for field, found in (
            ("started_at", timestamp if timestamp is not None else epoch_seconds(body.get("timestamp"))),
            ("project", body.get("cwd")),
            ("branch", branch),
            ("model", _model(kind, body)),
            ("title", body.get("thread_name") if body.get("type") == "thread_name_updated" else None),
        ):
            if found is None or found == "" or (field != "started_at" and type(found) is not str):
                continue
            if found == self._told.get(field) or (field in ("started_at", "project") and field in self._told):
                continue
            self._told[field] = found
            setattr(new, field, found)
            news = True
        if news:
            records.append(new)
        turn = body.get("turn_id")
        if type(turn) is str and (kind == "turn_context" or body.get("type") == "task_started"):
            self._turn = turn


def _first_session(session_id: str, meta: dict[str, Any]) -> Session:
    kind, parent = _lineage(meta)
    session = Session(session_id, FORMAT, "subagent" if kind == "subagent" else FORMAT, kind, parent)
    base = meta.get("base_instructions")
    text = base.get("text") if type(base) is dict else base
    if type(text) is str and text:
        session.system_prompt = text
    return session


def _lineage(meta: dict[str, Any]) -> tuple[str | None, str | None]:
    """How a session came out of which other one, as its own header says: kind and parent's id."""
    source = meta.get("source")
    parent = meta.get("parent_thread_id")
    if type(source) is dict and "subagent" in source:
        spawn = source["subagent"]
        spawn = spawn.get("thread_spawn") if type(spawn) is dict else None
        if type(spawn) is dict and type(spawn.get("parent_thread_id")) is str:
            parent = spawn["parent_thread_id"]
        return "subagent", parent if type(parent) is str else None
    if meta.get("thread_source") == "subagent":
        return "subagent", parent if type(parent) is str else None
    forked = meta.get("forked_from_id")
    if type(forked) is str and forked:
        return "branch", forked
    return None, None


def _model(kind: Any, body: dict[str, Any]) -> Any:
    if kind == "turn_context":
        return body.get("model")
    if body.get("type") == "thread_settings_applied":
        settings = body.get("thread_settings")
        return settings.get("model") if type(settings) is dict else None
    return None


def _turn_of(body: dict[str, Any]) -> str | None:
    for holder in (body, body.get("internal_chat_message_metadata_passthrough"), body.get("metadata")):
        turn = holder.get("turn_id") if type(holder) is dict else None
        if type(turn) is str and turn:
            return turn
    return None


def _begins_turn(kind: Any, body: dict[str, Any]) -> bool:
    inner = body.get("type")
    if kind == "turn_context" or inner in ("task_started", "user_message"):
        return True
    return inner == "message" and body.get("role") == "user"


def _is_item(value: dict[str, Any]) -> bool:
    """Whether a record is a response item, bare or enveloped."""
    if "payload" in value:
        return value.get("type") == "response_item" and type(value["payload"]) is dict
    kind = value.get("type")
    return type(kind) is str and (kind in ("message", "reasoning") or kind.endswith(("_call", "_output")))
