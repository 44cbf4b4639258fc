"""Real files of Hermes Agent and of plain messages, counted a second way; and every tool's files told apart.

The files are not part of the repository: without them these tests are skipped.
"""

from __future__ import annotations

import io
import json
import os
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hermes_state.records import Event, Message, Record, Session, Skip
from hermes_state.transcripts import archive_jsonl, hermes_out, markdown
from hermes_state.transcripts.detect import FORMATS, detect, open_transcript

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("HERMES_STATE_TEST_DATA", ROOT.parent / "shared" / "data")) / "transcripts"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"no transcripts at {DATA}")

HERMES = sorted((DATA / "hermes").glob("*")) if DATA.is_dir() else []
GENERIC = sorted((DATA / "generic").glob("*")) if DATA.is_dir() else []
OTHERS = sorted(path for tool in ("claude-code", "codex") for path in (DATA / tool).glob("*.jsonl"))
STATE_DB = DATA / "hermes" / "own_0.19.0__state.db"
EXPORT = DATA / "hermes" / "own_0.19.0__export_all.jsonl"

NOT_READ = {"own_0.19.0__export_md.md": None, "own_0.19.0__export_only_user-prompts.jsonl": "hermes-prompts"}
NO_TRANSCRIPT = {"own_0.86.2__.aider.input.history", "index.md", "workspace.yaml", "migration"}
NO_TRANSCRIPT_FOLDERS = {"project", "session_diff"}
OTHER_NAMES = {"copilot", "cursor", "gemini", "opencode", "openclaw", "aider", "chatgpt", "claude-ai"}


def read(path: Path) -> list[Record]:
    return [record for batch in open_transcript(path).batches() for record in batch]


def counts(records: list[Record]) -> Counter[str]:
    return Counter(type(record).__name__ for record in records)


def paired(records: list[Record]) -> list[tuple[Session, list[Message | Event]]]:
    """The records as a writer takes them: each session with what belongs to it."""
    sessions: dict[str, tuple[Session, list[Message | Event]]] = {}
    for record in records:
        if isinstance(record, Session):
            sessions.setdefault(record.id, (record, []))
        elif isinstance(record, Message | Event):
            unannounced: tuple[Session, list[Message | Event]] = (Session(id=record.session_id, origin="x"), [])
            sessions.setdefault(record.session_id, unannounced)[1].append(record)
    return list(sessions.values())


def plain_count(path: Path) -> int:
    """Messages of a JSON file by counting the elements of its lists of them."""
    text = path.read_text(encoding="utf-8")
    try:
        values = [json.loads(text)]
    except ValueError:
        values = [json.loads(line) for line in text.split("\n") if line]
    if isinstance(values[0], list):
        values = values[0]
    names = ("messages", "conversations", "traj")
    return sum(len(value[name]) for value in values for name in names if name in value)


@pytest.mark.parametrize("path", [*HERMES, *GENERIC], ids=lambda path: path.name)
def test_every_message_of_a_real_file_is_read(path: Path) -> None:
    if path.name in NOT_READ:
        assert detect(path) == NOT_READ[path.name]
        return
    found = counts(read(path))
    if path == STATE_DB:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            expected = connection.execute("SELECT count(*) FROM messages").fetchone()[0]
        assert (expected, found["Session"]) == (68, 5)
    elif "trace" in path.name:
        expected = len(path.read_text(encoding="utf-8").splitlines())
    else:
        expected = plain_count(path)
    assert expected > 0
    assert found["Message"] == expected
    assert found["Skip"] == found["Event"] == 0


@pytest.mark.parametrize("path", [*HERMES, *GENERIC], ids=lambda path: path.name)
def test_a_second_run_over_a_real_file_yields_nothing(path: Path) -> None:
    if path.name in NOT_READ:
        return
    reader = open_transcript(path)
    list(reader.batches())
    state = json.loads(json.dumps(reader.checkpoint()))
    again = [record for batch in open_transcript(path, None, state).batches() for record in batch]
    assert [record for record in again if not isinstance(record, Session)] == []


def test_the_states_of_the_rows_of_hermes_are_those_of_the_database() -> None:
    messages = [record for record in read(STATE_DB) if isinstance(record, Message)]
    assert Counter((message.active, message.compacted) for message in messages) == {
        (True, False): 46,
        (False, True): 20,
        (False, False): 2,
    }
    assert sum(message.generated for message in messages) == 4


def test_the_sessions_of_hermes_have_their_kinds_and_parents() -> None:
    sessions = [record for record in read(STATE_DB) if isinstance(record, Session)]
    main = "20261129_202938_b6682e"
    assert {(session.id, session.kind, session.parent_id) for session in sessions} == {
        (main, None, None),
        ("20261129_202946_940a1b", "subagent", main),
        ("20261129_202948_90f9f7", "branch", main),
        ("20261129_192724_ab12cd34", None, None),
        ("cron_ab12cd34_20261129_200000", None, None),
    }


def test_an_export_and_its_database_say_the_same_of_every_message() -> None:
    known = {record.source_id: record for record in read(STATE_DB) if isinstance(record, Message)}
    exported = [record for record in read(EXPORT) if isinstance(record, Message)]
    assert len(exported) == 46
    for message in exported:
        assert message == known[message.source_id]


def test_what_we_export_for_hermes_equals_what_hermes_exports() -> None:
    out = io.BytesIO()
    hermes_out.write(out, paired(read(STATE_DB)))
    ours = {row["id"]: row for row in map(json.loads, out.getvalue().splitlines())}
    for line in EXPORT.read_text(encoding="utf-8").splitlines():
        theirs = json.loads(line)
        del theirs["last_active"]  # it is worked out, and stands in this one of the exports only
        assert ours[theirs["id"]] == theirs


@pytest.mark.parametrize("path", [*HERMES, *GENERIC, *OTHERS], ids=lambda path: path.name)
def test_a_real_file_survives_our_own_form(path: Path, tmp_path: Path) -> None:
    if detect(path) not in FORMATS:
        return
    archive = paired([record for record in read(path) if not isinstance(record, Skip)])
    out = io.BytesIO()
    written = archive_jsonl.write(out, archive)
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(out.getvalue())
    expected: list[Any] = [record for session, records in archive for record in (session, *records)]
    assert read(copy) == expected
    assert written.messages == sum(isinstance(record, Message) for record in expected)
    markdown.write(io.BytesIO(), archive)


def every_file() -> list[Path]:
    return [path for path in sorted(DATA.rglob("*")) if path.is_file() and path.parent != DATA]


@pytest.mark.parametrize("tool", sorted({path.relative_to(DATA).parts[0] for path in DATA.glob("*/*")}))
def test_the_files_of_every_tool_are_told_apart(tool: str) -> None:
    for path in every_file():
        folders = path.relative_to(DATA).parts
        if folders[0] != tool or path.name in NO_TRANSCRIPT | NOT_READ.keys() or NO_TRANSCRIPT_FOLDERS & set(folders):
            continue
        found = detect(path)
        if path.name.endswith(".meta.json"):
            assert found is None, path
        elif tool in OTHER_NAMES:
            assert found == tool, path
        elif tool == "codex":
            assert found == ("codex-history" if "history" in path.name else "codex"), path
        elif tool == "claude-code":
            assert found == "claude-code", path
        else:
            assert found in FORMATS, path
