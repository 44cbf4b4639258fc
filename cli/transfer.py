"""``hermes session import`` and ``sync``: conversations come in."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import click

from hermes_state.cli.asking import confirm_or_stop
from hermes_state.cli.lazy import Command
from hermes_state.cli.neutral import neutral_line
from hermes_state.cli.options import HELP_SETTINGS, archive_options, archive_path, open_or_create, yes_option
from hermes_state.cli.render import count, print_json, short_path, size, table
from hermes_state.home import hermes_home
from hermes_state.ingest.places import configured_excludes, known_places

if TYPE_CHECKING:
    from hermes_state import ImportReport, SessionDB
    from hermes_state.ingest.places import Place

SHOWN_SKIPS = 20
"""How many skipped lines are printed one by one; ``--json`` has them all."""

IMPORT_FORMATS = ("claude-code", "codex", "hermes", "hermes-export", "messages", "jsonl")
"""The formats that a person may name; a test compares them with those the library reads."""

Progress = Callable[[int, int, Any], None]

IMPORT_EPILOG = """\b
Examples:
  hermes session import ~/.claude/projects
  hermes session import rollout.jsonl export.jsonl ~/.hermes/state.db
  hermes session import --dry-run --exclude '*/secret/*' ~/backup/transcripts
\b
The format is told by content. A second import reads only what changed.
"""
SYNC_EPILOG = """\b
Examples:
  hermes session sync
  hermes session sync --yes --exclude '*/private/*'
\b
Looks in Claude Code's, Codex's and Hermes Agent's own places (CLAUDE_CONFIG_DIR, CODEX_HOME and
HERMES_HOME are honoured) and leaves out what import.exclude in $HERMES_HOME/config.yaml names.
"""

exclude_option = click.option(
    "--exclude", metavar="GLOB", multiple=True, help="Leave out paths that fit this; may be repeated."
)
secrets_option = click.option(
    "--secrets", is_flag=True, help="Say which secrets came in, and in which conversations; never a value."
)
restore_option = click.option(
    "--restore-deleted", is_flag=True, help="Bring back conversations that were deleted from the archive."
)


@click.command("import", cls=Command, epilog=IMPORT_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--format", "transcript_format", type=click.Choice(IMPORT_FORMATS), help="Take every file as this format."
)
@click.option("--dry-run", is_flag=True, help="Only say what would be imported.")
@exclude_option
@restore_option
@secrets_option
@archive_options
@click.pass_context
def import_paths(
    context: click.Context, /, paths: tuple[str, ...], transcript_format: str | None, **options: Any
) -> None:
    """Import transcripts from files and folders of Claude Code, Codex, Hermes Agent and plain messages."""
    named = [os.path.expanduser(path) for path in paths]
    with archive_to_import_into(options["db"], named, options["dry_run"]) as archive, progress_bar() as progress:
        report = archive.import_transcripts(
            named,
            format=transcript_format,
            progress=progress,
            dry_run=options["dry_run"],
            exclude=options["exclude"],
            restore_deleted=options["restore_deleted"],
            secrets=options["secrets"],
        )
    if options["as_json"]:
        print_json(report_fields(report))
    else:
        for line in report_lines(report):
            click.echo(line)
    if report.failures:
        _echo_failures(report)
        context.exit(1)


@click.command("sync", cls=Command, epilog=SYNC_EPILOG, context_settings=HELP_SETTINGS)
@yes_option
@exclude_option
@restore_option
@secrets_option
@archive_options
def sync(yes: bool, exclude: tuple[str, ...], db: str | None, as_json: bool, **options: bool) -> None:
    """Import what is new from the tools on this machine. Shows what it found and asks before the first import."""
    excludes = [*configured_excludes(hermes_home(os.environ)), *exclude]
    places = known_places(os.environ, os.path.expanduser("~"), exclude=excludes)
    if not places:
        raise click.ClickException(
            "no transcripts of Claude Code, Codex or Hermes Agent in their usual places"
            f"{', but for what is left out' if excludes else ''} "
            "(hermes session import PATH takes them from anywhere)"
        )
    with ExitStack() as opened:
        archive = opened.enter_context(open_or_create(db)) if os.path.lexists(archive_path(db)) else None
        first = archive is None or not archive.browse(limit=1, include_hidden=True).conversations
        if first and not (as_json and yes):
            click.echo(places_table(places), err=as_json)
        if first and not yes:
            confirm_first_import(places)
        if archive is None:
            archive = opened.enter_context(open_or_create(db))
        report = archive.import_transcripts(
            [place.path for place in places],
            progress=opened.enter_context(progress_bar()),
            exclude=excludes,
            restore_deleted=options["restore_deleted"],
            secrets=options["secrets"],
        )
    if as_json:
        found = [place_fields(place) for place in places]
        print_json(report_fields(report) | {"places": found, "exclude": excludes})
        return
    for line in report_lines(report):
        click.echo(line)
    _echo_failures(report)


@contextmanager
def archive_to_import_into(db: str | None, paths: list[str], dry_run: bool) -> Iterator[SessionDB]:
    """Yields the archive, open for writing.

    A dry run creates none, and paths that are all missing do not either: a passing one stands in for it.
    """
    worth_it = not dry_run and any(os.path.lexists(path) for path in paths)
    if worth_it or os.path.lexists(archive_path(db)):
        with open_or_create(db) as archive:
            yield archive
        return
    from tempfile import TemporaryDirectory  # 5 ms, paid without an archive only

    with TemporaryDirectory(prefix="hermes-state-") as folder, open_or_create(os.path.join(folder, "a.db")) as archive:
        yield archive


def places_table(places: list[Place]) -> str:
    """What was found on this machine, as a table."""
    rows = [(place.tool, short_path(place.path), f"{place.files:,}", size(place.size_bytes)) for place in places]
    return table(("tool", "place", "files", "size"), rows, flexible=(1,), right=(2, 3))


def place_fields(place: Place) -> dict[str, Any]:
    """A place as JSON fields."""
    return {
        "tool": place.tool,
        "path": place.path,
        "format": place.format,
        "files": place.files,
        "size_bytes": place.size_bytes,
        "unreadable": place.unreadable,
    }


def confirm_first_import(places: list[Place]) -> None:
    """Asks whether to import what was found; raises ``click.ClickException`` without a terminal or a yes."""
    question = f"Import {count(sum(place.files for place in places), 'file')}?"
    confirm_or_stop(question, "import", done="imported", default=True)


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """Yields what shows the bytes done on stderr, where that is a terminal; else ``None``."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = click.progressbar(length=1, label="Importing", file=sys.stderr, width=30, update_min_steps=1 << 16)
    with bar:

        def show(done_bytes: int, total_bytes: int, _path: Any) -> None:
            bar.length = max(total_bytes, 1)
            if done_bytes > bar.pos:
                bar.update(done_bytes - bar.pos)

        yield show


