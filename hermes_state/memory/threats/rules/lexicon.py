"""The words of attack in one language, and the rules that any such list gives.

A language brings verbs, objects and qualifiers; which of them together make an attack is the same in all languages and
is said once, in `rules_of`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

from hermes_state.memory.threats.rules.build import DENSE_GAP, GAP, Words, chain, either, hints_of, near, raw, words
from hermes_state.memory.threats.rules.model import Rule, RuleVerdict

ADDRESS = raw(
    r"[\w.+-]{1,30}(?<=[\w+-])@[\w-]{1,40}\.[a-z]{2,12}|https?[:：]//|(?<![a-z])ftps?://|webhook",
    "@",
    "http",
    "ftp",
    "webhook",
)
# Words of the trade that are the same in every language.
LOAN_HIDDEN = "system prompt|system message|systemprompt|system-prompt"
LOAN_SECRETS = (
    "api key|api keys|api-key*|apikey*|access token*|.env|id_rsa|ssh key*|private key*|credentials|.aws/credentials"
)
LOAN_UNBOUND = "dan|jailbreak|jailbroken|developer mode|dev mode|god mode|stan|aim"
LOAN_ORDERS = "prompt|prompts|system prompt|guardrail*|guideline*"


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The word classes of one language, as `build.words` reads them; an empty class leaves out its rules.

    ignore: verbs of ignoring, forgetting, circumventing. prior: previous, all, your, system. orders: instructions,
    rules. reveal: verbs of showing and repeating. hidden: the system prompt, your instructions. secrets: passwords,
    keys. send: verbs of sending. everything: all files, the conversation. hide: "without telling the user" and the
    like, whole. persona: "you are now", "pretend to be". unbound: without rules. unasked: "without asking", whole.
    act: run, delete, pay. always: from now on, whenever. fresh: "your new instructions". never: words that undo a
    verb right before it; `nor`: right after it.
    """

    code: str
    dense: bool = False
    dotless: bool = False
    verb_last: bool = False
    ignore: str = ""
    prior: str = ""
    orders: str = ""
    reveal: str = ""
    hidden: str = ""
    secrets: str = ""
    send: str = ""
    everything: str = ""
    hide: str = ""
    persona: str = ""
    unbound: str = ""
    unasked: str = ""
    act: str = ""
    always: str = ""
    fresh: str = ""
    never: str = ""
    nor: str = ""


@dataclass(frozen=True)
class _Classes:
    """The classes of a lexicon, each built when it is first asked for."""

    lexicon: Lexicon

    def noun(self, spec: str, loan: str = "") -> Words:
        """A class of things; loan words stand in Latin letters also where the script has no spaces."""
        own = words(spec, dense=self.lexicon.dense, dotless=self.lexicon.dotless)
        return own | words(loan) if loan else own

    def verb(self, spec: str) -> Words:
        """A class of verbs, without those that a negation undoes."""
        it = self.lexicon
        return words(spec, dense=it.dense, dotless=it.dotless, unless=it.never, until=it.nor)

    @cached_property
    def secrets(self) -> Words:
        return self.noun(self.lexicon.secrets, LOAN_SECRETS)

    @cached_property
    def hidden(self) -> Words:
        return self.noun(self.lexicon.hidden, LOAN_HIDDEN)

    @cached_property
    def data(self) -> Words:
        return self.secrets | self.noun(self.lexicon.everything)

    @cached_property
    def reveal(self) -> Words:
        return self.verb(self.lexicon.reveal)

    @cached_property
    def send(self) -> Words:
        return self.verb(self.lexicon.send)

    @property
    def gap(self) -> int:
        return DENSE_GAP if self.lexicon.dense else GAP


@dataclass(frozen=True, slots=True)
class _Kind:
    """One of the rules that a lexicon gives: the classes that it needs, the first of which gives its hints."""

    name: str
    threat: str
    verdict: RuleVerdict
    needs: tuple[str, ...]
    pattern: Callable[[_Classes], str]


def rules_of(lexicon: Lexicon) -> tuple[Rule, ...]:
    """The rules that the word classes of `lexicon` give; their patterns are built when a text has one of the hints."""
    classes = _Classes(lexicon)
    return tuple(
        Rule(
            f"{lexicon.code}-{kind.name}",
            kind.threat,
            kind.verdict,
            partial(kind.pattern, classes),
            hints_of(getattr(lexicon, kind.needs[0]), dotless=lexicon.dotless),
        )
        for kind in _KINDS
        if all(getattr(lexicon, need) for need in kind.needs)
    )


def _override(of: _Classes) -> str:
    it = of.lexicon
    ignore, prior, orders = of.verb(it.ignore), of.noun(it.prior), of.noun(it.orders, LOAN_ORDERS)
    orderings = [(prior, orders, ignore), (ignore, prior, orders), (ignore, orders, prior)]
    if it.verb_last:
        orderings[2] = (orders, prior, ignore)
    return either(*(chain(*each, gap=of.gap) for each in orderings))


def _new_orders(of: _Classes) -> str:
    return of.noun(of.lexicon.fresh).pattern + r"[\W_]{0,3}[:：]"


def _leak(of: _Classes) -> str:
    return near(of.reveal, of.hidden, of.gap)


def _secrets(of: _Classes) -> str:
    return near(of.reveal, of.secrets, of.gap)


def _send(of: _Classes) -> str:
    what, send = of.data | of.hidden, of.send
    orderings = [(what, send, ADDRESS), (send, what, ADDRESS), (send, ADDRESS, what)]
    if of.lexicon.verb_last:
        orderings = [(what, ADDRESS, send), (ADDRESS, what, send), (what, send, ADDRESS)]
    return either(*(chain(*each, gap=30 if of.lexicon.dense else 60) for each in orderings))


def _hide(of: _Classes) -> str:
    return of.noun(of.lexicon.hide).pattern


def _persona(of: _Classes) -> str:
    persona, unbound = of.noun(of.lexicon.persona), of.noun(of.lexicon.unbound, LOAN_UNBOUND)
    return chain(persona, unbound, gap=2 * of.gap)


def _unasked(of: _Classes) -> str:
    return near(of.verb(of.lexicon.act), of.noun(of.lexicon.unasked), of.gap)


def _later(of: _Classes) -> str:
    pair = (of.send, of.data | ADDRESS)
    if of.lexicon.verb_last:
        pair = (pair[1], pair[0])
    return chain(of.noun(of.lexicon.always), *pair, gap=of.gap * 2)


_KINDS = (
    _Kind("override", "prompt injection", "block", ("ignore", "prior", "orders"), _override),
    _Kind("new-orders", "prompt injection", "quarantine", ("fresh",), _new_orders),
    _Kind("leak", "system prompt leak", "block", ("reveal", "hidden"), _leak),
    _Kind("secrets", "exfiltration", "quarantine", ("reveal", "secrets"), _secrets),
    _Kind("send", "exfiltration", "block", ("send", "everything"), _send),
    _Kind("hide", "deception", "quarantine", ("hide",), _hide),
    _Kind("persona", "role hijack", "block", ("persona", "unbound"), _persona),
    _Kind("unasked", "approval bypass", "quarantine", ("unasked", "act"), _unasked),
    _Kind("later", "delayed trigger", "quarantine", ("always", "send"), _later),
)
