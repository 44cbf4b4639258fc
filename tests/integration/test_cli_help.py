"""Every command is documented, helpful, and loaded only when it runs."""

from __future__ import annotations

import re
import subprocess
import sys

import click
import pytest
from command import EXAMPLES, succeed

from hermes_state.cli.main import hermes

DOCUMENT = (EXAMPLES.parent / "docs" / "cli.md").read_text(encoding="utf-8")


def commands() -> dict[str, click.Command]:
    """Every command there is, by its words."""
    found: dict[str, click.Command] = {}

    def walk(group: click.Group, words: str) -> None:
        context = click.Context(group, info_name=words)
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            found[f"{words} {name}"] = command
            if isinstance(command, click.Group):
                walk(command, f"{words} {name}")

    walk(hermes, "hermes")
    return found


COMMANDS = {words: command for words, command in commands().items() if not isinstance(command, click.Group)}


class TestDocuments:
    @pytest.mark.parametrize("words", COMMANDS)
    def test_every_command_is_documented(self, words: str) -> None:
        assert re.search(rf"^## {re.escape(words)}\b", DOCUMENT, re.MULTILINE)

    @pytest.mark.parametrize("words", COMMANDS)
    def test_every_option_is_documented(self, words: str) -> None:
        section = re.split(rf"^## {re.escape(words)}\b", DOCUMENT, flags=re.MULTILINE)[1].split("\n## ")[0]
        if words == "hermes session browse":
            section += re.split(r"^## hermes session list\b", DOCUMENT, flags=re.MULTILINE)[1].split("\n## ")[0]
        shared = {"--db", "--json", "--target"}
        options = {name for option in COMMANDS[words].params for name in option.opts if name.startswith("--")}
        assert {name for name in options - shared if f"`{name}" not in section and f"/`{name}" not in section} == set()

    def test_no_command_is_documented_that_is_not_there(self) -> None:
        documented = set(re.findall(r"^## (hermes [a-z]+ [a-z]+)", DOCUMENT, re.MULTILINE))
        assert documented == set(COMMANDS)

    @pytest.mark.parametrize("words", COMMANDS)
    def test_every_command_shows_help_with_examples(self, words: str) -> None:
        _, group, *name = words.split()
        outcome = succeed(*name, "--help", group=group)
        assert "Examples:" in outcome.out
        assert f"  {words}" in outcome.out

    @pytest.mark.parametrize("words", COMMANDS)
    def test_every_command_takes_json_and_an_archive_or_one_of_the_memory_files(self, words: str) -> None:
        names = {name for option in COMMANDS[words].params for name in option.opts}
        assert {"--db" if words.startswith("hermes session ") else "--target", "--json"} <= names

    @pytest.mark.parametrize(("group", "command"), [("session", "optimize"), ("memory", "forget")])
    def test_a_group_lists_its_commands_without_loading_them(self, group: str, command: str) -> None:
        code = f"import sys, hermes_state.cli.main as m; m.main(['{group}', '--help']); print(sorted(sys.modules))"
        done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
        assert command in done.stdout
        loaded = done.stdout.rsplit("\n", 2)[1]
        assert "apsw" not in loaded
        assert "hermes_state.memory" not in loaded
