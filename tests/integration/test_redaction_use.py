"""Where secrets are replaced: exports, the agent's tool, views, and, if it is wanted, the archive itself."""

from __future__ import annotations

import io
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from archives import contents, write_lines

from hermes_state import MemoryStore, Message, SessionDB, session_search_tool, upkeep
from hermes_state.errors import InvalidArgumentError
from hermes_state.memory.settings import set_setting

GITHUB = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
AWS = "AK" + "IA" + "Q3EXZ7PLM2KDWN5T"
PASSWORD = "Tr0ub4dor+3x"
SECRETS = (GITHUB, AWS, PASSWORD)
PLACEHOLDER = r"«redacted:[a-z0-9-]+:[0-9a-f]{8}»"
START = 1_780_000_000.0
FORMATS = ("jsonl", "hermes", "markdown")


def messages() -> list[dict[str, Any]]:
    """A conversation with a secret in every place that holds text."""
    call = {
        "id": "call_1",
        "type": "function",
        "function": {
            "name": "terminal",
            "arguments": json.dumps({"command": f'export DB_PASSWORD="{PASSWORD}"\naws configure set {AWS}', "n": 3}),
        },
    }
    return [
        {"role": "user", "content": f"The zebra deploy needs {GITHUB} today.", "timestamp": START},
        {
            "role": "assistant",
            "content": [{"type": "text", "text": f"I use {GITHUB} now."}],
            "thinking": f"password={PASSWORD}",
            "tool_calls": [call],
            "timestamp": START + 1,
        },
        {
            "role": "tool",
            "content": json.dumps({"env": {"AWS_ACCESS_KEY_ID": AWS}, "ok": True}),
            "tool_name": "terminal",
            "tool_call_id": "call_1",
            "extra": {"uuid": "2f6c1c0e-7f2e-4a53-9a53-1d6d1f0c9e11", "env": [f"GITHUB_TOKEN={GITHUB}"]},
            "timestamp": START + 2,
        },
    ]


def fill(db: SessionDB) -> str:
    sid = db.create_session(
        "cli",
        session_id="talk",
        title=f"Deploy with {GITHUB}",
        started_at=START,
        system_prompt=f"Log in as app, password: {PASSWORD}",
    )
    db.append(sid, messages())
    return sid


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with SessionDB(tmp_path / "state.db") as db:
        fill(db)
    return tmp_path / "state.db"


def exported(db: SessionDB, **options: Any) -> tuple[str, Any]:
    out = io.BytesIO()
    report = db.export(out=out, **options)
    return out.getvalue().decode(), report


def held(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret in text]


