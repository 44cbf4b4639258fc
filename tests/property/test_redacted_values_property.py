"""Redacting any JSON: its shape stays, its text stays JSON, no key is left, and a second time changes nothing."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hermes_state.secrets import ValueRedactor

GITHUB = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"

TEXTS = st.one_of(
    st.text(max_size=40),
    st.builds("{} {} {}".format, st.text(max_size=20), st.just(GITHUB), st.text(max_size=20)),
    st.builds(lambda text: json.dumps({"token": f"{text} {GITHUB}"}), st.text(max_size=20)),
    st.sampled_from(['password: "', "--password", "\\", '"', "«redacted:github:00000000»", "x" * 600]),
)
NAMES = st.sampled_from(["password", "token", "value", "name", "text", "id", 'a"b', "ключ"])
VALUES = st.recursive(
    st.one_of(TEXTS, st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(NAMES, inner, max_size=4)),
    max_leaves=12,
)


def shape(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: shape(item) for name, item in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value]
    return "text" if isinstance(value, str) else value


@given(VALUES)
def test_the_shape_stays_and_no_key_is_left(value: Any) -> None:
    redacted = ValueRedactor(b"k").value(value)
    assert shape(redacted) == shape(value)
    assert GITHUB not in json.dumps(redacted)


@given(VALUES, st.booleans())
def test_json_text_stays_json_of_the_same_shape(value: Any, ascii_only: bool) -> None:
    redacted = ValueRedactor(b"k").text(json.dumps(value, ensure_ascii=ascii_only))
    assert shape(json.loads(redacted)) == shape(value)
    assert GITHUB not in redacted


@given(VALUES)
def test_what_is_redacted_stays_as_it_is(value: Any) -> None:
    once = ValueRedactor(b"k").value(value)
    assert ValueRedactor(b"k").value(once) == once
