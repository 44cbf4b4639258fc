"""How well search finds the conversation that is meant: labelled sets, measured through the public API."""
