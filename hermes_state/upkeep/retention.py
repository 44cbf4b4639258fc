"""How long conversations of each source are kept: the section ``retention`` of ``config.yaml``, as rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hermes_state.errors import InvalidArgumentError
from hermes_state.times import parse_time
from hermes_state.upkeep.pruning import Rule

SECTION = "retention"
FOR_EVER = "forever"


def retention_rules(settings: Mapping[str, Any], path: str | None = None) -> list[Rule]:
    """One rule for each source that has a limit: ``{"retention": {"cron": "30d", "cli": "forever"}}``.

    A source that is not named is kept. ``path`` is the settings' file, for errors. Raises ``InvalidArgumentError``
    for a section or a limit that makes no sense: what may be thrown away is never guessed.
    """
    section = settings.get(SECTION)
    if section is None:
        return []
    if not isinstance(section, Mapping):
        raise _nonsense(f"{SECTION} is no list of sources with times", path)
    return [
        Rule(before=str(limit), sources=(str(source),))
        for source, limit in section.items()
        if limit is not None and limit is not False and _checked(source, limit, path) != FOR_EVER
    ]


def _checked(source: Any, limit: Any, path: str | None) -> str:
    """A limit as text, once it is known to be one: an age such as ``30d``."""
    text = str(limit)
    if text == FOR_EVER:
        return text
    if not text[:-1].isdigit() or int(text[:-1]) == 0:
        raise _nonsense(f"{SECTION}.{source} is {limit!r}, which is no age", path)
    try:
        parse_time(text)
    except InvalidArgumentError as error:
        raise _nonsense(f"{SECTION}.{source} is {limit!r}, which is no age", path) from error
    return text


def _nonsense(message: str, path: str | None) -> InvalidArgumentError:
    return InvalidArgumentError(
        message, path=path, operation="read settings", hint='write for example "cron: 30d", or "forever"'
    )
