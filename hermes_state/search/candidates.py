"""The messages that may answer plain words, grouped by conversation: from the indexes, the loose text or the scan."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from hermes_state.kinds import ROLES
from hermes_state.search import postings
from hermes_state.search.analysis import terms
from hermes_state.search.evaluate import find_spans
from hermes_state.search.expressions import WITH_POSITIONS, leaf_proposal
from hermes_state.search.gathering import Gathering
from hermes_state.search.query_tree import Leaf, Phrase
from hermes_state.search.question import Question
from hermes_state.search.routes import Candidate, Texts, allowed_texts, from_index, loose, scan
from hermes_state.search.scope import Scope
from hermes_state.search.scoring import Found, Hit, Scale, adjacent_score, text_score
from hermes_state.search.units import Unit, adjacent_pairs
from hermes_state.search.weights import WEIGHTS
from hermes_state.store.flags import GENERATED

COMPLETED = 32
"""Conversations of which all messages with a unit are fetched, where there are too many messages for all."""

USER = ROLES.index("user")

DEFAULT_LENGTH = 60.0
"""Terms of an average message, where no index tells."""

SESSIONS = "SELECT (SELECT max(id) FROM message), (SELECT max(key) FROM session)"


SESSIONS_OF = "SELECT key FROM session WHERE root_key IN (SELECT value FROM json_each(?))"


class Group:
    """The hits of one conversation, in order, and the units that these and its title hold (bits); ``light`` are units
    that were only counted in it."""

    __slots__ = ("held", "hits", "light", "root")

    def __init__(self, root: int, held: int = 0) -> None:
        self.root = root
        self.held = held
        self.hits: list[Hit] = []
        self.light: Found = []


def scale_of(question: Question, units: Sequence[Unit]) -> Scale:
    """What scores are relative to in this archive."""
    connection = question.reader.connection
    found = None
    if question.usable_index:
        asked = (unit.proposals.get("dialog") for unit in units if unit.frequency)
        expression = next((one.expression for one in asked if one is not None), None)
        found = None if expression is None else postings.totals(connection, "dialog", expression)
    messages, sessions = connection.row(SESSIONS) or (0, 0)
    return Scale(
        [unit.power for unit in units],
        DEFAULT_LENGTH if found is None else found.average_length,
        max((messages or 1) / max(sessions or 1, 1), 1.0),
    )


def grouped_candidates(
    question: Question, scope: Scope, units: Sequence[Unit], titles: dict[int, int], scale: Scale, wanted: int
) -> dict[int, Group]:
    """The candidates by conversation, ``wanted`` at least if there are so many; ``titles`` are the units that stand in
    the titles of conversations."""
    hits: dict[int, Hit] = {}
    light: dict[int, Found] = {}
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


def _grouped(hits: dict[int, Hit], titles: dict[int, int], light: dict[int, Found]) -> dict[int, Group]:
    """The hits by conversation, weighed by who wrote them; later messages of a session have higher ids."""
    groups: dict[int, Group] = {root: Group(root, bits) for root, bits in titles.items()}
    for key in sorted(hits):
        hit = hits[key]
        factor = WEIGHTS.generated if hit.candidate.flags & GENERATED else 1.0
        hit.dialog *= factor * (WEIGHTS.user if hit.candidate.role == USER else 1.0)
        hit.work *= factor
        root = hit.candidate.root
        group = groups.get(root)
        if group is None:
            group = groups[root] = Group(root)
        group.held |= hit.held
        group.hits.append(hit)
        if hit.candidate.session in light:
            group.light += light.pop(hit.candidate.session)
    return groups


def _promising_sessions(gatherings: Sequence[Gathering], hits: dict[int, Hit], most: int) -> set[int]:
    """The sessions of the conversations whose best message promises most."""
    best: dict[int, float] = {}
    sessions: dict[int, set[int]] = {}
    for hit in (*hits.values(), *(hit for one in gatherings for hit in one.hits.values())):
        root = hit.candidate.root
        best[root] = max(best.get(root, 0.0), hit.dialog)
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
    """Adds what an index holds; what it holds of work is kept apart from the dialog."""
    of_dialog = gathering.table in WITH_POSITIONS
    for key, hit in gathering.hits.items():
        if of_dialog:
            hit.in_dialog = hit.held
        else:
            hit.work, hit.dialog = hit.dialog, 0.0
            hit.found, hit.length = [], None
        known = hits.get(key)
        if known is None:
            hits[key] = hit
        else:
            known.held |= hit.held
            known.work = max(known.work, hit.work)


def hit_of(question: Question, units: Sequence[Unit], scale: Scale, candidate: Candidate, texts: Texts) -> Hit | None:
    """A message's evidence from its texts; ``None`` where none of the units stands, or something excluded does."""
    if any(find_spans(leaf, text, limit=1) for leaf in question.query.excluded for _, text in texts):
        return None
    hit = Hit(candidate)
    for kind, text in texts:
        found = _found(units, text)
        if not found:
            continue
        held = sum(1 << number for number, _ in found)
        hit.held |= held
        length = len(terms(text))
        score = text_score(found, length, scale)
        if kind == "dialog":
            hit.in_dialog |= held
            hit.found, hit.length, hit.dialog = found, length, score + _adjacent(units, text, length, scale)
        else:
            hit.work = max(hit.work, score)
    return hit if hit.held else None


def _found(units: Sequence[Unit], text: str) -> Found:
    """The units that stand in a folded text, each with how often, other forms counted less."""
    found: Found = []
    for number, unit in enumerate(units):
        if unit.power > 0:
            exact, others = unit.occurrences(text)
            if exact or others:
                found.append((number, exact + (1.0 if unit.alternatives else WEIGHTS.variant) * others))
    return found


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
            for one in from_index(connection, scope, table, proposal.expression):
                if one.id not in hits:
                    continue
                told = proposal.exact and (table in WITH_POSITIONS or scope.work_kind(one.flags) is not None)
                if told or _stands_in(question, scope, one, leaf):
                    del hits[one.id]


def _stands_in(question: Question, scope: Scope, candidate: Candidate, leaf: Leaf) -> bool:
    """Whether a leaf stands in one of a message's texts that the scope looks at."""
    texts = allowed_texts(question.reader, scope, candidate)
    return any(find_spans(leaf, text, limit=1) for _, text in texts)
