"""Writes that wait for a person: staged as files of their own, bound to the exact entries they would change."""

from __future__ import annotations

import difflib
import json
import os
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from hermes_state.errors import HermesStateError, InvalidArgumentError, MemoryFileError, NotFoundError
from hermes_state.memory.changes import answers
from hermes_state.memory.changes.writing import Request
from hermes_state.memory.disk import files, locking
from hermes_state.memory.entries import operations
from hermes_state.memory.entries.operations import Operation
from hermes_state.memory.entries.text import content_hash, decoded, joined, parse
from hermes_state.memory.journal import fields
from hermes_state.memory.journal.history import Author, author_of, new_id
from hermes_state.memory.prompt import judging
from hermes_state.memory.targets import Place, Target, checked_target
from hermes_state.times import iso

if TYPE_CHECKING:
    from hermes_state.memory.store import MemoryStore

_ID = re.compile(r"[0-9a-f]{8}")
_START_OF_ID = re.compile(r"[0-9a-f]{4,8}")

SETTING_REASON = "approval"
SCANNER_REASON = "scanner"


@dataclass(frozen=True, slots=True)
class PendingWrite:
    """A write that waits. ``why`` is ``approval`` (the setting asks for it) or ``scanner`` (something was found).

    ``needs_reason``: a person who approves it has to say why, for an override. ``before`` has, for each operation,
    the text that it would replace or remove.
    """

    id: str
    target: Target
    operations: tuple[Operation, ...]
    name: str
    author: Author
    time: float
    why: str
    before: tuple[str | None, ...] = ()
    findings: tuple[Mapping[str, Any], ...] = ()
    undoes: str | None = None

    @property
    def needs_reason(self) -> bool:
        return any(one.get("verdict") in ("quarantine", "block") for one in self.findings)

    @property
    def told(self) -> list[judging.Told]:
        """The findings as a person is told them, overlapping ones once: verdict, class, words."""
        return judging.told_once(
            (str(one.get("verdict")), str(one.get("class")), str(one.get("words"))) for one in self.findings
        )

    def as_dict(self) -> dict[str, Any]:
        """For JSON, the time as ISO 8601; the operations with the text they act on."""
        return {
            "id": self.id,
            "target": self.target,
            "time": iso(self.time),
            "why": self.why,
            "needs_reason": self.needs_reason,
            "origin": self.author.origin,
            "session": self.author.session,
            "message": self.author.message,
            "operations": [
                {"action": one.action, "content": one.content, "old_text": one.old_text, "before": before}
                for one, before in zip(self.operations, self._befores(), strict=True)
            ],
            "findings": [dict(one) for one in self.findings],
        }

    def _befores(self) -> Sequence[str | None]:
        return self.before if len(self.before) == len(self.operations) else (None,) * len(self.operations)


