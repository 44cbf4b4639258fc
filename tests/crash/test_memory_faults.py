"""A call to the system that fails, any of them: the memory's file is as it was, or rightly changed, and says which."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from memory_stores import files_in, plain_scan

from hermes_state.memory import MemoryStore
from hermes_state.memory.disk import files
from hermes_state.memory.journal import history
from hermes_state.memory.prompt import judging


@pytest.fixture(autouse=True)
def plain_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "scan_entries", plain_scan)


def failing_calls() -> list[tuple[str, int]]:
    calls = {"write": 4, "fsync": 6, "replace": 3, "open": 5}
    return [(name, number) for name, count in calls.items() for number in range(count)]


@pytest.mark.parametrize(
    ("action", "code"),
    [("add", errno.ENOSPC), ("replace", errno.ENOSPC), ("forget", errno.ENOSPC), ("replace", errno.EIO)],
)
def test_a_full_disk_leaves_every_file_as_it_was_or_rightly_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, action: str
) -> None:
    said_no = 0
    for name, number in failing_calls():
        folder = tmp_path / f"{name}-{number}"
        store = MemoryStore(folder=folder)
        store.add("memory", "alpha is the first fact")
        store.add("memory", "beta is the second fact")
        before = (folder / "MEMORY.md").read_bytes()
        answer = with_failing(monkeypatch, store, action, (name, number, code))
        after = (folder / "MEMORY.md").read_bytes()
        if answer["success"]:
            assert after != before
        elif "only partly applied" not in answer["error"]:
            assert after == before
            assert os.strerror(code) in answer["error"]
            said_no += 1
        assert [left for left in files_in(folder) if left.endswith(".tmp")] == []
        assert store.add("memory", "another fact afterwards")["success"]
        assert after in (
            before,
            (folder / "MEMORY.md").read_bytes().removesuffix("\n§\nanother fact afterwards".encode()),
        )
        strange = [one for one in history.load(store.place("memory")) if one.operation == "outside"]
        assert not strange or "only partly applied" in answer["error"]
    assert said_no >= 5


def with_failing(
    monkeypatch: pytest.MonkeyPatch, store: MemoryStore, action: str, where: tuple[str, int, int]
) -> dict[str, Any]:
    """The answer to a write during which the given call to the system fails, and all later ones of its kind."""
    name, number, code = where
    real = getattr(os, name)
    left = [number]

    def failing(*arguments: Any, **named: Any) -> Any:
        left[0] -= 1
        if left[0] < 0 and not (name == "open" and arguments[1] & os.O_CREAT == 0):
            raise OSError(code, os.strerror(code))
        return real(*arguments, **named)

    writes: dict[str, Callable[[], dict[str, Any]]] = {
        "add": lambda: store.add("memory", "gamma is the third fact"),
        "replace": lambda: store.replace("memory", "alpha", "delta takes its place"),
        "forget": lambda: store.forget("memory", "alpha"),
    }
    with monkeypatch.context() as patch:
        patch.setattr(os, name, failing)
        return writes[action]()


def test_the_check_sees_a_writer_that_writes_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def in_place(path: str, data: bytes, tag: str) -> bool:
        with open(path, "wb") as file:
            os.write(file.fileno(), data[: len(data) // 2])
            os.write(file.fileno(), data[len(data) // 2 :])
        return True

    monkeypatch.setattr(files, "write_whole", in_place)
    with pytest.raises((AssertionError, OSError)):
        test_a_full_disk_leaves_every_file_as_it_was_or_rightly_changed(tmp_path, monkeypatch, errno.ENOSPC, "replace")
