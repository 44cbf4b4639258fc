"""Nothing is lost: drift, edits from outside, links, locks, full disks, read-only folders, clocks, many writers."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import portalocker
import pytest
from archives import environment
from memory_stores import BLOCKED, NOTICED, files_in, plain_scan, written

from hermes_state.memory import Author, MemoryStore, inventory
from hermes_state.memory.changes import approval
from hermes_state.memory.disk import files, locking
from hermes_state.memory.journal import history
from hermes_state.memory.prompt import judging

ON_POSIX = pytest.mark.skipif(os.name == "nt", reason="links and modes of POSIX")


@pytest.fixture(autouse=True)
def plain_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "scan_entries", plain_scan)


def backups(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in files_in(folder).items() if name.startswith("MEMORY.md.bak.")}


# Drift and edits from outside.


@pytest.mark.parametrize(
    "text",
    [
        "alpha\n\n§\n\nbeta\n",
        "alpha\r\n§\r\nbeta\r\n",
        "\ufeffalpha\n§\nbeta",
        "alpha\n§\nbeta\n§\n",
        " alpha \n§\n§\nbeta",
    ],
)
def test_what_parses_to_the_same_entries_is_no_drift(tmp_path: Path, text: str) -> None:
    written(tmp_path, text.encode())
    store = MemoryStore(folder=tmp_path)
    assert store.replace("memory", "alpha", "gamma")["success"]
    assert (tmp_path / "MEMORY.md").read_text() == "gamma\n§\nbeta"


def test_add_never_rewrites_the_bytes_that_are_there(tmp_path: Path) -> None:
    before = "\ufeffalpha \r\n\r\n§\r\n\r\nalpha\r\n\n\n".encode() + b"x" * 5000
    written(tmp_path, before)
    store = MemoryStore(9000, folder=tmp_path)
    assert store.add("memory", "new")["success"]
    assert store.apply_batch("memory", [{"action": "add", "content": "n2"}, {"action": "add", "content": "n3"}])[
        "success"
    ]
    assert (tmp_path / "MEMORY.md").read_bytes() == before + "\n§\nnew\n§\nn2\n§\nn3".encode()


def test_an_oversized_text_stops_what_rewrites_with_one_backup_and_says_how_to_mend_it(tmp_path: Path) -> None:
    document = "# Notes\n" + "words by hand " * 200
    data = f"alpha\n§\n{document}".encode()
    written(tmp_path, data)
    store = MemoryStore(folder=tmp_path)
    writes: list[Callable[[], dict[str, Any]]] = [
        lambda: store.replace("memory", "alpha", "beta"),
        lambda: store.edit("memory", "alpha", "beta"),
        lambda: store.remove("memory", "alpha"),
        lambda: store.apply_batch(
            "memory", [{"action": "add", "content": "x"}, {"action": "remove", "old_text": "alp"}]
        ),
        lambda: store.replace("memory", "nowhere", "beta"),
    ]
    for write in writes:
        answer = write()
        assert not answer["success"]
        assert "was not written as an entry" in answer["error"]
        assert "§" in answer["hint"]
    assert (tmp_path / "MEMORY.md").read_bytes() == data
    assert list(backups(tmp_path).values()) == [data]
    assert "done" not in store.remove("memory", "alpha")


def test_drift_does_not_stop_additions_that_make_the_file_longer_than_the_limit_only_by_the_limit(
    tmp_path: Path,
) -> None:
    written(tmp_path, b"words by hand " * 10)
    store = MemoryStore(200, folder=tmp_path)
    assert store.add("memory", "fits")["success"]
    small = MemoryStore(100, folder=tmp_path)
    assert "too many" in small.add("memory", "fits not")["error"]


def test_a_mended_file_can_be_changed_again(tmp_path: Path) -> None:
    written(tmp_path, b"words by hand " * 20)
    store = MemoryStore(100, folder=tmp_path)
    assert not store.remove("memory", "words")["success"]
    written(tmp_path, b"short\n\xc2\xa7\nfacts")
    assert store.remove("memory", "short")["success"]


def test_an_own_entry_that_a_smaller_limit_makes_oversized_is_no_drift(tmp_path: Path) -> None:
    MemoryStore(500, folder=tmp_path).add("memory", "x" * 400)
    assert MemoryStore(100, folder=tmp_path).replace("memory", "xxx", "short")["success"]


def test_an_entry_that_somebody_appended_to_is_named_and_backed_up_before_it_goes(tmp_path: Path) -> None:
    store = MemoryStore(folder=tmp_path)
    store.add("memory", "alpha")
    store.add("memory", "beta")
    with open(tmp_path / "MEMORY.md", "ab") as file:
        file.write(b"\nsomebody's line")
    data = (tmp_path / "MEMORY.md").read_bytes()
    assert "backup" not in store.replace("memory", "alpha", "gamma")
    after = (tmp_path / "MEMORY.md").read_bytes()
    answer = store.replace("memory", "beta", "delta")
    assert answer["success"]
    assert answer["changed_outside"] == ["beta\nsomebody's line"]
    assert Path(answer["backup"]).read_bytes() == after
    assert b"somebody's line" in data
    assert any("outside" in text for text in answer["warnings"])
    assert "backup" not in store.replace("memory", "delta", "epsilon")


def test_an_eight_kilobyte_appendix_is_not_wiped_by_a_replace(tmp_path: Path) -> None:
    store = MemoryStore(folder=tmp_path)
    store.add("memory", "alpha")
    with open(tmp_path / "MEMORY.md", "ab") as file:
        file.write(b"\n" + b"another tool's text. " * 390)
    data = (tmp_path / "MEMORY.md").read_bytes()
    assert not store.replace("memory", "alpha", "beta")["success"]
    assert (tmp_path / "MEMORY.md").read_bytes() == data


def test_what_happened_outside_stands_in_the_history_with_the_texts(tmp_path: Path) -> None:
    store = MemoryStore(folder=tmp_path)
    for text in ("the editor is vim", "to be deleted by hand", "stays"):
        store.add("memory", text)
    written(tmp_path, "the editor is vim now\n§\nstays\n§\nbrand new".encode())
    store.add("memory", "one more")
    outside = history.changes(store, "memory")[1]
    assert outside.operation == "outside"
    assert {(one.before, one.after) for one in outside.changes} == {
        ("the editor is vim", "the editor is vim now"),
        (None, "brand new"),
        ("to be deleted by hand", None),
    }


def test_merging_with_another_writer_keeps_both(tmp_path: Path) -> None:
    one, two = MemoryStore(folder=tmp_path), MemoryStore(folder=tmp_path)
    one.load_from_disk()
    two.load_from_disk()
    one.add("memory", "from one")
    assert two.add("memory", "from two")["current_entries"] == ["from one", "from two"]
    assert one.remove("memory", "from two")["current_entries"] == ["from one"]


# Reading that fails.


def test_a_read_error_stops_the_write_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore(folder=tmp_path)
    store.add("memory", "alpha")
    before = files_in(tmp_path)

    def failing(descriptor: int, size: int) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "read", failing)
        answer = store.add("memory", "beta")
        assert not store.read("memory")["success"]
        store.load_from_disk()
    assert not answer["success"]
    assert "Input/output error" in answer["error"]
    assert store.format_for_system_prompt("memory") is None
    assert files_in(tmp_path) == before


@pytest.mark.parametrize("name", ["MEMORY.md", "MEMORY.md.history.jsonl", "MEMORY.md.meta.json", "MEMORY.md.lock"])
def test_a_folder_in_a_files_place_is_a_clear_answer(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    answer = MemoryStore(folder=tmp_path).add("memory", "x")
    assert not answer["success"]
    assert "not a regular file" in answer["error"]


@ON_POSIX
def test_a_pipe_in_a_files_place_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "MEMORY.md")
    store = MemoryStore(folder=tmp_path)
    store.load_from_disk()
    assert "not a regular file" in store.add("memory", "x")["error"]


def test_a_file_in_the_folders_place_is_a_clear_answer(tmp_path: Path) -> None:
    (tmp_path / "memories").write_text("a file")
    store = MemoryStore(folder=tmp_path / "memories")
    store.load_from_disk()
    assert not store.add("memory", "x")["success"]
    assert (tmp_path / "memories").read_text() == "a file"


# Links.


@ON_POSIX
@pytest.mark.parametrize("name", ["MEMORY.md", "MEMORY.md.lock", "MEMORY.md.history.jsonl", "MEMORY.md.meta.json"])
@pytest.mark.parametrize("dangling", [False, True])
def test_a_planted_link_is_neither_read_nor_written_through(tmp_path: Path, name: str, dangling: bool) -> None:
    victim = tmp_path / "victim"
    if not dangling:
        victim.write_text("alpha\n§\nsecret")
    folder = tmp_path / "memories"
    folder.mkdir()
    (folder / name).symlink_to(victim)
    store = MemoryStore(folder=folder)
    store.load_from_disk()
    assert "secret" not in str(store.format_for_system_prompt("memory"))
    answer = store.add("memory", "x")
    assert not answer["success"]
    assert "links are not followed" in answer["error"]
    assert store.remove("memory", "alpha")["success"] is False
    assert store.forget("memory", "alpha")["success"] is False
    assert victim.exists() is not dangling
    assert dangling or victim.read_text() == "alpha\n§\nsecret"
    assert (folder / name).is_symlink()


@ON_POSIX
def test_a_link_planted_for_a_backup_is_passed_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    victim = tmp_path / "victim"
    victim.write_text("untouched")
    folder = tmp_path / "memories"
    data = b"words by hand " * 200
    written(folder, data)
    monkeypatch.setattr(time, "time", lambda: 1_800_000_000.7)
    (folder / "MEMORY.md.bak.1800000000").symlink_to(victim)
    (folder / "MEMORY.md.bak.1800000000.1").symlink_to(tmp_path / "nowhere")
    assert not MemoryStore(folder=folder).remove("memory", "words")["success"]
    assert victim.read_text() == "untouched"
    assert not (tmp_path / "nowhere").exists()
    assert (folder / "MEMORY.md.bak.1800000000.2").read_bytes() == data


@ON_POSIX
def test_a_link_planted_for_a_temporary_file_or_a_pending_write_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("untouched")
    folder = tmp_path / "memories"
    store = MemoryStore(folder=folder)
    store.add("memory", "x")
    (folder / ".mem_memory_0123456789ab.tmp").symlink_to(victim)
    (folder / "pending").mkdir()
    (folder / "pending" / "0123abcd.json").symlink_to(victim)
    assert store.add("memory", "y")["success"]
    assert not approval.approve(store, "0123abcd")["success"]
    assert approval.pending(store) == []
    assert victim.read_text() == "untouched"


@ON_POSIX
def test_a_link_planted_for_the_folder_of_pending_writes_leads_nowhere(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    written(elsewhere, b"not ours", ".mem_x.tmp")
    written(elsewhere, b"not ours", "0123abcd.json")
    folder = tmp_path / "memories"
    folder.mkdir()
    (folder / "pending").symlink_to(elsewhere)
    store = MemoryStore(folder=folder, author=Author("background"))
    assert store.add("memory", "a fact")["success"]
    assert "links are not followed" in store.add("memory", NOTICED)["error"]
    assert "links are not followed" in approval.approve(store, "0123abcd")["error"]
    assert not approval.reject(store, "0123abcd")["success"]
    assert not approval.approve(store, "all")["success"]
    assert not approval.reject(store, "all")["success"]
    assert sorted(files_in(elsewhere)) == [".mem_x.tmp", "0123abcd.json"]


@ON_POSIX
def test_a_link_of_the_whole_folder_is_fine(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "memories").symlink_to(tmp_path / "real")
    assert MemoryStore(folder=tmp_path / "memories").add("memory", "x")["success"]
    assert (tmp_path / "real/MEMORY.md").read_text() == "x"


# Leftovers.


def test_the_temporary_files_of_killed_writers_are_cleaned_up(tmp_path: Path) -> None:
    store = MemoryStore(folder=tmp_path)
    store.add("memory", "x")
    (tmp_path / "pending").mkdir()
    left = [
        ".mem_memory_0123456789ab.tmp",
        ".mem_user_0123456789ab.tmp",
        ".mem_k3j_9x.tmp",
        "pending/.mem_pending_0.tmp",
    ]
    for name in left:
        (tmp_path / name).write_text("left over")
    store.add("memory", "y")
    assert [name for name in left if (tmp_path / name).exists()] == []


def test_the_temporary_file_of_a_living_writer_of_the_other_store_stays(tmp_path: Path) -> None:
    store = MemoryStore(folder=tmp_path)
    store.add("memory", "x")
    (tmp_path / ".mem_user_0123456789ab.tmp").write_text("being written")
    with locking.locked(store.place("user").lock):
        store.add("memory", "y")
        assert (tmp_path / ".mem_user_0123456789ab.tmp").exists()
    store.add("memory", "z")
    assert not (tmp_path / ".mem_user_0123456789ab.tmp").exists()


# Locks.


def test_a_lock_that_stays_taken_is_a_clear_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert locking.LOCK_TIMEOUT_SECONDS == 30.0
    monkeypatch.setattr(locking, "LOCK_TIMEOUT_SECONDS", 0.05)
    store = MemoryStore(folder=tmp_path)
    store.add("memory", "x")
    before = files_in(tmp_path)
    with locking.locked(store.place("memory").lock):
        answer = store.add("memory", "y")
        assert store.read("memory")["current_entries"] == ["x"]
        assert store.add("user", "z")["success"]
    assert "is held by another process" in answer["error"]
    assert {name: data for name, data in files_in(tmp_path).items() if "USER" not in name} == before


def test_the_lock_is_the_one_that_hermes_agent_takes_and_stays_in_place(tmp_path: Path) -> None:
    store = MemoryStore(folder=tmp_path)
    store.add("memory", "x")
    number = (tmp_path / "MEMORY.md.lock").stat().st_ino
    store.add("memory", "y")
    assert (tmp_path / "MEMORY.md.lock").stat().st_ino == number
    if os.name != "nt":
        import fcntl

        with open(tmp_path / "MEMORY.md.lock") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            with pytest.raises(Exception, match="is held"), locking.locked(store.place("memory").lock, 0):
                pass


@pytest.mark.parametrize("code", ["ENOLCK", "ENOTSUP", "ENOSYS", "EINVAL"])
def test_a_filesystem_without_locks_refuses_writes_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    written(tmp_path, b"alpha")
    before = files_in(tmp_path)
    number = getattr(errno, code)

    def without(*arguments: object) -> None:
        raise portalocker.LockException(OSError(number, os.strerror(number)))

    monkeypatch.setattr(portalocker, "lock", without)
    store = MemoryStore(folder=tmp_path)
    answer = store.replace("memory", "alpha", "beta")
    assert not answer["success"]
    assert "cannot be locked" in answer["error"]
    assert "HERMES_HOME" in answer["hint"]
    store.load_from_disk()
    assert "alpha" in str(store.format_for_system_prompt("memory"))
    assert files_in(tmp_path) == before | {"MEMORY.md.lock": b""}


# Disks and folders that refuse.


def test_the_folder_is_flushed_after_the_renaming(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    replace, fsync = os.replace, os.fsync
    monkeypatch.setattr(os, "replace", lambda old, new: (calls.append(f"replace {Path(new).name}"), replace(old, new)))

    def flushed(descriptor: int) -> None:
        calls.append(f"fsync {Path(os.readlink(f'/proc/self/fd/{descriptor}')).name.split('_')[0]}")
        fsync(descriptor)

    if not Path("/proc/self/fd").exists():
        pytest.skip("needs /proc")
    monkeypatch.setattr(os, "fsync", flushed)
    store = MemoryStore(folder=tmp_path / "memories")
    store.add("memory", "x")
    calls.clear()
    store.add("memory", "y")
    assert calls == [
        "fsync MEMORY.md.history.jsonl",
        "fsync .mem",
        "replace MEMORY.md",
        "fsync memories",
        "fsync .mem",
        "replace MEMORY.md.meta.json",
        "fsync memories",
    ]


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that any user can reach."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


READ_ONLY = """
import os, sys
from memory_stores import use_plain_scan
from hermes_state.memory import MemoryStore, status
from hermes_state.memory.changes import approval
import portalocker
use_plain_scan()
os.umask(0)
if os.getuid() == 0:
    os.setuid(65534)
