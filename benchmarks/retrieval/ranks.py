"""Where the conversation that a query means stands under given constants: asked through the public API, each once."""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.pool import Pool
from pathlib import Path
from typing import NamedTuple

from benchmarks.retrieval.ascent import Places
from benchmarks.retrieval.constants import replaced
from benchmarks.retrieval.figures import DIGITS
from benchmarks.retrieval.labelled import SetQuery
from benchmarks.retrieval.measure import Asked
from benchmarks.retrieval.metrics import hit, mean, reciprocal_rank
from benchmarks.retrieval.outcome import DEPTH, outcome
from hermes_state import SessionDB
from hermes_state.search.weights import Weights


class Subject(NamedTuple):
    """A set as it is asked: its archive, and the queries of the sample that something answers."""

    name: str
    path: Path
    asked: Asked


Rank = int | None
"""The place, from 1, of the first conversation that is meant; ``None`` when it is not among the first ten."""


class Task(NamedTuple):
    """Which queries of a set to ask, by their places, under which constants."""

    name: str
    places: Sequence[int]
    given: Weights


class Asking:
    """Open archives, asked in this process."""

    def __init__(self, subjects: Sequence[Subject]) -> None:
        self._subjects = {one.name: one for one in subjects}
        self._open: dict[str, SessionDB] = {}

    def close(self) -> None:
        """Closes the archives."""
        while self._open:
            self._open.popitem()[1].close()

    def ask(self, task: Task) -> list[Rank]:
        """The rank of each query of a task; an archive is opened when it is asked first."""
        subject = self._subjects[task.name]
        db = self._open.get(task.name)
        if db is None:
            db = self._open[task.name] = SessionDB(subject.path)
        with replaced(task.given):
            return [_rank(db, subject.asked, subject.asked.queries[place]) for place in task.places]


def _rank(db: SessionDB, asked: Asked, query: SetQuery) -> Rank:
    page = db.search(query.text, limit=DEPTH, per="conversation", sessions=asked.sessions_of(query))
    return outcome(query, [{one.session_id, one.root_session_id} for one in page.results], 0.0).rank


class Ranks:
    """The ranks of all queries under any constants; what was asked once is remembered."""

    def __init__(self, subjects: Sequence[Subject], asking: Asking, pool: Pool | None = None) -> None:
        self.subjects = subjects
        self._asking = asking
        self._pool = pool
        self._known: dict[Weights, dict[tuple[str, int], Rank]] = {}

    @property
    def everything(self) -> Places:
        """The places of all queries."""
        return {one.name: range(len(one.asked.queries)) for one in self.subjects}

    def of(self, given: Weights, places: Places) -> dict[str, list[Rank]]:
        """By set, the ranks of these queries."""
        known = self._known.setdefault(given, {})
        tasks = [
            Task(name, missing, given)
            for name, some in places.items()
            if (missing := [place for place in some if (name, place) not in known])
        ]
        found = map(self._asking.ask, tasks) if self._pool is None else self._pool.imap(_ask_here, tasks)
        for task, ranks in zip(tasks, found, strict=True):
            known.update(zip(((task.name, place) for place in task.places), ranks, strict=True))
        return {name: [known[name, place] for place in some] for name, some in places.items()}

    def worth(self, given: Weights, places: Places) -> float:
        """The mean over the sets of their MRR at 10; a set without a query does not count."""
        return mean([mrr(some) for some in self.of(given, places).values() if some]) or 0.0


def mrr(ranks: Sequence[Rank]) -> float:
    """The mean reciprocal rank; there must be a rank."""
    return math.fsum(map(reciprocal_rank, ranks)) / len(ranks)


def shares(ranks: Sequence[Rank]) -> dict[str, float | None]:
    """hit@1, hit@5 and MRR at 10, between 0 and 1; ``None`` of nothing."""
    values = {f"hit@{within}": mean([hit(rank, within) for rank in ranks]) for within in (1, 5)}
    values["mrr"] = mean([reciprocal_rank(rank) for rank in ranks])
    return {name: None if value is None else round(value, DIGITS) for name, value in values.items()}


@contextmanager
def ranks_of(subjects: Sequence[Subject], processes: int) -> Iterator[Ranks]:
    """Asks in this process, or in so many others, a set at a time."""
    asking = Asking(subjects)
    try:
        if processes == 1:
            yield Ranks(subjects, asking)
        else:
            # Spawned, for an open archive must not be carried into another process.
            with multiprocessing.get_context("spawn").Pool(processes, _start, (subjects,)) as pool:
                yield Ranks(subjects, asking, pool)
    finally:
        asking.close()


_here: list[Asking] = []
"""What a process of the pool asks."""


def _start(subjects: Sequence[Subject]) -> None:
    _here[:] = [Asking(subjects)]


def _ask_here(task: Task) -> list[Rank]:
    return _here[0].ask(task)


def group_of_queries(subjects: Sequence[Subject]) -> Mapping[str, list[str | None]]:
    """By set, the group of each of its queries."""
    return {one.name: [query.group for query in one.asked.queries] for one in subjects}
