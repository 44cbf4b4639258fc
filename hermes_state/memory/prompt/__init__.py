"""What of the memory goes into a system prompt, and what the scanner keeps out of it."""
