"""Texts that a reader puts right without noticing: letters set apart, swapped, replaced by digits, or turned round.

Each function gives the plain text, or the text as it was. All are linear in the text.
"""

from __future__ import annotations

import re

from hermes_state.memory.threats.vocabulary import LONGEST, WORDS

_APART = re.compile(r"(?<!\S)\S(?:[ \n]{1,4}\S(?!\S)){4,}")
_SIGNS = r"[-.,_*~|/+·•':;=^]"
_DOTTED = re.compile(rf"(?<![^\W_])[^\W_](?:({_SIGNS})[^\W_](?![^\W_]))(?:\1[^\W_](?![^\W_]))+{_SIGNS}?")
_SIGNS_APART = re.compile(rf"(?<!\S)[^\W_](?:{_SIGNS}[ ][^\W_](?![^\W_])){{4,}}")
_HUMPED = re.compile(r"(?<![A-Za-z])[A-Za-z][a-z]{0,20}(?:[A-Z][a-z]{0,20}){2,20}")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SIGNED = re.compile(r"(?<![^\W_])[^\W\d_]{1,12}(?:[-.*_~|`^\\/+·•][^\W\d_]{1,12}){1,8}")
_GAPS = re.compile(r"[ ]{2,}|\n+")
_NO_LETTER = re.compile(r"[\W_]+")
_WRITTEN = re.compile(r"[^\W\d_]+")
_MIXED = re.compile(r"(?<![a-z0-9$@!|])(?=[0-9$@!|]{0,12}[a-z])[a-z$@!|]{0,12}[0-9$@!|][a-z0-9$@!|]{0,20}")
_VARIABLE = re.compile(r"(\$\{?[a-z]{1,20}_[a-z_]{1,40})")

_LEET = str.maketrans("01345789$@!|+(€", "oieastbgsaiitce")
_LEET_L = _LEET | str.maketrans("1!|", "lll")
_ROT13 = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")
_ROT13_WORDS = frozenset(word.translate(_ROT13) for word in WORDS if len(word) > 2) - WORDS
_TURNED_WORDS = frozenset(word[::-1] for word in WORDS if len(word) > 2) - WORDS
MIN_KNOWN = 2
"""Words of the vocabulary that a guess must give before the text is read by it."""


def letters_joined(text: str, spaced: str) -> str:
    """Words whose letters stand apart, joined: ``i g n o r e``, ``i-g-n-o-r-e``, ``i, g, n``.

    ``spaced`` is the same text with its blanks as written: two or more of them between single letters end a word;
    without any such gap, the words of the vocabulary are looked for.
    """
    joined = _APART.sub(lambda match: _join(match[0]), spaced)
    joined = _SIGNS_APART.sub(lambda match: divided(re.sub(r"[\W_]+", "", match[0])), joined)
    joined = _DOTTED.sub(lambda match: divided(re.sub(r"[\W_]+", "", match[0])), joined)
    return text if joined == spaced else joined


def humps_divided(text: str) -> str:
    """Words written together with capitals (``ignoreAllRules``), apart, if two of them are in the vocabulary."""
    return _HUMPED.sub(lambda match: _apart_if_known(match[0]), text)


def signs_inside_words(text: str) -> str:
    """Words without the signs between their letters (``ig-nore``), if what is left is in the vocabulary."""
    return _SIGNED.sub(lambda match: _bare_if_known(match[0]), text)


def leet(text: str) -> str:
    """The text with digits and signs as the letters they look like, if that gives two words of the vocabulary."""
    found = 0
    one_is_l = False
    for word in _MIXED.findall(text):
        if word.translate(_LEET) in WORDS:
            found += 1
        elif word.translate(_LEET_L) in WORDS:
            found += 1
            one_is_l = True
    if found < MIN_KNOWN:
        return text
    parts = [part if index % 2 else part.translate(_LEET) for index, part in enumerate(_VARIABLE.split(text))]
    if one_is_l:  # the other reading of 1, in a second copy
        parts.append(f"\n{text.translate(_LEET_L)}")
    return "".join(parts)


def rot13(text: str) -> str:
    """Each Latin letter 13 further on, if that gives two words of the vocabulary."""
    return text.translate(_ROT13) if _knows(text, _ROT13_WORDS) else text


def turned(text: str) -> str:
    """The text from its end to its beginning."""
    return text[::-1]


def is_turned(text: str) -> bool:
    """Whether the text has two words of the vocabulary written backwards."""
    return _knows(text, _TURNED_WORDS)


def words_turned(text: str) -> str:
    """Each word from its end to its beginning, if that gives two words of the vocabulary."""
    return _WRITTEN.sub(lambda match: match[0][::-1], text) if is_turned(text) else text


def spelling_mended(text: str) -> str:
    """Words of four letters and more whose letters are those of a word of the vocabulary, in another order."""
    return _WRITTEN.sub(lambda match: _mended(match[0]), text)


def divided(letters: str) -> str:
    """The letters as words of the vocabulary if that is all they are, else as they are.

    Dynamic programming over the positions: the fewest words win.
    """
    if len(letters) < 5 or letters in WORDS or len(letters) > 400:
        return letters
    best: list[tuple[int, int] | None] = [(0, 0)] + [None] * len(letters)
    for end in range(1, len(letters) + 1):
        for start in range(max(0, end - LONGEST), end):
            before = best[start]
            if before is not None and letters[start:end] in WORDS:
                cost = (before[0] + 1, start)
                best[end] = min(cost, best[end] or cost)
    if best[-1] is None:
        return letters
    words, end = [], len(letters)
    while end:
        step = best[end]
        start = step[1] if step else 0
        words.append(letters[start:end])
        end = start
    return " ".join(reversed(words))


def _join(run: str) -> str:
    """The letters of a run in words: by its wide gaps, else by the vocabulary."""
    parts = ["".join(part.split()) for part in _GAPS.split(run)]
    return " ".join(parts) if len(parts) > 1 else divided(parts[0])


def _by_letters() -> dict[str, list[str]]:
    index: dict[str, list[str]] = {}
    for word in sorted(WORDS):
        if len(word) > 3:
            index.setdefault("".join(sorted(word)), []).append(word)
    return index


_BY_LETTERS = _by_letters()


def _mended(word: str) -> str:
    """The vocabulary's word with the same letters: two neighbours changed places, or only the inside is shuffled."""
    if len(word) < 4 or len(word) > LONGEST or word in WORDS:
        return word
    for other in _BY_LETTERS.get("".join(sorted(word)), ()):
        apart = [index for index, (one, two) in enumerate(zip(word, other, strict=True)) if one != two]
        if (word[0] == other[0] and word[-1] == other[-1]) or (len(apart) == 2 and apart[1] - apart[0] == 1):
            return other
    return word


def _knows(text: str, disguised: frozenset[str]) -> bool:
    """Whether two different words of the text are among the disguised ones."""
    return len(disguised.intersection(_WRITTEN.findall(text))) >= MIN_KNOWN


def _apart_if_known(word: str) -> str:
    humps = _HUMP.sub(" ", word)
    return humps if len(WORDS.intersection(humps.lower().split())) >= MIN_KNOWN else word


def _bare_if_known(word: str) -> str:
    bare = _NO_LETTER.sub("", word)
    return bare if bare in WORDS else word
