"""What every test shares: marks by folder, a home of its own, and no archive left open."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

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


@pytest.fixture(autouse=True)
def no_archive_left_open() -> Iterator[None]:
    """Fails a test that leaves an archive open, after closing it for the tests that follow."""
    yield
    module = sys.modules.get("hermes_state.archive")
    if module is None:
        return
    left = list(module.open_archives())
    for archive in left:
        archive.close()
    assert [str(archive.path) for archive in left] == []
