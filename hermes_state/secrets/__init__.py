"""Finds secrets in text and replaces them; pure functions without a file or a database."""

from hermes_state.secrets.finding import Secret
from hermes_state.secrets.redaction import Redactor
from hermes_state.secrets.scanner import KINDS, find

__all__ = ["KINDS", "Redactor", "Secret", "find"]
