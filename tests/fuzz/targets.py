"""What is fuzzed: each target takes any bytes and raises ``AssertionError``, or what it should not, when a law breaks.

Seeds are small inputs near which something may break; the examples that the repository ships are seeds as well.
"""

from __future__ import annotations

import itertools
import json
import sqlite3
import tempfile
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hermes_state import SessionDB, session_search_tool
from hermes_state.cli.neutral import escaped_json, neutral, neutral_line
from hermes_state.errors import DamagedArchiveError, InvalidArgumentError, TranscriptError
from hermes_state.records import Event, Message
from hermes_state.search import analysis
from hermes_state.search.cursor import Cursor, decode
from hermes_state.search.query import describe, parse
from hermes_state.store import packs
from hermes_state.transcripts import foreign_sqlite
from hermes_state.transcripts.detect import detect, open_transcript

EXAMPLES = Path(__file__).parents[2] / "examples"

Target = Callable[[bytes], None]


def text_of(data: bytes) -> str:
    """Bytes as text that may have lone surrogates, as JSON can bring them; what is no UTF-8 is taken as Latin-1."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("latin-1")


@cache
def folder() -> Path:
    """A folder of this process for the files that importers read."""
    return Path(tempfile.mkdtemp(prefix="fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))


def importer(name: str, ending: str) -> Target:
    """A target that reads a file as one format, at once and in two halves: both give the same messages and events."""

    def target(data: bytes) -> None:
        path = folder() / f"input{ending}"
        path.write_bytes(data)
        foreign_sqlite.STATEMENT_S = 0.2  # a circle of pages is met often
        try:
            detect(path)
            whole = list(open_transcript(path, name, None).batches())
        except TranscriptError:
            return
        reader = open_transcript(path, name, None)
        batches = reader.batches()
        first = list(itertools.islice(batches, max(1, len(whole) // 2)))
        checkpoint = json.loads(json.dumps(reader.checkpoint()))
        rest = list(open_transcript(path, name, checkpoint).batches())
        assert _records(first) + _records(rest) == _records(whole)

    return target


def _records(batches: list[list[Any]]) -> list[str]:
    return [repr(record) for batch in batches for record in batch if isinstance(record, (Message, Event))]


def query(data: bytes) -> None:
    """Any text is a query, and a query can be described."""
    text = text_of(data)
    for match in ("auto", "literal"):
        json.dumps(describe(parse(text, match=match)))  # type: ignore[arg-type]


def analysed(data: bytes) -> None:
    """Folding is done once; terms hold no blank; a piece of folded text is found by its probe's terms or scanned."""
    text = text_of(data)
    folded = analysis.fold(text)
    assert analysis.fold(folded) == folded
    for term in analysis.terms(folded):
        assert term
        assert " " not in term
    analysis.index_text(folded)
    analysis.probe(folded[:40])


def pack(data: bytes) -> None:
    """Bytes are a pack or are damaged; nothing else comes of them."""
    codec = packs.PackCodec()
    for opening in (packs.opened, codec.open):
        try:
            opened = opening(data)
            for number in range(min(len(opened), 50)):
                opened.texts(number)
                opened.entry(number)
                opened.seq(number)
                opened.is_message(number)
        except DamagedArchiveError:
            continue


def terminal(data: bytes) -> None:
    """What is printed holds no control character and nothing that turns text round; JSON stays equal."""
    text = text_of(data)
    shown = neutral(text)
    assert not [char for char in shown if unicodedata.category(char) == "Cc" and char not in "\n\t"]
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    line = neutral_line(text)
    assert "\n" not in line
    assert "\r" not in line
    encoded = json.dumps({"text": text}, ensure_ascii=False)
    assert json.loads(escaped_json(encoded)) == {"text": text}


def cursor(data: bytes) -> None:
    """A text is a cursor of that question, or is refused."""
    try:
        found = decode(text_of(data), "signature")
    except InvalidArgumentError:
        return
    assert isinstance(found, Cursor)


@cache
def archive() -> SessionDB:
    """An archive of this process that the tool searches."""
    db = SessionDB(folder() / "state.db", synchronous="normal")
    db.create_session("cli", session_id="s1", title="The bridge")
    db.append("s1", [{"role": "user", "content": f"the bridge 橋 number {n}"} for n in range(20)])
    return db


