"""What is installed: the library with the command line and the migrations inside, and nothing beside it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

import hermes_state

INSTALLED = os.environ.get("HERMES_STATE_TEST_WHEEL") == "1"
needs_wheel = pytest.mark.skipif(not INSTALLED, reason="only make test runs on the built wheel")
PACKAGE = Path(hermes_state.__file__).parent


def installed_files() -> list[str]:
    files = distribution("hermes-state").files
    assert files is not None
    return [file.as_posix() for file in files]


@needs_wheel
def test_the_tests_run_on_the_installed_wheel_not_on_the_source_tree() -> None:
    assert "site-packages" in PACKAGE.parts
    assert not (PACKAGE.parent / "pyproject.toml").exists()


@needs_wheel
def test_a_child_process_imports_the_installed_wheel_too() -> None:
    code = "import hermes_state; print(hermes_state.__file__)"
    repository = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=repository)
    assert Path(done.stdout.strip()).parent == PACKAGE


@needs_wheel
def test_the_wheel_holds_the_command_line_and_the_migrations() -> None:
    files = installed_files()
    assert "hermes_state/cli/main.py" in files
    assert "hermes_state/migrations/__init__.py" in files
    assert "hermes_state/py.typed" in files
    repository = Path(__file__).parents[2]
    for folder in ("cli", "migrations"):
        for path in (repository / folder).iterdir():
            if path.suffix in (".py", ".sql"):
                assert f"hermes_state/{folder}/{path.name}" in files


@needs_wheel
def test_the_wheel_holds_every_module_of_the_library() -> None:
    repository = Path(__file__).parents[2]
    modules = {path.relative_to(repository).as_posix() for path in (repository / "hermes_state").rglob("*.py")}
    assert modules - set(installed_files()) == set()


@needs_wheel
def test_nothing_is_installed_beside_the_library() -> None:
    tops = {name.split("/")[0] for name in installed_files() if not name.startswith("..")}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"hermes_state"}


@needs_wheel
@pytest.mark.parametrize("name", ["cli", "migrations", "tests"])
def test_no_top_level_package_takes_a_common_name(name: str) -> None:
    spec = importlib.util.find_spec(name)
    assert spec is None or spec.origin is None or "hermes" not in spec.origin


def test_the_licence_is_in_the_metadata() -> None:
    metadata = distribution("hermes-state").metadata
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Name"] == "hermes-state"


def test_both_commands_are_installed() -> None:
    names = {entry.name for entry in distribution("hermes-state").entry_points if entry.group == "console_scripts"}
    assert names == {"hermes", "hermes-state"}


def test_hermes_agent_is_not_installed_beside_it() -> None:
    with pytest.raises(PackageNotFoundError):
        distribution("hermes-agent")