class TestExports:
    @pytest.mark.parametrize("format_name", ["hermes", "markdown"])
    def test_formats_for_others_hold_no_secret_unless_it_is_asked_for(self, path: Path, format_name: str) -> None:
        with SessionDB(path) as db:
            text, report = exported(db, format=format_name)
            assert (held(text), report.redacted, sum(report.secrets.values())) == ([], True, 3)
            assert "«redacted:github:" in text
            text, report = exported(db, format=format_name, redact=False)
            assert (held(text), report.redacted, report.secrets) == (list(SECRETS), False, None)

    def test_our_own_form_is_verbatim_and_says_how_many_secrets_it_holds(self, path: Path, tmp_path: Path) -> None:
        with SessionDB(path) as db:
            text, report = exported(db)
            assert held(text) == list(SECRETS)
            assert (report.redacted, sum(report.secrets.values())) == (False, 3)
            assert [note for note in report.notes if "3 secrets in clear" in note]
            assert not held(" ".join(report.notes))
            (tmp_path / "own.jsonl").write_text(text, encoding="utf-8")
            with SessionDB(tmp_path / "copy.db") as copy:
                copy.import_transcripts(tmp_path / "own.jsonl")
                assert contents(copy) == contents(db)

    @pytest.mark.parametrize("format_name", FORMATS)
    def test_what_is_redacted_keeps_its_shape(self, path: Path, format_name: str) -> None:
        with SessionDB(path) as db:
            text, _ = exported(db, format=format_name, redact=True)
            assert held(text) == []
            if format_name == "markdown":
                return
            lines = [json.loads(line) for line in text.splitlines()]
            rows = lines[0]["messages"] if format_name == "hermes" else lines[2:]
            arguments = json.loads(rows[1]["tool_calls"][0]["function"]["arguments"])
            assert set(arguments) == {"command", "n"}
            assert arguments["command"].startswith('export DB_PASSWORD="«redacted:')
            assert arguments["n"] == 3
            output = json.loads(rows[2]["content"])
            assert (set(output), set(output["env"]), output["ok"]) == ({"env", "ok"}, {"AWS_ACCESS_KEY_ID"}, True)

    def test_ids_names_and_times_are_left(self, path: Path) -> None:
        with SessionDB(path) as db:
            given = db.get_messages("talk")
            shown = db.get_messages("talk", redact=True)
        for before, after in zip(given, shown, strict=True):
            for name in ("id", "seq", "role", "timestamp", "tool_name", "tool_call_id", "turn", "source_id", "extra"):
                assert getattr(before, name) == getattr(after, name)

    def test_two_exports_have_the_same_placeholders_and_two_archives_others(self, path: Path, tmp_path: Path) -> None:
        texts = []
        for _ in range(2):
            with SessionDB(path) as db:
                texts.append(exported(db, format="markdown")[0])
        with SessionDB(tmp_path / "other.db") as db:
            fill(db)
            other = exported(db, format="markdown")[0]
        assert texts[0] == texts[1] != other

    def test_a_backup_has_the_placeholders_of_its_archive(self, path: Path, tmp_path: Path) -> None:
        with SessionDB(path) as db:
            text, _ = exported(db, format="markdown")
            upkeep.backup(db, tmp_path / "copy.db")
        with SessionDB(tmp_path / "copy.db", read_only=True) as copy:
            assert exported(copy, format="markdown")[0] == text

    @pytest.mark.parametrize("format_name", FORMATS)
    def test_no_export_holds_the_key(self, path: Path, format_name: str) -> None:
        with SessionDB(path) as db:
            text, _ = exported(db, format=format_name, redact=True)
            key = bytes(db.file.reader().connection.value("SELECT value FROM meta WHERE name = 'redaction_key'"))
        assert len(key) == 32
        assert key not in text.encode()
        assert key.hex() not in text

    def test_a_read_only_archive_without_a_key_is_exported_redacted_all_the_same(self, path: Path) -> None:
        with SessionDB(path, read_only=True) as db:
            text, report = exported(db, format="markdown")
            again, _ = exported(db, format="markdown")
            assert held(text) == []
            assert text == again
            assert [note for note in report.notes if "no key" in note]
            assert db.file.reader().connection.value("SELECT 1 FROM meta WHERE name = 'redaction_key'") is None
        with SessionDB(path) as db:
            kept, report = exported(db, format="markdown")
            assert report.notes == ()
        with SessionDB(path, read_only=True) as db:
            assert exported(db, format="markdown")[0] == kept

    def test_an_export_without_secrets_has_no_notes_and_is_the_same_redacted(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "state.db") as db:
            db.append(db.create_session("cli", session_id="s"), {"role": "user", "content": "nothing to hide"})
            for format_name in FORMATS:
                plain, _ = exported(db, format=format_name, redact=False)
                text, report = exported(db, format=format_name, redact=True)
                assert (text, report.secrets, report.notes) == (plain, {}, ())


