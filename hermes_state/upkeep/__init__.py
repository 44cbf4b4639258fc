"""Looking after an archive: names, marks, deleting, erasing, optimizing, figures; backups, restoring, repair.

Most take an open ``SessionDB``; restoring and repair take the path of an archive that is not open here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hermes_state.upkeep.deleting import DeleteReport, delete
from hermes_state.upkeep.figures import stats
from hermes_state.upkeep.marks import Mark, MarkReport, mark
from hermes_state.upkeep.naming import rename, resolve_session
from hermes_state.upkeep.optimizing import OptimizeReport, optimize
from hermes_state.upkeep.pruning import PrunePlan, Rule, empty_trash, plan_prune, prune, trash_to_empty
from hermes_state.upkeep.purging import PurgeReport, purge
from hermes_state.upkeep.retention import retention_rules

if TYPE_CHECKING:
    from hermes_state.upkeep.backing_up import BackupReport, backup
    from hermes_state.upkeep.finding_secrets import find_secrets
    from hermes_state.upkeep.repairing import LostMessages, RepairReport, repair
    from hermes_state.upkeep.restoring import RestoreReport, restore

__all__ = [
    "BackupReport",
    "DeleteReport",
    "LostMessages",
    "Mark",
    "MarkReport",
    "OptimizeReport",
    "PrunePlan",
    "PurgeReport",
    "RepairReport",
    "RestoreReport",
    "Rule",
    "backup",
    "delete",
    "empty_trash",
    "find_secrets",
    "mark",
    "optimize",
    "plan_prune",
    "prune",
    "purge",
    "rename",
    "repair",
    "resolve_session",
    "restore",
    "retention_rules",
    "stats",
    "trash_to_empty",
]

_LATER = {
    "find_secrets": "finding_secrets",
    **dict.fromkeys(("BackupReport", "backup"), "backing_up"),
    **dict.fromkeys(("LostMessages", "RepairReport", "repair"), "repairing"),
    **dict.fromkeys(("RestoreReport", "restore"), "restoring"),
}
"""Names whose modules are imported when they are asked for: every command that finds a session starts with this one."""


def __getattr__(name: str) -> Any:
    module = _LATER.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{module}"), name)
