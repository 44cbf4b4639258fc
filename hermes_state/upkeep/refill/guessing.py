"""What a message was whose row is lost while its text is not: its role, its flags, its time, as near as can be told."""

from __future__ import annotations

import json
from typing import Any

from hermes_state.kinds import ROLES
from hermes_state.store.flags import KIND_FLAGS, ROLE_CODES
from hermes_state.store.packs import Entry

USER, ASSISTANT = ROLE_CODES["user"], ROLE_CODES["assistant"]


def guessed_role(entry: Entry, before: int | None) -> int:
    """The code of the role: told by the kinds of text, by the fields, by what the source's record says.

    Where nothing tells, user and assistant take turns after ``before``, the role of the message before it.
    """
    kinds = {kind for kind, _ in entry.texts}
    if kinds == {"system"}:
        return ROLE_CODES["system"]
    body = _body(entry)
    said = _said_role(body.get("extra"))
    if said is not None:
        return ROLE_CODES[said]
    if "tool_calls" in body or "thinking" in body:
        return ASSISTANT
    if "tool_call_id" in body or "tool_name" in body or kinds == {"tool"}:
        return ROLE_CODES["tool"]
    return ASSISTANT if before == USER else USER


def guessed_flags(entry: Entry) -> int:
    """The flags for the kinds of its texts; that it was rewound or compacted nothing tells."""
    flags = 0
    for kind, _ in entry.texts:
        flags |= KIND_FLAGS[kind]
    return flags


def _body(entry: Entry) -> dict[str, Any]:
    try:
        body = json.loads(entry.body)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _said_role(extra: Any) -> str | None:
    """The role that a source's record gives: its own, its message's, or its type."""
    if not isinstance(extra, dict):
        return None
    message = extra.get("message")
    inner = message.get("role") if isinstance(message, dict) else None
    return next((role for role in (extra.get("role"), inner, extra.get("type")) if role in ROLES), None)
