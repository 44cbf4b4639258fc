"""The scanner: whether a text may enter a system prompt."""

from hermes_state.memory.threats.joined import EntriesReport, Joined, scan_entries
from hermes_state.memory.threats.report import VERDICTS, Finding, Report, Verdict, worst
from hermes_state.memory.threats.scanner import scan

__all__ = ["VERDICTS", "EntriesReport", "Finding", "Joined", "Report", "Verdict", "scan", "scan_entries", "worst"]
