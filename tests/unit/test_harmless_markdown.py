"""Markdown that others wrote holds no HTML once it is exported: the cases are those of CommonMark's specification."""

from __future__ import annotations

import io
import re

import pytest

from hermes_state.records import Message, Session
from hermes_state.transcripts import markdown
from hermes_state.transcripts.harmless_markdown import without_html

TAG = "<script>alert(1)</script>"

KEPT = [
    "no markup, 1 < 2 and a <- b",
    f"```html\n{TAG}\n```",
    f"~~~\n{TAG}\n```\n{TAG}\n~~~",
    f"````\n```\n{TAG}\n````",
    f"the element `{TAG}` and ``a ` {TAG}``",
    f"left open:\n```\n{TAG}",
]
"""Code, which every reader shows as it is."""

ESCAPED = {
    "prose": TAG,
    "a closing tag alone": "</details>",
    "a comment": "<!-- hidden",
    "a declaration": "<!DOCTYPE html>",
    "an instruction": "<?php ?>",
    "an attribute": "<img src=x onerror=alert(1)>",
    "after a fence": f"```\ncode\n```\n{TAG}",
    "a fence in a list, which the next line ends": f"- item\n  ```\n{TAG}\n  ```",
    "a fence in a quotation, which the next line ends": f"> ```\n{TAG}\n> ```",
    "an indented fence, which closes where another seems to open": f"   ```\n```\n{TAG}\n```",
    "a fence that a space of another kind leaves open": f"```\n```\u00a0\n```\n{TAG}\n```",
    "a run that the line before opened": f"a ` b\nc `{TAG}` d",
    "a backtick that is escaped": f"\\`{TAG}`",
    "a cell of a table that ends in code": f"| `{TAG} | ` |",
    "runs of two lengths": f"``{TAG}`",
    "a carriage return": f"```\r{TAG}",
}


@pytest.mark.parametrize("text", KEPT)
def test_code_stays_as_it_is(text: str) -> None:
    assert without_html(text) == text


@pytest.mark.parametrize("case", ESCAPED)
def test_what_a_reader_may_take_for_html_is_escaped(case: str) -> None:
    shown = without_html(ESCAPED[case])
    assert shown.replace("&lt;", "<") == ESCAPED[case]
    assert re.search("<[A-Za-z/!?]", shown) is None


def test_an_export_holds_no_html_but_its_own() -> None:
    out = io.BytesIO()
    said = [
        Message(session_id="s", role="user", content=TAG),
        Message(session_id="s", role="tool", content=TAG, tool_name=TAG),
        Message(session_id="s", role="assistant", content=[TAG]),
    ]
    markdown.write(out, [(Session(id="s", origin="live", title=TAG), said)])
    lines = out.getvalue().decode().splitlines()
    fenced = lines.index("```text")
    assert lines[fenced + 1] == TAG
    front = lines.index("---", 1)
    assert not [line for line in (*lines[front:fenced], *lines[fenced + 2 :]) if "<script" in line]
