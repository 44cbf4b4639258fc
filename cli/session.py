"""The group ``hermes session``: the table of its commands and the modules they live in."""

from __future__ import annotations

import click

from hermes_state.cli.lazy import CommandEntry, LazyGroup

COMMANDS = {
    "search": CommandEntry("hermes_state.cli.search", "search", "Find conversations by what was said in them."),
    "list": CommandEntry("hermes_state.cli.browse", "list_sessions", "List conversations, one a line."),
    "browse": CommandEntry("hermes_state.cli.browse", "browse", "List conversations with how they began."),
    "show": CommandEntry("hermes_state.cli.browse", "show", "Read a conversation, and how to resume it."),
    "scroll": CommandEntry("hermes_state.cli.browse", "scroll", "Read the messages around one."),
    "import": CommandEntry("hermes_state.cli.transfer", "import_paths", "Import transcripts from files and folders."),
    "sync": CommandEntry("hermes_state.cli.transfer", "sync", "Import what is new from the tools on this machine."),
    "export": CommandEntry("hermes_state.cli.export", "export", "Write conversations to a file."),
    "stats": CommandEntry("hermes_state.cli.upkeep", "stats", "Say what the archive holds and how large it is."),
    "check": CommandEntry("hermes_state.cli.upkeep", "check", "Verify the archive."),
    "rename": CommandEntry("hermes_state.cli.upkeep", "rename", "Give a conversation another title."),
    "delete": CommandEntry("hermes_state.cli.upkeep", "delete", "Delete conversations."),
    "pin": CommandEntry("hermes_state.cli.marks", "pin", "Keep conversations whatever is pruned."),
    "archive": CommandEntry("hermes_state.cli.marks", "archive", "Take conversations out of the lists."),
    "trash": CommandEntry("hermes_state.cli.marks", "trash", "Throw conversations away, take them back, empty it."),
    "prune": CommandEntry("hermes_state.cli.pruning", "prune", "Remove conversations by a rule, after showing them."),
    "optimize": CommandEntry("hermes_state.cli.upkeep", "optimize", "Compress what is loose and give space back."),
    "backup": CommandEntry("hermes_state.cli.durability", "backup", "Write a checked copy of the archive."),
    "restore": CommandEntry("hermes_state.cli.durability", "restore", "Put a backup in the archive's place."),
    "repair": CommandEntry("hermes_state.cli.durability", "repair", "Repair a damaged archive, keeping a copy of it."),
    "secrets": CommandEntry("hermes_state.cli.secrets", "secrets", "Say which secrets the archive holds, and where."),
    "completion": CommandEntry("hermes_state.cli.completion", "completion", "Print the script for shell completion."),
}

EPILOG = """\b
Examples:
  hermes session sync                          import what Claude Code, Codex and Hermes Agent left here
  hermes session search "connection refused"   find it
  hermes session scroll 4d1f09b2-77aa 1234     read around the hit
"""


@click.group(cls=LazyGroup, commands=COMMANDS, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
def session() -> None:
    """Import, search and read conversations."""
