"""``hermes session prune``: shows what a rule would remove, asks, and removes it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from hermes_state import upkeep
from hermes_state.cli.asking import confirm_or_stop
from hermes_state.cli.lazy import Command
from hermes_state.cli.neutral import neutral_line
from hermes_state.cli.options import (
    HELP_SETTINGS,
    absolute_project,
    archive_options,
    open_for_change,
    split_commas,
    yes_option,
)
from hermes_state.cli.render import count, local_time, print_json, short_id, table
from hermes_state.config_file import config_path, load_config
from hermes_state.home import hermes_home
from hermes_state.times import iso

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hermes_state import SessionDB
    from hermes_state.upkeep import DeleteReport, PrunePlan, PurgeReport

PRUNE_EPILOG = """\b
Examples:
  hermes session prune --before 180d                      shows what would go, then asks
  hermes session prune --source cron --before 14d --yes
  hermes session prune --untitled --max-messages 2
  hermes session prune --policy                           what "retention" in config.yaml says
\b
Pinned conversations and those that branches came out of are kept. What is pruned goes into the trash
(hermes session trash --undo ID takes it out again), with --delete it is deleted, with --purge erased as well.
"""
SHOWN = 10


@click.command("prune", cls=Command, epilog=PRUNE_EPILOG, context_settings=HELP_SETTINGS)
@click.option("--before", metavar="T", help="No activity since this time: 180d, 2026-01-01.")
@click.option("--source", "sources", metavar="S", multiple=True, help="Only this source; may be repeated.")
@click.option("--project", metavar="PATH", help="Only conversations of this folder.")
@click.option("--max-messages", metavar="N", type=click.IntRange(0), help="Only with no more messages than this.")
@click.option("--untitled", is_flag=True, help="Only without a title.")
@click.option("--policy", is_flag=True, help="By the times that config.yaml gives for each source.")
@click.option("--delete", "outright", is_flag=True, help="Delete at once, not into the trash.")
@click.option("--purge", is_flag=True, help="Delete at once and erase from the file.")
@click.option("--dry-run", is_flag=True, help="Only show what would go.")
@yes_option
@archive_options
def prune(db: str | None, as_json: bool, **options: Any) -> None:
    """Remove old, small or automatic conversations by a rule, after showing what it fits."""
    rules = _rules(options)
    fate = "delete" if options["outright"] or options["purge"] else "trash"
    with open_for_change(db) as archive:
        plans = [upkeep.plan_prune(archive, rule) for rule in rules]
        found = sum(len(plan.conversations) for plan in plans)
        if not as_json:
            _show(plans, fate)
        if options["dry_run"] or not found:
            if as_json:
                print_json(_plan_fields(plans) | {"fate": None})
            return
        if not options["yes"]:
            verb = "Throw away" if fate == "trash" else "Delete and erase" if options["purge"] else "Delete"
            confirm_or_stop(f"{verb} {count(found, 'conversation')}?", "prune")
        report, erased = _carry_out(archive, plans, fate, purge=options["purge"])
    if as_json:
        print_json(_plan_fields(plans) | {"fate": fate} | deleted_fields(report, erased))
        return
    if fate == "delete":
        report_deleted(report, erased)
    else:
        thrown = count(report.conversations, "conversation")
        click.echo(f"{thrown} in the trash now; hermes session trash --undo ID takes one out.")


def _rules(options: dict[str, Any]) -> list[upkeep.Rule]:
    """The rules that a command's options ask for."""
    rule = upkeep.Rule(
        before=options["before"],
        sources=tuple(split_commas(options["sources"]) or ()),
        project=absolute_project(options["project"]),
        max_messages=options["max_messages"],
        untitled=options["untitled"],
    )
    if not options["policy"]:
        return [rule]
    if rule != upkeep.Rule():
        raise click.UsageError("--policy takes its rules from config.yaml alone; leave the other conditions out")
    home = hermes_home(os.environ)
    rules = upkeep.retention_rules(load_config(home), config_path(home))
    if not rules:
        raise click.UsageError(f'there is no rule in {config_path(home)}; write one, as in "retention: {{cron: 30d}}"')
    return rules


