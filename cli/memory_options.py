"""The options that the commands on the memory share, and what they read from files and standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any, TypeVar

import click

from hermes_state.cli.options import json_option
from hermes_state.memory.targets import FILE_NAMES, TARGETS, Place, bound_folder, checked_target

Command = TypeVar("Command", bound=Callable[..., Any])

STANDARD_INPUT = "-"

target_option = click.option(
    "--target", type=click.Choice(TARGETS), default="memory", show_default=True, help="MEMORY.md or USER.md."
)
either_target_option = click.option("--target", type=click.Choice(TARGETS), help="Only MEMORY.md or only USER.md.")


def memory_options(command: Command) -> Command:
    """Adds ``--target`` and ``--json``."""
    return target_option(json_option(command))


def either_memory_options(command: Command) -> Command:
    """Adds ``--json``, and the ``--target`` of a command that otherwise speaks of both files."""
    return either_target_option(json_option(command))


def place_of(target: str) -> Place:
    """Where the files of one store lie."""
    return Place(bound_folder(None, os.environ), checked_target(target))


def file_name(target: str) -> str:
    """The name of a store's file, which people know it by."""
    return FILE_NAMES[checked_target(target)]


@contextmanager
def opened(path: str) -> Iterator[IO[bytes]]:
    """Yields the bytes of a file, or of standard input for ``-``."""
    if path != STANDARD_INPUT:
        with open(os.path.expanduser(path), "rb") as stream:
            yield stream
        return
    yield standard_input()


def standard_input() -> IO[bytes]:
    """Standard input as bytes; on a terminal says first how to end what is typed."""
    if sys.stdin is None:
        raise click.ClickException("standard input is closed")
    if sys.stdin.isatty():
        click.echo("Type the text; Ctrl-D on a line of its own ends it.", err=True)
    return sys.stdin.buffer


def given_text(text: str | None) -> str:
    """The text of an argument, or what standard input holds where it is ``-`` or missing."""
    if text is not None and text != STANDARD_INPUT:
        return text
    data = standard_input().read()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise click.ClickException(f"standard input is not UTF-8 at byte {error.start}; nothing was changed") from None
