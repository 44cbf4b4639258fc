"""The forms in which a question names a date: the expressions that find them, and what their words stand for.

Beside ``dates``, which loads it when a question holds a hint of a date; most searches start without.
"""

# Annotations are evaluated here: a named tuple compiles each one that is text, which a start would pay for.

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

FIRST_BARE_YEAR = 2001
"""First year that needs no month beside it: *in 2000* is more often an amount. The last is the one after now."""

FIRST_FIGURES_YEAR = 1990
"""First year of a date in figures alone (``5.3.2026``, ``20260305``). The last is the one after now."""

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
    (?: [t ] (?: [01]?[0-9] | 2[0-4] ) : [0-5][0-9] (?: : [0-6][0-9] (?: [.,][0-9]{1,9} )? )?
        (?: z | [+-][0-9]{2} (?: :?[0-9]{2} )? )? (?! [0-9a-z_] | [:.,+-][0-9] ) )?
    (?! [0-9a-su-z] | t(?![0-9]) | [-/.:][0-9] )
  | (?<! [0-9a-z_./:\#-] )
    (?P<year_only> [0-9]{4} ) - (?P<its_month> [0-9]{2} ) (?! [0-9a-z_] | [-/.:][0-9a-z] )
    """
_FIGURES = r"""
    (?<! [0-9a-z_./\\=<>^@\#$€£¥%+-] ) (?<! [0-9a-z/][:,] )
    (?<! version[ ] ) (?<! release[ ] ) (?<! \b v[ ] ) (?<! 版本 ) (?<! ジョン ) (?<! 버전[ ] )
    (?: (?P<day> [0-9]{1,2} ) \. (?P<month> [0-9]{1,2} ) \. (?P<year> [0-9]{4} )
      | (?P<first_year> [0-9]{4} ) \. (?P<its_month> [0-9]{1,2} ) \. (?P<its_day> [0-9]{1,2} )
      | (?P<whole> [0-9]{8} )
    ) (?! [0-9a-z_%] | [-/.:+@][0-9a-z] | ,[0-9] )
    """
"""Not within versions, addresses, paths, names and amounts; the month of ``5/3/2026`` is anyone's guess."""
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
    (?: (?P<day> today | tonight | yesterday | (?: the[ ] )? day[ ]before[ ]yesterday )
      | on[ ] (?P<weekday> {"|".join(_WEEKDAYS)} )
      | (?P<which> this | last ) [ ] (?P<unit> week | month | year | {"|".join(_WEEKDAYS)} ) (?! [ ]of[ ] )
      | (?P<count> [0-9]{{1,4}} | {"|".join(_COUNTS)} ) [ ] (?P<units> day | week | month | year ) s? [ ] ago
    ) (?! [0-9a-z_] | [.-][a-z] )
    """

_ONES = "一二三四五六七八九"
_NUMERALS = f"〇零十两兩{_ONES}"
_VALUES = str.maketrans(f"〇零○{_ONES}两兩", "00012345678922")
_SMALL = f"[{_ONES}]?十[{_ONES}]? | [{_ONES}]"
_MANY = "第每几幾数數百千万萬"
"""Before a numeral: it is only a part of a number, or of no date (第三月, 几十年前)."""

_EASTERN = rf"""
    (?<! [0-9a-z_.{_NUMERALS}] ) (?: (?= [0-9] ) | (?<! [{_MANY}这這上下前后後近同某] ) (?= [{_NUMERALS}] ) )
    (?: (?P<year> [0-9]{{4}} | [一二] [〇零○{_ONES}]{{3}} ) [ ]? [年년] )?
    (?: [ ]? (?P<month> [0-9]{{1,2}} | 十[一二]? | [{_ONES}] ) [ ]? [月월]
        (?: [ ]? (?P<day> [0-9]{{1,2}} | {_SMALL} ) [ ]? [日号號일]
          | (?! 雨(?!季) | 天(?![气氣]) | 兔 | [之以]?[内內] | 一[次回] ) )
    )?
    """
"""Not rain (五月雨), a band (五月天), a hare (三月兔), or what counts months (三月之内, 一月一次)."""

_EASTERN_AGO = rf"""
    (?<! [0-9a-z_.の的제{_NUMERALS}{_MANY}] ) (?<! [0-9][-,~〜–、] )
    (?: (?P<count> [0-9]{{1,3}} | {_SMALL} | [两兩] ) [ ]?
        (?: (?P<day> [天日일] )
          | (?P<week> [周週]間? | [个個]?星期 | [个個]?[礼禮]拜 | 주일? )
          | (?P<month> [个個箇ヶヵケカか]月 | 개월 | 달 )
          | (?P<year> [年년] ) )
      | (?<! [上下前大小个個] ) (?P<half> 半年 | 반[ ]?년 )
    )
    [ ]? (?: [以之]?前 (?! [半后後端往景夕台期任倒払] ) | 전 (?= [에의엔쯤] | 부터 | 까지 | [^가-힣] | \Z ) )
    """
"""Not before something else (会議の3日前), nor within other words: 3天前后 (about), 2년 전략 (a strategy)."""

_EASTERN_WORDS = {
    ("day", 0): ("今天", "今日", "오늘"),
    ("day", 1): ("昨天", "昨日", "어제"),
    ("day", 2): ("前天", "一昨日", "그저께"),
    ("day", 3): ("大前天",),
    ("week", 0): ("本周", "本週", "这周", "這週", "今週", "이번 주", "이번주"),
    ("week", 1): ("上周", "上週", "上星期", "上个星期", "上個星期", "先週", "지난 주", "지난주"),
    ("month", 0): ("本月", "这个月", "這個月", "今月", "이번 달", "이번달"),
    ("month", 1): ("上个月", "上個月", "先月", "지난 달", "지난달"),
    ("year", 0): ("今年", "올해"),
    ("year", 1): ("去年", "昨年", "작년", "지난해"),
    ("year", 2): ("一昨年", "재작년"),
}
_EASTERN_RELATIVE = (
    r"(?<![가-힣以晚早过過失])(?!(?<=[之目当當提先从從面眼跟空生向年月日周週])前天)(?:{})(?![期边邊围圍轻輕])"
)
"""Not within other words: 以上周期 (the period above), 失去年轻 (youth lost), 단어제한 (a limit of words), 当前天气."""


class Named(NamedTuple):
    """A date as it was named; ``days`` long from its day on, if it has one. It may be none of the calendar's."""

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    days: int = 1
    is_weekday: bool = False


def named_dates(text: str, words: frozenset[str], today: date) -> list[Named]:
    """What the expressions find in a folded text with these English words; in no order, and it may overlap."""
    found: list[Named] = []
    if any(digit in text for digit in "0123456789"):
        found += _iso_dates(text)
        found += _dates_in_figures(text, today)
        found += _bare_years(text, today)
    if not words.isdisjoint((*_FULL.split("|"), *_MONTHS, "sept")):
        found += _month_dates(text, today)
    if not words.isdisjoint(("today", "tonight", "yesterday", "this", "last", "ago", *_WEEKDAYS)):
        found += _relative_dates(text, today)
    if not text.isascii():
        found += _eastern_dates(text, today)
    return found


def _iso_dates(text: str) -> Iterator[Named]:
    for match in _compiled(_ISO).finditer(text):
        year, month, day = match["year"] or match["year_only"], match["month"] or match["its_month"], match["day"]
        yield Named(match.start(), match.end(), int(year), int(month), _number(day))


def _dates_in_figures(text: str, today: date) -> Iterator[Named]:
    for match in _compiled(_FIGURES).finditer(text):
        whole = match["whole"]
        if whole:
            year, month, day = int(whole[:4]), int(whole[4:6]), int(whole[6:])
        else:
            year, month = int(match["year"] or match["first_year"]), int(match["month"] or match["its_month"])
            day = int(match["day"] or match["its_day"])
        if FIRST_FIGURES_YEAR <= year <= today.year + 1:
            yield Named(match.start(), match.end(), year, month, day)


def _bare_years(text: str, today: date) -> Iterator[Named]:
    for match in _compiled(_BY_YEAR).finditer(text):
        year = int(match["year"])
        if FIRST_BARE_YEAR <= year <= today.year + 1:
            yield Named(match.start("lead" if match["lead"] in _PARTS else "year"), match.end(), year)


def _month_dates(text: str, today: date) -> Iterator[Named]:
    for match in _compiled(_BY_MONTH).finditer(text):
        if not _is_month(match):
            continue
        lead, day, year = match["lead"], _number(match["before"] or match["day"]), _number(match["year"])
        month = _MONTHS.index(match["month"][:3]) + 1
        if day is None and year is None and lead in ("last", "this"):
            year = today.year - (lead == "last" and month >= today.month)
        first = "lead" if lead in _PARTS else "before" if match["before"] else "month"
        yield Named(match.start(first), match.end(), year, month, day)


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


def _relative_dates(text: str, today: date) -> Iterator[Named]:
    for match in _compiled(_RELATIVE).finditer(text):
        start, end, unit = match.start(), match.end(), match["unit"]
        if match["day"]:
            back = 2 if "before" in match["day"] else int(match["day"] == "yesterday")
            yield _ago(start, end, "day", back, today)
        elif match["weekday"]:
            back = (today.weekday() - _WEEKDAYS.index(match["weekday"])) % 7
            yield _ago(match.start("weekday"), end, "day", back, today)._replace(is_weekday=True)
        elif match["units"]:
            count = match["count"]
            yield _ago(start, end, match["units"], _COUNTS.get(count) or int(count), today)
        elif unit in _WEEKDAYS:
            back = today.weekday() - _WEEKDAYS.index(unit)
            yield _ago(start, end, "day", back if match["which"] == "this" else (back - 1) % 7 + 1, today)
        else:
            yield _ago(start, end, unit, int(match["which"] == "last"), today)


def _eastern_dates(text: str, today: date) -> Iterator[Named]:
    for match in _compiled(_EASTERN).finditer(text):
        if match["year"] or match["month"]:
            year, month, day = map(_number, match.group("year", "month", "day"))
            yield Named(match.start(), match.end(), year, month, day)
    for match in _compiled(_EASTERN_AGO).finditer(text):
        if match["half"]:
            yield _ago(match.start(), match.end(), "month", 6, today)
        else:
            yield _ago(match.start(), match.end(), match.lastgroup or "", _number(match["count"]) or 0, today)
    ago = {word: when for when, words in _EASTERN_WORDS.items() for word in words}
    for match in _compiled(_EASTERN_RELATIVE.format("|".join(ago).replace(" ", "[ ]"))).finditer(text):
        yield _ago(match.start(), match.end(), *ago[match[0]], today)


def _ago(start: int, end: int, unit: str, back: int, today: date) -> Named:
    """The day, week, month or year that lies ``back`` before the one of today."""
    if unit == "year":
        return Named(start, end, today.year - back)
    if unit == "month":
        year, month = divmod(today.year * 12 + today.month - 1 - back, 12)
        return Named(start, end, year, month + 1)
    days = 7 if unit == "week" else 1
    first = today - timedelta(back * days + (today.weekday() if unit == "week" else 0))
    return Named(start, end, first.year, first.month, first.day, days)


def _number(digits: str | None) -> int | None:
    """The value of figures or of Chinese numerals: 十二 is 12, 二〇二五 is 2025."""
    if digits is None:
        return None
    tens, ten, ones = digits.translate(_VALUES).rpartition("十")
    return int(tens or 1) * 10 + int(ones or 0) if ten else int(ones)


@lru_cache(maxsize=8)
def _compiled(expression: str) -> re.Pattern[str]:
    """Compiled when a question first needs it: together they take milliseconds."""
    return re.compile(expression, re.VERBOSE)
