"""Folds text by the C part where there is one and it pays, else by Python: both give the same."""

from __future__ import annotations

from hermes_state.search.analysis import fold
from hermes_state.store.connection import Connection

FOLD = "SELECT CAST(hermes_fold(?) AS BLOB)"

WORTH_NATIVE_CHARS = 32
"""Shorter text is folded faster than a statement runs."""


def folded(connection: Connection, text: str) -> str:
    """The folded form of a text, lone surrogates and NUL included. Needs no transaction."""
    if text.isascii() or len(text) < WORTH_NATIVE_CHARS or not connection.has_native():
        return fold(text)
    data: bytes = connection.value(FOLD, (text.encode("utf-8", "surrogatepass"),))
    return data.decode("utf-8", "surrogatepass")
