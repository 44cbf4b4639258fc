"""A search answers exactly what a brute-force scan of the texts does, in every state of an archive."""

from __future__ import annotations

import random
from collections.abc import Iterator

import exactness
import pytest
import scripts

from hermes_state import SessionDB, upkeep
from hermes_state.search.analysis import fold
from hermes_state.store import index

SEED = 7
NEVER = 1 << 40
STATES = ("sealed", "loose", "half", "stale", "deleted", "rebuilt", "reopened")

SEALED_AFTER: dict[str, tuple[int, ...]] = {"loose": (), "half": (9,)}
"""The sessions after which text is sealed, where that is not several times and at the end."""

CORPUS = scripts.conversations(SEED, sessions=20, messages=12)


Filled = tuple[SessionDB, list[str]]


@pytest.fixture(scope="module", params=STATES)
def archive(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    """An archive of the corpus in one state, and the ids of its sessions."""
    state = request.param
    names = list(CORPUS)
    path = tmp_path_factory.mktemp(state) / "state.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hermes_state.archive.SEAL_AT_BYTES", NEVER)
        patch.setattr("hermes_state.archive.SEAL_AT_END_BYTES", NEVER)
        db = SessionDB(path)
        try:
            for number, (name, messages) in enumerate(CORPUS.items()):
                db.create_session("cli", session_id=name)
                db.append(name, messages)
                if number in SEALED_AFTER.get(state, (0, 6, 12, len(names) - 1)):
                    upkeep.optimize(db)
            if state in ("stale", "rebuilt"):
                with db.file.writing() as writer:
                    index.mark_stale(writer.connection)
            if state in ("deleted", "half", "rebuilt"):
                names = _remove_some(db, names)
            if state == "rebuilt":
                upkeep.optimize(db)
            if state == "reopened":
                db.close()
                db = SessionDB(path, read_only=True)
            yield db, names
        finally:
            db.close()


def _remove_some(db: SessionDB, names: list[str]) -> list[str]:
    chance = random.Random(SEED)
    gone = set(chance.sample(names, 4))
    upkeep.delete(db, sorted(gone))
    left = [name for name in names if name not in gone]
    for name in chance.sample(left, 4):
        messages = db.get_messages(name)
        db.rewind(name, messages[len(messages) // 2].id or 0)
    for name in chance.sample(left, 4):
        messages = db.get_messages(name)
        db.compact(name, messages[len(messages) // 2].id or 0)
    return left


TEXTS = [one["content"] for messages in CORPUS.values() for one in messages if one["role"] != "system"]


def test_literals_and_expressions_answer_what_brute_force_does(archive):
    db, names = archive
    truth = exactness.truth_of(db, names)
    accounts = list(exactness.compared(db, truth, exactness.questions(TEXTS, 5, SEED)))
    assert [(one.kind, one.faults, one.twice) for one in accounts if not one.exact] == []
    assert sum(one.hits for one in accounts) > 500


def test_small_pages_are_the_answer_in_pieces_and_in_its_order(archive):
    db, names = archive
    truth = exactness.truth_of(db, names)
    for query in ("e", "->", "终", "foo"):
        expected = exactness.holding(truth, query)
        for sort in ("relevance", "newest", "oldest"):
            whole = exactness.all_pages(db, query, sort=sort)
            assert set(whole) == expected
            assert exactness.all_pages(db, query, limit=7, sort=sort) == whole


@pytest.mark.parametrize("roles", [exactness.ROLES, ("user", "tool"), ("assistant", "tool"), ("tool",), ("user",)])
def test_conversations_are_those_with_an_answering_message_each_counted(archive, roles):
    db, names = archive
    truth = exactness.truth_of(db, names, roles)
    owner = {message.id: name for name in names for message in db.get_messages(name)}
    for query in ("parse_sch", "->", "终端", "部", "문", "a.b"):
        expected: dict[str, int] = {}
        for message in exactness.holding(truth, query):
            expected[owner[message]] = expected.get(owner[message], 0) + 1
        found: dict[str, int] = {}
        cursor = None
        while True:
            page = db.search(query, match="literal", roles=roles, limit=5, cursor=cursor)
            assert not found.keys() & {result.root_session_id for result in page.results}
            found |= {result.root_session_id: result.match_count for result in page.results}
            cursor = page.cursor
            if cursor is None:
                break
        assert found == expected


def test_the_harness_notices_a_missing_and_a_surplus_answer(archive):
    db, names = archive
    truth = exactness.truth_of(db, names)
    expected = exactness.holding(truth, "foo")
    assert expected
    missing = exactness.Account("control")
    missing.compare(db, "foo", expected | {10**9}, match="literal")
    surplus = exactness.Account("control")
    surplus.compare(db, "foo", set(sorted(expected)[1:]), match="literal")
    assert (missing.missed, missing.extra, missing.exact) == (1, 0, False)
    assert (surplus.missed, surplus.extra, surplus.exact) == (0, 1, False)


@pytest.mark.parametrize(
    ("query", "text", "stands"),
    [
        ("foo bar", "a foo, bar b", True),
        ("foo bar", "foobar", False),
        ("foo bar", "xfoo bar", False),
        ("foo.bar", "see foo.bar now", True),
        ("foo.bar", "foo bar", False),
        ("终端", "打开终端吧", True),
        ("用 python", "用Python写", True),
        ("终端 部署", "终端部署", False),
        ("--force", "use --force", True),
        ("--force", "use force", False),
    ],
)
def test_the_second_evaluator_decides_phrases_as_the_query_language_says(query, text, stands):
    assert exactness.Asked(query).holds([fold(text)]) is stands
