"""``hermes memory pending``, ``diff``, ``approve`` and ``reject``: writes that wait for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from hermes_state.cli.lazy import Command
from hermes_state.cli.memory_answers import carried_out, note_lines, open_store, shown_author, write_lines
from hermes_state.cli.memory_options import either_memory_options, file_name
from hermes_state.cli.neutral import neutral, neutral_line
from hermes_state.cli.options import HELP_SETTINGS
from hermes_state.cli.render import count, local_time, print_json, styled
from hermes_state.errors import HermesStateError
from hermes_state.memory import inventory
from hermes_state.memory.changes import approval, overrides

if TYPE_CHECKING:
    from hermes_state.memory.changes.approval import PendingWrite
    from hermes_state.memory.store import MemoryStore

PENDING_EPILOG = """\b
Examples:
  hermes memory pending
  hermes memory pending --target user
"""
DIFF_EPILOG = """\b
Examples:
  hermes memory diff                            all that wait
  hermes memory diff 3f2a9c10
"""
APPROVE_EPILOG = """\b
Examples:
  hermes memory approve 3f2a9c10
  hermes memory approve all --target user
  hermes memory approve 3f2a9c10 --reason "quotes a test string, harmless"
  hermes memory approve '#3' --reason "my own note on ssh"
\b
What the scanner held back needs a reason, which is kept with exactly that text. '#3' is an entry that stands in
the file already and is kept out of the prompt.
"""
REJECT_EPILOG = """\b
Examples:
  hermes memory reject 3f2a9c10
  hermes memory reject all
