"""Finds the dates that a question names, so that a search can prefer conversations of that time.

English, ISO 8601, Chinese, Japanese and Korean. A date here is a stretch of local time: a day, a week from Monday
to Sunday, a calendar month or a year; *early*, *mid* and *late* stand for all of the month or year beside them.
A word that is more often something else (*may*, *march*, *dec*) is a month only beside what shows it.
"""

# Annotations are evaluated here: a named tuple compiles each one that is text, which a start would pay for.

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import lru_cache
from math import inf, isfinite
from typing import NamedTuple

LOOK_CHARS = 1_000
"""How much of a question is looked at, from its start."""

YEARS = range(1970, 2101)
"""Years that a date may have; ``0000`` and ``9999`` are other numbers."""

FIRST_BARE_YEAR = 2001
"""First year that needs no month beside it: *in 2000* is more often an amount. The last is the one after now."""

_DAY_SECONDS = 86_400
_LEAST_DAYS = 0.001 / _DAY_SECONDS
"""What is outside is at least a millisecond away, so that a distance of nought says inside."""

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_FULL = "january|february|march|april|may|june|july|august|september|october|november|december"
_SHORT = "jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_COUNTS = {"a": 1} | {
    word: count for count, word in enumerate("one two three four five six seven eight nine ten".split(), 1)
}

_SURE = frozenset(_FULL.split("|")) - {"march", "may"}
_PARTS = ("early", "late", "mid", "last", "this")
"""What belongs to a date; the other words that lead to one stay outside it."""
_LEADS = "in|of|on|since|until|till|during|from|by|before|after|around|between|" + "|".join(_PARTS)
_VERBS = frozenset("also be break cause fail have need never not only require still".split())
"""What follows *may* the verb, even behind a word that could lead to the month (*the sign in may fail*)."""

_ISO = r"""
    (?<! [0-9a-z] ) (?<! [0-9][-/.:] )
    (?P<year> [0-9]{4} ) (?P<mark> [-/] ) (?P<month> [0-9]{1,2} ) (?P=mark) (?P<day> [0-9]{1,2} )
    (?! [0-9a-su-z] | t(?![0-9]) | [-/.:][0-9] )
  | (?<! [0-9a-z_./:\#-] )
    (?P<year_only> [0-9]{4} ) - (?P<its_month> [0-9]{2} ) (?! [0-9a-z_] | [-/.:][0-9a-z] )
    """
_BY_YEAR = r"""
    (?<! [0-9a-z_.-] ) (?P<lead> in|since|during|of|early|late|mid ) [ -]
    (?P<year> [0-9]{4} ) (?! [0-9a-z_%] | [-/.:,][0-9] )
    """
_BY_MONTH = rf"""
    (?<! [0-9a-z_./\\@\#-] )
    (?: (?P<lead> {_LEADS} ) [ -] (?: the[ ] )? )?
    (?: (?P<before> [0-9]{{1,2}} ) (?P<ordinal> st|nd|rd|th )? (?: [ ]of[ ] | [ -] ) )?
    (?P<month> {_FULL} | (?: {_SHORT} ) \.? ) (?! [0-9a-z_] | [.-][a-z] )
    (?(before) | (?: [ ] (?: the[ ] )? (?P<day> [0-9]{{1,2}} ) (?: st|nd|rd|th )? (?! [0-9a-z_%] | [-/.:][0-9] ) )? )
    (?: (?: ,[ ]? | [ ]of[ ] | [ -] ) (?P<year> [0-9]{{4}} ) (?! [0-9a-z_%] | [-/.:,][0-9] ) )?
    """
_RELATIVE = rf"""
    (?<! [0-9a-z_.-] )
    (?: (?P<day> today | yesterday )
      | (?P<which> this | last ) [ ] (?P<unit> week | month | year | {"|".join(_WEEKDAYS)} ) (?! [ ]of[ ] )
      | (?P<count> [0-9]{{1,4}} | {"|".join(_COUNTS)} ) [ ] (?P<units> day | week | month | year ) s? [ ] ago
    ) (?! [0-9a-z_] | [.-][a-z] )
    """
