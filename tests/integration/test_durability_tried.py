"""What broke when the archive's durability was tried by hand, each kept from coming back."""

from __future__ import annotations

import contextlib
import io
import json
import random
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from archives import claude_lines, contents, plant, value, write_lines

from hermes_state import SessionDB, upkeep
from hermes_state.errors import DamagedArchiveError, ForeignArchiveError, NotFoundError
from hermes_state.store.connection import Connection
from hermes_state.store.redaction_key import stored_key

GONE = "11111111-1111-4111-8111-111111111111"
STAYS = "22222222-2222-4222-8222-222222222222"
TITLE = "A title that nobody else has"
TOOL = "UnheardOfTool"


def titled(session: str, count: int = 6, title: str = TITLE) -> list[dict[str, Any]]:
    """A transcript with a title, and a call of a tool that is not answered yet."""
    call = {"type": "tool_use", "id": "toolu_1", "name": TOOL, "input": {}}
    asked = claude_lines(session, 2, first=count)[-1] | {"message": {"role": "assistant", "content": [call]}}
    return [*claude_lines(session, count), {"type": "custom-title", "customTitle": title, "sessionId": session}, asked]


def places(path: Path) -> str:
    """All that an archive keeps of where imports go on."""
    connection = Connection(path, read_only=True)
    try:
        rows = connection.rows("SELECT checkpoint FROM source")
    finally:
        connection.close()
    return "\n".join(json.dumps(json.loads(zlib.decompress(data)), ensure_ascii=False) for (data,) in rows)


