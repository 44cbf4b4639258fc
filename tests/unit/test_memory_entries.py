"""Entries as text: what a file's text means, what may be an entry, how one is appended."""

from __future__ import annotations

import pytest

from hermes_state.errors import EntryTextError, MemoryUnreadableError
from hermes_state.memory.entries.text import (
    ENTRY_DELIMITER,
    appended,
    canonical,
    decoded,
    encoded,
    joined,
    parse,
    unique,
)


def test_the_delimiter_is_a_line_with_a_section_sign() -> None:
    assert ENTRY_DELIMITER == "\n\u00a7\n"


@pytest.mark.parametrize(
    "text",
    [
        "alpha\n§\nbeta",
        "alpha\n\n§\n\nbeta\n",
        "alpha\r\n§\r\nbeta\r\n",
        "\ufeffalpha\n§\nbeta",
        "§\nalpha\n§\nbeta\n§",
        "alpha\n§\n§\nbeta\n§\n",
        "  alpha  \n \t§ \n beta ",
        "\n\n\nalpha\r\n\r\n§\nbeta",
    ],
)
def test_blank_lines_carriage_returns_marks_and_separators_at_the_ends_mean_nothing(text: str) -> None:
    assert parse(text) == ["alpha", "beta"]


def test_a_section_sign_within_a_line_separates_nothing() -> None:
    assert parse("uses § for sections\nand §§ too\n§\nsee §") == ["uses § for sections\nand §§ too", "see §"]


@pytest.mark.parametrize("text", ["", "\n", " \r\n\t", "§", "§\n§", "\ufeff", "\ufeff\n§\n"])
def test_a_text_without_words_holds_no_entries(text: str) -> None:
    assert parse(text) == []


def test_only_one_byte_order_mark_is_taken_away() -> None:
    assert parse("\ufeff\ufeffalpha") == ["\ufeffalpha"]
    assert parse(encoded(["\ufeffalpha", "beta"]).decode()) == ["\ufeffalpha", "beta"]


def test_an_entry_is_stripped_and_its_lines_end_with_a_line_feed() -> None:
    assert canonical("  first\r\nsecond \r\n") == "first\nsecond"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "cannot be empty"),
        (" \n\t ", "cannot be empty"),
        ("first\n§\nsecond", "separates entries"),
        ("§", "separates entries"),
        ("x\n§", "separates entries"),
        ("§\nx", "separates entries"),
        ("a\n \u00a0§\t\nb", "separates entries"),
        ("a\r\n§\r\nb", "separates entries"),
        ("a\rb", r"U\+000D"),
        ("a\x00b", r"U\+0000"),
        ("a\ud800b", r"U\+D800"),
        (None, "must be text"),
        (7, "must be text"),
    ],
)
def test_what_could_not_be_read_back_is_no_entry(content: object, reason: str) -> None:
    with pytest.raises(EntryTextError, match=reason):
        canonical(content)


@pytest.mark.parametrize(
    ("text", "longer"),
    [
        ("", "new"),
        ("alpha", "alpha\n§\nnew"),
        ("alpha\n", "alpha\n§\nnew"),
        ("alpha\n§", "alpha\n§\nnew"),
        ("alpha\n§\n", "alpha\n§\nnew"),
        ("alpha\r\n§\r\nbeta\r\n", "alpha\r\n§\r\nbeta\r\n§\nnew"),
        ("alpha\n\n§\n\n", "alpha\n\n§\n\nnew"),
        ("\ufeff", "\ufeffnew"),
    ],
)
def test_an_entry_is_appended_by_the_shortest_separator_that_works(text: str, longer: str) -> None:
    assert appended(text, "new") == longer


def test_a_first_entry_that_begins_with_a_byte_order_mark_is_appended_so_that_it_is_read_back() -> None:
    assert parse(appended("", "\ufeffnew")) == ["\ufeffnew"]
    assert parse(appended("\ufeff", "\ufeffnew")) == ["\ufeffnew"]


def test_bytes_that_are_no_text_are_unreadable_and_the_place_is_named() -> None:
    with pytest.raises(MemoryUnreadableError, match="not UTF-8 at byte 3") as raised:
        decoded(b"caf\xe9", "MEMORY.md")
    assert raised.value.path == "MEMORY.md"


def test_what_is_counted_is_the_joined_text() -> None:
    assert len(joined(["ab", "cde"])) == 2 + 3 + 3


def test_of_equal_entries_the_first_stays() -> None:
    assert unique(["b", "a", "b", "c", "a"]) == ["b", "a", "c"]
