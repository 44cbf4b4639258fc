"""Looking after an archive: names, deleting, optimizing, figures. Each takes an open ``SessionDB``."""

from __future__ import annotations

from hermes_state.upkeep.deleting import DeleteReport, delete
from hermes_state.upkeep.figures import stats
from hermes_state.upkeep.naming import rename, resolve_session
from hermes_state.upkeep.optimizing import OptimizeReport, optimize

__all__ = ["DeleteReport", "OptimizeReport", "delete", "optimize", "rename", "resolve_session", "stats"]
