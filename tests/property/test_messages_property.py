"""No JSON value makes a parser raise, and no file makes the search for its format raise."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_state.records import Event, Message, Session, Skip, searchable_texts
from hermes_state.transcripts.detect import FORMATS, detect, open_transcript
from hermes_state.transcripts.foreign import FOREIGN
from hermes_state.transcripts.hermes_export import HermesExportParser
from hermes_state.transcripts.messages import LIST_NAMES, MessagesParser
from hermes_state.transcripts.partial_json import first_values

NAMES = (
    *LIST_NAMES,
    *("id", "role", "from", "value", "content", "text", "timestamp", "ts", "name", "tool_calls", "function_call"),
    *("function", "arguments", "source", "started_at", "session_id", "session_start", "platform", "segments", "kind"),
    *("parent_session_id", "model_config", "reasoning", "reasoning_content", "active", "compacted", "end_reason"),
)
scalars = (
    *(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=8)),
    st.sampled_from(("user", "assistant", "tool", "human", "gpt", "\x00json:[1]", "\x00json:{", '{"a": 1}', "[3]")),
)
values = st.recursive(
    st.one_of(*scalars),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=6),
    max_leaves=25,
)


@settings(max_examples=300, deadline=None)
@given(st.lists(values, max_size=3))
def test_no_value_raises(lines: list[Any]) -> None:
    for parser in (MessagesParser(Path("x"), None), HermesExportParser(Path("x"), None)):
        for number, value in enumerate(lines, 1):
            for record in parser.feed(value, number):
                assert isinstance(record, Session | Message | Event | Skip)
                if isinstance(record, Message):
                    assert all(isinstance(text, str) for _, text in searchable_texts(record))
        parser.state()


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from('[]{}",:\\ \n1a'), max_size=60), st.booleans())
def test_the_beginning_of_any_text_can_be_looked_at(text: str, complete: bool) -> None:
    assert isinstance(first_values(text, complete), list)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=80) | st.text(max_size=40).map(lambda text: text.encode("utf-16", "replace")))
def test_any_file_has_a_format_or_none(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file")
        path.write_bytes(data)
        found = detect(path)
        assert found is None or found in FORMATS or found in FOREIGN


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=80), st.sampled_from(("messages", "hermes-export", "jsonl")))
def test_any_file_can_be_read_as_any_format_of_text(data: bytes, name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file")
        path.write_bytes(data)
        for batch in open_transcript(path, name).batches():
            for record in batch:
                assert isinstance(record, Session | Message | Event | Skip)
