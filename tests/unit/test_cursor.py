"""Cursors: what was written is read, everything else is refused."""

from __future__ import annotations

import base64
import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_state import InvalidArgumentError
from hermes_state.search.cursor import Cursor, decode, signature_of

SIGNATURE = signature_of("query", None, ("user",))


def packed(value: object) -> str:
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(value).encode())).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        Cursor(0, SIGNATURE),
        Cursor(7, SIGNATURE, (1, 2, 3)),
        Cursor(2**62, SIGNATURE, after=(1.0, -1_780_000_000.25, -99)),
        Cursor(7, SIGNATURE, tuple(range(20_000))),
    ],
)
def test_a_cursor_is_read_as_it_was_written(cursor: Cursor) -> None:
    text = cursor.encode()
    assert decode(text, SIGNATURE) == cursor
    assert decode(f" {text}\n", SIGNATURE) == cursor
    assert text.isascii()
    assert not set(text) & set(" '\"$&|;<>()\\`=+/")


def test_a_cursor_of_another_query_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="another query"):
        decode(Cursor(7, SIGNATURE).encode(), signature_of("other"))


@pytest.mark.parametrize(
    "text",
    ["", " ", "x", "====", "nonsense", "eJw", "é", "\ud800", "A" * 100_000, packed(None), packed([]), packed([1, "x"]),
     packed({"upto": 1}), packed(["a", SIGNATURE, [], None]), packed([1, SIGNATURE, ["a"], None]),
     packed([1, SIGNATURE, [], [1]]),
     packed([1e999, SIGNATURE, [], None]), packed([1, SIGNATURE, 5, None]), packed([[1], SIGNATURE, [], None]),
     base64.urlsafe_b64encode(zlib.compress(b"[" * 500_000)).decode(),
     base64.urlsafe_b64encode(zlib.compress(b" " * 50_000_000)).decode()],
)  # fmt: skip
def test_what_is_no_cursor_is_refused_in_little_time_and_memory(text: str) -> None:
    with pytest.raises(InvalidArgumentError):
        decode(text, SIGNATURE)


@given(st.text())
def test_no_text_breaks_it(text: str) -> None:
    with pytest.raises(InvalidArgumentError):
        decode(text, SIGNATURE)


def test_signatures_differ_where_anything_differs() -> None:
    parts = [("a", None), ("a", "None"), ("a",), (None, "a"), (["a"],), ("a", 1), ("a", 1.5), ("a", True), ("\ud800",)]
    assert len({signature_of(*one) for one in parts}) == len(parts)
