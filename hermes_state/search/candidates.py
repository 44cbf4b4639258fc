"""The messages that may answer plain words, grouped by conversation: from the index, the loose text or the scan.

Candidates are the messages with any of the query's weighty words; of common ones the newest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from hermes_state.search.evaluate import find_spans
from hermes_state.search.exact import AUTOMATION_SOURCES
from hermes_state.search.expressions import leaf_probe, probe_expression
from hermes_state.search.question import Question
from hermes_state.search.routes import NO_LIMIT, Candidate, Texts, from_index, loose, scan
from hermes_state.search.scope import Scope
from hermes_state.search.units import Unit

MAX_CANDIDATES = 1_000
"""Messages of one unit, newest first, that take part."""

SUPPORTING_CANDIDATES = 300
"""The same of a unit that cannot make a conversation an answer with the lighter ones alone: it only supports others."""

ENOUGH_SHARE = 0.4
"""The share of the query's weight from which units may make an answer; below what any search asks for."""

MORE_FETCHES = 4
FEW_CONVERSATIONS = 24
"""When so few conversations hold all of one unit's candidates, more are fetched from others, so many times."""


@dataclass(slots=True)
class Group:
    """The candidates of one conversation, each with the units it holds (bits), and what they hold together."""

    root: int
    held: int = 0
    messages: dict[int, tuple[Candidate, int]] = field(default_factory=dict)

    def add(self, candidate: Candidate, held: int) -> None:
        """Adds a candidate, or what else it holds."""
        self.held |= held
        before = self.messages.get(candidate.row.id)
        self.messages[candidate.row.id] = (candidate, held | (before[1] if before else 0))


def grouped_candidates(
    question: Question, scope: Scope, units: Sequence[Unit], titles: dict[int, int]
) -> dict[int, Group]:
    """The candidates by conversation; ``titles`` are the units that stand in the titles of conversations."""
    groups: dict[int, Group] = {root: Group(root, held) for root, held in titles.items()}

    def add(candidate: Candidate, held: int) -> None:
        if held:
            group = groups.get(candidate.root)
            if group is None:
                group = groups[candidate.root] = Group(candidate.root)
            group.add(candidate, held)

    reader, usable = question.reader, question.usable_index
    for candidate, texts in loose(reader, scope) if usable else scan(reader, scope, question.budget):
        add(candidate, _held(question, units, texts))
    if not usable:
        return groups
    unwanted = _excluded_ids(question, scope)
    for table in scope.tables:
        for expression, held, limit in _expressions(units):
            for candidate in _indexed(question, scope, table, expression, limit):
                if candidate.row.id not in unwanted:
                    add(candidate, held)
    return groups


def _indexed(question: Question, scope: Scope, table: str, expression: str, limit: int) -> list[Candidate]:
    """The sealed messages for an expression: all when they are sorted by time, else the newest ``limit``.

    When there are more, and few conversations (or only automatic ones) hold all of these, the newest of
    the others take part too: one talkative conversation must not keep out the rest.
    """
    connection = question.reader.connection
    if question.sort != "relevance":
        limit = NO_LIMIT
    newest = from_index(connection, scope, table, expression, limit=limit)
    found = list(newest)
    for _ in range(MORE_FETCHES):
        if len(newest) != limit:
            break
        roots = {candidate.root for candidate in newest}
        if roots & question.demoted and not scope.without_sources:
            scope = replace(scope, without_sources=AUTOMATION_SOURCES)
        elif len(roots) < FEW_CONVERSATIONS:
            scope = replace(scope, without_roots=(*scope.without_roots, *roots))
        else:
            break
        newest = from_index(connection, scope, table, expression, limit=limit)
        found += newest
    return found


def _excluded_ids(question: Question, scope: Scope) -> set[int]:
    """The sealed messages that hold something the query excludes."""
    connection = question.reader.connection
    unwanted: set[int] = set()
    for leaf in question.query.excluded:
        expression = probe_expression(connection, leaf_probe(leaf))
        if expression is not None:
            for table in scope.tables:
                unwanted.update(one.row.id for one in from_index(connection, scope, table, expression))
    return unwanted


def _expressions(units: Sequence[Unit]) -> list[tuple[str, int, int]]:
    """What the index is asked: every weighty unit, the heaviest first, and all of them together.

    Each with the units it stands for (bits) and how many candidates of it take part.
    """
    numbered = [(unit, 1 << number) for number, unit in enumerate(units) if unit.weight > 0]
    numbered.sort(key=lambda one: -one[0].weight)
    total = left = sum(unit.weight for unit, _ in numbered)
    asked: list[tuple[str, int, int]] = []
    for unit, bit in numbered:
        if unit.expression is not None:
            limit = MAX_CANDIDATES if left >= ENOUGH_SHARE * total else SUPPORTING_CANDIDATES
            asked.append((unit.expression, bit, limit))
        left -= unit.weight
    if len(asked) > 1:
        together = " AND ".join(f"({expression})" for expression, _, _ in asked)
        asked.append((together, sum(bit for _, bit, _ in asked), MAX_CANDIDATES))
    return asked


def _held(question: Question, units: Sequence[Unit], texts: Texts) -> int:
    """The units that stand in the texts of a message (bits); none where something excluded does."""
    if any(find_spans(leaf, text, limit=1) for leaf in question.query.excluded for _, text in texts):
        return 0
    held = 0
    for number, unit in enumerate(units):
        if unit.weight > 0 and any(unit.spans(text) for _, text in texts):
            held |= 1 << number
    return held
