"""Scans a text for what should not enter a system prompt.

Nothing in a text switches the scan off, and nothing that was not scanned counts as ok: what is too long, or would take
too long, is a finding of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from hermes_state.memory.threats.report import Finding, Report, quoted, report_of
from hermes_state.memory.threats.rules import RULES
from hermes_state.memory.threats.rules.model import Rule, compiled
from hermes_state.memory.threats.skeleton import skeleton
from hermes_state.memory.threats.unicode_rules import hidden_findings
from hermes_state.memory.threats.views import Kind, TooMuchError, View, views

MAX_CHARS = 32_768
"""Characters of a text that are scanned; a longer one is a finding."""

MAX_WORK = 4_000_000
"""Characters that patterns may pass over for one text: some tenths of a second."""

MAX_FINDINGS = 20
MAX_KNOWN_WORDS = 50_000
UNSCANNED = "unscanned"

_KINDS: dict[str, frozenset[Kind]] = {
    "all": frozenset({"plain", "decoded", "guessed"}),
    "plain": frozenset({"plain", "decoded"}),
    "decoded": frozenset({"decoded"}),
}


def _beginnings(text: str) -> set[str]:
    """All pieces of three characters; of a text with other than ASCII characters, those of one and two as well."""
    found = {text[index : index + 3] for index in range(len(text) - 2)} | set(text)
    if len(text) < 3 or not text.isascii():
        found |= {text[index : index + 2] for index in range(len(text) - 1)}
    return found


class Ruleset:
    """Rules, and an index of their hints, so that a view is matched only with the few that may hit.

    Each set of hints is one bit; a rule is tried when a view has all the bits that the rule needs.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._starts: dict[str, int] = {}
        self._phrases: dict[str, dict[str, int]] = {}
        self._literals: dict[str, dict[str, int]] = {}
        self._longest = 0
        self._known: dict[str, int] = {}
        bits: dict[tuple[str, ...], int] = {}
        self._rules: list[tuple[int, Rule]] = []
        for rule in rules:
            needed = 0
            for hints in (rule.hints, *rule.also, *getattr(rule.pattern, "needs", ())):
                if hints and hints not in bits:
                    bits[hints] = 1 << len(bits)
                    for hint in hints:
                        self._add(hint, bits[hints])
                needed |= bits.get(hints, 0)
            self._rules.append((needed, rule))

    def _add(self, hint: str, bit: int) -> None:
        """Puts a hint where it is looked up: by the beginning of a word, or of two words, or by its first letters."""
        first, _, more = hint[1:].partition(" ") if hint.startswith(" ") else ("", "", "")
        if first and more:
            found = self._phrases.setdefault(f"{first} {more.partition(' ')[0][:2]}", {})
            found[hint] = found.get(hint, 0) | bit
        elif first:
            self._starts[first] = self._starts.get(first, 0) | bit
            self._longest = max(self._longest, len(first))
        else:
            found = self._literals.setdefault(hint[:3], {})
            found[hint] = found.get(hint, 0) | bit

    def candidates(self, view: View) -> list[Rule]:
        """The rules that may match the view, in order: those for its kind, of whose every set of hints it has one."""
        text, bare = view.text, skeleton(view.text)
        words = bare.split()
        present = 0
        for word in set(words):
            present |= self._of_word(word)
        for index, where, starts in (
            (self._phrases, bare, {f"{one} {two[:size]}" for one, two in pairwise(words) for size in (1, 2)}),
            (self._literals, text, _beginnings(text)),
        ):
            for start in index.keys() & starts:
                for hint, bits in index[start].items():
                    if bits & ~present and hint in where:
                        present |= bits
        return [rule for need, rule in self._rules if need & present == need and view.kind in _KINDS[rule.views]]

    def _of_word(self, word: str) -> int:
        """The bits of the hints that the word begins with; kept, since texts repeat their words."""
        bits = self._known.get(word)
        if bits is None:
            bits = 0
            for end in range(1, min(len(word), self._longest) + 1):
                bits |= self._starts.get(word[:end], 0)
            if len(self._known) >= MAX_KNOWN_WORDS:
                self._known.clear()
            self._known[word] = bits
        return bits

    def findings(self, text: str) -> Iterator[Finding]:
        """The hits of the rules in the views of a text, each rule once; after one that counts nothing is guessed."""
        work = 0
        hit: set[str] = set()
        severe = False
        for view in views(text):
            if view.kind == "guessed" and severe:
                return
            for rule in self.candidates(view):
                if rule.id in hit:
                    continue
                work += len(view.text)
                if work > MAX_WORK:
                    raise TooMuchError(f"more than {MAX_WORK:,} characters to compare")
                match = compiled(rule.pattern).search(view.text)
                if match:
                    hit.add(rule.id)
                    severe = severe or rule.verdict != "warn"
                    yield Finding(rule.threat, rule.id, rule.verdict, quoted(match[0]), view.name)
                    if len(hit) == MAX_FINDINGS:
                        return


DEFAULT = Ruleset(RULES)


def scan(text: str, rules: Ruleset = DEFAULT) -> Report:
    """The report of one text. Never raises; a text of more than 32,768 characters is blocked unread."""
    if len(text) > MAX_CHARS:
        return report_of([_too_long(text)])
    return report_of([*hidden_findings(text), *word_findings(text, rules)])


def word_findings(text: str, rules: Ruleset) -> list[Finding]:
    """The hits of the rules in a text; that it would take too long is one of them."""
    findings: list[Finding] = []
    try:
        findings.extend(rules.findings(text))
    except TooMuchError as error:
        findings.append(Finding("too long to scan", UNSCANNED, "block", str(error), "as written"))
    return findings


def _too_long(text: str) -> Finding:
    words = f"{len(text):,} characters; at most {MAX_CHARS:,} are scanned"
    return Finding("too long to scan", UNSCANNED, "block", words, "as written")
