"""Who decides over a write: nobody, a person who is asked now, or one who looks at it later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from hermes_state.errors import EntryNotFoundError, HermesStateError
from hermes_state.memory.changes import answers, approval, writing
from hermes_state.memory.changes.approval import PendingWrite
from hermes_state.memory.changes.writing import OverLimit, Refused, Request, Undecided, Written
from hermes_state.memory.entries.operations import Operation
from hermes_state.memory.entries.text import content_hash, unique
from hermes_state.memory.journal.history import Author
from hermes_state.memory.journal.state import look
from hermes_state.memory.targets import TARGETS, Place, Target, checked_target

if TYPE_CHECKING:
    from hermes_state.memory.settings import MemorySettings

Answer = dict[str, Any]


@dataclass(slots=True)
class Desk:
    """Takes the writes of one ``MemoryStore``; holds its live entries and counts the failures of a turn."""

    folder: str
    limits: dict[Target, int]
    settings: MemorySettings | None
    author: Author
    approver: Callable[[PendingWrite], bool] | None
    live: dict[Target, list[str]] = field(default_factory=lambda: {target: [] for target in TARGETS})
    failures: int = 0

    def place(self, target: str) -> Place:
        """The files of a store; raises ``InvalidArgumentError`` for a target that is none."""
        return Place(self.folder, checked_target(target))

    def is_enabled(self, target: str) -> bool:
        """Whether the settings leave a store on."""
        if self.settings is None:
            return True
        return bool(self.settings.memory_enabled if target == "memory" else self.settings.user_profile_enabled)

    def is_off(self, target: str) -> bool:
        """Whether a store is off for who writes: a person may look after one that the agent does not see."""
        return not self.is_enabled(target) and self.author.origin != "person"

    def read(self, target: str) -> Answer:
        """The live entries as an answer."""
        try:
            chosen = checked_target(target)
            if self.is_off(chosen):
                return answers.off(chosen)
            answer: Answer = {"success": True, **self.shown(chosen)}
        except HermesStateError as error:
            return answers.trouble(target, error)
        self.live[chosen] = list(answer["current_entries"])
        return answers.with_pending(answer, approval.count(self.folder))

    def shown(self, target: Target) -> Answer:
        """The fields of an answer that show a store as it is; raises ``MemoryFileError``."""
        place = self.place(target)
        state = look(place)
        return answers.live(target, unique(state.entries), self.limits[target], state.known)

    def take(self, target: str, request: Request) -> Answer:
        """Does a write, asks first, or stages it, as the settings and the scanner want; never raises."""
        try:
            chosen = checked_target(target)
        except HermesStateError as error:
            return answers.trouble(target, error)
        if self.is_off(chosen):
            return answers.off(chosen)
        ask_first = self.settings is not None and bool(self.settings.write_approval)
        answer = self.carry_out(chosen, replace(request, ask_first=ask_first))
        return answers.with_pending(answer, approval.count(self.folder))

    def carry_out(self, target: Target, request: Request) -> Answer:
        """Does a write as far as nobody has to be asked; never raises for what is in it or in the files."""
        try:
            result = writing.write(self.place(target), self.limits[target], request)
            if isinstance(result, Undecided):
                return self._decide(target, request, result)
            return self._answered(target, request, result)
        except EntryNotFoundError as error:
            return self._not_found(target, request, error)
        except HermesStateError as error:
            return answers.trouble(target, error)

    def _not_found(self, target: Target, request: Request, error: EntryNotFoundError) -> Answer:
        answer = answers.trouble(target, error)
        try:
            answer |= self.shown(target)
        except HermesStateError as trouble:  # changed since the write looked: the answer is right without the list
            answer["hint"] = str(trouble)
        return self._failed(target, request, answer)

    def _answered(self, target: Target, request: Request, result: Written | OverLimit | Refused) -> Answer:
        limit = self.limits[target]
        if isinstance(result, OverLimit):
            return self._failed(target, request, answers.over_limit(target, result, limit))
        if isinstance(result, Refused):
            return answers.refused(target, result.judgement, hint=_how_to_override(request))
        self.failures = 0
        self.live[target] = list(result.entries)
        return answers.done(target, result, limit, request.name)

    def _failed(self, target: Target, request: Request, answer: Answer) -> Answer:
        """Counts a failure of an agent's turn; after three the answer is final. A person may go on trying."""
        if request.author.origin == "person" or not request.counted:
            return answer
        self.failures += 1
        return answer if self.failures <= answers.MOST_FAILURES else answers.final(target)

    def _decide(self, target: Target, request: Request, result: Undecided) -> Answer:
        """Asks a person, or stages the write for one."""
        held_back = result.judgement.held_back
        asked = replace(request, operations=result.operations)
        why = approval.SCANNER_REASON if result.judgement.findings else approval.SETTING_REASON
        before = [_text_of(result, one) for one in result.operations]
        pending = approval.new_pending(asked, target, why, before, answers.findings(result.judgement))
        if self.approver is not None and not held_back and request.author.origin != "background":
            if not self.approver(pending):
                return {"success": False, "done": True, "error": "declined; nothing was applied", "target": target}
            return self.carry_out(target, replace(asked, decided=True))
        approval.stage(self.place(target), pending)
        if not held_back:
            self.failures = 0
            return answers.staged(target, pending.id)
        return answers.refused(target, result.judgement, hint=_how_to_override(request), pending_id=pending.id)


def _how_to_override(request: Request) -> str | None:
    """How a person has a text written that the scanner refuses; ``None`` for an agent, which cannot."""
    if request.author.origin != "person":
        return None
    if request.name in ("add", "replace", "edit"):
        return "if you are sure that the text is harmless, write it with --override REASON"
    return "if you are sure that the text is harmless, add it by itself: hermes memory add --override REASON TEXT"


def _text_of(result: Undecided, operation: Operation) -> str | None:
    """The text of the entry that a pinned operation acts on."""
    held = [*result.state.entries, *(one.before for one in result.outcome.changes if one.before is not None)]
    return next((text for text in held if content_hash(text) == operation.pin), None)