def arguments(data: bytes) -> None:
    """Any arguments get a JSON object, and none of them a fault."""
    text = text_of(data)
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        given = {"query": text}
    answer = json.loads(session_search_tool(given, archive()))
    assert "report this fault" not in str(answer.get("hint", ""))


def close() -> None:
    """Closes what the targets opened."""
    if archive.cache_info().currsize:
        archive().close()
        archive.cache_clear()


TARGETS: dict[str, Target] = {
    "claude-code": importer("claude-code", ".jsonl"),
    "codex": importer("codex", ".jsonl"),
    "hermes": importer("hermes", ".db"),
    "hermes-export": importer("hermes-export", ".jsonl"),
    "messages": importer("messages", ".json"),
    "jsonl": importer("jsonl", ".jsonl"),
    "query": query,
    "analysis": analysed,
    "pack": pack,
    "terminal": terminal,
    "cursor": cursor,
    "arguments": arguments,
}


def seeds(name: str) -> Iterator[bytes]:
    """Yields the inputs from which others are made."""
    yield b""
    if name in OWN_SEEDS:
        yield from OWN_SEEDS[name]
    if name == "hermes":
        yield from _databases()
    if name == "pack":
        yield from _packs()
    pattern = EXAMPLE_FILES.get(name)
    for path in sorted(EXAMPLES.rglob(pattern)) if pattern else ():
        yield path.read_bytes()[:20_000]


EXAMPLE_FILES = {"claude-code": "claude-code/**/*.jsonl", "codex": "codex/**/*.jsonl"}

OWN_SEEDS: dict[str, tuple[bytes, ...]] = {
    "messages": (
        b'{"id": "t", "messages": [{"role": "user", "content": "one"}, {"role": "assistant", '
        b'"content": [{"type": "text", "text": "two"}], "tool_calls": [{"id": "c", '
        b'"function": {"name": "f", "arguments": "{}"}}]}]}',
        b'[{"conversations": [{"from": "human", "value": "one"}, {"from": "gpt", "value": "two"}]}]',
    ),
    "hermes-export": (
        b'{"id": "s", "source": "cli", "started_at": 1.5, "messages": [{"id": 1, "role": "user", "content": "one"}]}\n',
    ),
    "jsonl": (
        b'{"type": "hermes-state", "version": 1}\n{"type": "session", "id": "s", "origin": "live"}\n'
        b'{"type": "message", "role": "user", "content": "one", "seq": 1}\n',
    ),
    "query": (
        '"a b" OR NOT c* (d AND -e) role:user after:7d 橋梁 gateway/run.py it\'s'.encode(),
        b'(((("unclosed',
        b"a:b:c:d -- ->",
        "\ud83d".encode("utf-8", "surrogatepass"),
        b"\0*\"'",
    ),
    "analysis": ("e\u0301 ÀÉ 橋梁 ไทย हिन्दी 👩‍👧 ﬁ ŉ".encode(), ("a" + "\u0301" * 60).encode()),
    "terminal": (b"\x1b]0;title\x07\x1b[2J\x9b31m\r\n", "\u202eabc\u2066".encode(), b"\x1bP$q q\x1b\\"),
    "cursor": (Cursor(7, "signature", (1, 2, 3)).encode().encode(),),
    "arguments": (
        b'{"query": "bridge", "limit": 3, "cursor": null}',
        b'{"mode": "scroll", "session_id": "s1", "message_id": 1}',
        b"[1, 2]",
        b'{"query": {"a": []}, "roles": ["tool"], "budget": "x"}',
    ),
}


def _databases() -> Iterator[bytes]:
    """A small database in the form of Hermes Agent's."""
    path = folder() / "seed.db"
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    connection.executescript(
        """
        CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, started_at REAL, title TEXT);
        CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, timestamp REAL);
        INSERT INTO sessions VALUES ('s', 'cli', 1.5, 'A title');
        INSERT INTO messages VALUES (1, 's', 'user', 'one', 2.5), (2, 's', 'assistant', 'two', 3.5);
        """
    )
    connection.close()
    yield path.read_bytes()


def _packs() -> Iterator[bytes]:
    entries = [
        packs.Entry(n, True, [("dialog", f"text {n}"), ("tool", "{}")], '{"role":"user"}', ("x",)) for n in (1, 2)
    ]
    payload, _ = packs.encode(entries)
    yield payload
    yield packs.PackCodec().compress(payload)
    yield packs.PackCodec().seal(entries)[0]
