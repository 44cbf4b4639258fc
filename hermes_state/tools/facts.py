"""What the tool says of a session or a result beside its text, and what it leaves out where that is too much."""

from __future__ import annotations

from typing import Any

from hermes_state.errors import InvalidArgumentError
from hermes_state.records import Session
from hermes_state.search.page import SearchResult
from hermes_state.search.views import BrowseRow, session_json
from hermes_state.times import iso
from hermes_state.tools.budget import NAME_CHARS, cut, size_of
from hermes_state.tools.session_search_schema import MAX_BUDGET_BYTES

PROJECT_CHARS = 120
ID_CHARS = 160
"""A longer id is given by its beginning, which names the session as well."""

BARE_MESSAGE_BYTES = 350
"""What is kept free for one message, cut short, beside the facts of its session."""

LEAST_NEEDED = (
    "preview",
    "missing_terms",
    "project",
    "title",
    "source",
    "started_at",
    "last_active_at",
    "root_session_id",
)
"""What an answer does without when its budget is small, the least needed first."""


def result_facts(result: SearchResult, snippet_chars: int) -> dict[str, Any]:
    """What is always said of a result: the facts and the snippet, nothing that is empty."""
    fields = _short_names(result.to_json())
    facts: dict[str, Any] = {
        name: fields[name]
        for name in ("session_id", "origin", "title", "source", "project", "match_message_id", "matched_role", "rung")
    }
    if fields["root_session_id"] != fields["session_id"]:
        facts["root_session_id"] = fields["root_session_id"]
    facts["started_at"] = _to_minutes(result.started_at)
    facts["matched_at"] = _to_minutes(result.matched_at)
    facts["match_count"] = result.match_count
    facts["missing_terms"] = result.missing_terms[:8] or None
    facts["weak"] = result.weak or None
    facts["hidden"] = True if result.hidden else None
    facts["snippet"] = _shortened(result, snippet_chars)
    facts = _bare(facts)
    for name in ("messages", "bookend_start", "bookend_end"):
        facts[name] = []
    return facts


def _short_names(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields with names that place a session cut to a length that an answer can afford."""
    short = dict(fields)
    for name in ("title", "source", "preview"):
        short[name] = cut(str(fields.get(name) or ""), NAME_CHARS) or None
    short["project"] = str(fields.get("project") or "")[-PROJECT_CHARS:] or None
    for name in ("session_id", "root_session_id"):
        short[name] = fields[name] and fields[name][:ID_CHARS]
    return short


def session_facts(session: Session) -> dict[str, Any]:
    """What is said of the session that is read: the facts that place it."""
    fields = _short_names(session_json(session))
    facts = {
        name: fields[name]
        for name in (
            "session_id",
            "origin",
            "kind",
            "title",
            "source",
            "project",
            "started_at",
            "last_active_at",
            "message_count",
        )
    }
    if fields["root_session_id"] != fields["session_id"]:
        facts["root_session_id"] = fields["root_session_id"]
    facts["hidden"] = fields["hidden"]
    return _bare(facts)


def conversation_facts(row: BrowseRow) -> dict[str, Any]:
    """What is said of a conversation in a list: the beginning of what was said only where it has no title."""
    fields = _bare(_short_names(row.to_json()))
    if "title" in fields:
        fields.pop("preview", None)
    return fields


def _to_minutes(seconds: float | None) -> str | None:
    return None if seconds is None else iso(seconds - seconds % 60)


def _shortened(result: SearchResult, chars: int) -> str:
    """The snippet, cut round its first mark when it has to be shorter."""
    snippet = result.snippet
    if len(snippet) <= chars:
        return snippet
    first = result.marks[0][0] if result.marks else 0
    start = max(0, min(first - chars // 3, len(snippet) - chars))
    return snippet[start : start + chars]


def squeeze(answer: dict[str, Any], limit_bytes: int) -> None:
    """Takes out of an answer without messages what can be done without, the least needed first, until it fits."""
    while size_of(answer) > limit_bytes and answer["notes"]:
        answer["notes"].pop()
    for name in ("searched", "about"):
        if size_of(answer) > limit_bytes:
            answer.pop(name)
    for name in LEAST_NEEDED:
        if size_of(answer) > limit_bytes:
            for fact in answer["results"]:
                fact.pop(name, None)


def squeeze_session(answer: dict[str, Any], limit_bytes: int) -> None:
    """Takes out of the facts of a session what can be done without, until a message fits beside them."""
    around = size_of(answer) - size_of(answer["session"])
    drop(answer["session"], LEAST_NEEDED, limit_bytes - BARE_MESSAGE_BYTES - around)


def drop(facts: dict[str, Any], names: tuple[str, ...], limit_bytes: int) -> None:
    """Takes facts out, in this order, until the rest fits."""
    for name in names:
        if size_of(facts) <= limit_bytes:
            return
        facts.pop(name, None)


def too_small(needed_bytes: int) -> InvalidArgumentError:
    """The error for a budget in which no answer fits."""
    return InvalidArgumentError(
        f"the budget is too small: this answer takes {needed_bytes} bytes at the least",
        operation="session_search",
        hint=f"give budget {min(needed_bytes + 500, MAX_BUDGET_BYTES)}",
    )


def _bare(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields without those that say nothing."""
    return {name: value for name, value in fields.items() if value is not None and value is not False}
