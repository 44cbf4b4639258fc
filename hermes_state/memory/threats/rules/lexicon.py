"""The words of attack in one language, and the rules that any such list gives.

A language brings verbs, objects and qualifiers; which of them together make an attack is the same in all languages and
is said once, in `rules_of`.
"""

from dataclasses import dataclass, replace

from hermes_state.memory.threats.rules.build import DENSE_GAP, GAP, Words, chain, either, near, raw, words
from hermes_state.memory.threats.rules.model import Rule

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


@dataclass(frozen=True, slots=True)
class _Classes:
    """The classes of a lexicon, built."""

    lexicon: Lexicon

    def noun(self, spec: str, loan: str = "") -> Words:
        """A class of things; loan words stand in Latin letters also where the script has no spaces."""
        own = words(spec, dense=self.lexicon.dense, dotless=self.lexicon.dotless)
        return own | words(loan) if loan else own

    def verb(self, spec: str) -> Words:
        """A class of verbs, without those that a negation undoes."""
        it = self.lexicon
        return words(spec, dense=it.dense, dotless=it.dotless, unless=it.never, until=it.nor)

    @property
    def gap(self) -> int:
        return DENSE_GAP if self.lexicon.dense else GAP


def rules_of(lexicon: Lexicon) -> tuple[Rule, ...]:
    """The rules that the word classes of `lexicon` give, override first."""
    classes = _Classes(lexicon)
    made = [
        *_override(lexicon, classes),
        *_leak(lexicon, classes),
        *_exfiltration(lexicon, classes),
        *_conduct(lexicon, classes),
    ]
    return tuple(replace(rule, id=f"{lexicon.code}-{rule.id}") for rule in made)


def _override(it: Lexicon, of: _Classes) -> list[Rule]:
    rules = []
    if it.ignore and it.orders:
        ignore, prior, orders = of.verb(it.ignore), of.noun(it.prior), of.noun(it.orders, LOAN_ORDERS)
        orderings = [(prior, orders, ignore), (ignore, prior, orders), (ignore, orders, prior)]
        if it.verb_last:
            orderings[2] = (orders, prior, ignore)
        pattern = either(*(chain(*each, gap=of.gap) for each in orderings))
        rules.append(Rule("override", "prompt injection", "block", pattern, ignore.hints))
    if it.fresh:
        fresh = of.noun(it.fresh)
        rules.append(Rule("new-orders", "prompt injection", "quarantine", fresh.pattern + _COLON, fresh.hints))
    return rules


_COLON = r"[\W_]{0,3}[:：]"


def _leak(it: Lexicon, of: _Classes) -> list[Rule]:
    if not (it.reveal and it.hidden):
        return []
    reveal, hidden = of.verb(it.reveal), of.noun(it.hidden, LOAN_HIDDEN)
    return [Rule("leak", "system prompt leak", "block", near(reveal, hidden, of.gap), reveal.hints)]


def _exfiltration(it: Lexicon, of: _Classes) -> list[Rule]:
    rules = []
    secrets = of.noun(it.secrets, LOAN_SECRETS)
    if it.reveal and it.secrets:
        reveal = of.verb(it.reveal)
        rules.append(Rule("secrets", "exfiltration", "quarantine", near(reveal, secrets, of.gap), reveal.hints))
    if it.send:
        send = of.verb(it.send)
        what = secrets | of.noun(it.everything) | of.noun(it.hidden, LOAN_HIDDEN)
        gap = 30 if it.dense else 60
        orderings = [(what, send, ADDRESS), (send, what, ADDRESS), (send, ADDRESS, what)]
        if it.verb_last:
            orderings = [(what, ADDRESS, send), (ADDRESS, what, send), (what, send, ADDRESS)]
        pattern = either(*(chain(*each, gap=gap) for each in orderings))
        rules.append(Rule("send", "exfiltration", "block", pattern, send.hints))
    return rules


def _conduct(it: Lexicon, of: _Classes) -> list[Rule]:
    """Hiding from the user, a false role, acting without approval, orders for later."""
    rules = []
    if it.hide:
        hide = of.noun(it.hide)
        rules.append(Rule("hide", "deception", "quarantine", hide.pattern, hide.hints))
    if it.persona and it.unbound:
        persona, unbound = of.noun(it.persona), of.noun(it.unbound, LOAN_UNBOUND)
        pattern = chain(persona, unbound, gap=2 * of.gap)
        rules.append(Rule("persona", "role hijack", "block", pattern, persona.hints))
    if it.unasked and it.act:
        unasked, act = of.noun(it.unasked), of.verb(it.act)
        rules.append(Rule("unasked", "approval bypass", "quarantine", near(act, unasked, of.gap), unasked.hints))
    if it.always and it.send:
        always = of.noun(it.always)
        send, what = of.verb(it.send), of.noun(it.secrets, LOAN_SECRETS) | of.noun(it.everything) | ADDRESS
        pair = (what, send) if it.verb_last else (send, what)
        pattern = chain(always, *pair, gap=of.gap * 2)
        rules.append(Rule("later", "delayed trigger", "quarantine", pattern, always.hints))
    return rules
