"""The tool answers any arguments with a JSON object, and the files hold whole entries after it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memory_stores import BLOCKED, plain_scan

from hermes_state.memory import MemoryStore
from hermes_state.memory.chat import memory_command
from hermes_state.memory.entries.text import parse
from hermes_state.memory.prompt import judging
from hermes_state.tools.memory import run_memory_tool
from hermes_state.tools.memory_schema import ACTION_WORDS, NAMES
from hermes_state.tools.memory_sight import MOST_BYTES

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None), max_size=40),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
names = st.sampled_from(sorted(NAMES)) | st.text(max_size=8)
likely = st.sampled_from(
    [
        *ACTION_WORDS,
        "memory",
        "user",
        "fact",
        "a",
        "§",
        "a\n§\nb",
        "",
        " ",
        "x" * 3000,
        BLOCKED,
        "\x00",
        "\ud800",
        None,
        5,
    ]
)
operations = st.lists(st.dictionaries(names, likely, max_size=4) | anything, max_size=3)
calls = (
    anything
    | st.dictionaries(names, anything | likely | operations, max_size=6)
    | st.fixed_dictionaries({"action": st.sampled_from(sorted(ACTION_WORDS)), "content": likely, "old_text": likely})
    | st.fixed_dictionaries({"target": likely, "operations": operations})
)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MemoryStore:
    monkeypatch.setattr(judging, "scan_entries", plain_scan)
    return MemoryStore(folder=tmp_path / "memories")


@given(arguments=st.lists(calls, min_size=1, max_size=3))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_arguments_get_a_bounded_json_object(store: MemoryStore, arguments: list[Any]) -> None:
    for one in arguments:
        store.begin_turn()
        text = run_memory_tool(one, store)
        answer = json.loads(text)
        assert isinstance(answer["success"], bool)
        assert answer["success"] or answer["error"]
        assert "report this fault" not in answer.get("hint", ""), answer
        assert BLOCKED not in json.dumps(answer.get("current_entries", []))
        assert len(text.encode()) <= MOST_BYTES
        if "current_entries" in answer:
            path = Path(store.place(answer["target"]).data)
            held = parse(path.read_text(encoding="utf-8")) if path.exists() else []
            assert answer["current_entries"] == held


@given(text=st.text(st.characters(codec=None), max_size=40) | st.lists(likely.map(str), max_size=4).map(" ".join))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_chat_text_gets_a_reply(store: MemoryStore, text: str) -> None:
    assert memory_command(text, store)
    assert memory_command(f"/memory {text}", store)
