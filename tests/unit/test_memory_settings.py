"""The memory's settings are read as people write them, and changed without touching anything else in their file."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hermes_state.errors import InvalidArgumentError, MemoryFileError
from hermes_state.memory import settings_file
from hermes_state.memory.settings import MemorySettings, load_settings, set_setting

FILE = """\
# My settings
model:
  name: "a-model"   # the good one
  list:
      - 1
      -   2

memory:            # what it remembers
  # approval is off for now
  write_approval: no    # ask me later
  memory_char_limit: 2_200
  nudge_interval: 10

flow: {a: 1, b: [1,2]}
z: ~
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


def write(home: Path, text: str | bytes) -> Path:
    path = home / "config.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# Reading


def test_without_a_file_every_setting_has_its_default(home: Path) -> None:
    assert load_settings(str(home)) == MemorySettings(
        memory_enabled=True,
        user_profile_enabled=True,
        write_approval=False,
        memory_char_limit=2200,
        user_char_limit=1375,
        provider="",
    )


def test_the_home_is_the_one_that_the_environment_names(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home, "memory:\n  user_char_limit: 900\n")
    monkeypatch.setenv("HERMES_HOME", str(home))
    assert load_settings().user_char_limit == 900


@pytest.mark.parametrize(
    "text", ["", "# nothing\n", "memory:\n", "memory: {}\n", "model: x\n", "memory:\n  provider:\n"]
)
def test_what_a_file_does_not_say_has_its_default(home: Path, text: str) -> None:
    write(home, text)
    assert load_settings(str(home)) == MemorySettings()


@pytest.mark.parametrize(
    ("word", "meant"), [("yes", True), ("On", True), ("TRUE", True), ("no", False), ("off", False)]
)
def test_the_words_of_yaml_1_1_are_truth_values_as_in_hermes_agent(home: Path, word: str, meant: bool) -> None:
    write(home, f"memory:\n  write_approval: {word}\n")
    assert load_settings(str(home)).write_approval is meant


def test_a_file_may_begin_with_a_byte_order_mark_and_end_lines_as_windows_does(home: Path) -> None:
    write(home, b"\xef\xbb\xbfmemory:\r\n  write_approval: true\r\n  provider: honcho\r\n")
    assert load_settings(str(home)) == MemorySettings(write_approval=True, provider="honcho")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("memory:\n  memory_enabled: maybe\n", ["memory.memory_enabled", "'maybe'", "memory_enabled: true"]),
        ("memory:\n  write_approval: 3\n", ["memory.write_approval", "write_approval: false"]),
        ("memory:\n  memory_char_limit: lots\n", ["memory.memory_char_limit", "memory_char_limit: 2200"]),
        ("memory:\n  user_char_limit: 0\n", ["memory.user_char_limit", "user_char_limit: 1375"]),
        ("memory:\n  user_char_limit: true\n", ["memory.user_char_limit"]),
        ("memory:\n  user_char_limit: 1.5\n", ["memory.user_char_limit"]),
        ("memory:\n  memory_char_limit: .inf\n", ["memory.memory_char_limit"]),
        ("memory:\n  provider: [a]\n", ["memory.provider", 'provider: ""']),
        ("memory: [a]\n", ["`memory` is no section"]),
        ("memory: yes please\n", ["`memory` is no section"]),
        ("- a\n- b\n", ["does not hold settings"]),
        ("model: x\nmemory:\n  a: [1\nb: 2\n", ["no valid YAML at line"]),
        ("memory:\n  provider: a\n  provider: b\n", ["no valid YAML at line 3"]),
        ("a: 1\n---\nb: 2\n", ["no valid YAML"]),
        ("memory: !!python/object:os.system x\n", ["no valid YAML at line 1"]),
        (b"memory:\n  provider: caf\xe9\n", ["no UTF-8"]),
        ("a: " + "[" * 5000, ["no valid YAML"]),
        ("a: " + "9" * 5000, ["no valid YAML"]),
    ],
)
def test_what_has_no_meaning_is_refused_with_file_key_and_what_to_write(
    home: Path, text: str | bytes, said: list[str]
) -> None:
    path = write(home, text)
    before = path.read_bytes()
    with pytest.raises(InvalidArgumentError) as caught:
        load_settings(str(home))
    whole = f"{caught.value} ({caught.value.hint})"
    assert caught.value.path == str(path)
    for words in [str(path), *said]:
        assert words in whole
    assert "\n" not in whole
    assert caught.value.hint
    assert path.read_bytes() == before


