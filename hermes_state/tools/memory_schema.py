"""What the tool ``memory`` says of itself, and the spellings of its arguments that it accepts."""

from __future__ import annotations

from typing import Any

from hermes_state.tools.function_schema import by_spelling, function_schema

DESCRIPTION = (
    "Keep the few facts that will still matter in later sessions: two short notes that stand in your system prompt "
    "from the next session on. A write is saved at once; the prompt of this session stays as it is, action read "
    "shows the notes as they are now.\n"
    "Save without being asked when the user corrects you or says to remember something; when you learn a preference, "
    "a habit or a personal detail (name, role, time zone, coding style); a fact about the environment (OS, tools, "
    "project layout); a convention, an API quirk, a workflow; any stable fact that will be useful again. Most "
    "valuable are preferences and corrections, then the environment, then ways of working.\n"
    "Do not save what is trivial or obvious, easily found again, or follows from the context; one-off details of a "
    "task; raw dumps; progress, outcomes, logs, TODO lists: the tool session_search finds what happened (a PR number, "
    "a CI job id, an error log, a decision). A procedure of several steps (how to release) belongs in a skill.\n"
    "target user: who the user is - preferences, style, habits. target memory: everything else - environment, "
    "conventions, lessons.\n"
    'Good: "the repository\'s tests run by scripts/run_tests.sh"; "wants conclusions first, no long explanations". '
    'Bad: "PR #1842 submitted"; "just fixed the bug"; "user asked a Python question".\n'
    "The space is small. Write short, plain statements of fact, one a subject. Above 80 % merge or shorten entries "
    "before adding; when an answer says that a text does not fit, make room and add it in one batch. To correct a "
    "fact replace its entry rather than adding a second one. An answer with done true is complete: do not repeat "
    "the call."
)

_TEXT = ["string", "null"]

ACTIONS = ("add", "replace", "edit", "remove", "read")

_CONTENT = (
    "add: the new entry. replace: the whole new text of the entry. edit: what takes the place of old_text, perhaps "
    "empty. Otherwise null."
)
_OLD_TEXT = (
    "replace, edit, remove: a short piece of the entry, letter by letter, that no other entry holds. replace and "
    "remove act on the whole entry that holds it, edit on this piece alone. A blocked entry is found by its "
    "[BLOCKED: ...] line. Otherwise null."
)

OPERATION_PROPERTIES: dict[str, dict[str, Any]] = {
    "action": {
        "type": "string",
        "enum": ["add", "replace", "edit", "remove"],
        "description": "What this operation does, as in the single form.",
    },
    "content": {"type": _TEXT, "description": _CONTENT},
    "old_text": {"type": _TEXT, "description": _OLD_TEXT},
}

PROPERTIES: dict[str, dict[str, Any]] = {
    "action": {
        "type": _TEXT,
        "enum": [*ACTIONS, None],
        "description": "add an entry; replace or remove one; edit a piece of one; read all of them with size and age. "
        "Null when operations is given.",
    },
    "target": {
        "type": _TEXT,
        "enum": ["memory", "user", None],
        "description": "user: who the user is. memory: environment, conventions, lessons. Default memory.",
    },
    "content": {"type": _TEXT, "description": _CONTENT},
    "old_text": {"type": _TEXT, "description": _OLD_TEXT},
    "operations": {
        "type": ["array", "null"],
        "description": "Several changes of one target in one call, in order, all or none; the limit is checked on the "
        "result only, so make room and add in the same batch. Null for a single action.",
        "items": {
            "type": "object",
            "properties": OPERATION_PROPERTIES,
            "required": list(OPERATION_PROPERTIES),
            "additionalProperties": False,
        },
    },
}

SCHEMA: dict[str, Any] = function_schema("memory", DESCRIPTION, PROPERTIES)
"""The tool in the function-calling form; every argument may be null, and leaving it out means the same."""

NAMES = {name: name for name in PROPERTIES} | by_spelling(
    {
        "action": "op operation command cmd method verb function",
        "target": "store file memory_type scope where destination target_file memory_target",
        "content": "new_text newtext new_string newstring new_content newcontent new_entry new_value new text entry "
        "value fact note body replacement data memory_content",
        "old_text": "oldtext old_string oldstring old_content oldcontent old_entry old_value old match search find "
        "substring original previous existing search_text",
        "operations": "ops batch edits changes updates actions",
    }
)
"""Every spelling that is accepted, in lower case, and the argument it means."""

ACTION_WORDS = by_spelling(
    {
        "add": "add create append save remember insert write",
        "replace": "replace update overwrite set",
        "edit": "edit patch str_replace substitute",
        "remove": "remove delete erase drop forget",
        "read": "read list view show get",
    }
)

TARGET_WORDS = by_spelling(
    {
        "memory": "memory memory.md notes agent",
        "user": "user user.md profile user_profile",
    }
)
