"""The words of attack in one language, and the rules that any such list gives.

A language brings verbs, objects and qualifiers; which of them together make an attack is the same in all languages and
is said once, in `rules_of`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from hermes_state.memory.threats.rules.build import DENSE_GAP, GAP, Words, chain, either, hints_of, minimal, near, words
from hermes_state.memory.threats.rules.model import Rule, RuleVerdict
from hermes_state.memory.threats.rules.places import ADDRESS, KEY_FILE, OWN_FILE, SECRET_FILE

# Words of the trade that are the same in every language.
LOAN_HIDDEN = "system prompt|system message|systemprompt|system-prompt"
# "System prompt" as a part of a program is no secret.
NOT_HIDDEN = (
    "token*|templat*|file*|lives|size|length|cach*|count*|test*|builder|snapshot|path|in prompts|section|injection"
)
LOAN_SECRETS = (
    "api key|api keys|api-key*|apikey*|access token*|.env|id_rsa|ssh key*|private key*|credentials|.aws/credentials"
)
LOAN_UNBOUND = "jailbreak|jailbroken|developer mode|dev mode|god mode"
LOAN_ORDERS = "prompt|prompts|system prompt|guardrail*|guideline*"


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The word classes of one language, as `build.words` reads them; an empty class leaves out its rules.

    ignore: verbs of ignoring, forgetting, circumventing. prior: previous, all, your, system. orders: instructions,
    rules. told: everything that was said. task: the page, the question. reveal: verbs of showing and repeating.
    hidden: the system prompt, your instructions. secrets: passwords, keys. yours: your. taking: what stands before an
    object that precedes its verb. send: verbs of sending. everything: all files, the
    conversation. carrier: requests, links and images, which can hold data. hide: "without
    telling the user" and the like, whole. persona: "you are now", "pretend to be". unbound: without rules. answer:
    verbs of answering. off: no longer valid. refuse: "never refuse", whole. unasked: "without asking", whole. act: run,
    delete, pay. always: from now on, whenever. fresh: "your new instructions". disable: verbs of switching off. guards:
    firewall, approvals. gone: deleted. again: add it again. fetch: download, check. add:
    add, write. itself: this instruction. never: words that undo a verb right before it; nor: right
    after it.
    """

    code: str
    dense: bool = False
    dotless: bool = False
    verb_first: bool = False
    verb_last: bool = False
    ignore: str = ""
    prior: str = ""
    orders: str = ""
    told: str = ""
    task: str = ""
    reveal: str = ""
    hidden: str = ""
    secrets: str = ""
    yours: str = ""
    taking: str = ""
    send: str = ""
    everything: str = ""
    carrier: str = ""
    hide: str = ""
    persona: str = ""
    unbound: str = ""
    answer: str = ""
    off: str = ""
    refuse: str = ""
    unasked: str = ""
    act: str = ""
    always: str = ""
    fresh: str = ""
    disable: str = ""
    guards: str = ""
    gone: str = ""
    again: str = ""
    fetch: str = ""
    add: str = ""
    itself: str = ""
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
    def ignore(self) -> Words:
        return self.verb(self.lexicon.ignore)

    @cached_property
    def orders(self) -> Words:
        return self.noun(self.lexicon.orders, LOAN_ORDERS)

    @cached_property
    def unbound(self) -> Words:
        return self.noun(self.lexicon.unbound, LOAN_UNBOUND)

    @cached_property
    def secrets(self) -> Words:
        return self.noun(self.lexicon.secrets, LOAN_SECRETS)

    @cached_property
    def hidden(self) -> Words:
        return self.noun(self.lexicon.hidden) | words(LOAN_HIDDEN, until=NOT_HIDDEN)

    @cached_property
    def data(self) -> Words:
        return self.secrets | self.noun(self.lexicon.everything)

    @cached_property
    def reveal(self) -> Words:
        return self.verb(self.lexicon.reveal)

    @cached_property
    def send(self) -> Words:
        return self.verb(self.lexicon.send)

    def pair(self, verb: Words, noun: Words) -> tuple[Words, Words]:
        """A verb and its object as the language orders them."""
        return (noun, verb) if self.lexicon.verb_last else (verb, noun)

    def in_order(self, verb: Words, noun: Words, gap: int) -> str:
        """A verb and its object as the language orders them, near each other."""
        return chain(*self.pair(verb, noun), gap=min(gap, self.gap))

    @property
    def gap(self) -> int:
        return DENSE_GAP if self.lexicon.dense else GAP


