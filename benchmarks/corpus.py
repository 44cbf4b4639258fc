"""Streams of messages to measure with: the corpus of the data folder, and generated ones of any size.

Both yield ``{session, role, content, ts, tool_name}``, whole sessions one after the other. Of a generated corpus the
messages' bytes have a median of about 150, a 90th percentile of 2.2 k and a 99th of 16 k; over 80 % of the bytes are
tool output; a fifth of the messages (rows) holds Chinese, Japanese or Korean.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import math
import os
import random
import sys
import zlib
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from agent_text import AgentText

Message = dict[str, Any]

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("HERMES_STATE_TEST_DATA", ROOT.parent / "shared" / "data"))
REAL = "corpus-300k"
REAL_FILE = f"{REAL}.jsonl.zst"
SEED = 20260701
START_S = 1_750_000_000.0
PROJECTS = 20

LONGEST_BYTES = 200_000
SAID = (68, 1.4)
OUTPUT = (620, 1.68)
SESSION = (45, 0.8)
"""Medians and the deviations of the logarithms: bytes said, bytes of tool output, messages a session."""
CJK_SHARE = 0.23
STEPS_A_TURN = 5


class Size(NamedTuple):
    """How much a corpus holds."""

    messages: int
    text_bytes: int


def generated(messages: int, seed: int = SEED) -> Iterator[Message]:
    """Yields so many messages, in constant memory; one seed gives one corpus, and a shorter one begins a longer."""
    rnd = random.Random(seed)
    text = AgentText(seed + 1)
    now = START_S
    left = messages
    number = 0
    while left:
        size = min(max(int(rnd.lognormvariate(math.log(SESSION[0]), SESSION[1])), 4), 400)
        project = text.begin_session(rnd.random() < CJK_SHARE)
        for message in islice(_session(rnd, text, f"{project}-{number:07}", size, now), left):
            now = message["ts"]
            left -= 1
            yield message
        number += 1
        now += rnd.expovariate(1 / 900)


def _session(rnd: random.Random, text: AgentText, name: str, size: int, now: float) -> Iterator[Message]:
    steps = 0
    role = "user"
    for _ in range(size):
        now += rnd.uniform(1, 30)
        tool = None
        if role == "tool":
            tool, content = text.output(_bytes(rnd, *OUTPUT))
        else:
            content = text.said(_bytes(rnd, *SAID))
        yield {"session": name, "role": role, "content": content, "ts": round(now, 1), "tool_name": tool}
        if role == "user":
            role, steps = "assistant", 1 + int(rnd.expovariate(1 / STEPS_A_TURN))
        elif role == "tool":
            role, steps = "assistant", steps - 1
        else:
            role = "tool" if steps > 0 else "user"


def _bytes(rnd: random.Random, median: int, deviation: float) -> int:
    return min(max(int(rnd.lognormvariate(math.log(median), deviation)), 1), LONGEST_BYTES)


def real(data: Path = DATA) -> Iterator[Message]:
    """Yields the messages of the data folder's corpus."""
    import zstandard

    with (data / REAL_FILE).open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as raw:
        for line in io.TextIOWrapper(raw, encoding="utf-8", newline="\n"):
            yield json.loads(line)


def has_real(data: Path = DATA) -> bool:
    """Whether the data folder holds the corpus."""
    return (data / REAL_FILE).is_file()


def messages_of(name: str, limit: int | None = None, data: Path = DATA) -> Iterator[Message]:
    """Yields the messages of ``corpus-300k`` or of ``generated-N``, at most ``limit``."""
    return islice(real(data) if name == REAL else generated(int(name.partition("-")[2])), limit)


def version_of(*files: str) -> str:
    """What tells apart the versions of these files here: what an older one has made is not used again."""
    return hashlib.sha256(b"".join((Path(__file__).parent / name).read_bytes() for name in files)).hexdigest()[:8]


def stored(name: str, folder: Path, limit: int | None = None, data: Path = DATA) -> Path:
    """The corpus as a file of JSON lines under ``folder``, written when it is not there; every engine reads that."""
    part_of = "" if limit is None else f"-first-{limit}"
    version = "" if name == REAL else f".{version_of('corpus.py', 'agent_text.py', 'words.py')}"
    path = folder / f"{name}{part_of}{version}.jsonl"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        with part.open("w", encoding="utf-8") as file:
            for message in messages_of(name, limit, data):
                file.write(json.dumps(message, ensure_ascii=False) + "\n")
        part.replace(path)
    return path


def read(path: Path) -> Iterator[Message]:
    """Yields the messages of a stored corpus."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def size_of(messages: Iterable[Message]) -> Size:
    """Counts messages and the UTF-8 bytes of their texts."""
    count = text_bytes = 0
    for message in messages:
        count += 1
        text_bytes += len((message["content"] or "").encode())
    return Size(count, text_bytes)


def project_of(session: str) -> str:
    """The folder that a session works in: one of ``PROJECTS``, told by its name alone."""
    return f"/home/dev/project-{zlib.crc32(session.encode()) % PROJECTS:02}"


def conversations(messages: Iterable[Message]) -> Iterator[dict[str, Any]]:
    """Yields plain conversations, as ``import_transcripts`` reads them, one a session."""
    for name, group in groupby(messages, itemgetter("session")):
        plain = []
        for one in group:
            message = {"role": one["role"], "content": one["content"], "timestamp": one["ts"]}
            if one["tool_name"]:
                message["name"] = one["tool_name"]
            plain.append(message)
        yield {"id": name, "cwd": project_of(name), "messages": plain}


def slices(messages: Iterable[Message], size: int) -> Iterator[list[Message]]:
    """Yields whole sessions, about ``size`` messages at a time."""
    part: list[Message] = []
    for _, group in groupby(messages, itemgetter("session")):
        part += group
        if len(part) >= size:
            yield part
            part = []
    if part:
        yield part


def write_conversations(messages: Iterable[Message], path: Path) -> None:
    """Writes messages as a file of plain conversations."""
    with path.open("w", encoding="utf-8") as file:
        for conversation in conversations(messages):
            file.write(json.dumps(conversation, ensure_ascii=False) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("path", type=Path, help="where the JSON lines go")
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args()
    with args.path.open("w", encoding="utf-8") as file:
        for message in generated(args.messages, args.seed):
            file.write(json.dumps(message, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
