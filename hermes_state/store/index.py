"""The word indexes and the dictionary of their terms: written when text is sealed."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Sequence

from hermes_state.errors import ArchiveError, DamagedArchiveError, DamagedIndexError
from hermes_state.kinds import TextKind
from hermes_state.search.analysis import ANALYSIS_VERSION, is_ngram_term
from hermes_state.store import terms
from hermes_state.store.connection import Connection
from hermes_state.store.folding import folded
from hermes_state.store.index_terms import distinct_words, document_text, encoded_pieces

INSERT_DIALOG = "INSERT OR REPLACE INTO dialog (rowid, text) VALUES (?, ?)"
INSERT_WORK = "INSERT OR REPLACE INTO work (rowid, text) VALUES (?, ?)"
DELETE_DIALOG = "DELETE FROM dialog WHERE rowid = ?"
DELETE_WORK = "DELETE FROM work WHERE rowid = ?"
DELETE_TITLE = "DELETE FROM title_trigram WHERE rowid = ?"
INSERT_TITLE = "INSERT OR REPLACE INTO title_trigram (rowid, title) VALUES (?, ?)"
COUNT_EMPTYING = """
INSERT INTO meta (name, value) VALUES (?, 1)
ON CONFLICT (name) DO UPDATE SET value = value + 1
"""
GET_META = "SELECT value FROM meta WHERE name = ?"
SET_META = "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)"

IN_NO_INDEX = """
SELECT value
FROM json_each(?) AS given
WHERE NOT EXISTS (SELECT 1 FROM dialog_term WHERE term = given.value)
AND NOT EXISTS (SELECT 1 FROM work_term WHERE term = given.value)
"""

INDEX_TEXT = "SELECT hermes_index_text(?)"
WORDS = "SELECT CAST(hermes_words(?) AS BLOB)"

STALE = "index_stale"
VERSION = "analysis_version"
EMPTIED = "index_emptied"
"""How often the index was emptied: what a writer remembers of its terms holds only as long as this does."""
REBUILT = "index_rebuilt_to"
"""While the index is being rebuilt: the last pack whose messages it holds again. Later packs get larger ids."""
MERGE_PAGES = 500
"""Pages that one step of merging writes: some 20 ms."""
MAX_KNOWN_TERMS = 400_000
"""The cache of terms known to be in the dictionary is emptied beyond this (about 40 MB)."""

NATIVE_PIECE_BYTES = 4 * 1024 * 1024
"""Text whose distinct words the C part finds at once."""

IndexItem = tuple[int, Sequence[tuple[TextKind, str]]]
"""A message's id and its texts."""


class IndexWriter:
    """Adds messages to the indexes of one archive; remembers which terms its dictionary holds."""

    def __init__(self) -> None:
        self._known: set[bytes] = set()
        self._emptied: int | None = None

    def add(self, connection: Connection, items: Iterable[IndexItem]) -> None:
        """Indexes messages and adds their terms to the dictionary. Takes part in the transaction.

        Raises ``DamagedIndexError``.
        """
        dialog: list[tuple[int, str]] = []
        work: list[tuple[int, str]] = []
        for message_id, texts in items:
            dialog_texts = [text for kind, text in texts if kind == "dialog"]
            work_texts = [text for kind, text in texts if kind != "dialog"]
            if dialog_texts:
                dialog.append((message_id, analysed(connection, dialog_texts)))
            if work_texts:
                work.append((message_id, analysed(connection, work_texts)))
        with damage_is_the_indexes():
            if dialog:
                connection.run_many(INSERT_DIALOG, dialog)
            if work:
                connection.run_many(INSERT_WORK, work)
            connection.unflushed.update(("dialog", "work", "term_trigram"))
            emptied = connection.value(GET_META, (EMPTIED,)) or 0
            if emptied != self._emptied:  # another process, or this one, rebuilt the dictionary
                self._emptied = emptied
                self._known.clear()
            self._add_terms(connection, (text for _, text in (*dialog, *work)))

    def _add_terms(self, connection: Connection, texts: Iterable[str]) -> None:
        words = words_of(connection, texts).difference(self._known)  # "-=" would go through all that is known
        if not words:
            return
        if len(self._known) + len(words) > MAX_KNOWN_TERMS:
            self._known.clear()
        self._known |= words
        given = map(bytes.decode, words)
        terms.add(connection, sorted(term for term in given if term.isascii() or not is_ngram_term(term)))

    def forget(self) -> None:
        """Empties the cache: after a rollback it may hold terms that the dictionary does not."""
        self._known.clear()


