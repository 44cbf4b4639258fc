"""Tuning the constants of ranking: the folds, the ascent and the replacing of constants, without an archive."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

import hermes_state  # noqa: F401 - the installed one, before the repository's root is on the path
from hermes_state.search import ranked, scoring, weights
from hermes_state.search.weights import Weights

ROOT = str(Path(__file__).parents[2])

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(ROOT)
    from benchmarks.retrieval import constants, tune
    from benchmarks.retrieval.ascent import ascend, folds, split_queries, split_sets
    from benchmarks.retrieval.constants import ConstantError, replaced
    from benchmarks.retrieval.ranks import mrr, shares

OTHER = Weights(title=9.0)


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A loaded module of the library that a test may put globals in."""
    module = ModuleType("hermes_state.search.stranger")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module


# Folds


def test_each_query_is_in_one_fold_and_folds_are_of_about_one_size() -> None:
    found = folds([None] * 23, 5, seed=1)
    assert sorted(place for one in found for place in one) == list(range(23))
    assert sorted(map(len, found)) == [4, 4, 5, 5, 5]


def test_folds_are_drawn_by_the_seed() -> None:
    assert folds([None] * 40, 4, seed=1) == folds([None] * 40, 4, seed=1)
    assert folds([None] * 40, 4, seed=1) != folds([None] * 40, 4, seed=2)


def test_a_group_stays_together_where_there_are_enough_groups() -> None:
    groups = [f"g{place % 6}" for place in range(60)]
    found = folds(groups, 5, seed=3)
    of_fold = [{groups[place] for place in one} for one in found]
    assert sum(map(len, of_fold)) == 6
    assert all(of_fold)


def test_too_few_groups_are_split() -> None:
    groups = [f"g{place % 2}" for place in range(60)]
    assert all(len({groups[place] for place in one}) == 2 for one in folds(groups, 5, seed=3))


def test_queries_without_a_group_are_no_group() -> None:
    found = folds(["a", "a", "b", "b", *[None] * 8], 2, seed=1)
    assert sorted(map(len, found)) == [6, 6]
    assert all(len({0, 1} & set(one)) != 1 and len({2, 3} & set(one)) != 1 for one in found)


def test_what_a_fold_is_measured_on_was_not_tuned_on() -> None:
    parts = split_queries({"one": [None] * 10, "two": [None] * 7}, 3, seed=1)
    assert len(parts) == 3
    for name, size in (("one", 10), ("two", 7)):
        assert all(sorted([*rest[name], *held[name]]) == list(range(size)) for rest, held in parts)
        assert sorted(place for _, held in parts for place in held[name]) == list(range(size))


def test_a_whole_set_can_be_held_out() -> None:
    parts = split_sets({"one": 2, "two": 1})
    assert [({*rest}, {*held}) for rest, held in parts] == [({"two"}, {"one"}), ({"one"}, {"two"})]
    assert list(parts[0][1]["one"]) == [0, 1]


# The ascent


def test_the_ascent_reaches_the_top_of_a_hill() -> None:
    top = Weights(title=2.0, work=0.3)
    start = Weights(title=0.5, work=1.2)
    found = ascend(start, ["title", "work"], lambda one: -abs(one.title - 2) - abs(one.work - 0.3), rounds=5)
    assert found == top


def test_only_the_fields_named_move() -> None:
    found = ascend(Weights(), ["title"], lambda one: one.title + one.work, rounds=2)
    assert set(constants.differing(found, Weights())) == {"title"}
    assert found.title == 4 * Weights().title


def test_a_rise_below_the_least_moves_nothing() -> None:
    assert ascend(Weights(), ["title"], lambda one: one.title / 1e6, rounds=2) == Weights()


def test_no_round_changes_nothing() -> None:
    assert ascend(Weights(), ["title"], lambda one: one.title, rounds=0) == Weights()


def test_the_ascent_ends_with_a_round_that_changes_nothing() -> None:
    asked: list[Weights] = []

    def flat(given: Weights) -> float:
        asked.append(given)
        return 1.0

    ascend(Weights(), ["title", "work"], flat, rounds=9)
    assert len(asked) == 1 + 2 * len(constants.MULTIPLES)


# The constants


def test_every_constant_has_a_neutral_value() -> None:
    assert set(constants.CONSTANTS) == set(Weights._fields)
    assert constants.known() == list(Weights._fields)


def test_an_unknown_constant_is_refused() -> None:
    with pytest.raises(ConstantError, match="Weights has no colour"):
        constants.known(["colour"])


