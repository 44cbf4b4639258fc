"""Times as people write them."""

from __future__ import annotations

import os
from datetime import UTC, datetime

import pytest
from zones import needs_zones, utc

from hermes_state import InvalidArgumentError
from hermes_state.times import iso, parse_time

NOON = datetime(2026, 7, 15, 12, tzinfo=UTC).timestamp()


@needs_zones
@pytest.mark.parametrize("zone", ["UTC0"], indirect=True)
@pytest.mark.usefixtures("zone")
class TestInGreenwich:
    @pytest.mark.parametrize(
        ("text", "moment"),
        [
            ("2026-07-01", utc(2026, 7, 1)),
            (" 2026-07-01 ", utc(2026, 7, 1)),
            ("2026-07", utc(2026, 7, 1)),
            ("2026", utc(2026, 1, 1)),
            ("20260701", utc(2026, 7, 1)),
            ("2026-07-01T14:30", utc(2026, 7, 1, 14, 30)),
            ("2026-07-01 14:30:05", utc(2026, 7, 1, 14, 30, 5)),
            ("2026-07-01T14:30:00Z", utc(2026, 7, 1, 14, 30)),
            ("2026-07-01t14:30:00z", utc(2026, 7, 1, 14, 30)),
            ("2026-07-01T14:30:00+02:00", utc(2026, 7, 1, 12, 30)),
            ("2026-07-01T14:30:00.250Z", utc(2026, 7, 1, 14, 30) + 0.25),
            ("today", utc(2026, 7, 15)),
            ("Yesterday", utc(2026, 7, 14)),
            ("now", NOON),
            ("7d", NOON - 7 * 86_400),
            ("12h", NOON - 12 * 3_600),
            ("30m", NOON - 1_800),
            ("2w", NOON - 14 * 86_400),
            ("2 W", NOON - 14 * 86_400),
            ("0d", NOON),
        ],
    )
    def test_a_text_means_a_moment(self, text: str, moment: float) -> None:
        assert parse_time(text, now=NOON) == moment


@needs_zones
@pytest.mark.parametrize("zone", ["Europe/Berlin"], indirect=True)
@pytest.mark.usefixtures("zone")
class TestInBerlin:
    """Summer time began on 2026-03-29 at 2 o'clock and ends on 2026-10-25 at 3 o'clock."""

    def test_a_date_begins_at_local_midnight(self) -> None:
        assert parse_time("2026-07-01") == utc(2026, 6, 30, 22)
        assert parse_time("2026-01-01") == utc(2025, 12, 31, 23)

    def test_yesterday_begins_at_midnight_though_the_day_had_23_hours(self) -> None:
        now = utc(2026, 3, 30, 10)
        assert parse_time("today", now=now) == utc(2026, 3, 29, 22)
        assert parse_time("yesterday", now=now) == utc(2026, 3, 28, 23)

    def test_yesterday_begins_at_midnight_though_the_day_had_25_hours(self) -> None:
        now = utc(2026, 10, 26, 10)
        assert parse_time("today", now=now) == utc(2026, 10, 25, 23)
        assert parse_time("yesterday", now=now) == utc(2026, 10, 24, 22)

    def test_days_ago_are_24_hours_each(self) -> None:
        now = utc(2026, 3, 30, 10)
        assert parse_time("1d", now=now) == utc(2026, 3, 29, 10)

    def test_an_hour_that_is_skipped_is_some_moment_beside_it(self) -> None:
        assert utc(2026, 3, 29, 0, 30) <= parse_time("2026-03-29T02:30") <= utc(2026, 3, 29, 1, 30)

    def test_an_hour_that_comes_twice_is_one_of_the_two(self) -> None:
        assert parse_time("2026-10-25T02:30") in (utc(2026, 10, 25, 0, 30), utc(2026, 10, 25, 1, 30))


@pytest.mark.parametrize("seconds", [0, -1.5, 1_780_000_000, 1_780_000_000.25])
def test_seconds_since_the_epoch_stay_what_they_are(seconds: float) -> None:
    assert parse_time(seconds) == seconds


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "breakfast", "2026-13", "2026-13-01", "2026-02-30", "0000", "0000-01-01", "99999999d", "-7d", "7y",
        "7 d ago", "d7", "1e3", "٧d", "2026-07-01T25:00", "2026-07-01T14:30+99:00", "\x00", "2026-07-01\x00",
        "9" * 400, "9" * 400 + "d", "tomorrow", "nan", "inf", "2026/07/01", "999999w" * 2,
    ],
)  # fmt: skip
def test_anything_else_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        parse_time(text)
    assert "2026-07-01" in str(caught.value.hint)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf"), True])
def test_numbers_that_are_no_moment_are_refused(number: float) -> None:
    with pytest.raises(InvalidArgumentError):
        parse_time(number)


def test_a_moment_is_shown_in_utc_with_milliseconds_only_where_it_has_any() -> None:
    assert iso(1_780_000_000) == "2026-05-28T20:26:40Z"
    assert iso(1_780_000_000.25) == "2026-05-28T20:26:40.250Z"
    assert iso(None) is None


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), 1e30, -1e30])
def test_a_moment_that_no_calendar_has_is_not_shown(seconds: float) -> None:
    assert iso(seconds) is None


def test_these_tests_leave_the_zone_as_it_was() -> None:
    assert os.environ.get("TZ") != "Europe/Berlin"
