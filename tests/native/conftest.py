"""The C part, loaded into a connection of its own; where it is not installed, these tests are skipped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import apsw
import pytest

from hermes_state.store.native import library_path

BOTH = "SELECT CAST(hermes_fold(?1) AS BLOB), CAST(hermes_index_text(?1) AS BLOB)"


class Native:
    """What the C part answers, as Python's values. Text goes in and comes out as bytes, for lone surrogates."""

    def __init__(self, connection: apsw.Connection) -> None:
        self.connection = connection

    def analysed_bytes(self, data: bytes) -> tuple[bytes, bytes]:
        """The folded form and the index text of bytes that need not be UTF-8."""
        folded, index_text = next(self.connection.execute(BOTH, (data,)))
        return folded, index_text

    def analysed(self, text: str) -> tuple[str, str]:
        """The folded form and the index text."""
        folded, index_text = self.analysed_bytes(text.encode("utf-8", "surrogatepass"))
        return folded.decode("utf-8", "surrogatepass"), index_text.decode("utf-8")

    def words(self, index_text: str | bytes) -> list[bytes]:
        """The distinct words of index text, in the order in which they are given."""
        ((found,),) = self.connection.execute("SELECT CAST(hermes_words(?) AS BLOB)", (index_text,))
        return found.split(b"\n") if found else []

    def tokens(self, text: str, reason: int = apsw.FTS5_TOKENIZE_DOCUMENT) -> list[tuple[int, int, str]]:
        """What the tokenizer makes of a text: start and end in bytes, and term."""
        tokenizer = self.connection.fts5_tokenizer("fts5_cjk", [])
        found: Any = tokenizer(text.encode("utf-8"), reason, None, include_colocated=False)
        return [(start, end, term) for start, end, term in found]


@pytest.fixture(scope="session")
def library() -> str:
    path = library_path()
    if path is None:
        pytest.skip("the C part is not installed (no compiler at the build, or HERMES_STATE_NATIVE=off)")
    return str(path)


@pytest.fixture(scope="session")
def native(library: str) -> Iterator[Native]:
    connection = apsw.Connection(":memory:")
    connection.enable_load_extension(True)
    connection.load_extension(library)
    yield Native(connection)
    connection.close()
