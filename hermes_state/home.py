"""The Hermes home: the folder that holds the archive, the memory and the settings."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

KEY_FILE_VARIABLE = "HERMES_STATE_KEY_FILE"
"""The variable that names the file with the key of an encrypted archive."""


def hermes_home(environ: Mapping[str, str], home: str | None = None, platform: str = sys.platform) -> str:
    """The folder that ``HERMES_HOME`` names, else ``~/.hermes`` (on Windows ``%LOCALAPPDATA%\\hermes``)."""
    named = environ.get("HERMES_HOME")
    if named:
        return os.path.expanduser(named)
    user_home = home or os.path.expanduser("~")
    if platform == "win32":
        local = environ.get("LOCALAPPDATA") or os.path.join(user_home, "AppData", "Local")
        return os.path.join(local, "hermes")
    return os.path.join(user_home, ".hermes")


def default_archive(environ: Mapping[str, str]) -> str:
    """The path of the archive that is meant when none is named: ``archive/state.db`` in the Hermes home."""
    return os.path.join(hermes_home(environ), "archive", "state.db")
