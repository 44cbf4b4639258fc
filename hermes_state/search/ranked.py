"""Plain words, ranked by evidence: which messages and conversations answer, how well, and why.

The indexes tell which words stand where and how often (``candidates``), ``scoring`` what that is worth. Texts are read
only of what is shown, to name its evidence.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from hermes_state.kinds import TextKind
from hermes_state.search.candidates import Group, grouped_candidates, scale_of
from hermes_state.search.evaluate import stand_in_order
from hermes_state.search.matches import Conversation, Match, Scored, answering_count, identity_of, without_copies
from hermes_state.search.question import Question
from hermes_state.search.routes import Candidate, allowed_texts
from hermes_state.search.scope import Scope
from hermes_state.search.scoring import Hit, Parts, best_messages, best_passage, further, whole
from hermes_state.search.units import Unit
from hermes_state.search.verifying import Verifier
from hermes_state.search.weighing import messages_in
from hermes_state.search.weights import WEIGHTS
from hermes_state.store.flags import COMPACTED

NEEDED_SHARE = 0.45
"""A conversation with less of the query's weight is not returned, unless it is shown as weak."""

WEAK_SHARE = 0.2
"""In a large archive one with this much is, if most of what is asked for occurs somewhere at all: most questions are
put in other words than the conversation was."""

LARGE_ARCHIVE_MESSAGES = 1_000
"""From so many messages on an archive is large."""

MOST_UNKNOWN = 0.35
"""The share of the query's weight that may occur nowhere for that: beyond it, its topic was not talked about."""

CONFIDENT_SHARE = 0.5
"""A conversation with less of the query's weight is marked as weak."""

IN_DIALOG, ONLY_WITH_WORK, WEAK = range(3)
"""What holds half of a question in its dialog, only with its tool output, or not at all."""

MORE_PASSAGES = 8
"""Conversations, beside twice those wanted, whose passages are weighed; the others are too far behind."""

EPSILON = 1e-9
"""Sums of weights are compared as far as this."""

MESSAGES = """
SELECT s.root_key, sum(s.message_count)
FROM json_each(?) AS given
CROSS JOIN session AS s ON s.root_key = given.value
GROUP BY s.root_key
"""


class RankedConversation(Conversation):
    """A conversation with its evidence: the units that stand anywhere in it (bits), and what its score is made of."""

    __slots__ = ("held", "parts", "rung", "tier")

    def __init__(self, root: int, best: Scored, count: int, parts: Parts, *, held: int, rung: str, tier: int) -> None:
        super().__init__(root, best, count, parts.score)
        self.held = held
        self.parts = parts
        self.rung = rung
        self.tier = tier


