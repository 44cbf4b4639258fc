"""Counts where secrets were seen: which, in which conversations, how often, from when to when; never a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

MAX_SIGHTINGS = 10_000
"""Different secrets that are kept apart; of further ones only the number is kept."""

MAX_CONVERSATIONS = 100
"""Conversations that are named of one secret; further ones are counted."""


@dataclass(slots=True)
class Sighting:
    """One secret as far as it may be told: its kind, and eight digits that are the same for the same value.

    ``records`` is the number of messages and other records that hold it; ``conversations`` are ``origin:id``;
    times are seconds since 1970. ``in_clear``: not only its placeholder was seen.
    """

    kind: str
    mark: str
    records: int = 0
    first_at: float | None = None
    last_at: float | None = None
    in_clear: bool = False
    conversations: list[str] = field(default_factory=list)
    more_conversations: int = 0
    _latest: str | None = None

    @property
    def conversation_count(self) -> int:
        """In how many conversations it was seen."""
        return len(self.conversations) + self.more_conversations

    def note(self, conversation: str, at: float | None, *, in_clear: bool) -> None:
        """Adds one record of a conversation."""
        self.records += 1
        self.in_clear = self.in_clear or in_clear
        if at is not None:
            self.first_at = at if self.first_at is None else min(self.first_at, at)
            self.last_at = at if self.last_at is None else max(self.last_at, at)
        if conversation != self._latest and conversation not in self.conversations:
            if len(self.conversations) < MAX_CONVERSATIONS:
                self.conversations.append(conversation)
            else:
                self.more_conversations += 1
        self._latest = conversation


class Census:
    """The secrets seen so far, by their placeholders."""

    def __init__(self) -> None:
        self.uncounted = 0
        self._sightings: dict[str, Sighting] = {}

    def note(self, conversation: str, at: float | None, written: Iterable[str], standing: Iterable[str] = ()) -> None:
        """Adds one record: the placeholders of the secrets in it, and those that stood in it already."""
        clear = set(written)
        for placeholder in sorted(clear.union(standing)):
            sighting = self._sightings.get(placeholder)
            if sighting is None:
                if len(self._sightings) >= MAX_SIGHTINGS:
                    self.uncounted += 1
                    continue
                _, kind, mark = placeholder.strip("«»").split(":")
                sighting = self._sightings[placeholder] = Sighting(kind, mark)
            sighting.note(conversation, at, in_clear=placeholder in clear)

    def __iter__(self) -> Iterator[Sighting]:
        """Yields the secrets, those in clear first, the last seen first."""
        return iter(
            sorted(
                self._sightings.values(), key=lambda one: (not one.in_clear, -(one.last_at or 0), one.kind, one.mark)
            )
        )

    def __len__(self) -> int:
        return len(self._sightings)

    def kinds(self, *, in_clear: bool = False) -> dict[str, int]:
        """How many different secrets there are of each kind; only those in clear, if wanted."""
        counts: dict[str, int] = {}
        for sighting in self._sightings.values():
            if sighting.in_clear or not in_clear:
                counts[sighting.kind] = counts.get(sighting.kind, 0) + 1
        return dict(sorted(counts.items()))

    def conversation_count(self) -> int:
        """How many of the named conversations there are."""
        return len({name for sighting in self._sightings.values() for name in sighting.conversations})

    def to_json(self) -> list[dict[str, Any]]:
        """The secrets with the names of their fields; times are seconds since 1970."""
        return [
            {
                "kind": one.kind,
                "mark": one.mark,
                "in_clear": one.in_clear,
                "records": one.records,
                "first_at": one.first_at,
                "last_at": one.last_at,
                "conversations": list(one.conversations),
                "conversation_count": one.conversation_count,
            }
            for one in self
        ]
