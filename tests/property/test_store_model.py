"""Any sequence of operations leaves the archive equal to a plain list that did the same."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from archives import assert_sound
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hermes_state import Message, SessionDB, upkeep

SESSIONS = st.sampled_from(["a", "b", "c"])
TEXTS = st.text(st.characters(), max_size=30) | st.sampled_from(["漢字かな", "word " * 4_000, "a_b.c", "\ud800"])


class ArchiveAndLists(RuleBasedStateMachine):
    """An archive beside lists of messages, both told the same."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "state.db"
        self.db = SessionDB(self.path)
        self.model: dict[str, list[Message]] = {}
        self.exports = 0

    def teardown(self) -> None:
        if hasattr(self, "db"):
            try:
                assert_sound(self.db)
            finally:
                self.db.close()
                self.folder.cleanup()

    @rule(session=SESSIONS)
    def create(self, session: str) -> None:
        self.db.create_session(session_id=session, title=f"title {session}")
        self.model.setdefault(session, [])

    @precondition(lambda self: self.model)
    @rule(data=st.data(), texts=st.lists(TEXTS, max_size=4), role=st.sampled_from(["user", "tool", "system"]))
    def append(self, data: st.DataObject, texts: list[str], role: str) -> None:
        session = data.draw(st.sampled_from(sorted(self.model)))
        given = [Message(role, text, 1_000.0 + number, thinking=text[:5] or None) for number, text in enumerate(texts)]
        ids = self.db.append(session, given)
        self.model[session] += [replace(one, id=identity) for one, identity in zip(given, ids, strict=True)]

    @precondition(lambda self: any(self.model.values()))
    @rule(data=st.data(), summary=st.booleans(), rewind=st.booleans())
    def hide(self, data: st.DataObject, summary: bool, rewind: bool) -> None:
        session = data.draw(st.sampled_from(sorted(name for name, messages in self.model.items() if messages)))
        messages = self.model[session]
        place = data.draw(st.integers(0, len(messages) - 1))
        identity = messages[place].id
        assert identity is not None
        if rewind:
            self.db.rewind(session, identity)
            for message in messages[place:]:
                message.active, message.compacted = False, False
            return
        made = self.db.compact(session, identity, "summary" if summary else None)
        for message in messages[: place + 1]:
            message.compacted = message.compacted or message.active
            message.active = False
        if summary:
            messages.append(Message("user", "summary", generated=True, id=made))

    @rule()
    def seal(self) -> None:
        with self.db.file.writing() as writer:
            writer.seal_loose()

    @rule()
    def optimize(self) -> None:
        upkeep.optimize(self.db)

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        session = data.draw(st.sampled_from(sorted(self.model)))
        upkeep.delete(self.db, [session])
        del self.model[session]

    @rule()
    def open_again(self) -> None:
        self.db.close()
        self.db = SessionDB(self.path)

    @rule()
    def export_and_import_into_another(self) -> None:
        self.exports += 1
        out = self.path.with_name(f"export{self.exports}.jsonl")
        self.db.export(out=out)
        assert self.db.import_transcripts(out).messages_new == 0
        with SessionDB(self.path.with_name(f"other{self.exports}.db")) as other:
            other.import_transcripts(out)
            for session in self.model:
                assert other.get_messages(session) == self.db.get_messages(session)

    @invariant()
    def both_hold_the_same(self) -> None:
        if not hasattr(self, "db"):
            return
        for session, expected in self.model.items():
            found = self.db.get_messages(session)
            assert [(m.id, m.role, m.content, m.thinking, m.active, m.compacted, m.generated) for m in found] == [
                (m.id, m.role, m.content, m.thinking, m.active, m.compacted, m.generated) for m in expected
            ]
            assert [m.seq for m in found] == list(range(1, len(found) + 1))


ArchiveAndLists.TestCase.settings = settings(max_examples=12, stateful_step_count=25, deadline=None)
TestArchiveAndLists = ArchiveAndLists.TestCase
