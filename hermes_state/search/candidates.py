"""The messages that may answer plain words, grouped by conversation: from the indexes, the loose text or the scan."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from hermes_state.search import postings
from hermes_state.search.analysis import terms
from hermes_state.search.evaluate import find_spans
from hermes_state.search.expressions import WITH_POSITIONS, leaf_proposal
from hermes_state.search.gathering import Gathering
from hermes_state.search.query_tree import Leaf, Phrase
from hermes_state.search.question import Question
from hermes_state.search.routes import Candidate, Texts, allowed_texts, by_id, loose, scan
from hermes_state.search.scope import Scope
from hermes_state.search.scoring import Found, Hit, Light, Scale, adjacent_score, author_weight, text_score
from hermes_state.search.units import Unit, adjacent_pairs
from hermes_state.search.weights import WEIGHTS

COMPLETED = 50
"""Conversations that promise most, and that hold most, of which it is looked up what else they hold, where there are
too many messages to look at all. Pages up to this size agree on what is known."""

DEFAULT_LENGTH = 60.0
"""Terms of an average message, where nothing tells."""

SIZES = "SELECT (SELECT max(id) FROM message), (SELECT max(key) FROM session)"
"""How many messages and sessions the archive has had, which is near enough for an average."""

SESSIONS_OF = "SELECT key FROM session WHERE root_key IN (SELECT value FROM json_each(?))"


class Group:
    """The hits of one conversation, in order, and the units that these and its title hold (bits); ``light`` are units
    that were only counted in it."""

    __slots__ = ("held", "hits", "light", "root")

    def __init__(self, root: int, held: int = 0) -> None:
        self.root = root
        self.held = held
        self.hits: list[Hit] = []
        self.light: Light = {}


def scale_of(question: Question, units: Sequence[Unit]) -> Scale:
    """What scores are relative to in this archive: its sealed and loose text together, and its average session."""
    count, sessions = question.reader.connection.row(SIZES) or (0, 0)
    return Scale(
        [unit.power for unit in units],
        _average_length(question, "dialog"),
        max((count or 1) / max(sessions or 1, 1), 1.0),
        _average_length(question, "work"),
    )


def _average_length(question: Question, table: str) -> float:
    messages, terms_in_all = question.reader.loose_texts().size_of(table)
    if not question.usable_index:
        return DEFAULT_LENGTH
    sealed = postings.totals(question.reader.connection, table)
    messages, terms_in_all = messages + sealed.messages, terms_in_all + sealed.terms
    return max(terms_in_all / messages, 1.0) if messages else DEFAULT_LENGTH


def grouped_candidates(
    question: Question, scope: Scope, units: Sequence[Unit], titles: dict[int, int], scale: Scale, wanted: int
) -> dict[int, Group]:
    """The candidates by conversation, ``wanted`` at least if there are so many; ``titles`` are the units that stand in
    the titles of conversations."""
    hits: dict[int, Hit] = {}
    light: Light = {}
    for candidate, texts in _read(question, scope, units):
        hit = hit_of(question, units, scale, candidate, texts)
        if hit is not None:
            hits[candidate.id] = hit
    if question.usable_index:
        gatherings = [Gathering(question, scope, table, units, scale) for table in scope.tables]
        for one in gatherings:
            one.gather(max(COMPLETED, wanted))
            question.capped = question.capped or one.capped
        sessions = _promising_sessions(gatherings, hits, max(COMPLETED, wanted))
        sessions |= _covering_sessions(question, scope, gatherings, max(COMPLETED, wanted))
        for one in gatherings:
            one.complete(sessions)
            _merge(hits, one)
            if one.table in WITH_POSITIONS:
                light = one.light
        _leave_out_excluded(question, scope, hits)
    return _grouped(hits, titles, light)


def _grouped(hits: dict[int, Hit], titles: dict[int, int], light: Light) -> dict[int, Group]:
    """The hits by conversation; later messages of a session have higher ids."""
    groups: dict[int, Group] = {root: Group(root, bits) for root, bits in titles.items()}
    roots: dict[int, int] = {}
    for key in sorted(hits):
        hit = hits[key]
        root = roots[hit.candidate.session] = hit.candidate.root
        group = groups.get(root)
        if group is None:
            group = groups[root] = Group(root)
        group.held |= hit.held
        group.hits.append(hit)
    for (session, unit), often in light.items():
        if session in roots:
            groups[roots[session]].light[session, unit] = often
    return groups


def _promising_sessions(gatherings: Sequence[Gathering], hits: dict[int, Hit], most: int) -> set[int]:
    """The sessions of the conversations whose best message promises most."""
    best: dict[int, float] = {}
    sessions: dict[int, set[int]] = {}
    for hit in (*hits.values(), *(hit for one in gatherings for hit in one.hits.values())):
        root = hit.candidate.root
        best[root] = max(best.get(root, 0.0), hit.dialog + WEIGHTS.work * hit.work)
        sessions.setdefault(root, set()).add(hit.candidate.session)
    chosen = sorted(best, key=lambda root: (-best[root], -root))[:most]
    return {session for root in chosen for session in sessions[root]}


def _covering_sessions(question: Question, scope: Scope, gatherings: Sequence[Gathering], most: int) -> set[int]:
    """The sessions of the conversations that hold most of the query, be it in many messages."""
    weights: dict[int, float] = {}
    for one in gatherings:
        for root, weight in one.covering().items():
            weights[root] = max(weights.get(root, 0.0), weight)
    left = weights.keys() - set(scope.shown_roots) - set(scope.without_roots)
    chosen = sorted(left, key=lambda root: (-weights[root], -root))[:most]
    if not chosen:
        return set()
    return {key for (key,) in question.reader.connection.rows(SESSIONS_OF, (json.dumps(chosen),))}


def _merge(hits: dict[int, Hit], gathering: Gathering) -> None:
    """Adds what an index holds; a message may have dialog and work."""
    for key, hit in gathering.hits.items():
        known = hits.setdefault(key, hit)
        if known is not hit:
            known.held |= hit.held
            known.work = max(known.work, hit.work)


def hit_of(question: Question, units: Sequence[Unit], scale: Scale, candidate: Candidate, texts: Texts) -> Hit | None:
    """A message's evidence from its texts; ``None`` where none of the units stands, or something excluded does."""
    if any(find_spans(leaf, text, limit=1) for leaf in question.query.excluded for _, text in texts):
        return None
    hit = Hit(candidate)
    author = author_weight(candidate)
    for kind, text in texts:
        found = _found(units, text)
        if not found:
            continue
        held = sum(1 << number for number, _ in found)
        hit.held |= held
        length = len(terms(text))
        if kind == "dialog":
            hit.in_dialog |= held
            hit.found, hit.length = found, length
            hit.dialog = author * (text_score(found, length, scale) + _adjacent(units, text, length, scale))
        else:  # as the index has it: that it stands there, not how often
            present = [(number, 1.0) for number, _ in found]
            hit.work = max(hit.work, author * text_score(present, length, scale.for_work()))
    return hit if hit.held else None


