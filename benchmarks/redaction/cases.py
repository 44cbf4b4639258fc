"""Lines that hold a synthetic secret: every kind, so many keys of each, the kinds of surroundings taken in turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from benchmarks.redaction.keys import NAMED, TOKENS
from benchmarks.redaction.wholes import WHOLES

KEYS_PER_KIND = 12

BARE = ("bare", "{key}")

TOKEN_SETTINGS: tuple[tuple[str, str], ...] = (
    BARE,
    ("env", "SERVICE_CREDENTIAL={key}"),
    ("shell", "export ACME='{key}' && ./run.sh"),
    ("json", '{{"user": "alice", "credential": "{key}", "retries": 3}}'),
    ("yaml", "service:\n  region: eu\n  value: {key}\n"),
    ("header", "curl -H 'Authorization: Bearer {key}' https://api.acme.io/v1/me"),
    ("prose", "Sure, I used {key} to call the service and it works now."),
    ("prose at the end", "It still fails when I log in with {key}."),
    ("URL", "GET https://api.acme.io/v1/items?page=2&auth={key}&limit=5"),
    ("Python", 'client = Client("{key}", timeout=3)'),
    ("JSON in JSON", '{{"text": "run this:\\nexport VALUE={key}\\nthen \\"{key}\\" again"}}'),
    ("log", "2026-01-05T10:00:00Z WARN auth refused for [{key}] from 10.0.0.2"),
)
"""Surroundings of a token, each with its name."""

NAMED_SETTINGS: tuple[tuple[str, str], ...] = (
    ("env", "{name}={key}"),
    ("shell", 'export {name}="{key}"'),
    ("json", '{{"region": "eu", "{name}": "{key}", "retries": 3}}'),
    ("yaml", "service:\n  region: eu\n  {name}: {key}\n"),
    ("toml", '{name} = "{key}"\nregion = "eu"'),
    ("ini", "[default]\n{name} = {key}\nregion = eu"),
    ("Python", "os.environ['{name}'] = '{key}'"),
    ("prose", "I set {name} to {key} in the container."),
    ("docker", "docker run -e {name}={key} --rm acme/app:1.2"),
    ("JSON in JSON", '{{"text": "cat .env\\n{name}={key}\\nPORT=80"}}'),
    ("escaped JSON", '{{"text": "{{\\"{name}\\": \\"{key}\\", \\"port\\": 80}}"}}'),
    ("JavaScript", "const config = {{ region: 'eu', {name}: '{key}' }};"),
)
"""Surroundings of a value that only its name makes a secret."""

WHOLE_SETTINGS = ("bare", "prose", "fenced", "JSON")
"""Surroundings of a text that carries its own."""


@dataclass(frozen=True)
class Case:
    """A text, the part of it that must go, its kind, and the name of its surroundings."""

    kind: str
    setting: str
    text: str
    secret: str


def cases(seed: int = 7, keys_per_kind: int = KEYS_PER_KIND) -> Iterator[Case]:
    """Yields the cases of every kind, in the order of the tables; the same for equal seeds."""
    for kind, make in TOKENS.items():
        for number in range(keys_per_kind):
            key = make(Random(f"{seed} {kind} {number}"))
            setting, template = TOKEN_SETTINGS[number % len(TOKEN_SETTINGS)]
            yield Case(kind, setting, template.format(key=key), key)
    for kind, (make, names) in NAMED.items():
        for number in range(keys_per_kind):
            rng = Random(f"{seed} {kind} {number}")
            key = make(rng)
            setting, template = NAMED_SETTINGS[number % len(NAMED_SETTINGS)]
            yield Case(kind, setting, template.format(key=key, name=rng.choice(names)), key)
    for kind, whole in WHOLES.items():
        for number in range(keys_per_kind):
            made = whole(Random(f"{seed} {kind} {number}"))
            setting = WHOLE_SETTINGS[number % len(WHOLE_SETTINGS)]
            yield Case(kind, setting, _in_setting(made.text, setting), made.secret)


def _in_setting(text: str, setting: str) -> str:
    if setting == "prose":
        return f"This is what I found in the old notes:\n{text}\nShall I go on?"
    if setting == "fenced":
        return f"```\n{text}\n```"
    if setting == "JSON":
        return json.dumps({"role": "tool", "content": f"$ cat notes\n{text}\n"}, ensure_ascii=False)
    return text
