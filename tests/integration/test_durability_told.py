"""What is said of archives that are empty, damaged, encrypted or in the clear, and of what is removed or kept."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from archives import plant, value
from command import run, succeed
from damage import PAGE_BYTES
from terminals import on_terminal

import hermes_state
from hermes_state import SessionDB, upkeep

MAPPED = shutil.ignore_patterns("cli", "migrations", "__pycache__")
"""What an installed package has, and the source tree's folder has not."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An archive of two conversations."""
    path = tmp_path / "archive" / "state.db"
    with SessionDB(path) as db:
        for name in ("first", "second"):
            db.create_session(session_id=name, title=f"the {name}", started_at=1_780_000_000)
            db.append(
                name, [{"role": "user", "content": f"{name} {n}", "timestamp": 1_780_000_000 + n} for n in range(3)]
            )
    return path


def spoil(path: Path, *tables: str) -> None:
    """Overwrites the root pages of tables with zeros."""
    roots = [value(path, "SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)) for table in tables]
    data = bytearray(path.read_bytes())
    for root in roots:
        data[(root - 1) * PAGE_BYTES : root * PAGE_BYTES] = bytes(PAGE_BYTES)
    path.write_bytes(data)


def refused(*words: str | Path, code: int = 1) -> str:
    """Runs a command that has to fail with one line on stderr and nothing on stdout; that line."""
    outcome = run(*words)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (code, "", 1), outcome
    return outcome.err


class TestEmptyArchives:
    @pytest.mark.parametrize("words", [["check"], ["backup", "copies/"], ["repair"], ["stats"], ["trash"], ["secrets"]])
    def test_every_command_says_so_and_leaves_the_file_empty(
        self, path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(path.parent)
        os.truncate(path, 0)
        assert f"{path} is empty, no archive yet" in refused(*words, "--db", path)
        assert path.stat().st_size == 0
        assert not (path.parent / "state.db.damaged").exists()

    def test_a_log_beside_an_emptied_file_is_salvaged_and_reading_leaves_it(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.append("first", {"role": "user", "content": "in the log"})
            with db.file.exclusive() as connection:
                connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
                connection.run("VACUUM")  # every page stands in the log now
            log = Path(f"{path}-wal").read_bytes()
        os.truncate(path, 0)
        Path(f"{path}-wal").write_bytes(log)
        assert "is empty" in refused("list", "--db", path)
        assert Path(f"{path}-wal").read_bytes() == log
        assert "Saved 2 sessions and 7 messages." in succeed("repair", "--db", path).out

    def test_a_backup_of_an_archive_without_sessions_takes_no_place_of_one_with_sessions(
        self, path: Path, tmp_path: Path
    ) -> None:
        folder = tmp_path / "copies"
        folder.mkdir()
        good = succeed("backup", "--db", path, folder, "--keep", "1", "--json").json["path"]
        with SessionDB(path) as db:
            upkeep.delete(db, ["first", "second"])
        outcome = succeed("backup", "--db", path, folder, "--keep", "1")
        assert "kept 1 older backup beyond 1: the archive holds no session now" in outcome.out
        report = succeed("backup", "--db", path, folder, "--keep", "1", "--json").json
        assert (report["kept"], [Path(one).name for one in report["removed"]]) == ([good], ["state.backup-000002.db"])
        with SessionDB(path) as db:
            db.create_session(session_id="another")
        assert succeed("backup", "--db", path, folder, "--keep", "1", "--json").json["kept"] == []
        assert [one.name for one in folder.iterdir()] == ["state.backup-000004.db"]


class TestExitCodes:
    @pytest.mark.parametrize(
        "words",
        [
            ("search", "--role", "bogus", "x"),
            ("search", "--after", "never", "x"),
            ("search", "--cursor", "zzz", "x"),
            ("search", "--half-life", "soon", "x"),
            ("list", "--before", "never"),
            ("prune",),
            ("prune", "--before", "never"),
            ("trash", "--empty", "--before", "never"),
            ("trash", "--empty", "--undo"),
            ("backup", "--keep", "2", "file.db"),
        ],
        ids=" ".join,
    )
    def test_options_that_mean_nothing_are_wrong_usage(self, path: Path, words: tuple[str, ...]) -> None:
        refused(*words, "--db", path, code=2)

    @pytest.mark.parametrize(
        ("settings", "words"),
        [("retention:\n  cron: soon\n", ("prune", "--policy")), ("a: [\n", ("sync",)), ("a: [\n", ("import", "x"))],
    )
    def test_settings_that_mean_nothing_are_a_stated_failure(
        self, path: Path, own_home: Path, settings: str, words: tuple[str, ...]
    ) -> None:
        file = own_home / ".hermes" / "config.yaml"
        file.parent.mkdir()
        file.write_text(settings, encoding="utf-8")
        assert "config.yaml" in refused(*words, "--db", path)

    def test_what_is_not_there_is_a_stated_failure(self, path: Path) -> None:
        refused("show", "--db", path, "nobody")
        refused("export", "--db", path, "-o", path)

    def test_keep_with_a_file_says_what_it_counts(self, path: Path, tmp_path: Path) -> None:
        said = refused("backup", "--db", path, "--keep", "2", tmp_path / "file.db", code=2)
        assert f"--keep 2 counts the backups in a folder, and {tmp_path / 'file.db'} names a file" in said


class TestTrash:
    def test_emptying_it_says_how_many_stay_that_are_pinned(self, path: Path) -> None:
        succeed("trash", "--db", path, "first", "second")
        succeed("pin", "--db", path, "first")
        assert succeed("trash", "--db", path, "--empty", "--yes").out.splitlines() == [
            "Deleted 1 conversation, 3 messages.",
            "Kept: 1 pinned.",
        ]
        assert succeed("trash", "--db", path, "--empty", "--json").json["kept_pinned"] == 1

    def test_undoing_and_emptying_exclude_each_other_in_words(self, path: Path) -> None:
        said = refused("trash", "--db", path, "--undo", "--empty", code=2)
        assert "--undo takes out of the trash what --empty deletes" in said

    def test_what_is_in_it_is_said_alike_everywhere(self, path: Path) -> None:
        said = [succeed("trash", "--db", path, *words, "first").out for words in ([], [], ["--undo"], ["--undo"])]
        assert said == [
            "first is in the trash now\n",
            "first was in the trash already\n",
            "first is out of the trash\n",
            "first was not in the trash\n",
        ]


class TestQuestions:
    @pytest.mark.parametrize(
        ("words", "question"),
        [
            (("delete", "--purge", "first"), "Delete and erase 1 conversation?"),
            (("delete", "first"), "Delete 1 conversation?"),
            (("prune", "--max-messages", "9", "--purge"), "Delete and erase 1 conversation?"),
            (("prune", "--max-messages", "9"), "Throw away 1 conversation?"),
            (("trash", "--empty", "--purge"), "Delete and erase what lies in the trash (1 conversation, 3 messages)?"),
            (("trash", "--empty"), "Delete what lies in the trash (1 conversation, 3 messages)?"),
        ],
        ids=str,
    )
    def test_erasing_is_asked_for_as_erasing(self, path: Path, words: tuple[str, ...], question: str) -> None:
        succeed("trash", "--db", path, "second")
        succeed("pin", "--db", path, "second") if words[0] == "prune" else None
        assert question in on_terminal(*words, "--db", path, answer="n\n")[1]

    def test_restoring_asks_with_what_both_hold(self, path: Path, tmp_path: Path) -> None:
        succeed("backup", "--db", path, tmp_path / "copy.db")
        with SessionDB(path) as db:
            upkeep.delete(db, ["first"])
        code, shown = on_terminal("restore", tmp_path / "copy.db", "--db", path, answer="n\n")
        day = re.escape("2026-05-2")
        assert code == 1
        assert re.search(rf"{re.escape(str(path))} \(1 session, 3 messages, last active {day}", shown)
        assert re.search(rf"copy\.db \(2 sessions, 6 messages, last active {day}", shown)

    def test_erasing_what_was_deleted_before_does_not_say_that_nothing_was_deleted(self, path: Path) -> None:
        succeed("delete", "--db", path, "--yes", "first")
        assert succeed("delete", "--db", path, "--purge").out.startswith("Erased from the file")


def test_secrets_without_a_time_of_their_own_have_that_of_the_session(path: Path) -> None:
    with SessionDB(path) as db:
        db.append("first", {"role": "user", "content": "ghp_" + "q7Wm2Rk9Xv4Tz8Lp1Nc6Bd3Hs5Jf0Ga2YuEi"})
    plant(path, "UPDATE message SET at = NULL", "UPDATE session SET last_active_at = NULL WHERE started_at IS NULL")
    header, _, row = succeed("secrets", "--db", path).out.splitlines()[:3]
    assert header.split() == ["kind", "mark", "state", "records", "first", "last", "conversations"]
    (fields,) = succeed("secrets", "--db", path, "--json").json["secrets"]
    assert (fields["first_at"], fields["last_at"]) == ("2026-05-28T20:26:40Z", "2026-05-28T20:26:40Z")
    assert "2026-05-2" in row
    plant(path, "UPDATE session SET started_at = NULL, last_active_at = NULL")
    assert succeed("secrets", "--db", path).out.splitlines()[2].split()[-3:] == ["–", "–", "first"]


def test_the_source_tree_in_the_way_of_the_installed_package_is_named_before_a_file_is_made(tmp_path: Path) -> None:
    tree = tmp_path / "clone"
    shutil.copytree(Path(hermes_state.__file__).parent, tree / "hermes_state", ignore=MAPPED)
    script = (
        "import sys\n"
        "sys.meta_path = [one for one in sys.meta_path if 'editable' not in str(one).lower()]\n"  # finds them anywhere
        f"sys.path.insert(0, {str(tree)!r})\n"
        "from hermes_state import SessionDB\n"
        "from hermes_state.errors import ArchiveError\n"
        "try:\n"
        f"    SessionDB({str(tmp_path / 'new' / 'state.db')!r})\n"
        "except ArchiveError as error:\n"
        "    print(error, error.hint)\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, encoding="utf-8", check=False)
    assert done.stderr == ""
    assert done.stdout.startswith("this is the source tree, not the installed package run it from another folder")
    assert not (tmp_path / "new").exists()


class TestRepair:
    @pytest.fixture
    def half_sealed(self, tmp_path: Path) -> Path:
        """An archive of one sealed conversation and two whose texts are loose."""
        path = tmp_path / "half" / "state.db"
        with SessionDB(path) as db:
            for name in ("sealed", "loose-1", "loose-2"):
                db.create_session(session_id=name, title=f"the {name}")
                db.append(name, [{"role": "user", "content": f"{name} {n}"} for n in range(3)])
                if name == "sealed":
                    db.file.seal_from(1)
        return path

    def test_a_session_that_only_an_index_names_is_not_made_without_a_message(self, half_sealed: Path) -> None:
        spoil(half_sealed, "session", "loose")
        report = succeed("repair", "--db", half_sealed, "--json").json
        assert (report["sessions"], report["sessions_guessed"], report["messages"], report["messages_lost"]) == (
            1,
            1,
            3,
            6,
        )
        assert {one["session_id"] for one in report["lost"]} == {"loose-1", "loose-2"}
        with SessionDB(half_sealed, read_only=True) as db:
            assert upkeep.stats(db)["sessions"] == 1
            assert [message.content for message in db.get_messages("sealed")] == [f"sealed {n}" for n in range(3)]
            assert db.verify(full=True).ok

    def test_a_session_that_bears_one_with_messages_is_made(self, half_sealed: Path) -> None:
        with SessionDB(half_sealed) as db:
            db.create_session(session_id="below", parent_session_id="loose-1", kind="branch")
            db.append("below", [{"role": "user", "content": f"below {n}"} for n in range(3)])
            db.file.seal_from(1)
            db.create_session(session_id="loose-3")
            db.append("loose-3", {"role": "user", "content": "gone"})
        plant(half_sealed, "DELETE FROM pack WHERE session = (SELECT key FROM session WHERE id = 'loose-1')")
        spoil(half_sealed, "session", "loose")
        report = succeed("repair", "--db", half_sealed, "--json").json
        assert report["sessions"] == 4
        with SessionDB(half_sealed, read_only=True) as db:
            assert db.get_session("loose-1") is not None
            assert db.get_session("loose-3") is None

    def test_without_a_message_it_says_0_messages(self, path: Path) -> None:
        spoil(path, "loose")
        out = succeed("repair", "--db", path).out
        assert out.startswith("Saved 0 messages; only titles and dates are left, of 2 sessions.\n")
        assert "the next import or sync reads every transcript again" in out

    def test_without_anything_but_names_in_an_index_nothing_is_left(self, path: Path) -> None:
        spoil(path, "session", "loose")
        before = path.read_bytes()
        assert "nothing of an archive is left" in refused("repair", "--db", path)
        assert path.read_bytes() == before
        assert not Path(f"{path}.damaged").exists()

    @pytest.mark.parametrize("content", [b"Dear reader,\n" * 500, bytes(40_000)])
    def test_what_is_no_archive_is_said_to_be_none(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "letters" / "letter.txt"
        path.parent.mkdir()
        path.write_bytes(content)
        said = refused("repair", "--db", path)
        assert said.startswith(f"hermes: {path} is not a session archive")
        assert said == refused("list", "--db", path)
        assert (path.read_bytes(), os.listdir(path.parent)) == (content, ["letter.txt"])


class TestCheck:
    def test_a_table_with_damaged_pages_is_named_once_and_the_hint_is_given_once(self, path: Path) -> None:
        spoil(path, "loose", "message")
        outcome = run("check", "--db", path)
        assert outcome.code == 1
        lines = outcome.out.splitlines()
        assert len(lines) == len(set(lines))
        assert {"the table message has damaged pages", "the table loose has damaged pages"} <= set(lines)
        assert not any(line.endswith("is damaged") and str(path) in line for line in lines)
        assert (outcome.out + outcome.err).count("hermes session") == 1

    def test_damaged_pages_of_conversations_are_no_matter_of_indexes_alone(self, path: Path) -> None:
        spoil(path, "loose")
        with SessionDB(path, read_only=True) as db:
            assert db.verify().content_problems

    def test_what_was_looked_up_is_named_as_what_it_is(self, path: Path) -> None:
        with SessionDB(path) as db:
            call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"at": "the harbour"}'}}
            db.append("first", {"role": "assistant", "content": "said and called", "tool_calls": [call]})
            db.file.seal_from(1)
        texts = succeed("check", "--db", path, "--json").json["checked"]
        assert (texts["message"], texts["texts_looked_up_by_a_word"]) == (7, 8)
        assert "texts looked up by a word" in succeed("check", "--db", path).out
