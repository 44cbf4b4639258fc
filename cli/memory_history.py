"""``hermes memory history`` and ``undo``: the changes that were made, and taking one back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from hermes_state.cli.lazy import Command
from hermes_state.cli.memory_answers import carried_out, open_store, print_answer, shown_author, text_line
from hermes_state.cli.memory_options import file_name, memory_options
from hermes_state.cli.neutral import neutral_line
from hermes_state.cli.options import HELP_SETTINGS
from hermes_state.cli.render import beginning, count, local_time, print_json, styled, table
from hermes_state.memory.journal.history import changes

if TYPE_CHECKING:
    from hermes_state.memory.journal.history import Change

HISTORY_EPILOG = """\b
Examples:
  hermes memory history
  hermes memory history --target user --limit 100
  hermes memory history --full                  the texts before and after
"""
UNDO_EPILOG = """\b
Examples:
  hermes memory undo                            the last change
  hermes memory undo 5c0e91d2                   an earlier one; history has the ids
\b
An undo is a change too, and can be undone.
"""

TEXT_COLUMNS = 80
"""How much of a text the list of changes shows where no terminal says how wide it is."""


@click.command("history", cls=Command, epilog=HISTORY_EPILOG, context_settings=HELP_SETTINGS)
@click.option(
    "--limit", metavar="N", type=click.IntRange(1, 100_000), default=20, show_default=True, help="The newest N changes."
)
@click.option("--full", is_flag=True, help="Print the texts before and after.")
@memory_options
def history(limit: int, full: bool, target: str, as_json: bool) -> None:
    """List the changes, the newest first."""
    found = changes(open_store(), target)
    shown = found[:limit]
    if as_json:
        print_json({"target": target, "changes": [change.as_dict() for change in shown], "total": len(found)})
        return
    if not found:
        click.echo(f"{file_name(target)} has not been changed.")
        return
    if full:
        click.echo("\n\n".join("\n".join(change_lines(change)) for change in shown))
    else:
        rows = [
            (change.id, local_time(change.time), shown_author(change.author.origin), *in_short(change))
            for change in shown
        ]
        click.echo(table(("id", "when", "by", "change", "text"), rows, flexible=(4,), droppable=(2,)))
    if len(found) > limit:
        click.echo()
        click.echo(styled(f"{count(len(found) - limit, 'earlier change')}: --limit {len(found)}", dim=True))


def in_short(change: Change) -> tuple[str, str]:
    """What a change did, and to which text, each in few words."""
    done = change.operation
    if change.undoes is not None:
        done = f"undo of {change.undoes}"
    elif change.undone_by is not None:
        done = f"{done}, undone"
    texts = [one.after if one.after is not None else one.before or "" for one in change.changes]
    more = f" (and {count(len(texts) - 1, 'entry')} more)" if len(texts) > 1 else ""
    return done, f"{beginning(texts[0], TEXT_COLUMNS)}{more}" if texts else ""


def change_lines(change: Change) -> Iterator[str]:
    """Yields the printed lines of a change: what, when, by whom, then each text before and after."""
    done, _ = in_short(change)
    facts = [change.id, local_time(change.time), f"{done}, by {shown_author(change.author.origin)}"]
    yield styled(neutral_line("  ".join(facts)), bold=True)
    for one in change.changes:
        if one.before is not None:
            yield text_line(one.before, "-")
        if one.after is not None:
            yield text_line(one.after, "+")


@click.command("undo", cls=Command, epilog=UNDO_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("change_id", metavar="[CHANGE]", required=False)
@memory_options
def undo(change_id: str | None, target: str, as_json: bool) -> None:
    """Take CHANGE back, or the last change that still stands."""
    answer = carried_out(open_store().undo(target, change_id), target)
    print_answer(answer, target, "Undid a change of", as_json=as_json)
