"""The entries of a store as a person looks at them: number, age, source, and what the scanner says of each."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hermes_state.errors import AmbiguousEntryError, EntryNotFoundError, MemoryFileError
from hermes_state.memory.entries import operations
from hermes_state.memory.entries.text import SEPARATOR, content_hash, unique
from hermes_state.memory.journal.state import State, look, read_state
from hermes_state.memory.prompt import clean_mark, judging
from hermes_state.times import iso

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hermes_state.memory.targets import Place
    from hermes_state.memory.threats import Finding

_NUMBER = re.compile(r"#(\d{1,6})")


@dataclass(frozen=True, slots=True)
class EntryView:
    """One entry. ``number`` counts from 1; times are seconds since the epoch, ``None`` where they are not known.

    ``verdict`` is the scanner's, with what it shows only beside other entries; it is ``ok`` for a text that a person
    allowed, whose reason is ``override``. ``outside`` is true for a text that this package did not write.
    """

    number: int
    text: str
    verdict: str
    findings: tuple[Finding, ...]
    override: str | None
    created: float | None
    changed: float | None
    origin: str | None
    session: str | None
    message: str | None
    outside: bool

    @property
    def held_back(self) -> bool:
        """Whether the entry stays out of the prompt until a person decides."""
        return judging.Judgement(self.verdict, self.findings).held_back

    @property
    def threats(self) -> list[str]:
        """The classes of what was found, the worst only, each once."""
        return judging.Judgement(self.verdict, self.findings).threats

    @property
    def told(self) -> list[judging.Told]:
        """The findings as a person is told them, overlapping ones once: verdict, class, words."""
        return judging.told_once((one.verdict, one.threat, one.words) for one in self.findings)

    def as_dict(self) -> dict[str, Any]:
        """The entry as JSON fields, its times as ISO 8601."""
        return {
            "number": self.number,
            "text": self.text,
            "chars": len(self.text),
            "verdict": self.verdict,
            "findings": [one.as_dict() for one in self.findings],
            "in_prompt": not self.held_back,
            "override": self.override,
            "created": iso(self.created),
            "changed": iso(self.changed),
            "origin": self.origin,
            "session": self.session,
            "message": self.message,
            "outside": self.outside,
        }


def entries(place: Place) -> tuple[EntryView, ...]:
    """The entries that the file holds now, in order, repetitions left out. Raises ``MemoryFileError``.

    A text from outside that no write has met yet is as old as the file.
    """
    state = _state(place)
    held = unique(state.entries)
    views = []
    for number, (text, judgement) in enumerate(
        zip(held, clean_mark.judged(held, state.known.overrides, state.known.clean), strict=True), start=1
    ):
        key = content_hash(text)
        facts = state.known.entries.get(key)
        override = state.known.overrides.get(key)
        views.append(
            EntryView(
                number,
                text,
                judgement.verdict,
                judgement.findings,
                None if override is None else override["reason"],
                None if facts is None else facts.created,
                None if facts is None else facts.changed,
                None if facts is None else facts.origin,
                None if facts is None else facts.session,
                None if facts is None else facts.message,
                facts is None or facts.outside,
            )
        )
    return tuple(views)


def _state(place: Place) -> State:
    """The store as it is; where what is kept beside the file cannot be read, the file alone."""
    try:
        return read_state(place, os.stat(place.data).st_mtime)
    except (MemoryFileError, OSError):
        return look(place)


def found(views: Sequence[EntryView], old_text: str) -> EntryView:
    """The one entry that holds ``old_text``; raises ``EntryNotFoundError``, ``AmbiguousEntryError``."""
    return views[operations.find([view.text for view in views], old_text)]


def if_found(views: Sequence[EntryView], old_text: str) -> EntryView | None:
    """As ``found``, and ``None`` where no entry holds the text; raises ``AmbiguousEntryError``."""
    try:
        return found(views, old_text)
    except EntryNotFoundError:
        return None


def edited(views: Sequence[EntryView], old_text: str, new_text: str) -> str:
    """What an edit would make of the entry that holds ``old_text``; raises what ``operations.edited`` raises."""
    return operations.edited(found(views, old_text).text, old_text, new_text)


def is_number(word: str) -> bool:
    """Whether a word has the form ``#3``, in which people name an entry by its number."""
    return _NUMBER.fullmatch(word.strip()) is not None


def numbered(views: Sequence[EntryView], word: str) -> EntryView | None:
    """The entry that a word like ``#3`` means; ``None`` for any other word.

    Raises ``EntryNotFoundError`` for a number that no entry has, ``AmbiguousEntryError`` where another entry has the
    word in its text.
    """
    match = _NUMBER.fullmatch(word.strip())
    if match is None:
        return None
    number = int(match[1])
    others = [view.text for view in views if view.number != number and match[0] in view.text]
    if not 1 <= number <= len(views):
        if others:
            return None
        raise EntryNotFoundError(
            f"there is no entry {match[0]}", operation="find an entry", hint=f"there are {len(views)}; list shows them"
        )
    if others:
        raise AmbiguousEntryError(f"{match[0]} is the number of one entry and stands in the text of another", others)
    return views[number - 1]


def exactly(text: str) -> str:
    """The ``old_text`` that finds the entry which is exactly this text, whatever others hold it too."""
    return f"{SEPARATOR}\n{text}\n{SEPARATOR}"