def test_a_folder_in_the_place_of_the_file_is_an_error_and_not_an_empty_file(home: Path) -> None:
    (home / "config.yaml").mkdir()
    with pytest.raises(MemoryFileError, match=r"config\.yaml"):
        load_settings(str(home))


def test_a_pipe_in_the_place_of_the_file_does_not_hang(home: Path) -> None:
    os.mkfifo(home / "config.yaml")
    with pytest.raises(MemoryFileError, match="not a regular file"):
        load_settings(str(home))


# Changing


def test_a_change_touches_nothing_but_its_own_value(home: Path) -> None:
    path = write(home, FILE)
    assert set_setting(str(home), "write_approval", True) is True
    assert path.read_text() == FILE.replace("write_approval: no ", "write_approval: true ")
    assert set_setting(str(home), "memory_char_limit", "3,000") == 3000
    assert load_settings(str(home)) == MemorySettings(write_approval=True, memory_char_limit=3000)


def test_a_setting_that_is_not_there_yet_becomes_one_line_of_its_section(home: Path) -> None:
    path = write(home, FILE)
    set_setting(str(home), "provider", "honcho")
    added = set(path.read_text().splitlines()) - set(FILE.splitlines())
    assert added == {"  provider: honcho"}
    assert [line for line in path.read_text().splitlines() if line not in added] == FILE.splitlines()


@pytest.mark.parametrize(
    ("text", "then"),
    [
        ("", "memory:\n  write_approval: true\n"),
        ("# only this", "# only this\nmemory:\n  write_approval: true\n"),
        ("a: 1\n", "a: 1\nmemory:\n  write_approval: true\n"),
        ("a: 1\r\n", "a: 1\r\nmemory:\r\n  write_approval: true\r\n"),
        ("\ufeffa: 1\n", "\ufeffa: 1\nmemory:\n  write_approval: true\n"),
        ("memory:\n  write_approval:   # later\n", "memory:\n  write_approval: true   # later\n"),
        ("memory:\n    write_approval: 'off'\nb: 2", "memory:\n    write_approval: true\nb: 2"),
        ("memory: {write_approval: no, x: [1,2]}\n", "memory: {write_approval: true, x: [1,2]}\n"),
    ],
)
def test_the_value_is_put_where_it_belongs(home: Path, text: str, then: str) -> None:
    path = write(home, text)
    set_setting(str(home), "write_approval", "on")
    assert path.read_bytes().decode() == then


@pytest.mark.parametrize(
    "text", ["memory:\n# a comment\nb: 2\n", "memory: {}   # none\n", "{a: 1, b: [2]}\n", "a: 1\n...\n"]
)
def test_where_there_is_no_place_for_the_value_comments_and_order_stay(home: Path, text: str) -> None:
    path = write(home, text)
    set_setting(str(home), "write_approval", True)
    assert load_settings(str(home)).write_approval is True
    for words in ("# a comment", "# none", "b: 2", "a: 1"):
        assert (words in text) <= (words in path.read_text())


@pytest.mark.parametrize(
    "value",
    ["honcho", "on", "null", "12", "1e3", "a: b", "#x", "- x", "it's", 'say "x"', "記憶", "*a", "&a", "!t", "@x", ""],
)
def test_a_name_reads_back_as_it_was_set(home: Path, value: str) -> None:
    write(home, FILE)
    set_setting(str(home), "provider", value)
    assert load_settings(str(home)).provider == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("scan", False),
        ("memory", {}),
        ("write_approval", "perhaps"),
        ("write_approval", 1),
        ("memory_char_limit", -5),
        ("memory_char_limit", True),
        ("memory_char_limit", "10 or so"),
        ("memory_char_limit", 10**9),
        ("provider", "two\nlines"),
        ("provider", 5),
    ],
)
def test_a_value_without_meaning_changes_nothing(home: Path, name: str, value: object) -> None:
    path = write(home, FILE)
    with pytest.raises(InvalidArgumentError) as caught:
        set_setting(str(home), name, value)
    assert caught.value.hint
    assert path.read_text() == FILE


