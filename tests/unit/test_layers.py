"""Imports point one way: this walks the syntax trees of every module and fails on any other edge.

An import inside a function counts like any other. What stands under ``if TYPE_CHECKING`` is never run
and may name anything that the layer's own signatures speak of, but not reach up.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import hermes_state

LIBRARY = Path(hermes_state.__file__).parent
REPOSITORY = Path(__file__).parents[2]

APSW_IMPORTER = "hermes_state.store.connection"
COMMAND_LINE_PACKAGES = frozenset({"click", "tabulate", "wcwidth"})

CLI_MAY_IMPORT = frozenset(
    {
        "hermes_state",
        "hermes_state.config_file",
        "hermes_state.errors",
        "hermes_state.home",
        "hermes_state.ingest.places",
        "hermes_state.memory",
        *(
            f"hermes_state.memory.{name}"
            for name in (
                *("changes.approval", "changes.overrides", "disk.files", "entries.text", "exchange.exporting"),
                *("exchange.importing", "inventory", "journal.history", "prompt.snapshot", "settings", "status"),
                *("store", "targets", "threats"),
            )
        ),
        "hermes_state.resume",
        "hermes_state.secrets",
        "hermes_state.selection",
        "hermes_state.times",
        "hermes_state.upkeep",
    }
)

LEAVES = frozenset({"config_file", "errors", "home", "kinds", "migrations", "records", "references", "times"})

MAY_IMPORT: dict[str, frozenset[str]] = {
    "errors": frozenset(),
    "config_file": frozenset({"errors"}),
    "home": frozenset(),
    "migrations": frozenset(),
    "kinds": frozenset(),
    "references": frozenset(),
    "times": frozenset({"errors"}),
    "records": frozenset({"errors", "kinds"}),
    "resume": frozenset({"errors", "kinds", "records"}),
    "transcripts": frozenset({"errors", "kinds", "records", "references", "times"}),
    "store": LEAVES | {"analysis"},
    "analysis": frozenset({"errors"}),
    "search": LEAVES | {"analysis", "secrets", "store"},
    "ingest": LEAVES | {"analysis", "secrets", "store", "transcripts"},
    "export": LEAVES | {"analysis", "secrets", "store", "transcripts"},
    "upkeep": LEAVES
    | {"analysis", "store", "search", "ingest", "transcripts", "export", "archive", "salvage", "secrets"},
    "archive": LEAVES | {"analysis", "secrets", "store", "search", "ingest", "transcripts", "export"},
    "selection": LEAVES | {"analysis", "store", "search", "archive"},
    "secrets": frozenset({"errors"}),
    "salvage": frozenset({"errors"}),
    "memory": LEAVES | {"secrets"},
    "providers": LEAVES | {"memory"},
    "tools": LEAVES | {"archive", "search", "secrets", "upkeep", "memory"},
}
"""For each layer, the other layers of the library that it may import."""

ANALYSIS_MODULES = frozenset(
    {"hermes_state.search.analysis", "hermes_state.search.unicode_table", "hermes_state.search.fold"}
)
"""Pure modules beside searching that storing needs as well: text to terms."""

Edge = tuple[str, int, str]


def modules() -> Iterator[tuple[str, Path]]:
    """Yields the name and file of every module of the library, the command line's included."""
    folders = {
        "hermes_state": LIBRARY,
        "hermes_state.cli": LIBRARY / "cli",
        "hermes_state.migrations": LIBRARY / "migrations",
    }
    for package, in_repository in (("hermes_state.cli", "cli"), ("hermes_state.migrations", "migrations")):
        if not folders[package].is_dir():
            folders[package] = REPOSITORY / in_repository
    seen: set[Path] = set()
    for package, folder in sorted(folders.items(), reverse=True):
        for path in sorted(folder.rglob("*.py")):
            if path in seen:
                continue
            seen.add(path)
            parts = path.relative_to(folder).with_suffix("").parts
            names = [part for part in parts if part != "__init__"]
            yield ".".join([package, *names]), path


MODULES = dict(modules())


