"""The pure parts of ranking: weights, order, what stands in for words."""

from __future__ import annotations

from math import isclose, log

import pytest

from hermes_state.search.evaluate import stand_in_order
from hermes_state.search.expansions import Vocabulary, expanded
from hermes_state.search.query_tree import Phrase, Prefix, Word
from hermes_state.search.units import Unit
from hermes_state.search.weighing import SMALL_ARCHIVE_MESSAGES, weighed
from hermes_state.search.weights import WEIGHTS


def units(*frequencies: tuple[str, int]) -> list[Unit]:
    return [Unit(Word(word, word), {}, frequency) for word, frequency in frequencies]


class TestWeigh:
    LARGE = 100 * SMALL_ARCHIVE_MESSAGES

    def test_rare_words_weigh_more_than_common_ones(self) -> None:
        rare, common = weighed(units(("zebra", 3), ("server", 30_000)), self.LARGE)
        assert rare.weight > common.weight > 0

    def test_a_weight_is_the_inverse_document_frequency(self) -> None:
        # Robertson and Spärck Jones (1976), kept above zero as in Lucene: ln(1 + (N - n + 0.5) / (n + 0.5)), flattened
        rare, common = weighed(units(("zebra", 3), ("server", 30_000)), 100_000)
        assert isclose(rare.weight, log(1 + 99_997.5 / 3.5) ** WEIGHTS.rarity)
        assert isclose(common.weight, log(1 + 70_000.5 / 30_000.5) ** WEIGHTS.rarity)

    def test_stop_words_weigh_nothing_beside_others(self) -> None:
        the, zebra = weighed(units(("the", 90_000), ("zebra", 3)), self.LARGE)
        assert the.weight == 0
        assert zebra.weight > 0

    def test_stop_words_count_when_there_is_nothing_else(self) -> None:
        found = weighed(units(("what", 500), ("is", 900)), self.LARGE)
        assert all(unit.weight > 0 for unit in found)

    def test_a_word_that_occurs_nowhere_weighs_at_most_as_the_rarest_that_does(self) -> None:
        absent, rare, _ = weighed(units(("qwxyz", 0), ("zebra", 3), ("server", 30_000)), self.LARGE)
        assert absent.weight == rare.weight

    def test_in_a_small_archive_all_words_weigh_alike(self) -> None:
        found = weighed(units(("zebra", 1), ("server", 900), ("qwxyz", 0)), SMALL_ARCHIVE_MESSAGES - 1)
        assert {unit.weight for unit in found} == {1.0}

    def test_a_frequency_above_the_number_of_messages_is_survived(self) -> None:
        found = weighed(units(("twice", 10**9), ("zebra", 1)), self.LARGE)
        assert all(unit.weight >= 0 for unit in found)


class TestOrder:
    def test_neighbours_in_order_are_a_phrase(self) -> None:
        assert stand_in_order([[(0, 3)], [(4, 7)], [(8, 9)]])

    def test_another_order_is_none(self) -> None:
        assert not stand_in_order([[(4, 7)], [(0, 3)]])

    def test_words_far_apart_are_none(self) -> None:
        assert not stand_in_order([[(0, 3)], [(20, 23)]])

    def test_any_of_several_places_will_do(self) -> None:
        assert stand_in_order([[(0, 3), (100, 103)], [(50, 53), (104, 107)]])


class TestExpanding:
    """Longer words and close spellings, here of words that are in no dictionary."""

    def expand(self, word: str, *others: str, frequency: int = 0) -> tuple[str | None, set[str]]:
        unit = Unit(Word(word, word), {}, frequency, weight=1.0)
        found = expanded(Vocabulary(None, (), frozenset(others)), unit)
        return (None, set()) if found is None else (found.rung, {leaf.folded for leaf in found.alternatives})

    def test_longer_words_stand_for_a_part(self) -> None:
        assert self.expand("profile", "getuserprofile", "profiles", "profit") == (
            "part",
            {"getuserprofile", "profiles"},
        )

    def test_underscores_may_be_left_out(self) -> None:
        assert self.expand("userprofile", "get_user_profile", "user") == ("part", {"get_user_profile"})

    def test_a_close_spelling_stands_for_a_word_that_occurs_nowhere(self) -> None:
        assert self.expand("gatway", "gateway", "highway") == ("spelling", {"gateway"})

    def test_a_word_that_occurs_has_no_spellings(self) -> None:
        assert self.expand("gatway", "gateway", "gatway") == (None, set())
        assert self.expand("gatway", "gateway", frequency=1) == (None, set())

    def test_a_word_that_occurs_stays_beside_the_longer_ones(self) -> None:
        assert self.expand("deploy", "deploy", "deployment") == ("part", {"deploy", "deployment"})

    def test_what_stands_in_weighs_less(self) -> None:
        unit = Unit(Word("deploy", "deploy"), {}, 0, weight=2.0)
        found = expanded(Vocabulary(None, (), frozenset({"deployment"})), unit)
        assert found is not None
        assert 0 < found.weight < unit.weight

    @pytest.mark.parametrize("word", ["a", "数", "数据库"])
    def test_single_letters_and_letters_of_ngram_scripts_are_not_expanded(self, word: str) -> None:
        assert self.expand(word, word * 2, word + "b") == (None, set())

    def test_phrases_are_not_expanded_and_prefixes_are(self) -> None:
        vocabulary = Vocabulary(None, (), frozenset({"deployment"}))
        assert expanded(vocabulary, Unit(Phrase("a deploy", "a deploy"), {}, 0, weight=1.0)) is None
        assert expanded(vocabulary, Unit(Prefix("ploy", "ploy"), {}, 0, weight=1.0)) is not None


class TestPlaces:
    def test_a_word_stands_where_it_is_whole(self) -> None:
        assert Unit(Word("run", "run"), {}, 1).spans("run, rerun and run_it: run") == [(0, 3), (23, 26)]

    def test_alternatives_stand_for_the_word(self) -> None:
        unit = Unit(Word("run", "run"), {}, 0, alternatives=(Word("rerun", "rerun"), Word("runs", "runs")))
        assert unit.spans("it runs and rerun") == [(3, 7), (12, 17)]
        assert unit.needles() == ["rerun", "runs"]
