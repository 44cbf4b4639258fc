"""The archive as an agent writes and reads it: live sessions, lineage, sealing, threads and processes."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from archives import LONG, START, assert_sound, contents, plant, python, texts, value

from hermes_state import Message, SessionDB, upkeep
from hermes_state.errors import (
    AmbiguousSessionError,
    ArchiveError,
    ArchiveReadOnlyError,
    InvalidArgumentError,
    NotFoundError,
)
from hermes_state.store import packs


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state.db"


def talk(db: SessionDB, session: str, count: int, size: int = 0) -> list[int]:
    return db.append(
        session,
        [
            {"role": ("user", "assistant")[n % 2], "content": LONG.format(n) + "x" * size, "timestamp": START + n}
            for n in range(count)
        ],
    )


class TestSessions:
    def test_a_session_comes_back_as_it_was_made(self, path: Path) -> None:
        with SessionDB(path) as db:
            made = db.create_session("telegram", "s1", "A title", "/work", "gpt", None, None, START, "You are …\r\n\0")
            session = db.get_session(made)
            assert session is not None
            assert (session.id, session.origin, session.source, session.title) == ("s1", "live", "telegram", "A title")
            assert (session.project, session.model, session.started_at) == ("/work", "gpt", START)
            assert (session.system_prompt, session.root_id, session.hidden) == ("You are …\r\n\0", "s1", False)

    def test_a_known_id_is_returned_unchanged(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s1", title="first")
            assert db.create_session(session_id="s1", title="second") == "s1"
            session = db.get_session("s1")
            assert session is not None
            assert session.title == "first"

    def test_a_session_without_an_id_gets_one(self, path: Path) -> None:
        with SessionDB(path) as db:
            made = {db.create_session() for _ in range(20)}
            assert len(made) == 20
            assert all(db.get_session(one) is not None for one in made)

    def test_prompts_are_kept_byte_for_byte_and_once(self, path: Path) -> None:
        prompt = "You help.\r\n\ttabs, \0, \ud800, 漢字 " * 200
        with SessionDB(path) as db:
            for number in range(5):
                db.create_session(session_id=f"s{number}", system_prompt=prompt)
            db.create_session(session_id="other", system_prompt=prompt + " ")
            session = db.get_session("s4")
            assert session is not None
            assert session.system_prompt == prompt
            assert_sound(db)
        assert value(path, "SELECT count(*) FROM prompt") == 2

    def test_children_belong_to_their_root_conversation(self, path: Path) -> None:
        with SessionDB(path) as db:
            root = db.create_session(session_id="root")
            branch = db.create_session(session_id="branch", parent_session_id=root, kind="branch")
            agent = db.create_session(session_id="branch/agent", parent_session_id=branch, kind="subagent")
            for one, hidden in ((branch, False), (agent, True)):
                session = db.get_session(one)
                assert session is not None
                assert (session.root_id, session.hidden) == ("root", hidden)

    def test_a_child_may_come_out_of_a_session_of_another_origin(self, path: Path, tmp_path: Path) -> None:
        (tmp_path / "talk.json").write_text('{"id": "talk", "messages": [{"role": "user", "content": "hello"}]}')
        with SessionDB(path) as db:
            db.import_transcripts(tmp_path / "talk.json")
            db.create_session(session_id="child", parent_session_id="messages:talk", kind="resume")
            session = db.get_session("child")
            assert session is not None
            assert (session.parent_id, session.root_id) == ("messages:talk", "talk")

    @pytest.mark.parametrize("session_id", ["agent:main:telegram:4711", "a/b", "ü漢", "x" * 500, "live:s", ":", " s "])
    def test_any_text_may_be_an_id(self, path: Path, session_id: str) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id=session_id)
            db.append(session_id, {"role": "user", "content": session_id, "extra": {"id": session_id}})
            (message,) = db.get_messages(session_id)
            assert (message.session_id, message.content, message.extra) == (session_id, session_id, {"id": session_id})
            with db.file.writing() as writer:
                writer.seal_loose()
            assert db.get_messages(session_id) == [message]
            assert db.get_messages(f"live:{session_id}") == [message]

    def test_an_id_with_a_lone_surrogate_is_stored_with_a_mark_in_its_place(self, path: Path) -> None:
        with SessionDB(path) as db:
            made = db.create_session(session_id="bad\ud800id", title="title \udfff")
            assert made == "bad\ufffdid"
            assert db.create_session(session_id="bad\ud800id") == made
            db.append("bad\ud800id", {"role": "user", "content": "\ud800", "client_id": "\ud800"})
            db.append(made, {"role": "user", "content": "again", "client_id": "\ud800"})
            assert texts(db, made) == ["\ud800"]

    def test_a_picture_goes_with_the_last_session_that_uses_it(self, path: Path) -> None:
        picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "AAAA" * 500}}
        with SessionDB(path) as db:
            for name in ("one", "two"):
                db.create_session(session_id=name)
                db.append(name, {"role": "user", "content": [picture]})
            upkeep.delete(db, ["one"])
            assert db.get_messages("two")[0].content == [picture]
            assert_sound(db)
            upkeep.delete(db, ["two"])
            assert upkeep.stats(db)["attachments"] == 0
            assert_sound(db)

    def test_every_call_takes_a_name_with_its_origin_before_an_id_that_reads_like_it(self, path: Path) -> None:
        plain = {"id": "same", "messages": [{"role": "user", "content": "of the file"}]}
        file = path.with_name("talk.json")
        file.write_text(json.dumps(plain), encoding="utf-8")
        with SessionDB(path) as db:
            db.create_session(session_id="messages:same")
            db.append("live:messages:same", {"role": "user", "content": "of the agent"})
            db.import_transcripts(file)
            found = [db.get_messages("messages:same"), db.read("messages:same").messages]
            assert [[message.text for message in messages] for messages in found] == [["of the file"]] * 2
            assert [message.text for message in db.get_messages("live:messages:same")] == ["of the agent"]

    def test_the_same_id_of_two_origins_is_asked_for_by_origin(self, path: Path, tmp_path: Path) -> None:
        (tmp_path / "talk.json").write_text('{"id": "same", "messages": [{"role": "user", "content": "imported"}]}')
        with SessionDB(path) as db:
            db.create_session(session_id="same")
            db.import_transcripts(tmp_path / "talk.json")
            with pytest.raises(AmbiguousSessionError) as caught:
                db.get_messages("same")
            assert "messages:same" in str(caught.value.hint)
            assert texts(db, "messages:same") == ["imported"]
            assert texts(db, "live:same") == []

    def test_an_unknown_session_is_none_to_get_and_an_error_to_write(self, path: Path) -> None:
        with SessionDB(path) as db:
            assert db.get_session("nobody") is None
            for ask in (
                lambda: db.append("nobody", {"role": "user", "content": "x"}),
                lambda: db.get_messages("nobody"),
                lambda: db.end_session("nobody"),
                lambda: db.rewind("nobody", 1),
                lambda: db.compact("nobody", 1),
                lambda: db.create_session(parent_session_id="nobody"),
            ):
                with pytest.raises(NotFoundError):
                    ask()

    def test_an_unknown_kind_is_refused(self, path: Path) -> None:
        with SessionDB(path) as db, pytest.raises(InvalidArgumentError, match="no kind"):
            db.create_session(kind="offspring")

    def test_a_deleted_session_that_is_made_again_is_no_longer_deleted(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            talk(db, "s", 2)
            upkeep.delete(db, ["s"])
            db.create_session(session_id="s")
            talk(db, "s", 1)
            assert len(texts(db, "s")) == 1
            assert upkeep.stats(db)["deleted_sessions"] == 0

    def test_a_closed_archive_says_so(self, path: Path) -> None:
        db = SessionDB(path)
        db.close()
        db.close()
        with pytest.raises(ArchiveError, match="is closed"):
            db.get_session("s")
        with pytest.raises(ArchiveError, match="is closed"):
            db.create_session()


class TestMessages:
    def test_every_field_comes_back_loose_and_sealed(self, path: Path) -> None:
        given = Message(
            role="assistant",
            content=[{"type": "text", "text": "part \ud800 one"}, {"type": "text", "text": "part two\0"}],
            timestamp=START,
            tool_name="shell",
            tool_call_id="call_1",
            tool_calls=[
                {"id": "call_1", "type": "function", "function": {"name": "shell", "arguments": {"cmd": "ls"}}}
            ],
            thinking="let me think about that for a while",
            turn="turn_1",
            generated=True,
            client_id="c1",
            source_id="src",
            extra={"$text": 0, "deep": [[[{"x": "let me think about that for a while"}]]], "n": 1.5},
        )
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            (identity,) = db.append("s", given)
            (loose,) = db.get_messages("s")
            upkeep.optimize(db)
            (sealed,) = db.get_messages("s")
            assert loose == sealed
            assert (sealed.id, sealed.seq, sealed.session_id) == (identity, 1, "s")
            sealed.id = sealed.seq = None
            sealed.session_id = ""
            assert sealed == given

    def test_messages_of_one_archive_can_be_appended_to_another_session(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="the-first-session-of-two")
            db.create_session(session_id="the-second-session-of-two")
            db.append("the-first-session-of-two", {"role": "user", "content": "the-first-session-of-two"})
            db.append("the-second-session-of-two", db.get_messages("the-first-session-of-two"))
            assert texts(db, "the-second-session-of-two") == ["the-first-session-of-two"]

    def test_a_mapping_that_is_given_is_not_changed(self, path: Path) -> None:
        given = {"role": "user", "content": "x"}
        message = Message("user", "y")
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            db.append("s", [given, message])
            assert (given, message) == ({"role": "user", "content": "x"}, Message("user", "y"))
            assert all(one.timestamp is not None for one in db.get_messages("s"))

    @pytest.mark.parametrize(
        "odd",
        [
            {"content": "no role"},
            {"role": "narrator", "content": "x"},
            {"role": "user", "content": "x", "mood": "good"},
            {"role": "user", "content": 5},
            {"role": "user", "content": b"bytes"},
            {"role": "user", "content": "x", "timestamp": "yesterday"},
            {"role": "user", "content": "x", "timestamp": 10**400},
            {"role": "user", "content": "x", "thinking": 5},
            {"role": "user", "content": "x", "tool_calls": ["call"]},
            {"role": "user", "content": "x", "tool_calls": {"a": 1}},
            {"role": "user", "content": "x", "extra": {"a": {1, 2}}},
            {"role": "user", "content": "x", "client_id": 5},
            {"role": "user", "content": [object()]},
        ],
    )
    def test_what_is_no_message_is_refused_and_nothing_of_the_call_is_stored(
        self, path: Path, odd: dict[str, Any]
    ) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            with pytest.raises(InvalidArgumentError):
                db.append("s", [{"role": "user", "content": "fine"}, odd])
            assert db.get_messages("s") == []
            assert_sound(db)

    def test_nothing_to_append_is_nothing(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            assert db.append("s", []) == []

    def test_order_is_that_of_appending_whatever_the_times_say(self, path: Path) -> None:
        times = [START, START - 3600, 0.0, 4e9, START, -1.0]
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            for number, at in enumerate(times):
                db.append("s", {"role": "user", "content": str(number), "timestamp": at})
            assert [message.timestamp for message in db.get_messages("s")] == times
            assert texts(db, "s") == [str(number) for number in range(len(times))]

    def test_a_client_id_is_stored_once_within_a_call_and_over_calls_and_openings(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            first = db.append("s", [{"role": "user", "content": c, "client_id": c} for c in ("a", "b", "a")])
            assert first[0] == first[2] != first[1]
        with SessionDB(path) as db:
            again = db.append("s", [{"role": "user", "content": "other", "client_id": c} for c in ("c", "b", "c", "a")])
            assert again[1:] == [first[1], again[0], first[0]]
            assert texts(db, "s") == ["a", "b", "other"]
            db.create_session(session_id="t")
            db.append("t", {"role": "user", "content": "elsewhere", "client_id": "a"})
            assert texts(db, "t") == ["elsewhere"]
            assert_sound(db)

    def test_a_source_s_id_that_is_stored_as_an_attachment_is_shown_with_what_is_found(self, path: Path) -> None:
        base64_id = "QUJD" * 400
        with SessionDB(path) as db:
            name = db.create_session()
            db.append(name, {"role": "user", "content": "a needle", "source_id": base64_id})
            assert [result.source_message_id for result in db.search("needle").results] == [base64_id]

    def test_a_rewound_message_and_all_after_it_are_hidden_but_stored(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            ids = talk(db, "s", 6)
            assert db.rewind("s", ids[4]) == 2
            db.append("s", {"role": "user", "content": "after"})
            assert [message.active for message in db.get_messages("s")] == [True] * 4 + [False] * 2 + [True]
            assert not any(message.compacted for message in db.get_messages("s"))
            with pytest.raises(NotFoundError):
                db.rewind("s", 10_000)

    def test_compacted_messages_are_told_from_rewound_ones_and_the_summary_is_generated(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            ids = talk(db, "s", 6)
            db.rewind("s", ids[5])
            summary = db.compact("s", ids[5], summary="what was said")
            messages = db.get_messages("s")
            assert [(m.active, m.compacted) for m in messages] == [(False, True)] * 5 + [(False, False), (True, False)]
            assert (messages[-1].id, messages[-1].generated, messages[-1].content) == (summary, True, "what was said")
            assert db.compact("s", ids[0]) is None

    def test_an_ended_session_says_when_and_why(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            db.end_session("s", reason="done")
            session = db.get_session("s")
            assert session is not None
            assert session.end_reason == "done"
            assert session.ended_at is not None

    def test_ids_are_never_given_twice_even_after_deleting_the_newest(self, path: Path) -> None:
        with SessionDB(path) as db:
            for session in ("a", "b"):
                db.create_session(session_id=session)
            talk(db, "a", 2)
            last = talk(db, "b", 2)[-1]
            upkeep.delete(db, ["b"])
            assert talk(db, "a", 1)[0] > last


class TestSealing:
    def test_loose_text_is_sealed_when_it_reaches_the_limit(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            while value(path, "SELECT count(*) FROM pack") == 0:
                before = upkeep.stats(db)["loose_messages"]
                talk(db, "s", 2, 20_000)
            assert before * 20_000 < packs.SEAL_AT_BYTES <= (before + 2) * 21_000
            assert upkeep.stats(db)["loose_messages"] == 0
            assert len(texts(db, "s")) == before + 2
            assert_sound(db)

    def test_a_small_session_stays_loose_when_it_ends(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            talk(db, "s", 3)
            db.end_session("s")
        assert value(path, "SELECT count(*) FROM pack") == 0

    def test_enough_loose_text_is_sealed_when_a_session_ends_or_the_archive_closes(self, path: Path) -> None:
        with SessionDB(path) as db:
            for session in ("a", "b"):
                db.create_session(session_id=session)
            talk(db, "a", 4, 20_000)
            db.end_session("a")
            assert value(path, "SELECT count(*) FROM pack") == 1
            talk(db, "b", 4, 20_000)
        assert value(path, "SELECT count(*) FROM loose") == 0

    def test_the_small_last_pack_of_a_session_is_written_anew_with_what_follows(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            for number in range(6):
                db.append("s", {"role": "user", "content": f"message {number}"})
                with db.file.writing() as writer:
                    writer.seal_loose()
            assert value(path, "SELECT count(*) FROM pack") == 1
            assert texts(db, "s") == [f"message {number}" for number in range(6)]
            assert_sound(db)

    def test_an_append_costs_the_same_however_large_the_archive_is(self, path: Path) -> None:
        def cost(db: SessionDB) -> tuple[int, int]:
            connection = db.file._ready_writer()
            statements: list[str] = []
            connection._db.trace_v2(1, lambda event: statements.append(event["sql"]))
            before = value(path, "PRAGMA page_count")
            talk(db, "s", 1)
            connection._db.trace_v2(0, None)
            return len(statements), value(path, "PRAGMA page_count") - before

        with SessionDB(path) as db:
            db.create_session(session_id="s")
            talk(db, "s", 1)
            small = cost(db)
            for _ in range(12):
                talk(db, "s", 50, 2_000)
            large = cost(db)
            assert large[0] == small[0]
            assert large[1] <= small[1] + 1

    def test_reading_a_session_opens_each_pack_once(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            talk(db, "s", 300, 2_000)
            packs = value(path, "SELECT count(*) FROM pack")
            assert packs > 4
            reader = db.file.reader()
            key = value(path, "SELECT key FROM session")
            assert sum(1 for _ in reader.records(key, "s")) == 300
            assert reader.packs_opened == packs
            # one pack's messages are found by their places, not by looking at the whole session
            plan = reader.connection.rows(
                "EXPLAIN QUERY PLAN SELECT id FROM message WHERE session = 1 AND seq BETWEEN 1 AND 5 AND pack = 1"
            )
            assert "session=? AND seq>? AND seq<?" in plan[0][3]

    def test_the_tail_of_a_session_is_read_without_its_beginning(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            talk(db, "s", 300, 2_000)
            talk(db, "s", 3)
            reader = db.file.reader()
            for start in (1, 2, 150, 299, 300, 301, 303, 304):
                found = [seq for seq, _ in reader.numbered(1, "s", start)]
                assert found == list(range(start, 304))
            before = reader.packs_opened
            with SessionDB(path, read_only=True) as other:
                assert len(list(other.file.reader().numbered(1, "s", 299))) == 5
                assert other.file.reader().packs_opened == 1
            assert reader.packs_opened == before

    def test_text_imported_into_a_live_session_follows_its_loose_text(self, path: Path, tmp_path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            talk(db, "s", 2)
            lines = [
                {"type": "hermes-state", "version": 1},
                {"type": "session", "id": "s", "origin": "live"},
                {"type": "message", "role": "user", "content": "imported"},
            ]
            (tmp_path / "more.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
            db.import_transcripts(tmp_path / "more.jsonl")
            db.append("s", {"role": "user", "content": "and on"})
            upkeep.optimize(db)
            assert [seq for _, records in contents(db) for seq, _, _ in records] == [1, 2, 3, 4]
            assert texts(db, "s")[2:] == ["imported", "and on"]
            assert_sound(db)


class TestManyAtOnce:
    def test_eight_threads_append_and_read_at_once(self, path: Path) -> None:
        failures: list[BaseException] = []
        start = threading.Barrier(8)

        def work(db: SessionDB, number: int) -> None:
            try:
                start.wait()
                session = db.create_session(session_id=f"s{number}")
                for step in range(12):
                    db.append(session, {"role": "user", "content": f"{number}-{step} " + "x" * 6_000})
                    db.append("all", {"role": "user", "content": f"{number}-{step}", "client_id": f"{number}-{step}"})
                    assert len(db.get_messages(session)) == step + 1
            except BaseException as error:  # noqa: BLE001 - handed to the test's own thread
                failures.append(error)

        with SessionDB(path) as db:
            db.create_session(session_id="all")
            threads = [threading.Thread(target=work, args=(db, number)) for number in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert failures == []
            assert sorted(texts(db, "all")) == sorted(f"{n}-{step}" for n in range(8) for step in range(12))
            for number in range(8):
                assert [text.split()[0] for text in texts(db, f"s{number}")] == [f"{number}-{s}" for s in range(12)]
            assert_sound(db)

    def test_readers_of_threads_that_ended_are_closed(self, path: Path) -> None:
        with SessionDB(path) as db:
            for _ in range(5):
                thread = threading.Thread(target=db.get_session, args=("s",))
                thread.start()
                thread.join()
            assert len(db.file._readers) <= 3

    def test_two_processes_append_to_one_session(self, path: Path) -> None:
        code = """
