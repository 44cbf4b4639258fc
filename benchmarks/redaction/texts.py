"""Text to measure speed and false alarms on: lines of transcripts of a folder, or generated ones without a secret."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

SUFFIXES = (".jsonl", ".json", ".md", ".history", ".txt")

WORDS = """the handler returns a token for each session when the key of the cache is found and the password field of the
form was not empty so we read the config file again before the index is built def self return import from class const
await function if else for in while None True null error warning info src/store/index.py tests/unit user_id=42
max_tokens=4096 commit build release version request response header""".split()


def transcript_lines(folder: Path, limit_bytes: int) -> Iterator[str]:
    """Yields the raw lines of the transcripts under a folder, in the order of their names, up to so many bytes."""
    left = limit_bytes
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in SUFFIXES:
            with path.open(encoding="utf-8", errors="replace") as file:
                for line in file:
                    left -= len(line.encode())
                    if left < 0:
                        return
                    yield line.rstrip("\n")


def text_lines(lines: list[str]) -> Iterator[str]:
    """Yields the lines of every string inside the JSON of raw lines; a line that is no JSON is taken as it is."""
    for line in lines:
        try:
            held = json.loads(line)
        except ValueError:
            yield line
            continue
        for text in _strings(held):
            yield from text.split("\n")


def _strings(held: Any) -> Iterator[str]:
    stack = [held]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            stack += one.values()
        elif isinstance(one, list):
            stack += one


def generated_lines(size_bytes: int, seed: int = 7) -> Iterator[str]:
    """Yields lines of words of the trade, none of them a secret, where no transcripts are at hand."""
    rng, made = Random(seed), 0
    while made < size_bytes:
        line = " ".join(rng.choices(WORDS, k=rng.randrange(4, 24)))
        made += len(line) + 1
        yield line
