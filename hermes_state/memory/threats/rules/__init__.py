"""The rules of the scanner, from the threat model: what an attack does, in the languages that people write."""

from hermes_state.memory.threats.rules import (
    conduct,
    control,
    exfiltration,
    injection,
    languages,
    leaks,
    persistence,
    personas,
    spoofing,
)
from hermes_state.memory.threats.rules.model import Rule, compiled

RULES: tuple[Rule, ...] = tuple(
    rule
    for module in (
        injection,
        personas,
        leaks,
        conduct,
        spoofing,
        exfiltration,
        persistence,
        control,
        languages,
    )
    for rule in module.RULES
)

__all__ = ["RULES", "Rule", "compiled"]
