"""The group ``hermes memory``: the table of its commands and the modules they live in."""

from __future__ import annotations

import click

from hermes_state.cli.lazy import CommandEntry, LazyGroup

_HOME = "hermes_state.cli.memory_"

COMMANDS = {
    "list": CommandEntry(_HOME + "entries", "list_entries", "List the entries, one a line."),
    "show": CommandEntry(_HOME + "entries", "show", "Read entries whole, and where they came from."),
    "add": CommandEntry(_HOME + "changes", "add", "Add an entry."),
    "replace": CommandEntry(_HOME + "changes", "replace", "Put another text in the place of an entry."),
    "edit": CommandEntry(_HOME + "changes", "edit", "Change a part of an entry."),
    "remove": CommandEntry(_HOME + "changes", "remove", "Remove an entry; undo brings it back."),
    "forget": CommandEntry(_HOME + "changes", "forget", "Erase an entry for good, from the history too."),
    "undo": CommandEntry(_HOME + "history", "undo", "Take a change back."),
    "history": CommandEntry(_HOME + "history", "history", "List the changes."),
    "pending": CommandEntry(_HOME + "review", "pending", "List the writes that wait for you."),
    "diff": CommandEntry(_HOME + "review", "diff", "Show what a waiting write would change."),
    "approve": CommandEntry(_HOME + "review", "approve", "Make a waiting write, or let a blocked entry in."),
    "reject": CommandEntry(_HOME + "review", "reject", "Drop a waiting write."),
    "status": CommandEntry(_HOME + "status", "status", "Say how full both files are and what needs you."),
    "setup": CommandEntry(_HOME + "settings", "setup", "Set the memory's settings."),
    "off": CommandEntry(_HOME + "settings", "off", "Switch the external provider, or the files, off."),
    "on": CommandEntry(_HOME + "settings", "on", "Switch the files on."),
    "scan": CommandEntry(_HOME + "scan", "scan", "Look for threats in a file, or in the memory."),
    "export": CommandEntry(_HOME + "transfer", "export", "Write the entries, with times and sources."),
    "import": CommandEntry(_HOME + "transfer", "import_file", "Add the entries of a file."),
}

EPILOG = """\b
Examples:
  hermes memory status
  hermes memory add "The tests of this repository run by scripts/run_tests.sh"
  hermes memory add --target user "Prefers conclusions first, without long explanations"
  hermes memory list
\b
Two files go into the system prompt of every session: MEMORY.md, what the agent should know, and USER.md, who you
are. --target user means USER.md.
"""


@click.group(cls=LazyGroup, commands=COMMANDS, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
def memory() -> None:
    """Read and change what goes into every session: MEMORY.md and USER.md."""
