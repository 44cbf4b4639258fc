"""Runs detect-secrets in an environment of its own over the same texts, as a reference.

As a child (``python reference.py --child``) it reads one JSON list of texts and writes a JSON list of what they became:
each value that the library's default plugins report in a line is taken out of that line.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

REQUIREMENTS = ("detect-secrets==1.5.0",)


def redacted(python: Path, texts: Sequence[str]) -> tuple[list[str], float]:
    """The texts as the reference leaves them, and its seconds of CPU. Raises ``CalledProcessError``."""
    child = subprocess.run(
        (str(python), __file__, "--child"), input=json.dumps(texts), capture_output=True, text=True, check=True
    )
    answer = json.loads(child.stdout)
    return answer["texts"], answer["cpu_s"]


def _child() -> None:
    # Of the environment made for it, not of this project's.
    import time

    from detect_secrets.core.scan import scan_line
    from detect_secrets.settings import default_settings

    texts = json.loads(sys.stdin.read())
    with default_settings():
        list(scan_line("warm = 1"))
        begin = time.process_time()
        left = ["\n".join(_line(line, scan_line) for line in text.split("\n")) for text in texts]
        spent = time.process_time() - begin
    json.dump({"texts": left, "cpu_s": spent}, sys.stdout)


def _line(line: str, scan_line: object) -> str:
    for found in scan_line(line):  # type: ignore[operator]
        if found.secret_value:
            line = line.replace(found.secret_value, "«»")
    return line


if __name__ == "__main__" and "--child" in sys.argv:
    _child()
