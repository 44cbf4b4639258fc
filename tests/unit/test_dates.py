"""The dates that a question names."""

from __future__ import annotations

import re
import sys
import time
from datetime import UTC, datetime, timedelta
from importlib.util import module_from_spec, spec_from_file_location
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zones import needs_zones, utc

from hermes_state.search import date_words, dates
from hermes_state.search.analysis import fold
from hermes_state.search.dates import LOOK_CHARS, Mention, distance_days, is_within, mentions

NOON = datetime(2026, 7, 15, 12, tzinfo=UTC).timestamp()
"""A Wednesday."""

DAY = 86_400

NUMERALS = {ord(figure): numeral for figure, numeral in zip("0123456789", "〇一二三四五六七八九", strict=True)}
NUMBERS = ["", *"一二三四五六七八九", "十", *(f"十{one}" for one in "一二三四五六七八九"), "二十"]
NUMBERS += [*(f"二十{one}" for one in "一二三四五六七八九"), "三十", "三十一"]


def day_of(seconds: float | None) -> str:
    assert seconds is not None
    moment = datetime.fromtimestamp(seconds, UTC)
    assert (moment.hour, moment.minute, moment.second) == (0, 0, 0)
    return f"{moment:%Y-%m-%d}"


def read(question: str) -> list[tuple[str, ...]]:
    """For each date: the words that name it, then its first day and the day after its last, or its month."""
    folded = fold(question)
    found: list[tuple[str, ...]] = []
    for one in mentions(folded, NOON):
        words = folded[one.start : one.end]
        if one.month is None:
            found.append((words, day_of(one.after), day_of(one.before)))
        else:
            assert one.after is None
            assert one.before is None
            found.append((words, str(one.month)))
    return found


