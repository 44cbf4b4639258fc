"""The curated memory: two small text files that an agent carries into every session.

The public names are those of ``__all__``; each is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hermes_state.memory.changes.approval import PendingWrite
    from hermes_state.memory.chat import memory_command
    from hermes_state.memory.entries.text import ENTRY_DELIMITER
    from hermes_state.memory.fences import StreamScrubber, build_memory_context_block, sanitize_context
    from hermes_state.memory.journal.history import Author, Change
    from hermes_state.memory.prompt.snapshot import stale_blocks
    from hermes_state.memory.settings import MemorySettings, load_settings, set_setting
    from hermes_state.memory.store import MemoryStore
    from hermes_state.memory.targets import MEMORY_BLOCK_HEADERS

__all__ = [
    "ENTRY_DELIMITER",
    "MEMORY_BLOCK_HEADERS",
    "Author",
    "Change",
    "MemorySettings",
    "MemoryStore",
    "PendingWrite",
    "StreamScrubber",
    "build_memory_context_block",
    "load_settings",
    "memory_command",
    "sanitize_context",
    "set_setting",
    "stale_blocks",
]

_HOMES = {
    "Author": "hermes_state.memory.journal.history",
    "Change": "hermes_state.memory.journal.history",
    "ENTRY_DELIMITER": "hermes_state.memory.entries.text",
    "MEMORY_BLOCK_HEADERS": "hermes_state.memory.targets",
    "MemorySettings": "hermes_state.memory.settings",
    "MemoryStore": "hermes_state.memory.store",
    "PendingWrite": "hermes_state.memory.changes.approval",
    "StreamScrubber": "hermes_state.memory.fences",
    "build_memory_context_block": "hermes_state.memory.fences",
    "load_settings": "hermes_state.memory.settings",
    "memory_command": "hermes_state.memory.chat",
    "set_setting": "hermes_state.memory.settings",
    "sanitize_context": "hermes_state.memory.fences",
    "stale_blocks": "hermes_state.memory.prompt.snapshot",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
