"""Characters that hide something, judged by what stands beside them: a joiner in an emoji or in Persian is fine."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from hermes_state.memory.threats.characters import (
    HIDDEN,
    STACKED,
    is_han,
    is_hangul,
    is_mongolian,
    is_pictograph,
    takes_breaks,
    takes_joiners,
)
from hermes_state.memory.threats.folding import FOLD
from hermes_state.memory.threats.report import Finding, Verdict, code_point, quoted

HIDDEN_THREAT = "hidden Unicode"

_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001eeff]"
)
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
_TAGS = re.compile("[\U000e0000-\U000e007f]+")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")
_WORD = re.compile(r"[^\W\d_]+")
_FOREIGN = re.compile("[\u0370-\u03ff\u0400-\u052f\u0531-\u058f\u13a0-\u13ff\u1f00-\u1fff\u2c80-\u2cff\uab70-\uabbf]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")

_BIDI = "\u200e\u200f\u061c\u2066\u2067\u2068\u2069"
_OVERRIDES = "\u202d\u202e"
_EMBEDDINGS = "\u202a\u202b\u202c"
_JOINERS = "\u200c\u200d"
_BLOCKED = frozenset("\u2061\u2062\u2063\u2064\u206a\u206b\u206c\u206d\u206e\u206f\ufff9\ufffa\ufffb")


def hidden_findings(text: str) -> Iterator[Finding]:
    """Findings about characters that do not show; nothing for text that a person can see whole.

    The contexts are those of RFC 5892 (joiners), UTS 51 (emoji, flags), UTS 37 (ideographic selectors) and UAX 9.
    """
    if text.isascii() and not HIDDEN.search(text):
        return
    rest = _FLAG.sub("\U0001f3f4", text)
    if tags := _TAGS.search(rest):
        yield _finding(
            "hidden-tags", "block", f"{code_point(tags[0][0])} and {len(tags[0]) - 1} more: {_ascii(tags[0])}"
        )
        rest = _TAGS.sub("", rest)
    if run := _SELECTORS.search(rest):
        yield _finding("hidden-selectors", "block", f"{len(run[0])} variation selectors: {quoted(run[0])}")
        rest = _SELECTORS.sub("", rest)
    yield from _out_of_place(rest)
    yield from _stacked(text)
    yield from _mixed_words(text)


def _out_of_place(text: str) -> Iterator[Finding]:
    """One finding a verdict: the hidden characters that have no reason to stand where they stand."""
    right_to_left = bool(_RIGHT_TO_LEFT.search(text))
    worst: dict[Verdict, dict[str, None]] = {}
    for match in HIDDEN.finditer(text):
        verdict = _verdict(text, match.start(), right_to_left)
        if verdict != "ok":
            worst.setdefault(verdict, {})[code_point(match[0])] = None
    for verdict, found in worst.items():
        yield _finding(f"hidden-characters-{verdict}", verdict, ", ".join(found))


def _verdict(text: str, index: int, right_to_left: bool) -> Verdict:
    """What the hidden character at an index means."""
    char = text[index]
    if char in _OVERRIDES or char in _BLOCKED:
        return "block"
    if char in _EMBEDDINGS:
        return "quarantine"
    if char in _BIDI:
        return "ok" if right_to_left else "quarantine"
    if char in _JOINERS:
        return _joiner(text, index)
    if "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef":
        return _selector(text, index)
    return "ok" if _has_reason(text, index) else "quarantine"


def _joiner(text: str, index: int) -> Verdict:
    """Fine beside a letter of a script with joiners, and between pictographs; a loose end of an emoji is a warning."""
    before, after = _beside(text, index)
    if (before and takes_joiners(before)) or (after and takes_joiners(after)):
        return "ok"
    if text[index] == "\u200d" and before and is_pictograph(before):
        return "ok" if after and is_pictograph(after) else "warn"
    return "quarantine"


def _beside(text: str, index: int) -> tuple[str, str]:
    """The characters that a joiner joins: marks, selectors and skin tones are passed over, one more joiner too."""
    start, end = index - 1, index + 1
    if text[start : start + 1] in _JOINERS and start > 0:
        start -= 1
    elif text[end : end + 1] in _JOINERS and end < len(text):
        end += 1
    while start > 0 and (text[start] in "\ufe0e\ufe0f" or "\U0001f3fb" <= text[start] <= "\U0001f3ff"):
        start -= 1
    return text[start] if start >= 0 else "", text[end] if end < len(text) else ""


def _selector(text: str, index: int) -> Verdict:
    """Fine after what has variants: emoji, symbols, keycaps, ideographs; left over from a removed emoji: a warning."""
    char, before = text[index], text[index - 1] if index else ""
    if not before or before.isspace():
        return "warn" if char in "\ufe0e\ufe0f" else "quarantine"
    if char >= "\U000e0100":
        return "ok" if is_han(before) else "quarantine"
    if char in "\ufe0e\ufe0f":
        symbol = before in "0123456789#*" or is_pictograph(before) or unicodedata.category(before)[0] in "SP"
        return "ok" if symbol or (not before.isascii() and not _LATIN.match(before)) else "quarantine"
    return "ok" if not before.isascii() and not _LATIN.match(before) else "quarantine"


def _has_reason(text: str, index: int) -> bool:
    """Whether a neighbour explains the character: its own script, or for a soft hyphen two letters on each side."""
    char = text[index]
    near = text[max(index - 1, 0) : index] + text[index + 1 : index + 2]
    if char == "\ufeff":
        return index == 0
    if char == "\u00ad":
        before, after = text[max(index - 2, 0) : index], text[index + 1 : index + 3]
        return len(before) == 2 == len(after) and before.isalpha() and after.isalpha()
    if char == "\u200b":
        return any(takes_breaks(other) for other in near)
    if char in "\u115f\u1160\u3164\uffa0":
        return any(is_hangul(other) and other not in "\u115f\u1160\u3164\uffa0" for other in near)
    if "\u180b" <= char <= "\u180f":
        return any(is_mongolian(other) and not "\u180b" <= other <= "\u180f" for other in near)
    if char in "\u17b4\u17b5":
        return any("\u1780" <= other <= "\u17b3" for other in near)
    if char == "\u034f":
        return any("\u0591" <= other <= "\u05c7" for other in near)
    if char == "\u2800":
        return any("\u2801" <= other <= "\u28ff" for other in near)
    return False


def _stacked(text: str) -> Iterator[Finding]:
    """A letter under a heap of marks, which hides what is written."""
    if found := STACKED.search(text):
        yield _finding("stacked-marks", "quarantine", text[max(found.start() - 1, 0) : found.start() + 8])


def _mixed_words(text: str) -> Iterator[Finding]:
    """A word with Latin letters among which stand their doubles from another script (UTS 39, mixed-script confusable).

    Letters that only follow the Latin ones are an ending ("commitа" is Russian for "of the commit"), and one Greek
    letter before them is a quantity ("Δt").
    """
    for match in _WORD.finditer(text) if _FOREIGN.search(text) else ():
        word = match[0]
        if word.isascii():
            continue
        foreign = list(_FOREIGN.finditer(word))
        latin = [found.start() for found in _LATIN.finditer(word)]
        if not foreign or not latin or foreign[0].start() > latin[-1]:
            continue
        if len(foreign) == 1 and foreign[0].start() == 0 and (foreign[0][0] in "ΔμΩ" or len(word) <= 3):
            continue
        if all(ord(found[0]) in FOLD for found in foreign):
            names = ", ".join(dict.fromkeys(code_point(found[0]) for found in foreign[:4]))
            yield _finding("mixed-script", "quarantine", f"{quoted(word[:40])} ({names})")
            return


def _ascii(tags: str) -> str:
    """What tag characters spell."""
    return quoted("".join(chr(ord(char) - 0xE0000) for char in tags if "\U000e0020" <= char <= "\U000e007e")[:40])


def _finding(rule: str, verdict: Verdict, words: str) -> Finding:
    return Finding(HIDDEN_THREAT, rule, verdict, quoted(words), "as written")
