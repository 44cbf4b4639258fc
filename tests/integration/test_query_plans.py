"""Each index serves the query that the migration says it is for: SQLite's own plan of what is run names it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from archives import START

from hermes_state import SessionDB, upkeep
from hermes_state.search import views
from hermes_state.store import blobs, index, sessions
from hermes_state.store.connection import Connection
from hermes_state.upkeep import deleting, pruning

INDEXES = "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name"

PINNED = {
    "blob_use_by_blob",
    "message_by_session",
    "pack_by_age",
    "pack_by_session",
    "session_by_id",
    "session_by_parent_id",
    "session_by_project",
    "session_by_root",
    "session_by_source",
    "session_by_tip",
    "session_hidden",
    "session_in_trash",
}
"""The indexes whose plans are looked at here; one without a query that needs it costs every write."""

Plans = list[tuple[str, str]]


@pytest.fixture
def db(tmp_path: Path) -> Iterator[SessionDB]:
    """Conversations of two sessions each, sealed, of a few packs each."""
    with SessionDB(tmp_path / "state.db") as archive:
        for number in range(6):
            at = START + 1000 * number
            root = archive.create_session("cli", session_id=f"talk-{number}", title=f"Talk {number}", started_at=at)
            archive.append(root, [{"role": "user", "content": f"{word} " * 4000, "timestamp": at} for word in "abcdef"])
            child = archive.create_session("cli", session_id=f"more-{number}", parent_session_id=root, started_at=at)
            archive.append(child, {"role": "assistant", "content": "and so on -> ==", "timestamp": at + 5})
        upkeep.optimize(archive)
        yield archive


@pytest.fixture
def plans(db: SessionDB, monkeypatch: pytest.MonkeyPatch) -> Plans:
    """Every statement that the test runs from here on, with its plan."""
    found: Plans = []
    rows, run = Connection.rows, Connection.run

    def explain(connection: Connection, sql: str, bindings: Any) -> None:
        if sql.split(None, 1)[0] in ("SELECT", "WITH", "UPDATE", "DELETE"):
            lines = [str(row[3]) for row in rows(connection, f"EXPLAIN QUERY PLAN {sql}", bindings)]
            found.append((" ".join(sql.split()), "\n".join(lines)))

    def explained_rows(connection: Connection, sql: str, bindings: Any = ()) -> list[tuple[Any, ...]]:
        explain(connection, sql, bindings)
        return rows(connection, sql, bindings)

    def explained_run(connection: Connection, sql: str, bindings: Any = ()) -> None:
        explain(connection, sql, bindings)
        run(connection, sql, bindings)

    monkeypatch.setattr(Connection, "rows", explained_rows)
    monkeypatch.setattr(Connection, "run", explained_run)
    return found


def plan_of(plans: Plans, piece: str) -> str:
    """The plan of the statement run that holds ``piece``."""
    piece = " ".join(piece.split())
    return next(plan for sql, plan in plans if piece in sql)


def test_browsing_reads_conversations_off_their_index_in_order(db: SessionDB, plans: Plans) -> None:
    page = db.browse(limit=2, sources="cli", after=START)
    db.browse(limit=2, sources="cli", after=START, cursor=page.cursor)
    found = [plan for sql, plan in plans if "ORDER BY r.tip_at DESC" in sql]
    assert len(found) == 2
    for plan in found:
        assert "session_by_tip" in plan
        assert "session_by_root" in plan
        assert "TEMP B-TREE" not in plan


def test_a_conversation_s_sessions_are_found_by_their_root(db: SessionDB, plans: Plans) -> None:
    db.browse(limit=2)
    assert "USING INDEX session_by_root (root_key=?)" in plan_of(plans, views.TOTALS)
    assert "USING INDEX session_by_root (root_key=?)" in plan_of(plans, views.TIP)


def test_a_bare_id_and_its_beginning_are_looked_up(db: SessionDB, plans: Plans) -> None:
    upkeep.resolve_session(db, "talk-3")
    with pytest.raises(Exception, match="more than one"):
        upkeep.resolve_session(db, "talk")
    assert "USING INDEX session_by_id (id=?)" in plan_of(plans, "FROM session WHERE id = ?")
    assert "USING INDEX session_by_id (id>? AND id<?)" in plan_of(plans, "FROM session WHERE id >= ?1")


def test_children_that_wait_for_a_new_session_are_looked_up(db: SessionDB, plans: Plans) -> None:
    db.create_session("cli", session_id="new")
    plan = plan_of(plans, sessions.ORPHANS)
    assert plan.count("USING INDEX session_by_parent_id (parent_id=?)") == 2
    assert "SCAN session" not in plan


def test_a_session_s_messages_and_packs_are_read_in_order(db: SessionDB, plans: Plans) -> None:
    page = db.search("and so on", window=5)
    assert page.results
    db.read("talk-2")
    db.get_messages("talk-2")
    found = [(sql, plan) for sql, plan in plans if "m.session = ?" in sql and "ORDER BY m.seq" in sql]
    assert len(found) > 5
    for sql, plan in found:
        assert "USING INDEX message_by_session (session=?" in plan, sql
        assert "TEMP B-TREE" not in plan, sql
    reader = db.file.reader()
    assert list(reader.records(3, "talk-1"))
    assert "pack_by_session (session=?" in plan_of(plans, "SELECT id FROM pack WHERE session = ?1")


def test_the_scan_takes_packs_by_age(db: SessionDB, plans: Plans) -> None:
    with db.file.writing() as writer:
        index.mark_stale(writer.connection)
    assert db.search("and so on").results
    plan = plan_of(plans, "FROM pack AS p ORDER BY newest_at DESC")
    assert "SCAN p USING INDEX pack_by_age" in plan
    assert "pack_by_session (session=? AND first_seq>?)" in plan
    assert "TEMP B-TREE" not in plan


def test_what_is_deleted_with_a_session_is_found_by_its_root(db: SessionDB, plans: Plans) -> None:
    assert upkeep.delete(db, ["talk-4"]).sessions == 2
    plan = plan_of(plans, deleting.SUBTREE)
    assert "session_by_root (root_key=?)" in plan
    assert "AUTOMATIC" not in plan


def test_emptying_the_trash_goes_by_when_things_were_thrown_there(db: SessionDB, plans: Plans) -> None:
    upkeep.mark(db, ["talk-1", "talk-2"], "trashed")
    assert upkeep.empty_trash(db, before=START).sessions == 0
    assert upkeep.empty_trash(db).sessions == 4
    assert "session_in_trash" in plan_of(plans, pruning.IN_TRASH)


def test_these_are_all_indexes_there_are(db: SessionDB) -> None:
    found = {name for (name,) in db.file.reader().connection.rows(INDEXES)}
    assert found == PINNED


def test_a_search_asks_indexes_for_automatic_and_hidden_sessions(db: SessionDB, plans: Plans) -> None:
    db.search("and so on")
    assert "COVERING INDEX session_by_source" in plan_of(plans, "SELECT root_key FROM session WHERE source IN")
    assert "session_hidden" in plan_of(plans, "FROM session WHERE hidden = 1")


def test_deleting_looks_other_uses_of_an_attachment_up(db: SessionDB) -> None:
    picture = "data:image/png;base64," + "iVBORw0KGgo" * 200 + "AAAA"
    content = [{"type": "image_url", "image_url": {"url": picture}}]
    db.append("talk-1", {"role": "user", "content": content})
    connection = db.file.reader().connection
    assert connection.value("SELECT count(*) FROM blob_use") == 1
    plan = connection.rows(f"EXPLAIN QUERY PLAN {blobs.DELETE_UNUSED}", (1,))
    assert any("blob_use_by_blob" in str(row[3]) for row in plan)


def test_a_search_in_one_project_finds_the_projects_and_their_sessions_by_index(db: SessionDB, plans: Plans) -> None:
    db.create_session("cli", session_id="placed", cwd="/home/me/work/shop")
    db.append("placed", {"role": "user", "content": "abc"})
    plans.clear()
    assert [result.session_id for result in db.search("abc", project="shop").results] == ["placed"]
    assert "USING COVERING INDEX session_by_project" in plan_of(
        plans, "SELECT min(project) FROM session WHERE project >"
    )
    assert "USING INDEX session_by_project" in plan_of(plans, "SELECT s.key FROM session AS s CROSS JOIN session AS r")
