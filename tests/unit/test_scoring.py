"""The arithmetic of ranking, against BM25 written out in fractions and against sums done by hand."""

from __future__ import annotations

from fractions import Fraction
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_state.search.routes import Candidate
from hermes_state.search.scoring import (
    NEIGHBOUR_DISTANCE,
    PASSAGE,
    Found,
    Hit,
    Parts,
    Scale,
    adjacent_score,
    best_messages,
    best_passage,
    further,
    norm_of,
    saturated,
    text_score,
    whole,
)
from hermes_state.search.weights import WEIGHTS

SCALE = Scale((3.0, 1.0), length=20.0, messages=10.0)
"""Two units, the first of which counts three quarters."""


def hit(
    seq: int, dialog: float = 0.0, found: Found | None = None, *, session: int = 1, length: int | None = None
) -> Hit:
    one = Hit(Candidate(100 * session + seq, session, seq, 0, 0, None, None, None, session, 0.0))
    one.dialog = dialog
    one.found = found or []
    one.length = length
    return one


def bm25(times: float, k1: float, b: float, length: float, average: float) -> Fraction:
    """Term frequency's part of BM25: Robertson and Zaragoza (2009), equation 3.15 times k1 + 1, exactly."""
    tf, k, share = Fraction(times), Fraction(k1), Fraction(b)
    relative = (1 - share) + share * Fraction(length) / Fraction(average)
    return tf / (k * relative + tf) * (k + 1)


class TestText:
    @pytest.mark.parametrize("times", [1, 2, 7, 0.45])
    @pytest.mark.parametrize("length", [1, 20, 21, 900])
    def test_what_a_word_counts_is_bm25(self, times: float, length: int) -> None:
        norm = norm_of(length, 20.0, 0.85)
        assert isclose(saturated(times, 2.0, norm), bm25(times, 2.0, 0.85, length, 20.0))

    def test_a_length_that_is_not_known_is_average(self) -> None:
        assert norm_of(None, 20.0, 0.85) == 1.0
        assert norm_of(20, 20.0, 0.85) == 1.0

    def test_without_a_share_length_does_not_count(self) -> None:
        assert norm_of(5_000, 20.0, 0.0) == 1.0

    @pytest.mark.parametrize("powers", [(1.0,), (3.0, 1.0), (0.2, 5.0, 7.5)])
    def test_a_message_of_average_length_that_has_every_word_once_counts_one(self, powers: tuple[float, ...]) -> None:
        every = [(number, 1.0) for number in range(len(powers))]
        assert isclose(text_score(every, 20, Scale(powers, 20.0)), 1.0)

    def test_each_word_counts_by_its_share_of_the_power(self) -> None:
        first, second = (bm25(times, WEIGHTS.saturation, WEIGHTS.length, 50, 20) for times in (2, 1))
        expected = Fraction(3, 4) * first + Fraction(1, 4) * second
        assert isclose(text_score([(0, 2.0), (1, 1.0)], 50, SCALE), expected)

    def test_nothing_found_counts_nothing(self) -> None:
        assert text_score([], 20, SCALE) == 0
        assert text_score([], 20, Scale(())) == 0

    def test_all_pairs_beside_one_another_in_an_average_message_add_their_whole_weight(self) -> None:
        assert isclose(adjacent_score(1.0, 20, SCALE), WEIGHTS.adjacent)
        assert isclose(adjacent_score(0.25, 20, SCALE), WEIGHTS.adjacent / 4)