store = MemoryStore(folder=sys.argv[1])
store.load_from_disk()
print(store.format_for_system_prompt("memory"))
for answer in (store.add("memory", "x"), store.remove("memory", "fine"), store.forget("memory", "fine")):
    print(answer["success"], answer["error"], answer["hint"])
print(store.read("memory")["current_entries"])
print(status.status(store)["targets"]["memory"]["entry_count"])
"""


@ON_POSIX
def test_a_read_only_folder_is_read_and_not_written(open_folder: Path) -> None:
    data = f"fine\n§\n{BLOCKED}".encode()
    written(open_folder, data)
    os.chmod(open_folder / "MEMORY.md", 0o444)
    os.chmod(open_folder, 0o555)
    done = subprocess.run(
        [sys.executable, "-c", READ_ONLY, str(open_folder)],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    os.chmod(open_folder, 0o755)
    assert "\nfine\n" in done.stdout, done.stderr
    assert done.stdout.count("False cannot lock") == 3
    assert done.stdout.count("check who may write") == 3
    assert files_in(open_folder) == {"MEMORY.md": data}


@ON_POSIX
def test_a_file_that_may_not_be_read_is_not_empty(open_folder: Path) -> None:
    written(open_folder, b"precious")
    os.chmod(open_folder / "MEMORY.md", 0o000)
    os.chmod(open_folder, 0o777)
    done = subprocess.run(
        [sys.executable, "-c", READ_ONLY, str(open_folder)],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    os.chmod(open_folder / "MEMORY.md", 0o600)
    assert "False cannot read" in done.stdout, done.stderr
    assert (open_folder / "MEMORY.md").read_bytes() == b"precious"


# Clocks.


def test_a_clock_that_goes_back_changes_no_order_and_takes_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore(folder=tmp_path)
    for number, now in enumerate([1_800_000_000.0, 1_700_000_000.0, 0.0, -5.0, 4_300_000_000.0, 1_800_000_000.0]):
        monkeypatch.setattr(time, "time", lambda now=now: now)
        written(tmp_path, f"by hand {number}".encode())
        assert store.replace("memory", "by hand", f"by tool {number}")["success"]
        store.read("memory")
        store.remove("memory", "by tool")
    assert len(set(backups(tmp_path).values())) == 6
    operations = [one.operation for one in history.load(store.place("memory"))]
    assert operations == ["outside", "replace", "remove"] * 6
    assert store.undo("memory")["current_entries"] == ["by tool 5"]


# Many writers.

ADDER = """
import sys
from memory_stores import use_plain_scan
from hermes_state.memory import MemoryStore
use_plain_scan()
store = MemoryStore(100_000, folder=sys.argv[1])
for number in range(50):
    answer = store.add("memory", f"writer {sys.argv[2]} fact {number}")
    assert answer["success"], answer
