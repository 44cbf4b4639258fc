"""Judges an archive that something happened to: sound, every promise kept, nothing twice, its indexes equal its texts.

A promise is what a caller was told. ``("message", session, client_id, text)``: it was stored. ``("session", session)``:
it was made. ``("gone", session)``: it was deleted; ``("going", session)``: it may have been. ``("title", session,
title)``: it was given. ``("imported", session, texts)``: these were taken in, in this order.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from archives import assert_sound

from hermes_state import SessionDB
from hermes_state.records import Message, searchable_texts
from hermes_state.search.analysis import fold, is_ngram_term, terms
from hermes_state.store.reading import Reader
from hermes_state.store.terms import known

Promise = tuple[object, ...]

SEALED = "SELECT id FROM message WHERE pack IS NOT NULL"
SESSIONS = "SELECT origin, id FROM session ORDER BY key"
POSTINGS = {
    "dialog": "SELECT doc, term FROM temp.dialog_instance ORDER BY doc, offset",
    "work": "SELECT DISTINCT doc, term FROM temp.work_instance ORDER BY doc, term",
}


def judge(path: Path, promises: Iterable[Promise]) -> int:
    """Fails unless the archive is as promised; returns how many messages it holds."""
    with SessionDB(path) as db:
        assert_sound(db)
        messages = all_messages(db)
        assert_promises(db, messages, promises)
        for found in messages.values():
            assert_none_twice(found)
        assert_index_equals_texts(db, [message for found in messages.values() for message in found])
        return sum(map(len, messages.values()))


def all_messages(db: SessionDB) -> dict[str, list[Message]]:
    """The messages of every session; a session goes by its id, which no other has in these archives."""
    with db.file.fresh_reader() as reader:
        names = reader.connection.rows(SESSIONS)
    assert len({name for _, name in names}) == len(names)
    return {name: db.get_messages(f"{origin}:{name}") for origin, name in names}


def assert_promises(db: SessionDB, messages: dict[str, list[Message]], promises: Iterable[Promise]) -> None:
    """Fails unless every promise is kept; a later promise stands above an earlier one on the same session."""
    by_client = {
        name: {message.client_id: message.text for message in found if message.client_id}
        for name, found in messages.items()
    }
    gone: set[object] = set()
    going: set[object] = set()
    wanted: dict[tuple[object, ...], object] = {}
    for what, session, *more in promises:
        if what == "gone":
            gone.add(session)
        elif what == "going":
            going.add(session)
        elif what == "message":
            wanted[what, session, more[0]] = more[1]
        else:
            wanted[what, session] = more[0] if more else None
    assert gone.isdisjoint(messages), "a deleted session is back"
    for (what, session, *client), value in wanted.items():
        if session in gone or (session in going and session not in messages):
            continue
        assert session in messages, f"session {session} is lost"
        if what == "message":
            assert by_client[str(session)].get(str(client[0])) == value, f"message {client[0]} of {session} is lost"
        elif what == "imported":
            assert tuple(message.text for message in messages[str(session)]) == value, (
                f"{session} was imported otherwise"
            )
        elif what == "title":
            found = db.get_session(str(session))
            assert found is not None
            assert found.title == value, f"session {session} has the title {found.title!r}"


def assert_none_twice(messages: list[Message]) -> None:
    """Fails if a message with a client id stands in a session twice."""
    clients = [message.client_id for message in messages if message.client_id]
    assert len(clients) == len(set(clients)), "a client id is there twice"
    texts = [message.text for message in messages if message.client_id]
    assert len(texts) == len(set(texts)), "a text is there twice"


def assert_index_equals_texts(db: SessionDB, messages: list[Message]) -> None:
    """Fails unless the word indexes hold exactly the terms of the sealed texts, and the dictionary knows them all."""
    with db.file.fresh_reader() as reader, reader.connection.snapshot():
        sealed = {row[0] for row in reader.connection.rows(SEALED)}
        wanted: dict[str, dict[int, list[str]]] = {"dialog": {}, "work": {}}
        for message in messages:
            if message.id not in sealed:
                continue
            for kind, text in searchable_texts(message):
                table = "dialog" if kind == "dialog" else "work"
                wanted[table].setdefault(message.id or 0, []).extend(terms(fold(text)))
        wanted["work"] = {key: sorted(set(found)) for key, found in wanted["work"].items()}
        for table, expected in wanted.items():
            found = _postings(reader, table)
            expected = {key: some for key, some in expected.items() if some}
            wrong = [key for key in expected.keys() | found.keys() if expected.get(key) != found.get(key)]
            assert not wrong, f"the {table} index differs from the texts of messages {sorted(wrong)[:5]}"
        words = {word for table in wanted.values() for some in table.values() for word in some}
        words = {word for word in words if word.isascii() or not is_ngram_term(word)}
        missing = words - set(known(reader.connection, sorted(words)))
        assert not missing, f"the dictionary lacks {sorted(missing)[:5]}"


def _postings(reader: Reader, table: str) -> dict[int, list[str]]:
    """What an index says of each message, as FTS5's own vocabulary table tells it."""
    reader.connection.run("PRAGMA query_only=OFF")  # it forbids temporary tables as well
    reader.connection.run(f"CREATE VIRTUAL TABLE temp.{table}_instance USING fts5vocab(main, {table}, instance)")
    found: dict[int, list[str]] = {}
    for document, term in reader.connection.rows(POSTINGS[table]):
        found.setdefault(document, []).append(term)
    return found
