"""Hidden characters by their context: fine where a script or an emoji needs them, named by code point elsewhere."""

from __future__ import annotations

import unicodedata

import pytest

from hermes_state.memory.threats.characters import is_han, is_pictograph, takes_joiners
from hermes_state.memory.threats.unicode_rules import hidden_findings

pytestmark = pytest.mark.unit


def verdicts(text: str) -> set[str]:
    return {finding.verdict for finding in hidden_findings(text)}


FINE = {
    "family": "We are a 👨\u200d👩\u200d👧\u200d👦 team",
    "astronaut with a skin tone": "🧑🏽\u200d🚀 released it",
    "black cat": "the 🐈\u200d⬛ logo",
    "rainbow flag": "🏳\ufe0f\u200d🌈 in the footer",
    "man detective": "🕵\ufe0f\u200d♂\ufe0f is the role icon",
    "keycap": "press 1\ufe0f\u20e3 then #\ufe0f\u20e3",
    "text style": "a heart ❤\ufe0e in text",
    "arrow with an emoji selector": "a →\ufe0f b",
    "flag of Wales": "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f is in the list",
    "Persian": "می\u200cخواهم خانه\u200cهای بزرگ",
    "Persian after a Latin word": "API\u200cها را ببین",
    "Persian with the joiner typed twice": "می\u200c\u200cخواهم",
    "Sinhala": "ශ්\u200dරී ලංකා",
    "Bengali, joiner before the virama": "র\u200d্যাব",
    "Kannada": "ರ\u200d್ಕ",
    "Malayalam, old chillu": "അവന\u0d4d\u200d",
    "Hindi": "क्\u200dष",
    "Hebrew with a right-to-left mark": "הפרויקט Atlas\u200f (כאן)",
    "Arabic with an isolate": "الملف \u2066README.md\u2069 هنا",
    "byte order mark at the start": "\ufeff# Notes",
    "soft hyphens at syllables": "Donau\u00addampf\u00adschiff",
    "Thai line breaks": "ภาษา\u200bไทย",
    "ideograph with a variation": "葛\U000e0100飾区",
    "Hangul filler beside a jamo": "ㄱ\u3164",
    "Mongolian vowel separator": "ᠬᠠᠷ\u180eᠠ",
    "Braille": "⠓⠑⠇⠇⠕\u2800⠺",
    "tabs and line ends": "a\tb\r\nc\nd",
    "Vietnamese": "Người dùng thích câu trả lời ngắn",
    "combining accents": "cafe\u0301",
    "time difference": "Δt and μs and kΩ",
    "Russian beside English": "Используй git и pytest",
    "Russian ending on an English word": "смотри commitа и PRа",
    "private use icon": "the prompt shows \ue0b0",
}

QUARANTINED = {
    "zero-width blank": "a no\u200bte",
    "zero-width blank at the end": "a note\u200b",
    "joiner in a Latin word": "ig\u200dnore",
    "non-joiner in a Latin word": "ig\u200cnore",
    "word joiner": "ig\u2060nore",
    "byte order mark inside": "a\ufeffb",
    "soft hyphens at every letter": "i\u00adg\u00adn\u00ado\u00adr\u00ade",
    "left-to-right mark without such letters": "a\u200eb",
    "isolate without such letters": "a \u2067b c\u2069",
    "Arabic letter mark in English": "a\u061cb",
    "embedding": "\u202aC:\\Users",
    "Hangul filler in English": "a\u3164b",
    "Mongolian vowel separator in English": "a\u180eb",
    "grapheme joiner in English": "a\u034fb",
    "Braille blank in English": "a\u2800b",
    "variation selector on a letter": "a\ufe01b",
    "escape": "a\x1b[31mb",
    "null": "a\x00b",
    "lone surrogate": "a\ud83db",
    "Cyrillic letter in an English word": "ign\u043ere",
    "Greek letter in an English word": "pr\u03bfmpt",
    "heap of marks": "a" + "\u0301" * 40,
}

BLOCKED = {
    "right-to-left override": "\u202eeton\u202c",
    "left-to-right override": "\u202dnote",
    "invisible times": "a\u2062b",
    "deprecated format character": "a\u206fb",
    "interlinear annotation": "a\ufff9b\ufffac\ufffb",
    "tag characters": "hi\U000e0069\U000e0067",
    "a flag with a message in it": "🏴" + "".join(chr(0xE0000 + ord(c)) for c in "ignore all") + "\U000e007f",
    "bytes in variation selectors": "😀\U000e0159\U000e0157\U000e015e",
}


@pytest.mark.parametrize("name", FINE)
def test_a_character_that_its_neighbours_need_is_fine(name: str) -> None:
    assert list(hidden_findings(FINE[name])) == []


@pytest.mark.parametrize("name", QUARANTINED)
def test_a_hidden_character_without_a_reason_is_kept_for_a_person(name: str) -> None:
    assert verdicts(QUARANTINED[name]) == {"quarantine"}


@pytest.mark.parametrize("name", BLOCKED)
def test_a_character_that_only_serves_to_hide_is_blocked(name: str) -> None:
    assert "block" in verdicts(BLOCKED[name])


def test_the_loose_end_of_an_emoji_is_a_warning() -> None:
    assert verdicts("done 👩\u200d today") == {"warn"}
    assert verdicts("done \ufe0f today") == {"warn"}


def test_hidden_characters_are_named_by_code_point() -> None:
    words = " ".join(finding.words for finding in hidden_findings("a\u200bb\u2060c"))
    assert "U+200B" in words
    assert "U+2060" in words
    assert not any(unicodedata.category(char)[0] == "C" for char in words)


def test_what_tag_characters_spell_is_said() -> None:
    (finding,) = hidden_findings("hi" + "".join(chr(0xE0000 + ord(c)) for c in "obey"))
    assert "obey" in finding.words


def test_the_letters_of_a_mixed_word_are_named() -> None:
    (finding,) = hidden_findings("read the ruІes")
    assert "U+0406" in finding.words


def test_tables_agree_with_unicode_on_well_known_characters() -> None:
    assert all(map(is_pictograph, "😀⬛♂❤🏴✈"))
    assert not any(map(is_pictograph, "a1é漢→"))
    assert all(map(is_han, "漢葛々"[:2]))
    assert all(map(takes_joiners, "می्ක"))
    assert not any(map(takes_joiners, "aяα漢"))
