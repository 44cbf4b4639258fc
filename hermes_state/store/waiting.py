"""How a connection waits for another process's lock."""

from __future__ import annotations

import time

LEAST_PAUSE_S, MOST_PAUSE_S = 0.0005, 0.004
"""How long it sleeps before it asks again. SQLite's own pauses grow to 100 ms, in which others come first again and
again: with ten writers at once the slowest of a hundred appends then takes three times as long."""


class Waiting:
    """A busy handler: whether SQLite shall ask for the lock again, after a pause that is never the same."""

    __slots__ = ("_timeout_s", "_until")

    def __init__(self, timeout_ms: int) -> None:
        self._timeout_s = timeout_ms / 1000
        self._until = 0.0

    def __call__(self, asked: int) -> bool:
        """``asked`` counts how often SQLite has asked for this lock before."""
        now = time.monotonic()
        if not asked:
            self._until = now + self._timeout_s
        if now >= self._until:
            return False
        share = time.perf_counter_ns() % 1_000 / 1_000  # as good as chance, and nothing to import
        time.sleep(LEAST_PAUSE_S + share * (MOST_PAUSE_S - LEAST_PAUSE_S))
        return True
