"""``hermes session list``, ``browse``, ``show`` and ``scroll``: reading what is in the archive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from hermes_state.cli.lazy import Command
from hermes_state.cli.messages import messages_text, resume_line, session_heading, title_of
from hermes_state.cli.neutral import neutral_line
from hermes_state.cli.options import (
    HELP_SETTINGS,
    absolute_project,
    archive_options,
    filter_options,
    open_for_reading,
    redact_option,
    split_commas,
)
from hermes_state.cli.render import (
    beginning,
    count,
    indented,
    local_time,
    print_json,
    short_id,
    short_path,
    styled,
    table,
)
from hermes_state.upkeep import resolve_session

if TYPE_CHECKING:
    from hermes_state import BrowsePage, ReadView, ScrollView, Session

LIST_EPILOG = """\b
Examples:
  hermes session list
  hermes session list --source codex --after 7d --limit 50
"""
BROWSE_EPILOG = """\b
Examples:
  hermes session browse
  hermes session browse --project . --include-hidden
"""
SHOW_EPILOG = """\b
Examples:
  hermes session show 4d1f09b2-77aa          the start of an id is enough
  hermes session show codex:019781c4-2b6e-7d10-a3f4-51c09be7d2aa    where two tools use one id
  hermes session show 4d1f09b2-77aa --all --full
"""
SCROLL_EPILOG = """\b
Examples:
  hermes session scroll 4d1f09b2-77aa 1234
  hermes session scroll 4d1f09b2-77aa 1234 --window 20
"""

TITLE_COLUMNS = 120
"""How much of a title a list shows where no terminal says how wide it is."""

full_option = click.option("--full", is_flag=True, help="Print long tool output and thoughts whole.")


def page_options(command: Any) -> Any:
    """Adds what the two lists of conversations share: limit, filters, hidden ones, cursor, and the archive."""
    command = archive_options(command)
    command = click.option("--cursor", metavar="C", help="The next page of an earlier answer.")(command)
    command = click.option("--include-hidden", is_flag=True, help="Sub-agents' and tools' sessions too.")(command)
    command = filter_options(command)
    return click.option(
        "--limit",
        metavar="N",
        type=click.IntRange(1, 1000),
        default=20,
        show_default=True,
        help="Conversations a page.",
    )(command)


@click.command("list", cls=Command, epilog=LIST_EPILOG, context_settings=HELP_SETTINGS)
@page_options
def list_sessions(db: str | None, as_json: bool, **options: Any) -> None:
    """List conversations, the most recently active first, one a line."""
    page = browse_page(db, options)
    if as_json:
        print_json(page.to_json())
        return
    headers = ("id", "last active", "source", "project", "messages", "title")
    rows = [
        (
            short_id(row.session_id),
            local_time(row.last_active_at),
            row.source or "",
            short_path(row.project),
            f"{row.message_count:,}",
            beginning(row.title or row.preview or "", TITLE_COLUMNS),
        )
        for row in page.conversations
    ]
    click.echo(
        table(headers, rows, flexible=(2, 3, 5), right=(4,), droppable=(3, 2, 4)) if rows else "No conversations."
    )
    _echo_cursor(page.cursor)


@click.command("browse", cls=Command, epilog=BROWSE_EPILOG, context_settings=HELP_SETTINGS)
@page_options
def browse(db: str | None, as_json: bool, **options: Any) -> None:
    """List conversations, the most recently active first, with how they began."""
    page = browse_page(db, options)
    if as_json:
        print_json(page.to_json())
        return
    if not page.conversations:
        click.echo("No conversations.")
    for position, row in enumerate(page.conversations):
        if position:
            click.echo()
        for line in _row_lines(row):
            click.echo(line)
    _echo_cursor(page.cursor)


def browse_page(db: str | None, options: dict[str, Any]) -> BrowsePage:
    """One page of conversations with the filters of a command's options."""
    arguments = dict(options)
    arguments["sources"] = split_commas(arguments["sources"])
    arguments["project"] = absolute_project(arguments["project"])
    with open_for_reading(db) as archive:
        return archive.browse(**arguments)


