"""Entries out of a memory, and into it."""
