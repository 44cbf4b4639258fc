"""Importing transcripts: once only, as they grow, whatever happens to their files."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from archives import (
    PEAK,
    START,
    as_sets,
    assert_sound,
    claude_lines,
    codex_lines,
    contents,
    environment,
    plant,
    python,
    texts,
    value,
    write_lines,
)

from hermes_state import SessionDB, upkeep
from hermes_state.ingest import importer
from hermes_state.store import reading
from hermes_state.transcripts import lines as lines_module

CLAUDE = "11111111-1111-4111-8111-111111111111"
OTHER = "33333333-3333-4333-8333-333333333333"
CODEX = "22222222-2222-4222-8222-222222222222"


@pytest.fixture
def db(tmp_path: Path) -> Iterator[SessionDB]:
    with SessionDB(tmp_path / "archive" / "state.db") as archive:
        yield archive


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    return folder


def plain_lines(count: int) -> list[dict[str, Any]]:
    return [{"role": ("user", "assistant")[n % 2], "content": f"go on {n % 3}"} for n in range(count)]


def own_lines(count: int) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = [{"type": "hermes-state", "version": 1}]
    for number in range(count):
        if number % 5 == 0:
            lines.append({"type": "session", "id": f"s{number % 10}", "origin": "live", "title": "one"})
        if number % 3 == 0:
            lines.append({"type": "event", "record": {"n": 1}})
        lines.append({"type": "message", "role": "user", "content": f"own {number % 2}", "id": 100 + number})
    return lines


SOURCES = {
    "claude": claude_lines(CLAUDE, 8),
    "codex": codex_lines(CODEX, 10),
    "messages": plain_lines(9),
    "own": own_lines(10),
    "two sessions": claude_lines(CLAUDE, 4) + claude_lines(OTHER, 4) + claude_lines(CLAUDE, 3, first=4),
}


def whole(tmp_path: Path, source: Path, values: list[Any]) -> Any:
    """What an archive holds after one import of the whole file."""
    write_lines(source / "file.jsonl", values)
    with SessionDB(tmp_path / "whole" / "state.db") as archive:
        archive.import_transcripts(source)
        assert_sound(archive)
        return contents(archive)


class TestAgain:
    def test_a_second_import_reads_nothing_and_changes_nothing(self, db: SessionDB, source: Path) -> None:
        for name, values in SOURCES.items():
            write_lines(source / f"{name}.jsonl", values)
        first = db.import_transcripts(source)
        assert (first.files_read, first.failures, first.skips) == (len(SOURCES), [], [])
        before = (
            contents(db, ids=True),
            value(db.path, "PRAGMA data_version"),
            value(db.path, "SELECT max(id) FROM pack"),
        )
        again = db.import_transcripts(source)
        assert (again.files_read, again.files_unchanged, again.messages_new) == (0, len(SOURCES), 0)
        assert (again.sessions_new, again.sessions_updated, again.failures) == (0, 0, [])
        assert before == (
            contents(db, ids=True),
            value(db.path, "PRAGMA data_version"),
            value(db.path, "SELECT max(id) FROM pack"),
        )

    def test_a_file_that_was_only_touched_is_read_and_adds_nothing(self, db: SessionDB, source: Path) -> None:
        for name, values in SOURCES.items():
            os.utime(write_lines(source / f"{name}.jsonl", values), (START, START))
        db.import_transcripts(source)
        before = contents(db, ids=True)
        for path in source.iterdir():
            os.utime(path, (START + 9, START + 9))
        assert db.import_transcripts(source).messages_new == 0
        assert contents(db, ids=True) == before

    @pytest.mark.parametrize("name", SOURCES)
    def test_reading_all_again_from_the_start_adds_nothing(self, db: SessionDB, source: Path, name: str) -> None:
        write_lines(source / "file.jsonl", SOURCES[name])
        db.import_transcripts(source)
        before = contents(db, ids=True)
        assert db.import_transcripts(source, restore_deleted=True).messages_new == 0
        assert contents(db, ids=True) == before

    def test_a_named_file_and_its_folder_are_one(self, db: SessionDB, source: Path) -> None:
        path = write_lines(source / "file.jsonl", plain_lines(3))
        report = db.import_transcripts([path, source, path])
        assert (report.files_seen, report.messages_new, report.failures) == (1, 3, [])


class TestGrowth:
    @pytest.mark.parametrize("name", SOURCES)
    def test_a_file_cut_at_any_record_and_grown_gives_the_archive_of_the_whole(
        self, tmp_path: Path, source: Path, name: str
    ) -> None:
        values = SOURCES[name]
        expected = whole(tmp_path, source, values)
        for cut in range(1, len(values)):
            with SessionDB(tmp_path / f"cut{cut}" / "state.db") as archive:
                write_lines(source / "file.jsonl", values[:cut])
                archive.import_transcripts(source)
                write_lines(source / "file.jsonl", values[cut:], append=True)
                archive.import_transcripts(source)
                assert contents(archive) == expected, cut

    @pytest.mark.parametrize("name", SOURCES)
    def test_a_file_that_grows_by_a_record_at_a_time_gives_the_archive_of_the_whole(
        self, tmp_path: Path, source: Path, name: str
    ) -> None:
        values = SOURCES[name]
        expected = whole(tmp_path, source, values)
        with SessionDB(tmp_path / "grown" / "state.db") as archive:
            for cut in range(1, len(values) + 1):
                write_lines(source / "file.jsonl", values[:cut])
                archive.import_transcripts(source)
            assert_sound(archive)
            assert contents(archive) == expected

    def test_a_file_cut_within_a_line_is_finished_later(self, db: SessionDB, tmp_path: Path, source: Path) -> None:
        expected = whole(tmp_path, source, SOURCES["codex"])
        path = source / "file.jsonl"
        data = path.read_bytes()
        for cut in range(len(data) // 3, len(data), 97):
            path.write_bytes(data[:cut])
            db.import_transcripts(source)
        path.write_bytes(data)
        db.import_transcripts(source)
        assert contents(db) == expected

    def test_only_the_tail_of_a_file_that_grew_is_parsed_and_no_stored_text_is_read(
        self, db: SessionDB, source: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = write_lines(source / "file.jsonl", claude_lines(CLAUDE, 200))
        db.import_transcripts(source)
        parsed: list[str] = []
        parse = lines_module._parse

        def counted(text: str) -> Any:
            parsed.append(text)
            return parse(text)

        monkeypatch.setattr(lines_module, "_parse", counted)
        write_lines(path, claude_lines(CLAUDE, 2, first=200), append=True)

        def refused(*_: Any, **__: Any) -> Any:
            raise AssertionError("stored records were read")

        monkeypatch.setattr(reading.Reader, "numbered", refused)
        assert db.import_transcripts(source).messages_new == 2
        assert len(parsed) == 3

    def test_what_a_live_writer_added_meanwhile_does_not_hide_the_tail(self, db: SessionDB, source: Path) -> None:
        path = write_lines(source / "file.jsonl", SOURCES["own"])
        db.import_transcripts(source)
        db.append("s5", {"role": "user", "content": "own 0"})
        write_lines(path, [{"type": "message", "role": "user", "content": "own 7"}], append=True)
        assert db.import_transcripts(source).messages_new == 1
        assert_sound(db)


class TestChangedFiles:
    def test_a_rewritten_file_adds_what_is_new_in_it(self, db: SessionDB, source: Path) -> None:
        path = write_lines(source / "file.jsonl", claude_lines(CLAUDE, 6))
        db.import_transcripts(source)
        write_lines(path, claude_lines(CLAUDE, 9, summary="rewritten")[1:])
        report = db.import_transcripts(source)
        assert (report.messages_new, report.skips) == (3, [])
        assert len(texts(db, CLAUDE)) == 9
        assert_sound(db)

    def test_a_rewritten_file_that_grows_again_adds_only_the_tail(self, db: SessionDB, source: Path) -> None:
        path = write_lines(source / "file.jsonl", codex_lines(CODEX, 6))
        db.import_transcripts(source)
        write_lines(path, [{"timestamp": "x", "type": "event_msg", "payload": {}}, *codex_lines(CODEX, 8)])
        db.import_transcripts(source)
        before = len(texts(db, CODEX))
        write_lines(path, codex_lines(CODEX, 12)[9:], append=True)
        db.import_transcripts(source)
        assert len(texts(db, CODEX)) == before + 4
        assert_sound(db)

    def test_a_file_that_shrank_changes_nothing_and_is_reported(self, db: SessionDB, source: Path) -> None:
        path = write_lines(source / "file.jsonl", claude_lines(CLAUDE, 6))
        db.import_transcripts(source)
        before = contents(db, ids=True)
        write_lines(path, claude_lines(CLAUDE, 3))
        report = db.import_transcripts(source)
        assert contents(db, ids=True) == before
        assert [(Path(name), line) for name, line, _ in report.skips] == [(path, 0)]
        assert report.failures == []
        write_lines(path, claude_lines(CLAUDE, 7))
        assert db.import_transcripts(source).messages_new == 1

    def test_a_file_that_vanished_changes_nothing(self, db: SessionDB, source: Path) -> None:
        path = write_lines(source / "file.jsonl", claude_lines(CLAUDE, 6))
        write_lines(source / "other.jsonl", plain_lines(2))
        db.import_transcripts(source)
        before = contents(db, ids=True)
        path.unlink()
        db.import_transcripts(source)
        assert contents(db, ids=True) == before

    @pytest.mark.parametrize("name", ["claude", "codex", "messages", "own"])
    def test_a_copy_of_a_file_adds_nothing_and_both_may_grow(self, db: SessionDB, source: Path, name: str) -> None:
        values = SOURCES[name]
        session = {"messages": 0}
        path = write_lines(source / "a" / "file.jsonl", values[:-3])
        db.import_transcripts(source)
        copy = source / "b" / "file.jsonl"
        copy.parent.mkdir()
        shutil.copy2(path, copy)
        session["messages"] = db.import_transcripts(source).messages_new
        if name == "messages":  # a conversation without an id goes by its file
            return
        assert session["messages"] == 0
        for one in (copy, path):
            write_lines(one, values[-3:], append=True)
            db.import_transcripts(source)
        with SessionDB(db.path.parent / "whole.db") as archive:
            archive.import_transcripts(path)
            assert as_sets(contents(archive)) == as_sets(contents(db))

    def test_a_sub_agent_in_two_layouts_is_one_session(self, db: SessionDB, source: Path) -> None:
        agent = [{**line, "agentId": "a1", "isSidechain": True} for line in claude_lines(CLAUDE, 4, first=50)]
        write_lines(source / f"{CLAUDE}.jsonl", claude_lines(CLAUDE, 4))
        write_lines(source / CLAUDE / "subagents" / "agent-a1.jsonl", agent)
        write_lines(source / "agent-a1.jsonl", agent)
        db.import_transcripts(source)
        assert len(texts(db, f"{CLAUDE}/a1")) == 4
        session = db.get_session(f"{CLAUDE}/a1")
        assert session is not None
        assert (session.root_id, session.kind, session.hidden) == (CLAUDE, "subagent", True)
        assert upkeep.stats(db)["sessions"] == 2
        assert_sound(db)

    def test_several_sessions_of_one_file_come_apart(self, db: SessionDB, source: Path) -> None:
        write_lines(source / "file.jsonl", SOURCES["two sessions"])
        report = db.import_transcripts(source)
        assert report.sessions_new == 2
        assert (len(texts(db, CLAUDE)), len(texts(db, OTHER))) == (7, 4)

    def test_a_session_whose_id_sqlite_cannot_hold_is_imported(self, db: SessionDB, source: Path) -> None:
        (source / "odd.json").write_text(
            '{"id": "bad\\ud800", "title": "\\udfff", "messages": [{"role": "user", "content": "\\ud800"}]}'
        )
        for _ in range(2):
            report = db.import_transcripts(source, restore_deleted=True)
            assert report.failures == []
        assert texts(db, "bad\ufffd") == ["\ud800"]
        assert_sound(db)

    def test_exports_of_two_archives_in_one_file_give_both_though_their_messages_have_the_same_ids(
        self, db: SessionDB, source: Path
    ) -> None:
        other = {"type": "session", "id": "other", "origin": "live"}
        message = {"type": "message", "role": "user", "content": "another archive's", "id": 101}
        write_lines(source / "both.jsonl", [*own_lines(3), other, message])
        assert db.import_transcripts(source).messages_new == 4
        assert [message.id for message in db.get_messages("s0")] == [100, 101, 102]
        assert db.get_messages("other")[0].id == 103
        assert_sound(db)

    def test_times_beyond_every_calendar_are_imported(self, db: SessionDB, source: Path) -> None:
        messages = [{"role": "user", "content": str(at), "timestamp": at} for at in (-1e11, 1e18, 0, -1, 10**30)]
        (source / "odd.json").write_text(json.dumps({"id": "odd", "messages": messages}))
        assert db.import_transcripts(source).failures == []
        assert len(texts(db, "odd")) == 5


class TestShorterFiles:
    def test_another_file_in_place_of_a_longer_one_is_read(self, db: SessionDB, tmp_path: Path) -> None:
        def talk(name: str, text: str) -> dict[str, Any]:
            return {"id": name, "messages": [{"role": "user", "content": text}]}

        path = write_lines(tmp_path / "export.jsonl", [talk("first", "a long text " * 40)])
        db.import_transcripts(path)
        write_lines(path, [talk("second", "short")])
        report = db.import_transcripts(path)
        assert report.messages_new == 1
        assert [message.content for message in db.get_messages("second")] == ["short"]
        assert len(db.get_messages("first")) == 1
        assert db.import_transcripts(path).files_unchanged == 1

    def test_of_a_truncated_file_nothing_is_lost_or_doubled(self, db: SessionDB, tmp_path: Path) -> None:
        path = write_lines(tmp_path / "cut.jsonl", claude_lines("cut", 30))
        db.import_transcripts(path)
        before = [(message.seq, message.content) for message in db.get_messages("cut")]
        path.write_bytes(path.read_bytes()[:-700])
        report = db.import_transcripts(path)
        assert report.messages_new == 0
        assert any("shorter than when it was read" in reason for _, _, reason in report.skips)
        assert [(message.seq, message.content) for message in db.get_messages("cut")] == before
        assert db.import_transcripts(path).files_unchanged == 1


class TestDeleted:
    def test_a_deleted_conversation_stays_deleted_while_its_file_grows(self, db: SessionDB, source: Path) -> None:
        path = write_lines(source / "file.jsonl", claude_lines(CLAUDE, 6))
        db.import_transcripts(source)
        upkeep.delete(db, [CLAUDE])
        write_lines(path, claude_lines(CLAUDE, 2, first=6), append=True)
        report = db.import_transcripts(source)
        assert (report.messages_new, report.deleted_sessions_left_out) == (0, 1)
        assert db.get_session(CLAUDE) is None
        dry = db.import_transcripts(source, dry_run=True, restore_deleted=True)
        assert (dry.messages_new, dry.deleted_sessions_left_out) == (8, 0)
        assert db.import_transcripts(source, restore_deleted=True).messages_new == 8
        assert len(texts(db, CLAUDE)) == 8
        assert db.import_transcripts(source).messages_new == 0
        assert_sound(db)

    def test_a_tombstone_holds_no_text(self, db: SessionDB, source: Path) -> None:
        (source / "t.json").write_text(
            '{"id": "t", "title": "Secret title", "messages": [{"role": "user", "content": "x"}]}'
        )
        db.import_transcripts(source)
        upkeep.delete(db, ["t"])
        assert db.file.reader().connection.rows("SELECT origin, id FROM tombstone") == [("messages", "t")]
        assert value(db.path, "SELECT count(*) FROM title_trigram_docsize") == 0


class TestFlushing:
    @pytest.mark.parametrize("name", SOURCES)
    def test_small_transactions_give_the_same_archive(
        self, tmp_path: Path, source: Path, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        expected = whole(tmp_path, source, SOURCES[name])
        monkeypatch.setattr(importer, "FLUSH_CHARS", 1)
        with SessionDB(tmp_path / "tiny" / "state.db") as archive:
            archive.import_transcripts(source)
            assert contents(archive) == expected
            assert_sound(archive)

    def test_a_damaged_index_met_on_the_way_loses_and_doubles_nothing(
        self, tmp_path: Path, db: SessionDB, source: Path
    ) -> None:
        for name in ("claude", "codex"):
            write_lines(source / f"{name}.jsonl", SOURCES[name][:6])
        db.import_transcripts(source)
        db.close()
        plant(db.path, "UPDATE dialog_data SET block = x'00' WHERE id = 10")
        for name in ("claude", "codex"):
            write_lines(source / f"{name}.jsonl", SOURCES[name][6:], append=True)
        shutil.copytree(source, tmp_path / "copies" / "codex")
        with SessionDB(db.path) as damaged, SessionDB(tmp_path / "sound" / "state.db") as sound:
            damaged.import_transcripts([source, tmp_path / "copies"])
            sound.import_transcripts(source)
            assert as_sets(contents(damaged)) == as_sets(contents(sound))
            assert damaged.verify().notes
            upkeep.optimize(damaged)
            assert_sound(damaged)

    def test_two_imports_at_once_store_everything_once(self, tmp_path: Path, source: Path) -> None:
        for name, values in SOURCES.items():
            write_lines(source / f"{name}.jsonl", values)
        for number in range(20):
            write_lines(source / f"codex{number}.jsonl", codex_lines(f"{number:08}-2222-4222-8222-222222222222", 20))
        code = """
