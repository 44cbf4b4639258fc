"""The numbers of a message's row: the code of its role, the bits of its flags."""

from __future__ import annotations

from hermes_state.kinds import ROLES, TextKind

ROLE_CODES = {role: code for code, role in enumerate(ROLES)}

HAS_DIALOG = 1
HAS_TOOL = 2
HAS_THINKING = 4
HAS_SYSTEM = 8
GENERATED = 16
INACTIVE = 32
COMPACTED = 64
HAS_WORK = HAS_TOOL | HAS_THINKING | HAS_SYSTEM

KIND_FLAGS: dict[TextKind, int] = {
    "dialog": HAS_DIALOG,
    "tool": HAS_TOOL,
    "thinking": HAS_THINKING,
    "system": HAS_SYSTEM,
}
