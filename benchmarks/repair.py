"""What a repair saves, and how long looking after an archive takes: ``python benchmarks/repair.py [--corpus NAME]``.

Imports a corpus (a generated one unless the data folder's is named), times check, backup and restore of it, then
damages copies of the file by seeds and repairs each, comparing message by message with what was there. JSON lines on
standard output. A control repairs the same damage without parity.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import corpus
from measure import emit, emit_machine

from hermes_state import SessionDB, upkeep
from hermes_state.store import sessions
from hermes_state.upkeep.refill import mending

PAGE_BYTES = 4096
Damage = Callable[[bytearray, random.Random], None]
Known = dict[int, bytes]


def pages(share: float) -> Damage:
    """Overwrites a share of the pages with random bytes."""

    def damage(data: bytearray, chance: random.Random) -> None:
        count = len(data) // PAGE_BYTES
        for page in chance.sample(range(count), max(1, round(share * count))):
            data[page * PAGE_BYTES : (page + 1) * PAGE_BYTES] = chance.randbytes(PAGE_BYTES)

    return damage


def header(data: bytearray, chance: random.Random) -> None:
    """Overwrites the header."""
    data[:100] = chance.randbytes(100)


def first_page(data: bytearray, chance: random.Random) -> None:
    """Overwrites the page with the header and the beginning of the schema."""
    data[:PAGE_BYTES] = chance.randbytes(PAGE_BYTES)


def cut(share: float) -> Damage:
    """Cuts a share of the file off."""

    def damage(data: bytearray, chance: random.Random) -> None:
        del data[int(len(data) * (1 - share)) :]

    return damage


DAMAGES: dict[str, Damage] = {
    "header": header,
    "first page": first_page,
    "0.3 % of pages": pages(0.003),
    "1 % of pages": pages(0.01),
    "3 % of pages": pages(0.03),
    "30 % cut off": cut(0.3),
}
SEEDED = ("0.3 % of pages", "1 % of pages")


def digests(path: Path) -> Known:
    """A digest of each message, role and text, by its id."""
    with SessionDB(path) as db:
        reader = db.file.reader()
        return dict(_digests(db, [key for key, _, _ in sessions.session_rows(reader.connection)]))


def _digests(db: SessionDB, keys: list[int]) -> Iterator[tuple[int, bytes]]:
    reader = db.file.reader()
    for key in keys:
        for row in reader.session_rows(key):
            texts = "\0".join(text for _, text in reader.texts(row))
            yield row.id, hashlib.sha256(texts.encode("utf-8", "surrogatepass")).digest()


def timed(name: str, work: Callable[[], object], **facts: object) -> None:
    """Emits how long something takes."""
    began, cpu = time.monotonic(), time.process_time()
    work()
    emit(name, wall_s=round(time.monotonic() - began, 2), cpu_s=round(time.process_time() - cpu, 2), **facts)


def measure_upkeep(path: Path, scratch: Path) -> None:
    """Check, backup and restore."""
    size = round(path.stat().st_size / 1e6, 1)
    with SessionDB(path) as db:
        timed("check", lambda: db.verify(), file_mb=size)
        timed("check --full", lambda: db.verify(full=True), file_mb=size)
        timed("backup", lambda: upkeep.backup(db, scratch / "kept.db"), file_mb=size)
    timed("restore", lambda: upkeep.restore(scratch / "kept.db", path), file_mb=size)


def measure_repair(path: Path, known: Known, name: str, seed: int, scratch: Path, *, control: bool = False) -> None:
    """Damages and repairs a copy; emits what came back."""
    folder = scratch / "damaged"
    folder.mkdir()
    copy = folder / "state.db"
    data = bytearray(path.read_bytes())
    DAMAGES[name](data, random.Random(seed))
    copy.write_bytes(data)
    plain = mending.Mender.mended
    if control:
        mending.Mender.mended = lambda self, pack_id: None  # type: ignore[method-assign]
    began = time.monotonic()
    try:
        report = upkeep.repair(copy)
    finally:
        mending.Mender.mended = plain  # type: ignore[method-assign]
    wall = time.monotonic() - began
    found = digests(copy)
    saved = sum(found.get(message) == digest for message, digest in known.items())
    emit(
        "repair without parity" if control else "repair",
        damage=name,
        seed=seed,
        action=report.action,
        messages=len(known),
        saved_percent=round(100 * saved / len(known), 3),
        guessed=report.messages_guessed,
        told_lost=report.messages_lost,
        original_kept=report.copy is not None and Path(report.copy).read_bytes() == bytes(data),
        wall_s=round(wall, 1),
    )
    shutil.rmtree(folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", default="generated-20000", help=f"{corpus.REAL} or generated-N")
    parser.add_argument("--archive", type=Path, help="an archive to copy instead of importing a corpus")
    parser.add_argument("--seeds", type=int, default=5)
    args = parser.parse_args()
    emit_machine()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        path = scratch / "archive" / "state.db"
        path.parent.mkdir()
        if args.archive is None:
            corpus.write_conversations(corpus.messages_of(args.corpus), scratch / "corpus.jsonl")
            with SessionDB(path) as db:
                db.import_transcripts(scratch / "corpus.jsonl")
        else:
            with SessionDB(args.archive, read_only=True) as db:
                upkeep.backup(db, path)
        measure_upkeep(path, scratch)
        known = digests(path)
        for name in DAMAGES:
            for seed in range(args.seeds if name in SEEDED else 1):
                measure_repair(path, known, name, seed, scratch)
        measure_repair(path, known, "0.3 % of pages", 0, scratch, control=True)


if __name__ == "__main__":
    main()