class TestMessages:
    def test_the_next_best_count_less_and_less_and_the_fifth_nothing(self) -> None:
        share = WEIGHTS.further
        expected = 5.0 + share * 4.0 + share**2 * 3.0 + share**3 * 2.0
        assert isclose(further([2.0, 5.0, 3.0, 4.0]), expected)
        assert isclose(further([1.0, 2.0, 5.0, 3.0, 4.0]), expected)
        assert further([]) == 0

    def test_a_message_by_itself_counts_its_score(self) -> None:
        assert best_messages([hit(3, 0.8)]) == 0.8
        assert best_messages([]) == 0

    def test_neighbours_support_one_another(self) -> None:
        share = WEIGHTS.neighbour
        expected = (1.0 + share * 0.5) + WEIGHTS.further * (0.5 + share * 1.0)
        for distance in range(1, NEIGHBOUR_DISTANCE + 1):
            assert isclose(best_messages([hit(4, 1.0), hit(4 + distance, 0.5)]), expected)
            assert isclose(best_messages([hit(4, 0.5), hit(4 + distance, 1.0)]), expected)

    def test_messages_more_than_two_apart_or_of_two_sessions_are_no_neighbours(self) -> None:
        assert NEIGHBOUR_DISTANCE == 2
        expected = 1.0 + WEIGHTS.further * 0.5
        assert isclose(best_messages([hit(4, 1.0), hit(7, 0.5)]), expected)
        assert isclose(best_messages([hit(4, 1.0, session=1), hit(5, 0.5, session=2)]), expected)

    def test_of_two_neighbours_the_better_one_counts(self) -> None:
        share, further_share = WEIGHTS.neighbour, WEIGHTS.further
        # 0.2, 1.0, 0.6: the one in the middle has both beside it
        expected = (1.0 + share * 0.6) + further_share * (0.6 + share * 1.0) + further_share**2 * (0.2 + share * 1.0)
        assert isclose(best_messages([hit(1, 0.2), hit(2, 1.0), hit(3, 0.6)]), expected)


class TestPassage:
    def counted(self, times: tuple[float, ...], length: float) -> float:
        """What a passage counts in which the units stand so often, of so many terms in all."""
        found = zip(SCALE.powers, times, strict=True)
        average = SCALE.length * PASSAGE
        score = sum(
            Fraction(power) * bm25(often, WEIGHTS.saturation, WEIGHTS.passage_length, length, average)
            for power, often in found
        )
        return WEIGHTS.passage * float(score / 4)

    def test_a_passage_of_average_length_with_every_word_once_counts_its_weight(self) -> None:
        hits = [hit(0, found=[(0, 1.0)], length=100), hit(3, found=[(1, 1.0)], length=60)]
        assert self.counted((1.0, 1.0), 160) == WEIGHTS.passage
        assert isclose(best_passage(hits, SCALE), WEIGHTS.passage)

    def test_a_words_occurrences_add_up_over_its_messages(self) -> None:
        hits = [hit(0, found=[(0, 2.0), (1, 1.0)], length=30), hit(7, found=[(0, 1.0)], length=50)]
        assert isclose(best_passage(hits, SCALE), self.counted((3.0, 1.0), 80))

    def test_a_length_that_is_not_known_is_average(self) -> None:
        hits = [hit(0, found=[(0, 1.0)]), hit(1, found=[(1, 1.0)], length=50)]
        assert isclose(best_passage(hits, SCALE), self.counted((1.0, 1.0), SCALE.length + 50))

    @pytest.mark.parametrize(
        ("first", "second", "together"),
        [(0, 7, True), (4, 11, True), (7, 8, True), (3, 4, True), (3, 8, False), (0, 8, False), (11, 12, True)],
    )
    def test_passages_are_eight_messages_and_overlap_by_half(self, first: int, second: int, together: bool) -> None:
        assert PASSAGE == 8
        hits = [hit(first, found=[(0, 1.0)], length=20), hit(second, found=[(1, 1.0)], length=20)]
        one, both = self.counted((1.0, 0.0), 20), self.counted((1.0, 1.0), 40)
        assert isclose(best_passage(hits, SCALE), both if together else one)

    def test_several_messages_together_beat_one_of_them(self) -> None:
        near = [hit(8, found=[(0, 1.0)], length=20), hit(10, found=[(1, 1.0)], length=20)]
        far = [hit(8, found=[(0, 1.0)], length=20), hit(90, found=[(1, 1.0)], length=20)]
        assert best_passage(near, SCALE) > best_passage(far, SCALE) == best_passage(near[:1], SCALE)

    def test_messages_of_two_sessions_make_no_passage(self) -> None:
        hits = [hit(1, found=[(0, 1.0)], length=20), hit(1, found=[(1, 1.0)], length=20, session=2)]
        assert isclose(best_passage(hits, SCALE), self.counted((1.0, 0.0), 20))

    def test_without_words_of_the_dialog_there_is_none(self) -> None:
        assert best_passage([hit(1, 0.0), hit(2, 0.0)], SCALE) == 0


