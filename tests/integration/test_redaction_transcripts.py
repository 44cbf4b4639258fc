"""Real transcripts hardly change when they are redacted: no more than one line in a thousand."""

from __future__ import annotations

from pathlib import Path

import pytest
from archives import DATA

import hermes_state  # noqa: F401 - the installed one, before the repository's root is on the path
from hermes_state.secrets import find

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(Path(__file__).parents[2]))
    from benchmarks.redaction.texts import text_lines, transcript_lines

TRANSCRIPTS = DATA / "transcripts"
MOST_BYTES = 12_000_000
MOST_CHANGED = 0.001

pytestmark = pytest.mark.skipif(not TRANSCRIPTS.is_dir(), reason="no transcripts on this machine")


@pytest.mark.parametrize("form", ["files", "texts"])
def test_real_transcripts_keep_all_but_one_line_in_a_thousand(form: str) -> None:
    lines = list(transcript_lines(TRANSCRIPTS, MOST_BYTES))
    if form == "texts":
        lines = list(text_lines(lines))
    assert len(lines) > 1000
    assert sum(bool(find(line)) for line in lines) <= MOST_CHANGED * len(lines)
