"""Turns the times that transcripts write into seconds since the Unix epoch."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any

MILLISECONDS_FROM = 1e11
"""Numbers from here on count milliseconds: as seconds they would lie beyond the year 5000."""


def epoch_seconds(value: Any) -> float | None:
    """Seconds since the epoch of an ISO 8601 text or a number of seconds or milliseconds; ``None`` when it is neither.

    A text without a zone is taken as UTC.
    """
    if type(value) is str:
        try:
            moment = datetime.fromisoformat(value)
            if moment.tzinfo is None:
                moment = moment.replace(tzinfo=UTC)
            return moment.timestamp()
        except (ValueError, OverflowError):
            return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        seconds = float(value)
    except OverflowError:
        return None
    if not math.isfinite(seconds):
        return None
    return seconds / 1000 if abs(seconds) >= MILLISECONDS_FROM else seconds
