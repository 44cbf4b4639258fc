"""The dictionary: a term is found wherever it stands, and standing elsewhere changes no answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from archives import assert_sound, plant, value

from hermes_state import SessionDB, upkeep
from hermes_state.store import dictionary, schema, terms
from hermes_state.store.connection import Connection

WORDS = sorted(
    {f"{stem}_{number}" for stem in ("spawn", "get_user_profile", "über", "x", "gateway") for number in range(60)}
    | {"gateway", "deployment", "userprofile", "ab", "zz", "0", "_"}
)


@pytest.fixture
def db(tmp_path: Path) -> Iterator[SessionDB]:
    with SessionDB(tmp_path / "state.db") as archive:
        yield archive


def stored(connection: Connection) -> dict[str, set[str]]:
    """The terms by the table they stand in."""
    return {
        table: {term for (text,) in connection.rows(f"SELECT text FROM {table}") for term in text.split("\n")}
        for table in ("term", "term_block", "term_new")
    }


def ask(connection: Connection) -> dict[str, object]:
    """What the dictionary answers to questions of each kind."""
    pieces = ("spawn", "_1", "r_p", "user", "a", "zz", "über_5", "absent", "_", "gateway_59", "x_")
    return {
        **{f"containing {piece}": sorted(dictionary.containing(connection, piece) or []) for piece in pieces},
        **{f"starting {piece}": sorted(dictionary.starting(connection, piece) or []) for piece in pieces},
        "joined": sorted(dictionary.containing_joined(connection, "userprofile")),
        "close": [dictionary.close_spellings(connection, word) for word in ("gatway", "deploymnet", "deploimant")],
        "known": terms.known(connection, sorted([*WORDS[::7], "absent", "zzz", "\u0000", "~"])),
        "too many": dictionary.containing(connection, "a", 5),
    }


def test_a_term_is_found_in_each_place(db: SessionDB, monkeypatch: pytest.MonkeyPatch) -> None:
    with db.file.writing() as writer:
        terms.add(writer.connection, WORDS)
        assert stored(writer.connection)["term_new"] == set(WORDS)
        gathered = ask(writer.connection)
    monkeypatch.setattr(terms, "MAX_NEW_BYTES", 10)
    with db.file.writing() as writer:
        terms.add(writer.connection, ["one", "two"])
        assert stored(writer.connection) == {"term": {*WORDS, "one", "two"}, "term_block": set(), "term_new": set()}
        assert ask(writer.connection) == gathered
    with db.file.writing() as writer:
        terms.write_blocks(writer.connection)
        assert stored(writer.connection)["term_block"] == {*WORDS, "one", "two"}
        assert not stored(writer.connection)["term"]
        assert ask(writer.connection) == gathered
    assert gathered["containing spawn"] == sorted(word for word in WORDS if "spawn" in word)
    assert gathered["starting über_5"] == sorted(word for word in WORDS if word.startswith("über_5"))
    assert gathered["known"] == sorted(WORDS[::7])
    assert gathered["close"] == [["gateway"], ["deployment"], ["deployment"]]


def test_no_term_is_added_twice_wherever_it_stands(db: SessionDB, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "MAX_NEW_BYTES", 600)
    parts = [WORDS[start::5] for start in range(5)]
    for number, part in enumerate(parts):
        with db.file.writing() as writer:
            terms.add(writer.connection, part)
            terms.add(writer.connection, sorted({*part, *parts[0]}))
            if number in (1, 3):
                terms.write_blocks(writer.connection)
    connection = db.file.reader().connection
    where = stored(connection)
    assert sum(map(len, where.values())) == len(WORDS)
    assert set().union(*where.values()) == set(WORDS)
    assert connection.value("SELECT count(*) FROM term WHERE id <= (SELECT max(id) FROM term_block)") == 0
    for word in WORDS:
        assert word in (dictionary.containing(connection, word) or ())


def test_what_seals_bring_is_indexed_seldom(db: SessionDB) -> None:
    db.create_session(session_id="s")
    for number in range(6):
        db.append("s", {"role": "user", "content": f"first words of number{number} " * 30_000})
        assert value(db.path, "SELECT count(*) FROM term") == 0
    assert db.search("umber4", match="literal").results
    assert_sound(db)
    upkeep.optimize(db)
    assert value(db.path, "SELECT count(*) FROM term_new") == 0
    assert db.search("umber4", match="literal").results
    assert_sound(db)


def test_an_archive_of_the_first_form_is_brought_up_and_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.db"
    steps = schema.migration_steps()
    with monkeypatch.context() as patched:
        patched.setattr(schema, "SCHEMA_VERSION", 1)
        patched.setattr(schema, "migration_steps", lambda: steps[:1])
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            db.append("s", {"role": "user", "content": "an old spawn_failed in src/foo/bar.py"})
    with SessionDB(path) as db:
        assert value(path, "PRAGMA user_version") == schema.SCHEMA_VERSION
        upkeep.optimize(db)
    for number, term in enumerate(("an", "bar", "foo", "spawn_failed"), 90):  # as the first form has them
        plant(path, f"INSERT INTO term (id, text) VALUES ({number}, '{term}')")
        plant(path, f"INSERT INTO term_trigram (rowid, text) VALUES ({number}, '{term}')")
    plant(path, "DELETE FROM term_block")
    with SessionDB(path) as db:
        assert dictionary.containing(db.file.reader().connection, "awn_fai") == ["spawn_failed"]
        db.append("s", {"role": "user", "content": "and a spawn_failed later " * 40_000})
        assert len(db.search("awn_fai", match="literal", per="message").results) == 2
        upkeep.optimize(db)
        assert len(db.search("awn_fai", match="literal", per="message").results) == 2
        assert value(path, "SELECT count(*) FROM term") == 0
