"""The memory's commands as chat text: what a person writes to a gateway or a prompt, and the reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hermes_state.errors import HermesStateError
from hermes_state.memory import inventory
from hermes_state.memory import status as statuses
from hermes_state.memory.changes import approval
from hermes_state.memory.changes.approval import PendingWrite
from hermes_state.memory.targets import FILE_NAMES, TARGETS, Target

if TYPE_CHECKING:
    from hermes_state.memory.store import MemoryStore

HELP = """\
/memory pending - the writes that wait for you
/memory diff ID - what one of them would change
/memory approve ID|all [REASON] - apply it; what the scanner held back needs a reason
/memory reject ID|all - drop it
/memory list [memory|user] - the entries
/memory status - how full both notes are, and what is blocked
An id may be shortened to its first four characters."""

MOST_CHARS = 3_500
"""A reply is not longer: chat services cut messages at about 4,000 characters."""

ENTRY_CHARS = 300
"""A longer entry is shown by its beginning."""

FROM = {"tool": "from the agent", "background": "from a background review", "person": "from a person"}
"""Who made a write that waits."""

BAR_CELLS = 20


def memory_command(text: str, store: MemoryStore) -> str:
    """The reply to a command such as ``/memory approve 3f2a``, as plain text; what is wrong is said in it.

    The words before the verb may be missing, and ``help`` is the answer to what is no command. The writer counts
    as a person: whoever may not decide over the memory must not get here.
    """
    words = str(text).split()
    if words and words[0].lstrip("/").casefold() in ("memory", "mem"):
        words = words[1:]
    verb, rest = (words[0].casefold(), words[1:]) if words else ("help", [])
    try:
        reply = _reply(verb, rest, store)
    except HermesStateError as error:
        reply = f"{error}" + (f" ({error.hint})" if error.hint else "")
    return reply if len(reply) <= MOST_CHARS else reply[: MOST_CHARS - 40].rstrip() + "\n… cut; see: hermes memory"


def _reply(verb: str, rest: list[str], store: MemoryStore) -> str:
    if verb == "pending":
        return _pending(store)
    if verb == "list":
        return _list(rest, store)
    if verb == "status":
        return _status(store)
    if verb in ("help", "?"):
        return HELP
    if verb not in ("diff", "approve", "reject"):
        return f"There is no {verb[:40]!r}.\n{HELP}"
    if not rest:
        return f"{verb} needs an id.\n{_pending(store)}"
    chosen = rest[0].casefold()
    if verb == "diff":
        return approval.diff(store, chosen) or "Nothing would change."
    if verb == "reject":
        return _said(approval.reject(store, chosen))
    reason = rest[1:]
    if reason and reason[0] in ("--reason", "reason:"):
        del reason[0]
    return _said(approval.approve(store, chosen, " ".join(reason) or None))


def _said(answer: dict[str, Any]) -> str:
    """An answer of the store as a reply."""
    if answer["success"]:
        reply = str(answer.get("message", "done")).capitalize()
        reply += "".join(f"\nNote: {warning}" for warning in answer.get("warnings", ()))
    else:
        reply = f"Not done: {answer['error']}"
        reply += f"\n{answer['hint']}" if "hint" in answer else ""
    waiting = answer.get("pending", 0)
    return reply + (f"\n{_waiting(waiting)}" if waiting else "")


def _waiting(count: int) -> str:
    return f"{count} write{'s wait' if count != 1 else ' waits'} for you."


def _pending(store: MemoryStore) -> str:
    writes = approval.pending(store)
    if not writes:
        return "No write waits."
    return "\n".join([_waiting(len(writes)), *(_described(one) for one in writes)])


def _described(write: PendingWrite) -> str:
    """A waiting write: id, file, what it would do, and what the scanner found."""
    lines = [f"{write.id}  {FILE_NAMES[write.target]}, {FROM.get(write.author.origin, '')}".rstrip(", ")]
    for one in write.as_dict()["operations"]:
        if one["before"] is not None:
            lines.append(f"  - {_shown(one['before'])}")
        if one["action"] == "edit":
            lines.append(f"  {_shown(one['old_text'] or '')} → {_shown(one['content'] or '')}")
        elif one["content"] is not None:
            lines.append(f"  + {_shown(one['content'])}")
    if write.findings:
        found = "; ".join(f"{threat} ({words})" for _, threat, words in write.told)
        lines.append(f"  the scanner found: {found}" + ("; approving needs a reason" if write.needs_reason else ""))
    return "\n".join(lines)


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= ENTRY_CHARS else f"{line[:ENTRY_CHARS]}… ({len(text):,} characters)"


def _list(rest: list[str], store: MemoryStore) -> str:
    chosen: tuple[Target, ...] = TARGETS
    if rest:
        chosen = (store.place(rest[0].casefold()).target,)
    return "\n\n".join(_listed(target, store) for target in chosen)


def _listed(target: Target, store: MemoryStore) -> str:
    views = inventory.entries(store.place(target))
    lines = [f"{FILE_NAMES[target]}: {_entries(len(views))}"]
    for view in views:
        mark = f"  [kept out of the prompt: {', '.join(view.threats)}]" if view.held_back else ""
        lines.append(f"{view.number}. {_shown(view.text)}{mark}")
    return "\n".join(lines)


def _entries(count: int) -> str:
    return f"{count} entr{'y' if count == 1 else 'ies'}"


def _status(store: MemoryStore) -> str:
    found = statuses.status(store)
    lines = []
    for target in TARGETS:
        one = found["targets"][target]
        filled = round(BAR_CELLS * min(100, one["percent"]) / 100)
        bar = "█" * filled + "░" * (BAR_CELLS - filled)
        state = "" if one["enabled"] else ", off"
        lines.append(
            f"{FILE_NAMES[target]}  {bar}  {one['percent']}% of {one['limit']:,}, {_entries(one['entry_count'])}{state}"
        )
        if one["error"]:
            lines.append(f"  cannot be read: {one['error']}")
        if one["blocked"]:
            lines.append(f"  {len(one['blocked'])} kept out of the prompt by the scanner")
    lines.append(_waiting(found["pending"]) if found["pending"] else "No write waits.")
    return "\n".join(lines)
