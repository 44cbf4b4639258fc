"""What one word index holds for a plain-word query: which messages may make an answer, and what each holds.

Every message with a word takes part, unless that stands in very many: then the newest. How often a word stands in each
is asked of those that weigh most, or are rare.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence

from hermes_state.search import postings
from hermes_state.search.expressions import WITH_POSITIONS, quoted
from hermes_state.search.newest import MAX_CANDIDATES, newest
from hermes_state.search.question import Question
from hermes_state.search.ranges import is_filtered
from hermes_state.search.routes import Candidate, Ranges, by_id, from_index
from hermes_state.search.scope import Scope
from hermes_state.search.scoring import Found, Hit, Scale, adjacent_score, norm_of, saturated
from hermes_state.search.units import MAX_COUNTED, Unit, adjacent_pairs
from hermes_state.search.weights import WEIGHTS

COUNTED_SHARE = 0.7
"""How often they stand is asked of the units that weigh most, up to this share of all."""

COUNTED_FREQUENCY = 500
"""And of those that stand in no more messages than this."""

MOST_COUNTED = 1_000
"""But of none that stands in more than this."""

COMMON_FREQUENCY = 8_000
"""Of a unit that stands in more messages than this, the newest take part."""

FETCHED = 1_500
"""Messages whose rows are read at once; of more, those that promise most, and then their conversations'."""

SINGLE_FREQUENCY = 2_000
"""The same where that is all that is asked: little but their time tells its messages apart."""

SUPPORTING_CANDIDATES = 300
"""How many of the newest messages take part of a common unit that cannot make a conversation an answer with the
lighter ones alone, and of what is asked when ``ENOUGH_CONVERSATIONS`` have more of the query."""

SINGLE_CANDIDATES = 300
"""How many take part where one common unit is all that is asked."""

FEW_CANDIDATES = 100
"""The same where others hold more, or a filter has most of the messages passed over one by one."""

ENOUGH_CONVERSATIONS = 128

ENOUGH_SHARE = 0.4
"""The share of the query's weight from which units may make an answer; below what any search asks for."""

LOOKED_AT = 3
"""Messages of a session that are looked at to tell that it holds a unit, visibly."""

SESSION_BOUNDS = """
SELECT given.value, first.id, last.id, last.id - first.id = last.seq - first.seq
FROM json_each(?) AS given
JOIN message AS first ON first.session = given.value
    AND first.seq = (SELECT min(seq) FROM message WHERE session = given.value)
JOIN message AS last ON last.session = given.value
    AND last.seq = (SELECT max(seq) FROM message WHERE session = given.value)
"""
"""The first and the last id of each session, and whether no message of another lies between."""

CONVERSATIONS_OF = """
SELECT json_group_array(DISTINCT s.root_key)
FROM json_each(?) AS given
CROSS JOIN message AS m ON m.id = given.value
CROSS JOIN session AS s ON s.key = m.session
"""


