"""An archive encrypted at rest: its key, what is in the file, and what is said without the key.

Most of this needs the distribution apsw-sqlite3mc and runs by ``make encrypted``, in an environment of its own.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path

import apsw
import pytest
from command import run, succeed

from hermes_state import SessionDB, upkeep
from hermes_state.errors import ArchiveError, ForeignArchiveError
from hermes_state.store import encryption
from hermes_state.store.connection import CAN_ENCRYPT

needs_cipher = pytest.mark.skipif(not CAN_ENCRYPT, reason="the module apsw is not that of apsw-sqlite3mc")
TEXT = "sphinxofblackquartzjudgemyvow"


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    path.write_text(secrets.token_hex(32) + "\n", encoding="ascii")
    path.chmod(0o600)
    return path


@pytest.fixture
def named(key: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HERMES_STATE_KEY_FILE", str(key))
    return key


def fill(path: Path) -> None:
    with SessionDB(path) as db:
        session = db.create_session("cli", session_id="talk", title="A title of its own")
        db.append(session, [{"role": "user", "content": f"{TEXT} {number}"} for number in range(40)])
        upkeep.optimize(db)
        db.append(session, {"role": "assistant", "content": f"loose {TEXT}"})


@needs_cipher
class TestWithCipher:
    def test_no_text_stands_in_any_file_and_all_of_it_is_found(self, tmp_path: Path, named: Path) -> None:
        path = tmp_path / "archive" / "state.db"
        fill(path)
        for file in path.parent.iterdir():
            data = file.read_bytes()
            assert TEXT.encode() not in data
            assert not data.startswith(b"SQLite format 3")
        with SessionDB(path) as db:
            assert db.search(TEXT).results[0].match_count == 41
            assert db.verify().ok

    def test_copies_are_encrypted_with_the_same_key(self, tmp_path: Path, named: Path) -> None:
        path, copy = tmp_path / "state.db", tmp_path / "copy.db"
        fill(path)
        copy.touch(mode=0o600)
        with SessionDB(path) as db, db.file.exclusive() as connection:
            connection.backup_to(str(copy))
        assert TEXT.encode() not in copy.read_bytes()
        with SessionDB(copy, read_only=True) as db:
            assert db.search(TEXT).results

    @pytest.mark.parametrize("change", ["none", "another"])
    def test_without_its_key_the_file_is_refused_and_unchanged(
        self, tmp_path: Path, named: Path, monkeypatch: pytest.MonkeyPatch, change: str
    ) -> None:
        path = tmp_path / "state.db"
        fill(path)
        before = path.read_bytes()
        if change == "none":
            monkeypatch.delenv("HERMES_STATE_KEY_FILE")
        else:
            named.write_text("another key", encoding="ascii")
        for read_only in (True, False):
            with pytest.raises(ForeignArchiveError, match="encrypted with another key"):
                SessionDB(path, read_only=read_only)
        assert path.read_bytes() == before

    def test_a_passphrase_will_do(self, tmp_path: Path, named: Path) -> None:
        named.write_text("correct horse battery staple's", encoding="utf-8")
        fill(tmp_path / "state.db")
        with SessionDB(tmp_path / "state.db") as db:
            assert db.search(TEXT).results

    def test_the_settings_name_the_key_as_well(self, tmp_path: Path, key: Path, own_home: Path) -> None:
        settings = own_home / ".hermes" / "config.yaml"
        settings.parent.mkdir()
        settings.write_text(f"archive:\n  key: {key}\n", encoding="utf-8")
        fill(tmp_path / "state.db")
        assert TEXT.encode() not in (tmp_path / "state.db").read_bytes()

    def test_a_keyring_that_is_not_there_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HERMES_STATE_KEY_FILE", "keyring")
        monkeypatch.setitem(sys.modules, "keyring", None)
        with pytest.raises(ArchiveError, match="there is none"):
            SessionDB(tmp_path / "state.db")

    def test_the_command_searches_it(self, tmp_path: Path, named: Path) -> None:
        fill(tmp_path / "state.db")
        answer = succeed("search", "--db", tmp_path / "state.db", "--json", TEXT).json
        assert [one["session_id"] for one in answer["results"]] == ["talk"]

    @pytest.mark.parametrize(
        "words", [("check",), ("list",), ("repair",), ("backup", "copies/"), ("stats",)], ids=" ".join
    )
    @pytest.mark.parametrize("change", ["none", "another"])
    def test_with_the_wrong_key_every_command_says_the_same_and_leaves_no_copy(
        self, tmp_path: Path, named: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], change: str
    ) -> None:
        path = tmp_path / "archive" / "state.db"
        fill(path)
        before = path.read_bytes()
        if change == "none":
            monkeypatch.delenv("HERMES_STATE_KEY_FILE")
        else:
            named.write_text("another key", encoding="ascii")
        outcome = run(*words, "--db", path)
        assert (outcome.code, outcome.out) == (1, "")
        assert outcome.err == (
            f"hermes: {path} is not a session archive, or encrypted with another key "
            "(name another file with --db, or its key: docs/encryption.md)\n"
        )
        assert path.read_bytes() == before
        assert {file.name for file in path.parent.iterdir()} <= {"state.db", "state.db-wal", "state.db-shm"}

    def test_a_damaged_one_is_not_salvaged_and_leaves_no_copy(self, tmp_path: Path, named: Path) -> None:
        path = tmp_path / "archive" / "state.db"
        fill(path)
        data = bytearray(path.read_bytes())
        data[4096:] = bytes(len(data) - 4096)
        path.write_bytes(data)
        outcome = run("repair", "--db", path)
        assert (outcome.code, outcome.out, outcome.err.count("\n")) == (1, "", 1)
        assert "of encrypted pages nothing can be salvaged" in outcome.err
        assert path.read_bytes() == data
        assert not (path.parent / "state.db.damaged").exists()

    @pytest.mark.parametrize("words", [("check",), ("list",), ("repair",), ("backup", "copies/")], ids=" ".join)
    @pytest.mark.parametrize("named_by", ["variable", "settings"])
    def test_one_in_the_clear_is_said_to_be_that_while_a_key_is_named(
        self,
        tmp_path: Path,
        key: Path,
        own_home: Path,
        monkeypatch: pytest.MonkeyPatch,
        words: tuple[str, ...],
        named_by: str,
    ) -> None:
        path = tmp_path / "archive" / "state.db"
        fill(path)
        before = path.read_bytes()
        if named_by == "variable":
            monkeypatch.setenv("HERMES_STATE_KEY_FILE", str(key))
        else:
            (own_home / ".hermes").mkdir()
            (own_home / ".hermes" / "config.yaml").write_text(f"archive:\n  key: {key}\n", encoding="utf-8")
        outcome = run(*words, "--db", path)
        assert (outcome.code, outcome.out, outcome.err.count("\n")) == (1, "", 1)
        assert f"{path} is not encrypted, and a key is named" in outcome.err
        assert ("unset HERMES_STATE_KEY_FILE" if named_by == "variable" else "archive.key") in outcome.err
        assert path.read_bytes() == before

    def test_without_a_key_archives_are_plain_as_ever(self, tmp_path: Path) -> None:
        fill(tmp_path / "state.db")
        assert (tmp_path / "state.db").read_bytes().startswith(b"SQLite format 3\0")


class TestKeys:
    @pytest.mark.skipif(CAN_ENCRYPT, reason="this one can")
    def test_a_key_without_a_cipher_is_refused_and_nothing_is_made_in_the_clear(
        self, tmp_path: Path, named: Path
    ) -> None:
        outcome = run("import", "--db", tmp_path / "state.db", tmp_path)
        assert (outcome.code, outcome.err.count("\n")) == (1, 1)
        assert "apsw-sqlite3mc" in outcome.err
        assert not (tmp_path / "state.db").exists() or (tmp_path / "state.db").stat().st_size == 0

    @pytest.mark.skipif(CAN_ENCRYPT, reason="this one can")
    def test_a_key_without_a_cipher_is_no_damage_to_repair(
        self, tmp_path: Path, key: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fill(tmp_path / "state.db")
        monkeypatch.setenv("HERMES_STATE_KEY_FILE", str(key))
        outcome = run("repair", "--db", tmp_path / "state.db")
        assert (outcome.code, outcome.out, outcome.err.count("\n")) == (1, "", 1)
        assert "this SQLite cannot encrypt" in outcome.err
        assert not (tmp_path / "state.db.damaged").exists()

    @pytest.mark.parametrize("text", ["", "  \n", "two\nlines", "x" * 5000])
    def test_a_file_that_holds_no_key_is_refused(self, key: Path, text: str) -> None:
        key.write_text(text, encoding="utf-8")
        with pytest.raises(ArchiveError, match="holds no key"):
            encryption.key_of({"HERMES_STATE_KEY_FILE": str(key)}, can_encrypt=True)

    @pytest.mark.skipif(os.name == "nt", reason="the system has no such modes")
    def test_a_key_that_others_can_read_is_refused(self, key: Path) -> None:
        key.chmod(0o644)
        with pytest.raises(ArchiveError, match="can be read by others"):
            encryption.key_of({"HERMES_STATE_KEY_FILE": str(key)}, can_encrypt=True)

    def test_a_missing_key_file_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(ArchiveError, match="nowhere"):
            encryption.key_of({"HERMES_STATE_KEY_FILE": str(tmp_path / "nowhere")}, can_encrypt=True)

    def test_64_hexadecimal_digits_are_the_key_itself(self, key: Path) -> None:
        digits = key.read_text(encoding="ascii").strip()
        assert encryption.key_of({"HERMES_STATE_KEY_FILE": str(key)}, can_encrypt=True) == f"raw:{digits}"


def test_the_module_says_which_distribution_it_is() -> None:
    assert hasattr(apsw, "mc_version") == CAN_ENCRYPT
    done = subprocess.run([sys.executable, "-c", "import apsw"], check=False, capture_output=True)
    assert done.returncode == 0
