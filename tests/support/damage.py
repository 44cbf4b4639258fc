"""Archives with a bit of everything in them, ways to damage their files, and what a repair gave back of them."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from archives import START, claude_lines, codex_lines, contents, write_lines

from hermes_state import SessionDB, upkeep
from hermes_state.salvage import Carver, PageFile
from hermes_state.upkeep.refill import expected_schema

PAGE_BYTES = 4096
WORDS = (
    "bridge socket deploy cache retry token 数据库 迁移 接続 서버 naïve café schema index parser thread buffer commit "
    "rollback vector latency cursor migration snapshot régression kernel mutex queue"
).split()

Damage = Callable[[bytearray, random.Random], None]


def varied(path: Path, seed: int = 1, sessions: int = 24, messages: int = 60) -> None:
    """Makes an archive: imported and live sessions, events, tools, attachments, prompts, loose and sealed text."""
    chance = random.Random(seed)
    folder = path.parent / "sources"
    for number in range(4):
        uuid = f"{number}1111111-1111-4111-8111-111111111111"
        write_lines(folder / f"claude{number}.jsonl", claude_lines(uuid, 50))
        write_lines(folder / f"codex{number}.jsonl", codex_lines(f"{number}2222222-2222-4222-8222-222222222222", 40))
    with SessionDB(path, synchronous="normal") as db:
        db.import_transcripts(folder)
        for number in range(sessions):
            parent = f"live{number - 1}" if number % 5 == 4 else None
            db.create_session(
                "cli",
                session_id=f"live{number}",
                title=f"Title {number} {said(chance, 4)}",
                cwd=f"/home/dev/project{number % 3}",
                parent_session_id=parent,
                kind="branch" if parent else None,
                system_prompt=f"You are number {number % 4}. {said(random.Random(number % 4), 200)}",
                started_at=START + 10_000 * number,
            )
            db.append(f"live{number}", [message(chance, number, place) for place in range(messages)])
            if number == sessions // 2:
                upkeep.optimize(db)
        ids = [one.id for one in db.get_messages("live3")]
        assert ids[5] is not None
        assert ids[50 % len(ids)] is not None
        db.compact("live3", ids[5], "what was said before")
        upkeep.rename(db, "live2", "A title of its own")
        upkeep.delete(db, ["live1"])


def said(chance: random.Random, words: int) -> str:
    """So many words."""
    return " ".join(
        chance.choice(WORDS) + (str(chance.randrange(1000)) if chance.random() < 0.3 else "") for _ in range(words)
    )


def message(chance: random.Random, session: int, place: int) -> dict[str, Any]:
    """A message of any kind, most of them dialog."""
    at = START + 10_000 * session + 10 * place
    kind = chance.random()
    found: dict[str, Any] = {"timestamp": at, "client_id": f"client-{session}-{place}"}
    if kind < 0.5:
        return found | {"role": ("user", "assistant")[place % 2], "content": said(chance, chance.randrange(5, 120))}
    if kind < 0.7:
        call = {"id": f"call_{session:04}{place:04}", "type": "function"}
        call |= {"function": {"name": chance.choice(("terminal", "read_file")), "arguments": said(chance, 12)}}
        return found | {"role": "assistant", "content": said(chance, 6), "tool_calls": [call]}
    if kind < 0.95:
        return found | {
            "role": "tool",
            "content": "\n".join(said(chance, 9) for _ in range(chance.randrange(2, 60))),
            "tool_name": "terminal",
            "tool_call_id": f"call_{session:04}{place:04}",
        }
    data = base64.b64encode(chance.randbytes(chance.randrange(2_000, 9_000))).decode()
    parts = [{"type": "text", "text": "see this picture"}, {"type": "image", "data": data}]
    return found | {"role": "user", "content": parts}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came back of an archive: messages in all, wholly equal, with equal text; ids of those never stored so."""

    messages: int
    equal: int
    same_text: int
    invented: set[int]