"""


def test_two_processes_that_write_fifty_entries_each_leave_a_hundred(tmp_path: Path) -> None:
    children = [
        subprocess.Popen([sys.executable, "-c", ADDER, str(tmp_path), name], stderr=subprocess.PIPE, env=environment())
        for name in ("one", "two")
    ]
    errors = [child.communicate()[1] for child in children]
    assert errors == [b"", b""]
    entries = MemoryStore(100_000, folder=tmp_path).read("memory")["current_entries"]
    assert sorted(entries) == sorted(f"writer {name} fact {number}" for name in ("one", "two") for number in range(50))
    assert [name for name in files_in(tmp_path) if name.endswith(".tmp") or ".bak." in name] == []


def test_threads_of_one_store_lose_nothing(tmp_path: Path) -> None:
    store = MemoryStore(100_000, folder=tmp_path)
    threads = [
        threading.Thread(target=lambda name=name: [store.add("memory", f"{name} {number}") for number in range(10)])
        for name in "abcd"
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.read("memory")["current_entries"]) == 40


# Records beside the file.


def test_a_record_whose_change_never_reached_the_file_is_voided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore(folder=tmp_path)
    store.add("memory", "alpha")

    def killed(*arguments: object) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(files, "write_whole", killed)
        with pytest.raises(KeyboardInterrupt):
            store.add("memory", "never there")
    assert [one.operation for one in history.changes(store, "memory")] == ["add", "add"]
    store.add("memory", "beta")
    texts = [one.changes[0].after for one in history.changes(store, "memory")]
    assert texts == ["beta", "alpha"]
    assert store.undo("memory")["current_entries"] == ["alpha"]


def test_a_change_whose_sidecar_was_not_written_is_counted_in_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore(folder=tmp_path, author=Author("tool", "session-7"))
    store.add("memory", "alpha")
    (tmp_path / "MEMORY.md.meta.json").unlink()
    answer = store.replace("memory", "alpha", "beta")
    assert "changed_outside" not in answer
    assert store.read("memory")["entries"][0]["session"] == "session-7"
    assert [one.operation for one in history.load(store.place("memory"))] == ["add", "replace"]


def test_a_torn_last_line_of_the_history_costs_nothing(tmp_path: Path) -> None:
    store = MemoryStore(folder=tmp_path)
    store.add("memory", "alpha")
    with open(tmp_path / "MEMORY.md.history.jsonl", "ab") as file:
        file.write(b'{"id": "0123abcd", "time": 1')
    assert store.add("memory", "beta")["success"]
    assert [one.changes[0].after for one in history.changes(store, "memory")] == ["beta", "alpha"]


@pytest.mark.parametrize(
    "data",
    [b"\x00\xff\xfe", b"[1, 2]\n", b'{"id": 5}\n', b"[" * 100_000, b'{"void": 7}\n{"changes": null}\n', b"null\n" * 3],
)
def test_any_bytes_in_the_files_beside_it_stop_no_write_and_are_not_lost(tmp_path: Path, data: bytes) -> None:
    for name in ("MEMORY.md.history.jsonl", "MEMORY.md.meta.json", "pending/0123abcd.json"):
        written(tmp_path, data, name)
    store = MemoryStore(folder=tmp_path)
    store.load_from_disk()
    assert store.add("memory", "alpha")["success"]
    assert store.replace("memory", "alpha", "beta")["success"]
    assert (tmp_path / "MEMORY.md.history.jsonl").read_bytes().startswith(data)
    assert any(kept == data for name, kept in files_in(tmp_path).items() if "meta.json.bak" in name)
    assert approval.pending(store) == []
    assert not approval.approve(store, "0123abcd")["success"]
    assert not approval.approve(store, "all")["results"]
    assert approval.reject(store, "0123abcd")["success"]
    assert [one for one in inventory.entries(store.place("memory")) if one.override] == []
