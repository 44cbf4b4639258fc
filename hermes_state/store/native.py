"""Where the optional C part is installed. Loading it is the connection's work."""

from __future__ import annotations

import os
import sys

FILE_NAME = {"darwin": "_native.dylib", "win32": "_native.dll"}.get(sys.platform, "_native.so")

ENTRY_POINT = "sqlite3_native_init"

PROBE = "\uff26oo \u00c9 \u7d42\u672b \u2192 \U0001f389"
PROBE_TERMS = "foo e  \u7d42\u672b \u672b     \U0001f389 "
PROBE_WORDS = "foo\ne"
"""A text, its index text and the distinct words of that: what tells a library that agrees with this version."""


def library_path() -> str | None:
    """The SQLite extension beside the package, or ``None`` when it was not built or ``HERMES_STATE_NATIVE=off``."""
    if os.environ.get("HERMES_STATE_NATIVE") == "off":
        return None
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), FILE_NAME)
    return path if os.path.isfile(path) else None