import sys
from hermes_state import SessionDB
from hermes_state.ingest import importer
importer.FLUSH_CHARS = 500
with SessionDB(sys.argv[1]) as db:
    print("ready", flush=True)
    sys.stdin.readline()
    report = db.import_transcripts(sys.argv[2])
    assert not report.failures, report.failures
"""
        archive = tmp_path / "both" / "state.db"
        children = [
            subprocess.Popen(
                [sys.executable, "-c", code, archive, source],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                env=environment(),
            )
            for _ in range(2)
        ]
        for child in children:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
        results = []
        for child in children:
            assert child.stdin is not None
            child.stdin.write("go\n")
            child.stdin.flush()
        for child in children:
            results.append((child.communicate()[1], child.returncode))
        assert results == [("", 0)] * 2
        with SessionDB(archive) as db, SessionDB(tmp_path / "alone" / "state.db") as alone:
            alone.import_transcripts(source)
            assert as_sets(contents(db)) == as_sets(contents(alone))
            assert db.import_transcripts(source).messages_new == 0
            assert_sound(db)


class TestDryRun:
    def test_a_dry_run_writes_nothing_and_counts_what_an_import_would(self, db: SessionDB, source: Path) -> None:
        for name, values in SOURCES.items():
            write_lines(source / f"{name}.jsonl", values)
        (source / "two sessions.jsonl").unlink()
        before = value(db.path, "PRAGMA data_version"), contents(db)
        dry = db.import_transcripts(source, dry_run=True)
        assert (value(db.path, "PRAGMA data_version"), contents(db)) == before
        assert value(db.path, "SELECT count(*) FROM source") == 0
        wet = db.import_transcripts(source)
        assert dry.dry_run
        assert (dry.sessions_new, dry.messages_new, dry.files_read) == (
            wet.sessions_new,
            wet.messages_new,
            wet.files_read,
        )
        write_lines(source / "codex.jsonl", codex_lines(CODEX, 13)[11:], append=True)
        dry = db.import_transcripts(source, dry_run=True)
        wet = db.import_transcripts(source)
        assert (dry.messages_new, dry.sessions_updated) == (wet.messages_new, wet.sessions_updated) == (3, 1)

    def test_a_dry_run_leaves_deleted_conversations_out(self, db: SessionDB, source: Path) -> None:
        write_lines(source / "file.jsonl", claude_lines(CLAUDE, 6))
        db.import_transcripts(source)
        upkeep.delete(db, [CLAUDE])
        write_lines(source / "file.jsonl", claude_lines(CLAUDE, 1, first=6), append=True)
        dry = db.import_transcripts(source, dry_run=True)
        assert (dry.messages_new, dry.sessions_new, dry.deleted_sessions_left_out) == (0, 0, 1)


class TestPaths:
    def test_what_cannot_be_imported_is_a_failure_of_the_named_path(self, db: SessionDB, source: Path) -> None:
        (source / "empty").mkdir()
        (source / "notes.txt").write_text("just notes")
        named = [source / "missing", source / "empty", source / "notes.txt"]
        report = db.import_transcripts(named)
        assert [(path, bool(why)) for path, why in report.failures] == [(str(path), True) for path in named]
        assert report.messages_new == 0

    def test_an_unknown_format_is_a_failure(self, db: SessionDB, source: Path) -> None:
        path = write_lines(source / "file.jsonl", plain_lines(2))
        report = db.import_transcripts(path, format="no-such-format")
        assert len(report.failures) == 1
        assert "no-such-format" in report.failures[0][1]

    def test_a_file_of_another_format_than_the_one_named_is_left_for_its_own(self, db: SessionDB, source: Path) -> None:
        path = write_lines(source / "file.jsonl", claude_lines(CLAUDE, 3))
        report = db.import_transcripts(path, format="codex")
        assert [why for _, why in report.failures] == [
            "holds no message of the format codex; without --format it is found out"
        ]
        assert (report.sessions_new, report.messages_new) == (0, 0)
        assert db.import_transcripts(path).messages_new == 3

    def test_a_file_is_read_again_as_another_format_that_is_named(self, db: SessionDB, source: Path) -> None:
        path = write_lines(source / "file.jsonl", plain_lines(2))
        assert db.import_transcripts(path).messages_new > 0
        assert db.import_transcripts(path, format="messages").files_unchanged == 1
        assert len(db.import_transcripts(path, format="codex").failures) == 1

    def test_a_reason_does_not_repeat_the_path(self, db: SessionDB, source: Path) -> None:
        with SessionDB(source / "other.db"):
            pass
        ((path, line, reason),) = db.import_transcripts(
            [write_lines(source / "file.jsonl", plain_lines(2)), source]
        ).skips
        assert (path, line) == (str(source / "other.db"), 0)
        assert reason.startswith("is an archive, no transcript; ")

    def test_files_that_are_no_transcripts_are_passed_over_in_folders(self, db: SessionDB, source: Path) -> None:
        write_lines(source / "file.jsonl", plain_lines(2))
        (source / "notes.txt").write_text("just notes")
        (source / "picture.png").write_bytes(bytes(range(256)))
        report = db.import_transcripts(source)
        assert (report.messages_new, report.files_unrecognised, report.failures) == (2, 2, [])

    def test_excluded_paths_are_not_read(self, db: SessionDB, source: Path) -> None:
        for name in ("keep/a.jsonl", "secret/b.jsonl", "keep/c-private.jsonl"):
            write_lines(source / name, plain_lines(2))
        report = db.import_transcripts(source, exclude=["secret", "*-private.jsonl"])
        assert (report.files_seen, report.sessions_new) == (1, 1)

    def test_links_in_folders_are_not_followed(self, db: SessionDB, source: Path, tmp_path: Path) -> None:
        outside = write_lines(tmp_path / "outside" / "file.jsonl", plain_lines(2))
        (source / "link.jsonl").symlink_to(outside)
        (source / "folder").symlink_to(outside.parent)
        report = db.import_transcripts(source)
        assert report.files_seen == 0

    def test_damaged_lines_are_reported_by_file_and_line_and_the_rest_is_taken(
        self, db: SessionDB, source: Path
    ) -> None:
        path = write_lines(source / "file.jsonl", claude_lines(CLAUDE, 3))
        with open(path, "ab") as file:
            file.write(b'{"type": "user", broken\n\xff\xfe\n')
        write_lines(path, claude_lines(CLAUDE, 2, first=3), append=True)
        report = db.import_transcripts(source)
        assert report.messages_new == 5
        assert [line for _, line, _ in report.skips] == [5, 6]

    def test_an_open_archive_and_its_companions_are_never_opened(self, tmp_path: Path) -> None:
        code = """
