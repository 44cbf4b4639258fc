"""The work of a start: what a search as a process loads, makes and asks before it searches."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from hermes_state import SessionDB

BASE = "import click, apsw, json, re, zlib, binascii, unicodedata, datetime, zstandard"
"""What the command stands on; the rest of what is loaded is its own doing."""

SEARCH = """
import dataclasses, re, sys
base = set(sys.modules)
classes, patterns = [], []
made, compiled = dataclasses.dataclass, re.compile

def dataclass(kind=None, **options):
    if kind is None:
        return lambda one: dataclass(one, **options)
    classes.append(kind.__name__)
    return made(kind, **options)

def compile(pattern, flags=0):
    patterns.append(pattern)
    return compiled(pattern, flags)

dataclasses.dataclass, re.compile = dataclass, compile
from hermes_state.cli.main import main
code = main(sys.argv[1:])
import json
loaded = sorted(set(sys.modules) - base)
print(json.dumps({"code": code, "loaded": loaded, "classes": classes, "patterns": patterns}, default=repr))
"""

NOT_TO_SEARCH = (
    "hermes_state.export",
    "hermes_state.ingest",
    "hermes_state.records",
    "hermes_state.search.date_words",
    "hermes_state.search.surroundings",
    "hermes_state.search.views",
    "hermes_state.store.codec",
    "hermes_state.store.live",
    "hermes_state.store.sealing",
    "hermes_state.store.verification",
    "hermes_state.store.writing",
    "hermes_state.tools",
    "hermes_state.transcripts",
    "hermes_state.upkeep",
)
"""Modules of the library that other work needs."""

NOT_TO_START = ("base64", "hashlib", "locale", "pathlib", "string", "tempfile", "urllib.parse")
"""Modules of Python that take half a millisecond or more each."""

MOST_MODULES = 75
"""Of the library and the command line; each takes 0.1 ms."""

EXPRESSION_CHARS = 100
"""Longer expressions, those with classes of Unicode, are compiled when a text needs them."""


@pytest.fixture(scope="module")
def start(examples_archive: Path) -> dict[str, Any]:
    """What a search for plain words does as a process."""
    words = ["session", "search", "--db", str(examples_archive), "Windows PTY bridge"]
    done = subprocess.run(
        [sys.executable, "-P", "-c", BASE + SEARCH, *words], capture_output=True, encoding="utf-8", check=True
    )
    found: dict[str, Any] = json.loads(done.stdout.rsplit("\n", 2)[1])
    assert found["code"] == 0
    return found


@pytest.fixture
def statements() -> Iterator[list[str]]:
    """The SQL of every statement that connections opened meanwhile run."""
    run: list[str] = []

    def watch(connection: apsw.Connection) -> None:
        connection.trace_v2(apsw.SQLITE_TRACE_STMT, lambda event: run.append(event["sql"]))

    apsw.connection_hooks.append(watch)
    yield run
    apsw.connection_hooks.remove(watch)


def test_a_search_loads_nothing_that_only_other_work_needs(start: dict[str, Any]) -> None:
    needless = (*NOT_TO_SEARCH, *NOT_TO_START)
    assert [name for name in start["loaded"] if any(f"{name}.".startswith(f"{one}.") for one in needless)] == []


def test_a_search_loads_few_modules(start: dict[str, Any]) -> None:
    assert 0 < sum(name.startswith("hermes_state") for name in start["loaded"]) <= MOST_MODULES


def test_a_search_makes_no_dataclasses_but_those_that_it_answers_with(start: dict[str, Any]) -> None:
    assert sorted(start["classes"]) == ["SearchPage", "SearchResult"]


def test_a_search_for_plain_words_compiles_no_large_expression(start: dict[str, Any]) -> None:
    assert start["patterns"]
    assert [pattern for pattern in start["patterns"] if len(pattern) > EXPRESSION_CHARS] == []


def test_opening_an_archive_to_read_it_runs_three_statements(db: Path, statements: list[str]) -> None:
    with SessionDB(db, read_only=True):
        assert len(statements) == 3
    assert len(statements) == 3, "closing what was only read runs none"
