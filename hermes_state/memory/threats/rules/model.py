"""What a rule of the scanner is: a class of threat, a verdict, a pattern, and when the pattern is worth trying."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

RuleVerdict = Literal["warn", "quarantine", "block"]
Pattern = str | Callable[[], str]
ViewKinds = Literal["all", "plain", "decoded"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One pattern for views that are NFKC-normalised, free of default-ignorables, case-folded, with single spaces.

    `pattern` is compiled with DOTALL only: the views are case-folded already. It may be a function that gives the
    pattern when it is first needed, since most texts need few of the languages. Every quantifier in it is bounded, and
    a gap between two words ends at the nearest of them (an atomic group): the work is linear in the text.
    `hints` are case-folded literals: a view that has none of them cannot match; `()` means that the pattern is always
    tried. A hint that begins with a blank is the beginning of a word (or of words), looked for in the bare words that
    `skeleton` gives. `also` has further sets of hints: a view needs one of each. `views` is "plain" for patterns that
    are too weak for text that was guessed at (reversed, rot13, leet).
    """

    id: str
    threat: str
    verdict: RuleVerdict
    pattern: Pattern
    hints: tuple[str, ...] = ()
    views: ViewKinds = "all"
    also: tuple[tuple[str, ...], ...] = ()


@cache
def compiled(pattern: Pattern) -> re.Pattern[str]:
    """The compiled form of a rule's pattern, made when it is first needed: a text in one language needs few."""
    return re.compile(pattern if isinstance(pattern, str) else pattern(), re.DOTALL)
