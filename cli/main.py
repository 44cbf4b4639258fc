"""The entry point: decides whether the first word is ours, runs it, and turns what went wrong into an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from hermes_state.cli import failures, handover
from hermes_state.cli.lazy import CommandEntry, LazyGroup

COMMANDS = {
    "session": CommandEntry("hermes_state.cli.session", "session", "Import, search and read conversations."),
    "memory": CommandEntry("hermes_state.cli.memory", "memory", "Read and change what goes into every session."),
}

EPILOG = """\b
Examples:
  hermes session sync
  hermes session search "Windows PTY bridge"
  hermes session show 4d1f09b2
\b
Called as `hermes`, it passes every other first word on to the next `hermes` on PATH.
"""


def _print_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    """Prints the version and ends the command."""
    if not wanted or context.resilient_parsing:
        return
    from importlib.metadata import version  # 15 ms that only this option pays

    click.echo(f"hermes-state {version('hermes-state')}")
    context.exit()


@click.group(
    cls=LazyGroup,
    commands=COMMANDS,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="The version."
)
def hermes() -> None:
    """Every conversation with AI agents in one file, found in milliseconds."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code of the command: 0, 1 for a stated failure, 2 for wrong usage, 130 after Ctrl-C."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    name = handover.program_name()
    if handover.is_for_another(words, name, COMMANDS):
        return handover.run_next(words)
    completion = os.environ.get(handover.completion_variable(name))
    if completion:
        from click.shell_completion import shell_complete  # 5 ms that only the shell's own question pays

        return shell_complete(hermes, {}, name, handover.completion_variable(name), completion)
    handover.warn_of_shadowing()
    _prepare_streams()
    return failures.run(hermes, words, name)


def _prepare_streams() -> None:
    """Lets text that the terminal's encoding lacks be printed as ``?``; what was closed (``>&-``) leads nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - as long as the process lives
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    if os.name == "nt" and not sys.stdout.isatty():
        reconfigure = getattr(sys.stdout, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8")