def imports(name: str, path: Path) -> Iterator[tuple[int, str]]:
    """Yields the line and full name of everything that a module imports, wherever in it the import stands."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = name if path.name == "__init__.py" else name.rpartition(".")[0]
                anchor = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*anchor, base]) if base else ".".join(anchor)
            for alias in node.names:
                submodule = f"{base}.{alias.name}"
                yield node.lineno, submodule if submodule in MODULES else base


def edges() -> Iterator[Edge]:
    """Yields every import of the library: module, line, what is imported."""
    for name, path in MODULES.items():
        for line, imported in imports(name, path):
            yield name, line, imported


EDGES = list(edges())


def layer_of(module: str) -> str:
    """The layer that a module of the library belongs to; its own name for those at the top of the package."""
    if module in ANALYSIS_MODULES:
        return "analysis"
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def offenders(wrong: Iterator[Edge]) -> list[str]:
    return [f"{name}:{line} imports {imported}" for name, line, imported in wrong]


def is_library(module: str) -> bool:
    return module.startswith("hermes_state") and not module.startswith("hermes_state.cli")


def test_the_walk_sees_the_library_and_the_command_line() -> None:
    assert {"hermes_state.errors", "hermes_state.store.connection", "hermes_state.cli.main"} <= set(MODULES)
    assert ("hermes_state.store.connection", "apsw") in {(name, imported) for name, _, imported in EDGES}
    assert ("hermes_state.cli.main", "click") in {(name, imported) for name, _, imported in EDGES}


def test_only_the_connection_imports_apsw() -> None:
    wrong = (edge for edge in EDGES if edge[2].split(".")[0] == "apsw" and edge[0] != APSW_IMPORTER)
    assert offenders(wrong) == []


def test_nothing_imports_apsw_submodules() -> None:
    assert offenders(edge for edge in EDGES if edge[2].startswith("apsw.")) == []


def test_the_library_imports_nothing_of_the_command_line() -> None:
    wrong = (
        edge
        for edge in EDGES
        if is_library(edge[0])
        and (edge[2].split(".")[0] in COMMAND_LINE_PACKAGES | {"cli"} or edge[2].startswith("hermes_state.cli"))
    )
    assert offenders(wrong) == []


def test_the_command_line_imports_public_names_only() -> None:
    wrong = (
        (name, line, imported)
        for name, line, imported in EDGES
        if name.startswith("hermes_state.cli")
        and imported.split(".")[0] == "hermes_state"
        and not imported.startswith("hermes_state.cli")
        and imported not in CLI_MAY_IMPORT
    )
    assert offenders(wrong) == []


def test_layers_of_the_library_import_one_way() -> None:
    wrong = (
        (name, line, imported)
        for name, line, imported in EDGES
        if is_library(name)
        and name != "hermes_state"
        and is_library(imported)
        and layer_of(imported) != layer_of(name)
        and layer_of(imported) not in MAY_IMPORT.get(layer_of(name), frozenset())
    )
    assert offenders(wrong) == []


def test_every_layer_has_its_rule() -> None:
    layers = {layer_of(name) for name in MODULES if is_library(name)} - {""}
    assert layers - set(MAY_IMPORT) == set()


def test_the_rules_themselves_go_one_way() -> None:
    def reaches(start: str, seen: frozenset[str] = frozenset()) -> bool:
        return any(
            target == goal or (target not in seen and reaches(target, seen | {target})) for target in MAY_IMPORT[start]
        )

    for goal in MAY_IMPORT:
        assert not reaches(goal), f"{goal} may import itself by way of others"


@pytest.mark.parametrize("short_name", ["cli", "migrations"])
def test_mapped_folders_are_never_imported_by_their_short_names(short_name: str) -> None:
    assert offenders(edge for edge in EDGES if edge[2].split(".")[0] == short_name) == []


def test_no_module_is_imported_that_does_not_exist() -> None:
    known = set(MODULES) | {"hermes_state._native"}
    wrong = (edge for edge in EDGES if edge[2].split(".")[0] == "hermes_state" and edge[2] not in known)
    assert offenders(wrong) == []


def test_the_library_does_not_print() -> None:
    printing = [
        f"{name}:{node.lineno}"
        for name, path in MODULES.items()
        if is_library(name)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "input")
    ]
    assert printing == []


def test_dependencies_are_the_declared_ones() -> None:
    declared = {"apsw", "click", "portalocker", "ruamel", "sqlite_utils", "tabulate", "wcwidth", "zstandard"}
    wrong = (
        edge for edge in EDGES if edge[2].split(".")[0] not in declared | sys.stdlib_module_names | {"hermes_state"}
    )
    assert offenders(wrong) == []
