"""The memory over generated texts and steps: what is accepted is read back, and the files follow a plain model."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from memory_stores import plain_scan

from hermes_state.errors import EntryTextError, MemoryUnreadableError
from hermes_state.memory import MemoryStore
from hermes_state.memory.entries.erasing import FORGOTTEN, WINDOW_BYTES, Eraser
from hermes_state.memory.entries.text import appended, canonical, decoded, encoded, joined, parse, unique
from hermes_state.memory.journal import history
from hermes_state.memory.prompt import judging

EDGES = [
    "§",
    "\n",
    "\r\n",
    "\r",
    "\ufeff",
    " ",
    "\t",
    "\u00a0",
    "\u2028",
    "\x85",
    "\x1c",
    "\x00",
    "a",
    "é",
    "漢",
    "👩‍🚀",
]

texts = st.one_of(st.lists(st.sampled_from(EDGES), max_size=12).map("".join), st.text(max_size=40))


def accepted(text: str) -> str | None:
    try:
        return canonical(text)
    except EntryTextError:
        return None


@given(st.lists(texts, max_size=6))
@settings(max_examples=500)
def test_what_is_accepted_is_read_back_exactly(given_texts: list[str]) -> None:
    entries = [text for text in map(accepted, given_texts) if text is not None]
    assert parse(encoded(entries).decode()) == entries


@given(texts)
@settings(max_examples=500)
def test_an_accepted_text_is_the_stripped_text_that_was_given(text: str) -> None:
    found = accepted(text)
    if found is not None and "\r" not in text:
        assert found == text.strip()


@given(texts, texts)
@settings(max_examples=1000)
def test_appending_keeps_every_byte_and_adds_exactly_the_entry(before: str, text: str) -> None:
    entry = accepted(text)
    if entry is not None:
        after = appended(before, entry)
        assert after.startswith(before)
        assert parse(after) == [*parse(before), entry]


@given(texts)
@settings(max_examples=500)
def test_rewriting_what_was_read_loses_no_letter(text: str) -> None:
    entries = parse(text)
    assert parse(encoded(entries).decode("utf-8")) == entries
    kept = [line for line in text.removeprefix("\ufeff").split("\n") if line.strip() != "§"]
    assert "".join("".join(kept).split()) == "".join("".join(entries).split())


@given(st.binary(max_size=80))
@settings(max_examples=500)
def test_any_bytes_are_entries_or_unreadable(data: bytes) -> None:
    try:
        entries = parse(decoded(data, "MEMORY.md"))
    except MemoryUnreadableError:
        return
    assert all(entry == entry.strip() and entry for entry in entries)


@given(st.text(min_size=4, max_size=60), st.text(max_size=120), st.lists(st.text(max_size=60), max_size=2))
@settings(max_examples=500)
def test_no_window_of_an_erased_text_stays_but_those_that_live_texts_have(
    text: str, around: str, staying: list[str]
) -> None:
    eraser = Eraser([text], staying)
    cleaned = eraser.erased(f"{around[:50]}{text}{around[50:]}")
    data = text.encode()
    size = min(WINDOW_BYTES, len(data))
    kept = [one.encode() for one in staying]
    for start in range(len(data) - size + 1):
        window = data[start : start + size]
        if not any(window in one for one in kept) and window not in FORGOTTEN.encode():
            assert window not in cleaned.encode().replace(FORGOTTEN.encode(), b"\x00")


WORDS = ["tea", "vim", "fish", "port 80", "make test", "§§", "漢字", "two\nlines", "tea and cake"]
contents = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
LIMIT = 60


class StoreModel(RuleBasedStateMachine):
    """A store against a list; another store on the same files stands for another process, an editor for a person."""

    def __init__(self) -> None:
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(judging, "scan_entries", plain_scan)
        self.temporary = tempfile.TemporaryDirectory()
        self.stores = [MemoryStore(LIMIT, folder=self.temporary.name) for _ in range(2)]
        self.model: list[str] = []
        self.undoable: list[list[str]] = []

    def teardown(self) -> None:
        self.temporary.cleanup()
        self.patch.undo()

    def found(self, old_text: str) -> int | None:
        matches = [number for number, entry in enumerate(self.model) if old_text in entry]
        return matches[0] if len({self.model[number] for number in matches}) == 1 else None

    def judge(self, answer: dict[str, Any], after: list[str] | None) -> None:
        """The model goes on to ``after`` when the store must have done it; ``None``: it must not."""
        if after is not None:
            after = unique(after)
            if len(joined(after)) > LIMIT and len(joined(after)) > len(joined(self.model)):
                after = None
        for store in self.stores:
            store.begin_turn()
        assert answer["success"] is (after is not None), answer
        if after is not None:
            if after != self.model:
                self.undoable.append(self.model)
            self.model = after

    @rule(which=st.integers(0, 1), content=contents)
    def add(self, which: int, content: str) -> None:
        self.judge(self.stores[which].add("memory", content), [*self.model, content])

    @rule(which=st.integers(0, 1), old_text=contents, content=contents)
    def replace(self, which: int, old_text: str, content: str) -> None:
        answer = self.stores[which].replace("memory", old_text, content)
        at = self.found(old_text)
        if at is None:
            self.judge(answer, None)
        elif content in self.model and content != self.model[at]:
            self.judge(answer, self.model[:at] + self.model[at + 1 :])
        else:
            self.judge(answer, [*self.model[:at], content, *self.model[at + 1 :]])

    @rule(which=st.integers(0, 1), old_text=contents)
    def remove(self, which: int, old_text: str) -> None:
        at = self.found(old_text)
        answer = self.stores[which].remove("memory", old_text)
        self.judge(answer, None if at is None else self.model[:at] + self.model[at + 1 :])

    @rule(which=st.integers(0, 1), added=contents, old_text=contents)
    def batch(self, which: int, added: str, old_text: str) -> None:
        answer = self.stores[which].apply_batch(
            "memory", [{"action": "add", "content": added}, {"action": "remove", "old_text": old_text}]
        )
        before = self.model
        self.model = unique([*before, added])
        at = self.found(old_text)
        after = None if at is None else self.model[:at] + self.model[at + 1 :]
        self.model = before
        self.judge(answer, after)

    @rule(content=contents)
    def append_by_hand(self, content: str) -> None:
        path = Path(self.temporary.name, "MEMORY.md")
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(f"{before}\n\n§ \n{content}\n", encoding="utf-8")
        self.model = unique([*self.model, content])
        self.undoable.clear()

    @precondition(lambda self: self.undoable)
    @rule(which=st.integers(0, 1))
    def undo(self, which: int) -> None:
        before = self.undoable[-1]
        answer = self.stores[which].undo("memory")
        if answer["success"]:
            self.undoable.pop()
            assert answer["current_entries"] == before
            self.model = before
        else:
            assert len(joined(before)) > LIMIT
            self.undoable.clear()

    @invariant()
    def the_file_holds_the_model(self) -> None:
        path = Path(self.temporary.name, "MEMORY.md")
        assert unique(parse(path.read_text(encoding="utf-8") if path.exists() else "")) == self.model

    @invariant()
    def the_history_leads_to_the_model(self) -> None:
        """What the records say, replayed, is what is in the file, but for what was done by hand since."""
        present: set[str] = set()
        for change in history.load(self.stores[0].place("memory")):
            for one in () if change.void else change.changes:
                present.discard(one.before or "")
                if one.after is not None:
                    present.add(one.after)
        path = Path(self.temporary.name, "MEMORY.md.meta.json")
        if path.exists() and self.stores[0].read("memory")["success"]:
            assert present <= set(self.model)


StoreModel.TestCase.settings = settings(
    max_examples=40, stateful_step_count=15, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
test_a_store_follows_the_model_over_any_steps = StoreModel.TestCase