import sys
from pathlib import Path
from hermes_state import SessionDB
opened = []
folder = Path(sys.argv[1])
with SessionDB(folder / "state.db") as db, SessionDB(folder / "other.db") as other:
    db.create_session(session_id="s")
    db.append("s", {"role": "user", "content": "x"})
    other.create_session(session_id="s")
    def hook(event, args):
        if event in ("open", "sqlite3.connect", "os.rename"):
            opened.append((event, str(args[0])))
    sys.addaudithook(hook)
    report = db.import_transcripts([folder, folder / "state.db", folder / "hard.db"])
    db.export(out=folder / "out.jsonl")
    db.import_transcripts(folder)
    db.verify()
    print([entry for entry in opened if ".db" in entry[1]])
    print(report.messages_new, sorted(Path(path).name for path, _ in report.failures))
    locks = Path("/proc/locks")
    if locks.exists():
        import os
        inode = str(os.stat(folder / "state.db-shm").st_ino)
        print(any(line.split()[5].endswith(":" + inode) for line in locks.read_text().splitlines()))
"""
        folder = tmp_path / "both"
        write_lines(folder / "file.jsonl", plain_lines(2))
        with SessionDB(folder / "state.db"):
            os.link(folder / "state.db", folder / "hard.db")
        result = python(code, folder)
        assert result.stderr == ""
        assert result.stdout.splitlines()[:2] == ["[]", "2 ['hard.db', 'state.db']"]
        assert result.stdout.splitlines()[2:] in ([], ["True"])


def hermes_database(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.executescript(
        """
        CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, title TEXT, started_at REAL, parent_session_id TEXT);
        CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, timestamp REAL,
            tool_call_id TEXT, active INTEGER DEFAULT 1, compacted INTEGER DEFAULT 0);
        INSERT INTO sessions VALUES ('h1', 'cli', 'A talk', 1760000000, NULL);
        INSERT INTO messages (session_id, role, content, timestamp) VALUES
            ('h1', 'user', 'one', 1760000001), ('h1', 'assistant', 'two', 1760000002),
            ('h1', 'user', 'three', 1760000003);
        """
    )
    return connection


class TestHermes:
    def test_flags_that_changed_at_the_source_are_followed(self, db: SessionDB, source: Path) -> None:
        connection = hermes_database(source / "state.db")
        assert db.import_transcripts(source).messages_new == 3
        connection.execute("UPDATE messages SET active = 0, compacted = 1 WHERE id = 1")
        connection.execute("UPDATE messages SET active = 0 WHERE id = 3")
        connection.execute(
            "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('h1', 'user', 'four', 4)"
        )
        connection.commit()
        connection.close()
        report = db.import_transcripts(source)
        assert (report.messages_new, report.sessions_updated) == (1, 1)
        states = [(message.content, message.active, message.compacted) for message in db.get_messages("h1")]
        assert states == [("one", False, True), ("two", True, False), ("three", False, False), ("four", True, False)]
        assert db.import_transcripts(source).files_read == 0
        assert_sound(db)

    def test_the_source_is_not_written(self, db: SessionDB, source: Path) -> None:
        hermes_database(source / "state.db").close()
        before = (source / "state.db").read_bytes()
        db.import_transcripts(source)
        assert (source / "state.db").read_bytes() == before
        assert [path.name for path in source.iterdir()] == ["state.db"]


class TestCodexResume:
    @pytest.fixture
    def files(self, source: Path) -> Path:
        parent = "44444444-4444-4444-8444-444444444444"
        write_lines(source / f"rollout-2025-10-09T08-00-00-{parent}.jsonl", codex_lines(parent, 12))
        meta, *rest = codex_lines(CODEX, 0, start=START + 100)
        replayed = [{**line, "timestamp": meta["timestamp"]} for line in codex_lines(parent, 12)]
        turn = [{**line, "timestamp": line["timestamp"]} for line in codex_lines(CODEX, 4, start=START + 200)[1:]]
        started = {"timestamp": turn[0]["timestamp"], "type": "event_msg", "payload": {"type": "task_started"}}
        write_lines(source / f"rollout-2025-10-09T09-00-00-{CODEX}.jsonl", [meta, *rest, *replayed, started, *turn])
        return source

    def test_what_a_resumed_file_replays_is_stored_once(self, db: SessionDB, files: Path) -> None:
        db.import_transcripts(files)
        assert len(texts(db, "44444444-4444-4444-8444-444444444444")) == 12
        assert len(texts(db, CODEX)) == 4
        before = contents(db)
        assert db.import_transcripts(files, restore_deleted=True).messages_new == 0
        assert contents(db) == before
        assert_sound(db)

    def test_a_resumed_file_imported_before_its_parent_is_stored_once_too(self, db: SessionDB, files: Path) -> None:
        parent, child = sorted(files.iterdir())
        for path in (child, parent):
            db.import_transcripts(path)
        before = contents(db)
        assert len(texts(db, CODEX)) == 16
        assert db.import_transcripts(files, restore_deleted=True).messages_new == 0
        assert contents(db) == before

    def test_a_dry_run_counts_the_replay_out(self, db: SessionDB, files: Path) -> None:
        parent = min(files.iterdir())
        db.import_transcripts(parent)
        dry = db.import_transcripts(files, dry_run=True)
        assert dry.messages_new == db.import_transcripts(files).messages_new == 4

    def test_an_export_of_the_resumed_session_alone_holds_the_replay(
        self, db: SessionDB, files: Path, tmp_path: Path
    ) -> None:
        db.import_transcripts(files)
        db.export([CODEX], out=tmp_path / "alone.jsonl")
        found = (tmp_path / "alone.jsonl").read_text()
        notes = [json.loads(line)["record"] for line in found.splitlines() if "hermes-state/replayed" in line]
        said = [
            note["record"]["payload"]["content"][0]["text"]
            for note in notes
            if note["record"]["type"] == "response_item"
        ]
        assert said == [f"continue {number % 4}" for number in range(12)]
        db.export(out=tmp_path / "all.jsonl")
        assert (tmp_path / "all.jsonl").read_text().count("continue 3") < 30
        db.export([CODEX], format="markdown", out=tmp_path / "alone.md")
        assert (tmp_path / "alone.md").read_text().count("continue") == 16


MEMORY = (
    PEAK
    + """