def _carry_out(
    archive: SessionDB, plans: Sequence[PrunePlan], fate: Any, *, purge: bool
) -> tuple[DeleteReport, PurgeReport | None]:
    report = upkeep.prune(archive, plans[0], fate)
    for plan in plans[1:]:
        report = report.plus(upkeep.prune(archive, plan, fate))
    return report, upkeep.purge(archive) if purge else None


def _show(plans: Sequence[PrunePlan], fate: str) -> None:
    """Prints what plans would remove: how much, from when to when, and the first of them."""
    chosen = [one for plan in plans for one in plan.conversations]
    kept_pinned = sum(plan.kept_pinned for plan in plans)
    kept_branches = sum(plan.kept_with_branches for plan in plans)
    if not chosen:
        click.echo("Nothing to prune.")
    else:
        times = [at for plan in plans for at in plan.span() if at is not None]
        span = f", last active {local_time(min(times))} to {local_time(max(times))}" if times else ""
        messages = count(sum(one.messages for one in chosen), "message")
        click.echo(f"{count(len(chosen), 'conversation')} with {messages}{span}:")
        headers = ("id", "last active", "source", "messages", "title")
        rows = [
            (
                short_id(one.id.split(":", 1)[1]),
                local_time(one.last_active_at),
                one.source,
                f"{one.messages:,}",
                one.title or "",
            )
            for one in chosen[:SHOWN]
        ]
        click.echo(table(headers, rows, flexible=(2, 4), right=(3,), droppable=(2, 3)))
        if len(chosen) > SHOWN:
            click.echo(f"… and {len(chosen) - SHOWN:,} more")
    kept = [(kept_pinned, "pinned"), (kept_branches, "bearing branches")]
    words = [f"{number:,} {why}" for number, why in kept if number]
    if words:
        click.echo(f"Kept: {', '.join(words)}.")


def _plan_fields(plans: Sequence[PrunePlan]) -> dict[str, Any]:
    times = [at for plan in plans for at in plan.span() if at is not None]
    return {
        "candidates": [
            {
                "session_id": one.id.split(":", 1)[1],
                "origin": one.id.split(":", 1)[0],
                "title": one.title,
                "source": one.source,
                "last_active_at": iso(one.last_active_at),
                "sessions": one.sessions,
                "messages": one.messages,
            }
            for plan in plans
            for one in plan.conversations
        ],
        "oldest_at": iso(min(times)) if times else None,
        "newest_at": iso(max(times)) if times else None,
        "kept_pinned": sum(plan.kept_pinned for plan in plans),
        "kept_with_branches": sum(plan.kept_with_branches for plan in plans),
    }


def deleted_fields(report: DeleteReport, erased: PurgeReport | None) -> dict[str, Any]:
    """What was deleted, and erased, as the commands' ``--json`` gives it."""
    fields: dict[str, Any] = {
        "conversations": report.conversations,
        "sessions": report.sessions,
        "messages": report.messages,
        "purged": None,
    }
    if erased is not None:
        fields["purged"] = {
            "words": erased.terms,
            "log_is_empty": erased.log_is_empty,
            "copies": list(erased.copies),
        }
    return fields


def report_deleted(report: DeleteReport, erased: PurgeReport | None) -> None:
    """Prints what was deleted and erased; what still holds the text is named on stderr."""
    if report.conversations or erased is None:
        click.echo(f"Deleted {count(report.conversations, 'conversation')}, {count(report.messages, 'message')}.")
    if erased is None:
        return
    if erased.log_is_empty:
        click.echo("Erased from the file, with the words that stood nowhere else.")
    else:
        click.echo(
            "hermes: the write-ahead log still holds old pages, another process is reading "
            "(when it has finished: hermes session delete --purge)",
            err=True,
        )
    for copy in erased.copies:
        click.echo(f"note: {neutral_line(copy)} was made before and still holds what was erased here", err=True)
