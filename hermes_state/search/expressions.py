"""FTS5 expressions, made from the parsed query alone; what a user typed never reaches FTS5 as syntax."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from hermes_state.search.analysis import CHUNK_CHARS, CHUNK_STEP, ngrams, probe, query_terms, runs
from hermes_state.search.query_tree import And, Leaf, Node, Not, Or, Prefix
from hermes_state.store import dictionary
from hermes_state.store.connection import Connection

NOTHING = '"' + "0" * (CHUNK_CHARS + 1) + '"'
"""An expression that holds for nothing: no term is that long."""

MAX_PARTS = 64
"""Terms of one literal or phrase that are asked for; the text is verified whole anyway."""

MAX_LIGHT_TERMS = 8

MAX_EDGE_TERMS = 256
"""Terms that are asked for in place of a part of a word at the edge of a needle; more tell little beside the rest."""

MAX_COMPARED_STARTS = 10_000
"""Terms that begin with a prefix and are looked at to tell that none is a chunk of a longer word."""

WITH_POSITIONS = ("dialog",)
"""The indexes that know where in a message a term stands, and so can tell phrases."""


class Proposal(NamedTuple):
    """What one index is asked. ``exact``: it holds for no message whose text does not answer."""

    expression: str
    exact: bool

    @property
    def is_light(self) -> bool:
        """Whether asking it again and again, for a few messages each time, costs little."""
        return "*" not in self.expression and self.expression.count('"') <= 2 * MAX_LIGHT_TERMS


def quoted(term: str, *, prefix: bool = False) -> str:
    """A term as FTS5 takes it, never as syntax."""
    return '"' + term.replace('"', '""') + ('"*' if prefix else '"')


def any_of(terms: Iterable[str]) -> str:
    """An expression for any of the terms."""
    return "(" + " OR ".join(quoted(term) for term in terms) + ")"


def literal_proposal(
    connection: Connection, needle: str, table: str, max_expansion: int = dictionary.MAX_EXPANSION
) -> Proposal | None:
    """What an index holds for every text that contains a folded needle; ``None`` when it can say nothing of it."""
    found = list(runs(needle))
    if len(found) == 1 and (found[0].start, found[0].end) == (0, len(needle)):
        return _single(connection, needle, found[0].kind, table, max_expansion)
    inner = _inner_terms(needle)
    parts = [_sequence(inner, table)] if inner else []
    wanted = probe(needle)
    parts += [quoted(start, prefix=True) for start in wanted.prefixes]
    edges = [(dictionary.ending, piece) for piece in wanted.ends]
    edges += [(dictionary.starting, piece) for piece in wanted.starts]
    edges += [(dictionary.containing, piece) for piece in wanted.inside]
    edges.sort(key=lambda edge: -len(edge[1]))
    most = min(max_expansion, MAX_EDGE_TERMS) if parts or len(edges) > 1 else max_expansion
    for look_up, piece in edges:
        if parts and look_up is not dictionary.starting and len(piece) < dictionary.TRIGRAM_CHARS:
            continue  # so many terms hold it that it tells next to nothing
        terms = look_up(connection, piece, most)
        if terms is not None and not terms:
            return Proposal(NOTHING, True)
        if terms is not None:
            parts.append(any_of(terms))
        elif look_up is dictionary.starting and not parts:
            parts.append(quoted(piece, prefix=True))
    return Proposal(" AND ".join(parts), False) if parts else None


def _single(connection: Connection, run: str, kind: str, table: str, max_expansion: int) -> Proposal | None:
    """The proposal for a needle that is one run of letters."""
    if kind == "word":
        terms = dictionary.containing(connection, run[:CHUNK_STEP], max_expansion)
        if terms is None:
            return None
        return Proposal(any_of(terms), len(run) <= CHUNK_STEP) if terms else Proposal(NOTHING, True)
    return _whole(run, kind, table)


def _whole(run: str, kind: str, table: str) -> Proposal:
    """The proposal for a run of an n-gram script, or an emoji, wherever it stands."""
    if kind == "ngram" and len(run) == 1:
        return Proposal(quoted(run, prefix=True), True)
    terms = ngrams(run)[:-1] if kind == "ngram" else [run]
    exact = len(terms) == 1 or (table in WITH_POSITIONS and len(terms) <= MAX_PARTS)
    return Proposal(_sequence(terms, table), exact)


def _inner_terms(needle: str) -> list[str]:
    """The whole terms of a needle in order, without the words at its edges, which may be parts of longer ones."""
    terms: list[str] = []
    for run in runs(needle):
        piece = needle[run.start : run.end]
        left, right = run.start == 0, run.end == len(needle)
        if run.kind == "word":
            if not left and not right:
                terms += [term for term, _ in query_terms(piece, last=False)]
        elif run.kind == "emoji":
            terms.append(piece)
        else:
            terms += ngrams(piece)[: -1 if right else None]
    return terms


def _sequence(terms: Sequence[str], table: str) -> str:
    """These terms one after the other, or, where positions are not known, all of them."""
    if table in WITH_POSITIONS:
        return " + ".join(map(quoted, terms[:MAX_PARTS]))
    return " AND ".join(map(quoted, dict.fromkeys(terms[:MAX_PARTS])))


def leaf_proposal(leaf: Leaf, table: str) -> Proposal | None:
    """What an index holds for every text in which a word, phrase or prefix stands; at its edges words are whole."""
    folded = leaf.folded
    found = list(runs(folded))
    if not found:
        return None
    bare = found[0].start == 0 and found[-1].end == len(folded)  # no punctuation that only the text can tell
    last = found[-1]
    if len(found) == 1 and last.kind != "word":
        proposal = _whole(folded[last.start : last.end], last.kind, table)
        return Proposal(proposal.expression, proposal.exact and bare)
    asked = query_terms(folded, last=True)
    if isinstance(leaf, Prefix) and last.kind == "word" and last.end == len(folded):
        whole = query_terms(folded[: last.start], last=False)
        asked = [*whole, (folded[last.start : last.end][:CHUNK_STEP], True)]
        bare = False  # a chunk of a word of more than 512 letters may begin so, and the word not (root_proposal)
    terms = [term for term, is_prefix in asked if not is_prefix]
    parts = [_sequence(terms, table)] if terms else []
    parts += [quoted(term, prefix=True) for term, is_prefix in asked if is_prefix]
    apart = all(folded[one.end : other.start] == " " for one, other in pairwise(found))
    placed = len(asked) == 1 or (table in WITH_POSITIONS and len(asked) == len(terms) <= MAX_PARTS)
    exact = bare and apart and placed and all(len(term) <= CHUNK_STEP for term, _ in asked)
    return Proposal(" AND ".join(parts), exact)


def root_proposal(connection: Connection, tree: Node, table: str) -> Proposal | None:
    """What ``tree_proposal`` says; of a lone prefix the dictionary tells whether any long word's chunk may begin so."""
    proposal = tree_proposal(tree, table)
    if proposal is None or not isinstance(tree, Prefix) or proposal.expression != quoted(tree.folded, prefix=True):
        return proposal
    terms = dictionary.starting(connection, tree.folded, MAX_COMPARED_STARTS)
    return proposal._replace(exact=terms is not None and all(len(term) <= CHUNK_STEP for term in terms))


def tree_proposal(tree: Node, table: str) -> Proposal | None:
    """What one index holds for every text for which an expression is true, exclusions left out.

    ``None``: the index cannot say.
    """
    if isinstance(tree, And):
        wanted = [child for child in tree.children if not isinstance(child, Not)]
        known = [part for child in wanted if (part := tree_proposal(child, table)) is not None]
        if not known:
            return None
        exact = len(known) == len(tree.children) and all(part.exact for part in known)
        return Proposal(" AND ".join(f"({part.expression})" for part in known), exact)
    if isinstance(tree, Or):
        parts = [tree_proposal(child, table) for child in tree.children]
        sure = [part for part in parts if part is not None]
        if len(sure) < len(parts):
            return None
        return Proposal(" OR ".join(f"({part.expression})" for part in sure), all(part.exact for part in sure))
    return None if isinstance(tree, Not) else leaf_proposal(tree, table)
