"""Titles are found by any text that stands in them, signs that FTS5 reads as syntax included."""

from __future__ import annotations

from pathlib import Path

import pytest

from hermes_state import SessionDB


@pytest.mark.parametrize("needle", ['"hello" now', 'say "hel', 'y "h', "foo\0bar", "o\0b", "barbaz"])
def test_quotes_and_control_characters_are_found_as_they_stand(tmp_path: Path, needle: str) -> None:
    titles = {"quoted": 'say "hello" now', "cut": "foo\0barbaz", "other": "say hello"}
    with SessionDB(tmp_path / "state.db") as db:
        for name, title in titles.items():
            db.create_session("cli", session_id=name, title=title)
        page = db.search(needle, match="literal", roles="title", per="conversation")
        assert {result.session_id for result in page.results} == {
            name for name, title in titles.items() if needle in title
        }