@needs_zones
@pytest.mark.parametrize("zone", ["UTC0"], indirect=True)
@pytest.mark.usefixtures("zone")
class TestInGreenwich:
    @pytest.mark.parametrize(
        ("question", "words", "first", "end"),
        [
            ("what broke on 2023-05-21?", "2023-05-21", "2023-05-21", "2023-05-22"),
            ("2023/05/21", "2023/05/21", "2023-05-21", "2023-05-22"),
            ("2023-5-1", "2023-5-1", "2023-05-01", "2023-05-02"),
            ("at 2023-05-21T14:30", "2023-05-21t14:30", "2023-05-21", "2023-05-22"),
            ("2025-01-10T12:00", "2025-01-10t12:00", "2025-01-10", "2025-01-11"),
            ("at 2025-01-10 12:00, or so", "2025-01-10 12:00", "2025-01-10", "2025-01-11"),
            ("2025/01/10 9:05?", "2025/01/10 9:05", "2025-01-10", "2025-01-11"),
            ("2025-01-10T12:00:59.123Z.", "2025-01-10t12:00:59.123z", "2025-01-10", "2025-01-11"),
            ("2025-01-10 12:00:59,123 error", "2025-01-10 12:00:59,123", "2025-01-10", "2025-01-11"),
            ("2025-01-10T23:59:59+02:00", "2025-01-10t23:59:59+02:00", "2025-01-10", "2025-01-11"),
            ("2025-01-10 12:00 zones", "2025-01-10 12:00", "2025-01-10", "2025-01-11"),
            ("2025-01-10T25:00", "2025-01-10", "2025-01-10", "2025-01-11"),
            ("2025-01-10 12:60", "2025-01-10", "2025-01-10", "2025-01-11"),
            ("2025-01-10 12:00x", "2025-01-10", "2025-01-10", "2025-01-11"),
            ("2025-01-10 12 files", "2025-01-10", "2025-01-10", "2025-01-11"),
            ("2023-05-21.log", "2023-05-21", "2023-05-21", "2023-05-22"),
            ("the logs of 2023-05.", "2023-05", "2023-05-01", "2023-06-01"),
            ("2023-12", "2023-12", "2023-12-01", "2024-01-01"),
            ("2024-02-29", "2024-02-29", "2024-02-29", "2024-03-01"),
        ],
    )
    def test_iso_dates_are_found(self, question: str, words: str, first: str, end: str) -> None:
        assert read(question) == [(words, first, end)]

    @pytest.mark.parametrize(
        ("question", "words", "first", "end"),
        [
            ("10.1.2025", "10.1.2025", "2025-01-10", "2025-01-11"),
            ("on 05.03.2026.", "05.03.2026", "2026-03-05", "2026-03-06"),
            ("(31.12.1990)", "31.12.1990", "1990-12-31", "1991-01-01"),
            ("2026.3.5", "2026.3.5", "2026-03-05", "2026-03-06"),
            ("2026.03.05の会議", "2026.03.05", "2026-03-05", "2026-03-06"),
            ("日期：2026.3.5，", "2026.3.5", "2026-03-05", "2026-03-06"),
            ("the log of 20260305?", "20260305", "2026-03-05", "2026-03-06"),
            ("19900101", "19900101", "1990-01-01", "1990-01-02"),
            ("20271231", "20271231", "2027-12-31", "2028-01-01"),
            ("20240229", "20240229", "2024-02-29", "2024-03-01"),
            ("20260305的会议", "20260305", "2026-03-05", "2026-03-06"),
        ],
    )
    def test_dates_in_figures_alone_are_found(self, question: str, words: str, first: str, end: str) -> None:
        assert read(question) == [(words, first, end)]

    @pytest.mark.parametrize(
        "question",
        [
            *("v2026.3.5", "v 2026.3.5", "version 2026.3.5", "版本2026.3.5", "pip==2026.3.5", "hermes-2026.3.5"),
            *("2026.3.5rc1", "2026.3.5-beta", "2026.3.5.tar.gz", "2026.3.5.1", "image:2026.3.5", "@2026.3.5"),
            *("1.2.3", "10.1.20", "2026.3", "3.2026", "10.1.2025.3", "1.10.1.2025", "127.0.0.1", "10.1.20255"),
            *("31.2.2026", "12.31.2025", "2026.13.5", "2026.2.30", "0.1.2025", "1.1.1989", "1.1.2028", "2028.1.1"),
            *("20260230", "20261301", "20260100", "19891231", "20280101", "2026030", "202603051", "20260305x"),
            *("x20260305", "a_20260305", "#20260305", "0x20260305", "1.20260305", "20260305.5", "20260305%"),
            *("$20260305", "1,20260305", "20260305,000", "20260305-1", "id/20260305", "img20260305.png"),
            *("5/3/2026", "05/03/2026", "5-3-2026", "in spring", "last summer", "春", "去る夏", "겨울"),
        ],
    )
    def test_versions_and_other_figures_are_no_dates(self, question: str) -> None:
        assert read(question) == []

    @pytest.mark.parametrize(
        ("question", "words", "first", "end"),
        [
            ("21 May 2023", "21 may 2023", "2023-05-21", "2023-05-22"),
            ("21 May, 2023", "21 may, 2023", "2023-05-21", "2023-05-22"),
            ("on 8th December, 2023", "8th december, 2023", "2023-12-08", "2023-12-09"),
            ("the 21st of May, 2023", "21st of may, 2023", "2023-05-21", "2023-05-22"),
            ("21-May-2023", "21-may-2023", "2023-05-21", "2023-05-22"),
            ("May 21, 2023", "may 21, 2023", "2023-05-21", "2023-05-22"),
            ("May 21st 2023, or so", "may 21st 2023", "2023-05-21", "2023-05-22"),
            ("May 2023", "may 2023", "2023-05-01", "2023-06-01"),
            ("May, 2023", "may, 2023", "2023-05-01", "2023-06-01"),
            ("early May of 2023", "early may of 2023", "2023-05-01", "2023-06-01"),
            ("Jan 2023", "jan 2023", "2023-01-01", "2023-02-01"),
            ("in Sept. 2023", "sept. 2023", "2023-09-01", "2023-10-01"),
            ("Dec. 5, 2023", "dec. 5, 2023", "2023-12-05", "2023-12-06"),
            ("march 3 2024", "march 3 2024", "2024-03-03", "2024-03-04"),
            ("what did we do in 2023?", "2023", "2023-01-01", "2024-01-01"),
            ("since 2024", "2024", "2024-01-01", "2025-01-01"),
            ("late 2023", "late 2023", "2023-01-01", "2024-01-01"),
            ("mid-2023", "mid-2023", "2023-01-01", "2024-01-01"),
        ],
    )
    def test_english_dates_with_a_year_are_found(self, question: str, words: str, first: str, end: str) -> None:
        assert read(question) == [(words, first, end)]

    @pytest.mark.parametrize(
        ("question", "words", "month"),
        [
            ("in May", "may", "5"),
            ("in May we chose it", "may", "5"),
            ("the notes of May", "may", "5"),
            ("since March", "march", "3"),
            ("during march, perhaps", "march", "3"),
            ("early March", "early march", "3"),
            ("in late March", "late march", "3"),
            ("mid-March", "mid-march", "3"),
            ("in sept.", "sept.", "9"),
            ("in the month of jun", "jun", "6"),
            ("what about January", "january", "1"),
            ("december's release", "december", "12"),
        ],
    )
    def test_a_month_without_a_year_is_any_year_s(self, question: str, words: str, month: str) -> None:
        assert read(question) == [(words, month)]

    @pytest.mark.parametrize(
        ("question", "words", "first", "end"),
        [
            ("july 7", "july 7", "2026-07-07", "2026-07-08"),
            ("july 15", "july 15", "2026-07-15", "2026-07-16"),
            ("july 16", "july 16", "2025-07-16", "2025-07-17"),
            ("May 21st", "may 21st", "2026-05-21", "2026-05-22"),
            ("on 8 may", "8 may", "2026-05-08", "2026-05-09"),
            ("8th of may we met", "8th of may", "2026-05-08", "2026-05-09"),
            ("24 dec", "24 dec", "2025-12-24", "2025-12-25"),
            ("February 29", "february 29", "2024-02-29", "2024-03-01"),
        ],
    )
    def test_a_day_without_a_year_is_the_latest_up_to_now(
        self, question: str, words: str, first: str, end: str
    ) -> None:
        assert read(question) == [(words, first, end)]

    @pytest.mark.parametrize(
        ("question", "words", "first", "end"),
        [
            ("Today", "today", "2026-07-15", "2026-07-16"),
            ("yesterday's bug", "yesterday", "2026-07-14", "2026-07-15"),
            ("Tonight?", "tonight", "2026-07-15", "2026-07-16"),
            ("since the day before yesterday", "the day before yesterday", "2026-07-13", "2026-07-14"),
            ("Day before yesterday's bug", "day before yesterday", "2026-07-13", "2026-07-14"),
            ("what we said on Monday", "monday", "2026-07-13", "2026-07-14"),
            ("on wednesday", "wednesday", "2026-07-15", "2026-07-16"),
            ("on thursday, perhaps", "thursday", "2026-07-09", "2026-07-10"),
            ("on sunday morning", "sunday", "2026-07-12", "2026-07-13"),
            ("on last monday", "last monday", "2026-07-13", "2026-07-14"),
            ("on monday, july 6", "july 6", "2026-07-06", "2026-07-07"),
            ("on monday the 5th of may, 2025", "5th of may, 2025", "2025-05-05", "2025-05-06"),
            ("on monday 2025-05-05", "2025-05-05", "2025-05-05", "2025-05-06"),
            ("on monday of last week", "last week", "2026-07-06", "2026-07-13"),
            ("this week", "this week", "2026-07-13", "2026-07-20"),
            ("last week", "last week", "2026-07-06", "2026-07-13"),
            ("this month", "this month", "2026-07-01", "2026-08-01"),
            ("last month", "last month", "2026-06-01", "2026-07-01"),
            ("this year", "this year", "2026-01-01", "2027-01-01"),
            ("last year", "last year", "2025-01-01", "2026-01-01"),
            ("3 days ago", "3 days ago", "2026-07-12", "2026-07-13"),
            ("a week ago", "a week ago", "2026-07-06", "2026-07-13"),
            ("two weeks ago", "two weeks ago", "2026-06-29", "2026-07-06"),
            ("8 months ago", "8 months ago", "2025-11-01", "2025-12-01"),
            ("ten years ago", "ten years ago", "2016-01-01", "2017-01-01"),
            ("last monday", "last monday", "2026-07-13", "2026-07-14"),
            ("last wednesday", "last wednesday", "2026-07-08", "2026-07-09"),
            ("last sunday", "last sunday", "2026-07-12", "2026-07-13"),
            ("this friday", "this friday", "2026-07-17", "2026-07-18"),
            ("last march", "last march", "2026-03-01", "2026-04-01"),
            ("last july", "last july", "2025-07-01", "2025-08-01"),
            ("this march", "this march", "2026-03-01", "2026-04-01"),
            ("last may we moved", "last may", "2026-05-01", "2026-06-01"),
        ],
    )
    def test_relative_dates_count_from_today(self, question: str, words: str, first: str, end: str) -> None:
        assert read(question) == [(words, first, end)]

    @pytest.mark.parametrize(
        ("question", "words", "first", "end"),
        [
            ("2023年5月21日的会议", "2023年5月21日", "2023-05-21", "2023-05-22"),
            ("2023 年 5 月 21 日", "2023 年 5 月 21 日", "2023-05-21", "2023-05-22"),
            ("2023年５月２１号", "2023年5月21号", "2023-05-21", "2023-05-22"),
            ("我们在2023年5月讨论", "2023年5月", "2023-05-01", "2023-06-01"),
            ("2023年12月", "2023年12月", "2023-12-01", "2024-01-01"),
            ("2023年", "2023年", "2023-01-01", "2024-01-01"),
            ("5月21日", "5月21日", "2026-05-21", "2026-05-22"),
            ("去年的部署", "去年", "2025-01-01", "2026-01-01"),
            ("昨天", "昨天", "2026-07-14", "2026-07-15"),
            ("昨日の会話", "昨日", "2026-07-14", "2026-07-15"),
            ("一昨日", "一昨日", "2026-07-13", "2026-07-14"),
            ("前天的会议", "前天", "2026-07-13", "2026-07-14"),
            ("大前天", "大前天", "2026-07-12", "2026-07-13"),
            ("一昨年", "一昨年", "2024-01-01", "2025-01-01"),
            ("그저께", "그저께", "2026-07-13", "2026-07-14"),
            ("재작년", "재작년", "2024-01-01", "2025-01-01"),
            ("二〇二五年", "二〇二五年", "2025-01-01", "2026-01-01"),
            ("二○二五年の件", "二○二五年", "2025-01-01", "2026-01-01"),
            ("一九九九年十二月三十一日", "一九九九年十二月三十一日", "1999-12-31", "2000-01-01"),
            ("二零二五年三月", "二零二五年三月", "2025-03-01", "2025-04-01"),
            ("2025年三月", "2025年三月", "2025-03-01", "2025-04-01"),
            ("二〇二五年前", "二〇二五年", "2025-01-01", "2026-01-01"),
            ("2025年前半", "2025年", "2025-01-01", "2026-01-01"),
            ("三月五日", "三月五日", "2026-03-05", "2026-03-06"),
            ("在十月二十一号", "十月二十一号", "2025-10-21", "2025-10-22"),
            ("去年三月", "去年三月", "2025-03-01", "2025-04-01"),
            ("5月3日前", "5月3日", "2026-05-03", "2026-05-04"),
            ("上周", "上周", "2026-07-06", "2026-07-13"),
            ("上個月", "上個月", "2026-06-01", "2026-07-01"),
            ("上个月", "上个月", "2026-06-01", "2026-07-01"),
            ("先週の件", "先週", "2026-07-06", "2026-07-13"),
            ("先月", "先月", "2026-06-01", "2026-07-01"),
            ("今年", "今年", "2026-01-01", "2027-01-01"),
            ("2023년 5월 21일에", "2023년 5월 21일", "2023-05-21", "2023-05-22"),
            ("2023년 5월", "2023년 5월", "2023-05-01", "2023-06-01"),
            ("어제", "어제", "2026-07-14", "2026-07-15"),
            ("지난주에", "지난주", "2026-07-06", "2026-07-13"),
            ("지난 주", "지난 주", "2026-07-06", "2026-07-13"),
            ("지난달", "지난달", "2026-06-01", "2026-07-01"),
            ("작년", "작년", "2025-01-01", "2026-01-01"),
            ("去年5月", "去年5月", "2025-05-01", "2025-06-01"),
            ("작년 5월", "작년 5월", "2025-05-01", "2025-06-01"),
        ],
    )
    def test_eastern_dates_are_found(self, question: str, words: str, first: str, end: str) -> None:
        assert read(question) == [(words, first, end)]

    @pytest.mark.parametrize(
        ("question", "words", "first", "end"),
        [
            ("我们3天前讨论的", "3天前", "2026-07-12", "2026-07-13"),
            ("３ 天前", "3 天前", "2026-07-12", "2026-07-13"),
            ("两天前", "两天前", "2026-07-13", "2026-07-14"),
            ("兩天前", "兩天前", "2026-07-13", "2026-07-14"),
            ("十天前", "十天前", "2026-07-05", "2026-07-06"),
            ("十五天前", "十五天前", "2026-06-30", "2026-07-01"),
            ("二十天以前", "二十天以前", "2026-06-25", "2026-06-26"),
            ("2周前", "2周前", "2026-06-29", "2026-07-06"),
            ("两周之前", "两周之前", "2026-06-29", "2026-07-06"),
            ("两个星期前", "两个星期前", "2026-06-29", "2026-07-06"),
            ("3个月前", "3个月前", "2026-04-01", "2026-05-01"),
            ("三個月前", "三個月前", "2026-04-01", "2026-05-01"),
            ("半年前", "半年前", "2026-01-01", "2026-02-01"),
            ("2年前", "2年前", "2024-01-01", "2025-01-01"),
            ("两年前", "两年前", "2024-01-01", "2025-01-01"),
            ("3天前天气不好", "3天前", "2026-07-12", "2026-07-13"),
            ("3日前の会話", "3日前", "2026-07-12", "2026-07-13"),
            ("2週間前", "2週間前", "2026-06-29", "2026-07-06"),
            ("3ヶ月前", "3ヶ月前", "2026-04-01", "2026-05-01"),
            ("3か月前", "3か月前", "2026-04-01", "2026-05-01"),
            ("3カ月前", "3カ月前", "2026-04-01", "2026-05-01"),
            ("2年前の5月", "2年前の5月", "2024-05-01", "2024-06-01"),
            ("3일 전", "3일 전", "2026-07-12", "2026-07-13"),
            ("3일전에", "3일전", "2026-07-12", "2026-07-13"),
            ("2주 전의 대화", "2주 전", "2026-06-29", "2026-07-06"),
            ("2주전", "2주전", "2026-06-29", "2026-07-06"),
            ("3개월 전부터", "3개월 전", "2026-04-01", "2026-05-01"),
            ("3개월전", "3개월전", "2026-04-01", "2026-05-01"),
            ("2년 전?", "2년 전", "2024-01-01", "2025-01-01"),
            ("2년전", "2년전", "2024-01-01", "2025-01-01"),
            ("반년 전", "반년 전", "2026-01-01", "2026-02-01"),
        ],
    )
    def test_eastern_dates_count_from_today(self, question: str, words: str, first: str, end: str) -> None:
        assert read(question) == [(words, first, end)]

    @pytest.mark.parametrize(
        "question",
        [
            *("几天前", "几十年前", "两三天前", "2-3天前", "2、3日前", "一百年前", "第3天前", "1.5年前", "每三天"),
            *("三天", "3天前后", "3日前後", "2年前半", "2週間前払い", "3天前端", "会議の3日前", "上半年前", "一年半前"),
            *("以前天气", "当前天气", "目前天数", "提前天数", "之前天天", "十周年前夕", "9999年前", "999年前"),
            *("3일 전체", "2년 전략", "3개월 전망", "2~3일 전", "제3일 전", "3일", "2주 전환", "3일 전부"),
            *("十三月", "二十二月", "两三月", "第三月", "每一月", "上一月", "三个月", "几月", "五月雨", "五月天的歌"),
            *("三月之内", "三月以内", "一月一次", "二五年", "二〇二五", "一二〇二五年", "五〇二五年"),
            *("二千年", "三月三十二日"),
        ],
    )
    def test_eastern_words_that_are_no_dates_are_no_mention(self, question: str) -> None:
        assert read(question) == []

    @pytest.mark.parametrize(
        ("question", "words", "month"),
        [
            *[("5月", "5月", "5"), ("１２月の件", "12月", "12"), ("5월", "5월", "5"), ("11월에", "11월", "11")],
            *[("三月", "三月", "3"), ("十二月的部署", "十二月", "12"), ("我们十月讨论", "十月", "10")],
            *[("在十一月份", "十一月", "11"), ("三月天气", "三月", "3"), ("3月", "3月", "3")],
        ],
    )
    def test_an_eastern_month_without_a_year_is_any_year_s(self, question: str, words: str, month: str) -> None:
        assert read(question) == [(words, month)]

    def test_a_month_and_a_relative_year_are_one_date(self) -> None:
        assert read("in may last year") == [("may last year", "2025-05-01", "2025-06-01")]
        assert read("june 3 of last year") == [("june 3 of last year", "2025-06-03", "2025-06-04")]

    def test_the_year_of_a_range_s_end_is_that_of_its_start(self) -> None:
        assert read("between august 11 and august 15 2023") == [
            ("august 11", "2023-08-11", "2023-08-12"),
            ("august 15 2023", "2023-08-15", "2023-08-16"),
        ]
        assert read("from june to august 2023") == [
            ("june", "2023-06-01", "2023-07-01"),
            ("august 2023", "2023-08-01", "2023-09-01"),
        ]

    def test_a_range_over_new_year_starts_in_the_year_before(self) -> None:
        assert read("between december 28 and january 3, 2024") == [
            ("december 28", "2023-12-28", "2023-12-29"),
            ("january 3, 2024", "2024-01-03", "2024-01-04"),
        ]

    @pytest.mark.parametrize(
        "question",
        [
            "",
            "31 february",
            "february 31, 2023",
            "30 february of 2023",
            "2023-02-29",
            "2023-13-01",
            "2023-00-10",
            "2023-05-00",
            "2023-13",
            "june 0",
            "june 45 2023",
            "2023年13月",
            "2023年2月30日",
            "13月",
            "0000-01-01",
            "9999-12-31",
            "june 9999",
            "in 9999",
            "0000年1月1日",
            "9999年12月",
            "9999 years ago",
            "2023",
            "in 2000 lines",
            "in 2048 tokens",
            "in 2,023 files",
            "2023.1",
            "in 2023.1",
            "v2.5",
            "v2023-05-21",
            "CVE-2023-10",
            "CVE-2023-05-21000",
            "10/12",
            "localhost:2023",
            "port 8080",
            "1.5",
            "1.5 weeks ago",
            "192.168.10.12",
            "550e8400-2023-05-21-a716",
            "march",
            "march on to the next step",
            "march-madness",
            "march.py",
            "may",
            "may I ask",
            "it may fail",
            "this may fail",
            "the sign in may fail",
            "the built-in may work",
            "20 may fail",
            "may_fail",
            "in may_fail",
            "maybe",
            "mayor",
            "dec",
            "jan wrote",
            "the sep token",
            "sat sun mon",
            "today_count",
            "last weekend",
            "monday",
            "on mondays",
            "on monday.com",
            "on_monday",
            "season on monday_task",
            "fortonight",
            "the last week of work",
            "last 5 days",
            "this_week",
            "3个月",
            "3개월",
            "21日",
            "以上周期",
            "失去年轻",
            "단어제한",
        ],
    )
    def test_what_is_no_date_is_no_mention(self, question: str) -> None:
        assert read(question) == []

    def test_several_dates_come_in_the_order_of_the_text(self) -> None:
        assert read("yesterday, 2023-05-21, 5月 and in march") == [
            ("yesterday", "2026-07-14", "2026-07-15"),
            ("2023-05-21", "2023-05-21", "2023-05-22"),
            ("5月", "5"),
            ("march", "3"),
        ]

    def test_the_end_of_the_stretch_is_outside_it(self) -> None:
        (day,) = mentions("2023-05-21", NOON)
        assert day == Mention(0, 10, utc(2023, 5, 21), utc(2023, 5, 22), None)
        assert is_within(day, utc(2023, 5, 21))
        assert is_within(day, utc(2023, 5, 22) - 0.001)
        assert not is_within(day, utc(2023, 5, 22))
        assert not is_within(day, utc(2023, 5, 21) - 0.001)

    def test_the_distance_is_in_days_from_the_nearest_edge(self) -> None:
        (day,) = mentions("2023-05-21", NOON)
        assert distance_days(day, utc(2023, 5, 21, 12)) == 0.0
        assert distance_days(day, utc(2023, 5, 24)) == 2.0
        assert distance_days(day, utc(2023, 5, 19, 12)) == 1.5
        assert 0 < distance_days(day, utc(2023, 5, 22)) < 1e-6

    def test_the_distance_from_a_month_is_that_from_the_nearest_one(self) -> None:
        (december,) = mentions("december", NOON)
        assert is_within(december, utc(2019, 12, 31, 23, 59))
        assert distance_days(december, utc(2019, 12, 5)) == 0.0
        assert distance_days(december, utc(2024, 1, 11)) == 10.0
        assert distance_days(december, utc(2024, 11, 26)) == 5.0

    @pytest.mark.parametrize("moment", [nan, inf, -inf])
    def test_what_is_no_moment_is_infinitely_far(self, moment: float) -> None:
        for mention in (*mentions("2023-05-21", NOON), *mentions("december", NOON)):
            assert not is_within(mention, moment)
            assert distance_days(mention, moment) == inf

    def test_an_open_end_reaches_for_ever(self) -> None:
        since = Mention(0, 1, NOON, None)
        assert is_within(since, NOON + 1e12)
        assert distance_days(since, NOON - DAY) == 1.0


