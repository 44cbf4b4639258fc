"""Times as people write them and as JSON shows them."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta
from math import inf, isfinite

from hermes_state.errors import InvalidArgumentError

UNIT_SECONDS = {"m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400}
HINT = "use 2026-07-01, 2026-07-01T14:30, 2026-07, 2026, 7d, 12h, 30m, 2w, today or yesterday"

_AGO = r"(\d{1,6})\s*([mhdw])"
_PARTIAL_DATE = r"(\d{4})(?:-(\d\d))?"


def iso(seconds: float | None) -> str | None:
    """Seconds since the epoch as ISO 8601 in UTC (``2026-07-01T12:00:00.250Z``); ``None`` stays ``None``."""
    if seconds is None:
        return None
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        return None
    return moment.isoformat(timespec="milliseconds" if seconds % 1 else "seconds").replace("+00:00", "Z")


def parse_duration(text: str | float) -> float:
    """A length of time in seconds: ``30d``, ``12h``, ``2w``, ``30m``, or a number of days.

    Raises ``InvalidArgumentError`` for what is none, or not above zero.
    """
    seconds = 0.0
    if isinstance(text, str):
        match = re.fullmatch(_AGO, text.strip().lower(), re.ASCII)
        seconds = int(match[1]) * UNIT_SECONDS[match[2]] if match is not None else 0.0
    elif not isinstance(text, bool):
        try:
            seconds = float(text) * UNIT_SECONDS["d"]
        except (TypeError, ValueError, OverflowError):
            seconds = 0.0
    if not isfinite(seconds) or seconds <= 0:
        raise InvalidArgumentError(
            f"{str(text)[:40]!r} is no length of time", operation="read a length of time", hint="use 30d, 12h or 2w"
        )
    return seconds


def parse_time(text: str | float, *, now: float | None = None) -> float:
    """The moment that a person means, in seconds since the epoch; dates without a zone are local.

    A date is its beginning, ``7d`` seven days ago, ``yesterday`` the beginning of the day before.
    Raises ``InvalidArgumentError``.
    """
    if not isinstance(text, str):
        try:
            seconds = float(text)
        except (TypeError, ValueError, OverflowError):
            seconds = inf
        if isinstance(text, bool) or not isfinite(seconds):
            raise InvalidArgumentError(f"{str(text)[:40]} is no moment", operation="read a date", hint=HINT)
        return seconds
    now = time.time() if now is None else now
    word = text.strip().lower()
    ago = re.fullmatch(_AGO, word, re.ASCII)
    if ago is not None:
        return now - int(ago[1]) * UNIT_SECONDS[ago[2]]
    today = datetime.fromtimestamp(now).replace(hour=0, minute=0, second=0, microsecond=0)
    if word in ("today", "yesterday", "now"):
        if word == "now":
            return now
        return (today - timedelta(days=word == "yesterday")).timestamp()
    try:
        partial = re.fullmatch(_PARTIAL_DATE, word, re.ASCII)
        if partial is not None:
            return datetime(int(partial[1]), int(partial[2] or 1), 1).timestamp()
        return datetime.fromisoformat(text.strip().upper()).timestamp()
    except (ValueError, OverflowError, OSError):
        raise InvalidArgumentError(f"{text!r} is no date or time", operation="read a date", hint=HINT) from None
