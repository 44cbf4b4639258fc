"""``hermes memory status``: how full both files are, and what needs a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from hermes_state.cli.lazy import Command
from hermes_state.cli.memory_answers import open_store, shown_author
from hermes_state.cli.memory_options import either_memory_options, file_name
from hermes_state.cli.memory_settings import settings_fields, shown_value
from hermes_state.cli.neutral import neutral_line
from hermes_state.cli.options import HELP_SETTINGS
from hermes_state.cli.render import count, cut, local_time, print_json, short_path, styled, terminal_width
from hermes_state.memory.prompt.snapshot import FULL_PERCENT
from hermes_state.memory.settings import load_settings
from hermes_state.memory.status import status as status_of
from hermes_state.times import parse_time

STATUS_EPILOG = """\b
Examples:
  hermes memory status
  hermes memory status --json
"""

BAR_WIDTH = 20
NARROW = 100


@click.command("status", cls=Command, epilog=STATUS_EPILOG, context_settings=HELP_SETTINGS)
@either_memory_options
def status(target: str | None, as_json: bool) -> None:
    """Say how full both files are, what waits for you, what is blocked, and what changed last."""
    store = open_store()
    found = status_of(store)
    if target is not None:
        found["targets"] = {target: found["targets"][target]}
    settings = load_settings()
    if as_json:
        print_json(found | {"settings": settings_fields(settings)})
        return
    for line in status_lines(found):
        click.echo(line)
    approval, provider = shown_value(settings.write_approval), shown_value(settings.provider)
    click.echo(f"settings   write approval {approval}, external provider {provider}")
    click.echo(f"folder     {short_path(found['folder'])}")


def status_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """Yields the printed lines of a status: a bar for each file, then what needs a person, then the last change."""
    for target, one in found["targets"].items():
        yield use_line(target, one)
    yield ""
    waiting = found["pending"]
    yield f"pending    {count(waiting, 'write')}: hermes memory pending" if waiting else "pending    none"
    for target, one in found["targets"].items():
        yield from trouble_lines(target, one)
    changes = [(target, one["last_change"]) for target, one in found["targets"].items() if one["last_change"]]
    if changes:
        yield last_change_line(*max(changes, key=lambda pair: pair[1]["time"] or ""))


def use_line(target: str, one: Mapping[str, Any]) -> str:
    """A file's use as a bar and in figures."""
    off = "" if one["enabled"] else styled("  off: not in the prompt", fg="yellow")
    if one["error"] is not None:
        return f"{file_name(target):<10} {styled('cannot be read', fg='red', bold=True)}{off}"
    entries = count(one["entry_count"], "entry") if one["entry_count"] else "no entries"
    figures = f"{one['percent']:>3} %  {one['usage'].replace('/', ' of ')} characters  {entries}"
    return f"{file_name(target):<10} {bar(one['used'], one['limit'])} {figures}{off}"


def bar(used: int, limit: int) -> str:
    """How much of a limit is used, as a bar of twenty steps; something is never shown as nothing."""
    share = min(1.0, used / limit) if limit > 0 else float(used > 0)
    filled = max(int(share * BAR_WIDTH), 1 if used else 0)
    colour = "red" if used > limit else "yellow" if share * 100 >= FULL_PERCENT else "green"
    return styled("█" * filled, fg=colour) + "░" * (BAR_WIDTH - filled)


def trouble_lines(target: str, one: Mapping[str, Any]) -> Iterator[str]:
    """Yields what is wrong with a file or its entries, each with what to do about it."""
    words = "" if target == "memory" else f" --target {target}"
    if one["error"] is not None:
        yield styled(f"error      {neutral_line(one['error'])}", fg="red")
    for trouble in one["beside"]:
        yield f"{styled('beside it', fg='yellow')}  {neutral_line(trouble)}"
    for entry in one["blocked"]:
        yield f"{styled('blocked', fg='red')}    {found_text(target, entry)}"
    for entry in one["warned"]:
        yield f"{styled('warning', fg='yellow')}    {found_text(target, entry)}"
    if one["blocked"] or one["warned"]:
        yield styled(f"           hermes memory show{words}", dim=True)
    for entry in one["allowed"]:
        yield f"allowed    {file_name(target)}: {shown(entry['entry'])} ({neutral_line(entry['reason'])})"
    if one["drift"]:
        yield (
            f"{styled('drift', fg='yellow')}      {file_name(target)} holds {count(one['drift'], 'text')} too long for "
            "an entry: put lines with only § between its facts; until then nothing else can be changed"
        )
    if one["limit"] > 0 and one["used"] > one["limit"]:
        yield f"{styled('too full', fg='red')}   {file_name(target)} is over its limit: shorten or remove entries"


def found_text(target: str, entry: Mapping[str, Any]) -> str:
    """What the scanner found in an entry, and how the entry begins."""
    return f"{file_name(target)}: {', '.join(entry['classes'])}: {shown(entry['entry'])}"


def shown(text: str) -> str:
    """How a text begins, as one line that leaves room for what stands beside it."""
    return cut(neutral_line(text), max((terminal_width() or NARROW) - 50, 20))


def last_change_line(target: str, change: Mapping[str, Any]) -> str:
    """The last change: when, what, by whom, the text."""
    texts = [one["after"] if one["after"] is not None else one["before"] or "" for one in change["changes"]]
    what = f"{change['operation']} by {shown_author(change['origin'])}"
    text = f": {shown(texts[0])}" if texts else ""
    return (
        f"last       {file_name(target)}, {local_time(parse_time(change['time'] or 'now'))}, {neutral_line(what)}{text}"
    )
