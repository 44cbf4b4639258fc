"""What the tool ``session_search`` says of itself, and the spellings of its arguments that it accepts."""

from __future__ import annotations

from typing import Any

from hermes_state.tools import arguments as given
from hermes_state.tools.function_schema import by_spelling, function_schema

DEFAULT_BUDGET_BYTES = 4_000
MIN_BUDGET_BYTES = 1_000
MAX_BUDGET_BYTES = 200_000
DEFAULT_LIMIT = 3
DEFAULT_WINDOW = 5
BROWSED = 20

DESCRIPTION = (
    "Search past sessions: every conversation with every agent on this machine, word for word. Use it for what "
    "happened and when: a decision and its reasons, an error log, a command or path, a PR, issue or CI number, a "
    "commit, what a tool printed, how something was solved before. Use it before saying that something is not known "
    "or was never discussed. Not for standing facts and preferences (tool memory) nor for procedures (skills).\n"
    "The arguments given decide what it does: query - find conversations (each with a snippet and the messages round "
    "the match); session_id with around_message_id - read on round a message; session_id alone - read that "
    "conversation from its beginning and end; nothing - list the latest conversations.\n"
    "Queries: plain words are ranked by how much of them a conversation holds. One run with punctuation or digits "
    "(gateway/run.py, user@host, v2.1.3, #1842, 0x80070057, parse_schema) or a short Chinese, Japanese or Korean word "
    'is found exactly as it stands, as part of anything. "a phrase", prefix*, AND, OR, NOT, (…) and -word work; so do '
    "source:, project:, role:, tool:, after: and before: with a value. An empty answer says where else there are "
    "matches. What is still in your context is left out."
)

_TEXT = ["string", "null"]
PROPERTIES: dict[str, dict[str, Any]] = {
    "query": {
        "type": _TEXT,
        "description": "What to find: words, a phrase, an error text, a path, an identifier. "
        "Null to read or list instead.",
    },
    "session_id": {
        "type": _TEXT,
        "description": "A conversation to read, or, with query, to search within. The id as an answer gave it.",
    },
    "around_message_id": {
        "type": ["integer", "null"],
        "description": "With session_id: the message to read round, a match_message_id or a message's id.",
    },
    "window": {
        "type": ["integer", "null"],
        "description": f"Messages to show on each side of a match or of around_message_id. Default {DEFAULT_WINDOW}.",
    },
    "limit": {
        "type": ["integer", "null"],
        "description": f"Conversations to return. Default {DEFAULT_LIMIT} (listing: {BROWSED}). The cursor gives more.",
    },
    "sort": {
        "type": _TEXT,
        "enum": ["relevance", "newest", "oldest", None],
        "description": "Order of matches. Default relevance; newest for the latest state, oldest for how it began.",
    },
    "half_life": {
        "type": _TEXT,
        "description": "Prefer newer conversations: each such age (30d, 12h, 2w) halves a score. Default: none.",
    },
    "match": {
        "type": _TEXT,
        "enum": ["auto", "literal", None],
        "description": "literal finds exactly the query's text, operators and all. Default auto.",
    },
    "role": {
        "type": ["array", "null"],
        "items": {"type": "string", "enum": ["user", "assistant", "tool", "thinking", "system", "title"]},
        "description": "Search only these. Default: user, assistant and titles, then tool calls and output.",
    },
    "source": {
        "type": ["array", "null"],
        "items": {"type": "string"},
        "description": "Only sessions from these sources, for instance cli, claude-code, codex, telegram.",
    },
    "project": {"type": _TEXT, "description": "Only sessions in this folder (a path, or a folder's name)."},
    "after": {
        "type": _TEXT,
        "description": "Only messages from this time on: 2026-07-01, 2026-07-01T14:30, 7d, 12h, yesterday.",
    },
    "before": {"type": _TEXT, "description": "Only messages before this time; the same forms as after."},
    "include_hidden": {
        "type": ["boolean", "null"],
        "description": "Sub-agents' and tools' own sessions too. Default false; the notes say when they hold matches.",
    },
    "cursor": {"type": _TEXT, "description": "The cursor of the answer before, with the same other arguments."},
    "budget": {
        "type": ["integer", "null"],
        "description": f"Most bytes of the answer. Default {DEFAULT_BUDGET_BYTES}; ask for more to read at length.",
    },
}

SCHEMA: dict[str, Any] = function_schema("session_search", DESCRIPTION, PROPERTIES)
"""The tool in the function-calling form; every argument may be null, and leaving it out means the same."""

NAMES = {name: name for name in PROPERTIES} | by_spelling(
    {
        "query": "q text search search_query pattern keywords keyword question",
        "session_id": "session sid id conversation conversation_id thread_id sessionid",
        "around_message_id": "message_id message around around_id match_message_id msg_id around_message messageid",
        "window": "context context_window size radius",
        "limit": "max_results top_k k n num_results count max results_limit",
        "sort": "order sort_by order_by",
        "match": "mode exact match_mode",
        "role": "roles role_filter",
        "source": "sources source_filter",
        "project": "cwd folder directory workspace path",
        "after": "since from start start_date date_from newer_than",
        "before": "until to end end_date date_to older_than",
        "include_hidden": "hidden all include_subagents include_sub_agents",
        "cursor": "page next next_cursor page_token offset",
        "budget": "max_bytes max_chars max_tokens size_limit",
    }
)
"""Every spelling that is accepted, and the argument it means."""

SORT_WORDS = by_spelling(
    {
        "relevance": "relevance rank score best",
        "newest": "newest recent latest date desc newest_first",
        "oldest": "oldest asc oldest_first",
    }
)
MATCH_WORDS = {
    "auto": "auto",
    "words": "auto",
    "literal": "literal",
    "exact": "literal",
    "true": "literal",
    "false": "auto",
}

RANGES = {
    "around_message_id": (0, 2**62),
    "window": (0, 50),
    "limit": (1, 50),
    "budget": (MIN_BUDGET_BYTES, MAX_BUDGET_BYTES),
}


def checked(meant: dict[str, Any]) -> dict[str, Any]:
    """The arguments with their types put right. Raises ``InvalidArgumentError``."""
    right: dict[str, Any] = {}
    for name, value in meant.items():
        if name in ("role", "source"):
            right[name] = given.words(name, value)
        elif name == "include_hidden":
            right[name] = given.truth(name, value)
        elif name == "sort":
            right[name] = given.one_of(name, value, SORT_WORDS)
        elif name == "match":
            right[name] = given.one_of(name, value, MATCH_WORDS)
        elif name in RANGES:
            right[name] = given.whole_number(name, value, *RANGES[name])
        else:
            right[name] = given.text(name, value)
    return {name: value for name, value in right.items() if value is not None}