@dataclass(frozen=True, slots=True)
class _Kind:
    """One of the rules that a lexicon gives: the classes that it needs, all of which give hints."""

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
            also=tuple(_needed(lexicon, kind)),
        )
        for kind in _KINDS
        if all(getattr(lexicon, need) for need in kind.needs)
    )


_LOANS = {"orders": LOAN_ORDERS, "unbound": LOAN_UNBOUND, "secrets": LOAN_SECRETS, "hidden": LOAN_HIDDEN}


def _needed(lexicon: Lexicon, kind: _Kind) -> Iterator[tuple[str, ...]]:
    """The sets of hints of each of which a text needs one; what "everything" is may also be a secret or a file."""
    for need in kind.needs:
        if need != "everything":
            yield minimal(hints_of(getattr(lexicon, need), dense=lexicon.dense) + hints_of(_LOANS.get(need, "")))
    if kind.name == "send":
        yield minimal(ADDRESS.hints + hints_of(lexicon.carrier, dense=lexicon.dense))


def _override(of: _Classes) -> str:
    it = of.lexicon
    ignore, prior, orders = of.ignore, of.noun(it.prior), of.orders
    orderings = [(ignore, prior, orders), (ignore, orders, prior), (prior, orders, ignore)]
    if it.verb_last:
        orderings[1] = (orders, prior, ignore)
    return either(*(chain(*each, gap=of.gap) for each in orderings[: 2 if it.verb_first else 3]))


def _bare_override(of: _Classes) -> str:
    """ "Ignore the rules." with nothing after it that says which rules: a linter's would be named."""
    if of.lexicon.verb_last:
        return r"(?:^|[.!?:;。！？।\n] ?)" + chain(of.orders, of.ignore, gap=8)
    return chain(of.ignore, of.orders, gap=1 if of.lexicon.dense else 12) + r"(?=[\"'»”]?(?:$|[.!?;。！？।\n]))"


def _told(of: _Classes) -> str:
    return of.in_order(of.ignore, of.noun(of.lexicon.told), gap=16)


def _task(of: _Classes) -> str:
    task = of.noun(of.lexicon.task)
    first = (task, of.ignore) if of.lexicon.verb_last else (of.ignore, task)
    return either(chain(*first, of.reveal, gap=20), chain(*first, gap=16) + r"[^.!?:：]{0,16}?[:：] ?\w")


def _off(of: _Classes) -> str:
    prior, off = of.noun(of.lexicon.prior), of.noun(of.lexicon.off)
    return either(chain(prior, of.orders, off, gap=of.gap), chain(of.orders, prior, off, gap=of.gap))


def _new_orders(of: _Classes) -> str:
    return of.noun(of.lexicon.fresh).pattern + r"[\W_]{0,3}[:：]"


def _leak(of: _Classes) -> str:
    return near(of.reveal, of.hidden, of.gap)


def _secrets(of: _Classes) -> str:
    told = of.in_order(of.reveal, of.secrets, gap=of.gap)
    return (
        either(told, chain(of.noun(of.lexicon.taking), of.secrets, of.reveal, gap=of.gap))
        if of.lexicon.taking
        else told
    )


def _asked(of: _Classes) -> str:
    return near(of.noun(of.lexicon.yours), of.secrets, 10) + r".{0,20}?[?？؟]"


def _send(of: _Classes) -> str:
    what, send = of.data | of.hidden | SECRET_FILE, of.send
    where = ADDRESS | of.noun(of.lexicon.carrier) if of.lexicon.carrier else ADDRESS
    orderings = [(what, send, where), (send, what, where), (send, where, what)]
    if of.lexicon.verb_last:
        orderings = [(what, where, send), (where, what, send), (what, send, where)]
    return either(*(chain(*each, gap=30 if of.lexicon.dense else 60) for each in orderings))


