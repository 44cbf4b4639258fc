"""What a Claude Code transcript says of its sessions as a whole: how they began, where, and what they are called."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hermes_state.records import Record, Session, Skip
from hermes_state.transcripts.claude_subagents import read_meta

CLAUDE_ORIGIN = "claude-code"

TRACE_ORIGIN = "hermes-trace"
"""The origin of files in this shape that Hermes Agent's trace export wrote (``version`` "hermes-agent")."""

TITLES = {"custom-title": ("customTitle", 4), "ai-title": ("aiTitle", 3), "agent-name": ("agentName", 2)}
"""Records that carry a title: its field, and its rank over other titles."""

_SUMMARY_RANK = 1
_MAX_SUMMARIES = 64
_MAX_RECENT = 24


@dataclass(slots=True)
class _Known:
    """What was already said of one session, so that only news is said."""

    project: str | None = None
    branch: str | None = None
    model: str | None = None
    started_at: float | None = None
    title_rank: int = 0
    title: str | None = None

    def fields(self) -> list[Any]:
        return [self.project, self.branch, self.model, self.started_at, self.title_rank, self.title]


class Sessions:
    """The sessions of one transcript; each method appends what is new to the ``records`` it is given."""

    def __init__(self, path: Path, agent: str | None, state: dict[str, Any]) -> None:
        self._path = path
        self._agent = agent
        self.origin: str = state.get("origin", CLAUDE_ORIGIN)
        self._known = {key: _Known(*fields) for key, fields in state.get("known", {}).items()}
        self._recent: dict[str, None] = {}
        self._recent_before: frozenset[str] = frozenset(state.get("recent", "").split())
        self._summaries: dict[str, str] = dict(state.get("summaries", {}))
        self._meta_told: bool = state.get("meta_told", False)

    def state(self) -> dict[str, Any]:
        """What a later ``Sessions`` needs to know, as JSON."""
        state: dict[str, Any] = {
            "origin": self.origin,
            "known": {key: known.fields() for key, known in self._known.items()},
            "recent": " ".join(map(_mark, self._recent)),
            "meta_told": self._meta_told,
        }
        if self._summaries:
            state["summaries"] = dict(self._summaries)
        return state

    def begin(self, session_id: str, records: list[Record], resumes: str | None = None) -> _Known:
        """Says, once, that a session exists and how it came to be; ``resumes`` is the session it goes on from."""
        known = self._known.get(session_id)
        if known is not None:
            return known
        known = self._known[session_id] = _Known()
        parent, slash, _ = session_id.partition("/")
        if slash:
            records.append(Session(session_id, self.origin, "subagent", "subagent", parent))
            if self._agent is not None and not self._meta_told:
                self._tell_meta(session_id, records)
        else:
            source = "hermes" if self.origin == TRACE_ORIGIN else "claude-code"
            records.append(Session(session_id, self.origin, source, "resume" if resumes else None, resumes))
        return known

    def learn(
        self,
        session_id: str,
        record: dict[str, Any],
        model: Any,
        timestamp: float | None,
        records: list[Record],
    ) -> None:
        """Says what a record tells of its session: where and when it began, its latest branch and model."""
        known = self._known.get(session_id) or self.begin(session_id, records)
        branch = record.get("gitBranch")
        new: Session | None = None
        if known.project is None or known.started_at is None:
            project = record.get("cwd")
            if known.project is None and type(project) is str and project:
                new = Session(session_id, self.origin)
                new.project = known.project = project
            if known.started_at is None and timestamp is not None:
                new = new or Session(session_id, self.origin)
                new.started_at = known.started_at = timestamp
        if branch != known.branch and type(branch) is str and branch:
            new = new or Session(session_id, self.origin)
            new.branch = known.branch = branch
        if model is not None and model != known.model and type(model) is str and model != "<synthetic>":
            new = new or Session(session_id, self.origin)
            new.model = known.model = model
        if new is not None:
            records.append(new)

    def take_title(self, record: dict[str, Any], session_id: str, records: list[Record]) -> None:
        """Takes the title that a record of its own gives a session: the last of the highest rank stays."""
        kind = record.get("type")
        if kind == "summary":
            self._take_summary(record, session_id, records)
        elif type(kind) is str and kind in TITLES:
            field, rank = TITLES[kind]
            self._offer_title(record.get(field), rank, session_id, records)

    def is_recent(self, uuid: str) -> bool:
        """Whether a record with this id came just before."""
        return uuid in self._recent or (bool(self._recent_before) and _mark(uuid) in self._recent_before)

    def remember(self, uuid: Any, session_id: str, records: list[Record]) -> None:
        """Notes the id of a record of the file; a summary that waited for it becomes the session's title."""
        if type(uuid) is not str:
            return
        recent = self._recent
        recent[uuid] = None
        if len(recent) > _MAX_RECENT:
            del recent[next(iter(recent))]
        if self._summaries and uuid in self._summaries:
            self._offer_title(self._summaries.pop(uuid), _SUMMARY_RANK, session_id, records)

    def _tell_meta(self, session_id: str, records: list[Record]) -> None:
        meta = read_meta(self._path)
        if isinstance(meta, Skip):
            records.append(meta)
        elif meta is not None:
            self._meta_told = True
            description = meta.get("description")
            title = description if type(description) is str and description else None
            records.append(Session(session_id, self.origin, title=title, extra=meta))

    def _take_summary(self, record: dict[str, Any], session_id: str, records: list[Record]) -> None:
        """Most summaries are about other files: one counts only if the record it names stands in this one."""
        leaf, summary = record.get("leafUuid"), record.get("summary")
        if type(leaf) is not str or type(summary) is not str:
            return
        if self.is_recent(leaf):
            self._offer_title(summary, _SUMMARY_RANK, session_id, records)
            return
        self._summaries[leaf] = summary
        if len(self._summaries) > _MAX_SUMMARIES:
            del self._summaries[next(iter(self._summaries))]

    def _offer_title(self, title: Any, rank: int, session_id: str, records: list[Record]) -> None:
        known = self.begin(session_id, records)
        if type(title) is not str or not title or rank < known.title_rank or title == known.title:
            return
        known.title_rank, known.title = rank, title
        records.append(Session(session_id, self.origin, title=title))


def _mark(uuid: str) -> str:
    """What is noted of an id for a later reading: enough to know it again among a few."""
    return hashlib.blake2b(uuid.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
