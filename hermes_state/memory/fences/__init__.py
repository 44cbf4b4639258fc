"""The fence round recalled memory, and text made free of it, whole or as it streams."""

from hermes_state.memory.fences.blocks import build_memory_context_block, sanitize_context
from hermes_state.memory.fences.scrubber import StreamScrubber

__all__ = ["StreamScrubber", "build_memory_context_block", "sanitize_context"]
