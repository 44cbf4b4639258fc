"""``hermes session stats``, ``check``, ``rename``, ``delete`` and ``optimize``: keeping the archive in order."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from hermes_state import upkeep
from hermes_state.cli.asking import confirm_or_stop, require_terminal
from hermes_state.cli.lazy import Command
from hermes_state.cli.messages import title_of
from hermes_state.cli.neutral import neutral_line
from hermes_state.cli.options import HELP_SETTINGS, archive_options, open_for_change, open_for_reading, yes_option
from hermes_state.cli.pruning import deleted_fields, report_deleted
from hermes_state.cli.render import count, local_time, print_json, short_id, size
from hermes_state.errors import DamagedArchiveError
from hermes_state.times import iso

if TYPE_CHECKING:
    from hermes_state import Session, VerifyReport

STATS_EPILOG = """\b
Examples:
  hermes session stats
  hermes session stats --json
"""
CHECK_EPILOG = """\b
Examples:
  hermes session check
  hermes session check --full --db /backup/state.db
"""
RENAME_EPILOG = """\b
Examples:
  hermes session rename 4d1f09b2-77aa "PTY bridge, second try"
"""
DELETE_EPILOG = """\b
Examples:
  hermes session delete 4d1f09b2-77aa
  hermes session delete --yes 4d1f09b2-77aa 019781c4-2b6e
  hermes session delete --purge 4d1f09b2-77aa      no byte of it stays in the archive's files
  hermes session delete --purge                    erase what was deleted before
\b
A deleted conversation stays away when its transcript is imported again, unless with --restore-deleted.
"""
OPTIMIZE_EPILOG = """\b
Examples:
  hermes session optimize
"""


@click.command("stats", cls=Command, epilog=STATS_EPILOG, context_settings=HELP_SETTINGS)
@archive_options
def stats(db: str | None, as_json: bool) -> None:
    """Say what the archive holds and how large it is."""
    with open_for_reading(db) as archive:
        figures = upkeep.stats(archive)
    if as_json:
        print_json({name: iso(value) if name.endswith("_at") else value for name, value in figures.items()})
        return
    figures.pop("version", None)
    for name, value in figure_lines(figures):
        click.echo(f"{name:<28}{value}")


def figure_lines(figures: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """Each figure as its name in words and its value as people read it; nested ones with their group's name."""
    lines: list[tuple[str, str]] = []
    for name, value in figures.items():
        words = f"{prefix}{neutral_line(str(name)).replace('_', ' ')}"
        if isinstance(value, dict):
            lines.extend(figure_lines(value, f"{words}: "))
        elif isinstance(value, (list, tuple)):
            lines.extend((words, _item_text(item)) for item in value)
        elif name.endswith("_at"):
            lines.append((words, local_time(value)))
        elif isinstance(value, int) and not isinstance(value, bool):
            is_size = name.endswith("bytes")
            lines.append((words.removesuffix(" bytes") if is_size else words, size(value) if is_size else f"{value:,}"))
        else:
            lines.append((words, "" if value is None else neutral_line(str(value))))
    return lines


def _item_text(item: Any) -> str:
    """One item of a list of figures as one line."""
    if isinstance(item, dict):
        return "  ".join(
            neutral_line(value) if isinstance(value, str) else count(value, name.removesuffix("s"))
            for name, value in item.items()
            if value is not None
        )
    return neutral_line(str(item))


@click.command("check", cls=Command, epilog=CHECK_EPILOG, context_settings=HELP_SETTINGS)
@click.option("--full", is_flag=True, help="Read every record, however large the archive.")
@archive_options
@click.pass_context
def check(context: click.Context, /, full: bool, db: str | None, as_json: bool) -> None:
    """Verify the archive: every message, pack and index. Exit code 1 when something is wrong."""
    report: VerifyReport | None = None
    try:
        with open_for_change(db) as archive:
            report = archive.verify(full=full)
    except DamagedArchiveError as error:
        if report is None:  # else closing has met what the report tells
            error.hint = "hermes session repair saves what can be saved and keeps the file"
            raise
    if report is not None:
        _tell(context, report, as_json=as_json)


