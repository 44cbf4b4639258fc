"""The rules of the scanner, from the threat model: what an attack does, in the languages that people write."""

from hermes_state.memory.threats.rules import (
    approvals,
    conduct,
    control,
    embedded,
    exfiltration,
    guards,
    injection,
    languages,
    leaks,
    misuse,
    modes,
    persistence,
    personas,
    spoofing,
    supply,
)
from hermes_state.memory.threats.rules.model import Rule, compiled

RULES: tuple[Rule, ...] = tuple(
    rule
    for module in (
        injection,
        embedded,
        personas,
        modes,
        leaks,
        conduct,
        approvals,
        spoofing,
        exfiltration,
        persistence,
        control,
        supply,
        guards,
        misuse,
        languages,
    )
    for rule in module.RULES
)

__all__ = ["RULES", "Rule", "compiled"]
