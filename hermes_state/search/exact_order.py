"""The order in which what literals and expressions find is looked at and answered.

By relevance the dialog comes before the work, and within each the newest first. A message is read only as far as the
page needs it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import log2

from hermes_state.search.counting import count_whole
from hermes_state.search.exact import ExactSearch, Found
from hermes_state.search.matches import Conversation, Match, SortKey, distinct_count, message_key
from hermes_state.search.newest import AUTOMATION_SOURCES
from hermes_state.search.routes import Candidate, in_order
from hermes_state.store.flags import COMPACTED, GENERATED, HAS_DIALOG

LOOKED_AT_FIRST = 200
"""Where no index helps, so many messages are looked at in the order of the answer before everything is scanned."""

MAX_LOOKED_AT = 2_000
"""Looking on in order goes by twice as many messages each time, up to this."""

WORTH_GOING_ON = 8
"""It goes on while at least one message of so many answers."""

MAX_VERIFIED = 8
"""Of a conversation that answers so many messages are looked at on the text to count those that do."""


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
    count_whole(search.reader, search.scope, proposals, of_one_session)


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
        if search.budget.exhausted and not search.scanned:  # what a scan found is known
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
