"""Sessions that came out of one another are one conversation: in answers, in counts, in lists, on pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from archives import write_lines
from conversations import DAY, START, Conversations, ids

from hermes_state import SessionDB

KINDS = ("compaction", "branch", "resume")


@pytest.fixture(params=["loose", "sealed"])
def told(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Conversations]:
    with SessionDB(tmp_path / "state.db") as db:
        yield Conversations(db, sealed=request.param == "sealed")


@pytest.fixture
def family(told: Conversations) -> Conversations:
    """A root with a child of each kind and a grandchild; another conversation beside."""
    told.session("root", title="The Root", cwd="/work/root")
    told.talk("root", "apple tree", "apple answer")
    for kind in KINDS:
        told.session(kind, parent_session_id="root", kind=kind, title=f"The {kind}")
        told.talk(kind, f"pear of the {kind}", f"apple, said the {kind}")
    told.session("grandchild", parent_session_id="resume", kind="resume")
    told.talk("grandchild", "cherry at last", "apple once more")
    told.session("root/agent", source="subagent", parent_session_id="root", kind="subagent")
    told.talk("root/agent", "plum for the agent", "apple of the agent")
    told.talk("other", "apple elsewhere", "no")
    return told


@pytest.mark.parametrize(
    ("query", "session"),
    [("pear of the compaction", "compaction"), ("of the branch", "branch"), ("cherry", "grandchild")],
)
@pytest.mark.parametrize("quoted", [False, True])
def test_a_hit_names_its_session_and_its_conversation(
    family: Conversations, query: str, session: str, quoted: bool
) -> None:
    (result,) = family.search(f'"{query}"' if quoted else query, roles="user").results
    assert (result.session_id, result.root_session_id) == (session, "root")
    assert (result.title, result.started_at) == ("The Root", START)
    assert result.project == "/work/root"


@pytest.mark.parametrize("query", ["apple", '"apple"', "apple OR melon", "appl*"])
def test_a_conversation_is_one_result_with_all_its_matches(family: Conversations, query: str) -> None:
    found = {result.root_session_id: result.match_count for result in family.search(query).results}
    assert found == {"root": 6, "other": 1}
    family.make_stale()
    found = {result.root_session_id: result.match_count for result in family.search(query).results}
    assert found == {"root": 6, "other": 1}


def test_messages_by_themselves_name_their_own_sessions(family: Conversations) -> None:
    page = family.search("apple", per="message")
    assert len(page.results) == 7
    assert {result.session_id for result in page.results} == {"root", *KINDS, "grandchild", "other"}
    assert {result.root_session_id for result in page.results} == {"root", "other"}


def test_words_spread_over_the_sessions_of_a_conversation_are_found_together(family: Conversations) -> None:
    page = family.search("tree cherry")
    assert [(result.root_session_id, result.rung) for result in page.results] == [("root", "conversation")]


def test_a_sub_agents_messages_count_under_their_root_when_asked_for(family: Conversations) -> None:
    assert family.found("plum") == []
    (result,) = family.search("plum", include_hidden=True).results
    assert (result.session_id, result.root_session_id, result.hidden) == ("root/agent", "root", True)
    found = {one.root_session_id: one.match_count for one in family.search("apple", include_hidden=True).results}
    assert found == {"root": 7, "other": 1}


def test_pages_never_bring_a_conversation_again(family: Conversations) -> None:
    seen = []
    cursor = None
    for _ in range(3):
        page = family.search("apple", limit=1, cursor=cursor)
        seen += [result.root_session_id for result in page.results]
        cursor = page.cursor
        if cursor is None:
            break
    assert sorted(seen) == ["other", "root"]


def test_a_search_within_a_session_stays_within_it(family: Conversations) -> None:
    page = family.search("apple", sessions="branch")
    assert [result.session_id for result in page.results] == ["branch"]
    assert page.searched["per"] == "message"
    assert family.found("cherry", sessions="root") == []


def test_leaving_out_a_session_leaves_out_its_conversation(family: Conversations) -> None:
    assert family.found("apple", exclude_sessions="branch") == ["other"]


def test_a_title_of_a_child_finds_the_conversation(family: Conversations) -> None:
    (result,) = family.search('"the branch"', roles="title").results
    assert (result.session_id, result.root_session_id, result.matched_role) == ("branch", "root", "title")


def test_a_list_has_the_conversation_once_with_its_newest_session(family: Conversations) -> None:
    rows = {row.root_session_id: row for row in family.db.browse().conversations}
    assert set(rows) == {"root", "other"}
    row = rows["root"]
    assert (row.session_id, row.title, row.started_at) == ("grandchild", "The Root", START)
    assert (row.session_count, row.message_count) == (6, 12)


def test_activity_of_a_child_brings_its_conversation_to_the_top(told: Conversations) -> None:
    told.say("root", "hello", at=START)
    told.session("child", parent_session_id="root", kind="resume", started_at=START + DAY)
    told.say("other", "hello", at=START + 2 * DAY)
    assert [row.root_session_id for row in told.db.browse().conversations] == ["other", "root"]
    told.say("child", "again", at=START + 3 * DAY)
    assert [(row.root_session_id, row.session_id) for row in told.db.browse().conversations] == [
        ("root", "child"),
        ("other", "other"),
    ]


def test_what_a_branch_copied_counts_once(told: Conversations) -> None:
    texts = ("where is the blue lantern?", "at the harbour")
    told.talk("root", *texts)
    for number in range(3):
        told.session(f"branch-{number}", parent_session_id="root", kind="branch")
        told.talk(f"branch-{number}", *texts, f"another way {number}")
    for query in ("blue lantern", '"blue lantern"'):
        (result,) = told.search(query).results
        assert (result.root_session_id, result.match_count) == ("root", 1)
    assert len(told.messages("blue lantern")) == 1
    assert len(told.messages("blue lantern", match="literal")) == 4  # exactly the messages that hold it


def test_the_ends_round_a_sub_agents_hit_are_its_conversations(family: Conversations) -> None:
    (result,) = family.search("plum", include_hidden=True, window=1).results
    assert [message.text for message in result.messages] == ["plum for the agent", "apple of the agent"]
    assert [message.text for message in result.bookend_start][:2] == ["apple tree", "apple answer"]
    assert result.bookend_end[-1].text == "apple once more"


def test_a_child_that_is_known_before_its_parent_joins_it(tmp_path: Path) -> None:
    child = tmp_path / "child.jsonl"
    with SessionDB(tmp_path / "parts.db") as db:
        told = Conversations(db, sealed=False)
        told.talk("root", "apple tree", "yes")
        told.session("child", parent_session_id="root", kind="resume")
        told.talk("child", "cherry", "yes")
        db.export(["child"], out=child)
        db.export(["root"], out=tmp_path / "root.jsonl")
    with SessionDB(tmp_path / "state.db") as db:
        db.import_transcripts(child)
        (result,) = db.search("cherry").results
        assert (result.session_id, result.root_session_id) == ("child", "child")
        db.import_transcripts(tmp_path / "root.jsonl")
        (result,) = db.search("cherry").results
        assert (result.session_id, result.root_session_id) == ("child", "root")
        assert [row.session_count for row in db.browse().conversations] == [2]
        assert [message.text for message in db.scroll("child", ids(db.get_messages("child"))[0]).bookend_start] == [
            "apple tree",
            "yes",
        ]


def test_a_session_without_messages_yet_is_the_newest_of_its_conversation(told: Conversations) -> None:
    told.db.create_session("cli", session_id="root", started_at=START)
    told.db.append("root", {"role": "user", "content": "apple", "timestamp": START + 60})
    told.db.create_session("cli", session_id="next", parent_session_id="root", started_at=START + 3600)
    (row,) = told.db.browse().conversations
    assert (row.session_id, row.root_session_id) == ("next", "root")
    assert row.last_active_at == START + 3600


def test_a_conversation_without_any_time_is_of_no_time(told: Conversations, tmp_path: Path) -> None:
    lines = [
        {"type": "hermes-state", "version": 1},
        {"type": "session", "id": "root", "origin": "messages"},
        {"type": "message", "role": "user", "content": "apple"},
        {"type": "session", "id": "next", "origin": "messages", "parent_id": "root"},
        {"type": "message", "role": "user", "content": "pear"},
    ]
    told.db.import_transcripts([write_lines(tmp_path / "timeless.jsonl", lines)])
    (row,) = told.db.browse().conversations
    assert row.session_count == 2
    assert row.last_active_at is None
    assert told.db.browse(before="2000-01-01").conversations == []
    assert told.db.browse(after="1960-01-01").conversations == []


def test_reading_a_session_names_what_came_out_of_it(tmp_path: Path) -> None:
    with SessionDB(tmp_path / "state.db") as db:
        db.create_session(session_id="root")
        db.create_session(session_id="root/agent", parent_session_id="root", kind="subagent", title="Look it up")
        db.create_session(session_id="next", parent_session_id="root", kind="compaction")
        db.create_session(session_id="later", parent_session_id="next", kind="resume")
        children = db.read("root").to_json()["children"]
        assert [(child["session_id"], child["kind"]) for child in children] == [
            ("root/agent", "subagent"),
            ("next", "compaction"),
        ]
        assert [child.id for child in db.read("next").children] == ["later"]
        assert db.read("later").children == []
