"""What one word index holds for a plain-word query: which messages may make an answer, and what each holds.

Every message with a word takes part, unless that stands in very many: then the newest. How often a word stands in each
is asked of those that weigh most, or are rare.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from hermes_state.search import postings
from hermes_state.search.expressions import WITH_POSITIONS, quoted
from hermes_state.search.newest import MAX_CANDIDATES, newest
from hermes_state.search.question import Question
from hermes_state.search.ranges import is_filtered
from hermes_state.search.routes import Candidate, Ranges, by_id, from_index
from hermes_state.search.scope import Scope
from hermes_state.search.scoring import Hit, Light, Scale, adjacent_score, author_weight, norm_of, saturated
from hermes_state.search.units import Unit, adjacent_pairs
from hermes_state.search.weighing import MAX_COUNTED
from hermes_state.search.weights import WEIGHTS
from hermes_state.store.index_functions import LENGTH_AT, MOST, VARIANTS_AT

COUNTED_SHARE = 0.7
"""How often they stand is asked of the units that weigh most, up to this share of all."""

COUNTED_FREQUENCY = 500
"""And of those that stand in no more messages than this."""

MOST_COUNTED = 1_000
"""But of none that stands in more than this."""

COMMON_FREQUENCY = 8_000
"""Of a unit that stands in more messages than this, the newest take part."""

SINGLE_FREQUENCY = 2_000
"""The same where that is all that is asked: little but their time tells its messages apart."""

FETCHED = 1_500
"""Messages whose rows are read at once; of more, those that promise most, and a few of what else holds much."""

PROMISING = 500
"""So many of those that promise most at a time."""

SUPPORTING_CANDIDATES = 300
"""How many of the newest messages take part of a common unit that cannot make a conversation an answer with the
lighter ones alone, and of what is asked when ``ENOUGH_CONVERSATIONS`` have more of the query."""

SINGLE_CANDIDATES = 300
"""How many take part where one common unit is all that is asked."""

FEW_CANDIDATES = 100
"""The same where others hold more, or a filter has most of the messages passed over one by one."""

LIGHT_CANDIDATES = 30
"""How many of the newest messages take part of a unit that others outweigh, where there are too many for all."""

ENOUGH_CONVERSATIONS = 128
"""Conversations among the newest from which on of each further unit fewer messages take part."""

ENOUGH_SHARE = 0.4
"""The share of the query's weight from which units may make an answer that is not weak."""

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
    """The messages of one index that hold weighty units of a query. ``hits`` are those in the scope, by id.

    Where there are very many, only those that promise most become hits; of each unit, the number of messages in each
    session is kept (``light``; roles and filters do not show in it, it is but a part of the score).
    ``capped`` tells that not every message with a unit was looked at.
    """

    def __init__(self, question: Question, scope: Scope, table: str, units: Sequence[Unit], scale: Scale) -> None:
        self.question = question
        self.connection = question.reader.connection
        self.scope = scope.within(table)
        self.table = table
        self.units = units
        self.scale = scale if table in WITH_POSITIONS else scale.for_work()
        self.ranges: Ranges | None = question.ranges(scope)
        self.hits: dict[int, Hit] = {}
        self.light: Light = {}
        self.capped = False
        self._counts: dict[int, dict[int, int]] = {}
        self._present: dict[int, list[int]] = {}
        self._common: dict[int, set[int]] = {}
        self._adjacent: list[tuple[list[int], float]] | None = None
        self._is_complete = True
        self._is_single = sum(unit.weight > 0 for unit in units) == 1

    def gather(self, wanted: int) -> None:
        """Fills ``hits``: all there are, or the messages that promise most, of ``wanted`` conversations at least."""
        self._ask()
        found = self._fetch_common(wanted)
        sets = [ids for number, ids in (*self._counts.items(), *self._present.items()) if self.units[number].weight]
        self._is_complete = sum(map(len, sets)) <= FETCHED
        self.capped = self.capped or not self._is_complete
        if self._is_complete:
            found += by_id(self.connection, self.scope, set().union(*sets))
        else:
            found += self._promising(wanted)
        self._add(found)

    def complete(self, sessions: Collection[int]) -> None:
        """Adds a few messages of these sessions with each unit that none of their hits holds."""
        if self._is_complete or not sessions:
            return
        bounds = self.connection.rows(SESSION_BOUNDS, (json.dumps(list(sessions)),))
        open_ids: dict[tuple[int, int], list[int]] = {}
        for number, found in (*self._counts.items(), *self._present.items()):
            ids = sorted(found) if self.units[number].weight else []
            for session, first, last, alone in bounds:
                within = ids[bisect_left(ids, first) : bisect_right(ids, last)]
                if within and alone:
                    self.light[session, number] = float(len(within))
                if within:
                    open_ids[session, number] = within
        # A few tell mostly; where those are hidden, filtered out or of another session, all are looked at.
        for looked_at in (LOOKED_AT, max(map(len, open_ids.values()), default=0)):
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
        most = min(COMMON_FREQUENCY, SINGLE_FREQUENCY) if self._is_single else COMMON_FREQUENCY
        for number in order:
            unit = self.units[number]
            proposal = unit.proposals.get(self.table)
            frequency = unit.frequency_in(self.table)
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
        roots: set[int] = set()
        for number in sorted(self._common, key=lambda number: -self.units[number].weight):
            unit = self.units[number]
            limit = MAX_CANDIDATES if left >= enough else SUPPORTING_CANDIDATES
            if self._is_single:
                limit = FEW_CANDIDATES if is_filtered(self.scope) else SINGLE_CANDIDATES
            if len(roots) >= max(ENOUGH_CONVERSATIONS, 2 * wanted):
                limit = min(limit, FEW_CANDIDATES if self._is_single else SUPPORTING_CANDIDATES)
            some = self._newest(unit.proposals[self.table].expression, limit, wanted)
            self._common[number].update(one.id for one in some)
            roots.update(one.root for one in some)
            found += some
            left -= unit.weight
        if self._common and not self._is_single and self.question.sort == "relevance":
            found += self._together(wanted)
        return found

    def _together(self, wanted: int) -> list[Candidate]:
        """The newest messages with all weighty units: they may be older than the newest with any of them."""
        expression = self._all_weighty()
        if expression is None:
            return []
        found = self._newest(expression, MAX_CANDIDATES, wanted)
        for number, ids in self._common.items():
            if self.units[number].weight > 0:
                ids.update(one.id for one in found)
        return found

    def _all_weighty(self) -> str | None:
        """The expression for all weighty units together; ``None`` where the index can tell nothing of one."""
        asked = [unit.proposals.get(self.table) for unit in self.units if unit.weight > 0]
        known = [one.expression for one in asked if one is not None]
        return " AND ".join(f"({one})" for one in known) if known and len(known) == len(asked) else None

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
            unit = self.units[number]
            power, worth = unit.power, self._worth(unit)
            for key, packed in counts.items() if unit.weight else ():
                promise[key] = promise.get(key, 0.0) + power * worth(packed)
        for number, ids in self._present.items() if not promise else ():
            for key in ids if self.units[number].weight else ():
                promise[key] = promise.get(key, 0.0) + self.units[number].power
        order = sorted(promise, key=promise.__getitem__, reverse=True)
        found: list[Candidate] = []
        for start in range(0, len(order), PROMISING):
            found += by_id(self.connection, self.scope, order[start : start + PROMISING])
            if len({one.root for one in found}) >= wanted:
                break
        return found + self._newest_of_light(found)

    def _newest_of_light(self, known: Iterable[Candidate]) -> list[Candidate]:
        """The newest messages with a weighty unit that was not counted, and those with all units together."""
        light = [ids for number, ids in self._present.items() if self.units[number].weight]
        if not light:
            return []
        ids = set().union(*(some[:LIGHT_CANDIDATES] for some in light))
        together = self._all_weighty()
        if together is not None:
            ids.update(postings.present(self.connection, self.table, together, self.ranges, SUPPORTING_CANDIDATES))
        return by_id(self.connection, self.scope, ids - {one.id for one in known})

    def _worth(self, unit: Unit) -> Callable[[int], float]:
        """What it counts that a message has a unit, by its packed occurrences: ``saturated`` with ``norm_of``, written
        out, for it is asked of thousands of messages."""
        form_weight, saturation = unit.form_weight, WEIGHTS.saturation
        least = saturation * norm_of(0, self.scale.length, WEIGHTS.length)
        for_each_term = saturation * WEIGHTS.length / self.scale.length

        def worth(packed: int) -> float:
            times = (packed & MOST) + form_weight * (packed >> VARIANTS_AT & MOST)
            return times * (saturation + 1) / (times + least + for_each_term * (packed >> LENGTH_AT))

        return worth

    # What was found

    def _add(self, candidates: Iterable[Candidate]) -> None:
        """Makes hits of messages of the scope, with all that is known of them."""
        new = {one.id: Hit(one) for one in candidates if one.id not in self.hits}
        if not new:
            return
        self.hits.update(new)
        for number, counts in self._counts.items():
            unit, bit = self.units[number], 1 << number
            power, worth, form_weight = unit.power / self.scale.total, self._worth(unit), unit.form_weight
            for key in counts.keys() & new.keys():
                packed, hit = counts[key], new[key]
                hit.held |= bit
                hit.length = packed >> LENGTH_AT
                hit.found.append((number, postings.times(packed, form_weight)))
                hit.dialog += power * worth(packed)
        self._add_present(new)
        if self.table in WITH_POSITIONS:
            self._add_adjacent(new)
        for hit in new.values():
            hit.dialog *= author_weight(hit.candidate)
            if self.table in WITH_POSITIONS:
                hit.in_dialog = hit.held
            else:
                hit.work, hit.dialog, hit.found, hit.length = hit.dialog, 0.0, [], None

    def _add_present(self, new: dict[int, Hit]) -> None:
        """Adds the units of which it is only known where they stand.

        Where others were counted, a message without any of those has no known length, and no score by itself: long
        ones would come first. It counts for its conversation alone.
        """
        common: set[int] = set().union(*self._common.values())
        for sets in (self._present, self._common):
            for number, ids in sets.items():
                power, bit = self.units[number].power / self.scale.total, 1 << number
                for key in new.keys() & ids:
                    hit = new[key]
                    hit.held |= bit
                    hit.found.append((number, 1.0))
                    if hit.length is not None or key in common or not self._counts:
                        norm = norm_of(hit.length, self.scale.length, WEIGHTS.length)
                        hit.dialog += power * saturated(1.0, WEIGHTS.saturation, norm)

    def _add_adjacent(self, new: dict[int, Hit]) -> None:
        """Adds to the scores of messages in which words stand beside one another as in the question."""
        if self._adjacent is None:
            self._adjacent = list(self._ask_adjacent())
        for ids, share in self._adjacent:
            for key in new.keys() & ids:
                hit = new[key]
                hit.dialog += adjacent_score(share, hit.length, self.scale)

    def _ask_adjacent(self) -> Iterator[tuple[list[int], float]]:
        """Yields the messages in which each two neighbouring words stand together, and the share of all such pairs."""
        pairs = adjacent_pairs(self.units)
        total = sum(power for _, _, power in pairs)
        for one, other, power in pairs:
            rarer = min(one.frequency_in(self.table), other.frequency_in(self.table))
            if 0 < rarer < MAX_COUNTED:  # two common words stand together everywhere
                expression = f"{quoted(one.leaf.folded)} + {quoted(other.leaf.folded)}"
                ids = postings.present(self.connection, self.table, expression, self.ranges, MAX_COUNTED)
                yield ids, power / total