def _hide(of: _Classes) -> str:
    return of.noun(of.lexicon.hide).pattern


def _persona(of: _Classes) -> str:
    return chain(of.noun(of.lexicon.persona), of.unbound, gap=2 * of.gap)


def _unbound(of: _Classes) -> str:
    return near(of.verb(of.lexicon.answer), of.unbound, of.gap) + r"(?! (?:applied|section|in|on|to|of|for)\b)"


def _refuse(of: _Classes) -> str:
    return of.noun(of.lexicon.refuse).pattern


def _unasked(of: _Classes) -> str:
    return near(of.verb(of.lexicon.act), of.noun(of.lexicon.unasked), of.gap)


def _guards(of: _Classes) -> str:
    return of.in_order(of.verb(of.lexicon.disable), of.noun(of.lexicon.guards), gap=24)


def _replant(of: _Classes) -> str:
    return chain(of.noun(of.lexicon.gone), of.noun(of.lexicon.again), gap=2 * of.gap)


def _tasked(of: _Classes) -> str:
    fetch, act = of.verb(of.lexicon.fetch), of.verb(of.lexicon.act)
    gap = 2 * of.gap
    return either(chain(fetch, ADDRESS, act, gap=gap), chain(ADDRESS, fetch, act, gap=gap))


def _keys(of: _Classes) -> str:
    return near(of.verb(of.lexicon.add), KEY_FILE, 30)


def _replicated(of: _Classes) -> str:
    add, itself = of.verb(of.lexicon.add), of.noun(of.lexicon.itself)
    orderings = [(add, itself, OWN_FILE), (itself, OWN_FILE, add), (itself, add, OWN_FILE), (OWN_FILE, itself, add)]
    return either(*(chain(*each, gap=40) for each in orderings))


def _later(of: _Classes) -> str:
    return chain(of.noun(of.lexicon.always), *of.pair(of.send, of.data | ADDRESS), gap=of.gap * 2)


_KINDS = (
    _Kind("override", "prompt injection", "block", ("ignore", "prior", "orders"), _override),
    _Kind("bare-override", "prompt injection", "quarantine", ("ignore", "orders"), _bare_override),
    _Kind("told", "prompt injection", "quarantine", ("ignore", "told"), _told),
    _Kind("task", "prompt injection", "quarantine", ("ignore", "task", "reveal"), _task),
    _Kind("off", "prompt injection", "block", ("off", "prior", "orders"), _off),
    _Kind("new-orders", "prompt injection", "quarantine", ("fresh",), _new_orders),
    _Kind("leak", "system prompt leak", "block", ("reveal", "hidden"), _leak),
    _Kind("secrets", "exfiltration", "quarantine", ("reveal", "secrets"), _secrets),
    _Kind("asked", "exfiltration", "quarantine", ("yours", "secrets"), _asked),
    _Kind("send", "exfiltration", "block", ("send", "everything"), _send),
    _Kind("hide", "deception", "quarantine", ("hide",), _hide),
    _Kind("persona", "role hijack", "block", ("persona", "unbound"), _persona),
    _Kind("unbound", "role hijack", "block", ("answer", "unbound"), _unbound),
    _Kind("refuse", "role hijack", "quarantine", ("refuse",), _refuse),
    _Kind("unasked", "approval bypass", "quarantine", ("unasked", "act"), _unasked),
    _Kind("guards", "disabling security", "quarantine", ("disable", "guards"), _guards),
    _Kind("tasked", "command and control", "block", ("fetch", "act"), _tasked),
    _Kind("keys", "persistence", "block", ("add",), _keys),
    _Kind("replicated", "persistence", "block", ("itself", "add"), _replicated),
    _Kind("replant", "persistence", "quarantine", ("again", "gone"), _replant),
    _Kind("later", "delayed trigger", "quarantine", ("always", "send"), _later),
)