@pytest.mark.parametrize(
    "text",
    [
        "memory: [a\n",
        "memory: text\n",
        "- a\n",
        "base: &b {write_approval: no}\nmemory: *b\n",
        b"memory:\n  a: \xff\n",
    ],
)
def test_a_file_that_cannot_be_changed_safely_stays_as_it_is(home: Path, text: str | bytes) -> None:
    path = write(home, text)
    before = path.read_bytes()
    with pytest.raises(InvalidArgumentError) as caught:
        set_setting(str(home), "write_approval", True)
    assert str(path) in str(caught.value)
    assert caught.value.hint
    assert path.read_bytes() == before


def test_a_new_file_is_private_and_an_old_one_keeps_its_mode(home: Path) -> None:
    set_setting(str(home / "new"), "write_approval", True)
    assert stat.S_IMODE((home / "new" / "config.yaml").stat().st_mode) == 0o600
    path = write(home, FILE)
    path.chmod(0o640)
    set_setting(str(home), "write_approval", True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(one.name for one in home.iterdir() if one.is_file()) == ["config.yaml"]


def test_a_link_is_read_but_never_written_through(home: Path) -> None:
    kept = home / "dotfiles.yaml"
    kept.write_text(FILE)
    (home / "config.yaml").symlink_to(kept)
    assert load_settings(str(home)).write_approval is False
    with pytest.raises(MemoryFileError, match="link"):
        set_setting(str(home), "write_approval", True)
    assert kept.read_text() == FILE
    assert (home / "config.yaml").is_symlink()


def test_what_another_program_writes_meanwhile_is_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(home, FILE)
    write_new = settings_file.files.write_new
    edits = iter(["other: 1\n"])

    def edited_meanwhile(temporary: str, data: bytes) -> None:
        write_new(temporary, data)
        path.write_text(path.read_text() + next(edits, ""))

    monkeypatch.setattr(settings_file.files, "write_new", edited_meanwhile)
    set_setting(str(home), "write_approval", True)
    assert path.read_text() == FILE.replace("write_approval: no ", "write_approval: true ") + "other: 1\n"


def test_a_full_disk_leaves_the_file_and_no_leftover(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(home, FILE)

    def full(descriptor: int, data: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(MemoryFileError, match="No space left"):
        set_setting(str(home), "write_approval", True)
    monkeypatch.undo()
    assert path.read_text() == FILE
    assert [one.name for one in home.iterdir() if one.is_file()] == ["config.yaml"]


yaml_scalars = st.sampled_from(
    ["1", "yes", "a b", "'q'", '"d: #"', "~", "2026-07-01", "[1, 2]", "{k: v}", "|\n    t\n"]
)
lines = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "write_approval", "provider"]), yaml_scalars, st.sampled_from(["", "  # why"])
    ),
    max_size=4,
    unique_by=lambda line: line[0],
)


@given(top=lines, section=lines, below=lines)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_file_keeps_every_other_line(
    home: Path,
    top: list[tuple[str, str, str]],
    section: list[tuple[str, str, str]],
    below: list[tuple[str, str, str]],
) -> None:
    def block(some: list[tuple[str, str, str]], prefix: str) -> str:
        return "".join(
            f"{prefix}{key}: {value if value.endswith(chr(10)) else value + why + chr(10)}" for key, value, why in some
        )

    text = block([(f"t{key}", *rest) for key, *rest in top], "") + "memory:  # here\n" + block(section, "  ")
    text += block([(f"z{key}", *rest) for key, *rest in below], "")
    path = write(home, text)
    set_setting(str(home), "memory_char_limit", 1234)
    assert "  memory_char_limit: 1234\n" in path.read_text()
    if section:
        assert path.read_text().replace("  memory_char_limit: 1234\n", "", 1) == text
