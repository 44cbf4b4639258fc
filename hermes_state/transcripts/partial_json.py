"""The beginning of a JSON text as values: all that a cut-off text already says, for telling its format."""

from __future__ import annotations

import json
from typing import Any

from hermes_state.transcripts.json_document import decoder
from hermes_state.transcripts.lines import past_space

MAX_VALUES = 50
_MAX_LEVELS = 3


def first_values(text: str, complete: bool) -> list[Any]:
    """Up to 50 values that ``text`` begins with, one after the other as in a file with a record a line.

    Where a value does not end within the text, what there is of it counts, unless others stand before
    it; with ``complete`` the text is the whole file and such a value is left out after others too.
    """
    values: list[Any] = []
    position = past_space(text, 0)
    while position < len(text) and len(values) < MAX_VALUES:
        try:
            value, position = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            if not values:
                partial, _ = _partial(text, position, _MAX_LEVELS)
                return [] if partial is None else [partial]
            if complete or not _skip_line(text, position):
                return values
            position = _skip_line(text, position)
            continue
        values.append(value)
        position = past_space(text, position)
    return values


def _skip_line(text: str, position: int) -> int:
    """Where the line after this one begins; 0 when there is none."""
    return text.find("\n", position) + 1


def _partial(text: str, position: int, levels: int) -> tuple[Any, int | None]:
    """(what can be read of the value at ``position``, its end or ``None`` when it does not end)."""
    try:
        return decoder.raw_decode(text, position)
    except (ValueError, RecursionError):
        if levels and text.startswith("{", position):
            return _partial_object(text, position, levels)
        if levels and text.startswith("[", position):
            return _partial_list(text, position, levels)
        return None, None


def _partial_object(text: str, position: int, levels: int) -> tuple[dict[str, Any] | None, None]:
    """The members of an unfinished object; ``None`` when it does not even begin as one."""
    result: dict[str, Any] = {}
    position = past_space(text, position + 1)
    if not text.startswith('"', position):
        return None, None
    while text.startswith('"', position):
        try:
            name, end = json.JSONDecoder().raw_decode(text, position)
        except ValueError:
            break
        colon = past_space(text, end)
        if not text.startswith(":", colon):
            break
        value, after = _partial(text, past_space(text, colon + 1), levels - 1)
        result[str(name)] = value
        if after is None:
            break
        comma = past_space(text, after)
        if not text.startswith(",", comma):
            break
        position = past_space(text, comma + 1)
    return result, None


def _partial_list(text: str, position: int, levels: int) -> tuple[list[Any] | None, None]:
    """The elements of an unfinished list; ``None`` when it does not even begin as one."""
    result: list[Any] = []
    position = past_space(text, position + 1)
    while position < len(text) and len(result) < MAX_VALUES:
        value, after = _partial(text, position, levels - 1)
        if value is not None:
            result.append(value)
        if after is None:
            break
        comma = past_space(text, after)
        if not text.startswith(",", comma):
            break
        position = past_space(text, comma + 1)
    return (result or None), None
