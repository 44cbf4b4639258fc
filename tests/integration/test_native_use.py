"""Writing with the C part and without it gives one and the same index; what cannot be loaded is said, not raised."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from archives import assert_sound

from hermes_state import SessionDB, upkeep
from hermes_state.search.analysis import fold, index_text, is_ngram_term
from hermes_state.store import connection as connections
from hermes_state.store import native
from hermes_state.store.index_terms import distinct_words

TEXTS = (
    "plain ASCII, with_under_scores and src/foo/bar.py",
    "Überraschung é e\u0301 ﬁ ½ ㌀ İ \u0130 ß — → │ ✓ 🎉 👩\u200d👧 🇩🇪",
    "项目迁移 が か\u3099 한국어 ทะเล हिन्दी",
    "a lone \ud83d surrogate, a NUL \x00 within, \udcff",
    "é" + "\x00" + "終" * 600,
    "\u0301" * 70 + "x" * 1_500 + "É",
    "",
    " \n\t",
)
VOCABULARY = "SELECT term, doc, cnt FROM {}_term ORDER BY term"

needs_library = pytest.mark.skipif(native.library_path() is None, reason="the C part is not built")


def written(path: Path) -> dict[str, object]:
    """The index of an archive with every text, as a user's, as a tool's and sealed from loose text."""
    with SessionDB(path) as db:
        db.create_session(session_id="s")
        for number, text in enumerate(TEXTS):
            role = "tool" if number % 2 else "user"
            db.append("s", [{"role": role, "content": text}, {"role": "assistant", "content": "", "thinking": text}])
        loose = db.file.reader().connection.rows("SELECT id, entry, folded FROM loose ORDER BY id")
        upkeep.optimize(db)
        assert_sound(db)
        connection = db.file.reader().connection
        found: dict[str, object] = {name: connection.rows(VOCABULARY.format(name)) for name in ("dialog", "work")}
        found["loose"] = loose
        found["dictionary"] = connection.rows("SELECT text FROM term_block ORDER BY first")
        return found


def test_the_probe_is_what_python_makes_of_it() -> None:
    assert index_text(fold(native.PROBE)) == native.PROBE_TERMS
    words = {word for word in distinct_words([native.PROBE_TERMS]) if not is_ngram_term(word.decode())}
    assert set(native.PROBE_WORDS.encode().split(b"\n")) == words


@needs_library
def test_the_index_is_the_same_with_the_c_part_and_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with SessionDB(tmp_path / "native.db") as db, db.file.exclusive() as connection:
        assert connection.native
        assert upkeep.stats(db)["analysis"] == "native"
    with_it = written(tmp_path / "native.db")
    monkeypatch.setenv("HERMES_STATE_NATIVE", "off")
    with SessionDB(tmp_path / "python.db") as db, db.file.exclusive() as connection:
        assert not connection.native
        assert upkeep.stats(db)["analysis"] == "python"
        assert not db.notices
    assert written(tmp_path / "python.db") == with_it


def test_a_library_that_cannot_be_loaded_is_noted_and_python_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / native.FILE_NAME
    broken.write_text("no library")
    monkeypatch.setattr(native, "library_path", lambda: str(broken))
    found = written(tmp_path / "state.db")
    assert found["dialog"]
    with SessionDB(tmp_path / "state.db") as db:
        figures = upkeep.stats(db)
    assert figures["analysis"] == "python"
    assert "cannot be used" in figures["notices"][0]


@needs_library
@pytest.mark.parametrize(
    ("module", "name", "value"),
    [
        pytest.param(native, "PROBE_TERMS", "other terms", id="it makes other terms"),
        pytest.param(connections, "TRY_NATIVE", "SELECT hermes_of_a_later_version(?, ?)", id="it lacks a function"),
    ],
)
def test_a_library_of_another_version_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, value: str
) -> None:
    monkeypatch.setattr(module, name, value)
    with SessionDB(tmp_path / "state.db") as db:
        with db.file.exclusive() as connection:
            assert not connection.native
        assert "another version" in upkeep.stats(db)["notices"][0]
