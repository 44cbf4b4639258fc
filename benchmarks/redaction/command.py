"""What the secret rules find and leave alone, and how fast: ``python -m benchmarks.redaction`` from the root.

Prints one table, and before it the figures of each redactor as a JSON line. ``--transcripts FOLDER`` takes real text
for speed and false alarms; ``--reference`` measures detect-secrets on the same texts in the same run, in an environment
of its own. The keys, the lines that only look like keys and the rules have one author; the keys follow the vendors'
documents.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.redaction.benign import BENIGN
from benchmarks.redaction.cases import KEYS_PER_KIND, Case, cases
from benchmarks.redaction.reference import REQUIREMENTS, redacted
from benchmarks.redaction.texts import generated_lines, text_lines, transcript_lines
from hermes_state.secrets import Redactor

WELL_FOUND = 0.9
REFERENCE_BYTES = 60_000
REFERENCE_LINE = 4_000
"""The reference is slow: its speed and false alarms are taken from so much text, of lines no longer than this."""

Redact = Callable[[list[str]], tuple[list[str], float]]


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code, always 0: this measures and judges nothing."""
    options = _parser().parse_args(arguments)
    lines = _lines(options)
    rows = [measured("these rules", _own, list(cases(options.seed, options.keys)), lines)]
    if options.reference:
        rows.append(_reference(options, lines))
    about = {"python": platform.python_version(), "machine": platform.machine()}
    for row in rows:
        print(json.dumps({"measurement": "redaction", "engine": row["redactor"]} | about | row))
    print(_table(rows))
    if options.missed:
        _print_missed(options)
    return 0


def measured(name: str, redact: Redact, kinds: list[Case], lines: list[str]) -> dict[str, Any]:
    """The figures of one redactor over the keys, the lines that only look like keys, and the text."""
    left, _ = redact([case.text for case in kinds])
    hidden = Counter(case.kind for case, text in zip(kinds, left, strict=True) if case.secret not in text)
    total = Counter(case.kind for case in kinds)
    harmless, _ = redact(list(BENIGN))
    text, cpu_s = redact(lines)
    size = sum(len(line.encode("utf-8", "surrogatepass")) + 1 for line in lines)
    return {
        "redactor": name,
        "secrets": sum(total.values()),
        "redacted": sum(hidden.values()),
        "kinds": len(total),
        "kinds_well_found": sum(hidden[kind] >= WELL_FOUND * count for kind, count in total.items()),
        "benign": len(BENIGN),
        "benign_changed": sum(a != b for a, b in zip(BENIGN, harmless, strict=True)),
        "lines": len(lines),
        "lines_changed": sum(a != b for a, b in zip(lines, text, strict=True)),
        "text_mb": round(size / 1e6, 2),
        "mb_per_cpu_s": round(size / 1e6 / cpu_s, 2) if cpu_s else None,
        "missed": {kind: count - hidden[kind] for kind, count in total.items() if hidden[kind] < count},
    }


def _own(texts: list[str]) -> tuple[list[str], float]:
    redactor = Redactor(b"benchmark")
    redactor.redact("")  # the patterns are compiled at the first call
    begin = time.process_time()
    left = [redactor.redact(text)[0] for text in texts]
    return left, time.process_time() - begin


def _reference(options: argparse.Namespace, lines: list[str]) -> dict[str, Any]:
    from benchmarks.environments import CACHE, interpreter  # makes nothing unless asked for

    python = options.reference_python or interpreter(CACHE, "detect-secrets", REQUIREMENTS)
    few, size = [], 0
    for line in lines[:: max(1, len(lines) // 2000)]:
        if len(line) <= REFERENCE_LINE and size < REFERENCE_BYTES:
            few.append(line)
            size += len(line) + 1
    return measured(
        REQUIREMENTS[0], lambda texts: redacted(python, texts), list(cases(options.seed, options.keys)), few
    )


def _lines(options: argparse.Namespace) -> list[str]:
    limit = options.megabytes * 1_000_000
    if options.transcripts is None:
        return list(generated_lines(limit))
    raw = list(transcript_lines(options.transcripts, limit))
    return raw if options.raw else list(text_lines(raw))


def _table(rows: list[dict[str, Any]]) -> str:
    head = (
        "redactor",
        "secrets redacted",
        "kinds at ≥ 90 %",
        "benign changed",
        "text lines changed",
        "MB a CPU second",
    )
    lines = [head, ("---",) * len(head)]
    for row in rows:
        share = row["redacted"] / row["secrets"]
        lines.append(
            (
                row["redactor"],
                f"{row['redacted']:,} of {row['secrets']:,} ({share:.1%})",
                f"{row['kinds_well_found']} of {row['kinds']}",
                f"{row['benign_changed']} of {row['benign']}",
                f"{row['lines_changed']:,} of {row['lines']:,}",
                f"{row['mb_per_cpu_s']} ({row['text_mb']} MB)",
            )
        )
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _print_missed(options: argparse.Namespace) -> None:
    redactor = Redactor(b"benchmark")
    for case in cases(options.seed, options.keys):
        if case.secret in redactor.redact(case.text)[0]:
            print(f"missed: {case.kind}, {case.setting}")
    for line in BENIGN:
        if redactor.redact(line)[0] != line:
            print(f"changed: {line[:100]}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.redaction", description=__doc__)
    parser.add_argument("--transcripts", type=Path, metavar="FOLDER", help="real text; generated lines without")
    parser.add_argument("--raw", action="store_true", help="the files' own lines rather than the text inside")
    parser.add_argument("--megabytes", type=int, default=20)
    parser.add_argument("--keys", type=int, default=KEYS_PER_KIND, metavar="N", help="keys of each kind")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--reference", action="store_true", help="measure detect-secrets as well")
    parser.add_argument(
        "--reference-python", type=Path, metavar="FILE", help="a Python that has it, instead of a new one"
    )
    parser.add_argument("--missed", action="store_true", help="name what was missed or wrongly changed")
    return parser


if __name__ == "__main__":
    sys.exit(main())
