"""The tool answers any arguments with a JSON object within its budget."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hermes_state import SessionDB, session_search_tool
from hermes_state.tools.session_search_schema import DEFAULT_BUDGET_BYTES, NAMES

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=40),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
names = st.sampled_from(sorted(NAMES)) | st.text(max_size=8)
likely = st.sampled_from(["bridge", '"a b" OR NOT c', "s1", "7d", "newest", "user", "5", 3, 1, True, "橋", "(((", "x*"])


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionDB]:
    with SessionDB(tmp_path_factory.mktemp("tool") / "state.db") as archive:
        archive.create_session("cli", session_id="s1")
        archive.append("s1", [{"role": "user", "content": f"the bridge 橋 \ud83d number {n} " * 30} for n in range(20)])
        yield archive


@given(arguments=anything | st.dictionaries(names, anything | likely, max_size=5))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_arguments_get_a_bounded_json_object(db: SessionDB, arguments: Any) -> None:
    text = session_search_tool(arguments, db)
    answer = json.loads(text)
    assert isinstance(answer, dict)
    assert "report this fault" not in answer.get("hint", ""), answer
    budget = DEFAULT_BUDGET_BYTES
    if isinstance(arguments, dict) and any(
        NAMES.get(name.strip().lower().replace("-", "_")) == "budget" for name in arguments
    ):
        budget = 200_000
    assert len(text.encode()) <= budget
