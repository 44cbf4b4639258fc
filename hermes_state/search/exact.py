"""Literals and boolean expressions: exactly the messages for which they hold, verified on the text.

Candidates come from the index (or the scan) and from the loose text. A message is looked at only as
far as the page needs it. The dialog comes before the work, and within each the newest first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import log2

from hermes_state.kinds import TextKind
from hermes_state.search.counting import counts_by_session
from hermes_state.search.expressions import Proposal, leaf_proposal
from hermes_state.search.matchers import Matcher, TreeMatcher
from hermes_state.search.newest import AUTOMATION_SOURCES, EXACT_CANDIDATES
from hermes_state.search.query_tree import And, Leaf, Node, Not, Or
from hermes_state.search.ranges import before
from hermes_state.search.routes import (
    Candidate,
    Ranges,
    ScanBudget,
    Texts,
    allowed_texts,
    from_index,
    in_order,
    loose,
    scan,
)
from hermes_state.search.scope import Scope, matched_role
from hermes_state.store.flags import COMPACTED, GENERATED, HAS_DIALOG, HAS_WORK
from hermes_state.store.reading import Reader

LOOKED_AT_FIRST = 200
"""Where no index helps, so many messages are looked at in the order of the answer before everything is scanned."""

MAX_LOOKED_AT = 2_000
"""Looking on in order goes by twice as many messages each time, up to this."""

WORTH_GOING_ON = 8
"""It goes on while at least one message of so many answers."""

MAX_VERIFIED = 8
"""Of a conversation that answers so many messages are looked at on the text to count those that do."""

VERIFIED_BETWEEN_LOOKS = 64
"""Messages that are read between two looks at the clock."""

ENOUGH_CONVERSATIONS = 64
"""A scan stops at so many conversations that answer, if no more are wanted."""


class Match:
    """A message that answers, and the text of it that does so best; ``identity`` is equal for equal texts."""

    __slots__ = ("candidate", "identity", "kind", "weight")

    def __init__(self, candidate: Candidate, kind: TextKind, weight: int = 1, identity: int | None = None) -> None:
        self.candidate = candidate
        self.kind = kind
        self.weight = weight
        self.identity = identity

    @property
    def role(self) -> str:
        """The role under which the match is shown."""
        return matched_role(self.candidate.role, self.kind)

    @property
    def generated(self) -> bool:
        """Whether the agent's harness wrote the text."""
        return bool(self.candidate.flags & GENERATED)


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
        self._add_across(found)
        return found

    def newest(self, without: Scope, below: dict[str, int]) -> Found:
        """The next messages that may answer in a narrower scope, newest rows first, ``EXACT_CANDIDATES`` of each index.

        ``below`` are the ids to go on from, by index; it is set for the next call.
        """
        assert self.proposals is not None
        found = self._known(without) if not below else Found()
        for table, proposal in self.proposals.items():
            within = before(self.ranges, below[table]) if table in below else self.ranges
            some = from_index(
                self.reader.connection, without, table, proposal.expression, limit=EXACT_CANDIDATES, ranges=within
            )
            below[table] = some[-1].id if some else 0
            found.full = found.full or len(some) == EXACT_CANDIDATES
            self._add(found, table, proposal, some)
        self._add_across(found)
        return found

    def narrow(self, without: Scope) -> Found:
        """Some of the newest messages that may answer, if there are many with the first terms of a beginning."""
        found = Found()
        for table, proposal in (self.proposals or {}).items():
            if proposal.narrow is not None:
                some = from_index(
                    self.reader.connection,
                    without,
                    table,
                    proposal.narrow,
                    limit=EXACT_CANDIDATES,
                    ranges=self.ranges,
                )
                self._add(found, table, proposal, some)
                found.full = found.full or len(some) == EXACT_CANDIDATES
        return found if found.full else Found()

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

    def _add_across(self, found: Found) -> None:
        if isinstance(self.matcher, TreeMatcher) and len(self.scope.tables) > 1:
            for candidate in self._across_texts(self.matcher.tree):
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
        return None if isinstance(node, Not) else self._ids_of_leaf(node, found)

    def _ids_of_leaf(self, leaf: Leaf, found: dict[int, Candidate]) -> set[int] | None:
        ids: set[int] = set()
        for table in self.scope.tables:
            proposal = leaf_proposal(leaf, table)
            if proposal is None:
                return None
            for candidate in from_index(self.reader.connection, self.scope, table, proposal.expression):
                if candidate.flags & HAS_DIALOG and candidate.flags & HAS_WORK:
                    ids.add(candidate.id)
                    found[candidate.id] = candidate
        return ids