from hermes_state import SessionDB
with SessionDB(sys.argv[1]) as db:
    report = db.import_transcripts(sys.argv[2])
    print(report.messages_new, peak_mb())
"""
)


@pytest.mark.parametrize("kind", ["messages", "events"])
def test_memory_does_not_follow_the_size_of_a_file(tmp_path: Path, kind: str) -> None:
    pytest.importorskip("resource")
    path = tmp_path / "big.jsonl"
    lines = claude_lines(CLAUDE, 2)
    filler = [" ".join(f"word{number * 7 % 991}" for number in range(start, start + 1_200)) for start in range(20)]
    with open(path, "w", encoding="utf-8") as file:
        size = number = 0
        while size < 60 * 1024 * 1024:
            line = dict(lines[number % 2 and 2])
            line["uuid"] = f"{number:08x}-0000-4000-8000-000000000000"
            if kind == "messages" or number % 50 == 0:
                line["message"] = {"role": "user", "content": filler[number % 20]}
            else:
                line = {"type": "file-history-snapshot", "sessionId": CLAUDE, "snapshot": [filler[number % 20]] * 2}
            size += file.write(json.dumps(line) + "\n")
            number += 1
    result = python(MEMORY, tmp_path / "state.db", path)
    assert result.stderr == ""
    messages, megabytes = map(int, result.stdout.split())
    assert messages == (number if kind == "messages" else (number + 49) // 50)
    assert megabytes < 150
