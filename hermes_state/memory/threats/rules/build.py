"""Builds patterns out of word classes: a class is a trie of words, a rule is a few classes near each other.

Words are written `a|b c|stem*`: `|` divides, a blank stands for one to three characters that are no letters, `*` for
an ending of at most twelve letters. Words are normalised as the views are (NFKC, no joiners, case-folded), and a Latin
letter with an accent also matches without it, since people leave accents out (or write ae for ä).
"""

import itertools
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hermes_state.memory.threats.skeleton import skeleton

GAP = 42  # characters; about six words
DENSE_GAP = 12  # in scripts without spaces
_ENDING = r"\w{0,12}"
_BLANK = r"[\W_]{1,3}"
_LOOSE_BLANK = r"[\W_]{0,2}"
_BEFORE = r"(?<![^\W_].)"
_AFTER = r"(?![^\W_])"
_BETWEEN = r"(?:[^.!?。！？।؟]|\.(?=[\w/]))"  # a gap stays within a sentence
_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d\u00ad"))
_STRUCTURE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]")
_GROUPS = itertools.count(1)  # names of groups: unique in a pattern of several chains


@dataclass(frozen=True, slots=True)
class Words:
    """A word class: `pattern` matches one of its words; `hints` are literals of which each match contains one."""

    pattern: str
    hints: tuple[str, ...] = ()

    def __or__(self, other: "Words") -> "Words":
        known = self.hints and other.hints  # without hints of one, nothing can be said of both
        hints = minimal(self.hints + other.hints) if known else ()
        return Words(f"(?:{self.pattern}|{other.pattern})", hints)


class Needing(str):
    """A pattern that knows sets of hints, of each of which a text needs one."""

    __slots__ = ("needs",)
    needs: tuple[tuple[str, ...], ...]

    def __add__(self, other: str) -> str:
        return _followed(self, other)

    def __radd__(self, other: str) -> str:
        return _followed(other, self)


def _followed(one: str, other: str) -> str:
    """Both patterns, one after the other, with what both need; alternatives in one of them need nothing."""
    pattern = f"{one}{other}"
    if _divided(one) or _divided(other):
        return needing(pattern, ())
    return needing(pattern, (*getattr(one, "needs", ()), *getattr(other, "needs", ())))


def _divided(pattern: str) -> bool:
    """Whether a `|` stands outside of all groups."""
    depth = 0
    for match in _STRUCTURE.finditer(pattern):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if match[0] == "|" and depth == 0:
            return True
    return False


def needing(pattern: str, needs: Iterable[tuple[str, ...]]) -> Needing:
    """The pattern with the sets of hints that it needs; empty sets are left out."""
    made = Needing(pattern)
    made.needs = tuple(dict.fromkeys(each for each in needs if each))
    return made


def raw(pattern: str, *hints: str) -> Words:
    """A class given by its pattern, for things that are not words: addresses, paths, markup."""
    return Words(f"(?:{pattern})", hints)


def words(spec: str, *, dense: bool = False, dotless: bool = False, unless: str = "", until: str = "") -> Words:
    """The class of the words in `spec`.

    `dense` is for scripts without spaces (a word needs no border), `dotless` for Turkish (i and ı are one letter).
    `unless` names words that undo one which stands right behind them ("never"), `until` those right after it.
    """
    listed, hints = _listed(spec), hints_of(spec, dense=dense)
    heads: dict[str, dict[str, Any]] = {}
    for word in listed:
        for head, token in _heads(word[0], dotless):
            node = heads.setdefault(head, {}).setdefault(token, {})
            for char in word[1:]:
                node = node.setdefault(_token(char, dotless), {})
            node[""] = {}
    border, ending = ("", "") if dense else (_BEFORE, _AFTER)
    after = f"(?!{_LOOSE_BLANK}{words(until, dense=True).pattern})" if until else ""
    if not unless:
        pattern = "|".join(re.escape(head) + border + _emit(tokens) for head, tokens in heads.items())
        return Words(f"(?:(?:{pattern}){ending}{after})", hints)
    # What must not stand before a word is said once, after a set of first letters that the search can skip to.
    spaces = ("", " ") if dense else (" ",)
    before = "".join(f"(?<!{re.escape(normalised(word))}{space}.)" for word in split(unless) for space in spaces)
    rest = "|".join(
        f"(?<=[{''.join(map(re.escape, some))}])(?:{'|'.join(f'(?<={re.escape(h)}){_emit(heads[h])}' for h in some)})"
        for some in _batches(list(heads), 5)
    )
    pattern = f"[{''.join(map(re.escape, heads))}]{border}{before}(?:{rest}){ending}{after}"
    return Words(f"(?:{pattern})", hints)


def _batches(heads: list[str], size: int) -> list[list[str]]:
    return [heads[start : start + size] for start in range(0, len(heads), size)]


