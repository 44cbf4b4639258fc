"""What a salvage saved and what it did not."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field


@dataclass(slots=True)
class Refill:
    """Counts of one salvage. ``lost`` are the ids of messages by the key of their session.

    ``counted``: how many messages each session said it had, where its row was found. ``ghosts``: id and origin of the
    sessions that only indexes name, and of which no message is left: they are not made. ``guessed``: ids of messages of
    which only the text is certain: role and time, or the fields besides the text, are a guess or gone. The texts of
    ``unchecked`` come from packs whose checksum is wrong for a reason that was not found: letters may be wrong.
    """

    sessions: int = 0
    messages: int = 0
    sessions_guessed: int = 0
    guessed: set[int] = field(default_factory=set)
    unchecked: set[int] = field(default_factory=set)
    attachments_lost: int = 0
    lost: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    counted: dict[int, int] = field(default_factory=dict)
    ghosts: dict[int, tuple[str, str]] = field(default_factory=dict)

    def lost_messages(self) -> int:
        """How many messages are lost: those whose ids are known, or as many as the sessions counted more."""
        return max(sum(map(len, self.lost.values())), sum(self.counted.values()) - self.messages)

    def is_lossy(self) -> bool:
        """Whether anything is lost or guessed that a transcript might still tell."""
        return bool(
            self.lost_messages() > 0
            or self.ghosts
            or self.guessed
            or self.unchecked
            or self.attachments_lost
            or self.sessions_guessed
        )
