"""The options that commands share, and the opening of the archive that they name.

The archive's class is named through the package, which loads it when it is asked for: a command without an
archive does not pay for it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

import hermes_state
from hermes_state.errors import ArchiveMissingError, OlderArchiveError
from hermes_state.home import default_archive, hermes_home

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hermes_state import SessionDB

Command = TypeVar("Command", bound=Callable[..., Any])

HELP_SETTINGS = {"help_option_names": ["-h", "--help"]}
DATABASE_VARIABLE = "HERMES_STATE_DB"

db_option = click.option(
    "--db",
    metavar="PATH",
    envvar=DATABASE_VARIABLE,
    help=f"The archive; default ${DATABASE_VARIABLE}, else archive/state.db in $HERMES_HOME.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON with stable fields.")
redact_option = click.option("--redact", is_flag=True, help="Show placeholders instead of secrets.")
yes_option = click.option("--yes", "-y", is_flag=True, help="Do not ask.")


def archive_options(command: Command) -> Command:
    """Adds ``--db`` and ``--json``, which every command takes."""
    return db_option(json_option(command))


def filter_options(command: Command) -> Command:
    """Adds the filters that searching, listing and exporting share."""
    for option in reversed(
        (
            click.option("--source", "sources", metavar="S", multiple=True, help="Only this source; may be repeated."),
            click.option("--project", metavar="PATH", help="Only conversations of this folder."),
            click.option("--after", metavar="T", help="From this time on: 2026-07-01, 7d, yesterday."),
            click.option("--before", metavar="T", help="Up to, not including, this time."),
        )
    ):
        command = option(command)
    return command


def split_commas(values: Iterable[str]) -> list[str] | None:
    """The words of options that may be repeated or hold several words between commas; ``None`` when there are none."""
    words = [word.strip() for value in values for word in value.split(",")]
    return [word for word in words if word] or None


def absolute_project(path: str | None) -> str | None:
    """A folder given relative to here or to the home folder as the absolute path that transcripts hold."""
    if path is None or not (path.startswith((".", "~"))):
        return path
    return os.path.abspath(os.path.expanduser(path))


def archive_path(db: str | None) -> str:
    """The path of the archive that ``--db`` names, or of the default one."""
    return os.path.expanduser(db) if db else default_archive(os.environ)


def open_for_reading(db: str | None) -> SessionDB:
    """The archive, open read-only; one of an older form is brought up to date first.

    Raises ``ArchiveMissingError`` when there is none yet.
    """
    path = archive_path(db)
    _require(path)
    try:
        return hermes_state.SessionDB(path, read_only=True)
    except OlderArchiveError:
        hermes_state.SessionDB(path).close()
        return hermes_state.SessionDB(path, read_only=True)


def open_for_change(db: str | None) -> SessionDB:
    """The archive, open for writing, never created. Raises ``ArchiveMissingError`` when there is none yet."""
    path = archive_path(db)
    _require(path)
    if os.path.isfile(path) and not os.path.getsize(path):
        open_for_reading(db).close()  # says that the file is empty, where opening it for writing would fill it
    return hermes_state.SessionDB(path)


def open_or_create(db: str | None) -> SessionDB:
    """The archive, open for what comes in, created when there is none yet; redacting if the settings say so."""
    from hermes_state.config_file import redacts_archive  # only commands that store something ask it

    return hermes_state.SessionDB(archive_path(db), redact=redacts_archive(hermes_home(os.environ)))


def _require(path: str) -> None:
    """Raises ``ArchiveMissingError`` when nothing lies at ``path``."""
    if not os.path.lexists(path):
        raise ArchiveMissingError(
            f"there is no archive at {path}",
            path=path,
            operation="open",
            hint="run hermes session sync or hermes session import PATH first",
        )
