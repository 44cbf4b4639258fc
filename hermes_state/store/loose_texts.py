"""The loose text of an archive, folded, kept in memory from one search to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hermes_state.errors import DamagedArchiveError
from hermes_state.kinds import TextKind
from hermes_state.search.analysis import fold, is_ngram_term, terms
from hermes_state.store.connection import Connection
from hermes_state.store.packs import opened

DATA_VERSION = "PRAGMA data_version"
ROWS = "SELECT id, total FROM loose"
TEXTS = "SELECT entry, folded FROM loose WHERE id = ?"

Texts = list[tuple[TextKind, str]]


class LooseTexts:
    """The folded texts of every loose message, as of the last ``refresh``.

    A row is known by its id and the running total beside it; an id is never given twice. There is little loose
    text at any time (``packs.SEAL_AT_BYTES``), but every search looks at all of it.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._version: int | None = None
        self._rows: dict[int, int] = {}
        self._texts: dict[int, Texts] = {}
        self._joined = ""
        self._terms: set[str] | None = None

    def refresh(self) -> None:
        """Takes in what other connections have committed since. Takes part in the transaction, where there is one."""
        connection = self._connection
        version = connection.value(DATA_VERSION)
        if version == self._version:
            return
        rows: dict[int, int] = dict(connection.rows(ROWS))
        if rows != self._rows:
            kept = {key: texts for key, texts in self._texts.items() if rows.get(key) == self._rows.get(key)}
            if len(kept) < len(self._texts):
                self._terms = None
            for key in sorted(rows.keys() - kept.keys()):
                for entry, folded in connection.rows(TEXTS, (key,)):
                    kept[key] = _folded(entry, folded)
                    if self._terms is not None:
                        self._terms.update(_terms_of(kept[key]))
            self._texts = kept
            self._joined = "\0".join(text for texts in kept.values() for _, text in texts)
            self._rows = rows
        self._version = version

    def terms(self) -> set[str]:
        """The distinct terms of all loose texts, as far as the dictionary would hold them."""
        if self._terms is None:
            self._terms = {term for texts in self._texts.values() for term in _terms_of(texts)}
        return self._terms

    def holds(self, piece: str) -> bool:
        """Whether a folded piece stands in any loose text."""
        return piece in self._joined

    def size_of(self, table: str) -> tuple[int, int]:
        """How many loose texts there are of dialog, or of work, and about how many terms these have together.

        Of text beyond ASCII nearly each letter makes a term.
        """
        of_dialog = table == "dialog"
        texts = [text for some in self._texts.values() for kind, text in some if (kind == "dialog") == of_dialog]
        return len(texts), sum(text.count(" ") + 1 if text.isascii() else len(text) for text in texts)

    def all(self) -> Iterator[Texts]:
        """Yields the folded texts of each message."""
        yield from self._texts.values()

    def holding(self, pieces: Sequence[str] | None) -> list[int]:
        """The ids of the messages with a text that holds one of the folded pieces (``None``: of all)."""
        if pieces is None:
            return list(self._texts)
        wanted = [piece for piece in pieces if piece in self._joined]
        if not wanted:
            return []
        return [
            key for key, texts in self._texts.items() if any(piece in text for _, text in texts for piece in wanted)
        ]

    def texts(self, message_id: int) -> Texts:
        """The folded texts of one message, in order. Raises ``DamagedArchiveError`` where its row is gone."""
        texts = self._texts.get(message_id)
        if texts is None:
            raise DamagedArchiveError(
                f"the text of message {message_id} is missing",
                path=self._connection.path,
                operation="read",
                hint="run hermes session check",
            )
        return texts


def _terms_of(texts: Texts) -> Iterator[str]:
    for _, text in texts:
        yield from (term for term in terms(text) if term.isascii() or not is_ngram_term(term))


def _folded(entry: bytes, folded: bytes | None) -> Texts:
    """The texts of a row; those that are not all ASCII are stored folded beside."""
    if folded is not None:
        return opened(folded).texts(0)
    return [(kind, fold(text)) for kind, text in opened(entry).texts(0)]
