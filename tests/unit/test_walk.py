"""Which files under a path are looked at, told from names and sizes alone."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any

import pytest

from hermes_state.ingest import walk
from hermes_state.ingest.walk import Candidate, candidates, is_excluded


def entry(name: str, *, gone: bool = False) -> Any:
    """A file as a folder lists it; its size is asked for afterwards."""

    def stat(*, follow_symlinks: bool) -> os.stat_result:
        if gone:
            raise FileNotFoundError(2, "No such file or directory", name)
        return os.stat_result((0o100600, ord(name[0]), 1, 1, 0, 0, 7, 0, 0, 0))

    return SimpleNamespace(
        name=name,
        path=f"/work/{name}",
        is_symlink=lambda: False,
        is_dir=lambda *, follow_symlinks: False,
        is_file=lambda *, follow_symlinks: True,
        stat=stat,
    )


def test_a_file_that_is_gone_since_its_folder_was_listed_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = os.stat_result((0o040700, 1, 1, 1, 0, 0, 0, 0, 0, 0))
    listed = [entry("b.jsonl", gone=True), entry("c.jsonl"), entry("a.jsonl")]

    def stat(path: str) -> os.stat_result:
        if path == "/work":
            return folder
        raise FileNotFoundError(2, "No such file or directory", path)

    monkeypatch.setattr(walk.os, "stat", stat)
    monkeypatch.setattr(walk.os, "scandir", lambda _: listed)
    found = list(candidates(["/work"], exclude=(), untouchable=set()))
    assert [one.path.name for one in found if isinstance(one, Candidate)] == ["a.jsonl", "c.jsonl"]
    assert len(found) == 2


@pytest.mark.parametrize(
    ("pattern", "excluded"),
    [
        ("secret", True),
        ("*.jsonl", False),
        ("*/secret", True),
        ("/work/*", True),
        ("work", False),
        ("sec?et", True),
        ("SECRET", False),
    ],
)
def test_a_glob_fits_a_name_or_a_whole_path(pattern: str, excluded: bool) -> None:
    assert is_excluded("/work/secret", [pattern]) is excluded
