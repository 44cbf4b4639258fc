"""The newest messages for which an index expression holds: what takes part where there are very many."""

from __future__ import annotations

from hermes_state.search.routes import Candidate, Ranges, from_index
from hermes_state.search.scope import Scope
from hermes_state.store.connection import Connection

MAX_CANDIDATES = 1_000
"""Messages of one expression, newest first, that take part where plain words are ranked."""

EXACT_CANDIDATES = 500
"""Those of one index that are weighed against one another where all of them answer; the next follow on later pages."""

FEW_CONVERSATIONS = 24
"""When fewer conversations than this, or than are wanted, hold all of these, more are fetched from others."""

AUTOMATION_SOURCES = ("cron",)
"""Sources whose conversations are demoted: repetitive text of automatic runs must not push a person's out."""


def newest(
    connection: Connection,
    scope: Scope,
    table: str,
    expression: str,
    limit: int,
    demoted: frozenset[int],
    ranges: Ranges | None,
    wanted: int,
) -> tuple[list[Candidate], bool]:
    """The newest ``limit`` sealed messages for an expression, and whether there are older ones.

    When there are, and fewer conversations than are ``wanted`` (or only automatic ones, ``demoted``) hold all of these,
    the newest of the others take part too: one talkative conversation must not keep out the rest.
    """

    def fetched(narrower: Scope) -> list[Candidate]:
        return from_index(connection, narrower, table, expression, limit=limit, ranges=ranges)

    found = fetched(scope)
    if len(found) < limit:
        return found, False
    roots = {candidate.root for candidate in found}
    if not roots.isdisjoint(demoted) and not scope.without_sources:
        found += fetched(scope._replace(without_sources=AUTOMATION_SOURCES))
    while True:
        roots.update(candidate.root for candidate in found)
        if len(roots) >= max(FEW_CONVERSATIONS, wanted):
            break
        some = fetched(scope._replace(without_roots=(*scope.without_roots, *roots)))
        found += some
        if len(some) < limit:
            break
    return found, True
