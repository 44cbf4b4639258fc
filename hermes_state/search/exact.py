"""Literals and boolean expressions: exactly the messages for which they hold, verified on the text.

Candidates come from the index (or the scan) and from the loose text; ``exact_order`` says which are looked at first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hermes_state.kinds import TextKind
from hermes_state.search.expressions import Proposal, leaf_proposal
from hermes_state.search.matchers import Matcher, TreeMatcher
from hermes_state.search.matches import Match, identity_of
from hermes_state.search.newest import EXACT_CANDIDATES
from hermes_state.search.query_tree import And, Leaf, Node, Not, Or
from hermes_state.search.ranges import before
from hermes_state.search.routes import (
    Candidate,
    Ranges,
    ScanBudget,
    Texts,
    allowed_texts,
    from_index,
    loose,
    scan,
)
from hermes_state.search.scope import Scope
from hermes_state.store.flags import HAS_DIALOG, HAS_WORK
from hermes_state.store.reading import Reader

VERIFIED_BETWEEN_LOOKS = 64
"""Messages that are read between two looks at the clock."""

ENOUGH_CONVERSATIONS = 64
"""A scan stops at so many conversations that answer, if no more are wanted."""


class Found:
    """The messages that may answer. ``known``: by id, those that do (loose and scanned ones); ``sure``: by id, those
    that do as the index tells, with the kind of the text; ``full``: there are older ones, of other conversations."""

    __slots__ = ("candidates", "full", "known", "sure")

    def __init__(self, candidates: dict[int, Candidate] | None = None, known: dict[int, Match] | None = None) -> None:
        self.candidates = {} if candidates is None else candidates
        self.known = {} if known is None else known
        self.sure: dict[int, TextKind] = {}
        self.full = False


class ExactSearch:
    """One exact search in one scope. ``scanned`` and ``budget`` tell afterwards whether it scanned, and to the end;
    ``capped``, whether only the newest messages that may answer were weighed against one another. ``ranges`` are the
    ids that the scope's filters leave, where these are few."""

    def __init__(
        self,
        reader: Reader,
        scope: Scope,
        matcher: Matcher,
        usable_index: bool,
        ranges: Ranges | None,
        budget: ScanBudget,
    ) -> None:
        self.reader = reader
        self.scope = scope
        self.matcher = matcher
        self.usable_index = usable_index
        self.ranges = ranges
        self.budget = budget
        self.scanned = False
        self.capped = False
        self.verified = 0
        self.proposals = self._proposals(wide=False) if usable_index else None

    def _proposals(self, *, wide: bool) -> dict[str, Proposal] | None:
        """What each index is asked; ``None`` where one of them can tell nothing."""
        ask = self.matcher.wide_proposal if wide else self.matcher.proposal
        found: dict[str, Proposal] = {}
        for table in self.scope.tables:
            proposal = ask(self.reader.connection, table)
            if proposal is None:
                return None
            found[table] = proposal
        return found

    def all(self) -> Found:
        """Every message that may answer."""
        self.prepare()
        if self.proposals is None:
            return self._scanned(self.scope)
        found = self._known(self.scope)
        for table, proposal in self.proposals.items():
            some = from_index(self.reader.connection, self.scope, table, proposal.expression, ranges=self.ranges)
            self._add(found, table, proposal, some)
        self._add_across(found, self.scope)
        return found

    def newest(self, without: Scope, below: dict[str, int]) -> Found:
        """The next messages that may answer in a narrower scope, newest rows first, ``EXACT_CANDIDATES`` of each index.

        ``below`` are the ids to go on from, by index; it is set for the next call.
        """
        assert self.proposals is not None
        found = Found()
        if not below:
            found = self._known(without)
            self._add_across(found, without)
        for table, proposal in self.proposals.items():
            within = before(self.ranges, below[table]) if table in below else self.ranges
            some = from_index(
                self.reader.connection, without, table, proposal.expression, limit=EXACT_CANDIDATES, ranges=within
            )
            below[table] = some[-1].id if some else 0
            found.full = found.full or len(some) == EXACT_CANDIDATES
            self._add(found, table, proposal, some)
        return found

    def scanned_in_parts(self, scope: Scope) -> Iterator[Found]:
        """Yields what a scan finds, newest text first, whenever ``ENOUGH_CONVERSATIONS`` more answer."""
        roots: set[int] = set()
        found = Found()
        for key, match in self._matching(scan(self.reader, scope, self.budget, self.matcher.may_hold)):
            if match.candidate.root not in roots and len(roots) == ENOUGH_CONVERSATIONS:
                found.full = True
                yield found
                roots, found = set(), Found()
            roots.add(match.candidate.root)
            found.candidates[key] = match.candidate
            found.known[key] = match
        yield found

    def prepare(self) -> None:
        """Settles by which route to go."""
        if self.proposals is None and self.usable_index:
            self.proposals = self._proposals(wide=True)
        self.scanned = self.proposals is None

    def _scanned(self, scope: Scope) -> Found:
        known = dict(self._matching(scan(self.reader, scope, self.budget, self.matcher.may_hold)))
        return Found({key: match.candidate for key, match in known.items()}, known)

    def _known(self, scope: Scope) -> Found:
        known = dict(self._matching(loose(self.reader, scope, self.matcher.pieces())))
        return Found({key: match.candidate for key, match in known.items()}, known)

    def _add(self, found: Found, table: str, proposal: Proposal, candidates: Iterable[Candidate]) -> None:
        for candidate in candidates:
            found.candidates.setdefault(candidate.id, candidate)
            if proposal.exact and candidate.id not in found.sure:
                kind = "dialog" if table == "dialog" else self.scope.work_kind(candidate.flags)
                if kind is not None:
                    found.sure[candidate.id] = kind

    def _add_across(self, found: Found, scope: Scope) -> None:
        if isinstance(self.matcher, TreeMatcher) and len(scope.tables) > 1:
            for candidate in self._across_texts(self.matcher.tree, scope):
                found.candidates.setdefault(candidate.id, candidate)

    def _matching(self, texts: Iterator[tuple[Candidate, Texts]]) -> Iterator[tuple[int, Match]]:
        for candidate, folded in texts:
            match = self._match(candidate, folded)
            if match is not None:
                yield candidate.id, match

    def _match(self, candidate: Candidate, folded: Texts) -> Match | None:
        if not self.matcher.holds([text for _, text in folded]):
            return None
        best = max(folded, key=lambda one: (self.matcher.weight(one[1]), one[0] == "dialog"))
        return Match(candidate, best[0], self.matcher.weight(best[1]))

    def verify(self, candidate: Candidate, known: dict[int, Match]) -> Match | None:
        """The match that a candidate is, read from its text unless it is known, or ``None``."""
        match = known.get(candidate.id)
        if match is not None:
            return match
        self.verified += 1
        if self.verified == 1:
            self.budget.begin()
        texts = [(kind, text) for kind, text in self.reader.texts(candidate) if self.scope.allows(candidate.role, kind)]
        if len(texts) == 1 and self.matcher.surely_holds(texts[0][1]):
            return Match(candidate, texts[0][0])
        folded = [(kind, self.reader.fold(text)) for kind, text in texts if self.matcher.may_hold(text)]
        return self._match(candidate, folded) if folded else None

    @property
    def out_of_time(self) -> bool:
        """Whether reading what the indexes propose takes longer than a search may."""
        return self.verified % VERIFIED_BETWEEN_LOOKS == 0 and self.verified > 0 and self.budget.is_over()

    def identified(self, match: Match) -> Match:
        """The match with its identity, for which its texts are read."""
        if match.identity is None:
            match.identity = identity_of(allowed_texts(self.reader, self.scope, match.candidate))
        return match

    def _across_texts(self, tree: Node, scope: Scope) -> list[Candidate]:
        """Messages with dialog and work text that may answer with both together: no single index sees them whole."""
        if not any(isinstance(node, And) for node in _inner(tree)):
            return []
        found: dict[int, Candidate] = {}
        ids = self._ids_across(tree, scope, found)
        return [found[one] for one in sorted(ids or (), reverse=True)]

    def _ids_across(self, node: Node, scope: Scope, found: dict[int, Candidate]) -> set[int] | None:
        """The ids of such messages for one node; ``None``: the index cannot tell, any may."""
        if isinstance(node, And):
            sets = [self._ids_across(child, scope, found) for child in node.children if not isinstance(child, Not)]
            known = [one for one in sets if one is not None]
            return set.intersection(*known) if known else None
        if isinstance(node, Or):
            alternatives = [self._ids_across(child, scope, found) for child in node.children]
            if any(one is None for one in alternatives):
                return None
            return set().union(*(one for one in alternatives if one is not None))
        return None if isinstance(node, Not) else self._ids_of_leaf(node, scope, found)

    def _ids_of_leaf(self, leaf: Leaf, scope: Scope, found: dict[int, Candidate]) -> set[int] | None:
        ids: set[int] = set()
        for table in scope.tables:
            proposal = leaf_proposal(leaf, table)
            if proposal is None:
                return None
            for candidate in from_index(self.reader.connection, scope, table, proposal.expression, ranges=self.ranges):
                if candidate.flags & HAS_DIALOG and candidate.flags & HAS_WORK:
                    ids.add(candidate.id)
                    found[candidate.id] = candidate
        return ids


def _inner(tree: Node) -> Iterator[Node]:
    yield tree
    if isinstance(tree, And | Or):
        for child in tree.children:
            yield from _inner(child)
