"""The measures of the retrieval benchmark, against values worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

import hermes_state  # noqa: F401 - the installed one, before the repository's root is on the path

ROOT = str(Path(__file__).parents[2])

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(ROOT)
    from benchmarks.retrieval import metrics
    from benchmarks.retrieval.figures import figures
    from benchmarks.retrieval.labelled import SetQuery, seconds
    from benchmarks.retrieval.outcome import outcome

RANKED = [{"a"}, {"b", "root"}, {"c"}, {"d"}]


def query(kind: str = "intent", sessions: str = "", messages: str = "") -> SetQuery:
    return SetQuery("q", None, "text", kind, frozenset(sessions.split()), frozenset(messages.split()))


def test_the_first_relevant_place_counts_from_one() -> None:
    assert metrics.first_rank(RANKED, {"a"}) == 1
    assert metrics.first_rank(RANKED, {"d", "c"}) == 3
    assert metrics.first_rank(RANKED, {"e"}) is None
    assert metrics.first_rank([], {"a"}) is None


def test_a_conversation_counts_by_its_own_id_or_its_roots() -> None:
    assert metrics.first_rank(RANKED, {"root"}) == 2
    assert metrics.first_rank(RANKED, {"b"}) == 2


@pytest.mark.parametrize(
    ("rank", "within", "value"), [(1, 1, 1.0), (2, 1, 0.0), (5, 5, 1.0), (6, 5, 0.0), (None, 10, 0.0)]
)
def test_a_hit_stands_within_the_first_places(rank: int | None, within: int, value: float) -> None:
    assert metrics.hit(rank, within) == value


def test_the_reciprocal_rank_is_one_by_the_rank() -> None:
    assert [metrics.reciprocal_rank(rank) for rank in (1, 2, 4, None)] == [1.0, 0.5, 0.25, 0.0]


def test_recall_is_the_share_of_the_relevant_that_was_found() -> None:
    assert metrics.recall(RANKED, {"a", "c", "x", "y"}, 5) == 0.5
    assert metrics.recall(RANKED, {"a", "c", "x", "y"}, 2) == 0.25
    assert metrics.recall([], {"a"}, 5) == 0.0


def test_recall_counts_one_that_is_found_twice_once() -> None:
    assert metrics.recall([{"a", "root"}, {"b", "root"}], {"root", "x"}, 5) == 0.5


def test_the_mean_of_nothing_is_none() -> None:
    assert metrics.mean([1.0, 0.5, 0.0]) == 0.5
    assert metrics.mean([]) is None


def test_percentiles_are_values_by_nearest_rank() -> None:
    values = [15.0, 20.0, 35.0, 40.0, 50.0]
    shares = (0.05, 0.30, 0.40, 0.50, 0.95, 1.00)
    assert [metrics.percentile(values, share) for share in shares] == [15.0, 20.0, 20.0, 35.0, 50.0, 50.0]
    assert metrics.percentile(list(reversed(values)), 0.5) == 35.0
    assert metrics.percentile([], 0.5) is None


def test_intervals_of_equal_values_have_no_width() -> None:
    assert metrics.bootstrap([1.0] * 20, seed=1) == ((1.0, 1.0), (1.0, 1.0))
    assert metrics.bootstrap([0.5] * 20, seed=1) == ((0.0, 0.0), (0.5, 0.5))
    assert metrics.bootstrap([], seed=1) is None


def test_intervals_follow_the_normal_approximation() -> None:
    """Half of 400 queries hit: the standard error is sqrt(0.25 / 400) = 0.025, 1.96 of them 0.049."""
    found = metrics.bootstrap([1.0] * 200 + [0.0] * 200, seed=1)
    assert found is not None
    assert found[0] == found[1]
    assert found[0] == pytest.approx((0.451, 0.549), abs=0.008)


def test_one_seed_gives_one_interval() -> None:
    values = [1.0, 0.5, 0.0, 1 / 3, 1.0]
    assert metrics.bootstrap(values, seed=7) == metrics.bootstrap(values, seed=7)


def test_an_outcome_looks_at_ten_places() -> None:
    ranked = [{str(place)} for place in range(1, 13)]
    assert outcome(query(sessions="10"), ranked, 1.0).rank == 10
    assert outcome(query(sessions="11"), ranked, 1.0).rank is None


def test_messages_are_judged_where_they_are_labelled_and_were_asked_for() -> None:
    assert outcome(query(sessions="a", messages="m"), RANKED, 1.0, [{"n"}, set(), {"m"}]).message_rank == 3
    assert not outcome(query(sessions="a"), RANKED, 1.0, [{"m"}]).has_messages
    assert not outcome(query(sessions="a", messages="m"), RANKED, 1.0).has_messages


def test_figures_keep_apart_what_nothing_answers() -> None:
    """Ranks 1, 4 and none: hit@1 is 1/3, hit@5 2/3, MRR (1 + 1/4) / 3; of two unanswerable one stays empty."""
    found = figures(
        [
            outcome(query("intent", "a", "m"), RANKED, 1.0, [{"m"}]),
            outcome(query("intent", "d x", "m"), RANKED, 2.0, [{"n"}, {"m"}]),
            outcome(query("error", "x"), [], 3.0),
            outcome(query("absent"), [], 4.0),
            outcome(query("absent"), RANKED, 9.0),
        ],
        seed=1,
    )
    assert (found["n"], found["hit@1"], found["hit@5"], found["hit@10"]) == (3, 0.3333, 0.6667, 0.6667)
    assert (found["mrr"], found["recall@5"]) == (0.4167, 0.5)
    assert found["messages"] == {"n": 2, "hit@1": 0.5, "hit@10": 1.0}
    assert (found["empty"], found["unanswerable"], found["unanswerable_empty"]) == (1, 2, 1)
    assert (found["p50_ms"], found["p95_ms"]) == (3.0, 9.0)
    assert found["types"] == {
        "error": {"n": 1, "hit@1": 0.0, "hit@5": 0.0, "mrr": 0.0},
        "intent": {"n": 2, "hit@1": 0.5, "hit@5": 1.0, "mrr": 0.625},
    }


def test_times_of_sets_are_read_in_every_form_they_have() -> None:
    """1710460800 is 2024-03-15 00:00 UTC."""
    assert seconds("March-15-2024") == 1_710_460_800
    assert seconds("2024-03-15T00:00:00") == 1_710_460_800
    assert seconds("2024-03-15T01:00:00.500+01:00") == 1_710_460_800.5
    assert seconds("2024-03-15T00:00:00Z") == 1_710_460_800
    assert seconds(1_710_460_800) == 1_710_460_800
    assert seconds(None) is None
    assert seconds("some day") is None
