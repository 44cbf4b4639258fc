"""Small corpora of mixed scripts, made by chance: the same for the same seed."""

from __future__ import annotations

import random
from typing import Any

START = 1_760_000_000.0

WORDS = (
    "parse_schedule", "getUserProfile", "src/foo/bar.py", "/usr/local/lib", "spawn_failed", "v2.10.3", "E1011", "café",
    "naïve", "straße", "ＡＢＣ", "ﬁle", "½", "x", "ab", "the", "error", "of", "windows", "bridge", "PTY", "42",
    "->", "!=", "--force", "rm -rf", "(see)", "a.b", "...", "foo", "bar", "Привет", "мир", "हिन्दी",
    "终端", "部署失败了", "大别山", "项目迁移", "日本語のテキスト", "データ", "ﾃﾞｰﾀ", "한국어", "문서를",
    "ทะเลสวย", "ภาษา", "שלום", "98231", "a_b_c", "x" * 300, "longword" * 90,
    "用Python写", "v3版本", "한글abc", "🎉", "👍🏽", "❤️", "🇩🇪🇫🇷", "e\u0301", "か\u3099",
)  # fmt: skip
GLUE = (" ", " ", " ", "", "\n", "  ", ", ", "-", "\t", "。", "\u3000", "\u00a0")


def text(chance: random.Random, longest: int = 30) -> str:
    """Words of every script, put together in every way."""
    return "".join(chance.choice(WORDS) + chance.choice(GLUE) for _ in range(chance.randint(1, longest)))


def conversations(seed: int, sessions: int, messages: int) -> dict[str, list[dict[str, Any]]]:
    """Sessions of messages in every role, with tool calls and thoughts, as an agent appends them."""
    chance = random.Random(seed)
    found: dict[str, list[dict[str, Any]]] = {}
    for number in range(sessions):
        given = []
        for at in range(messages):
            role = chance.choice(("user", "assistant", "tool", "user", "assistant", "tool", "system"))
            message: dict[str, Any] = {
                "role": role, "content": text(chance), "timestamp": START + number * 40 + at * chance.choice((1, 1, 7)),
            }  # fmt: skip
            if role == "tool":
                message["tool_name"] = chance.choice(("terminal", "read_file"))
            if role == "assistant" and chance.random() < 0.4:
                arguments = {"command": text(chance, 6), "more": [text(chance, 3)]}
                function = {"name": "run", "arguments": arguments}
                message["tool_calls"] = [{"id": "c", "type": "function", "function": function}]
                message["thinking"] = text(chance, 8)
            given.append(message)
        found[f"session-{number:03}"] = given
    return found
