"""Messages and events as entries of packs, and back: each text once, base64 in blobs, nothing dropped."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hermes_state.kinds import ROLES, TextKind
from hermes_state.records import Event, Message, part_texts, searchable_texts
from hermes_state.references import MIN_REFERENCE_CHARS, TextReference, lift, restore, text_references
from hermes_state.store.bodies import LoadBlob, damaged_record, named_strings
from hermes_state.store.flags import COMPACTED, GENERATED, INACTIVE, KIND_FLAGS
from hermes_state.store.packs import Entry

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
        if len(fields) == 1:
            return Entry(seq, True, texts, _WHOLE_BODY, [])
        fields["content"] = _WHOLE_TEXT  # nothing else that could stand elsewhere: most of a chat is such
        return Entry(seq, True, texts, _encode(fields), [])
    parts = part_texts(content) if isinstance(content, list) else ()
    references = text_references((text for _, text in texts), parts)
    at = None if message.extra is None else message.timestamp  # nothing else of a record repeats its time
    for name, text in named_strings(session_id, at).items():
        if len(text) >= MIN_REFERENCE_CHARS:
            references.setdefault(text, name)
    ids: dict[str, int] = {}
    body = lift(fields, references, store_blob, ids)
    return Entry(seq, True, texts, _encode(body), list(ids))


_WHOLE_TEXT = {"$text": 0}
_WHOLE_BODY = _encode({"content": _WHOLE_TEXT})


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
        raise damaged_record(error) from error


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
        raise damaged_record(error) from error
    return message


def check_entry(entry: Entry, load_blob: LoadBlob | None) -> None:
    """Raises ``DamagedArchiveError`` for an entry whose body or what it refers to does not make sense."""
    named = {"session": "", "at": ""}
    try:
        restore(json.loads(entry.body), [text for _, text in entry.texts], load_blob, named, entry.ids)
    except (ValueError, TypeError, RecursionError) as error:
        raise damaged_record(error) from error
