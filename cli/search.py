"""``hermes session search``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from hermes_state.cli.lazy import Command
from hermes_state.cli.messages import ids_line, messages_text, title_of
from hermes_state.cli.neutral import neutral, neutral_line
from hermes_state.cli.options import (
    HELP_SETTINGS,
    absolute_project,
    archive_options,
    filter_options,
    open_for_reading,
    redact_option,
    split_commas,
)
from hermes_state.cli.render import count, highlighted, local_time, print_json, short_path, styled

if TYPE_CHECKING:
    from hermes_state import SearchPage, SearchResult

EPILOG = """\b
Examples:
  hermes session search "Windows PTY bridge"
  hermes session search -F "rm -rf build/"              exactly this text
  hermes session search '"connection refused" OR ECONNREFUSED' --after 7d
  hermes session search 数据库迁移 --source claude-code
  hermes session search --role tool -- --force-with-lease
\b
Words are ranked by evidence; "phrase", prefix*, AND, OR, NOT, -word and field:value work as operators.
Text that begins with a dash goes after --.
"""


@click.command("search", cls=Command, epilog=EPILOG, context_settings=HELP_SETTINGS)
@click.argument("query", nargs=-1, required=True)
@click.option("-F", "--literal", is_flag=True, help="Find exactly this text, nothing else.")
@click.option(
    "--limit", metavar="N", type=click.IntRange(1, 1000), default=10, show_default=True, help="Results a page."
)
@click.option("--per", type=click.Choice(["conversation", "message"]), help="One result for each of these.")
@click.option(
    "--sort",
    type=click.Choice(["relevance", "newest", "oldest"]),
    default="relevance",
    show_default=True,
    help="Order.",
)
@click.option(
    "--role", "roles", metavar="R", multiple=True, help="Only user, assistant, tool, thinking, system, title (commas)."
)
@filter_options
@click.option("--session", "sessions", metavar="ID", multiple=True, help="Only in this session; may be repeated.")
@click.option("--include-hidden", is_flag=True, help="Sub-agents' and tools' sessions too.")
@click.option("--window", metavar="N", type=click.IntRange(0, 100), default=0, help="Show N messages around each hit.")
@click.option("--cursor", metavar="C", help="The next page of an earlier answer.")
@click.option("--half-life", metavar="AGE", help="Prefer newer conversations: each AGE (30d) halves a score.")
@click.option("--explain", is_flag=True, help="Say how the query was understood and scored.")
@redact_option
@archive_options
def search(query: tuple[str, ...], db: str | None, as_json: bool, **options: Any) -> None:
    """Find conversations by what was said in them, the best fit first."""
    with open_for_reading(db) as archive:
        page = archive.search(" ".join(query), **search_arguments(options))
    if as_json:
        print_json(page.to_json())
        return
    click.echo("\n".join(page_lines(page, window=options["window"])))


def search_arguments(options: dict[str, Any]) -> dict[str, Any]:
    """The options of the command as the arguments of ``SessionDB.search``."""
    arguments = dict(options)
    arguments["match"] = "literal" if arguments.pop("literal") else "auto"
    arguments["project"] = absolute_project(arguments["project"])
    for name in ("roles", "sources"):
        arguments[name] = split_commas(arguments[name])
    arguments["sessions"] = list(arguments["sessions"]) or None  # an id may hold a comma, and a blank one is none
    return arguments


def page_lines(page: SearchPage, *, window: int = 0) -> Iterator[str]:
    """Yields the printed lines of a page: a block for each result, then notes and how to go on."""
    if not page.results:
        yield "Nothing found."
    for position, result in enumerate(page.results):
        if position:
            yield ""
        yield from result_lines(result, window=window)
    if page.results and page.notes:
        yield ""
    for note in page.notes:
        yield styled(f"note: {neutral_line(note)}", dim=True)
    if page.cursor:
        yield styled(f"more: --cursor {neutral_line(page.cursor)}", dim=True)
    if page.explanation is not None:
        import json  # 1 ms that only explanations pay

        yield neutral(json.dumps(page.explanation, ensure_ascii=False, indent=2, default=str))


def result_lines(result: SearchResult, *, window: int) -> Iterator[str]:
    """Yields the lines of one result: title, facts, snippet with the match highlighted, and the ids to copy."""
    yield styled(title_of(result), bold=True)
    facts = [
        local_time(result.matched_at if result.matched_at is not None else result.started_at),
        neutral_line(result.source or result.origin),
        short_path(result.project),
        count(result.match_count, "match"),
        f"{result.rung}, weak" if result.weak else result.rung,
    ]
    if result.session_id != result.root_session_id:
        facts.append(f"in {neutral_line(result.session_id)}")
    yield styled("  " + "  ".join(fact for fact in facts if fact), dim=True)
    if result.snippet:
        yield f"  {result.matched_role}: {highlighted(result.snippet, result.marks)}"
    if window:
        yield from _window_lines(result)
    yield styled(f"  {ids_line(result.session_id, result.match_message_id)}", dim=True)


def _window_lines(result: SearchResult) -> Iterator[str]:
    """Yields the conversation's first messages, those around the hit, and its last ones."""
    for messages in (result.bookend_start, result.messages, result.bookend_end):
        if messages:
            yield "  …"
            yield from messages_text(messages, full=False, pointed=result.match_message_id)
