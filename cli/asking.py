"""Asks before something that cannot be taken back, where there is a terminal to ask on."""

from __future__ import annotations

import sys

import click


def confirm_or_stop(question: str, verb: str, *, done: str = "changed", default: bool = False) -> None:
    """Asks on stderr; raises ``click.ClickException`` without a terminal, or without a yes.

    ``verb`` says what ``--yes`` would do, ``done`` what has not been done.
    """
    require_terminal(verb, done=done)
    if not click.confirm(question, default=default, err=True):
        raise click.ClickException(f"nothing {done}")


def require_terminal(verb: str, *, done: str = "changed") -> None:
    """Raises ``click.ClickException`` where there is nobody to ask."""
    if not sys.stdin.isatty():
        raise click.ClickException(f"nothing {done}: there is no terminal to ask on; give --yes to {verb}")
