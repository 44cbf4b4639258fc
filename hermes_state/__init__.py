"""An archive of every conversation with every agent, in one SQLite file.

The public names are those of ``__all__``; each is loaded when it is first asked for, so that importing
the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hermes_state.archive import SessionDB
    from hermes_state.errors import HermesStateError
    from hermes_state.records import Event, Message, Session

__all__ = ["Event", "HermesStateError", "Message", "Session", "SessionDB"]

_HOMES = {
    "Event": "hermes_state.records",
    "HermesStateError": "hermes_state.errors",
    "Message": "hermes_state.records",
    "Session": "hermes_state.records",
    "SessionDB": "hermes_state.archive",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