class TestTheTool:
    def ask(self, path: Path, **arguments: Any) -> str:
        with SessionDB(path) as db:
            return session_search_tool({"budget": 20_000, **arguments}, db)

    @pytest.mark.parametrize(
        "query", ["zebra", "deploy", GITHUB, AWS, "terminal export", "role:tool ok", "role:thinking password", "I use"]
    )
    def test_no_answer_holds_a_secret(self, path: Path, query: str) -> None:
        answer = self.ask(path, query=query, window=10)
        assert json.loads(answer)["results"]
        found = json.loads(answer)
        assert held(json.dumps(found["results"])) == []

    def test_reading_scrolling_and_browsing_hold_none(self, path: Path) -> None:
        for arguments in ({}, {"session_id": "talk"}, {"session_id": "talk", "around_message_id": 2}):
            answer = self.ask(path, **arguments)
            assert "error" not in json.loads(answer)
            assert held(answer) == []
            assert "«redacted:github:" in answer

    def test_the_same_secret_is_the_same_to_the_agent_and_in_an_export(self, path: Path) -> None:
        answer = self.ask(path, query="zebra")
        mark = answer.split("«redacted:github:")[1][:8]
        with SessionDB(path) as db:
            assert f"«redacted:github:{mark}»" in exported(db, format="markdown")[0]

    def test_a_snippet_shows_no_half_of_a_secret(self, tmp_path: Path) -> None:
        block = "\n".join(
            [
                "-----BEGIN RSA PRIVATE KEY-----",
                *["MIIEpAIBAAKCAQEA0Z3VS5JJcds3" * 2] * 30,
                "-----END RSA PRIVATE KEY-----",
            ]
        )
        with SessionDB(tmp_path / "state.db") as db:
            sid = db.create_session("cli")
            db.append(sid, {"role": "user", "content": f"here is walrus {block} and walrus again"})
            assert "MIIEpAIB" not in session_search_tool({"query": "walrus"}, db)
            assert "MIIEpAIB" in db.search("walrus").results[0].snippet

    def test_a_preview_that_was_cut_shows_no_half_of_a_secret(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "state.db") as db:
            sid = db.create_session("cli")
            db.append(sid, {"role": "user", "content": "a word " * 27 + GITHUB})
            session = db.get_session(sid)
            assert session is not None
            assert session.preview is not None
            assert session.preview.endswith(GITHUB[:11])
            for arguments in ({}, {"query": "word"}, {"session_id": sid}):
                answer = json.loads(session_search_tool(arguments, db))
                answer.pop("about")
                assert GITHUB[:11] not in json.dumps(answer).replace(GITHUB, "")

    def test_an_answer_stays_within_its_budget(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "state.db") as db:
            sid = db.create_session("cli")
            db.append(sid, [{"role": "user", "content": f"password: {PASSWORD}{n} zebra " * 20} for n in range(30)])
            for budget in (1_000, 4_000):
                assert len(session_search_tool({"query": "zebra", "budget": budget}, db).encode()) <= budget

    def test_a_read_only_archive_answers_redacted(self, path: Path) -> None:
        with SessionDB(path, read_only=True) as db:
            assert held(session_search_tool({"query": "zebra"}, db)) == []


