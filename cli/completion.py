"""``hermes session completion``: the shell's completion script."""

from __future__ import annotations

from typing import Any

import click

from hermes_state.cli.handover import completion_variable
from hermes_state.cli.lazy import Command
from hermes_state.cli.options import HELP_SETTINGS, archive_options
from hermes_state.cli.render import print_json

EPILOG = """\b
Examples:
  hermes session completion bash >> ~/.bashrc
  hermes session completion zsh >> ~/.zshrc
  hermes session completion fish > ~/.config/fish/completions/hermes.fish
"""


@click.command("completion", cls=Command, epilog=EPILOG, context_settings=HELP_SETTINGS)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@archive_options
@click.pass_context
def completion(context: click.Context, /, shell: str, as_json: bool, **_archive: Any) -> None:
    """Print the script that completes commands and options in SHELL."""
    from click.shell_completion import get_completion_class  # 5 ms that only this command pays

    root = context.find_root()
    name = root.info_name or "hermes"
    maker = get_completion_class(shell)
    if maker is None:
        raise click.UsageError(f"click knows no completion for {shell}", context)
    script = maker(root.command, {}, name, completion_variable(name)).source()
    if as_json:
        print_json({"shell": shell, "script": script})
    else:
        click.echo(script)
