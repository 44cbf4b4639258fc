"""One query in one scope: what was asked, what of the archive may be asked, and what answering has cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from hermes_state.search.analysis import terms
from hermes_state.search.dates import Mention, distance_days, mentions
from hermes_state.search.matches import Match
from hermes_state.search.newest import AUTOMATION_SOURCES
from hermes_state.search.query import Query
from hermes_state.search.ranges import filters_of, ranges_of
from hermes_state.search.routes import Ranges, ScanBudget
from hermes_state.search.scope import DEFAULT_ROLES, SEARCH_ROLES, Scope
from hermes_state.search.scoring import Parts
from hermes_state.search.titles import TitleHit
from hermes_state.search.units import Unit
from hermes_state.store import index
from hermes_state.store.reading import Reader

AUTOMATIC = f"SELECT root_key FROM session WHERE source IN ({', '.join('?' * len(AUTOMATION_SOURCES))})"

ANY_WORK = "SELECT EXISTS (SELECT 1 FROM work) OR EXISTS (SELECT 1 FROM loose)"
"""Whether there may be tool output at all."""

NEAR_DAYS = 14
"""Days from a date that a query names within which a conversation is still near it."""

EVERYWHERE = Scope(roles=SEARCH_ROLES, include_hidden=True)


class Item:
    """One answer: a conversation or a message, before it is read for showing.

    ``is_keyed`` tells whether the next page can go on from the sort key of its message, ``weak`` whether it holds less
    than half of what was asked, ``tier`` which items come before others whatever their score; ``parts`` are what its
    score is made of, where it was ranked.
    """

    __slots__ = (
        "copies", "count", "held", "is_keyed", "match", "missing", "needles", "parts", "root", "rung", "score", "tier",
        "title", "weak",
    )  # fmt: skip

    def __init__(
        self,
        root: int,
        match: Match | None,
        title: TitleHit | None,
        count: int,
        rung: str,
        score: float,
        needles: Sequence[str],
        held: tuple[str, ...] = (),
        missing: tuple[str, ...] = (),
        copies: tuple[int, ...] = (),
        is_keyed: bool = False,
    ) -> None:
        self.root = root
        self.match = match
        self.title = title
        self.count = count
        self.rung = rung
        self.score = score
        self.needles = needles
        self.held = held
        self.missing = missing
        self.copies = copies
        self.is_keyed = is_keyed
        self.weak = False
        self.tier: float = 0
        self.parts: Parts | None = None

    @property
    def at(self) -> float:
        """The time by which it is sorted: the message's, or the start of the session whose title answers."""
        if self.match is not None:
            return self.match.candidate.at
        return self.title.at if self.title is not None else 0.0


class Question:
    """One query in one scope. ``default_roles``: the dialog and titles, then tool output when these have little.

    ``as_asked`` leaves out what stands in for words that were not found: parts of words, close spellings.
    ``half_life`` (seconds) prefers what is newer, ``now`` (seconds since the epoch) is when it was asked. ``notes``,
    ``scanned``, ``capped`` (not every candidate was weighed) and ``account`` (work, counted) say afterwards how it was
    answered. ``units_asked`` are the units made so far.
    """

    def __init__(
        self,
        reader: Reader,
        query: Query,
        scope: Scope,
        *,
        default_roles: bool,
        with_titles: bool,
        sort: str,
        as_asked: bool = False,
        budget: ScanBudget | None = None,
    ) -> None:
        self.reader = reader
        self.query = query
        self.scope = scope
        self.default_roles = default_roles
        self.with_titles = with_titles
        self.sort = sort
        self.as_asked = as_asked
        self.notes: list[str] = []
        self.budget = budget or ScanBudget()
        self.scanned = False
        self.capped = False
        self.account: dict[str, int] = {}
        self.half_life: float | None = None
        self.now = time.time()
        self.units: list[dict[str, object]] = []
        self._demoted: set[int] | None = None
        self._mentions: list[Mention] | None = None
        self._usable_index: bool | None = None
        self._ranges: dict[tuple[object, ...], Ranges | None] = {}
        self.units_asked: dict[tuple[object, ...], list[Unit]] = {}

    @property
    def whole_scope(self) -> Scope:
        """The scope with all the roles that may answer."""
        return self.scope._replace(roles=(*DEFAULT_ROLES, "tool")) if self.default_roles else self.scope

    def phases(self) -> list[Scope]:
        """The scopes to look at one after the other: named roles are strict, the default goes on to tool output."""
        return [self.scope, self.whole_scope] if self.goes_on_to_work else [self.scope]

    @property
    def goes_on_to_work(self) -> bool:
        """Whether tool output is looked at behind the dialog: no role was named, and there may be some."""
        return self.default_roles and (not self.usable_index or bool(self.reader.connection.value(ANY_WORK)))

    def in_order(self, items: Iterable[Item]) -> list[Item]:
        """Items of several sources, by relevance or by time as was asked for."""
        if self.sort == "relevance":
            return sorted(items, key=lambda item: (item.tier, -round(item.score, 9)))
        sign = 1 if self.sort == "oldest" else -1
        return sorted(items, key=lambda item: sign * item.at)

    @property
    def usable_index(self) -> bool:
        """Whether the index may be asked."""
        if self._usable_index is None:
            self._usable_index = not self.reader.index_is_damaged and index.is_usable(self.reader.connection)
        return self._usable_index

    @property
    def demoted(self) -> set[int]:
        """The conversations of automatic runs."""
        if self._demoted is None:
            self._demoted = {row[0] for row in self.reader.connection.rows(AUTOMATIC, AUTOMATION_SOURCES)}
        return self._demoted

    @property
    def mentions(self) -> list[Mention]:
        """The dates that the query names."""
        if self._mentions is None:
            self._mentions = mentions(self.query.folded, self.now)
        return self._mentions

    @property
    def dated_terms(self) -> frozenset[str]:
        """The words of these dates."""
        folded = self.query.folded
        return frozenset(term for one in self.mentions for term in terms(folded[one.start : one.end]))

    @property
    def nearness(self) -> Callable[[float], float] | None:
        """How near a time is to the dates that the query names: 1 within, 0 from ``NEAR_DAYS`` on.

        ``None`` without dates.
        """
        named = self.mentions
        if not named:
            return None
        return lambda at: max(max(0.0, 1 - distance_days(one, at) / NEAR_DAYS) for one in named)

    def freshness(self, at: float) -> float:
        """What a score is multiplied by for its age: halved with each ``half_life`` (seconds), where one was asked."""
        if self.half_life is None:
            return 1.0
        return float(0.5 ** (max(self.now - at, 0.0) / self.half_life))

    def explain_units(self, units: Iterable[Unit]) -> None:
        """Remembers what was looked for, for ``--explain``."""
        self.units = [
            {"term": unit.leaf.folded, "messages": unit.frequency, "weight": round(unit.weight, 3)}
            | ({"forms": [one.folded for one in unit.leaves[1:]]} if len(unit.leaves) > 1 else {})
            for unit in units
            if unit.power > 0
        ]

    def ranges(self, scope: Scope) -> Ranges | None:
        """The ids that a scope's filters leave (``ranges_of``), found once for every search that has these filters."""
        filters = filters_of(scope)
        if filters not in self._ranges:
            # What one search leaves out besides, another with these filters may still want.
            whole = scope._replace(without_roots=(), without_sources=())
            self._ranges[filters] = ranges_of(self.reader.connection, whole)
        return self._ranges[filters]

    def count(self, what: str, number: int) -> None:
        """Adds to the account of the work done."""
        self.account[what] = self.account.get(what, 0) + number
