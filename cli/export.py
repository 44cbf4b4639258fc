"""``hermes session export``: conversations go out."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from hermes_state.cli.lazy import Command
from hermes_state.cli.neutral import neutral_line
from hermes_state.cli.options import (
    HELP_SETTINGS,
    absolute_project,
    archive_options,
    filter_options,
    open_for_change,
    open_for_reading,
    split_commas,
)
from hermes_state.cli.render import count, print_json
from hermes_state.selection import selected_sessions
from hermes_state.upkeep import resolve_session

if TYPE_CHECKING:
    from hermes_state import SessionDB

EXPORT_EPILOG = """\b
Examples:
  hermes session export -o archive.jsonl
  hermes session export 9c20e4d7-1f3b --format markdown
  hermes session export --source codex --after 2026-07-01 -o codex.jsonl
\b
jsonl is lossless and can be imported again; hermes is Hermes Agent's export; markdown is for reading.
Secrets are replaced by placeholders in hermes and markdown; jsonl keeps them and says how many there are.
"""


@click.command("export", cls=Command, epilog=EXPORT_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("session_ids", metavar="[ID]...", nargs=-1)
@click.option(
    "--format",
    "export_format",
    type=click.Choice(["jsonl", "hermes", "markdown"]),
    default="jsonl",
    show_default=True,
    help="The shape to write.",
)
@click.option("-o", "--output", metavar="PATH", help="The file to write; default is standard output.")
@click.option("--redact", is_flag=True, help="Replace secrets in jsonl too.")
@click.option("--reveal", is_flag=True, help="Leave secrets as they are, in every format.")
@filter_options
@archive_options
def export(session_ids: tuple[str, ...], export_format: str, output: str | None, **options: Any) -> None:
    """Write conversations, all or those named or filtered, to a file or to standard output."""
    if options["as_json"] and output in (None, "-"):
        raise click.UsageError("--json describes the export and needs -o PATH for the export itself")
    if options["redact"] and options["reveal"]:
        raise click.UsageError("--redact and --reveal are opposites: give one of them")
    redact = True if options["redact"] else False if options["reveal"] else None
    opened = open_for_reading if redact is False else open_for_change  # redacting keeps its key in the archive
    with opened(options["db"]) as archive:
        chosen = chosen_sessions(archive, session_ids, options)
        out = sys.stdout.buffer if output in (None, "-") else os.path.expanduser(output)
        written = archive.export(session_ids=chosen, format=export_format, out=out, redact=redact)
    if options["as_json"]:
        figures = {"sessions": written.sessions, "messages": written.messages, "notes": list(written.notes)}
        figures |= {"redacted": written.redacted, "secrets": written.secrets}
        print_json({"path": written.path, "format": export_format} | figures)
        return
    for note in written.notes:
        click.echo(f"note: {neutral_line(note)}", err=True)
    if written.path is not None:
        figures_text = f"{count(written.sessions, 'session')}, {count(written.messages, 'message')}"
        click.echo(f"Wrote {figures_text} to {neutral_line(written.path)}.")


def chosen_sessions(archive: SessionDB, named: tuple[str, ...], options: dict[str, Any]) -> list[str] | None:
    """The ids of the sessions that are named and fit the filters, as ``origin:id``; ``None`` for all."""
    filters = {
        "sources": split_commas(options["sources"]),
        "project": absolute_project(options["project"]),
        "after": options["after"],
        "before": options["before"],
    }
    ids = [f"{session.origin}:{session.id}" for session in (resolve_session(archive, name) for name in named)]
    if not any(filters.values()):
        return ids or None
    fitting = selected_sessions(archive, **filters)
    return [name for name in ids if name in set(fitting)] if ids else fitting
