"""What was purged stands in no file of the archive any more: not its text, its packs, its words.

Searched for byte by byte: any 16 bytes in a row of a deleted message, of the compressed packs that held it, and any
word that only deleted messages had. With ``secure_delete`` off the same search has to find something.
"""

from __future__ import annotations

import random
import string
from pathlib import Path

import pytest

from hermes_state import SessionDB, upkeep
from hermes_state.store import packs
from hermes_state.store.connection import Connection
from hermes_state.upkeep import purging

WINDOW = 16
START = 1_760_000_000.0


def text_of(rnd: random.Random, words: int) -> str:
    """Random words: no 16 bytes of one text stand in another."""
    return " ".join("".join(rnd.choices(string.ascii_lowercase, k=rnd.randint(3, 22))) for _ in range(words))


def fill(path: Path, seed: int, sessions: int = 30) -> dict[str, list[str]]:
    """An archive of conversations, sealed and loose; the texts of each."""
    rnd = random.Random(seed)
    texts: dict[str, list[str]] = {}
    with SessionDB(path) as db:
        for number in range(sessions):
            name = f"talk-{number}"
            title = text_of(rnd, 5)
            db.create_session("cli", session_id=name, title=title, system_prompt=text_of(rnd, 20), started_at=START)
            said = [text_of(rnd, rnd.randint(3, 150)) for _ in range(6)]
            texts[name] = [*said, title]
            roles = ("user", "assistant", "tool")
            db.append(name, [{"role": roles[at % 3], "content": text} for at, text in enumerate(said)])
            if number == sessions // 2:
                upkeep.optimize(db)
    return texts


def windows(data: bytes) -> set[bytes]:
    return {data[at : at + WINDOW] for at in range(len(data) - WINDOW + 1)}


def packs_of(path: Path, names: list[str]) -> list[bytes]:
    """The compressed packs of sessions."""
    sql = "SELECT p.data FROM pack AS p JOIN session AS s ON s.key = p.session WHERE s.id = ?"
    connection = Connection(path, read_only=True)
    try:
        return [bytes(data) for name in names for (data,) in connection.rows(sql, (name,))]
    finally:
        connection.close()


def remains(folder: Path, wanted: set[bytes]) -> list[tuple[str, bytes]]:
    """Where any of the wanted windows stands in any file of a folder."""
    found = []
    for file in sorted(folder.iterdir()):
        data = file.read_bytes()
        found += [(file.name, piece) for piece in windows(data) & wanted]
    return found


def wanted_of(path: Path, texts: dict[str, list[str]], gone: list[str]) -> set[bytes]:
    """Every window of the texts and packs of conversations, but those that what stays has as well."""
    stay = [name for name in texts if name not in gone]
    return windows_of(path, texts, gone) - windows_of(path, texts, stay)


def windows_of(path: Path, texts: dict[str, list[str]], names: list[str]) -> set[bytes]:
    of_texts = {piece for name in names for text in texts[name] for piece in windows(text.encode())}
    return of_texts | {piece for pack in packs_of(path, names) for piece in windows(pack)}


@pytest.fixture
def archive(tmp_path: Path) -> tuple[Path, dict[str, list[str]]]:
    path = tmp_path / "archive" / "state.db"
    return path, fill(path, seed=7)


GONE = [f"talk-{number}" for number in (3, 4, 15, 16, 28, 29)]


class TestErasing:
    def test_nothing_of_purged_conversations_stands_in_any_file(
        self, archive: tuple[Path, dict[str, list[str]]]
    ) -> None:
        path, texts = archive
        wanted = wanted_of(path, texts, GONE)
        assert remains(path.parent, wanted)  # before
        with SessionDB(path) as db:
            report = upkeep.purge(db, GONE)
            assert (report.deleted.conversations, report.deleted.messages) == (6, 36)
            assert report.log_is_empty
            assert db.verify().ok
        assert remains(path.parent, wanted) == []

    def test_words_of_purged_conversations_alone_leave_the_dictionary(
        self, archive: tuple[Path, dict[str, list[str]]]
    ) -> None:
        path, texts = archive
        word = max(texts["talk-3"][0].split(), key=len)
        kept = max(texts["talk-5"][0].split(), key=len)
        with SessionDB(path) as db:
            assert db.search(word[2:-2]).results
            assert upkeep.purge(db, GONE).terms > 0
            assert db.search(word[2:-2]).results == []
            assert db.search(kept[2:-2]).results

    def test_a_word_that_comes_again_after_a_purge_is_found_by_a_part_of_it(
        self, archive: tuple[Path, dict[str, list[str]]]
    ) -> None:
        path, texts = archive
        word = max(texts["talk-3"][0].split(), key=len)
        with SessionDB(path) as db, SessionDB(path) as other:
            other.append("talk-5", {"role": "user", "content": f"again {text_of(random.Random(1), 3)}"})
            upkeep.optimize(other)
            upkeep.purge(db, GONE)
            other.append("talk-5", {"role": "user", "content": word})
            upkeep.optimize(other)
            assert [one.session_id for one in db.search(word[2:-2]).results] == ["talk-5"]

    def test_purging_nothing_erases_what_was_deleted_before(self, archive: tuple[Path, dict[str, list[str]]]) -> None:
        path, texts = archive
        wanted = wanted_of(path, texts, GONE)
        with SessionDB(path) as db:
            upkeep.delete(db, GONE)
        assert remains(path.parent, wanted)
        with SessionDB(path) as db:
            assert upkeep.purge(db).terms > 0
        assert remains(path.parent, wanted) == []

    def test_a_purge_stopped_in_between_is_finished_by_the_next(
        self, archive: tuple[Path, dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path, texts = archive
        wanted = wanted_of(path, texts, GONE)

        def stopped(*_: object) -> int:
            raise KeyboardInterrupt

        with SessionDB(path) as db:
            with monkeypatch.context() as patched:
                patched.setattr(purging, "_remove_terms", stopped)
                with pytest.raises(KeyboardInterrupt):
                    upkeep.purge(db, GONE)
            assert upkeep.purge(db).terms > 0
        assert remains(path.parent, wanted) == []

    def test_a_reader_that_holds_the_log_is_told_of(self, archive: tuple[Path, dict[str, list[str]]]) -> None:
        path, _ = archive
        with SessionDB(path) as db, SessionDB(path, read_only=True) as reading:
            connection = reading.file.reader().connection
            with connection.snapshot():
                connection.rows("SELECT count(*) FROM message")
                purging_db = db.file
                with purging_db.exclusive() as writer:
                    writer.run("PRAGMA busy_timeout=50")
                assert not upkeep.purge(db, GONE).log_is_empty
            assert upkeep.purge(db).log_is_empty

    def test_without_secure_delete_the_same_search_finds_remains(
        self, archive: tuple[Path, dict[str, list[str]]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path, texts = archive
        wanted = wanted_of(path, texts, GONE)
        plain = Connection.run

        def run(self: Connection, sql: str, bindings: object = ()) -> None:
            plain(self, sql.replace("secure_delete=ON", "secure_delete=OFF"), bindings)  # type: ignore[arg-type]

        monkeypatch.setattr(Connection, "run", run)
        with SessionDB(path) as db:
            upkeep.purge(db, GONE)
        assert remains(path.parent, wanted)


def test_packs_are_found_by_their_compressed_bytes(archive: tuple[Path, dict[str, list[str]]]) -> None:
    """The search for remains would not be of use if it looked for what never stood there."""
    path, _ = archive
    (pack, *_rest) = packs_of(path, ["talk-3"])
    assert packs.PackCodec().open(pack)
    assert remains(path.parent, windows(pack))
