"""Times in time zones; the fixture ``zone`` makes another one local."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

needs_zones = pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system's zone cannot be changed")


def utc(*parts: int) -> float:
    """Seconds since the epoch at a year, month, day and so on in UTC."""
    return datetime(*parts, tzinfo=UTC).timestamp()  # type: ignore[misc,arg-type]
