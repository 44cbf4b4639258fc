"""An archive of every conversation with every agent, in one SQLite file.

The public names are those of ``__all__``; each is loaded when it is first asked for, so that importing
the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hermes_state.archive import SessionDB
    from hermes_state.errors import (
        AmbiguousSessionError,
        ArchiveError,
        HermesStateError,
        InvalidArgumentError,
        NotFoundError,
    )
    from hermes_state.ingest.report import ImportReport
    from hermes_state.memory.fences import StreamScrubber, build_memory_context_block, sanitize_context
    from hermes_state.memory.store import MemoryStore
    from hermes_state.records import Event, Message, Session
    from hermes_state.search.page import SearchPage, SearchResult
    from hermes_state.search.views import BrowsePage, ReadView, ScrollView
    from hermes_state.store.verification import VerifyReport
    from hermes_state.tools.memory import memory_tool, run_memory_tool
    from hermes_state.tools.memory_schema import SCHEMA as MEMORY_SCHEMA
    from hermes_state.tools.session_search import session_search_tool
    from hermes_state.tools.session_search_schema import SCHEMA as SESSION_SEARCH_SCHEMA

__all__ = [
    "MEMORY_SCHEMA",
    "SESSION_SEARCH_SCHEMA",
    "AmbiguousSessionError",
    "ArchiveError",
    "BrowsePage",
    "Event",
    "HermesStateError",
    "ImportReport",
    "InvalidArgumentError",
    "MemoryStore",
    "Message",
    "NotFoundError",
    "ReadView",
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

_HOMES = {
    "MEMORY_SCHEMA": "hermes_state.tools.memory_schema",
    "MemoryStore": "hermes_state.memory.store",
    "StreamScrubber": "hermes_state.memory.fences",
    "build_memory_context_block": "hermes_state.memory.fences",
    "memory_tool": "hermes_state.tools.memory",
    "run_memory_tool": "hermes_state.tools.memory",
    "sanitize_context": "hermes_state.memory.fences",
    "AmbiguousSessionError": "hermes_state.errors",
    "ArchiveError": "hermes_state.errors",
    "BrowsePage": "hermes_state.search.views",
    "Event": "hermes_state.records",
    "HermesStateError": "hermes_state.errors",
    "ImportReport": "hermes_state.ingest.report",
    "InvalidArgumentError": "hermes_state.errors",
    "Message": "hermes_state.records",
    "NotFoundError": "hermes_state.errors",
    "ReadView": "hermes_state.search.views",
    "SESSION_SEARCH_SCHEMA": "hermes_state.tools.session_search_schema",
    "ScrollView": "hermes_state.search.views",
    "SearchPage": "hermes_state.search.page",
    "SearchResult": "hermes_state.search.page",
    "Session": "hermes_state.records",
    "SessionDB": "hermes_state.archive",
    "VerifyReport": "hermes_state.store.verification",
    "session_search_tool": "hermes_state.tools.session_search",
}

_OWN_NAMES = {"MEMORY_SCHEMA": "SCHEMA", "SESSION_SEARCH_SCHEMA": "SCHEMA"}
"""Names that their module knows shorter."""


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), _OWN_NAMES.get(name, name))


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
