"""Which secrets the rules find and what they leave alone; keys are put together here, so that no file holds one."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import hermes_state  # noqa: F401 - the installed one, before the repository's root is on the path
from hermes_state.secrets import KINDS, Secret, find
from hermes_state.secrets.rules import TOKEN_RULES
from hermes_state.secrets.scanner import ENTRIES, FIRST

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(Path(__file__).parents[2]))
    from benchmarks.redaction.benign import BENIGN
    from benchmarks.redaction.cases import KEYS_PER_KIND, cases

GITHUB = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
STRIPE = "sk" + "_live_" + "4eC39HqLyjWDarjtT1zdp7Qw"
PASSWORD = "Tr0ub4dor+3x"
IMAGE_BYTES = 4000


def values(text: str) -> list[str]:
    """What the scanner takes for secrets, in their order."""
    return [secret.value(text) for secret in find(text)]


def hidden(text: str, secret: str) -> bool:
    """Whether the secret is no longer there once every finding is cut out."""
    for found in reversed(find(text)):
        text = text[: found.start] + "«»" + text[found.end :]
    return secret not in text


@pytest.mark.parametrize("seed", [7, 8])
def test_nineteen_of_twenty_secrets_are_found_and_nine_of_ten_of_every_kind(seed: int) -> None:
    total: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for case in cases(seed):
        total[case.kind] += 1
        found[case.kind] += hidden(case.text, case.secret)
    assert len(total) >= 47
    assert min(total.values()) == KEYS_PER_KIND
    assert sum(found.values()) >= 0.95 * sum(total.values())
    assert [kind for kind in total if found[kind] < 0.9 * total[kind]] == []


def test_lines_that_only_look_like_secrets_are_left_alone() -> None:
    assert {line: values(line) for line in BENIGN if find(line)} == {}


def test_a_finding_is_the_value_and_not_what_stands_around_it() -> None:
    text = f'headers = {{"X-Api-Key": "{GITHUB}"}}'
    start = text.index(GITHUB)
    assert find(text) == [Secret(start, start + len(GITHUB), "github")]
    assert values(f"postgres://app:{PASSWORD}@db/app") == [PASSWORD]
    assert values(f"DB_PASSWORD={PASSWORD}\nPORT=5432") == [PASSWORD]
    assert values(f"the password is {PASSWORD}.") == [PASSWORD]


def test_findings_stand_in_order_and_do_not_overlap() -> None:
    text = f"Authorization: Bearer {GITHUB}\npassword={PASSWORD}\ntoken: {STRIPE}"
    found = find(text)
    assert [secret.value(text) for secret in found] == [GITHUB, PASSWORD, STRIPE]
    assert all(a.end <= b.start for a, b in pairwise(found))


def test_a_value_that_holds_a_token_goes_as_a_whole() -> None:
    text = f'password="{GITHUB}/{PASSWORD}"'
    assert values(text) == [f"{GITHUB}/{PASSWORD}"]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_json_inside_json_is_read_through_its_escapes(depth: int) -> None:
    text = json.dumps({"api_key": STRIPE, "env": f"cat .env\nDB_PASSWORD={PASSWORD}\n{GITHUB}\n"})
    for _ in range(depth - 1):
        text = json.dumps({"content": text})
    assert values(text) == [STRIPE, PASSWORD, GITHUB]


def test_a_token_in_a_longer_word_is_none() -> None:
    assert find(f"x{STRIPE}") == []
    assert find("base" + "AI" + "za" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q") == []


@pytest.mark.parametrize(
    "value",
    [
        "your-api-key",
        "xxxxxxxxxxxxxxxxxxxx",
        "<token>",
        "${API_KEY}",
        "$API_KEY",
        "{{ api_key }}",
        "changeme",
        "%API_KEY%",
        "example-key-1234567890",
        "********",
        "null",
        "os.environ['KEY']",
        "getKey()",
        "config.api_key2",
        "...",
        "TODO",
    ],
)
@pytest.mark.parametrize("template", ["api_key={}", '"api_key": "{}"', "password: {}", "Authorization: Bearer {}"])
def test_a_stand_in_is_no_secret(template: str, value: str) -> None:
    assert find(template.format(value)) == []


@pytest.mark.parametrize(
    "name", ["commit", "sha256", "etag", "id", "request_id", "session_id", "cache_key", "checksum"]
)
@pytest.mark.parametrize(
    "value",
    ["9fceb02d0ae598e95dc970b74767f19372d61af8", "550e8400-e29b-41d4-a716-446655440000", "d41d8cd98f00b204e980"],
)
def test_hashes_and_identifiers_are_left_alone(name: str, value: str) -> None:
    assert find(f'"{name}": "{value}"') == []
    assert find(f"{name}={value}") == []


def test_the_base64_of_an_image_is_left_alone() -> None:
    import base64
    from random import Random

    for seed in range(20):
        data = base64.b64encode(Random(seed).randbytes(IMAGE_BYTES)).decode()
        assert find(f'{{"type": "image", "data": "{data}"}}') == []


@pytest.mark.parametrize(
    "text", ["密码是在2026年5月15日设置的", "パスワードはOAuth2のハッシュです", "1Password 现在至少必须变成10亿美元"]
)
def test_a_sentence_without_spaces_is_no_password(text: str) -> None:
    assert find(text) == []


def test_a_key_block_is_found_without_its_end() -> None:
    body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7" + "x1Y2" * 20
    rule = "-" * 5
    text = f"{rule}BEGIN PRIVATE KEY{rule}\n{body}\n"
    assert values(text) == [f"\n{body}"]
    assert find(f"{rule}BEGIN PUBLIC KEY{rule}\n{body}\n{rule}END PUBLIC KEY{rule}") == []


def test_upper_case_letters_whose_lower_case_is_longer_move_nothing() -> None:
    text = f"İİİ password={PASSWORD} İ {GITHUB}"
    assert values(text) == [PASSWORD, GITHUB]


def test_every_anchor_begins_with_one_character_that_the_prefilter_can_skip_by() -> None:
    for entry in ENTRIES:
        first = FIRST.match(entry.anchor)
        assert first is not None
        assert first[0].startswith("\\") or first[0] not in "([.^$*+?{|", entry.anchor
        assert entry.anchor[len(first[0]) :][:1] not in ("?", "*", "{", "|"), entry.anchor


def test_every_finding_has_a_kind_of_the_list() -> None:
    assert {secret.kind for case in cases() for secret in find(case.text)} <= KINDS
    assert len({rule.kind for rule in TOKEN_RULES}) >= 70
