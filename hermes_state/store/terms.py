"""Writes the term dictionary: new terms gathered, then indexed one by one, then, by ``optimize``, in ordered blocks.

A term stands in one of three places. ``term_new`` gathers the new terms of the last seals: an index over all terms
is changed all over by a few of them, so it is changed seldom. ``term`` has an index and trigrams for each.
``term_block`` has them in order, ``BLOCK_TERMS`` to a row, with trigrams for each row: half the size.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence

from hermes_state.store.connection import Connection

BLOCK_TERMS = 12
"""Terms in a block: with more the dictionary is smaller and looking up a piece of a word slower."""

MAX_NEW_BYTES = 128 * 1024
"""Terms gathered before they are indexed: every search for a piece of a word reads them all."""

NEW_TERMS = "SELECT text FROM term_new"
ADD_NEW = "INSERT INTO term_new (text) VALUES (?)"
TAKE_NEW = "DELETE FROM term_new"
AMONG = "SELECT text FROM term WHERE text IN (SELECT value FROM json_each(?))"
BLOCK_OF = "SELECT text FROM term_block WHERE first <= ? ORDER BY first DESC LIMIT 1"
WHOLE_BLOCK_OF = "SELECT id, text FROM term_block WHERE first <= ? ORDER BY first DESC LIMIT 1"
SET_BLOCK = "UPDATE term_block SET first = ?, text = ? WHERE id = ?"
ALONE_AMONG = "SELECT id, text FROM term WHERE text IN (SELECT value FROM json_each(?))"
DELETE_TRIGRAMS = "INSERT INTO term_trigram (term_trigram, rowid, text) VALUES ('delete', ?, ?)"
HAS_BLOCKS = "SELECT 1 FROM term_block LIMIT 1"
LAST_ID = """
SELECT max(coalesce((SELECT max(id) FROM term), 0), coalesce((SELECT max(id) FROM term_block), 0))
"""
INSERT_TERM = "INSERT OR IGNORE INTO term (id, text) VALUES (?, ?)"
TERMS_AFTER = "SELECT id, text FROM term WHERE id > ?"
INSERT_TRIGRAMS = "INSERT INTO term_trigram (rowid, text) VALUES (?, ?)"
LOOSE_TERMS = "SELECT 1 WHERE EXISTS (SELECT 1 FROM term) OR EXISTS (SELECT 1 FROM term_new)"
TERMS_IN_ORDER = "SELECT text FROM term ORDER BY text"
BLOCKS_IN_ORDER = "SELECT text FROM term_block ORDER BY first"
INSERT_BLOCK = "INSERT INTO term_block (id, first, text) VALUES (?, ?, ?)"
EMPTY = ("DELETE FROM term", "DELETE FROM term_block", "DELETE FROM term_new")


def add(connection: Connection, terms: Sequence[str]) -> None:
    """Adds the terms, given in order, that the dictionary has not yet. Takes part in the transaction."""
    held = new_terms(connection)
    fresh = [term for term in terms if term not in held]
    fresh = without_blocks(connection, fresh)
    if _size_bytes(held) + _size_bytes(fresh) <= MAX_NEW_BYTES:
        present = {text for (text,) in connection.rows(AMONG, (json.dumps(fresh),))} if fresh else set()
        text = "\n".join(term for term in fresh if term not in present)
        if text:
            connection.run(ADD_NEW, (text,))
        return
    if held:
        fresh = sorted({*fresh, *held})
        connection.run(TAKE_NEW)
    _index(connection, fresh)


def _size_bytes(terms: Collection[str]) -> int:
    """The bytes of terms, a line each."""
    return len("\n".join(terms).encode("utf-8")) + 1


def _index(connection: Connection, terms: Sequence[str]) -> None:
    """Adds terms to ``term`` and its trigrams.

    No ``INSERT … SELECT``: a statement of many rows opens a savepoint, at which every FTS5 table writes out what
    it holds back, and there would be a segment for each.
    """
    last = int(connection.value(LAST_ID))
    connection.run_many(INSERT_TERM, enumerate(terms, last + 1))
    connection.run_many(INSERT_TRIGRAMS, connection.rows(TERMS_AFTER, (last,)))


def new_terms(connection: Connection) -> set[str]:
    """The terms that are gathered and not indexed yet."""
    return {term for (text,) in connection.rows(NEW_TERMS) for term in text.split("\n")}


def without_blocks(connection: Connection, terms: Sequence[str]) -> list[str]:
    """Of these terms, given in order, those that no block has."""
    if connection.value(HAS_BLOCKS) is None:
        return list(terms)
    absent: list[str] = []
    block: list[str] = []
    for term in terms:
        if not block or term > block[-1]:
            found = connection.value(BLOCK_OF, (term,))
            block = [] if found is None else found.split("\n")
        if term not in block:
            absent.append(term)
    return absent


def known(connection: Connection, terms: Sequence[str]) -> list[str]:
    """Of these terms, given in order, those that the dictionary has."""
    held = new_terms(connection)
    found = {text for (text,) in connection.rows(AMONG, (json.dumps(terms),))}
    absent = set(without_blocks(connection, terms))
    return [term for term in terms if term not in absent or term in held or term in found]


def every_term(connection: Connection) -> list[str]:
    """Every term of the dictionary, in order."""
    in_rows = {text for (text,) in connection.each(TERMS_IN_ORDER)}
    in_blocks = {term for (text,) in connection.each(BLOCKS_IN_ORDER) for term in text.split("\n")}
    return sorted(new_terms(connection) | in_rows | in_blocks)


def remove(connection: Connection, gone: Sequence[str]) -> None:
    """Takes terms, given in order, out of the dictionary, wherever they stand. Takes part in the transaction."""
    left_out = set(gone)
    for key, text in connection.rows("SELECT id, text FROM term_new"):
        _rewrite_new(connection, key, text, left_out)
    alone = connection.rows(ALONE_AMONG, (json.dumps(gone),))
    connection.run_many(DELETE_TRIGRAMS, alone)
    connection.run_many("DELETE FROM term WHERE id = ?", ((key,) for key, _ in alone))
    for key, text in _blocks_with(connection, gone):
        connection.run(DELETE_TRIGRAMS, (key, text))
        kept = [term for term in text.split("\n") if term not in left_out]
        if kept:
            connection.run(SET_BLOCK, (kept[0], "\n".join(kept), key))
            connection.run(INSERT_TRIGRAMS, (key, "\n".join(kept)))
        else:
            connection.run("DELETE FROM term_block WHERE id = ?", (key,))
    connection.unflushed.add("term_trigram")


def _rewrite_new(connection: Connection, key: int, text: str, left_out: set[str]) -> None:
    kept = [term for term in text.split("\n") if term not in left_out]
    if kept:
        connection.run("UPDATE term_new SET text = ? WHERE id = ?", ("\n".join(kept), key))
    else:
        connection.run("DELETE FROM term_new WHERE id = ?", (key,))


def _blocks_with(connection: Connection, terms: Sequence[str]) -> list[tuple[int, str]]:
    """The blocks, as ``(id, text)``, that hold any of these terms, given in order."""
    found: dict[int, str] = {}
    key, block = 0, [""]
    for term in terms:
        if term > block[-1]:
            row = connection.row(WHOLE_BLOCK_OF, (term,))
            if row is None:
                continue
            key, block = row[0], row[1].split("\n")
        if term in block:
            found[key] = "\n".join(block)
    return list(found.items())


def write_blocks(connection: Connection) -> None:
    """Writes all terms anew in ordered blocks, where any stands outside of them. Takes part in the transaction."""
    if not connection.value(LOOSE_TERMS):
        return
    blocks = list(_blocks(connection))
    connection.run("INSERT INTO term_trigram (term_trigram) VALUES ('delete-all')")
    empty(connection)
    connection.run_many(INSERT_BLOCK, ((number, text.split("\n", 1)[0], text) for number, text in enumerate(blocks, 1)))
    connection.run_many(INSERT_TRIGRAMS, enumerate(blocks, 1))
    connection.unflushed.add("term_trigram")


def _blocks(connection: Connection) -> Iterator[str]:
    """The texts of blocks of all terms in order, none twice."""
    from heapq import merge  # searching must start without it

    in_blocks = (term for (text,) in connection.each(BLOCKS_IN_ORDER) for term in text.split("\n"))
    by_themselves = (text for (text,) in connection.each(TERMS_IN_ORDER))
    block: list[str] = []
    last = None
    for term in merge(in_blocks, by_themselves, sorted(new_terms(connection))):
        if term != last:
            block.append(term)
            last = term
        if len(block) == BLOCK_TERMS:
            yield "\n".join(block)
            block = []
    if block:
        yield "\n".join(block)


def empty(connection: Connection) -> None:
    """Takes all terms out, but not their trigrams. Takes part in the transaction."""
    for sql in EMPTY:
        connection.run(sql)
