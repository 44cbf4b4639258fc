"""Entries of a document added to a store one by one, each with an answer of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hermes_state.errors import HermesStateError, InvalidArgumentError
from hermes_state.memory.changes import answers
from hermes_state.memory.changes.writing import Request
from hermes_state.memory.entries import operations
from hermes_state.memory.entries.text import decoded, parse
from hermes_state.memory.exchange.exporting import FORMAT
from hermes_state.memory.journal.history import Author
from hermes_state.memory.targets import FILE_NAMES, TARGETS, Target

if TYPE_CHECKING:
    from hermes_state.memory.store import MemoryStore

OUTCOMES = ("added", "present", "staged", "refused")


@dataclass(frozen=True, slots=True)
class Incoming:
    """An entry of a document: its number there from 1 on, its text as it was found, and the source it cites."""

    number: int
    target: Target
    text: Any
    session: str | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What became of an entry: ``added``, ``present`` (it was there), ``staged`` (a person decides) or ``refused``."""

    entry: Incoming
    outcome: str
    answer: dict[str, Any]


def incoming(data: bytes, path: str, target: Target | None = None) -> list[Incoming]:
    """The entries of a document: our export, a list of texts in JSON, or a file like ``MEMORY.md``.

    They go to ``target``, else to the one that an entry names, else to the user's profile for a file ``USER.md``, else
    to the memory. Raises ``MemoryUnreadableError`` for what is no UTF-8, ``InvalidArgumentError`` for JSON without
    entries.
    """
    text = decoded(data, path)
    listed = _listed(text, path)
    if listed is None:
        default: Target = "user" if path.endswith(FILE_NAMES["user"]) else "memory"
        return [Incoming(number, target or default, one) for number, one in enumerate(parse(text), start=1)]
    return [_of_json(number, one, target) for number, one in enumerate(listed, start=1)]


def _listed(text: str, path: str) -> Sequence[Any] | None:
    """The list of entries of a JSON document; ``None`` for a text that is none."""
    if not path.endswith(".json") and text.lstrip("\ufeff \t\r\n")[:1] not in ("{", "["):
        return None
    try:
        document = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        if not path.endswith(".json"):
            return None  # an entry may begin with a bracket
        raise InvalidArgumentError(f"{path} is no JSON", path=path, operation="import entries") from None
    entries = document.get("entries") if isinstance(document, dict) else document
    known = not isinstance(document, dict) or document.get("format", FORMAT) == FORMAT
    if not known or not isinstance(entries, list):
        raise InvalidArgumentError(
            f"{path} holds no list of entries",
            path=path,
            operation="import entries",
            hint="import takes what export wrote, a JSON list of texts, or a file like MEMORY.md",
        )
    return entries


def _of_json(number: int, one: Any, target: Target | None) -> Incoming:
    fields: Mapping[str, Any] = one if isinstance(one, dict) else {"text": one}
    named: Any = fields.get("target")
    session, message = fields.get("session"), fields.get("message")
    return Incoming(
        number,
        target or (named if named in TARGETS else "memory"),
        fields.get("text"),
        session if isinstance(session, str) else None,
        str(message) if isinstance(message, str | int) else None,
    )


def import_each(store: MemoryStore, entries: Sequence[Incoming]) -> Iterator[Result]:
    """Adds each entry that is not there yet, and yields what became of it; one that is refused stops no other.

    Each is scanned, counted against the limit and approved like any other write. An imported entry is as old as its
    import, and keeps the source that it cites.
    """
    for entry in entries:
        author = Author(store.desk.author.origin, entry.session, entry.message)
        try:
            operation = operations.checked_operation("add", entry.text)
        except HermesStateError as error:
            yield Result(entry, "refused", answers.trouble(entry.target, error))
            continue
        answer = store.desk.take(entry.target, Request((operation,), "import", author, counted=False))
        yield Result(entry, _outcome(answer), answer)


def _outcome(answer: Mapping[str, Any]) -> str:
    if not answer["success"]:
        return "refused"
    if answer.get("staged"):
        return "staged"
    return "added" if "change_id" in answer else "present"
