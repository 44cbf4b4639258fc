"""``hermes session secrets``: which secrets the archive holds and where, so that their keys can be changed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from hermes_state import upkeep
from hermes_state.cli.lazy import Command
from hermes_state.cli.neutral import neutral_line
from hermes_state.cli.options import HELP_SETTINGS, archive_options, open_for_change
from hermes_state.cli.render import count, local_time, print_json, short_id, table
from hermes_state.times import iso

if TYPE_CHECKING:
    from hermes_state.secrets import Census, Sighting

SHOWN_CONVERSATIONS = 3
UNKNOWN = "–"

EPILOG = """\b
Examples:
  hermes session secrets
  hermes session secrets 4d1f09b2-77aa
  hermes session secrets --json
\b
Values are never shown. MARK tells equal secrets from others: it is that of the placeholders in exports.
"""


@click.command("secrets", cls=Command, epilog=EPILOG, context_settings=HELP_SETTINGS)
@click.argument("session_ids", metavar="[ID]...", nargs=-1)
@archive_options
def secrets(session_ids: tuple[str, ...], db: str | None, as_json: bool) -> None:
    """Say which secrets the archive holds and in which conversations: the keys to change."""
    with open_for_change(db) as archive:
        sessions = [upkeep.resolve_session(archive, session_id) for session_id in session_ids]
        named = [f"{session.origin}:{session.id}" for session in sessions] or None
        with _progress() as progress:
            census = upkeep.find_secrets(archive, named, progress=progress)
    if as_json:
        print_json(census_fields(census))
        return
    for line in census_lines(census):
        click.echo(line)


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None] | None]:
    """Yields what shows the records looked at on stderr, where that is a terminal; else ``None``."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1, label="Looking", file=sys.stderr, width=30) as bar:

        def show(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(max(done - bar.pos, 0))

        yield show


def census_fields(census: Census) -> dict[str, Any]:
    """The secrets as JSON fields, with their number by kind."""
    found = [one | {"first_at": iso(one["first_at"]), "last_at": iso(one["last_at"])} for one in census.to_json()]
    return {"secrets": found, "kinds": census.kinds(), "uncounted": census.uncounted}


def census_lines(census: Census) -> Iterator[str]:
    """Yields a table of the secrets and what to do about them."""
    found = list(census)
    if not found:
        yield "No secrets found."
        return
    rows = [
        (
            one.kind,
            one.mark,
            "in clear" if one.in_clear else "redacted",
            f"{one.records:,}",
            local_time(one.first_at) or UNKNOWN,
            local_time(one.last_at) or UNKNOWN,
            _conversations(one),
        )
        for one in found
    ]
    yield table(("kind", "mark", "state", "records", "first", "last", "conversations"), rows, flexible=(6,), right=(3,))
    in_clear = sum(one.in_clear for one in found)
    yield (
        f"{count(len(found), 'secret')} of {count(len(census.kinds()), 'kind')} in "
        f"{count(census.conversation_count(), 'conversation')}, {in_clear:,} in clear. Change these keys where "
        "they are used: the transcripts that they came from hold them as well."
    )
    if census.uncounted:
        yield f"There are more: {count(census.uncounted, 'further record')} with secrets that are not listed."


def _conversations(sighting: Sighting) -> str:
    names = [short_id(name.split(":", 1)[1]) for name in sighting.conversations[:SHOWN_CONVERSATIONS]]
    more = sighting.conversation_count - len(names)
    return neutral_line(", ".join(names)) + (f" and {more:,} more" if more else "")