_EASTERN = r"""
    (?<! [0-9a-z_.] ) (?= [0-9] )
    (?: (?P<year> [0-9]{4} ) [ ]? [年년] )?
    (?: [ ]? (?P<month> [0-9]{1,2} ) [ ]? [月월] (?: [ ]? (?P<day> [0-9]{1,2} ) [ ]? [日号號일] )? )?
    """
_EASTERN_WORDS = {
    ("day", 0): ("今天", "今日", "오늘"),
    ("day", 1): ("昨天", "昨日", "어제"),
    ("day", 2): ("一昨日", "그저께"),
    ("week", 0): ("本周", "本週", "这周", "這週", "今週", "이번 주", "이번주"),
    ("week", 1): ("上周", "上週", "上星期", "上个星期", "上個星期", "先週", "지난 주", "지난주"),
    ("month", 0): ("本月", "这个月", "這個月", "今月", "이번 달", "이번달"),
    ("month", 1): ("上个月", "上個月", "先月", "지난 달", "지난달"),
    ("year", 0): ("今年", "올해"),
    ("year", 1): ("去年", "昨年", "작년", "지난해"),
}
_EASTERN_RELATIVE = r"(?<![가-힣以晚早过過失])(?:{})(?![期边邊围圍轻輕])"
"""Not within other words: 以上周期 (the period above), 失去年轻 (youth lost), 단어제한 (a limit of words)."""

_SAME_DATE = ("", " ", ", ", " in ", " of ", " on ", "的", "の")
"""What stands between a month and its year when they were found apart (*in may last year*, 去年5月)."""
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


class _Named(NamedTuple):
    """A date as it was named; ``days`` long from its day on, if it has one. It may be none of the calendar's."""

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    days: int = 1


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


def _apart(text: str, today: date) -> list[_Named]:
    """What the expressions find, in order; of what overlaps, the first and then the longest."""
    found: list[_Named] = []
    if any(digit in text for digit in "0123456789"):
        found += _iso_dates(text)
        found += _bare_years(text, today)
    words = set(_compiled("[a-z]+").findall(text))
    if not words.isdisjoint(_month_words()):
        found += _month_dates(text, today)
    if not words.isdisjoint(("today", "yesterday", "this", "last", "ago")):
        found += _relative_dates(text, today)
    if not text.isascii():
        found += _eastern_dates(text, today)
    found.sort(key=lambda one: (one.start, -one.end))
    apart: list[_Named] = []
    for one in found:
        if not apart or one.start >= apart[-1].end:
            apart.append(one)
    return apart


def _iso_dates(text: str) -> Iterator[_Named]:
    for match in _compiled(_ISO).finditer(text):
        year, month, day = match["year"] or match["year_only"], match["month"] or match["its_month"], match["day"]
        yield _Named(match.start(), match.end(), int(year), int(month), _number(day))


def _bare_years(text: str, today: date) -> Iterator[_Named]:
    for match in _compiled(_BY_YEAR).finditer(text):
        year = int(match["year"])
        if FIRST_BARE_YEAR <= year <= today.year + 1:
            yield _Named(match.start("lead" if match["lead"] in _PARTS else "year"), match.end(), year)


def _month_dates(text: str, today: date) -> Iterator[_Named]:
    for match in _compiled(_BY_MONTH).finditer(text):
        if not _is_month(match):
            continue
        lead, day, year = match["lead"], _number(match["before"] or match["day"]), _number(match["year"])
        month = _MONTHS.index(match["month"][:3]) + 1
        if day is None and year is None and lead in ("last", "this"):
            year = today.year - (lead == "last" and month >= today.month)
        first = "lead" if lead in _PARTS else "before" if match["before"] else "month"
        yield _Named(match.start(first), match.end(), year, month, day)