class TestThePlacesWhereImportsGoOn:
    """They hold text of their own, compressed: titles, tools, lines that wait."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        write_lines(tmp_path / "in" / f"{GONE}.jsonl", titled(GONE))
        write_lines(tmp_path / "in" / f"{STAYS}.jsonl", titled(STAYS, title="Another"))
        return tmp_path / "in"

    def test_they_lose_what_is_purged(self, tmp_path: Path, folder: Path) -> None:
        path = tmp_path / "state.db"
        with SessionDB(path) as db:
            db.import_transcripts(folder)
            assert TITLE in places(path)
            upkeep.purge(db, [GONE])
            assert TITLE not in places(path)
            assert "Another" in places(path)
            assert db.import_transcripts(folder).files_unchanged == 2

    def test_they_lose_what_was_deleted_before(self, tmp_path: Path, folder: Path) -> None:
        path = tmp_path / "state.db"
        with SessionDB(path) as db:
            db.import_transcripts(folder)
            upkeep.delete(db, [GONE])
            upkeep.purge(db)
        assert TITLE not in places(path)

    def test_a_transcript_that_grows_does_not_bring_it_back(self, tmp_path: Path, folder: Path) -> None:
        path = tmp_path / "state.db"
        with SessionDB(path) as db:
            db.import_transcripts(folder)
            upkeep.purge(db, [GONE])
            for first in (10, 20):
                write_lines(folder / f"{GONE}.jsonl", claude_lines(GONE, 3, first=first), append=True)
                write_lines(folder / f"{STAYS}.jsonl", claude_lines(STAYS, 3, first=first), append=True)
                report = db.import_transcripts(folder)
                assert (report.deleted_sessions_left_out, report.messages_new) == (1, 3)
                assert TITLE not in places(path)

    def test_a_session_that_is_taken_back_is_as_if_it_had_never_been_deleted(
        self, tmp_path: Path, folder: Path
    ) -> None:
        with SessionDB(tmp_path / "state.db") as db, SessionDB(tmp_path / "other.db") as other:
            db.import_transcripts(folder)
            upkeep.purge(db, [GONE])
            db.import_transcripts(folder / f"{GONE}.jsonl", restore_deleted=True)
            write_lines(folder / f"{GONE}.jsonl", claude_lines(GONE, 3, first=10), append=True)
            db.import_transcripts(folder)
            other.import_transcripts(folder)
            assert sorted(map(str, contents(db))) == sorted(map(str, contents(other)))

    def test_they_hold_no_secret_of_an_archive_that_stores_none(self, tmp_path: Path) -> None:
        secret = "ghp_" + "q7Wm2Rk9Xv4Tz8Lp1Nc6Bd3Hs5Jf0Ga2YuEi"
        path = tmp_path / "state.db"
        lines = titled(GONE, title=f"the token {secret}")
        transcript = write_lines(tmp_path / "in" / f"{GONE}.jsonl", lines)
        with SessionDB(path, redact=True) as db:
            db.import_transcripts(transcript)
            assert secret not in places(path)
            write_lines(transcript, claude_lines(GONE, 3, first=10), append=True)
            assert db.import_transcripts(transcript).messages_new == 3
            assert secret not in places(path)
            assert not any(secret in str(found) for found in contents(db))


SPOILED = [
    "UPDATE {table}_data SET block = x'ff' WHERE id > 10",
    "DELETE FROM {table}_data WHERE id > 10",
    "UPDATE {table}_config SET v = 0",
]
QUERIES = ("zanzibar 7", "zanzi", '"zanzibar 7"', "harbour", "madagascar OR zanzibar", "bar 7 title")


@pytest.mark.parametrize("sql", SPOILED)
@pytest.mark.parametrize("table", ["dialog", "work", "title_trigram"])
def test_a_search_that_is_the_first_to_meet_a_damaged_index_scans_and_says_so(
    tmp_path: Path, table: str, sql: str
) -> None:
    path = tmp_path / "state.db"
    with SessionDB(path) as db:
        for number in range(40):
            db.create_session(session_id=f"s{number}", title=f"harbour {number}")
            db.append(f"s{number}", {"role": "user", "content": f"zanzibar {number} " + "fresh words " * 50})
            db.append(f"s{number}", {"role": "tool", "content": f"madagascar {number} " + "old words " * 50})
        upkeep.optimize(db)
        sound = {query: {result.session_id for result in db.search(query, limit=50).results} for query in QUERIES}
    plant(path, sql.format(table=table))
    notes = []
    with SessionDB(path, read_only=True) as db:
        for query in QUERIES:
            page = db.search(query, limit=50)
            assert {result.session_id for result in page.results} == sound[query], (query, page.notes)
            notes += page.notes
    assert any("searched by scanning: the index is damaged" in note for note in notes)


USES: dict[str, Callable[[SessionDB], Any]] = {
    "create": lambda db: db.create_session(session_id="new"),
    "append": lambda db: db.append("s1", {"role": "user", "content": "more"}),
    "end": lambda db: db.end_session("s1"),
    "session": lambda db: db.get_session("s1"),
    "messages": lambda db: db.get_messages("s1"),
    "search": lambda db: db.search("sealed title"),
    "literal": lambda db: db.search("sealed 1", match="literal"),
    "read": lambda db: db.read("s1"),
    "browse": lambda db: db.browse(),
    "export": lambda db: db.export(format="markdown", out=io.BytesIO()),
    "mark": lambda db: upkeep.mark(db, ["s1"], "pinned"),
    "optimize": lambda db: upkeep.optimize(db),
}
MISPLACED = [
    ("loose", "total", "x'3c'"),
    ("message", "at", "x'00ff'"),
    ("message", "flags", "'zz'"),
    ("message", "role", "'zz'"),
    ("prompt", "text", "4611686018427387904"),
    ("prompt", "sha256", "4611686018427387904"),
    ("pack", "data", "'zz'"),
    ("session", "extra", "'zz'"),
    ("session", "hidden", "x'00'"),
    ("session", "origin", "x'00ff41'"),
    ("session", "root_key", "'zz'"),
    ("session", "started_at", "x'00ff41'"),
    ("session", "title", "x'00ff41'"),
]


@pytest.mark.parametrize(("table", "column", "wrong"), MISPLACED)
def test_values_of_another_type_are_told_as_damage_and_mended(
    tmp_path: Path, table: str, column: str, wrong: str
) -> None:
    """One bit of a record's header makes a text a blob; a page that got into another table makes anything of it."""
    path = tmp_path / "state.db"
    with SessionDB(path) as db:
        for number in range(3):
            db.create_session(session_id=f"s{number}", title=f"title {number}", system_prompt="You are one of three.")
            db.append(f"s{number}", {"role": "user", "content": f"sealed {number}"})
        upkeep.optimize(db)
        db.append("s1", {"role": "user", "content": "loose"})
    plant(path, f"UPDATE OR IGNORE {table} SET {column} = {wrong}")
    for name, use in USES.items():
        copy = tmp_path / f"{name}.db"
        shutil.copyfile(path, copy)
        with contextlib.suppress(DamagedArchiveError, NotFoundError), SessionDB(copy) as db:
            use(db)
    with SessionDB(path, read_only=True) as db:
        report = db.verify()
    assert report.content_problems
    assert any(f"{table}.{column}" in problem for problem in report.problems)
    assert upkeep.repair(path).action == "salvage"
    with SessionDB(path) as db:
        assert db.verify(full=True).ok


