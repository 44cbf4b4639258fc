"""A first word that is none of ours goes to the next ``hermes`` on PATH."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs of this test are shell scripts")

OURS = f"""#!{sys.executable} -P
import sys
from hermes_state.cli.main import main
sys.exit(main())
"""
THEIRS = '#!/bin/sh\necho "theirs: $*"\nexit 7\n'


def program(folder: Path, text: str, name: str = "hermes") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def call(path: Path, *words: str, folders: list[Path], **variables: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PATH": os.pathsep.join(map(str, folders))} | variables
    return subprocess.run([str(path), *words], capture_output=True, text=True, env=environment, check=False, timeout=60)


@pytest.mark.parametrize(
    "words", [["chat", "--model", "x y"], ["--resume", "20260629_081502"], [], ["sessions", "list"]]
)
def test_other_words_run_the_next_program_with_its_exit_code(tmp_path: Path, words: list[str]) -> None:
    ours = program(tmp_path / "ours", OURS)
    program(tmp_path / "theirs", THEIRS)
    done = call(ours, *words, folders=[tmp_path / "ours", tmp_path / "theirs"])
    assert (done.stdout, done.stderr, done.returncode) == (f"theirs: {' '.join(words)}\n", "", 7)


@pytest.mark.parametrize("words", [["session", "--help"], ["memory", "status"], ["--help"], ["--version"]])
def test_our_words_stay_here(tmp_path: Path, words: list[str]) -> None:
    ours = program(tmp_path / "ours", OURS)
    program(tmp_path / "theirs", THEIRS)
    done = call(ours, *words, folders=[tmp_path / "theirs", tmp_path / "ours"])
    assert done.returncode == 0
    assert "theirs" not in done.stdout


def test_a_link_to_ourselves_is_not_the_next_program(tmp_path: Path) -> None:
    ours = program(tmp_path / "ours", OURS)
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "hermes").symlink_to(ours)
    done = call(tmp_path / "links" / "hermes", "chat", folders=[tmp_path / "links", tmp_path / "ours"])
    assert done.returncode == 2
    assert "no other hermes is on PATH" in done.stderr
    assert done.stderr.count("\n") == 1


def test_two_of_ours_do_not_pass_a_line_to_and_fro(tmp_path: Path) -> None:
    first = program(tmp_path / "first", OURS)
    program(tmp_path / "second", OURS)
    folders = [tmp_path / "first", tmp_path / "second"]
    done = call(first, "chat", folders=folders)
    assert done.returncode == 2
    program(tmp_path / "third", THEIRS)
    done = call(first, "chat", folders=[*folders, tmp_path / "third"])
    assert (done.stdout, done.returncode) == ("theirs: chat\n", 7)


def test_files_and_folders_that_cannot_run_are_passed_over(tmp_path: Path) -> None:
    ours = program(tmp_path / "ours", OURS)
    (tmp_path / "folder" / "hermes").mkdir(parents=True)
    program(tmp_path / "plain", THEIRS).chmod(0o644)
    program(tmp_path / "theirs", THEIRS)
    folders = [tmp_path / name for name in ("ours", "folder", "plain", "missing", "theirs")]
    assert call(ours, "chat", folders=folders).stdout == "theirs: chat\n"


def test_the_name_that_nobody_else_has_passes_nothing_on(tmp_path: Path) -> None:
    ours = program(tmp_path / "ours", OURS, "hermes-state")
    program(tmp_path / "theirs", THEIRS)
    done = call(ours, "chat", folders=[tmp_path / "ours", tmp_path / "theirs"])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_hermes_agent_in_the_same_environment_is_said_in_one_line(tmp_path: Path) -> None:
    ours = program(tmp_path / "ours", OURS)
    (tmp_path / "beside" / "hermes_cli").mkdir(parents=True)
    (tmp_path / "beside" / "hermes_cli" / "__init__.py").touch()
    done = call(ours, "session", "--help", folders=[], PYTHONPATH=str(tmp_path / "beside"))
    assert done.returncode == 0
    assert "hermes-agent is installed in this same environment" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["hermes", "hermes-state"])
def test_both_installed_commands_start(command: str) -> None:
    path = shutil.which(command, path=str(Path(sys.executable).parent))
    assert path is not None
    done = subprocess.run([path, "session", "--help"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
