"""Entries that say nearly the same."""

from __future__ import annotations

import pytest

from hermes_state.memory.entries.near import SIMILAR, alike, similarity


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Always run the tests with make check before a commit", "Before each commit, run the tests with make check"),
        ("User prefers answers that start with the conclusion", "Answers start with the conclusion, user prefers it"),
        ("The deploy script is scripts/deploy.sh", "deploy script: scripts/deploy.sh"),
        ("用户喜欢先说结论再解释原因", "用户喜欢先说结论，再解释"),
        ("Docker is not installed on this machine", "On this machine Docker is not installed; use podman instead"),
    ],
)
def test_the_same_rule_in_other_words_is_alike(first: str, second: str) -> None:
    assert similarity(first, second) >= SIMILAR
    assert similarity(first, second) == similarity(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("User prefers dark mode", "User lives in Lisbon"),
        ("The repository uses tabs", "The database runs on port 5433"),
        ("用户住在北京", "项目使用数据库"),
        ("a", "b"),
        ("", "anything"),
        ("!!!", "???"),
    ],
)
def test_different_facts_are_not_alike(first: str, second: str) -> None:
    assert similarity(first, second) < SIMILAR


def test_an_entry_is_not_its_own_neighbour_and_the_most_like_comes_first() -> None:
    text = "Run the linter with ruff check before pushing"
    near = "Run the linter with ruff check before pushing to main"
    far = "Run the linter before pushing anything with big files"
    assert [entry for entry, _ in alike(text, [text, far, near, "tea"])][:1] == [near]
