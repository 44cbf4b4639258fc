"""Reads labelled sets: sessions to search in, and queries that know which of them they mean.

A set NAME is two files of one JSON object a line, ``NAME.sessions.jsonl`` and ``NAME.queries.jsonl``, either of them
plain or with ``.gz``:

* a session: ``{"id", "group", "started_at", "messages": [{"id", "role", "ts", "text"}]}``
* a query: ``{"id", "group", "text", "type", "rel_sessions", "rel_messages"}``

Other keys are passed over. A query asks only the sessions of its group; without one it asks all.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

OWN = Path(__file__).parent / "sets"
"""The folder of the set that ships with this repository."""

SUFFIXES = (".jsonl.gz", ".jsonl")
WORDED_DATE = "%B-%d-%Y"
"""As in ``March-15-2024``."""


class SetError(Exception):
    """A set is missing or not in its form; the text says which and why."""


@dataclass(frozen=True, slots=True)
class SetMessage:
    """One message; ``at`` is in seconds since the epoch, ``None`` when the set does not tell."""

    id: str
    role: str
    at: float | None
    text: str


@dataclass(frozen=True, slots=True)
class SetSession:
    """One conversation, its messages in order; ``started_at`` is in seconds since the epoch."""

    id: str
    group: str | None
    started_at: float | None
    messages: tuple[SetMessage, ...]


@dataclass(frozen=True, slots=True)
class SetQuery:
    """One query and the ids of what it means. Without ``rel_sessions`` nothing in the set answers it."""

    id: str
    group: str | None
    text: str
    type: str
    rel_sessions: frozenset[str]
    rel_messages: frozenset[str]


@dataclass(frozen=True)
class RetrievalSet:
    """A whole set."""

    name: str
    sessions: tuple[SetSession, ...]
    queries: tuple[SetQuery, ...]

    def groups(self) -> dict[str, tuple[str, ...]]:
        """The ids of each group's sessions, in the order of the file."""
        found: dict[str, list[str]] = {}
        for session in self.sessions:
            if session.group is not None:
                found.setdefault(session.group, []).append(session.id)
        return {group: tuple(ids) for group, ids in found.items()}


def names_in(folder: Path) -> list[str]:
    """The names of the sets of a folder, sorted. Raises ``SetError`` when it has none."""
    found = {
        path.name.removesuffix(f".sessions{suffix}")
        for suffix in SUFFIXES
        for path in folder.glob(f"*.sessions{suffix}")
    }
    if not found:
        raise SetError(f"{folder} holds no NAME.sessions.jsonl or NAME.sessions.jsonl.gz")
    return sorted(found)


def read_set(folder: Path, name: str) -> RetrievalSet:
    """The set of this name. Raises ``SetError``, also when a query names what the set does not hold."""
    sessions = tuple(_session(value) for value in _lines(folder, f"{name}.sessions"))
    queries = tuple(_query(value) for value in _lines(folder, f"{name}.queries"))
    _check(name, sessions, queries)
    return RetrievalSet(name, sessions, queries)


def seconds(value: Any) -> float | None:
    """Seconds since the epoch of a number, an ISO 8601 text or a date in words; ``None`` for anything else.

    A text without a zone is taken as UTC.
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return float(value)
    text = str(value).strip()
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        try:
            moment = datetime.strptime(text, WORDED_DATE)
        except ValueError:
            return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _lines(folder: Path, stem: str) -> Iterator[dict[str, Any]]:
    path = next((path for suffix in SUFFIXES if (path := folder / f"{stem}{suffix}").is_file()), None)
    if path is None:
        raise SetError(f"{folder} holds no {stem}.jsonl or {stem}.jsonl.gz")
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    yield json.loads(line)
                except ValueError as error:
                    raise SetError(f"{path}, line {number}: {error}") from error


def _session(value: dict[str, Any]) -> SetSession:
    messages = tuple(
        SetMessage(str(one["id"]), one["role"], seconds(one.get("ts")), one["text"]) for one in value["messages"]
    )
    return SetSession(str(value["id"]), value.get("group"), seconds(value.get("started_at")), messages)


def _query(value: dict[str, Any]) -> SetQuery:
    return SetQuery(
        str(value["id"]),
        value.get("group"),
        value["text"],
        value.get("type") or "",
        frozenset(value.get("rel_sessions") or ()),
        frozenset(value.get("rel_messages") or ()),
    )


def _check(name: str, sessions: tuple[SetSession, ...], queries: tuple[SetQuery, ...]) -> None:
    known = {session.id for session in sessions}
    if len(known) != len(sessions):
        raise SetError(f"{name}: two sessions have one id")
    messages = {message.id for session in sessions for message in session.messages}
    groups = {session.group for session in sessions}
    for query in queries:
        if unknown := (query.rel_sessions - known) | (query.rel_messages - messages):
            raise SetError(f"{name}: query {query.id} means {min(unknown)}, which is not there")
        if query.group is not None and query.group not in groups:
            raise SetError(f"{name}: query {query.id} asks group {query.group}, which is not there")
