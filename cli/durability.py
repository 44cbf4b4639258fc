"""``hermes session backup``, ``restore`` and ``repair``: for the day on which a file is lost or damaged."""

from __future__ import annotations

import dataclasses
import os

import click

from hermes_state import SessionDB, upkeep
from hermes_state.cli.asking import confirm_or_stop
from hermes_state.cli.lazy import Command
from hermes_state.cli.neutral import neutral_line
from hermes_state.cli.options import HELP_SETTINGS, archive_options, archive_path, open_for_reading, yes_option
from hermes_state.cli.render import count, local_time, print_json, short_id, size
from hermes_state.cli.upkeep import progress_line
from hermes_state.errors import HermesStateError

SHOWN_SESSIONS = 10

BACKUP_EPILOG = """\b
Examples:
  hermes session backup /backup/state.db
  hermes session backup --keep 7 /backup/
"""
RESTORE_EPILOG = """\b
Examples:
  hermes session restore /backup/state.backup-000012.db
  hermes session restore --yes /backup/state.db --db /other/state.db
"""
REPAIR_EPILOG = """\b
Examples:
  hermes session repair
  hermes session repair --db /backup/state.db
"""


@click.command("backup", cls=Command, epilog=BACKUP_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("destination", metavar="PATH")
@click.option("--keep", metavar="N", type=click.IntRange(min=1), help="In a folder: remove the oldest beyond N.")
@archive_options
def backup(destination: str, keep: int | None, db: str | None, as_json: bool) -> None:
    """Write a checked copy of the archive to PATH, a new file, or a folder in which copies are numbered."""
    with open_for_reading(db) as archive:
        report = upkeep.backup(archive, destination, keep=keep, progress=progress_line())
    if as_json:
        print_json(dataclasses.asdict(report))
        return
    held = f"{count(report.sessions, 'session')}, {count(report.messages, 'message')}"
    click.echo(f"{neutral_line(report.path)}: {held}, {size(report.size_bytes)}")
    for path in report.removed:
        click.echo(f"removed {neutral_line(path)}")
    if report.kept:
        click.echo(f"kept {count(len(report.kept), 'older backup')} beyond {keep}: the archive holds no session now")


@click.command("restore", cls=Command, epilog=RESTORE_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("source", metavar="BACKUP")
@yes_option
@archive_options
def restore(source: str, yes: bool, db: str | None, as_json: bool) -> None:
    """Put a backup in the place of the archive, of which a copy is kept. Asks first where there is an archive."""
    path = archive_path(db)
    if not yes and os.path.lexists(path) and os.path.lexists(source):
        question = f"Replace what {_held_by(path)} holds by what {_held_by(source)} holds?"
        confirm_or_stop(question, "restore", done="restored")
    report = upkeep.restore(source, path, progress=progress_line())
    if as_json:
        print_json(dataclasses.asdict(report))
        return
    held = f"{count(report.sessions, 'session')}, {count(report.messages, 'message')}"
    click.echo(f"{neutral_line(report.path)} holds {held} now.")
    if report.kept is not None:
        click.echo(f"What it held before is kept in {neutral_line(report.kept)}")


def _held_by(path: str) -> str:
    """A file's path with how much the archive in it holds and up to when; with its size where it cannot be read."""
    try:
        with SessionDB(path, read_only=True) as archive:
            figures = upkeep.stats(archive)
    except HermesStateError:
        facts = [size(os.path.getsize(path)), f"changed {local_time(os.path.getmtime(path))}"]
    else:
        facts = [count(figures["sessions"], "session"), count(figures["messages"], "message")]
        if figures["last_at"] is not None:
            facts.append(f"last active {local_time(figures['last_at'])}")
    return f"{neutral_line(path)} ({', '.join(facts)})"


@click.command("repair", cls=Command, epilog=REPAIR_EPILOG, context_settings=HELP_SETTINGS)
@archive_options
def repair(db: str | None, as_json: bool) -> None:
    """Repair a damaged archive; the damaged file is kept. Close what has it open first."""
    report = upkeep.repair(archive_path(db), progress=progress_line())
    if as_json:
        print_json(dataclasses.asdict(report))
        return
    for line in _repair_lines(report):
        click.echo(neutral_line(line))


def _repair_lines(report: upkeep.RepairReport) -> list[str]:
    """What a repair did, a line for each fact."""
    if report.action == "none":
        return ["The archive is sound; nothing was changed."]
    if report.action != "salvage":
        return ["The indexes were made anew; no message was touched.", *report.notes]
    sessions = count(report.sessions, "session")
    lines = [
        f"Saved {sessions} and {count(report.messages, 'message')}."
        if report.messages
        else f"Saved 0 messages; only titles and dates are left, of {sessions}.",
        f"The damaged file is kept as {report.copy}",
    ]
    if report.messages_guessed:
        lines.append(f"Of {count(report.messages_guessed, 'message')} only the text is certain.")
    if report.messages_unchecked:
        unchecked = count(len(report.messages_unchecked), "message")
        lines.append(f"The text of {unchecked} could not be checked: letters may be wrong (--json names them).")
    if report.sessions_guessed:
        lines.append(f"{count(report.sessions_guessed, 'session')} lost what was known besides the messages.")
    if report.attachments_lost:
        lines.append(f"{count(report.attachments_lost, 'attachment')} lost.")
    if report.messages_lost:
        lines.append(f"Lost: {count(report.messages_lost, 'message')} of {count(len(report.lost), 'session')}.")
    for one in report.lost[:SHOWN_SESSIONS]:
        numbers = ", ".join(map(str, one.message_ids[:SHOWN_SESSIONS]))
        more = " …" if len(one.message_ids) > SHOWN_SESSIONS else ""
        lines.append(
            f"  {short_id(one.session_id)}  {count(one.messages, 'message')}: {numbers or 'ids unknown'}{more}"
        )
    if len(report.lost) > SHOWN_SESSIONS:
        lines.append(f"  and {count(len(report.lost) - SHOWN_SESSIONS, 'session')} more (--json names all)")
    return lines + report.notes
