"""Waiting for a lock: short pauses, never twice the same, and an end."""

from __future__ import annotations

import pytest

from hermes_state.store import waiting
from hermes_state.store.waiting import LEAST_PAUSE_S, MOST_PAUSE_S, Waiting


class Clock:
    """A clock that goes on only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.pauses: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def perf_counter_ns(self) -> int:
        return 7_919 * len(self.pauses)

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(waiting, "time", clock)
    return clock


def asked_in_vain(handler: Waiting) -> int:
    """How often SQLite would ask for a lock that nobody lets go."""
    asked = 0
    while handler(asked):
        asked += 1
    return asked


def test_the_pauses_are_short_and_differ_and_end_with_the_timeout(clock: Clock) -> None:
    asked_in_vain(Waiting(200))
    assert clock.now == pytest.approx(100.2, abs=MOST_PAUSE_S)
    assert all(LEAST_PAUSE_S <= pause <= MOST_PAUSE_S for pause in clock.pauses)
    assert len(set(clock.pauses)) > 10


def test_each_lock_is_waited_for_as_long(clock: Clock) -> None:
    handler = Waiting(200)
    asked_in_vain(handler)
    asked_in_vain(handler)
    assert clock.now == pytest.approx(100.4, abs=2 * MOST_PAUSE_S)


def test_without_a_timeout_nothing_is_waited_for(clock: Clock) -> None:
    assert not Waiting(0)(0)
    assert clock.pauses == []
