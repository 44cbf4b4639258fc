"""The tool ``memory``: a dispatch that answers in JSON and never raises."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hermes_state.errors import HermesStateError, InvalidArgumentError
from hermes_state.memory import MemoryStore
from hermes_state.memory.changes import approval
from hermes_state.memory.changes.answers import NO_OPERATION_APPLIED, NOTHING_APPLIED, of_batch
from hermes_state.memory.targets import Target, checked_target
from hermes_state.tools import arguments as given
from hermes_state.tools.budget import dumped
from hermes_state.tools.memory_schema import ACTION_WORDS, ACTIONS, NAMES, TARGET_WORDS
from hermes_state.tools.memory_sight import blocked_lines, seen

HOW_TO_RETRY = (
    "call again with old_text: a short piece, letter by letter, of the one entry that you mean, out of "
    'current_entries; for instance {{"action": "{action}", "target": "{target}", "old_text": "…"{content}}}'
)

UNKNOWN_CHARS = 80


def memory_tool(
    action: Any = None,
    target: Any = "memory",
    content: Any = None,
    old_text: Any = None,
    operations: Any = None,
    store: MemoryStore | None = None,
    **others: Any,
) -> str:
    """Answers a call of the tool, its arguments given one by one; ``others`` are names that models confuse."""
    arguments = {"action": action, "content": content, "old_text": old_text, "operations": operations, **others}
    if target != "memory":  # the default must not win over another name of it
        arguments["target"] = target
    return run_memory_tool(arguments, store)


def run_memory_tool(arguments: Any, store: MemoryStore | None) -> str:
    """Answers a call of the tool as a JSON string; what is wrong is said in it.

    Whatever the arguments are, nothing is raised. A call that is malformed changes nothing, says which
    operation is at fault, and does not count among the failed writes of a turn.
    """
    try:
        return dumped(_answered(arguments, store))
    except HermesStateError as error:
        return dumped(_refusal(str(error), error.hint))
    except Exception as error:  # noqa: BLE001 - a tool's caller gets an answer, which names the fault
        return dumped(_refusal(f"memory failed: {type(error).__name__}: {str(error)[:200]}", "report this fault"))


def _refusal(error: str, hint: str | None) -> dict[str, Any]:
    text = error if "nothing was" in error else f"{error}; {NOTHING_APPLIED}"
    return {"success": False, "error": text} | ({"hint": hint} if hint else {})


def _answered(arguments: Any, store: MemoryStore | None) -> dict[str, Any]:
    """The answer of the operation that is asked for. Raises ``HermesStateError`` for a malformed call."""
    if store is None:
        return _refusal("memory is off: there is none here", "go on without it") | {"done": True}
    call, unknown = _read_call(arguments)
    before = blocked_lines(store, call.target)
    answer = seen(_carried_out(call, store), store, call.target, before)
    if unknown:
        answer["notes"] = ["arguments not known and left out: " + ", ".join(unknown)[:UNKNOWN_CHARS]]
    waiting = approval.count(store.folder)
    if waiting:
        answer["pending"] = waiting
    return answer


@dataclass(frozen=True, slots=True)
class _Operation:
    """One operation as it was meant; texts as they were given."""

    action: str
    content: Any = None
    old_text: Any = None
    label: str = ""

    @property
    def lacks_old_text(self) -> bool:
        missing = self.old_text is None or (isinstance(self.old_text, str) and not self.old_text.strip())
        return self.action in ("replace", "edit", "remove") and missing


@dataclass(frozen=True, slots=True)
class _Call:
    """A call as it was meant: one operation, or several."""

    target: Target
    operations: tuple[_Operation, ...]
    is_batch: bool


def _carried_out(call: _Call, store: MemoryStore) -> dict[str, Any]:
    lacking = next((one for one in call.operations if one.lacks_old_text), None)
    if lacking is not None:
        return _inventory(call, lacking, store)
    if call.is_batch:
        operations = [
            {"action": one.action, "content": one.content, "old_text": one.old_text} for one in call.operations
        ]
        return store.apply_batch(call.target, operations)
    (one,) = call.operations
    if one.action == "read":
        return store.read(call.target)
    if one.action == "add":
        return store.add(call.target, one.content)
    if one.action == "remove":
        return store.remove(call.target, one.old_text)
    change = store.replace if one.action == "replace" else store.edit
    return change(call.target, one.old_text, one.content)


def _inventory(call: _Call, lacking: _Operation, store: MemoryStore) -> dict[str, Any]:
    """The answer to a change that does not say of which entry: all entries, and how to call again."""
    answer = store.read(call.target)
    if not answer["success"]:
        return answer
    what = f"{lacking.label}{lacking.action} needs old_text, which "
    what += "was not given" if lacking.old_text is None else "cannot be empty"
    content = "" if lacking.action == "remove" else ', "content": "…"'
    retry = HOW_TO_RETRY.format(action=lacking.action, target=call.target, content=content)
    if not answer["current_entries"]:
        retry = "the memory is empty: use add"
    answer |= {"success": False, "error": f"{what}; {NOTHING_APPLIED}", "hint": retry}
    return of_batch(answer) if call.is_batch else answer


# Arguments


def _read_call(arguments: Any) -> tuple[_Call, list[str]]:
    """The call that is meant, and the names of arguments that mean nothing. Raises ``InvalidArgumentError``."""
    try:
        fields = given.as_object(arguments)
    except InvalidArgumentError as error:
        raise _malformed(str(error), 'for instance {"action": "add", "content": "…"}') from None
    meant, unknown = given.renamed(fields, NAMES)
    operations = _operations(meant.get("operations"))
    target = _target(meant.get("target"))
    if not operations:
        return _Call(target or "memory", (_operation(meant, ""),), is_batch=False), unknown
    if any(meant.get(name) not in (None, "") for name in ("content", "old_text")):
        raise _malformed(
            "content and old_text stand beside operations", "put every change into operations, or give a single action"
        )
    try:
        call, left_out = _read_batch(operations, target)
    except InvalidArgumentError as error:
        raise _malformed(f"{error}; {NO_OPERATION_APPLIED}", error.hint or "") from None
    return call, list(dict.fromkeys([*unknown, *left_out]))


def _read_batch(operations: list[Any], target: Target | None) -> tuple[_Call, list[str]]:
    """As ``_read_call``, for several operations; ``target`` is the one that the call names for all of them."""
    read = []
    unknown: list[str] = []
    for number, one in enumerate(operations, 1):
        label = f"operation {number} of {len(operations)}: "
        own, left_out = given.renamed(_fields(one, label), NAMES)
        unknown += left_out
        own_target = _target(own.get("target"), label)
        if own_target is not None:
            if own_target != (target or own_target):
                raise _malformed(f"{label}its target is another one", "one batch changes one target: make two calls")
            target = own_target
        read.append(_operation(own, label))
    return _Call(target or "memory", tuple(read), is_batch=True), unknown


def _operations(value: Any) -> list[Any]:
    """The operations of a batch: a list, the JSON text of one, or a single one."""
    if isinstance(value, str):
        try:
            value = json.loads(value) if value.strip() else None
        except (ValueError, RecursionError):
            raise _malformed("operations is no JSON", "give a list of objects") from None
    if value is None:
        return []
    if isinstance(value, Mapping):
        return [value]
    if not isinstance(value, list | tuple):
        raise _malformed(
            "operations must be a list", 'each is {"action": "add|replace|edit|remove", "content": …, "old_text": …}'
        )
    return list(value)


def _fields(one: Any, label: str) -> dict[str, Any]:
    if not isinstance(one, Mapping):
        raise _malformed(f"{label}it must be an object, not {type(one).__name__}", 'for instance {"action": "add", …}')
    return {str(name): value for name, value in one.items()}


def _operation(meant: Mapping[str, Any], label: str) -> _Operation:
    """An operation with its action known. Raises ``InvalidArgumentError`` that begins with ``label``."""
    possible = [name for name in ACTIONS if name != "read" or not label]
    word = meant.get("action")
    action = ACTION_WORDS.get(word.strip().lower()) if isinstance(word, str) else None
    if action not in possible:
        what = "it has no action" if word in (None, "") else f"{str(word)[:40]!r} is no action here"
        raise _malformed(
            f"{label}{what}" if label else what.replace("it has", "there is"), "use " + ", ".join(possible)
        )
    content, old_text = _text(meant.get("content")), _text(meant.get("old_text"))
    if action == "remove" and old_text is None:
        old_text = content  # what to remove, given as the text of the entry
    return _Operation(action, content, old_text, label)


def _text(value: Any) -> Any:
    """A number as text; anything else as it is, for the store to judge."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _target(value: Any, label: str = "") -> Target | None:
    if value is None or value == "":
        return None
    word = TARGET_WORDS.get(value.strip().lower()) if isinstance(value, str) else None
    if word is None:
        raise _malformed(f"{label}{str(value)[:40]!r} is no target", "the target is memory or user")
    return checked_target(word)


def _malformed(message: str, hint: str) -> InvalidArgumentError:
    return InvalidArgumentError(message, operation="memory", hint=hint)
