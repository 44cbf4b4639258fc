"""Laws of the scanner: it never raises, hides nothing from itself, and leaves nothing unscanned as ok."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_state.memory.threats import VERDICTS, scan, scan_entries
from hermes_state.memory.threats.decoding import DECODERS
from hermes_state.memory.threats.folding import folded, normalised
from hermes_state.memory.threats.rules.model import Rule
from hermes_state.memory.threats.scanner import MAX_CHARS, Ruleset
from hermes_state.memory.threats.views import MAX_TOTAL, TooMuchError, views

pytestmark = pytest.mark.property

PIECES = (
    "ignore", "previous", "instructions", " ", "\n", "§", "\u200b", "\u200d", "\ufe0f", "\U000e0069", "\U000e0159",
    "👩", "می", "क्", "а", "ο", "忽略", "\u0301" * 40, "&#105;", "&amp;", "&a", "%69", "\\u0069", "\\x69", "=69=67=6e",
    "aWdub3JlIGFsbA==", "H4sIAAAAAAAA", "69676e6f7265", "01101001 ", "0", "105 103 ", ".. --. ", "i g n o r e", "i, ",
    "i-", "1gn0r3", "$a_b", "<!--", "-->", "<b>", "<", "**", "[a](b)", "[](", "[//]: # (", "[BLOCKED: ", "`", "a", "-",
    "\x00", "\x1b[0m", "\ud83d", "\ufdfa", "\u202e", "\uffff", "&#99999999;", "\\", "\r", "{", "=", "(", "[", ".", ",",
    "_",
)  # fmt: skip

texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=30).map("".join)
anything = st.text(st.characters(codec=None, exclude_categories=()), max_size=200)
OWN = Ruleset([Rule("secret", "exfiltration", "block", r"secret[\W_]{1,3}word", ("secret",))])


@given(st.one_of(texts, anything))
def test_scanning_never_raises_and_answers_with_the_worst_verdict(text: str) -> None:
    report = scan(text)
    assert report.verdict == max((each.verdict for each in report.findings), key=VERDICTS.index, default="ok")
    assert all(len(each.words) <= 80 and "\n" not in each.words for each in report.findings)


@given(st.lists(st.one_of(texts, anything), max_size=6))
@settings(max_examples=50)
def test_what_entries_leave_in_the_prompt_scans_clean_together(entries: list[str]) -> None:
    report = scan_entries(entries)
    rest = [entry for entry, verdict in zip(entries, report.verdicts, strict=True) if verdict in ("ok", "warn")]
    assert scan_entries(rest).joined == ()
    assert all(each.verdict in ("ok", "warn") for each in scan_entries(rest).each)


@given(st.one_of(texts, anything))
def test_normalising_and_folding_again_changes_nothing(text: str) -> None:
    once = normalised(text)
    assert normalised(once) == once
    latin = folded(once)
    assert folded(latin) == latin


@given(st.one_of(texts, anything))
def test_decoders_and_views_never_raise_and_stay_bounded(text: str) -> None:
    for _, decoder in DECODERS:
        assert len(decoder(text)) <= 200 * len(text) + 100
    assert sum(len(view.text) for view in views(text)) <= MAX_TOTAL


@given(texts, texts)
def test_nothing_around_a_payload_hides_it(before: str, after: str) -> None:
    payload = ". secret word ."
    assert scan(f"{before} {payload} {after}", OWN).verdict == "block"


@given(st.sampled_from(PIECES), st.sampled_from(PIECES))
@settings(max_examples=60, deadline=None)
def test_long_repeats_are_scanned_whole_or_held_back(one: str, other: str) -> None:
    text = ((one + other) * MAX_CHARS)[: MAX_CHARS - 12] + " secret word"
    assert scan(text, OWN).verdict in ("quarantine", "block")


@given(st.sampled_from(PIECES))
def test_a_text_that_grows_too_much_raises_the_one_error_that_the_scanner_turns_into_a_finding(piece: str) -> None:
    try:
        assert sum(len(view.text) for view in views((piece * 9_000)[:9_000])) <= MAX_TOTAL
    except TooMuchError:
        assert scan((piece * 9_000)[:9_000]).verdict == "block"
