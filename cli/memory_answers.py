"""The store as a person uses it: opened with the settings, asking where there is a terminal, its answers printed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from hermes_state.cli.memory_options import file_name
from hermes_state.cli.neutral import neutral_line
from hermes_state.cli.render import count, indented, print_json, styled
from hermes_state.memory.journal.history import Author
from hermes_state.memory.settings import load_settings
from hermes_state.memory.store import MemoryStore

if TYPE_CHECKING:
    from hermes_state.memory.changes.approval import PendingWrite

AUTHORS = {"tool": "the agent", "background": "a background review", "person": "you", "outside": "an editor"}
"""Who writes, by the word that the history keeps."""

FOR_THE_MODEL = ("done", "entries", "current_entries")
"""Fields of an answer that say to a model what it would not ask again for; ``list`` has the entries."""

SHOWN_MATCHES = 5


def open_store(*, session: str | None = None, message: str | None = None) -> MemoryStore:
    """The two files with the settings of ``config.yaml``, written by a person who cites a message of a session."""
    return MemoryStore(
        settings=load_settings(),
        author=Author("person", session, message),
        approver=_ask if sys.stdin is not None and sys.stdin.isatty() else None,
    )


def limit_of(store: MemoryStore, target: str) -> int:
    """How many characters a store may hold."""
    return store.desk.limits[store.place(target).target]


def _ask(write: PendingWrite) -> bool:
    """Shows a write and asks whether to make it."""
    for line in write_lines(write):
        click.echo(line, err=True)
    return click.confirm(f"Write this to {file_name(write.target)}?", err=True)


def write_lines(write: PendingWrite) -> Iterator[str]:
    """Yields the texts of a waiting write: what it would take away with ``-``, what it would put there with ``+``."""
    befores = write.before if len(write.before) == len(write.operations) else (None,) * len(write.operations)
    for operation, before in zip(write.operations, befores, strict=True):
        if before is not None:
            yield text_line(before, "-")
        if operation.action == "edit":
            yield text_line(f"{operation.old_text} → {operation.content}", "~")
        elif operation.content is not None:
            yield text_line(operation.content, "+")


def text_line(text: str, mark: str) -> str:
    """A text, harmless and indented, its first line marked: ``-`` for what is gone, ``+`` for what came."""
    colour = {"-": "red", "+": "green"}.get(mark)
    return styled(f"  {mark} {indented(text, '    ').lstrip()}", fg=colour)


def carried_out(answer: dict[str, Any], target: str, hint: str | None = None) -> dict[str, Any]:
    """An answer that says yes; raises ``click.ClickException`` with one line of what to do for any other: ``hint``,
    else what follows from the answer."""
    if answer["success"]:
        return answer
    text = f"{answer['error']} ({hint})" if hint else refusal_text(answer, target)
    raise click.ClickException(neutral_line(text))


def refusal_text(answer: dict[str, Any], target: str) -> str:
    """Why a write was refused and what a person can do about it, where the answer's own words speak to an agent."""
    name = file_name(target)
    if "over_by" in answer:
        return (
            f"{count(answer['over_by'], 'character')} too many for {name} ({answer['usage']}, and this entry has "
            f"{answer['entry_chars']:,}); nothing was changed (shorten or remove an entry: see hermes memory list"
            f"{_target_words(target)}; or raise the limit: hermes memory setup)"
        )
    error, hint = answer["error"].replace("old_text", "OLD"), answer.get("hint")
    if "current_entries" in answer or "old_text" in (hint or ""):
        hint = f"see hermes memory list{_target_words(target)}"
    if answer.get("pending_id"):
        hint = f"hermes memory approve {answer['pending_id']} --reason TEXT, or reject {answer['pending_id']}"
    if answer.get("matches"):
        matches = [repr(neutral_line(one)[:40]) for one in answer["matches"][:SHOWN_MATCHES]]
        more = ", …" if len(answer["matches"]) > SHOWN_MATCHES else ""
        hint = f"give more of its text, or its number like '#2': {', '.join(matches)}{more}"
    return error if not hint or hint in error else f"{error} ({hint})"


def _target_words(target: str) -> str:
    """The option that names a file that is not the default, for a command line that is shown."""
    return "" if target == "memory" else f" --target {target}"


def print_answer(answer: dict[str, Any], target: str, done: str, *, as_json: bool) -> None:
    """Prints an answer that says yes: as JSON, or ``done`` in words, the texts that went, and what to look at."""
    if as_json:
        print_json({name: value for name, value in answer.items() if name not in FOR_THE_MODEL})
        return
    for line in answer_lines(answer, target, done):
        click.echo(line)


def answer_lines(answer: dict[str, Any], target: str, done: str) -> Iterator[str]:
    """Yields the printed lines of an answer that says yes."""
    if answer.get("staged"):
        yield (
            f"Waits for approval as {answer['pending_id']}: memory.write_approval is on, and there is no terminal to "
            "ask on."
        )
        yield styled(f"  hermes memory approve {answer['pending_id']}", dim=True)
        return
    if not {"change_id", "erased_from"} & answer.keys():
        yield f"Nothing to do: {neutral_line(answer['message'])}."
        return
    use = f"{answer['usage'].replace('/', ' of ')} characters, {answer['percent']} %"
    yield f"{done} {file_name(target)}: {use}."
    for text in (*answer.get("overwritten", ()), *answer.get("removed", ())):
        yield text_line(text, "-")
    yield from note_lines(answer)


def note_lines(answer: dict[str, Any]) -> Iterator[str]:
    """Yields what a person should know beside an answer: warnings, entries alike, writes that wait."""
    for warning in answer.get("warnings", ()):
        yield f"note: {neutral_line(warning)}"
    for one in answer.get("near_duplicates", ()):
        yield text_line(one["entry"], "≈")
    if answer.get("pending"):
        yield f"note: {count(answer['pending'], 'write')} waiting for you: hermes memory pending"


def shown_author(origin: str | None) -> str:
    """Who wrote something, in words."""
    return AUTHORS.get(origin or "", neutral_line(origin or ""))
