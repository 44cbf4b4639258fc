"""No module can come to open an archive's files beside SQLite: what opens, copies or renames files is on a list.

Closing any descriptor of an archive's file drops the locks that SQLite holds on it for this process, and another
process then removes its log: acknowledged messages are gone. So whoever opens files says here why none of them is an
archive that is open. ``tests/crash/test_lock_guard.py`` watches the same while it runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import hermes_state

LIBRARY = Path(hermes_state.__file__).parent
REPOSITORY = Path(__file__).parents[2]

OPENING = {
    "open": "open",
    "io.open": "open",
    "os.open": "open",
    "os.fdopen": "fdopen",
    "os.truncate": "open",
    "os.rename": "rename",
    "os.replace": "rename",
    "os.unlink": "remove",
    "os.remove": "remove",
    "os.link": "rename",
    "mmap.mmap": "open",
    "zipfile.ZipFile": "open",
    "tempfile.mkstemp": "new",
    "tempfile.NamedTemporaryFile": "new",
    "sqlite3.connect": "sqlite",
    "sqlite_utils.Database": "sqlite",
    "apsw.Connection": "apsw",
}
"""Calls by the name under which they are written, and what they do."""

OPENING_METHODS = frozenset({"read_bytes", "read_text", "write_bytes", "write_text", "touch", "hardlink_to", "chmod"})
"""Methods of a path that open its file; ``open`` is one when it is asked of a path."""

COPYING_MODULES = frozenset({"shutil", "sqlite3", "sqlite_utils", "mmap", "fcntl", "dbm", "shelve"})
"""Modules that open files of their own accord."""

FOREIGN = "transcripts of others; the walker passes over every archive that is open, by what os.stat says"
COPIES = "copies and new files beside the archive, and an archive only while nobody has it open"

MAY_OPEN: dict[str, str] = {
    "hermes_state.store.files": "makes an archive's file, which must not be there, and asks what is mounted",
    "hermes_state.store.connection": "SQLite itself",
    "hermes_state.store.encryption": "the file of a key",
    "hermes_state.store.schema": "the copy before a migration, and the migrations' text",
    "hermes_state.export": "what it writes, which is refused when it is an archive that is open",
    "hermes_state.config_file": "config.yaml",
    "hermes_state.transcripts.claude_subagents": FOREIGN,
    "hermes_state.transcripts.detect": FOREIGN,
    "hermes_state.transcripts.foreign_sqlite": FOREIGN,
    "hermes_state.transcripts.hermes": FOREIGN,
    "hermes_state.transcripts.json_document": FOREIGN,
    "hermes_state.transcripts.lines": FOREIGN,
    "hermes_state.upkeep.backing_up": COPIES,
    "hermes_state.upkeep.forensics": COPIES,
    "hermes_state.upkeep.repairing": COPIES,
    "hermes_state.upkeep.staging": COPIES,
    "hermes_state.cli.main": "the null device",
    "hermes_state.cli.failures": "the null device",
}
"""The modules that may open files, and which."""

APART = ("hermes_state.memory", "hermes_state.cli.memory", "hermes_state.providers")
"""Packages that know no archive: their files are Markdown and text."""


def modules() -> Iterator[tuple[str, Path]]:
    """The name and the file of every module."""
    in_repository = {"hermes_state.cli": REPOSITORY / "cli"}
    for path in LIBRARY.rglob("*.py"):
        yield name_of("hermes_state", LIBRARY, path), path
    for package, folder in in_repository.items():
        if not (LIBRARY / "cli").is_dir():
            for path in folder.rglob("*.py"):
                yield name_of(package, folder, path), path


def name_of(package: str, folder: Path, path: Path) -> str:
    parts = [part for part in path.relative_to(folder).with_suffix("").parts if part != "__init__"]
    return ".".join([package, *parts])


def written_name(node: ast.expr) -> str:
    """A name with its dots, as it is written; empty for other expressions."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = written_name(node.value)
        return f"{before}.{node.attr}" if before else node.attr
    return ""