@contextlib.contextmanager
def damage_is_the_indexes() -> Iterator[None]:
    """Says of damage met within that it is an index's.

    SQLite tells a bad page of FTS5's tables as of any other table, and FTS5 led astray by one breaks its
    own constraints.
    """
    try:
        yield
    except ArchiveError as error:
        if type(error) is DamagedIndexError or not may_be_of_an_index(error):
            raise
        raise DamagedIndexError(
            f"a search index of {error.path} is damaged",
            path=error.path,
            operation=error.operation,
            hint="run hermes session optimize",
        ) from error


def may_be_of_an_index(error: ArchiveError) -> bool:
    """Whether an error that was met while an index was asked may tell of its damage: not a full disk, not a lock."""
    return type(error) in (ArchiveError, DamagedArchiveError, DamagedIndexError)


def analysed(connection: Connection, texts: Sequence[str]) -> str:
    """The terms of a message's texts as the indexes take them; by the C part where the connection has it."""
    text = "\n".join(texts) if len(texts) > 1 else texts[0]
    if connection.native and not text.isascii():
        return str(connection.value(INDEX_TEXT, (text.encode("utf-8", "surrogatepass"),)))
    return document_text(text)


def words_of(connection: Connection, analysed_texts: Iterable[str]) -> set[bytes]:
    """The distinct words of analysed texts, lower case, in UTF-8; by the C part where the connection has it.

    There may be terms of n-gram scripts and emoji among them; the C part leaves all of these out.
    """
    if not connection.native:
        return distinct_words(analysed_texts)
    words: set[bytes] = set()
    for piece in encoded_pieces(analysed_texts, NATIVE_PIECE_BYTES):
        words.update(connection.value(WORDS, (piece,)).split(b"\n"))
    words.discard(b"")
    return words


def remove(connection: Connection, message_ids: Sequence[int]) -> None:
    """Takes messages out of both word indexes. Takes part in the transaction."""
    rows = [(message_id,) for message_id in message_ids]
    with damage_is_the_indexes():
        connection.run_many(DELETE_DIALOG, rows)
        connection.run_many(DELETE_WORK, rows)
    connection.unflushed.update(("dialog", "work"))


def set_title(connection: Connection, key: int, title: str | None) -> None:
    """Indexes a session's title in place of the one before.

    Takes part in the transaction. Raises ``DamagedIndexError``.
    """
    with damage_is_the_indexes():
        connection.run(DELETE_TITLE, (key,))
        if title:
            connection.run(INSERT_TITLE, (key, title))
    connection.unflushed.add("title_trigram")


def flush(connection: Connection) -> None:
    """Writes out what FTS5 holds back until the commit, so that damage is met here. Raises ``DamagedIndexError``."""
    with damage_is_the_indexes():
        for table in sorted(connection.unflushed):
            connection.run(f"INSERT INTO {table} ({table}) VALUES ('flush')")
    connection.unflushed.clear()


def is_usable(connection: Connection) -> bool:
    """Whether the index may be asked: not marked stale, and made by this analysis."""
    version = connection.value(GET_META, (VERSION,))
    return not connection.value(GET_META, (STALE,)) and version in (None, ANALYSIS_VERSION)