def _is_month(match: re.Match[str]) -> bool:
    """Whether a month's name is meant as one, by what stands beside it."""
    name, lead = match["month"], match["lead"]
    if name in _SURE or match["year"] or match["day"] or match["ordinal"]:
        return True
    if match["before"] and name not in ("may", "march"):
        return True
    rest = match.string[match.end() : match.end() + 16]
    closed = rest.strip() == "" or rest.lstrip()[0] in "?!.,;:)。、"
    if match["before"] and closed:
        return True
    if lead is None or (lead == "on" and not match["before"]):
        return False
    if name == "may" and not closed:
        return lead != "this" and rest.split()[0] not in _VERBS
    return True


def _relative_dates(text: str, today: date) -> Iterator[_Named]:
    for match in _compiled(_RELATIVE).finditer(text):
        start, end, unit = match.start(), match.end(), match["unit"]
        if match["day"]:
            yield _ago(start, end, "day", int(match["day"] == "yesterday"), today)
        elif match["units"]:
            count = match["count"]
            yield _ago(start, end, match["units"], _COUNTS.get(count) or int(count), today)
        elif unit in _WEEKDAYS:
            back = today.weekday() - _WEEKDAYS.index(unit)
            yield _ago(start, end, "day", back if match["which"] == "this" else (back - 1) % 7 + 1, today)
        else:
            yield _ago(start, end, unit, int(match["which"] == "last"), today)


def _eastern_dates(text: str, today: date) -> Iterator[_Named]:
    for match in _compiled(_EASTERN).finditer(text):
        if match["year"] or match["month"]:
            year, month, day = map(_number, match.group("year", "month", "day"))
            yield _Named(match.start(), match.end(), year, month, day)
    ago = {word: when for when, words in _EASTERN_WORDS.items() for word in words}
    for match in _compiled(_EASTERN_RELATIVE.format("|".join(ago).replace(" ", "[ ]"))).finditer(text):
        yield _ago(match.start(), match.end(), *ago[match[0]], today)


def _ago(start: int, end: int, unit: str, back: int, today: date) -> _Named:
    """The day, week, month or year that lies ``back`` before the one of today."""
    if unit == "year":
        return _Named(start, end, today.year - back)
    if unit == "month":
        year, month = divmod(today.year * 12 + today.month - 1 - back, 12)
        return _Named(start, end, year, month + 1)
    days = 7 if unit == "week" else 1
    first = today - timedelta(back * days + (today.weekday() if unit == "week" else 0))
    return _Named(start, end, first.year, first.month, first.day, days)


# What belongs together


def _joined(named: list[_Named], text: str) -> list[_Named]:
    """Makes one date of a year alone and the month beside it that has none."""
    joined: list[_Named] = []
    for one in named:
        last = joined[-1] if joined else None
        if last is not None and text[last.end : one.start] in _SAME_DATE:
            for year, rest in ((last, one), (one, last)):
                if year.month is None and rest.year is None:
                    joined[-1] = rest._replace(start=last.start, end=one.end, year=year.year)
                    break
            else:
                joined.append(one)
        else:
            joined.append(one)
    return joined


def _sharing_years(named: list[_Named], text: str) -> Iterator[_Named]:
    """Yields the dates, the first of a range with the year of the second (the one before, if it comes later in it)."""
    for one, following in zip(named, [*named[1:], None], strict=False):
        if one.year is None and following is not None and following.year is not None and following.month is not None:
            until = (following.month, following.day or 31)
            if text[one.end : following.start].strip() in _RANGE:
                yield one._replace(year=following.year - ((one.month or 1, one.day or 1) > until))
                continue
        yield one


def _mention(named: _Named, today: date) -> Mention | None:
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


def _number(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


@lru_cache(maxsize=8)
def _compiled(expression: str) -> re.Pattern[str]:
    """Compiled when a question first needs it: together they take milliseconds."""
    return re.compile(expression, re.VERBOSE)


@lru_cache(maxsize=1)
def _month_words() -> frozenset[str]:
    return frozenset((*_FULL.split("|"), *_MONTHS, "sept"))