"""

ALL = "all"


@click.command("pending", cls=Command, epilog=PENDING_EPILOG, context_settings=HELP_SETTINGS)
@either_memory_options
def pending(target: str | None, as_json: bool) -> None:
    """List the writes that wait for you, the oldest first."""
    store = open_store()
    found = waiting(store, target)
    unread = approval.count(store.folder) - len(approval.pending(store))
    if as_json:
        print_json({"pending": [one.as_dict() for one in found], "unreadable": unread})
        return
    if not found:
        click.echo("Nothing waits for you.")
    for position, one in enumerate(found):
        if position:
            click.echo()
        for line in pending_lines(one):
            click.echo(line)
    if unread:
        click.echo(f"note: {count(unread, 'file')} in {store.folder}/pending cannot be read as a write")


def waiting(store: MemoryStore, target: str | None) -> list[PendingWrite]:
    """The writes that wait for one file, or for both."""
    return [one for one in approval.pending(store) if target in (None, one.target)]


def pending_lines(write: PendingWrite) -> Iterator[str]:
    """Yields the printed lines of a waiting write: what it is, why it waits, its texts, how to decide."""
    facts = [write.name, file_name(write.target), local_time(write.time), f"by {shown_author(write.author.origin)}"]
    yield f"{styled(write.id, bold=True)}  {styled(neutral_line('  '.join(facts)), dim=True)}"
    for verdict, threat, words in write.told:
        yield styled(f"  {neutral_line(f'{verdict}: {threat}, {words!r}')}", fg="yellow")
    yield from write_lines(write)
    reason = " --reason TEXT" if write.needs_reason else ""
    yield styled(f"  hermes memory approve {write.id}{reason}   or: hermes memory reject {write.id}", dim=True)


@click.command("diff", cls=Command, epilog=DIFF_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("pending_id", metavar="[ID]", required=False)
@either_memory_options
@click.pass_context
def diff(context: click.Context, /, pending_id: str | None, target: str | None, as_json: bool) -> None:
    """Show what the waiting write ID, or each that waits, would change in its file."""
    store = open_store()
    found = waiting(store, target) if pending_id in (None, ALL) else [approval.get(store, str(pending_id))]
    results = [{"id": one.id, "target": one.target} | diff_of(store, one) for one in found]
    wrong = [one for one in results if "error" in one]
    for one in wrong:
        click.echo(f"hermes: {one['id']}: {neutral_line(one['error'])}", err=True)
    if as_json:
        print_json({"diffs": results})
    elif not results:
        click.echo("Nothing waits for you.")
    else:
        texts = [one["diff"] or f"{one['id']} would change nothing" for one in results if "error" not in one]
        if texts:
            click.echo("\n\n".join("\n".join(diff_lines(text)) for text in texts))
    if wrong:
        context.exit(1)


def diff_of(store: MemoryStore, write: PendingWrite) -> dict[str, Any]:
    """What a write would change, as JSON fields: a unified diff, or why there is none."""
    try:
        return {"diff": approval.diff(store, write.id)}
    except HermesStateError as error:
        return {"diff": None, "error": f"{error} ({error.hint})" if error.hint else str(error)}


def diff_lines(text: str) -> Iterator[str]:
    """Yields the lines of a unified diff, harmless, in colours where they are wanted."""
    colours = {"+": "green", "-": "red", "@": "cyan"}
    for line in neutral(text).split("\n") if text else ():
        is_header = line.startswith(("+++ ", "--- "))
        yield styled(line, bold=True) if is_header else styled(line, fg=colours.get(line[:1]))


@click.command("approve", cls=Command, epilog=APPROVE_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("which", metavar="ID|all|'#N'")
@click.option("--reason", metavar="TEXT", help="Why, where the scanner held it back.")
@either_memory_options
@click.pass_context
def approve(context: click.Context, /, which: str, reason: str | None, target: str | None, as_json: bool) -> None:
    """Make the waiting write ID, or all, or let the blocked entry '#N' into the prompt."""
    store = open_store()
    if inventory.is_number(which):
        allow_entry(store, which, reason, target or "memory", as_json=as_json)
        return
    ids = [one.id for one in waiting(store, target)] if which == ALL else [approval.get(store, which).id]
    answers = {one: approval.approve(store, one, reason) for one in ids}
    print_decisions(answers, "approved", as_json=as_json)
    if not all(answer["success"] for answer in answers.values()):
        context.exit(1)


def allow_entry(store: MemoryStore, which: str, reason: str | None, target: str, *, as_json: bool) -> None:
    """Lets an entry of the file into the prompt although the scanner holds it back, and keeps the reason."""
    entry = inventory.numbered(inventory.entries(store.place(target)), which)
    if entry is None or not entry.held_back:
        raise click.ClickException(f"{which} of {file_name(target)} is not held back: nothing to approve")
    if not reason:
        raise click.UsageError(f"{which} is held back by the scanner: say why it is harmless with --reason TEXT")
    answer = carried_out(overrides.allow(store, target, inventory.exactly(entry.text), reason), target)
    if as_json:
        print_json(
            {"results": [{"entry": entry.number, "target": target, "success": True, "reason": answer["reason"]}]}
        )
        return
    click.echo(f"Allowed {which} of {file_name(target)}: it stands in the prompt from the next session on.")


@click.command("reject", cls=Command, epilog=REJECT_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("which", metavar="ID|all")
@either_memory_options
@click.pass_context
def reject(context: click.Context, /, which: str, target: str | None, as_json: bool) -> None:
    """Drop the waiting write ID, or all."""
    store = open_store()
    if which == ALL and target is None:
        answer = approval.reject(store, ALL)  # those that cannot be read too
        if "results" not in answer:
            carried_out(answer, "memory")
        answers = {one["id"]: one for one in answer["results"]}
    else:
        ids = [one.id for one in waiting(store, target)] if which == ALL else [which]
        answers = {one: approval.reject(store, one) for one in ids}
    print_decisions(answers, "rejected", as_json=as_json)
    if not all(answer["success"] for answer in answers.values()):
        context.exit(1)


def print_decisions(answers: dict[str, dict[str, Any]], done: str, *, as_json: bool) -> None:
    """Prints what became of each write: on stdout what was done, one line on stderr for each that could not be."""
    for name, answer in answers.items():
        if not answer["success"]:
            click.echo(f"hermes: {neutral_line(name)}: {neutral_line(failure_text(answer))}", err=True)
    if as_json:
        print_json({"results": [result_fields(name, answer) for name, answer in answers.items()]})
        return
    good = [name for name, answer in answers.items() if answer["success"]]
    if not answers:
        click.echo("Nothing waits for you.")
    elif good:
        click.echo(f"{done.capitalize()} {count(len(good), 'write')}: {', '.join(good)}.")
    for answer in answers.values():
        for line in note_lines({name: value for name, value in answer.items() if name != "pending"}):
            click.echo(line)


def failure_text(answer: dict[str, Any]) -> str:
    """Why a decision could not be carried out, and what to do."""
    hint = answer.get("hint")
    return f"{answer['error']} ({hint})" if hint else str(answer["error"])


def result_fields(name: str, answer: dict[str, Any]) -> dict[str, Any]:
    """What became of one write, as JSON fields."""
    kept: Sequence[str] = ("target", "success", "message", "error", "hint", "change_id", "warnings", "findings")
    return {"id": name} | {field: answer[field] for field in kept if field in answer}
