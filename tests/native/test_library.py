"""The extension as a file: what it exports, where it loads, and what outlives a connection."""

from __future__ import annotations

import ctypes.util
import hashlib
import re
import shutil
import subprocess
import sys
import time
import unicodedata
from pathlib import Path
from typing import Any

import apsw
import apsw.unicode
import pytest

from hermes_state.store.native import library_path

NATIVE = Path(__file__).parents[2] / "native"
INIT = "sqlite3_native_init"
HASHED = re.compile(r"^\| `(sqlite3(?:ext)?\.h)` \| `([0-9a-f]{64})` \|$", re.MULTILINE)


def run(code: str, *arguments: str, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
    """Runs Python in a process of its own: one process may load a file into one SQLite library only."""
    command = [python, "-P", "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_the_file_is_not_found_when_it_is_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERMES_STATE_NATIVE", "off")
    assert library_path() is None


@pytest.mark.skipif(shutil.which("nm") is None, reason="no nm")
@pytest.mark.skipif(sys.platform != "linux", reason="nm prints other names on this system")
def test_only_the_init_function_is_exported(library: str) -> None:
    command = ["nm", "-D", "--defined-only", library]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert [line.split()[-1] for line in listed.splitlines()] == [INIT]


def test_the_vendored_headers_are_the_named_ones() -> None:
    folder = NATIVE / "vendor"
    named = dict(HASHED.findall((folder / "README.md").read_text(encoding="utf-8")))
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.h")}
    assert named == found
    assert len(named) == 2


@pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="the tables are written with Unicode 14.0")
@pytest.mark.skipif(apsw.unicode.unicode_version != "17.0", reason="emoji are those of APSW with Unicode 17.0")
def test_the_committed_tables_are_what_the_generator_writes(tmp_path: Path) -> None:
    for name in ("generate_unicode.py", "c_header.py"):
        (tmp_path / "native").mkdir(exist_ok=True)
        shutil.copy(NATIVE / name, tmp_path / "native" / name)
    (tmp_path / "hermes_state" / "search").mkdir(parents=True)
    subprocess.run([sys.executable, str(tmp_path / "native" / "generate_unicode.py")], check=True)
    for name in ("native/unicode_tables.h", "hermes_state/search/unicode_table.py"):
        assert (tmp_path / name).read_bytes() == (NATIVE.parent / name).read_bytes(), name


def test_functions_answer_every_kind_of_value(native: Any) -> None:
    found = native.connection.execute(
        "SELECT hermes_fold(NULL), hermes_index_text(NULL), hermes_fold(''), hermes_fold(x''), hermes_index_text(x''),"
        " hermes_fold(12.5), hermes_index_text(7), hermes_fold(x'c389'), typeof(hermes_fold(x'c389')),"
        " hermes_fold('A' || char(0) || 'B'), hermes_index_text(char(0x7D42, 0, 0x7AEF))"
    ).fetchone()
    assert found == (None, None, "", "", "", "12.5", "7", "e", "text", "a\0b", " 終 \0 端 ")


def test_functions_may_stand_in_an_index_and_a_view_of_an_untrusted_schema(native: Any) -> None:
    connection = native.connection
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("CREATE TABLE words (text); CREATE INDEX folded ON words (hermes_fold(text))")
    connection.execute("CREATE VIEW terms AS SELECT hermes_index_text(text) AS text FROM words")
    connection.execute("INSERT INTO words VALUES ('Ａ')")
    assert connection.execute("SELECT words.text, terms.text FROM words, terms").fetchall() == [("Ａ", "a")]
    connection.execute("DROP VIEW terms; DROP TABLE words")


def test_a_result_that_is_too_long_is_an_error(native: Any) -> None:
    before = native.connection.limit(apsw.SQLITE_LIMIT_LENGTH, 1000)
    try:
        with pytest.raises(apsw.TooBigError):
            native.connection.execute("SELECT hermes_fold(?)", ("\ufdfa" * 300,)).fetchall()
    finally:
        native.connection.limit(apsw.SQLITE_LIMIT_LENGTH, before)
    assert native.analysed("Ａ") == ("a", "a")


def test_a_huge_text_between_small_ones(native: Any) -> None:
    text = "Ｗｏｒｄ 終端 " * 200_000
    folded, index_text = native.analysed(text)
    assert folded == "word 終端 " * 200_000
    assert index_text == "word  終端 端  " * 200_000
    assert native.analysed("Ａ") == ("a", "a")


@pytest.mark.parametrize(
    "text",
    [
        "word " * 200_000,
        "x" * 1_000_000,
        "-" + " " * 1_000_000,
        "大别山，" * 250_000,
        "a" + "\u0301\u0327" * 300_000,
        "\uff9e\u0301" * 300_000,
        "\u0344\u0f73" * 300_000,
        ("\u08e4" * 16 + "\u08e3" * 16 + "\u034f") * 30_000,
        "e\u0301" * 300_000,
        "\u1161" * 300_000,
        "か" + "\u0e48" * 300_000,
        "🎉é" * 300_000,
        "\x00" * 1_000_000,
        "ﷺ" * 60_000,
        ("x" * 510 + ".x") * 2_000,
    ],
    ids=lambda text: ascii(text[:4]),
)
def test_a_megabyte_of_anything_is_analysed_in_linear_time(native: Any, text: str) -> None:
    started = time.process_time()
    native.analysed(text)
    native.tokens(text[:100_000])
    assert time.process_time() - started < 5  # quadratic work takes minutes