@click.command("show", cls=Command, epilog=SHOW_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("session_id", metavar="ID")
@click.option("--all", "whole", is_flag=True, help="All messages, not only the first and the last ones.")
@click.option("--cursor", metavar="C", help="Go on in the middle, where an earlier answer stopped.")
@full_option
@redact_option
@archive_options
def show(session_id: str, cursor: str | None, db: str | None, as_json: bool, **options: bool) -> None:
    """Read a conversation: who, where and when, its messages, and how to resume it in its own tool."""
    from hermes_state.resume import resume_hint  # shlex, for this command only

    with open_for_reading(db) as archive:
        session = resolve_session(archive, session_id)
        name = f"{session.origin}:{session.id}"
        view = archive.read(name, cursor=cursor, redact=options["redact"])
        messages = archive.get_messages(name, redact=options["redact"]) if options["whole"] else None
    if as_json:
        hint = resume_hint(view.session)
        fields = view.to_json()
        fields["resume"] = None if hint is None else {"command": hint.command, "folder": hint.folder}
        print_json(fields)
        return
    click.echo(session_heading(view.session))
    click.echo()
    full = options["full"]
    lines = messages_text(messages, full=full) if messages is not None else read_lines(view, full=full)
    for line in lines:
        click.echo(line)
    if view.children:
        click.echo()
        for child in view.children:
            click.echo(child_line(child))
    resume = resume_line(view.session)
    if resume is not None:
        click.echo()
        click.echo(resume)


def child_line(child: Session) -> str:
    """The line that says of a session that it came out of the one shown, and how to read it."""
    kind = {"subagent": "sub-agent"}.get(child.kind or "", child.kind or "session")
    title = child.title or child.preview
    about = f"  {neutral_line(title)[:60]}" if title else ""
    return f"{kind}: hermes session show {neutral_line(child.id)}{about}"


def read_lines(view: ReadView, *, full: bool) -> Iterator[str]:
    """Yields the lines of a conversation's first and last messages, and between them what was left out."""
    yield from messages_text(view.head, full=full)
    if view.omitted:
        rest = f"--cursor {neutral_line(view.cursor)} goes on, --all shows them" if view.cursor else "--all shows them"
        yield ""
        yield styled(f"  … {count(view.omitted, 'message')} left out; {rest} …", dim=True)
        yield ""
    yield from messages_text(view.tail, full=full)


@click.command("scroll", cls=Command, epilog=SCROLL_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("session_id", metavar="ID")
@click.argument("message_id", metavar="MESSAGE", type=int)
@click.option(
    "--window", metavar="N", type=click.IntRange(0, 200), default=5, show_default=True, help="Messages a side."
)
@full_option
@redact_option
@archive_options
def scroll(session_id: str, message_id: int, db: str | None, as_json: bool, **options: Any) -> None:
    """Read the messages around MESSAGE, the number that search shows."""
    with open_for_reading(db) as archive:
        session = resolve_session(archive, session_id)
        view = archive.scroll(
            f"{session.origin}:{session.id}", message_id, window=options["window"], redact=options["redact"]
        )
    if as_json:
        print_json(view.to_json())
        return
    click.echo(session_heading(view.session))
    click.echo()
    for line in scroll_lines(view, full=options["full"]):
        click.echo(line)


def scroll_lines(view: ScrollView, *, full: bool) -> Iterator[str]:
    """Yields the lines of the messages around one, and how many lie before and after them."""
    if view.messages_before:
        yield styled(f"  … {count(view.messages_before, 'message')} before …", dim=True)
        yield ""
    yield from messages_text(view.messages, full=full, pointed=view.message_id)
    if view.messages_after:
        yield ""
        yield styled(f"  … {count(view.messages_after, 'message')} after …", dim=True)


def _row_lines(row: Any) -> Iterator[str]:
    """Yields the lines of one conversation in ``browse``."""
    yield styled(title_of(row), bold=True)
    facts = [
        local_time(row.last_active_at),
        neutral_line(row.source or ""),
        short_path(row.project),
        count(row.message_count, "message"),
    ]
    yield styled("  " + "  ".join(fact for fact in facts if fact), dim=True)
    if row.title and row.preview and row.preview != row.title:
        yield indented(neutral_line(row.preview), "  ")
    yield styled(f"  hermes session show {short_id(row.session_id)}", dim=True)


def _echo_cursor(cursor: str | None) -> None:
    """Says how to get the next page, where there is one."""
    if cursor:
        click.echo()
        click.echo(styled(f"more: --cursor {neutral_line(cursor)}", dim=True))
