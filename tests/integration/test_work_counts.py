"""What reading, appending, importing and opening cost, counted, in a small archive and in one ten times its size.

Searching by literals is counted in test_search_work.py, the statements of writing in test_write_work.py.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from archives import START, claude_lines, codex_lines, write_lines
from work import Work, counted, pages_so_far, reading

from hermes_state import SessionDB, upkeep
from hermes_state.search import gathering

LIMIT = 10
FEW_SESSIONS, MANY_SESSIONS = 200, 2_000
MESSAGES, MANY_MESSAGES = 12, 60
"""Of one session. Every word stands in more messages, even of the small archive, than any search weighs."""

PROJECTS = 20
APART_S = 1_000.0
WINDOW = 20
"""Sessions within the dates asked for: 1 % of the large archive."""

LOOKED_AT = 2 * (LIMIT + 1) + 16
"""Conversations whose text a ranked search reads at most for one page."""


def build(folder: Path, session_count: int, message_count: int) -> Path:
    """An archive of equal talks, a thousand seconds apart, in ``PROJECTS`` projects in turn."""
    lines = [
        {
            "id": f"s{number:05}",
            "project": f"/work/p{number % PROJECTS:02}",
            "messages": [
                {
                    "role": ("user", "assistant", "tool")[at % 3],
                    "content": f"common plain words 常见 gateway of talk {number} turn {at}",
                    "timestamp": START + APART_S * number + at,
                }
                for at in range(message_count)
            ],
        }
        for number in range(session_count)
    ]
    path = folder / f"{session_count}-{message_count}" / "state.db"
    source = write_lines(path.with_suffix(".jsonl"), lines)
    with SessionDB(path) as db:
        assert db.import_transcripts(source).messages_new == session_count * message_count
        upkeep.optimize(db)
    source.unlink()
    return path


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("work"), FEW_SESSIONS, MESSAGES)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("work"), MANY_SESSIONS, MESSAGES)


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As many sessions as in the small archive, each five times as long."""
    return build(tmp_path_factory.mktemp("work"), FEW_SESSIONS, MANY_MESSAGES)


