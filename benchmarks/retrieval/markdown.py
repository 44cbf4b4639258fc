"""Figures as Markdown: tables, and the numbers in their cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

MEASURES = ("hit@1", "hit@5", "mrr")


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A Markdown table; ``None`` is an empty cell."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(value) for value in line) + " |" for line in lines)


def _cell(value: Any) -> str:
    return "" if value is None else str(value).replace("|", r"\|")


def number(measure: str, value: float | None) -> str:
    """A share in per cent, an MRR as it is; nothing where there is none."""
    if value is None:
        return ""
    return f"{value:.3f}" if measure == "mrr" else f"{100 * value:.1f}"


def interval(measure: str, value: Sequence[float] | None) -> str:
    """An interval of such numbers."""
    return "–".join(number(measure, one) for one in value or ())


def three(one: Mapping[str, Any] | None) -> str:
    """hit@1 / hit@5 / MRR."""
    return "" if one is None else " / ".join(number(key, one[key]) for key in MEASURES)


def bold(text: str, *, is_met: bool) -> str:
    """Marks what reaches its goal."""
    return f"**{text}**" if is_met else text
