"""Each target of the fuzzer, shortly: its seeds, and some hundred inputs that a fixed seed makes of them."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator

import pytest

from tests.fuzz.mutations import mutated
from tests.fuzz.targets import TARGETS, archive, close, seeds

INPUTS = int(os.environ.get("HERMES_STATE_FUZZ_INPUTS", "250"))


@pytest.fixture(scope="module", autouse=True)
def one_archive() -> Iterator[None]:
    archive()
    yield
    close()


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_breaks_a_law(name: str) -> None:
    inputs = list(seeds(name))
    assert len(inputs) > 1
    for data in itertools.islice(mutated(inputs, seed=len(name)), INPUTS):
        TARGETS[name](data)


def test_a_target_that_breaks_is_found() -> None:
    """The fuzzer would be of no use if it could not fail."""

    found = next((data for data in itertools.islice(mutated([b"[1]"], seed=3), 2_000) if b"[[[" in data), None)
    assert found is not None