@pytest.fixture(autouse=True)
def common(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words so common that only the newest messages with them are weighed, in the small archive too."""
    monkeypatch.setattr(gathering, "COMMON_FREQUENCY", 1_000)


def work_of(path: Path, action: Callable[[SessionDB], Any]) -> tuple[Any, Work]:
    """What an action gives, and its work on a connection that has read the schema."""
    with SessionDB(path, read_only=True) as db:
        db.browse(limit=1)
        with reading(db) as work:
            found = action(db)
        return found, work


def searched(path: Path, query: str, **filters: Any) -> tuple[Any, Work]:
    return work_of(path, lambda db: db.search(query, limit=LIMIT, **filters))


def window(session_count: int) -> dict[str, float]:
    """Dates that leave ``WINDOW`` sessions from the middle of an archive."""
    first = START + APART_S * (session_count // 2)
    return {"after": first, "before": first + APART_S * WINDOW}


class TestSearching:
    QUERIES = ("common", "common words", "common gateway plain", "常", "常见", "comm*", '"common plain"', "gatew")

    @pytest.mark.parametrize("query", QUERIES)
    def test_a_search_fetches_as_much_from_a_large_archive_as_from_a_small_one(
        self, small: Path, large: Path, query: str
    ) -> None:
        page, few = searched(small, query)
        same, many = searched(large, query)
        assert len(page.results) == len(same.results) == LIMIT
        assert many.rows <= few.rows * 1.1 + 50
        assert len(many.statements) <= len(few.statements) + 5, many.statements
        assert many.pages <= few.pages * 1.25 + 50
        assert many.packs <= LOOKED_AT

    @pytest.mark.parametrize("query", QUERIES)
    def test_dates_leave_no_more_to_fetch_than_the_messages_between_them(
        self, small: Path, large: Path, query: str
    ) -> None:
        _, few = searched(small, query, **window(FEW_SESSIONS))
        page, many = searched(large, query, **window(MANY_SESSIONS))
        assert len(page.results) == LIMIT
        assert many.rows <= few.rows * 1.1 + 50
        weighed, described = (query.count(" ") + 2) * MESSAGES, 6  # rows of a conversation between the dates
        assert many.rows <= WINDOW * (weighed + described)
        assert many.pages <= few.pages * 1.25 + MANY_SESSIONS // 10  # which sessions they leave is read off all of them
        assert len(many.statements) <= len(few.statements) + 5
        assert many.packs <= min(WINDOW, LOOKED_AT) + 1

    @pytest.mark.parametrize("query", ["common", "常", "comm*"])
    def test_a_project_leaves_no_more_to_fetch_than_its_messages(self, large: Path, query: str) -> None:
        page, work = searched(large, query, project="/work/p07")
        assert {int(result.session_id[1:]) % PROJECTS for result in page.results} == {7}
        assert work.rows <= 2 * (MANY_SESSIONS // PROJECTS) * MESSAGES  # weighed, then counted
        assert work.packs <= LIMIT + 1

    @pytest.mark.parametrize("query", ["nowhereatall", "nowhere at_all", "无此"])
    def test_what_stands_nowhere_opens_no_pack_and_fetches_next_to_nothing(self, large: Path, query: str) -> None:
        page, work = searched(large, query, roles=("user", "assistant", "tool"))
        assert page.results == []
        assert work.packs == 0
        assert work.rows <= 500  # titles and the dictionary are asked for what comes close

    @pytest.mark.parametrize("query", [*QUERIES, "nowhereatall"])
    def test_no_search_walks_through_the_messages(self, large: Path, query: str) -> None:
        for filters in ({}, window(MANY_SESSIONS), {"project": "/work/p07"}, {"per": "message"}):
            _, work = searched(large, query, **filters)
            assert work.scanned <= MANY_SESSIONS

    def test_the_counts_see_a_search_that_weighs_all_it_finds(
        self, small: Path, large: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(gathering, "SINGLE_CANDIDATES", 10**6)
        _, few = searched(small, "common")
        _, many = searched(large, "common")
        assert many.rows > 5 * few.rows
        assert many.pages > 5 * few.pages


class TestReading:
    def test_the_first_page_of_browsing_reads_the_conversations_it_shows(self, small: Path, large: Path) -> None:
        page, few = work_of(small, lambda db: db.browse(limit=20))
        same, many = work_of(large, lambda db: db.browse(limit=20))
        assert len(page.conversations) == len(same.conversations) == 20
        assert len(many.statements) == len(few.statements)
        assert many.steps <= few.steps * 1.1
        assert many.pages <= few.pages * 1.25
        assert (many.packs, many.scanned) == (0, few.scanned)
        assert many.scanned <= 20

    def test_looking_at_a_conversation_costs_the_same_in_any_archive(self, small: Path, large: Path) -> None:
        def look(db: SessionDB) -> Any:
            first = db.read("s00100").head[0]
            return first, db.scroll("s00100", first.id, window=2)

        _, few = work_of(small, look)
        _, many = work_of(large, look)
        assert len(many.statements) == len(few.statements)
        assert many.steps <= few.steps * 1.1
        assert many.pages <= few.pages * 1.25
        assert (many.rows, many.packs, many.scanned) == (few.rows, 1, 0)

    def test_figures_are_made_from_the_sessions_and_no_message_is_touched(self, small: Path, long: Path) -> None:
        figures, few = work_of(small, upkeep.stats)
        same, many = work_of(long, upkeep.stats)
        assert (figures["messages"], same["messages"]) == (FEW_SESSIONS * MESSAGES, FEW_SESSIONS * MANY_MESSAGES)
        assert many.packs == 0
        assert many.scanned <= FEW_SESSIONS
        assert many.steps <= few.steps * 1.1
        assert many.pages <= few.pages + 5

    def test_the_counts_see_a_walk_through_the_messages(self, small: Path, long: Path) -> None:
        def walk(db: SessionDB) -> list[Any]:
            return db.file.reader().connection.rows("SELECT max(flags) FROM message")

        _, few = work_of(small, walk)
        _, many = work_of(long, walk)
        assert (few.scanned + 1, many.scanned + 1) == (FEW_SESSIONS * MESSAGES, FEW_SESSIONS * MANY_MESSAGES)
        assert many.steps > 4 * few.steps
        assert many.pages > 4 * few.pages

    def test_the_count_of_packs_sees_each(self, small: Path) -> None:
        packs, work = work_of(small, lambda db: [db.get_messages(f"s{n:05}") for n in range(5)])
        assert len(packs) == 5
        assert work.packs > 0
        assert work.rows >= 5 * MESSAGES

    @pytest.mark.parametrize("for_writing", [False, True])
    def test_opening_reads_as_few_pages_of_a_large_archive_as_of_a_small_one(
        self, small: Path, large: Path, for_writing: bool
    ) -> None:
        read = []
        for path in (small, large):
            with SessionDB(path) as db:
                if for_writing:
                    with db.file.exclusive() as connection:
                        read.append(pages_so_far(connection)[1])
                        connection.rows("SELECT max(flags) FROM message")
                        assert pages_so_far(connection)[1] > read[-1] + 10  # the count sees pages that are read
                else:
                    read.append(pages_so_far(db.file.reader().connection)[1])
        assert 0 < read[0] <= 12
        assert read[1] <= read[0] + 1


class TestAppending:
    APPENDS = 30

    def appended(self, path: Path, text: str = "a message {} about gateways") -> Work:
        with SessionDB(path) as db:
            db.create_session(session_id="live", started_at=START)
            db.append("live", {"role": "user", "content": "a first message", "timestamp": START})
            with db.file.exclusive() as connection, counted(connection) as work:
                for number in range(self.APPENDS):
                    db.append("live", {"role": "user", "content": text.format(number), "timestamp": START + number})
            return work

    def test_an_append_works_as_little_in_a_large_archive_as_in_a_small_one(
        self, small: Path, large: Path, tmp_path: Path
    ) -> None:
        few = self.appended(shutil.copy(small, tmp_path / "small.db"))
        many = self.appended(shutil.copy(large, tmp_path / "large.db"))
        assert many.statements == few.statements
        assert many.steps <= few.steps + 2 * self.APPENDS
        assert many.pages <= few.pages * 1.25
        assert many.pages_written <= few.pages_written + 5
        assert many.scanned == few.scanned
        assert many.pages_written / self.APPENDS < 6

    def test_the_counts_see_appends_that_write_more(self, small: Path, tmp_path: Path) -> None:
        few = self.appended(shutil.copy(small, tmp_path / "few.db"))
        more = self.appended(shutil.copy(small, tmp_path / "more.db"), "a message {} " + "of many words " * 2_000)
        assert more.pages_written > few.pages_written + 2 * self.APPENDS


class Opened:
    """The files that this process opens, while ``found`` is a list. A hook stays as long as the process."""

    found: list[str] | None = None
    is_there = False

    @classmethod
    def hook(cls, event: str, arguments: tuple[Any, ...]) -> None:
        if cls.found is not None and event in ("open", "sqlite3.connect"):
            cls.found.append(str(arguments[0]))


@pytest.fixture
def opened() -> Iterator[list[str]]:
    if not Opened.is_there:
        sys.addaudithook(Opened.hook)
        Opened.is_there = True
    Opened.found = []
    yield Opened.found
    Opened.found = None


def of_folder(opened: list[str], folder: Path) -> set[str]:
    """The names of the files opened that stand in a folder."""
    return {path.name for path in folder.iterdir()} & {Path(name).name for name in opened}


class TestImportingAgain:
    @pytest.fixture
    def sources(self, tmp_path: Path) -> Path:
        folder = tmp_path / "source"
        for number in range(6):
            write_lines(folder / f"claude-{number}.jsonl", claude_lines(f"{number:08}-0000-4000-8000-000000000000", 8))
            write_lines(folder / f"codex-{number}.jsonl", codex_lines(f"codex-{number}", 8))
        return folder

    def test_files_that_did_not_change_are_not_opened(self, tmp_path: Path, sources: Path, opened: list[str]) -> None:
        with SessionDB(tmp_path / "state.db") as db:
            assert db.import_transcripts(sources).files_read == 12
            assert of_folder(opened, sources) == {path.name for path in sources.iterdir()}
            opened.clear()
            with db.file.exclusive() as connection, counted(connection) as writing:
                assert db.import_transcripts(sources).files_unchanged == 12
            assert of_folder(opened, sources) == set()
            assert writing.pages_written == 0

    def test_a_file_that_changed_is_opened_alone(self, tmp_path: Path, sources: Path, opened: list[str]) -> None:
        changed = sources / "claude-3.jsonl"
        with SessionDB(tmp_path / "state.db") as db:
            db.import_transcripts(sources)
            more = claude_lines("00000003-0000-4000-8000-000000000000", 2, first=8)
            write_lines(changed, more, append=True)
            opened.clear()
            report = db.import_transcripts(sources)
        assert (report.files_read, report.files_unchanged, report.messages_new) == (1, 11, 2)
        assert of_folder(opened, sources) == {changed.name}
