"""Names the transcripts of tools that are known but not read, from the first values or tables of their files."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

FOREIGN = {
    "chatgpt": "ChatGPT's data export",
    "claude-ai": "Claude.ai's data export",
    "gemini": "Gemini CLI",
    "opencode": "OpenCode",
    "cursor": "Cursor",
    "copilot": "GitHub Copilot",
    "openclaw": "OpenClaw or Pi",
    "aider": "Aider",
    "codex-history": "Codex CLI's list of prompts, which its transcripts hold as well",
    "codex-index": "Codex CLI's index of its transcripts",
    "hermes-prompts": "Hermes Agent's export of prompts only",
}
"""What a user is told of a format that is not read."""

AIDER_MARK = "# aider chat started at "


def foreign_json(values: list[Any]) -> str | None:
    """The name of the foreign format that a file's first JSON values are of."""
    first = values[0] if values else None
    if isinstance(first, list):
        first = first[0] if first else None
        rules = _DOCUMENT_RULES + _LIST_RULES
    else:
        rules = _DOCUMENT_RULES + _LINE_RULES
    if not isinstance(first, dict):
        return None
    return next((name for name, rule in rules if rule(first)), None)


def foreign_database(tables: Collection[str], keys: Callable[[], Collection[str]]) -> str | None:
    """The name of the foreign format that a database with these tables is; ``keys`` reads those of ItemTable."""
    found = set(tables)
    if {"session", "message", "part"} <= found:
        return "opencode"
    if "cursorDiskKV" in found or found == {"meta", "blobs"}:
        return "cursor"
    if "ItemTable" in found:
        marks = ("composer.", "aiService.", "workbench.panel.aichat", "composerData:")
        return "cursor" if any(key.startswith(marks) for key in keys()) else None
    if {"sessions", "turns", "assistant_usage_events"} <= found:
        return "copilot"
    if {"threads", "thread_spawn_edges"} <= found or {"thread_turns", "thread_items"} <= found:
        return "codex-index"
    return None


def foreign_text(text: str) -> str | None:
    """The name of the foreign format of a text that is no JSON."""
    if text.startswith(AIDER_MARK) or f"\n{AIDER_MARK}" in text:
        return "aider"
    return None


def _chatgpt(value: dict[str, Any]) -> bool:
    mapping = value.get("mapping")
    if not isinstance(mapping, dict):
        return False
    nodes = [node for node in mapping.values() if isinstance(node, dict)]
    return "current_node" in value or any("children" in node for node in nodes)


def _opencode(value: dict[str, Any]) -> bool:
    info = value.get("info")
    if isinstance(info, dict) and str(info.get("id", "")).startswith("ses_"):
        return True
    identity = str(value.get("id", ""))
    of_tree = identity.startswith(("ses_", "msg_", "prt_"))
    return of_tree and ("projectID" in value or "sessionID" in value)


def _vscode(value: dict[str, Any]) -> bool:
    log = value.get("v")
    if value.get("kind") == 0 and isinstance(log, dict):
        value = log
    return isinstance(value.get("requests"), list) and bool(
        value.keys() & {"requesterUsername", "responderUsername", "sessionId"}
    )


def _has(*names: str) -> Callable[[dict[str, Any]], bool]:
    wanted = set(names)
    return lambda value: wanted <= value.keys()


_Rule = tuple[str, Callable[[dict[str, Any]], bool]]

_DOCUMENT_RULES: tuple[_Rule, ...] = (
    ("chatgpt", _chatgpt),
    ("claude-ai", _has("uuid", "chat_messages")),
    ("gemini", _has("sessionId", "projectHash")),
    ("opencode", _opencode),
    ("copilot", _vscode),
)
_LIST_RULES: tuple[_Rule, ...] = (("gemini", _has("sessionId", "messageId", "type", "message", "timestamp")),)
_LINE_RULES: tuple[_Rule, ...] = (
    ("copilot", lambda value: value.get("type") == "session.start" and isinstance(value.get("data"), dict)),
    ("copilot", _has("resourceSpans")),
    ("openclaw", lambda value: value.get("type") == "session" and {"version", "id", "cwd"} <= value.keys()),
    ("hermes-prompts", _has("session_id", "index", "created_at", "role", "text")),
)
