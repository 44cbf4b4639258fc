"""The wheel says what is in it: for any Python 3, and for one platform only if the C part is in it."""

from __future__ import annotations

import os
import re
from importlib.metadata import distribution

import pytest

from hermes_state.store.native import FILE_NAME

needs_wheel = pytest.mark.skipif(
    os.environ.get("HERMES_STATE_TEST_WHEEL") != "1", reason="only make test runs on the built wheel"
)


@needs_wheel
def test_the_tag_of_the_wheel_tells_whether_the_c_part_is_in_it() -> None:
    installed = distribution("hermes-state")
    metadata = installed.read_text("WHEEL") or ""
    tags = re.findall(r"^Tag: (.+)$", metadata, re.MULTILINE)
    names = {file.as_posix() for file in installed.files or ()}
    assert len(tags) == 1
    assert tags[0].startswith("py3-none-")
    assert (tags[0] == "py3-none-any") == (f"hermes_state/{FILE_NAME}" not in names)
    assert ("Root-Is-Purelib: true" in metadata) == (tags[0] == "py3-none-any")


@needs_wheel
def test_nothing_else_of_the_c_part_is_installed() -> None:
    names = [file.as_posix() for file in distribution("hermes-state").files or ()]
    assert [name for name in names if name.endswith((".c", ".h", ".o"))] == []
