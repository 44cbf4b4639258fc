"""Messages and events become entries and come back exactly."""

from __future__ import annotations

import base64
import hashlib
import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_state.errors import DamagedArchiveError
from hermes_state.records import ROLES, Event, Message, content_text
from hermes_state.store import codec
from hermes_state.store.flags import HAS_DIALOG, HAS_THINKING, HAS_TOOL, ROLE_CODES
from hermes_state.store.packs import Entry

SESSION = "01a22900-fd0d-7a12-8e8d-c118bbcf4459"
AT = 1_760_000_000.123

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters(), max_size=30)
KEYS = st.sampled_from(["$text", "$id", "$blob", "$literal", "text", "content"]) | st.text(st.characters(), max_size=5)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=12
)
TEXT = st.none() | st.text(st.characters(), max_size=40) | st.sampled_from([SESSION, "2025-10-09T08:53:20.123Z"])
PART = st.fixed_dictionaries({"type": st.just("text"), "text": st.text(st.characters(), max_size=40)}) | VALUES
CALL = st.fixed_dictionaries(
    {"id": st.text(max_size=20), "function": st.fixed_dictionaries({"name": st.text(max_size=8), "arguments": VALUES})}
)
MESSAGES = st.builds(
    Message,
    role=st.sampled_from(ROLES),
    content=TEXT | st.lists(PART, max_size=3),
    timestamp=st.none() | st.floats(-1e15, 1e15) | st.just(AT),
    tool_name=TEXT,
    tool_call_id=TEXT,
    tool_calls=st.none() | st.lists(CALL, max_size=2),
    thinking=TEXT,
    turn=TEXT,
    active=st.booleans(),
    compacted=st.booleans(),
    generated=st.booleans(),
    client_id=TEXT,
    source_id=TEXT,
    extra=st.none() | st.dictionaries(KEYS, VALUES, max_size=3),
    session_id=st.just(SESSION),
)


class Blobs:
    def __init__(self) -> None:
        self.stored: dict[str, bytes] = {}

    def store(self, data: bytes) -> str:
        key = hashlib.sha256(data).hexdigest()
        self.stored[key] = data
        return key

    def load(self, key: str) -> bytes:
        return self.stored[key]


def there_and_back(message: Message) -> Message:
    blobs = Blobs()
    entry = codec.message_entry(message, SESSION, 5, blobs.store)
    flags = codec.message_flags(message, entry.texts)
    row = (7, 5, ROLE_CODES[message.role], flags, message.timestamp)
    return codec.read_message(entry, SESSION, row, blobs.load)


def stored(message: Message) -> Message:
    message.id, message.seq = 7, 5
    return message


@given(MESSAGES)
def test_any_message_comes_back_equal(message: Message) -> None:
    assert there_and_back(message) == stored(message)


@given(MESSAGES)
def test_a_message_whose_extra_repeats_it_comes_back_equal(message: Message) -> None:
    message.extra = {"message": {"content": message.content, "thinking": message.thinking}, "calls": message.tool_calls}
    message.extra["line"] = json.dumps(message.extra)
    assert there_and_back(message) == stored(message)


@given(VALUES)
def test_any_event_comes_back_equal(record: Any) -> None:
    event = Event(SESSION, [record, SESSION, {"$text": SESSION}])
    blobs = Blobs()
    entry = codec.event_entry(event, SESSION, 3, blobs.store)
    assert codec.read_event(entry, SESSION, blobs.load) == event


@pytest.mark.parametrize("depth", [1, 50, 200])
def test_deeply_nested_records_come_back_equal(depth: int) -> None:
    value: Any = "the innermost text of this record"
    for level in range(depth):
        value = [value] if level % 2 else {"$literal": value}
    message = Message(
        role="tool", content="the innermost text of this record", extra={"deep": value}, session_id=SESSION
    )
    assert there_and_back(message) == stored(message)


@pytest.mark.parametrize(
    "text", ["", "\0", "a\0b", "\ud800", "\udfff\ud800", "\ufeff", "\u2028", "x" * 100_000, "👩‍👩‍👧"]
)
def test_odd_texts_come_back_equal(text: str) -> None:
    message = Message(role="user", content=text, thinking=text, extra={"t": text, text: [text]}, session_id=SESSION)
    assert there_and_back(message) == stored(message)


def test_a_picture_is_kept_apart_from_the_message() -> None:
    picture = "data:image/png;base64," + base64.b64encode(bytes(range(256)) * 20).decode()
    content = [{"type": "text", "text": "look at this picture"}, {"type": "image_url", "image_url": {"url": picture}}]
    message = Message(role="user", content=content, extra={"message": content}, session_id=SESSION)
    entry = codec.message_entry(message, SESSION, 5, Blobs().store)
    assert len(entry.body) < 600
    assert entry.texts == [("dialog", "look at this picture")]
    assert there_and_back(message) == stored(message)


def test_a_record_costs_little_beside_its_text() -> None:
    text = "what a user wrote, " * 50
    record = {"sessionId": SESSION, "timestamp": "2025-10-09T08:53:20.123Z", "message": {"content": text}}
    entry = codec.message_entry(Message("user", text, AT, extra=record, session_id=SESSION), SESSION, 1, None)
    assert text not in entry.body
    assert SESSION not in entry.body
    assert "2025" not in entry.body


@pytest.mark.parametrize("at", [None, 0.0, -1.0, -6.3e10, -1e11, 2.5e11, 1e300, -1e300, math.inf, -math.inf, 0.0005])
def test_any_time_can_be_stored(at: float | None) -> None:
    message = Message(role="user", content="hello", timestamp=at, extra={"timestamp": "1970-01-01T00:00:00.000Z"})
    message.session_id = SESSION
    assert there_and_back(message) == stored(message)


def test_a_message_of_another_session_keeps_that_ones_name() -> None:
    message = Message(
        role="user", content="hello", extra={"sessionId": "another-session-than-this"}, session_id="another"
    )
    message.session_id = "another-session-than-this"
    entry = codec.message_entry(message, SESSION, 5, None)
    back = codec.read_message(entry, SESSION, (7, 5, 0, 1, None), None)
    assert back.extra == {"sessionId": "another-session-than-this"}


def test_flags_name_the_kinds_of_text() -> None:
    message = Message("assistant", "said", thinking="thought", tool_calls=[{"function": {"arguments": {"path": "x"}}}])
    entry = codec.message_entry(message, SESSION, 1, None)
    assert codec.message_flags(message, entry.texts) == HAS_DIALOG | HAS_THINKING | HAS_TOOL
    assert content_text(message.content) == "said"


@pytest.mark.parametrize(
    "body", ["", "{", "[]", '{"extra":{"$text":9}}', '{"nobody":1}', '{"extra":{"$blob":["00",""]}}']
)
def test_a_body_that_makes_no_sense_is_damage(body: str) -> None:
    with pytest.raises(DamagedArchiveError):
        codec.read_message(Entry(1, True, [], body), SESSION, (1, 1, 0, 0, None), None)
