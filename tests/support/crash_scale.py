"""How much the crash harnesses do: little in the suite, much where ``HERMES_STATE_SOAK=1``; and what they report."""

from __future__ import annotations

import json
import os

SOAK = os.environ.get("HERMES_STATE_SOAK", "") not in ("", "0")


def scaled(name: str, short: int, soak: int) -> int:
    """``short`` in the suite, ``soak`` in a long run, or what ``HERMES_STATE_SOAK_<name>`` says."""
    return int(os.environ.get(f"HERMES_STATE_SOAK_{name}") or (soak if SOAK else short))


def report(harness: str, **figures: object) -> None:
    """Prints what a harness did as one JSON line (``pytest -s`` shows it)."""
    print("\n" + json.dumps({"harness": harness, **figures}, sort_keys=False), flush=True)
