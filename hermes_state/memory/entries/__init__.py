"""Entries as text: reading and writing them, what can be done to a list of them, what is alike; no file in here."""
