"""Measures what the secret rules find, what they leave alone, and how fast."""
