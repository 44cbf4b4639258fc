"""Redacting JSON: what is found by the names around it, and that JSON stays JSON of the same shape."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hermes_state.secrets import Census, ValueRedactor

KEY = b"a key of this test"
GITHUB = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
PASSWORD = "Tr0ub4dor+3x"
ODD_PASSWORD = 'Tr0"ub\\4dor+3x'


def redactor() -> ValueRedactor:
    return ValueRedactor(KEY)


def shape(value: Any) -> Any:
    """The value with a type in place of each text and number."""
    if isinstance(value, dict):
        return {name: shape(item) for name, item in value.items()}
    return [shape(item) for item in value] if isinstance(value, list) else type(value)


VALUES: list[Any] = [
    {"password": PASSWORD},
    {"password": ODD_PASSWORD, "n": 1.5},
    {"env": [{"name": "API_TOKEN", "value": GITHUB}], "ok": True, "none": None},
    ["--password", PASSWORD, ["-x", 3]],
    {"command": f'curl -H "Authorization: Bearer {GITHUB}"\nls "a b"'},
    {"arguments": json.dumps({"command": f'export TOKEN={GITHUB}\necho "{GITHUB}"'})},
    {"outer": json.dumps({"inner": json.dumps({"password": ODD_PASSWORD})})},
    {"long": "words and more\n" * 100 + GITHUB + "\n" + "words " * 100},
    {"url": f"https://app:{PASSWORD}@db.example.org/x"},
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: json.dumps(value)[:40])
def test_no_secret_is_left_and_the_shape_stays(value: Any) -> None:
    found = redactor()
    redacted = found.value(value)
    text = json.dumps(redacted, ensure_ascii=False)
    for secret in (GITHUB, PASSWORD, ODD_PASSWORD):
        for spelling in (secret, json.dumps(secret)[1:-1], json.dumps(json.dumps(secret))[3:-3]):
            assert spelling not in text
    assert shape(redacted) == shape(value)
    assert found.written
    assert ValueRedactor(KEY).value(redacted) == redacted


@pytest.mark.parametrize("value", VALUES, ids=lambda value: json.dumps(value)[:40])
def test_the_same_as_text_stays_json(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, indent=1), json.dumps(value, ensure_ascii=False)):
        redacted = redactor().text(text)
        assert shape(json.loads(redacted)) == shape(value)
        assert GITHUB not in redacted
        assert PASSWORD not in redacted


def test_json_within_json_stays_json() -> None:
    inner = json.loads(redactor().value(VALUES[6])["outer"])
    assert json.loads(inner["inner"])["password"].startswith("«redacted:password:")


@pytest.mark.parametrize(
    "value",
    [
        {"a": [1, 2.5, None, True, "x"], "b": {}},
        {"sessionId": "2f6c1c0e-7f2e-4a53-9a53-1d6d1f0c9e11", "max_tokens": 4096, "input_tokens": 12},
        {"image_url": {"url": "data:image/png;base64," + "iVBORw0KGgo" * 100}},
        {"signature": "Eq8CCkYIARgCKkBx" * 60},
        {"text": "lone \ud800 surrogate and \x00"},
        "plain text",
        "{not json",
        '[1, 2, "x"]',
        "",
        None,
        7,
    ],
)
def test_what_holds_no_secret_comes_back_as_it_is(value: Any) -> None:
    found = redactor()
    assert found.value(value) is value or found.value(value) == value
    assert found.written == set()


def test_a_text_with_a_lone_surrogate_stays_valid_json() -> None:
    redacted = redactor().text(json.dumps({"a": f"\ud800 {GITHUB}\n"}))
    assert redacted.encode()
    assert json.loads(redacted)["a"].startswith("\ud800 «redacted:github:")


def test_numbers_of_a_json_text_keep_their_spelling() -> None:
    text = '{"n": 1.0, "big": 123456789012345678901234567890, "t": "' + GITHUB + '", "dup": 1, "dup": 2}'
    assert redactor().text(text).replace(redactor().text(GITHUB), GITHUB) == text


def test_written_and_standing_tell_what_was_replaced_from_what_stood_there() -> None:
    found = redactor()
    placeholder = found.text(GITHUB)
    assert (found.written, found.standing) == ({placeholder}, set())
    found.forget()
    assert found.text(f"see {placeholder}") == f"see {placeholder}"
    assert (found.written, found.standing) == (set(), {placeholder})
    found.forget()
    assert (found.written, found.standing) == (set(), set())


def test_deeply_nested_texts_do_not_end_the_work() -> None:
    text = GITHUB
    for _ in range(12):
        text = json.dumps([text])
    redacted = redactor().text(text)
    assert GITHUB not in redacted
    json.loads(redacted)
    assert redactor().text("[" * 100_000) == "[" * 100_000


class TestCensus:
    MARK = "«redacted:github:0123abcd»"

    def test_counts_records_conversations_and_times(self) -> None:
        census = Census()
        census.note("a:1", 30.0, {self.MARK})
        census.note("a:1", 10.0, {self.MARK})
        census.note("a:2", None, set(), {self.MARK})
        (one,) = census
        assert (one.kind, one.mark, one.records, one.first_at, one.last_at) == ("github", "0123abcd", 3, 10.0, 30.0)
        assert (one.conversations, one.conversation_count, one.in_clear) == (["a:1", "a:2"], 2, True)
        assert census.kinds() == {"github": 1}

    def test_names_a_hundred_conversations_and_counts_the_rest(self) -> None:
        census = Census()
        for number in range(150):
            census.note(f"a:{number}", 1.0, {self.MARK})
        (one,) = census
        assert (len(one.conversations), one.conversation_count) == (100, 150)

    def test_keeps_ten_thousand_secrets_and_counts_the_further_records(self) -> None:
        census = Census()
        for number in range(10_050):
            census.note("a:1", 1.0, {f"«redacted:github:{number:08x}»"})
        assert (len(census), census.uncounted) == (10_000, 50)

    def test_those_in_clear_come_first_then_the_last_seen(self) -> None:
        census = Census()
        for number, (at, in_clear) in enumerate([(1.0, True), (3.0, False), (2.0, True)]):
            mark = {f"«redacted:github:{number:08x}»"}
            census.note("a:1", at, mark if in_clear else (), () if in_clear else mark)
        assert [one.last_at for one in census] == [2.0, 1.0, 3.0]