@pytest.mark.parametrize(
    ("given", "field", "values"),
    [
        (Weights(title=0.4), "title", [0.2, 0.3, 0.532, 0.8]),
        (Weights(title=0.0), "title", [0.1, 0.3, 0.6]),
        (Weights(stop=0.8), "stop", [0.4, 0.6, 1.0]),
        (Weights(stop=1.0), "stop", [0.5, 0.75]),
        (Weights(length=0.5), "length", [0.0, 0.25, 0.75, 0.85, 1.0]),
    ],
)
def test_the_values_tried_are_multiples_within_bounds_or_a_list(
    given: Weights, field: str, values: list[float]
) -> None:
    assert constants.tried(given, field) == values


def test_left_out_an_addend_is_nothing_and_a_factor_one() -> None:
    assert constants.neutral(OTHER, "title").title == 0
    assert constants.neutral(OTHER, "user").user == 1
    assert constants.neutral(OTHER, "user").title == 9


# Replacing them


def test_constants_are_replaced_in_every_module_and_put_back() -> None:
    before = weights.WEIGHTS
    with replaced(OTHER):
        assert all(vars(module)["WEIGHTS"] is OTHER for module in (weights, scoring, ranked))
        with replaced(Weights(title=8.0)):
            assert scoring.further([1.0]) == 1.0
            assert vars(scoring)["WEIGHTS"].title == 8
        assert vars(scoring)["WEIGHTS"] is OTHER
    assert all(vars(module)["WEIGHTS"] is before for module in (weights, scoring, ranked))


def test_replaced_constants_change_a_score() -> None:
    with replaced(Weights(further=0.5)):
        assert scoring.further([1.0, 1.0]) == 1.5
    with replaced(Weights(further=0.0)):
        assert scoring.further([1.0, 1.0]) == 1.0


def test_constants_are_put_back_after_an_error() -> None:
    before = weights.WEIGHTS
    with pytest.raises(RuntimeError), replaced(OTHER):
        raise RuntimeError
    assert vars(scoring)["WEIGHTS"] is before


def test_a_module_loaded_meanwhile_gets_them_back_too(stranger: ModuleType) -> None:
    before = weights.WEIGHTS
    with replaced(OTHER):
        vars(stranger)["WEIGHTS"] = weights.WEIGHTS
    assert vars(stranger)["WEIGHTS"] is before


@pytest.mark.parametrize(("name", "value"), [("KEPT", weights.WEIGHTS), ("WEIGHTS", Weights(title=7.0))])
def test_a_copy_out_of_reach_is_an_error(stranger: ModuleType, name: str, value: Weights) -> None:
    before = weights.WEIGHTS
    vars(stranger)[name] = value
    with pytest.raises(ConstantError, match=f"stranger.{name} is a copy"), replaced(OTHER):
        pass
    assert vars(scoring)["WEIGHTS"] is before


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("def f():\n    return WEIGHTS.title", []),
        ("f = lambda: WEIGHTS.title", []),
        ("TITLE = 2 * WEIGHTS.title", [1]),
        ("TITLE = weights.WEIGHTS.title", [1]),
        ("def f(title=WEIGHTS.title):\n    pass", [1]),
        ("def f(*, title=WEIGHTS.title):\n    pass", [1]),
        ("class C:\n    title = WEIGHTS.title\n    def f(self):\n        return WEIGHTS.work", [2]),
        ("WEIGHTS = Weights()", []),
    ],
)
def test_what_is_read_when_a_module_is_loaded_is_found(source: str, lines: list[int]) -> None:
    assert constants.lines_read_at_import(source) == lines


# The figures


def test_the_shares_of_ranks() -> None:
    assert shares([1, 4, None, 10]) == {"hit@1": 0.25, "hit@5": 0.5, "mrr": 0.3375}
    assert mrr([1, 4, None, 10]) == 0.3375


def test_a_comparison_counts_queries_that_stand_better_and_worse() -> None:
    assert tune.compared([1, 2, None, 4], [2, 1, None, 5]) == {"mrr": 0.425, "change": -0.0125, "better": 1, "worse": 2}


def test_the_mean_change_with_one_set_left_out() -> None:
    assert tune.changes({"a": 0.3, "b": -0.1, "c": 0.1}) == {"mean_change": 0.1, "without_a_set": [0.0, 0.2]}
    assert tune.changes({"a": 0.3}) == {"mean_change": 0.3, "without_a_set": None}
