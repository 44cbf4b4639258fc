"""The score of a message and of a conversation, from what the indexes (or the text) say of each word: pure arithmetic.

BM25 (Robertson and Zaragoza 2009) on three scales at once, for no one of them serves short chats and runs of agents
with a thousand messages alike: the best message, the messages in a row (a passage), and the whole conversation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hermes_state.kinds import ROLES
from hermes_state.search.routes import Candidate
from hermes_state.search.weights import WEIGHTS
from hermes_state.store.flags import GENERATED

FURTHER = 3
"""Messages beside the best that count."""

NEIGHBOUR_DISTANCE = 2
"""Messages (tool output included) from one to its neighbour, at most."""

PASSAGE = 8
"""Messages in a row that are taken as one text."""

USER = ROLES.index("user")

Found = list[tuple[int, float]]
"""Units by number, each with how often it stands."""


class Hit:
    """A message with its evidence: the units that it holds (bits), and those of them that stand in its dialog.

    ``found`` are the units of its dialog, ``length`` how many terms that has (``None``: not known), ``dialog`` and
    ``work`` the scores of its texts.
    """

    __slots__ = ("candidate", "dialog", "found", "held", "in_dialog", "length", "work")

    def __init__(self, candidate: Candidate) -> None:
        self.candidate = candidate
        self.held = 0
        self.in_dialog = 0
        self.found: Found = []
        self.length: int | None = None
        self.dialog = 0.0
        self.work = 0.0


def author_weight(candidate: Candidate) -> float:
    """What the words of a message count for who wrote it: a user's more than an agent's, its harness's less."""
    generated = WEIGHTS.generated if candidate.flags & GENERATED else 1.0
    return generated * (WEIGHTS.user if candidate.role == USER else 1.0)


class Parts(NamedTuple):
    """What the score of a conversation is made of; ``factor`` multiplies the sum of the others."""

    message: float = 0.0
    passage: float = 0.0
    whole: float = 0.0
    work: float = 0.0
    title: float = 0.0
    dated: float = 0.0
    factor: float = 1.0

    @property
    def score(self) -> float:
        """The score."""
        return self.factor * sum(self[:-1])


class Scale(NamedTuple):
    """What scores are relative to: the power of each unit, the average lengths (in terms) of a message's dialog and of
    its work, and that of a session (in messages)."""

    powers: Sequence[float]
    length: float = 1.0
    messages: float = 1.0
    work_length: float = 1.0

    def for_work(self) -> Scale:
        """The scale of the texts of work."""
        return self._replace(length=self.work_length)

    @property
    def total(self) -> float:
        """The power of all units."""
        return sum(self.powers) or 1.0


def saturated(times: float, saturation: float, norm: float) -> float:
    """How much it counts that a word stands so often in a text of this relative length; once on average: 1."""
    return times * (saturation + 1) / (times + saturation * norm)


def norm_of(length: float | None, average: float, share: float) -> float:
    """The relative length of a text, as far as it counts; 1 where it is not known."""
    return 1.0 if length is None else 1 - share + share * length / average


def text_score(found: Found, length: float | None, scale: Scale) -> float:
    """The score of a text with these units."""
    norm = norm_of(length, scale.length, WEIGHTS.length)
    powers, saturation = scale.powers, WEIGHTS.saturation
    return sum(powers[unit] * saturated(times, saturation, norm) for unit, times in found) / scale.total


def adjacent_score(share: float, length: float | None, scale: Scale) -> float:
    """What it adds that two words stand beside one another as in the question.

    ``share`` is theirs of all such pairs.
    """
    return WEIGHTS.adjacent * share * saturated(1.0, 1.0, norm_of(length, scale.length, WEIGHTS.length))


def best_messages(hits: Sequence[Hit]) -> float:
    """What the best messages of a conversation (in order) count, each with its neighbour."""
    scores = [hit.dialog for hit in hits]
    with_neighbours = list(scores)
    for at in range(1, len(hits)):
        one, other = hits[at - 1].candidate, hits[at].candidate
        if one.session == other.session and other.seq - one.seq <= NEIGHBOUR_DISTANCE:
            with_neighbours[at - 1] = max(with_neighbours[at - 1], scores[at - 1] + WEIGHTS.neighbour * scores[at])
            with_neighbours[at] = max(with_neighbours[at], scores[at] + WEIGHTS.neighbour * scores[at - 1])
    return further(with_neighbours)


def further(scores: Iterable[float]) -> float:
    """The best of some scores, and less and less of the next ones."""
    best = sorted(scores, reverse=True)[: FURTHER + 1]
    return sum(score * WEIGHTS.further**rank for rank, score in enumerate(best))


def best_passage(hits: Sequence[Hit], scale: Scale) -> float:
    """What the best passage of a conversation counts: its messages of ``PASSAGE`` in a row taken as one text.

    Passages overlap by half.
    """
    best = 0.0
    saturation, share, average = WEIGHTS.saturation, WEIGHTS.passage_length, scale.length * PASSAGE
    for offset in (0, PASSAGE // 2):
        passages: dict[tuple[int, int], tuple[dict[int, float], list[float]]] = {}
        for hit in hits:
            if not hit.found:
                continue
            key = hit.candidate.session, (hit.candidate.seq + offset) // PASSAGE
            passage = passages.get(key)
            if passage is None:
                passage = passages[key] = ({}, [])
            times, lengths = passage
            lengths.append(scale.length if hit.length is None else hit.length)
            for unit, often in hit.found:
                times[unit] = times.get(unit, 0.0) + often
        for times, lengths in passages.values():
            norm = saturation * (1 - share + share * sum(lengths) / average)
            score = 0.0
            for unit, often in times.items():
                score += scale.powers[unit] * often * (saturation + 1) / (often + norm)
            best = max(best, score)
    return WEIGHTS.passage * best / scale.total


Light = dict[tuple[int, int], float]
"""Units that were only counted in a session, by session and unit, with the number of its messages that have them."""


def whole(hits: Iterable[Hit], light: Light, messages: int, scale: Scale) -> float:
    """What all messages of a conversation count, taken as one text; where a unit was counted, its hits do not."""
    times: dict[int, float] = {}
    for (_, unit), often in light.items():
        times[unit] = times.get(unit, 0.0) + often
    for hit in hits:
        for unit, often in hit.found:
            if (hit.candidate.session, unit) not in light:
                times[unit] = times.get(unit, 0.0) + often
    norm = norm_of(messages, scale.messages, WEIGHTS.whole_length)
    score = sum(scale.powers[unit] * saturated(often, WEIGHTS.whole_saturation, norm) for unit, often in times.items())
    return WEIGHTS.whole * score / scale.total
