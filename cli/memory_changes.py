"""``hermes memory add``, ``replace``, ``edit``, ``remove`` and ``forget``: changing the entries."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from hermes_state.cli.lazy import Command
from hermes_state.cli.memory_answers import carried_out, limit_of, open_store, print_answer, text_line
from hermes_state.cli.memory_options import file_name, given_text, memory_options
from hermes_state.cli.options import HELP_SETTINGS, yes_option
from hermes_state.memory import inventory
from hermes_state.memory.changes import overrides

if TYPE_CHECKING:
    from hermes_state.memory.store import MemoryStore

ADD_EPILOG = """\b
Examples:
  hermes memory add "Staging is deployed from the branch release/*"
  hermes memory add --target user "Prefers conclusions first"
  cat note.txt | hermes memory add -
  hermes memory add --session 4d1f09b2-77aa --message 1234 "CI needs Node 22"
\b
An entry may have many lines. --session and --message cite where the fact comes from; show prints the command that
reads it there.
"""
REPLACE_EPILOG = """\b
Examples:
  hermes memory replace "Node 20" "CI needs Node 22"
  hermes memory replace '#3' "CI needs Node 22"
  cat note.txt | hermes memory replace "Node 20"
\b
OLD is any text that only one entry holds, or the number of an entry as '#3'. The whole entry is replaced; edit
changes a part.
"""
EDIT_EPILOG = """\b
Examples:
  hermes memory edit "Node 20" "Node 22"
  hermes memory edit ", with caching" ""
"""
REMOVE_EPILOG = """\b
Examples:
  hermes memory remove "Node 20"
  hermes memory remove --target user '#2'
\b
The history keeps what was removed, and undo brings it back. To erase it, use forget.
"""
FORGET_EPILOG = """\b
Examples:
  hermes memory forget "my old address"
  hermes memory forget --yes '#2'
