"""Finds secrets in text and replaces them; pure functions without a file or a database."""

from hermes_state.secrets.census import Census, Sighting
from hermes_state.secrets.finding import Secret
from hermes_state.secrets.redaction import Redactor
from hermes_state.secrets.scanner import KINDS, find
from hermes_state.secrets.values import ValueRedactor

__all__ = ["KINDS", "Census", "Redactor", "Secret", "Sighting", "ValueRedactor", "find"]
