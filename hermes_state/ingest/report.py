"""What an import did: counted, with everything that it could not take named by file and line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hermes_state.secrets import Census


@dataclass(slots=True)
class ImportReport:
    """``skips`` are ``(path, line, reason)`` (line 0: the whole file); ``failures`` are ``(named path, reason)``.

    ``secrets`` are those in what came in, if they were looked for.
    """

    files_seen: int = 0
    files_read: int = 0
    files_unchanged: int = 0
    files_unrecognised: int = 0
    sessions_new: int = 0
    sessions_updated: int = 0
    messages_new: int = 0
    deleted_sessions_left_out: int = 0
    dry_run: bool = False
    formats: dict[str, int] = field(default_factory=dict)
    skips: list[tuple[str, int, str]] = field(default_factory=list)
    failures: list[tuple[str, str]] = field(default_factory=list)
    secrets: Census | None = None

    def to_json(self) -> dict[str, Any]:
        """The report as the command's ``--json`` gives it."""
        return {
            "version": 1,
            "dry_run": self.dry_run,
            "files": {
                "seen": self.files_seen,
                "read": self.files_read,
                "unchanged": self.files_unchanged,
                "unrecognised": self.files_unrecognised,
            },
            "formats": self.formats,
            "sessions": {"new": self.sessions_new, "updated": self.sessions_updated},
            "messages": {"new": self.messages_new},
            "deleted_sessions_left_out": self.deleted_sessions_left_out,
            "skips": [{"path": path, "line": line, "reason": reason} for path, line, reason in self.skips],
            "failures": [{"path": path, "reason": reason} for path, reason in self.failures],
        }
