"""Values out of the files beside a memory, which anybody may have changed: of the kind that is wanted, or refused."""

from __future__ import annotations

from math import isfinite


def text(value: object) -> str:
    """The value, which must be a text; raises ``TypeError``."""
    if not isinstance(value, str):
        raise TypeError(f"{type(value).__name__} where a text belongs")
    return value


def text_or_none(value: object) -> str | None:
    """The value, which must be a text or nothing; raises ``TypeError``."""
    return None if value is None else text(value)


def moment(value: object) -> float:
    """Seconds since the epoch: a finite number. Raises ``TypeError``, ``ValueError`` or ``OverflowError``."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{type(value).__name__} where a time belongs")
    seconds = float(value)
    if not isfinite(seconds):
        raise ValueError("a time that is no number")
    return seconds
