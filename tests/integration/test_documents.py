"""What the documents say is so: commands parse, links lead somewhere, the README's program and the demo run."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from command import EXAMPLES

from hermes_state.cli.main import hermes

REPOSITORY = EXAMPLES.parent
README = REPOSITORY / "README.md"
OWN_DOCUMENTS = [
    f"{name}.md"
    for name in (
        *("benchmarks", "cli", "encryption", "file-format", "importers", "json", "memory", "privacy"),
        *("query-language", "reliability", "retrieval"),
    )
]
DOCUMENTS = [README, REPOSITORY / "CHANGELOG.md", *(REPOSITORY / "docs" / name for name in OWN_DOCUMENTS)]


def epilogs(group: click.Group) -> Iterator[str]:
    """Yields the examples of a group and of everything in it."""
    context = click.Context(group)
    yield group.epilog or ""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from epilogs(command)
        else:
            yield command.epilog or ""


def example_lines() -> list[str]:
    """Every complete command line that a help page or a document shows."""
    found = [
        line
        for text in epilogs(hermes)
        for line in re.findall(r"^  (hermes (?:session|memory) .*)$", text, re.MULTILINE)
    ]
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8")
        found += re.findall(r"^\$ (hermes (?:session|memory) .*)$", text, re.MULTILINE)
        found += [line for line in re.findall(r"`(hermes (?:session|memory) [^`]*)`", text) if "…" not in line]
    return sorted({re.split(r" {3,}| >> ?| > |  #", line)[0].strip() for line in found})


@pytest.mark.parametrize("line", example_lines())
def test_every_example_is_a_command_line_that_the_program_takes(line: str) -> None:
    words = shlex.split(line)[1:]
    command: click.Command = hermes
    context = click.Context(hermes, info_name="hermes")
    while isinstance(command, click.Group) and words:
        name = words.pop(0)
        found = command.get_command(context, name)
        assert found is not None, name
        command = found
        context = click.Context(command, parent=context, info_name=name)
    assert not isinstance(command, click.Group)
    if words:
        command.make_context(command.name, words, parent=context.parent)


def test_there_are_examples_to_check() -> None:
    assert len(example_lines()) > 30


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_the_readme_is_short() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 150
    first_screen = "\n".join(lines[:24])
    assert "make demo" in first_screen
    assert "make test" in first_screen


def test_jobs_that_the_readme_names_are_in_the_makefile() -> None:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"make ([a-z]+)", README.read_text(encoding="utf-8")))
    assert named
    assert {name for name in named if not re.search(rf"^{name}:.*## ", makefile, re.MULTILINE)} == set()


def test_the_readmes_program_runs(tmp_path: Path) -> None:
    program = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(program) == 1
    done = subprocess.run(
        [sys.executable, "-P", "-c", program[0]], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("A first conversation ")


@pytest.mark.skipif(os.name == "nt", reason="the demo is a shell script")
def test_the_demo_runs(tmp_path: Path) -> None:
    command = Path(sys.executable).parent / "hermes-state"
    done = subprocess.run(
        ["sh", str(EXAMPLES / "demo.sh"), str(command)],
        env=os.environ | {"DEMO_HOME": str(tmp_path / "demo"), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    shown = done.stdout.split("\n$ hermes session ")
    assert [part.split()[0] for part in shown[1:]] == ["import", "search", "search", "scroll", "browse"]
    assert "Windows PTY bridge\n" in shown[2]
    assert "数据库迁移" in shown[3]
    assert "\n> " in shown[4]