import sys
from hermes_state import SessionDB
with SessionDB(sys.argv[1]) as db:
    for step in range(30):
        name = sys.argv[2] + "-" + str(step)
        db.append("s", {"role": "user", "content": name + " " + "y" * 9000, "client_id": str(step)})
        db.append("s", {"role": "user", "content": name})
"""
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            results: list[Any] = []
            threads = [
                threading.Thread(target=lambda name=name: results.append(python(code, path, name))) for name in "ab"
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert [(one.returncode, one.stderr) for one in results] == [(0, "")] * 2
            found = texts(db, "s")
            assert sum(" " in text for text in found) == 30  # a client id is one message, whoever sends it
            for name in "ab":
                assert [t for t in found if t.startswith(name) and " " not in t] == [f"{name}-{s}" for s in range(30)]
            assert [message.seq for message in db.get_messages("s")] == list(range(1, 91))
            assert_sound(db)

    def test_a_dictionary_rebuilt_by_another_process_is_noticed(self, path: Path) -> None:
        code = """
import sys
from hermes_state import SessionDB, upkeep
from hermes_state.store import index
with SessionDB(sys.argv[1]) as db:
    upkeep.delete(db, ["gone"])
    with db.file.writing() as writer:
        index.mark_stale(writer.connection)
    upkeep.optimize(db)
