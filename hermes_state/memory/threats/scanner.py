"""Scans a text for what should not enter a system prompt.

Nothing in a text switches the scan off, and nothing that was not scanned counts as ok: what is too long, or would take
too long, is a finding of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hermes_state.memory.threats.report import Finding, Report, quoted, report_of
from hermes_state.memory.threats.rules import RULES
from hermes_state.memory.threats.rules.model import Rule, compiled
from hermes_state.memory.threats.unicode_rules import hidden_findings
from hermes_state.memory.threats.views import Kind, TooMuchError, View, views

MAX_CHARS = 32_768
"""Characters of a text that are scanned; a longer one is a finding."""

MAX_WORK = 4_000_000
"""Characters that patterns may pass over for one text: some tenths of a second."""

MAX_FINDINGS = 20
UNSCANNED = "unscanned"

_KINDS: dict[str, frozenset[Kind]] = {
    "all": frozenset({"plain", "decoded", "guessed"}),
    "plain": frozenset({"plain", "decoded"}),
    "decoded": frozenset({"decoded"}),
}


class Ruleset:
    """Rules, indexed by the first three letters of their hints: a view is matched only with those that may hit."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = tuple(rules)
        self._always = {number for number, rule in enumerate(self._rules) if not rule.hints}
        self._short: dict[str, list[int]] = {}
        self._long: dict[str, list[tuple[str, int]]] = {}
        for number, rule in enumerate(self._rules):
            for hint in rule.hints:
                if len(hint) < 3:
                    self._short.setdefault(hint, []).append(number)
                else:
                    self._long.setdefault(hint[:3], []).append((hint, number))

    def candidates(self, view: View) -> list[Rule]:
        """The rules that may match the view, in order: those for its kind without hints, or with one that it has."""
        text = view.text
        found = set(self._always)
        for hint, numbers in self._short.items():
            if hint in text:
                found.update(numbers)
        for start in self._long.keys() & {text[index : index + 3] for index in range(len(text) - 2)}:
            for hint, number in self._long[start]:
                if number not in found and hint in text:
                    found.add(number)
        return [self._rules[number] for number in sorted(found) if view.kind in _KINDS[self._rules[number].views]]

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
