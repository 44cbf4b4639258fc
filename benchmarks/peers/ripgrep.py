"""ripgrep over the file of JSON lines itself, one thread: no index, every query reads everything.

Its numbers of lines are the messages; those of its matches come oldest first.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from serving import Engine, Query, is_narrowed, serve

OPTIONS = ("--threads=1", "--line-number", "--ignore-case", "--max-columns=1", "--no-config")


class Ripgrep(Engine):
    """What a person without an archive uses."""

    def __init__(self) -> None:
        self._corpus = Path()

    def about(self) -> dict[str, Any]:
        if shutil.which("rg") is None:
            return {"left_out": "no rg on the PATH"}
        return {"version": subprocess.run(("rg", "--version"), capture_output=True, text=True).stdout.split()[1]}

    def prepare(self, corpus: Path, folder: Path) -> None:
        self._corpus = corpus

    def files(self, folder: Path) -> list[Path]:
        return [self._corpus]

    def ask(self, query: Query, variant: str) -> Any:
        if is_narrowed(query):
            return None
        found: list[int] | None = None
        for part in query["parts"]:
            lines = self._lines(part, query["meaning"])
            found = lines if found is None else sorted(set(found) & set(lines))
        return (found or [])[: query["limit"]]

    def _lines(self, part: str, meaning: str) -> list[int]:
        how = {
            "words": ("--word-regexp", "--fixed-strings", part),
            "phrase": ("--word-regexp", "--fixed-strings", part),
            "prefix": (rf"\b{re.escape(part)}",),
        }.get(meaning, ("--fixed-strings", part))
        command = ("rg", *OPTIONS, *how[:-1], "--regexp", how[-1], str(self._corpus))
        output = subprocess.run(command, capture_output=True).stdout
        return [int(line.split(b":", 1)[0]) - 1 for line in output.splitlines()]


if __name__ == "__main__":
    serve(Ripgrep())
