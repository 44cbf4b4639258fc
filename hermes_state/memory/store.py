"""The curated memory of an agent: two stores, their frozen blocks, and what can be done to them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hermes_state.errors import HermesStateError
from hermes_state.memory.changes import answers, forgetting, undoing
from hermes_state.memory.changes.approval import PendingWrite
from hermes_state.memory.changes.deciding import Desk
from hermes_state.memory.changes.writing import Request
from hermes_state.memory.entries.operations import checked_operation, checked_operations
from hermes_state.memory.journal.history import Author
from hermes_state.memory.prompt import snapshot
from hermes_state.memory.targets import DEFAULT_LIMITS, TARGETS, Place, Target, bound_folder, checked_target

if TYPE_CHECKING:
    from hermes_state.memory.settings import MemorySettings

Answer = dict[str, Any]


class MemoryStore:
    """``MEMORY.md`` and ``USER.md`` in one folder, which is bound when the store is made.

    Every operation answers with a dict that is ready for JSON and raises for nothing that is in its arguments or
    in the files: ``{"success": False, "error": …}``. The blocks for the prompt change with ``load_from_disk`` and
    ``refresh`` only; the files and ``entries`` change with each write.
    """

    def __init__(
        self,
        memory_char_limit: int = DEFAULT_LIMITS["memory"],
        user_char_limit: int = DEFAULT_LIMITS["user"],
        *,
        folder: str | Path | None = None,
        settings: MemorySettings | None = None,
        author: Author | None = None,
        approver: Callable[[PendingWrite], bool] | None = None,
    ) -> None:
        """``settings`` decide over the limits when given. ``approver`` asks a person; without one, a write that
        needs a decision is staged."""
        if settings is not None:
            memory_char_limit, user_char_limit = settings.memory_char_limit, settings.user_char_limit
        self.desk = Desk(
            bound_folder(folder, os.environ),
            {"memory": memory_char_limit, "user": user_char_limit},
            settings,
            Author() if author is None else author,
            approver,
        )
        self._blocks: dict[Target, str | None] = dict.fromkeys(TARGETS)
        self._told: set[str] = set()

    @property
    def folder(self) -> str:
        """The folder of the files, absolute."""
        return self.desk.folder

    def place(self, target: str) -> Place:
        """The files of a store; raises ``InvalidArgumentError`` for a target that is none."""
        return self.desk.place(target)

    def load_from_disk(self) -> None:
        """Reads and scans both files and freezes their blocks. What cannot be read enters no prompt and is logged."""
        for target in TARGETS:
            place = self.place(target)
            loaded = snapshot.load(place, self.desk.limits[target])
            self.desk.live[target] = list(loaded.entries)
            self._blocks[target] = loaded.block if self.desk.is_enabled(target) else None
            snapshot.warn_once(place, loaded, self._told)

    def refresh(self) -> None:
        """Freezes the blocks anew: the one way in which they change within a session."""
        self.load_from_disk()

    def format_for_system_prompt(self, target: str) -> str | None:
        """The block that the last load froze; ``None`` for an empty store, or one that is switched off."""
        return self._blocks[checked_target(target)]

    def entries(self, target: str) -> list[str]:
        """The entries as this store last saw them: on a load, a read, a write."""
        return list(self.desk.live[checked_target(target)])

    def begin_turn(self) -> None:
        """Starts a turn: failed writes are counted from 0 again."""
        self.desk.failures = 0

    def reset_consolidation_failures(self) -> None:
        """``begin_turn`` under the name that hosts know."""
        self.begin_turn()

    def read(self, target: str = "memory") -> Answer:
        """The live entries with the size and age of each."""
        return self.desk.read(target)

    def add(self, target: str, content: str) -> Answer:
        """Adds an entry; one that is there already is a success that writes nothing."""
        return self._single(target, "add", content)

    def replace(self, target: str, old_text: str, content: str) -> Answer:
        """Puts a new text in the place of the whole entry that holds ``old_text``; says what it overwrote."""
        return self._single(target, "replace", content, old_text)

    def edit(self, target: str, old_text: str, new_text: str) -> Answer:
        """Changes ``old_text`` alone, within the one entry that holds it."""
        return self._single(target, "edit", new_text, old_text)

    def remove(self, target: str, old_text: str) -> Answer:
        """Removes the entry that holds ``old_text``; history keeps it."""
        return self._single(target, "remove", None, old_text)

    def apply_batch(self, target: str, operations: Sequence[Any]) -> Answer:
        """Applies operations in order, all or none; the limit is checked on what they leave."""
        try:
            answer = self.desk.take(target, Request(checked_operations(operations), "batch", self.desk.author))
        except HermesStateError as error:
            answer = answers.trouble(target, error)
        return answers.of_batch(answer)

    def undo(self, target: str, change_id: str | None = None) -> Answer:
        """Takes back a change, by default the newest that this package made and that is not undone."""
        try:
            chosen = checked_target(target)
            if self.desk.is_off(chosen):
                return answers.off(chosen)
            request = undoing.request(self.place(target), change_id, self.desk.author)
        except HermesStateError as error:
            return answers.trouble(target, error)
        return self.desk.take(target, request)

    def forget(self, target: str, old_text: str) -> Answer:
        """Removes an entry and erases its text from the history, the sidecar, the backups and the pending writes."""
        return forgetting.forget(self.desk, target, old_text)

    def _single(self, target: str, action: str, content: object, old_text: object = None) -> Answer:
        try:
            operation = checked_operation(action, content, old_text)
        except HermesStateError as error:
            return answers.trouble(target, error)
        return self.desk.take(target, Request((operation,), action, self.desk.author))
