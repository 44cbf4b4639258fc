"""Repairing an archive: what is mended in place, what is salvaged, what is kept and what is said of it."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from archives import assert_sound, contents, environment, plant, python, texts, value
from command import run, succeed
from damage import PAGE_BYTES, Damage, inflict, judged, no_first_page, no_header, no_schema, remembered, varied

from hermes_state import SessionDB, upkeep
from hermes_state.errors import (
    ArchiveBusyError,
    ArchiveError,
    ArchiveMissingError,
    DamagedArchiveError,
    DiskFullError,
    ForeignArchiveError,
    NewerArchiveError,
)
from hermes_state.store import schema
from hermes_state.upkeep import forensics, repairing


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with a bit of everything; tests copy it."""
    path = tmp_path_factory.mktemp("varied") / "state.db"
    varied(path, sessions=10, messages=30)
    return path


@pytest.fixture
def path(example: Path, tmp_path: Path) -> Path:
    found = tmp_path / "archive" / "state.db"
    found.parent.mkdir()
    shutil.copy(example, found)
    return found


def damaged(path: Path) -> Path:
    return Path(f"{path}.damaged")


def spoil_table(path: Path, table: str) -> None:
    """Overwrites a table's root page."""
    root = value(path, "SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))

    def damage(data: bytearray, chance: random.Random) -> None:
        data[(root - 1) * PAGE_BYTES : root * PAGE_BYTES] = chance.randbytes(PAGE_BYTES)

    with open(path, "rb") as file:
        assert file.read(16) == b"SQLite format 3\0"
    inflict(path, damage, 1)


class TestInPlace:
    def test_a_sound_archive_is_left_as_it_is(self, path: Path) -> None:
        before = path.read_bytes()
        report = upkeep.repair(path)
        assert (report.action, report.problems, report.copy) == ("none", [], None)
        assert path.read_bytes() == before
        assert not damaged(path).exists()

    @pytest.mark.parametrize(
        "table", ["dialog_data", "dialog_idx", "work_docsize", "term", "title_trigram_data", "parity"]
    )
    def test_a_damaged_index_is_made_anew_without_touching_messages(self, path: Path, table: str) -> None:
        before = remembered(path)
        spoil_table(path, table)
        report = upkeep.repair(path)
        assert report.action == ("salvage" if table == "parity" else "index")
        assert report.problems
        assert remembered(path) == before
        with SessionDB(path) as db:
            assert_sound(db)
            assert db.search("bridge").results
        assert damaged(path).exists() == (table == "parity")

    def test_an_index_marked_stale_is_rebuilt(self, path: Path) -> None:
        plant(path, "INSERT INTO meta (name, value) VALUES ('index_stale', 1)")
        assert upkeep.repair(path).action == "index"
        with SessionDB(path) as db:
            assert_sound(db)

    def test_what_is_missing_of_the_schema_is_made_and_what_is_foreign_taken_away(self, path: Path) -> None:
        before = remembered(path)
        plant(
            path,
            "DROP INDEX session_by_root",
            "DROP INDEX message_by_session",
            "DROP TRIGGER parity_of_deleted",
            "DROP TABLE title_trigram",
            "CREATE TRIGGER evil AFTER INSERT ON message BEGIN DELETE FROM loose; END",
        )
        with SessionDB(path) as db:
            assert len(db.verify().problems) >= 5
        report = upkeep.repair(path)
        assert report.action == "schema"
        assert len(report.notes) == 4
        assert remembered(path) == before
        with SessionDB(path) as db:
            assert_sound(db)

    def test_wrong_parity_is_made_anew(self, path: Path) -> None:
        plant(path, "UPDATE parity SET data = zeroblob(length(data))")
        assert any("parity" in problem for problem in upkeep.repair(path).problems)
        with SessionDB(path) as db:
            assert db.verify(full=True).problems == []


class TestSalvage:
    @pytest.mark.parametrize("damage", [no_header, no_first_page, no_schema])
    def test_without_header_or_schema_nothing_is_lost(self, path: Path, damage: Damage) -> None:
        before = remembered(path)
        with SessionDB(path) as db:
            whole = contents(db, ids=True)
        held = inflict(path, damage, 1)
        report = upkeep.repair(path)
        assert (report.action, report.messages, report.messages_lost) == ("salvage", len(before), 0)
        assert (report.messages_guessed, report.sessions_guessed, report.attachments_lost) == (0, 0, 0)
        with SessionDB(path) as db:
            assert_sound(db)
            assert contents(db, ids=True) == whole
        assert report.copy == str(damaged(path))
        assert damaged(path).read_bytes() == held
        assert path.stat().st_mode & 0o777 == damaged(path).stat().st_mode & 0o777 == 0o600 or os.name == "nt"

    def test_the_rest_of_an_archive_is_kept_too(self, path: Path) -> None:
        asked = (
            "SELECT * FROM session",
            "SELECT * FROM client_message",
            "SELECT * FROM tombstone",
            "SELECT * FROM source",
            "SELECT * FROM blob_use",
            "SELECT name, value FROM meta WHERE name NOT LIKE 'index%' AND name <> 'analysis_version'",
        )
        before = [rows(path, sql) for sql in asked]
        inflict(path, no_first_page, 1)
        upkeep.repair(path)
        assert [rows(path, sql) for sql in asked] == before

    def test_messages_whose_rows_are_lost_come_back_with_their_ids_and_texts(self, path: Path) -> None:
        before = remembered(path)
        spoil_leaf(path, "message")
        report = upkeep.repair(path)
        assert report.messages_guessed > 50
        assert report.messages_lost == 0
        outcome = judged(before, path)
        assert outcome.same_text == outcome.messages
        after = remembered(path)
        assert {key: record["id"] for key, record in after.items()} == {key: r["id"] for key, r in before.items()}
        roles = [(after[key]["role"], record["role"]) for key, record in before.items()]
        assert sum(one == other for one, other in roles) > 0.9 * len(roles)

    def test_sessions_whose_rows_are_lost_keep_what_indexes_say_of_them(self, path: Path) -> None:
        known = "SELECT key, origin, id, source, project, root_key, parent_id FROM session ORDER BY key"
        before = rows(path, known)
        spoil_leaf(path, "session")
        report = upkeep.repair(path)
        assert report.sessions_guessed > 3
        assert rows(path, known) == before
        with SessionDB(path) as db:
            assert_sound(db)

    def test_a_pack_with_a_damaged_page_is_made_good(self, path: Path) -> None:
        before = remembered(path)
        spoil_overflow_of_packs(path, 1)
        with SessionDB(path) as db:
            assert not db.verify().ok
        report = upkeep.repair(path)
        assert (report.action, report.messages_lost, report.messages_guessed) == ("salvage", 0, 0)
        assert remembered(path) == before

    def test_without_parity_what_of_a_damaged_pack_can_be_read_is_kept_and_the_rest_named(self, path: Path) -> None:
        plant(path, "DELETE FROM parity")
        before = remembered(path)
        spoil_overflow_of_packs(path, 2)
        report = upkeep.repair(path)
        outcome = judged(before, path)
        assert outcome.invented == set()
        assert 0 < report.messages_lost == outcome.messages - outcome.same_text
        lost = {record["id"] for key, record in before.items() if key not in remembered(path)}
        assert {number for one in report.lost for number in one.message_ids} == lost
        assert any("sync" in note for note in report.notes)
        assert rows(path, "SELECT * FROM source") == []

    def test_what_is_lost_comes_back_with_its_transcript(self, path: Path, example: Path) -> None:
        plant(path, "DELETE FROM parity", "DELETE FROM pack WHERE session = 1")
        before = remembered(example)
        assert upkeep.repair(path).messages_lost > 20
        with SessionDB(path) as db:
            db.import_transcripts(example.parent / "sources")
            assert_sound(db)
        after = {(origin, session, record["source_id"]) for (origin, session, _), record in remembered(path).items()}
        assert {(origin, session, record["source_id"]) for (origin, session, _), record in before.items()} <= after

    def test_a_message_whose_attachment_is_lost_is_read_with_a_line_in_its_place(self, path: Path) -> None:
        before = remembered(path)
        count = value(path, "SELECT count(*) FROM blob")
        spoil_leaf(path, "blob")
        report = upkeep.repair(path)
        assert 0 < report.attachments_lost <= count
        after = remembered(path)
        assert len(after) == len(before)
        assert "is lost]" in str(after)

    def test_text_in_the_log_of_a_killed_process_is_salvaged(self, path: Path) -> None:
        code = """
import os, sys
from hermes_state import SessionDB
db = SessionDB(sys.argv[1])
db.append("live2", {"role": "user", "content": "the last words before the end"})
os.kill(os.getpid(), 9)
"""
        if not hasattr(signal, "SIGKILL"):
            pytest.skip("the system has no SIGKILL")
        python(code, path)
        assert os.path.getsize(f"{path}-wal")
        log = Path(f"{path}-wal").read_bytes()
        inflict(path, no_header, 1)
        # the log holds a first page of its own only if that transaction changed it
        report = upkeep.repair(path)
        with SessionDB(path) as db:
            assert texts(db, "live2")[-1] == "the last words before the end"
            assert_sound(db)
        if report.action == "salvage":
            assert Path(f"{damaged(path)}-wal").read_bytes() == log

    def test_loose_texts_whose_session_nothing_tells_have_one_of_their_own(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.append("live2", {"role": "user", "content": "a text without a place"})
        plant(
            path,
            "DELETE FROM message WHERE id = (SELECT max(id) FROM loose)",
            "DROP INDEX message_by_session",
        )
        spoil_table(path, "prompt")
        upkeep.repair(path)
        with SessionDB(path) as db:
            assert texts(db, "salvaged-texts")[-1] == "a text without a place"
            assert_sound(db)

    def test_what_was_deleted_does_not_come_back(self, path: Path) -> None:
        with SessionDB(path) as db:
            upkeep.delete(db, ["live4"])
        inflict(path, no_first_page, 1)
        upkeep.repair(path)
        with SessionDB(path) as db:
            assert db.get_session("live4") is None
        assert value(path, "SELECT count(*) FROM tombstone WHERE id = 'live4'") == 1


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with SessionDB(path) as db:
        return db.file.reader().connection.rows(sql)


def carver(path: Path) -> repairing.Carver:
    expected = repairing.expected_schema()
    file = open(path, "rb")  # noqa: SIM115 - read by the carver while the test runs
    return repairing.Carver(repairing.PageFile(file), expected.shapes.values(), expected.roots)


def spoil_pages(path: Path, pages: list[int]) -> None:
    def damage(data: bytearray, chance: random.Random) -> None:
        for page in pages:
            data[(page - 1) * PAGE_BYTES : page * PAGE_BYTES] = chance.randbytes(PAGE_BYTES)

    inflict(path, damage, 1)


def spoil_leaf(path: Path, table: str) -> None:
    """Overwrites the page of a table that holds the most rows."""
    found = carver(path)
    try:
        shape = found.shape(table)
        spoil_pages(path, [max(found.pages(table), key=lambda page: len(list(found.rows_of_page(page, shape))))])
    finally:
        found.file._file.close()


def spoil_overflow_of_packs(path: Path, count: int) -> None:
    """Overwrites an overflow page of so many packs."""
    found = carver(path)
    try:
        leaves = set(found.pages("pack"))
        entries = found._entries
        heads = [page for page, entry in entries.items() if entry.parent in leaves and entry.kind == 3]
        spoil_pages(path, heads[:: max(1, len(heads) // count)][:count])
    finally:
        found.file._file.close()


class TestCopies:
    def test_a_second_repair_keeps_the_first_copy_and_makes_no_equal_one(self, path: Path, example: Path) -> None:
        held = inflict(path, no_header, 1)
        upkeep.repair(path)
        shutil.copy(example, path)
        assert inflict(path, no_header, 1) == held
        assert upkeep.repair(path).copy == str(damaged(path))
        assert [name for name in os.listdir(path.parent) if "damaged" in name] == ["state.db.damaged"]

    def test_other_damage_is_another_copy_up_to_three(self, path: Path, example: Path) -> None:
        held = []
        for seed in range(3):
            shutil.copy(example, path)
            held.append(inflict(path, no_header, seed))
            upkeep.repair(path)
        names = ["state.db.damaged", "state.db.damaged-2", "state.db.damaged-3"]
        assert [(path.parent / name).read_bytes() for name in names] == held
        shutil.copy(example, path)
        last = inflict(path, no_header, 4)
        with pytest.raises(ArchiveError, match="3 copies") as caught:
            upkeep.repair(path)
        assert "move" in str(caught.value.hint)
        assert path.read_bytes() == last

    def test_what_cannot_be_repaired_is_left_as_it_is_without_a_copy(self, path: Path) -> None:
        noise = random.Random(1).randbytes(200_000)
        path.write_bytes(noise)
        for _ in range(2):
            with pytest.raises(ForeignArchiveError, match="is not a session archive") as caught:
                upkeep.repair(path)
            assert caught.value.hint
            assert path.read_bytes() == noise
        assert sorted(os.listdir(path.parent)) == ["state.db"]

    def test_a_link_in_the_copys_place_is_not_followed(self, path: Path, tmp_path: Path) -> None:
        (tmp_path / "mine").write_text("mine")
        os.symlink(tmp_path / "mine", damaged(path))
        inflict(path, no_header, 1)
        assert upkeep.repair(path).copy == f"{path}.damaged-2"
        assert (tmp_path / "mine").read_text() == "mine"

    def test_a_disk_too_small_for_the_copy_is_told_before_anything_is_done(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        held = inflict(path, no_header, 1)
        usage = shutil.disk_usage(path.parent)
        monkeypatch.setattr(forensics.shutil, "disk_usage", lambda folder: usage._replace(free=len(held)))
        with pytest.raises(DiskFullError, match="free space"):
            upkeep.repair(path)
        assert os.listdir(path.parent) == ["state.db"]
        assert path.read_bytes() == held


class TestOthers:
    def test_an_archive_that_is_open_here_is_refused(self, path: Path) -> None:
        with SessionDB(path), pytest.raises(ArchiveBusyError, match="this process"):
            upkeep.repair(path)

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the holder of a lock is told on Linux")
    def test_a_salvage_waits_for_nobody_for_long_and_names_who_has_the_archive(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = """
import sys
from hermes_state import SessionDB
with SessionDB(sys.argv[1]) as db:
    db.get_session("live2")
    print("open", flush=True)
    sys.stdin.readline()
"""
        monkeypatch.setattr(forensics, "WAIT_S", 0.2)
        with subprocess.Popen(
            [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
        ) as child:
            assert child.stdout is not None
            child.stdout.readline()
            held = inflict_in_a_process(path)
            with pytest.raises(ArchiveBusyError, match=f"process {child.pid}") as caught:
                upkeep.repair(path)
            assert "close it" in str(caught.value.hint)
            assert path.read_bytes() == held
            child.communicate(b"\n")
        assert upkeep.repair(path).action == "salvage"

    def test_nobody_opens_the_archive_while_it_is_salvaged(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        code = """
import sys
from hermes_state import SessionDB
from hermes_state.errors import ArchiveBusyError, ForeignArchiveError
from hermes_state.store import connection
connection.BUSY_TIMEOUT_MS = 50
try:
    SessionDB(sys.argv[1], read_only=True).get_session("live2")
except (ArchiveBusyError, ForeignArchiveError) as error:
    print(type(error).__name__)
"""
        plant(path, "UPDATE pack SET data = zeroblob(length(data)) WHERE id = 2")
        seen: list[str] = []
        plain = repairing._refilled

        def watched(*words: object) -> object:
            seen.append(python(code, path).stdout.strip())
            return plain(*words)  # type: ignore[arg-type]

        monkeypatch.setattr(repairing, "_refilled", watched)
        upkeep.repair(path)
        assert seen == ["ArchiveBusyError"]

    def test_another_programs_database_is_refused(self, tmp_path: Path) -> None:
        python(
            "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('CREATE TABLE a (b)'); db.commit()",
            tmp_path / "other.db",
        )
        before = (tmp_path / "other.db").read_bytes()
        with pytest.raises(ForeignArchiveError):
            upkeep.repair(tmp_path / "other.db")
        assert (tmp_path / "other.db").read_bytes() == before
        assert os.listdir(tmp_path) == ["other.db", "home"] or sorted(os.listdir(tmp_path)) == ["home", "other.db"]

    def test_a_newer_archive_is_refused(self, path: Path) -> None:
        plant(path, f"PRAGMA user_version={schema.SCHEMA_VERSION + 1}")
        with pytest.raises(NewerArchiveError):
            upkeep.repair(path)

    def test_a_missing_archive_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(ArchiveMissingError):
            upkeep.repair(tmp_path / "none.db")


def inflict_in_a_process(path: Path) -> bytes:
    """Damages a file that another process has open."""
    return inflict(path, no_first_page, 1)


class TestCommands:
    def test_repair_says_what_it_did(self, path: Path) -> None:
        assert "sound" in succeed("repair", "--db", path).out
        plant(path, "UPDATE dialog_data SET block = x'00' WHERE id > 100")
        assert "made anew" in succeed("repair", "--db", path).out
        plant(path, "DELETE FROM parity")
        spoil_overflow_of_packs(path, 2)
        outcome = succeed("repair", "--db", path)
        assert "Saved" in outcome.out
        assert f"kept as {path}.damaged" in outcome.out
        assert "Lost:" in outcome.out

    def test_repair_tells_the_same_in_json(self, path: Path) -> None:
        inflict(path, no_header, 1)
        report = succeed("repair", "--db", path, "--json").json
        assert (report["version"], report["action"], report["lost"]) == (1, "salvage", [])
        assert report["copy"] == f"{path}.damaged"

    def test_failures_are_one_line(self, tmp_path: Path) -> None:
        outcome = run("repair", "--db", tmp_path / "none.db")
        assert outcome.code == 1
        assert outcome.err.count("\n") == 1

    def test_check_reads_everything_when_asked_to(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        from hermes_state.store import verification

        monkeypatch.setattr(verification, "READ_TEXT_BYTES", 50_000)
        quick = succeed("check", "--db", path, "--json").json
        assert quick["ok"]
        assert quick["checked"]["pack_read"] < quick["checked"]["pack"]
        assert any("--full" in note for note in quick["notes"])
        full = succeed("check", "--db", path, "--full", "--json").json
        assert (full["ok"], full["notes"]) == (True, [])

    def test_check_says_in_words_what_is_wrong_and_what_helps(self, path: Path) -> None:
        plant(path, "DELETE FROM pack WHERE id = 2")
        outcome = run("check", "--db", path)
        assert outcome.code == 1
        assert "messages in a pack that is missing" in outcome.out
        assert "hermes session repair" in outcome.err


WRITES: dict[str, Callable[[SessionDB], object]] = {
    "append": lambda db: db.append("live2", {"role": "user", "content": "x"}),
    "create": lambda db: db.create_session(session_id="new"),
}


@pytest.mark.parametrize("write", WRITES)
def test_damaged_pages_of_messages_stop_writing_with_a_clear_line(path: Path, write: str) -> None:
    for table in ("message", "session"):
        spoil_table(path, table)
    with SessionDB(path) as db:
        with pytest.raises(DamagedArchiveError, match="damaged") as caught:
            WRITES[write](db)
        assert "\n" not in str(caught.value)
        assert "check" in str(caught.value.hint)


def test_with_a_damaged_index_appends_go_on_search_says_so_and_repair_mends_it(path: Path) -> None:
    spoil_table(path, "dialog_data")
    with SessionDB(path) as db:
        db.append("live2", {"role": "user", "content": "zanzibar " + "fresh words " * 60_000})
        page = db.search("zanzibar")
        assert [result.session_id for result in page.results] == ["live2"]
        assert any("stale" in note or "scan" in note for note in [*page.notes, *db.notices])
    assert upkeep.repair(path).action == "index"
    with SessionDB(path) as db:
        assert [result.session_id for result in db.search("zanzibar").results] == ["live2"]
        assert_sound(db)
