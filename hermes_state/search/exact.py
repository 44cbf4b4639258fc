"""Literals and boolean expressions: exactly the messages for which they hold, verified on the text.

Candidates come from the index (or the scan) and from the loose text. A message is looked at only as
far as the page needs it. The dialog comes before the work, and within each the newest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import log2
from typing import Protocol

from hermes_state.records import TextKind
from hermes_state.search.analysis import probe
from hermes_state.search.evaluate import evaluate, find_spans
from hermes_state.search.expressions import leaf_probe, probe_expression, tree_expression
from hermes_state.search.query_tree import And, Leaf, Node, Not, Or, leaves
from hermes_state.search.routes import (
    Candidate,
    ScanBudget,
    Texts,
    allowed_texts,
    from_index,
    in_order,
    loose,
    scan,
)
from hermes_state.search.scope import Scope, matched_role
from hermes_state.store.codec import COMPACTED, GENERATED, HAS_DIALOG, HAS_WORK
from hermes_state.store.connection import Connection
from hermes_state.store.dictionary import MAX_WIDE_EXPANSION
from hermes_state.store.reading import Reader

LOOKED_AT_FIRST = 200
"""Where no index helps, so many messages are looked at in the order of the answer before everything is scanned."""

MAX_LOOKED_AT = 2_000
"""Looking on in order goes by twice as many messages each time, up to this."""

WORTH_GOING_ON = 8
"""It goes on while at least one message of so many answers."""

AUTOMATION_SOURCES = ("cron",)
"""Sources whose conversations are demoted: repetitive text of automatic runs must not push a person's out."""


class Matcher(Protocol):
    """What is asked of the texts of one message."""

    def holds(self, texts: Sequence[str]) -> bool:
        """Whether these folded texts of one message answer."""
        ...

    def weight(self, text: str) -> int:
        """How much of the answer stands in one folded text (0: nothing): which text to show."""
        ...

    def may_hold(self, text: str) -> bool:
        """A quick look at a text not folded yet: false when nothing of the answer stands in it."""
        ...

    def expression(self, connection: Connection) -> str | None:
        """The FTS5 expression that holds for every text that answers; ``None``: the index tells too little."""
        ...

    def wide_expression(self, connection: Connection) -> str | None:
        """One that costs more, for when there is no other; ``None``: only a scan can tell."""
        ...


class LiteralMatcher:
    """``fold(query) in fold(text)``."""

    def __init__(self, needle: str) -> None:
        self.needle = needle
        self._ascii = needle.isascii()
        self._pieces = [piece for piece in needle.split(" ") if piece]

    def holds(self, texts: Sequence[str]) -> bool:
        return any(self.needle in text for text in texts)

    def weight(self, text: str) -> int:
        return text.count(self.needle)

    def may_hold(self, text: str) -> bool:
        """Folding changes no ASCII text but for capitals and white space."""
        if not text.isascii():
            return True
        if not self._ascii:
            return False
        lowered = text.lower()
        return all(piece in lowered for piece in self._pieces)

    def expression(self, connection: Connection) -> str | None:
        return probe_expression(connection, probe(self.needle))

    def wide_expression(self, connection: Connection) -> str | None:
        return probe_expression(connection, probe(self.needle), MAX_WIDE_EXPANSION)


class TreeMatcher:
    """A boolean expression, evaluated on the message as written."""

    def __init__(self, tree: Node) -> None:
        self.tree = tree

    def holds(self, texts: Sequence[str]) -> bool:
        return evaluate(self.tree, texts)

    def weight(self, text: str) -> int:
        found = [bool(find_spans(leaf, text, limit=1)) for leaf in leaves(self.tree)]
        return sum(found)

    def may_hold(self, text: str) -> bool:
        return True

    def expression(self, connection: Connection) -> str | None:
        return tree_expression(connection, self.tree)

    def wide_expression(self, connection: Connection) -> str | None:
        return None  # its leaves are whole words or their beginnings: nothing is expanded


@dataclass(slots=True)
class Match:
    """A message that answers, and the text of it that does so best; ``identity`` is equal for equal texts."""

    candidate: Candidate
    kind: TextKind
    weight: int = 1
    identity: int = 0

    @property
    def role(self) -> str:
        """The role under which the match is shown."""
        return matched_role(self.candidate.row, self.kind)

    @property
    def generated(self) -> bool:
        """Whether the agent's harness wrote the text."""
        return bool(self.candidate.row.flags & GENERATED)


