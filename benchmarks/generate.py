"""Writes a seeded corpus of Claude Code sessions: ``generate.py FOLDER [--sessions N] [--records N]``.

The prose is the docstrings of the running Python's standard library, the tool output its code, so one
version of Python gives one corpus. Three sentences are planted, for searches to find.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import sysconfig
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

SEED = 20260701
START = datetime(2026, 1, 1, tzinfo=UTC)
PROJECTS = ("terminal", "billing", "gateway", "web-ui", "ml-train", "docs-site", "scheduler", "crawler")
PLANTED = {
    3: "How did we build the Windows PTY bridge for the terminal tool?",
    11: "请帮我修复 数据库迁移 脚本 的问题",
    19: "ERROR conpty_spawn_failed: HRESULT 0x80070057 in src/pty_bridge.cpp:214",
}


class Source:
    """Sentences and pieces of code to draw from."""

    def __init__(self, rnd: random.Random) -> None:
        self._rnd = rnd
        self._sentences: list[str] = []
        self._files: list[list[str]] = []
        folder = Path(sysconfig.get_paths()["stdlib"])
        for path in sorted([*folder.glob("*.py"), *folder.glob("json/*.py"), *folder.glob("asyncio/*.py")]):
            text = path.read_text(encoding="utf-8", errors="replace")
            self._files.append(text.splitlines())
            self._sentences += list(_docstring_sentences(text))
        self._files = [lines for lines in self._files if len(lines) > 80]

    def prose(self, sentences: int) -> str:
        """Some sentences."""
        return " ".join(self._rnd.choice(self._sentences) for _ in range(sentences))

    def code(self, lines: int) -> str:
        """Some consecutive lines of a file."""
        chosen = self._rnd.choice(self._files)
        start = self._rnd.randrange(max(1, len(chosen) - lines))
        return "\n".join(chosen[start : start + lines])


def _docstring_sentences(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            for sentence in (ast.get_docstring(node) or "").split(". "):
                flat = " ".join(sentence.split())
                if 30 < len(flat) < 300:
                    yield flat + "."


def session(rnd: random.Random, source: Source, number: int, records: int) -> tuple[str, str, list[dict[str, Any]]]:
    """One session: its project, its id and its records."""
    project = PROJECTS[number % len(PROJECTS)]
    session_id = str(uuid.UUID(int=rnd.getrandbits(128), version=4))
    now = START + timedelta(minutes=37 * number)
    parent: str | None = None
    written: list[dict[str, Any]] = []

    def add(kind: str, content: Any, **fields: Any) -> None:
        nonlocal now, parent
        record_id = str(uuid.UUID(int=rnd.getrandbits(128), version=4))
        message: dict[str, Any] = {"role": kind, "content": content}
        if kind == "assistant":
            usage = {"input_tokens": rnd.randrange(500, 90_000), "output_tokens": rnd.randrange(20, 4_000)}
            message |= {"id": f"msg_{record_id[:8]}", "model": "claude-sonnet-4-5", "type": "message", "usage": usage}
        written.append(
            {
                "parentUuid": parent,
                "isSidechain": False,
                "cwd": f"/home/dev/{project}",
                "sessionId": session_id,
                "version": "2.1.0",
                "gitBranch": "main",
                "type": kind,
                "message": message,
                "uuid": record_id,
                "timestamp": now.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
                **fields,
            }
        )
        parent = record_id
        now += timedelta(seconds=rnd.randrange(3, 90))

    for turn in range(records // 4):
        planted = PLANTED.get(number, "") if turn == records // 8 else ""
        add("user", f"{source.prose(rnd.randrange(1, 4))} {planted if number != 19 else ''}".strip())
        call = f"toolu_{rnd.getrandbits(80):020x}"
        command = f"rg -n {rnd.choice(('import', 'class', 'def'))} src/"
        use = {
            "type": "tool_use",
            "id": call,
            "name": rnd.choice(("Bash", "Read", "Grep")),
            "input": {"command": command},
        }
        add("assistant", [{"type": "text", "text": source.prose(rnd.randrange(2, 6))}, use])
        output = source.code(rnd.randrange(5, 60)) + (f"\n{planted}" if number == 19 else "")
        result = {"type": "tool_result", "tool_use_id": call, "content": output}
        add("user", [result], toolUseResult={"stdout": output, "stderr": ""})
        add("assistant", [{"type": "text", "text": source.prose(rnd.randrange(1, 5))}])
    return project, session_id, written


def generate(folder: Path, sessions: int, records: int) -> int:
    """Writes the corpus under ``folder/.claude/projects``; returns its bytes."""
    rnd = random.Random(SEED)
    source = Source(rnd)
    size = 0
    for number in range(sessions):
        project, session_id, written = session(rnd, source, number, records)
        path = folder / ".claude" / "projects" / f"-home-dev-{project}" / f"{session_id}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        data = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in written).encode()
        path.write_bytes(data)
        os.utime(path, (START.timestamp(), START.timestamp()))
        size += len(data)
    return size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--records", type=int, default=60)
    args = parser.parse_args()
    print(f"{generate(args.folder, args.sessions, args.records):,} bytes")


if __name__ == "__main__":
    main()
