"""Asks an archive the queries of a set, through the public API."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.retrieval.baselines import BASELINES, Baselines
from benchmarks.retrieval.labelled import RetrievalSet, SetQuery
from benchmarks.retrieval.outcome import DEPTH, Outcome, outcome
from hermes_state import SearchPage, SessionDB

CONFIGURATIONS: Mapping[str, tuple[str, ...] | None] = {
    "named_roles": ("user", "assistant", "tool"),
    "default_roles": None,
}
"""Which roles are asked for, by the name of the configuration; ``None``: what search takes unless told."""

WARMING_QUERIES = 5


@dataclass(frozen=True)
class Asked:
    """What is asked: the queries, and the sessions of each group."""

    queries: Sequence[SetQuery]
    groups: Mapping[str, Sequence[str]]

    def sessions_of(self, query: SetQuery) -> Sequence[str] | None:
        """The sessions to search; ``None`` for all."""
        return None if query.group is None else self.groups[query.group]


def archive_outcomes(db: SessionDB, asked: Asked) -> dict[str, list[Outcome]]:
    """The outcomes of each configuration, in the order of the queries; the first few are asked twice, to warm up."""
    found: dict[str, list[Outcome]] = {}
    for name, roles in CONFIGURATIONS.items():
        for query in asked.queries[:WARMING_QUERIES]:
            _ask(db, query, asked.sessions_of(query), roles)
        found[name] = [_ask(db, query, asked.sessions_of(query), roles) for query in asked.queries]
    return found


def baseline_outcomes(given: RetrievalSet, queries: Sequence[SetQuery]) -> dict[str, list[Outcome]]:
    """The outcomes of each baseline, in the order of the queries."""
    found: dict[str, list[Outcome]] = {name: [] for name in BASELINES}
    with Baselines(given) as baselines:
        for query in queries[:WARMING_QUERIES]:
            baselines.ask(query)
        for query in queries:
            for name, one in baselines.ask(query).items():
                found[name].append(one)
    return found


def _ask(db: SessionDB, query: SetQuery, sessions: Sequence[str] | None, roles: tuple[str, ...] | None) -> Outcome:
    begin = time.perf_counter()
    page = db.search(query.text, limit=DEPTH, per="conversation", roles=roles, sessions=sessions)
    wall_ms = (time.perf_counter() - begin) * 1000
    messages = None
    if query.rel_messages:
        messages = _messages(db.search(query.text, limit=DEPTH, per="message", roles=roles, sessions=sessions))
    return outcome(query, [{one.session_id, one.root_session_id} for one in page.results], wall_ms, messages)


def _messages(page: SearchPage) -> list[set[str]]:
    """The ids that the set gave to the messages found; of a hit that is no message, none."""
    return [{one.source_message_id} if one.source_message_id is not None else set() for one in page.results]
