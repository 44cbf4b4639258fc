"""The messages that may answer plain words, grouped by conversation: from the index, the loose text or the scan.

Candidates are the messages with any of the query's weighty words; of common ones the newest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hermes_state.search.evaluate import find_spans
from hermes_state.search.expressions import WITH_POSITIONS, leaf_proposal
from hermes_state.search.newest import MAX_CANDIDATES, newest
from hermes_state.search.question import Question
from hermes_state.search.routes import Candidate, Ranges, Texts, from_index, loose, scan
from hermes_state.search.scope import Scope
from hermes_state.search.units import Unit

SUPPORTING_CANDIDATES = 300
"""How many take part of a unit that cannot make a conversation an answer with the lighter ones alone, and of what is
asked when ``ENOUGH_CONVERSATIONS`` have more of the query, or have it in the dialog: these only support others."""

SINGLE_CANDIDATES = 300
"""How many take part where one unit is all that is asked: nothing but their time tells them apart."""

ENOUGH_CONVERSATIONS = 128

ENOUGH_SHARE = 0.4
"""The share of the query's weight from which units may make an answer; below what any search asks for."""

Evidence = tuple[Candidate, int, int]
"""A message with the units that it holds (bits), and those of them that stand in its dialog."""


class Group:
    """The candidates of one conversation with their evidence, and the units that these and its title hold (bits)."""

    __slots__ = ("held", "messages", "root")

    def __init__(self, root: int, held: int = 0) -> None:
        self.root = root
        self.held = held
        self.messages: list[Evidence] = []


def grouped_candidates(
    question: Question, scope: Scope, units: Sequence[Unit], titles: dict[int, int]
) -> dict[int, Group]:
    """The candidates by conversation; ``titles`` are the units that stand in the titles of conversations."""
    candidates: dict[int, Candidate] = {}
    held: dict[int, int] = {}
    in_dialog: dict[int, int] = {}
    for candidate, texts in _read(question, scope, units):
        everywhere = _held(question, units, texts)
        if everywhere:
            candidates[candidate.id] = candidate
            held[candidate.id] = everywhere
            in_dialog[candidate.id] = _held(question, units, [one for one in texts if one[0] == "dialog"])
    if question.usable_index:
        unwanted = _excluded_ids(question, scope)
        ranges = question.ranges(scope)
        for table in scope.tables:
            bits = in_dialog if table in WITH_POSITIONS else {}
            asked = _expressions(units, table)
            single = len(asked) == 1
            for expression, bit, limit in asked:
                if len(candidates) > ENOUGH_CONVERSATIONS and _conversations(candidates) >= ENOUGH_CONVERSATIONS:
                    limit = min(limit, SUPPORTING_CANDIDATES, SINGLE_CANDIDATES // 3 if single else limit)
                for candidate in _indexed(question, scope, table, expression, limit, ranges):
                    key = candidate.id
                    candidates[key] = candidate
                    held[key] = held.get(key, 0) | bit
                    bits[key] = bits.get(key, 0) | bit
        for key in unwanted:
            candidates.pop(key, None)
    groups: dict[int, Group] = {root: Group(root, bits) for root, bits in titles.items()}
    for key, candidate in candidates.items():
        group = groups.get(candidate.root)
        if group is None:
            group = groups[candidate.root] = Group(candidate.root)
        group.held |= held[key]
        group.messages.append((candidate, held[key], in_dialog.get(key, 0)))
    return groups


def _read(question: Question, scope: Scope, units: Sequence[Unit]) -> Iterable[tuple[Candidate, Texts]]:
    """The messages that are not looked up in the index, with their texts."""
    if not question.usable_index:
        return scan(question.reader, scope, question.budget)
    known = question.reader.loose_texts().terms() if any(unit.alternatives for unit in units) else ()
    pieces = [piece for unit in units if unit.weight > 0 for piece in unit.pieces(known)]
    return loose(question.reader, scope, pieces)


def _conversations(candidates: dict[int, Candidate]) -> int:
    return len({candidate.root for candidate in candidates.values()})


def _indexed(
    question: Question, scope: Scope, table: str, expression: str, limit: int, ranges: Ranges | None
) -> list[Candidate]:
    """The sealed messages for an expression: all when they are sorted by time, else the newest ``limit``."""
    connection = question.reader.connection
    if question.sort != "relevance":
        return from_index(connection, scope, table, expression, ranges=ranges)
    found, full = newest(connection, scope, table, expression, limit, frozenset(question.demoted), ranges)
    question.capped = question.capped or full
    return found


def _excluded_ids(question: Question, scope: Scope) -> set[int]:
    """The sealed messages that hold something the query excludes."""
    connection = question.reader.connection
    unwanted: set[int] = set()
    for leaf in question.query.excluded:
        for table in scope.tables:
            proposal = leaf_proposal(leaf, table)
            if proposal is not None:
                unwanted.update(one.id for one in from_index(connection, scope, table, proposal.expression))
    return unwanted


def _expressions(units: Sequence[Unit], table: str) -> list[tuple[str, int, int]]:
    """What an index is asked: all weighty units together, then each of them, the heaviest first.

    Each with the units it stands for (bits) and how many candidates of it take part.
    """
    numbered = [(unit, 1 << number) for number, unit in enumerate(units) if unit.weight > 0]
    numbered.sort(key=lambda one: -one[0].weight)
    total = left = sum(unit.weight for unit, _ in numbered)
    asked: list[tuple[str, int, int]] = []
    for unit, bit in numbered:
        if table in unit.proposals:
            limit = MAX_CANDIDATES if left >= ENOUGH_SHARE * total else SUPPORTING_CANDIDATES
            asked.append((unit.proposals[table].expression, bit, limit))
        left -= unit.weight
    if len(asked) == 1:
        return [(asked[0][0], asked[0][1], SINGLE_CANDIDATES)]
    if asked:
        together = " AND ".join(f"({expression})" for expression, _, _ in asked)
        asked.insert(0, (together, sum(bit for _, bit, _ in asked), MAX_CANDIDATES))
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
