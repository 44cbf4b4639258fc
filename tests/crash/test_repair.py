"""Archives damaged at random are repaired: nearly everything comes back, nothing is made up, killed or not.

Each round damages a copy of one archive by a seed; the judgement compares message by message with what was there. The
controls repair without what makes damaged packs good, or look at a file that is not repaired: they must fail.
``HERMES_STATE_SOAK_REPAIR_ROUNDS`` is the number of rounds.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from archives import assert_sound, environment
from crash_scale import scaled
from damage import (
    PAGE_BYTES,
    Damage,
    Outcome,
    burst,
    cut_off,
    inflict,
    judged,
    no_first_page,
    no_header,
    no_header_and_schema,
    no_pointer_map,
    no_schema,
    remembered,
    some_pages,
    varied,
)

from hermes_state import SessionDB, upkeep
from hermes_state.errors import DamagedArchiveError
from hermes_state.salvage.frames import Decoded
from hermes_state.upkeep.refill import mending, partial_packs

ROUNDS = scaled("REPAIR_ROUNDS", short=4, soak=60)
SHARE = 0.003

Messages = dict[tuple[str, str, int], dict[str, object]]


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("varied") / "state.db"
    varied(path, sessions=36, messages=120)
    assert path.stat().st_size // PAGE_BYTES > 1_200
    return path


@pytest.fixture(scope="module")
def before(example: Path) -> Messages:
    return remembered(example)


@pytest.fixture
def copies(example: Path, tmp_path: Path) -> Iterator[Path]:
    """Gives one copy of the archive after the other, each in a folder of its own."""

    def made() -> Iterator[Path]:
        for number in range(1_000_000):
            folder = tmp_path / str(number)
            folder.mkdir()
            shutil.copy(example, folder / "state.db")
            yield folder / "state.db"
            shutil.rmtree(folder)

    return made()


def repaired(path: Path, before: Messages, damage: Damage, seed: int) -> tuple[upkeep.RepairReport, Outcome]:
    """Damages and repairs an archive; checks what holds after any repair."""
    held = inflict(path, damage, seed)
    report = upkeep.repair(path)
    if report.copy is not None:
        assert Path(report.copy).read_bytes() == held
    with SessionDB(path) as db:
        assert_sound(db)
    outcome = judged(before, path)
    if report.action != "salvage":
        assert outcome.equal == outcome.messages
    return report, outcome


@pytest.mark.parametrize("damage", [no_header, no_first_page, no_schema, no_header_and_schema, no_pointer_map])
def test_without_header_schema_or_map_every_message_comes_back(
    copies: Iterator[Path], before: Messages, damage: Damage
) -> None:
    _, outcome = repaired(next(copies), before, damage, 1)
    assert outcome.equal == outcome.messages == len(before)


def shares_saved(copies: Iterator[Path], before: Messages, rounds: int) -> list[float]:
    """The share of messages whose text came back, round by round, each with 0.3 % of the pages destroyed."""
    shares = []
    for seed in range(rounds):
        report, outcome = repaired(next(copies), before, some_pages(SHARE), seed)
        assert outcome.invented <= set(report.messages_unchecked)
        shares.append(outcome.same_text / outcome.messages)
    return shares


def test_with_three_pages_in_a_thousand_destroyed_99_messages_in_a_hundred_come_back(
    copies: Iterator[Path], before: Messages
) -> None:
    shares = shares_saved(copies, before, ROUNDS)
    assert min(shares) >= 0.99, shares


def test_the_control_without_parity_and_partial_packs_loses_more(
    copies: Iterator[Path], before: Messages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mending.Mender, "mended", lambda self, pack: None)
    monkeypatch.setattr(partial_packs, "decoded", lambda data, holes: Decoded(b"", b""))
    shares = shares_saved(copies, before, 3)
    assert sum(shares) / len(shares) < 0.99, shares


KINDS = {
    "ten times as many pages": some_pages(10 * SHARE),
    "a fifth of the pages": some_pages(0.2),
    "zeros": some_pages(5 * SHARE, "zeros"),
    "torn sectors": some_pages(5 * SHARE, "torn"),
    "single bits": some_pages(5 * SHARE, "bit"),
    "a burst": burst(40),
    "a tenth cut off": cut_off(0.1),
    "two thirds cut off": cut_off(0.67),
}


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_damaged_the_rest_comes_back_and_nothing_is_made_up(
    copies: Iterator[Path], before: Messages, kind: str
) -> None:
    loose = {record["id"] for (_, session, _), record in before.items() if session == "live35"}
    for seed in range(max(1, ROUNDS // 5)):
        report, outcome = repaired(next(copies), before, KINDS[kind], seed)
        assert outcome.same_text > 0.15 * outcome.messages
        checked = outcome.invented - set(report.messages_unchecked)
        assert checked <= loose, "only loose text has no checksum"


def test_the_control_that_is_not_repaired_is_not_sound(copies: Iterator[Path]) -> None:
    path = next(copies)
    inflict(path, some_pages(10 * SHARE), 1)
    with pytest.raises((AssertionError, DamagedArchiveError)), SessionDB(path) as db:
        assert_sound(db)


REPAIR = """
import sys
from hermes_state import upkeep
print("begun", flush=True)
print(upkeep.repair(sys.argv[1]).messages, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no SIGKILL")
def test_a_repair_killed_at_any_moment_is_done_by_the_next(copies: Iterator[Path], before: Messages) -> None:
    chance = random.Random(1)
    path = next(copies)
    held = inflict(path, no_first_page, 1)
    began = time.monotonic()
    assert undisturbed(path) == len(before)
    takes = time.monotonic() - began
    for _ in range(ROUNDS):
        path = next(copies)
        inflict(path, no_first_page, 1)
        child = subprocess.Popen([sys.executable, "-c", REPAIR, str(path)], stdout=subprocess.PIPE, env=environment())
        assert child.stdout is not None
        child.stdout.readline()
        try:
            child.wait(chance.uniform(0, takes))
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
        child.communicate()
        assert path.exists()
        if path.read_bytes() != held:
            assert judged(before, path).equal == len(before)
        upkeep.repair(path)
        assert judged(before, path).equal == len(before)
        names = {name for name in os.listdir(path.parent) if not name.endswith(("-wal", "-shm"))}
        assert names == {"state.db", "state.db.damaged"}
        assert Path(f"{path}.damaged").read_bytes() == held


def undisturbed(path: Path) -> int:
    """The messages that a repair saves in a process of its own."""
    done = subprocess.run([sys.executable, "-c", REPAIR, str(path)], capture_output=True, env=environment(), check=True)
    return int(done.stdout.split()[-1])
