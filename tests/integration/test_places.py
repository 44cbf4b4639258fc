"""The known places of the tools, on every system, and how to resume in each tool."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from command import EXAMPLES

from hermes_state import Session
from hermes_state.home import default_archive, hermes_home
from hermes_state.ingest.places import configured_excludes, known_places
from hermes_state.resume import resume_hint


def test_a_home_without_tools_has_no_places(tmp_path: Path) -> None:
    (tmp_path / ".claude" / "projects").mkdir(parents=True)
    assert known_places({}, str(tmp_path)) == []


def test_places_are_found_with_files_and_bytes(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "claude-code" / "projects", tmp_path / ".claude" / "projects")
    shutil.copytree(EXAMPLES / "codex" / "sessions", tmp_path / ".codex" / "sessions")
    shutil.copytree(EXAMPLES / "codex" / "sessions" / "2026" / "06" / "18", tmp_path / ".codex" / "archived_sessions")
    for folder in (tmp_path / ".hermes", tmp_path / ".hermes" / "profiles" / "work"):
        folder.mkdir(parents=True)
        (folder / "state.db").write_bytes(b"x" * 100)
    places = known_places({}, str(tmp_path), "linux")
    found = [
        (place.tool, Path(place.path).relative_to(tmp_path).as_posix(), place.format, place.files) for place in places
    ]
    assert found == [
        ("Claude Code", ".claude/projects", "claude-code", 4),
        ("Codex", ".codex/sessions", "codex", 2),
        ("Codex", ".codex/archived_sessions", "codex", 1),
        ("Hermes Agent", ".hermes/state.db", "hermes", 1),
        ("Hermes Agent", ".hermes/profiles/work/state.db", "hermes", 1),
    ]
    lines = (EXAMPLES / "claude-code").rglob("*.jsonl")
    assert places[0].size_bytes == sum(path.stat().st_size for path in lines)
    assert places[3].size_bytes == 100


def test_variables_stand_in_for_the_home_folder(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "claude-code" / "projects", tmp_path / "claude" / "projects")
    shutil.copytree(EXAMPLES / "codex" / "sessions", tmp_path / "codex" / "sessions")
    (tmp_path / "hermes").mkdir()
    (tmp_path / "hermes" / "state.db").write_bytes(b"x")
    environ = {
        "CLAUDE_CONFIG_DIR": str(tmp_path / "claude"),
        "CODEX_HOME": str(tmp_path / "codex"),
        "HERMES_HOME": str(tmp_path / "hermes"),
    }
    assert [place.tool for place in known_places(environ, str(tmp_path / "nobody"))] == [
        "Claude Code",
        "Codex",
        "Hermes Agent",
    ]


def test_windows_keeps_hermes_in_local_app_data(tmp_path: Path) -> None:
    local = tmp_path / "AppData" / "Local"
    assert hermes_home({"LOCALAPPDATA": str(local)}, str(tmp_path), "win32") == str(local / "hermes")
    assert hermes_home({}, str(tmp_path), "win32") == str(local / "hermes")
    assert hermes_home({}, str(tmp_path), "darwin") == str(tmp_path / ".hermes")
    (local / "hermes").mkdir(parents=True)
    (local / "hermes" / "state.db").write_bytes(b"x")
    places = known_places({"LOCALAPPDATA": str(local)}, str(tmp_path), "win32")
    assert [place.path for place in places] == [str(local / "hermes" / "state.db")]


def test_the_default_archive_lies_in_the_home_that_is_named() -> None:
    assert Path(default_archive({"HERMES_HOME": "/h"})).as_posix() == "/h/archive/state.db"


@pytest.mark.parametrize(
    ("text", "globs"),
    [
        (None, []),
        ("", []),
        ("model: x\n", []),
        ("import:\n", []),
        ("import:\n  exclude: '*/a/*'\n", ["*/a/*"]),
        ("import:\n  exclude:\n  - a\n  - b*\n", ["a", "b*"]),
    ],
)
def test_excludes_are_read_from_the_settings(tmp_path: Path, text: str | None, globs: list[str]) -> None:
    if text is not None:
        (tmp_path / "config.yaml").write_text(text, encoding="utf-8")
    assert configured_excludes(str(tmp_path)) == globs


@pytest.mark.parametrize(
    ("session", "line"),
    [
        (Session("a1", "claude-code", project="/home/m/a b"), "cd '/home/m/a b' && claude --resume a1"),
        (Session("a1", "claude-code"), "claude --resume a1"),
        (Session("a1", "codex", project="/p"), "codex resume a1"),
        (Session("x; rm -rf /", "hermes"), "hermes --resume 'x; rm -rf /'"),
        (Session("a1", "live"), None),
        (Session("a1", "messages"), None),
        (Session("a1/b", "claude-code", kind="subagent", parent_id="a1"), None),
    ],
)
def test_a_conversation_is_resumed_in_its_own_tool(session: Session, line: str | None) -> None:
    hint = resume_hint(session)
    assert (None if hint is None else hint.line) == line
