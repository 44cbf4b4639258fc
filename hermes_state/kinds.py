"""The words for what a message and its texts are; apart from the records, without which searching starts."""

from __future__ import annotations

from typing import Literal

ROLES = ("user", "assistant", "tool", "system")
"""The roles of a message, in the order in which the archive numbers them."""

TextKind = Literal["dialog", "tool", "thinking", "system"]
