"""Operations on a list of entries: which entry is meant, what becomes of it, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from hermes_state.errors import (
    AmbiguousEntryError,
    EntryChangedError,
    EntryNotFoundError,
    EntryTextError,
    MalformedOperationError,
)
from hermes_state.memory.entries.operations import Operation, apply, checked_operations, find, pinned
from hermes_state.memory.entries.text import content_hash

HELD = ["the editor is vim", "the shell is fish", "tests run by make test"]


def done(*operations: dict[str, Any], entries: list[str] | None = None) -> list[str]:
    return apply(HELD if entries is None else entries, checked_operations(operations)).entries


def test_an_entry_is_found_by_a_part_that_only_it_holds() -> None:
    assert find(HELD, "shell") == 1
    assert find(HELD, "  shell is\r\n ") == 1


def test_several_different_matches_are_refused_with_a_list() -> None:
    with pytest.raises(AmbiguousEntryError) as raised:
        find(HELD, "the")
    assert raised.value.matches == HELD[:2]


def test_of_identical_matches_the_first_is_meant() -> None:
    assert find(["a b", "c", "a b"], "a") == 0


def test_text_between_separators_means_the_entry_that_is_exactly_it() -> None:
    assert find(["tea and cake", "tea"], "§\ntea\n§") == 1
    with pytest.raises(AmbiguousEntryError, match="exactly this text"):
        find(["tea and cake", "tea"], "tea")


def test_white_space_counts_as_equal_where_nothing_matches_letter_by_letter() -> None:
    assert find(HELD, "the  editor\nis vim") == 0
    with pytest.raises(EntryNotFoundError):
        find(HELD, "theeditor is vim")


def test_replace_takes_the_place_of_the_whole_entry() -> None:
    assert done({"action": "replace", "old_text": "vim", "content": "uses emacs"}) == ["uses emacs", *HELD[1:]]


def test_edit_changes_the_part_alone() -> None:
    assert done({"action": "edit", "old_text": "vim", "new_text": "emacs"})[0] == "the editor is emacs"
    assert done({"action": "edit", "old_text": " is fish", "content": ""})[1] == "the shell"


def test_edit_of_a_part_that_stands_twice_in_its_entry_is_refused() -> None:
    with pytest.raises(AmbiguousEntryError, match="2 times"):
        done({"action": "edit", "old_text": "test", "new_text": "check"})


@pytest.mark.parametrize("new_text", ["", " ", "a\n§\nb"])
def test_edit_leaves_an_entry_or_is_refused(new_text: str) -> None:
    with pytest.raises(EntryTextError):
        done({"action": "edit", "old_text": "the editor is vim", "new_text": new_text})


def test_operations_act_in_order_each_on_what_the_one_before_left() -> None:
    assert done(
        {"action": "add", "content": "one"},
        {"action": "replace", "old_text": "one", "content": "two"},
        {"action": "remove", "old_text": "vim"},
    ) == [*HELD[1:], "two"]


def test_the_given_list_stays_as_it_is() -> None:
    entries = list(HELD)
    done({"action": "remove", "old_text": "vim"}, entries=entries)
    assert entries == HELD


def test_an_entry_that_becomes_equal_to_another_is_one_with_it() -> None:
    outcome = apply(HELD, checked_operations([{"action": "replace", "old_text": "vim", "content": HELD[1]}]))
    assert outcome.entries == HELD[1:]
    assert [(one.before, one.after) for one in outcome.changes] == [(HELD[0], None)]


def test_a_duplicate_changes_nothing() -> None:
    outcome = apply(HELD, checked_operations([{"action": "add", "content": f"  {HELD[1]}\n"}]))
    assert (outcome.changes, outcome.duplicates) == ((), (HELD[1],))


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (None, "must be a list"),
        ([], "must be a list"),
        ("add", "must be a list"),
        ([7], "operation 1 of 1: an operation must be an object"),
        ([{"action": "add", "content": "x"}, {"action": "drop"}], "operation 2 of 2: the action 'drop'"),
        ([{"action": "read"}], "none of add, replace, edit, remove"),
        ([{"action": "add"}], "cannot be empty"),
        ([{"action": "replace", "content": "x"}], "needs old_text"),
        ([{"action": "replace", "old_text": " ", "content": "x"}], "old_text cannot be empty"),
        ([{"action": "replace", "old_text": "x"}], "needs content"),
        ([{"action": "edit", "old_text": "x"}], "needs new_text"),
        ([{"action": "remove", "old_text": 5}], "must be text"),
        ([{"action": ["add"]}], "the action"),
    ],
)
def test_a_malformed_operation_is_named_by_its_number(given: Any, reason: str) -> None:
    with pytest.raises(MalformedOperationError, match=reason):
        checked_operations(given)


def test_a_batch_names_the_operation_that_finds_nothing() -> None:
    with pytest.raises(EntryNotFoundError, match="operation 2 of 2 \\(remove\\)"):
        done({"action": "add", "content": "x"}, {"action": "remove", "old_text": "nowhere"})


def test_a_pinned_operation_acts_on_its_exact_entry_or_not_at_all() -> None:
    asked = checked_operations([{"action": "replace", "old_text": "vim", "content": "new"}])
    bound = pinned(asked, apply(HELD, asked))
    assert bound[0].pin == content_hash(HELD[0])
    assert apply([*HELD, "vim too"], bound).entries[0] == "new"
    with pytest.raises(EntryChangedError):
        apply(["the editor is vim 9"], bound)


def test_an_entry_that_comes_back_stands_where_it_stood() -> None:
    assert apply(HELD, [Operation("add", "back", position=1)]).entries[1] == "back"
    assert apply(HELD, [Operation("add", "back", position=99)]).entries[-1] == "back"
