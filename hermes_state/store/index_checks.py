"""Checks the indexes of an archive against its texts: what is counted, what is asked, what FTS5 finds in itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hermes_state.errors import ArchiveError, DamagedArchiveError, DamagedIndexError
from hermes_state.search.analysis import fold, is_ngram_term, terms
from hermes_state.store import dictionary, index
from hermes_state.store.connection import Connection
from hermes_state.store.flags import HAS_DIALOG, HAS_WORK
from hermes_state.store.pool import ArchiveFile
from hermes_state.store.reading import MESSAGE_COLUMNS, MessageRow, Reader
from hermes_state.store.terms import known

if TYPE_CHECKING:
    from hermes_state.store.verification import VerifyReport

CHECKED_INDEXES = ("dialog", "work", "term_trigram", "title_trigram")

SAMPLED_MESSAGES = 60
COUNT_TERMS = """
SELECT (SELECT count(*) FROM term) + coalesce(sum(length(text) - length(replace(text, char(10), '')) + 1), 0)
FROM (SELECT text FROM term_block UNION ALL SELECT text FROM term_new)
"""
TITLE_COUNTS = (
    (
        "titles missing from the index of titles",
        "SELECT count(*) FROM session WHERE title <> '' AND key NOT IN (SELECT id FROM title_trigram_docsize)",
    ),
    (
        "wrong entries in the index of titles",
        "SELECT count(*) FROM title_trigram_docsize WHERE id NOT IN (SELECT key FROM session WHERE title <> '')",
    ),
)
INDEX_COUNTS = TITLE_COUNTS + tuple(
    (f"{wording} {table} index", sql.format(table=table, mask=mask))
    for table, mask in (("dialog", HAS_DIALOG), ("work", HAS_WORK))
    for wording, sql in (
        (
            "sealed messages missing from the",
            "SELECT count(*) FROM message "
            "WHERE pack IS NOT NULL AND flags & {mask} AND id NOT IN (SELECT id FROM {table}_docsize)",
        ),
        (
            "wrong entries in the",
            "SELECT count(*) FROM {table}_docsize WHERE id NOT IN "
            "(SELECT id FROM message WHERE pack IS NOT NULL AND flags & {mask})",
        ),
    )
)
SAMPLE = f"SELECT {MESSAGE_COLUMNS} FROM message AS m WHERE m.id >= ? AND m.pack IS NOT NULL ORDER BY m.id LIMIT 1"
ASK = "SELECT 1 FROM {table} WHERE {table} MATCH ? AND rowid = ?"


def check_index(reader: Reader, report: VerifyReport) -> Iterator[str]:
    """Yields what is wrong with the indexes, by counting and by asking them for a sample of messages."""
    connection = reader.connection
    usable = index.is_usable(connection)
    if not usable:
        report.notes.append("the search index is stale: searching scans until hermes session optimize rebuilds it")
    report.checked["term"] = int(connection.value(COUNT_TERMS))
    if not usable:
        return
    for what, sql in INDEX_COUNTS:
        wrong = connection.value(sql)
        if wrong:
            yield f"{wrong} {what}"
    yield from _sampled_problems(reader, report)


def _sampled_problems(reader: Reader, report: VerifyReport) -> Iterator[str]:
    """Asks the index for a sample of messages by their rarest term: no check of FTS5's own sees a wrong posting."""
    connection = reader.connection
    last = int(connection.value("SELECT coalesce(max(id), 0) FROM message"))
    sampled = 0
    for start in range(1, last + 1, max(1, last // SAMPLED_MESSAGES)):
        found = connection.row(SAMPLE, (start,))
        if found is None:
            continue
        row = MessageRow(*found)
        for dialog, table in ((True, "dialog"), (False, "work")):
            words = [
                word for kind, text in reader.texts(row) if (kind == "dialog") is dialog for word in terms(fold(text))
            ]
            if not words:
                continue
            sampled += 1
            rarest = min(set(words), key=lambda word: (_frequency(connection, table, word), word))
            if connection.value(ASK.format(table=table), ('"' + rarest + '"', row.id)) is None:
                yield f"the {table} index does not find message {row.id} by {rarest!r}"
            if is_ngram_term(rarest):
                continue
            if not known(connection, [rarest]):
                yield f"the dictionary lacks {rarest!r} of message {row.id}"
            elif len(rarest) >= dictionary.TRIGRAM_CHARS:
                holding = dictionary.containing(connection, rarest)
                if holding is not None and rarest not in holding:
                    yield f"the dictionary does not find {rarest!r} of message {row.id} by its letters"
    report.checked["texts_looked_up_by_a_word"] = sampled


def _frequency(connection: Connection, table: str, term: str) -> int:
    return int(connection.value(f"SELECT doc FROM {table}_term WHERE term = ?", (term,)) or 0)


def check_index_structure(archive: ArchiveFile, report: VerifyReport) -> None:
    """Adds to a report what FTS5's own check of each index finds."""
    unchecked: dict[str, list[str]] = {}
    for table in CHECKED_INDEXES:
        try:
            with archive.exclusive() as connection:
                if not index_holds_together(connection, table):
                    report.problems.append(f"the index {table} is damaged")
        except ArchiveError as error:
            unchecked.setdefault(str(error), []).append(table)
    for reason, tables in unchecked.items():
        report.notes.append(f"not checked as indexes: {', '.join(tables)} ({reason})")


def index_holds_together(connection: Connection, table: str) -> bool:
    """Whether FTS5's own check of an index finds nothing. Needs a connection that may write; changes nothing."""
    try:
        connection.run(f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)")
    except (DamagedArchiveError, DamagedIndexError):
        return False
    return True
