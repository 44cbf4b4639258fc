"""Where Claude Code keeps the transcripts of sub-agents and the results that are too long for a line.

Sub-agents were kept in four ways over time: as ``isSidechain`` lines of the main file, as
``agent-<id>.jsonl`` beside it, as ``agent_progress`` records within it, and as
``<session>/subagents/**/agent-<id>.jsonl`` with an ``agent-<id>.meta.json``.
Long results lie in ``<session>/tool-results/<id>.txt``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hermes_state.errors import SourceRewrittenError
from hermes_state.records import Message, Record, Session, Skip
from hermes_state.transcripts.lines import MAX_LINE_BYTES

RESULT_FORMAT = "claude-code-result"

MAX_CHAINED = 1024
"""So many sidechain records are remembered as the parents of later ones."""

_MAX_META_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Place:
    """What a transcript's path alone tells: the agent it belongs to, and the session when its records name none."""

    agent: str | None
    session_id: str | None
    fallback_id: str


def place_of(path: Path) -> Place:
    """Reads a path as Claude Code names them; ``session_id`` is set where the folder decides it."""
    stem = path.stem
    agent = stem[len("agent-") :] if stem.startswith("agent-") and len(stem) > len("agent-") else None
    owner = None
    for folder in path.parents:
        if folder.name == "subagents":
            owner = folder.parent.name or None
            break
    return Place(agent, owner, owner or stem)


def read_meta(path: Path) -> dict[str, Any] | Skip | None:
    """The object in the ``.meta.json`` beside a transcript, ``None`` without one, or why it cannot be read."""
    meta_path = path.with_name(path.stem + ".meta.json")
    try:
        with open(meta_path, "rb") as file:
            data = file.read(_MAX_META_BYTES + 1)
        if len(data) > _MAX_META_BYTES:
            return Skip(0, f"{meta_path.name} is larger than {_MAX_META_BYTES} bytes")
        meta = json.loads(data)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        return Skip(0, f"{meta_path.name} cannot be read: {type(error).__name__}")
    return meta if type(meta) is dict else Skip(0, f"{meta_path.name} holds no JSON object")


class Sidechains:
    """Names the sub-agent of each sidechain record: its ``agentId``, else the root that its chain starts from."""

    def __init__(self, state: list[Any] | None) -> None:
        self._chained: dict[str, str] = dict(state[0]) if state else {}
        self._latest: str | None = state[1] if state else None

    def agent_of(self, record: dict[str, Any]) -> str:
        """The sub-agent's name; a record whose chain is not known joins the sub-agent that spoke last."""
        uuid = record.get("uuid")
        parent = record.get("parentUuid")
        agent = record.get("agentId")
        if type(agent) is not str or not agent:
            known = self._chained.get(parent) if type(parent) is str else None
            if known is None and parent is not None:
                known = self._latest
            agent = known or (uuid[:8] if type(uuid) is str and uuid else "sidechain")
        self._latest = agent
        if type(uuid) is str:
            self._chained[uuid] = agent
            if len(self._chained) > MAX_CHAINED:
                del self._chained[next(iter(self._chained))]
        return agent

    def state(self) -> list[Any]:
        """What a later ``Sidechains`` needs to know, as JSON."""
        return [dict(self._chained), self._latest]


def matches_result(path: Path) -> bool:
    """Whether a path is that of a tool result kept in a file of its own."""
    return path.suffix == ".txt" and path.parent.name == "tool-results" and bool(path.parent.parent.name)


class ToolResultReader:
    """Reads one such file: a ``tool`` message of the session whose folder it lies in."""

    format = RESULT_FORMAT

    def __init__(self, path: str | Path, checkpoint: dict[str, Any] | None = None) -> None:
        self.path = Path(path)
        self._checkpoint = checkpoint

    def batches(self) -> Iterator[list[Record]]:
        """Yields the session and the message, or nothing when it was read before. See ``Reader.batches``."""
        with open(self.path, "rb") as file:
            data = file.read(MAX_LINE_BYTES + 1)
        if len(data) > MAX_LINE_BYTES:
            yield [Skip(0, f"the file is larger than {MAX_LINE_BYTES} bytes")]
            return
        digest = hashlib.blake2b(data, digest_size=16).hexdigest()
        if self._checkpoint:
            if self._checkpoint.get("digest") != digest:
                raise SourceRewrittenError("the tool result was changed", path=self.path, operation="read transcript")
            return
        self._checkpoint = {"digest": digest, "size": len(data)}
        session_id = self.path.parent.parent.name
        call_id = self.path.stem
        yield [
            Session(session_id, "claude-code", "claude-code"),
            Message(
                "tool",
                data.decode("utf-8", "surrogateescape"),
                tool_call_id=call_id,
                source_id=f"tool-results/{call_id}",
                session_id=session_id,
            ),
        ]

    def checkpoint(self) -> dict[str, Any]:
        """Where to go on. See ``Reader.checkpoint``."""
        return dict(self._checkpoint or {})