class TestWhole:
    def counted(self, times: tuple[float, ...], messages: int) -> float:
        found = zip(SCALE.powers, times, strict=True)
        score = sum(
            Fraction(power) * bm25(often, WEIGHTS.whole_saturation, WEIGHTS.whole_length, messages, SCALE.messages)
            for power, often in found
        )
        return WEIGHTS.whole * float(score / 4)

    def test_an_average_conversation_with_every_word_once_counts_its_weight(self) -> None:
        hits = [hit(0, found=[(0, 1.0)]), hit(900, found=[(1, 1.0)])]
        assert isclose(whole(hits, {}, 10, SCALE), WEIGHTS.whole)

    def test_occurrences_add_up_and_long_conversations_count_less(self) -> None:
        hits = [hit(0, found=[(0, 2.0)]), hit(5, found=[(0, 1.0), (1, 1.0)])]
        for messages in (2, 10, 700):
            assert isclose(whole(hits, {}, messages, SCALE), self.counted((3.0, 1.0), messages))

    def test_what_was_counted_in_all_of_it_replaces_what_its_hits_have(self) -> None:
        hits = [hit(0, found=[(0, 2.0), (1, 1.0)]), hit(5, found=[(0, 1.0)])]
        assert isclose(whole(hits, {(1, 0): 40.0}, 10, SCALE), self.counted((40.0, 1.0), 10))
        assert isclose(whole([], {(1, 1): 3.0, (2, 1): 2.0}, 10, SCALE), self.counted((0.0, 5.0), 10))


class TestParts:
    def test_a_score_is_the_sum_of_the_parts_times_the_factor(self) -> None:
        parts = Parts(message=1.0, passage=0.5, whole=0.25, work=0.125, title=2.0, dated=4.0, factor=0.5)
        assert parts.score == 0.5 * 7.875

    def test_every_part_takes_part(self) -> None:
        for name in Parts._fields[:-1]:
            assert Parts(**{name: 3.0}).score == 3.0
            assert Parts(**{name: 3.0, "factor": 0.4}).score == pytest.approx(1.2)
        assert Parts._fields[-1] == "factor"
        assert Parts().score == 0


TIMES = st.floats(0.2, 250)
LENGTHS = st.integers(1, 50_000)


class TestMonotony:
    """More of what was asked for never counts less; more of anything else never counts more."""

    @given(times=st.lists(TIMES, min_size=2, max_size=2), more=st.floats(0, 50), length=LENGTHS)
    def test_more_occurrences_never_count_less(self, times: list[float], more: float, length: int) -> None:
        few = [(0, times[0]), (1, times[1])]
        many = [(0, times[0] + more), (1, times[1])]
        hits = [[hit(0, found=found, length=length)] for found in (few, many)]
        assert text_score(many, length, SCALE) >= text_score(few, length, SCALE) - 1e-12
        assert best_passage(hits[1], SCALE) >= best_passage(hits[0], SCALE) - 1e-12
        assert whole(hits[1], {}, length, SCALE) >= whole(hits[0], {}, length, SCALE) - 1e-12

    @given(times=TIMES, length=LENGTHS, more=LENGTHS)
    def test_a_longer_text_never_counts_more(self, times: float, length: int, more: int) -> None:
        found = [(0, times)]
        short, long = (hit(0, found=found, length=size) for size in (length, length + more))
        assert text_score(found, length + more, SCALE) <= text_score(found, length, SCALE)
        assert adjacent_score(0.5, length + more, SCALE) <= adjacent_score(0.5, length, SCALE)
        assert best_passage([long], SCALE) <= best_passage([short], SCALE)
        assert whole([short], {}, length + more, SCALE) <= whole([short], {}, length, SCALE)

    @given(scores=st.lists(st.floats(0, 10), min_size=1, max_size=8), at=st.integers(0, 7), more=st.floats(0, 5))
    def test_a_better_message_never_makes_a_worse_conversation(self, scores: list[float], at: int, more: float) -> None:
        better = list(scores)
        better[at % len(scores)] += more
        first, second = ([hit(2 * seq, score) for seq, score in enumerate(some)] for some in (scores, better))
        assert best_messages(second) >= best_messages(first) - 1e-9

    @given(times=st.floats(0.2, 1e6), length=LENGTHS)
    def test_however_often_a_word_stands_it_counts_less_than_its_limit(self, times: float, length: int) -> None:
        assert text_score([(0, times)], length, SCALE) < (WEIGHTS.saturation + 1) * 3 / 4 + 1e-9