def test_a_database_in_utf_16_works_too(library: str) -> None:
    connection = apsw.Connection(":memory:")
    connection.execute("PRAGMA encoding = 'UTF-16le'")
    connection.enable_load_extension(True)
    connection.load_extension(library)
    connection.execute("CREATE VIRTUAL TABLE notes USING fts5(text, tokenize='fts5_cjk')")
    connection.execute("INSERT INTO notes VALUES ('打开终端')")
    assert connection.execute("SELECT highlight(notes, 0, '[', ']') FROM notes('终端')").fetchall() == [("打开[终端]",)]
    assert connection.execute("SELECT hermes_fold('Ａé')").fetchall() == [("ae",)]
    connection.close()


def test_many_connections_come_and_go(library: str) -> None:
    for number in range(50):
        connection = apsw.Connection(":memory:")
        connection.enable_load_extension(True)
        connection.load_extension(library)
        assert connection.execute("SELECT hermes_fold(?)", (f"Ａ{number}",)).fetchall() == [(f"a{number}",)]
        connection.close()


def test_the_extension_stays_when_its_connection_is_gone(library: str) -> None:
    """A tokenizer object of APSW is freed after its connection: the code must still be there."""
    code = (
        "import apsw, gc, sys\n"
        "connection = apsw.Connection(':memory:')\n"
        "connection.enable_load_extension(True)\n"
        "connection.load_extension(sys.argv[1])\n"
        "tokenizer = connection.fts5_tokenizer('fts5_cjk', [])\n"
        "tokenizer('终端'.encode(), apsw.FTS5_TOKENIZE_DOCUMENT, None)\n"
        "connection.close()\n"
        "del connection\n"
        "gc.collect()\n"
        "del tokenizer\n"
        "gc.collect()\n"
        "print('alive')\n"
    )
    done = run(code, library)
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr


def python_that_loads_extensions() -> str | None:
    """An interpreter whose own ``sqlite3`` loads extensions: this one, or the system's."""
    code = "import sqlite3, sys; sys.exit(not hasattr(sqlite3.Connection, 'enable_load_extension'))"
    for python in (sys.executable, "/usr/bin/python3"):
        if Path(python).exists() and subprocess.run([python, "-c", code], check=False).returncode == 0:
            return python
    return None


def test_the_sqlite_of_python_loads_it(library: str) -> None:
    python = python_that_loads_extensions()
    if python is None:
        pytest.skip("no Python at hand loads extensions into its own SQLite")
    code = (
        "import sqlite3, sys\n"
        "connection = sqlite3.connect(':memory:')\n"
        "connection.enable_load_extension(True)\n"
        "connection.load_extension(sys.argv[1])\n"
        "connection.execute(\"CREATE VIRTUAL TABLE notes USING fts5(text, tokenize='fts5_cjk')\")\n"
        "connection.execute(\"INSERT INTO notes VALUES ('打开终端')\")\n"
        "print(connection.execute(\"SELECT highlight(notes, 0, '[', ']') FROM notes('终端')\").fetchone()[0])\n"
    )
    done = run(code, library, python=python)
    assert (done.returncode, done.stdout) == (0, "打开[终端]\n"), done.stderr


@pytest.mark.skipif(ctypes.util.find_library("sqlite3") is None, reason="no SQLite library besides APSW's")
def test_a_second_sqlite_library_of_the_process_is_refused(library: str) -> None:
    """Else the functions that the first one calls would call the second."""
    code = (
        "import apsw, ctypes, ctypes.util, sys\n"
        "first = apsw.Connection(':memory:')\n"
        "first.enable_load_extension(True)\n"
        "first.load_extension(sys.argv[1])\n"
        "second = ctypes.CDLL(ctypes.util.find_library('sqlite3'))\n"
        "connection, message = ctypes.c_void_p(), ctypes.c_char_p()\n"
        "assert second.sqlite3_open(b':memory:', ctypes.byref(connection)) == 0\n"
        "second.sqlite3_enable_load_extension(connection, 1)\n"
        "path = sys.argv[1].encode()\n"
        "code = second.sqlite3_load_extension(connection, path, None, ctypes.byref(message))\n"
        "print(code, message.value.decode())\n"
        "print(first.execute(\"SELECT hermes_fold('A')\").fetchone()[0])\n"
    )
    done = run(code, library)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"1 .*another SQLite library.*\na\n", done.stdout)


def shell_loads_extensions() -> bool:
    shell = shutil.which("sqlite3")
    if shell is None:
        return False
    options = subprocess.run([shell, ":memory:", "PRAGMA compile_options"], capture_output=True, text=True, check=False)
    return "ENABLE_FTS5" in options.stdout and "OMIT_LOAD_EXTENSION" not in options.stdout


@pytest.mark.skipif(not shell_loads_extensions(), reason="no sqlite3 shell with FTS5 that loads extensions")
def test_the_example_of_the_readme_runs_in_the_shell(library: str) -> None:
    readme = (NATIVE / "README.md").read_text(encoding="utf-8")
    example = re.search(r"```sql\n(.*?)```\n.*?```text\n(.*?)```", readme, re.DOTALL)
    assert example is not None
    script = example[1].replace("/path/to/_native.so", library)
    done = subprocess.run(["sqlite3", ":memory:"], input=script, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (example[2], "")
