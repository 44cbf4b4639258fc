"""What is exported and imported again is the same archive; a file is written whole or not at all."""

from __future__ import annotations

import base64
import io
import json
import os
import select
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from archives import DATA, PEAK, START, assert_sound, claude_lines, codex_lines, contents, python, write_lines

from hermes_state import Message, SessionDB
from hermes_state.errors import HermesStateError, InvalidArgumentError, NotFoundError
from hermes_state.transcripts.detect import detect

FOLDERS = ("hermes", "claude-code", "codex", "generic")
REAL = [path for folder in FOLDERS for path in sorted((DATA / "transcripts" / folder).rglob("*")) if path.is_file()]


def filled(path: Path, source: Path) -> SessionDB:
    """An archive with a bit of everything."""
    write_lines(source / "claude.jsonl", claude_lines("11111111-1111-4111-8111-111111111111", 9))
    write_lines(source / "codex.jsonl", codex_lines("22222222-2222-4222-8222-222222222222", 9))
    db = SessionDB(path)
    db.create_session(session_id="root", title="A title", system_prompt="prompt \ud800\0\r\n" * 3, started_at=START)
    db.append("root", {"role": "user", "content": "before the import", "client_id": "c1"})
    db.import_transcripts(source)
    db.create_session(
        session_id="root/agent", parent_session_id="root", kind="subagent", source="subagent", model="m", cwd="/w"
    )
    db.create_session(session_id="child", parent_session_id="codex:22222222-2222-4222-8222-222222222222", kind="resume")
    picture = "data:image/png;base64," + base64.b64encode(bytes(range(256)) * 8).decode()
    ids = db.append(
        "root",
        [
            Message(
                "assistant", None, START, thinking="hm", tool_calls=[{"id": "1", "function": {"arguments": '{"a":1}'}}]
            ),
            Message(
                "tool", "out \ud800 put", START - 5, tool_name="shell", tool_call_id="1", extra={"$text": 0, "n": 1e300}
            ),
            Message("user", [{"type": "image_url", "image_url": {"url": picture}}, {"type": "text", "text": "look"}]),
            Message("system", "", 0.0, turn="t", source_id="x"),
            Message("user", "the last\u2028one\ufeff", -5.5),
        ],
    )
    db.append("root/agent", {"role": "user", "content": "sub \r\n agent"})
    db.compact("root", ids[0], summary="a summary")
    db.rewind("root", ids[4])
    db.end_session("root", reason="done")
    return db


def exported(db: SessionDB, path: Path) -> bytes:
    db.export(out=path)
    return path.read_bytes()


class TestRoundTrip:
    def test_an_export_imported_into_an_empty_archive_is_an_equal_one(self, tmp_path: Path) -> None:
        with filled(tmp_path / "a.db", tmp_path / "source") as db, SessionDB(tmp_path / "b.db") as other:
            first = exported(db, tmp_path / "first.jsonl")
            report = other.import_transcripts(tmp_path / "first.jsonl")
            assert (report.failures, report.skips) == ([], [])
            assert contents(other, ids=True) == contents(db, ids=True)
            assert exported(other, tmp_path / "second.jsonl") == first
            assert_sound(other)
            assert other.import_transcripts(tmp_path / "second.jsonl").messages_new == 0

    def test_what_is_in_the_archive_already_is_not_doubled_and_ids_give_way(self, tmp_path: Path) -> None:
        with filled(tmp_path / "a.db", tmp_path / "source") as db, SessionDB(tmp_path / "b.db") as other:
            exported(db, tmp_path / "all.jsonl")
            assert db.import_transcripts(tmp_path / "all.jsonl").messages_new == 0
            other.create_session(session_id="before")
            other.append("before", [{"role": "user", "content": "x"}] * 3)
            other.import_transcripts(tmp_path / "all.jsonl")
            assert contents(other)[1:] == contents(db)
            assert_sound(other)

    def test_client_ids_survive_so_that_a_retry_is_still_known(self, tmp_path: Path) -> None:
        with filled(tmp_path / "a.db", tmp_path / "source") as db, SessionDB(tmp_path / "b.db") as other:
            exported(db, tmp_path / "all.jsonl")
            other.import_transcripts(tmp_path / "all.jsonl")
            again = {"role": "user", "content": "before the import", "client_id": "c1"}
            assert other.append("root", again) == db.append("root", again)
            changed = (tmp_path / "all.jsonl").read_text().replace("before the import", "another text")
            (tmp_path / "changed.jsonl").write_text(changed)
            assert other.import_transcripts(tmp_path / "changed.jsonl").messages_new == 1
            assert_sound(other)

    def test_named_sessions_alone_are_exported(self, tmp_path: Path) -> None:
        with filled(tmp_path / "a.db", tmp_path / "source") as db:
            report = db.export(
                ["root", "live:root", "claude-code:11111111-1111-4111-8111-111111111111"], out=tmp_path / "x"
            )
            assert report.sessions == 2
            with pytest.raises(NotFoundError):
                db.export(["nobody"], out=tmp_path / "y")
            assert not (tmp_path / "y").exists()

    def test_an_empty_archive_makes_a_file_that_is_an_export(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "a.db") as db:
            report = db.export(out=tmp_path / "empty.jsonl")
            assert (report.sessions, report.messages) == (0, 0)
            assert detect(tmp_path / "empty.jsonl") == "jsonl"

    @pytest.mark.skipif(not REAL, reason="the real transcripts are not on this machine")
    @pytest.mark.parametrize("path", REAL, ids=lambda path: "/".join(path.parts[-2:]))
    def test_real_files_come_back_equal(self, tmp_path: Path, path: Path) -> None:
        with SessionDB(tmp_path / "a.db") as db, SessionDB(tmp_path / "b.db") as other:
            db.import_transcripts(path)
            if not contents(db):
                return
            assert_sound(db)
            first = exported(db, tmp_path / "first.jsonl")
            report = other.import_transcripts(tmp_path / "first.jsonl")
            assert (report.failures, report.skips) == ([], [])
            assert contents(other, ids=True) == contents(db, ids=True)
            assert exported(other, tmp_path / "second.jsonl") == first
            assert_sound(other)

    @pytest.mark.skipif(not REAL, reason="the real transcripts are not on this machine")
    def test_all_real_files_together_come_back_equal(self, tmp_path: Path) -> None:
        folders = [DATA / "transcripts" / folder for folder in FOLDERS]
        with SessionDB(tmp_path / "a.db") as db, SessionDB(tmp_path / "b.db") as other:
            db.import_transcripts(folders)
            assert db.import_transcripts(folders).files_read == 0
            before = contents(db)
            assert db.import_transcripts(folders, restore_deleted=True).messages_new == 0
            assert contents(db) == before
            exported(db, tmp_path / "all.jsonl")
            other.import_transcripts(tmp_path / "all.jsonl")
            assert contents(other, ids=True) == contents(db, ids=True)
            assert_sound(db)
            assert_sound(other)


