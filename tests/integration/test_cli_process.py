"""The command as a process: exit codes, pipes, signals, encodings, completion."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command import spawn, succeed

JAPANESE = "9c20e4d7-1f3b-4a86-8d02-6b5f1e77c901"


class TestProcess:
    def test_the_module_runs_as_the_command(self, db: Path) -> None:
        done = spawn("session", "stats", "--db", db, "--json")
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)["messages"] == 104

    def test_the_version_is_the_packages(self) -> None:
        assert spawn("--version").stdout == "hermes-state 0.1.0\n"

    def test_an_unknown_command_is_wrong_usage_in_one_line(self) -> None:
        done = spawn("session", "serach", "x")
        assert done.returncode == 2
        assert "search" in done.stderr
        assert done.stderr.count("\n") == 1

    def test_a_closed_pipe_is_quiet(self, db: Path) -> None:
        child = subprocess.Popen(
            [sys.executable, "-P", "-m", "hermes_state.cli", "session", "export", "--db", str(db)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.read(10)
        child.stdout.close()
        complaint = child.stderr.read()
        child.stderr.close()
        assert (child.wait(), complaint) == (141, b"")

    @pytest.mark.skipif(os.name == "nt", reason="closes descriptors as POSIX shells do")
    @pytest.mark.parametrize("closing", [">&-", "2>&-", "<&- >&- 2>&-"])
    @pytest.mark.parametrize(
        "words", ["search Windows", "list --json", "browse", "stats", "export", "completion bash", "check"]
    )
    def test_closed_streams_are_no_fault(self, db: Path, words: str, closing: str) -> None:
        command = f"{shlex.quote(sys.executable)} -P -m hermes_state.cli session {words} --db {shlex.quote(str(db))}"
        if words.startswith("completion"):
            command = command.split(" --db ")[0]
        done = subprocess.run(["sh", "-c", f"{command} {closing}"], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")

    @pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
    def test_ctrl_c_is_one_line_and_130(self, tmp_path: Path) -> None:
        code = (
            "import os, signal, sys\n"
            "from hermes_state.cli.main import main\n"
            "from hermes_state.archive import SessionDB\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a background job inherits that it is ignored
            "SessionDB.import_transcripts = lambda *a, **k: os.kill(os.getpid(), signal.SIGINT)\n"
            "sys.exit(main(sys.argv[1:]))\n"
        )
        words = ["session", "import", "--db", str(tmp_path / "a.db"), "x"]
        done = subprocess.run([sys.executable, "-P", "-c", code, *words], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (128 + signal.SIGINT, "")
        assert done.stderr.count("\n") == 1

    def test_output_survives_a_terminal_of_another_encoding(self, db: Path) -> None:
        done = spawn("session", "export", "--db", db, JAPANESE, "--format", "markdown")
        assert "文字化け" in done.stdout
        for words in (["show", JAPANESE], ["show", JAPANESE, "--json"], ["list"]):
            done = spawn("session", *words, "--db", db, PYTHONIOENCODING="ascii")
            assert (done.returncode, done.stderr) == (0, "")

    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_completion_scripts_are_printed(self, shell: str) -> None:
        if shell == "bash" and shutil.which("bash") is None:
            pytest.skip("click asks bash for its version")
        assert "_HERMES_COMPLETE" in succeed("completion", shell).out
        assert set(succeed("completion", shell, "--json").json) == {"version", "shell", "script"}

    def test_completion_answers_with_commands(self) -> None:
        answer = spawn(_HERMES_COMPLETE="bash_complete", COMP_WORDS="hermes session exp", COMP_CWORD="2")
        assert answer.stdout == "plain,export\n"
