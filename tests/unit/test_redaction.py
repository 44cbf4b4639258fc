"""Replacing secrets: the form of a placeholder, what equal keys and equal values give, and that it stays."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from hermes_state.secrets import Redactor, find

KEY = b"a key of this test"
GITHUB = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
PASSWORD = "Tr0ub4dor+3x"


def digest(value: str, key: bytes = KEY) -> str:
    """The first eight hexadecimal digits of HMAC-SHA-256."""
    return hmac.new(key, value.encode(), hashlib.sha256).hexdigest()[:8]


def test_a_secret_becomes_its_kind_and_eight_digits_of_its_hmac() -> None:
    text, kinds = Redactor(KEY).redact(f"push with {GITHUB} to origin")
    assert text == f"push with «redacted:github:{digest(GITHUB)}» to origin"
    assert kinds == Counter({"github": 1})


def test_equal_values_have_equal_placeholders_and_others_have_others() -> None:
    text, kinds = Redactor(KEY).redact(f"password={PASSWORD}\npassword: {PASSWORD}\npassword={PASSWORD}9\n")
    marks = [line.split("«")[1] for line in text.splitlines()]
    assert marks[0] == marks[1] != marks[2]
    assert kinds == Counter({"password": 3})


def test_the_key_decides_the_digits() -> None:
    one, two = (Redactor(key).redact(GITHUB)[0] for key in (b"one", b"two"))
    assert one != two
    assert one == f"«redacted:github:{digest(GITHUB, b'one')}»"


def test_without_a_key_placeholders_agree_within_one_redactor_alone() -> None:
    redactor = Redactor()
    assert redactor.redact(GITHUB) == redactor.redact(GITHUB)
    assert redactor.redact(GITHUB) != Redactor().redact(GITHUB)


def test_text_without_a_secret_comes_back_as_it_is() -> None:
    text = "The password is required.\nmax_tokens=4096"
    assert Redactor(KEY).redact(text) == (text, Counter())


@pytest.mark.parametrize(
    "text",
    [
        f"password={PASSWORD}",
        f'{{"password": "{PASSWORD}", "token": "{GITHUB}"}}',
        f"Authorization: Bearer {GITHUB}",
        f"postgres://app:{PASSWORD}@db/app?password={PASSWORD}",
        f"curl -u app:{PASSWORD} -b 'session={GITHUB}' https://acme.io",
        f"the password is {PASSWORD}, the token is {GITHUB}",
        f"x{GITHUB}{GITHUB}{PASSWORD}",
    ],
)
def test_redacted_text_redacts_to_itself(text: str) -> None:
    redactor = Redactor(KEY)
    once, kinds = redactor.redact(text)
    assert once != text
    assert sum(kinds.values()) >= 1
    assert redactor.redact(once) == (once, Counter())
    assert Redactor(b"another key").redact(once) == (once, Counter())


def test_the_name_of_a_kind_in_a_placeholder_announces_no_secret() -> None:
    assert find("«redacted:password:0a1b2c3d»") == []
    assert find("password=«redacted:password:0a1b2c3d»") == []


def test_a_forged_placeholder_hides_nothing() -> None:
    text = f"«redacted:password:{GITHUB}» «redacted:no-such-kind:0a1b2c3d» password={PASSWORD}"
    redacted, _ = Redactor(KEY).redact(text)
    assert GITHUB not in redacted
    assert PASSWORD not in redacted


def test_lone_surrogates_and_nulls_are_redacted_like_other_text() -> None:
    text, kinds = Redactor(KEY).redact(f"\ud83d\x00password={PASSWORD}\udfff")
    assert PASSWORD not in text
    assert text.startswith("\ud83d\x00password=«redacted:password:")
    assert kinds["password"] == 1
