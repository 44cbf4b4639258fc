"""``hermes session list``, ``browse``, ``show`` and ``scroll``, and harmless output of all commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command import run, succeed

from hermes_state import SessionDB

PTY = "4d1f09b2-77aa-4c1e-9b57-20e6a3c8f410"
JAPANESE = "9c20e4d7-1f3b-4a86-8d02-6b5f1e77c901"
CHINESE = "01979f02-88c5-7a31-9e6d-0f4b7a61c3d8"


class TestReading:
    def test_list_is_a_table(self, db: Path) -> None:
        lines = succeed("list", "--db", db).out.splitlines()
        assert lines[0].split() == ["id", "last", "active", "source", "project", "messages", "title"]
        assert any("4d1f09b2-77aa" in line and "Windows PTY bridge" in line for line in lines)

    def test_list_fits_the_terminal(self, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        from hermes_state.cli.render import width_of

        for columns in (70, 80, 90, 120, 200):
            monkeypatch.setenv("COLUMNS", str(columns))
            out = succeed("list", "--db", db).out
            assert max(width_of(line) for line in out.splitlines()) <= columns
            assert "Windows PTY" in out

    def test_list_and_browse_give_the_same_page(self, db: Path) -> None:
        listed = succeed("list", "--db", db, "--json").json
        assert listed == succeed("browse", "--db", db, "--json").json
        assert listed["version"] == 1

    def test_browse_shows_how_conversations_began(self, db: Path) -> None:
        out = succeed("browse", "--db", db, "--limit", "20").out
        assert "We need a Windows PTY bridge" in out
        assert "hermes session show 4d1f09b2-77aa" in out

    def test_a_conversation_without_a_title_goes_by_how_it_began(self, db: Path) -> None:
        began = "数据库迁移在测试环境失败了"
        block = next(block for block in succeed("browse", "--db", db).out.split("\n\n") if began in block)
        assert block.startswith(began)
        assert block.count(began) == 1
        assert succeed("show", "--db", db, CHINESE).out.startswith(began)

    def test_a_conversation_whose_messages_have_no_times_is_dated_by_its_start(self, db: Path) -> None:
        listed = next(line for line in succeed("list", "--db", db).out.splitlines() if "Release notes" in line)
        block = next(block for block in succeed("browse", "--db", db).out.split("\n\n") if "Release notes" in block)
        assert re.search(r" 2026-0(6-30|7-01) \d\d:\d\d ", listed)
        assert re.search(r" 2026-0(6-30|7-01) \d\d:\d\d ", block)

    def test_sub_agents_are_part_of_their_conversation(self, db: Path) -> None:
        rows = succeed("list", "--db", db, "--json", "--include-hidden").json["conversations"]
        assert [row["session_count"] for row in rows if row["root_session_id"] == PTY] == [2]
        assert f"{PTY}/a7c31e90" not in [row["session_id"] for row in rows]

    def test_hidden_sessions_are_listed_when_asked_for(self, tmp_path: Path) -> None:
        path = tmp_path / "a.db"
        with SessionDB(path) as db:
            db.append(db.create_session("tool", session_id="a-tools-own"), {"role": "user", "content": "x"})
        assert succeed("list", "--db", path).out == "No conversations.\n"
        assert "a-tools-own" in succeed("list", "--db", path, "--include-hidden").out

    def test_pages_follow_each_other(self, db: Path) -> None:
        seen: list[str] = []
        cursor: list[str] = []
        while True:
            page = succeed("list", "--db", db, "--json", "--limit", "4", *cursor).json
            seen.extend(row["session_id"] for row in page["conversations"])
            if page["cursor"] is None:
                break
            cursor = ["--cursor", page["cursor"]]
        assert len(seen) == len(set(seen)) == 11

    def test_show_prints_the_conversation_and_how_to_resume_it(self, db: Path) -> None:
        out = succeed("show", "--db", db, PTY).out
        assert out.splitlines()[0] == "Windows PTY bridge"
        assert "We need a Windows PTY bridge" in out
        assert "Noted: the first spawn" in out
        assert f"cd /home/mei/work/ptybridge && claude --resume {PTY}" in out

    def test_show_all_leaves_no_message_out(self, db: Path) -> None:
        out = succeed("show", "--db", db, PTY, "--all", "--full").out
        assert "Continue with the resize frames." in out
        assert "left out" not in out
        assert "more characters" not in out

    @pytest.mark.parametrize(
        ("session_id", "command"),
        [
            (CHINESE, f"codex resume {CHINESE}"),
            ("20260629_081502_c4e1d0", "hermes --resume 20260629_081502_c4e1d0"),
            ("pg-deadlock", None),
            (f"{PTY}/a7c31e90", None),
        ],
    )
    def test_show_in_json_says_how_to_resume(self, db: Path, session_id: str, command: str | None) -> None:
        answer = succeed("show", "--db", db, "--json", session_id).json
        assert answer["version"] == 1
        assert (answer["resume"] or {}).get("command") == command

    @pytest.mark.parametrize("name", ["9c20e4d7-1f3b", f"claude-code:{JAPANESE}", "9c20"])
    def test_a_session_is_named_by_prefix_or_with_its_origin(self, db: Path, name: str) -> None:
        assert succeed("show", "--db", db, name).out.splitlines()[0] == "請求書CSVの文字化け"

    def test_a_prefix_names_the_parent_of_sub_agents(self, db: Path) -> None:
        assert succeed("show", "--db", db, "4d1f09b2-77aa").out.splitlines()[0] == "Windows PTY bridge"

    def test_an_unknown_session_suggests_the_nearest(self, db: Path) -> None:
        outcome = run("show", "--db", db, "pg-deadlok")
        assert (outcome.code, outcome.out) == (1, "")
        assert "pg-deadlock" in outcome.err
        assert outcome.err.count("\n") == 1

    def test_an_ambiguous_prefix_names_its_sessions(self, db: Path) -> None:
        outcome = run("show", "--db", db, "0197")
        assert outcome.code == 1
        assert f"codex:{CHINESE}" in outcome.err

    def test_of_many_sessions_that_a_prefix_names_some_are_named(self, tmp_path: Path) -> None:
        with SessionDB(tmp_path / "a.db") as db:
            for number in range(4):
                db.create_session("cli", session_id=f"talk-{number}")
        err = run("show", "--db", tmp_path / "a.db", "talk").err
        assert err.endswith("(say which: live:talk-0, live:talk-1, live:talk-2, …)\n")
        assert run("show", "--db", tmp_path / "a.db", "talk-").err == err.replace(" talk ", " talk- ")

    def test_scroll_shows_the_messages_around_a_hit(self, db: Path) -> None:
        results = succeed("search", "--db", db, "--json", "ERROR_BROKEN_PIPE").json["results"]
        hit = next(result for result in results if result["session_id"] == PTY)
        out = succeed("scroll", "--db", db, PTY, str(hit["match_message_id"]), "--window", "1").out
        assert re.search(rf"^> \w+  #{hit['match_message_id']}\b", out, re.MULTILINE)
        answer = succeed("scroll", "--db", db, "--json", PTY, str(hit["match_message_id"])).json
        assert answer["version"] == 1
        assert hit["match_message_id"] in [message["id"] for message in answer["messages"]]

    def test_scroll_to_a_message_of_another_session_fails(self, db: Path) -> None:
        outcome = run("scroll", "--db", db, PTY, "999999")
        assert outcome.code == 1
        assert outcome.err.count("\n") == 1


class TestHostileText:
    @pytest.fixture
    def hostile(self, tmp_path: Path) -> Path:
        path = tmp_path / "hostile.db"
        evil = "needle \x1b]0;owned\x07\x1b[2J \u202egpj.exe \x9b31m \r over"
        with SessionDB(path) as db:
            sid = db.create_session("cli\x1b[31m", session_id="evil", title=f"title {evil}", cwd="/tmp/\x1b[31m")
            call = {"id": "c", "type": "function", "function": {"name": "run\x1b[1m", "arguments": evil}}
            db.append(
                sid,
                [
                    {"role": "user", "content": evil},
                    {"role": "assistant", "content": None, "tool_calls": [call], "thinking": evil},
                    {"role": "tool", "content": evil, "tool_name": "run\x1b[1m"},
                ],
            )
        return path

    @pytest.mark.parametrize(
        "words",
        [
            ["search", "needle"],
            ["search", "needle", "--json"],
            ["list"],
            ["browse"],
            ["show", "evil"],
            ["show", "evil", "--json"],
            ["scroll", "evil", "1"],
            ["stats"],
            ["rename", "evil", "another \x1b[31m title"],
        ],
    )
    def test_no_stored_text_commands_the_terminal(self, hostile: Path, words: list[str]) -> None:
        outcome = succeed(*words, "--db", hostile)
        assert outcome.out
        assert not set(outcome.out) & set("\x1b\x07\x9b\r\u202e")
