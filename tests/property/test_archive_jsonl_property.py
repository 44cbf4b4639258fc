"""Whatever records are written in our own form come back equal, and no line of such a file raises."""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_state.records import ROLES, SESSION_KINDS, Event, Message, Record, Session, Skip, searchable_texts
from hermes_state.transcripts.archive_jsonl import open_jsonl, write

PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
"""Two lone surrogates that make one character: no JSON text can tell them from it."""

texts = st.text(st.characters(), max_size=40).filter(lambda text: not PAIR.search(text))
floats = st.floats(allow_nan=False, allow_infinity=False)
scalars = st.none() | st.booleans() | st.integers(-(2**60), 2**60) | floats | texts
names = texts | st.sampled_from(("$text", "$blob", "$literal", "text", "type"))
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3))
objects = st.dictionaries(names, values, max_size=3)
calls = st.lists(
    objects | st.fixed_dictionaries({"id": texts, "function": st.fixed_dictionaries({"arguments": values})}), max_size=3
)
parts = st.lists(values | st.fixed_dictionaries({"type": st.just("text"), "text": texts}), max_size=3)
maybe = st.none() | texts


@st.composite
def messages(draw: st.DrawFn) -> Message:
    message = Message(
        role=draw(st.sampled_from(ROLES)),
        content=draw(st.none() | texts | parts),
        timestamp=draw(st.none() | floats),
        tool_name=draw(maybe),
        tool_call_id=draw(maybe),
        tool_calls=draw(st.none() | calls),
        thinking=draw(maybe),
        turn=draw(maybe),
        active=draw(st.booleans()),
        compacted=draw(st.booleans()),
        generated=draw(st.booleans()),
        client_id=draw(maybe),
        source_id=draw(maybe),
        extra=draw(st.none() | objects),
        session_id="s",
        id=draw(st.none() | st.integers(1, 2**60)),
        seq=draw(st.none() | st.integers(0, 2**60)),
        replays=draw(maybe),
    )
    if draw(st.booleans()):  # a source record that repeats the message's texts
        message.extra = {**(message.extra or {}), "record": [text for _, text in searchable_texts(message)]}
    return message


events = st.builds(Event, session_id=st.just("s"), record=values, replays=maybe)
sessions = st.builds(
    Session,
    id=st.just("s"),
    origin=texts,
    kind=st.none() | st.sampled_from(SESSION_KINDS),
    started_at=st.none() | floats,
    ended_at=st.none() | floats,
    extra=st.none() | objects,
    **dict.fromkeys(
        ("source", "parent_id", "title", "project", "branch", "model", "user", "end_reason", "system_prompt"), maybe
    ),
)


def read(path: Path, checkpoint: dict[str, Any] | None = None) -> list[Record]:
    return [record for batch in open_jsonl(path, checkpoint).batches() for record in batch]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(sessions, st.lists(messages() | events, max_size=3)), max_size=2))
def test_what_is_written_comes_back_equal(archive: list[tuple[Session, list[Message | Event]]]) -> None:
    out = io.BytesIO()
    write(out, archive)
    out.getvalue().decode("utf-8")
    expected = [record for session, records in archive for record in (session, *records)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "archive.jsonl")
        path.write_bytes(out.getvalue())
        assert read(path) == expected


@settings(max_examples=200, deadline=None)
@given(values | st.fixed_dictionaries({"type": st.sampled_from(("session", "message", "event")), "id": values}))
def test_no_line_raises(value: Any) -> None:
    out = io.BytesIO()
    write(out, [(Session(id="s", origin="x"), [Event("s", value)])])
    text = out.getvalue().decode("utf-8").splitlines()[-1].removeprefix('{"type":"event","record":')[:-1]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "archive.jsonl")
        path.write_text('{"type":"session","id":"s","origin":"x"}\n' + text + "\n", encoding="utf-8", newline="\n")
        assert all(isinstance(record, Session | Message | Event | Skip) for record in read(path))