def openings(source: str) -> Iterator[tuple[int, str]]:
    """The lines of a module that open, copy, rename or remove files, or import what does."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] in COPYING_MODULES:
                    yield node.lineno, f"import {alias.name}"
        elif isinstance(node, ast.ImportFrom):
            if (node.module or "").split(".")[0] in COPYING_MODULES:
                yield node.lineno, f"from {node.module} import"
            for alias in node.names:
                if f"{node.module}.{alias.name}" in OPENING:
                    yield node.lineno, f"from {node.module} import {alias.name}"
        elif isinstance(node, ast.Call):
            called = written_name(node.func)
            if called in OPENING or called.rpartition(".")[2] in OPENING_METHODS or opens_a_path(node):
                yield node.lineno, f"{called}()"


def opens_a_path(call: ast.Call) -> bool:
    """Whether a call is of a method ``open`` of what can be a path: not of a pack codec, whose ``open`` takes bytes."""
    function = call.func
    if not isinstance(function, ast.Attribute) or function.attr != "open":
        return False
    owner = written_name(function.value).rpartition(".")[2]
    return not owner.endswith("codec")


MODULES = sorted(modules())


def test_the_walk_sees_the_modules() -> None:
    names = {name for name, _ in MODULES}
    assert {"hermes_state.store.files", "hermes_state.archive", "hermes_state.cli.main"} <= names
    assert set(MAY_OPEN) <= names, "a module on the list is gone"


@pytest.mark.parametrize(("name", "path"), MODULES, ids=[name for name, _ in MODULES])
def test_a_module_that_opens_files_is_on_the_list(name: str, path: Path) -> None:
    if name in MAY_OPEN or name.startswith(APART):
        return
    assert [f"{name}:{line} {what}" for line, what in openings(path.read_text(encoding="utf-8"))] == []


def test_only_the_connection_of_the_store_opens_what_is_an_archive() -> None:
    for name in ("hermes_state.store.files", "hermes_state.store.schema", "hermes_state.export"):
        path = dict(MODULES)[name]
        found = {what for _, what in openings(path.read_text(encoding="utf-8"))}
        assert not found & {"sqlite3.connect()", "import sqlite3", "import shutil", "apsw.Connection()"}, name


def test_the_standard_librarys_sqlite_is_only_for_transcripts_of_others() -> None:
    using = {
        name
        for name, path in MODULES
        for _, what in openings(path.read_text(encoding="utf-8"))
        if what.startswith(("import sqlite", "from sqlite", "sqlite3.", "sqlite_utils."))
    }
    assert {name for name in using if not name.startswith("hermes_state.transcripts.")} == set()


def test_every_module_on_the_list_has_its_reason_still() -> None:
    idle = [name for name, path in MODULES if name in MAY_OPEN and not any(openings(path.read_text(encoding="utf-8")))]
    assert idle == []


@pytest.mark.parametrize(
    "line",
    [
        "open(path, 'rb').close()",
        "with open(path) as file: pass",
        "os.open(path, os.O_RDONLY)",
        "Path(path).read_bytes()",
        "path.open('rb')",
        "db.path.chmod(0o600)",
        "import shutil",
        "from shutil import copy2",
        "import sqlite3",
        "import sqlite3 as other",
        "from sqlite3 import connect",
        "import sqlite_utils",
        "os.replace(new, path)",
        "from os import open as opened",
        "import fcntl",
        "import mmap",
    ],
)
def test_the_rule_notices(line: str) -> None:
    assert list(openings(line))


@pytest.mark.parametrize(
    "line",
    ["self._codec.open(data)", "os.stat(path)", "os.lstat(path)", "schema.open_reader(path)", "text.replace(a, b)"],
)
def test_the_rule_passes_over(line: str) -> None:
    assert not list(openings(line))