def _tell(context: click.Context, report: VerifyReport, *, as_json: bool) -> None:
    """Prints what a check found; ends the command with 1 when something is wrong."""
    if as_json:
        print_json({"ok": report.ok, "problems": report.problems, "checked": report.checked, "notes": report.notes})
    elif report.ok:
        click.echo("The archive is sound.")
        for name, value in figure_lines(report.checked):
            click.echo(f"  {name:<26}{value}")
    else:
        for problem in report.problems:
            click.echo(neutral_line(str(problem)))
    if not as_json:
        for note in report.notes:
            click.echo(f"note: {neutral_line(note)}")
    if not report.ok:
        click.echo(
            f"hermes: the archive has {count(len(report.problems), 'problem')} "
            "(hermes session repair mends what can be mended and keeps a copy of the file)",
            err=True,
        )
        context.exit(1)


@click.command("rename", cls=Command, epilog=RENAME_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("session_id", metavar="ID")
@click.argument("title")
@archive_options
def rename(session_id: str, title: str, db: str | None, as_json: bool) -> None:
    """Give conversation ID another TITLE; an empty one takes its title away."""
    new_title = " ".join(title.split()) or None
    with open_for_change(db) as archive:
        session = upkeep.resolve_session(archive, session_id)
        upkeep.rename(archive, f"{session.origin}:{session.id}", new_title)
    if as_json:
        print_json({"session_id": session.id, "origin": session.origin, "title": new_title, "old_title": session.title})
    elif new_title is None:
        click.echo(f"{short_id(session.id)} has no title now")
    else:
        click.echo(f"{short_id(session.id)} is now {neutral_line(new_title)!r}")


@click.command("delete", cls=Command, epilog=DELETE_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("session_ids", metavar="[ID]...", nargs=-1)
@click.option("--purge", is_flag=True, help="Erase from the file as well, what was deleted before too.")
@yes_option
@archive_options
def delete(session_ids: tuple[str, ...], purge: bool, yes: bool, db: str | None, as_json: bool) -> None:
    """Delete conversations, with their sub-agents' and continued parts. Asks first."""
    if not session_ids and not purge:
        raise click.UsageError("missing the ID of a conversation to delete")
    with open_for_change(db) as archive:
        sessions = [upkeep.resolve_session(archive, session_id) for session_id in session_ids]
        if sessions and not yes:
            confirm_deletion(sessions, purge=purge)
        named = [f"{session.origin}:{session.id}" for session in sessions]
        erased = upkeep.purge(archive, named, progress_line()) if purge else None
        report = erased.deleted if erased is not None else upkeep.delete(archive, named)
    if as_json:
        deleted = [{"session_id": session.id, "origin": session.origin} for session in sessions]
        print_json(deleted_fields(report, erased) | {"deleted": deleted})
        return
    report_deleted(report, erased)


def confirm_deletion(sessions: list[Session], *, purge: bool) -> None:
    """Shows what would be deleted and asks; raises ``click.ClickException`` without a terminal or a yes."""
    require_terminal("delete", done="deleted")
    for session in sessions:
        facts = (short_id(session.id), local_time(session.started_at), count(session.message_count, "message"))
        click.echo(f"  {'  '.join(facts)}  {title_of(session)}", err=True)
    verb = "Delete and erase" if purge else "Delete"
    confirm_or_stop(f"{verb} {count(len(sessions), 'conversation')}?", "delete", done="deleted")


def progress_line() -> Callable[[str], None] | None:
    """What shows the step at work on stderr, where that is a terminal; else ``None``."""
    if not sys.stderr.isatty():
        return None
    return lambda step: click.echo(f"{step} …", err=True)


@click.command("optimize", cls=Command, epilog=OPTIMIZE_EPILOG, context_settings=HELP_SETTINGS)
@archive_options
def optimize(db: str | None, as_json: bool) -> None:
    """Compress what is loose, mend and merge the indexes, and give unused space back."""
    with open_for_change(db) as archive:
        report = upkeep.optimize(archive, progress=progress_line())
    if as_json:
        print_json({"bytes_before": report.bytes_before, "bytes_after": report.bytes_after, "rebuilt": report.rebuilt})
        return
    click.echo(f"{size(report.bytes_before)} before, {size(report.bytes_after)} after.")
