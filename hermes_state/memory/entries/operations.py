"""What can be done to a list of entries: pure functions, no file in here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hermes_state.errors import (
    AmbiguousEntryError,
    EntryChangedError,
    EntryNotFoundError,
    EntryTextError,
    MalformedOperationError,
)
from hermes_state.memory.entries.text import SEPARATOR, canonical, content_hash, plain_lines, unique

ACTIONS = ("add", "replace", "edit", "remove")
"""What changes a memory. ``replace`` takes a whole entry's place, ``edit`` only that of the text found in it."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One change that is asked for.

    ``pin`` is the hash of the exact entry that it is meant for; ``position`` where an added entry is to stand, for
    one that comes back (at the end without).
    """

    action: str
    content: str | None = None
    old_text: str | None = None
    pin: str | None = None
    position: int | None = None

    @property
    def rewrites(self) -> bool:
        """Whether it changes bytes that are in the file."""
        return self.action != "add" or self.position is not None


@dataclass(frozen=True, slots=True)
class TextChange:
    """What happened to one entry: ``before`` is ``None`` for a new one, ``after`` for a removed one.

    ``position`` counts entries from 0: where ``after`` stands, or where ``before`` stood. ``forgotten`` tells that
    parts of the texts were erased later.
    """

    action: str
    before: str | None
    after: str | None
    position: int
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What operations make of a list of entries; ``pins`` has, for each, the hash of the entry that it acted on."""

    entries: list[str]
    changes: tuple[TextChange, ...]
    pins: tuple[str | None, ...]
    duplicates: tuple[str, ...] = ()


def checked_operations(given: object) -> tuple[Operation, ...]:
    """The operations of a batch, their texts made canonical; ``MalformedOperationError`` names the one at fault."""
    if not isinstance(given, Sequence) or isinstance(given, str | bytes) or not given:
        raise MalformedOperationError(
            "operations must be a list of at least one operation",
            operation="read a batch",
            hint='each is {"action": "add|replace|edit|remove", "content": …, "old_text": …}',
        )
    checked = []
    for number, one in enumerate(given, 1):
        try:
            checked.append(_from_mapping(one))
        except (MalformedOperationError, EntryTextError) as error:
            raise MalformedOperationError(
                f"operation {number} of {len(given)}: {error}", operation="read a batch", hint=error.hint
            ) from None
    return tuple(checked)


def _from_mapping(one: object) -> Operation:
    if not isinstance(one, Mapping):
        raise MalformedOperationError(f"an operation must be an object, not {type(one).__name__}")
    fields: Mapping[str, Any] = one
    action = fields.get("action")
    new_text = fields.get("new_text")
    content = fields.get("content") if action != "edit" or new_text is None else new_text
    return checked_operation(action, content, fields.get("old_text"))


def checked_operation(action: object, content: object = None, old_text: object = None) -> Operation:
    """One operation, its texts made canonical; raises ``MalformedOperationError`` or ``EntryTextError``."""
    if not isinstance(action, str) or action not in ACTIONS:
        raise MalformedOperationError(f"the action {str(action)[:40]!r} is none of {', '.join(ACTIONS)}")
    if action == "add":
        return Operation("add", canonical("" if content is None else content))
    old = _checked_old_text(action, old_text)
    if action == "remove":
        return Operation("remove", None, old)
    if action == "edit":
        if not isinstance(content, str):
            raise MalformedOperationError("edit needs new_text: what takes the place of old_text, perhaps empty text")
        return Operation("edit", plain_lines(content), old)
    if content is None:
        raise MalformedOperationError("replace needs content: the whole new text of the entry")
    return Operation("replace", canonical(content), old)


def _checked_old_text(action: str, old_text: object) -> str:
    if old_text is None:
        raise MalformedOperationError(
            f"{action} needs old_text", hint="give a short text that only the entry you mean holds"
        )
    if not isinstance(old_text, str):
        raise MalformedOperationError(f"old_text must be text, not {type(old_text).__name__}")
    if not old_text.strip():
        raise MalformedOperationError(
            "old_text cannot be empty", hint="give a short text that only the entry you mean holds"
        )
    return plain_lines(old_text)


def apply(entries: Iterable[str], operations: Sequence[Operation]) -> Outcome:
    """What the operations, in order, make of a copy of the entries.

    Operations that take one another back change nothing. Raises ``EntryNotFoundError``, ``AmbiguousEntryError``,
    ``EntryChangedError`` or ``EntryTextError``; in a batch with the number of the operation at fault.
    """
    start = unique(entries)
    held = list(start)
    changes: list[TextChange] = []
    pins: list[str | None] = []
    duplicates: list[str] = []
    for number, operation in enumerate(operations, 1):
        try:
            change, pin = _apply_one(held, operation)
        except (EntryNotFoundError, AmbiguousEntryError, EntryChangedError, EntryTextError) as error:
            if len(operations) > 1:
                error.args = (f"operation {number} of {len(operations)} ({operation.action}): {error}",)
            raise
        pins.append(pin)
        if change is None:
            duplicates.append(operation.content or "")
        elif change.before != change.after:
            changes.append(change)
    return Outcome(held, tuple(changes) if held != start else (), tuple(pins), tuple(duplicates))


