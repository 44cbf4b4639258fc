"""The command line: parse, call the library, render. Installed as ``hermes_state.cli``."""