def judged(before: dict[tuple[str, str, int], dict[str, Any]], path: Path) -> Outcome:
    """Compares an archive with what ``remembered`` gave of it before."""
    after = remembered(path)
    equal = sum(after.get(key) == value for key, value in before.items())
    same = sum(key in after and text_of(after[key]) == text_of(value) for key, value in before.items())
    known = {text_of(value) for value in before.values()}
    invented = {value["id"] for value in after.values() if text_of(value) not in known}
    return Outcome(len(before), equal, same, invented)


def remembered(path: Path) -> dict[tuple[str, str, int], dict[str, Any]]:
    """Every message of an archive by its session and place."""
    with SessionDB(path) as db:
        return {
            (session["origin"], session["id"], seq): record
            for session, records in contents(db, ids=True)
            for seq, kind, record in records
            if kind == "message"
        }


def text_of(record: dict[str, Any]) -> str:
    """All that a message says, attachments aside."""
    content = record["content"]
    if isinstance(content, list):
        content = "\n".join(str(part.get("text", "")) for part in content)
    return f"{content}".strip()


def some_pages(share: float, how: str = "random") -> Damage:
    """Damages a share of the pages: by ``random`` bytes, ``zeros``, a ``torn`` sector, one ``bit``."""

    def damage(data: bytearray, chance: random.Random) -> None:
        count = len(data) // PAGE_BYTES
        for page in chance.sample(range(count), max(1, round(count * share))):
            at = page * PAGE_BYTES
            if how == "random":
                data[at : at + PAGE_BYTES] = chance.randbytes(PAGE_BYTES)
            elif how == "zeros":
                data[at : at + PAGE_BYTES] = bytes(PAGE_BYTES)
            elif how == "torn":
                at += 512 * chance.randrange(8)
                data[at : at + 512] = chance.randbytes(512)
            else:
                data[at + chance.randrange(PAGE_BYTES)] ^= 1 << chance.randrange(8)

    return damage


def no_header(data: bytearray, chance: random.Random) -> None:
    """Destroys the hundred bytes that say that a file is a database."""
    data[:100] = chance.randbytes(100)


def no_first_page(data: bytearray, chance: random.Random) -> None:
    """Destroys the page on which header and schema begin."""
    data[:PAGE_BYTES] = chance.randbytes(PAGE_BYTES)


def no_schema(data: bytearray, chance: random.Random) -> None:
    """Destroys every page of the schema; the header stays."""
    import io

    expected = expected_schema()
    carver = Carver(PageFile(io.BytesIO(bytes(data))), expected.shapes.values(), expected.roots)
    for page in carver.schema_pages():
        start = 100 if page == 1 else 0
        data[(page - 1) * PAGE_BYTES + start : page * PAGE_BYTES] = bytes(PAGE_BYTES - start)


def no_header_and_schema(data: bytearray, chance: random.Random) -> None:
    """Destroys both."""
    no_schema(data, chance)
    no_first_page(data, chance)


def no_pointer_map(data: bytearray, chance: random.Random) -> None:
    """Destroys the second page, on which the map of pages begins."""
    data[PAGE_BYTES : 2 * PAGE_BYTES] = chance.randbytes(PAGE_BYTES)


def cut_off(share: float) -> Damage:
    """Cuts a share of the file off its end."""

    def damage(data: bytearray, chance: random.Random) -> None:
        del data[int(len(data) * (1 - share)) :]

    return damage


def burst(pages: int) -> Damage:
    """Destroys so many pages in a row."""

    def damage(data: bytearray, chance: random.Random) -> None:
        at = chance.randrange(len(data) // PAGE_BYTES - pages) * PAGE_BYTES
        data[at : at + pages * PAGE_BYTES] = chance.randbytes(pages * PAGE_BYTES)

    return damage


def inflict(path: Path, damage: Damage, seed: int) -> bytes:
    """Damages a file that nobody has open; returns what it holds then."""
    data = bytearray(path.read_bytes())
    damage(data, random.Random(seed))
    path.write_bytes(data)
    return bytes(data)
