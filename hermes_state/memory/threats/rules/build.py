"""Builds patterns out of word classes: a class is a trie of words, a rule is a few classes near each other.

Words are written `a|b c|stem*`: `|` divides, a blank stands for one to three characters that are no letters, `*` for
an ending of at most twelve letters. Words are normalised as the views are (NFKC, no joiners, case-folded), and a Latin
letter with an accent also matches without it, since people leave accents out.
"""

import itertools
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

GAP = 42  # characters; about six words
DENSE_GAP = 12  # in scripts without spaces
_ENDING = r"\w{0,12}"
_BLANK = r"[\W_]{1,3}"
_LOOSE_BLANK = r"[\W_]{0,2}"
_BEFORE = r"(?<![^\W_].)"
_AFTER = r"(?![^\W_])"
_BETWEEN = r"(?:[^.!?。！？।؟]|\.(?=[\w/]))"  # a gap stays within a sentence
_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d\u00ad"))
_GROUPS = itertools.count(1)  # names of groups: unique in a pattern of several chains


@dataclass(frozen=True, slots=True)
class Words:
    """A word class: `pattern` matches one of its words; `hints` are literals of which each match contains one."""

    pattern: str
    hints: tuple[str, ...] = ()

    def __or__(self, other: "Words") -> "Words":
        return Words(f"(?:{self.pattern}|{other.pattern})", minimal(self.hints + other.hints))


def raw(pattern: str, *hints: str) -> Words:
    """A class given by its pattern, for things that are not words: addresses, paths, markup."""
    return Words(f"(?:{pattern})", hints)


def words(spec: str, *, dense: bool = False, dotless: bool = False, unless: str = "", until: str = "") -> Words:
    """The class of the words in `spec`.

    `dense` is for scripts without spaces (a word needs no border), `dotless` for Turkish (i and ı are one letter).
    `unless` names words that undo one which stands right behind them ("never"), `until` those right after it.
    """
    listed = _listed(spec)
    heads: dict[str, dict[str, Any]] = {}
    for word in listed:
        for head, token in _heads(word[0], dotless):
            node = heads.setdefault(head, {}).setdefault(token, {})
            for char in word[1:]:
                node = node.setdefault(_token(char, dotless), {})
            node[""] = {}
    # The first letter is a set, which the search engine skips to; all that must not stand before it is said once.
    letters = "".join(re.escape(head) for head in heads)
    spaces = ("", " ") if dense else (" ",)
    before = "".join(f"(?<!{re.escape(normalised(word))}{space}.)" for word in split(unless) for space in spaces)
    after = f"(?!{_LOOSE_BLANK}{words(until, dense=True).pattern})" if until else ""
    rest = "|".join(f"(?<={re.escape(head)}){_emit(tokens)}" for head, tokens in heads.items())
    border, ending = ("", "") if dense else (_BEFORE, _AFTER)
    pattern = f"[{letters}]{border}{before}(?:{rest}){ending}{after}"
    return Words(f"(?:{pattern})", hints_of(spec, dotless=dotless))


@lru_cache(maxsize=1024)
def hints_of(spec: str, *, dotless: bool = False) -> tuple[str, ...]:
    """The hints that the class of these words has, without building it."""
    return minimal(_hint(word, dotless) for word in _listed(spec))


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


def chain(*classes: Words, gap: int = GAP, between: str = _BETWEEN) -> str:
    """The classes in this order, each within `gap` characters of the one before it and in the same sentence.

    A gap ends at the nearest word of the next class, or fails at the nearest of the first class: what is passed over
    once is not passed over again from the same word, so that a text of nothing but verbs costs no more than its length.
    """
    first = classes[0].pattern
    steps = [first]
    for each in classes[1:]:
        found = f"w{next(_GROUPS)}"
        steps.append(f"(?>{between}{{0,{gap}}}?(?:(?P<{found}>{each.pattern})|{first}))(?({found})|(?!))")
    return "".join(steps)


def either(*patterns: str) -> str:
    """Any of the patterns."""
    return patterns[0] if len(patterns) == 1 else f"(?:{'|'.join(patterns)})"


def near(one: Words, other: Words, gap: int = GAP) -> str:
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
    return f"[{char}{base}]" if base != char else re.escape(char)


def _heads(char: str, dotless: bool) -> list[tuple[str, str]]:
    """How a word may begin: (letter, pattern that follows it); literal, so that a search can skip to it."""
    if dotless and char in "iı":
        return [("i", "\u0307?"), ("ı", "")]
    return [(letter, "") for letter in dict.fromkeys((char, _base(char)))]


@lru_cache(maxsize=4096)
def _base(char: str) -> str:
    """The Latin letter without its accent, if the character is one."""
    base = unicodedata.normalize("NFD", char)[0]
    return base if base.isascii() else char


def _hint(word: str, dotless: bool) -> str:
    """The longest part of a word that every spelling of it has."""
    parts = "".join(_fixed(char, dotless) for char in word).split("\0")
    return max(parts, key=len)


@lru_cache(maxsize=4096)
def _fixed(char: str, dotless: bool) -> str:
    """The character, or NUL if a text may have another one in its place."""
    return "\0" if char in " *" or (dotless and char in "iı") or _base(char) != char else char


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