def identity_of(texts: Texts) -> int:
    """A number that is equal for messages with equal texts, within this process."""
    return hash(tuple(text for _, text in texts))


def distinct_count(matches: Iterable[Match]) -> int:
    """How many messages of one conversation answer; one carried over a compaction, or into a further session, once.

    What a person says again in one session counts again.
    """
    groups: dict[tuple[int, int | None], dict[int, int]] = {}
    for match in matches:
        row = match.candidate
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
    tier = 0.0 if sort != "relevance" or candidate.flags & HAS_DIALOG else 1.0
    sign = 1 if sort == "oldest" else -1
    return (tier, sign * candidate.at, sign * candidate.id)


def key_columns(sort: str) -> str:
    """The columns of ``message_key``, in SQL."""
    tier = f"CASE WHEN m.flags & {HAS_DIALOG} THEN 0.0 ELSE 1.0 END" if sort == "relevance" else "0.0"
    sign = "" if sort == "oldest" else "-"
    return f"{tier}, {sign}coalesce(m.at, s.started_at, 0), {sign}m.id"


def exact_messages(search: ExactSearch, sort: str, after: SortKey | None) -> Iterator[Match]:
    """Yields the messages that answer in order, from behind ``after``; reads texts only as far as it is asked."""
    if search.proposals is None:
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
    found = search.all()
    for candidate in sorted(found.candidates.values(), key=lambda one: message_key(one, sort)):
        if after is not None and message_key(candidate, sort) <= after:
            continue
        match = search.verify(candidate, found.known)
        if match is not None:
            yield match
        if search.out_of_time:
            return


class Conversation:
    """The matches of one conversation; ``best`` is the one to show.

    ``of_one_session`` tells whether all of its messages that answer are of one session, and none is a copy.
    """

    __slots__ = ("best", "count", "of_one_session", "root", "score")

    def __init__(self, root: int, best: Match, count: int, score: float, of_one_session: bool = False) -> None:
        self.root = root
        self.best = best
        self.count = count
        self.score = score
        self.of_one_session = of_one_session


def exact_conversations(search: ExactSearch, sort: str, demoted: set[int]) -> Iterator[Conversation]:
    """Yields the conversations that answer, in order, each with the number of its messages that do.

    By relevance: those with a match in the dialog first, then by the number of matches and their time;
    ``demoted`` conversations (automation) come last. So the newest messages that may answer are weighed; older ones
    follow when those are used up. Texts are read only as far as it is asked.
    """
    if sort != "relevance":
        yield from _in_order(search, search.all(), sort, demoted)
        return
    search.prepare()
    yielded: dict[int, None] = {}
    if search.proposals is None:
        for found in search.scanned_in_parts(search.scope):
            search.capped = search.capped or found.full
            for conversation in _in_order(search, found, sort, demoted, yielded):
                yielded[conversation.root] = None
                yield conversation
        return
    passes = [search.scope._replace(without_sources=AUTOMATION_SOURCES)] if demoted else []
    for conversation in _in_order(search, search.narrow(passes[0] if passes else search.scope), sort, demoted, demoted):
        search.capped = True
        yielded[conversation.root] = None
        yield conversation
    for scope in (*passes, search.scope):
        later = demoted if scope is not search.scope else set()
        below: dict[str, int] = {}
        while True:
            left = scope._replace(without_roots=(*scope.without_roots, *yielded))
            found = search.newest(left, below)
            search.capped = search.capped or found.full
            for conversation in _in_order(search, found, sort, demoted, later):
                yielded[conversation.root] = None
                yield conversation
            if not found.full or search.budget.exhausted:
                break


