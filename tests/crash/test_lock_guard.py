"""No public call and no command opens an archive's files beside SQLite, or drops SQLite's locks on them."""

from __future__ import annotations

import contextlib
import io
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from archives import LONG, claude_lines, write_lines
from command import run
from lock_guard import LOCKS, LockGuard, guarding

from hermes_state import SessionDB, upkeep
from hermes_state.cli.session import COMMANDS
from hermes_state.errors import HermesStateError

OTHER = "22222222-2222-4222-8222-222222222222"
SESSION = "11111111-1111-4111-8111-111111111111"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Transcripts, in the folder of the archive itself."""
    write_lines(tmp_path / "archive" / "claude.jsonl", claude_lines(SESSION, 20))
    return tmp_path / "archive"


@pytest.fixture
def db(folder: Path) -> Iterator[SessionDB]:
    with SessionDB(folder / "state.db") as db:
        for name in ("s", "t", "u", "v", "w"):
            db.create_session(session_id=name, title=f"title {name}")
            db.append(name, [{"role": "user", "content": LONG.format(n)} for n in range(5)])
        db.file.seal_from(1)
        db.append("s", {"role": "user", "content": "loose"})
        yield db


@pytest.fixture
def guard(db: SessionDB) -> Iterator[LockGuard]:
    with guarding(db.path) as guard:
        guard.assert_undisturbed("opening")
        yield guard


Call = Callable[[SessionDB, Path], object]

METHODS: dict[str, Call] = {
    "create_session": lambda db, _: db.create_session(session_id="new"),
    "append": lambda db, _: db.append("new", [{"role": "user", "content": LONG.format(n)} for n in range(5)]),
    "get_session": lambda db, _: db.get_session("s"),
    "get_messages": lambda db, _: db.get_messages("s"),
    "search": lambda db, _: [db.search("sentence"), db.search("nowhere at all"), db.search("etters")],
    "scroll": lambda db, _: db.scroll("s", db.get_messages("s")[0].id or 0),
    "read": lambda db, _: db.read("s"),
    "browse": lambda db, _: db.browse(),
    "rewind": lambda db, _: db.rewind("new", db.get_messages("new")[-1].id or 0),
    "compact": lambda db, _: db.compact("new", db.get_messages("new")[1].id or 0, "a summary"),
    "end_session": lambda db, _: db.end_session("new", "done"),
    "import_transcripts": lambda db, folder: db.import_transcripts([folder, db.path]),
    "export": lambda db, folder: [db.export(out=folder / "out.jsonl"), db.export(out=io.BytesIO(), format="markdown")],
    "verify": lambda db, _: db.verify(),
}

UPKEEP: dict[str, Call] = {
    "rename": lambda db, _: upkeep.rename(db, "s", "another"),
    "resolve_session": lambda db, _: upkeep.resolve_session(db, "s"),
    "stats": lambda db, _: upkeep.stats(db),
    "mark": lambda db, _: upkeep.mark(db, ["t"], "pinned"),
    "delete": lambda db, _: upkeep.delete(db, ["u"]),
    "plan_prune": lambda db, _: upkeep.plan_prune(db, upkeep.Rule(before="2020-01-01")),
    "prune": lambda db, _: upkeep.prune(db, upkeep.plan_prune(db, upkeep.Rule(untitled=True))),
    "trash_to_empty": lambda db, _: upkeep.trash_to_empty(db),
    "empty_trash": lambda db, _: upkeep.empty_trash(db),
    "retention_rules": lambda db, _: upkeep.retention_rules({}),
    "optimize": lambda db, _: upkeep.optimize(db),
    "find_secrets": lambda db, _: upkeep.find_secrets(db),
    "backup": lambda db, folder: [
        upkeep.backup(db, folder / "copy.db"),
        upkeep.backup(db, f"{folder}/copies/", keep=1),
    ],
    "purge": lambda db, _: upkeep.purge(db, ["v"]),
}

COMMAND_LINES: dict[str, list[str]] = {
    "search": ["sentence"],
    "list": [],
    "browse": [],
    "show": ["s"],
    "scroll": ["s", "1"],
    "import": ["{folder}"],
    "sync": ["--yes"],
    "export": ["--output", "{folder}/out.jsonl"],
    "stats": [],
    "check": [],
    "rename": ["s", "A title"],
    "pin": ["t"],
    "archive": ["t"],
    "trash": ["w"],
    "prune": ["--untitled", "--yes"],
    "delete": ["u", "--purge", "--yes"],
    "optimize": [],
    "backup": ["{folder}/copy.db"],
    "restore": ["{folder}/copy.db", "--yes"],
    "repair": [],
    "secrets": [],
    "completion": ["bash"],
}
NEEDS_IT_CLOSED = frozenset({"restore", "repair"})
"""Commands that may refuse an archive that is open in their process."""


def test_every_method_leaves_the_locks_alone(db: SessionDB, folder: Path, guard: LockGuard) -> None:
    public = {name for name in vars(SessionDB) if not name.startswith("_")}
    properties = {name for name in public if isinstance(vars(SessionDB)[name], property)}
    assert public - properties - {"close"} == set(METHODS)
    for name, call in METHODS.items():
        call(db, folder)
        guard.assert_undisturbed(name)
    for name in properties:
        getattr(db, name)
    with SessionDB(db.path) as other, SessionDB(db.path, read_only=True) as third:
        other.append("s", {"role": "user", "content": "from another"})
        third.search("another")
        guard.assert_undisturbed("other archives of the same file")
    guard.assert_undisturbed("closing them")


def test_every_function_of_upkeep_leaves_the_locks_alone(db: SessionDB, folder: Path, guard: LockGuard) -> None:
    functions = {name for name in upkeep.__all__ if name[0].islower()}
    assert functions == set(UPKEEP) | {"repair", "restore"}  # these have a test of their own
    for name, call in UPKEEP.items():
        call(db, folder)
        guard.assert_undisturbed(name)


@pytest.mark.parametrize(
    "call", [lambda path, copy: upkeep.repair(path), lambda path, copy: upkeep.restore(copy, path)]
)
def test_what_needs_the_archive_closed_leaves_the_locks_of_an_open_one_alone(
    call: Callable[[Path, Path], object], db: SessionDB, folder: Path, guard: LockGuard
) -> None:
    upkeep.backup(db, folder / "copy.db")
    with contextlib.suppress(HermesStateError):
        call(db.path, folder / "copy.db")
    guard.assert_undisturbed("asking for it")
    db.append("s", {"role": "user", "content": "goes on"})


def test_every_command_leaves_the_locks_alone(db: SessionDB, folder: Path, guard: LockGuard, own_home: Path) -> None:
    write_lines(own_home / ".claude" / "projects" / "p" / f"{OTHER}.jsonl", claude_lines(OTHER, 6))
    assert set(COMMANDS) == set(COMMAND_LINES)
    for name, words in COMMAND_LINES.items():
        archive = [] if name == "completion" else ["--db", db.path]
        outcome = run(name, *(word.format(folder=folder) for word in words), *archive)
        assert outcome.code == 0 or name in NEEDS_IT_CLOSED, (name, outcome)
        guard.assert_undisturbed(name)


def opened(path: Path) -> object:
    with open(path, "rb") as file:
        return file.read(1)


def asked_by_another_library(path: Path) -> object:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT count(*) FROM message").fetchall()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("touch", "side"),
    [
        (opened, ""),
        (opened, "-shm"),
        (asked_by_another_library, ""),
        (lambda path: shutil.copy(path, f"{path}.copy"), ""),
        (lambda path: path.with_name("other name").hardlink_to(path) or opened(path.with_name("other name")), ""),
    ],
)
def test_the_guard_notices_whoever_opens_the_files(
    touch: Callable[[Path], Any], side: str, db: SessionDB, guard: LockGuard
) -> None:
    touch(Path(f"{db.path}{side}"))
    assert guard.events
    with pytest.raises(AssertionError, match="touched"):
        guard.assert_undisturbed("touching")
    guard.events.clear()
    if LOCKS.exists():
        with pytest.raises(AssertionError, match="dropped a lock"):
            guard.assert_undisturbed("touching")
