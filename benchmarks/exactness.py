"""Compares searching with a brute-force scan of the same texts; exits 1 when anything is missed, too many or twice.

A slice of the corpus goes into an archive; queries of every kind are sampled from its texts. They are asked
of the archive sealed, half loose, all loose, with the index marked stale, and after sessions were deleted and
messages rewound. One JSON object a kind and state, then a table.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import platform
import random
import statistics
import sys
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import zstandard

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

import exactness  # noqa: E402

from hermes_state import SessionDB, upkeep  # noqa: E402
from hermes_state.store import index  # noqa: E402
from hermes_state.store.connection import sqlite_version  # noqa: E402

DATA = Path(os.environ.get("HERMES_STATE_TEST_DATA", ROOT.parent / "shared" / "data"))
CORPUS = "corpus-300k.jsonl.zst"
CORPUS_MESSAGES = 300_055
STATES = ("sealed", "deleted", "stale", "half", "loose")
NEVER = 1 << 40
HEAD = """
state    kind              queries     hits missed extra twice   p50 ms   p95 ms  (CPU, the first ten results)"""
ROW = "{state:8} {kind:17} {queries:7} {hits:8} {missed:6} {extra:5} {twice:5} {p50_ms:8.1f} {p95_ms:8.1f}"

Sessions = dict[str, list[dict[str, Any]]]


def corpus_slice(path: Path, wanted: int) -> Sessions:
    """Whole sessions from all over the corpus, about ``wanted`` messages, in the form of plain messages."""
    every = max(1, CORPUS_MESSAGES // wanted)
    found: Sessions = {}
    for line in _lines(path):
        record = json.loads(line)
        if zlib.crc32(record["session"].encode()) % every == 0:
            message = {"role": record["role"], "content": record["content"], "timestamp": record["ts"]}
            if record["tool_name"]:
                message["name"] = record["tool_name"]
            found.setdefault(record["session"], []).append(message)
    return found


def _lines(path: Path) -> Iterator[str]:
    with path.open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as data:
        yield from io.TextIOWrapper(data, encoding="utf-8", newline="\n")


def import_sealed(db: SessionDB, sessions: Sessions, folder: Path) -> None:
    """Imports sessions as plain messages: they are sealed and indexed."""
    path = folder / "slice.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for name, messages in sessions.items():
            file.write(json.dumps({"id": name, "messages": messages}, ensure_ascii=False) + "\n")
    db.import_transcripts(path)


def append_loose(db: SessionDB, sessions: Sessions) -> None:
    """Appends sessions message by message, as an agent does: they stay loose while nothing seals."""
    for name, messages in sessions.items():
        db.create_session("cli", session_id=name)
        given = [{**{k: v for k, v in one.items() if k != "name"}, "tool_name": one.get("name")} for one in messages]
        db.append(name, given)


def remove_some(db: SessionDB, sessions: Sessions, chance: random.Random) -> list[str]:
    """Deletes a tenth of the sessions and rewinds a tenth of the others somewhere; the ids of what is left."""
    names = list(sessions)
    gone = set(chance.sample(names, len(names) // 10))
    upkeep.delete(db, sorted(gone))
    left = [name for name in names if name not in gone]
    for name in chance.sample(left, len(left) // 10):
        messages = db.get_messages(name)
        db.rewind(name, chance.choice(messages).id or 0)
    return left


def archive_in_state(db: SessionDB, sessions: Sessions, state: str, folder: Path, seed: int) -> list[str]:
    """Fills an archive and brings it into a state; the ids of its sessions."""
    names = list(sessions)
    imported = {"loose": 0, "half": len(names) // 2}.get(state, len(names))
    if imported:
        import_sealed(db, {name: sessions[name] for name in names[:imported]}, folder)
    append_loose(db, {name: sessions[name] for name in names[imported:]})
    if state in ("deleted", "half"):
        names = remove_some(db, sessions, random.Random(seed))
    if state == "stale":
        with db.file.writing() as writer:
            index.mark_stale(writer.connection)
    return names


def run(arguments: argparse.Namespace) -> bool:
    """Asks everything in every state; whether all was exact."""
    sessions = corpus_slice(arguments.data / CORPUS, arguments.messages)
    messages = [one for some in sessions.values() for one in some]
    texts = [one["content"] for one in messages if one["role"] != "system" and one["content"]]
    asked = exactness.questions(texts, arguments.queries, arguments.seed)
    if arguments.kinds:
        asked = [one for one in asked if one[0] in arguments.kinds]
    machine = {"python": platform.python_version(), "sqlite": sqlite_version(), "machine": platform.machine()}
    _say({**machine, "seed": arguments.seed, "queries": len(asked)})
    exact = True
    table: list[str] = []
    for state in arguments.states:
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch("hermes_state.archive.SEAL_AT_BYTES", NEVER),
            mock.patch("hermes_state.archive.SEAL_AT_END_BYTES", NEVER),
            SessionDB(Path(folder) / "state.db") as db,
        ):
            names = archive_in_state(db, sessions, state, Path(folder), arguments.seed)
            truth = exactness.truth_of(db, names)
            loose = int(upkeep.stats(db)["loose_messages"])
            _say({"state": state, "sessions": len(names), "messages": len(truth), "loose": loose})
            for account in exactness.compared(db, truth, asked):
                exact = exact and account.exact
                line = _line(state, account)
                _say(line)
                table.append(ROW.format(**line))
    print(HEAD)
    print("\n".join(table))
    return exact


def _say(line: dict[str, Any]) -> None:
    print(json.dumps(line, ensure_ascii=False).encode("utf-8", "replace").decode(), flush=True)


def _line(state: str, account: exactness.Account) -> dict[str, Any]:
    times = sorted(account.cpu_ms)
    return {
        "state": state,
        "kind": account.kind,
        "queries": account.queries,
        "hits": account.hits,
        "missed": account.missed,
        "extra": account.extra,
        "twice": account.twice,
        "p50_ms": round(statistics.median(times), 2),
        "p95_ms": round(times[min(len(times) - 1, int(len(times) * 0.95))], 2),
        "faults": account.faults[:5],
    }


def main() -> int:
    """The exit code: 1 when any answer was not exact."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--messages", type=int, default=20_000, help="about how many messages of the corpus")
    parser.add_argument("--queries", type=int, default=200, help="queries of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder that holds corpus-300k.jsonl.zst")
    parser.add_argument("--states", type=lambda text: text.split(","), default=list(STATES), help=", ".join(STATES))
    parser.add_argument("--kinds", type=lambda text: text.split(","), help="only these kinds of query")
    arguments = parser.parse_args()
    corpus = arguments.data / CORPUS
    if not corpus.exists():
        reason = f"no {corpus}: name its folder with --data or HERMES_STATE_TEST_DATA"
        print(json.dumps({"measurement": "exactness", "left_out": reason}))
        return 0
    return 0 if run(arguments) else 1


if __name__ == "__main__":
    sys.exit(main())
