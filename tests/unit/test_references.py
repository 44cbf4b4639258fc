"""Texts, ids and base64 are taken out of a JSON value and put back exactly."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_state.references import lift, restore

LONG = "a text that is longer than a reference"

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=40)
KEYS = st.sampled_from(["$text", "$id", "$blob", "$literal", "a", "", "\ud800"]) | st.text(max_size=5)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=20
)
TEXTS = st.lists(st.text(min_size=16, max_size=40), max_size=4, unique=True)


class Blobs:
    """Blobs by their hash, as the archive keeps them."""

    def __init__(self) -> None:
        self.stored: dict[str, bytes] = {}

    def store(self, data: bytes) -> str:
        key = hashlib.sha256(data).hexdigest()
        self.stored[key] = data
        return key

    def load(self, key: str) -> bytes:
        return self.stored[key]


def there_and_back(value: Any, texts: list[str]) -> Any:
    blobs = Blobs()
    ids: dict[str, int] = {}
    lifted = lift(value, {text: number for number, text in enumerate(texts)}, blobs.store, ids)
    return restore(lifted, texts, blobs.load, None, list(ids))


@given(VALUES, TEXTS)
def test_any_value_comes_back_equal(value: Any, texts: list[str]) -> None:
    assert there_and_back(value, texts) == value


@given(VALUES, TEXTS, st.data())
def test_a_value_that_repeats_the_texts_comes_back_equal(value: Any, texts: list[str], data: st.DataObject) -> None:
    if not texts:
        return
    mixed = {"value": value, "texts": data.draw(st.lists(st.sampled_from(texts))), "$text": texts[0]}
    assert there_and_back([mixed, {"$text": texts[-1]}, texts[0]], texts) == [mixed, {"$text": texts[-1]}, texts[0]]


@pytest.mark.parametrize("mark", ["$text", "$id", "$blob", "$literal"])
@pytest.mark.parametrize("target", [0, "session", [0, 1, 2], {"$text": 0}, {"$literal": {"$literal": {}}}, None, LONG])
def test_an_object_that_looks_like_a_reference_comes_back_as_it_was(mark: str, target: Any) -> None:
    assert there_and_back({mark: target}, [LONG]) == {mark: target}


@pytest.mark.parametrize("prefix", ["", "data:image/png;base64,", "data:text/plain;charset=utf-8;base64,"])
def test_long_base64_becomes_a_blob_and_comes_back(prefix: str) -> None:
    blobs = Blobs()
    data = bytes(range(256)) * 8
    value = {"url": prefix + base64.b64encode(data).decode()}
    lifted = lift(value, {}, blobs.store)
    assert list(blobs.stored.values()) == [data]
    assert len(str(lifted)) < 150
    assert restore(lifted, [], blobs.load) == value


@pytest.mark.parametrize("spoilt", ["=", "\n", " ", "-_", "A", "===="])
def test_what_only_looks_like_base64_stays_a_string(spoilt: str) -> None:
    blobs = Blobs()
    value = base64.b64encode(b"picture" * 400).decode() + spoilt
    assert restore(lift(value, {}, blobs.store), [], blobs.load) == value


def test_base64_whose_last_bits_are_not_zero_stays_a_string() -> None:
    blobs = Blobs()
    value = "A" * 1022 + "B="
    assert lift(value, {}, blobs.store) == value
    assert blobs.stored == {}


def test_a_text_is_stored_once_and_ids_are_taken_apart() -> None:
    ids: dict[str, int] = {}
    record = {
        "uuid": "01a22900-fd0d-7a12-8e8d-c118bbcf4459",
        "again": "01a22900-fd0d-7a12-8e8d-c118bbcf4459",
        "c": LONG,
    }
    lifted = lift(record, {LONG: 0}, None, ids)
    assert lifted == {"uuid": {"$id": 0}, "again": {"$id": 0}, "c": {"$text": 0}}
    assert restore(lifted, [LONG], ids=list(ids)) == record


def test_the_value_given_is_not_changed() -> None:
    value = {"a": [LONG, {"b": LONG}]}
    lift(value, {LONG: 0})
    assert value == {"a": [LONG, {"b": LONG}]}


def test_two_hundred_levels_come_back() -> None:
    value: Any = {"$text": LONG}
    for _ in range(199):
        value = {"$literal": value}
    assert there_and_back(value, [LONG]) == value


@pytest.mark.parametrize(
    "reference", [{"$text": 7}, {"$text": "nobody"}, {"$text": None}, {"$id": 3}, {"$blob": ["x", ""]}]
)
def test_a_reference_to_nothing_raises(reference: Any) -> None:
    with pytest.raises(ValueError, match="reference"):
        restore(reference, [LONG])
