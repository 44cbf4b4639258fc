"""The public names of the library are a promise: adding one is a decision, losing one a break."""

from __future__ import annotations

import subprocess
import sys

import hermes_state

PUBLIC_NAMES = [
    "AmbiguousSessionError",
    "ArchiveError",
    "BrowsePage",
    "Event",
    "HermesStateError",
    "ImportReport",
    "InvalidArgumentError",
    "MEMORY_SCHEMA",
    "MemoryStore",
    "Message",
    "NotFoundError",
    "ReadView",
    "SESSION_SEARCH_SCHEMA",
    "ScrollView",
    "SearchPage",
    "SearchResult",
    "Session",
    "SessionDB",
    "StreamScrubber",
    "VerifyReport",
    "build_memory_context_block",
    "memory_tool",
    "run_memory_tool",
    "sanitize_context",
    "session_search_tool",
]


def test_the_public_names_are_exactly_these() -> None:
    assert sorted(hermes_state.__all__) == PUBLIC_NAMES


def test_every_public_name_can_be_had() -> None:
    missing = [name for name in PUBLIC_NAMES if getattr(hermes_state, name, None) is None]
    assert missing == []


def test_importing_the_package_loads_none_of_its_modules() -> None:
    code = "import sys, hermes_state; print(sorted(m for m in sys.modules if m.startswith('hermes_state.')))"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
