"""Archives that several tests of the command line read."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from command import EXAMPLES

from hermes_state import SessionDB

PARTS = ("claude-code", "codex", "hermes", "messages")


@pytest.fixture(scope="session")
def examples_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of the shipped examples; tests only read it."""
    path = tmp_path_factory.mktemp("examples") / "archive" / "state.db"
    path.parent.mkdir()
    with SessionDB(path) as db:
        report = db.import_transcripts([EXAMPLES / part for part in PARTS])
    assert report.failures == []
    return path


@pytest.fixture
def db(examples_archive: Path) -> Path:
    """The path of the examples' archive, to be read only."""
    return examples_archive


@pytest.fixture
def own_db(examples_archive: Path, tmp_path: Path) -> Path:
    """A copy of the examples' archive that a test may change."""
    shutil.copytree(examples_archive.parent, tmp_path / "own")
    return tmp_path / "own" / "state.db"