def takes_changes(connection: Connection) -> bool:
    """Whether what is deleted or renamed has to be told to the index: it is in use, or being rebuilt."""
    return is_usable(connection) or rebuilt_to(connection) is not None


def rebuilt_to(connection: Connection) -> int | None:
    """The pack up to which a rebuild has come that was begun and not finished; ``None`` without one."""
    found = connection.value(GET_META, (REBUILT,))
    return None if found is None or connection.value(GET_META, (VERSION,)) != ANALYSIS_VERSION else int(found)


def mark_stale(connection: Connection) -> None:
    """Makes searching scan until the index is rebuilt, from its beginning."""
    connection.run(SET_META, (STALE, 1))
    connection.run("DELETE FROM meta WHERE name = ?", (REBUILT,))


def note_rebuilt(connection: Connection, pack: int) -> None:
    """Notes how far a rebuild has come. Takes part in the transaction."""
    connection.run(SET_META, (STALE, 1))
    connection.run(SET_META, (REBUILT, pack))


def record_version(connection: Connection) -> None:
    """Notes which analysis made the index, the first time anything is written to it."""
    if connection.value(GET_META, (VERSION,)) is None:
        connection.run(SET_META, (VERSION, ANALYSIS_VERSION))


def empty(connection: Connection) -> None:
    """Empties every index and the dictionary, for a rebuild.

    Takes part in the transaction. Raises ``DamagedIndexError``.
    """
    connection.run(COUNT_EMPTYING, (EMPTIED,))
    with damage_is_the_indexes():
        for table in ("dialog", "work", "term_trigram", "title_trigram"):
            connection.run(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")
        terms.empty(connection)
    connection.run("DELETE FROM meta WHERE name IN (?, ?)", (STALE, VERSION))
    record_version(connection)


def merge_step(connection: Connection, table: str, *, all_of_it: bool = False) -> bool:
    """Merges about ``MERGE_PAGES`` pages of an index; whether there may be more to merge.

    ``all_of_it`` begins a merge of all segments into one, which the next steps go on with. Takes part in the
    transaction. Raises ``DamagedIndexError``. See FTS5's documentation on ``merge``.
    """
    before = connection.total_changes()
    pages = -MERGE_PAGES if all_of_it else MERGE_PAGES
    with damage_is_the_indexes():
        connection.run(f"INSERT INTO {table} ({table}, rank) VALUES ('merge', {pages})")
    return connection.total_changes() - before >= 2


def write_term_blocks(connection: Connection) -> None:
    """Writes the dictionary in its smallest form. Takes part in the transaction. Raises ``DamagedIndexError``."""
    with damage_is_the_indexes():
        terms.write_blocks(connection)


def merge_table(connection: Connection, table: str) -> None:
    """Writes one index as one segment, without what was deleted from it. Takes part in the transaction.

    Raises ``DamagedIndexError``.
    """
    with damage_is_the_indexes():
        connection.run(f"INSERT INTO {table} ({table}) VALUES ('optimize')")


def words_without_message(connection: Connection, words: Sequence[str]) -> list[str]:
    """Of these words those that neither word index has, asked when both are merged. Raises ``DamagedIndexError``."""
    with damage_is_the_indexes():
        return [word for (word,) in connection.rows(IN_NO_INDEX, (json.dumps(words),))]


def folded_texts(connection: Connection, texts: Sequence[tuple[TextKind, str]]) -> list[tuple[TextKind, str]] | None:
    """The folded forms of texts that are not all ASCII (kept beside loose text), or ``None``."""
    if all(text.isascii() for _, text in texts):
        return None
    return [(kind, folded(connection, text)) for kind, text in texts]


def mark_fresh(connection: Connection) -> None:
    """Takes the mark of staleness away, after a rebuild."""
    connection.run("DELETE FROM meta WHERE name IN (?, ?)", (STALE, REBUILT))
