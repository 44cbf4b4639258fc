"""Three plain baselines over SQLite's FTS5, for the same queries: message rows, session rows, and both fused.

Tokenizer ``porter unicode61``; runs of Chinese, Japanese and Korean letters become overlapping bigrams; a query is
the OR of its terms, the order is bm25. Only what users, assistants and tools said is indexed.

A group has indexes of its own, so that bm25 weighs terms by how rare they are in the group. The session rows that
the fused baseline takes weigh them by the whole set: that makes it the better one where there are groups.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType

import apsw

from benchmarks.retrieval.labelled import RetrievalSet, SetQuery, SetSession
from benchmarks.retrieval.outcome import DEPTH, Outcome, outcome

ROLES = ("user", "assistant", "tool")
FUSION_K = 60
"""Reciprocal rank fusion adds 1 / (k + rank) of each ranking (Cormack, Clarke and Büttcher, SIGIR 2009)."""

BASELINES = ("rows", "sessions", "fused")

NGRAM_RUN = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff]+")
TERM = re.compile(r"\w+")

CREATE = """
CREATE VIRTUAL TABLE item
USING fts5(text, session UNINDEXED, id UNINDEXED, scope UNINDEXED, tokenize = 'porter unicode61')
"""
INSERT = "INSERT INTO item (text, session, id, scope) VALUES (?, ?, ?, ?)"
RANK = """
SELECT session, id
FROM item
WHERE item MATCH ?1
  AND (?2 IS NULL OR scope = ?2)
ORDER BY bm25(item), rowid
"""

Row = tuple[str, str, str, str | None]
"""Text, the session's id, the message's id (of a session row the session's), the group."""


def with_bigrams(text: str) -> str:
    """The text with each run of Chinese, Japanese and Korean letters as its overlapping bigrams, apart by spaces."""
    return NGRAM_RUN.sub(lambda run: f" {' '.join(_bigrams(run[0]))} ", text)


def _bigrams(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for start in range(len(run) - 1):
        yield run[start : start + 2]


def expression(text: str) -> str | None:
    """The FTS5 expression of a query: its distinct terms, quoted, joined by OR; ``None`` when it has none."""
    terms = dict.fromkeys(term.lower() for term in TERM.findall(with_bigrams(text)))
    return " OR ".join(f'"{term}"' for term in terms) or None


def fused(rankings: Sequence[Sequence[str]]) -> list[str]:
    """Reciprocal rank fusion; equal scores in the order of the first ranking that has them."""
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, one in enumerate(ranking, 1):
            scores[one] = scores.get(one, 0.0) + 1 / (FUSION_K + rank)
    return sorted(scores, key=lambda one: -scores[one])


@dataclass(frozen=True)
class Ranking:
    """Sessions, best first, each once by its best row; beside them the ids of all rows, best first."""

    sessions: list[str]
    items: list[str]


class Index:
    """A scratch database in memory with one FTS5 table."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._connection = apsw.Connection(":memory:")
        self._connection.execute(CREATE)
        with self._connection:
            self._connection.executemany(INSERT, rows)

    def close(self) -> None:
        self._connection.close()

    def rank(self, asked: str | None, group: str | None = None) -> Ranking:
        """Every row that an expression matches, of one group or of all."""
        if asked is None:
            return Ranking([], [])
        found = self._connection.execute(RANK, (asked, group)).fetchall()
        return Ranking(list(dict.fromkeys(str(session) for session, _ in found)), [str(item) for _, item in found])


class Baselines:
    """The baselines over one set."""

    def __init__(self, given: RetrievalSet) -> None:
        scopes = {None: given.sessions} | {
            group: tuple(session for session in given.sessions if session.group == group) for group in given.groups()
        }
        self._rows = {scope: Index(_message_rows(sessions)) for scope, sessions in scopes.items()}
        self._sessions = {scope: Index(_session_rows(sessions)) for scope, sessions in scopes.items()}

    def __enter__(self) -> Baselines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for index in (*self._rows.values(), *self._sessions.values()):
            index.close()

    def ask(self, query: SetQuery) -> dict[str, Outcome]:
        """What each baseline answers, by its name; the time of the fused one is that of both its rankings."""
        asked, group = expression(query.text), query.group
        begin = time.perf_counter()
        rows = self._rows[group].rank(asked)
        after_rows = time.perf_counter()
        sessions = self._sessions[group].rank(asked)
        after_sessions = time.perf_counter()
        widely = sessions if group is None else self._sessions[None].rank(asked, group)
        both = fused((rows.sessions, widely.sessions))
        end = time.perf_counter()
        rows_ms, sessions_ms = (after_rows - begin) * 1000, (after_sessions - after_rows) * 1000
        both_ms = (end - after_sessions) * 1000 + rows_ms + (sessions_ms if group is None else 0.0)
        return {
            "rows": outcome(query, _places(rows.sessions), rows_ms, _places(rows.items)),
            "sessions": outcome(query, _places(sessions.sessions), sessions_ms),
            "fused": outcome(query, _places(both), both_ms),
        }


def _places(ids: list[str]) -> list[set[str]]:
    return [{one} for one in ids[:DEPTH]]


def _message_rows(sessions: Sequence[SetSession]) -> Iterator[Row]:
    for session in sessions:
        for message in session.messages:
            if message.role in ROLES:
                yield with_bigrams(message.text), session.id, message.id, session.group


def _session_rows(sessions: Sequence[SetSession]) -> Iterator[Row]:
    for session in sessions:
        text = "\n".join(with_bigrams(message.text) for message in session.messages if message.role in ROLES)
        yield text, session.id, session.id, session.group
