"""The two stores, their files and limits."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hermes_state.errors import InvalidArgumentError
from hermes_state.home import hermes_home

Target = Literal["memory", "user"]

TARGETS: tuple[Target, ...] = ("memory", "user")

FILE_NAMES: dict[Target, str] = {"memory": "MEMORY.md", "user": "USER.md"}

MEMORY_BLOCK_HEADERS: dict[Target, str] = {
    "memory": "MEMORY (your personal notes)",
    "user": "USER PROFILE (who the user is)",
}
"""The first words of each block's header; what looks for a block in a prompt uses them too."""

DEFAULT_LIMITS: dict[Target, int] = {"memory": 2200, "user": 1375}
"""Characters of the joined text: a count that does not depend on a model."""


@dataclass(frozen=True, slots=True)
class Place:
    """The paths of one store, bound to a folder once and for all."""

    folder: str
    target: Target

    @property
    def name(self) -> str:
        return FILE_NAMES[self.target]

    @property
    def data(self) -> str:
        return os.path.join(self.folder, self.name)

    @property
    def lock(self) -> str:
        return f"{self.data}.lock"

    @property
    def history(self) -> str:
        return f"{self.data}.history.jsonl"

    @property
    def sidecar(self) -> str:
        return f"{self.data}.meta.json"

    @property
    def pending(self) -> str:
        return os.path.join(self.folder, "pending")


def checked_target(target: object) -> Target:
    """The target that is named; raises ``InvalidArgumentError`` for any other word."""
    if isinstance(target, str) and target in TARGETS:
        return target
    raise InvalidArgumentError(
        f"{str(target)[:40]!r} is no memory", operation="choose a memory", hint="the target is memory or user"
    )


def bound_folder(folder: str | Path | None, environ: Mapping[str, str]) -> str:
    """The folder of the memory files, absolute, its own links resolved: ``memories`` in the Hermes home by default.

    A later change of ``HERMES_HOME`` or of the working folder does not move a store.
    """
    chosen = os.path.join(hermes_home(environ), "memories") if folder is None else os.fspath(folder)
    return os.path.realpath(os.path.expanduser(chosen))
