"""The messages that may answer plain words, grouped by conversation: from the index, the loose text or the scan.

Candidates are the messages with any of the query's weighty words; of common ones the newest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hermes_state.search.evaluate import find_spans
from hermes_state.search.expressions import WITH_POSITIONS, leaf_proposal
from hermes_state.search.newest import MAX_CANDIDATES, newest
from hermes_state.search.query_tree import Leaf
from hermes_state.search.question import Question
from hermes_state.search.ranges import is_filtered
from hermes_state.search.routes import Candidate, Ranges, Texts, allowed_texts, from_index, loose, scan
from hermes_state.search.scope import Scope
from hermes_state.search.units import Unit

SUPPORTING_CANDIDATES = 300
"""How many take part of a unit that cannot make a conversation an answer with the lighter ones alone, and of what is
asked when ``ENOUGH_CONVERSATIONS`` have more of the query, or have it in the dialog: these only support others."""

SINGLE_CANDIDATES = 300
"""How many take part where one unit is all that is asked: nothing but their time tells them apart."""

FEW_CANDIDATES = 100
"""The same where others hold more, or a filter has most of the messages passed over one by one."""

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
    question: Question, scope: Scope, units: Sequence[Unit], titles: dict[int, int], wanted: int
) -> dict[int, Group]:
    """The candidates by conversation, ``wanted`` at least if there are so many; ``titles`` are the units that stand in
    the titles of conversations."""
    gathered = _Gathered()
    for candidate, texts in _read(question, scope, units):
        everywhere = _held(question, units, texts)
        if everywhere:
            dialog = [one for one in texts if one[0] == "dialog"]
            gathered.add(candidate, everywhere, _held(question, units, dialog))
    if question.usable_index:
        _gather_indexed(question, scope, units, gathered, wanted)
    groups: dict[int, Group] = {root: Group(root, bits) for root, bits in titles.items()}
    for key, candidate in gathered.candidates.items():
        group = groups.get(candidate.root)
        if group is None:
            group = groups[candidate.root] = Group(candidate.root)
        held = gathered.held[key]
        group.held |= held
        group.messages.append((candidate, held, gathered.in_dialog.get(key, 0)))
    return groups


class _Gathered:
    """The candidates by id, and the units that each holds (bits): anywhere, and in its dialog."""

    __slots__ = ("candidates", "held", "in_dialog")

    def __init__(self) -> None:
        self.candidates: dict[int, Candidate] = {}
        self.held: dict[int, int] = {}
        self.in_dialog: dict[int, int] = {}

    def add(self, candidate: Candidate, held: int, in_dialog: int) -> None:
        """Adds a candidate, or what else it holds."""
        key = candidate.id
        self.candidates[key] = candidate
        self.held[key] = self.held.get(key, 0) | held
        if in_dialog:
            self.in_dialog[key] = self.in_dialog.get(key, 0) | in_dialog

    def has(self, conversations: int) -> bool:
        """Whether so many conversations are among them."""
        if len(self.candidates) < conversations:
            return False
        return len({candidate.root for candidate in self.candidates.values()}) >= conversations


def _gather_indexed(question: Question, scope: Scope, units: Sequence[Unit], gathered: _Gathered, wanted: int) -> None:
    """Adds what the indexes hold, without what the query excludes."""
    ranges = question.ranges(scope)
    for table in scope.tables:
        asked = _expressions(units, table)
        for expression, bit, limit in asked:
            if gathered.has(max(ENOUGH_CONVERSATIONS, 2 * wanted)):
                limit = min(limit, SUPPORTING_CANDIDATES if len(asked) > 1 else FEW_CANDIDATES)
            elif len(asked) == 1 and is_filtered(scope):
                limit = FEW_CANDIDATES
            in_dialog = bit if table in WITH_POSITIONS else 0
            for candidate in _indexed(question, scope, table, expression, limit, ranges, wanted):
                gathered.add(candidate, bit, in_dialog)
    _leave_out_excluded(question, scope, gathered)


def _read(question: Question, scope: Scope, units: Sequence[Unit]) -> Iterable[tuple[Candidate, Texts]]:
    """The messages that are not looked up in the index, with their texts."""
    if not question.usable_index:
        return scan(question.reader, scope, question.budget)
    known = question.reader.loose_texts().terms() if any(unit.alternatives for unit in units) else ()
    pieces = [piece for unit in units if unit.weight > 0 for piece in unit.pieces(known)]
    return loose(question.reader, scope, pieces)


def _indexed(
    question: Question, scope: Scope, table: str, expression: str, limit: int, ranges: Ranges | None, wanted: int
) -> list[Candidate]:
    """The sealed messages for an expression: all when they are sorted by time, else the newest ``limit``."""
    connection = question.reader.connection
    if question.sort != "relevance":
        return from_index(connection, scope, table, expression, ranges=ranges)
    found, full = newest(connection, scope, table, expression, limit, frozenset(question.demoted), ranges, wanted)
    question.capped = question.capped or full
    return found


def _leave_out_excluded(question: Question, scope: Scope, gathered: _Gathered) -> None:
    """Takes out the sealed messages that hold something the query excludes; what an index only proposes is read."""
    connection = question.reader.connection
    for leaf in question.query.excluded:
        for table in scope.tables:
            proposal = leaf_proposal(leaf, table)
            if proposal is None:
                continue
            for one in from_index(connection, scope, table, proposal.expression):
                if one.id not in gathered.candidates:
                    continue
                told = proposal.exact and (table in WITH_POSITIONS or scope.work_kind(one.flags) is not None)
                if told or _stands_in(question, scope, one, leaf):
                    del gathered.candidates[one.id]


def _stands_in(question: Question, scope: Scope, candidate: Candidate, leaf: Leaf) -> bool:
    """Whether a leaf stands in one of a message's texts that the scope looks at."""
    texts = allowed_texts(question.reader, scope, candidate)
    return any(find_spans(leaf, text, limit=1) for _, text in texts)


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