def _apply_one(held: list[str], operation: Operation) -> tuple[TextChange | None, str | None]:
    if operation.action == "add":
        content = operation.content or ""
        if content in held:
            return None, None
        position = len(held) if operation.position is None else min(operation.position, len(held))
        held.insert(position, content)
        return TextChange("add", None, content, position), None
    position = locate(held, operation)
    before = held[position]
    pin = content_hash(before)
    if operation.action == "remove":
        del held[position]
        return TextChange("remove", before, None, position), pin
    after = operation.content or ""
    if operation.action == "edit":
        after = edited(before, operation.old_text or "", after)
    if after != before and after in held:  # the two become one
        del held[position]
        return TextChange(operation.action, before, None, position), pin
    held[position] = after
    return TextChange(operation.action, before, after, position), pin


def locate(entries: Sequence[str], operation: Operation) -> int:
    """Where the entry stands that an operation means; a pinned one is found by its exact text alone."""
    if operation.pin is None:
        return find(entries, operation.old_text or "")
    for position, entry in enumerate(entries):
        if content_hash(entry) == operation.pin:
            return position
    raise EntryChangedError(
        "the entry was changed or removed since this change was prepared; it was not applied",
        operation="apply a change",
        hint="look at the memory and make the change anew; a write that waits for it can only be rejected",
    )


def find(entries: Sequence[str], old_text: str) -> int:
    """Where the one entry stands that holds ``old_text``; identical entries count as one, the first is meant.

    Text between two lines of ``§`` means the entry that is exactly it. Where nothing matches letter by letter,
    runs of white space count as equal. Raises ``EntryNotFoundError``, ``AmbiguousEntryError``.
    """
    wanted = plain_lines(old_text).strip()
    exact = re.fullmatch(rf"{SEPARATOR}\n(.*)\n{SEPARATOR}", wanted, re.DOTALL)
    if exact is not None:
        found = [position for position, entry in enumerate(entries) if entry == exact[1].strip()]
    else:
        found = [position for position, entry in enumerate(entries) if wanted in entry]
        if not found and (words := loosely(wanted)) is not None:
            found = [position for position, entry in enumerate(entries) if words.search(entry)]
    matches = unique(entries[position] for position in found)
    if not matches:
        raise EntryNotFoundError(
            f"no entry holds {_shown(wanted)}",
            operation="find an entry",
            hint="take old_text from one of the entries, letter by letter",
        )
    if len(matches) > 1:
        message = f"{len(matches)} different entries hold {_shown(wanted)}"
        if wanted in matches:
            message += f"; for the one that is exactly this text, put it between two lines of {SEPARATOR}"
        raise AmbiguousEntryError(message, matches)
    return found[0]


def loosely(text: str) -> re.Pattern[str] | None:
    """A pattern for the words of a text with any white space between them; ``None`` for text without words."""
    words = text.split()
    return re.compile(r"\s+".join(map(re.escape, words))) if words else None


def edited(entry: str, old_text: str, new_text: str) -> str:
    """The entry with the one place of ``old_text`` replaced; raises where it has several, or nothing is left."""
    wanted = old_text if old_text in entry else old_text.strip()
    count = entry.count(wanted)
    span = (entry.find(wanted), entry.find(wanted) + len(wanted))
    if count == 0 and (words := loosely(wanted)) is not None:
        spans = [match.span() for match in words.finditer(entry)]
        count, span = len(spans), spans[0] if spans else (0, 0)
    if count == 0:
        raise EntryNotFoundError(f"the entry does not hold {_shown(wanted)}", operation="edit an entry")
    if count > 1:
        raise AmbiguousEntryError(f"{_shown(wanted)} stands {count} times in that entry", [entry])
    text = entry[: span[0]] + new_text + entry[span[1] :]
    if not text.strip():
        raise EntryTextError("nothing would be left of the entry", operation="edit an entry", hint="use remove")
    return canonical(text)


def pinned(operations: Sequence[Operation], outcome: Outcome) -> tuple[Operation, ...]:
    """The operations, each bound to the exact entry that it acted on."""
    return tuple(replace(one, pin=pin) for one, pin in zip(operations, outcome.pins, strict=True))


def _shown(text: str) -> str:
    return f"{text[:60]!r}" + ("…" if len(text) > 60 else "")
