"""The rules of the scanner, from the threat model: what an attack does, in the languages that people write."""

from hermes_state.memory.threats.rules import (
    conduct,
    control,
    east_asian,
    east_european,
    english,
    exfiltration,
    germanic,
    injection,
    leaks,
    middle_eastern,
    persistence,
    personas,
    romance,
    south_asian,
    south_east_asian,
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
        english,
        romance,
        germanic,
        east_european,
        east_asian,
        middle_eastern,
        south_asian,
        south_east_asian,
    )
    for rule in module.RULES
)

__all__ = ["RULES", "Rule", "compiled"]