@dataclass(slots=True)
class ExactSearch:
    """One exact search in one scope. ``scanned`` and ``budget`` tell afterwards whether it scanned, and to the end."""

    reader: Reader
    scope: Scope
    matcher: Matcher
    usable_index: bool
    budget: ScanBudget = field(default_factory=ScanBudget)
    scanned: bool = False
    verified: int = 0
    expression: str | None = None

    def __post_init__(self) -> None:
        if self.usable_index:
            self.expression = self.matcher.expression(self.reader.connection)

    def candidates(self) -> tuple[list[Candidate], dict[int, Match]]:
        """The sealed messages that may answer, and, by id, those already known to (loose ones, scanned ones)."""
        if self.expression is None and self.usable_index:
            self.expression = self.matcher.wide_expression(self.reader.connection)
        self.scanned = self.expression is None
        if self.expression is None:
            texts = scan(self.reader, self.scope, self.budget, self.matcher.may_hold)
            known = dict(self._matching(texts))
            return [match.candidate for match in known.values()], known
        known = dict(self._matching(loose(self.reader, self.scope, self.matcher.may_hold)))
        found: dict[int, Candidate] = {match.candidate.row.id: match.candidate for match in known.values()}
        for table in self.scope.tables:
            for candidate in from_index(self.reader.connection, self.scope, table, self.expression):
                found.setdefault(candidate.row.id, candidate)
        if isinstance(self.matcher, TreeMatcher) and len(self.scope.tables) > 1:
            for candidate in self._across_texts(self.matcher.tree):
                found.setdefault(candidate.row.id, candidate)
        return list(found.values()), known

    def _matching(self, texts: Iterator[tuple[Candidate, Texts]]) -> Iterator[tuple[int, Match]]:
        for candidate, folded in texts:
            match = self._match(candidate, folded)
            if match is not None:
                yield candidate.row.id, match

    def _match(self, candidate: Candidate, folded: Texts) -> Match | None:
        if not self.matcher.holds([text for _, text in folded]):
            return None
        best = max(folded, key=lambda one: (self.matcher.weight(one[1]), one[0] == "dialog"))
        return Match(candidate, best[0], self.matcher.weight(best[1]), identity_of(folded))

    def verify(self, candidate: Candidate, known: dict[int, Match]) -> Match | None:
        """The match that a candidate is, read from its text unless it is known, or ``None``."""
        match = known.get(candidate.row.id)
        if match is not None:
            return match
        self.verified += 1
        folded = allowed_texts(self.reader, self.scope, candidate, self.matcher.may_hold)
        return self._match(candidate, folded) if folded else None

    def _across_texts(self, tree: Node) -> list[Candidate]:
        """Messages with dialog and work text that may answer with both together: no single index sees them whole."""
        if not any(isinstance(node, And) for node in _inner(tree)):
            return []
        found: dict[int, Candidate] = {}
        ids = self._ids_across(tree, found)
        return [found[one] for one in sorted(ids or (), reverse=True)]

    def _ids_across(self, node: Node, found: dict[int, Candidate]) -> set[int] | None:
        """The ids of such messages for one node; ``None``: the index cannot tell, any may."""
        if isinstance(node, And):
            sets = [self._ids_across(child, found) for child in node.children if not isinstance(child, Not)]
            known = [one for one in sets if one is not None]
            return set.intersection(*known) if known else None
        if isinstance(node, Or):
            alternatives = [self._ids_across(child, found) for child in node.children]
            if any(one is None for one in alternatives):
                return None
            return set().union(*(one for one in alternatives if one is not None))
        if isinstance(node, Not):
            return None
        return self._ids_of_leaf(node, found)

    def _ids_of_leaf(self, leaf: Leaf, found: dict[int, Candidate]) -> set[int] | None:
        expression = probe_expression(self.reader.connection, leaf_probe(leaf))
        if expression is None:
            return None
        ids: set[int] = set()
        for table in self.scope.tables:
            for candidate in from_index(self.reader.connection, self.scope, table, expression):
                flags = candidate.row.flags
                if flags & HAS_DIALOG and flags & HAS_WORK:
                    ids.add(candidate.row.id)
                    found[candidate.row.id] = candidate
        return ids


def identity_of(texts: Texts) -> int:
    """A number that is equal for messages with equal texts, within this process."""
    return hash(tuple(text for _, text in texts))