def stage(place: Place, write: PendingWrite) -> None:
    """Writes a pending file, 0600, whole; raises ``MemoryFileError``, and then nothing is staged."""
    document = asdict(write) | {"version": 1}
    data = json.dumps(document, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass") + b"\n"
    _refuse_link(place)
    files.make_folder(place.pending)
    with locking.locked(Place(place.folder, "memory").lock):
        files.write_whole(_path(place, write.id), data, "pending")


def _path(place: Place, pending_id: str) -> str:
    if not _ID.fullmatch(pending_id):
        raise NotFoundError(
            f"{pending_id[:40]!r} is no id of a pending write", operation="find a pending write", hint="see: pending"
        )
    return os.path.join(place.pending, f"{pending_id}.json")


def _refuse_link(place: Place) -> None:
    if os.path.islink(place.pending):
        raise files.link_trouble(place.pending, "use")


def _ids(place: Place) -> list[str]:
    _refuse_link(place)
    try:
        names = os.listdir(place.pending)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise files.file_trouble(error, place.pending, "read") from error
    return sorted(name[:-5] for name in names if name.endswith(".json") and _ID.fullmatch(name[:-5]))


def files_of(place: Place) -> list[str]:
    """The paths of all pending files, also of those that cannot be read as such."""
    return [_path(place, one) for one in _ids(place)]


def count(folder: str) -> int:
    """How many writes wait in a memory folder; 0 where it cannot be read."""
    try:
        return len(_ids(Place(folder, "memory")))
    except MemoryFileError:
        return 0


def pending(store: MemoryStore) -> list[PendingWrite]:
    """The writes that wait, oldest first; files that are no pending writes are passed over."""
    place = store.place("memory")
    found = []
    for pending_id in _ids(place):
        try:
            found.append(_load(place, pending_id))
        except (NotFoundError, MemoryFileError):
            continue
    return sorted(found, key=lambda one: (one.time, one.id))


def get(store: MemoryStore, pending_id: str) -> PendingWrite:
    """The waiting write of an id, or of the beginning of one (four hex digits at least).

    Raises ``NotFoundError``, ``MemoryFileError``.
    """
    if not isinstance(pending_id, str) or not _START_OF_ID.fullmatch(pending_id):
        raise NotFoundError(
            f"{str(pending_id)[:40]!r} is no id of a pending write",
            operation="find a pending write",
            hint="an id is eight hex digits",
        )
    place = store.place("memory")
    found = [one for one in _ids(place) if one.startswith(pending_id)]
    if len(found) != 1:
        what = "several pending writes begin" if found else "no pending write begins"
        raise NotFoundError(f"{what} with {pending_id}", operation="find a pending write", hint="list them first")
    return _load(place, found[0])


def _load(place: Place, pending_id: str) -> PendingWrite:
    path = _path(place, pending_id)
    data = files.read(path)
    if data is None:
        raise NotFoundError(f"no pending write has the id {pending_id}", path=path, operation="find a pending write")
    try:
        document = json.loads(data.decode("utf-8", "surrogatepass"))
        return PendingWrite(
            pending_id,
            checked_target(document["target"]),
            tuple(_operation(one) for one in document["operations"]),
            fields.text(document["name"]),
            author_of(document["author"]),
            fields.moment(document["time"]),
            fields.text(document["why"]),
            tuple(fields.text_or_none(one) for one in document["before"]),
            tuple({str(name): str(value) for name, value in one.items()} for one in document["findings"]),
            fields.text_or_none(document.get("undoes")),
        )
    except (
        ArithmeticError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        RecursionError,
        HermesStateError,
    ) as error:
        raise MemoryFileError(
            f"{path} is no pending write", path=path, operation="read a pending write", hint="reject it"
        ) from error


def _operation(fields: Mapping[str, Any]) -> Operation:
    """An operation of a file, checked like one that is given; what rewrites needs the hash of its entry."""
    checked = operations.checked_operation(fields["action"], fields["content"], fields["old_text"])
    pin = fields["pin"]
    if checked.action != "add" and not isinstance(pin, str):
        raise ValueError("a staged change of an entry names no entry")
    position = fields.get("position")
    return replace(checked, pin=pin, position=position if isinstance(position, int) else None)


def new_pending(request: Request, target: Target, why: str, before: Sequence[str | None], found: Any) -> PendingWrite:
    """A pending write for a request whose operations are pinned."""
    return PendingWrite(
        new_id(),
        target,
        request.operations,
        request.name,
        request.author,
        time.time(),
        why,
        tuple(before),
        tuple(found),
        request.undoes,
    )


def approve(store: MemoryStore, pending_id: str, reason: str | None = None) -> dict[str, Any]:
    """Applies a waiting write, or ``all``, oldest first; an answer as of the store's methods, never an exception.

    What the scanner held back needs a reason, which is recorded as an override of exactly that content. A write
    whose entry has changed since is refused and stays. ``all`` answers with ``results`` and is a success when all are.
    """
    try:
        if pending_id == "all":
            waiting = [one.id for one in pending(store)]
            return _each(store, waiting, lambda one: approve(store, one, reason), "approved")
        write = get(store, pending_id)
        if write.needs_reason and not (reason or "").strip():
            raise InvalidArgumentError(
                f"the scanner held {write.id} back; approving it needs a reason",
                operation="approve a write",
                hint="add a reason: approve ID --reason TEXT",
            )
        reasons = _reasons(write, (reason or "").strip()) if write.needs_reason else {}
        request = Request(
            write.operations, write.name, write.author, write.undoes, decided=True, reasons=reasons, counted=False
        )
        answer = store.desk.carry_out(write.target, request)
        if answer["success"]:
            files.remove_if_there(_path(store.place("memory"), write.id))
            answer |= {"approved": write.id}
    except HermesStateError as error:
        answer = answers.trouble(None, error)
    return answers.with_pending(answer, count(store.folder))


def _reasons(write: PendingWrite, reason: str) -> dict[str, str]:
    texts = [one.content for one in write.operations if one.content is not None and one.action != "edit"]
    for one, before in zip(write.operations, write.before, strict=False):
        if one.action == "edit" and before is not None:
            texts.append(operations.edited(before, one.old_text or "", one.content or ""))
    return {content_hash(text): reason for text in texts}


def reject(store: MemoryStore, pending_id: str) -> dict[str, Any]:
    """Drops a waiting write, or ``all``; an answer, never an exception."""
    try:
        place = store.place("memory")
        if pending_id == "all":
            return _each(store, _ids(place), lambda one: reject(store, one), "rejected")
        if isinstance(pending_id, str) and _ID.fullmatch(pending_id) and pending_id in _ids(place):
            found = pending_id  # also one that cannot be read
        else:
            found = get(store, pending_id).id
        files.remove(_path(place, found))
        answer: dict[str, Any] = {"success": True, "done": True, "message": f"rejected {found}", "rejected": found}
    except HermesStateError as error:
        answer = answers.trouble(None, error)
    return answers.with_pending(answer, count(store.folder))


def _each(store: MemoryStore, ids: Sequence[str], act: Any, name: str) -> dict[str, Any]:
    results = [{"id": one} | act(one) for one in ids]
    good = [one["id"] for one in results if one["success"]]
    answer: dict[str, Any] = {
        "success": len(good) == len(results),
        "done": True,
        "message": f"{name} {len(good)} of {len(results)} pending writes",
        name: good,
        "results": results,
    }
    if not answer["success"]:
        answer["error"] = "; ".join(f"{one['id']}: {one['error']}" for one in results if not one["success"])
    return answers.with_pending(answer, count(store.folder))


def diff(store: MemoryStore, pending_id: str) -> str:
    """What a waiting write would change in its file, as a unified diff of the entries; perhaps empty.

    Raises what ``get`` raises, and ``EntryChangedError`` when its entry is no longer there.
    """
    write = get(store, pending_id)
    place = store.place(write.target)
    data = files.read(place.data)
    now = [] if data is None else parse(decoded(data, place.data))
    then = operations.apply(now, write.operations).entries
    lines = difflib.unified_diff(_lines(now), _lines(then), place.name, f"{place.name} with {write.id}", lineterm="")
    return "\n".join(lines)


def _lines(entries: Sequence[str]) -> list[str]:
    return joined(entries).split("\n") if entries else []
