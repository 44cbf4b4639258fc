"""Commands that start fast: a group imports a command's module when the command is run, and none asks the locale."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click


class CommandEntry(NamedTuple):
    """Where a command lives, and the line that stands for it in its group's ``--help``."""

    module: str
    attribute: str
    summary: str


def _show_help(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(context.get_help(), color=context.color)
        context.exit()


HELP_OPTION = click.Option(
    ["-h", "--help"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_help,
    help="Show this message and exit.",
)
"""click's own, written out: that asks for a translation of its line, which takes 1.5 ms of every command."""


class Command(click.Command):
    """A command, or group, with ``HELP_OPTION``."""

    def get_help_option(self, _ctx: click.Context) -> click.Option:
        """The option for help, the same for every command."""
        return HELP_OPTION


class LazyGroup(Command, click.Group):
    """A group whose commands are named in a table and imported on demand, listed in the table's order."""

    def __init__(self, *args: Any, commands: Mapping[str, CommandEntry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = dict(commands)

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the table."""
        return list(self.entries)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now; ``None`` when there is none."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        command = getattr(import_module(entry.module), entry.attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{entry.module}.{entry.attribute} is no command")
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of commands from the table, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in self.entries.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names; an unknown one is a usage error that lists those there are."""
        if args and args[0] not in self.entries and not args[0].startswith("-"):
            ctx.fail(f"no command {args[0]!r}; there are: {', '.join(self.entries)}")
        return super().resolve_command(ctx, args)
