"""Messages that answer, the conversations they make, and which of them are copies of one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hermes_state.kinds import TextKind
from hermes_state.search.routes import Candidate, Texts
from hermes_state.search.scope import matched_role
from hermes_state.store.flags import COMPACTED, GENERATED, HAS_DIALOG

MAX_COMPARED = 50
"""Messages that are read to tell copies."""


SortKey = tuple[float, float, int]


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


class Scored(Match):
    """A match with its evidence: which units it holds (bits), and its score.

    ``copies`` are the ids of messages that only repeat this one.
    """

    __slots__ = ("copies", "held", "phrase", "score")

    def __init__(self, candidate: Candidate, kind: TextKind, *, held: int, score: float, phrase: bool = False) -> None:
        super().__init__(candidate, kind, held.bit_count())
        self.held = held
        self.score = score
        self.phrase = phrase
        self.copies: tuple[int, ...] = ()


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


def answering_count(held: Iterable[tuple[Candidate, int]], identified: Callable[[Candidate], Match]) -> int:
    """How many of one conversation's messages, with the units that each holds (bits), answer; a copy is none.

    Only messages that hold the same and may be copies of one another are read (``identified``).
    """
    alike: dict[tuple[int, int], list[Candidate]] = {}
    for candidate, units in held:
        alike.setdefault((candidate.role, units), []).append(candidate)
    count = 0
    for rows in alike.values():
        may_repeat = len({row.session for row in rows}) > 1 or any(row.flags & COMPACTED for row in rows)
        if len(rows) == 1 or not may_repeat or len(rows) > MAX_COMPARED:
            count += len(rows)
        else:
            count += distinct_count(map(identified, rows))
    return count


def without_copies(scored: Sequence[Scored]) -> list[Scored]:
    """The messages without copies, whose ids the first of each takes over.

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


def message_key(candidate: Candidate, sort: str) -> SortKey:
    """What messages are sorted by, smallest first: dialog before work unless by time, then time, then id."""
    tier = 0.0 if sort != "relevance" or candidate.flags & HAS_DIALOG else 1.0
    sign = 1 if sort == "oldest" else -1
    return (tier, sign * candidate.at, sign * candidate.id)
