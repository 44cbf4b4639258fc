"""Makes sure of what a conversation holds: reads where the index does not tell, looks up what was not looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from hermes_state.search import postings
from hermes_state.search.candidates import Group, hit_of
from hermes_state.search.expressions import WITH_POSITIONS
from hermes_state.search.question import Question
from hermes_state.search.routes import allowed_texts, by_id
from hermes_state.search.scope import Scope
from hermes_state.search.scoring import Hit, Scale
from hermes_state.search.units import Unit

LOOKED_AT = 64
"""Messages of a conversation that are read."""

MOST_LOOKED_AT = 1_000
"""The same of one search; of the rest only the dialog counts."""


LOOKED_UP = 50
"""Messages of a session, the newest with a unit, that are looked at to tell that it is there to be seen."""

SESSIONS_OF = """
SELECT min(m.id), max(m.id)
FROM session AS s
CROSS JOIN message AS m ON m.session = s.key
WHERE s.root_key = ?
GROUP BY s.key
"""


class Verifier:
    """Reads what the index does not tell, the conversations that promise most first; ``looked_at`` counts."""

    def __init__(
        self, question: Question, scope: Scope, units: list[Unit], scale: Scale, weight: Callable[[int], float]
    ) -> None:
        self.question = question
        self.scope = scope
        self.units = units
        self.scale = scale
        self.weight = weight
        self.looked_at = 0

    def verify(self, groups: Iterable[Group], titles: dict[int, int]) -> None:
        """Leaves in these conversations what their texts show; ``titles`` are the units that stand in their titles."""
        unsure = [(group, hits) for group in groups if (hits := [hit for hit in group.hits if self._is_unsure(hit)])]
        unsure.sort(key=lambda one: (-self.weight(one[0].held), -one[1][-1].candidate.id))
        for group, hits in unsure:
            hits.sort(key=lambda hit: (-self.weight(hit.held), -hit.candidate.id))
            some = min(LOOKED_AT, MOST_LOOKED_AT - self.looked_at)
            read = {hit.candidate.id: self._reread(hit) for hit in hits[:some]}
            for hit in hits[some:]:
                hit.held, hit.work = hit.in_dialog, 0.0
                self.question.capped = True
            verified = (read.get(hit.candidate.id, hit) for hit in group.hits)
            group.hits = [hit for hit in verified if hit is not None and hit.held]
            group.held = titles.get(group.root, 0)
            for hit in group.hits:
                group.held |= hit.held

    def _is_unsure(self, hit: Hit) -> bool:
        if hit.held == hit.in_dialog or hit.candidate.pack is None or not self.question.usable_index:
            return False
        return self.scope.work_kind(hit.candidate.flags) is None

    def _reread(self, hit: Hit) -> Hit | None:
        self.looked_at += 1
        texts = allowed_texts(self.question.reader, self.scope, hit.candidate)
        return hit_of(self.question, self.units, self.scale, hit.candidate, texts)

    def held_by(self, root: int, numbers: Iterable[int]) -> int:
        """Which of these units (bits) the indexes tell to stand in a conversation, wherever in it."""
        connection = self.question.reader.connection
        ranges = [(first, last) for first, last in connection.rows(SESSIONS_OF, (root,))]
        held = 0
        for number, table in product(numbers, self.scope.tables):
            proposal = self.units[number].proposals.get(table)
            if proposal is None or not proposal.exact or held >> number & 1:
                continue
            ids = postings.present(connection, table, proposal.expression, ranges, LOOKED_UP)
            scope = self.scope.within(table)
            for one in by_id(connection, scope, ids):
                told = table in WITH_POSITIONS or self.scope.work_kind(one.flags) is not None
                if one.root == root and told:
                    held |= 1 << number
                    break
        return held
