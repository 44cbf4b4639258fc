"""Scans a text for what should not enter a system prompt.

Nothing in a text switches the scan off, and nothing that was not scanned counts as ok: what is too long, or would take
too long, is a finding of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from hermes_state.memory.threats.report import Finding, Report, Verdict, quoted, report_of, worst
from hermes_state.memory.threats.rules import RULES
from hermes_state.memory.threats.rules.model import Rule, compiled
from hermes_state.memory.threats.skeleton import skeleton
from hermes_state.memory.threats.unicode_rules import hidden_findings
from hermes_state.memory.threats.views import Kind, TooMuchError, View, views

MAX_CHARS = 20_000
"""Characters of a text that are scanned, nine times what a memory holds by default; a longer one is a finding."""

MAX_WORK = 3_000_000
"""Characters that patterns may pass over for one text: about a tenth of a second."""

MAX_FINDINGS = 20
LONG = 4_096
"""Characters from which on a text is treated as one that somebody made to be slow."""

MAX_KNOWN_WORDS = 50_000
_NONE: frozenset[int] = frozenset()
ALWAYS = -1
"""The number under which rules without hints are filed."""
UNSCANNED = "unscanned"

_KINDS: dict[str, frozenset[Kind]] = {
    "all": frozenset({"plain", "decoded", "guessed"}),
    "plain": frozenset({"plain", "decoded"}),
    "decoded": frozenset({"decoded"}),
}


def _beginning(hint: str) -> str:
    """What a hint is looked up by: three characters if they are ASCII, else the first."""
    return hint[:3] if len(hint) > 2 and hint[:3].isascii() else hint[:1]


class Ruleset:
    """Rules, and an index of their hints, so that a view is matched only with the few that may hit.

    Each set of hints has a number; a rule is tried when a view has a hint of all the sets that the rule needs.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._starts: dict[str, set[int]] = {}
        self._phrases: dict[str, dict[str, set[int]]] = {}
        self._literals: dict[str, dict[str, set[int]]] = {}
        self._known: dict[str, frozenset[int]] = {}
        self._longest = 0
        self._heads: set[str] = set()
        self._rules: list[tuple[frozenset[int], Rule]] = []
        self._filed: dict[int, list[int]] = {ALWAYS: []}
        numbers: dict[tuple[str, ...], int] = {}
        for rule in rules:
            sets = [each for each in (rule.hints, *rule.also, *getattr(rule.pattern, "needs", ())) if each]
            for hints in sets:
                if hints not in numbers:
                    numbers[hints] = len(numbers)
                    for hint in hints:
                        self._add(hint, numbers[hints])
            rarest = numbers[min(sets, key=len)] if sets else ALWAYS
            self._filed.setdefault(rarest, []).append(len(self._rules))
            self._rules.append((frozenset(numbers[hints] for hints in sets), rule))

    def _add(self, hint: str, number: int) -> None:
        """Puts a hint where it is looked up: by the beginning of a word or of two words, or as it is."""
        first, _, more = hint[1:].partition(" ") if hint.startswith(" ") else ("", "", "")
        second = more.partition(" ")[0][:2]
        if first and len(second) == 2:
            self._phrases.setdefault(f"{first} {second}", {}).setdefault(hint, set()).add(number)
        elif first:
            self._starts.setdefault(first, set()).add(number)
            self._heads.add(first[:2])
            self._longest = max(self._longest, len(first))
        else:
            self._literals.setdefault(_beginning(hint), {}).setdefault(hint, set()).add(number)

    def candidates(self, view: View) -> list[Rule]:
        """The rules that may match the view, in order: those for its kind, of whose every set of hints it has one."""
        bare = skeleton(view.text)
        words = bare.split()
        present = {ALWAYS}.union(*map(self._of_word, set(words)))
        for start in self._phrases.keys() & {f"{one} {two[:2]}" for one, two in pairwise(words)}:
            for hint, numbers in self._phrases[start].items():
                if hint in bare:
                    present |= numbers
        for start in self._literals.keys() & self._beginnings(view.text):
            for hint, numbers in self._literals[start].items():
                if hint in view.text:
                    present |= numbers
        filed = sorted(number for each in present for number in self._filed.get(each, ()))
        found = [self._rules[number] for number in filed]
        return [rule for needs, rule in found if needs <= present and view.kind in _KINDS[rule.views]]

    def _beginnings(self, text: str) -> set[str]:
        """All that a hint in the text may be looked up by; of a long text, only what is looked up is asked for."""
        if len(text) > LONG:
            return {start for start in self._literals if start in text}
        return {text[index : index + 3] for index in range(len(text) - 2)} | set(text)

    def _of_word(self, word: str) -> frozenset[int]:
        """The sets with a hint that the word begins with; kept, since texts repeat their words."""
        known = self._known.get(word)
        if known is None and word[:2] not in self._heads and word[:1] not in self._starts:
            return _NONE
        if known is None:
            starts = (self._starts.get(word[:end]) for end in range(1, min(len(word), self._longest) + 1))
            known = frozenset().union(*filter(None, starts))
            if len(self._known) >= MAX_KNOWN_WORDS:
                self._known.clear()
            self._known[word] = known
        return known

    def findings(self, text: str) -> Iterator[Finding]:
        """The hits of the rules in the views of a text, each rule once; the view with a block is the last one."""
        work = 0
        hit: set[str] = set()
        verdict: Verdict = "ok"
        for view in views(text):
            if verdict == "block" or (view.kind == "guessed" and verdict == "quarantine"):
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
                    verdict = worst((verdict, rule.verdict))
                    yield Finding(rule.threat, rule.id, rule.verdict, quoted(match[0]), view.name)
                    if len(hit) == MAX_FINDINGS:
                        return


DEFAULT = Ruleset(RULES)


def scan(text: str, rules: Ruleset = DEFAULT) -> Report:
    """The report of one text. Never raises; a text of more than 20,000 characters is blocked unread."""
    if len(text) > MAX_CHARS:
        return report_of([_too_long(text)])
    hidden = list(hidden_findings(text))
    if len(text) > LONG and any(each.verdict == "block" for each in hidden):
        return report_of(hidden)  # it cannot get worse, and a long text with all the signs there are takes long
    return report_of([*hidden, *word_findings(text, rules)])


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
