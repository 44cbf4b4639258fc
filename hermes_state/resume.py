"""How to go on with an archived conversation in the tool that it came from."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass

from hermes_state.records import Session


@dataclass(frozen=True, slots=True)
class ResumeHint:
    """The command that resumes a conversation, and the folder to run it in (``None``: anywhere)."""

    command: str
    folder: str | None

    @property
    def line(self) -> str:
        """One line for a shell: the change of folder, then the command."""
        if self.folder is None:
            return self.command
        return f"cd {shlex.quote(self.folder)} && {self.command}"


COMMANDS = {
    "claude-code": "claude --resume {id}",
    "codex": "codex resume {id}",
    "hermes": "hermes --resume {id}",
}
"""The resuming command of each origin whose tool has one."""

FOLDER_BOUND = frozenset({"claude-code"})
"""Origins whose tool finds a conversation only from the folder it was held in."""


def resume_hint(session: Session) -> ResumeHint | None:
    """How to resume a conversation; ``None`` for origins without such a command and for sub-agents.

    A sub-agent's transcript belongs to its parent's conversation and cannot be resumed alone.
    """
    command = COMMANDS.get(session.origin)
    if command is None or session.kind == "subagent":
        return None
    folder = session.project if session.origin in FOLDER_BOUND else None
    return ResumeHint(command.format(id=shlex.quote(session.id)), os.path.normpath(folder) if folder else None)
