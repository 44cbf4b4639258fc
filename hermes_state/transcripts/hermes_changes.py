"""Short marks that tell whether sessions and rows of Hermes Agent's database changed since they were read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from hermes_state.records import Session


@dataclass(slots=True, frozen=True)
class Totals:
    """What tells that flags of a session's rows changed: counts of rows, and the sum of the inactive ones' ids."""

    rows: int = 0
    inactive: int = 0
    inactive_ids: int = 0
    compacted: int = 0

    @property
    def states(self) -> tuple[int, int, int]:
        """What changes when rows are rewound, restored or compacted."""
        return self.inactive, self.inactive_ids, self.compacted

    def with_row(self, identity: int, active: bool, compacted: bool) -> Totals:
        if active:
            return Totals(self.rows + 1, self.inactive, self.inactive_ids, self.compacted)
        return Totals(self.rows + 1, self.inactive + 1, self.inactive_ids + identity, self.compacted + compacted)

    def as_list(self) -> list[int]:
        return [self.rows, self.inactive, self.inactive_ids, self.compacted]


def row_mark(row: Mapping[str, Any]) -> str:
    """A short hash of what never changes in a message row."""
    parts = [row["id"], str(row["session_id"]), row["role"], row.get("timestamp")]
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogateescape")).hexdigest()[:8]


def session_digest(session: Session) -> str:
    text = json.dumps(asdict(session), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:8]
