"""What the scanner says of a text: where a secret stands and of which kind it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Secret:
    """One secret: ``text[start:end]`` in characters, and the kind of the rule that knew it."""

    start: int
    end: int
    kind: str

    def value(self, text: str) -> str:
        """The secret itself, of the text that was scanned."""
        return text[self.start : self.end]