"""

        def say(db: SessionDB, session: str) -> None:
            db.create_session(session_id=session)
            db.append(session, {"role": "user", "content": "incomparable_word"})
            with db.file.writing() as writer:
                writer.seal_loose()

        with SessionDB(path) as db:
            say(db, "gone")
            assert python(code, path).stderr == ""
            say(db, "here")
            assert_sound(db)


class TestReadOnly:
    def test_a_read_only_archive_reads_and_refuses_to_write(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            talk(db, "s", 2)
        with SessionDB(path, read_only=True) as db:
            assert len(db.get_messages("s")) == 2
            for write in (
                lambda: db.create_session(),
                lambda: db.append("s", {"role": "user", "content": "x"}),
                lambda: upkeep.delete(db, ["s"]),
                lambda: upkeep.optimize(db),
                lambda: db.end_session("s"),
            ):
                with pytest.raises(ArchiveReadOnlyError):
                    write()
            assert db.verify().ok


def damaged_archive(path: Path) -> None:
    with SessionDB(path) as db:
        db.create_session(session_id="root", system_prompt="a prompt")
        db.create_session(session_id="child", parent_session_id="root", kind="branch", title="Title")
        picture = "data:image/png;base64," + "QUJD" * 1_000
        db.append("root", {"role": "user", "content": [{"type": "image_url", "image_url": {"url": picture}}]})
        talk(db, "root", 4)
        db.append("child", [{"role": "tool", "content": "tool_output", "client_id": "c"}] * 1)
        with db.file.writing() as writer:
            writer.seal_loose()
        talk(db, "root", 3)


DAMAGES: dict[str, tuple[str, str]] = {
    "a loose text lost": ("DELETE FROM loose WHERE id = (SELECT max(id) FROM loose)", "messages without text"),
    "a loose text twice": (
        "INSERT INTO loose (id, total, entry) VALUES (1, 1, x'00')",
        "loose texts without a message",
    ),
    "a message row lost": ("DELETE FROM message WHERE id = 3", "have no row|count their messages"),
    "a pack lost": ("DELETE FROM pack WHERE id = 1", "in a pack that is missing"),
    "a pack changed": ("UPDATE pack SET data = cast(substr(data, 1, length(data) - 1) || '!' AS BLOB)", "decompress"),
    "a pack's count": ("UPDATE pack SET entries = entries + 1", "records, its row says"),
    "a pack's size": ("UPDATE pack SET text_bytes = text_bytes + 1", "bytes of text, its row says"),
    "a message moved within its pack": ("UPDATE message SET entry = entry + 40 WHERE id = 2", "have no row"),
    "a session lost": ("DELETE FROM session WHERE id = 'child'", "of a session that is missing"),
    "a root lost": ("UPDATE session SET root_key = 99 WHERE id = 'child'", "whose root is missing"),
    "a parent lost": ("UPDATE session SET parent_key = 99 WHERE id = 'child'", "whose parent is missing"),
    "a wrong count": ("UPDATE session SET message_count = 3 WHERE id = 'root'", "count their messages wrongly"),
    "a place taken": ("UPDATE session SET next_seq = 2 WHERE id = 'root'", "whose next place is taken"),
    "a client id left": ("UPDATE client_message SET message = 99", "client ids of a message that is missing"),
    "a blob changed": ("UPDATE blob SET data = x'00'", "does not have the hash"),
    "a blob lost": ("DELETE FROM blob", "attachment"),
    "a prompt changed": ("UPDATE prompt SET text = (SELECT data FROM pack LIMIT 1)", "does not have the hash"),
    "a prompt lost": ("DELETE FROM prompt", "prompt"),
    "a dialog entry lost": ("DELETE FROM dialog WHERE rowid = 2", "missing from the dialog index"),
    "a work entry lost": ("DELETE FROM work", "missing from the work index"),
    "a dialog entry too many": ("INSERT INTO dialog (rowid, text) VALUES (99, 'ghost')", "wrong entries in the dialog"),
    "an entry of other words": (
        "INSERT OR REPLACE INTO dialog (rowid, text) VALUES (2, 'other')",
        "does not find message",
    ),
    "a term lost": (
        "UPDATE term_new SET text = replace(text, 'tool_output', 'tool_outpuu')",
        "dictionary lacks",
    ),
    "an index's own damage": ("UPDATE dialog_data SET block = x'00' WHERE id > 100", "index dialog is damaged|damaged"),
    "a title not indexed": ("DELETE FROM title_trigram", "titles"),
    "a loose text that makes no sense": ("UPDATE loose SET entry = x'0000'", "loose text"),
    "places out of order": ("UPDATE pack SET first_seq = first_seq + 1 WHERE session = 1", "out of order|first"),
}


class TestVerify:
    @pytest.mark.parametrize("name", DAMAGES)
    def test_each_kind_of_damage_is_found(self, path: Path, name: str) -> None:
        damaged_archive(path)
        with SessionDB(path) as db:
            assert_sound(db)
        sql, wording = DAMAGES[name]
        plant(path, sql)
        with SessionDB(path) as db:
            problems = "\n".join(db.verify().problems)
            assert problems
            assert re.search(wording, problems), problems

    def test_a_sound_archive_says_what_was_looked_at(self, path: Path) -> None:
        damaged_archive(path)
        with SessionDB(path) as db:
            report = db.verify()
            assert report.ok
            assert report.checked["message"] == 9
            assert report.checked["texts_looked_up_by_a_word"] > 0

    def test_what_was_written_between_two_checks_is_no_damage(self, path: Path) -> None:
        with SessionDB(path) as db:
            db.create_session(session_id="s")
            for number in range(40):  # enough segments of the index to be merged
                db.append("s", {"role": "user", "content": f"word{number} " + LONG})
                with db.file.writing() as writer:
                    writer.seal_loose()
                assert_sound(db)


class TestWhatCallersGive:
    """What a type checker would refuse must not come into an archive, where every view would meet it."""

    @pytest.mark.parametrize(
        "field",
        [
            {"title": 5},
            {"cwd": 5},
            {"model": ["gpt"]},
            {"source": 5},
            {"system_prompt": 5},
            {"started_at": "2026-07-01"},
            {"started_at": float("inf")},
            {"started_at": float("nan")},
            {"started_at": 10**400},
            {"kind": "child"},
            {"session_id": ""},
            {"session_id": " \n"},
        ],
    )
    def test_a_session_of_the_wrong_types_is_refused(self, path: Path, field: dict[str, Any]) -> None:
        with SessionDB(path) as db:
            with pytest.raises(InvalidArgumentError):
                db.create_session(**field)
            assert db.browse().conversations == []

    @pytest.mark.parametrize(
        "field",
        [
            {"content": {"type": "text", "text": "a part alone"}},
            {"content": 5},
            {"content": [{"a": {1, 2}}]},
            {"timestamp": "2026-07-01"},
            {"timestamp": float("inf")},
            {"timestamp": float("nan")},
            {"timestamp": True},
            {"timestamp": 10**400},
            {"thinking": 5},
            {"tool_name": 5},
            {"tool_calls": {}},
            {"tool_calls": [None]},
            {"extra": 5},
        ],
    )
    def test_a_message_of_the_wrong_types_is_refused_with_all_that_came_with_it(
        self, path: Path, field: dict[str, Any]
    ) -> None:
        with SessionDB(path) as db:
            sid = db.create_session()
            wrong = {"role": "assistant", "content": "words", **field}
            with pytest.raises(InvalidArgumentError):
                db.append(sid, [{"role": "user", "content": "before"}, wrong])
            assert db.get_messages(sid) == []

    def test_a_number_beyond_64_bits_names_no_message(self, path: Path) -> None:
        with SessionDB(path) as db:
            sid = db.create_session()
            talk(db, sid, 2)
            for ask in (db.scroll, db.rewind, db.compact):
                with pytest.raises(InvalidArgumentError):
                    ask(sid, 2**64)
            with pytest.raises(InvalidArgumentError):
                db.search("words", live=(sid, 2**64))

    @pytest.mark.parametrize("moment", [10**400, [], b"x", float("inf")])
    def test_what_is_no_time_is_refused_by_name(self, path: Path, moment: Any) -> None:
        with SessionDB(path) as db, pytest.raises(InvalidArgumentError, match="no moment"):
            db.search("words", after=moment)

    @pytest.mark.parametrize("name", [" before", "after ", "a:b", "a/b", "..", "%", "_", "-1", "数"])
    def test_any_id_that_was_given_names_its_session_everywhere(self, path: Path, name: str) -> None:
        with SessionDB(path) as db:
            assert db.create_session(session_id=name) == name
            (number,) = db.append(name, {"role": "user", "content": "words"})
            assert [message.id for message in db.read(name).messages] == [number]
            assert db.scroll(name, number).message_id == number
            assert [one.session_id for one in db.browse().conversations] == [name]