@needs_zones
class TestLocalTime:
    @pytest.mark.parametrize("zone", ["Europe/Berlin"], indirect=True)
    @pytest.mark.usefixtures("zone")
    def test_a_day_is_as_long_as_the_clocks_make_it(self) -> None:
        """Summer time began on 2026-03-29 and ends on 2026-10-25."""
        spring, autumn, month = mentions("2026-03-29 2026-10-25 2026-03", NOON)
        assert spring[2:4] == (utc(2026, 3, 28, 23), utc(2026, 3, 29, 22))
        assert autumn[2:4] == (utc(2026, 10, 24, 22), utc(2026, 10, 25, 23))
        assert month[2:4] == (utc(2026, 2, 28, 23), utc(2026, 3, 31, 22))

    @pytest.mark.parametrize("zone", ["Europe/Berlin"], indirect=True)
    @pytest.mark.usefixtures("zone")
    def test_yesterday_starts_at_midnight_though_it_had_23_hours(self) -> None:
        (yesterday,) = mentions("yesterday", utc(2026, 3, 30, 10))
        assert yesterday[2:4] == (utc(2026, 3, 28, 23), utc(2026, 3, 29, 22))

    @pytest.mark.parametrize("zone", ["Asia/Tokyo"], indirect=True)
    @pytest.mark.usefixtures("zone")
    def test_today_is_that_of_the_local_clock(self) -> None:
        (today,) = mentions("today", utc(2026, 7, 15, 16))
        assert today[2:4] == (utc(2026, 7, 15, 15), utc(2026, 7, 16, 15))

    @pytest.mark.parametrize("zone", ["America/Sao_Paulo"], indirect=True)
    @pytest.mark.usefixtures("zone")
    def test_a_day_without_a_midnight_starts_when_the_clocks_are_put_forward(self) -> None:
        """On 2018-11-04 the clocks went from 00:00 (-03) to 01:00 (-02)."""
        before, day = mentions("2018-11-03 2018-11-04", NOON)
        assert before[2:4] == (utc(2018, 11, 3, 3), utc(2018, 11, 4, 3))
        assert day[2:4] == (utc(2018, 11, 4, 3), utc(2018, 11, 5, 2))

    @pytest.mark.parametrize("zone", ["Pacific/Apia"], indirect=True)
    @pytest.mark.usefixtures("zone")
    def test_a_day_that_the_calendar_left_out_is_none(self) -> None:
        """Samoa went from 2011-12-29 to 2011-12-31."""
        assert mentions("2011-12-30", NOON) == []
        assert len(mentions("2011-12-29 2011-12-31", NOON)) == 2


