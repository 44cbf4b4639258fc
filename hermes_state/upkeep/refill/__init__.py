"""Fills a new archive with what carving finds in a damaged one; what is lost is made good, guessed or named."""

from hermes_state.upkeep.refill.expected_schema import expected_schema
from hermes_state.upkeep.refill.outcome import Refill
from hermes_state.upkeep.refill.refiller import Refiller

__all__ = ["Refill", "Refiller", "expected_schema"]
