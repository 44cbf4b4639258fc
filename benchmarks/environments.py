"""A virtual environment for each peer, made once under the cache folder, so that none meets another's packages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

CACHE = Path(__file__).parents[1] / ".bench"
INSTALL_TIMEOUT_S = 600


class UnavailableError(Exception):
    """An environment could not be made; the text says why."""


def interpreter(cache: Path, name: str, requirements: Sequence[str], options: Sequence[str] = ()) -> Path:
    """The Python of an environment that holds these packages; this process's own when there are none to hold.

    Raises ``UnavailableError`` when pip cannot install them.
    """
    if not requirements:
        return Path(sys.executable)
    folder = cache / "environments" / name
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = folder / "installed"
    wanted = "\n".join((*requirements, *options))
    if not done.exists() or done.read_text() != wanted:
        _run((sys.executable, "-m", "venv", "--clear", str(folder)))
        _run((str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *options, *requirements))
        done.write_text(wanted)
    return python


def _run(command: Sequence[str]) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=INSTALL_TIMEOUT_S)
    except subprocess.CalledProcessError as error:
        lines = [line for line in error.stderr.splitlines() if line.strip()]
        raise UnavailableError(lines[-1] if lines else f"exit code {error.returncode}") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UnavailableError(str(error)) from error
