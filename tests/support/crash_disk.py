"""A disk that loses what was not synced: a log of writes, and the files that a power failure could leave of them.

The model: what was written before a file's last sync stays. Of what was written since, any part may be there, in any
order, down to sectors of 512 bytes. Names made and removed in the folder become lasting in their order: when a file
that is new is synced for the first time (SQLite then syncs its folder), or with a deletion that asks for it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from crash_vfs import Watcher

SECTOR = 512
MODES = ("drop", "keep", "some", "torn", "reordered")

Write = tuple[int, bytes | None]
"""An offset and bytes; without bytes a new length of the file."""

Image = dict[str, bytes]
"""The files that a power failure left, by name."""


@dataclass(frozen=True)
class Step:
    """One thing that happened: ``written``, ``truncated``, ``synced``, ``deleted``, ``opened`` or ``told``.

    ``told`` is what the workload was promised at that moment.
    """

    what: str
    name: str = ""
    offset: int = 0
    data: bytes = b""
    flag: bool = False
    promise: object = None


class Recorder(Watcher):
    """Keeps the log of what happens to one archive's files; its shared memory does not outlive a power failure."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def _add(self, step: Step) -> None:
        if not step.name.endswith("-shm"):
            self.steps.append(step)

    def tell(self, promise: object) -> None:
        """Notes that the workload was promised something."""
        self.steps.append(Step("told", promise=promise))

    def opened(self, path: str) -> None:
        self._add(Step("opened", os.path.basename(path)))

    def written(self, path: str, offset: int, data: bytes) -> None:
        self._add(Step("written", os.path.basename(path), offset, data))

    def truncated(self, path: str, size: int) -> None:
        self._add(Step("truncated", os.path.basename(path), size))

    def synced(self, path: str) -> None:
        self._add(Step("synced", os.path.basename(path)))

    def deleted(self, path: str, sync_folder: bool) -> None:
        self._add(Step("deleted", os.path.basename(path), flag=sync_folder))


class DeafRecorder(Recorder):
    """A control: of a disk that says that it has synced and has not."""

    def synced(self, path: str) -> None:
        """Nothing was."""


@dataclass
class _File:
    """A file: what lasts of it and the writes since its last sync."""

    lasting: bytearray = field(default_factory=bytearray)
    pending: list[Write] = field(default_factory=list)
    is_named: bool = False


class Disk:
    """The state of a folder after some steps of a log."""

    def __init__(self, first: Image) -> None:
        self._now = {name: _File(bytearray(data), is_named=True) for name, data in first.items()}
        self._lasting: dict[str, _File] = dict(self._now)
        self._renamed: list[tuple[str, _File | None]] = []
        self.promises: list[object] = []

    def play(self, step: Step) -> None:
        """Takes one step of the log in."""
        if step.what == "told":
            self.promises.append(step.promise)
        elif step.what == "deleted":
            if self._now.pop(step.name, None) is not None:
                self._renamed.append((step.name, None))
            if step.flag:
                self._sync_names()
        else:
            self._play_on_file(step, self._file(step.name))

    def _file(self, name: str) -> _File:
        if name not in self._now:
            self._now[name] = _File()
            self._renamed.append((name, self._now[name]))
        return self._now[name]

    def _play_on_file(self, step: Step, file: _File) -> None:
        if step.what == "written":
            file.pending.append((step.offset, step.data))
        elif step.what == "truncated":
            file.pending.append((step.offset, None))
        elif step.what == "synced":
            for write in file.pending:
                _apply(file.lasting, write)
            file.pending.clear()
            if not file.is_named:
                self._sync_names()

    def _sync_names(self) -> None:
        for name, file in self._renamed:
            _rename(self._lasting, name, file)
            if file is not None:
                file.is_named = True
        self._renamed.clear()

    @property
    def is_settled(self) -> bool:
        """Whether everything lasts, so that a power failure leaves one and the same image."""
        return not self._renamed and not any(file.pending for file in self._now.values())

    def image(self, chance: random.Random, mode: str) -> Image:
        """What a power failure could leave now."""
        names = dict(self._lasting)
        kept = {"drop": 0, "keep": len(self._renamed)}.get(mode, chance.randint(0, len(self._renamed)))
        for name, file in self._renamed[:kept]:
            _rename(names, name, file)
        found = {}
        for name, file in names.items():
            data = bytearray(file.lasting)
            for write in _surviving(file.pending, chance, mode):
                _apply(data, write)
            found[name] = bytes(data)
        return found


def _rename(names: dict[str, _File], name: str, file: _File | None) -> None:
    if file is None:
        names.pop(name, None)
    else:
        names[name] = file


def _apply(data: bytearray, write: Write) -> None:
    offset, new = write
    if new is None:
        if offset < len(data):
            del data[offset:]
        else:
            data.extend(bytes(offset - len(data)))
        return
    if len(data) < offset:
        data.extend(bytes(offset - len(data)))
    data[offset : offset + len(new)] = new


def _surviving(pending: Sequence[Write], chance: random.Random, mode: str) -> list[Write]:
    if mode == "drop":
        return []
    if mode == "keep":
        return list(pending)
    odds = chance.random()
    some = [write for write in pending if chance.random() < odds]
    if mode == "reordered":
        chance.shuffle(some)
    if mode == "torn":
        return [piece for write in some for piece in _torn(write, chance)]
    return some


def _torn(write: Write, chance: random.Random) -> Iterator[Write]:
    """The sectors of a write that got to the disk."""
    offset, data = write
    if data is None or chance.random() < 0.3:
        yield write
        return
    start = 0
    while start < len(data):
        end = min(len(data), start + SECTOR - (offset + start) % SECTOR)
        if chance.random() < 0.5:
            yield offset + start, data[start:end]
        start = end


def images(
    steps: Sequence[Step], first: Image, *, count: int, chance: random.Random
) -> Iterator[tuple[Image, list[object], str]]:
    """``count`` images with what was promised till then and a word on each; moments are drawn where something differs.

    Half of them are moments right before a sync or after a promise, where most is at stake.
    """
    disk = Disk(first)
    moments: list[int] = []
    pressing: list[int] = []
    for number, step in enumerate(steps):
        if step.what in ("synced", "deleted"):
            pressing.append(number)
        disk.play(step)
        if not disk.is_settled:
            moments.append(number + 1)
            if step.what == "told":
                pressing.append(number + 1)
    wanted = sorted(chance.choice(pressing if turn % 2 else moments) for turn in range(count))
    disk = Disk(first)
    played = 0
    for turn, moment in enumerate(wanted):
        for step in steps[played:moment]:
            disk.play(step)
        played = moment
        mode = MODES[turn % len(MODES)]
        yield disk.image(chance, mode), list(disk.promises), f"{mode} after step {moment} of {len(steps)}"


def write_image(image: Image, folder: Path) -> None:
    """Writes an image into a folder, in place of what is there."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, data in image.items():
        (folder / name).write_bytes(data)
