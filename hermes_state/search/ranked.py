"""Plain words, ranked by evidence: which messages and conversations answer, how well, and why.

The indexes tell which words stand where and how often (``candidates``), ``scoring`` what that is worth. Texts are read
only of what is shown, to name its evidence.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from hermes_state.kinds import TextKind
from hermes_state.search.candidates import Group, grouped_candidates, hit_of, scale_of
from hermes_state.search.closeness import stand_in_order
from hermes_state.search.counting import MAX_COMPARED, count_whole
from hermes_state.search.matches import Conversation, Match, distinct_count, identity_of
from hermes_state.search.question import Question
from hermes_state.search.routes import Candidate, allowed_texts
from hermes_state.search.scope import Scope
from hermes_state.search.scoring import Hit, Parts, best_messages, best_passage, further, whole
from hermes_state.search.units import Unit, messages_in
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

MORE_PASSAGES = 8
"""Conversations, beside twice those wanted, whose passages are weighed; the others are too far behind."""

MORE_LOOKED_AT = 64
"""Messages of a conversation that are read because the index does not tell in which of their texts a word stands."""

MOST_LOOKED_AT = 1_000
"""The same of one search."""

MESSAGES = """
SELECT s.root_key, sum(s.message_count)
FROM json_each(?) AS given
CROSS JOIN session AS s ON s.root_key = given.value
GROUP BY s.root_key
"""


class Scored(Match):
    """A match with its evidence: which units it holds (bits), and its score.

    ``copies`` are the ids of messages that only repeat this one.
    """

    __slots__ = ("copies", "held", "phrase", "score")

    def __init__(
        self, candidate: Candidate, kind: TextKind, weight: int, *, held: int, score: float, phrase: bool = False
    ) -> None:
        super().__init__(candidate, kind, weight)
        self.held = held
        self.score = score
        self.phrase = phrase
        self.copies: tuple[int, ...] = ()


class RankedConversation(Conversation):
    """A conversation with its evidence: the units that stand anywhere in it (bits), and what its score is made of."""

    __slots__ = ("held", "parts", "rung", "weak")

    def __init__(self, root: int, best: Scored, count: int, parts: Parts, *, held: int, rung: str, weak: bool) -> None:
        super().__init__(root, best, count, parts.score)
        self.held = held
        self.parts = parts
        self.rung = rung
        self.weak = weak


class RankedSearch:
    """One ranked search in one scope. ``titles`` are the units that stand in the titles of conversations.

    ``needed_share`` is the share of the query's weight that an answer must hold; ``None``: ``NEEDED_SHARE``, or
    ``WEAK_SHARE`` where that may be shown as weak. ``total`` is the weight of the whole query, ``looked_at`` counts the
    texts that were read, ``with_hits`` are the conversations of which a message answers. ``dated`` gives what it counts
    that something is of a time (0 to 1).
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
        self.looked_at = 0
        self.with_hits: set[int] = set()
        self._work_tells = False
        self.total = sum(unit.weight for unit in units) or 1.0
        self.needed_share = self._needed_share() if needed_share is None else needed_share
        self._dated = dated
        self._scale = scale_of(question, units)
        self._weights: dict[int, float] = {}
        self._weighty = sum(1 << number for number, unit in enumerate(units) if unit.weight > 0)

    def conversations(self, wanted: int) -> list[RankedConversation]:
        """The best ``wanted`` conversations, in order."""
        groups = self._grouped(wanted)
        self._verify(groups)
        self.with_hits = {root for root, group in groups.items() if group.hits}
        enough = (self.needed_share - 1e-9) * self.total
        answering = [group for group in groups.values() if group.hits and self._weight(group.held) >= enough]
        self._work_tells = any(self.is_weak(_in_dialog(group)) and not self.is_weak(group.held) for group in answering)
        messages = self._messages_of(answering)
        scored = [(group, self._parts(group, messages.get(group.root, 1))) for group in answering]
        scored.sort(key=lambda one: self._order(*one))
        if self.question.sort == "relevance":
            closest = scored[: wanted * 2 + MORE_PASSAGES]
            scored = [
                (group, parts._replace(passage=best_passage(group.hits, self._scale))) for group, parts in closest
            ]
            scored.sort(key=lambda one: self._order(*one))
        found = [self._conversation(group, parts) for group, parts in scored[:wanted]]
        if self.question.capped and self._weighty.bit_count() == 1 and not self.question.query.excluded:
            self._count_all(found, groups)
        return found

    def messages(self, wanted: int) -> list[Scored]:
        """The best ``wanted`` messages that hold enough of the query by themselves, in order."""
        groups = self._grouped(wanted)
        self._verify(groups)
        hits = [hit for group in groups.values() for hit in group.hits]
        kept = [hit for hit in hits if self._share(hit.held) >= self.needed_share - 1e-9]
        kept.sort(key=self._hit_order)
        found: list[Scored] = []
        for start in range(0, len(kept), max(wanted, 1)):
            found += [self._read(hit, whole=True) for hit in kept[start : start + wanted]]
            found = _without_copies(found)
            if len(found) >= wanted:
                break
        return found[:wanted]

    def is_weak(self, held: int) -> bool:
        """Whether something with these units holds less than half of what was asked."""
        return self._share(held) < CONFIDENT_SHARE - 1e-9

    # What is needed

    def _needed_share(self) -> float:
        unknown = sum(unit.weight for unit in self.units if self._is_unknown(unit)) / self.total
        lenient = unknown <= MOST_UNKNOWN and not self.question.as_asked and self._is_large()
        return WEAK_SHARE if lenient else NEEDED_SHARE

    def _is_unknown(self, unit: Unit) -> bool:
        return not unit.frequency and not any(self.question.occurs_loosely(leaf.folded) for leaf in unit.leaves)

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

    def _share(self, held: int) -> float:
        return self._weight(held) / self.total

    def _verify(self, groups: dict[int, Group]) -> None:
        """Reads the messages with several kinds of work: the index does not tell in which of them a word stands."""
        left_of_all = MOST_LOOKED_AT
        for group in groups.values():
            unsure = [hit for hit in group.hits if self._needs_reading(hit)]
            if not unsure:
                continue
            unsure.sort(key=lambda hit: (-self._weight(hit.held), -hit.candidate.id))
            read: dict[int, Hit | None] = {}
            for hit in unsure[: min(MORE_LOOKED_AT, left_of_all)]:
                read[hit.candidate.id] = self._reread(hit)
            left_of_all -= len(read)
            for hit in unsure[len(read) :]:
                hit.held, hit.work = hit.in_dialog, 0.0
            verified = (read.get(hit.candidate.id, hit) for hit in group.hits)
            kept = [hit for hit in verified if hit is not None and hit.held]
            if kept != group.hits:
                group.hits = kept
                group.held = self.titles.get(group.root, 0)
                for hit in kept:
                    group.held |= hit.held

    def _needs_reading(self, hit: Hit) -> bool:
        if hit.held == hit.in_dialog or hit.candidate.pack is None or not self.question.usable_index:
            return False
        return self.scope.work_kind(hit.candidate.flags) is None

    def _reread(self, hit: Hit) -> Hit | None:
        self.looked_at += 1
        texts = allowed_texts(self.question.reader, self.scope, hit.candidate)
        return hit_of(self.question, self.units, self._scale, hit.candidate, texts)

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
            WEIGHTS.title * self._share(self.titles.get(group.root, 0)),
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

        What holds half of the question only in tool output comes before what holds less anywhere.
        """
        if self.question.sort == "relevance":
            weak = self._work_tells and self.is_weak(group.held)
            return (float(weak), -round(parts.score, 9), -max(hit.candidate.at for hit in group.hits), -group.root)
        return (self._when(self._best(group).candidate.at), group.root)

    def _hit_order(self, hit: Hit) -> tuple[float, ...]:
        sign = 1 if self.question.sort == "oldest" else -1
        time = (sign * hit.candidate.at, sign * hit.candidate.id)
        return time if self.question.sort != "relevance" else (-round(self._score_of(hit), 9), *time)

    def _best(self, group: Group) -> Hit:
        """The message to show: the best, or, sorted by time, the newest (or oldest) of those that hold most."""
        if self.question.sort == "relevance":
            return min(
                group.hits, key=lambda hit: (-round(max(hit.dialog, WEIGHTS.work * hit.work), 9), *self._late(hit))
            )
        return min(group.hits, key=lambda hit: (-self._weight(hit.held), *self._hit_order(hit)))

    def _late(self, hit: Hit) -> tuple[float, float]:
        return (-hit.candidate.at, -hit.candidate.id)

    # What is shown

    def _conversation(self, group: Group, parts: Parts) -> RankedConversation:
        best = self._read(self._best(group))
        rung = self._rung(best, group.held)
        count = self._distinct(group)
        return RankedConversation(
            group.root, best, count, parts, held=group.held, rung=rung, weak=self.is_weak(group.held)
        )

    def _read(self, hit: Hit, *, whole: bool = False) -> Scored:
        """The message with what its text tells besides: which of its texts to show, and whether the words stand in it
        one after the other. Without ``whole`` only where it can tell something."""
        several = hit.held & self._weighty == self._weighty and self._weighty.bit_count() > 1
        if hit.held == hit.in_dialog and not several and not whole:
            return Scored(hit.candidate, "dialog", hit.held.bit_count(), held=hit.held, score=self._score_of(hit))
        self.looked_at += 1
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
        one = Scored(
            hit.candidate, best_kind, hit.held.bit_count(), held=hit.held, score=self._score_of(hit), phrase=in_order
        )
        one.identity = identity_of(texts)
        return one

    def _distinct(self, group: Group) -> int:
        """How many messages of a conversation answer; a copy that a compaction or a further session made is none.

        Only messages that hold the same and may be copies of one another are read.
        """
        alike: dict[tuple[int, int], list[Candidate]] = {}
        for hit in group.hits:
            if hit.held & self._weighty:
                alike.setdefault((hit.candidate.role, hit.held), []).append(hit.candidate)
        count = 0
        for rows in alike.values():
            may_repeat = len({row.session for row in rows}) > 1 or any(row.flags & COMPACTED for row in rows)
            if len(rows) == 1 or not may_repeat or len(rows) > MAX_COMPARED:
                count += len(rows)
            else:
                count += distinct_count(self._identified(candidate) for candidate in rows)
        return count

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


def _in_dialog(group: Group) -> int:
    """The units that stand in the dialog of a conversation (bits)."""
    held = 0
    for hit in group.hits:
        held |= hit.in_dialog
    return held


def _without_copies(scored: Sequence[Scored]) -> list[Scored]:
    """The messages without those that a compaction carried over or a further session repeats; the first of each stays.

    What a person says again in one session is no copy.
    """
    kept: dict[tuple[int, int, int | None], list[Scored]] = {}
    found: list[Scored] = []
    for one in scored:
        row = one.candidate
        alike = kept.setdefault((one.candidate.root, row.role, one.identity), [])
        original = next(
            (other for other in alike if other.candidate.session != row.session or _carried(one, other)), None
        )
        if original is None:
            alike.append(one)
            found.append(one)
        else:
            original.copies = (*original.copies, row.id)
    return found


def _carried(one: Scored, other: Scored) -> bool:
    return bool((one.candidate.flags | other.candidate.flags) & COMPACTED)
