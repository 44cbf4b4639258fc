"""Finds the dates that a question names, so that a search can prefer conversations of that time.

English, ISO 8601, Chinese, Japanese and Korean. A date here is a stretch of local time: a day, a week from Monday
to Sunday, a calendar month or a year; *early*, *mid* and *late* stand for all of the month or year beside them.
A word that is more often something else (*may*, *march*, *dec*) is a month only beside what shows it.
"""

# Annotations are evaluated here: a named tuple compiles each one that is text, which a start would pay for.

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from math import inf, isfinite
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hermes_state.search.date_words import Named

LOOK_CHARS = 1_000
"""How much of a question is looked at, from its start."""

YEARS = range(1970, 2101)
"""Years that a date may have; ``0000`` and ``9999`` are other numbers."""

_DAY_SECONDS = 86_400
_LEAST_DAYS = 0.001 / _DAY_SECONDS
"""What is outside is at least a millisecond away, so that a distance of nought says inside."""

_HINTS = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug"
    " sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday today tonight yesterday this last"
    " ago".split()
)
"""English words of which each date without a figure holds one."""

_SAME_DATE = ("", " ", ", ", " in ", " of ", " on ", "的", "の")
"""What stands between a month and its year when they were found apart (*in may last year*, 去年5月)."""
_OF_WEEKDAY = (" ", ", ", " the ", ", the ", " of ")
"""What stands between a weekday and the date that it is of (*on monday the 21st of may*)."""
_RANGE = ("-", "–", "~", "and", "to", "until", "till", "through", "到", "至", "から", "부터")
"""What stands between two dates that share the year of the second."""


class Mention(NamedTuple):
    """A date in a question: ``text[start:end]`` names it, as code points of the folded text.

    ``after`` (inclusive) and ``before`` (exclusive) are seconds since the epoch; both are ``None`` when ``month``
    (1 to 12) is set: a month without a year means that of any year.
    """

    start: int
    end: int
    after: float | None
    before: float | None
    month: int | None = None


def mentions(folded: str, now: float) -> list[Mention]:
    """The dates in a folded text, in order and not overlapping; ``now`` is in seconds since the epoch.

    Linear in the length, of which the first ``LOOK_CHARS`` count. A day without a year is the latest one up to now.
    Raises nothing: what is no date of the calendar, or beyond ``YEARS``, is left out.
    """
    today = _local_day(now)
    if today is None or today.year not in YEARS:
        return []
    text = folded[:LOOK_CHARS]
    named = [one for one in _apart(text, today) if one.end < LOOK_CHARS or len(folded) == one.end]
    found = (_mention(one, today) for one in _sharing_years(_joined(named, text), text))
    return [mention for mention in found if mention is not None]


def is_within(mention: Mention, at: float) -> bool:
    """Whether a moment (seconds since the epoch) lies in the time that was named; false for what is no moment."""
    if mention.month is not None:
        day = _local_day(at)
        return day is not None and day.month == mention.month
    after, before = _span(mention)
    return isfinite(at) and after <= at < before


def distance_days(mention: Mention, at: float) -> float:
    """Days of 24 hours from a moment to the nearest edge of the time that was named, 0.0 within it and only there.

    For a month without a year: to the nearest such month. ``inf`` for what is no moment.
    """
    if is_within(mention, at):
        return 0.0
    if not isfinite(at):
        return inf
    if mention.month is None:
        edges = [_span(mention)]
    else:
        day = _local_day(at)
        years = () if day is None else (day.year - 1, day.year, day.year + 1)
        edges = [edge for year in years if (edge := _edges(year, mention.month)) is not None]
    seconds = min((max(after - at, at - before) for after, before in edges), default=inf)
    return max(seconds / _DAY_SECONDS, _LEAST_DAYS)


def _span(mention: Mention) -> tuple[float, float]:
    return -inf if mention.after is None else mention.after, inf if mention.before is None else mention.before


# What is named where


def _apart(text: str, today: date) -> "list[Named]":
    """What the expressions find, in order; of what overlaps, the first and then the longest."""
    words = _HINTS.intersection(re.findall("[a-z]+", text))
    if not words and max(text, default="") < "\u3000" and not any(digit in text for digit in "0123456789"):
        return []
    from hermes_state.search.date_words import named_dates  # a question without a hint of a date starts without

    found = named_dates(text, words, today)
    found.sort(key=lambda one: (one.start, -one.end))
    apart: list[Named] = []
    for one in found:
        if not apart or one.start >= apart[-1].end:
            apart.append(one)
    return apart


# What belongs together


def _joined(named: "list[Named]", text: str) -> "list[Named]":
    """Makes one date of a year alone and the month beside it that has none; a date says more than its weekday."""
    joined: list[Named] = []
    for one in named:
        last = joined[-1] if joined else None
        if last is not None and last.is_weekday and text[last.end : one.start] in _OF_WEEKDAY:
            joined[-1] = one
        elif last is not None and text[last.end : one.start] in _SAME_DATE:
            for year, rest in ((last, one), (one, last)):
                if year.month is None and rest.year is None:
                    joined[-1] = rest._replace(start=last.start, end=one.end, year=year.year)
                    break
            else:
                joined.append(one)
        else:
            joined.append(one)
    return joined


def _sharing_years(named: "list[Named]", text: str) -> "Iterator[Named]":
    """Yields the dates, the first of a range with the year of the second (the one before, if it comes later in it)."""
    for one, following in zip(named, [*named[1:], None], strict=False):
        if one.year is None and following is not None and following.year is not None and following.month is not None:
            until = (following.month, following.day or 31)
            if text[one.end : following.start].strip() in _RANGE:
                yield one._replace(year=following.year - ((one.month or 1, one.day or 1) > until))
                continue
        yield one


def _mention(named: "Named", today: date) -> Mention | None:
    """The stretch of time that was named, or ``None`` when the calendar has none such."""
    year, month = named.year, named.month
    if month is not None and not 1 <= month <= 12:
        return None
    if year is None and month is not None:
        if named.day is None:
            return Mention(named.start, named.end, None, None, month)
        year = _latest_year(month, named.day, today)
    edges = None if year is None or year not in YEARS else _edges(year, month, named.day, named.days)
    return None if edges is None else Mention(named.start, named.end, *edges)


def _latest_year(month: int, day: int, today: date) -> int | None:
    for year in range(today.year, today.year - 9, -1):  # leap days lie up to eight years apart
        try:
            if date(year, month, day) <= today:
                return year
        except ValueError:
            continue
    return None


# The calendar


def _edges(year: int, month: int | None, day: int | None = None, days: int = 1) -> tuple[float, float] | None:
    """Where a day (or some from it on), month or year starts and ends in local time; ``None`` when it is none.

    A midnight that the clocks skip is the moment at which they do; one that they show twice is the first.
    """
    try:
        first = date(year, 1 if month is None else month, 1 if day is None else day)
        if day is not None:
            end = first + timedelta(days)
        elif month is not None:
            end = date(year + month // 12, month % 12 + 1, 1)
        else:
            end = date(year + 1, 1, 1)
        after, before = (datetime(edge.year, edge.month, edge.day).timestamp() for edge in (first, end))
    except (ValueError, OverflowError, OSError):
        return None
    return (after, before) if after < before else None


def _local_day(at: float) -> date | None:
    try:
        return date.fromtimestamp(at)
    except (ValueError, OverflowError, OSError):
        return None
