"""The files of the memory under the rest of it: read, replaced, locked, copied."""
