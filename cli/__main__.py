"""Runs the command as ``python -m hermes_state.cli``."""

from hermes_state.cli.entry import run

if __name__ == "__main__":
    run()