\b
Erases the entry from the file, its history, its backups, the writes that wait, and what is noted beside it.
"""

MOST_DIGITS = 7
"""A number of an entry has fewer."""

override_option = click.option(
    "--override", metavar="REASON", help="Write it although the scanner says no, and keep the reason."
)
session_option = click.option("--session", metavar="ID", help="The session that the fact comes from.")
message_option = click.option("--message", metavar="N", type=int, help="The message in it.")


def source_options(command: Any) -> Any:
    """Adds ``--session`` and ``--message``."""
    return session_option(message_option(command))


def store_with_source(*, session: str | None, message: int | None) -> MemoryStore:
    """The store, whose writes cite this message. Raises ``click.UsageError`` for a message without a session."""
    if message is not None and session is None:
        raise click.UsageError("--message N needs --session ID, the session that has it")
    return open_store(session=session, message=None if message is None else str(message))


def allow(store: MemoryStore, target: str, content: str, reason: str | None) -> None:
    """Notes the reason for which a person lets this text past the scanner, where there is one."""
    if reason is not None:
        carried_out(overrides.allow_content(store, target, content, reason), target)


@click.command("add", cls=Command, epilog=ADD_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("text", metavar="[TEXT]", required=False)
@source_options
@override_option
@memory_options
def add(text: str | None, override: str | None, target: str, as_json: bool, **source: Any) -> None:
    """Add TEXT as an entry, or what standard input holds where TEXT is - or missing."""
    store = store_with_source(**source)
    content = given_text(text)
    allow(store, target, content, override)
    answer = carried_out(store.add(target, content), target)
    print_answer(answer, target, f"Added #{answer.get('entry_count', '')} to", as_json=as_json)


@click.command("replace", cls=Command, epilog=REPLACE_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("old")
@click.argument("text", metavar="[TEXT]", required=False)
@source_options
@override_option
@memory_options
def replace(old: str, text: str | None, override: str | None, target: str, as_json: bool, **source: Any) -> None:
    """Put TEXT, or what standard input holds, in the place of the entry that holds OLD."""
    store = store_with_source(**source)
    old_text = found_by(store, target, old)
    content = given_text(text)
    allow(store, target, content, override)
    answer = store.replace(target, old_text, content)
    carried_out(answer, target, number_hint(store, target, old, answer))
    print_answer(answer, target, "Replaced an entry of", as_json=as_json)


@click.command("edit", cls=Command, epilog=EDIT_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("old")
@click.argument("new")
@source_options
@override_option
@memory_options
def edit(old: str, new: str, override: str | None, target: str, as_json: bool, **source: Any) -> None:
    """Put NEW, which may be empty, in the place of OLD within the one entry that holds it."""
    store = store_with_source(**source)
    if override is not None:
        allow(store, target, inventory.edited(inventory.entries(store.place(target)), old, new), override)
    answer = carried_out(store.edit(target, old, new), target)
    print_answer(answer, target, "Edited an entry of", as_json=as_json)


@click.command("remove", cls=Command, epilog=REMOVE_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("old")
@memory_options
def remove(old: str, target: str, as_json: bool) -> None:
    """Remove the entry that holds OLD."""
    store = open_store()
    answer = store.remove(target, found_by(store, target, old))
    carried_out(answer, target, number_hint(store, target, old, answer))
    print_answer(answer, target, "Removed an entry from", as_json=as_json)


@click.command("forget", cls=Command, epilog=FORGET_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("old")
@yes_option
@memory_options
def forget(old: str, yes: bool, target: str, as_json: bool) -> None:
    """Erase the entry that holds OLD for good. Asks first."""
    store = open_store()
    old_text = found_by(store, target, old)
    if not yes:
        confirm_forgetting(store, target, old_text)
    elif old_text == old:
        refuse_document(store, target, old_text)
    answer = store.forget(target, old_text)
    carried_out(answer, target, number_hint(store, target, old, answer))
    answer.pop("removed", None)
    print_answer(answer, target, "Erased an entry, and every trace of it, from", as_json=as_json)


def refuse_document(store: MemoryStore, target: str, old_text: str) -> None:
    """Raises ``click.ClickException`` where unseen, by a part of it, a whole document would be erased that somebody
    put into the file."""
    entry = inventory.if_found(inventory.entries(store.place(target)), old_text)
    if entry is not None and entry.outside and len(entry.text) > limit_of(store, target) and old_text != entry.text:
        raise click.ClickException(
            f"nothing erased: this stands in a text of {len(entry.text):,} characters that was not written as an entry "
            f"(put lines with only § between its facts, or forget all of it: hermes memory forget '#{entry.number}')"
        )


def confirm_forgetting(store: MemoryStore, target: str, old_text: str) -> None:
    """Shows what would be erased and asks; raises ``click.ClickException`` without a terminal or a yes."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise click.ClickException("nothing erased: there is no terminal to ask on; give --yes to erase")
    entry = inventory.if_found(inventory.entries(store.place(target)), old_text)
    question = f"Erase this from {file_name(target)}, its history and its backups?"
    if entry is None:
        question = f"No entry of {file_name(target)} holds this. Erase what its history has of it?"
    click.echo(text_line(old_text if entry is None else entry.text, "-"), err=True)
    if not click.confirm(question, err=True):
        raise click.ClickException("nothing erased")


def found_by(store: MemoryStore, target: str, word: str) -> str:
    """The ``old_text`` for what a person gave: a number like ``#3`` stands for the whole text of that entry."""
    if not inventory.is_number(word):
        return word
    entry = inventory.numbered(inventory.entries(store.place(target)), word)
    return word if entry is None else inventory.exactly(entry.text)


def number_hint(store: MemoryStore, target: str, word: str, answer: dict[str, Any]) -> str | None:
    """How to name the entry of that number, where a change failed for a bare number that stands in no entry."""
    if answer["success"] or not (word.isascii() and word.isdigit() and len(word) < MOST_DIGITS):
        return None
    views = inventory.entries(store.place(target))
    if not 1 <= int(word) <= len(views) or any(word in view.text for view in views):
        return None
    return f"'#{int(word)}' names entry {int(word)}"
