"""Measures bulk imports of JSON lines, with and without the C part: ``python benchmarks/bulk.py``.

The corpus of the data folder and its real coding-agent sessions (``entire-a``: four fifths of the bytes are tool
calls and results), else generated messages. Each import is a process of its own: CPU seconds over all threads, peak
memory, bytes of file per byte of text after ``optimize``. JSON lines on standard output.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import corpus
from environments import CACHE
from measure import emit, emit_machine, run

AGENTS = "entire-a.sessions.jsonl.gz"
GENERATED = 20_000
IMPORT = """
import json, sys, time
from hermes_state import SessionDB, upkeep
with SessionDB(sys.argv[2]) as db:
    begin = time.process_time()
    report = db.import_transcripts(sys.argv[1])
    imported = time.process_time() - begin
    upkeep.optimize(db)
    print(json.dumps([imported, time.process_time() - begin - imported, report.messages_new]))
"""


def agent_sessions(path: Path) -> Iterator[dict[str, Any]]:
    """Yields real agents' sessions as plain conversations: tool calls as calls, thinking as thinking."""
    number = 0
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            session = json.loads(line)
            messages = []
            for one in session["messages"]:
                number += 1
                messages.append(_message(one, number))
            yield {"id": session["id"], "started_at": session["started_at"], "messages": messages}


def _message(one: dict[str, Any], number: int) -> dict[str, Any]:
    kind, text = one.get("kind", "text"), one["text"]
    message: dict[str, Any] = {"id": one["id"].split("/")[-1], "role": one["role"], "timestamp": one["ts"]}
    if kind == "thinking":
        return message | {"role": "assistant", "content": "", "thinking": text}
    if kind == "tool_use":
        name, _, arguments = text.partition(" ")
        call = {"id": f"toolu_{number:012}", "type": "function", "function": {"name": name, "arguments": arguments}}
        return message | {"role": "assistant", "content": "", "tool_calls": [call]}
    if kind == "tool_result":
        return message | {"content": text, "tool_call_id": f"toolu_{number - 1:012}"}
    return message | {"content": text}


def text_bytes(conversation: dict[str, Any]) -> int:
    """The bytes of text in a conversation: what was said, thought, called and answered."""
    total = 0
    for one in conversation["messages"]:
        calls = (call["function"] for call in one.get("tool_calls", ()))
        texts = [
            one["content"] or "",
            one.get("thinking", ""),
            *(f"{call['name']} {call['arguments']}" for call in calls),
        ]
        total += sum(len(text.encode()) for text in texts)
    return total


def corpora(data: Path, messages: int | None) -> Iterator[tuple[str, Iterator[dict[str, Any]]]]:
    """Yields what is imported, by name."""
    if corpus.has_real(data):
        found = corpus.real(data)
        yield corpus.REAL, corpus.conversations(found if messages is None else islice(found, messages))
    else:
        yield "generated", corpus.conversations(corpus.generated(messages or GENERATED))
    agents = data / "retrieval" / AGENTS
    if agents.exists():
        yield "entire-a", agent_sessions(agents)


def measure(name: str, path: Path, texts: int, folder: Path) -> None:
    """Imports a file in a process with, and in one without, the C part."""
    for native in ("on", "off"):
        db = folder / f"{name}-{native}.db"
        done = run((sys.executable, "-P", "-c", IMPORT, str(path), str(db)), HERMES_STATE_NATIVE=native)
        imported, optimized, messages = json.loads(done.out)
        emit(
            "bulk import",
            corpus=name,
            native=native,
            messages=messages,
            source_mb=round(path.stat().st_size / 1e6, 1),
            text_mb=round(texts / 1e6, 1),
            cpu_s=round(imported, 2),
            source_mb_per_cpu_s=round(path.stat().st_size / 1e6 / imported, 1),
            text_mb_per_cpu_s=round(texts / 1e6 / imported, 1),
            optimize_cpu_s=round(optimized, 2),
            peak_mb=round(done.peak_bytes / 1e6),
            file_mb=round(db.stat().st_size / 1e6, 1),
            file_per_text_byte=round(db.stat().st_size / texts, 3),
        )
        db.unlink()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, default=corpus.DATA)
    parser.add_argument("--messages", type=int, help="at most so many messages of the corpus")
    parser.add_argument("--cache", type=Path, default=CACHE, help="files are made here, and removed")
    arguments = parser.parse_args()
    emit_machine()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=arguments.cache) as folder:
        for name, conversations in corpora(arguments.data, arguments.messages):
            path = Path(folder) / f"{name}.jsonl"
            texts = 0
            with path.open("w", encoding="utf-8") as file:
                for one in conversations:
                    texts += text_bytes(one)
                    file.write(json.dumps(one, ensure_ascii=False) + "\n")
            measure(name, path, texts, Path(folder))
            path.unlink()


if __name__ == "__main__":
    main()