class TestStoringRedacted:
    """The reports that keys stand in clear in rows, tool calls, reasoning and the copies of a full-text index."""

    def bytes_of(self, folder: Path) -> bytes:
        return b"".join(file.read_bytes() for file in sorted(folder.iterdir()) if file.is_file())

    def test_what_is_appended_is_nowhere_in_the_file_and_no_index_finds_it(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "state.db", redact=True) as db:
            fill(db)
            db.compact("talk", 1, summary=f"They used {GITHUB}")
            upkeep.optimize(db)
            for secret in SECRETS:
                page = db.search(secret, match="literal", roles=["user", "assistant", "tool", "thinking", "title"])
                assert page.results == []
            assert held(json.dumps(contents(db), ensure_ascii=False)) == []
            assert db.search("zebra").results
            session = db.get_session("talk")
            assert session is not None
            assert session.title is not None
            assert session.title.startswith("Deploy with «redacted:github:")
            assert db.verify(full=True).ok
        whole = self.bytes_of(tmp_path)
        for secret in SECRETS:
            assert secret.encode() not in whole
            assert secret.lower().encode() not in whole

    def test_without_it_the_archive_is_verbatim(self, path: Path) -> None:
        with SessionDB(path) as db:
            assert held(json.dumps(contents(db), ensure_ascii=False)) == list(SECRETS)
            assert db.get_messages("talk")[0].content == messages()[0]["content"]
            assert db.search(GITHUB, match="literal").results

    def test_what_is_imported_is_stored_without_its_secrets_once(self, tmp_path: Path) -> None:
        source = write_lines(tmp_path / "in" / "talk.jsonl", [{"id": "talk", "messages": messages()}])
        with SessionDB(tmp_path / "a" / "state.db", redact=True) as db:
            assert db.import_transcripts(source).messages_new == 3
            before = contents(db)
            assert held(json.dumps(before, ensure_ascii=False)) == []
        with SessionDB(tmp_path / "a" / "state.db", redact=True) as db:
            os.utime(source, (START, START))  # read anew
            assert db.import_transcripts(source).messages_new == 0
            assert contents(db) == before
        assert held(self.bytes_of(tmp_path / "a").decode("latin-1")) == []

    def test_what_was_stored_before_stays_and_is_not_stored_again(self, tmp_path: Path) -> None:
        own = tmp_path / "own.jsonl"
        with SessionDB(tmp_path / "from.db") as db:
            fill(db)
            db.export(out=own)
        with SessionDB(tmp_path / "state.db") as db:
            db.import_transcripts(own)
        with SessionDB(tmp_path / "state.db", redact=True) as db:
            os.utime(own, (START, START))
            assert db.import_transcripts(own, restore_deleted=True).messages_new == 0
            assert held(json.dumps(contents(db), ensure_ascii=False)) == list(SECRETS)

    def test_a_retry_under_a_client_id_is_not_stored_twice(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "state.db", redact=True) as db:
            sid = db.create_session("cli")
            message = {"role": "user", "content": f"use {GITHUB}", "client_id": "c1"}
            assert db.append(sid, message) == db.append(sid, message)

    def test_what_json_cannot_hold_is_refused_as_ever(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "state.db", redact=True) as db:
            sid = db.create_session("cli")
            with pytest.raises(InvalidArgumentError, match="JSON"):
                db.append(sid, Message(role="user", content="x", extra={"a": {1, 2}}))


class TestFilesAreTheOwners:
    @pytest.mark.parametrize("umask", [0o000, 0o077])
    @pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
    def test_files_are_0600_and_folders_0700_whatever_the_umask(self, tmp_path: Path, umask: int) -> None:
        home = tmp_path / "of one person"
        before = os.umask(umask)
        try:
            with SessionDB(home / "archive" / "state.db") as db:
                fill(db)
                for format_name in FORMATS:
                    db.export(format=format_name, out=home / "archive" / f"out.{format_name}")
                upkeep.backup(db, f"{home / 'backups'}{os.sep}", keep=2)
                upkeep.optimize(db)
                db.append("talk", {"role": "user", "content": "while it is open"})
                found = modes(home)
            backup = next((home / "backups").iterdir())
            upkeep.restore(backup, home / "archive" / "state.db")
            damage(home / "archive" / "state.db")
            upkeep.repair(home / "archive" / "state.db")
            store = MemoryStore(folder=home / "memories")
            store.add("memory", "the build runs in the morning")
            store.replace("memory", "the build runs", "the build runs at noon")
            set_setting(str(home), "write_approval", "true")
        finally:
            os.umask(before)
        found |= modes(home)
        assert {name for name, mode in found.items() if mode != (0o700 if name.endswith("/") else 0o600)} == set()
        names = " ".join(found)
        for part in ("state.db-wal", "out.jsonl", "out.hermes", "state.backup-", "before-restore", "damaged"):
            assert part in names
        assert "MEMORY.md" in names
        assert "config.yaml" in names


def modes(folder: Path) -> dict[str, int]:
    """The permissions of everything in a folder; the names of folders end with a slash."""
    return {
        f"{path}{'/' if path.is_dir() else ''}": stat.S_IMODE(path.stat().st_mode)
        for path in [folder, *folder.rglob("*")]
    }


def damage(path: Path) -> None:
    """Takes the first page away, with the schema."""
    with open(path, "r+b") as file:
        file.write(b"\0" * 4096)
