"""Passes a command line on to the next ``hermes`` on PATH when its first word is none of ours."""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Iterator, Sequence
from importlib.machinery import PathFinder

import click

OWN_OPTIONS = ("--help", "-h", "--version")
OWN_NAME = "hermes-state"
VISITED_VARIABLE = "_HERMES_STATE_PASSED_ON"
"""The programs that have passed this command line on already, so that two of ours never pass it to and fro."""

AGENT_PACKAGE = "hermes_cli"
"""A package that only Hermes Agent installs."""


def program_name() -> str:
    """The name this program was called by: ``hermes`` or ``hermes-state``."""
    stem = os.path.basename(sys.argv[0]).removesuffix(".exe")
    return OWN_NAME if stem == OWN_NAME else "hermes"


def completion_variable(name: str) -> str:
    """The variable by which a shell asks this program for completions."""
    return f"_{name.replace('-', '_').upper()}_COMPLETE"


def is_for_another(words: Sequence[str], name: str, commands: Container[str]) -> bool:
    """Whether the command line is another program's; one without any word is, where there is another ``hermes``."""
    if name == OWN_NAME or completion_variable(name) in os.environ:
        return False
    if not words:
        return next_program() is not None
    return words[0] not in commands and words[0] not in OWN_OPTIONS


def run_next(words: Sequence[str]) -> int:
    """Replaces this process by the next ``hermes``; where there is none, says so and gives exit code 2."""
    program = next_program()
    if program is None:
        word = words[0] if words else ""
        click.echo(
            f"hermes: {word!r} is no command of hermes-state, and no other hermes is on PATH "
            "(see hermes --help; Hermes Agent's own commands need Hermes Agent)",
            err=True,
        )
        return 2
    os.environ[VISITED_VARIABLE] = os.pathsep.join([*_visited(), _own_path()])
    if os.name == "nt":
        import subprocess  # 10 ms that only Windows pays: its exec would not wait for the program

        return subprocess.call([program, *words])
    try:
        os.execv(program, [program, *words])
    except OSError as error:
        click.echo(f"hermes: cannot run {program}: {error.strerror}", err=True)
        return 1


def next_program() -> str | None:
    """The path of the first ``hermes`` on PATH that neither is this program nor has passed this line on before."""
    known = {_own_path(), *_visited()}
    for candidate in _candidates():
        if os.path.realpath(candidate) not in known:
            return candidate
    return None


def warn_of_shadowing() -> None:
    """Says in one line that Hermes Agent is in the same environment, where the two hide each other's modules."""
    if PathFinder.find_spec(AGENT_PACKAGE) is not None:
        click.echo(
            "hermes: warning: hermes-agent is installed in this same environment, where the two hide each other's "
            "modules; install hermes-state apart: pipx install hermes-state",
            err=True,
        )


def _candidates() -> Iterator[str]:
    """Yields every runnable ``hermes`` in the folders of PATH, in order."""
    names = ["hermes"]
    if os.name == "nt":
        names = ["hermes" + ending for ending in os.environ.get("PATHEXT", ".EXE;.CMD;.BAT").split(os.pathsep)]
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        for name in names:
            path = os.path.join(folder, name)
            if folder and os.path.isfile(path) and os.access(path, os.X_OK):
                yield path


def _own_path() -> str:
    """The real path of this program's file."""
    path = sys.argv[0]
    if os.name == "nt" and not path.lower().endswith(".exe"):
        path += ".exe"
    return os.path.realpath(path)


def _visited() -> list[str]:
    """The real paths of the programs that passed this command line on."""
    return [path for path in os.environ.get(VISITED_VARIABLE, "").split(os.pathsep) if path]
