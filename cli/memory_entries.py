"""``hermes memory list`` and ``show``: reading the entries."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from hermes_state.cli.lazy import Command
from hermes_state.cli.memory_answers import limit_of, open_store, shown_author
from hermes_state.cli.memory_options import file_name, memory_options
from hermes_state.cli.messages import ids_line
from hermes_state.cli.neutral import neutral_line
from hermes_state.cli.options import HELP_SETTINGS
from hermes_state.cli.render import ELLIPSIS, beginning, count, indented, local_time, print_json, styled, table
from hermes_state.errors import EntryNotFoundError
from hermes_state.memory import inventory
from hermes_state.memory.entries.text import joined
from hermes_state.memory.prompt.snapshot import percent, usage

if TYPE_CHECKING:
    from hermes_state.memory.inventory import EntryView
    from hermes_state.memory.store import MemoryStore

LIST_EPILOG = """\b
Examples:
  hermes memory list
  hermes memory list --target user
"""
SHOW_EPILOG = """\b
Examples:
  hermes memory show                            all entries, whole
  hermes memory show 3
  hermes memory show "release/*"
\b
An entry that cites a message shows the command that reads it: hermes session scroll ID N.
"""

PLAIN_ID = re.compile(r"[A-Za-z0-9][\w.:@/+-]*", re.ASCII)
"""A session's id that a shell takes as it is."""

ENTRY_COLUMNS = 80
"""How much of an entry a list shows where no terminal says how wide it is."""

AGES = ((365 * 86_400, "y"), (86_400, "d"), (3_600, "h"), (60, "m"))


@click.command("list", cls=Command, epilog=LIST_EPILOG, context_settings=HELP_SETTINGS)
@memory_options
def list_entries(target: str, as_json: bool) -> None:
    """List the entries, one a line: number, age, size in characters, what the scanner says, how it begins."""
    store = open_store()
    views = inventory.entries(store.place(target))
    if as_json:
        print_json(store_fields(store, target, views, views))
        return
    click.echo(heading(store, target, views))
    if not views:
        return
    click.echo()
    now = time.time()
    rows = [
        (
            str(view.number),
            shown_age(view.changed, now),
            f"{len(view.text):,}",
            state_of(view),
            beginning(first_line(view.text), ENTRY_COLUMNS),
        )
        for view in views
    ]
    headers = ("#", "age", "size", "state", "entry")
    click.echo(table(headers, rows, flexible=(4,), right=(0, 1, 2), droppable=(1, 2)))


def store_fields(
    store: MemoryStore, target: str, views: Sequence[EntryView], shown: Sequence[EntryView]
) -> dict[str, Any]:
    """A store as JSON fields, with those of its entries that are ``shown``."""
    limit = limit_of(store, target)
    texts = [view.text for view in views]
    used = len(joined(texts))
    return {
        "target": target,
        "path": store.place(target).data,
        "usage": usage(texts, limit),
        "used": used,
        "limit": limit,
        "percent": percent(used, limit),
        "entry_count": len(views),
        "entries": [view.as_dict() for view in shown],
    }


def heading(store: MemoryStore, target: str, views: Sequence[EntryView]) -> str:
    """The line that stands above a store's entries: its file, how many there are, how full it is."""
    limit = limit_of(store, target)
    texts = [view.text for view in views]
    share = percent(len(joined(texts)), limit)
    use = f"{usage(texts, limit).replace('/', ' of ')} characters, {share} %"
    return f"{styled(file_name(target), bold=True)}  {count(len(views), 'entry') if views else 'no entries'}  {use}"


def first_line(text: str) -> str:
    """How an entry begins: its first line, with a mark where there are more."""
    line, _, rest = text.partition("\n")
    return f"{line} {ELLIPSIS}" if rest else line


def shown_age(seconds: float | None, now: float) -> str:
    """How long ago a moment was, in its largest unit: ``3d``, ``5h``; empty when it is not known."""
    if seconds is None:
        return ""
    for length, unit in AGES:
        if now - seconds >= length:
            return f"{int((now - seconds) // length)}{unit}"
    return "now"


def state_of(view: EntryView) -> str:
    """What the scanner, or a person, says of an entry, in few words."""
    if view.override is not None:
        return "allowed"
    if view.verdict == "ok":
        return "ok"
    word = "blocked" if view.held_back else "warning"
    return f"{word}: {', '.join(view.threats)}"


@click.command("show", cls=Command, epilog=SHOW_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("which", metavar="[N|TEXT]", required=False)
@memory_options
def show(which: str | None, target: str, as_json: bool) -> None:
    """Read entry number N, the entries that hold TEXT, or all: whole, with when, by whom and from where."""
    store = open_store()
    views = inventory.entries(store.place(target))
    shown = views if which is None else chosen(views, which, target)
    if as_json:
        print_json(store_fields(store, target, views, shown))
        return
    if which is None:
        click.echo(heading(store, target, views))
    for position, view in enumerate(shown):
        if position or which is None:
            click.echo()
        for line in entry_lines(view, target):
            click.echo(line)


def chosen(views: Sequence[EntryView], which: str, target: str) -> Sequence[EntryView]:
    """The entry of a number, with or without ``#``, else the entries that hold the text; raises for none."""
    number = which.strip().removeprefix("#")
    if number.isascii() and number.isdigit() and 1 <= int(number) <= len(views):
        return [views[int(number) - 1]]
    found = [view for view in views if which in view.text]
    if not found:
        raise EntryNotFoundError(
            f"no entry of {file_name(target)} has the number or the text {neutral_line(which)[:60]!r}",
            hint="see hermes memory list",
        )
    return found


def entry_lines(view: EntryView, target: str) -> Iterator[str]:
    """Yields the printed lines of an entry: number, size, times and author; source; findings; then its text."""
    facts = [count(len(view.text), "character")]
    if view.changed is not None:
        changed = local_time(view.changed)
        facts.append(f"changed {changed} by {shown_author(view.origin)}")
        if view.created is not None and local_time(view.created) != changed:
            facts.append(f"created {local_time(view.created)}")
    yield f"{styled(f'#{view.number}', bold=True)}  {styled('  '.join(facts), dim=True)}"
    if view.session:
        yield styled(f"  from  {source_line(view.session, view.message)}", dim=True)
    yield from (f"  {line}" for line in finding_lines(view, target))
    yield indented(view.text, "  ")


def source_line(session: str, message: str | None) -> str:
    """The command that reads the message an entry came from, or its session."""
    number = int(message) if message and message.isascii() and message.isdigit() else None
    if PLAIN_ID.fullmatch(session):
        return ids_line(session, number)
    quoted = shlex.quote(neutral_line(session))  # an import may cite anything, and this line is there to be pasted
    return f"hermes session show {quoted}" if number is None else f"hermes session scroll {quoted} {number}"


def finding_lines(view: EntryView, target: str) -> Iterator[str]:
    """Yields what the scanner found in an entry and what a person can do about it."""
    if view.override is not None:
        yield styled(f"allowed: {neutral_line(view.override)}", fg="yellow")
        return
    for verdict, threat, words in view.told:
        yield styled(f"{verdict}: {threat}, {neutral_line(words)!r}", fg="yellow" if verdict == "warn" else "red")
    if view.held_back:
        words = "" if target == "memory" else f" --target {target}"
        yield f"not in the prompt: hermes memory remove '#{view.number}'{words}"
        yield f"      or allow it: hermes memory approve '#{view.number}' --reason TEXT{words}"
