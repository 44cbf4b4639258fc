"""Plain words, ranked by evidence: phrase, all words in a message, all in the conversation, closeness, title.

Candidates are the messages with any of the query's weighty words (of common ones the newest). The
conversations that promise most are then looked at on the text. This score is a first, simple one:
coverage by weight, with what the text adds; a second scorer can stand in for ``message_score``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log10

from hermes_state.records import TextKind
from hermes_state.search.analysis import fold
from hermes_state.search.evaluate import find_spans
from hermes_state.search.exact import Conversation, Match
from hermes_state.search.expressions import leaf_probe, probe_expression
from hermes_state.search.query import Leaf
from hermes_state.search.routes import Candidate, ScanBudget, Texts, from_index, loose, scan
from hermes_state.search.scope import Scope
from hermes_state.search.units import Unit
from hermes_state.store.codec import GENERATED, HAS_DIALOG
from hermes_state.store.reading import Reader

MAX_CANDIDATES = 1_500
"""Messages of one unit, newest first, that take part."""

NEEDED_SHARE = 0.5
"""A conversation with less of the query's weight is not returned."""

LOOKED_AT = 3
"""Messages of a conversation whose text is read."""

PHRASE_BONUS = 0.35
CLOSENESS_BONUS = 0.15
CONVERSATION_SHARE = 0.3
TITLE_BONUS = 0.3
WORK_FACTOR = 0.75
GENERATED_FACTOR = 0.7
DEMOTED_FACTOR = 0.6
LONG_TEXT_CHARS = 2_000
CLOSE_CHARS = 40


@dataclass(slots=True)
class Scored(Match):
    """A match with its evidence: which units it holds (bits), and the score that they make."""

    held: int = 0
    score: float = 0.0
    phrase: bool = False


@dataclass(slots=True)
class RankedConversation(Conversation):
    """A conversation with its evidence: the units that stand anywhere in it (bits)."""

    held: int = 0
    rung: str = "any"


@dataclass(slots=True)
class _Group:
    """The candidates of one conversation and the units that they hold together."""

    root: int
    held: int = 0
    messages: dict[int, tuple[Candidate, int]] = field(default_factory=dict)