class RankedSearch:
    """One ranked search in one scope. ``titles`` are the units that stand in the titles of conversations.

    ``needed_share`` is the share of the query's weight that an answer must hold; ``None``: ``NEEDED_SHARE``, or
    ``WEAK_SHARE`` where that may be shown as weak. ``total`` is the weight of the whole query, ``with_hits`` are
    the conversations of which a message answers, ``work_tells`` whether one of these holds half of the query only with
    its tool output. ``dated`` gives what it counts that something is of a time (0 to 1).
    """

    def __init__(
        self,
        question: Question,
        scope: Scope,
        units: Sequence[Unit],
        titles: dict[int, int],
        needed_share: float | None = None,
        dated: Callable[[float], float] | None = None,
    ) -> None:
        self.question = question
        self.scope = scope
        self.units = units
        self.titles = titles
        self.with_hits: set[int] = set()
        self.work_tells = False
        self.total = sum(unit.weight for unit in units) or 1.0
        self.needed_share = self._needed_share() if needed_share is None else needed_share
        self._dated = dated
        self._scale = scale_of(question, units)
        self._weights: dict[int, float] = {}
        self._weighty = sum(1 << number for number, unit in enumerate(units) if unit.weight > 0)
        self._read_texts = 0
        self._scored: list[tuple[Group, Parts]] = []
        self._verifier = Verifier(question, scope, list(units), self._scale, self._weight)

    @property
    def looked_at(self) -> int:
        """The texts that were read."""
        return self._read_texts + self._verifier.looked_at

    def conversations(self, wanted: int) -> list[RankedConversation]:
        """The best ``wanted`` conversations, in order."""
        groups = self._grouped(wanted)
        answering = self._answering(groups)
        self._verifier.verify(answering, self.titles)
        answering = self._answering(groups)
        self.with_hits = {group.root for group in answering}
        self.work_tells = any(self._tier(group) == ONLY_WITH_WORK for group in answering)
        messages = self._messages_of(answering)
        self._scored = [(group, self._parts(group, messages.get(group.root, 1))) for group in answering]
        found = self._best_of(self._scored, wanted)
        if self.question.capped and self._weighty.bit_count() == 1 and not self.question.query.excluded:
            self._count_all(found, groups)
        return found

    @property
    def strong_count(self) -> int:
        """How many of the conversations that ``conversations`` weighed hold half of the query."""
        return sum(not self.is_weak(group.held) for group, _ in self._scored)

    def strong(self, wanted: int) -> list[RankedConversation]:
        """The best of these, in order."""
        return self._best_of([one for one in self._scored if not self.is_weak(one[0].held)], wanted)

    def _best_of(self, scored: list[tuple[Group, Parts]], wanted: int) -> list[RankedConversation]:
        ordered = sorted(scored, key=lambda one: self._order(*one))
        if self.question.sort == "relevance":
            closest = ordered[: wanted * 2 + MORE_PASSAGES]
            whole = [(group, parts._replace(passage=best_passage(group.hits, self._scale))) for group, parts in closest]
            ordered = sorted(whole, key=lambda one: self._order(*one))
        return [self._conversation(group, parts) for group, parts in ordered[:wanted]]

    def messages(self, wanted: int) -> list[Scored]:
        """The best ``wanted`` messages that hold enough of the query by themselves, in order."""
        groups = self._grouped(wanted)
        self._verifier.verify(groups.values(), self.titles)
        hits = [hit for group in groups.values() for hit in group.hits]
        kept = [hit for hit in hits if self.is_enough(hit.held)]
        kept.sort(key=self._hit_order)
        found: list[Scored] = []
        for start in range(0, len(kept), max(wanted, 1)):
            found += [self._read(hit, whole=True) for hit in kept[start : start + wanted]]
            found = without_copies(found)
            if len(found) >= wanted:
                break
        return found[:wanted]

    def share_of(self, held: int) -> float:
        """The share of the query's weight that these units have."""
        return self._weight(held) / self.total

    def is_enough(self, held: int) -> bool:
        """Whether something with these units is an answer."""
        return self.share_of(held) >= self.needed_share - EPSILON

    def is_weak(self, held: int) -> bool:
        """Whether something with these units holds less than half of what was asked."""
        return self.share_of(held) < CONFIDENT_SHARE - EPSILON

    # What is needed

    def _answering(self, groups: dict[int, Group]) -> list[Group]:
        """The conversations of which a message answers, with enough of the query."""
        return [group for group in groups.values() if group.hits and self.is_enough(group.held)]

    def _tier(self, group: Group) -> int:
        title = self.titles.get(group.root, 0)
        if self.is_weak(group.held):
            return WEAK
        return ONLY_WITH_WORK if self.is_weak(_in_dialog(group) | title) else IN_DIALOG

    def _needed_share(self) -> float:
        unknown = sum(unit.weight for unit in self.units if not unit.frequency) / self.total
        lenient = unknown <= MOST_UNKNOWN and not self.question.as_asked and self._is_large()
        return WEAK_SHARE if lenient else NEEDED_SHARE

    def _is_large(self) -> bool:
        if not self.question.usable_index:
            return False
        return messages_in(self.question.reader.connection) >= LARGE_ARCHIVE_MESSAGES

    def _grouped(self, wanted: int) -> dict[int, Group]:
        return grouped_candidates(self.question, self.scope, self.units, self.titles, self._scale, wanted)

    def _weight(self, held: int) -> float:
        weight = self._weights.get(held)
        if weight is None:
            weight = sum(unit.weight for number, unit in enumerate(self.units) if held >> number & 1)
            self._weights[held] = weight
        return weight

    # Scores

    def _messages_of(self, groups: Sequence[Group]) -> dict[int, int]:
        """How many messages each conversation has."""
        roots = json.dumps([group.root for group in groups])
        return dict(self.question.reader.connection.rows(MESSAGES, (roots,)))

    def _parts(self, group: Group, messages: int) -> Parts:
        return Parts(
            best_messages(group.hits),
            0.0,
            whole(group.hits, group.light, messages, self._scale),
            WEIGHTS.work * further(hit.work for hit in group.hits),
            WEIGHTS.title * self.share_of(self.titles.get(group.root, 0)),
            0.0 if self._dated is None else WEIGHTS.dated * max(self._dated(hit.candidate.at) for hit in group.hits),
            self._factor(group),
        )

    def _factor(self, group: Group) -> float:
        factor = WEIGHTS.automatic if group.root in self.question.demoted else 1.0
        return factor * self.question.freshness(max(hit.candidate.at for hit in group.hits))

    def _score_of(self, hit: Hit) -> float:
        return max(hit.dialog, WEIGHTS.work * hit.work) * self.question.freshness(hit.candidate.at)

    def _when(self, at: float) -> float:
        """A time as a sort key: the newest first, unless the oldest were asked for."""
        return at if self.question.sort == "oldest" else -at

    def _order(self, group: Group, parts: Parts) -> tuple[float, ...]:
        """The best first, or, sorted by time, those whose best messages are the newest (or oldest).

        What holds half of the question only with its tool output comes behind what does so without, before what holds
        less.
        """
        if self.question.sort == "relevance":
            tier = self._tier(group) if self.work_tells else IN_DIALOG
            return (float(tier), -round(parts.score, 9), -max(hit.candidate.at for hit in group.hits), -group.root)
        return (self._when(self._best(group).candidate.at), group.root)

    def _hit_order(self, hit: Hit) -> tuple[float, ...]:
        sign = 1 if self.question.sort == "oldest" else -1
        time = (sign * hit.candidate.at, sign * hit.candidate.id)
        return time if self.question.sort != "relevance" else (-round(self._score_of(hit), 9), *time)

    def _best(self, group: Group) -> Hit:
        """The message to show: the best, or, sorted by time, the newest (or oldest) of those that hold most."""
        telling = [hit for hit in group.hits if hit.held & self._weighty] or group.hits
        if self.question.sort == "relevance":
            return min(telling, key=self._hit_order)
        return min(telling, key=lambda hit: (-self._weight(hit.held), *self._hit_order(hit)))

    # What is shown

    def _conversation(self, group: Group, parts: Parts) -> RankedConversation:
        best = self._read(self._best(group))
        if self.question.capped and self.question.usable_index:  # what it holds besides was not looked at
            missing = self._weighty & ~group.held
            group.held |= self._verifier.held_by(group.root, _numbers(missing))
        rung = self._rung(best, group.held)
        hits = ((hit.candidate, hit.held) for hit in group.hits if hit.held & self._weighty)
        tier = self._tier(group) if self.work_tells else IN_DIALOG
        return RankedConversation(
            group.root, best, answering_count(hits, self._identified), parts, held=group.held, rung=rung, tier=tier
        )

    def _read(self, hit: Hit, *, whole: bool = False) -> Scored:
        """The message with what its text tells besides: which of its texts to show, and whether the words stand in it
        one after the other. Without ``whole`` only where it can tell something."""
        several = hit.held & self._weighty == self._weighty and self._weighty.bit_count() > 1
        if hit.held == hit.in_dialog and not several and not whole:
            return Scored(hit.candidate, "dialog", held=hit.held, score=self._score_of(hit))
        self._read_texts += 1
        texts = allowed_texts(self.question.reader, self.scope, hit.candidate)
        best_kind: TextKind = "dialog" if hit.in_dialog else texts[0][0] if texts else "dialog"
        most, in_order = -1.0, False
        for kind, text in texts:
            if (kind == "dialog") != bool(hit.in_dialog):
                continue
            spans = [unit.spans(text) if unit.weight > 0 else [] for unit in self.units]
            held = sum(1 << number for number, found in enumerate(spans) if found)
            weight = self._weight(held)
            if weight > most:
                most, best_kind = weight, kind
                all_there = held & self._weighty == self._weighty and held.bit_count() > 1
                in_order = all_there and stand_in_order([found for found in spans if found])
        one = Scored(hit.candidate, best_kind, held=hit.held, score=self._score_of(hit), phrase=in_order)
        one.identity = identity_of(texts)
        return one

    def _count_all(self, found: Sequence[RankedConversation], groups: dict[int, Group]) -> None:
        """Counts what answers one unit in all of a conversation's messages, where the index tells: so far only the
        newest of the archive were counted."""
        proposals = next(unit for unit in self.units if unit.weight > 0).proposals
        if not all(one.exact and one.is_light for one in proposals.values()):
            return
        of_one_session = {
            one.best.candidate.session: one
            for one in found
            if len({hit.candidate.session for hit in groups[one.root].hits}) == 1
            and not any(hit.candidate.flags & COMPACTED for hit in groups[one.root].hits)
        }
        from hermes_state.search.counting import count_whole  # only a common word is counted so

        count_whole(self.question.reader, self.scope, proposals, of_one_session)

    def _identified(self, candidate: Candidate) -> Match:
        texts = allowed_texts(self.question.reader, self.scope, candidate)
        return Match(candidate, texts[0][0] if texts else "dialog", identity=identity_of(texts))

    def _rung(self, top: Scored, held: int) -> str:
        rungs = {unit.rung for number, unit in enumerate(self.units) if held >> number & 1 and unit.rung}
        if rungs:
            return "spelling" if "spelling" in rungs else "part"
        if top.phrase:
            return "phrase"
        if top.held & self._weighty == self._weighty:
            return "words"
        return "conversation" if held & self._weighty == self._weighty else "any"

    def rung_of(self, one: Scored) -> str:
        """The rung of a message by itself."""
        return self._rung(one, one.held)


def _numbers(bits: int) -> list[int]:
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def _in_dialog(group: Group) -> int:
    """The units that stand in the dialog of a conversation (bits)."""
    held = 0
    for hit in group.hits:
        held |= hit.in_dialog
    return held