class Gathering:
    """The messages of one index that hold units of a query. ``hits`` are those in the scope, by id.

    Where there are very many, only those that promise most become hits; of each unit, the number of messages in each
    session is kept (``light``; roles and filters do not show in it, it is but a part of the score).
    ``capped`` tells that of a unit only the newest messages were looked at.
    """

    def __init__(self, question: Question, scope: Scope, table: str, units: Sequence[Unit], scale: Scale) -> None:
        self.question = question
        self.connection = question.reader.connection
        self.scope = scope.within(table)
        self.table = table
        self.units = units
        self.scale = scale
        self.ranges: Ranges | None = question.ranges(scope)
        self.hits: dict[int, Hit] = {}
        self.light: dict[int, Found] = {}
        self.capped = False
        self._counts: dict[int, dict[int, int]] = {}
        self._present: dict[int, list[int]] = {}
        self._common: dict[int, set[int]] = {}
        self._is_complete = True

    def gather(self, wanted: int) -> None:
        """Fills ``hits``: all there are, or the messages that promise most, of ``wanted`` conversations at least."""
        self._ask()
        found = self._fetch_common(wanted)
        sets = (*self._counts.values(), *self._present.values())
        self._is_complete = sum(map(len, sets)) <= FETCHED
        if self._is_complete:
            found += by_id(self.connection, self.scope, set().union(*sets))
        else:
            found += self._promising(wanted)
        self._add(found)

    def complete(self, sessions: Collection[int]) -> None:
        """Adds what else these sessions hold."""
        if self._is_complete or not sessions:
            return
        bounds = self.connection.rows(SESSION_BOUNDS, (json.dumps(list(sessions)),))
        open_ids: dict[tuple[int, int], list[int]] = {}
        for number, found in (*self._counts.items(), *self._present.items()):
            ids = sorted(found)
            for session, first, last, alone in bounds:
                within = ids[bisect_left(ids, first) : bisect_right(ids, last)]
                if within and alone:
                    self.light.setdefault(session, []).append((number, float(len(within))))
                if within:
                    open_ids[session, number] = within
        # A few tell mostly; where those are hidden, filtered out or of another session, all are looked at.
        for looked_at in (LOOKED_AT, 0):
            held: dict[int, int] = {}
            for hit in self.hits.values():
                held[hit.candidate.session] = held.get(hit.candidate.session, 0) | hit.held
            wanted: set[int] = set()
            for (session, number), within in open_ids.items():
                if not held.get(session, 0) >> number & 1:
                    wanted.update(within[-looked_at:])
            more = by_id(self.connection, self.scope, wanted - self.hits.keys())
            self._add(one for one in more if one.session in sessions)

    def covering(self) -> dict[int, float]:
        """The conversations that hold a weighty unit, with the weight of what they hold, where not all are hits.

        Hidden messages and filters do not show in it: it tells which to look at.
        """
        weights: dict[int, float] = {}
        if self._is_complete:
            return weights
        for number, found in (*self._counts.items(), *self._present.items()):
            weight = self.units[number].weight
            if weight:
                for root in json.loads(self.connection.value(CONVERSATIONS_OF, (json.dumps(list(found)),))):
                    weights[root] = weights.get(root, 0.0) + weight
        return weights

    # Asking the index

    def _ask(self) -> None:
        """Asks for every unit that is not common; of those that tell most, how often each message has it."""
        order = sorted(range(len(self.units)), key=lambda number: -self.units[number].power)
        sum_before = 0.0
        single = sum(unit.weight > 0 for unit in self.units) == 1
        most = min(COMMON_FREQUENCY, SINGLE_FREQUENCY) if single else COMMON_FREQUENCY
        for number in order:
            unit = self.units[number]
            proposal = unit.proposals.get(self.table)
            frequency = unit.frequencies.get(self.table, unit.frequency)
            if proposal is None or not frequency or not unit.power:
                continue
            tells = sum_before < COUNTED_SHARE * self.scale.total
            sum_before += unit.power
            if not 0 <= frequency <= most or self.question.sort != "relevance":
                if unit.weight:
                    self._common[number] = set()
            elif frequency <= (MOST_COUNTED if tells else COUNTED_FREQUENCY):
                self._counts[number] = postings.counted(self.connection, self.table, proposal.expression, self.ranges)
            else:
                self._present[number] = postings.present(self.connection, self.table, proposal.expression, self.ranges)

    def _fetch_common(self, wanted: int) -> list[Candidate]:
        """The newest messages with each common unit, and with all weighty units together."""
        found: list[Candidate] = []
        left = sum(unit.weight for unit in self.units)
        enough = ENOUGH_SHARE * left
        single = sum(unit.weight > 0 for unit in self.units) == 1
        roots: set[int] = set()
        for number in sorted(self._common, key=lambda number: -self.units[number].weight):
            unit = self.units[number]
            limit = MAX_CANDIDATES if left >= enough else SUPPORTING_CANDIDATES
            if single:
                limit = FEW_CANDIDATES if is_filtered(self.scope) else SINGLE_CANDIDATES
            if len(roots) >= max(ENOUGH_CONVERSATIONS, 2 * wanted):
                limit = min(limit, FEW_CANDIDATES if single else SUPPORTING_CANDIDATES)
            some = self._newest(unit.proposals[self.table].expression, limit, wanted)
            self._common[number].update(one.id for one in some)
            roots.update(one.root for one in some)
            found += some
            left -= unit.weight
        if self._common and not single and self.question.sort == "relevance":
            found += self._together(wanted)
        return found

    def _together(self, wanted: int) -> list[Candidate]:
        """The newest messages with all weighty units: they may be older than the newest with any of them."""
        weighty = [number for number, unit in enumerate(self.units) if unit.weight > 0]
        asked = [self.units[number].proposals.get(self.table) for number in weighty]
        if any(one is None for one in asked):
            return []
        expression = " AND ".join(f"({one.expression})" for one in asked if one is not None)
        found = self._newest(expression, MAX_CANDIDATES, wanted)
        for number in weighty:
            if number in self._common:
                self._common[number].update(one.id for one in found)
        return found

    def _newest(self, expression: str, limit: int, wanted: int) -> list[Candidate]:
        if self.question.sort != "relevance":
            return from_index(self.connection, self.scope, self.table, expression, ranges=self.ranges)
        demoted = frozenset(self.question.demoted)
        found, full = newest(self.connection, self.scope, self.table, expression, limit, demoted, self.ranges, wanted)
        self.capped = self.capped or full
        return found

    def _promising(self, wanted: int) -> list[Candidate]:
        """The messages that promise most by what was counted, until these are of ``wanted`` conversations."""
        promise: dict[int, float] = {}
        for number, counts in self._counts.items():
            power = self.units[number].power
            for key, packed in counts.items():
                promise[key] = promise.get(key, 0.0) + power * self._worth(packed)
        for number, ids in self._present.items() if not promise else ():
            for key in ids:
                promise[key] = promise.get(key, 0.0) + self.units[number].power
        order = sorted(promise, key=promise.__getitem__, reverse=True)
        found: list[Candidate] = []
        for start in range(0, len(order), FETCHED // 3):
            found += by_id(self.connection, self.scope, order[start : start + FETCHED // 3])
            if len({one.root for one in found}) >= wanted:
                break
        return found + self._newest_of_light(found)

    def _newest_of_light(self, known: Iterable[Candidate]) -> list[Candidate]:
        """The newest messages with a weighty unit that was not counted, and those with all units together."""
        light = [ids for number, ids in self._present.items() if self.units[number].weight]
        if not light:
            return []
        ids = set().union(*(some[:FEW_CANDIDATES] for some in light))
        asked = [unit.proposals.get(self.table) for unit in self.units if unit.weight]
        if all(one is not None for one in asked):
            together = " AND ".join(f"({one.expression})" for one in asked if one is not None)
            ids.update(postings.present(self.connection, self.table, together, self.ranges, MAX_CANDIDATES))
        return by_id(self.connection, self.scope, ids - {one.id for one in known})

    def _worth(self, packed: int) -> float:
        """What it counts that a message has a unit, by what ``hermes_occurrences`` says."""
        times = (packed & 0xFF) + WEIGHTS.variant * (packed >> 8 & 0xFF)
        norm = 1 - WEIGHTS.length + WEIGHTS.length * (packed >> 16) / self.scale.length
        return times * (WEIGHTS.saturation + 1) / (times + WEIGHTS.saturation * norm)

    # What was found

    def _add(self, candidates: Iterable[Candidate]) -> None:
        """Makes hits of messages of the scope, with all that is known of them."""
        new = {one.id: Hit(one) for one in candidates if one.id not in self.hits}
        if not new:
            return
        self.hits.update(new)
        total, variant = self.scale.total, WEIGHTS.variant
        for number, counts in self._counts.items():
            bit, power = 1 << number, self.units[number].power / total
            for key in counts.keys() & new.keys():
                packed, hit = counts[key], new[key]
                hit.held |= bit
                hit.length = packed >> 16
                hit.found.append((number, (packed & 0xFF) + variant * (packed >> 8 & 0xFF)))
                hit.dialog += power * self._worth(packed)
        common: set[int] = set().union(*self._common.values())
        for sets in (self._present, self._common):
            for number, ids in sets.items():
                bit, power = 1 << number, self.units[number].power / total
                for key in new.keys() & ids:
                    hit = new[key]
                    hit.held |= bit
                    hit.found.append((number, 1.0))
                    if hit.length is not None or key in common or not self._counts:
                        norm = norm_of(hit.length, self.scale.length, WEIGHTS.length)
                        hit.dialog += power * saturated(1.0, WEIGHTS.saturation, norm)
        if self.table in WITH_POSITIONS:
            self._add_adjacent(new)

    def _add_adjacent(self, new: dict[int, Hit]) -> None:
        """Adds to the scores of messages in which words stand beside one another as in the question."""
        pairs = adjacent_pairs(self.units)
        total = sum(power for _, _, power in pairs)
        for one, other, power in pairs:
            frequencies = [unit.frequencies.get(self.table, unit.frequency) for unit in (one, other)]
            if not 0 < min(frequencies) < MAX_COUNTED:  # two common words stand together everywhere
                continue
            expression = f"{quoted(one.leaf.folded)} + {quoted(other.leaf.folded)}"
            ids = postings.present(self.connection, self.table, expression, self.ranges, MAX_COUNTED)
            for key in new.keys() & ids:
                hit = new[key]
                hit.dialog += adjacent_score(power / total, hit.length, self.scale)