def count_all(search: ExactSearch, conversations: Sequence[Conversation]) -> None:
    """Counts every answering message of conversations of which only the newest were weighed, where indexes tell."""
    proposals = search.proposals
    if not search.capped or not proposals or not all(one.exact and one.is_light for one in proposals.values()):
        return
    of_one_session = {one.best.candidate.session: one for one in conversations if one.of_one_session}
    counts = counts_by_session(search.reader.connection, search.scope, proposals, list(of_one_session))
    for session, count in counts.items():
        conversation = of_one_session[session]
        conversation.count = max(conversation.count, count)


def _in_order(
    search: ExactSearch, found: Found, sort: str, demoted: set[int], later: Collection[int] = ()
) -> Iterator[Conversation]:
    """Yields the conversations of the messages found that are not put off to ``later``."""
    groups: dict[int, list[Candidate]] = {}
    for candidate in found.candidates.values():
        if candidate.root in later:
            continue
        group = groups.get(candidate.root)
        if group is None:
            groups[candidate.root] = [candidate]
        else:
            group.append(candidate)
    for root in sorted(groups, key=lambda root: _group_key(root, groups[root], sort, root in demoted)):
        if search.budget.exhausted:
            return
        conversation = _conversation(search, found, groups[root], sort)
        if conversation is not None:
            conversation.score *= 0.5 if root in demoted else 1.0
            yield conversation


def _conversation(search: ExactSearch, found: Found, candidates: Sequence[Candidate], sort: str) -> Conversation | None:
    """The conversation of these candidates, if one answers. The best is verified on its text in any case."""
    ordered = sorted(candidates, key=lambda one: _promise(one, found, sort))
    matches: list[Match] = []
    looked_at = 0
    for candidate in ordered:
        kind = found.sure.get(candidate.id)
        if matches and kind is not None:
            matches.append(Match(candidate, kind))
            continue
        if matches and looked_at >= MAX_VERIFIED and candidate.id not in found.known:
            search.capped = True
            continue
        if search.out_of_time:
            break
        match = search.verify(candidate, found.known)
        looked_at += 1
        if match is not None:
            matches.append(match)
    if not matches:
        return None
    best = min(matches, key=lambda match: _best_key(match, sort))
    several = _may_repeat(matches)
    count = distinct_count(map(search.identified, matches)) if several else len(matches)
    return Conversation(best.candidate.root, best, count, _score(best, count), not several)


def _promise(candidate: Candidate, found: Found, sort: str) -> tuple[float, ...]:
    """The order in which a conversation's candidates are looked at: the likely best first."""
    time = message_key(candidate, sort)
    if sort != "relevance":
        return time
    match = found.known.get(candidate.id)
    kind = match.kind if match is not None else found.sure.get(candidate.id)
    return (float(kind != "dialog"), float(bool(candidate.flags & GENERATED)), *time)


def _may_repeat(matches: Sequence[Match]) -> bool:
    """Whether some may be copies of others: only then their texts are compared."""
    sessions = {match.candidate.session for match in matches}
    return len(sessions) > 1 or (len(matches) > 1 and any(match.candidate.flags & COMPACTED for match in matches))


def _group_key(root: int, candidates: Sequence[Candidate], sort: str, demoted: bool) -> tuple[float, ...]:
    if sort != "relevance":
        return min(message_key(one, sort) for one in candidates)
    in_dialog = any(one.flags & HAS_DIALOG for one in candidates)
    newest = max(one.at for one in candidates)
    return (float(demoted), float(not in_dialog), -min(int(log2(len(candidates))), 3), -newest, -root)


def _best_key(match: Match, sort: str) -> tuple[float, ...]:
    """The match to show: a person's or agent's words before what the harness wrote and before tools' output."""
    time = message_key(match.candidate, sort)
    if sort != "relevance":
        return time
    return (float(match.kind != "dialog"), float(match.generated), *time)


def _score(best: Match, count: int) -> float:
    return (1.0 if best.kind == "dialog" else 0.6) + 0.05 * log2(1 + count)
