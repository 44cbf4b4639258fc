"""The files beside a memory with values of any kind in them: each call answers, and nothing is half done."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from memory_stores import BLOCKED, files_in, plain_scan

from hermes_state.errors import HermesStateError
from hermes_state.memory import Author, MemorySettings, MemoryStore, inventory
from hermes_state.memory import status as statuses
from hermes_state.memory.changes import approval, overrides
from hermes_state.memory.chat import memory_command
from hermes_state.memory.entries.text import parse
from hermes_state.memory.exchange.exporting import export_entries
from hermes_state.memory.journal import history
from hermes_state.memory.prompt import judging

ODD: tuple[Any, ...] = (None, True, 7, float("nan"), float("inf"), "", "\ud800", [1], {"a": 1}, [[]])
"""A value of every kind of JSON, and the numbers that are none."""


@pytest.fixture(autouse=True)
def plain_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "scan_entries", plain_scan)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a history of every kind of change, an override, and writes that wait."""
    folder = tmp_path_factory.mktemp("whole")
    store = MemoryStore(folder=folder, author=Author("person", "s1", "3"))
    store.add("memory", "alpha one")
    store.replace("memory", "alpha", "alpha two")
    store.add("memory", "beta")
    store.remove("memory", "beta")
    store.undo("memory")
    overrides.allow_content(store, "memory", f"quotes: {BLOCKED}", "a quotation")
    waiting = MemoryStore(folder=folder, settings=MemorySettings(write_approval=True))
    waiting.replace("memory", "alpha", "alpha three")
    return folder


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value within a JSON value, of a list only into its first."""
    if path:
        yield path
    if isinstance(value, dict):
        for name in value:
            yield from places(value[name], (*path, name))
    elif isinstance(value, list) and value:
        yield from places(value[0], (*path, 0))


def changed(value: Any, path: tuple[Any, ...], odd: Any) -> Any:
    whole = copy.deepcopy(value)
    at = whole
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = odd
    return whole


def spoilt(data: bytes, name: str) -> Iterator[bytes]:
    """The bytes of a file with one value in it of another kind, for each value and each kind."""
    records = [json.loads(line) for line in data.splitlines()] if name.endswith(".jsonl") else [json.loads(data)]
    for path in places(records[-1]):
        for odd in ODD:
            texts = [json.dumps(one) for one in (*records[:-1], changed(records[-1], path, odd))]
            yield "\n".join(texts).encode() + b"\n"


def calls(store: MemoryStore) -> Iterator[Any]:
    """Everything that reads the files beside a memory, then everything that writes them."""
    yield store.load_from_disk
    yield lambda: statuses.status(store)
    yield lambda: [one.as_dict() for one in inventory.entries(store.place("memory"))]
    yield lambda: [one.as_dict() for one in history.changes(store, "memory")]
    yield lambda: export_entries(store)
    yield lambda: store.read("memory")
    yield lambda: [one.as_dict() for one in approval.pending(store)]
    yield lambda: memory_command("/memory pending", store)
    for waiting in approval.files_of(store.place("memory")):
        yield lambda waiting=waiting: approval.diff(store, os.path.basename(waiting)[:8])
    yield lambda: store.add("memory", "new")
    yield lambda: approval.approve(store, "all")
    yield lambda: store.undo("memory")
    yield lambda: store.edit("memory", "new", "newer")
    yield lambda: store.forget("memory", "alpha")
    yield lambda: approval.reject(store, "all")


def without_locks(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in files_in(folder).items() if not name.endswith(".lock")}


@pytest.mark.parametrize("kind", ["MEMORY.md.history.jsonl", "MEMORY.md.meta.json", "pending"])
def test_a_value_of_another_kind_beside_the_memory_breaks_no_call(
    whole: Path, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
    name = next(one for one in files_in(whole) if one.startswith(kind))
    tried = 0
    for data in spoilt((whole / name).read_bytes(), name):
        folder = tmp_path / "store"
        shutil.copytree(whole, folder)
        (folder / name).write_bytes(data)
        store = MemoryStore(folder=folder, author=Author("person"))
        for call in calls(store):
            with contextlib.suppress(HermesStateError):
                json.dumps(call(), allow_nan=False)
        assert parse((folder / "MEMORY.md").read_text()) == store.read("memory")["current_entries"], data
        shutil.rmtree(folder)
        tried += 1
    assert tried > 100


def test_a_record_with_a_time_that_is_none_takes_no_other_record_along(whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path / "store")
    path = tmp_path / "store" / "MEMORY.md.history.jsonl"
    lines = path.read_bytes().splitlines()
    before = len(history.changes(MemoryStore(folder=tmp_path / "store"), "memory"))
    lines[1] = json.dumps(json.loads(lines[1]) | {"time": float("nan")}).encode()
    path.write_bytes(b"\n".join(lines) + b"\n")
    assert len(history.changes(MemoryStore(folder=tmp_path / "store"), "memory")) == before - 1


@pytest.mark.skipif(os.name == "nt", reason="links of POSIX")
def test_a_forgetting_that_cannot_reach_everything_does_not_begin(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "store"
    shutil.copytree(whole, folder)
    shutil.move(folder / "pending", tmp_path / "elsewhere")
    (folder / "pending").symlink_to(tmp_path / "elsewhere")
    before = without_locks(folder)
    answer = MemoryStore(folder=folder).forget("memory", "alpha")
    assert not answer["success"]
    assert "nothing was applied" in answer["error"]
    assert without_locks(folder) == before


def test_a_folder_that_is_none_is_not_an_empty_memory(tmp_path: Path) -> None:
    (tmp_path / "store").write_text("a file")
    answer = MemoryStore(folder=tmp_path / "store").forget("memory", "alpha")
    assert "Not a directory" in answer["error"] or "cannot" in answer["error"]


@pytest.mark.skipif(os.name == "nt", reason="links of POSIX")
def test_status_tells_what_is_wrong_beside_a_file_and_still_shows_the_file(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "store"
    shutil.copytree(whole, folder)
    (folder / "MEMORY.md.history.jsonl").unlink()
    (folder / "MEMORY.md.history.jsonl").symlink_to(tmp_path / "nowhere")
    (folder / "MEMORY.md.meta.json").write_bytes(b"{")
    found = statuses.status(MemoryStore(folder=folder))["targets"]["memory"]
    assert (found["error"], found["entry_count"]) == (None, 2)
    assert "it is a link" in found["beside"][0]
    assert "cannot be understood" in found["beside"][1]
    assert statuses.status(MemoryStore(folder=whole))["targets"]["memory"]["beside"] == []
