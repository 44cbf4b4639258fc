"""Messages and events as entries of packs, and back: each text once, base64 in blobs, nothing dropped."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from hermes_state.errors import DamagedArchiveError
from hermes_state.records import ROLES, Event, Message, TextKind, part_texts, searchable_texts
from hermes_state.references import MIN_REFERENCE_CHARS, TextReference, lift, restore, text_references
from hermes_state.store.packs import Entry

ROLE_CODES = {role: code for code, role in enumerate(ROLES)}

HAS_DIALOG = 1
HAS_TOOL = 2
HAS_THINKING = 4
HAS_SYSTEM = 8
GENERATED = 16
INACTIVE = 32
COMPACTED = 64
HAS_WORK = HAS_TOOL | HAS_THINKING | HAS_SYSTEM
MIN_ISO_SECONDS = -6.2e10
MAX_ISO_SECONDS = 2.0e11
"""Times outside these (the years 5 and 8307) are not written as ISO."""

KIND_FLAGS: dict[TextKind, int] = {
    "dialog": HAS_DIALOG,
    "tool": HAS_TOOL,
    "thinking": HAS_THINKING,
    "system": HAS_SYSTEM,
}

BODY_FIELDS = (
    "content",
    "thinking",
    "tool_calls",
    "tool_name",
    "tool_call_id",
    "turn",
    "client_id",
    "source_id",
    "extra",
)
"""The fields of a message that its row does not hold."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode

StoreBlob = Callable[[bytes], str]
LoadBlob = Callable[[str], bytes]


def message_flags(message: Message, texts: list[tuple[TextKind, str]]) -> int:
    """The row's flags: which kinds of text there are, and the message's state."""
    flags = 0
    for kind, _ in texts:
        flags |= KIND_FLAGS[kind]
    if message.generated:
        flags |= GENERATED
    return flags | state_flags(message)


def state_flags(message: Message) -> int:
    """The flags of whether a message is still in its conversation."""
    return (0 if message.active else INACTIVE) | (COMPACTED if message.compacted else 0)


def message_entry(message: Message, session_id: str, seq: int, store_blob: StoreBlob | None) -> Entry:
    """The entry of a message of the session stored as ``session_id`` (whatever id the message itself carries).

    Raises ``TypeError``, ``ValueError`` or ``AttributeError`` for content that is no JSON or no message's.
    """
    texts = searchable_texts(message)
    content = message.content
    fields: dict[str, Any] = {}
    is_plain = type(content) is str
    for field in BODY_FIELDS:
        value = getattr(message, field)
        if value is not None:
            fields[field] = value
            if type(value) is not str or len(value) >= MIN_REFERENCE_CHARS:
                is_plain = is_plain and field == "content"
    if is_plain and len(content) >= MIN_REFERENCE_CHARS:  # type: ignore[arg-type]
        fields["content"] = _WHOLE_TEXT  # nothing else that could stand elsewhere: most of a chat is such
        return Entry(seq, True, texts, _encode(fields), [])
    parts = part_texts(content) if isinstance(content, list) else ()
    references = text_references((text for _, text in texts), parts)
    for name, text in named_strings(session_id, message.timestamp).items():
        if len(text) >= MIN_REFERENCE_CHARS:
            references.setdefault(text, name)
    ids: dict[str, int] = {}
    body = lift(fields, references, store_blob, ids)
    return Entry(seq, True, texts, _encode(body), list(ids))


_WHOLE_TEXT = {"$text": 0}


def named_strings(session_id: str, at: float | None) -> dict[str, str]:
    """The strings that a body may name instead of repeating them: its session's id, its time in ISO form."""
    named = {"session": session_id}
    if at is not None and MIN_ISO_SECONDS < at < MAX_ISO_SECONDS:
        named["at"] = datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
    return named


def event_entry(event: Event, session_id: str, seq: int, store_blob: StoreBlob | None) -> Entry:
    """The entry of an event of the session stored as ``session_id``."""
    ids: dict[str, int] = {}
    references: dict[str, TextReference] = {}
    if len(session_id) >= MIN_REFERENCE_CHARS:
        references[session_id] = "session"
    body = _encode(lift(event.record, references, store_blob, ids))
    return Entry(seq, False, [], body, list(ids))


def read_event(entry: Entry, session_id: str, load_blob: LoadBlob | None) -> Event:
    """The event that an entry holds. Raises ``DamagedArchiveError``."""
    try:
        return Event(session_id, restore(json.loads(entry.body), (), load_blob, {"session": session_id}, entry.ids))
    except (ValueError, RecursionError) as error:
        raise _damaged(error) from error


def read_message(
    entry: Entry,
    session_id: str,
    row: tuple[int, int, int, int, float | None],
    load_blob: LoadBlob | None,
) -> Message:
    """The message that an entry and its row ``(id, seq, role, flags, at)`` hold. Raises ``DamagedArchiveError``."""
    message_id, seq, role, flags, at = row
    texts = [text for _, text in entry.texts]
    try:
        body: dict[str, Any] = json.loads(entry.body)
        named = named_strings(session_id, at)
        message = Message(
            role=ROLES[role],
            timestamp=at,
            active=not flags & INACTIVE,
            compacted=bool(flags & COMPACTED),
            generated=bool(flags & GENERATED),
            session_id=session_id,
            id=message_id,
            seq=seq,
            **restore(body, texts, load_blob, named, entry.ids),
        )
    except (ValueError, TypeError, RecursionError) as error:
        raise _damaged(error) from error
    return message


def read_source_id(entry: Entry, session_id: str, at: float | None) -> str | None:
    """The id that its source gave a message, without reading the rest of it. Raises ``DamagedArchiveError``."""
    if '"source_id"' not in entry.body:
        return None
    try:
        body: dict[str, Any] = json.loads(entry.body)
        found = {"source_id": body.get("source_id")}
        texts = [text for _, text in entry.texts]
        source_id: str | None = restore(found, texts, None, named_strings(session_id, at), entry.ids)["source_id"]
    except (ValueError, TypeError, RecursionError) as error:
        raise _damaged(error) from error
    return source_id


def check_entry(entry: Entry, load_blob: LoadBlob | None) -> None:
    """Raises ``DamagedArchiveError`` for an entry whose body or what it refers to does not make sense."""
    named = {"session": "", "at": ""}
    try:
        restore(json.loads(entry.body), [text for _, text in entry.texts], load_blob, named, entry.ids)
    except (ValueError, TypeError, RecursionError) as error:
        raise _damaged(error) from error


def _damaged(error: Exception) -> DamagedArchiveError:
    return DamagedArchiveError(
        f"a stored record is damaged ({error})", operation="read", hint="run hermes session check"
    )