def distinct_count(matches: Iterable[Match]) -> int:
    """How many messages of one conversation answer; one carried over a compaction, or into a further session, once.

    What a person says again in one session counts again.
    """
    groups: dict[tuple[int, int], dict[int, int]] = {}
    for match in matches:
        row = match.candidate.row
        live = groups.setdefault((row.role, match.identity), {})
        live[row.session] = live.get(row.session, 0) + (not row.flags & COMPACTED)
    return sum(max(1, *live.values()) for live in groups.values())


def _inner(tree: Node) -> Iterator[Node]:
    yield tree
    if isinstance(tree, And | Or):
        for child in tree.children:
            yield from _inner(child)


SortKey = tuple[float, float, int]


def message_key(candidate: Candidate, sort: str) -> SortKey:
    """What messages are sorted by, smallest first: dialog before work unless by time, then time, then id."""
    tier = 0.0 if sort != "relevance" or candidate.row.flags & HAS_DIALOG else 1.0
    sign = 1 if sort == "oldest" else -1
    return (tier, sign * candidate.at, sign * candidate.row.id)


def key_columns(sort: str) -> str:
    """The columns of ``message_key``, in SQL."""
    tier = f"CASE WHEN m.flags & {HAS_DIALOG} THEN 0.0 ELSE 1.0 END" if sort == "relevance" else "0.0"
    sign = "" if sort == "oldest" else "-"
    return f"{tier}, {sign}coalesce(m.at, s.started_at, 0), {sign}m.id"


def exact_messages(search: ExactSearch, sort: str, after: SortKey | None) -> Iterator[Match]:
    """Yields the messages that answer in order, from behind ``after``; reads texts only as far as it is asked."""
    if search.expression is None:
        search.scanned = True
        size = LOOKED_AT_FIRST
        while True:
            some = in_order(search.reader.connection, search.scope, key_columns(sort), after, size)
            matches = 0
            for candidate in some:
                match = search.verify(candidate, {})
                if match is not None:
                    matches += 1
                    yield match
            if len(some) < size:
                return
            after = message_key(some[-1], sort)
            if matches * WORTH_GOING_ON < size:
                break
            size = min(size * 2, MAX_LOOKED_AT)
    found, known = search.candidates()
    for candidate in sorted(found, key=lambda one: message_key(one, sort)):
        if after is not None and message_key(candidate, sort) <= after:
            continue
        match = search.verify(candidate, known)
        if match is not None:
            yield match


@dataclass(slots=True)
class Conversation:
    """The matches of one conversation; ``best`` is the one to show."""

    root: int
    best: Match
    count: int
    score: float


def exact_conversations(search: ExactSearch, sort: str, demoted: set[int]) -> Iterator[Conversation]:
    """Yields the conversations that answer, in order, each with the number of its messages that do.

    By relevance: those with a match in the dialog first, then by the number of matches and their time;
    ``demoted`` conversations (automation) come last. Texts are read only as far as it is asked.
    """
    found, known = search.candidates()
    groups: dict[int, list[Candidate]] = {}
    for candidate in sorted(found, key=lambda one: message_key(one, sort)):
        groups.setdefault(candidate.root, []).append(candidate)
    roots = sorted(groups, key=lambda root: _group_key(root, groups[root], sort, root in demoted))
    for root in roots:
        matches = [match for one in groups[root] if (match := search.verify(one, known)) is not None]
        if matches:
            best = min(matches, key=lambda match: _best_key(match, sort))
            count = distinct_count(matches)
            yield Conversation(root, best, count, _score(best, count, root in demoted))


def _group_key(root: int, candidates: Sequence[Candidate], sort: str, demoted: bool) -> tuple[float, ...]:
    first = candidates[0]
    if sort != "relevance":
        return message_key(first, sort)
    in_dialog = any(one.row.flags & HAS_DIALOG for one in candidates)
    newest = max(one.at for one in candidates)
    return (float(demoted), float(not in_dialog), -min(int(log2(len(candidates))), 3), -newest, -root)


def _best_key(match: Match, sort: str) -> tuple[float, ...]:
    """The match to show: a person's or agent's words before what the harness wrote and before tools' output."""
    time = message_key(match.candidate, sort)
    if sort != "relevance":
        return time
    return (float(match.kind != "dialog"), float(match.generated), *time)


def _score(best: Match, count: int, demoted: bool) -> float:
    score = (1.0 if best.kind == "dialog" else 0.6) + 0.05 * log2(1 + count)
    return score * (0.5 if demoted else 1.0)
