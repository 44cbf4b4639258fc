"""Looking after an archive: names, marks, deleting, erasing, optimizing, figures. Each takes an open ``SessionDB``."""

from __future__ import annotations

from hermes_state.upkeep.backup import BackupReport, backup
from hermes_state.upkeep.deleting import DeleteReport, delete
from hermes_state.upkeep.figures import stats
from hermes_state.upkeep.marks import Mark, MarkReport, mark
from hermes_state.upkeep.naming import rename, resolve_session
from hermes_state.upkeep.optimizing import OptimizeReport, optimize
from hermes_state.upkeep.pruning import PrunePlan, Rule, empty_trash, plan_prune, prune, trash_to_empty
from hermes_state.upkeep.purging import PurgeReport, purge
from hermes_state.upkeep.repair import LostMessages, RepairReport, repair
from hermes_state.upkeep.restore import RestoreReport, restore
from hermes_state.upkeep.retention import retention_rules

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
