"""What every test shares: marks by folder, a home of its own, and no archive left open."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

KINDS = ("unit", "integration", "property", "crash", "native")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks each test with the folder it stands in."""
    root = Path(__file__).parent
    for item in items:
        folder = item.path.relative_to(root).parts[0]
        if folder in KINDS:
            item.add_marker(folder)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder that is this test's alone; no variable of the machine names another."""
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HERMES_HOME", "HERMES_STATE_DB", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    if os.name == "nt":
        monkeypatch.setenv("LOCALAPPDATA", str(home / "AppData" / "Local"))
    return home


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes another time zone the local one."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def open_archives() -> list[Any]:
    """The archives that are open in this process."""
    module = sys.modules.get("hermes_state.archive")
    return [] if module is None else list(module.open_archives())


@pytest.fixture(autouse=True, scope="session")
def no_archive_left_at_the_end() -> Iterator[None]:
    """Fails the run when a fixture of several tests left an archive open."""
    yield
    assert [str(archive.path) for archive in open_archives()] == []


@pytest.fixture(autouse=True)
def no_archive_left_open(no_archive_left_at_the_end: None) -> Iterator[None]:
    """Fails a test that leaves an archive open which was not open before it, after closing it."""
    before = open_archives()
    yield
    left = [archive for archive in open_archives() if all(archive is not one for one in before)]
    for archive in left:
        archive.close()
    assert [str(archive.path) for archive in left] == []