@dataclass(slots=True)
class RankedSearch:
    """One ranked search in one scope. ``titles`` are the units that stand in the titles of conversations."""

    reader: Reader
    scope: Scope
    units: Sequence[Unit]
    usable_index: bool
    titles: dict[int, int]
    demoted: set[int]
    sort: str = "relevance"
    needed_share: float = NEEDED_SHARE
    excluded: Sequence[Leaf] = ()
    budget: ScanBudget = field(default_factory=ScanBudget)
    looked_at: int = 0

    @property
    def total(self) -> float:
        """The weight of the whole query."""
        return sum(unit.weight for unit in self.units) or 1.0

    @property
    def _weighty(self) -> int:
        return sum(unit.weight > 0 for unit in self.units)

    def conversations(self, wanted: int) -> list[RankedConversation]:
        """The best ``wanted`` conversations, in order; texts are read only of those that may be among them."""
        groups = [group for group in self._groups().values() if self._share(group) >= self.needed_share - 1e-9]
        groups.sort(key=lambda group: (-self._promise(group), -self._newest(group), group.root))
        looked = [self._look_at(group) for group in groups[: wanted * 3 + 20]]
        found = [one for one in looked if one is not None]
        found.sort(key=self._order)
        return found

    def messages(self, wanted: int) -> list[Scored]:
        """The best ``wanted`` messages that hold enough of the query by themselves, in order."""
        candidates = [entry for group in self._groups().values() for entry in group.messages.values()]
        kept = [entry for entry in candidates if self._weight(entry[1]) / self.total >= self.needed_share - 1e-9]
        kept.sort(key=lambda entry: (-self._weight(entry[1]), -entry[0].at, -entry[0].row.id))
        scored = [one for candidate, _ in kept[: wanted * 3 + 20] if (one := self._score(candidate)) is not None]
        scored = [one for one in scored if self._weight(one.held) / self.total >= self.needed_share - 1e-9]
        scored.sort(key=self._message_order)
        return scored

    # Candidates

    def _groups(self) -> dict[int, _Group]:
        groups: dict[int, _Group] = {root: _Group(root, held) for root, held in self.titles.items()}
        if not self.usable_index:
            for candidate, texts in scan(self.reader, self.scope, self.budget):
                self._add(groups, candidate, self._held(texts))
            return groups
        for candidate, texts in loose(self.reader, self.scope):
            self._add(groups, candidate, self._held(texts))
        unwanted = self._excluded_ids()
        oldest = self.sort == "oldest"
        for table in self.scope.tables:
            for expression, held in self._expressions():
                found = from_index(
                    self.reader.connection, self.scope, table, expression, limit=MAX_CANDIDATES, oldest=oldest
                )
                for candidate in found:
                    if candidate.row.id not in unwanted:
                        self._add(groups, candidate, held)
        return groups

    def _excluded_ids(self) -> set[int]:
        """The sealed messages that hold something the query excludes."""
        unwanted: set[int] = set()
        for leaf in self.excluded:
            expression = probe_expression(self.reader.connection, leaf_probe(leaf))
            for table in self.scope.tables if expression is not None else ():
                found = from_index(self.reader.connection, self.scope, table, expression or "")
                unwanted.update(candidate.row.id for candidate in found)
        return unwanted

    def _expressions(self) -> list[tuple[str, int]]:
        """What the index is asked: every weighty unit, and all of them together."""
        weighty = [
            (unit.expression, 1 << number)
            for number, unit in enumerate(self.units)
            if unit.weight > 0 and unit.expression is not None
        ]
        if len(weighty) > 1:
            together = " AND ".join(f"({expression})" for expression, _ in weighty)
            return [*weighty, (together, sum(bit for _, bit in weighty))]
        return weighty

    @staticmethod
    def _add(groups: dict[int, _Group], candidate: Candidate, held: int) -> None:
        if not held:
            return
        group = groups.get(candidate.root)
        if group is None:
            group = groups[candidate.root] = _Group(candidate.root)
        group.held |= held
        before = group.messages.get(candidate.row.id)
        group.messages[candidate.row.id] = (candidate, held | (before[1] if before else 0))

    def _held(self, texts: Texts) -> int:
        held = 0
        if any(find_spans(leaf, text, limit=1) for leaf in self.excluded for _, text in texts):
            return held
        for number, unit in enumerate(self.units):
            if unit.weight > 0 and any(unit.spans(text) for _, text in texts):
                held |= 1 << number
        return held

    # Evidence

    def _weight(self, held: int) -> float:
        return sum(unit.weight for number, unit in enumerate(self.units) if held >> number & 1)

    def _share(self, group: _Group) -> float:
        return self._weight(group.held) / self.total

    def _promise(self, group: _Group) -> float:
        best = max((self._weight(held) * self._kind_factor(one) for one, held in group.messages.values()), default=0.0)
        title = self._weight(self.titles.get(group.root, 0))
        promise = best + CONVERSATION_SHARE * (self._weight(group.held) - best) + TITLE_BONUS * title
        return promise * (DEMOTED_FACTOR if group.root in self.demoted else 1.0)

    @staticmethod
    def _kind_factor(candidate: Candidate) -> float:
        factor = 1.0 if candidate.row.flags & HAS_DIALOG else WORK_FACTOR
        return factor * (GENERATED_FACTOR if candidate.row.flags & GENERATED else 1.0)

    @staticmethod
    def _newest(group: _Group) -> float:
        return max((candidate.at for candidate, _ in group.messages.values()), default=0.0)

    def _look_at(self, group: _Group) -> RankedConversation | None:
        """The conversation with its evidence read from the text of its most promising messages."""
        title = self.titles.get(group.root, 0)
        entries = sorted(
            group.messages.values(),
            key=lambda entry: (-self._weight(entry[1]) * self._kind_factor(entry[0]), -entry[0].at, -entry[0].row.id),
        )
        scored = [one for candidate, _ in entries[:LOOKED_AT] if (one := self._score(candidate)) is not None]
        if not scored:
            return None
        best = min(scored, key=self._message_order)
        top = max(scored, key=lambda one: one.score)
        held = group.held
        for one in scored:
            held |= one.held
        score = top.score + CONVERSATION_SHARE * (self._weight(held) - self._weight(top.held)) / self.total
        score += TITLE_BONUS * self._weight(title) / self.total
        if group.root in self.demoted:
            score *= DEMOTED_FACTOR
        return RankedConversation(group.root, best, len(group.messages), score, held, self._rung(top, held))

    def _score(self, candidate: Candidate) -> Scored | None:
        """The best text of a message with its evidence; ``None`` when no text of it holds any unit after all."""
        self.looked_at += 1
        row = candidate.row
        best: Scored | None = None
        for kind, text in self.reader.texts(row):
            if self.scope.allows(row, kind):
                one = self._score_text(candidate, kind, fold(text))
                if one is not None and (best is None or one.score > best.score):
                    best = one
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
        if candidate.row.flags & GENERATED:
            score *= GENERATED_FACTOR
        return Scored(candidate, kind, held.bit_count(), held, score, phrase)

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
        at, key = one.candidate.at, one.candidate.row.id
        if self.sort == "relevance":
            return (-round(one.score, 9), -at, -key)
        return (at, key) if self.sort == "oldest" else (-at, -key)

    def _order(self, one: RankedConversation) -> tuple[float, ...]:
        at = one.best.candidate.at
        if self.sort == "relevance":
            return (-round(one.score, 9), -at, -one.root)
        return (at, one.root) if self.sort == "oldest" else (-at, -one.root)


def narrowest(spans: Sequence[list[tuple[int, int]]]) -> int:
    """The width of the narrowest piece of text in which each unit stands at least once."""
    events = sorted((start, end, number) for number, found in enumerate(spans) for start, end in found)
    last: dict[int, tuple[int, int]] = {}
    best = events[-1][1] - events[0][0]
    for start, end, number in events:
        last[number] = (start, end)
        if len(last) == len(spans):
            left = min(one[0] for one in last.values())
            best = min(best, max(one[1] for one in last.values()) - left)
    return best


def stand_in_order(spans: Sequence[list[tuple[int, int]]], gap: int = 3) -> bool:
    """Whether the units stand one after the other somewhere, with at most ``gap`` characters between neighbours."""
    ends = {end for _, end in spans[0]}
    for found in spans[1:]:
        ends = {end for start, end in found if any(start - space in ends for space in range(gap + 1))}
        if not ends:
            return False
    return True
