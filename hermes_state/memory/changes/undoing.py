"""Taking a change back: the operations that make a store's texts what they were before it."""

from __future__ import annotations

from hermes_state.errors import NotFoundError
from hermes_state.memory.changes.writing import Request
from hermes_state.memory.entries.operations import Operation, TextChange
from hermes_state.memory.entries.text import content_hash
from hermes_state.memory.journal import history
from hermes_state.memory.journal.history import OUTSIDE, Author, Change
from hermes_state.memory.targets import Place

UNDO = "undo"


def request(place: Place, change_id: str | None, author: Author) -> Request:
    """The write that undoes a change; raises ``NotFoundError``, ``MemoryFileError``.

    Its operations are bound to the exact texts that the change left: what was changed since is not overwritten.
    """
    change = chosen(place, change_id)
    steps = tuple(_reverse(one) for one in reversed(change.changes) if one.before != one.after)
    if not steps:
        raise NotFoundError(
            f"change {change.id} left nothing that could be undone", operation="undo a change", hint="see the history"
        )
    return Request(steps, UNDO, author, undoes=change.id)


def chosen(place: Place, change_id: str | None) -> Change:
    """The change of an id, or of the beginning of one; by default the newest that can be undone.

    Undoing an undo is done by its id. What was changed outside this package is undone only by its id.
    """
    found = [one for one in history.load(place) if not one.void]
    if change_id is None:
        free = [one for one in found if one.undone_by is None and one.operation not in (UNDO, OUTSIDE) and one.changes]
        if not free:
            raise NotFoundError("there is no change to undo", operation="undo a change", hint="see the history")
        return free[-1]
    named = [one for one in found if isinstance(change_id, str) and change_id and one.id.startswith(change_id)]
    if len(named) != 1:
        what = "several changes begin" if named else "no change begins"
        raise NotFoundError(
            f"{what} with {str(change_id)[:40]!r}", operation="undo a change", hint="see the history for the ids"
        )
    if named[0].undone_by is not None:
        raise NotFoundError(
            f"change {named[0].id} is undone already, by {named[0].undone_by}",
            operation="undo a change",
            hint=f"undo {named[0].undone_by} to have it back",
        )
    return named[0]


def _reverse(change: TextChange) -> Operation:
    if change.forgotten:
        raise NotFoundError("a text of this change was forgotten; it cannot be undone", operation="undo a change")
    if change.after is None:
        return Operation("add", change.before, position=change.position)
    if change.before is None:
        return Operation("remove", None, change.after, content_hash(change.after))
    return Operation("replace", change.before, change.after, content_hash(change.after))