class TestAnyText:
    @pytest.mark.parametrize(
        "piece",
        [
            *("1", "1 ", "2023", "2023-", "2023-05-21 ", " ", "may", "may ", "may, ", "in ", "in may ", "1 may "),
            *("21st of ", "last ", "three ", "a.", "5月", "2023年", "1年5月", "年", "上", "지난 "),
            *("10.", "10.1.", "10.1.2025", "2026.3.", "20260305", "2025-01-10 12:00:", "2025-01-10t", "十"),
            *("十二", "二"),
            *("二〇二五年", "三月", "3天", "两个", "半年", "前", "前天", "3일 ", "on ", "on monday "),
            *("the day before ",),
        ],
    )
    def test_hostile_text_takes_no_time(self, piece: str) -> None:
        mentions(piece, NOON)
        started = time.process_time()
        for _ in range(10):
            mentions(piece * 10_000, NOON)
        assert time.process_time() - started < 1.0  # quadratic: minutes; now: about 10 ms

    def test_only_the_start_of_a_long_text_counts(self) -> None:
        start = "x " * (LOOK_CHARS // 2 - 10)
        assert len(mentions(f"{start}2023-05-21 and more to come", NOON)) == 1
        assert mentions(f"{'x ' * LOOK_CHARS}2023-05-21", NOON) == []

    def test_a_date_that_is_cut_there_is_none(self) -> None:
        start = " " * (LOOK_CHARS - 9)
        assert mentions(f"{start}2023-05-21", NOON) == []
        assert len(mentions(f"{start[1:]}2023-05-21", NOON)) == 1

    @pytest.mark.parametrize("now", [nan, inf, -inf, 1e18, -1e18, 253_402_300_799.0, -62_135_596_800.0])
    def test_a_now_beyond_the_calendar_finds_nothing(self, now: float) -> None:
        assert mentions("yesterday 2023-05-21 july 7", now) == []

    def test_the_words_are_in_folded_form(self) -> None:
        words = [word for group in date_words._EASTERN_WORDS.values() for word in group]
        assert [fold(word) for word in words] == words
        assert len(set(words)) == len(words)

    def test_every_english_word_of_a_date_is_a_hint_of_one(self) -> None:
        months = {*date_words._FULL.split("|"), *date_words._MONTHS, "sept"}
        assert {*months, *date_words._WEEKDAYS, "today", "tonight", "yesterday", "this", "last", "ago"} == dates._HINTS

    def test_nothing_is_compiled_by_the_import(self, monkeypatch: pytest.MonkeyPatch) -> None:
        again = []
        for module in (date_words, dates):
            spec = spec_from_file_location(module.__name__, module.__file__)
            assert spec is not None
            assert spec.loader is not None
            again.append(module_from_spec(spec))
            monkeypatch.setitem(sys.modules, module.__name__, again[-1])
        monkeypatch.setattr(re, "compile", None)
        for module in again:
            assert module.__spec__ is not None
            assert module.__spec__.loader is not None
            module.__spec__.loader.exec_module(module)
        with pytest.raises(TypeError):  # the control: a question does compile
            again[1].mentions("today", NOON)

    @pytest.mark.parametrize("question", ["", "windows pty bridge", "café “quoted” – naïve", "on the sum of it"])
    def test_without_a_hint_of_a_date_the_expressions_are_not_loaded(
        self, question: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, date_words.__name__, None)
        assert mentions(question, NOON) == []
        with pytest.raises(ImportError):  # the control: a date does load them
            mentions("today", NOON)

    @given(
        text=st.one_of(
            st.text(max_size=80),
            st.lists(
                st.sampled_from(
                    "may march jan sept. december in of since early last this year week monday ago today and to , . - /"
                    " 年 月 日 년 월 일 的 去年 上周 昨日 지난 주 어제 十 二 三 〇 两 半年 个 前 天 전"
                    " on tonight day before t 12:00 : 개월 週間 20260305".split()
                )
                | st.integers(0, 40).map(str)
                | st.integers(0, 9999).map(lambda year: f"{year:04}")
                | st.dates().map(str)
                | st.just(" "),
                max_size=24,
            ).map("".join),
        ),
        at=st.floats() | st.floats(-4e9, 1e10),
        now=st.floats(0, 4.1e9),
        offset=st.sampled_from([-1.0, 0.0, 1.0]),
    )
    def test_mentions_are_in_order_and_apart_and_agree_on_what_is_within(
        self, text: str, at: float, now: float, offset: float
    ) -> None:
        folded = fold(text)
        found = mentions(folded, now)
        end = 0
        for mention in found:
            assert end <= mention.start < mention.end <= len(folded)
            end = mention.end
            if mention.month is None:
                assert mention.after is not None
                assert mention.before is not None
                assert mention.after < mention.before
                moments = [at, mention.after + offset, mention.before + offset]
            else:
                assert mention[2:4] == (None, None)
                assert 1 <= mention.month <= 12
                moments = [at]
            for moment in moments:
                assert is_within(mention, moment) == (distance_days(mention, moment) == 0.0)
                assert distance_days(mention, moment) >= 0.0

    @given(st.datetimes(datetime(1971, 1, 1), datetime(2100, 12, 31)))
    def test_a_day_is_found_however_it_is_written(self, moment: datetime) -> None:
        midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
        edges = (midnight.timestamp(), (midnight + timedelta(days=1)).timestamp())
        year, month, day = midnight.year, midnight.month, midnight.day
        for text in (
            f"{midnight:%Y-%m-%d}",
            f"{midnight:%Y/%m/%d}",
            f"{midnight:%B} {day}, {year}",
            f"{day} {midnight:%b} {year}",
            f"{day}th of {midnight:%B}, {year}",
            f"{midnight:%Y-%m-%d}T{moment:%H:%M}",
            f"{midnight:%Y-%m-%d} {moment:%H:%M:%S}",
            f"{year}年{month}月{day}日",
            f"{str(year).translate(NUMERALS)}年{NUMBERS[month]}月{NUMBERS[day]}日",
            f"{year}년 {month}월 {day}일",
        ):
            (found,) = mentions(fold(text), NOON)
            assert found == Mention(0, len(text), *edges, None)

    @given(st.datetimes(datetime(1990, 1, 1), datetime(2027, 12, 31)))
    def test_a_day_is_found_in_figures_alone(self, moment: datetime) -> None:
        midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
        edges = (midnight.timestamp(), (midnight + timedelta(days=1)).timestamp())
        year, month, day = midnight.year, midnight.month, midnight.day
        for text in (f"{day}.{month}.{year}", f"{midnight:%d.%m.%Y}", f"{year}.{month}.{day}", f"{midnight:%Y%m%d}"):
            (found,) = mentions(text, NOON)
            assert found == Mention(0, len(text), *edges, None)
