"""The one table from error to message and exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from hermes_state.cli.neutral import neutral_line
from hermes_state.errors import EntryTextError, HermesStateError, InvalidArgumentError

SUCCESS = 0
FAILURE = 1
WRONG_USAGE = 2
INTERRUPTED = 130
BROKEN_PIPE = 141

EXIT_CODES: tuple[tuple[type[BaseException], int], ...] = (
    (click.UsageError, WRONG_USAGE),
    (click.exceptions.NoArgsIsHelpError, WRONG_USAGE),
    (click.ClickException, FAILURE),
    (click.Abort, INTERRUPTED),
    (KeyboardInterrupt, INTERRUPTED),
    (BrokenPipeError, BROKEN_PIPE),
    (HermesStateError, FAILURE),
    (OSError, FAILURE),
)
"""What each error means for the caller, the first that fits. Any other exception is a defect and shows its trace."""


def run(command: click.Command, words: Sequence[str], name: str) -> int:
    """The exit code of one command line; its error, if any, is printed as one line on stderr."""
    try:
        with command.make_context(name, list(words)) as context:
            command.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except tuple(kind for kind, _ in EXIT_CODES) as error:
        return report(error, name)
    return SUCCESS


def report(error: BaseException, name: str) -> int:
    """Prints what went wrong and what to do about it as one line; the exit code for it."""
    code = exit_code(error)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
    elif code == BROKEN_PIPE:
        _silence_stdout()
    else:
        click.echo(f"{name}: {message(error)}", err=True)
    return code


def exit_code(error: BaseException) -> int:
    """The exit code for an error: that of the table, but wrong usage where an argument has no meaning.

    An argument that stands in a file (``path``: the settings, a list to import) is no fault of the command line, and
    the text of an entry is no option.
    """
    if isinstance(error, InvalidArgumentError) and not isinstance(error, EntryTextError) and error.path is None:
        return WRONG_USAGE
    for kind, code in EXIT_CODES:
        if isinstance(error, kind):
            return code
    return FAILURE


def message(error: BaseException) -> str:
    """One line: what went wrong, and in brackets what to do."""
    if isinstance(error, click.UsageError):
        text = error.format_message().rstrip(".")
        hint = f"see {error.ctx.command_path} --help" if error.ctx is not None else None
        if isinstance(error, click.NoSuchOption) and error.ctx is not None and error.ctx.info_name == "search":
            hint = "text that begins with a dash goes after --"
    elif isinstance(error, click.ClickException):
        text, hint = error.format_message(), None
    elif isinstance(error, (KeyboardInterrupt, click.Abort)):
        text, hint = "interrupted; what was stored so far is kept", None
    elif isinstance(error, HermesStateError):
        text, hint = str(error), error.hint
        if error.path is not None and error.path not in text:
            text = f"{error.path}: {text}"
    elif isinstance(error, OSError):
        text = error.strerror or str(error)
        text = f"{error.filename}: {text}" if error.filename is not None else text
        hint = None
    else:
        text, hint = str(error), None
    line = text if hint is None or hint in text else f"{text} ({hint})"
    return neutral_line(line)


def _silence_stdout() -> None:
    """Points stdout at nowhere, so that the interpreter's last flush does not complain about the closed pipe."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
