"""Texts that a reader puts right without noticing: letters set apart, swapped, replaced by digits, or turned round.

Each function gives the plain text, or the text as it was. All are linear in the text.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise

from hermes_state.memory.threats.vocabulary import LONGEST, WORDS

_APART = re.compile(r"(?<!\S)\S(?:[ \n]{1,4}\S(?!\S)){4,}")
_SIGNS = "-.,_*~|/+·•':;=^"
_SIGNED_LETTERS = re.compile(rf"(?<!\S)\S[{re.escape(_SIGNS)}]\S[{re.escape(_SIGNS)}]\S{{1,400}}")
_TWO_LETTERS = re.compile(rf"(?<!\S)([^\W\d_])[{re.escape(_SIGNS)}]([^\W\d_])(?!\S)")
_SIGNS_APART = re.compile(rf"(?<!\S)\S([{re.escape(_SIGNS)}])[ ](?:\S\1[ ]){{3,}}\S")
_ONE_WORD_SENTENCES = re.compile(r"(?<![^\W_])[^\W_]{1,20}(?:[.!?;:]{1,3}[ \n]?[^\W_]{1,20}){2,60}")
_STRETCHED = re.compile(r"([^\W\d_])\1{2,}")
_DOUBLED = re.compile(r"(?<![^\W\d_])(?:([^\W\d_])\1){3,}(?![^\W\d_])")
_RUN_ON = re.compile(r"(?<![^\W_])[a-z]{12,120}(?![^\W_])")
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
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_SHIFTS = [str.maketrans(_ALPHABET, _ALPHABET[shift:] + _ALPHABET[:shift]) for shift in range(26)]
_ROT13_WORDS = frozenset(word.translate(_SHIFTS[13]) for word in WORDS if len(word) > 2) - WORDS
_TURNED_WORDS = frozenset(word[::-1] for word in WORDS if len(word) > 2) - WORDS
MAX_DIVIDED = 400
MIN_KNOWN = 2
"""Words of the vocabulary that a guess must give before the text is read by it."""


def letters_joined(text: str, spaced: str) -> str:
    """Words whose letters stand apart, joined: ``i g n o r e``, ``i-g-n-o-r-e``, ``i, g, n``; and run-on words, apart.

    ``spaced`` is the same text with its blanks as written: two or more of them between single letters end a word;
    without any such gap, the words of the vocabulary are looked for.
    """
    joined = _APART.sub(lambda match: _join(match[0]), spaced)
    joined = _SIGNS_APART.sub(lambda match: divided(match[0][::3]), joined)
    signed = _SIGNED_LETTERS.sub(lambda match: _every_second(match[0]), joined)
    if signed != joined:
        joined = _TWO_LETTERS.sub(r"\1\2", signed)
    joined = _RUN_ON.sub(lambda match: divided(match[0], whole=True), joined)
    return text if joined == spaced else joined


def sentences_joined(text: str) -> str:
    """Sentences of one word each as one sentence (``Ignore. All. Rules.``), if two of the words are known."""
    return _ONE_WORD_SENTENCES.sub(lambda match: _joined_if_known(match[0]), text)


def unstretched(text: str) -> str:
    """Words whose letters are all doubled, or one of them repeated, with each letter once."""
    return _DOUBLED.sub(lambda match: match[0][::2], _STRETCHED.sub(r"\1", text))


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


def shifted(text: str) -> str:
    """Latin letters moved back by the shift that gives two words of the vocabulary (rot13 is one of 25 shifts)."""
    words = set(_WRITTEN.findall(text))
    shifts = Counter(shift for word in words if (shift := _shift(word)))
    shift, found = shifts.most_common(1)[0] if shifts else (0, 0)
    if found < MIN_KNOWN:
        shift = 13 if len(_ROT13_WORDS & words) >= MIN_KNOWN else 0
    return text.translate(_SHIFTS[shift]) if shift else text


def turned(text: str) -> str:
    """The text from its end to its beginning."""
    return text[::-1]


def is_turned(text: str) -> bool:
    """Whether the text has two words of the vocabulary written backwards."""
    return _knows(text, _TURNED_WORDS)


def words_turned(text: str) -> str:
    """Each word from its end to its beginning."""
    return _WRITTEN.sub(lambda match: match[0][::-1], text)


def spelling_mended(text: str) -> str:
    """Words of four letters and more whose letters are those of a word of the vocabulary, in another order."""
    wrong = {word for word in set(_WRITTEN.findall(text)) if _mended(word) != word}
    return _WRITTEN.sub(lambda match: _mended(match[0]), text) if wrong else text


def divided(letters: str, *, whole: bool = False) -> str:
    """The letters as words of the vocabulary, if most of them are such words; ``whole``: three at least, nothing else.

    Dynamic programming over the positions: the fewest letters in no word win, then the fewest words.
    """
    if len(letters) < 5 or letters in WORDS or len(letters) > MAX_DIVIDED:
        return letters
    best: list[tuple[int, int, int]] = [(0, 0, 0)]  # letters in no word, words, where the last piece begins
    for end in range(1, len(letters) + 1):
        unknown, words, _ = best[end - 1]
        choice = (unknown + 1, words + 1, end - 1)
        for start in range(max(0, end - LONGEST), end):
            if letters[start:end] in WORDS:
                choice = min(choice, (best[start][0], best[start][1] + 1, start))
        best.append(choice)
    unknown, words, _ = best[-1]
    if unknown * 3 > len(letters) or (whole and (unknown or words < 3 or words * 3 > len(letters))):
        return letters
    return _pieces(letters, best)


def _pieces(letters: str, best: list[tuple[int, int, int]]) -> str:
    """The words on the best way; letters in no word stay together."""
    found: list[str] = []
    loose = False
    end = len(letters)
    while end:
        start = best[end][2]
        known = letters[start:end] in WORDS
        if not known and loose:
            found[-1] = letters[start:end] + found[-1]
        else:
            found.append(letters[start:end])
        loose, end = not known, start
    return " ".join(reversed(found))


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


@lru_cache(maxsize=8192)
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


def _joined_if_known(sentences: str) -> str:
    words = _NO_LETTER.sub(" ", sentences)
    return words if len(WORDS.intersection(words.split())) >= MIN_KNOWN else sentences


def _every_second(token: str) -> str:
    """Every second character of a token whose others are all the same sign."""
    if len(set(token[1::2])) > 1:
        return token
    letters = token[::2]
    return divided(letters) if letters.isalpha() else letters


def _steps(word: str) -> tuple[int, ...]:
    """How far each letter is from the one before it: the same for all shifts of a word."""
    return tuple((ord(two) - ord(one)) % 26 for one, two in pairwise(word))


_BY_STEPS = {_steps(word): word for word in WORDS if len(word) > 4}


@lru_cache(maxsize=8192)
def _shift(word: str) -> int:
    """The shift that makes the word one of the vocabulary, of five letters at least; 0: none."""
    if len(word) < 5 or len(word) > LONGEST or not word.isascii():
        return 0
    plain = _BY_STEPS.get(_steps(word))
    return (ord(plain[0]) - ord(word[0])) % 26 if plain else 0