@pytest.mark.parametrize("lost", [100, 4096])
def test_a_repaired_archive_keeps_the_key_of_its_placeholders(tmp_path: Path, lost: int) -> None:
    path = tmp_path / "state.db"
    with SessionDB(path) as db:
        db.create_session(session_id="one")
        db.append("one", {"role": "user", "content": "text"})
        db.export(format="markdown", out=io.BytesIO())
        before = stored_key(db.file)
    data = path.read_bytes()
    path.write_bytes(bytes(lost) + data[lost:])
    assert upkeep.repair(path).action == "salvage"
    with SessionDB(path) as db:
        assert before is not None
        assert stored_key(db.file) == before


@pytest.mark.parametrize("sql", ["UPDATE message SET pack = NULL", "DELETE FROM loose", "DELETE FROM pack"])
def test_messages_whose_text_is_gone_are_told_as_damage(tmp_path: Path, sql: str) -> None:
    path = tmp_path / "state.db"
    with SessionDB(path) as db:
        db.create_session(session_id="s1", title="a title")
        db.append("s1", {"role": "user", "content": "sealed 1"})
        upkeep.optimize(db)
        db.append("s1", {"role": "user", "content": "loose 1"})
    plant(path, sql)
    for name, use in USES.items():
        copy = tmp_path / f"{name}.db"
        shutil.copyfile(path, copy)
        with contextlib.suppress(DamagedArchiveError), SessionDB(copy) as db:
            use(db)


class TestRestoringOver:
    @pytest.fixture
    def backup(self, tmp_path: Path) -> Path:
        path = tmp_path / "backup.db"
        with SessionDB(tmp_path / "first.db") as db:
            db.create_session(session_id="one")
            db.append("one", {"role": "user", "content": "zanzibar " * 2_000})
            upkeep.optimize(db)
            upkeep.backup(db, path)
        return path

    def test_somebody_elses_database_is_refused(self, tmp_path: Path, backup: Path) -> None:
        other = tmp_path / "other.db"
        connection = sqlite3.connect(other)
        connection.execute("CREATE TABLE accounts (name)")
        connection.commit()
        connection.close()
        before = other.read_bytes()
        with pytest.raises(ForeignArchiveError):
            upkeep.restore(backup, other)
        assert other.read_bytes() == before

    def test_what_looks_like_an_encrypted_archive_is_refused(self, tmp_path: Path, backup: Path) -> None:
        """Without its key it is random bytes: the archive that is there may be sound."""
        other = tmp_path / "other.db"
        before = random.Random(1).randbytes(40 * 4096)
        other.write_bytes(before)
        with pytest.raises(ForeignArchiveError, match="encrypted"):
            upkeep.restore(backup, other)
        assert other.read_bytes() == before

    @pytest.mark.parametrize("lost", [4096, 40_960])
    def test_what_has_lost_its_beginning_is_restored(self, tmp_path: Path, backup: Path, lost: int) -> None:
        path = tmp_path / "state.db"
        path.write_bytes(bytes(lost) + backup.read_bytes()[lost:])
        assert upkeep.restore(backup, path).kept == f"{path}.damaged"
        with SessionDB(path) as db:
            assert db.verify(full=True).ok

    @pytest.mark.parametrize("table", ["dialog_data", "work_data", "term", "message", "pack", "session"])
    def test_an_archive_is_restored_whichever_of_its_pages_are_damaged(
        self, tmp_path: Path, backup: Path, table: str
    ) -> None:
        path = tmp_path / "state.db"
        shutil.copyfile(backup, path)
        root = value(path, "SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))
        with open(path, "r+b") as file:
            file.seek((root - 1) * 4096)
            file.write(b"z" * 4096)
        assert upkeep.restore(backup, path).kept == f"{path}.damaged"
        with SessionDB(path) as db:
            assert db.verify(full=True).ok
            assert db.search("zanzibar").results


@pytest.mark.parametrize("place", range(16, 24))
def test_a_header_that_says_another_form_is_mended(tmp_path: Path, place: int) -> None:
    """Of these bytes SQLite takes some for a file that it may only read."""
    path = tmp_path / "state.db"
    with SessionDB(path) as db:
        db.create_session(session_id="one")
        db.append("one", {"role": "user", "content": "zanzibar"})
    with open(path, "r+b") as file:
        file.seek(place)
        file.write(b"x")
    assert upkeep.repair(path).action == "salvage"
    with SessionDB(path) as db:
        db.append("one", {"role": "user", "content": "more"})
        assert [message.text for message in db.get_messages("one")] == ["zanzibar", "more"]
