"""Close spellings: how far two words are apart, and which count as the same word misspelt."""

from __future__ import annotations

import pytest

from hermes_state.store.dictionary import allowed_edits, edit_distance, nearest, trigram_query


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("gateway", "gateway", 0),
        ("gateway", "gatway", 1),
        ("gateway", "gatewaay", 1),
        ("gateway", "gatewai", 1),
        ("gateway", "agteway", 1),  # a swap of neighbours counts once
        ("kitten", "sitting", 3),  # Levenshtein's own example
        ("", "ab", 2),
        ("ab", "", 2),
        ("ca", "abc", 3),  # the restricted distance: nothing is edited twice
    ],
)
def test_a_distance_counts_insertions_deletions_changes_and_swaps(one: str, other: str, distance: int) -> None:
    assert edit_distance(one, other, 5) == distance
    assert edit_distance(other, one, 5) == distance


def test_beyond_its_limit_a_distance_is_not_told() -> None:
    assert edit_distance("kitten", "sitting", 2) is None
    assert edit_distance("a", "abcdef", 2) is None


@pytest.mark.parametrize(("word", "edits"), [("cat", 0), ("cats", 1), ("gateway", 1), ("gateways", 2)])
def test_short_words_may_hardly_be_misspelt(word: str, edits: int) -> None:
    assert allowed_edits(word) == edits


def test_the_nearest_come_first() -> None:
    assert nearest("deployment", ["deploymnets", "deploymnt", "employment", "department"]) == [
        "deploymnt",
        "deploymnets",
        "employment",
    ]


def test_another_number_is_no_misspelling() -> None:
    assert nearest("issue1842", ["issue1843", "isue1842", "issue184"]) == ["isue1842"]


def test_short_words_have_no_neighbours() -> None:
    assert nearest("cat", ["car", "cat"]) == []


def test_trigrams_are_joined_by_and_never_by_a_wildcard() -> None:
    assert trigram_query("a_bc") == '"a_b" AND "_bc"'
