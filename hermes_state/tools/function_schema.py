"""What the tools' schemas have in common: the function-calling form, and the spellings that stand for one word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def function_schema(name: str, description: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    """A tool in the function-calling form, strict: every argument is listed, may be null, and no other is taken."""
    return {
        "name": name,
        "description": description,
        "strict": True,
        "parameters": {
            "type": "object",
            "properties": dict(properties),
            "required": list(properties),
            "additionalProperties": False,
        },
    }


def by_spelling(table: Mapping[str, str]) -> dict[str, str]:
    """Each spelling and the word it means; ``table`` has the spellings of a word, with blanks between."""
    return {spelling: meant for meant, spellings in table.items() for spelling in spellings.split()}
