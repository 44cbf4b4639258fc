"""Runs the command as ``python -m hermes_state.cli``."""

import sys

from hermes_state.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
