"""Finds the secrets of a text: one pass for anchors over all of it, then the rules of each anchor where it stands.

What a rule looks at is bounded, and a stretch is looked at by one rule a few times at most, so the time grows with
the length of the text whatever it holds.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from hermes_state.secrets import assignments, surroundings
from hermes_state.secrets.finding import Secret
from hermes_state.secrets.names import NAMED_KINDS
from hermes_state.secrets.rules import TOKEN_RULES, Rule

NESTED = 4
"""Anchors of one context in one stretch that are looked at: ``a=token=…``; more are no text of person or program."""

REDACTED = "«redacted:"
PLACEHOLDER = re.compile(REDACTED + "([a-z][a-z0-9-]{1,40}):[0-9a-f]{8}»")
"""What redaction writes; nothing in it is a secret."""

WORD_END = re.compile(r"[\s,;&\"'`\\]")
LINE_END = re.compile(r"[\n\"'`«»\\]")
FIRST = re.compile(r"\\?.", re.DOTALL)

Finder = Callable[[str, int, int], Iterator[Secret]]


@dataclass(frozen=True, slots=True)
class Context:
    """An anchor and the function that looks around it; ``ends`` and ``reach`` bound the stretch that it looks at.

    Of the anchors in one stretch it is called for the first ``nested``.
    """

    anchor: str
    find: Finder
    ends: re.Pattern[str] = WORD_END
    reach: int = 512
    nested: int = NESTED


CONTEXTS: tuple[Context, ...] = (
    Context(assignments.PASSWORD_ANCHOR, assignments.assigned),
    Context(assignments.SHORT_ANCHOR, assignments.assigned),
    *(Context(anchor, assignments.assigned) for anchor in assignments.NAME_ANCHORS),
    Context(assignments.OPTION_ANCHOR, assignments.option),
    *(Context(word, assignments.foreign) for word in assignments.FOREIGN_WORDS),
    Context(surroundings.URL_ANCHOR, surroundings.url),
    Context(surroundings.AUTHORIZATION_ANCHOR, surroundings.authorization, reach=4096),
    Context(surroundings.BEARER_ANCHOR, surroundings.bearer, reach=4096),
    Context(surroundings.COOKIE_ANCHOR, surroundings.cookies, LINE_END, 4096, 1),
    Context(surroundings.KEY_BLOCK_ANCHOR, surroundings.key_block),
    *(Context(anchor, surroundings.command, LINE_END, 240, 1) for anchor in surroundings.COMMAND_ANCHORS),
    Context(surroundings.SQL_ANCHOR, surroundings.sql),
    Context(surroundings.PGPASS_ANCHOR, surroundings.pgpass),
    Context(surroundings.TOTP_ANCHOR, surroundings.totp),
)

Entry = Rule | Context
ENTRIES: tuple[Entry, ...] = (*TOKEN_RULES, *CONTEXTS)

CONTEXT_KINDS = NAMED_KINDS | surroundings.KINDS
"""Kinds that the surroundings tell; of two findings of one span the kind of a token's own form says more."""

KINDS = frozenset({rule.kind for rule in TOKEN_RULES} | CONTEXT_KINDS)
"""Every kind that a finding can have."""


@cache
def _anchors() -> tuple[re.Pattern[str], tuple[Entry, ...]]:
    """One pattern of all anchors, and the entry that each of its groups, from 1 on, stands for.

    Anchors that begin alike are put under one branch: the engine then skips a character that no anchor begins with,
    and elsewhere tries only those that begin with the one at hand.
    """
    by_first: dict[str, list[Entry]] = defaultdict(list)
    for entry in ENTRIES:
        first = FIRST.match(entry.anchor)
        by_first[first[0] if first else ""].append(entry)
    branches: list[str] = []
    order: list[Entry] = []
    for first_character, entries in by_first.items():
        inner = "|".join(f"{entry.anchor[len(first_character) :]}()" for entry in entries)
        branches.append(f"{first_character}(?:{inner})")
        order += entries
    return re.compile("|".join(branches)), tuple(order)


def find(text: str) -> list[Secret]:
    """The secrets of the text in their order, none of which overlap; an empty list when there is none.

    Positions are in characters of ``text``. Raises nothing, whatever the text.
    """
    anchors, order = _anchors()
    found: list[Secret] = []
    looked: dict[int, int] = {}
    chains: dict[int, _Chain] = {}
    for hit in anchors.finditer(_lowered(text)):
        group = hit.lastindex or 0
        start, end = hit.span()
        entry = order[group - 1]
        if isinstance(entry, Context):
            if chains.setdefault(group, _Chain()).goes_on(text, start, end, entry):
                found += entry.find(text, start, end)
        elif start >= looked.get(group, 0):
            looked[group] = _token(entry, text, start, found)
    return _apart(text, found) if found else found


@dataclass(slots=True)
class _Chain:
    """Anchors of one context that follow each other within one stretch."""

    first: int = 0
    last: int = -1
    length: int = 0

    def goes_on(self, text: str, start: int, end: int, context: Context) -> bool:
        """Whether this anchor is to be looked at; counts it."""
        if self.last < 0 or start - self.first > context.reach or context.ends.search(text, self.last, start):
            self.first, self.length = start, 0
        self.last = end
        self.length += 1
        return self.length <= context.nested


def _lowered(text: str) -> str:
    """The text in lower case, character by character: only İ has two in lower case."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.replace("İ", "i").lower()


def _token(entry: Rule, text: str, start: int, found: list[Secret]) -> int:
    """Adds the token whose anchor stands at ``start``; says where looking for the next one may begin."""
    pattern = entry.pattern
    match = pattern.match(text, start - entry.back) if start >= entry.back else None
    if match is None:
        return start
    first, last = match.span("s") if "s" in pattern.groupindex else match.span()
    if (entry.free or _stands_alone(text, match.start())) and entry.gate(text[first:last]):
        found.append(Secret(first, last, entry.kind))
    return match.end()


def _stands_alone(text: str, start: int) -> bool:
    """Whether no letter or digit is in front, but for an escaped line break (``\\n``) or a byte of a URL (``%3D``)."""
    before = text[max(0, start - 3) : start]
    if not before[-1:].isalnum() or not before.isascii():
        return True
    return before[-2:] in ("\\n", "\\r", "\\t") or (len(before) == 3 and before[0] == "%")


def _apart(text: str, found: list[Secret]) -> list[Secret]:
    """Overlapping findings made one, of the kind of the longest; nothing of what redaction wrote is left in."""
    merged: list[Secret] = []
    longest = 0
    for secret in sorted(found, key=lambda secret: (secret.start, -secret.end, secret.kind in CONTEXT_KINDS)):
        length = secret.end - secret.start
        if not merged or secret.start >= merged[-1].end:
            merged.append(secret)
            longest = length
            continue
        before = merged[-1]
        kind = secret.kind if length > longest else before.kind
        longest = max(longest, length)
        merged[-1] = Secret(before.start, max(before.end, secret.end), kind)
    return _unwritten(text, merged) if REDACTED in text else merged


def _unwritten(text: str, secrets: list[Secret]) -> list[Secret]:
    """The secrets, both sides in order, that do not touch what redaction wrote."""
    written = [match.span() for match in PLACEHOLDER.finditer(text) if match[1] in KINDS]
    kept, at = [], 0
    for secret in secrets:
        while at < len(written) and written[at][1] <= secret.start:
            at += 1
        if at == len(written) or secret.end <= written[at][0]:
            kept.append(secret)
    return kept