@lru_cache(maxsize=1024)
def hints_of(spec: str, *, dense: bool = False) -> tuple[str, ...]:
    """The hints that the class of these words has, without building it."""
    return minimal(_dense_hint(word) if dense else _hint(word) for word in _listed(spec))


@lru_cache(maxsize=1024)
def _listed(spec: str) -> tuple[str, ...]:
    return tuple(normalised(word) for word in split(spec))


def split(spec: str) -> list[str]:
    """The words of a specification, without blanks at their edges and without empty ones."""
    return [word for part in spec.split("|") if (word := " ".join(part.split()))]


def normalised(word: str) -> str:
    """The word as it stands in a view: NFKC, case-folded, without joiners."""
    if not word.isascii():
        word = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word).casefold()).translate(_JOINERS)
    return word.lower()


def chain(*classes: Words, gap: int = GAP, between: str = _BETWEEN) -> Needing:
    """The classes in this order, each within `gap` characters of the one before it and in the same sentence.

    A gap ends at the nearest word of the next class, or fails at the nearest of the first class: what is passed over
    once is not passed over again from the same word, so that a text of nothing but verbs costs no more than its length.
    """
    first = classes[0].pattern
    steps = [first]
    for each in classes[1:]:
        found = f"w{next(_GROUPS)}"
        steps.append(f"(?>{between}{{0,{gap}}}?(?:(?P<{found}>{each.pattern})|{first}))(?({found})|(?!))")
    return needing("".join(steps), (each.hints for each in classes))


def either(*patterns: str) -> Needing:
    """Any of the patterns; it needs the hints that all of them need."""
    needs = [getattr(pattern, "needs", ()) for pattern in patterns]
    pattern = patterns[0] if len(patterns) == 1 else f"(?:{'|'.join(patterns)})"
    return needing(pattern, (each for each in needs[0] if all(each in other for other in needs)))


def unnegated(pattern: str, negation: Words) -> str:
    """The pattern within 120 characters of the start of a sentence that has no negation before it."""
    return rf"(?:^|[.!?:;\n])(?:(?!{negation.pattern})[^.!?\n]){{0,120}}?{pattern}"


def near(one: Words, other: Words, gap: int = GAP) -> Needing:
    """Both classes within `gap` characters, whichever comes first."""
    return either(chain(one, other, gap=gap), chain(other, one, gap=gap))


def minimal(hints: Iterable[str]) -> tuple[str, ...]:
    """The hints without those that begin with another one: the shorter already lets the text through."""
    kept: list[str] = []
    for hint in sorted(set(hints)):
        if not kept or not hint.startswith(kept[-1]):
            kept.append(hint)
    return tuple(kept)


@lru_cache(maxsize=4096)
def _token(char: str, dotless: bool) -> str:
    """The pattern of one character of a word."""
    if char == " ":
        return _BLANK
    if char == "*":
        return _ENDING
    if dotless and char in "iı":
        return "[iı]\u0307?"
    base = _base(char)
    if char in "äöü":
        return f"(?:{char}|{base}e?)"
    return f"[{char}{base}]" if base != char else re.escape(char)


def _heads(char: str, dotless: bool) -> list[tuple[str, str]]:
    """How a word may begin: (letter, pattern that follows it); literal, so that a search can skip to it."""
    if dotless and char in "iı":
        return [("i", "\u0307?"), ("ı", "")]
    if char in "äöü":
        return [(char, ""), (_base(char), "e?")]
    return [(letter, "") for letter in dict.fromkeys((char, _base(char)))]


@lru_cache(maxsize=4096)
def _base(char: str) -> str:
    """The Latin letter without its accent, if the character is one."""
    base = unicodedata.normalize("NFD", char)[0]
    return base if base.isascii() else char


def _hint(word: str) -> str:
    """The beginning of a word up to its ending, as it stands in the bare words of a text."""
    return skeleton(word.partition("*")[0]).rstrip()


def _dense_hint(word: str) -> str:
    """The longest part of a word that every spelling of it has."""
    parts = "".join(_fixed(char) for char in word).split("\0")
    return max(parts, key=len)


@lru_cache(maxsize=4096)
def _fixed(char: str) -> str:
    """The character, or NUL if a text may have another one in its place."""
    return "\0" if char in " *" or _base(char) != char else char


def _emit(node: dict[str, Any]) -> str:
    """The pattern of a trie of tokens; the empty token at a node with children marks the end of a word."""
    branches = [token + _emit(child) for token, child in node.items() if token]
    if "" in node and isinstance(node[""], dict) and node[""]:
        branches.append(_emit(node[""]))
    if not branches:
        return ""
    ends = "" in node and not node[""]
    body = branches[0] if len(branches) == 1 and not ends else f"(?:{'|'.join(branches)})"
    return body + "?" if ends else body
