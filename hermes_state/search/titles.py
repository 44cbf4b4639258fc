"""Titles and session ids as targets of a search."""

# Annotations are evaluated here: a named tuple compiles each one that is text, which a start would pay for.

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hermes_state.search.analysis import fold, kind_of
from hermes_state.search.scope import Scope, active_session_predicate
from hermes_state.search.units import Unit
from hermes_state.store.connection import Connection
from hermes_state.store.dictionary import TRIGRAM_CHARS, trigram_query

MAX_TITLES = 20_000
MIN_ID_CHARS = 4

FITTING = """
SELECT s.key, s.root_key, s.title, coalesce(s.started_at, 0)
FROM session AS s
JOIN session AS r ON r.key = s.root_key
WHERE s.title IS NOT NULL AND {narrowed} AND {predicate}
ORDER BY s.key DESC
LIMIT ?
"""
BY_ID = """
SELECT s.key, s.root_key, s.id, coalesce(s.started_at, 0)
FROM session AS s
JOIN session AS r ON r.key = s.root_key
WHERE {condition} AND {predicate}
ORDER BY s.key DESC
LIMIT 50
"""
IN_TRIGRAMS = "s.key IN (SELECT rowid FROM title_trigram WHERE title_trigram MATCH ?)"

_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_:./-]*", re.ASCII)


class TitleHit(NamedTuple):
    """A session whose title or id answers. ``strength``: 3 the whole of it, 2 its beginning, 1 a part."""

    session: int
    root: int
    text: str
    role: str
    strength: int
    at: float = 0.0


def title_predicate(scope: Scope) -> tuple[str, list[Any]]:
    """The conditions on a session whose title or id may answer: it was active in the time asked for, and the caller
    is not in it."""
    sql, values = active_session_predicate(scope)
    if scope.live is None:
        return sql, values
    return f"{sql} AND s.key <> ?", [*values, scope.live.session]


def titles_holding(
    connection: Connection,
    scope: Scope,
    pieces: Sequence[str],
    holds: Callable[[str], bool],
    *,
    whole: str,
    usable_index: bool = True,
) -> list[TitleHit]:
    """The sessions whose folded title ``holds``; ``pieces`` are parts of which such a title has at least one.

    ``whole`` is what a title is compared with for its strength. Without a usable index all titles are read.
    """
    predicate, values = title_predicate(scope)
    if usable_index and pieces and all(len(piece) >= TRIGRAM_CHARS and "\0" not in piece for piece in pieces):
        query = " OR ".join(f"({trigram_query(piece)})" for piece in pieces[:64])
        narrowed, bindings = IN_TRIGRAMS, [query]
    else:
        narrowed, bindings = "1", []
    sql = FITTING.format(narrowed=narrowed, predicate=predicate)
    hits = []
    for key, root, title, at in connection.rows(sql, (*bindings, *values, MAX_TITLES)):
        folded = fold(title).strip(" ")
        if holds(folded):
            hits.append(TitleHit(key, root, title, "title", _strength(folded, whole), at))
    return sorted(hits, key=lambda hit: (-hit.strength, -hit.session))


def titles_without_punctuation(connection: Connection, scope: Scope, needle: str) -> list[TitleHit]:
    """The sessions whose title holds the needle once punctuation and spaces are left out of both (``an94``: AN-94)."""
    wanted = squeezed(needle)
    if not wanted:
        return []
    return titles_holding(connection, scope, (), lambda title: wanted in squeezed(title), whole=needle)


def unit_titles(
    connection: Connection, scope: Scope, units: Sequence[Unit], *, whole: str, usable_index: bool = True
) -> tuple[dict[int, int], list[TitleHit]]:
    """Which units stand in the titles of each conversation (bits by root), and the titles, the strongest first."""
    weighty = [unit for unit in units if unit.weight > 0]
    pieces = [piece for unit in weighty for piece in unit.needles()]
    found: dict[int, int] = {}
    hits = titles_holding(
        connection,
        scope,
        pieces,
        lambda title: any(unit.spans(title) for unit in weighty),
        whole=whole,
        usable_index=usable_index,
    )
    for hit in hits:
        title = fold(hit.text)
        for number, unit in enumerate(units):
            if unit.weight > 0 and unit.spans(title):
                found[hit.root] = found.get(hit.root, 0) | 1 << number
    return found, hits


def sessions_by_id(connection: Connection, scope: Scope, text: str) -> list[TitleHit]:
    """The sessions whose id is, begins with, or holds a text that looks like one."""
    bare = text.rpartition(":")[2]
    if len(bare) < MIN_ID_CHARS or not _ID.fullmatch(bare):
        return []
    predicate, values = title_predicate(scope)
    steps = (
        ("s.id >= ? AND s.id < ?", (bare, bare + "\U0010ffff")),
        ("instr(s.id, ?) > 0", (bare,)),
    )
    for condition, bindings in steps:
        sql = BY_ID.format(condition=condition, predicate=predicate)
        rows = connection.rows(sql, (*bindings, *values))
        if rows:
            return [TitleHit(key, root, name, "session", _strength(name, bare), at) for key, root, name, at in rows]
    return []


def squeezed(folded: str) -> str:
    """A folded text without spaces, punctuation and underscores."""
    return "".join(char for char in folded if char != "_" and kind_of(char) != "separator")


def _strength(folded: str, whole: str) -> int:
    if folded == whole:
        return 3
    return 2 if whole and folded.startswith(whole) else 1
