"""Writers killed at any moment lose nothing that they were told is written.

Eight processes add, replace and remove in one folder and say which writes were acknowledged; a ninth is another
program, which knows the lock and no records. Each is killed at a random moment and followed by another. Afterwards
every acknowledged text stands in the file, in a backup or in the history, and the last acknowledged state of each
writer's own entry is what the file has. The checker is also given writers that are broken on purpose.
``HERMES_STATE_SOAK_MEMORY_ROUNDS`` is the number of rounds.
"""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from archives import environment
from crash_scale import scaled
from memory_stores import files_in

from hermes_state.memory import MemoryStore
from hermes_state.memory.entries.text import parse
from hermes_state.memory.journal import history

WRITERS = 8
ROUNDS = scaled("MEMORY_ROUNDS", short=2, soak=40)

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no SIGKILL")

WRITER = """
import os, random, sys
from memory_stores import use_plain_scan
from hermes_state.memory import MemoryStore
from hermes_state.memory.disk import files, locking
from hermes_state.memory.changes import writing
import contextlib
import portalocker

use_plain_scan()
folder, name, seed, sabotage = sys.argv[1:]

if sabotage == "acknowledges before the write":
    def write(*arguments, plain=writing.write):
        print(told, flush=True)
        return plain(*arguments)
    writing.write = write
if sabotage == "writes in place without a record":
    def in_place(path, data, tag):
        with open(path, "wb") as file:
            file.write(data[: len(data) // 2])
            file.flush()
            print("half", flush=True)
            file.write(data[len(data) // 2 :])
        return True
    files.write_whole = in_place
    files.append = lambda path, data: 0
if sabotage == "takes no lock":
    locking.locked = lambda path, timeout_seconds=None: contextlib.nullcontext()

chance = random.Random(seed)
store = MemoryStore(1_000_000, folder=folder)
store.read("memory")
print("ready", flush=True)
current = None
for number in range(100_000):
    text = f"writer {name} number {number} " + "x" * chance.randrange(60) + "."
    choice = chance.random()
    if current is None or choice < 0.5:
        told = f"+{text}"
        answer = store.add("memory", text)
        current = text
    elif choice < 0.8:
        told = f"={current}\\t{text}"
        answer = store.replace("memory", current, text)
        current = text
    else:
        told = f"-{current}"
        answer = store.remove("memory", current)
        current = None
    assert answer["success"], answer
    if sabotage != "acknowledges before the write":
        print(told, flush=True)
"""


OTHER_PROGRAM = """
import fcntl, os, sys, time
folder, name = sys.argv[1:3]
path = os.path.join(folder, "MEMORY.md")
print("ready", flush=True)
for number in range(100_000):
    with open(path + ".lock", "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            with open(path, encoding="utf-8") as file:
                entries = file.read().split("\\n\u00a7\\n")
        except FileNotFoundError:
            entries = []
        text = f"program {name} number {number}."
        temporary = os.path.join(folder, f".mem_{name}{number}.tmp")
        with open(temporary, "w", encoding="utf-8") as file:
            file.write("\\n\u00a7\\n".join([*entries, text]))
        os.replace(temporary, path)
    print(f"+{text}", flush=True)
"""


def round_of_writers(folder: Path, chance: random.Random, sabotage: str, label: str, seconds: float) -> list[list[str]]:
    """What each of eight writers and the other program acknowledged, in order, before it was killed."""
    commands = [[WRITER, str(folder), f"{label}.{number}", str(chance.random()), sabotage] for number in range(WRITERS)]
    commands.append([OTHER_PROGRAM, str(folder), label])
    children = [
        subprocess.Popen(
            [sys.executable, "-c", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
        )
        for words in commands
    ]
    outputs = [b""] * len(children)
    streams = {child.stdout.fileno(): number for number, child in enumerate(children) if child.stdout is not None}
    ends: dict[int, float] = {}
    open_streams = set(streams)
    while open_streams:
        now = time.monotonic()
        for number, end in list(ends.items()):
            if now >= end:
                children[number].send_signal(signal.SIGKILL)
                ends.pop(number)
        ready, _, _ = select.select(list(open_streams), [], [], 0.005)
        for stream in ready:
            number = streams[stream]
            piece = os.read(stream, 1 << 16)
            if not piece:
                open_streams.discard(stream)
            elif not outputs[number]:
                ends[number] = time.monotonic() + chance.uniform(0.0, seconds)
            outputs[number] += piece
    errors = [child.communicate()[1] for child in children]
    if sabotage == "":
        assert errors == [b""] * len(children), errors
    return [[line for line in output.decode().split("\n")[:-1] if line[:1] in "+=-"] for output in outputs]


def judge(folder: Path, acknowledged: list[list[str]]) -> None:
    """Raises unless every acknowledged text is kept somewhere and each writer's last word holds."""
    data = (folder / "MEMORY.md").read_bytes()
    live = parse(data.decode("utf-8"))
    kept = set(live)
    for name, copy in files_in(folder).items():
        if ".bak." in name and "meta" not in name:
            kept |= set(parse(copy.decode("utf-8")))
    for change in history.load(MemoryStore(folder=folder).place("memory")):
        kept |= {text for one in change.changes for text in (one.before, one.after) if text is not None}
    assert data, "the file is empty"
    assert len(live) == len(set(live))
    for lines in acknowledged:
        present: dict[str, bool] = {}
        for line in lines:
            old, _, new = line[1:].partition("\t")
            assert old in kept, f"lost: {old}"
            present[old] = line[0] == "+"
            if new:
                assert new in kept, f"lost: {new}"
                present[new] = True
        # The write that the kill cut short may have been done: it concerns the newest text alone.
        settled = list(present.items())[:-1]
        for text, wanted in settled:
            assert (text in live) == wanted, f"{'missing' if wanted else 'back again'}: {text}"


def test_what_killed_writers_were_told_is_written_is_there(tmp_path: Path) -> None:
    chance = random.Random(20_260_701)
    acknowledged = []
    for number in range(ROUNDS):
        acknowledged += round_of_writers(tmp_path, chance, "", str(number), 3.0)
        judge(tmp_path, acknowledged)
    assert sum(map(len, acknowledged)) >= 10 * ROUNDS
    store = MemoryStore(1_000_000, folder=tmp_path)
    before = store.read("memory")["current_entries"]
    assert store.add("memory", "life goes on")["current_entries"] == [*before, "life goes on"]
    assert [name for name in files_in(tmp_path) if name.endswith(".tmp")] == []
    outside = [one for one in history.load(store.place("memory")) if one.operation == "outside"]
    assert {
        text.split()[0] for one in outside for part in one.changes for text in (part.before, part.after) if text
    } == {"program"}


@pytest.mark.parametrize(
    "sabotage", ["acknowledges before the write", "writes in place without a record", "takes no lock"]
)
def test_the_judge_sees_writers_that_are_broken_on_purpose(tmp_path: Path, sabotage: str) -> None:
    chance = random.Random(7)
    acknowledged = []
    for number in range(6):
        acknowledged += round_of_writers(tmp_path, chance, sabotage, str(number), 1.5)
        try:
            judge(tmp_path, acknowledged)
        except (AssertionError, UnicodeDecodeError):
            return
    pytest.fail("the judge passed a broken writer")
