"""Arguments as models give them: nulls, near-miss names, numbers as strings; turned into what was meant."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hermes_state.errors import InvalidArgumentError

TRUE_WORDS = ("true", "yes", "1", "on")
FALSE_WORDS = ("false", "no", "0", "off", "")


def as_object(arguments: Any) -> dict[str, Any]:
    """The arguments as a dict: a mapping, its JSON text, or nothing. Raises ``InvalidArgumentError``."""
    if arguments is None or arguments == "":
        return {}
    if isinstance(arguments, str | bytes):
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            raise _wrong("the arguments are no JSON", "give a JSON object") from None
        if arguments is None:
            return {}
    if not isinstance(arguments, Mapping):
        raise _wrong("the arguments are no JSON object", 'for instance {"query": "Windows PTY bridge"}')
    return {str(name): value for name, value in arguments.items()}


def renamed(arguments: Mapping[str, Any], names: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """The arguments under their own names, nulls left out, and the names that mean nothing here.

    ``names`` maps every accepted spelling to its argument; an argument given under its own name wins.
    """
    known = set(names.values())
    meant: dict[str, Any] = {}
    unknown: list[str] = []
    for given, value in arguments.items():
        if value is None:
            continue
        name = given if given in known else names.get(given.strip().lower().replace("-", "_"))
        if name is None:
            unknown.append(given)
        elif given == name or name not in meant:
            meant[name] = value
    return meant, unknown


def text(name: str, value: Any) -> str | None:
    """A string; an empty one counts as not given."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise _wrong(f"{name} is no text", f"give {name} as a string")
    return str(value).strip() or None


def whole_number(name: str, value: Any, low: int, high: int) -> int:
    """A whole number, brought into its range."""
    try:
        number = int(float(value)) if not isinstance(value, bool) else None
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None:
        raise _wrong(f"{name} is no number", f"give {name} as a number from {low} to {high}")
    return max(low, min(high, number))


def truth(name: str, value: Any) -> bool:
    """A truth value, also as a word or number."""
    word = str(value).strip().lower()
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise _wrong(f"{name} is neither true nor false", f"give {name} as true or false")


def words(name: str, value: Any) -> list[str] | None:
    """A list of strings, given as one, as a string with commas, or as one string."""
    given = value if isinstance(value, list | tuple) else [value]
    found = [part.strip() for one in given for part in (text(name, one) or "").split(",") if part.strip()]
    return found or None


def one_of(name: str, value: Any, known: Mapping[str, str]) -> str:
    """One of several words; ``known`` maps accepted spellings to them."""
    word = str(value).strip().lower()
    if word not in known:
        raise _wrong(f"{value!r} is no {name}", "use " + ", ".join(dict.fromkeys(known.values())))
    return known[word]


def _wrong(message: str, hint: str) -> InvalidArgumentError:
    return InvalidArgumentError(message, operation="session_search", hint=hint)
