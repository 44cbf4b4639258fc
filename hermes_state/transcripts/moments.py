"""Times as hand-made and foreign transcripts spell them: numbers as text, and dates of the local zone too."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from hermes_state.transcripts.timestamps import epoch_seconds


def moment(value: Any, *, local: bool = False) -> float | None:
    """Seconds since the epoch of any value that ``epoch_seconds`` takes, or of a number as text; else ``None``.

    With ``local`` a date without a zone is of this machine's zone, otherwise of UTC.
    """
    if not isinstance(value, str):
        return epoch_seconds(value)
    text = value.strip()
    try:
        return epoch_seconds(float(text))
    except ValueError:
        pass  # not a number: a date
    if local:
        try:
            return datetime.fromisoformat(text).astimezone().timestamp()
        except (ValueError, OverflowError, OSError):
            return None
    return epoch_seconds(text)
