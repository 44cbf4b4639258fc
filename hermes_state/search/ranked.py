"""Plain words, ranked by evidence: phrase, all words in a message, all in the conversation, closeness, title.

The conversations whose candidates promise most are looked at on the text. The score is coverage by weight, with
what the text adds: closeness, order, who wrote it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import log10

from hermes_state.kinds import TextKind
from hermes_state.search.candidates import Evidence, Group, grouped_candidates
from hermes_state.search.closeness import narrowest, stand_in_order
from hermes_state.search.counting import MAX_COMPARED, count_whole
from hermes_state.search.matches import Conversation, Match, distinct_count, identity_of
from hermes_state.search.question import Question
from hermes_state.search.routes import Candidate, allowed_texts
from hermes_state.search.scope import Scope
from hermes_state.search.units import Unit
from hermes_state.store.flags import COMPACTED, GENERATED

NEEDED_SHARE = 0.5
"""A conversation with less of the query's weight is not returned."""

LOOKED_AT = 3
"""Messages of a conversation whose text is read."""

MORE_LOOKED_AT = 7
"""Further ones that are read for a phrase that these do not show."""

PHRASE_BONUS = 0.35
CLOSENESS_BONUS = 0.15
CONVERSATION_SHARE = 0.3
TITLE_BONUS = 0.3
WORK_FACTOR = 0.75
GENERATED_FACTOR = 0.7
DEMOTED_FACTOR = 0.6
LONG_TEXT_CHARS = 2_000
CLOSE_CHARS = 40


