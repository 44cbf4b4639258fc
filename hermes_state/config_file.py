"""The settings file ``config.yaml`` of the Hermes home, read."""

from __future__ import annotations

import os
from typing import Any

from hermes_state.errors import InvalidArgumentError

NAME = "config.yaml"


def config_path(home: str) -> str:
    """The path of the settings file in a Hermes home."""
    return os.path.join(home, NAME)


def load_config(home: str) -> dict[str, Any]:
    """What the settings file holds; nothing when there is none or it is empty.

    Raises ``InvalidArgumentError`` when it is no YAML, no mapping, or cannot be read.
    """
    path = config_path(home)
    if not os.path.exists(path):
        return {}
    from ruamel.yaml import YAML  # 60 ms, paid only where there is a file of settings
    from ruamel.yaml.error import YAMLError

    try:
        with open(path, encoding="utf-8") as file:
            settings = YAML(typ="safe", pure=True).load(file)
    except (YAMLError, UnicodeDecodeError, OSError) as error:
        reason = str(error).split("\n", 1)[0]
        raise InvalidArgumentError(
            f"the settings cannot be read: {reason}", path=path, operation="read settings", hint="mend the file"
        ) from error
    if settings is None:
        return {}
    if not isinstance(settings, dict):
        raise InvalidArgumentError(
            "the settings are no mapping", path=path, operation="read settings", hint="write one setting a line"
        )
    return settings
