"""Fuzzes targets for a time: ``python -m tests.fuzz [TARGET…] --seconds 600 [--corpus FOLDER]``, two at a time.

Coverage leads the way where atheris is installed (``pip install atheris``); without it inputs are changed at random.
What broke a law is kept in the corpus as ``crash-…`` and the command ends with 1. One line of JSON for each target.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tests.fuzz.mutations import mutated

LONGEST_BYTES = 20_000


def load() -> ModuleType:
    """The targets: imported late, so that coverage can be built into what they import."""
    return import_module("tests.fuzz.targets")


def kept(corpus: Path, name: str) -> list[bytes]:
    """The inputs of a target: its seeds and what earlier runs kept."""
    files = sorted((corpus / name).glob("*")) if (corpus / name).is_dir() else []
    return [*load().seeds(name), *(path.read_bytes() for path in files if not path.name.startswith("crash-"))]


def run_at_random(name: str, seconds: float, corpus: Path, seed: int) -> tuple[int, str | None]:
    """How many inputs were tried, and the file of the one that broke a law."""
    inputs, target = kept(corpus, name), load().TARGETS[name]
    until = time.monotonic() + seconds
    for number, data in enumerate(mutated(inputs, seed)):
        try:
            target(data)
        except Exception as error:  # noqa: BLE001 - the law that was broken, whatever it is
            return number + 1, str(keep_crash(corpus, name, data, error))
        if time.monotonic() > until:
            return number + 1, None
    raise AssertionError("unreachable")


def keep_crash(corpus: Path, name: str, data: bytes, error: Exception) -> Path:
    """Keeps an input that broke a law."""
    path = corpus / name / f"crash-{hashlib.sha256(data).hexdigest()[:16]}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    print(f"{name}: {error!r}: {path}", file=sys.stderr)
    return path


def run_led(name: str, seconds: float, corpus: Path) -> int:
    """Runs one target under atheris, which ends the process."""
    import atheris

    folder = corpus / name
    folder.mkdir(parents=True, exist_ok=True)
    with atheris.instrument_imports(include=["hermes_state"]):
        targets = load()
    for data in targets.seeds(name):
        (folder / f"seed-{hashlib.sha256(data).hexdigest()[:16]}").write_bytes(data)
    options = [f"-max_total_time={seconds:.0f}", f"-max_len={LONGEST_BYTES}", f"-artifact_prefix={folder}/"]
    atheris.Setup([sys.argv[0], *options, "-print_final_stats=1", str(folder)], targets.TARGETS[name])
    atheris.Fuzz()
    return 0


def has_atheris() -> bool:
    """Whether coverage can lead."""
    return subprocess.call([sys.executable, "-c", "import atheris"], stderr=subprocess.DEVNULL) == 0


def run_apart(name: str, seconds: float, corpus: Path, seed: int, *, led: bool) -> bool:
    """Runs one target in a process of its own; whether no law was broken. Prints a line of JSON."""
    words = ["--one", name, "--seconds", str(seconds), "--corpus", str(corpus), "--seed", str(seed)]
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", *words, *(["--led"] if led else [])], capture_output=True, text=True
    )
    log = done.stdout + done.stderr
    tried = [line.split()[-1] for line in log.splitlines() if line.startswith(("stat::number_of_executed", "tried "))]
    facts = {
        "target": name,
        "seconds": round(time.monotonic() - started),
        "inputs": int(tried[0]) if tried else None,
        "led_by_coverage": led,
        "broken": done.returncode != 0,
    }
    print(json.dumps(facts), flush=True)
    if done.returncode:
        print(log[-4000:], file=sys.stderr)
    return done.returncode == 0


def main() -> int:
    """1 when a law was broken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all of them unless named")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--corpus", type=Path, default=Path(".fuzz"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--led", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one and given.led:
        return run_led(given.one, given.seconds, given.corpus)
    if unknown := [name for name in given.targets if name not in load().TARGETS]:
        parser.error(f"no target {unknown[0]!r}; there are: {', '.join(load().TARGETS)}")
    if given.one:
        tried, crash = run_at_random(given.one, given.seconds, given.corpus, given.seed)
        load().close()
        print(f"tried {tried}")
        return int(crash is not None)
    led = has_atheris()
    with ThreadPoolExecutor(2) as pool:
        done = pool.map(
            lambda name: run_apart(name, given.seconds, given.corpus, given.seed, led=led),
            given.targets or load().TARGETS,
        )
        return int(not all(list(done)))


if __name__ == "__main__":
    sys.exit(main())
