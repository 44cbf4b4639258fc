"""What a search may be asked for: arguments without a meaning are refused, lists are read as people write them."""

from __future__ import annotations

from typing import Any

import pytest

from hermes_state.errors import InvalidArgumentError
from hermes_state.search.request import MAX_LIMIT, SearchRequest, checked_roles, listed, searched
from hermes_state.search.scope import Live, Scope


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"limit": 1},
        {"limit": MAX_LIMIT},
        {"window": 100},
        {"per": "message", "sort": "oldest", "match": "literal"},
        {"per": None},
    ],
)
def test_arguments_within_their_bounds_pass(arguments: dict[str, Any]) -> None:
    SearchRequest("text", **arguments).check()


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"sort": "best"}, "'best' is no sort"),
        ({"per": "session"}, "'session' is no per"),
        ({"match": "regex"}, "'regex' is no match"),
        ({"limit": 0}, "limit 0 is not from 1"),
        ({"limit": MAX_LIMIT + 1}, "limit 1001 is not"),
        ({"limit": 2.5}, "limit 2.5 is not"),
        ({"limit": "3"}, "limit '3' is not"),
        ({"limit": True}, "limit True is not"),
        ({"window": -1}, "window -1 is not from 0 to 100"),
        ({"window": 101}, "window 101 is not"),
        ({"window": False}, "window False is not"),
    ],
)
def test_an_argument_without_meaning_is_refused_by_name(arguments: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidArgumentError, match=named) as refused:
        SearchRequest("text", **arguments).check()
    assert refused.value.hint


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, ()),
        ("", ()),
        ("cli", ("cli",)),
        (" cli, codex ,", ("cli", "codex")),
        (["cli,codex", "telegram"], ("cli", "codex", "telegram")),
        ((), ()),
    ],
)
def test_a_list_may_be_one_text_with_commas_or_many(value: Any, expected: tuple[str, ...]) -> None:
    assert listed(value) == expected


def test_a_role_counts_once_and_titles_are_one() -> None:
    assert checked_roles("tool,user,tool") == ("tool", "user")
    assert checked_roles(["title"]) == ("title",)


def test_an_unknown_role_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidArgumentError, match="'bot' is no role") as refused:
        checked_roles("user,bot")
    assert refused.value.hint == "use user, assistant, tool, thinking, system, title"


def test_the_account_of_what_was_searched_names_only_what_was_asked_for() -> None:
    plain = searched(Scope(), default_roles=True, per="conversation", titles=True)
    assert plain == {"roles": ["user", "assistant", "title"], "per": "conversation", "then": ["tool"], "hidden": False}


def test_the_account_of_what_was_searched_names_every_filter() -> None:
    scope = Scope(
        roles=("tool",),
        sources=("cli", "codex"),
        project="/work",
        after=0.0,
        before=86_400.5,
        sessions=(3, 4),
        include_hidden=True,
        live=Live(3, None),
        without_roots=(9,),
    )
    assert searched(scope, default_roles=False, per="message", titles=False) == {
        "roles": ["tool"],
        "per": "message",
        "sources": ["cli", "codex"],
        "project": "/work",
        "after": "1970-01-01T00:00:00Z",
        "before": "1970-01-02T00:00:00.500Z",
        "sessions": 2,
        "hidden": True,
        "conversations_excluded": 1,
        "live_context_excluded": True,
    }
