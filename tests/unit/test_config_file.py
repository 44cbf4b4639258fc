"""The settings file is read in one way by all who ask it, and what is wrong with it is said with its name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hermes_state.config_file import load_config
from hermes_state.errors import InvalidArgumentError


def test_no_file_an_empty_one_and_one_of_comments_hold_no_settings(tmp_path: Path) -> None:
    assert load_config(str(tmp_path)) == {}
    for text in ("", "# later\n", "---\n"):
        (tmp_path / "config.yaml").write_text(text)
        assert load_config(str(tmp_path)) == {}


def test_sections_are_read_behind_a_byte_order_mark_and_with_any_line_ends(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_bytes(b"\xef\xbb\xbfimport:\r\n  exclude:\r\n    - a\r\n")
    assert load_config(str(tmp_path)) == {"import": {"exclude": ["a"]}}


@pytest.mark.parametrize(
    "data",
    [
        b"a: [1\n",
        b"- a\n",
        b"text\n",
        b"a: \xff\n",
        b"a: 2026-13-45\n",
        b"a: 0x_\n",
        b"{[a]: {[b]: c}}: d\n",
        b"[" * 5_000,
        b"a: 1\na: 2\n",
        b"a: \x07\n",
    ],
)
def test_what_is_no_settings_is_refused_in_one_line_with_the_file_and_a_hint(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "config.yaml"
    path.write_bytes(data)
    with pytest.raises(InvalidArgumentError) as caught:
        load_config(str(tmp_path))
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)
    assert caught.value.hint


def test_a_folder_or_a_pipe_in_its_place_is_an_error_and_nothing_to_wait_for(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.mkdir()
    with pytest.raises(InvalidArgumentError, match="not a regular file"):
        load_config(str(tmp_path))
    path.rmdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(path)
        with pytest.raises(InvalidArgumentError, match="not a regular file"):
            load_config(str(tmp_path))