class TestFiles:
    @pytest.mark.parametrize("format_name", ["jsonl", "hermes", "markdown"])
    def test_files_are_for_their_owner_alone_whatever_the_umask(self, tmp_path: Path, format_name: str) -> None:
        before = os.umask(0)
        try:
            with filled(tmp_path / "a.db", tmp_path / "source") as db:
                db.export(format=format_name, out=tmp_path / "out")
        finally:
            os.umask(before)
        assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o600

    def test_a_link_is_replaced_and_not_followed(self, tmp_path: Path) -> None:
        (tmp_path / "target").write_text("kept")
        (tmp_path / "out").symlink_to(tmp_path / "target")
        with filled(tmp_path / "a.db", tmp_path / "source") as db:
            db.export(out=tmp_path / "out")
        assert (tmp_path / "target").read_text() == "kept"
        assert not (tmp_path / "out").is_symlink()

    @pytest.mark.skipif(os.name == "nt", reason="named pipes of POSIX")
    def test_a_named_pipe_is_written_into_and_not_replaced(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        with filled(tmp_path / "state.db", tmp_path / "source") as db:
            db.export(out=tmp_path / "file")
            reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
            with ThreadPoolExecutor(1) as pool:
                done = pool.submit(db.export, out=pipe)
                read = b""
                while not done.done() or select.select([reader], [], [], 0)[0]:
                    select.select([reader], [], [], 1)
                    piece = os.read(reader, 65_536)
                    if not piece and done.done():
                        break
                    read += piece
            os.close(reader)
            assert done.result().path == str(pipe)
        assert stat.S_ISFIFO(pipe.stat().st_mode)
        assert read == (tmp_path / "file").read_bytes()

    @pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such name here")
    def test_standard_output_by_its_name_is_written_into(self, tmp_path: Path) -> None:
        with filled(tmp_path / "state.db", tmp_path / "source") as db:
            db.export(out=tmp_path / "file")
        code = "import sys\nfrom hermes_state import SessionDB\nSessionDB(sys.argv[1]).export(out='/dev/stdout')"
        with open(tmp_path / "stdout", "wb") as out:
            subprocess.run([sys.executable, "-c", code, tmp_path / "state.db"], stdout=out, check=True)
        assert Path("/dev/stdout").is_symlink()
        assert (tmp_path / "stdout").read_bytes() == (tmp_path / "file").read_bytes()

    def test_a_failing_write_leaves_no_half_file_and_the_old_one_as_it_was(self, tmp_path: Path) -> None:
        folder = tmp_path / "out"
        folder.mkdir()
        (folder / "file").write_text("old")
        code = """
import resource, sys
from hermes_state import SessionDB
from hermes_state.errors import HermesStateError
with SessionDB(sys.argv[1], read_only=True) as db:
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
    try:
        db.export(out=sys.argv[2])
    except HermesStateError as error:
        print(type(error).__name__, error.path == sys.argv[2], bool(error.hint))
"""
        filled(tmp_path / "a.db", tmp_path / "source").close()
        result = python(code, tmp_path / "a.db", folder / "file")
        assert (result.stderr, result.stdout) == ("", "HermesStateError True True\n")
        assert [(path.name, path.read_text()) for path in folder.iterdir()] == [("file", "old")]

    def test_an_error_while_reading_leaves_no_half_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with filled(tmp_path / "a.db", tmp_path / "source") as db:
            (tmp_path / "out").mkdir()

            def broken(*_: object) -> object:
                raise KeyboardInterrupt

            monkeypatch.setattr(type(db.file.reader()), "message", broken)
            with pytest.raises(KeyboardInterrupt):
                db.export(out=tmp_path / "out" / "file")
            assert list((tmp_path / "out").iterdir()) == []

    @pytest.mark.parametrize("where", ["missing/out", "folder", "file/out"])
    def test_a_place_that_cannot_be_written_is_named(self, tmp_path: Path, where: str) -> None:
        (tmp_path / "folder").mkdir()
        (tmp_path / "file").write_text("")
        with SessionDB(tmp_path / "a.db") as db, pytest.raises(HermesStateError) as caught:
            db.export(out=tmp_path / where)
        assert caught.value.path == str(tmp_path / where)
        assert list((tmp_path / "folder").iterdir()) == []
        assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]

    def test_an_open_archive_is_not_overwritten(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "a.db") as db:
            with pytest.raises(InvalidArgumentError, match="archive that is open"):
                db.export(out=tmp_path / "a.db")
            with pytest.raises(InvalidArgumentError, match="archive that is open"):
                db.export(out=f"{tmp_path / 'a.db'}-wal")
            assert_sound(db)

    def test_unknown_formats_and_no_place_are_refused(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "a.db") as db:
            with pytest.raises(InvalidArgumentError, match="no export format"):
                db.export(format="pdf", out=tmp_path / "x")
            with pytest.raises(InvalidArgumentError, match="nowhere"):
                db.export()

    def test_a_stream_may_be_given(self, tmp_path: Path) -> None:
        with filled(tmp_path / "a.db", tmp_path / "source") as db:
            stream = io.BytesIO()
            report = db.export(out=stream)
            assert report.path is None
            assert stream.getvalue() == exported(db, tmp_path / "file")


