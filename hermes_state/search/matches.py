"""Messages that answer, the conversations they make, and which of them are copies of one another."""

from __future__ import annotations

from collections.abc import Iterable

from hermes_state.kinds import TextKind
from hermes_state.search.routes import Candidate, Texts
from hermes_state.search.scope import matched_role
from hermes_state.store.flags import COMPACTED, GENERATED


class Match:
    """A message that answers, and the text of it that does so best; ``identity`` is equal for equal texts."""

    __slots__ = ("candidate", "identity", "kind", "weight")

    def __init__(self, candidate: Candidate, kind: TextKind, weight: int = 1, identity: int | None = None) -> None:
        self.candidate = candidate
        self.kind = kind
        self.weight = weight
        self.identity = identity

    @property
    def role(self) -> str:
        """The role under which the match is shown."""
        return matched_role(self.candidate.role, self.kind)

    @property
    def generated(self) -> bool:
        """Whether the agent's harness wrote the text."""
        return bool(self.candidate.flags & GENERATED)


class Conversation:
    """The matches of one conversation; ``best`` is the one to show.

    ``of_one_session`` tells whether all of its messages that answer are of one session, and none is a copy.
    """

    __slots__ = ("best", "count", "of_one_session", "root", "score")

    def __init__(self, root: int, best: Match, count: int, score: float, of_one_session: bool = False) -> None:
        self.root = root
        self.best = best
        self.count = count
        self.score = score
        self.of_one_session = of_one_session


def identity_of(texts: Texts) -> int:
    """A number that is equal for messages with equal texts, within this process."""
    return hash(tuple(text for _, text in texts))


def distinct_count(matches: Iterable[Match]) -> int:
    """How many messages of one conversation answer; one carried over a compaction, or into a further session, once.

    What a person says again in one session counts again.
    """
    groups: dict[tuple[int, int | None], dict[int, int]] = {}
    for match in matches:
        row = match.candidate
        live = groups.setdefault((row.role, match.identity), {})
        live[row.session] = live.get(row.session, 0) + (not row.flags & COMPACTED)
    return sum(max(1, *live.values()) for live in groups.values())
