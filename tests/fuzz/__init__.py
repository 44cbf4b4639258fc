"""Fuzzing: functions from any bytes to a broken law or nothing, and what runs them for long."""