def report_fields(report: ImportReport) -> dict[str, Any]:
    """An import's report as JSON fields; with the secrets that came in, if they were looked for."""
    if report.secrets is None:
        return report.to_json()
    from hermes_state.cli.secrets import census_fields  # only where secrets are asked for

    return report.to_json() | {"secrets": census_fields(report.secrets)}


def report_lines(report: ImportReport) -> Iterator[str]:
    """Yields the printed lines of an import's report: what came in, from which files, and what was skipped."""
    yield (
        f"{'Would import' if report.dry_run else 'Imported'} {count(report.messages_new, 'message')}: "
        f"{count(report.sessions_new, 'new session')}, {report.sessions_updated:,} updated."
    )
    formats = ", ".join(f"{neutral_line(name)} {number:,}" for name, number in report.formats.items())
    yield (
        f"{count(report.files_seen, 'file')} seen, {report.files_read:,} read, {report.files_unchanged:,} unchanged"
        + (f", {report.files_unrecognised:,} no transcript" if report.files_unrecognised else "")
        + (f" ({formats})." if formats else ".")
    )
    if report.deleted_sessions_left_out:
        left_out = count(report.deleted_sessions_left_out, "deleted conversation")
        yield f"{left_out} left out (--restore-deleted brings them back)."
    for path, line, reason in report.skips[:SHOWN_SKIPS]:
        place = f"{path}:{line}" if line else str(path)
        yield neutral_line(f"skipped {place}: {reason}")
    if len(report.skips) > SHOWN_SKIPS:
        yield f"skipped {len(report.skips) - SHOWN_SKIPS:,} more (--json lists them all)"
    if report.secrets is not None:
        from hermes_state.cli.secrets import census_lines  # only where secrets are asked for

        yield from census_lines(report.secrets)


def _echo_failures(report: ImportReport) -> None:
    """Prints one line on stderr for each path that could not be taken."""
    for path, reason in report.failures:
        click.echo(neutral_line(f"hermes: {path}: {reason}"), err=True)
