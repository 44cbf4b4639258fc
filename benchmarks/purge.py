"""Measures what purging takes, and looks for what it left: ``python benchmarks/purge.py [--archive FILE]``.

Of an archive's copy, conversations with some 10,000 messages are purged. Then every file of its folder is searched for
any 16 bytes in a row of their texts, of the compressed packs that held these, and of words of theirs that no message
has any more; what stands in texts and packs that stay as well does not count, nor a word that stays with a byte or two
of SQLite's own beside it. With ``--control`` the same is done without ``secure_delete``: then something must be found.
On a large archive the search takes many minutes and 3 GB of memory.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import corpus
from environments import CACHE
from measure import emit, emit_machine

from hermes_state import SessionDB, upkeep
from hermes_state.store.connection import Connection
from hermes_state.store.packs import PackCodec

WINDOW = 16
SEED = 5
PACKS_OF = "SELECT p.data FROM pack AS p JOIN session AS s ON s.key = p.session WHERE s.origin || ':' || s.id = ?"
ALL_PACKS = "SELECT data FROM pack"
SESSIONS = "SELECT origin || ':' || id, message_count FROM session WHERE parent_key IS NULL"


def windows(data: bytes) -> Iterator[bytes]:
    """Every 16 bytes in a row."""
    return (data[at : at + WINDOW] for at in range(len(data) - WINDOW + 1))


def chosen(connection: Connection, messages: int) -> list[str]:
    """Conversations with about so many messages together, by chance."""
    rows = connection.rows(SESSIONS)
    random.Random(SEED).shuffle(rows)
    names: list[str] = []
    total = 0
    for name, count in rows:
        if total >= messages:
            break
        names.append(name)
        total += count
    return names


def wanted_of(connection: Connection, names: Iterable[str]) -> set[bytes]:
    """The windows of the texts of conversations, of their words, and of their packs as they are stored."""
    codec = PackCodec()
    found: set[bytes] = set()
    for name in names:
        for (data,) in connection.rows(PACKS_OF, (name,)):
            found.update(windows(bytes(data)))
            pack = codec.open(bytes(data))
            for number in range(len(pack)):
                for _, text in pack.texts(number):
                    found.update(windows(text.encode("utf-8", "surrogatepass")))
                    found.update(windows(text.casefold().encode("utf-8", "surrogatepass")))
    return found


def remains(folder: Path, wanted: set[bytes]) -> set[bytes]:
    """Those windows that stand in a file of the folder."""
    return {piece for file in folder.iterdir() for piece in windows(file.read_bytes()) if piece in wanted}


def without_kept(connection: Connection, found: set[bytes]) -> set[bytes]:
    """Of windows that were found those that no text and no pack has that stayed."""
    codec = PackCodec()
    for (data,) in connection.each(ALL_PACKS) if found else ():
        payload = codec.decompress(bytes(data))
        text = payload.decode("utf-8", "replace").casefold().encode("utf-8")
        for held in (payload, text, bytes(data)):
            found.difference_update([piece for piece in windows(held) if piece in found])
    return found


def without_chance(connection: Connection, found: set[bytes]) -> set[bytes]:
    """Of windows those that are not a word that stayed with a byte or two of SQLite's own beside it, by chance."""
    codec = PackCodec()
    parts = {piece: [piece[1:], piece[:-1], piece[2:], piece[:-2], piece[1:-1]] for piece in found}
    for (data,) in connection.each(ALL_PACKS) if found else ():
        text = codec.decompress(bytes(data)).decode("utf-8", "replace").casefold().encode("utf-8")
        for piece in [piece for piece, shorter in parts.items() if any(part in text for part in shorter)]:
            del parts[piece]
    return set(parts)


def purge(archive: Path, folder: Path, messages: int, *, control: bool) -> None:
    """Purges of a copy, and says how long it took and what was found afterwards."""
    path = folder / "state.db"
    shutil.copyfile(archive, path)
    if control:
        plain = Connection.run
        Connection.run = lambda self, sql, bindings=(): plain(  # type: ignore[method-assign]
            self, sql.replace("secure_delete=ON", "secure_delete=OFF"), bindings
        )
    with SessionDB(path) as db:
        connection = db.file.reader().connection
        names = chosen(connection, messages)
        total = int(connection.value("SELECT count(*) FROM message"))
        wanted = wanted_of(connection, names)
        begin, cpu = time.perf_counter(), time.process_time()
        report = upkeep.purge(db, names)
        wall, cpu = time.perf_counter() - begin, time.process_time() - cpu
        sound = db.verify().ok
    found = remains(folder, wanted)
    with SessionDB(path, read_only=True) as db:
        connection = db.file.reader().connection
        beside = without_kept(connection, found)
        left = without_chance(connection, beside)
    emit(
        "purge",
        control="secure_delete off" if control else None,
        messages=total,
        purged_messages=report.deleted.messages,
        purged_words=report.terms,
        wall_s=round(wall, 2),
        cpu_s=round(cpu, 2),
        windows_searched=len(wanted),
        windows_left=len(left),
        windows_by_chance=len(beside) - len(left),
        log_is_empty=report.log_is_empty,
        sound=sound,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--archive", type=Path, help="a copy of this one; else one is made of the corpus")
    parser.add_argument("--corpus", default=corpus.REAL if corpus.has_real() else "generated-20000")
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--control", action="store_true", help="without secure_delete: something has to be found")
    given = parser.parse_args()
    emit_machine()
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as name:
        archive = given.archive
        if archive is None:
            archive = Path(name) / "made" / "state.db"
            source = corpus.stored(given.corpus, CACHE)
            conversations = Path(name) / "conversations.jsonl"
            corpus.write_conversations(corpus.read(source), conversations)
            with SessionDB(archive, synchronous="normal") as db:
                db.import_transcripts(conversations)
            conversations.unlink()
        work = Path(name) / "work"
        work.mkdir()
        purge(archive, work, given.messages, control=given.control)


if __name__ == "__main__":
    main()
