"""What only a terminal gets: colours, highlighting, questions, progress."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command import EXAMPLES, succeed
from terminals import on_terminal

pytest.importorskip("pty", reason="terminals of POSIX")

JAPANESE = "9c20e4d7-1f3b-4a86-8d02-6b5f1e77c901"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "state.db"
    succeed("import", "--db", path, EXAMPLES / "claude-code", EXAMPLES / "codex")
    return path


def test_the_match_is_highlighted_on_a_terminal(db: Path) -> None:
    code, shown = on_terminal("search", "--db", db, "ClosePseudoConsole")
    assert code == 0
    assert re.search(r"\x1b\[33m\x1b\[1mClosePseudoConsole\x1b\[0m", shown)


def test_no_colours_on_a_terminal_that_wants_none(db: Path) -> None:
    code, shown = on_terminal("search", "--db", db, "ClosePseudoConsole", NO_COLOR="1")
    assert code == 0
    assert "ClosePseudoConsole" in shown
    assert "\x1b[" not in shown


def test_json_is_indented_on_a_terminal(db: Path) -> None:
    code, shown = on_terminal("search", "--db", db, "--json", "ClosePseudoConsole")
    assert code == 0
    assert shown.startswith('{\r\n  "version": 1,')


@pytest.mark.parametrize(("answer", "sessions", "code"), [("n\n", 6, 1), ("y\n", 5, 0), ("\n", 6, 1)])
def test_deleting_asks_and_takes_only_a_yes(db: Path, answer: str, sessions: int, code: int) -> None:
    ended, shown = on_terminal("delete", "--db", db, JAPANESE, answer=answer)
    assert "請求書CSVの文字化け" in shown
    assert "Delete 1 conversation? [y/N]" in shown
    assert ended == code
    assert succeed("stats", "--db", db, "--json").json["sessions"] == sessions


def test_the_first_sync_shows_what_it_found_and_asks(tmp_path: Path, own_home: Path) -> None:
    environment = {"CLAUDE_CONFIG_DIR": str(EXAMPLES / "claude-code"), "HOME": str(own_home)}
    code, shown = on_terminal("sync", "--db", tmp_path / "a.db", answer="y\n", **environment)
    assert code == 0
    assert "Claude Code" in shown
    assert "Import 4 files? [Y/n]" in shown
    assert "4 new sessions" in shown


def test_importing_shows_progress_on_a_terminal_only(tmp_path: Path) -> None:
    code, shown = on_terminal("import", "--db", tmp_path / "a.db", EXAMPLES / "codex")
    assert code == 0
    assert "Importing" in shown
    assert "100%" in shown
    assert "Importing" not in succeed("import", "--db", tmp_path / "b.db", EXAMPLES / "codex").out
