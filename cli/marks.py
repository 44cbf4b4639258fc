"""``hermes session pin``, ``archive`` and ``trash``: where a person puts conversations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hermes_state import upkeep
from hermes_state.cli.asking import confirm_or_stop
from hermes_state.cli.lazy import Command
from hermes_state.cli.neutral import neutral_line
from hermes_state.cli.options import HELP_SETTINGS, archive_options, open_for_change, open_for_reading, yes_option
from hermes_state.cli.pruning import deleted_fields, report_deleted
from hermes_state.cli.render import count, local_time, print_json, short_id, table

if TYPE_CHECKING:
    from hermes_state.upkeep import Mark

PIN_EPILOG = """\b
Examples:
  hermes session pin 4d1f09b2-77aa          keep it whatever is pruned
  hermes session pin --undo 4d1f09b2-77aa
  hermes session pin                        list what is pinned
"""
ARCHIVE_EPILOG = """\b
Examples:
  hermes session archive 4d1f09b2-77aa          out of the lists, still found by searching
  hermes session archive --undo 4d1f09b2-77aa
  hermes session archive                        list what is archived
"""
TRASH_EPILOG = """\b
Examples:
  hermes session trash 4d1f09b2-77aa            out of lists, answers and exports
  hermes session trash --undo 4d1f09b2-77aa     as it was
  hermes session trash                          list what lies there
  hermes session trash --empty --before 30d     delete what was thrown there longer ago
  hermes session trash --empty --purge          delete all of it and erase it from the file
"""
SHELVES: dict[Mark, str] = {"pinned": "pinned", "archived": "archived", "trashed": "trash"}
STATES: dict[Mark, tuple[str, str, str, str]] = {
    "pinned": ("pinned now", "pinned already", "not pinned any more", "not pinned"),
    "archived": ("archived now", "archived already", "not archived any more", "not archived"),
    "trashed": ("in the trash now", "in the trash already", "out of the trash", "not in the trash"),
}
"""What a conversation is now, or was before, and the same with ``--undo``."""
LIST_LIMIT = 1000

ids_argument = click.argument("session_ids", metavar="[ID]...", nargs=-1)
undo_option = click.option("--undo", is_flag=True, help="Take it back.")


@click.command("pin", cls=Command, epilog=PIN_EPILOG, context_settings=HELP_SETTINGS)
@ids_argument
@undo_option
@archive_options
def pin(session_ids: tuple[str, ...], undo: bool, db: str | None, as_json: bool) -> None:
    """Keep conversations whatever is pruned; without an ID, list those that are."""
    _mark_or_list(db, session_ids, "pinned", undo=undo, as_json=as_json)


@click.command("archive", cls=Command, epilog=ARCHIVE_EPILOG, context_settings=HELP_SETTINGS)
@ids_argument
@undo_option
@archive_options
def archive(session_ids: tuple[str, ...], undo: bool, db: str | None, as_json: bool) -> None:
    """Take conversations out of the lists; searching still finds them. Without an ID, list those that are."""
    _mark_or_list(db, session_ids, "archived", undo=undo, as_json=as_json)


@click.command("trash", cls=Command, epilog=TRASH_EPILOG, context_settings=HELP_SETTINGS)
@ids_argument
@undo_option
@click.option("--empty", is_flag=True, help="Delete what lies in the trash. Asks first.")
@click.option("--before", metavar="T", help="With --empty: only what was thrown there before this time: 30d.")
@click.option("--purge", is_flag=True, help="With --empty: erase it from the file as well.")
@yes_option
@archive_options
def trash(session_ids: tuple[str, ...], undo: bool, db: str | None, as_json: bool, **options: Any) -> None:
    """Throw conversations away, to be taken back or deleted later; without an ID, list what lies in the trash."""
    before, purge = options["before"], options["purge"]
    if not options["empty"]:
        if before is not None or purge:
            raise click.UsageError("--before and --purge go with --empty")
        _mark_or_list(db, session_ids, "trashed", undo=undo, as_json=as_json)
        return
    if undo:
        raise click.UsageError("--undo takes out of the trash what --empty deletes: give one of them")
    if session_ids:
        raise click.UsageError("--empty takes no ID; to delete one: hermes session delete ID")
    with open_for_change(db) as opened:
        held = upkeep.trash_to_empty(opened, before)
        if held.conversations and not options["yes"]:
            what = f"{count(held.conversations, 'conversation')}, {count(held.messages, 'message')}"
            verb = "Delete and erase" if purge else "Delete"
            confirm_or_stop(f"{verb} what lies in the trash ({what})?", "delete")
        report = upkeep.empty_trash(opened, before)
        erased = upkeep.purge(opened) if purge else None
    if as_json:
        print_json(deleted_fields(report, erased) | {"kept_pinned": held.kept_pinned})
        return
    report_deleted(report, erased)
    if held.kept_pinned:
        click.echo(f"Kept: {held.kept_pinned:,} pinned.")


def _mark_or_list(db: str | None, session_ids: tuple[str, ...], mark: Mark, *, undo: bool, as_json: bool) -> None:
    if not session_ids:
        if undo:
            raise click.UsageError("--undo needs the ID of a conversation")
        _list(db, mark, as_json=as_json)
        return
    with open_for_change(db) as opened:
        named = [upkeep.resolve_session(opened, one) for one in session_ids]
        report = upkeep.mark(opened, [f"{one.origin}:{one.id}" for one in named], mark, undo=undo)
    if as_json:
        changed, unchanged = list(report.conversations), list(report.unchanged)
        print_json({"mark": mark, "undo": undo, "changed": changed, "unchanged": unchanged})
        return
    now, before, after_undo, before_undo = STATES[mark]
    state = after_undo if undo else now
    for name in report.conversations:
        click.echo(f"{neutral_line(short_id(name.split(':', 1)[1]))} is {state}")
    for name in report.unchanged:
        click.echo(f"{neutral_line(short_id(name.split(':', 1)[1]))} was {before_undo if undo else before}")


def _list(db: str | None, mark: Mark, *, as_json: bool) -> None:
    with open_for_reading(db) as opened:
        page = opened.browse(limit=LIST_LIMIT, include_hidden=True, shelf=SHELVES[mark])
    if as_json:
        print_json(page.to_json())
        return
    headers = ("id", mark, "last active", "source", "messages", "title")
    rows = [
        (
            short_id(row.session_id),
            local_time(getattr(row, f"{mark}_at")),
            local_time(row.last_active_at),
            row.source,
            f"{row.message_count:,}",
            row.title or row.preview or "",
        )
        for row in page.conversations
    ]
    nothing = "The trash is empty." if mark == "trashed" else f"No conversation is {mark}."
    click.echo(table(headers, rows, flexible=(3, 5), right=(4,), droppable=(3, 2, 4)) if rows else nothing)