class TestHermesShape:
    def test_the_shape_is_one_session_a_line_within_the_limits_of_hermes(self, tmp_path: Path) -> None:
        with filled(tmp_path / "a.db", tmp_path / "source") as db:
            db.create_session(session_id="long")
            db.append("long", [{"role": "user", "content": f"{n} " + "x" * 20} for n in range(10_050)])
            report = db.export(format="hermes", out=tmp_path / "out.jsonl")
        sessions = [json.loads(line) for line in (tmp_path / "out.jsonl").read_bytes().splitlines()]
        assert report.notes
        assert len(sessions) <= 500
        assert len({session["id"] for session in sessions}) == len(sessions)
        for session in sessions:
            assert len(session["messages"]) <= 10_000
            assert len(json.dumps(session).encode()) <= 5 * 1024 * 1024
            assert all(message["role"] in ("user", "assistant", "tool", "system") for message in session["messages"])
        assert detect(tmp_path / "out.jsonl") == "hermes-export"

    def test_what_hermes_exported_twice_into_one_file_is_stored_once(self, tmp_path: Path) -> None:
        with filled(tmp_path / "a.db", tmp_path / "source") as db, SessionDB(tmp_path / "b.db") as other:
            db.export(["root"], format="hermes", out=tmp_path / "one.jsonl")
            data = (tmp_path / "one.jsonl").read_bytes()
            (tmp_path / "two.jsonl").write_bytes(data + data)
            first = other.import_transcripts(tmp_path / "two.jsonl").messages_new
            assert first == len(json.loads(data)["messages"])


class TestLargeExports:
    def test_memory_does_not_follow_the_size_of_the_archive(self, tmp_path: Path) -> None:
        pytest.importorskip("resource")
        code = (
            PEAK
            + """
from hermes_state import SessionDB
with SessionDB(sys.argv[1]) as db:
    db.create_session(session_id="s")
    for step in range(60):
        db.append("s", [{"role": "user", "content": str(step) + "-" + str(n) + " word" * 2000} for n in range(100)])
    before = peak_mb()
    print(db.export(out=sys.argv[2]).messages, peak_mb() - before)
"""
        )
        result = python(code, tmp_path / "a.db", tmp_path / "out")
        assert result.stderr == ""
        messages, growth = map(int, result.stdout.split())
        assert messages == 6_000
        assert (tmp_path / "out").stat().st_size > 60_000_000
        assert growth < 30


def test_records_of_every_kind_are_in_the_constructed_archive(tmp_path: Path) -> None:
    with filled(tmp_path / "a.db", tmp_path / "source") as db:
        kinds = {kind for _, records in contents(db) for _, kind, _ in records}
        assert kinds == {"message", "event"}
        assert {session["kind"] for session, _ in contents(db)} == {None, "subagent", "resume"}