class Scored(Match):
    """A match with its evidence: which units it holds (bits), and the score that they make.

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
    """A conversation with its evidence: the units that stand anywhere in it (bits)."""

    __slots__ = ("held", "rung")

    def __init__(self, root: int, best: Match, count: int, score: float, *, held: int, rung: str) -> None:
        super().__init__(root, best, count, score)
        self.held = held
        self.rung = rung


class RankedSearch:
    """One ranked search in one scope. ``titles`` are the units that stand in the titles of conversations.

    ``total`` is the weight of the whole query, ``looked_at`` counts the texts that were read.
    """

    def __init__(
        self,
        question: Question,
        scope: Scope,
        units: Sequence[Unit],
        titles: dict[int, int],
        needed_share: float = NEEDED_SHARE,
    ) -> None:
        self.question = question
        self.scope = scope
        self.units = units
        self.titles = titles
        self.needed_share = needed_share
        self.looked_at = 0
        self.total = sum(unit.weight for unit in units) or 1.0
        self._weights: dict[int, float] = {}
        self._worths: dict[tuple[int, int, int], float] = {}
        self._weighty = sum(unit.weight > 0 for unit in units)
        # The units of which the indexes alone tell where they stand: phrases are looked for on the text.
        self._told = sum(1 << number for number, unit in enumerate(units) if unit.is_told)

    def conversations(self, wanted: int) -> list[RankedConversation]:
        """The best ``wanted`` conversations, in order; texts are read only of those that may be among them."""
        groups = self._grouped(self._look_ahead(wanted))
        enough = self._needed * self.total
        promising = [group for group in groups.values() if self._weight(group.held) >= enough]
        promising.sort(key=self._group_order)
        looked = [self._look_at(group) for group in promising[: self._look_ahead(wanted)]]
        found = sorted((one for one in looked if one is not None), key=self._order)[:wanted]
        for one in found:
            one.count = self._distinct(groups[one.root])
        if self.question.capped and self._weighty == 1:
            self._count_all(found, groups)
        return found

    def messages(self, wanted: int) -> list[Scored]:
        """The best ``wanted`` messages that hold enough of the query by themselves, in order."""
        entries = [entry for group in self._grouped(self._look_ahead(wanted)).values() for entry in group.messages]
        kept = [entry for entry in entries if self._share(entry[1]) >= self._needed]
        kept.sort(key=lambda entry: self._entry_order(entry)[self.question.sort != "relevance" :])
        scored = [one for candidate, _, _ in kept[: self._look_ahead(wanted)] if (one := self._score(candidate))]
        scored = [one for one in scored if self._share(one.held) >= self._needed]
        scored.sort(key=self._message_order)
        return _without_copies(scored)[:wanted]

    @property
    def _needed(self) -> float:
        return self.needed_share - 1e-9

    def _look_ahead(self, wanted: int) -> int:
        """How many promising conversations (or messages) are read to find the best ``wanted``: what several words
        have to do with one another shows only on the text."""
        return wanted * 2 + 16 if self._weighty > 1 else wanted + 10

    def _grouped(self, wanted: int) -> dict[int, Group]:
        return grouped_candidates(self.question, self.scope, self.units, self.titles, wanted)

    def _weight(self, held: int) -> float:
        weight = self._weights.get(held)
        if weight is None:
            weight = sum(unit.weight for number, unit in enumerate(self.units) if held >> number & 1)
            self._weights[held] = weight
        return weight

    def _share(self, held: int) -> float:
        return self._weight(held) / self.total

    def _promise(self, group: Group) -> float:
        best = max([self._worth(*entry) for entry in group.messages], default=0.0)
        title = self._weight(self.titles.get(group.root, 0))
        promise = best + CONVERSATION_SHARE * (self._weight(group.held) - best) + TITLE_BONUS * title
        return promise * (DEMOTED_FACTOR if group.root in self.question.demoted else 1.0)

    def _worth(self, candidate: Candidate, held: int, in_dialog: int) -> float:
        """What a message promises: the weight of what it holds, less for work and for what the harness wrote."""
        generated = candidate.flags & GENERATED
        worth = self._worths.get((held, in_dialog, generated))
        if worth is None:
            worth = max(self._weight(in_dialog), WORK_FACTOR * self._weight(held))
            worth *= GENERATED_FACTOR if generated else 1.0
            self._worths[held, in_dialog, generated] = worth
        return worth

    def _when(self, at: float) -> float:
        """A time as a sort key: the newest first, unless the oldest were asked for."""
        return at if self.question.sort == "oldest" else -at

    def _group_order(self, group: Group) -> tuple[float, ...]:
        """The most promising first, or, sorted by time, those whose best messages are the newest (or oldest)."""
        if self.question.sort == "relevance":
            newest = max((entry[0].at for entry in group.messages), default=0.0)
            return (-self._promise(group), -newest, group.root)
        most = max((self._weight(held) for _, held, _ in group.messages), default=0.0)
        times = [self._when(candidate.at) for candidate, held, _ in group.messages if self._weight(held) >= most]
        return (min(times, default=0.0), group.root)

    def _entry_order(self, entry: Evidence) -> tuple[float, ...]:
        """By promise, then by time."""
        candidate = entry[0]
        sign = 1 if self.question.sort == "oldest" else -1
        return (-self._worth(*entry), sign * candidate.at, sign * candidate.id)

    def _look_at(self, group: Group) -> RankedConversation | None:
        """The conversation with its evidence, read from the text of its most promising messages where that tells more
        than the indexes do."""
        title = self.titles.get(group.root, 0)
        looked_at = LOOKED_AT if group.held.bit_count() > 1 else 1
        entries = group.messages if len(group.messages) == 1 else sorted(group.messages, key=self._entry_order)
        evidence = (self._evidence(entry) for entry in entries)
        scored = list(islice((one for one in evidence if one is not None), looked_at))
        held = self._verified(entries, scored) | title
        if not scored or self._share(held) < self._needed:
            return None
        top = max(scored, key=lambda one: one.score)
        best = min(scored, key=lambda one: (-self._weight(one.held), *self._message_order(one)))
        if self.question.sort == "relevance":
            best = min(scored, key=self._message_order)
        score = top.score + CONVERSATION_SHARE * (self._weight(held) - self._weight(top.held)) / self.total
        score += TITLE_BONUS * self._weight(title) / self.total
        if group.root in self.question.demoted:
            score *= DEMOTED_FACTOR
        rung = self._rung(top, held)
        return RankedConversation(group.root, best, len(group.messages), score, held=held, rung=rung)

    def _evidence(self, entry: Evidence) -> Scored | None:
        """The message with its evidence: of one unit from the indexes, where these tell it, else from its text."""
        candidate, held, in_dialog = entry
        kind: TextKind | None = "dialog" if in_dialog else self.scope.work_kind(candidate.flags)
        if candidate.pack is None or kind is None or held & ~self._told or held.bit_count() > 1:
            return self._score(candidate)
        score = self._worth(candidate, held, in_dialog) / self.total
        return Scored(candidate, kind, 1, held=held, score=score)

    def _sure(self, entry: Evidence) -> int:
        """The units that a message holds for certain before it is read: of phrases an index only proposes messages, and
        of a message with several kinds of work it does not tell in which the words stand."""
        candidate, held, in_dialog = entry
        if candidate.pack is None or not self.question.usable_index:
            return held  # its texts were read
        return (held if self.scope.work_kind(candidate.flags) is not None else in_dialog) & self._told

    def _verified(self, entries: Sequence[Evidence], scored: list[Scored]) -> int:
        """The units that stand in the conversation. What the index only proposes and the texts read so far do not show
        is looked for in a few more messages, which are added to ``scored``."""
        held = proposed = 0
        for entry in entries:
            held |= self._sure(entry)
            proposed |= entry[1]
        for one in scored:
            held |= one.held
        read = {one.candidate.id for one in scored}
        more = MORE_LOOKED_AT if proposed & ~held else 0
        for candidate, may_hold, _ in entries:
            if not more or not proposed & ~held:
                break
            if may_hold & ~held and candidate.id not in read:
                more -= 1
                found = self._score(candidate)
                if found is not None:
                    scored.append(found)
                    held |= found.held
        return held

    def _distinct(self, group: Group) -> int:
        """How many messages of a conversation answer; a copy that a compaction or a further session made is none.

        Only messages that hold the same and may be copies of one another are read.
        """
        alike: dict[tuple[int, int], list[Candidate]] = {}
        left = MAX_COMPARED
        for entry in group.messages:
            candidate, held, _ = entry
            if not self._sure(entry) and left:
                left -= 1
                if self._score(candidate) is None:
                    continue
            alike.setdefault((candidate.role, held), []).append(candidate)
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
            if len({candidate.session for candidate, _, _ in groups[one.root].messages}) == 1
            and not any(candidate.flags & COMPACTED for candidate, _, _ in groups[one.root].messages)
        }
        count_whole(self.question.reader, self.scope, proposals, of_one_session)

    def _identified(self, candidate: Candidate) -> Match:
        texts = allowed_texts(self.question.reader, self.scope, candidate)
        return Match(candidate, texts[0][0] if texts else "dialog", identity=identity_of(texts))

    def _score(self, candidate: Candidate) -> Scored | None:
        """The best text of a message with its evidence; ``None`` when no text of it holds any unit after all."""
        self.looked_at += 1
        best: Scored | None = None
        texts = allowed_texts(self.question.reader, self.scope, candidate)
        for kind, text in texts:
            one = self._score_text(candidate, kind, text)
            if one is not None and (best is None or one.score > best.score):
                best = one
        if best is not None:
            best.identity = identity_of(texts)
        return best

    def _score_text(self, candidate: Candidate, kind: TextKind, text: str) -> Scored | None:
        spans = [unit.spans(text) if unit.weight > 0 else [] for unit in self.units]
        held = sum(1 << number for number, found in enumerate(spans) if found)
        if not held:
            return None
        present = [found for found in spans if found]
        closeness, phrase = 0.0, False
        if len(present) > 1:
            width = narrowest(present)
            needed = sum(found[0][1] - found[0][0] for found in present)
            closeness = CLOSE_CHARS / (CLOSE_CHARS + max(width - needed, 0))
            phrase = len(present) == self._weighty and stand_in_order(present)
        score = self._weight(held) / self.total + CLOSENESS_BONUS * closeness + PHRASE_BONUS * phrase
        if len(text) > LONG_TEXT_CHARS:
            score -= 0.04 * log10(len(text) / LONG_TEXT_CHARS)
        score *= 1.0 if kind == "dialog" else WORK_FACTOR
        if candidate.flags & GENERATED:
            score *= GENERATED_FACTOR
        return Scored(candidate, kind, held.bit_count(), held=held, score=score, phrase=phrase)

    def _rung(self, top: Scored, held: int) -> str:
        weighty = sum(1 << number for number, unit in enumerate(self.units) if unit.weight > 0)
        rungs = {unit.rung for number, unit in enumerate(self.units) if held >> number & 1 and unit.rung}
        if rungs:
            return "spelling" if "spelling" in rungs else "part"
        if top.phrase:
            return "phrase"
        if top.held & weighty == weighty:
            return "words"
        return "conversation" if held & weighty == weighty else "any"

    def rung_of(self, one: Scored) -> str:
        """The rung of a message by itself."""
        return self._rung(one, one.held)

    def _message_order(self, one: Scored) -> tuple[float, ...]:
        at, key = one.candidate.at, one.candidate.id
        if self.question.sort == "relevance":
            return (-round(one.score, 9), -at, -key)
        return (at, key) if self.question.sort == "oldest" else (-at, -key)

    def _order(self, one: RankedConversation) -> tuple[float, ...]:
        at = one.best.candidate.at
        if self.question.sort == "relevance":
            return (-round(one.score, 9), -at, -one.root)
        return (at, one.root) if self.question.sort == "oldest" else (-at, -one.root)


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