def _found(units: Sequence[Unit], text: str) -> Found:
    """The units that stand in a folded text, each with how often."""
    asked = ((number, unit.times(text)) for number, unit in enumerate(units) if unit.power > 0)
    return [(number, times) for number, times in asked if times]


def _adjacent(units: Sequence[Unit], text: str, length: int, scale: Scale) -> float:
    """What it adds to the score of a folded text that words stand beside one another as in the question."""
    pairs = adjacent_pairs(units)
    total = sum(power for _, _, power in pairs)
    together = 0.0
    for one, other, power in pairs:
        phrase = f"{one.leaf.folded} {other.leaf.folded}"
        if find_spans(Phrase(phrase, phrase), text, limit=1):
            together += power
    return adjacent_score(together / total, length, scale) if together else 0.0


def _read(question: Question, scope: Scope, units: Sequence[Unit]) -> Iterable[tuple[Candidate, Texts]]:
    """The messages that are not looked up in the index, with their texts."""
    if not question.usable_index:
        return scan(question.reader, scope, question.budget)
    known = question.reader.loose_texts().terms() if any(unit.alternatives for unit in units) else ()
    pieces = [piece for unit in units if unit.weight > 0 for piece in unit.pieces(known)]
    return loose(question.reader, scope, pieces)


def _leave_out_excluded(question: Question, scope: Scope, hits: dict[int, Hit]) -> None:
    """Takes out the sealed messages that hold something the query excludes; what an index only proposes is read."""
    connection = question.reader.connection
    for leaf in question.query.excluded:
        for table in scope.tables:
            proposal = leaf_proposal(leaf, table)
            if proposal is None:
                continue
            excluded = hits.keys() & postings.present(connection, table, proposal.expression, question.ranges(scope))
            for one in by_id(connection, scope.within(table), excluded):
                told = proposal.exact and (table in WITH_POSITIONS or scope.work_kind(one.flags) is not None)
                if told or _stands_in(question, scope, one, leaf):
                    del hits[one.id]


def _stands_in(question: Question, scope: Scope, candidate: Candidate, leaf: Leaf) -> bool:
    """Whether a leaf stands in one of a message's texts that the scope looks at."""
    texts = allowed_texts(question.reader, scope, candidate)
    return any(find_spans(leaf, text, limit=1) for _, text in texts)
